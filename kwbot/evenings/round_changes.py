"""What becomes of the tables of an evening's present round, and of its rooms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from kwbot.evenings.entrant import Entrant
from kwbot.evenings.evening import Evening
from kwbot.evenings.shares import Taking
from kwbot.evenings.sitting import DuplicateResult, Share, Sitting
from kwbot.ids import UserId


def set_room(evening: Evening, number: int, channel_id: int) -> Evening:
    """Have the tables of this number in a channel from now on."""
    return replace(
        evening, rooms=(*evening.rooms[:number], channel_id, *evening.rooms[number + 1 :])
    )


def close_room(evening: Evening, channel_id: int) -> Evening:
    """Note that a room where nothing is played any more is closed."""
    return replace(evening, spent=tuple(one for one in evening.spent if one != channel_id))


def add_table(evening: Evening, user_id: UserId, deals: int) -> Evening:
    """Add a table for somebody who came late, for so many deals; unless they have a seat."""
    entrant = evening.number_of(user_id)
    if entrant is None or _place_of(evening, entrant) is not None:
        return evening
    alone = Sitting((entrant, *[None] * (evening.seats - 1)), deals)
    return replace(evening, rounds=(*evening.rounds[:-1], (*evening.round, alone)))


def drop_gone(evening: Evening, number: int) -> Evening:
    """Give a table of the present round that is not open yet computers for who has gone; in a
    duplicate they may come back for its next deal."""
    if evening.is_duplicate:
        return evening
    seats = tuple(at if evening.is_here(at) else None for at in evening.round[number].seats)
    return evening.with_sitting(number, lambda one: replace(one, seats=seats))


def next_secret(evening: Evening, number: int) -> bytes:
    """Return the secret of the next deal of a duplicate at a table; empty where it is not
    played, as its cards may be known: a backup was restored."""
    return evening.secrets[len(evening.round[number].boards)]


def enter_result(evening: Evening, number: int, brought: Mapping[UserId, Taking]) -> Evening:
    """Enter what a table of the present round has brought, by user, and let it be over. Who
    took a seat there takes part."""
    for user, taking in brought.items():
        if evening.number_of(user) is None:
            evening = evening.with_entrant(Entrant(user, taking.name, "here"))
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
    """Enter how a table of the present round has played a deal; another follows, if any."""

    def after(one: Sitting) -> Sitting:
        boards = (*one.boards, result)
        over = len(boards) == evening.deals
        return replace(one, boards=boards, over=over, table=result.table if over else None)

    return evening.with_sitting(number, after)


def play_on(evening: Evening, number: int, users: Sequence[UserId | None], deals: int) -> Evening:
    """Let another match follow at a table, by those who sit there."""
    seats = [None if user is None else evening.number_of(user) for user in users]
    first = next(seat for seat, at in enumerate(seats) if at is not None)
    turned = (*seats[first:], *seats[:first])
    return evening.with_sitting(
        number, lambda one: replace(one, seats=turned, deals=deals, table=None, over=False)
    )


def abandon_table(evening: Evening, number: int) -> Evening:
    """Let a table of the present round play no further deal: nobody is left there, or there is
    no room for it."""

    def after(one: Sitting) -> Sitting:
        left = evening.deals - len(one.boards) if evening.is_duplicate else 0
        missed = (DuplicateResult(None),) * left
        return replace(one, boards=(*one.boards, *missed), over=True)

    return evening.with_sitting(number, after)


def _place_of(evening: Evening, entrant: int) -> int | None:
    """Return the number of the table at which an entrant sits that is not over."""
    return next((at for at in evening.under_way if evening.round[at].has(entrant)), None)
