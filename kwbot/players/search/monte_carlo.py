"""A player who looks ahead, comparing the points that actions bring in many samples."""

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
    """Tries actions in about `samples` samples, and decides by rule of thumb where it cannot. Its
    bids have at most `extras` extra parts."""

    taste = NO_TASTE
    """The taste that decides among nearly equal bids."""

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
    """Return the calls that look best to the viewer in turn, the best first, each with the share of
    deals in which it is made if it stands. Empty if nothing can be said."""
    try:
        return bid_search.suggest_bids(seen, rng, samples)
    except Unsupported:
        return {}


def weighed_actions(
    seen: View, rng: random.Random, samples: int, also: Action | None = None
) -> Mapping[Action, Estimate]:
    """Return estimates of the actions worth considering for the viewer in turn: the advised one
    first, with a reason if there is one, then the best.

    `also` is always included. About `samples` deals are drawn; fewer are faster and rougher. Empty
    if nothing can be said: then use the rule of thumb.
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
