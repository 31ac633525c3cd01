"""The computer players at the tables."""

from __future__ import annotations

import random
from collections.abc import Mapping

from kwbot.engine.actions import Action, Seat
from kwbot.engine.match import Match
from kwbot.engine.view import View
from kwbot.players import COMPUTERS, decide, weighed_actions

USUAL_LEVEL = "normal"
"""Of computer players who are added to a table, or play for people who are away."""


class LocalComputers:
    """Asks a computer player on the spot, whose thoughts everybody else waits for.

    For tests and tools; the bot has kwbot.tables.thinkers.
    """

    def __init__(self, rng: random.Random | None = None) -> None:
        """`rng`: where all chance comes from, instead of the seeds of the questions."""
        self._rng = rng

    async def choose(self, level: str, match: Match, seat: Seat, seed: int) -> Action:
        """See kwbot.tables.house."""
        default = next(iter(COMPUTERS.values()))
        return decide(COMPUTERS.get(level, default), match, seat, self._rng or chance(seed))

    async def weighed(
        self, seen: View, seed: int, worlds: int, *, urgent: bool = True
    ) -> Mapping[Action, float]:
        """See kwbot.tables.house."""
        return weighed_here(seen, seed, worlds)


def chance(seed: int) -> random.Random:
    """To think, not to deal."""
    return random.Random(seed)  # noqa: S311


def weighed_here(seen: View, seed: int, worlds: int) -> Mapping[Action, float]:
    """What the viewer's actions bring, thought out on the spot."""
    return weighed_actions(seen, chance(seed), worlds)
