"""A deal for one person: the same presses are the same deal, for anybody, wherever it is thought
out."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from benches.stand_ins import LocalComputers
from kwbot.engine.values.actions import Action, Pass, Play
from kwbot.engine.values.cards import Card
from kwbot.engine.values.errors import RuleViolation
from kwbot.engine.views.view import as_json, view
from kwbot.players.search.monte_carlo import MonteCarloPlayer
from kwbot.players.turns.levels import player
from kwbot.solo import best_line as search
from kwbot.solo import solo_deal
from kwbot.solo.best_line import best_line
from kwbot.solo.computer_moves import SharedAnswers, play_computers, played_out
from kwbot.solo.solo_deal import (
    OTHERS_LEVEL,
    SOLO_SAMPLES,
    STRONG_LEVEL,
    SoloDeal,
    before_deal,
    key_of,
)
from kwbot.tables.errors.refusals import Stale
from kwbot.tables.thinking.computer_protocol import Turns
from kwbot.variants import games
from tests.engine import playing
from tests.engine.playing import deal_out
from tests.solo.openings import KEY, NAMES, opening

COMPUTERS = LocalComputers()


@pytest.fixture(autouse=True)
def few_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two are as good as many here."""
    monkeypatch.setattr(solo_deal, "SOLO_SAMPLES", 2)


def begun(game: str, name: str = NAMES[0], key: bytes = KEY) -> SoloDeal:
    return SoloDeal.begin(opening(game, 1, (name, *NAMES[1:])), 0, key)


async def played(solo: SoloDeal, rng: Random) -> list[SoloDeal]:
    """A deal whose person presses anything, after every press."""
    course = [await play_computers(COMPUTERS, solo)]
    while (solo := course[-1]).deal is not None:
        try:
            solo = solo.act(solo.choice.sample(rng))
        except RuleViolation:  # a bid that cannot be made
            continue
        course.append(await play_computers(COMPUTERS, solo))
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


def test_computers_look_at_as_many_samples_whatever_the_load() -> None:
    asked = [turns for game in games() for own in ("", STRONG_LEVEL)
             if (turns := begun(game).turns(own)) is not None]  # fmt: skip
    assert {one.awaited for one in asked} == {True, False}
    assert {one.samples for one in asked} == {solo_deal.SOLO_SAMPLES}


@pytest.mark.slow
async def test_chance_comes_from_the_key_alone() -> None:
    ends = {(await played(begun("whist", key=key_of(bytes([at]))), Random(7)))[-1].lines
            for at in range(4)}  # fmt: skip
    assert len(ends) > 1


def test_what_a_match_went_through_before_is_forgotten() -> None:
    match = playing.played_out(opening("whist", 1), Random(7)).with_score()
    dealer = match.next_dealer()
    assert dealer is not None
    solo = SoloDeal.begin(deal_out(before_deal(match, dealer), Random(2)), 0, KEY)
    assert solo.match.deals == ()
    assert solo.match.sheet == match.sheet


async def test_nobody_plays_for_the_person_or_when_it_is_over() -> None:
    solo = await play_computers(COMPUTERS, begun("whist"))
    foreign = next(card for card in map(Card.parse, ("SA", "HA", "DA", "CA"))
                   if Play(card) not in solo.choice)  # fmt: skip
    with pytest.raises(RuleViolation):
        solo.act(Play(foreign))
    over = (await played(solo, Random(1)))[-1]
    with pytest.raises(Stale):
        over.act(Play(foreign))
    with pytest.raises(RuleViolation):
        SoloDeal.read(over.opening, 0, KEY, (*over.lines, "0 play SA"))


async def test_a_strong_player_takes_the_seat() -> None:
    end = await played_out(COMPUTERS, begun("whist"), STRONG_LEVEL)
    assert end.result is not None
    mine = await play_computers(COMPUTERS, begun("whist"))
    assert end.moves[: len(mine.moves)] == mine.moves, "the others do the same before its turn"
    assert end.lines == (await played_out(COMPUTERS, begun("whist", "Gorm"), STRONG_LEVEL)).lines
    strong = player(STRONG_LEVEL, SOLO_SAMPLES)
    assert isinstance(strong, MonteCarloPlayer)
    assert strong.samples == SOLO_SAMPLES, "on every machine"


async def test_many_in_the_same_situation_ask_once() -> None:
    asked: list[Turns] = []

    class Counted:
        async def take_turns(self, turns: Turns) -> Sequence[Action]:
            asked.append(turns)
            return await COMPUTERS.take_turns(turns)

    shared = SharedAnswers(Counted())
    (one, *others) = await asyncio.gather(
        *(play_computers(shared, begun("whist", name)) for name in ("Anna", "Anna", "Anna"))
    )
    assert all(other == one for other in others)
    assert len(asked) == len(one.moves)


async def test_a_question_without_a_line_is_another_situation_than_what_follows() -> None:
    """Declarer has only one answer in Ace-partner Whist, and the log is the same before it."""
    unwritten = 0
    for number in range(6, 12):
        shared, cards = SharedAnswers(COMPUTERS), opening("esmakker", number, NAMES)
        solo = SoloDeal.begin(cards, 2, KEY)  # somebody else leads
        alone, among = await play_computers(COMPUTERS, solo), await play_computers(shared, solo)
        while alone.deal is not None:
            assert among == alone
            choice = alone.choice
            action = Pass() if Pass() in choice else choice.sample(Random(number))
            alone = await play_computers(COMPUTERS, alone.act(action))
            among = await play_computers(shared, among.act(action))
        written = among.match.deals[0].lines.splitlines()
        unwritten += any(line not in written for line in among.lines)
    assert unwritten


def tricks(solo: SoloDeal) -> int:
    """What the person's side took, as what a line is worth."""
    assert solo.result is not None
    return solo.result.points[0] - solo.result.points[1]


@pytest.mark.slow
@pytest.mark.parametrize("game", ["whist", "esmakker"])
async def test_the_best_line_can_be_pressed_and_brings_more(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "MAX_LINES", 15)
    line = (await played(begun(game), Random(7)))[-1]
    best = await best_line(COMPUTERS, line, tricks)
    assert tricks(best) > tricks(line), "somebody who presses anything leaves something"
    solo = await play_computers(COMPUTERS, begun(game))
    for stood, action in best.forks():
        assert stood == solo, "the computers answer it as they answer people"
        solo = await play_computers(COMPUTERS, solo.act(action))
    assert solo == best


async def test_no_more_lines_are_tried_than_are_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = list[SoloDeal]()

    async def counted(*args: Any) -> SoloDeal:
        lines.append(await played_out(*args))
        return lines[-1]

    monkeypatch.setattr(search, "played_out", counted)
    monkeypatch.setattr(search, "MAX_LINES", 5)
    line = (await played(begun("whist"), Random(7)))[-1]
    await best_line(COMPUTERS, line, tricks)
    assert len(lines) == 5


async def test_what_nobody_waits_for_is_not_remembered_and_waits() -> None:
    asked: list[bool] = []

    class Noted:
        async def take_turns(self, turns: Turns) -> Sequence[Action]:
            asked.append(turns.awaited)
            return await COMPUTERS.take_turns(turns)

    shared = SharedAnswers(Noted())
    await play_computers(shared, begun("whist"))
    assert all(asked)
    asked.clear()
    for _ in range(2):
        await played_out(shared, begun("whist"), OTHERS_LEVEL)
    assert not any(asked)
    assert len(asked) >= 2 * 52 - 2
