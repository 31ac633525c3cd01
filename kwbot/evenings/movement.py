"""The movement of a duplicate: who sits where in each round, by a plan fixed from the start.

All tables play the same deals at the same time, so no deal has to travel and nobody needs to skip a
table. Pairs play a Mitchell movement: one line of pairs stays, the other moves on by one table each
round, and one table is arrow-switched each round, so that both lines are compared. Single players
play a whist tournament: in 4n - 1 rounds everybody is everybody else's partner once and opponent
twice.
"""

from collections.abc import Collection, Sequence

from kwbot.evenings.draw import Seating, person_first

MIN_DUPLICATE_TABLES, MAX_DUPLICATE_TABLES = 2, 8
SEATS = 4
"""Number of seats at each table."""

Unit = tuple[int | None, ...]
"""A pair or a single player, who move together: entrants' numbers, None for a computer."""

_FIRST_ROUND: dict[int, Sequence[tuple[int, ...]]] = {
    2: ((7, 2, 4, 1), (0, 3, 5, 6)),
    3: ((11, 9, 8, 1), (0, 10, 5, 3), (2, 6, 4, 7)),
    4: ((15, 10, 1, 9), (0, 4, 2, 12), (3, 13, 14, 7), (5, 6, 8, 11)),
    5: ((19, 11, 9, 14), (0, 18, 1, 6), (2, 17, 7, 15), (3, 10, 13, 4), (5, 12, 16, 8)),
    6: (
        (23, 21, 20, 11), (0, 17, 14, 16), (1, 13, 8, 19), (2, 4, 5, 12), (3, 7, 22, 9),
        (6, 10, 18, 15),
    ),
    7: (
        (27, 25, 23, 11), (0, 17, 18, 5), (1, 26, 2, 21), (3, 7, 20, 9), (4, 8, 24, 16),
        (6, 12, 22, 15), (10, 19, 14, 13),
    ),
    8: (
        (31, 10, 3, 19), (0, 6, 28, 5), (1, 2, 30, 23), (4, 22, 20, 9), (7, 24, 12, 18),
        (8, 25, 15, 11), (13, 29, 17, 21), (14, 16, 26, 27),
    ),
}  # fmt: skip
"""The first round of a whist tournament by the number of tables. In each later round everybody
takes the place of the number before theirs, except that the highest number stays."""


def line_up(before: Sequence[Unit], here: Sequence[int], size: int) -> tuple[Unit, ...]:
    """Return the units of the next round, each of `size` people, when `here` take part.

    Those who were there before keep their number and partner. Computers replace those who have
    left, and make way for those who come. Pairs with even numbers stay at their tables. If only
    two partners are here they part, each for a table: at one alone nothing would be compared.
    """
    if any(set(here) == set(unit) for unit in before):
        before = ()
    units = [[one if one in here else None for one in unit] for unit in before]
    tables = max(MIN_DUPLICATE_TABLES, len(units) * size // SEATS, -(-len(here) // SEATS))
    units += [[None] * size for _ in range(tables * SEATS // size - len(units))]
    seated = {one for unit in units for one in unit}
    coming = [one for one in here if one not in seated]
    for number, at in _places(units)[: len(coming)]:
        units[number][at] = coming.pop(0)
    return tuple(map(tuple, units))


def _places(units: Sequence[Sequence[int | None]]) -> list[tuple[int, int]]:
    """Return the free places, as unit and place in it, in the order in which they are filled: first
    one person at each table, then partners for those without."""

    def turn(place: tuple[int, int]) -> int:
        at, number = place
        empty, stays = _is_empty(units[at]), at % 2 == 0
        if empty and stays and number == 0:
            return 0
        return 1 if stays or not empty else 2

    every = ((at, number) for at, unit in enumerate(units) for number in range(len(unit)))
    return sorted((one for one in every if units[one[0]][one[1]] is None), key=turn)


def seatings(units: Sequence[Unit], number: int) -> list[Seating]:
    """Return the tables of round `number`, counted from 0, each with a person in its first seat.
    Tables without people are left out."""
    tables = _pairs(units, number) if len(units[0]) > 1 else _singles(units, number)
    peopled = _with_people(tables)
    return [person_first(_seating_of(table)) for table in peopled if not all(map(_is_empty, table))]


def _pairs(units: Sequence[Unit], number: int) -> list[list[Unit]]:
    """Return the tables of pairs by a Mitchell movement: pairs with odd numbers move on, and one
    table is arrow-switched each round."""
    count = len(units) // 2
    number %= count
    turned = (2 * number + (count % 2 == 0 and number >= count // 2)) % count
    tables = [[units[2 * at], units[2 * ((at - number) % count) + 1]] for at in range(count)]
    tables[turned].reverse()
    return tables


def _singles(units: Sequence[Unit], number: int) -> list[list[Unit]]:
    """Return the tables of single players in a round of a whist tournament."""
    stays = len(units) - 1
    return [
        [units[one if one == stays else (one + number) % stays] for one in table]
        for table in _FIRST_ROUND[len(units) // SEATS]
    ]


def _with_people(tables: list[list[Unit]]) -> list[list[Unit]]:
    """Move a unit with people to each table without any, in exchange for computers, as long as
    another table has two such units."""
    for table in [one for one in tables if all(map(_is_empty, one))]:
        fullest = max(tables, key=lambda one: sum(not _is_empty(unit) for unit in one))
        people = [at for at, unit in enumerate(fullest) if not _is_empty(unit)]
        if len(people) > 1:
            at = people[-1]
            table[at], fullest[at] = fullest[at], table[at]
    return tables


def _seating_of(table: Sequence[Unit]) -> Seating:
    """Return the seating of the units of a table: partners sit opposite each other."""
    if len(table) == SEATS:
        return tuple(one for (one,) in table)
    return tuple(unit[at] for at in range(SEATS // 2) for unit in table)


def _is_empty(unit: Collection[int | None]) -> bool:
    return all(one is None for one in unit)
