"""What simple players make of this game."""

from collections import Counter
from random import Random

import pytest

from kwbot.engine.deals.match import Match
from kwbot.engine.deals.partner_draw import PARTNERS
from kwbot.engine.values.actions import Show
from kwbot.engine.views.view import view
from kwbot.players.turns.levels import COMPUTERS, decide
from kwbot.variants.fyrmanswhist import COUNSEL, RED_SUITS
from tests.engine.playing import acted, begin, shuffled
from tests.variants.fyrmanswhist.table import BLACK, GAME, shows, table

STRONG = "SA SK SQ HA HK HQ DA DK D2 CA CK C3 C2"
WEAK = "S9 S8 S3 H9 H8 H7 H6 DT D9 D8 CT C9 C8"


def shown(hand: str) -> set[bool]:
    """Whether player 1 shows red with this hand."""
    match = table(hands={1: hand})
    found = set()
    for seed in range(10):
        action = decide(COMPUTERS["easy"], match, 1, Random(seed))
        assert isinstance(action, Show)
        found.add(action.card.suit in RED_SUITS)
    return found


def test_a_strong_hand_shows_red_and_a_weak_one_black() -> None:
    assert shown(STRONG) == {True}
    assert shown(WEAK) == {False}


def test_who_holds_one_colour_shows_a_low_card_of_it() -> None:
    match = table(hands={1: "SA SK SQ SJ ST S9 S8 CA CK CQ CJ CT C2"})
    assert str(decide(COMPUTERS["easy"], match, 1, Random(1))) == "show C2"


def spoken(match: Match) -> tuple[int, float, float]:
    """Whether the player who leads wants tricks, and what one of their own and one of the others'
    brings them."""
    seat = match.to_act()[0]
    seen = view(match, seat)
    worth = COUNSEL.brings(seen)
    mine, partner, others = seat, (seat + 2) % 4, (seat + 1) % 4
    assert worth[mine] == worth[partner]
    assert worth[others] == worth[(seat + 3) % 4]
    return COUNSEL.leaning(seen), worth[mine], worth[others]


def test_tricks_of_ones_own_side_are_wanted_in_spel_and_not_in_pass() -> None:
    assert spoken(shows("S2 H3 S4 S5")) == (1, 1.0, -1.0)
    assert spoken(table(BLACK)) == (-1, -1.0, 1.0)


@pytest.mark.parametrize(("cards", "sign"), [("S2 H3 S4 S5", 1), ("S2 S3 S4 S5", -1)])
def test_who_looks_ahead_counts_tricks_for_or_against(cards: str, sign: int) -> None:
    match = shows(cards)
    seen = view(match, match.to_act()[0])
    payoffs = COUNSEL.payoffs(seen, [])
    after = payoffs.state_after([PARTNERS[0][0]])
    worth = [sign * value for value in payoffs.worth(after)]
    assert worth[0] == worth[2] > worth[1] == worth[3]


@pytest.mark.parametrize("showing", ["turn", "together"])
def test_spel_and_pass_both_occur(showing: str) -> None:
    rng, found = Random(1), Counter[str]()
    match = begin(GAME, 4, {"showing": showing})
    for _ in range(60):
        match = shuffled(match, rng)
        for _ in range(4):
            seat = match.to_act()[0]
            match = match.apply(seat, decide(COMPUTERS["easy"], match, seat, rng))
        contract = view(match, None).contract
        assert contract
        found[contract.arguments()] += 1
        match = begin(GAME, 4, {"showing": showing})
    assert found["spel"] > found["pass"] > 3


def test_a_card_that_was_shown_is_counted_on() -> None:
    """All know that player 2 holds the ace of hearts: player 1 cannot win with the king."""
    hands = {1: "HK HT S3", 2: "HA H4 S4", 3: "H2 S5", 0: "H3 S2"}
    kept = {"2 show HA": "play H5", "2 show H4": "play HK"}
    for shows_, card in kept.items():
        match = acted(
            table("", hands), f"0 show S2/1 show S3/{shows_}/3 show S5/3 play H2/0 play H3"
        )
        assert {str(decide(COMPUTERS["thumb"], match, 1, Random(at))) for at in range(9)} == {card}
