"""An evening of a club in words: its announcement, people, tables and standing."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kwbot.engine.deals.score_sheet import Unit
from kwbot.engine.deals.variant import Variant
from kwbot.engine.values.wording import N_, Term
from kwbot.listings import EveningScore
from kwbot.text.deal.result import place_mark
from kwbot.text.words import labels, lines
from kwbot.text.words.facts import COMPUTER
from kwbot.text.words.language import Language
from kwbot.text.words.markdown import escape

MAX_NAMED = 40
"""Most people, lines or tables in a list of a message."""
_LATE = N_("Late? {press} gives you a computer's seat, or one in the next round.")
_ALIKE = N_("All tables play the same cards. Whoever does best with them wins.")
SIGN_UP = Term("Sign up", "button")
SIGN_OFF = Term("I can't come", "button")
CHECK_IN_LABEL = Term("Check in", "button")
JOIN_IN = Term("Join in", "button")
LAST_DEAL = Term("End after this deal", "button")
LAST_ROUND = Term("End after this round", "button")


@dataclass(frozen=True, slots=True)
class EveningTable:
    """A table of the current round. `people` are ready for display."""

    number: int
    place: str
    people: Sequence[str]
    computers: int
    over: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningFacts:
    """The facts about an evening. Times are seconds since 1970; people are ready for display."""

    game: Variant
    manner: str
    starts: int
    ends: int
    deals: int
    signed: Sequence[str] = ()
    here: Sequence[str] = ()
    round: int = 0
    tables: Sequence[EveningTable] = ()
    standing: Sequence[EveningScore] = ()
    is_duplicate: bool = False


def title(facts: EveningFacts, language: Language) -> str:
    """Return the evening's name."""
    if facts.is_duplicate:
        return language.text(N_("A duplicate of {game}"), game=language.term(facts.game.name))
    return event_name(facts.game, language)


def refused_text(channel: str, language: Language) -> str:
    """Return the warning that an evening's channel refuses messages, and what moderators can do."""
    told = N_(
        "I can't post in {channel}, so this evening doesn't show there. Give me permission, or end "
        "it with /evening and announce it in another channel."
    )
    return f"⚠️ {language.text(told, channel=channel)}"


def event_name(game: Variant, language: Language) -> str:
    """Return the name of an evening's event on the server."""
    return language.text(N_("An evening of {game}"), game=language.term(game.name))


def fitting(told: Callable[[int], str], room: int) -> str:
    """Return a text of at most `room` characters, whose lists give way: `told` gets the most
    entries of each."""
    texts = map(told, range(MAX_NAMED, -1, -1))
    return next((text for text in texts if len(text) <= room), told(0))


def announced_text(facts: EveningFacts, language: Language, most: int = MAX_NAMED) -> str:
    """Return an evening's announcement before its check-in: when, what, and who has signed up, at
    `most` of them by name."""
    ends = language.text(N_("until {time}"), time=f"<t:{facts.ends}:t>")
    deals = language.plural("{count} deal a round", "{count} deals a round", facts.deals)
    count = language.plural("{count} signed up", "{count} signed up", len(facts.signed))
    press = f"**{language.term(SIGN_UP)}**"
    asked = N_("Press {press}. I'll remind you 15 minutes before; check in then.")
    return lines.together(
        [
            (f"## 🌙 {title(facts, language)}",),
            (lines.DOT.join((f"<t:{facts.starts}:F>", f"<t:{facts.starts}:R>", ends)),),
            (
                f"-# {lines.DOT.join(filter(None, (facts.manner, deals)))}",
                f"-# {language.text(_ALIKE)}" if facts.is_duplicate else "",
            ),
            (f"**{count}**", " ".join(_first(facts.signed, most))) if facts.signed else (),
            (f"➡️ {language.text(asked, press=press)}",),
        ]
    )


def check_in_text(facts: EveningFacts, language: Language, most: int = MAX_NAMED) -> str:
    """Return an evening's message during check-in: who is here, and who is still missing, at `most`
    of each by name."""
    here = language.plural("{count} here", "{count} here", len(facts.here))
    asked = N_("Press {press}. Tables are drawn at {time}.")
    told = {"press": f"**{language.term(CHECK_IN_LABEL)}**", "time": f"<t:{facts.starts}:t>"}
    missing = language.text(N_("Signed up, not here yet:")) if facts.signed else ""
    return lines.together(
        [
            (f"## 🌙 {title(facts, language)}", f"<t:{facts.starts}:t> – <t:{facts.ends}:t>"),
            (f"**{here}**", " ".join(_first(facts.here, most))) if facts.here else (),
            (missing, " ".join(_first(facts.signed, most))),
            (f"➡️ {language.text(asked, **told)}",),
        ]
    )


