"""Rules of thumb: hands and bids that anybody would judge alike."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from kwbot.engine.deals.match import Match
from kwbot.engine.phases.playrules import ace_high, ace_low
from kwbot.engine.values.actions import Bid, ChooseCard, NameNumber, NameSuit, Pass, StateSuit
from kwbot.engine.values.cards import FULL_DECK, Card, CardSet, Suit
from kwbot.engine.values.choices import CombinationBid
from kwbot.engine.views.counsel import Counsel
from kwbot.engine.views.view import view
from kwbot.variants import games
from kwbot.variants.kombinations_whist import COUNSEL
from kwbot.variants.kombinations_whist.bids import goal_of
from kwbot.variants.kombinations_whist.counsel import MOOD, PASSING
from kwbot.variants.kombinations_whist.hand_estimate import HandEstimate, chance, estimate_hand
from kwbot.variants.kombinations_whist.printed_bids import STANDARD_BIDS
from kwbot.variants.kombinations_whist.scoring import KombinationsSheet
from tests.engine.playing import acted, begin, dealt

STRONG = "SA SK SQ SJ ST S9 HA HK HQ DA DK CA CK"
LOW = "S2 S3 S4 S6 H2 H3 H5 D2 D3 D4 C2 C4 C5"
MIXED = "SA SK S5 S2 HQ H7 H3 DJ D6 D5 C9 C4 C3"


def table(hand: str) -> Match:
    """Player 0 on the dealer's right, with this hand."""
    return dealt(begin(games()["kombinations-whist"], 4), {0: hand}, dealer=3)


def bids(match: Match, seeds: int = 20) -> dict[Bid, float]:
    seen = view(match, match.to_act()[0])
    return {
        action: worth
        for seed in range(seeds)
        for action, worth in COUNSEL.advice(seen, Random(seed)).items()
        if isinstance(action, Bid)
    }


@pytest.mark.parametrize(
    ("edition", "taintless", "helps"),
    [("1.4", "obesudlat", {"rattvisa"}), ("1.5", "obesudlatbud", {"rattvisa", "lattja"})],
)
def test_what_is_bid_too_seldom_is_told_whatever_it_promises(
    edition: str, taintless: str, helps: set[str]
) -> None:
    """With the parts that make it easier, and better with a better hand; else it is not told."""
    begun, promised = begin(games()["kombinations-whist"], 4, {"edition": edition}), {}
    for hand in (STRONG, MIXED):
        match = dealt(begun, {0: hand}, dealer=3)
        seen = view(match, match.to_act()[0])
        found = COUNSEL.unusual(seen)
        kinds = {bid.parts[0] for bid in found if isinstance(bid, Bid)}
        rare = {kind for kind, price in COUNSEL.overuse.items() if price < 0}
        assert kinds == (rare & STANDARD_BIDS.keys()) - _others(edition)
        mine = [bid for bid in found if isinstance(bid, Bid) and bid.parts[0] == taintless]
        best = max(mine, key=lambda bid: found[bid])
        assert hand == STRONG or {*best.parts[1:]} == helps
        promised[hand] = found[best]
        advised = {bid.parts[0] for bid in COUNSEL.advice(seen, None) if isinstance(bid, Bid)}
        assert (taintless in advised) == (promised[hand] > PASSING - MOOD)
    assert promised[MIXED] < promised[STRONG]
    assert promised[MIXED] < PASSING - MOOD


def _others(edition: str) -> set[str]:
    return {"obesudlatbud"} if edition == "1.4" else {"obesudlat"}


def held(text: str) -> HandEstimate:
    return estimate_hand(CardSet.parse(text), FULL_DECK, ace_high, None)


def test_high_cards_take_tricks_and_low_ones_avoid_them() -> None:
    assert held(STRONG).high > 9
    assert held(LOW).high < 1
    assert held(LOW).low < 0.6
    assert held(STRONG).low > held(MIXED).low > held(LOW).low


