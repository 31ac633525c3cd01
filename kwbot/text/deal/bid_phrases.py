"""A bid in a card player's words: its requirements, stakes, and how often it is made."""

import re
from collections.abc import Mapping
from functools import lru_cache

from kwbot.engine.deals.variant import Stakes
from kwbot.engine.values.actions import Bid
from kwbot.engine.values.wording import N_
from kwbot.engine.views.view import View
from kwbot.text.catalogue import PROJECT_FOLDER
from kwbot.text.words.language import Language, Voice
from kwbot.text.words.lines import DOT
from kwbot.text.words.rulebook import Rulebook, RulebookError

_FOLDER = PROJECT_FOLDER / "data" / "rulebook"
_ROW = re.compile(r"^- \*\*(?P<name>[^*]+)\*\* \([^)]+\): (?P<asks>.+)$", re.MULTILINE)
"""A row of a rulebook's table of all bids."""
_SUMMARY = re.compile(r"\A\*\*(?P<asks>.+) · .+\*\*$", re.MULTILINE)
"""The bold line below a bid's name in a rulebook, which ends with the bid's stakes."""
_FROM = N_("from {points}")
STEP = 5
"""Steps of percentages, which are not known more exactly."""


def bid_asks(seen: View, bid: Bid, voice: Voice) -> str:
    """Return what each part of a bid requires, from the rulebook's table of bids or, without one,
    from the effects of its parts."""
    table = _table_of_bids(*_book_of(seen, voice))
    named = {key: voice.language.term(part.name) for key, part in voice.parts.items()}
    if all(named.get(key) in table for key in bid.parts):
        return DOT.join(table[named[key]] for key in bid.parts)
    return " ".join(effect for _, effect in voice.explain(bid))


def bid_kind(seen: View, bid: Bid, voice: Voice) -> str:
    """Return what a bid means beside its number, like ``Clubs are trumps`` or ``Alone · no trumps ·
    0 tricks``, from the line below its name in the rulebook; "" without one."""
    line = _summaries(*_book_of(seen, voice)).get(bid.parts[-1], "")
    return line if len(bid.parts) == 1 else line.partition(DOT)[0]


def _book_of(seen: View, voice: Voice) -> tuple[str, str, str]:
    """Return the game, language and edition of a table's rulebook."""
    game = seen.variant
    return game.key, voice.language.code, game.edition(seen.sheet.options)


def _book(game: str, code: str, edition: str) -> Rulebook:
    """Return a game's rulebook; an empty one if there is none."""
    try:
        return Rulebook.load(game, code, _FOLDER, edition)
    except RulebookError:
        return Rulebook(code, "", (), {})


@lru_cache(maxsize=64)
def _table_of_bids(game: str, code: str, edition: str) -> Mapping[str, str]:
    """Return the short phrases for bids in a rulebook, by the bids' names there."""
    pages = _book(game, code, edition).pages
    return {row["name"]: row["asks"] for page in pages for row in _ROW.finditer(page.text)}


@lru_cache(maxsize=64)
def _summaries(game: str, code: str, edition: str) -> Mapping[str, str]:
    """Return the lines below the names of bids in a rulebook, by the bids' keys."""
    entries = _book(game, code, edition).entries.values()
    lines = {entry.id: _SUMMARY.match(entry.text.strip()) for entry in entries}
    return {key: line["asks"] for key, line in lines.items() if line}


def stakes_of(seen: View, bid: Bid) -> Stakes | None:
    """Return the stakes of a bid at this table."""
    return seen.variant.stakes(bid, seen.sheet.options)


def stakes_line(stakes: Stakes | None, chance: float | None, language: Language) -> str:
    """Return stakes like ``+1 if made (95%), else −2``, without what is not known."""
    share = "" if chance is None else language.percent(_steps(chance))
    if stakes is None:
        return (
            language.text(N_("{percent} chance to make it"), percent=f"≈ {share}") if share else ""
        )
    made, lost = language.format_signed(stakes.made), language.format_signed(stakes.lost)
    if stakes.made_grows:
        made = language.text(_FROM, points=made)
    if stakes.lost_grows:
        lost = language.text(_FROM, points=lost)
    if share:
        text = N_("{made} if made ({percent}), else {lost}")
        return language.text(text, made=made, percent=share, lost=lost)
    return language.text(N_("{made} if made, else {lost}"), made=made, lost=lost)


def _steps(chance: float) -> float:
    """Return a probability in steps of `STEP`, never 0 or 1."""
    percent = min(100 - STEP, max(STEP, STEP * round(100 * chance / STEP)))
    return percent / 100
