"""A player who looks ahead: what every action brings in many samples, in points."""

import random
from collections.abc import Mapping
from copy import copy
from typing import Self

from kwbot.engine.values.actions import PLAYS, Action, Play
from kwbot.engine.values.choices import PlayCard
from kwbot.engine.values.estimate import Estimate
from kwbot.engine.views.view import View
from kwbot.players.samples.kernel_input import Unsupported
from kwbot.players.tastes.bid_taste import NO_TASTE, BidTaste, plainer

from . import bid_search, card_search
from .rule_of_thumb import RuleOfThumb

_THUMB = RuleOfThumb()


class MonteCarloPlayer:
    """Tries actions in about `samples` samples; what cannot be tried is done by rule of thumb.

    Bids have `extras` extra parts at most.
    """

    taste = NO_TASTE
    """Decides among bids that are about equal."""

    def __init__(self, samples: int, extras: int | None = None) -> None:
        self.samples, self.extras = samples, extras

    def with_taste(self, taste: BidTaste) -> Self:
        """Return a player of the same strength with this taste."""
        found = copy(self)
        found.taste = taste
        return found

    def choose(self, seen: View, rng: random.Random) -> Action:
        choice = seen.choice
        assert choice is not None
        if len(choice) == 1:
            return next(iter(choice))
        try:
            if isinstance(choice, PlayCard):
                return PLAYS[card_search.best(seen, choice.cards, rng, self.samples)]
            best = bid_search.best(plainer(seen, self.extras), rng, self.samples, self.taste)
        except Unsupported:
            best = None
        return best or _THUMB.choose(seen, rng)


def suggested_bids(seen: View, rng: random.Random, samples: int) -> Mapping[Action, float]:
    """Return the calls that look best to the viewer in turn, the best first, each with the chance
    that it is made if it stands. Empty where nothing can be said."""
    try:
        return bid_search.suggest_bids(seen, rng, samples)
    except Unsupported:
        return {}


def weighed_actions(
    seen: View, rng: random.Random, samples: int, also: Action | None = None
) -> Mapping[Action, Estimate]:
    """Return the actions that deserve a thought and what each brings the viewer in turn, in points;
    the advised one first, with a reason for it if there is one, then the best.

    `also` is thought of in any case. Deals are drawn for the best of them, about `samples` in
    number; fewer make it faster and rougher. Empty where nothing can be said; then go by rule of
    thumb.
    """
    choice = seen.choice
    assert choice is not None
    try:
        if not isinstance(choice, PlayCard):
            return bid_search.weigh_bids(seen, rng, samples, also)
        card = also.card if isinstance(also, Play) else None
        return card_search.weigh_cards(seen, choice.cards, rng, samples, card)
    except Unsupported:
        return {}
