"""What tables ask of computer players, whichever process these think in."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from kwbot.claims.claim_grounds import ClaimGrounds
from kwbot.engine.deals.match import Match
from kwbot.engine.values.actions import Action, Seat
from kwbot.engine.values.estimate import Estimate
from kwbot.engine.views.view import View
from kwbot.players.turns.deal_start import DealStart, chance, in_turn


@dataclass(frozen=True, slots=True, repr=False)
class Turns:
    """The next turns of computer players in a match, one by one.

    `levels`: by player number, "" for people who decide themselves; a computer is in turn. All
    chance comes from the key in `opening` and the number of the turn, which is `moment` for the
    first one. `samples`: the number of samples, or the level's if that is less, however long it
    takes; 0: as many as time allows.
    """

    match: Match
    opening: DealStart
    levels: tuple[str, ...]
    moment: int
    most: int
    """Most turns to take."""
    samples: int = 0
    awaited: bool = True
    """Whether a person waits for them."""

    @property
    def seat(self) -> Seat:
        """The player of the first turn."""
        seat = in_turn(self.match, self.levels)
        assert seat is not None
        return seat

    @property
    def unwritten_action(self) -> str:
        """The first turn's action if it is the only one and has no line in the record, so that the
        deal's log is the same before and after it; otherwise ""."""
        deal = self.match.deal
        if deal is None or deal.current is None or not deal.current.is_unwritten():
            return ""
        (forced,) = deal.choice(self.seat)
        return str(forced)

    @property
    def chance(self) -> random.Random:
        """The source of chance of the first turn."""
        return chance(self.opening.key, self.moment)


class Computers(Protocol):
    """The computer players."""

    async def take_turns(self, turns: Turns) -> Sequence[Action]:
        """Return the actions of the first turn and of those after it that are known at once. Each
        is legal, and chosen by what its player may see."""

    async def weigh(
        self,
        seen: View,
        seed: int,
        samples: int,
        *,
        also: Action | None = None,
        urgent: bool = True,
    ) -> Mapping[Action, Estimate]:
        """Return what the viewer's actions bring them, the advised one first: those worth a
        thought, and `also`.

        It looks at about `samples` samples. Empty if nothing can be said.
        """

    async def suggest(self, seen: View, seed: int, samples: int) -> Mapping[Action, float]:
        """Return the calls that look best to the viewer, the best first, each with the chance of
        making it if it wins the auction. Empty if nothing can be said."""

    async def inevitable(self, known: ClaimGrounds) -> int | None:
        """Return how many of the remaining tricks the player in turn takes, whatever is played; see
        kwbot.claims.claim_proof. May take a tenth of a second."""
