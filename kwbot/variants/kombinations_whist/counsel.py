"""Rules of thumb for simple computer players: what to bid, and what to name before play.

A bid's probability is that of its standard part with this hand, shifted by each special part (in
logits). The best combination of each value is built part by part, so that not every combination
needs to be tried.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from math import exp, inf, log

from kwbot.engine.phases.choose import TRUMPS
from kwbot.engine.phases.playrules import ace_high, ace_low
from kwbot.engine.values.actions import (
    Action,
    Bid,
    ChooseCard,
    NameNumber,
    NameNumbers,
    NameSuit,
    Pass,
    StateSuit,
)
from kwbot.engine.values.cards import CardSet, Suit
from kwbot.engine.values.choices import CombinationBid, Randomness
from kwbot.engine.views.counsel import Counsel, leaning_by
from kwbot.engine.views.payoffs import Payoffs
from kwbot.engine.views.view import View
from kwbot.variants._hands import Strength

from . import payoffs
from .bids import COUNTED_SPECIALS, Bids, clash, goal_of, value_of
from .goal import DEAL_TRICKS, EARLY, Progress
from .hand_estimate import HandEstimate, chance, estimate_hand, shorter_suits
from .printed_bids import SPECIAL, STANDARD_BIDS, Standard
from .purposes import GUESS, JUSTICE, PLAGUE, RANK_CARD, RANK_GIVEN, RANK_PICK, STATEMENT
from .scoring import points_of

PASSING = 0.0
"""Points that passing is worth."""
BLOCKING = 1.4
"""Points that it is worth to outbid a player who would win the game with their bid."""
MOOD, FANCY = 0.6, 0.6
"""Most points by which a bid, and most logits by which a special, may appeal to a player."""
POTENTIAL = 0.2
MAX_VALUE_ABOVE = 4
"""Bids more than this above the least value are not considered."""
PERCENT_CONSIDERED = 40
"""Percentage of parts that a simple player considers, so that games differ."""
RARE_BIDS_EACH = 2
"""Number of bids per standard bid, for players who try them out."""
CLUTTER = -0.4
"""Logits that every special part costs, to keep bids simple."""

# fmt: off
SHIFT = {
    #             declarer wants tricks, or avoids them
    "rattvisa":   (0.6, 0.2),
    "lattja":     (0.2, 0.5),
    "potential":  (0.1, 0.1),
    "bradska":    (-0.2, 0.0),
    "jarn":       (0.0, 0.0),
    "brev":       (-0.1, -0.25),
    "girighet":   (0.3, 0.5),
    "atelje":     (-0.2, -0.1),
    "mastarbrev": (0.0, -0.1),
    "sluthund":   (-0.4, 0.0),
    "oppentrumf": (-0.2, 0.0),
    "las":        (-1.3, -0.2),
    "straff":     (-0.3, -0.3),
    "pest":       (-1.1, -0.3),
    "oppenhand":  (-0.35, -0.2),
}
"""Logits by which a special shifts a bid's probability beyond its goal; measured over deals."""
BIAS = {
    "skambud": -1.5, "ungefar": -1.2, "trumf": 0.1, "grill": -0.1, "blocktrumf": 0.4,
    "limbo": -1.2, "spel": 0.0, "mastarskambud": -2.0, "precis": -1.2, "maxtrumf": -0.2,
    "subtrumf": -1.2, "rangtrumf": -0.6, "mastarspel": -0.1, "noll": -1.0, "mastartrumf": -1.6,
    "obesudlat": 1.3, "obesudlatbud": 0.7,
}
"""The same for the standard bids."""
# fmt: on
PECULIAR = {"obesudlat": {"rattvisa": 1.7}, "obesudlatbud": {"lattja": 1.7, "rattvisa": 1.2}}
"""Exceptions to `SHIFT`, by standard bid."""
WARY = {"skambud": -1.5, "mastarskambud": -2.5}
"""Further logits for players who try bids out: opponents like them can give declarer too few or too
many tricks, which simple players cannot."""
OVERUSE = {
    "mastarbrev": 0.6, "rattvisa": 0.38, "rangtrumf": 0.35, "oppenhand": 0.35, "jarn": 0.25,
    "sluthund": -0.15, "brev": -0.2, "spel": -0.2, "noll": -0.4, "las": -0.5, "bradska": -0.6,
    "grill": -0.8, "precis": -1.2, "limbo": -1.2, "ungefar": -1.3, "mastarskambud": -1.4,
    "obesudlatbud": -2.0, "obesudlat": -7.5,
}  # fmt: skip
"""With these values no part is in more than a third of the contracts among four computer players,
and each is in some of 500 deals. By their own estimate that costs each player 0.09 points a deal,
and 0.16 more in calls that are outbid."""
HARDER = frozenset(key for key, special in SPECIAL.items() if special.value >= 0)
"""Specials that do not make a rare bid easier."""
ANY_STAKES = 1.0, 1.0
ALL_TRICKS = Progress(DEAL_TRICKS, DEAL_TRICKS, (0, 0, 0), EARLY)
_OPEN_HAND_PARTS = (("atelje",), ("oppentrumf",), ("atelje", "oppentrumf"), ("oppenhand",))
"""The ways for cards to lie open; a bid can have one of them."""


