"""Reviews: what a player decided in a deal that is over, and what it cost them."""

from __future__ import annotations

from random import Random

import pytest

from kwbot.engine.actions import Action, Play
from kwbot.engine.cards import Card
from kwbot.engine.match import Match
from kwbot.tables.computers import LocalComputers
from kwbot.tables.reviews import alike, cost, costliest, decisions
from tests.engine.playing import Setting, played_out, settings, shuffled


@pytest.mark.parametrize("setting", settings(), ids=str)
def test_the_decisions_of_a_deal_are_those_that_were_made(setting: Setting) -> None:
    rng = Random(1)
    match = played_out(shuffled(setting.begin(), rng), rng)
    assert match.deal
    moves, seats = match.deal.moves(), match.deal.start.seats
    scored = match.scored()
    for seat in seats:
        found = decisions(scored, seat)
        assert found
        mine = iter([action for who, action in moves if who == seat])
        assert all(action in mine for _, action in found), "in their order"
        for seen, action in found:
            assert seen.seat == seat
            assert seen.choice is not None
            assert action in seen.choice
            assert len(seen.choice) > 1
            assert seen.sheet == match.sheet


def test_there_is_nothing_to_review_before_a_deal_is_over() -> None:
    setting = settings()[0]
    assert decisions(setting.begin(), 0) == []
    assert decisions(shuffled(setting.begin(), Random(1)), 0) == []


@pytest.fixture
def whist() -> Match:
    setting = next(one for one in settings() if one.variant.key == "whist")
    rng = Random(2)
    return played_out(shuffled(setting.begin(), rng), rng).scored()


async def test_the_costliest_come_first_and_all_are_counted(whist: Match) -> None:
    taken = decisions(whist, 0)[:5]
    told: list[int] = []
    found = await costliest(LocalComputers(), taken, 1, told.append)
    assert told == [1, 2, 3, 4, 5]
    assert len(found) <= 3
    costs = [points for *_, points in found]
    assert costs == sorted(costs, reverse=True)
    assert found == await costliest(LocalComputers(), taken, 1, told.append)


def test_a_card_costs_as_much_as_its_equal(whist: Match) -> None:
    seen, action = next(one for one in decisions(whist, 0) if isinstance(one[1], Play))
    assert isinstance(action, Play)
    suit = action.card.suit
    of_suit = [card for card in seen.variant.deck(4) if card.suit == suit]
    high, low = of_suit[0], of_suit[-1]
    best = Play(next(card for card in seen.variant.deck(4) if card.suit != suit))
    weighed: dict[Action, float] = {Play(low): 0.5, best: 2.0}
    assert alike(seen, Play(high), weighed) == Play(low)
    assert alike(seen, Play(Card.parse("J1")), weighed) is None
    found = cost((seen, Play(high)), weighed)
    assert found is not None
    assert found[2:] == (best, 1.5)
    assert cost((seen, Play(low)), {best: 1.0}) is None
