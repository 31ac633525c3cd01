"""Changes of an evening's rooms and of its current round's tables. All are pure."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from kwbot.evenings.draw import person_first
from kwbot.evenings.entrant import Entrant
from kwbot.evenings.evening import Evening
from kwbot.evenings.shares import UserShare
from kwbot.evenings.sitting import DuplicateResult, Share, Sitting
from kwbot.ids import UserId


def set_room(evening: Evening, number: int, channel_id: int) -> Evening:
    """Return the evening with a channel as the room for tables of a number."""
    rooms = [*evening.rooms, *[0] * (number + 1 - len(evening.rooms))]
    rooms[number] = channel_id
    return replace(evening, rooms=tuple(rooms))


def close_room(evening: Evening, channel_id: int) -> Evening:
    """Return the evening after an unused room was closed."""
    return replace(
        evening, spent_rooms=tuple(one for one in evening.spent_rooms if one != channel_id)
    )


def add_table(evening: Evening, user_id: UserId, deals: int) -> Evening:
    """Return the evening with a table of `deals` deals for a user who came late and has no seat."""
    entrant = evening.number_of(user_id)
    if entrant is None or _place_of(evening, entrant) is not None:
        return evening
    alone = Sitting((entrant, *[None] * (evening.seats - 1)), deals)
    return replace(evening, rounds=(*evening.rounds[:-1], (*evening.round, alone)))


def drop_gone(evening: Evening, number: int) -> Evening:
    """Return the evening with computers for those who have left a table that is not open yet. In a
    duplicate they keep their seats, as they may come back for the next deal."""
    if evening.is_duplicate:
        return evening
    seats = tuple(at if evening.is_here(at) else None for at in evening.round[number].seats)
    return evening.with_sitting(number, lambda one: replace(one, seats=seats))


def next_secret(evening: Evening, number: int) -> bytes:
    """Return the secret of a duplicate's next deal at a table. It is empty if the deal must not be
    played, because a backup was restored and somebody may know the cards."""
    return evening.secrets[len(evening.round[number].results)]


def enter_result(evening: Evening, number: int, brought: Mapping[UserId, UserShare]) -> Evening:
    """Return the evening with users' shares at a table of the current round, which is then over.
    Those who took a seat there take part in the evening."""
    for user, share in brought.items():
        if evening.number_of(user) is None:
            evening = evening.with_entrant(Entrant(user, share.name, "here"))
    found = [
        Share(at, one.points, one.deals, one.by_computer, one.settled)
        for user, one in brought.items()
        if (at := evening.number_of(user)) is not None
    ]

    def over(sitting: Sitting) -> Sitting:
        late = [share.entrant for share in found if not sitting.has(share.entrant)]
        shares = (*sitting.shares, *found)
        return replace(sitting, over=True, shares=shares, seats=(*sitting.seats, *late))

    return evening.with_sitting(number, over)


def enter_duplicate_result(evening: Evening, number: int, result: DuplicateResult) -> Evening:
    """Return the evening with the result of a deal at a table of a duplicate's current round."""

    def after(one: Sitting) -> Sitting:
        results = (*one.results, result)
        over = len(results) == evening.deals
        return replace(one, results=results, over=over, table=result.table if over else None)

    return evening.with_sitting(number, after)


def play_on(evening: Evening, number: int, users: Sequence[UserId | None], deals: int) -> Evening:
    """Return the evening with another match of `deals` deals at a table, by those who sit there."""
    seats = [None if user is None else evening.number_of(user) for user in users]
    turned = person_first(seats)
    return evening.with_sitting(
        number, lambda one: replace(one, seats=turned, deals=deals, table=None, over=False)
    )


def abandon_table(evening: Evening, number: int) -> Evening:
    """Return the evening with no further deals at a table of the current round, because nobody is
    left there or it has no room."""

    def after(one: Sitting) -> Sitting:
        left = evening.deals - len(one.results) if evening.is_duplicate else 0
        missed = (DuplicateResult(None),) * left
        return replace(one, results=(*one.results, *missed), over=True)

    return evening.with_sitting(number, after)


def _place_of(evening: Evening, entrant: int) -> int | None:
    """Return the number of the table under way at which an entrant sits; None if there is none."""
    return next((at for at in evening.under_way if evening.round[at].has(entrant)), None)
