"""What computer players do in their turns."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Mapping
from hashlib import sha256

from kwbot.engine.actions import Action, Seat
from kwbot.engine.values import changed
from kwbot.tables import state as steps
from kwbot.tables.computers import USUAL_LEVEL
from kwbot.tables.house import Computers
from kwbot.tables.state import TableState

_log = logging.getLogger(__name__)


def seed_of(table: TableState) -> int:
    """Where the chance of a decision comes from: the same moment of a table, the same decision."""
    number = table.match.number if table.match else 0
    digest = sha256(f"{table.id} {number} {table.seq}".encode()).digest()
    return int.from_bytes(digest[:7])


async def chosen(computers: Computers, table: TableState, seat: Seat) -> Action:
    """What a computer player does; anything legal where it fails, so that all can go on."""
    match, level = table.match, table.seated[seat].level or USUAL_LEVEL
    assert match is not None
    try:
        return await computers.choose(level, match, seat, seed_of(table))
    except Exception as error:  # noqa: BLE001 - by its type alone: it may hold cards
        _log.error("a computer player failed: %s", type(error).__name__)
        return match.choice(seat).sample(secrets.SystemRandom())


async def planned(computers: Computers, table: TableState) -> Mapping[int, Action]:
    """What they do one after the other, until a human is in turn: by the number of the last event
    before it. Nothing happens by this alone."""
    plan: dict[int, Action] = {}
    while (seat := table.computer_in_turn()) is not None:
        action = plan[table.seq] = await chosen(computers, table, seat)
        after = steps.acted(table, seat, action, "computer")
        table = changed(after, seq=table.seq + 1)
    return plan