def test_trumps_help_the_long_suit_and_aces_do_not_help_with_iron() -> None:
    hand = CardSet.parse("SA SK SQ SJ ST S9 S2 H3 H4 D5 D6 C7 C8")
    plain = estimate_hand(hand, FULL_DECK, ace_high, None).high
    assert estimate_hand(hand, FULL_DECK, ace_high, Suit.SPADES).high > plain
    aces = CardSet.parse("SA HA DA CA S3 H3 D3 C3 S5 H5 D5 C5 C6")
    assert estimate_hand(aces, FULL_DECK, ace_low, None).high < 1
    assert estimate_hand(aces, FULL_DECK, ace_low, None).low < 1


@pytest.mark.parametrize("key", [key for key in STANDARD_BIDS if key not in ("ungefar", "precis")])
@pytest.mark.parametrize("size", [3, 4])
def test_a_chance_is_a_chance_and_conditions_never_add_to_it(key: str, size: int) -> None:
    for high in range(0, 14, 2):
        hand = HandEstimate.of(high / 4, high)
        free = chance(goal_of(STANDARD_BIDS[key], frozenset(), frozenset()), size, hand)
        assert 0 <= free <= 1
        for special in ("girighet", "las", "sluthund"):
            bound = goal_of(STANDARD_BIDS[key], frozenset({special}), frozenset())
            assert chance(bound, size, hand) <= free + 1e-9


def test_the_sure_and_the_hopeless_are_known() -> None:
    zero = goal_of(STANDARD_BIDS["noll"], frozenset(), frozenset())
    five = goal_of(STANDARD_BIDS["spel"], frozenset(), frozenset())
    nothing, everything = HandEstimate.of(0, 0), HandEstimate.of(13, 13)
    assert chance(zero, 4, nothing) == 1
    assert chance(five, 4, nothing) == 0
    assert chance(five, 4, everything) > 0.99
    assert chance(zero, 4, everything) < 0.01


def test_a_strong_hand_bids_for_tricks_and_a_low_one_against_them() -> None:
    strong, low = bids(table(STRONG)), bids(table(LOW))
    assert max(strong, key=strong.__getitem__).parts[0] in (
        "obesudlat",
        "mastartrumf",
        "mastarspel",
    )
    assert max(low, key=low.__getitem__).parts[0] in ("noll", "mastarskambud")
    assert all(bid.parts[0] not in ("spel", "mastarspel", "maxtrumf") for bid in low)


@pytest.mark.parametrize("hand", [STRONG, LOW, MIXED])
def test_only_legal_bids_are_advised(hand: str) -> None:
    match = acted(table(hand), "0 pass/1 bid mastarspel+straff/2 pass")
    assert match.to_act() == (3,)
    choice = match.choice(3)
    assert isinstance(choice, CombinationBid)
    found = bids(match)
    assert all(bid in choice for bid in found)
    assert all(choice.bids.value(bid) > 6 for bid in found)


def test_not_all_that_is_possible_is_thought_of() -> None:
    """A hundred thousand combinations would take too long."""
    match = table(MIXED)
    seen = view(match, 0)
    assert all(len(COUNSEL.advice(seen, Random(seed))) < 120 for seed in range(50))
    assert all(Pass() in COUNSEL.advice(seen, Random(seed)) for seed in range(50))


@pytest.mark.parametrize("hand", [STRONG, LOW, MIXED])
def test_who_tries_bids_out_thinks_of_the_best_of_every_kind(hand: str) -> None:
    match = table(hand)
    seen = view(match, 0)
    advised = COUNSEL.advice(seen, None)
    assert advised == COUNSEL.advice(seen, None)
    assert all(action in match.choice(0) for action in advised)
    each = Counter(action.parts[0] for action in advised if isinstance(action, Bid))
    assert max(each.values()) <= 2
    on_their_mind = bids(match, seeds=5)
    best = max(on_their_mind, key=on_their_mind.__getitem__)
    assert best.parts[0] in each


