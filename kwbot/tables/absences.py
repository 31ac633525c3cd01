"""People who leave a running game, and come back, and whose seat somebody else may have."""

from __future__ import annotations

from kwbot.engine.actions import Seat
from kwbot.engine.table import Away, Back
from kwbot.engine.wording import N_
from kwbot.tables import votes
from kwbot.tables.refusals import AWAY, Refused, Stale
from kwbot.tables.table_state import RunningTable
from kwbot.tables.transaction import Transaction


def leave(tx: Transaction, user: int) -> None:
    """Leave the game to a computer player; a vote in which they have a part falls."""
    game = tx.game
    seat = game.seat_of(user)
    if seat in game.away:
        raise Refused(AWAY)
    tx.add("away", str(Away(seat)), game.gone_away(seat))
    if game.vote and seat in game.vote.voters | {game.vote.proposer}:
        votes.drop(tx, seat)


def come_back(tx: Transaction, seat: Seat) -> None:
    """Let whoever acts be back; a vote on who gets their seat falls, or who is the host instead."""
    if seat not in tx.game.away:
        return
    tx.add("back", str(Back(seat)), tx.game.come_back(seat))
    motion = tx.game.vote.motion if tx.game.vote else None
    if motion and (motion.seat == seat or (motion.names_host and seat == tx.game.host_seat)):
        votes.drop(tx, seat)


def take_seat_back(tx: Transaction, user: int) -> None:
    """Take the own seat back; raise Stale for who is there."""
    seat = tx.game.seat_of(user)
    if seat not in tx.game.away:
        raise Stale
    come_back(tx, seat)


def absent(table: RunningTable, seat: Seat) -> Seat:
    """Return the seat of somebody who is away. Raise Stale if they are back, or a computer."""
    if seat not in table.away or table.seated[seat].user is None:
        raise Stale
    return seat


def longest_absent(table: RunningTable) -> Seat:
    """Return the seat of whoever has been away longest; raise Refused where all are there."""
    gone = [seat for seat in table.humans if seat in table.away]
    if not gone:
        raise Refused(N_("Nobody is away, so no seat is free."))
    return min(gone, key=lambda seat: table.attendance.away_since[seat])
