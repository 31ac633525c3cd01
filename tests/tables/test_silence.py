"""Somebody in turn who presses nothing, where no clock runs: the others can go on without them."""

from __future__ import annotations

from typing import Any

import pytest

from kwbot.engine.values.actions import Pass, Seat
from kwbot.ids import TableId
from kwbot.tables.errors.refusals import HostOnly, Refused, Stale
from kwbot.tables.state import time_limits
from tests.tables.sandbox import ANNA, BO, CLEO, DAG, House, Person, same

NO_CLOCKS: dict[str, Any] = dict.fromkeys(time_limits.TIME_OPTIONS, "0")
PATIENCE = time_limits.VOTE_PATIENCE.total_seconds()
EVA = Person(5, "Eva")


async def quiet_for(house: House, seconds: float) -> None:
    house.clock.advance(seconds)
    await house.settled()


async def silent_table(house: House, who: Person, game: str = "whist") -> TableId:
    """A table of four without clocks that has waited too long for somebody to play a card."""
    table = await house.dealt(BO, CLEO, DAG, game=game, **NO_CLOCKS)
    seat = house.at(table).seat_of(who.id)
    await house.act(table)
    while house.at(table).to_act() != (seat,):
        await house.act(table)
    await quiet_for(house, PATIENCE + 1)
    assert silent(house, table) == {seat}
    return table


def silent(house: House, table_id: TableId) -> set[Seat]:
    state = house.at(table_id)
    return {seat for seat in state.humans if state.is_silent(seat)}


async def test_nobody_is_silent_before_five_minutes(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG, game="whist", **NO_CLOCKS)
    (seat,) = house.at(table).to_act()
    await quiet_for(house, PATIENCE - 1)
    assert not silent(house, table)
    with pytest.raises(Stale):
        await house.tables.index.at(table).decisions.give_to_computer(ANNA.id, seat)
    await quiet_for(house, 2)
    assert silent(house, table) == {seat}
    since = house.at(table).attendance.silent[seat]
    assert (house.clock.now() - since).total_seconds() == PATIENCE + 1


async def test_each_question_is_waited_for_anew(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG, game="whist", **NO_CLOCKS)
    for _ in range(6):
        await quiet_for(house, PATIENCE - 10)
        await house.act(table)
    assert not silent(house, table)


async def test_whoever_sits_out_waits_for_nobody_before_they_are_ready(house: House) -> None:
    """Nobody has pressed anything between two deals: so they may all have gone for coffee."""
    table = await house.between_deals(BO, CLEO, DAG, EVA, seats="5", **NO_CLOCKS)
    plays = house.at(table).missing_seats
    (sits_out,) = set(range(5)) - plays
    await quiet_for(house, PATIENCE + 1)
    assert not silent(house, table)
    await house.ready(table, house.user(table, sits_out), 90)
    await quiet_for(house, PATIENCE + 1)
    assert silent(house, table) == plays


async def test_the_hosts_press_lets_a_computer_play_until_the_silent_one_presses(
    house: House,
) -> None:
    table = await silent_table(house, BO)
    bo = house.at(table).seat_of(BO.id)
    with pytest.raises(HostOnly):
        await house.tables.index.at(table).decisions.give_to_computer(CLEO.id, bo)
    await house.tables.index.at(table).decisions.give_to_computer(ANNA.id, bo)
    await house.settled()
    state = house.at(table)
    assert bo in state.away
    assert state.seated[bo].user == BO.id, "the seat stays theirs"
    assert state.to_act() != (bo,), "a computer has played"
    await house.crash()
    assert same(house.at(table), state)
    await house.tables.index.at(table).wake(BO.id)
    assert bo not in house.at(table).away
    assert not silent(house, table)
    after = house.at(table)
    await house.crash()
    assert same(house.at(table), after)


async def test_all_others_together_go_on_without_a_silent_host(house: House) -> None:
    table = await silent_table(house, ANNA)
    anna = house.at(table).seat_of(ANNA.id)
    await house.tables.index.at(table).decisions.give_to_computer(BO.id, anna)
    assert not house.at(table).away
    await house.vote(table, CLEO.id, agree=True)
    await house.crash()
    await house.vote(table, DAG.id, agree=True)
    state = house.at(table)
    assert state.away == {anna}
    assert state.vote is None
    assert state.decided is not None
    assert state.decided.stands
    assert state.host == ANNA.id
    await house.crash()
    assert same(house.at(table), state)
    await house.tables.index.at(table).wake(ANNA.id)
    assert house.at(table).host_seat == anna


async def test_all_others_together_end_the_game_of_a_silent_host(house: House) -> None:
    table = await silent_table(house, ANNA)
    await house.tables.index.at(table).decisions.finish(BO.id)
    await house.vote(table, CLEO.id, agree=True)
    await house.vote(table, DAG.id, agree=True)
    assert house.closed(table)[0] == "ended"


async def test_a_silent_host_who_presses_stops_the_vote_on_them(house: House) -> None:
    table = await silent_table(house, ANNA)
    anna = house.at(table).seat_of(ANNA.id)
    await house.tables.index.at(table).decisions.give_to_computer(BO.id, anna)
    await house.tables.index.at(table).wake(ANNA.id)
    state = house.at(table)
    assert state.vote is None
    assert not state.away
    assert not silent(house, table)
    with pytest.raises(Stale):
        await house.tables.index.at(table).decisions.give_to_computer(BO.id, anna)


