"""The search for examples of bids, in a worker process: ``python -m cogs.examples``.

The process starts when somebody asks for one and ends when nobody waits any more.
"""

from __future__ import annotations

import asyncio
import sys
from dataclasses import dataclass, replace

from kwbot.engine.values.actions import Bid
from kwbot.engine.values.cards import CardSet
from kwbot.engine.views.view import view
from kwbot.players.turns.worker import main
from kwbot.tables.thinking.worker_process import Lost, WorkerProcess
from kwbot.text.deal.bid_laboratory import example_text
from kwbot.text.words.language import Voice, language_of
from kwbot.variants import explorers

COMMAND = (sys.executable, "-m", "cogs.examples")
SPARE = 10.0
"""Seconds that the process may take beyond those of the search."""
WAITING = 10
"""Searches that may wait at the same time, at most."""


@dataclass(frozen=True, slots=True)
class ExampleSearch:
    """A search for an example of `bid` with a hand (the bits of a CardSet), and for whom."""

    game: str
    edition: str
    players: int
    hand: int
    bid: tuple[str, ...]
    seconds: float
    seed: int
    language: str
    descending: bool
    four_colour: bool


def found(search: ExampleSearch) -> str:
    """Return the example in words; "" if none was found in time."""
    explorer = explorers()[search.game].under(search.edition)
    bid, hand = Bid(search.bid), CardSet.of_bits(search.hand)
    match = explorer.example(bid, hand, search.players, search.seconds, search.seed)
    if match is None:
        return ""
    voice = Voice.of(
        view(match, None), language_of(search.language),
        descending=search.descending, four_colour=search.four_colour,
    )  # fmt: skip
    return example_text(match, replace(voice, names=()))


class Examples:
    """Searches for one example after the other."""

    def __init__(self) -> None:
        self._process = WorkerProcess(COMMAND)
        self._turn = asyncio.Lock()
        self._waiting = 0

    @property
    def busy(self) -> bool:
        return self._waiting >= WAITING

    async def find(self, search: ExampleSearch) -> str:
        """Return the example in words; "" if none was found or the process was lost."""
        self._waiting += 1
        try:
            async with self._turn:
                answer = await self._process.ask(search, search.seconds + SPARE)
                return str(answer or "")
        except Lost:
            return ""
        finally:
            self._waiting -= 1
            if not self._waiting:
                await self._process.end()


if __name__ == "__main__":
    main(found)