def playing_text(facts: EveningFacts, language: Language, most: int = MAX_NAMED) -> str:
    """Return an evening's message during play: the round's tables and the standing, at `most` of
    each."""
    number = language.text(N_("Round {number}"), number=facts.round)
    ends, late = N_("Last deal {time}"), _LATE
    if facts.is_duplicate:
        ends, late = N_("Last round {time}"), N_("Late? Press {press} for the next round.")
    last = language.text(ends, time=f"<t:{facts.ends}:t>")
    press = f"**{language.term(JOIN_IN)}**"
    standing = language.text(N_("Standings")) if facts.standing else ""
    return lines.together(
        [
            (f"## 🌙 {title(facts, language)}", f"**{number}**{lines.DOT}{last}"),
            _first([_table(table, language) for table in facts.tables], most),
            (f"**{standing}**" if standing else "", *_standing(facts, language, most)),
            _notes(facts, language),
            (f"➡️ {language.text(late, press=press)}",),
        ]
    )


def podium_text(
    facts: EveningFacts, language: Language, most: int = MAX_NAMED, *, titled: bool = True
) -> str:
    """Return an evening's message at its end: the winner and the points of `most` people. `titled`:
    whether the title is shown, as there is no picture with it."""
    head = f"## 🏆 {title(facts, language)}" if titled else ""
    if not facts.standing:
        return lines.together([(head, language.text(N_("Nobody has played a deal.")))])
    day = f"<t:{facts.starts}:D>" if titled else f"🏆 <t:{facts.starts}:D>"
    return lines.together([(head, day), _standing(facts, language, most), _notes(facts, language)])


def cancelled_text(facts: EveningFacts, language: Language) -> str:
    """Return the message that an evening is called off."""
    told = language.text(N_("A moderator has called this evening off."))
    return f"## 🌙 {title(facts, language)}\n<t:{facts.starts}:F>\n{told}"


def _first(entries: Sequence[str], most: int) -> list[str]:
    """Return the first entries of a list, and the number of others."""
    more = len(entries) - most
    return [*entries[:most], *([f"+{more}"] if more > 0 else [])]


def _table(table: EveningTable, language: Language) -> str:
    computers = [f"{COMPUTER}×{table.computers}"] if table.computers else []
    done = ["✅"] if table.over else []
    where = table.place or language.text(N_("Table {number}"), number=table.number)
    return " ".join([f"**{where}**", *table.people, *computers, *done])


def _standing(facts: EveningFacts, language: Language, most: int) -> list[str]:
    return _first([_line(line, facts, language) for line in facts.standing], most)


def score_text(line: EveningScore, unit: Unit, language: Language) -> str:
    """Return a player's score: points, or in a duplicate ``62.5 %`` or ``+3.5``."""
    if line.percent is not None:
        return f"{language.tenths(float(line.percent))} %"
    if line.difference is None:
        return lines.amount(line.points, unit, language)
    return language.tenths(float(line.difference), signed=True)


def _line(line: EveningScore, facts: EveningFacts, language: Language) -> str:
    points = score_text(line, facts.game.unit, language)
    told = [f"{place_mark(line.place)} {escape(line.name)} **{points}**"]
    if line.settled:
        told.append(language.money(line.settled, signed=True))
    if len({one.deals for one in facts.standing}) > 1:
        told.append(language.plural("{count} deal", "{count} deals", line.deals))
    if line.has_left:
        told.append(language.text(N_("left")))
    if line.by_computer:
        told.append(f"{COMPUTER} {line.by_computer}")
    return lines.DOT.join(told)


_NOTES: tuple[tuple[Callable[[EveningScore], object], str], ...] = (
    (
        lambda line: line.percent is not None,
        N_("100 %: better than all others with the same cards, every time"),
    ),
    (
        lambda line: line.difference is not None,
        N_("Points above or below the average with the same cards"),
    ),
    (lambda line: line.by_computer, N_("{mark}: deals that a computer played for them")),
    (lambda line: line.settled, N_("Money counts only at tables without computers.")),
)
"""Notes needed if a predicate holds for any line of the standing."""


def _notes(facts: EveningFacts, language: Language) -> list[str]:
    """Return the notes that explain the numbers and money of the standing."""
    deals = {line.deals for line in facts.standing}
    notes = [
        language.text(text, mark=COMPUTER)
        for is_told, text in _NOTES
        if any(map(is_told, facts.standing))
    ]
    if len(deals) == 1:
        notes.insert(0, language.plural("{count} deal each", "{count} deals each", *deals))
    return [f"-# {note}" for note in notes]


def seat_text(place: str, language: Language) -> str:
    """Return where a latecomer plays, or that they play from the next round on."""
    if place:
        return language.text(N_("You have a seat: {table}"), table=place)
    return language.text(N_("You play from the next round on."))


def manner_text(manner: str, options: str) -> str:
    """Return how an evening is played: preset and level, then unusual options."""
    return lines.DOT.join(filter(None, (manner, options)))


EVENING_COMMAND = labels.Command(
    Term("evening", "command"), Term("An evening of a club: sign up, or announce one", "command")
)
