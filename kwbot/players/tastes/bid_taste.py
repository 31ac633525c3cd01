"""Which of several bids that are about equal somebody likes best."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import mul
from types import MappingProxyType
from typing import Self

from kwbot.engine.deals.match import PlayedDeal
from kwbot.engine.values.actions import Action, Bid
from kwbot.engine.values.choices import CombinationBid
from kwbot.engine.views.view import View

REMEMBERED_CONTRACTS, MEMORY_FADING = 12, 0.85
"""Contracts of the table that are remembered, and how much less each weighs than the next."""
OFTEN_SHARE = 0.2
"""The share of the contracts lately from which on a part of a bid becomes less tempting."""
WEARINESS = 3.0
"""How much a part is disliked that every contract lately had, where liking it most is 1."""
MIN_EXCESS = -0.1
"""A part that is seldom bid is missed no more than if its share were so much below that."""
OBLIVION = 0.2
"""How often a part does not come to mind that is all the same."""
MAX_MOOD = 0.2
"""The most by which a part is liked or not at the moment."""
BOLD_URGE = 0.6
"""How much of the leeway the boldest give to bid rather than pass; to bid what they like most, half
as much besides."""
COMMON_LEEWAY = 0.5
"""So many points tempt nobody to what is far worse than not to bid."""
_NO_OVERUSE: Mapping[str, float] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class BidTaste:
    """What somebody likes, from −1 to 1 each, 0 if it is all the same to them.

    `likes`: the parts of bids, by their keys. `boldness`: to bid rather than pass where that is
    about equal. `lately`: the last contracts of the table, the newest last; of these one wearies.
    Without history (`lately` empty) the same hand is always bid alike. `weight`: how much more they
    go by all this than usual.
    """

    likes: Mapping[str, float] = field(default_factory=dict)
    boldness: float = 0.0
    lately: tuple[Bid, ...] = ()
    weight: float = 1.0

    def after(self, deals: Sequence[PlayedDeal]) -> Self:
        """Return the taste of the same player once these deals have been played."""
        recent = (played.result.contract for played in deals[-REMEMBERED_CONTRACTS:])
        return replace(self, lately=tuple(bid for bid in recent if bid is not None))

    def choice(
        self, worth: Mapping[Action, float], leeway: float, appeals: Mapping[Action, float]
    ) -> Action:
        """Return the action to take by what each is worth. The best bid decides whether to bid,
        sooner if one likes what one would bid, later if everybody bids it far too often. `appeals`:
        how many points each may be behind for being tempting; but none is taken that is further
        behind not bidding than `leeway_for` says.
        """
        bids = [action for action in worth if isinstance(action, Bid)]
        others = {
            action: worth[action] + appeals.get(action, 0.0)
            for action in worth
            if not isinstance(action, Bid)
        }
        if not bids:
            return max(others, key=others.__getitem__)
        most = max(map(worth.__getitem__, bids))
        otherwise = max(others.values(), default=most)
        sensible = [
            bid
            for bid in bids
            if worth[bid] >= min(most, otherwise - leeway_for(leeway, appeals.get(bid, 0.0)))
        ]
        favourite = max(sensible, key=lambda bid: worth[bid] + appeals.get(bid, 0.0))
        urge = BOLD_URGE * leeway * (self.boldness + self.likes.get(favourite.parts[0], 0.0) / 2)
        urge += min(0.0, appeals.get(favourite, 0.0) + leeway)
        if not others or most + urge > otherwise:
            return favourite
        return max(others, key=others.__getitem__)

    def fresh(
        self, seen: View, rng: random.Random, overuse: Mapping[str, float] = _NO_OVERUSE
    ) -> View:
        """Return the view without parts of bids that do not come to mind now: the less one likes
        them, and the more everybody has them, the less often they do."""
        if not isinstance(seen.choice, CombinationBid):
            return seen
        parts = (*seen.choice.bids.mains, *seen.choice.bids.extras)
        out = (
            part.key
            for part in parts
            if rng.random() < OBLIVION - self._liking(part.key) + overuse.get(part.key, 0.0)
        )
        return plainer(seen, None, frozenset(out))

    def appeals(self, bids: Sequence[Bid], rng: random.Random) -> dict[Action, float]:
        """Return how tempting each bid is, from 0 for the least one to 1 at the most."""
        parts = dict.fromkeys(part for bid in bids for part in bid.parts)
        liking = {part: self._liking(part) + MAX_MOOD * (2 * rng.random() - 1) for part in parts}
        found = {bid: sum(liking[part] for part in bid.parts) for bid in bids}
        least, most = min(found.values(), default=0.0), max(found.values(), default=0.0)
        return {bid: (found[bid] - least) / max(most - least, 1.0) for bid in bids}

    def _liking(self, part: str) -> float:
        """Return how much a part is liked after the contracts played lately."""
        liked = self.likes.get(part, 0.0)
        if not self.lately:
            return liked
        weights = [MEMORY_FADING**age for age in range(len(self.lately))]
        had = [part in bid.parts for bid in reversed(self.lately)]
        share: float = sum(map(mul, weights, had)) / sum(weights)
        return liked - WEARINESS * max(MIN_EXCESS, share - OFTEN_SHARE)


NO_TASTE = BidTaste()


def leeway_for(leeway: float, appeal: float) -> float:
    """Return how many points a bid may be behind not bidding, if it is tempting by `appeal`: more
    than the leeway only for what is hardly ever worth it and never came otherwise."""
    return max(leeway, appeal - COMMON_LEEWAY)


def plainer(seen: View, extras: int | None, without: frozenset[str] = frozenset()) -> View:
    """Return the view with bids of so many extra parts at most, and `without` some parts, where
    bids are combined."""
    choice = seen.choice
    if not isinstance(choice, CombinationBid) or (extras is None and not without):
        return seen
    return replace(seen, choice=replace(choice, bids=choice.bids.with_limits(extras, without)))
