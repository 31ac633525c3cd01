"""Rules of thumb for simple computer players: what to bid, and what to name before play.

A bid's chance is that of its standard part with this hand, moved by each special part (in logits).
The best combination of each value is built part by part, so that none need be tried one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import combinations
from math import exp, log

from kwbot.engine.actions import (
    Action,
    Bid,
    ChooseCard,
    NameNumber,
    NameNumbers,
    NameSuit,
    Pass,
    State,
)
from kwbot.engine.cards import CardSet, Suit
from kwbot.engine.choices import CombinationBid
from kwbot.engine.playrules import ace_high, ace_low
from kwbot.engine.view import View

from .bids import SPECIAL, STANDARD, STANDARDS, Standard, clash, goal_of, value_of
from .effects import GUESS, JUSTICE, PLAGUE, RANK_PICK, STATEMENT, TRUMPS
from .goal import EARLY, TRICKS, Course
from .hands import Prospect, Strength, chance, prospect
from .scoring import LOST, TITLE_VALUE, points_of

PASSING = 0.3
"""What passing is worth, in points: others may fail."""
WINS_AT_ONCE = 10.0
POTENTIAL = 0.2
AT_MOST = 4
"""Bids worth more than this above the least are not thought of."""
SHORTLIST = 6
"""How many standard bids are looked at with specials."""
CLUTTER = -0.08
"""What every special part costs a simple mind."""

# fmt: off
SHIFT = {
    #             declarer wants tricks, or rather not
    "rattvisa":   (0.9, 1.0),
    "lattja":     (0.5, 0.7),
    "potential":  (0.1, 0.1),
    "bradska":    (0.15, -0.1),
    "brev":       (0.0, -0.2),
    "atelje":     (-0.25, -0.4),
    "mastarbrev": (-0.2, -0.2),
    "oppentrumf": (-0.2, -0.2),
    "straff":     (-0.35, -0.35),
    "pest":       (-1.0, -0.15),
    "oppenhand":  (-0.5, -0.9),
}
BIAS: dict[str, float] = {}
# fmt: on
ALL_TRICKS = Course(TRICKS, TRICKS, (0, 0, 0), EARLY)
COUNTED = ("girighet", "las", "sluthund")
GREED_POINT = 0.3
LYING_OPEN = (("atelje",), ("oppentrumf",), ("atelje", "oppentrumf"), ("oppenhand",))
"""The ways for cards to lie open, of which a bid can have one."""


def advice(seen: View) -> dict[Action, float]:
    """What the viewer in turn may well do, and what it is worth to them; see Variant.advice."""
    assert seen.seat is not None
    assert seen.purposes
    if isinstance(seen.choice, CombinationBid):
        return bids(seen, seen.choice)
    rule = _RULES.get(seen.purposes[seen.seat].key)
    return rule(seen) if rule else {}


# --- the auction -----------------------------------------------------------------------------


def bids(seen: View, choice: CombinationBid) -> dict[Action, float]:
    """The best bids just above the standing one, in expected points, and pass."""
    hand, deck = seen.hand, seen.variant.deck(len(seen.names))
    hands = {iron: _prospects(hand, deck, iron=iron) for iron in (False, True)}
    size = choice.table_size
    bare = {
        one: _logit(_best_chance(one, (), size, hands[False][one.key])) + BIAS.get(one.key, 0.0)
        for one in STANDARDS
    }
    found: dict[Action, float] = {Pass(): PASSING}
    hopeful = sorted(STANDARDS, key=lambda one: -_expected(one, (), bare[one] + 1.0))
    for standard in hopeful[:SHORTLIST]:
        parts = _parts(standard, size, hands, bare[standard])
        for specials, shift in _combined(standard, parts, choice.least).items():
            gain = _expected(standard, specials, bare[standard] + shift)
            if gain > 0:
                found[choice.bids.canonical(Bid((standard.key, *specials)))] = gain
    return found


def _prospects(hand: CardSet, deck: CardSet, *, iron: bool) -> dict[str, Prospect]:
    """What the hand promises with each standard bid."""
    strength = ace_low if iron else ace_high
    plain = prospect(hand, deck, strength, None)
    trumped = {suit: prospect(hand, deck, strength, suit) for suit in Suit}
    ranked = sorted(trumped.values(), key=lambda one: -one.high)
    shorter = [trumped[suit] for suit in _shorter(hand)]
    average = Prospect(plain.low, sum(one.high for one in ranked) / len(ranked))
    special = {
        "blocktrumf": ranked[0].shifted(high=-0.5),
        "subtrumf": max(shorter, key=lambda one: one.high),
        "rangtrumf": average,
        "mastartrumf": ranked[-1],
        "grill": plain,
    }
    return {one.key: special.get(one.key, ranked[0] if one.trump else plain) for one in STANDARDS}


def _shorter(hand: CardSet) -> list[Suit]:
    """The suits that are not the longest."""
    most = max(len(hand.of_suit(suit)) for suit in Suit)
    return [suit for suit in Suit if len(hand.of_suit(suit)) < most]


def _best_chance(standard: Standard, counted: tuple[str, ...], size: int, hand: Prospect) -> float:
    """The chance of the standard bid with specials that count tricks, best guess included."""
    goal = goal_of(standard, frozenset(counted), frozenset())
    return max(chance(replace(goal, guess=guess), size, hand) for guess in _guesses(standard))


def _guesses(standard: Standard) -> list[frozenset[int]]:
    if standard.guesses == 0:
        return [frozenset()]
    return [frozenset(range(low, low + standard.guesses)) for low in range(8)]


Part = tuple[tuple[str, ...], int, float]
"""Special keys, their value together, and how they move the chance."""


def _parts(
    standard: Standard, size: int, hands: Mapping[bool, Mapping[str, Prospect]], bare: float
) -> list[list[Part]]:
    """The specials that may stand with a bid, those that exclude one another in one list."""
    likely = _logit(_best_chance(standard, (), size, hands[False][standard.key]))
    shifts = {key: shift[not _wants_tricks(standard)] for key, shift in SHIFT.items()}
    for key in COUNTED:
        met = _best_chance(standard, (key,), size, hands[False][standard.key])
        shifts[key] = _logit(met) - likely
    shifts["girighet"] += GREED_POINT
    shifts["jarn"] = _logit(_best_chance(standard, (), size, hands[True][standard.key])) - likely
    groups = [(("pest",),), *(((key,),) for key in shifts if key not in _EXCLUSIVE), LYING_OPEN]
    return [
        [
            (keys, _value(standard, keys), sum(shifts[key] + CLUTTER for key in keys))
            for keys in group
            if not any(clash(standard, SPECIAL[key], frozenset()) for key in keys)
            and (standard.trump or "oppentrumf" not in keys)
        ]
        for group in groups
    ]


_EXCLUSIVE = ("pest", "atelje", "oppentrumf", "oppenhand")


def _value(standard: Standard, keys: tuple[str, ...]) -> int:
    return value_of(standard, keys) - standard.value


def _wants_tricks(standard: Standard) -> bool:
    """Whether all 13 tricks would make it."""
    return goal_of(standard, frozenset(), frozenset()).met(ALL_TRICKS)


def _combined(
    standard: Standard, parts: list[list[Part]], least: int
) -> dict[tuple[str, ...], float]:
    """The specials that hurt least for each value of the bid from `least` up."""
    best: dict[int, tuple[float, tuple[str, ...]]] = {standard.value: (0.0, ())}
    for group in parts:
        for value, (shift, keys) in list(best.items()):
            for more, worth, moved in group:
                total = value + worth
                if total not in best or best[total][0] < shift + moved:
                    best[total] = (shift + moved, (*keys, *more))
    return {
        keys: shift for value, (shift, keys) in best.items() if least <= value <= least + AT_MOST
    }


def _expected(standard: Standard, specials: tuple[str, ...], likely: float) -> float:
    """The points that a bid brings on average."""
    made = 1 / (1 + exp(-likely))
    bid = Bid((standard.key, *specials))
    gain = points_of(bid) + ("girighet" in specials) + POTENTIAL * ("potential" in specials)
    if standard.key == "obesudlat" and gain >= TITLE_VALUE:
        gain += WINS_AT_ONCE
    lost = -LOST * (2 if "straff" in specials else 1)
    return made * gain - (1 - made) * lost


def _logit(share: float) -> float:
    share = min(0.98, max(0.001, share))
    return log(share / (1 - share))


# --- before play -----------------------------------------------------------------------------


def _suit_worth(seen: View, suit: Suit) -> float:
    """Tricks that the viewer's hand takes more with these trumps than with the worst."""
    return prospect(seen.hand, seen.variant.deck(len(seen.names)), _strength(seen), suit).high