class KombinationsCounsel(Counsel):
    """Counsel for Kombinations-Whist: rules of thumb, and payoffs of the tricks."""

    overuse = OVERUSE

    def advice(self, seen: View, rng: Randomness | None) -> Mapping[Action, float]:
        """Return the worth of actions by rules of thumb: of bids in points, of others on a scale
        that depends on the question."""
        assert seen.seat is not None
        assert seen.purposes
        if isinstance(seen.choice, CombinationBid):
            return bids(seen, seen.choice, rng)
        rule = _RULES.get(seen.purposes[seen.seat].key)
        return rule(seen) if rule else {}

    def unusual(self, seen: View) -> Mapping[Action, float]:
        """Return bids that are made too rarely, without specials that make them harder, with their
        expected points."""
        if not isinstance(choice := seen.choice, CombinationBid):
            return {}
        easier = replace(choice, bids=choice.bids.with_limits(None, HARDER))
        found = bids(seen, easier, None, rare=True)
        return {bid: points for bid, points in found.items() if bid != Pass()}

    def leaning(self, seen: View) -> int:
        """Return the viewer's leaning; 1 for everyone where twos are gathered, since tricks take or
        save them. The stakes do not matter and would take time to compute."""
        gathered = seen.contract is None or STANDARD_BIDS[seen.contract.parts[0]].gathers_twos
        return 1 if gathered else leaning_by(payoffs.of_contract(seen, ANY_STAKES), seen)

    def payoffs(self, seen: View, hands: Sequence[CardSet]) -> Payoffs:
        """Return the payoffs of the tricks of the contract, in points."""
        return payoffs.of_contract(seen)


# --- the auction -----------------------------------------------------------------------------


def bids(
    seen: View, choice: CombinationBid, rng: Randomness | None, *, rare: bool = False
) -> dict[Action, float]:
    """Return the expected points of passing and of the best bids considered; with `rare` of the
    best bids with each standard bid made too rarely, whatever they promise."""
    assert isinstance(choice.bids, Bids)
    hand, deck = seen.hand, seen.variant.deck(len(seen.names))
    hands = {iron: _hand_estimates(hand, deck, iron=iron) for iron in (False, True)}
    fancies = {part.key: _up_to(FANCY, rng) for part in choice.bids.extras if _comes_to_mind(rng)}
    urge = BLOCKING if _standing_bid_wins(seen) else 0.0
    least = -inf if rare else PASSING if rng else PASSING - MOOD
    mains = _rare_mains(choice.bids) if rare else choice.bids.mains
    found: dict[Action, float] = {Pass(): PASSING}
    for standard in filter(lambda _: _comes_to_mind(rng), mains):
        parts = _parts(standard, choice.table_size, hands, fancies)
        likely = _likely(standard, (), choice.table_size, hands[False][standard.key])
        likely += BIAS[standard.key] + (0.0 if rng else WARY.get(standard.key, 0.0))
        specials = _gentlest_specials(standard, parts, choice)
        gains = _mean_gains(seen, choice.bids, standard, specials, likely)
        mood = urge + _up_to(MOOD, rng)
        best_first = sorted(gains, key=lambda bid: -gains[bid])[: None if rng else RARE_BIDS_EACH]
        found |= {bid: mood + gains[bid] for bid in best_first if mood + gains[bid] > least}
    return found


def _rare_mains(bids: Bids) -> list[Standard]:
    return [one for one in bids.mains if OVERUSE.get(one.key, 0.0) < 0]


def _comes_to_mind(rng: Randomness | None) -> bool:
    return rng is None or rng.randrange(100) < PERCENT_CONSIDERED


def _up_to(most: float, rng: Randomness | None) -> float:
    return most * rng.randrange(101) / 100 if rng else most / 2


