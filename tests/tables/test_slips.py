"""Slips: taking back alone and among people, and cards that are played by themselves."""

from __future__ import annotations

import pytest

from kwbot.ids import TableId
from kwbot.storage.values.documents import Preferences
from kwbot.tables.errors.refusals import Refused, Stale
from tests.tables.sandbox import ANNA, BO, CLEO, DAG, House, same

WHIST = "whist"


async def forbid(house: House, table_id: TableId) -> None:
    options = {**house.at(table_id).options, "take_back": "off"}
    await house.tables.note(table_id, options=options)


async def test_alone_with_computers_one_press_takes_back_as_often_as_one_likes(
    house: House,
) -> None:
    table = await house.dealt(computers=3, game=WHIST)
    before = list[object]()
    with pytest.raises(Refused, match="decided anything"):
        await house.take_back(table, ANNA.id)
    while len(before) < 3:
        game = house.at(table)
        if len(game.match.choice(game.to_act()[0])) > 1:  # else nothing is decided
            before.append(game.match.deal.moves())  # type: ignore[union-attr]
        await house.act(table)
    while before:
        await house.take_back(table, ANNA.id)
        deal = house.at(table).match.deal
        assert deal is not None
        assert deal.moves() == before.pop()
    state = house.at(table)
    await house.crash()
    assert same(house.at(table), state)


async def test_two_presses_on_one_button_take_one_decision_back(house: House) -> None:
    """Nor does it do anything in the next deal."""
    table = await house.dealt(computers=3, game=WHIST)
    live, match = house.tables.index.at(table), house.at(table).match
    while len(match.deal.moves()) < 8:  # type: ignore[union-attr]
        await house.act(table)
        match = house.at(table).match
    assert match.deal is not None
    seen = match.number, match.deal.last_move_place(house.at(table).seat_of(ANNA.id))
    await live.take_back(ANNA.id, *seen)
    once = house.at(table)
    assert once.match.deal is not None
    now = once.match.deal.last_move_place(once.seat_of(ANNA.id))
    for again in (seen, (match.number + 1, now)):
        with pytest.raises(Stale):
            await live.take_back(ANNA.id, *again)
    assert house.at(table) == once


async def test_among_people_one_opponents_yes_is_enough_for_the_card_just_played(
    house: House,
) -> None:
    table = await house.dealt(BO, CLEO, DAG, game=WHIST, partners="seats")
    seat = await house.act(table)
    user = house.user(table, seat)
    with pytest.raises(Stale):
        await house.take_back(table, user)
    await house.ask_undo(table, user, 1)
    vote = house.at(table).vote
    assert vote is not None
    assert vote.voters == {(seat + 1) % 4, (seat + 3) % 4}
    first, second = (house.user(table, other) for other in sorted(vote.voters))
    await house.vote(table, first, agree=False)
    await house.crash()
    await house.vote(table, second, agree=True)
    assert house.at(table).to_act() == (seat,)
    await house.act(table)
    await house.act(table)  # another card: now all must agree
    await house.ask_undo(table, user, 2)
    vote = house.at(table).vote
    assert vote is not None
    assert len(vote.missing) == 3
    assert not vote.quick


async def test_a_server_can_forbid_taking_back(house: House) -> None:
    table = await house.dealt(BO, computers=2, game=WHIST)
    await forbid(house, table)
    seat = await house.act(table)
    with pytest.raises(Refused, match="switched off take-backs"):
        await house.ask_undo(table, house.user(table, seat), 1)
    await house.tables.index.at(table).close("moderator")
    alone = await house.dealt(computers=3, game=WHIST)
    await forbid(house, alone)
    await house.act(alone)
    await house.take_back(alone, ANNA.id)


async def test_the_last_cards_are_played_by_themselves(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG, game=WHIST)
    for _ in range(48):
        assert house.at(table).match.deal
        await house.act(table)
    lines = house.at(table).match.deals[0].lines
    assert lines.count(" play ") == 52
    kinds = [event.kind for event in await house.store.tables.events(table)]
    assert kinds.count("forced") == 4


@pytest.mark.parametrize("wanted", [True, False])
async def test_single_cards_are_played_by_themselves_alone_if_wanted(
    house: House, wanted: bool
) -> None:
    await house.store.settings.change_preferences(
        ANNA.id, lambda _: Preferences(play_single=wanted)
    )
    for people in ((), (BO,)):
        table = await house.dealt(*people, computers=3 - len(people), game=WHIST)
        singles = 0
        while (deal := house.at(table).match.deal) and deal.play:
            singles += len(deal.play.legal_cards()) == 1
            await house.act(table)
        assert (singles == 0) == (wanted and not people)
        await house.tables.index.at(table).close("moderator")
