"""A table of one round of an evening, and its results."""

from dataclasses import dataclass

from kwbot.engine.values.actions import Seat
from kwbot.evenings.draw import Seating
from kwbot.ids import TableId


@dataclass(frozen=True, slots=True)
class Share:
    """An entrant's share in the results of a table. `by_computer`: the number of deals that a
    computer finished for them; `settled`: their win (minus: loss) in a game for money, in
    hundredths."""

    entrant: int
    points: int
    deals: int
    by_computer: int = 0
    settled: int = 0


@dataclass(frozen=True, slots=True)
class DuplicateResult:
    """The result of a duplicate deal at one table, by seat; empty if it was not played there.
    `table`: the one opened for it, if any; `by_computer`: the seats played by a computer at the
    end; `settled`: as in `Share`, empty in a game without money."""

    table: TableId | None
    points: tuple[int, ...] = ()
    by_computer: tuple[Seat, ...] = ()
    settled: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Sitting:
    """A table of a round. `deals`: how many are to be played when a match begins; `results`: of a
    duplicate's finished deals, each a match of its own."""

    seats: Seating
    deals: int
    table: TableId | None = None
    """The id of the open or last table; None if it is not open yet."""
    over: bool = False
    shares: tuple[Share, ...] = ()
    results: tuple[DuplicateResult, ...] = ()

    def has(self, entrant: int) -> bool:
        """Whether an entrant sits at this table."""
        return entrant in self.seats
