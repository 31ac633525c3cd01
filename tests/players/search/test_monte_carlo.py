"""Players who look ahead: what they choose where it is plain what is best."""

from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from kwbot.engine.deals.match import Match
from kwbot.engine.phases.playrules import Ban
from kwbot.engine.phases.rulepoints import Awarded, MustFall
from kwbot.engine.phases.tricks import _PLAY as PLAY
from kwbot.engine.values.actions import Action, Bid, Pass, Play
from kwbot.engine.values.cards import Card, CardSet, Suit
from kwbot.engine.values.choices import OneOf, PlayCard
from kwbot.engine.values.estimate import Estimate, as_good
from kwbot.engine.values.wording import Sentence
from kwbot.engine.views.counsel import Counsel
from kwbot.engine.views.view import View, view
from kwbot.players.kernel import EVERYBODY, Policy, Race, State, rollout
from kwbot.players.samples.determinization import LEISURELY
from kwbot.players.samples.kernel_input import KernelInput
from kwbot.players.search import bid_ideas, bid_search, card_search
from kwbot.players.search.bid_search import Scene, Thought, Trial
from kwbot.players.search.card_sense import distinct_cards, thrifty
from kwbot.players.search.monte_carlo import MonteCarloPlayer, weighed_actions
from kwbot.players.search.rule_of_thumb import RuleOfThumb, best_card
from kwbot.players.tastes.bid_taste import BidTaste
from kwbot.players.turns.levels import decide
from kwbot.variants import counsels, games
from tests.engine.playing import acted, begin, dealt, one_move, shuffled

FIRST = next(iter(games()))
STRONG = "SA SK SQ SJ ST S9 S8 S7 HA HK DA DK CA"
HARD, STRONGER = MonteCarloPlayer(samples=12), MonteCarloPlayer(samples=40)


def test_a_choice_of_one_takes_no_thought() -> None:
    rng = Random(1)
    match = shuffled(begin(games()[FIRST], 4), rng)
    only = OneOf((Pass(),))
    before = rng.getstate()
    assert HARD.choose(_asked(match, only), rng) == Pass()
    assert rng.getstate() == before


def _asked(match: Match, choice: OneOf) -> View:
    return replace(view(match, match.to_act()[0]), choice=choice)


def test_bids_are_suggested_that_are_no_worse_than_passing_and_else_to_pass() -> None:
    match = dealt(begin(games()[FIRST], 4, {"bids": "plain"}), {1: STRONG}, dealer=0)
    found = bid_search.suggest_bids(view(match, 1), Random(1), 80)
    assert all(0 <= chance <= 1 for chance in found.values())
    assert isinstance(next(iter(found)), Bid)
    assert Pass() not in found
    after = match.apply(1, Bid(("mastarspel", "oppenhand")))
    found = bid_search.suggest_bids(view(after, 2), Random(1), 80)
    assert next(iter(found)) == Pass(), "once somebody else has bid, too"


@pytest.mark.slow
def test_a_hand_full_of_tricks_bids() -> None:
    match = dealt(begin(games()[FIRST], 4), {1: STRONG}, dealer=0)
    assert match.to_act() == (1,)
    for seed in range(3):
        assert isinstance(decide(HARD, match, 1, Random(seed)), Bid)


def test_a_contract_that_cannot_fail_is_worth_its_points() -> None:
    match = dealt(begin(games()[FIRST], 4), {1: STRONG}, dealer=0)
    worth = Trial(Scene(view(match, 1), 5), Bid(("trumf",))).outlook(12).points
    assert worth == pytest.approx(1.0)


MIDDLING = "SA SQ SJ S7 S4 S2 HQ H6 DQ D8 D4 C9 C5"
THIN = "SK SQ S7 S4 HQ H8 H6 DQ D8 D4 CJ C9 C5"


def standing(*scores: int, hand: str = MIDDLING) -> Match:
    """Player 1 is to bid, at these scores."""
    match = begin(games()[FIRST], 4)
    match = replace(match, sheet=replace(match.sheet, scores=scores))
    return dealt(match, {1: hand}, dealer=0)


def worth_at(*scores: int) -> float:
    seen = view(standing(*scores), 1)
    return Trial(Scene(seen, 5), Bid(("trumf",))).outlook(160).points


def test_a_bid_that_may_win_the_game_is_worth_more() -> None:
    """The target is 13; one point is missing."""
    assert worth_at(0, 12, 0, 0) > worth_at(0, 0, 0, 0) + 1.0
    assert worth_at(13, 12, 0, 0) == worth_at(0, 0, 0, 0)  # but not behind another


