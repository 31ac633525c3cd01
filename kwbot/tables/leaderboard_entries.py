"""What a finished match enters into the leaderboard."""

from __future__ import annotations

from datetime import datetime

from kwbot.engine.actions import Seat
from kwbot.engine.script import DealResult
from kwbot.storage.stored import Outcome, PlayerResult, Title
from kwbot.tables.state import RunningTable


def outcome(table: RunningTable, now: datetime) -> Outcome:
    """Return the results of the human players of a table whose match is over."""
    match = table.match
    titles = tuple(
        Title(user, title)
        for seat, title in match.sheet.titles
        if (user := table.seated[seat].user) is not None
    )
    results = tuple(_result(table, seat) for seat in table.humans)
    return Outcome(finished_at=now, players=len(table.seated), results=results, titles=titles)


def _result(table: RunningTable, seat: Seat) -> PlayerResult:
    match, user = table.match, table.seated[seat].user
    assert user is not None
    bids = [made for deal in match.deals if (made := _made(deal.result, seat)) is not None]
    return PlayerResult(
        user_id=user,
        seat=seat,
        won=seat in (match.sheet.winners or ()),
        points=match.variant.earnings(match.sheet)[seat],
        bids_tried=len(bids),
        bids_made=sum(bids),
    )


def _made(result: DealResult, seat: Seat) -> bool | None:
    """Whether a player made the contract of a deal that they played for themselves, if they did."""
    if result.soloists:
        return dict(result.soloists).get(seat)
    return result.made if result.declarer == seat else None