def _strength(seen: View) -> Strength:
    return ace_low if seen.contract and "jarn" in seen.contract.parts else ace_high


def _trumps(seen: View) -> dict[Action, float]:
    """One's own best suit; who names trumps against declarer hears the others' statements too."""
    assert seen.choice
    worth = {suit: _suit_worth(seen, suit) for suit in Suit}
    for entry in seen.said:
        if isinstance(entry.action, State) and entry.action.suit is not None:
            worth[entry.action.suit] += 0.4 * entry.action.strength
    return {action: worth[action.suit] for action in seen.choice if isinstance(action, NameSuit)}


def _statement(seen: View) -> dict[Action, float]:
    """One's best suit, the stronger the more it gains."""
    worth = sorted((_suit_worth(seen, suit), suit) for suit in Suit)
    gain = worth[-1][0] - worth[0][0]
    if gain < 1:
        return {State(None, 0): 0.0}
    return {State(worth[-1][1], min(5, round(gain))): 0.0}


def _guess(seen: View) -> dict[Action, float]:
    """The numbers of tricks that this hand is likeliest to be steered to."""
    assert seen.contract
    main, *rest = seen.contract.parts
    standard, specials = STANDARD[main], frozenset(rest)
    deck = seen.variant.deck(len(seen.names))
    hand = prospect(seen.hand, deck, _strength(seen), None)
    found: dict[Action, float] = {}
    for numbers in combinations(range(TRICKS + 1), standard.guesses):
        if numbers[-1] - numbers[0] <= 2:
            goal = goal_of(standard, specials, frozenset(numbers))
            action = NameNumbers(numbers) if len(numbers) > 1 else NameNumber(numbers[0])
            found[action] = standard.points * chance(goal, len(seen.seats), hand)
    return found


