"""Choosing the bids and other decisions that are worth trying, before and during the trials."""

import random
from collections.abc import Mapping
from contextlib import suppress
from itertools import islice

from kwbot.engine.values.actions import Action, Bid, Pass
from kwbot.engine.values.choices import CombinationBid
from kwbot.engine.values.errors import IllegalAction
from kwbot.engine.values.estimate import Estimate
from kwbot.engine.views.view import View
from kwbot.players.tastes.bid_taste import BidTaste
from kwbot.variants import counsels

from .rule_of_thumb import given_away

MAX_PROMISING, IDEAS_A_MIND, MINDS = 10, 3, 2
"""Most advised actions tried; and further bids per attempt to come up with some, and attempts."""
MAX_UNUSUAL = 4
"""Most further bids tried that seldom pay."""
VARIED_BIDS, PARTS_TRIED = 2, 4
"""Number of bids that are varied, the best so far, and of parts tried to add to each."""


def promising(seen: View, also: Action | None = None) -> dict[Action, float]:
    """Return the actions that the game advises with their worth, the best first. Without advice:
    all actions, or, if there are many, sets of cards to give away. `also` is included and, without
    advice on it, rated like the worst advised action."""
    choice = seen.choice
    assert choice is not None
    advised = _advised_actions(seen)
    if not advised:
        some = choice if len(choice) <= MAX_PROMISING else given_away(seen)
        advised = dict.fromkeys(some, 0.0)
    found = _best_of(advised, MAX_PROMISING)
    if also is not None and also not in found:
        found[also] = advised.get(also, min(advised.values(), default=0.0))
    return found


def besides(
    seen: View, advised: Mapping[Action, float], taste: BidTaste, rng: random.Random
) -> dict[Action, float]:
    """Return further bids, not `advised`, that come to a player's mind: each attempt leaves out
    other parts that are bid too often, and prefers those that are bid too rarely."""
    overuse, found = counsels()[seen.variant.key].overuse, dict[Action, float]()
    for _ in range(MINDS):
        minded = _advised_actions(taste.fresh(seen, rng, overuse))
        new: dict[Action, float] = {
            bid: points - overuse_of(bid, overuse)
            for bid, points in minded.items()
            if isinstance(bid, Bid) and bid not in advised and bid not in found
        }
        found |= {bid: minded[bid] for bid in _best_of(new, IDEAS_A_MIND)}
    return found


def unusual(seen: View, advised: Mapping[Action, float], rng: random.Random) -> dict[Action, float]:
    """Return bids, not `advised`, that are made too rarely for their worth alone. Chance has a part
    in which ones."""
    counsel, choice = counsels()[seen.variant.key], seen.choice
    assert choice is not None
    worth = counsel.unusual(seen)
    tempting: dict[Action, float] = {
        bid: points - _sum(counsel.overuse, bid.parts[0], bid.arguments()) + rng.random()
        for bid, points in worth.items()
        if isinstance(bid, Bid) and bid in choice and bid not in advised
    }
    return {bid: worth[bid] for bid in _best_of(tempting, MAX_UNUSUAL)}


def vary_bids(seen: View, found: Mapping[Action, Estimate], rng: random.Random) -> list[Bid]:
    """Return bids not in `found`: variations of its best bids with a random further part, in place
    of another or in addition."""
    choice = seen.choice
    if not isinstance(choice, CombinationBid):
        return []
    best_first = sorted(found, key=lambda action: -found[action].points)
    bids = islice((action for action in best_first if isinstance(action, Bid)), VARIED_BIDS)
    extras = [part.key for part in choice.bids.extras]
    having = (
        _with(part, bid, choice)
        for bid in bids
        for part in rng.sample(extras, min(PARTS_TRIED, len(extras)))
    )
    return [*dict.fromkeys(bid for bid in having if bid is not None and bid not in found)]


def _with(part: str, bid: Bid, choice: CombinationBid) -> Bid | None:
    """Return the bid with this part, if that may be bid and is worth at most 1 more."""
    fewer = (tuple(one for one in bid.parts if one != out) for out in bid.parts[1:])
    for parts in (*fewer, bid.parts):
        with suppress(IllegalAction):
            found = choice.accept(Bid((*parts, part)))
            assert isinstance(found, Bid)
            if choice.bids.value(found) <= choice.bids.value(bid) + 1:
                return found
    return None


def overuse_of(bid: Bid, overuse: Mapping[str, float]) -> float:
    """Return the overuse of a bid in points: that of its parts and of the whole bid."""
    return _sum(overuse, *bid.parts, bid.arguments())


def _sum(overuse: Mapping[str, float], *names: str) -> float:
    return sum(overuse.get(name, 0.0) for name in dict.fromkeys(names))


def _advised_actions(seen: View) -> dict[Action, float]:
    choice = seen.choice
    assert choice is not None
    advice = counsels()[seen.variant.key].advice(seen, None)
    return {action: points for action, points in advice.items() if action in choice}


def _best_of(advised: Mapping[Action, float], number: int) -> dict[Action, float]:
    """Return the best `number` of the advised actions, always with passing."""
    best = sorted(advised, key=lambda action: (action != Pass(), -advised[action]))
    return {action: advised[action] for action in islice(best, number)}
