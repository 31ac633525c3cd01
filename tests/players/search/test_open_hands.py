"""What the cards would bear with all hands in sight, against a search through the engine."""

from __future__ import annotations

from random import Random

import pytest

from kwbot.commands.simulate import first_deal
from kwbot.engine.deals.match import Match
from kwbot.engine.values.actions import Seat
from kwbot.engine.views.view import View, view
from kwbot.players.search.open_hands import open_value
from kwbot.players.turns.levels import COMPUTERS, decide
from kwbot.text.deal.advice import open_text
from kwbot.text.words.language import Voice, language_of

CARDS = 3


def endings(game: str, number: int) -> Match | None:
    """A deal between two tricks, with so many cards in each hand; None where it ended before."""
    rng = Random(f"{game} {number}")
    match = first_deal(game, rng)
    while match.to_act():
        seat = match.to_act()[0]
        seen = view(match, seat)
        if seen.playing and not seen.plays and len(seen.hand) == CARDS:
            return match
        match = match.apply(seat, decide(COMPUTERS["thumb"], match, seat, rng))
    return None


def tricks_of(match: Match, side: tuple[Seat, ...]) -> int:
    """The tricks of a side at the end, if both sides see all and play their best."""
    if not match.to_act():
        assert match.deal is not None
        assert match.deal.result is not None
        return sum(match.deal.result.tricks[seat] for seat in side)
    seat = match.to_act()[0]
    found = [tricks_of(match.apply(seat, one), side) for one in match.choice(seat)]
    return max(found) if seat in side else min(found)


def is_made(match: Match, declarer: Seat) -> bool:
    """Whether declarer makes the contract, if all others play against them and see all."""
    if not match.to_act():
        assert match.deal is not None
        assert match.deal.result is not None
        return bool(match.deal.result.made)
    seat = match.to_act()[0]
    found = (is_made(match.apply(seat, one), declarer) for one in match.choice(seat))
    return any(found) if seat == declarer else all(found)


def said(match: Match, code: str = "en") -> str:
    seen, value = view(match, match.to_act()[0]), open_value(match)
    voice = Voice.of(seen, language_of(code))
    return open_text(
        seen, value and value.points, voice, with_declarer=bool(value and value.with_declarer)
    )


@pytest.mark.parametrize("number", range(8))
def test_in_whist_it_is_the_tricks_of_a_side(number: int) -> None:
    match = endings("whist", number)
    assert match is not None
    seat = match.to_act()[0]
    seen: View = view(match, seat)
    side = next(side for side in seen.sides if seat in side)
    told = said(match)
    assert f" end with {tricks_of(match, side)} trick" in told, told


@pytest.mark.parametrize("number", range(12))
def test_of_a_contract_it_is_whether_it_is_made(number: int) -> None:
    match = endings("kombinations-whist", number)
    if match is None or open_value(match) is None:
        pytest.skip("settled before, or by a rule that the kernel does not know")
    seen = view(match, match.to_act()[0])
    assert seen.declarer is not None
    made = is_made(match, seen.declarer)
    assert said(match).endswith("makes it from here." if made else "goes down from here.")


def test_of_many_cards_nothing_is_said() -> None:
    match = first_deal("whist", Random(1))
    assert open_value(match) is None
    assert said(match) == ""
