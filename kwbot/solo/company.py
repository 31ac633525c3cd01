"""The computers' moves in a solo deal."""

from __future__ import annotations

from kwbot.solo.solo_deal import STRONG, SoloDeal
from kwbot.tables.services import Computers


async def answered(computers: Computers, solo: SoloDeal) -> SoloDeal:
    """Return the deal after the computers' moves: the person is asked, or it is over."""
    while (turns := solo.turns()) is not None:
        solo = solo.computers_moved(turns, await computers.taken(turns))
    return solo


async def strongly_played(computers: Computers, solo: SoloDeal) -> SoloDeal:
    """Return the deal over, a strong player in the person's seat."""
    while (turns := solo.turns(own=STRONG)) is not None:
        solo = solo.computers_moved(turns, await computers.taken(turns))
    return solo
