"""The computers' moves in solo deals."""

import asyncio
from collections.abc import Sequence
from typing import Protocol

from cachetools import LRUCache

from kwbot.engine.values.actions import Action
from kwbot.players.turns.pickling import parcel_of
from kwbot.solo.solo_deal import SoloDeal
from kwbot.tables.thinking.computer_protocol import Turns

ANSWER_CACHE_SIZE = 4096
"""Number of remembered answers: many who play the same deal begin alike."""
Situation = tuple[bytes, bytes, str, str, tuple[str, ...]]


class TurnTakers(Protocol):
    """Computers that take turns; see kwbot.tables.thinking.computer_protocol."""

    async def take_turns(self, turns: Turns) -> Sequence[Action]: ...


async def play_computers(computers: TurnTakers, solo: SoloDeal) -> SoloDeal:
    """Return the deal after the computers' moves, when the person is asked or it is over."""
    while (turns := solo.turns()) is not None:
        solo = solo.computers_moved(turns, await computers.take_turns(turns))
    return solo


async def played_out(computers: TurnTakers, solo: SoloDeal, level: str) -> SoloDeal:
    """Return the deal played to its end, with a computer of a level in the person's seat."""
    while (turns := solo.turns(own=level)) is not None:
        solo = solo.computers_moved(turns, await computers.take_turns(turns))
    return solo


class SharedAnswers:
    """Asks computers only once about a situation, however many people get into it."""

    def __init__(self, computers: TurnTakers) -> None:
        self._computers = computers
        self._answers = LRUCache[Situation, asyncio.Future[Sequence[Action]]](ANSWER_CACHE_SIZE)

    async def take_turns(self, turns: Turns) -> Sequence[Action]:
        """Take turns as `Computers` does, with the remembered answer for a remembered situation."""
        if not turns.awaited:  # a search's situations hardly come again
            return await self._computers.take_turns(turns)
        opening = turns.opening
        log, unwritten = opening.log_of(turns.match), turns.unwritten_action
        situation = opening.key, parcel_of(opening), log, unwritten, turns.levels
        answer = self._answers.get(situation)
        if answer is None or (answer.done() and (answer.cancelled() or answer.exception())):
            answer = asyncio.ensure_future(self._computers.take_turns(turns))
            self._answers[situation] = answer
        return await asyncio.shield(answer)
