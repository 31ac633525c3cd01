"""A table of one round of an evening, and what it has brought."""

from __future__ import annotations

from dataclasses import dataclass

from kwbot.engine.values.actions import Seat
from kwbot.evenings.draw import Seating
from kwbot.ids import TableId


@dataclass(frozen=True, slots=True)
class Share:
    """What a table has brought an entrant.

    `by_computer`: in how many of the deals a computer played for them at the end; `settled`: what
    they win or pay (minus) by the rules of the game, in hundredths.
    """

    entrant: int
    points: int
    deals: int
    by_computer: int = 0
    settled: int = 0


@dataclass(frozen=True, slots=True)
class DuplicateResult:
    """The result of one table in a deal of a duplicate, by seat: empty where it was not played.

    `table`: the one that was opened for it, if one was; `by_computer`: the seats for which a
    computer played in the end; `settled`: as in a `Share`, empty without money.
    """

    table: TableId | None
    points: tuple[int, ...] = ()
    by_computer: tuple[Seat, ...] = ()
    settled: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Sitting:
    """One table of a round. `deals`: how many are still to be played when a match begins; `boards`:
    of a duplicate, the deals that are over, each played as a match of its own."""

    seats: Seating
    deals: int
    table: TableId | None = None
    """The open table, or the last one; None: it is not open yet."""
    over: bool = False
    shares: tuple[Share, ...] = ()
    boards: tuple[DuplicateResult, ...] = ()

    def has(self, entrant: int) -> bool:
        """Whether an entrant sits at this table."""
        return entrant in self.seats
