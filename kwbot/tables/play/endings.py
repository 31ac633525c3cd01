"""Ending a game before its last deal, and closing a table."""

from kwbot.engine.deals.record_lines import finish_line
from kwbot.engine.values.actions import Seat
from kwbot.tables.log import deal_changes
from kwbot.tables.past import leaderboard_entries
from kwbot.tables.play.transaction import Transaction
from kwbot.tables.state.table_state import OpenTable, RunningTable


def finish(tx: Transaction, seat: Seat = 0) -> None:
    """End the game for a player. In a game that its host ends, the record names player 0."""
    _reveal_running(tx)
    by = 0 if tx.running.variant.host_ends else seat
    tx.add("finish", finish_line(by), deal_changes.finish(tx.running, by))


def close(tx: Transaction, reason: str) -> None:
    """Close the table. A game that only its host can end is finished and scored, unless a moderator
    closes the table: then nothing counts."""
    table = tx.state
    assert isinstance(table, OpenTable)
    if isinstance(table, RunningTable):
        match, lasts = table.match, reason != "moderator"
        if lasts and match.variant.host_ends and match.sheet.played and not match.is_won:
            finish(tx)
            table = tx.running
            tx.scores.append(leaderboard_entries.outcome(table, tx.now))
        else:
            _reveal_running(tx)
    tx.become(table.as_closed(reason))


def _reveal_running(tx: Transaction) -> None:
    """Reveal the secret of the running deal, which is broken off, so that it can be verified."""
    match = tx.running.match
    if match.deal and match.deal.is_dealt:
        tx.reveal.append(match.number)
