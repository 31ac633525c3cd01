"""Decisions that are neither bids nor cards: what is plain is done, by those who look ahead too."""

from collections.abc import Callable
from random import Random

import pytest

from kwbot.engine.deals.match import Match
from kwbot.engine.phases.rulepoints import Awarded
from kwbot.engine.values.actions import (
    Action,
    Bid,
    ChooseCard,
    ChooseCards,
    NameNumber,
    NamePlayer,
    NameSuit,
    Pass,
    Play,
)
from kwbot.engine.values.cards import CardSet, Suit
from kwbot.engine.values.choices import CombinationBid, PlayCard, SomeCards
from kwbot.engine.views.view import View, view
from kwbot.players.samples.reconstruction import after_answer
from kwbot.players.search.monte_carlo import MonteCarloPlayer, weighed_actions
from kwbot.players.search.rule_of_thumb import RuleOfThumb, given_away
from kwbot.players.turns.levels import COMPUTERS, decide
from kwbot.variants import games
from tests.engine.playing import begin, dealt
from tests.variants.kombinations_whist.forced import forced

FIRST = next(iter(games()))
ME = 0
LONG = "SA SK SQ SJ ST S9 HA HK D7 D6 C4 C3 C2"
LOW = "SA S3 S2 HA H4 H2 DA D4 D3 D2 C5 C4 C2"
MIXED = "SA SK S5 S2 HQ H7 H3 DJ D6 D5 C9 C8 C7"


def asked(bid: str, hand: str, purpose: str) -> Match:
    """The first time that player 0, who has bid, is asked this."""
    match = dealt(begin(games()[FIRST], 4), {ME: hand}, dealer=3)
    while True:
        seat = match.to_act()[0]
        seen = view(match, seat)
        if ME in match.to_act() and (seen.purposes or {})[ME].key == purpose:
            return match
        if isinstance(seen.choice, CombinationBid):
            action: Action = Bid(tuple(bid.split())) if seat == ME else Pass()
        else:
            action = decide(RuleOfThumb(), match, seat, Random(1))
        match = match.apply(seat, action)


def low(action: Action, most: int) -> bool:
    cards = action.cards if isinstance(action, ChooseCards) else CardSet()
    one = CardSet([action.card]) if isinstance(action, ChooseCard) and action.card else cards
    return bool(one) and all((card.rank or 0) <= most for card in one)


def aces(action: Action) -> bool:
    return isinstance(action, ChooseCards) and all(card.rank == 14 for card in action.cards)


CASES: dict[str, tuple[str, str, str, Callable[[Action], bool]]] = {
    "a long suit is made trumps": (
        "trumf", LONG, "trumps", lambda made: made == NameSuit(Suit.SPADES),
    ),
    "few tricks are announced with few winners": (
        "precis", "S4 S3 S2 H5 H4 H2 D5 D4 D2 C6 C5 C4 C2", "guess",
        lambda made: isinstance(made, NameNumber) and made.number <= 2,
    ),
    "winners and trumps are not passed on": (
        "trumf brev straff", LONG, "mail", lambda made: low(made, 7),
    ),
    "what takes tricks is passed where none may be taken": ("noll brev", LOW, "mail", aces),
    "a card of no use is swapped for trumps": (
        "rangtrumf", LONG, "rank-card", lambda made: low(made, 9),
    ),
    "what lies open first are low cards": (
        "trumf atelje", LONG, "atelier", lambda made: low(made, 9),
    ),
    "who wants tricks takes the one they may give away": (
        "maxtrumf rattvisa straff", LONG, "taker", lambda made: made == NamePlayer(ME),
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("samples", [0, 60])
def test_what_is_plain_is_done(case: str, samples: int) -> None:
    bid, hand, purpose, sensible = CASES[case]
    player = MonteCarloPlayer(samples) if samples else RuleOfThumb()
    match = asked(bid, hand, purpose)
    for seed in range(3):
        action = decide(player, match, ME, Random(seed))
        assert sensible(action), str(action)


INTERRUPTED = ("maxtrumf+rattvisa+straff", "grill+rattvisa+straff+pest", "trumf+atelje+oppentrumf",
               "precis+rattvisa+straff+lattja+oppenhand")  # fmt: skip


@pytest.mark.parametrize("bid", INTERRUPTED)
def test_what_interrupts_the_tricks_is_answered_as_the_rules_do(bid: str) -> None:
    rng, asked = Random(bid), 0
    while asked < 12:
        match = forced(bid, 4, rng)[1]
        while match.to_act():
            seat = match.to_act()[0]
            seen, action = view(match, seat), decide(RuleOfThumb(), match, seat, rng)
            match = match.apply(seat, action)
            if not seen.playing or isinstance(seen.choice, PlayCard):
                continue
            then, now = after_answer(seen, action), view(match, seat)
            if isinstance(action, NamePlayer) and match.to_act() and now.tricks != seen.tricks:
                assert (then.tricks, then.plays) == (now.tricks, now.plays)
                assert (then.order, then.trumps) == (now.order, now.trumps)
            elif isinstance(action, ChooseCards) and now.plays == seen.plays:
                assert then.open_cards == now.open_cards
            weighed = weighed_actions(seen, rng, 20)
            assert action in weighed
            assert len(weighed) > 1 or len(seen.choice or ()) == 1
            asked += 1


def choosing(hand: str) -> View:
    match = asked("trumf brev straff", hand, "mail")
    return view(match, ME)


def test_sets_that_might_be_passed_on_begin_with_one_suit_each() -> None:
    seen = choosing(MIXED)
    assert isinstance(seen.choice, SomeCards)
    found = given_away(seen)
    assert len(set(found)) == len(found) > 3
    assert all(action in seen.choice for action in found)
    whole = [action.cards for action in found if isinstance(action, ChooseCards)]
    assert CardSet.parse("DJ D6 D5") in whole
    assert CardSet.parse("HQ H7 H3") in whole


def test_no_sets_of_cards_are_thought_of_where_none_is_asked() -> None:
    assert given_away(view(asked("trumf", LONG, "trumps"), ME)) == []


@pytest.mark.slow
def test_who_decides_about_the_last_trick_chooses_the_best_end() -> None:
    """Rättvisa with Pest: the plague cards of the trick count, too."""
    rng, mattered = Random(44), 0
    for _ in range(120):
        match = forced("mastarspel+rattvisa+pest+straff", 4, rng)[1]
        while match.to_act():
            seat = match.to_act()[0]
            choice = match.choice(seat)
            if isinstance(next(iter(choice)), NamePlayer) and not match.deal.layout.hands[seat]:  # type: ignore[union-attr]
                ends = {action: match.apply(seat, action).deal.result for action in choice}  # type: ignore[union-attr]
                points = {action: end.points[seat] for action, end in ends.items() if end}
                mattered += len(set(points.values())) > 1
                chosen = decide(COMPUTERS["hard"], match, seat, rng)
                assert points[chosen] == max(points.values())
            match = held_back(match, rng)
    assert mattered


def held_back(match: Match, rng: Random) -> Match:
    """Any move, but the card that decides about its trick as late as may be."""
    seat = match.to_act()[0]
    choice = match.choice(seat)
    if isinstance(choice, PlayCard) and match.deal and match.deal.play:
        deciding = [
            one.card for one in match.deal.play.rules.interrupts if isinstance(one, Awarded)
        ]
        others = [card for card in choice.cards if card not in deciding]
        return match.apply(seat, Play(rng.choice(others or list(choice.cards))))
    return match.apply(seat, choice.sample(rng))
