"""What simple players make of this game."""

from random import Random

import pytest

from kwbot.engine.deals.match import Match
from kwbot.engine.views.counsel import Counsel
from kwbot.engine.views.view import view
from kwbot.players.turns.levels import COMPUTERS, decide
from kwbot.variants.whist import COUNSEL
from tests.engine.playing import acted
from tests.variants.whist.table import table

HAND = "SA SK HA H9 H8 H6 H4 DA DK D2 C4 C3 C2"


def played(match: Match) -> str:
    seat = match.to_act()[0]
    found = {str(decide(COMPUTERS["thumb"], match, seat, Random(seed))) for seed in range(10)}
    assert len(found) == 1
    return found.pop()


def test_in_sattrumf_forehand_leads_the_suit_that_is_best_as_trumps() -> None:
    match = table("", {2: HAND}, trumps="sattrumf")
    assert played(match).startswith("play H")


def test_with_turned_up_trumps_the_lead_is_free() -> None:
    match = table("", {2: HAND, 1: "D3"}, turned="D3")
    assert COUNSEL.advice(view(match, 2), Random(1)) == {}


def test_advice_ends_with_the_first_lead() -> None:
    match = acted(table("", {2: HAND}, trumps="sattrumf"), "2 play H9")
    assert COUNSEL.advice(view(match, 3), Random(1)) == {}


@pytest.mark.parametrize(
    ("form", "dealer", "card"), [("short", 1, "play S2"), ("guerre", 0, "play SA")]
)
def test_only_partners_leave_the_trick_to_each_other(form: str, dealer: int, card: str) -> None:
    """Forehand leads the king, whoever sits opposite holds the ace and a low card."""
    leader, second, opposite = ((dealer + step) % 4 for step in (1, 2, 3))
    hands = {leader: "SK C2", second: "S3 C3", opposite: "SA S2", dealer: "S4 D5"}
    match = table(f"{leader} play SK/{second} play S3", hands, turned="D5", form=form)
    assert match.to_act() == (opposite,)
    assert played(match) == card


@pytest.mark.parametrize(
    ("form", "worth"), [("long", [1, -1, 1, -1]), ("guerre", [1, -1 / 3, -1 / 3, -1 / 3])]
)
def test_worth_is_by_side_and_alone_a_la_guerre(form: str, worth: list[float]) -> None:
    match = table(form=form)
    seat = match.to_act()[0]
    by_taker = Counsel().brings(view(match, seat))
    assert [by_taker[(seat + step) % 4] for step in range(4)] == worth
