"""The counsel that a game may give computer players in addition to its rules."""

from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

from kwbot.engine.values.actions import Action, Seat
from kwbot.engine.values.cards import NO_CARDS, CardSet
from kwbot.engine.values.choices import Randomness

from .payoffs import Payoffs, side_tricks
from .view import View

_COUNSEL_CACHE_SIZE = 4096
"""Number of cached payoffs."""


class Counsel:
    """Counsel for plain whist without rules of thumb: the default of a game."""

    overuse: Mapping[str, float] = MappingProxyType({})
    """Points to subtract from bids with a part (by key), or from a whole bid (its keys joined by
    +), that everyone would otherwise make all the time; below 0: such bids are never made. For
    players who try bids out."""
    leeway = 0.6
    """How far the best bid may be ahead of one that suits a player's taste better, as a share of
    the usual difference between bids."""

    def advice(self, seen: View, rng: Randomness | None) -> Mapping[Action, float]:
        """Return promising actions for the viewer in turn with their worth in points, by rules of
        thumb that take a few milliseconds.

        `rng` picks among actions too many to consider and varies their worth a little; without it
        all candidates are returned, for players who try them out. Empty if the game has no rule
        here: players then go by the shape of the choice and the payoffs.
        """
        return {}

    def unusual(self, seen: View) -> Mapping[Action, float]:
        """Return bids that seldom pay with their worth in points: the best of each kind that is bid
        too rarely. For players who try them out."""
        return {}

    def payoffs(self, seen: View, hands: Sequence[CardSet]) -> Payoffs:
        """Return the payoffs of the tricks if the players hold `hands` (by player number) besides
        what the viewer sees. In plain whist every trick counts for its side."""
        alone = seen.soloists or seen.seats
        others = tuple(seat for seat in seen.seats if seat not in alone)
        sides = seen.sides or (*((seat,) for seat in alone), *filter(None, [others]))
        return side_tricks(sides, len(seen.names))

    def sure_of_partner(self, seen: View) -> bool:
        """Whether the partner in the view is certain and not only likely."""
        return True

    def brings(self, seen: View) -> dict[Seat, float]:
        """Return the viewer's payoff by the winner of the trick under way. If it depends on hidden
        cards, it is computed as if nobody held them."""
        return _brings(self.payoffs(seen, _nothing(seen)), seen, 1)

    def leaning(self, seen: View) -> int:
        """Return 1 if the viewer wants the remaining tricks, −1 if they want none, 0 if it depends,
        comparing the payoffs if one player takes them all. Before there is a contract: 1."""
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
    """Return the viewer's payoff by the player who takes all of the next `tricks` tricks."""
    assert seen.seat is not None
    now = payoffs.state_after(trick.winner for trick in seen.tricks)
    gets = _gets(payoffs, now, seen.seats, tricks)
    return {taker: worth[seen.seat] for taker, worth in gets.items()}


@lru_cache(maxsize=_COUNSEL_CACHE_SIZE)
def _gets(
    payoffs: Payoffs, now: Hashable, seats: tuple[Seat, ...], tricks: int
) -> Mapping[Seat, tuple[float, ...]]:
    """Return everyone's payoff by the player who takes all of the next `tricks` tricks."""
    found = {}
    for taker in seats:
        state = now
        for _ in range(tricks):
            state = payoffs.after(state, taker)
        found[taker] = payoffs.worth(state)
    return found
