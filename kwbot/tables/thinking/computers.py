"""Computer players that think in this process, and how each decides one turn."""

from __future__ import annotations

import asyncio
import random
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace

from kwbot.claims.claim_grounds import ClaimGrounds
from kwbot.claims.claim_proof import inevitable
from kwbot.engine.deals.match import Match
from kwbot.engine.values.actions import Action, Seat
from kwbot.engine.values.choices import PlayCard
from kwbot.engine.values.estimate import Estimate
from kwbot.engine.views.view import View
from kwbot.players.search.monte_carlo import suggested_bids, weighed_actions
from kwbot.players.search.rule_of_thumb import RuleOfThumb
from kwbot.players.turns.levels import COMPUTERS, decide, in_character, player, samples_of
from kwbot.tables.state.table_options import USUAL_LEVEL
from kwbot.tables.thinking.computer_protocol import Turns

RULE_OF_THUMB = RuleOfThumb()
MAX_SAMPLES_HERE = 8
"""How many samples are looked at in this process at most, while everybody waits."""


class LocalComputers:
    """Computer players that think in this process, while everybody waits: for tests and tools. The
    bot has kwbot.tables.thinking.worker_pool."""

    def __init__(
        self, rng: random.Random | None = None, level: str = "", most: int = sys.maxsize
    ) -> None:
        """`rng`: the source of all chance instead of the seeds of questions; `level`: of all
        computer players instead of those of the tables; `most`: the most samples where a number is
        asked for."""
        self._rng, self._level, self._most = rng, level, most

    async def take_turns(self, turns: Turns) -> Sequence[Action]:
        """See kwbot.tables.thinking.computer_protocol."""
        if turns.samples:
            return [decide_turn(replace(turns, samples=min(turns.samples, self._most)))]
        level = self._level or turns.levels[turns.seat]
        computer = COMPUTERS.get(level, COMPUTERS[USUAL_LEVEL])
        rng = self._rng or turns.chance
        computer = in_character(computer, turns.match, turns.match.names[turns.seat])
        return [decide(computer, turns.match, turns.seat, rng)]

    async def weigh(
        self,
        seen: View,
        seed: int,
        samples: int,
        *,
        also: Action | None = None,
        urgent: bool = True,
    ) -> Mapping[Action, Estimate]:
        """See kwbot.tables.thinking.computer_protocol."""
        return weighed_here(seen, seed, min(samples, self._most), also)

    async def suggest(self, seen: View, seed: int, samples: int) -> Mapping[Action, float]:
        """See kwbot.tables.thinking.computer_protocol."""
        samples = min(samples, MAX_SAMPLES_HERE, self._most)
        return suggested_bids(seen, random.Random(seed), samples)  # noqa: S311

    async def inevitable(self, known: ClaimGrounds) -> int | None:
        """See kwbot.tables.thinking.computer_protocol."""
        return inevitable(known)


def decide_turn(turns: Turns) -> Action:
    """Return the action of the first of these turns, by as many samples as they say."""
    match, seat = turns.match, turns.seat
    level = turns.levels[seat]
    computer = player(level, turns.samples or samples_of(level))
    return decide(in_character(computer, match, match.names[seat]), match, seat, turns.chance)


async def by_thumb(match: Match, seat: Seat, rng: random.Random) -> Action:
    """Return an action by rule of thumb: a card at once, a bid in a thread, since it takes
    longer."""
    choice = match.choice(seat)
    if len(choice) == 1:
        return next(iter(choice))
    if isinstance(choice, PlayCard):
        return decide(RULE_OF_THUMB, match, seat, rng)
    return await asyncio.to_thread(decide, RULE_OF_THUMB, match, seat, rng)


def weighed_here(
    seen: View, seed: int, samples: int, also: Action | None = None
) -> Mapping[Action, Estimate]:
    """Return what the viewer's actions bring them, thought out in this process."""
    return weighed_actions(seen, random.Random(seed), samples, also)  # noqa: S311 - no card is dealt
