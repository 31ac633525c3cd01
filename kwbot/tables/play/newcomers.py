"""Newcomers to a running game, on the seat of a computer or of somebody who is away."""

from dataclasses import replace

from kwbot.engine.values.names import told_apart
from kwbot.engine.values.wording import N_
from kwbot.tables.errors.refusals import Refused
from kwbot.tables.log import seat_changes
from kwbot.tables.log.events import newcomer_body
from kwbot.tables.play import votes
from kwbot.tables.play.transaction import Transaction
from kwbot.tables.state.proposals import Motion, Vote
from kwbot.tables.state.seated import Seated
from kwbot.tables.state.table_state import RunningTable


def wait(tx: Transaction, newcomer: Seated) -> None:
    """Let a newcomer wait for a computer's seat until the end of the deal. Raises Refused."""
    table = tx.running
    _check_new(table, newcomer)
    if any(one.user == newcomer.user for one in table.newcomers):
        raise Refused(N_("You get a seat after this deal."))
    votes.check_no_vote(table)
    if not table.has_room:
        raise Refused(N_("All seats are taken."))
    newcomer = _told_apart(table, newcomer)
    tx.add("newcomer", newcomer_body(newcomer), seat_changes.wait_for_seat(table, newcomer))


def seat_vote(tx: Transaction, newcomer: Seated) -> Vote:
    """Return the vote to give a newcomer the seat that is vacant longest. Raises Refused."""
    table = tx.running
    _check_new(table, newcomer)
    seat, voters = table.longest_gone, table.deciders(None)
    if seat is None:
        raise Refused(N_("Nobody is away, so no seat is free."))
    if not voters:
        raise Refused(N_("Nobody here can let you in right now."))
    motion = Motion(seat, _told_apart(table, newcomer))
    return votes.about_motion(table, seat, voters, motion, tx.now)


def _told_apart(table: RunningTable, newcomer: Seated) -> Seated:
    """Return a newcomer with a name distinct from those of all people here. (A computer of that
    name is renamed when they sit down.)"""
    people = (one for one in (*table.seated, *table.newcomers) if one.user is not None)
    *_, name = told_apart((*(one.name for one in people), newcomer.name))
    return replace(newcomer, name=name)


def _check_new(table: RunningTable, newcomer: Seated) -> None:
    assert newcomer.user is not None
    if table.has(newcomer.user):
        raise Refused(N_("You're already at this table."))