def at(*scores: int) -> Match:
    """The same with a mixed hand, at these scores."""
    match = begin(games()["kombinations-whist"], 4)
    assert isinstance(match.sheet, KombinationsSheet)
    scored = replace(match, sheet=replace(match.sheet, scores=scores))
    return dealt(scored, {0: MIXED}, dealer=3)


def test_a_bid_that_wins_the_game_is_outbid_by_bids_that_nobody_else_would_try() -> None:
    calm = acted(table(MIXED), "0 bid trumf+straff/1 pass/2 pass")
    alarmed = acted(at(12, 0, 0, 0), "0 bid trumf+straff/1 pass/2 pass")
    assert len(bids(alarmed)) > len(bids(calm))


def test_whoever_would_be_barred_or_let_another_win_bids_less() -> None:
    """Below -5 nobody may bid; whoever is last not to be put to shame wins."""

    def promised(*scores: int) -> float:
        seen = view(at(*scores), 0)
        return max(max(COUNSEL.advice(seen, Random(seed)).values()) for seed in range(20))

    assert promised(0, 0, 0, 0) > promised(-4, 0, 0, 0) > promised(-4, -6, -6, 2)


def named(match: Match) -> object:
    seen = view(match, match.to_act()[0])
    advised = COUNSEL.advice(seen, Random(0))
    best = max(advised, key=advised.__getitem__)
    assert best in match.choice(match.to_act()[0])
    return best


def test_declarer_names_the_longest_suit_trumps() -> None:
    assert named(acted(table(STRONG), "0 bid trumf/1 pass/2 pass/3 pass")) == NameSuit(Suit.SPADES)


def test_the_plague_is_a_suit_that_declarer_has_not() -> None:
    hand = "SA SK SQ S9 S5 HA HK HQ H5 DA DK DQ D7"
    match = acted(table(hand), "0 bid spel+pest/1 pass/2 pass/3 pass")
    assert named(match) == NameSuit(Suit.CLUBS)


def test_a_guess_lies_between_what_can_be_avoided_and_what_can_be_taken() -> None:
    guess = named(acted(table(LOW), "0 bid precis/1 pass/2 pass/3 pass"))
    assert guess == NameNumber(0)


def test_justice_serves_the_contract() -> None:
    low = named(acted(table(STRONG), "0 bid mastarspel+rattvisa+straff/1 pass/2 pass/3 pass"))
    assert isinstance(low, ChooseCard)
    assert low.card in CardSet.parse(STRONG)
    high = named(acted(table("SA" + LOW[2:]), "0 bid noll+rattvisa+straff/1 pass/2 pass/3 pass"))
    assert high == ChooseCard(Card.parse("SA"))


def test_a_weak_hand_states_nothing() -> None:
    hands = {0: STRONG, 2: "H9 H8 H7 D9 D8 D7 C9 C8 C7 S7 S6 S5 H6"}
    match = dealt(begin(games()["kombinations-whist"], 4), hands, dealer=3)
    match = acted(match, "0 bid mastartrumf/1 pass/2 pass/3 pass")
    assert match.to_act() == (2,)
    seen = view(match, 2)
    stated = next(iter(COUNSEL.advice(seen, Random(0))))
    assert isinstance(stated, StateSuit)
    assert stated in match.choice(2)


@pytest.mark.parametrize("key", [one.key for one in STANDARD_BIDS.values() if not one.gathers_twos])
def test_who_wants_tricks_hangs_on_the_bid_and_not_on_the_points(key: str) -> None:
    match = table(MIXED).apply(0, Bid((key, "oppenhand", "straff")))
    for _ in range(3):
        match = match.apply(match.to_act()[0], Pass())
    leanings = [COUNSEL.leaning(view(match, seat)) for seat in range(4)]
    assert leanings == [Counsel.leaning(COUNSEL, view(match, seat)) for seat in range(4)]
    assert leanings[0] == {"skambud": -1, "noll": -1, "trumf": 1, "spel": 1}.get(key, leanings[0])
