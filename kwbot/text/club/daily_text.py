"""The deal of the day in words: its announcement, a player's result, the standing, the tables.

No text reveals a card before the deal is over for everyone.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from kwbot.engine.deals.variant import Variant
from kwbot.engine.values.wording import N_, Term
from kwbot.engine.views.view import View
from kwbot.ids import NO_USER, UserId
from kwbot.listings import DailyLine, TotalLine
from kwbot.text.deal.hand import short_name
from kwbot.text.deal.outcome import outcome_lines
from kwbot.text.deal.result import place_mark
from kwbot.text.table.seal_lines import first_digits
from kwbot.text.words import labels, lines
from kwbot.text.words.language import Language, Voice

DAILY_COMMAND = labels.Command(
    Term("daily", "command"), Term("The deal of the day: the same cards for everyone", "command")
)
_MAX_RANKS = 10
"""Most lines of a standing."""
PLAY = Term("Play", "button")
POST = Term("Share", "button")
STANDING = Term("Standings", "button")
CHANGE = Term("Change", "button")
PROOF = Term("Proof of the shuffle", "command")
_TOMORROW = Term("Tomorrow {digits}", "button")
SQUARE, EMPTY, FIRE = "🟩", "⬜", "🔥"
TITLE = N_("Deal of the day")
_NEW_CARDS = N_(
    "A backup was restored today. These cards are new, because the old ones may have been seen."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DailyFacts:
    """The facts about a deal of the day. `ends`: the end of its day, `last`: when it is over for
    everyone, both in seconds since 1970; `ranks`: of all who finished it, and their `names`, ready
    for display; `strong`: the strong player's points; `possible`: a lower bound of the best
    possible points; `restored`: whether a backup was restored that day."""

    game: Variant
    day: date
    ends: int
    last: int
    manner: str = ""
    ranks: Sequence[DailyLine] = ()
    names: Mapping[UserId, str]
    strong: int | None = None
    possible: int | None = None
    restored: bool = False

    def who(self, rank: DailyLine) -> str:
        """Return the name of a player in the standing."""
        return self.names.get(rank.user or NO_USER, "?")


def head(facts: DailyFacts, language: Language) -> str:
    """Return the title, like ``Deal of the day · Monday 23 November``."""
    return f"🗓️ {language.text(TITLE)}{lines.DOT}{language.day(facts.day)}"


def panel_head(game: Variant, last: int | None, language: Language) -> str:
    """Return the first lines of its panel; `last`: until when it can be finished, if relevant."""
    name = f"**{short_name(game, language)}**"
    title = f"-# {lines.DOT.join((f'🗓️ {language.text(TITLE)}', name))}"
    return title if last is None else f"{title}\n-# {time_left(last, language)}"


def announced_text(facts: DailyFacts, before: str, language: Language) -> str:
    """Return the announcement of a deal of the day. `before`: how the last one went."""
    told = language.text(N_("The same cards and computers for everyone. One try."))
    until = language.text(
        N_("Ends {when}; whoever has begun gets an hour more."), when=_in(facts.ends)
    )
    name = f"**{language.term(facts.game.name)}**"
    return lines.together(
        [
            (f"### {head(facts, language)}",),
            (f"♻️ {language.text(_NEW_CARDS)}" if facts.restored else "",),
            (lines.DOT.join(filter(None, (name, facts.manner))), told, f"-# ⏳ {until}"),
            (before,),
        ]
    )


def refused_text(channel: str, language: Language) -> str:
    """Return the warning that a deal's channel refuses messages, and what moderators can do."""
    told = N_(
        "I can't post the deal of the day in {channel}. Give me permission there, or use /daily in "
        "another channel and press {button}."
    )
    button = f"*{language.term(CHANGE)}*"
    return f"⚠️ {language.text(told, channel=channel, button=button)}"


def closing_text(facts: DailyFacts, language: Language) -> str:
    """Return the message that a deal's day is over and whoever has begun should finish."""
    told = N_(
        "The day is over. If you've begun, finish now: cards and standings come {when} at"
        " the latest."
    )
    name = f"**{language.term(facts.game.name)}**"
    return lines.together(
        [
            (f"### {head(facts, language)}", lines.DOT.join(filter(None, (name, facts.manner)))),
            (f"⏳ {language.text(told, when=_in(facts.last))}",),
        ]
    )


def time_left(last: int, language: Language) -> str:
    """Return until when a deal can be finished; `last` is in seconds since 1970."""
    told = N_("This deal ends {when}: finish it before then.")
    return f"⏳ {language.text(told, when=_in(last))}"


def _in(seconds: int) -> str:
    """Return Discord's markup for a time relative to now."""
    return f"<t:{seconds}:R>"


