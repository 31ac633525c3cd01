"""A deal for one person: the same presses are the same deal, for anybody, wherever it is thought
out."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from random import Random

import pytest

from kwbot.engine.actions import Action, Play
from kwbot.engine.cards import Card
from kwbot.engine.errors import RuleViolation
from kwbot.engine.view import as_json, view
from kwbot.players import MonteCarloPlayer
from kwbot.players.turn_batch import player
from kwbot.solo import solo_deal
from kwbot.solo.computer_moves import SharedAnswers, answered, strongly_played
from kwbot.solo.solo_deal import STRONG, WORLDS, SoloDeal, key_of, undealt
from kwbot.tables.computers import LocalComputers
from kwbot.tables.refusals import Stale
from kwbot.tables.services import Turns
from kwbot.variants import games
from tests.engine.playing import deal_out, played_out
from tests.solo.openings import KEY, NAMES, opening

COMPUTERS = LocalComputers()


@pytest.fixture(autouse=True)
def few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two are as good as many here."""
    monkeypatch.setattr(solo_deal, "WORLDS", 2)


def begun(game: str, name: str = NAMES[0], key: bytes = KEY) -> SoloDeal:
    return SoloDeal.begun(opening(game, 1, (name, *NAMES[1:])), 0, key)


async def played(solo: SoloDeal, rng: Random) -> list[SoloDeal]:
    """A deal whose person presses anything, after every press."""
    course = [await answered(COMPUTERS, solo)]
    while (solo := course[-1]).deal is not None:
        try:
            solo = solo.act(solo.asked.sample(rng))
        except RuleViolation:  # a bid that cannot be made
            continue
        course.append(await answered(COMPUTERS, solo))
    return course


def seen(solo: SoloDeal) -> str:
    """All that the person sees, as text."""
    return json.dumps(as_json(view(solo.match, solo.seat)), sort_keys=True)


@pytest.mark.parametrize("game", games())
async def test_the_same_presses_are_the_same_deal_but_for_the_name(game: str) -> None:
    course = await played(begun(game), Random(7))
    other = await played(begun(game, "Gorm"), Random(7))
    assert [seen(one) for one in course] == [
        seen(one).replace('"Gorm"', f'"{NAMES[0]}"') for one in other
    ]
    end = course[-1]
    assert end.result is not None
    for solo in course:
        again = SoloDeal.read(solo.opening, 0, KEY, solo.lines)
        assert again == solo
        assert again.turns() is None


async def test_chance_comes_from_the_key_alone() -> None:
    ends = {(await played(begun("whist", key=key_of(bytes([at]))), Random(7)))[-1].lines
            for at in range(4)}  # fmt: skip
    assert len(ends) > 1


def test_what_a_match_went_through_before_is_forgotten() -> None:
    match = played_out(opening("whist", 1), Random(7)).scored()
    dealer = match.next_dealer()
    assert dealer is not None
    solo = SoloDeal.begun(deal_out(undealt(match, dealer), Random(2)), 0, KEY)
    assert solo.match.deals == ()
    assert solo.match.sheet == match.sheet


async def test_nobody_plays_for_the_person_or_when_it_is_over() -> None:
    solo = await answered(COMPUTERS, begun("whist"))
    foreign = next(card for card in map(Card.parse, ("SA", "HA", "DA", "CA"))
                   if Play(card) not in solo.asked)  # fmt: skip
    with pytest.raises(RuleViolation):
        solo.act(Play(foreign))
    over = (await played(solo, Random(1)))[-1]
    with pytest.raises(Stale):
        over.act(Play(foreign))
    with pytest.raises(RuleViolation):
        SoloDeal.read(over.opening, 0, KEY, (*over.lines, "0 play SA"))


async def test_a_strong_player_takes_the_seat() -> None:
    end = await strongly_played(COMPUTERS, begun("whist"))
    assert end.result is not None
    mine = await answered(COMPUTERS, begun("whist"))
    assert end.moves[: len(mine.moves)] == mine.moves, "the others do the same before its turn"
    assert end.lines == (await strongly_played(COMPUTERS, begun("whist", "Gorm"))).lines
    strong = player(STRONG, WORLDS)
    assert isinstance(strong, MonteCarloPlayer)
    assert strong.samples == WORLDS, "on every machine"


async def test_many_in_the_same_situation_ask_once() -> None:
    asked: list[Turns] = []

    class Counted:
        async def taken(self, turns: Turns) -> Sequence[Action]:
            asked.append(turns)
            return await COMPUTERS.taken(turns)

    shared = SharedAnswers(Counted())
    (one, *others) = await asyncio.gather(
        *(answered(shared, begun("whist", name)) for name in ("Anna", "Anna", "Anna"))
    )
    assert all(other == one for other in others)
    assert len(asked) == len(one.moves)
