"""Copies of frozen values."""

import pickle
from copy import copy, deepcopy
from dataclasses import dataclass, field, fields, replace
from random import Random
from typing import Any

import pytest

from kwbot.engine.phases.tricks import TrickPlay
from kwbot.engine.values.cards import CardSet
from kwbot.engine.values.choices import PlayCard
from kwbot.engine.values.frozen import changed, changer, unguarded
from kwbot.variants import games
from tests.engine.playing import begin, one_move, shuffled


@unguarded
@dataclass(frozen=True, slots=True)
class Place:
    """One of each kind of field."""

    x: int
    y: int = 2
    marks: list[str] = field(default_factory=list)
    found: int | None = field(default=None, init=False, compare=False)


@dataclass(frozen=True)
class Spot:
    x: int
    y: int = 2


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


def test_an_unguarded_value_is_made_as_any_other() -> None:
    assert Place(1) == Place(1, 2, []) == Place(x=1, y=2)
    assert Place(1).marks is not Place(1).marks
    assert Place(1).found is None
    assert repr(Place(1)) == "Place(x=1, y=2, marks=[], found=None)"
    with pytest.raises(TypeError):
        Place()  # type: ignore[call-arg]


@pytest.mark.parametrize("value", [Place(1), Spot(1)])
def test_a_copy_has_what_was_changed_and_all_the_rest(value: Any) -> None:
    assert changed(value, y=7) == replace(value, y=7) == type(value)(1, 7)
    assert changed(value, y=7, x=8) == type(value)(8, 7)
    assert changed(value) == value == type(value)(1)
    assert changed(value) is not value


def test_no_field_is_made_up() -> None:
    with pytest.raises(TypeError):
        changer(Place, "z")(Place(1), 3)
    with pytest.raises(TypeError):
        changed(Place(1), z=3)  # type: ignore[call-arg]


def test_what_a_value_has_found_out_is_not_copied() -> None:
    place = Place(1)
    object.__setattr__(place, "found", 5)
    assert changed(place, y=3).found is None
    assert changer(Place, "y")(place, 3).found is None
    assert place.found == 5


@pytest.mark.parametrize("value", of_a_deal(), ids=lambda value: type(value).__name__)
def test_values_of_a_deal_are_copied_whole(value: Any) -> None:
    names = [each.name for each in fields(value) if each.init]
    for name in names:
        mark = object()
        after, wanted = changed(value, **{name: mark}), replace(value, **{name: mark})
        assert all(getattr(after, other) is getattr(wanted, other) for other in names)


@pytest.mark.parametrize("value", [Place(1, 5, ["x"]), PlayCard(CardSet.parse("SA H2"))])
def test_an_unguarded_value_can_be_sent_elsewhere(value: Any) -> None:
    sent = pickle.loads(pickle.dumps(value))
    assert sent == copy(value) == deepcopy(value) == value
    assert all(hasattr(sent, each.name) for each in fields(value))


def test_legal_cards_are_found_for_each_table() -> None:
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
