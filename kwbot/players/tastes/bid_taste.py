"""The taste by which a player chooses among nearly equal bids."""

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
"""Number of the table's contracts remembered, and the weight of each against the next newer one."""
OFTEN_SHARE = 0.2
"""Share of recent contracts from which on a part becomes less tempting."""
WEARINESS = 3.0
"""Loss of liking per unit of share above OFTEN_SHARE; the strongest liking is 1."""
MIN_EXCESS = -0.1
"""Least difference to OFTEN_SHARE that counts: even rarer parts are not missed more."""
OBLIVION = 0.2
"""Probability that a part that is neither liked nor disliked does not come to mind."""
MAX_MOOD = 0.2
"""Most by which the mood of the moment changes a liking."""
BOLD_URGE = 0.6
"""Share of the leeway that the boldest give up to bid rather than pass; half as much again for a
standard bid that they like most."""
COMMON_LEEWAY = 0.5
"""Points of appeal that do not extend the leeway; see `leeway_for`."""
_NO_OVERUSE: Mapping[str, float] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class BidTaste:
    """A player's likings, from −1 to 1 each, with 0 for indifference.

    `likes`: for parts of bids, by key. `boldness`: for bidding rather than passing when about
    equal. `lately`: the table's last contracts, the newest last, whose parts become less tempting.
    `weight`: a factor on the leeway that taste has.
    """

    likes: Mapping[str, float] = field(default_factory=dict)
    boldness: float = 0.0
    lately: tuple[Bid, ...] = ()
    weight: float = 1.0

    def after(self, deals: Sequence[PlayedDeal]) -> Self:
        """Return the player's taste after these deals."""
        recent = (played.result.contract for played in deals[-REMEMBERED_CONTRACTS:])
        return replace(self, lately=tuple(bid for bid in recent if bid is not None))

    def choice(
        self, worth: Mapping[Action, float], leeway: float, appeals: Mapping[Action, float]
    ) -> Action:
        """Return the action to take, given what each is worth. The best bid decides whether to bid:
        sooner if the favourite bid is liked, later if it is bid far too often. `appeals`: points by
        which each may be behind because it is tempting. No bid is taken that is further behind not
        bidding than `leeway_for` allows."""
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
        """Return the view without the parts of bids that do not come to mind now, which are more
        likely those that are disliked or overused."""
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
        """Return how tempting each bid is, from 0 for the least tempting to at most 1."""
        parts = dict.fromkeys(part for bid in bids for part in bid.parts)
        liking = {part: self._liking(part) + MAX_MOOD * (2 * rng.random() - 1) for part in parts}
        found = {bid: sum(liking[part] for part in bid.parts) for bid in bids}
        least, most = min(found.values(), default=0.0), max(found.values(), default=0.0)
        return {bid: (found[bid] - least) / max(most - least, 1.0) for bid in bids}

    def _liking(self, part: str) -> float:
        """Return the liking for a part after the recent contracts."""
        liked = self.likes.get(part, 0.0)
        if not self.lately:
            return liked
        weights = [MEMORY_FADING**age for age in range(len(self.lately))]
        had = [part in bid.parts for bid in reversed(self.lately)]
        share: float = sum(map(mul, weights, had)) / sum(weights)
        return liked - WEARINESS * max(MIN_EXCESS, share - OFTEN_SHARE)


NO_TASTE = BidTaste()


def leeway_for(leeway: float, appeal: float) -> float:
    """Return by how many points a bid of this `appeal` may be behind not bidding. It exceeds the
    leeway only for bids that seldom pay and would never be made otherwise."""
    return max(leeway, appeal - COMMON_LEEWAY)


def plainer(seen: View, extras: int | None, without: frozenset[str] = frozenset()) -> View:
    """Return the view with bids of at most `extras` extra parts and none of the parts `without`, in
    games with combined bids."""
    choice = seen.choice
    if not isinstance(choice, CombinationBid) or (extras is None and not without):
        return seen
    return replace(seen, choice=replace(choice, bids=choice.bids.with_limits(extras, without)))
