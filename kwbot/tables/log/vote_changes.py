"""What events change in a running table's vote."""

from dataclasses import replace

from kwbot.engine.values.actions import Seat
from kwbot.tables.state.proposals import Decided, Vote
from kwbot.tables.state.table_state import RunningTable


def propose(table: RunningTable, vote: Vote) -> RunningTable:
    """Return the table with a vote begun."""
    return replace(table, vote=replace(vote, seq=table.seq + 1))


def agree(table: RunningTable, seat: Seat) -> RunningTable:
    """Return the table with a player's agreement to its vote. Raises Stale."""
    vote = table.vote_under_way()
    return replace(table, vote=replace(vote, agreed=vote.agreed | {seat}))


def object_to(table: RunningTable, seat: Seat) -> RunningTable:
    """Return the table with one voter fewer, in a vote that needs one agreement. Raises Stale."""
    vote = table.vote_under_way()
    return replace(table, vote=replace(vote, voters=vote.voters - {seat}))


def reject(table: RunningTable, by: Seat | None = None) -> RunningTable:
    """Return the table with its vote ended without a result. `by`: the player who voted against it;
    None: time ran out. Raises Stale."""
    decided = Decided(table.vote_under_way(), stands=False, by=by)
    return replace(table, vote=None, decided=decided)


def carry(table: RunningTable) -> RunningTable:
    """Return the table with its vote ended in favour. Carrying it out is another event, or a change
    without one. Raises Stale."""
    return replace(table, vote=None, decided=Decided(table.vote_under_way(), stands=True))
