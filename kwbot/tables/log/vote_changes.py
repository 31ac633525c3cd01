"""What events change in the vote of a running table."""

from __future__ import annotations

from dataclasses import replace

from kwbot.engine.values.actions import Seat
from kwbot.tables.state.proposals import Decided, Vote
from kwbot.tables.state.table_state import RunningTable


def propose(table: RunningTable, vote: Vote) -> RunningTable:
    """Return the table with a vote that begins."""
    return replace(table, vote=replace(vote, seq=table.seq + 1))


def agree(table: RunningTable, seat: Seat) -> RunningTable:
    """Return the table with a player's agreement to its vote. Raises Stale."""
    vote = table.vote_under_way()
    return replace(table, vote=replace(vote, agreed=vote.agreed | {seat}))


def object_to(table: RunningTable, seat: Seat) -> RunningTable:
    """Go on asking the others, where one of them is enough. Raises Stale."""
    vote = table.vote_under_way()
    return replace(table, vote=replace(vote, voters=vote.voters - {seat}))


def reject(table: RunningTable, by: Seat | None = None) -> RunningTable:
    """Drop the vote. `by`: who did not agree; None: time ran out. Raises Stale."""
    decided = Decided(table.vote_under_way(), stands=False, by=by)
    return replace(table, vote=None, decided=decided)


def carry(table: RunningTable) -> RunningTable:
    """End a vote that stands, and after which something else happens, or nothing that the log
    says. Raises Stale."""
    return replace(table, vote=None, decided=Decided(table.vote_under_way(), stands=True))