def _hand_estimates(hand: CardSet, deck: CardSet, *, iron: bool) -> dict[str, HandEstimate]:
    """Return the estimates of a hand by standard bid."""
    strength = ace_low if iron else ace_high
    plain = estimate_hand(hand, deck, strength, None)
    trumped = {suit: estimate_hand(hand, deck, strength, suit) for suit in Suit}
    ranked = sorted(trumped.values(), key=lambda one: -one.high)
    shorter = [trumped[suit] for suit in shorter_suits(hand)]
    average = HandEstimate.of(plain.low, sum(one.high for one in ranked) / len(ranked))
    special = {
        "blocktrumf": HandEstimate.of(ranked[0].low, ranked[0].high - 0.5),
        "subtrumf": max(shorter, key=lambda one: one.high),
        "rangtrumf": average,
        "mastartrumf": ranked[-1],
        "grill": plain,
    }
    return {
        one.key: special.get(one.key, ranked[0] if one.trump else plain)
        for one in STANDARD_BIDS.values()
    }


@lru_cache(maxsize=8192)
def _likely(standard: Standard, counted: tuple[str, ...], size: int, hand: HandEstimate) -> float:
    """Return the probability, in logits, of a bid with counted specials and the best guess."""
    goal = goal_of(standard, frozenset(counted), frozenset())
    return _logit(
        max(chance(replace(goal, guess=guess), size, hand) for guess in _guesses(standard))
    )


def _guesses(standard: Standard) -> list[frozenset[int]]:
    if standard.guesses == 0:
        return [frozenset()]
    return [frozenset(range(low, low + standard.guesses)) for low in range(8)]


Part = tuple[tuple[str, ...], int, float]
"""The keys of specials, their total value, and by how many logits they shift the probability."""


def _parts(
    standard: Standard,
    size: int,
    hands: Mapping[bool, Mapping[str, HandEstimate]],
    fancies: Mapping[str, float],
) -> list[list[Part]]:
    """Return the considered specials that the bid may have, in lists of alternatives of which at
    most one may be chosen."""
    hand, iron = hands[False][standard.key], hands[True][standard.key]
    likely = _likely(standard, (), size, hand)
    shifts = {key: shift[not _wants_tricks(standard)] for key, shift in SHIFT.items()}
    for key in COUNTED_SPECIALS:
        shifts[key] += _likely(standard, (key,), size, hand) - likely
    shifts |= PECULIAR.get(standard.key, {})
    shifts["jarn"] += _likely(standard, (), size, iron) - likely
    groups = [*(((key,),) for key in shifts if (key,) not in _OPEN_HAND_PARTS), _OPEN_HAND_PARTS]
    return [
        [
            (
                keys,
                _value(standard, keys),
                sum(shifts[key] + fancies[key] + CLUTTER for key in keys),
            )
            for keys in group
            if fancies.keys() >= set(keys) and not clash(standard, keys)
        ]
        for group in groups
    ]


def _value(standard: Standard, keys: tuple[str, ...]) -> int:
    return value_of(standard, keys) - standard.value


def _wants_tricks(standard: Standard) -> bool:
    """Whether all 13 tricks would make a standard bid."""
    return goal_of(standard, frozenset(), frozenset()).is_met(ALL_TRICKS)


def _gentlest_specials(
    standard: Standard, parts: list[list[Part]], choice: CombinationBid
) -> dict[tuple[str, ...], float]:
    """Return the specials with the best shift for each high enough value of the bid."""
    least, most = choice.least, choice.bids.most_extras
    best: dict[int, tuple[float, tuple[str, ...]]] = {standard.value: (0.0, ())}
    for group in parts:
        for value, (shift, keys) in list(best.items()):
            for more, worth, moved in group:
                if most is not None and len(keys) + len(more) > most:
                    continue
                total = value + worth
                if total not in best or best[total][0] < shift + moved:
                    best[total] = (shift + moved, (*keys, *more))
    return {
        keys: shift
        for value, (shift, keys) in best.items()
        if least <= value <= least + MAX_VALUE_ABOVE
    }


def _mean_gains(
    seen: View,
    bids: Bids,
    standard: Standard,
    specials: Mapping[tuple[str, ...], float],
    likely: float,
) -> dict[Bid, float]:
    """Return the viewer's mean gain from each bid; `specials` shift the logit `likely`."""
    assert seen.seat is not None
    losses = {straff: payoffs.loss(seen, seen.seat, penalty=straff) for straff in (False, True)}
    gains = {}
    for keys, shift in specials.items():
        bid = bids.canonical(Bid((standard.key, *keys)))
        made = 1 / (1 + exp(-likely - shift))
        gain = payoffs.gain(seen, seen.seat, bid) + POTENTIAL * ("potential" in keys)
        gains[bid] = made * gain - (1 - made) * losses["straff" in keys]
    return gains


def _standing_bid_wins(seen: View) -> bool:
    called = [entry for entry in seen.said if isinstance(entry.action, Bid)]
    if not called:
        return False
    bid = called[-1].action
    assert isinstance(bid, Bid)
    return payoffs.wins(seen, called[-1].seat, bid)


