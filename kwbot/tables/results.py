"""What a finished match enters into the leaderboard."""

from __future__ import annotations

from datetime import datetime

from kwbot.engine.actions import Seat
from kwbot.storage.values import Outcome, PlayerResult, Title
from kwbot.tables.state import TableState


def outcome(table: TableState, now: datetime) -> Outcome:
    """The results of the human players of a table whose match is over."""
    match = table.match
    assert match is not None
    titles = tuple(
        Title(user, title)
        for seat, title in match.sheet.titles
        if (user := table.seated[seat].user) is not None
    )
    results = tuple(_result(table, seat) for seat in table.humans)
    return Outcome(finished_at=now, players=len(table.seated), results=results, titles=titles)


def _result(table: TableState, seat: Seat) -> PlayerResult:
    match, user = table.match, table.seated[seat].user
    assert match is not None
    assert user is not None
    played = [deal.result for deal in match.deals if deal.result.declarer == seat]
    return PlayerResult(
        user_id=user,
        seat=seat,
        won=seat in (match.sheet.winners or ()),
        points=match.sheet.scores[seat],
        bids_tried=len(played),
        bids_made=sum(bool(result.made) for result in played),
    )
