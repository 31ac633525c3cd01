"""The deal of the day in words: its announcement, how one did, the standing, the tables.

Before it is over for all nothing here tells of a card.
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
"""Lines of a standing, at most."""
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
    """What is told of a deal. `ends`: of its day, and `last`: when it is over for all, in seconds
    since 1970; `ranks`: of all who played it to its end, and their `names`, ready to show;
    `strong`: what the strong player brought home; `possible`: what was possible at least;
    `restored`: whether a backup was restored that day."""

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
        """Return what somebody in the standing is called."""
        return self.names.get(rank.user or NO_USER, "?")


def head(facts: DailyFacts, language: Language) -> str:
    """``Deal of the day · Monday 23 November``"""
    return f"🗓️ {language.text(TITLE)}{lines.DOT}{language.day(facts.day)}"


def panel_head(game: Variant, last: int | None, language: Language) -> str:
    """Return the first lines of its panel; `last`: until when it can be finished, if it matters."""
    name = f"**{short_name(game, language)}**"
    title = f"-# {lines.DOT.join((f'🗓️ {language.text(TITLE)}', name))}"
    return title if last is None else f"{title}\n-# {time_left(last, language)}"


def announced_text(facts: DailyFacts, before: str, language: Language) -> str:
    """Announce a deal of the day. `before`: how the last one went."""
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
    """Say that a deal's channel takes no messages, and what moderators can do."""
    told = N_(
        "I can't post the deal of the day in {channel}. Give me permission there, or use /daily in "
        "another channel and press {button}."
    )
    button = f"*{language.term(CHANGE)}*"
    return f"⚠️ {language.text(told, channel=channel, button=button)}"


def closing_text(facts: DailyFacts, language: Language) -> str:
    """Say that a deal's day is over, and that those finish it who have begun."""
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
    """Say until when a deal can be finished, in seconds since 1970."""
    told = N_("This deal ends {when}: finish it before then.")
    return f"⏳ {language.text(told, when=_in(last))}"


def _in(seconds: int) -> str:
    """Return a point in time as Discord tells how far off it is."""
    return f"<t:{seconds}:R>"


def seal_label(seal: str, language: Language) -> str:
    """``🔒 Tomorrow 15bc 5179…``: the button to the whole seal, which alone shows its digits."""
    return f"🔒 {language.term(_TOMORROW, digits=first_digits(seal))}"


def seal_text(seal: str, language: Language) -> str:
    """Return the whole seal of tomorrow's deal, and what to do with it."""
    told = N_(
        "Tomorrow's cards are sealed by this number. Everyone gets the same cards, so nobody's "
        "press goes into the shuffle. Tomorrow night {button} gives you the file to check."
    )
    button = f"*{language.term(PROOF)}*"
    return f"### 🔒 {language.text(TITLE)}\n```\n{seal}\n```\n{language.text(told, button=button)}"


def before_text(facts: DailyFacts, link: str, language: Language) -> str:
    """Say in a line how the last deal went, with the way to its cards."""
    best = [f"{place_mark(one.place)} {facts.who(one)}" for one in facts.ranks[:3]]
    if not best:
        return ""
    whole = language.text(N_("Cards and standings"))
    linked = f"[{whole}]({link})" if link else ""
    return f"-# {lines.DOT.join(filter(None, (language.day(facts.day), *best, linked)))}"


def over_text(facts: DailyFacts, language: Language) -> str:
    """Once it is over for all: the standing."""
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
    """Return the best ones, a line each, and how many more there are."""
    shown = [
        f"{place_mark(one.place)} {facts.who(one)} **{language.format_signed(one.points)}**"
        f"{f'{lines.DOT}{FIRE} {one.streak}' if one.streak > 1 else ''}"
        for one in facts.ranks[:_MAX_RANKS]
    ]
    more = len(facts.ranks) - len(shown)
    return [*shown, *([f"-# +{more}"] if more > 0 else [])]


def compared_lines(facts: DailyFacts, language: Language) -> list[str]:
    """Return what the strong player brought home, and what one who knew all cards might have."""
    strong = "🤖", N_("A strong computer in this seat: {points}"), facts.strong
    most = "🔮", N_("Best possible, seeing all hands: {points} or more"), facts.possible
    return [
        f"-# {mark} {language.text(told, points=language.format_signed(points))}"
        for mark, told, points in (strong, most)
        if points is not None
    ]


def best_text(who: str, language: Language) -> str:
    """Say whose play the cards below show."""
    return f"**{language.text(N_('The best line: {player}'), player=who)}**"


def own_text(
    facts: DailyFacts, place: int, points: int, squares: int, streak: int, language: Language
) -> str:
    """Say how one did in a deal of the day, so far."""
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
    """Return contract and outcome of a deal that is over, and how its points arose."""
    return outcome_lines(seen, seen.last.result, voice) if seen.last else []


def shown_squares(count: int) -> str:
    return SQUARE * count + EMPTY * (5 - count)


def shared_text(facts: DailyFacts, who: str, squares: int, streak: int, language: Language) -> str:
    """Return what somebody posts of their result: it tells of no card."""
    name = language.term(facts.game.name)
    told = (f"🗓️ {who}", f"{name}, {language.day(facts.day)}", shown_squares(squares))
    return lines.DOT.join((*told, f"{FIRE} {streak}"))


def table_text(
    title: str, ranks: Sequence[TotalLine], names: Mapping[UserId, str], language: Language
) -> list[str]:
    """Return a week's or a month's table; `names` are ready to show."""
    shown = [
        f"{place_mark(one.place)} {names[one.user]} **{one.share}**{lines.DOT}"
        f"{language.plural('{count} deal', '{count} deals', one.days)}"
        for one in ranks[:_MAX_RANKS]
    ]
    return [f"**{title}**", *shown] if shown else []
