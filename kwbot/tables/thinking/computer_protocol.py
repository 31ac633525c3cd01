"""What tables ask of computer players, whichever process they think in."""

from __future__ import annotations

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
    """Turns of computer players from `match` on, one after the other.

    `levels`: by player number, "" for whoever decides for themselves; somebody else is in turn.
    All chance comes from the deal's key and the number of the turn, which for the first one is
    `moment`. `samples`: so many samples are looked at, or as many as the level looks at if that is
    less, however long it takes; 0: as many as there is time for.
    """

    match: Match
    opening: DealStart
    levels: tuple[str, ...]
    moment: int
    most: int
    """So many turns at most."""
    samples: int = 0
    awaited: bool = True
    """Whether a person waits for them."""

    @property
    def seat(self) -> Seat:
        """Who is in turn first."""
        seat = in_turn(self.match, self.levels)
        assert seat is not None
        return seat

    @property
    def chance(self) -> random.Random:
        """Of the first turn."""
        return chance(self.opening.key, self.moment)


class Computers(Protocol):
    """The computer players."""

    async def take_turns(self, turns: Turns) -> Sequence[Action]:
        """What they do in their turns: the first one at least, and as many as can be told at once.

        Each is legal, from what the player in turn may see.
        """

    async def weigh(
        self,
        seen: View,
        seed: int,
        samples: int,
        *,
        also: Action | None = None,
        urgent: bool = True,
    ) -> Mapping[Action, Estimate]:
        """What the viewer's actions bring them: `also`, and those that deserve a thought, the
        advised one first.

        About `samples` samples are looked at. Empty where nothing can be said.
        """

    async def suggest(self, seen: View, seed: int, samples: int) -> Mapping[Action, float]:
        """The calls that look best to the viewer, the best first, each with the chance that it is
        made if it stands. Empty where nothing can be said."""

    async def inevitable(self, known: ClaimGrounds) -> int | None:
        """How many of the tricks left whoever is in turn takes, whatever is played; see
        kwbot.claims.claim_proof. It takes a moment, or up to a tenth of a second."""