def seal_label(seal: str, language: Language) -> str:
    """Return the label of the button to the seal, the only place with its first digits, like
    ``🔒 Tomorrow 15bc 5179…``."""
    return f"🔒 {language.term(_TOMORROW, digits=first_digits(seal))}"


def seal_text(seal: str, language: Language) -> str:
    """Return the whole seal of tomorrow's deal and its explanation."""
    told = N_(
        "Tomorrow's cards are sealed by this number. Everyone gets the same cards, so nobody's "
        "press goes into the shuffle. Tomorrow night {button} gives you the file to check."
    )
    button = f"*{language.term(PROOF)}*"
    return f"### 🔒 {language.text(TITLE)}\n```\n{seal}\n```\n{language.text(told, button=button)}"


def before_text(facts: DailyFacts, link: str, language: Language) -> str:
    """Return how the last deal went in one line, with a link to its cards; "" if nobody played."""
    best = [f"{place_mark(one.place)} {facts.who(one)}" for one in facts.ranks[:3]]
    if not best:
        return ""
    whole = language.text(N_("Cards and standings"))
    linked = f"[{whole}]({link})" if link else ""
    return f"-# {lines.DOT.join(filter(None, (language.day(facts.day), *best, linked)))}"


def over_text(facts: DailyFacts, language: Language) -> str:
    """Return the message with the standing, once the deal is over for everyone."""
    name = f"**{language.term(facts.game.name)}**"
    nobody = "" if facts.ranks else language.text(N_("Nobody finished it."))
    return lines.together(
        [
            (f"### {head(facts, language)}", lines.DOT.join(filter(None, (name, facts.manner)))),
            (*standing_lines(facts, language), nobody),
            compared_lines(facts, language),
        ]
    )


def standing_lines(facts: DailyFacts, language: Language) -> list[str]:
    """Return a line for each of the best players, and the number of others."""
    shown = [
        f"{place_mark(one.place)} {facts.who(one)} **{language.format_signed(one.points)}**"
        f"{f'{lines.DOT}{FIRE} {one.streak}' if one.streak > 1 else ''}"
        for one in facts.ranks[:_MAX_RANKS]
    ]
    more = len(facts.ranks) - len(shown)
    return [*shown, *([f"-# +{more}"] if more > 0 else [])]


def compared_lines(facts: DailyFacts, language: Language) -> list[str]:
    """Return the strong player's points, and the best possible ones with all hands known."""
    strong = "🤖", N_("A strong computer in this seat: {points}"), facts.strong
    most = "🔮", N_("Best possible, seeing all hands: {points} or more"), facts.possible
    return [
        f"-# {mark} {language.text(told, points=language.format_signed(points))}"
        for mark, told, points in (strong, most)
        if points is not None
    ]


def best_text(who: str, language: Language) -> str:
    """Return the heading that says whose play the cards below show."""
    return f"**{language.text(N_('The best line: {player}'), player=who)}**"


def own_text(
    facts: DailyFacts, place: int, points: int, squares: int, streak: int, language: Language
) -> str:
    """Return a player's own result in a deal of the day, with their place so far."""
    of_all = language.text(
        N_("Place {place} of {count} so far"), place=place, count=len(facts.ranks)
    )
    wait = language.text(
        N_(
            "Cards and standings come {when} at the latest. Until then, keep the cards to yourself."
        ),
        when=_in(facts.last),
    )
    row = language.plural("{count} day", "{count} days", streak)
    return lines.together(
        [
            (
                f"**{language.format_signed(points)}**{lines.DOT}{of_all}",
                f"{shown_squares(squares)}{lines.DOT}{FIRE} {row}",
                *compared_lines(facts, language),
            ),
            (f"-# {wait}",),
        ]
    )


def result_lines(seen: View, voice: Voice) -> list[str]:
    """Return the contract and outcome of a finished deal, and how its points arose."""
    return outcome_lines(seen, seen.last.result, voice) if seen.last else []


def shown_squares(count: int) -> str:
    return SQUARE * count + EMPTY * (5 - count)


def shared_text(facts: DailyFacts, who: str, squares: int, streak: int, language: Language) -> str:
    """Return the post with a player's result, which reveals no card."""
    name = language.term(facts.game.name)
    told = (f"🗓️ {who}", f"{name}, {language.day(facts.day)}", shown_squares(squares))
    return lines.DOT.join((*told, f"{FIRE} {streak}"))


def table_text(
    title: str, ranks: Sequence[TotalLine], names: Mapping[UserId, str], language: Language
) -> list[str]:
    """Return a week's or a month's table; `names` are ready for display."""
    shown = [
        f"{place_mark(one.place)} {names[one.user]} **{one.share}**{lines.DOT}"
        f"{language.plural('{count} deal', '{count} deals', one.days)}"
        for one in ranks[:_MAX_RANKS]
    ]
    return [f"**{title}**", *shown] if shown else []