def _plague(seen: View) -> dict[Action, float]:
    """A short suit of low cards, and not trumps."""
    trumps = next((e.action.suit for e in seen.said if isinstance(e.action, NameSuit)), None)
    strength = _strength(seen)
    return {
        NameSuit(suit): -sum(1 + strength(card) / 7 for card in seen.hand.of_suit(suit))
        - 5 * (suit == trumps)
        for suit in Suit
    }


def _justice(seen: View) -> dict[Action, float]:
    """Wanting tricks: a low card of one's own, to take the trick with; else the most dangerous."""
    sign = 1 if seen.appetite >= 0 else -1
    strength = _strength(seen)
    return {
        ChooseCard(card): -sign * (strength(card) + len(seen.hand.of_suit(suit)))
        for card in seen.hand
        if (suit := card.suit) is not None
    }


def _rank_pick(seen: View) -> dict[Action, float]:
    """The card whose suit makes the best trumps."""
    assert seen.choice
    return {
        action: _suit_worth(seen, action.card.suit)
        for action in seen.choice
        if isinstance(action, ChooseCard) and action.card and action.card.suit is not None
    }


_RULES: dict[str, Callable[[View], dict[Action, float]]] = {
    TRUMPS.key: _trumps,
    STATEMENT.key: _statement,
    GUESS.key: _guess,
    PLAGUE.key: _plague,
    JUSTICE.key: _justice,
    RANK_PICK.key: _rank_pick,
}
