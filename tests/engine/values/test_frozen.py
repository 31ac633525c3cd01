"""The values that each card of a deal makes anew are frozen, and can be sent to another process."""

import pickle
from copy import copy, deepcopy
from dataclasses import FrozenInstanceError, fields, replace
from random import Random
from typing import Any

import pytest

from kwbot.engine.phases.tricks import TrickPlay
from kwbot.variants import games
from tests.engine.playing import begin, one_move, shuffled


def of_a_deal() -> list[Any]:
    """The values that each card makes anew, in the middle of a deal of whist."""
    rng = Random(5)
    match = shuffled(begin(games()["whist"], 4), rng)
    for _ in range(22):
        match, _ = one_move(match, rng)
    assert match.deal
    assert match.deal.play
    choice = match.choice(match.to_act()[0])
    return [match, match.deal, match.deal.play, match.deal.layout, choice]


def name_of(value: object) -> str:
    return type(value).__name__


@pytest.mark.parametrize("value", of_a_deal(), ids=name_of)
def test_values_of_a_deal_are_frozen(value: Any) -> None:
    for each in fields(value):
        with pytest.raises(FrozenInstanceError):
            setattr(value, each.name, None)
    assert not hasattr(value, "__dict__")


@pytest.mark.parametrize("value", of_a_deal()[2:], ids=name_of)
def test_values_of_a_deal_can_be_sent_elsewhere(value: Any) -> None:
    sent = pickle.loads(pickle.dumps(value))
    assert sent == copy(value) == deepcopy(value) == value
    assert all(hasattr(sent, each.name) for each in fields(value))


def test_what_a_value_has_found_out_is_not_copied() -> None:
    play = of_a_deal()[2]
    assert isinstance(play, TrickPlay)
    play.legal_cards()
    assert play._legal is not None
    assert replace(play, laid=play.laid)._legal is None


def test_legal_cards_are_found_for_each_layout() -> None:
    play = of_a_deal()[2]
    assert isinstance(play, TrickPlay)
    (seat,) = play.to_act()
    (other,) = (who for who in play.layout.seats if who == (seat + 2) % 4)
    before = play.legal_cards()
    hands = play.layout.hands
    swapped = play.layout.with_hands({seat: hands[other], other: hands[seat]})
    assert play.at(swapped).legal_cards() <= hands[other]
    assert play.at(swapped).legal_cards() != before
    assert play.legal_cards() is before
