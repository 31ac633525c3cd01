"""Players who leave a running game, come back or fall silent, and whoever takes their place."""

from kwbot.engine.values.actions import Away, Back, Seat
from kwbot.ids import UserId
from kwbot.tables.errors.refusals import COMPUTER_PLAYS, Refused, Stale
from kwbot.tables.log import seat_changes
from kwbot.tables.play import votes
from kwbot.tables.play.transaction import Transaction
from kwbot.tables.state import time_limits
from kwbot.tables.state.computer_seats import another_computer
from kwbot.tables.state.proposals import Motion
from kwbot.tables.state.table_state import RunningTable


def leave(tx: Transaction, user_id: UserId) -> None:
    """Let a computer play for a user who leaves. Drops a vote that they take part in."""
    table = tx.running
    seat = table.seat_of(user_id)
    if seat in table.away:
        raise Refused(COMPUTER_PLAYS)
    come_back(tx, seat)
    table = tx.running
    tx.add("away", str(Away(seat)), seat_changes.go_away(table, seat))
    if table.vote and seat in table.vote.voters | {table.vote.proposer}:
        votes.drop(tx, seat)


def come_back(tx: Transaction, seat: Seat) -> None:
    """Note that a player acts, and so is no longer away or silent. Drops a vote to replace them on
    their seat or as the host."""
    if seat in tx.running.away:
        tx.add("back", str(Back(seat)), seat_changes.come_back(tx.running, seat))
    elif tx.running.is_silent(seat):
        tx.add("heard", str(seat), seat_changes.break_silence(tx.running, seat))
    else:
        return
    motion = tx.running.vote.motion if tx.running.vote else None
    if motion and (motion.seat == seat or (motion.names_host and seat == tx.running.host_seat)):
        votes.drop(tx, seat)


def take_seat_back(tx: Transaction, user_id: UserId) -> None:
    """Give a user their seat back; raise Stale if they are neither away nor silent."""
    seat = tx.running.seat_of(user_id)
    if seat not in tx.running.replaceable:
        raise Stale
    come_back(tx, seat)


def fall_silent(tx: Transaction) -> bool:
    """Note as silent those waited for too long, and no more. Return whether there are any."""
    silent = [
        (seat, since)
        for seat, (since, until) in time_limits.falling_silent(tx.running).items()
        if until <= tx.now
    ]
    for seat, since in silent:
        tx.add(
            "silent",
            f"{seat} {since.isoformat()}",
            seat_changes.fall_silent(tx.running, seat, since),
        )
    return bool(silent)


def in_place_of(table: RunningTable, seat: Seat) -> Motion:
    """Return the motion to let a computer play for somebody: permanently if they are away, until
    they press something if they are silent. Raise Stale if they are neither, or a computer."""
    if seat not in table.replaceable:
        raise Stale
    if seat not in table.away:
        return Motion(seat, until_back=True)
    return Motion(seat, another_computer((*table.seated, *table.newcomers)))


def step_aside(tx: Transaction, seat: Seat) -> None:
    """Let a computer play for a silent player until they press something."""
    tx.add("away", str(Away(seat)), seat_changes.go_away(tx.running, seat))
