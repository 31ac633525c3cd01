"""The computer players at the tables."""

from __future__ import annotations

import random

from kwbot.engine.actions import Action, Seat
from kwbot.engine.match import Match
from kwbot.players import COMPUTERS, decide


class LocalComputers:
    """Asks a computer player on the spot: they answer in a few milliseconds.

    A player that thinks longer belongs into another process, behind the same `choose`.
    """

    def __init__(self, rng: random.Random | None = None) -> None:
        self._rng = rng or random.SystemRandom()

    async def choose(self, level: str, match: Match, seat: Seat) -> Action:
        """What a computer player of `level` does for `seat`, who is in turn."""
        default = next(iter(COMPUTERS.values()))
        return decide(COMPUTERS.get(level, default), match, seat, self._rng)