async def test_a_newcomer_may_have_a_silent_persons_seat(house: House) -> None:
    table = await silent_table(house, BO)
    bo = house.at(table).seat_of(BO.id)
    await house.tables.index.at(table).ask_in(EVA.seated())
    vote = house.at(table).vote
    assert vote is not None
    assert vote.voters == {house.at(table).seat_of(ANNA.id)}
    await house.vote(table, ANNA.id, agree=True)
    assert house.at(table).seated[bo].user == EVA.id
    assert house.at(table).to_act() == (bo,)
    assert not silent(house, table)


async def test_a_vote_does_not_wait_for_a_silent_person(house: House) -> None:
    table = await silent_table(house, BO)
    state = house.at(table)
    moved = state.match.deal.moves()[-1][0] if state.match.deal else 0
    user = house.user(table, moved)
    await house.ask_undo(table, user, 1)
    vote = house.at(table).vote
    assert vote is not None
    assert state.seat_of(BO.id) not in vote.voters


async def test_a_silent_persons_own_card_needs_no_other_press(house: House) -> None:
    table = await silent_table(house, BO)
    before = house.at(table).asked_at
    await house.act(table)
    assert not silent(house, table)
    assert house.at(table).asked_at != before


async def test_whoever_does_not_press_next_deal_is_waited_for_too(house: House) -> None:
    table = await house.between_deals(
        BO, CLEO, DAG, **NO_CLOCKS, winning="limited", rounds="2", bids="plain"
    )
    for person in (ANNA, BO, CLEO):
        house.presses += 1
        await house.ready(table, person.id, house.presses)
    dag = house.at(table).seat_of(DAG.id)
    await quiet_for(house, PATIENCE + 1)
    assert silent(house, table) == {dag}
    await house.tables.index.at(table).decisions.give_to_computer(ANNA.id, dag)
    await house.settled()
    assert house.at(table).match.deal is not None, "the next deal is dealt"
    assert house.at(table).away == {dag}


async def test_while_all_are_away_from_the_keyboard_nobody_waits_for_anybody(house: House) -> None:
    """Whoever comes first waits for the others from then on."""
    table = await house.between_deals(
        BO, CLEO, DAG, **NO_CLOCKS, winning="limited", rounds="2", bids="plain"
    )
    await quiet_for(house, 10 * PATIENCE)
    assert not silent(house, table)
    house.presses += 1
    await house.ready(table, ANNA.id, house.presses)
    await quiet_for(house, PATIENCE - 1)
    assert not silent(house, table)
    await quiet_for(house, 2)
    assert len(silent(house, table)) == 3


async def test_a_longer_clock_is_the_patience_of_an_asynchronous_table(house: House) -> None:
    day = 24 * 3600
    table = await house.dealt(
        BO, CLEO, DAG, game="whist", **{**NO_CLOCKS, "time_card": str(day)}, close_after_hours="72"
    )
    await quiet_for(house, day - 1)
    assert not silent(house, table)
    await quiet_for(house, 2)
    assert silent(house, table) == set(house.at(table).to_act())


async def test_a_gap_counts_for_nobodys_silence(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG, game="whist", **NO_CLOCKS)
    await quiet_for(house, PATIENCE - 10)
    await house.crash()
    await quiet_for(house, PATIENCE - 10)
    assert not silent(house, table)
    await quiet_for(house, 11)
    assert silent(house, table)


async def test_somebody_alone_with_computers_is_never_silent(house: House) -> None:
    table = await house.dealt(computers=3, game="whist", **NO_CLOCKS)
    await quiet_for(house, 3 * PATIENCE)
    assert not silent(house, table)


async def test_leaving_is_a_press_and_only_the_own_press_brings_back(house: House) -> None:
    table = await silent_table(house, BO)
    bo = house.at(table).seat_of(BO.id)
    await house.tables.index.at(table).leave(BO.id)
    assert bo in house.at(table).away
    assert not house.at(table).is_lost(bo), "they have left of their own accord"


async def test_with_nobody_else_who_answers_there_is_no_vote(house: House) -> None:
    table = await house.dealt(BO, game="whist", computers=2, **NO_CLOCKS)
    while house.at(table).to_act() != (house.at(table).seat_of(BO.id),):
        await house.act(table)
    await house.act(table)
    while house.at(table).to_act() != (house.at(table).seat_of(BO.id),):
        await house.act(table)
    await quiet_for(house, PATIENCE + 1)
    with pytest.raises(Refused, match="nobody else here who could agree"):
        await house.ask_undo(table, ANNA.id, 1)
    await house.tables.index.at(table).decisions.give_to_computer(
        ANNA.id, house.at(table).seat_of(BO.id)
    )
    assert house.at(table).seat_of(BO.id) in house.at(table).away


async def test_a_late_call_is_as_good_as_any_other(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG, **NO_CLOCKS)
    (seat,) = house.at(table).to_act()
    await quiet_for(house, PATIENCE + 1)
    await house.act(table, Pass())
    assert seat not in silent(house, table)