def _logit(share: float) -> float:
    share = min(0.98, max(0.001, share))
    return log(share / (1 - share))


# --- before play -----------------------------------------------------------------------------


def _suit_worth(seen: View, suit: Suit) -> float:
    """Return the expected tricks of the viewer's hand with these trumps."""
    return estimate_hand(seen.hand, seen.variant.deck(len(seen.names)), _strength(seen), suit).high


def _strength(seen: View) -> Strength:
    return ace_low if seen.contract and "jarn" in seen.contract.parts else ace_high


def _trumps(seen: View) -> dict[Action, float]:
    """Advise the viewer's best suit as trumps; statements of other players count too."""
    assert seen.choice
    worth = {suit: _suit_worth(seen, suit) for suit in Suit}
    for entry in seen.said:
        if isinstance(entry.action, StateSuit) and entry.action.suit is not None:
            worth[entry.action.suit] += 0.4 * entry.action.strength
    return {action: worth[action.suit] for action in seen.choice if isinstance(action, NameSuit)}


def _statement(seen: View) -> dict[Action, float]:
    """State the viewer's best suit, the more strongly the more it gains over the worst."""
    worth = sorted((_suit_worth(seen, suit), suit) for suit in Suit)
    gain = worth[-1][0] - worth[0][0]
    if gain < 1:
        return {StateSuit(None, 0): 0.0}
    return {StateSuit(worth[-1][1], min(5, round(gain))): 0.0}


def _guess(seen: View) -> dict[Action, float]:
    """Return possible guesses with the points that this hand expects of each."""
    assert seen.contract
    main, *rest = seen.contract.parts
    standard, specials = STANDARD_BIDS[main], frozenset(rest)
    deck = seen.variant.deck(len(seen.names))
    hand = estimate_hand(seen.hand, deck, _strength(seen), None)
    found: dict[Action, float] = {}
    for numbers in combinations(range(DEAL_TRICKS + 1), standard.guesses):
        if numbers[-1] - numbers[0] <= 2:
            goal = goal_of(standard, specials, frozenset(numbers))
            action = NameNumbers(numbers) if len(numbers) > 1 else NameNumber(numbers[0])
            found[action] = points_of(seen.contract) * chance(goal, len(seen.seats), hand)
    return found


def _plague(seen: View) -> dict[Action, float]:
    """Rate suits for the plague: best is a short suit of low cards, not trumps."""
    trumps = next((e.action.suit for e in seen.said if isinstance(e.action, NameSuit)), None)
    strength = _strength(seen)
    return {
        NameSuit(suit): -sum(1 + strength(card) / 7 for card in seen.hand.of_suit(suit))
        - 5 * (suit == trumps)
        for suit in Suit
    }


def _justice(seen: View) -> dict[Action, float]:
    """Rate own cards for justice: to win tricks a low card, which then takes one; to lose tricks
    the most dangerous card."""
    sign = 1 if KombinationsCounsel().leaning(seen) >= 0 else -1
    strength = _strength(seen)
    return {
        ChooseCard(card): -sign * (strength(card) + len(seen.hand.of_suit(suit)))
        for card in seen.hand
        if (suit := card.suit) is not None
    }


def _rank_card(seen: View) -> dict[Action, float]:
    """Rate cards to lay down: low ones; declarer's opponents prefer suits they want as trumps."""
    strength, declaring = _strength(seen), seen.seat == seen.declarer
    worth = {suit: 0.0 if declaring else _suit_worth(seen, suit) for suit in Suit}
    return {
        ChooseCard(card): worth[suit] - strength(card) / 2
        for card in seen.hand
        if (suit := card.suit) is not None
    }


def _rank_given(seen: View) -> dict[Action, float]:
    """Rate cards to give: low ones of short suits, not of the new trumps."""
    strength = _strength(seen)
    taken = _highest_laid(seen, strength)
    return {
        ChooseCard(card): -strength(card) - len(seen.hand.of_suit(suit)) - 14 * (suit == taken)
        for card in seen.hand
        if (suit := card.suit) is not None
    }


def _highest_laid(seen: View, strength: Strength) -> Suit | None:
    """Return the suit of the card that declarer takes: the picked one, or the highest laid down."""
    said = [entry for entry in seen.said if isinstance(entry.action, ChooseCard)]
    picked = [entry for entry in said if entry.purpose.key == RANK_PICK.key]
    cards = [one.action.card for one in picked or said if isinstance(one.action, ChooseCard)]
    best = max(filter(None, cards), key=strength)
    return best.suit


def _rank_pick(seen: View) -> dict[Action, float]:
    """Rate the highest cards by their suits as trumps."""
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
    RANK_CARD.key: _rank_card,
    RANK_GIVEN: _rank_given,
    RANK_PICK.key: _rank_pick,
}
