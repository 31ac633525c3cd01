"""Votes on fouls and on moves to be taken back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kwbot.engine.values.actions import Bid, Pass
from kwbot.tables.errors.refusals import Refused, Stale
from kwbot.tables.state.proposals import Decided
from tests.tables.sandbox import ANNA, BO, CLEO, DAG, House, Person


async def test_6_a_foul_before_a_declarer_stands_cancels_the_deal(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    await house.act(table, Pass())
    await house.call_foul(table, ANNA.id, 1)
    vote = house.at(table).vote
    assert vote is not None
    assert vote.voters == {2, 3}
    with pytest.raises(Refused):
        await house.act(table, Pass())
    with pytest.raises(Refused, match="have a vote"):
        await house.vote(table, BO.id, agree=True)
    await house.crash()
    await house.vote(table, CLEO.id, agree=True)
    with pytest.raises(Refused, match="already"):
        await house.vote(table, CLEO.id, agree=False)
    await house.vote(table, DAG.id, agree=True)
    state = house.at(table)
    assert state.ready
    assert state.match.sheet.scores == (0, -2, 0, 0)
    assert state.decided == Decided(replace(vote, agreed=frozenset({2, 3})), stands=True)
    assert await house.tables.archive.proof(table, 1), "the deal is over: its secret is shown"


async def test_6_the_accused_cannot_end_the_vote_by_leaving(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    await house.call_foul(table, ANNA.id, 1)
    await house.tables.index.at(table).leave(BO.id)
    assert house.at(table).vote is not None
    await house.tables.index.at(table).leave(DAG.id)
    assert house.at(table).vote is None, "who must agree and goes does not agree"


async def test_an_agreement_counts_for_the_vote_it_was_pressed_for(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    await house.act(table, Pass())
    await house.ask_undo(table, ANNA.id, 1)
    old = house.at(table).vote
    assert old is not None
    await house.vote(table, DAG.id, agree=False, seen=old.seq)
    await house.call_foul(table, DAG.id, 1)
    with pytest.raises(Stale):
        await house.vote(table, CLEO.id, agree=True, seen=old.seq)
    new = house.at(table).vote
    assert new is not None
    await house.vote(table, CLEO.id, agree=True, seen=new.seq)


async def test_a_vote_that_falls_does_not_give_time_back(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    await house.act(table, Pass())
    house.clock.advance(12)
    await house.ask_undo(table, ANNA.id, 1)
    await house.crash()
    await house.vote(table, BO.id, agree=False)
    deadline = house.at(table).deadline
    assert deadline is not None
    assert (deadline - house.clock.now()).total_seconds() == 8


async def test_a_vote_outlives_an_outage(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    await house.call_foul(table, ANNA.id, 1)
    house.clock.advance(25 * 3600)
    await house.crash()
    await house.settled()
    await house.vote(table, CLEO.id, agree=True)
    assert house.at(table).vote is not None


async def test_who_sits_out_takes_no_moves_back(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG, Person(5, "Elsa"))
    await house.act(table, Pass())
    state = house.at(table)
    assert state.match.deal is not None
    (out,) = {0, 1, 2, 3, 4} - set(state.match.deal.layout.seats)
    with pytest.raises(Refused):
        await house.ask_undo(table, house.user(table, out), 1)


async def test_6_one_no_ends_the_vote_and_silence_does_too(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    await house.call_foul(table, ANNA.id, 1)
    await house.vote(table, CLEO.id, agree=False)
    assert house.at(table).vote is None
    assert house.at(table).deadline
    decided = house.at(table).decided
    await house.crash()
    assert house.at(table).decided == decided
    assert decided
    assert (decided.stands, decided.by) == (False, 2)
    await house.call_foul(table, ANNA.id, 1)
    house.clock.advance(61)
    await house.settled()
    assert house.at(table).vote is None
    assert len(house.at(table).to_act()) == 1
    decided = house.at(table).decided
    assert decided
    assert (decided.stands, decided.by) == (False, None)


async def test_6_set_right_takes_back_and_costs_one_point(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    first = await house.act(table, Pass())
    await house.act(table, Bid(("spel",)))
    await house.call_foul(table, ANNA.id, 1, undo=2)
    for person in (BO, CLEO, DAG):
        await house.vote(table, person.id, agree=True)
    assert house.at(table).to_act() == (first,)
    for _ in range(4):
        await house.act(table, Pass())
    match = house.at(table).match
    assert match is not None
    assert match.sheet.scores == (0, -1, 0, 0)


async def test_6_declarers_foul_fails_the_bid_at_once_and_anothers_spares(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    declarer = await house.act(table, Bid(("spel",)))
    for _ in range(3):
        await house.act(table, Pass())
    for _ in range(5):
        await house.act(table)
    accuser = (declarer + 1) % 4
    await house.call_foul(table, house.user(table, accuser), declarer)
    for seat in sorted({0, 1, 2, 3} - {declarer, accuser}):
        await house.vote(table, house.user(table, seat), agree=True)
    for _ in range(3):
        await house.act(table)
    match = house.at(table).match
    assert match is not None
    assert match.sheet.scores[declarer] == -2


async def test_moves_are_taken_back_when_all_agree(house: House) -> None:
    table = await house.dealt(BO, CLEO, computers=1)
    state = house.at(table)
    before = state.match.deal.moves() if state.match.deal else ()
    seat = await house.act(table)
    taken = len(house.at(table).match.deal.moves()) - len(before)  # type: ignore[union-attr]
    await house.ask_undo(table, house.user(table, seat), taken)
    for other in house.at(table).present:
        if other != seat and house.at(table).vote:
            await house.vote(table, house.user(table, other), agree=True)
    assert house.at(table).to_act() == (seat,)


async def test_computers_neither_foul_nor_judge(house: House) -> None:
    table = await house.dealt(BO, computers=2)
    with pytest.raises(Refused):
        await house.call_foul(table, ANNA.id, 2)
    with pytest.raises(Refused):
        await house.call_foul(table, ANNA.id, 1)


async def test_moves_counted_before_another_move_are_not_taken_back(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    await house.act(table, Pass())
    live, seen = house.tables.index.at(table), house.at(table).seq
    await house.act(table, Pass())
    with pytest.raises(Stale):
        await live.decisions.ask_undo(ANNA.id, seen, 1)
    with pytest.raises(Stale):
        await live.decisions.call_foul(ANNA.id, seen, 1)
    assert house.at(table).vote is None


async def test_ready_for_an_earlier_deal_does_not_count(house: House) -> None:
    table = await house.between_deals(BO, CLEO, DAG)
    with pytest.raises(Stale):
        await house.tables.index.at(table).ready(ANNA.id, 1, 1)
    ready = house.at(table).ready
    assert ready is not None
    assert not ready.seats


@pytest.mark.parametrize("offender", [-1, 4, 99])
@pytest.mark.parametrize("undo", [0, 1])
async def test_a_foul_of_nobody_at_the_table_is_refused(
    house: House, offender: int, undo: int
) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    await house.act(table)
    with pytest.raises(Refused, match="another person in the deal"):
        await house.call_foul(table, ANNA.id, offender, undo=undo)
    assert house.at(table).vote is None
