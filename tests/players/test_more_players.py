"""Games in whose deals more than four play: computers look ahead there as among four."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from kwbot.engine.deals.match import Match
from kwbot.engine.values.choices import LadderBid
from kwbot.engine.views.view import View, view
from kwbot.players.kernel import MAX_PLAYERS
from kwbot.players.samples.kernel_input import KernelInput, Unsupported
from kwbot.players.search.bid_search import Scene
from kwbot.players.search.monte_carlo import suggested_bids, weighed_actions
from kwbot.players.turns.levels import COMPUTERS, decide
from kwbot.variants import counsels
from tests.engine.playing import shuffled
from tests.players.many_seats import seated


@pytest.fixture
def match(players: int) -> Iterator[Match]:
    """A deal whose first player has something to bid."""
    with seated(players) as setting:
        counsel = counsels()[setting.variant.key]
        deals = (shuffled(setting.begin(), Random(seed)) for seed in range(100))
        yield next(one for one in deals if len(counsel.advice(first_view(one), None)) > 2)


def first_view(match: Match) -> View:
    return view(match, match.to_act()[0])


def first_card(match: Match) -> Match:
    """The deal before its first card."""
    rng = Random(1)
    while not view(match, None).playing:
        seat = match.to_act()[0]
        match = match.apply(seat, decide(COMPUTERS["thumb"], match, seat, rng))
    return match


@pytest.mark.parametrize("players", [5, MAX_PLAYERS, MAX_PLAYERS + 1])
@pytest.mark.parametrize("level", COMPUTERS)
def test_every_computer_plays_a_deal_of_many_to_its_end(
    players: int, level: str, match: Match
) -> None:
    rng, moves = Random(1), 0
    while match.to_act():
        seat = match.to_act()[0]
        match = match.apply(seat, decide(COMPUTERS[level], match, seat, rng))
        moves += 1
    assert moves > players
    assert match.with_score().deals


@pytest.mark.parametrize("players", [5, 7, MAX_PLAYERS])
def test_bids_and_cards_are_weighed_whatever_the_number_of_seats(
    players: int, match: Match
) -> None:
    bids = weighed_actions(first_view(match), Random(1), 8)
    assert len({brings.points for brings in bids.values()}) > 1
    assert suggested_bids(first_view(match), Random(1), 8)
    seen = first_view(first_card(match))
    assert len(seen.seats) == players
    cards = weighed_actions(seen, Random(1), 40)
    assert len({brings.points for brings in cards.values()}) > 1


@pytest.mark.parametrize("players", [MAX_PLAYERS + 1])
def test_nothing_is_said_of_more_seats_than_the_kernel_has(players: int, match: Match) -> None:
    rng = Random(1)
    seen = first_view(match)
    assert isinstance(seen.choice, LadderBid)
    assert weighed_actions(seen, rng, 8) == {}
    assert suggested_bids(seen, rng, 8) == {}
    with pytest.raises(Unsupported):
        Scene(seen, 1)
    seen = first_view(first_card(match))
    assert len(seen.seats) == players
    with pytest.raises(Unsupported):
        KernelInput(seen)
    assert weighed_actions(seen, rng, 8) == {}
