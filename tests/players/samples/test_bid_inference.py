"""What a contract tells of a hand."""

from collections import OrderedDict
from random import Random
from statistics import fmean, pstdev

import pytest

from kwbot.engine.deals.match import Match
from kwbot.engine.values.actions import Bid, Pass
from kwbot.engine.values.cards import Card, CardSet
from kwbot.engine.values.choices import CombinationBid, PlayCard
from kwbot.engine.views.view import view
from kwbot.players.samples import bid_inference
from kwbot.players.samples.bid_inference import Appeal, appeals
from kwbot.players.samples.determinization import Determinizer
from kwbot.players.samples.kernel_input import KernelInput
from kwbot.players.search.monte_carlo import MonteCarloPlayer
from kwbot.players.turns.levels import COMPUTERS, decide
from kwbot.variants import games
from tests.engine.playing import begin, shuffled

FIRST = next(iter(games()))
DECLARER = 2


def first_lead(key: str, seed: int) -> Match:
    """Player 2 has bid `key`."""
    rng, match = Random(seed), shuffled(begin(games()[FIRST], 4), Random(seed))
    while not isinstance(match.choice(match.to_act()[0]), PlayCard):
        seat = match.to_act()[0]
        choice = match.choice(seat)
        if isinstance(choice, CombinationBid):
            match = match.apply(seat, Bid((key,)) if seat == DECLARER else Pass())
        else:
            match = match.apply(seat, next(iter(sorted(choice, key=str, reverse=True))))
    return match if match.to_act()[0] != DECLARER else first_lead(key, rng.randrange(10**6))


def of(key: str, seed: int = 1) -> tuple[KernelInput, Appeal]:
    match = first_lead(key, seed)
    setting = KernelInput(view(match, match.to_act()[0]))
    return setting, appeals(setting)[DECLARER]


def rated(setting: KernelInput, found: Appeal, cards: str) -> float:
    return found.of(setting.masks.of(CardSet.parse(cards)))


@pytest.mark.slow
def test_high_cards_speak_for_tricks_and_against_none() -> None:
    high, low = "SA SK SQ HA HK HQ DA DK DQ CA CK CQ CJ", "S2 S3 S4 H2 H3 H4 D2 D3 D4 C2 C3 C4 C5"
    for key, sign in (("trumf", 1), ("noll", -1)):
        setting, found = of(key)
        assert sign * (rated(setting, found, high) - rated(setting, found, low)) > 4


@pytest.mark.slow
def test_trumps_speak_for_their_contract() -> None:
    setting, found = of("trumf")
    trumps = setting.seen.trumps
    assert trumps is not None
    places = {
        card: setting.masks.bit[card] % bid_inference.CARD_PLACES for card in map(Card.parse, LOW)
    }
    mine = [found.cards[at] for card, at in places.items() if card.suit == trumps]
    others = [found.cards[at] for card, at in places.items() if card.suit != trumps]
    assert min(mine) > fmean(others)


LOW = ["S2", "H2", "D2", "C2", "S5", "H5", "D5", "C5", "S8", "H8", "D8", "C8"]


def test_hands_at_random_are_rated_about_nought() -> None:
    setting, found = of("trumf")
    rng, deck = Random(1), list(setting.seen.variant.deck(4))
    ratings = [found.of(setting.masks.of(CardSet(rng.sample(deck, 13)))) for _ in range(400)]
    assert abs(fmean(ratings)) < 0.2
    assert pstdev(ratings) == pytest.approx(1, abs=0.2)


def test_samples_give_a_caller_a_hand_for_the_contract() -> None:
    setting, found = of("noll")
    seed = 5
    ratings: dict[bool, list[float]] = {True: [], False: []}
    for believing, so_far in ratings.items():
        drawn = Determinizer(setting.seen, setting.masks)
        if believing:
            drawn.believe(DECLARER, found, 0)
        for _ in range(300):
            seed = drawn.deal(setting.start, seed)
            so_far.append(found.of(setting.start.hand[setting.place[DECLARER]]))
    assert fmean(ratings[True]) > fmean(ratings[False]) + 0.4


def test_what_a_contract_is_like_is_measured_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever looks at it, and however the cards lie."""
    monkeypatch.setattr(bid_inference, "_known", OrderedDict())
    monkeypatch.setattr(bid_inference, "INFERENCE_SAMPLES", 20)
    keys = {of("trumf", seed)[0].key() for seed in range(4)}
    for seed in range(4):
        of("trumf", seed)
    assert len(bid_inference._known) == len(keys) <= 4
    monkeypatch.setattr(bid_inference, "APPEAL_CACHE_SIZE", len(keys))
    oldest = next(iter(bid_inference._known))
    of("noll")
    assert len(bid_inference._known) == len(keys)
    assert oldest not in bid_inference._known


def test_only_who_called_is_believed() -> None:
    match = first_lead("trumf", 1)
    lead = decide(COMPUTERS["thumb"], match, match.to_act()[0], Random(1))
    match = match.apply(match.to_act()[0], lead)
    while match.to_act()[0] != DECLARER:
        assert list(appeals(KernelInput(view(match, match.to_act()[0])))) == [DECLARER]
        match = match.apply(match.to_act()[0], next(iter(match.choice(match.to_act()[0]))))
    assert not appeals(KernelInput(view(match, DECLARER)))
    plain = shuffled(begin(games()["whist"], 4), Random(1))
    assert not appeals(KernelInput(view(plain, plain.to_act()[0])))


def test_believing_rests_on_the_view_and_the_seed_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    match, computer = first_lead("trumf", 3), MonteCarloPlayer(160)
    seat = match.to_act()[0]
    chosen = decide(computer, match, seat, Random(1))
    monkeypatch.setattr(bid_inference, "_known", OrderedDict())
    assert decide(computer, match, seat, Random(1)) == chosen
