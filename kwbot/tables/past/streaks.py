"""Streaks: what a person has done several times in a row, shown below a deal's result.

Only a few lengths are worth a line, and only the rarest of several streaks is shown. Only people
have streaks, in deals that they played themselves.
"""

from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import NamedTuple

from kwbot.engine.deals.match import PlayedDeal
from kwbot.engine.phases.script import DealResult
from kwbot.engine.values.actions import Bid, Seat
from kwbot.engine.values.wording import N_, Listed, Sentence, Term, Who
from kwbot.tables.past.leaderboard_entries import deals_of_others, made_own
from kwbot.tables.state.table_state import RunningTable

STREAK_LENGTHS = {
    3: Term("third", "in a row"),
    5: Term("fifth", "in a row"),
    10: Term("tenth", "in a row"),
}
"""The lengths of streaks that are worth a line."""


class Streak(NamedTuple):
    """A streak of a person, or of partners with the same one, worded for themselves (`own`) and for
    others."""

    seats: tuple[Seat, ...]
    own: Sentence
    others: Sentence


class _Kind(NamedTuple):
    """A kind of streak. `counts`: whether a deal continues it; None: the deal is skipped."""

    counts: Callable[[DealResult, Seat], bool | None]
    own: str
    others: str


class _OwnStreak(NamedTuple):
    """A person's streak of a kind and length, with its bid if it has one."""

    kind: _Kind
    length: int
    bid: Bid | None = None

    def of(self, seats: Sequence[Seat]) -> Streak:
        """Return this as the streak of some players."""
        values: dict[str, object] = {"nth": STREAK_LENGTHS[self.length]}
        if self.bid is not None:
            values["bid"] = self.bid
        people = Listed(tuple(map(Who, seats)))
        own = Sentence(self.kind.own, **values)
        return Streak(tuple(seats), own, Sentence(self.kind.others, player=people, **values))


def _won_most_points(result: DealResult, seat: Seat) -> bool | None:
    """Whether a side won the most points, in games without contracts."""
    if result.contract is not None or not result.played:
        return None
    return result.points[seat] == max(result.points) > min(result.points)


_SAME_BID = _Kind(
    made_own, N_("Your {nth} {bid} in a row."), N_("{player}'s {nth} {bid} in a row.")
)
_KINDS = (
    _Kind(
        made_own,
        N_("Your {nth} contract in a row that was made."),
        N_("{player}'s {nth} contract in a row that was made."),
    ),
    _Kind(
        _won_most_points,
        N_("Your {nth} deal won in a row."),
        N_("{player}'s {nth} deal won in a row."),
    ),
)


def streak_of(table: RunningTable) -> Streak | None:
    """Return the streak worth a line that the last deal has continued, if there is one."""
    ended = table.match.deals[-1:]
    if not ended or not ended[0].result.played:
        return None
    found = {seat: row for seat in table.humans if (row := _own_streak(table, seat)) is not None}
    if not found:
        return None
    first = next(iter(found.values()))
    return first.of([seat for seat, row in found.items() if row == first])


def _own_streak(table: RunningTable, seat: Seat) -> _OwnStreak | None:
    match = table.match
    own = match.deals[deals_of_others(match, seat, gave_up=False) :]
    if (bid := _named_bid(table, seat)) is not None:
        alike = _length(own, seat, lambda result, at: _made_with(result, at, bid))
        if alike in STREAK_LENGTHS:
            return _OwnStreak(_SAME_BID, alike, Bid((bid,)))
    for kind in _KINDS:
        if (length := _length(own, seat, kind.counts)) in STREAK_LENGTHS:
            return _OwnStreak(kind, length)
    return None


def _length(
    deals: Sequence[PlayedDeal], seat: Seat, counts: Callable[[DealResult, Seat], bool | None]
) -> int:
    """Return the length of a streak; 0 if the last deal does not continue it."""
    if not deals or not counts(deals[-1].result, seat):
        return 0
    judged = (counts(one.result, seat) for one in reversed(deals))
    return sum(takewhile(bool, (one for one in judged if one is not None)))


def _named_bid(table: RunningTable, seat: Seat) -> str | None:
    """Return the first part of the bid that a player has just played, if its name is more than a
    number of tricks."""
    result = table.match.deals[-1].result
    if result.contract is None or made_own(result, seat) is None:
        return None
    key = result.contract.parts[0]
    part = table.variant.parts(table.match.sheet.options).get(key)
    return None if part is None or str(part.name).isdigit() else key


def _made_with(result: DealResult, seat: Seat, part: str) -> bool | None:
    made = made_own(result, seat)
    if made is None:
        return None
    return made and result.contract is not None and result.contract.parts[0] == part
