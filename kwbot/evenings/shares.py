"""What the seats of a table have brought those who sat on them, deal by deal."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from kwbot.engine.deals.match import Match, record_name
from kwbot.engine.deals.record_lines import parse_reseat, parse_seat, split_line
from kwbot.engine.values.actions import Seat
from kwbot.ids import UserId
from kwbot.tables.state.seated import Seated
from kwbot.tables.state.table_state import RunningTable


@dataclass
class Taking:
    """What somebody has got at a table; see `Share`."""

    name: str
    points: int = 0
    deals: int = 0
    by_computer: int = 0
    settled: int = 0


@dataclass
class _Sitters:
    """The people at a table during a match, and whose computers play, as a record has it."""

    seats: list[UserId | None]
    coming: Mapping[str, deque[Seated]]
    names: dict[UserId, str] = field(default_factory=dict)
    away: set[Seat] = field(default_factory=set)
    found: dict[UserId, Taking] = field(default_factory=dict)

    def takings(self) -> Iterator[tuple[Seat, Taking]]:
        """Yield what those who sit there now have got so far, to be added to."""
        for seat, user in enumerate(self.seats):
            if user is not None:
                yield seat, self.found.setdefault(user, Taking(self.names[user]))

    def read(self, lines: Iterable[str]) -> None:
        """Note who leaves, comes back or changes seats by lines of a record."""
        for line in lines:
            match split_line(line):
                case "seat", rest:
                    self.reseat(*parse_reseat(rest))
                case "away", rest:
                    self.away.add(parse_seat(rest))
                case "back", rest:
                    self.away.discard(parse_seat(rest))

    def reseat(self, seat: Seat, name: str) -> None:
        """Let the next of those who wait under `name` have a seat; a computer, if nobody does."""
        waiting = self.coming.get(name)
        newcomer = waiting.popleft() if waiting else None
        self.seats[seat] = newcomer.user if newcomer else None
        if newcomer and newcomer.user is not None:
            self.names[newcomer.user] = newcomer.name


def takings(
    game: RunningTable, first: Sequence[UserId | None], asked: Iterable[Seated]
) -> dict[UserId, Taking]:
    """Return by user what a table that is closed has brought.

    `first`: the users by seat when its match began; `asked`: who has asked for a seat since, in
    order. A deal counts for whoever has the seat at its end, the settlement for whoever had it
    last.
    """
    coming: dict[str, deque[Seated]] = {}
    for one in asked:
        coming.setdefault(record_name(one.name), deque()).append(one)
    names = {user: name for user, name in zip(first, _first_names(game.match), strict=True) if user}
    sitters = _Sitters(list(first), coming, names)
    scores, played = (0,) * len(first), 0
    for deal in game.match.deals:
        sitters.read(deal.lines.splitlines())
        count, played = deal.sheet.played - played, deal.sheet.played
        for seat, taking in sitters.takings():
            taking.points += deal.scores[seat] - scores[seat]
            taking.deals += count
            taking.by_computer += count if seat in sitters.away else 0
        scores = deal.scores
    sitters.read([*game.match.broken_off.splitlines(), *map(str, game.match.between)])
    if game.match.sheet.settlement and not game.computers:
        for seat, taking in sitters.takings():
            taking.settled += game.match.sheet.settlement[seat]
    return sitters.found


def _first_names(match: Match) -> tuple[str, ...]:
    return match.first_names or match.names
