"""What events change about the people of a running table: absences, silence, seats and names."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from kwbot.engine.deals.match import record_name
from kwbot.engine.values.actions import Seat
from kwbot.engine.values.names import told_apart
from kwbot.ids import UserId
from kwbot.tables.state.proposals import Decided
from kwbot.tables.state.seated import Seated
from kwbot.tables.state.table_state import OpenTable, RunningTable

# --- who is there -----------------------------------------------------------------------------


def go_away(table: RunningTable, seat: Seat) -> RunningTable:
    """Return the table with a player away."""
    return replace(table, match=table.match.gone_away(seat))


def come_back(table: RunningTable, seat: Seat) -> RunningTable:
    """Return the table with a player back."""
    match = table.match.come_back(seat)
    return replace(table, match=match, attendance=table.attendance.with_return(seat))


def run_out(table: RunningTable, seat: Seat) -> RunningTable:
    """Return the table after a player's time has run out."""
    return replace(table, attendance=table.attendance.with_miss(seat))


def fall_silent(table: RunningTable, seat: Seat, since: datetime) -> RunningTable:
    """Return the table with a player silent since a time: it waited for them too long."""
    return replace(table, attendance=table.attendance.with_silence(seat, since))


def break_silence(table: RunningTable, seat: Seat) -> RunningTable:
    """Return the table after a silent player has pressed something."""
    return replace(table, attendance=table.attendance.with_press(seat))


def date_absences(table: RunningTable, at: datetime) -> RunningTable:
    """Return the table with the time `at` noted for those newly away or newly waited for."""
    dated = table.attendance.with_absences(table.match.away, at).with_questions(
        _questions(table), at
    )
    return table if dated is table.attendance else replace(table, attendance=dated)


def _questions(table: RunningTable) -> Mapping[Seat, int]:
    """Return, by seat, the question whose answer others wait for. Empty if everybody is asked at
    once or nobody is ready for a deal, as then nobody waits for another. Being ready is a question
    below 0."""
    present = table.present
    if len(present) < 2 or table.match.is_over:
        return {}
    if table.ready is not None:
        somebody_waits = not table.ready.seats.isdisjoint(present)
        asked = dict.fromkeys(table.missing_seats if somebody_waits else (), -table.ready.deal)
    else:
        asked = {seat: number for seat, number in table.asked_at.items() if seat in present}
    return asked if len(asked) < len(present) else {}


# --- who has a seat ---------------------------------------------------------------------------


def wait_for_seat(table: RunningTable, newcomer: Seated) -> RunningTable:
    """Return the table with a newcomer, who gets a computer's seat after the running deal."""
    return replace(table, newcomers=(*table.newcomers, newcomer))


def take_seat(table: RunningTable, seat: Seat, seated: Seated) -> RunningTable:
    """Return the table with somebody else on a seat. Nobody owns two: whoever had given up another
    one owns that no more."""
    after, user = take_seat_by_name(table, seat, seated.name), seated.user
    seats = [
        replace(one, left_by=None) if user is not None and one.left_by == user else one
        for one in table.seated
    ]
    seats[seat] = seated if user else replace(seated, left_by=table.seated[seat].owner)
    return replace(after, seated=tuple(seats))


def take_seat_by_name(table: RunningTable, seat: Seat, name: str) -> RunningTable:
    """Return the table with somebody else on a seat of its match, named as in the record. This
    removes the newcomer of that name and carries a vote on the seat."""
    match, vote, decided = table.match.with_player(seat, name), table.vote, table.decided
    if vote is not None and vote.motion is not None and vote.motion.seat == seat:
        decided, vote = Decided(vote, stands=True), None
    names = [record_name(one.name) for one in table.newcomers]
    served = names.index(match.names[seat]) if match.names[seat] in names else len(names)
    waiting = table.newcomers[:served] + table.newcomers[served + 1 :]
    ready = table.ready.with_newcomer(seat) if table.ready else None
    return replace(
        table, match=match, attendance=table.attendance.with_newcomer(seat), vote=vote,
        decided=decided, newcomers=waiting, ready=ready,
    )  # fmt: skip


# --- names ------------------------------------------------------------------------------------


def rename(table: OpenTable, user_id: UserId, name: str) -> OpenTable:
    """Return the table with a new name of a user, made distinct from everybody else's here."""
    seat, waiting = table.seat_of(user_id), table.running.newcomers if table.running else ()
    before, after = table.seated[:seat], table.seated[seat + 1 :]
    *_, name = told_apart((*(one.name for one in (*before, *after, *waiting)), name))
    renamed = replace(table, seated=(*before, replace(table.seated[seat], name=name), *after))
    return with_present_names(renamed) if isinstance(renamed, RunningTable) else renamed


def with_present_names(table: RunningTable) -> RunningTable:
    """Return the table with today's names in its match; its log has those of sitting down."""
    match = table.match
    for seat, seated in enumerate(table.seated):
        if seated.user is not None and record_name(seated.name) != record_name(match.names[seat]):
            match = match.with_name(seat, seated.name)
    return table if match is table.match else replace(table, match=match)
