"""Bids that look best to a strong player, for who has to bid at a table with hints.

They are thought out beside the game: a panel is drawn without them, and again when they are there.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from types import MappingProxyType

from cogs.screens.panel import NOTHING
from cogs.screens.table_facts import seen_by
from kwbot.engine.actions import Action, Seat
from kwbot.engine.choices import CombinationBid, LadderBid
from kwbot.logs import place
from kwbot.metrics import counted
from kwbot.tables.computer_turns import advice_seed
from kwbot.tables.services import Computers
from kwbot.tables.state import RunningTable, TableState

_log = logging.getLogger(__name__)

SAMPLES = 80
"""Deals that are looked at, about."""
SHOWN = 3
REMEMBERED = 1000
"""Questions whose suggestions are kept, at most."""

NONE: Mapping[Action, float] = MappingProxyType({})
"""Where no bid looks good. The panel is drawn again all the same: calls must not tell of a hand."""
DECLINED: Mapping[Action, float] = MappingProxyType({})
"""In place of suggestions that nobody wants any more."""
Question = tuple[int, Seat, int]
"""A table, who is asked there, and the event that asked."""


class Suggestions:
    """`news` is told a table and a seat for which there are some now."""

    def __init__(self, news: Callable[[int, Seat], object]) -> None:
        self._news = news
        self._computers: Computers | None = None
        self._found: OrderedDict[Question, Mapping[Action, float]] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()

    def connect(self, computers: Computers) -> None:
        """Ask `computers` from now on."""
        self._computers = computers

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await self.settled()

    async def settled(self) -> None:
        """Wait until nothing is being thought out."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def key(self, table: TableState, seat: Seat) -> Hashable:
        """Return what is known of what is asked, to compare."""
        question = _question(table, seat)
        found = self._found.get(question, NOTHING) if question else NOTHING
        return found is not NOTHING and found is not DECLINED, tuple(found)

    def wanted(self, table: TableState, seat: Seat) -> Mapping[Action, float]:
        """Return bids with the chance that each is made, the best first; none while nothing is
        found. Let them be found if nobody has asked for them yet."""
        question = _question(table, seat)
        if question is None or table.game is None:
            return NOTHING
        if question not in self._found and self._computers is not None:
            self._keep(question, NOTHING)
            task = asyncio.create_task(self._find(self._computers, table.game, question))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return self._found.get(question, NOTHING)

    def decline(self, table: TableState, seat: Seat) -> None:
        """Find none for what is asked now: its player is putting a bid together already."""
        if (question := _question(table, seat)) and not self._found.get(question):
            self._keep(question, DECLINED)

    def _keep(self, question: Question, found: Mapping[Action, float]) -> None:
        self._found[question] = found
        if len(self._found) > REMEMBERED:
            self._found.popitem(last=False)

    async def _find(self, computers: Computers, game: RunningTable, question: Question) -> None:
        try:
            found = await _possible(computers, game, question[1])
        except Exception as error:  # noqa: BLE001 - by its type alone: it may hold cards
            _log.error("no suggestions: %s at %s", counted(error), place(error))
            return
        if self._found.get(question) is NOTHING:
            self._found[question] = found or NONE
            self._news(question[0], question[1])


async def _possible(computers: Computers, game: RunningTable, seat: Seat) -> Mapping[Action, float]:
    """Return the best bids that may be made."""
    seen, deal = seen_by(game, seat), game.match.deal
    if deal is None or seen.choice is None:
        return NOTHING
    seed = advice_seed(game.id, deal, seen.number)
    chances = await computers.suggested(seen, seed, SAMPLES)
    possible = [
        (bid, chance)
        for bid, chance in chances.items()
        if bid in seen.choice and deal.objection(seat, bid) is None
    ]
    return dict(possible[:SHOWN])


def _question(table: TableState, seat: Seat) -> Question | None:
    """Return what is asked of a player, if it is a bid and the table gives hints."""
    if not isinstance(table, RunningTable) or not table.gives_hints or table.vote:
        return None
    if seat not in table.to_act() or table.is_played_by_computer(seat):
        return None
    if not isinstance(table.match.choice(seat), CombinationBid | LadderBid):
        return None
    return table.id, seat, table.asked_at.get(seat, 0)