def test_a_bid_is_worth_less_that_may_let_another_win() -> None:
    """Who falls to -5 is put to shame; the last one who is not wins."""
    assert worth_at(0, -4, -6, -6) < worth_at(0, -4, 0, -6) - 0.8


def test_a_bid_is_worth_less_that_may_bar_from_bidding() -> None:
    assert worth_at(0, -4, 0, 0) < worth_at(0, 0, 0, 0)


def bids_at(*scores: int) -> int:
    """How often player 1 bids on a hand that hardly deserves it."""
    match = standing(*scores, hand=THIN)
    return sum(isinstance(decide(STRONGER, match, 1, Random(seed)), Bid) for seed in range(8))


@pytest.mark.slow
def test_in_leisure_a_bid_is_tried_against_players_who_are_able(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    minds = set()
    tried = rollout

    def noted(start: State, trial: State, policy: Policy, seat: int, *chance: int) -> float:
        minds.add((policy.able, seat))
        return tried(start, trial, policy, seat, *chance)

    monkeypatch.setattr(bid_search, "rollout", noted)
    seen = view(standing(0, 0, 0, 0), 1)
    bid_search.best(seen, Random(5), 20)
    assert {able for able, _ in minds} == {EVERYBODY}
    minds.clear()
    monkeypatch.setattr(bid_search, "LEISURELY", 20)
    bid_search.best(seen, Random(5), 20)
    ((able, place),) = minds
    assert able == EVERYBODY ^ 1 << place


@pytest.fixture
def tries(monkeypatch: pytest.MonkeyPatch) -> dict[int, set[Action]]:
    """The actions that are tried, by the samples of a try; the shorter an action, the better."""
    noted: dict[int, set[Action]] = {}

    def outlook(trial: Trial, samples: int) -> Estimate:
        noted.setdefault(samples, set()).add(trial.action)
        return Estimate(-len(str(trial.action)))

    monkeypatch.setattr(Trial, "outlook", outlook)
    monkeypatch.setattr(Trial, "doubt", lambda *_: 0.0)
    return noted


def test_all_bids_get_a_glance_and_the_best_of_them_a_long_look(
    tries: dict[int, set[Action]],
) -> None:
    seen = view(standing(0, 0, 0, 0), 1)
    also = Bid(("noll", "straff"))
    found = bid_search.weigh_bids(seen, Random(1), 200, also)
    assert [*tries] == [20, 40, 80, 160]
    assert len(tries[20]) == bid_ideas.MAX_PROMISING + 1
    assert len(tries[40]) == len(tries[20]) // 2 + 1
    assert len(tries[80]) == len(tries[160]) == bid_search.MIN_LAST_ACTIONS
    assert tries[160] == tries[80] < tries[40] < tries[20]
    assert also in tries[160]
    assert set(found) == tries[160]
    tries.clear()
    bid_search.weigh_bids(seen, Random(1), 20, also)
    assert [*tries] == [20]


def test_of_many_bids_few_are_looked_at_again(tries: dict[int, set[Action]]) -> None:
    bid_search.try_actions(view(standing(0, 0, 0, 0), 1), Random(1), 160, taste=BidTaste())
    most = bid_search.MAX_LOOKED_AT_AGAIN + 1  # the best one in any case
    assert len(tries[20]) > 2 * most
    assert len(tries[40]) <= most


def test_a_lucky_glance_wins_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the first look thinks least of is not taken because the others look worse later."""
    firsts: list[Action] = []

    def noted(trial: Trial, samples: int) -> Estimate:
        if samples == 20:
            if trial.action not in firsts:
                firsts.append(trial.action)
            return Estimate(10.0 * (10 - firsts.index(trial.action)))
        return Estimate(-100.0 if trial.action != firsts[2] else -90.0)

    monkeypatch.setattr(Trial, "outlook", noted)
    monkeypatch.setattr(Trial, "doubt", lambda *_: 0.0)
    assert bid_search.best(view(standing(0, 0, 0, 0), 1), Random(1), 200) == firsts[2]


@pytest.mark.parametrize(
    ("missed", "brings", "made", "kept"),
    [
        (0.45, -0.1, 1.0, False),  # worse than not to bid
        (0.45, 0.1, 1.0, True),
        (9.0, -2.0, 0.1, True),  # hardly ever worth it, but so rare that somebody tries for once
        (9.0, -2.0, 0.02, False),  # without hope
        (9.0, 0.1, 0.02, False),
    ],
)
def test_what_is_far_worse_than_not_to_bid_tempts_only_if_it_is_very_rare(
    monkeypatch: pytest.MonkeyPatch, missed: float, brings: float, made: float, kept: bool
) -> None:
    """And not to bid is still there in the end, to compare with, though better bids are tried."""
    monkeypatch.setattr(type(counsels()[FIRST]), "overuse", {"grill": -missed})
    seen = view(dealt(begin(games()[FIRST], 4), {1: STRONG}, dealer=0), 1)

    def brought(trial: Trial, _: int) -> Estimate:
        parts = trial.action.parts if isinstance(trial.action, Bid) else ()
        return Estimate(brings, made=made) if "grill" in parts else Estimate(0.5 * bool(parts))

    monkeypatch.setattr(Trial, "outlook", brought)
    monkeypatch.setattr(Trial, "doubt", lambda *_: 0.0)
    found = bid_search.try_actions(seen, Random(1), 200, taste=BidTaste()).found
    assert Pass() in found
    assert any("grill" in bid.parts for bid in found if isinstance(bid, Bid)) == kept
    assert ("grill" in str(bid_search.best(seen, Random(1), 200))) == kept


@pytest.mark.parametrize("leisurely", [True, False])
def test_what_is_hardly_ever_worth_it_is_tried_in_leisure_alone(
    monkeypatch: pytest.MonkeyPatch, leisurely: bool
) -> None:
    odd, tried = Bid(("noll", "lattja")), set[Action]()

    def brought(trial: Trial, _: int) -> Estimate:
        tried.add(trial.action)
        return Estimate(0.0)

    monkeypatch.setattr(bid_search, "unusual", lambda *_: {odd: -1.5})
    monkeypatch.setattr(Trial, "outlook", brought)
    monkeypatch.setattr(Trial, "doubt", lambda *_: 0.0)
    seen = view(dealt(begin(games()[FIRST], 4), {1: STRONG}, dealer=0), 1)
    samples = LEISURELY if leisurely else LEISURELY - 1
    for taste in (None, BidTaste()):
        tried.clear()
        bid_search.try_actions(seen, Random(1), samples, taste=taste)
        assert (odd in tried) == (leisurely and taste is not None)


def test_doubt_is_less_where_the_same_hands_were_met() -> None:
    """What luck with the cards does to both says nothing of which is better."""
    scene = Scene(view(standing(0, 0, 0, 0), 1), 5)
    low, high = (Trial(scene, Bid(("trumf", *more, "mastarbrev"))) for more in ((), ("straff",)))
    each = [one.outlook(160).doubt for one in (low, high)]
    assert 0 < low.doubt(high) < min(each)
    assert low.doubt(low) == 0


def test_an_action_is_looked_at_further_from_where_it_stands() -> None:
    seen, bid = view(standing(0, 0, 0, 0), 1), Bid(("trumf", "mastarbrev"))
    by_steps, at_once = Trial(Scene(seen, 5), bid), Trial(Scene(seen, 5), bid)
    glance = by_steps.outlook(20)
    by_steps.outlook(40)
    assert by_steps.outlook(80) == at_once.outlook(80) != glance


@pytest.mark.slow
def test_players_bid_by_the_score() -> None:
    level, near, shame = bids_at(0, 0, 0, 0), bids_at(0, 12, 0, 0), bids_at(0, -4, -6, -6)
    assert near > level > shame


def test_what_may_be_chance_counts_as_equal_and_keeps_its_mean(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = shuffled(begin(games()["fyrmanswhist"], 4), Random(1))
    seen = view(match, match.to_act()[0])
    best, near, far = list(seen.choice or ())[:3]
    outlooks = {far: Estimate(-1.0, 0.4), near: Estimate(0.3, 0.4), best: Estimate(1.0, 0.4)}
    monkeypatch.setattr(bid_search, "try_actions", lambda *_: Thought(outlooks))
    weighed = bid_search.weigh_bids(seen, Random(1), 4)
    assert [brings.points for brings in weighed.values()] == [1.0, 0.3, -1.0]
    assert as_good(weighed, best) == [near]
    assert as_good(weighed, far) == [best, near]


def test_the_usual_action_is_advised_where_it_hardly_differs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = shuffled(begin(games()["fyrmanswhist"], 4), Random(1))
    seen = view(match, match.to_act()[0])
    best, usual = list(seen.choice or ())[:2]
    for behind, advised in ((0.3, usual), (0.5, best)):
        outlooks = {best: Estimate(1.0, deals=99), usual: Estimate(1.0 - behind, 0.4)}
        tried = Thought(outlooks, usual)
        monkeypatch.setattr(bid_search, "try_actions", lambda *_, tried=tried: tried)
        assert next(iter(bid_search.weigh_bids(seen, Random(1), 4))) == advised


@pytest.mark.slow
def test_actions_are_weighed_for_a_hint() -> None:
    rng = Random(4)
    match = shuffled(begin(games()["whist"], 4), rng)
    while match.to_act():
        seat = match.to_act()[0]
        seen, choice = view(match, seat), match.choice(seat)
        if isinstance(choice, PlayCard) and len(choice) > 1:
            weighed = weighed_actions(seen, Random(1), 4)
            assert weighed
            assert all(action in choice for action in weighed)
            assert all(-26 <= brings.points <= 26 for brings in weighed.values())
        match, _ = one_move(match, rng)


@pytest.fixture
def races(monkeypatch: pytest.MonkeyPatch) -> list[Race]:
    """Those that were run."""
    found: list[Race] = []
    raced = card_search._race

    def noted(*given: Any, **also: Any) -> Race:
        found.append(raced(*given, **also))
        return found[-1]

    monkeypatch.setattr(card_search, "_race", noted)
    return found


@pytest.mark.slow
def test_whoever_is_told_what_cards_bring_is_told_of_as_many_samples_for_each(
    races: list[Race],
) -> None:
    match = shuffled(begin(games()["whist"], 4), Random(8))
    seen = view(match, match.to_act()[0])
    weighed = card_search.weigh_cards(seen, seen.hand, Random(3), 100)
    (race,) = races
    assert race.met == 100
    assert len(race.cards) == len(weighed) == len(distinct_cards(seen, seen.hand))


@pytest.mark.slow
def test_few_samples_are_met_where_all_is_clear_and_more_where_it_is_not(races: list[Race]) -> None:
    rng = Random(4)
    match = shuffled(begin(games()["whist"], 4), rng)
    while match.to_act():
        seen = view(match, match.to_act()[0])
        if isinstance(seen.choice, PlayCard) and not card_search._is_ending(seen):
            card_search.best(seen, seen.choice.cards, rng, 20)
        match, _ = one_move(match, rng)
    met = [race.met for race in races]
    assert min(met) == card_search.FIRST_LOOK
    assert max(met) == 20 * card_search.SAMPLES_FACTOR


@pytest.mark.parametrize("samples", [20, 2000])
def test_of_cards_that_hardly_differ_the_usual_one_is_played(
    monkeypatch: pytest.MonkeyPatch, samples: int
) -> None:
    match = dealt(begin(games()["whist"], 4), {2: "SA S9 S4 HA HJ H2 D9 D7 D2 CK C9 C7 C2"}, 1)
    seen = view(match, 2)
    cards, usual = distinct_cards(seen, seen.hand), best_card(seen, seen.hand, Random(1))
    first = next(at for at, card in enumerate(cards) if card != usual)
    for lead, played in ((0.4, usual), (0.6, cards[first])):
        race = SimpleNamespace(
            which=range(len(cards)), leader=lambda: first, lead=lambda *_, lead=lead: lead
        )
        monkeypatch.setattr(card_search, "_race", lambda *_, race=race, **__: race)
        assert card_search.best(seen, seen.hand, Random(1), samples) == played


def test_neighbours_are_one_card() -> None:
    match = dealt(begin(games()["whist"], 4), {2: "SA SK SQ S5 S4 HA H2 D3 D2 C9 C8 C7 C2"}, 1)
    seen = view(match, 2)
    kept = {card.text for card in distinct_cards(seen, seen.hand)}
    assert kept == {"SQ", "S4", "HA", "H2", "D2", "C7", "C2"}


@pytest.mark.parametrize(
    "special",
    [
        {"interrupts": (Awarded(2, Card.parse("SK"), PLAY),)},
        {"stand_in": (Card.parse("SK"), Suit.HEARTS)},
        {"bans": (Ban(MustFall(Card.parse("SK")), Sentence("no")),)},
    ],
    ids=lambda special: next(iter(special)),
)
def test_a_card_that_does_what_no_other_does_has_no_neighbours(special: dict[str, Any]) -> None:
    match = dealt(begin(games()["whist"], 4), {2: "SA SK SQ SJ S4 HA H2 D3 D2 C9 C8 C7 C2"}, 1)
    seen = view(match, 2)
    assert seen.rules
    seen = replace(seen, rules=replace(seen.rules, **special))
    kept = {card.text for card in distinct_cards(seen, seen.hand)}
    assert kept == {"SA", "SK", "SJ", "S4", "HA", "H2", "D2", "C7", "C2"}


HEARTS = {2: "HA H3", 3: "HK H7 H2", 0: "HQ HT H4", 1: "SK S9 S4 DA DJ D9 D5 D2 CJ C9 C7 C5 C3"}


@pytest.mark.parametrize(
    ("plays", "kept"),
    [
        ("2 play HA", "H2"),
        ("2 play H3", "H2 H7 HK"),  # who comes later may beat the seven
        ("2 play HA/3 play H2", "H4"),
        ("2 play H3/3 play H2", "H4 HT HQ"),
        ("2 play H3/3 play H2/0 play HT", "S4 D2 C3"),
    ],
)
def test_a_high_card_is_not_spent_where_a_low_one_does_the_same(
    plays: str, kept: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = dealt(begin(games()["whist"], 4), HEARTS, dealer=1, turned="SK")
    match = acted(match, plays)
    seen = view(match, match.to_act()[0])
    assert isinstance(seen.choice, PlayCard)
    cards = distinct_cards(seen, seen.choice.cards)
    lowest = CardSet.parse(kept)
    assert CardSet(thrifty(seen, cards)) == lowest
    if len(lowest) == 1:
        assert card_search.best(seen, seen.choice.cards, Random(1), 20) in lowest
    monkeypatch.setattr(Counsel, "leaning", lambda *_: 0)
    assert thrifty(seen, cards) == cards, "who wants some tricks may want to spend it"


def test_who_wants_no_tricks_spends_the_highest_card_that_does_not_take_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = acted(dealt(begin(games()["whist"], 4), HEARTS, dealer=1, turned="SK"), "2 play HA")
    seen = view(match, 3)
    monkeypatch.setattr(Counsel, "leaning", lambda *_: -1)
    assert isinstance(seen.choice, PlayCard)
    assert thrifty(seen, distinct_cards(seen, seen.choice.cards)) == [Card.parse("HK")]


@pytest.mark.parametrize(("options", "samples"), [({"form": "guerre"}, 15), ({}, 3)])
def test_few_samples_are_enough_only_where_they_are_played_out_exactly(
    races: list[Race], options: dict[str, str], samples: int
) -> None:
    """Four against each other are not."""
    rng = Random(4)
    match = shuffled(begin(games()["whist"], 4, options), rng)
    while len(match.deal.layout.hands[match.to_act()[0]]) > 4:  # type: ignore[union-attr]
        match, _ = one_move(match, rng)
    seen = view(match, match.to_act()[0])
    card_search.weigh_cards(seen, seen.hand, Random(1), 15)
    assert [race.met for race in races] == [samples]


def test_the_last_player_takes_what_their_side_would_lose() -> None:
    """The ace takes the trick that the low card gives away."""
    match = dealt(begin(games()["whist"], 4), {2: "S2", 3: "S3", 0: "SK", 1: "SA S4"}, 1)
    for card in ("S2", "S3", "SK"):
        match = match.apply(match.to_act()[0], Play(Card.parse(card)))
    for seed in range(3):
        assert decide(MonteCarloPlayer(LEISURELY), match, 1, Random(seed)) == Play(Card.parse("SA"))


def test_who_wants_the_same_is_on_one_side() -> None:
    rng = Random(2)
    for options, sides in (({}, [0, 1, 0, 1]), ({"form": "guerre"}, [0, 1, 2, 3])):
        match = shuffled(begin(games()["whist"], 4, options), rng)
        kernel = KernelInput(view(match, match.to_act()[0]))
        assert match.deal
        start = kernel.deal(match.deal.layout.hands)
        assert list(start.rules.side[:4]) == sides


@pytest.mark.heavy
def test_looking_ahead_takes_more_tricks_by_the_same_cards() -> None:
    gained = 0
    for number in range(60):
        taken = []
        for side in ((0, 2), (1, 3)):
            match = shuffled(begin(games()["whist"], 4), Random(number))
            while match.to_act():
                seat = match.to_act()[0]
                player = MonteCarloPlayer(40) if seat in side else RuleOfThumb()
                match = match.apply(seat, decide(player, match, seat, Random(number)))
            assert match.deal
            assert match.deal.result
            taken.append(match.deal.result.tricks[0] + match.deal.result.tricks[2])
        gained += taken[0] - taken[1]
    assert gained > 10
