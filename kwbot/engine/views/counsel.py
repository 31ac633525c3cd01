"""The counsel that a game may give computer players besides its rules."""

from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

from kwbot.engine.values.actions import Action, Seat
from kwbot.engine.values.cards import NO_CARDS, CardSet
from kwbot.engine.values.choices import Randomness

from .payoffs import Payoffs, side_tricks
from .view import View

_COUNSEL_CACHE_SIZE = 4096
"""Answers about payoffs that are remembered."""


class Counsel:
    """Plain whist, and no rules of thumb: what a game without counsel of its own has."""

    overuse: Mapping[str, float] = MappingProxyType({})
    """How many points a bid is less tempting for a part that everybody would have in theirs all the
    time if points were all; below 0: never. Whole bids likewise, their parts joined by +. For
    players who try bids out."""
    leeway = 0.6
    """How far the best bid may be ahead of one that is more to somebody's taste, against what bids
    differ by as a rule."""

    def advice(self, seen: View, rng: Randomness | None) -> Mapping[Action, float]:
        """Return promising actions for the viewer in turn and what each is worth, in points.

        Rules of thumb for simple computer players, at the cost of a few milliseconds. Where there
        are too many actions to think of, chance decides which come to mind and what takes one's
        fancy. Without `rng` all that might are returned, for players who try them out. Empty where
        the game has no rule; then players go by the shape of the choice and by the payoffs.
        """
        return {}

    def unusual(self, seen: View) -> Mapping[Action, float]:
        """Return bids that are hardly ever worth it and what each is worth all the same: the best
        ones of each kind that is bid too seldom. For players who try them out."""
        return {}

    def payoffs(self, seen: View, hands: Sequence[CardSet]) -> Payoffs:
        """Return the payoffs of the tricks, if the players hold `hands` (by player number) besides
        what the viewer sees. Plain whist: the more tricks for one's own side, the better."""
        alone = seen.soloists or seen.seats
        others = tuple(seat for seat in seen.seats if seat not in alone)
        sides = seen.sides or (*((seat,) for seat in alone), *filter(None, [others]))
        return side_tricks(sides, len(seen.names))

    def sure_of_partner(self, seen: View) -> bool:
        """Whether the partner in the view is certain, not only to be expected."""
        return True

    def brings(self, seen: View) -> dict[Seat, float]:
        """Return the viewer's payoff by the taker of the trick under way; where that hangs on
        hidden cards, as if nobody held them."""
        return _brings(self.payoffs(seen, _nothing(seen)), seen, 1)

    def leaning(self, seen: View) -> int:
        """Return 1 if the viewer wants tricks from here on, −1 if they want none, 0 if it depends.
        By what comes of it if one player takes all that are left. Without a contract: 1."""
        if seen.contract is None and seen.variant.parts():
            return 1
        return leaning_by(self.payoffs(seen, _nothing(seen)), seen)


def leaning_by(payoffs: Payoffs, seen: View) -> int:
    """Return the viewer's leaning by these payoffs; see `Counsel.leaning`."""
    gets = _brings(payoffs, seen, max(1, len(seen.hand)))
    mine = gets.pop(seen.seat) if seen.seat is not None else 0.0
    return int(mine > min(gets.values())) - int(mine < max(gets.values())) if gets else 1


def _nothing(seen: View) -> Sequence[CardSet]:
    return [NO_CARDS] * len(seen.names)


def _brings(payoffs: Payoffs, seen: View, tricks: int) -> dict[Seat, float]:
    """Return the viewer's payoff by the takers of the next so many tricks."""
    assert seen.seat is not None
    now = payoffs.state_after(trick.winner for trick in seen.tricks)
    gets = _gets(payoffs, now, seen.seats, tricks)
    return {taker: worth[seen.seat] for taker, worth in gets.items()}


@lru_cache(maxsize=_COUNSEL_CACHE_SIZE)
def _gets(
    payoffs: Payoffs, now: Hashable, seats: tuple[Seat, ...], tricks: int
) -> Mapping[Seat, tuple[float, ...]]:
    """Return everyone's payoff by the takers of the next so many tricks."""
    found = {}
    for taker in seats:
        state = now
        for _ in range(tricks):
            state = payoffs.after(state, taker)
        found[taker] = payoffs.worth(state)
    return found
