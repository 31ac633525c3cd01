"""What a game may tell computer players besides its rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .actions import Action
from .cards import CardSet
from .choices import Randomness
from .payoffs import Prospects, side_tricks
from .view import View


class Counsel:
    """Plain whist, and no rules of thumb: what a game without counsel of its own has."""

    def advice(self, seen: View, rng: Randomness | None) -> Mapping[Action, float]:
        """Return promising actions for the viewer in turn and what each is worth, in points.

        Rules of thumb for simple computer players, at the cost of a few milliseconds. Where there
        are too many actions to think of, chance decides which come to mind and what takes one's
        fancy. Without `rng` all that might are returned, for players who try them out. Empty where
        the game has no rule; then players go by the shape of the choice and by the payoffs.
        """
        return {}

    def prospects(self, seen: View, hands: Sequence[CardSet]) -> Prospects:
        """Return what the tricks decide, if the players hold `hands` (by player number) besides
        what the viewer sees. Plain whist: the more tricks for one's own side, the better."""
        alone = seen.soloists or seen.seats
        others = tuple(seat for seat in seen.seats if seat not in alone)
        sides = seen.sides or (*((seat,) for seat in alone), *filter(None, [others]))
        return side_tricks(sides, len(seen.names))
