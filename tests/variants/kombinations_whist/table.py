"""A table of Kombinations-Whist for tests: cards, sheet and moves at a glance."""

from collections.abc import Mapping
from dataclasses import replace

from kwbot.engine.deals.match import Match
from kwbot.engine.values.actions import Seat
from kwbot.variants import games
from kwbot.variants.kombinations_whist.scoring import KombinationsSheet
from tests.engine.playing import acted, begin, dealt
from tests.variants.glance import deal_of, legal, play_of, refused, result

__all__ = ["GAME", "MIXED", "deal_of", "legal", "play_of", "refused", "result", "sheet_of", "table"]

GAME = games()["kombinations-whist"]
MIXED = {
    0: "SA HK DQ CJ ST H9 D8 C7 S6 H5 D4 C3 S2",
    1: "HA DK CQ SJ HT D9 C8 S7 H6 D5 C4 S3 H2",
    2: "DA CK SQ HJ DT C9 S8 H7 D6 C5 S4 H3 D2",
    3: "CA SK HQ DJ CT S9 H8 D7 C6 S5 H4 D3 C2",
}
"""Cards of every suit in every hand."""


def table(
    moves: str = "",
    hands: Mapping[Seat, str] | None = None,
    *,
    players: int = 4,
    dealer: Seat = 0,
    scores: tuple[int, ...] = (),
    potentials: tuple[int, ...] = (),
    played: int = 0,
    **options: str,
) -> Match:
    """A deal after `moves`. Four players hold one suit each (0 spades … 3 clubs) by default."""
    match = begin(GAME, players, options)
    sheet = match.sheet
    assert isinstance(sheet, KombinationsSheet)
    sheet = replace(
        sheet,
        scores=scores or sheet.scores,
        potentials=potentials or sheet.potentials,
        played=played,
    )
    return acted(dealt(replace(match, sheet=sheet), hands or {}, dealer), moves)


def sheet_of(match: Match) -> KombinationsSheet:
    assert isinstance(match.sheet, KombinationsSheet)
    return match.sheet
