"""The tables of duplicate deals: their options, seats and results."""

from collections.abc import Mapping
from dataclasses import replace

from kwbot.engine.deals.variant import Variant
from kwbot.evenings.evening import Evening
from kwbot.evenings.movement import SEATS
from kwbot.evenings.sitting import DuplicateResult, Sitting
from kwbot.ids import TableId, UserId
from kwbot.tables.state.computer_seats import another_computer
from kwbot.tables.state.round_limits import duplicate_round_options
from kwbot.tables.state.seated import Seated
from kwbot.tables.state.table_options import LEVEL_OPTION, USUAL_LEVEL
from kwbot.tables.state.table_state import RunningTable


def own_options(variant: Variant, options: Mapping[str, str]) -> dict[str, str]:
    """Return the values of a game's own options, without the table's."""
    known = {option.key for option in variant.options}
    return variant.option_values({key: options[key] for key in options if key in known})


def in_pairs(variant: Variant, options: Mapping[str, str]) -> bool:
    """Whether two fixed pairs play a game with these options, so that pairs are compared."""
    return bool(variant.sides(variant.opening(own_options(variant, options), SEATS)))


def duplicate_options(evening: Evening, number: int) -> Mapping[str, str]:
    """Return the options of the table for the next deal at a table of the round."""
    at = len(evening.round[number].results)
    name = f"evening{evening.id}deal{(len(evening.rounds) - 1) * evening.deals + at + 1}"
    return duplicate_round_options(evening.id, evening.deals, name, at)


def duplicate_seats(evening: Evening, sitting: Sitting) -> tuple[Seated, ...]:
    """Return the players of a table, with computers for those who have left. Each seat has the same
    computer at all tables, because a computer's name decides how it plays."""
    people = [at for unit in evening.units for at in unit if at is not None]
    everybody = [Seated(evening.entrants[at].name, UserId(at)) for at in people]
    for _ in sitting.seats:
        everybody.append(another_computer(everybody))
    level = evening.options.get(LEVEL_OPTION, USUAL_LEVEL)
    seated = [replace(computer, level=level) for computer in everybody[len(people) :]]
    for seat, at in enumerate(sitting.seats):
        if at is not None and evening.is_here(at):
            seated[seat] = Seated(evening.entrants[at].name, evening.entrants[at].user, "")
    return tuple(seated)


def has_people(evening: Evening, sitting: Sitting) -> bool:
    """Whether anybody is left at a table."""
    return any(map(evening.is_here, sitting.seats))


def duplicate_result(table_id: TableId, table: RunningTable | None) -> DuplicateResult:
    """Return the result of a closed table in its deal, empty if the deal was not finished."""
    if table is None or not table.match.deals:
        return DuplicateResult(table_id)
    by_computer = [seat for seat in range(len(table.seated)) if table.is_played_by_computer(seat)]
    settled = () if table.computers else table.match.sheet.settlement or ()
    points = table.match.deals[0].result.points
    return DuplicateResult(table_id, tuple(points), tuple(by_computer), tuple(settled))
