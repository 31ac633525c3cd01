"""The search for examples of bids, in a worker process that runs this module.

The process starts with the first search and ends when nobody waits any more.
"""

import asyncio
import sys
from dataclasses import dataclass, replace
from random import Random
from time import perf_counter

from kwbot.engine.deals.match import Match
from kwbot.engine.values.actions import Bid, Pass
from kwbot.engine.values.cards import CardSet
from kwbot.engine.values.choices import CombinationBid
from kwbot.engine.views.view import view
from kwbot.players.kernel import ACCELERATED
from kwbot.players.turns.levels import COMPUTERS, decide
from kwbot.players.turns.worker import main
from kwbot.tables.thinking.worker_process import WorkerLost, WorkerProcess
from kwbot.text.deal.bid_laboratory import example_text, lab_match
from kwbot.text.words.language import Voice, language_of
from kwbot.variants import explorers, games

EXAMPLES_COMMAND = (sys.executable, "-m", "cogs.commands.learning.examples")
SPARE_SECONDS = 10.0
"""Seconds that the process may take beyond the search's own."""
MAX_WAITING_SEARCHES = 10
"""Most searches that may wait at the same time."""
EXAMPLE_OTHERS = COMPUTERS["thumb"]
EXAMPLE_DECLARER = COMPUTERS["hard"] if ACCELERATED else EXAMPLE_OTHERS
"""Without the compiled kernel, the strong player needs seconds for a deal."""


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


def find(search: ExampleSearch) -> str:
    """Return the example in words; "" if none was found in time."""
    match = example(search)
    if match is None:
        return ""
    seen, language = view(match, None), language_of(search.language)
    voice = Voice.of(seen, language, descending=search.descending)
    return example_text(match, replace(voice, names=()))


def example(search: ExampleSearch) -> Match | None:
    """Return a whole deal in which player 0 makes the bid with the hand; None if none is found."""
    rng, until = Random(search.seed), perf_counter() + search.seconds  # noqa: S311
    while perf_counter() < until:
        match = _deal(search, rng)
        while match.to_act() and perf_counter() < until:
            match = _continue(match, Bid(search.bid), rng)
        if match.deal and match.deal.result and match.deal.result.made:
            return match
    return None


def _deal(search: ExampleSearch, rng: Random) -> Match:
    """Return an auction that player 0 opens, with random cards for the others."""
    options = explorers()[search.game].under(search.edition).options()
    hand = CardSet.of_bits(search.hand)
    every_trick = {**options, "early_stop": "off"}
    return lab_match(games()[search.game], hand, search.players, every_trick, rng)


def _continue(match: Match, bid: Bid, rng: Random) -> Match:
    """Let whoever is in turn act: the bid is player 0's, everything else the computers'."""
    seat = match.to_act()[0]
    choice = match.choice(seat)
    if isinstance(choice, CombinationBid):
        return match.apply(seat, Pass() if seat else choice.bids.canonical(bid))
    if len(choice) == 1:
        return match.apply(seat, next(iter(choice)))
    return match.apply(seat, decide(EXAMPLE_OTHERS if seat else EXAMPLE_DECLARER, match, seat, rng))


class Examples:
    """Searches for one example after another."""

    def __init__(self) -> None:
        self._process = WorkerProcess(EXAMPLES_COMMAND)
        self._turn = asyncio.Lock()
        self._waiting = 0

    @property
    def busy(self) -> bool:
        return self._waiting >= MAX_WAITING_SEARCHES

    async def find(self, search: ExampleSearch) -> str:
        """Return the example in words; "" if none was found or the process was lost."""
        self._waiting += 1
        try:
            async with self._turn:
                answer = await self._process.ask(search, search.seconds + SPARE_SECONDS)
                return str(answer or "")
        except WorkerLost:
            return ""
        finally:
            self._waiting -= 1
            if not self._waiting:
                await self._process.end()


if __name__ == "__main__":
    main(find)
