"""The computer players at the tables."""

from __future__ import annotations

import random
from collections.abc import Mapping

from kwbot.engine.actions import Action, Seat
from kwbot.engine.match import Match
from kwbot.engine.view import View
from kwbot.players import COMPUTERS, decide, weighed_actions

USUAL_LEVEL = "normal"
"""Of the first computer player at a table, and of those who play for people who are away."""
LEVELS = ("easy", "normal", "hard")
"""What can be chosen for a seat, the weakest first."""


class LocalComputers:
    """Asks a computer player on the spot, whose thoughts everybody else waits for.

    For tests and tools; the bot has kwbot.tables.thinkers.
    """

    def __init__(self, rng: random.Random | None = None, level: str = "") -> None:
        """`rng`: where all chance comes from, instead of the seeds of the questions; `level`: that
        of all computer players, whatever the tables say."""
        self._rng, self._level = rng, level

    async def choose(self, level: str, match: Match, seat: Seat, seed: int) -> Action:
        """See kwbot.tables.house."""
        default = COMPUTERS[USUAL_LEVEL]
        return decide(
            COMPUTERS.get(self._level or level, default), match, seat, self._rng or chance(seed)
        )

    async def weighed(
        self,
        seen: View,
        seed: int,
        worlds: int,
        *,
        also: Action | None = None,
        urgent: bool = True,
    ) -> Mapping[Action, float]:
        """See kwbot.tables.house."""
        return weighed_here(seen, seed, worlds, also)


def chance(seed: int) -> random.Random:
    """To think, not to deal."""
    return random.Random(seed)  # noqa: S311


def weighed_here(
    seen: View, seed: int, worlds: int, also: Action | None = None
) -> Mapping[Action, float]:
    """What the viewer's actions bring, thought out on the spot."""
    return weighed_actions(seen, chance(seed), worlds, also)
