"""What computer players do in their turns."""

from __future__ import annotations

import hmac
import logging
import secrets
from collections.abc import Mapping

from kwbot.engine.actions import Action, Cut, Seat
from kwbot.engine.choices import CutDeck
from kwbot.engine.deal import Deal
from kwbot.engine.values import changed
from kwbot.tables import state as steps
from kwbot.tables.computers import USUAL_LEVEL
from kwbot.tables.house import Computers
from kwbot.tables.state import TableState

_log = logging.getLogger(__name__)


def seed_of(table: TableState, secret: bytes) -> int:
    """Where the chance of a decision comes from: the same moment of a table, the same decision."""
    number = table.match.number if table.match else 0
    return _seed(secret, f"kwbot computer 1 {table.id} {number} {table.seq}")


def advice_seed(table: int, deal: Deal, number: int) -> int:
    """Where the chance of advice comes from in deal `number` of a table: a hint and a review look
    at the same worlds. Everybody can compute it: enough for what only one player sees."""
    return _seed(b"", f"kwbot advice 1 {table} {number} {len(deal.moves())}")


def _seed(secret: bytes, moment: str) -> int:
    return int.from_bytes(hmac.digest(secret, moment.encode(), "sha256")[:7])


async def chosen(computers: Computers, table: TableState, seat: Seat, secret: bytes) -> Action:
    """What a computer player does; anything legal where it fails, so that all can go on.

    `secret` is the deal's: nobody can compute what a hand would have made the computer do.
    """
    match, level = table.match, table.seated[seat].level or USUAL_LEVEL
    assert match is not None
    choice = match.choice(seat)
    if isinstance(choice, CutDeck):
        return Cut(0)  # who knows the secret may not choose among the deals
    try:
        return await computers.choose(level, match, seat, seed_of(table, secret))
    except Exception as error:  # noqa: BLE001 - by its type alone: it may hold cards
        _log.error("a computer player failed: %s", type(error).__name__)
        return choice.sample(secrets.SystemRandom())


async def planned(computers: Computers, table: TableState, secret: bytes) -> Mapping[int, Action]:
    """What they do one after the other, until a human is in turn: by the number of the last event
    before it. Nothing happens by this alone."""
    plan: dict[int, Action] = {}
    while (seat := table.computer_in_turn()) is not None:
        action = plan[table.seq] = await chosen(computers, table, seat, secret)
        after = steps.acted(table, seat, action, "computer")
        table = changed(after, seq=table.seq + 1)
    return plan
