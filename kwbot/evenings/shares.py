"""People's shares in the results of a table, deal by deal for those who had its seats."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from kwbot.engine.deals.match import record_name
from kwbot.engine.deals.record_lines import parse_reseat, parse_seat, split_line
from kwbot.engine.values.actions import Seat
from kwbot.ids import UserId
from kwbot.tables.state.seated import Seated
from kwbot.tables.state.table_state import RunningTable


@dataclass
class UserShare:
    """A user's share in the results of a table so far; see `Share`."""

    name: str
    points: int = 0
    deals: int = 0
    by_computer: int = 0
    settled: int = 0


@dataclass
class _Sitters:
    """The people at a table in the course of a match, as shown by its record."""

    seats: list[UserId | None]
    coming: Mapping[str, deque[Seated]]
    names: dict[UserId, str] = field(default_factory=dict)
    away: set[Seat] = field(default_factory=set)
    found: dict[UserId, UserShare] = field(default_factory=dict)

    def shares_by_seat(self) -> Iterator[tuple[Seat, UserShare]]:
        """Yield the shares, to be added to, of the people who sit there now."""
        for seat, user in enumerate(self.seats):
            if user is not None:
                yield seat, self.found.setdefault(user, UserShare(self.names[user]))

    def read(self, lines: Iterable[str]) -> None:
        """Follow lines of a record by which people leave, come back or sit down."""
        for line in lines:
            match split_line(line):
                case "seat", rest:
                    self.reseat(*parse_reseat(rest))
                case "away", rest:
                    self.away.add(parse_seat(rest))
                case "back", rest:
                    self.away.discard(parse_seat(rest))

    def reseat(self, seat: Seat, name: str) -> None:
        """Give a seat to the next newcomer of this name, or to a computer if there is none."""
        waiting = self.coming.get(name)
        newcomer = waiting.popleft() if waiting else None
        self.seats[seat] = newcomer.user if newcomer else None
        if newcomer and newcomer.user is not None:
            self.names[newcomer.user] = newcomer.name


def user_shares(
    table: RunningTable, first: Sequence[UserId | None], newcomers: Iterable[Seated]
) -> dict[UserId, UserShare]:
    """Return users' shares in the results of a closed table. `first`: the users by seat when its
    match began; `newcomers`: those who asked for a seat since, in order. A deal counts for whoever
    has the seat at its end, the settlement for the last one."""
    coming: dict[str, deque[Seated]] = {}
    for one in newcomers:
        coming.setdefault(record_name(one.name), deque()).append(one)
    first_names = table.match.first_names or table.match.names
    names = {user: name for user, name in zip(first, first_names, strict=True) if user}
    sitters = _Sitters(list(first), coming, names)
    scores, played = (0,) * len(first), 0
    for deal in table.match.deals:
        sitters.read(deal.lines.splitlines())
        count, played = deal.sheet.played - played, deal.sheet.played
        for seat, share in sitters.shares_by_seat():
            share.points += deal.scores[seat] - scores[seat]
            share.deals += count
            share.by_computer += count if seat in sitters.away else 0
        scores = deal.scores
    sitters.read([*table.match.broken_off.splitlines(), *map(str, table.match.between)])
    if table.match.sheet.settlement and not table.computers:
        for seat, share in sitters.shares_by_seat():
            share.settled += table.match.sheet.settlement[seat]
    return sitters.found
