"""§7 with all 13 tricks: which bids single hands are refused, why, and how many are left."""

from dataclasses import replace
from random import Random

import pytest

from kwbot.engine.phases.playrules import PlayRules
from kwbot.engine.values.actions import Bid, parse_action
from kwbot.engine.values.cards import CardSet
from kwbot.engine.values.errors import RuleViolation
from kwbot.players.turns.levels import COMPUTERS, decide
from kwbot.variants.kombinations_whist import EXPLORER
from kwbot.variants.kombinations_whist.bids import Bids, goal_of
from kwbot.variants.kombinations_whist.effects import SHAPES, Setup
from kwbot.variants.kombinations_whist.pre_play import STEPS_OF_PARTS
from kwbot.variants.kombinations_whist.printed_bids import SPECIAL, STANDARDS
from kwbot.variants.kombinations_whist.proof.counting import open_bids
from kwbot.variants.kombinations_whist.proof.judgement import RELEVANT
from tests.variants.kombinations_whist.table import GAME, deal_of, table

SPADES = "SA SK SQ SJ ST S9 S8 S7 S6 S5 S4 S3 S2"
TOPS = "SA SK SQ HA HK HQ DA DK DQ CA CK CQ CJ"
LOWS = "S2 S3 S4 H2 H3 H4 D2 D3 D4 C2 C3 C4 C5"
NEARLY = LOWS.replace("C5", "C6")
REST = "HA DA CA HK DK CK HQ DQ CQ HJ DJ CJ HT"
ACE_OF_EACH = "SA HA DA CA S3 S5 H3 H5 D3 D5 C3 C5 C7"

NO_DIFFERENCE = ("potential", "straff", "atelje", "oppentrumf", "oppenhand")
FURTHER = ("lattja", "pest", "mastarbrev")
"""What cannot be done without these cannot be done with them."""


def why(hand: str, bid: str, players: int = 4) -> str:
    parsed = parse_action(f"bid {bid}")
    assert isinstance(parsed, Bid)
    reason = EXPLORER.refusal(parsed, CardSet.parse(hand), players)
    return str(reason or "")


@pytest.mark.parametrize(
    ("hand", "bid", "reason"),
    [
        (SPADES, "subtrumf", "Your hand is all S: the bid can't be made with other trumps."),
        (SPADES, "spel", "Game: with this hand, you can never take a trick."),
        (SPADES, "noll+bradska", "Zero, Hurry: at most 0 tricks, but this hand takes at least 13."),
        (TOPS, "noll", "Zero: at most 0 tricks, but this hand takes at least 13."),
        (TOPS, "noll+jarn", "Zero, Iron: at most 0 tricks, but this hand takes at least 2."),
        (
            TOPS,
            "spel+las",
            "Lock: with this hand, you can't avoid taking one of the first 3 tricks.",
        ),
        (TOPS, "spel+sluthund", "Ending Dog: with this hand, you can't avoid the last trick."),
        (
            SPADES,
            "spel+rattvisa+bradska+las+straff",
            "Game, Lock, Hurry, Justice: with this hand, you can never take a trick.",
        ),
        (SPADES, "grill+las", "Grill, Lock: with this hand, you can never take a trick."),
        (
            SPADES,
            "grill+sluthund",
            "Grill, Ending Dog: with this hand, you can never take a trick.",
        ),
        (TOPS, "limbo", "Limbo: with this hand, no line of play can make these together."),
        (LOWS, "spel+bradska", "Game: with this hand, you can never take a trick."),
        (
            NEARLY,
            "obesudlat+straff",
            "Taintless Master's Game: you'd need 12 tricks, but this hand can take 10 at most.",
        ),
    ],
)
def test_7_the_reason_in_one_sentence(hand: str, bid: str, reason: str) -> None:
    assert why(hand, bid) == reason


@pytest.mark.parametrize(
    ("hand", "bid"),
    [
        (SPADES, "spel+bradska"),  # leads, and nobody has a spade
        (SPADES, "spel+rattvisa"),  # the first trick is a present
        (SPADES, "subtrumf+brev+straff"),
        (SPADES, "noll"),
        (SPADES, "grill"),
        (SPADES, "grill+bradska+sluthund+girighet"),
        (TOPS, "spel+las+jarn"),
        (TOPS, "noll+brev"),
        (LOWS, "spel+jarn"),
        (LOWS, "trumf"),
        (LOWS, "maxtrumf"),
        (ACE_OF_EACH, "noll"),
    ],
)
def test_7_what_can_be_made_is_never_refused(hand: str, bid: str) -> None:
    if hand == ACE_OF_EACH:
        # Each ace is covered by nothing: one of them wins whatever happens.
        assert why(hand, bid) == "Zero: at most 0 tricks, but this hand takes at least 1."
        assert why(hand, f"{bid}+jarn") == ""
    else:
        assert why(hand, bid) == ""


@pytest.mark.parametrize("key", NO_DIFFERENCE)
def test_7_what_makes_no_difference(key: str) -> None:
    """Nothing is asked before play, and nothing changes in it but what lies open."""
    assert key not in STEPS_OF_PARTS["1.4"]
    rules = PlayRules(leader=0)
    setup = Setup(deal_of(table()).layout, 1, "trumf", frozenset({key}), rules)
    shaped = SHAPES[key](setup) if key in SHAPES else rules
    assert replace(shaped, open_cards=rules.open_cards, interrupts=()) == rules
    assert bool(shaped.interrupts) == (key == "atelje")
    for standard in STANDARDS:
        assert goal_of(standard, frozenset({key}), frozenset()) == goal_of(
            standard, frozenset(), frozenset()
        )


def test_7_every_special_is_accounted_for() -> None:
    assert set(SPECIAL) == RELEVANT | {*NO_DIFFERENCE, *FURTHER}


def test_7_a_table_refuses_it_and_another_allows_it() -> None:
    for option, refused in (("forbid", True), ("allow", False)):
        match = table(hands={1: SPADES, 2: REST}, impossible_bids=option)
        objection = deal_of(match).objection(1, Bid(("spel",)))
        assert bool(objection) == refused
        assert deal_of(match).objection(2, Bid(("spel",))) is None
        # A replay takes it either way: a record does not depend on the proof.
        assert match.apply(1, Bid(("spel",))).to_act() == (2,)


def test_7_computer_players_make_no_such_bid() -> None:
    match = table(hands={1: SPADES})
    for seed in range(30):
        action = decide(COMPUTERS["random"], match, 1, Random(seed))
        assert deal_of(match).objection(1, action) is None


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4])
def test_7_the_menu_counts_the_bids_that_single_refusals_leave(players: int) -> None:
    deck, rng = GAME.deck(players), Random(players)
    bids = [bid for bid in Bids().all(1, players) if rng.random() < 0.01]
    hands = [CardSet(rng.sample(list(deck), 13)), CardSet(list(deck)[:13])]
    for hand in hands:
        possible, total = open_bids(hand, deck, players)
        assert total == Bids().count(1, players)
        left = sum(EXPLORER.refusal(bid, hand, players) is None for bid in bids)
        assert abs(left / len(bids) - possible / total) < 0.05


def test_7_clashes_and_unknown_parts_are_refused_in_words() -> None:
    assert why(SPADES, "noll+las") == "Lock doesn't go with Zero."
    with pytest.raises(RuleViolation):
        table("1 bid noll+las")
