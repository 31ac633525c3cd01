"""Games of four people in arranged deals, up to a given moment."""

from __future__ import annotations

from kwbot.ids import TableId
from kwbot.tables.state.table_state import RunningTable
from tests.e2e.club import Club
from tests.e2e.conftest import Deals

PEOPLE = ("Anna", "Bo", "Cia", "Dag")
SUITS = {
    0: "SA SK SQ SJ ST S9 S8 S7 S6 S5 S4 S3 S2",
    1: "HA HK HQ HJ HT H9 H8 H7 H6 H5 H4 H3 H2",
    2: "DA DK DQ DJ DT D9 D8 D7 D6 D5 D4 D3 D2",
    3: "CA CK CQ CJ CT C9 C8 C7 C6 C5 C4 C3 C2",
}
"""One suit each."""
LOW = "S2 S3 S4 S5 H2 H3 H4 D2 D3 D4 C2 C3 C4"
"""A hand that takes no trick."""


async def four(club: Club, *, limits: bool = False) -> RunningTable:
    return await club.table([club.guest(name) for name in PEOPLE], limits=limits)


async def arranged(club: Club, deals: Deals, lines: str = "", *, limits: bool = False) -> TableId:
    """Four people with a suit each have done this; without time limits unless
    told otherwise. Gives the number of the table."""
    deals.add(SUITS)
    table = (await four(club, limits=limits)).id
    await club.play(table, f"ready / {lines}" if lines else "ready")
    return table
