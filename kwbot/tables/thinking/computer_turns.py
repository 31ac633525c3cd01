"""The turns of computer players at a table: their chance and their actions."""

import hmac
import logging
import secrets
from collections.abc import Sequence

from kwbot.engine.deals.deal import Deal
from kwbot.engine.values.actions import Action, Cut, Seat
from kwbot.engine.values.choices import CutDeck
from kwbot.ids import TableId
from kwbot.metrics import count_error
from kwbot.players.turns.deal_start import DealStart
from kwbot.tables.state.table_options import USUAL_LEVEL
from kwbot.tables.state.table_state import RunningTable
from kwbot.tables.thinking.computer_protocol import Computers, Turns

_log = logging.getLogger(__name__)

DUPLICATE_SAMPLES = 80
"""Number of a computer player's samples in a duplicate deal, unless its level has fewer."""
TURNS_AT_ONCE = 16
"""Most turns in a row that are thought out at once."""


def key_of(table_id: TableId, number: int, secret: bytes) -> bytes:
    """Return the key of all chance of the computer players in deal `number` of a table.

    It is derived from the deal's `secret` without revealing it, so that nobody can compute what a
    computer would have done with another hand.
    """
    return hmac.digest(secret, f"kwbot computers 2 {table_id} {number}".encode(), "sha256")


def duplicate_key(secret: bytes) -> bytes:
    """Return the key of all computers' chance in a duplicate deal, the same at all tables."""
    return hmac.digest(secret, b"kwbot shared computers 1", "sha256")


def advice_seed(table_id: TableId, deal: Deal, number: int) -> int:
    """Return the seed of advice in deal `number` of a table, so that a hint and a review look at
    the same samples. Anybody can compute it, which is harmless: only one player sees the advice."""
    moment = f"kwbot advice 1 {table_id} {number} {len(deal.moves())}"
    return int.from_bytes(hmac.digest(b"", moment.encode(), "sha256")[:7])


def turns(table: RunningTable, opening: DealStart, seat: Seat | None = None) -> Turns:
    """Return the next turns of all computer players, or one turn for a computer on `seat`."""
    levels = tuple(
        [
            (seated.level or USUAL_LEVEL)
            if (table.is_played_by_computer(at) if seat is None else at == seat)
            else ""
            for at, seated in enumerate(table.seated)
        ]
    )
    most = TURNS_AT_ONCE if seat is None else 1
    if table.is_duplicate and table.match.deal is not None:
        moment = len(table.match.deal.moves())
        return Turns(table.match, opening, levels, moment, most, samples=DUPLICATE_SAMPLES)
    return Turns(table.match, opening, levels, table.seq, most)


async def take_turns(computers: Computers, turns: Turns) -> Sequence[Action]:
    """Return the actions of computer players in these turns; a random legal one if they fail."""
    choice = turns.match.choice(turns.seat)
    if isinstance(choice, CutDeck):
        return [Cut(0)]  # the bot knows the secret, so it must not choose the deal
    try:
        actions = await computers.take_turns(turns)
        return [choice.accept(actions[0]), *actions[1:]]
    except Exception as error:  # noqa: BLE001 - logged by type alone, as it may hold cards
        _log.error("a computer player failed: %s", count_error(error))
        return [choice.sample(secrets.SystemRandom())]
