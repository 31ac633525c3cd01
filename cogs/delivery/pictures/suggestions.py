"""The bids that look best to a strong player, for whoever has to bid at a table with hints.

They are computed beside the game: a panel is drawn without them, and again once they are found.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from functools import partial

from cogs.screens.hand.draft import NO_SUGGESTIONS, first_bids
from cogs.screens.table.table_facts import seen_by
from kwbot.engine.values.actions import Action, Seat
from kwbot.engine.values.choices import CombinationBid, LadderBid
from kwbot.ids import TableId
from kwbot.logs import place_of
from kwbot.metrics import count_error
from kwbot.tables.state.table_state import RunningTable, TableState
from kwbot.tables.thinking.computer_protocol import Computers
from kwbot.tables.thinking.computer_turns import advice_seed

_log = logging.getLogger(__name__)

_SUGGESTION_SAMPLES = 80
"""Approximate number of sampled deals."""
MAX_QUESTIONS = 1000
"""Most questions whose suggestions are kept."""

Question = tuple[TableId, Seat, int]
"""A table, the seat asked, and the event that asked."""
Found = Mapping[Action, float] | None
"""Calls with the probability that each is made, see `suggest_bids`; None: nothing is known."""


class Suggestions:
    """Suggested bids by question. `news` is called with a table and a seat when some are found."""

    def __init__(self, news: Callable[[TableId, Seat], object]) -> None:
        self._news = news
        self._computers: Computers | None = None
        self._thoughts: OrderedDict[Question, asyncio.Future[Found]] = OrderedDict()
        """The suggestions of a question, found or being found; cancelled if nobody wants them."""

    def connect(self, computers: Computers) -> None:
        """Ask `computers` from now on."""
        self._computers = computers

    async def stop(self) -> None:
        for thought in self._thoughts.values():
            thought.cancel()
        await self.wait()

    async def wait(self) -> None:
        """Wait until no suggestions are being found."""
        await asyncio.gather(*self._thoughts.values(), return_exceptions=True)

    async def wait_for(self, table: TableState, seat: Seat, seconds: float) -> None:
        """Have bids found for the present question, and wait at most `seconds` for them."""
        question = self._seek(table, seat)
        thought = self._thoughts.get(question) if question else None
        if thought is not None:
            await asyncio.wait([thought], timeout=seconds)

    def key(self, table: TableState, seat: Seat) -> Hashable:
        """Return what is known for the present question, for comparison. That no bid looks good is
        news, too: how often a panel is drawn must not give a hand away."""
        question = self._question(table, seat)
        found = self._look_up(question) if question else None
        return found is not None, tuple(found or ())

    def suggest(self, table: TableState, seat: Seat) -> Mapping[Action, float]:
        """Return bids with the probability that each is made, best first, including a pass where
        that is no worse; none until they are found. Have them sought if nobody has yet."""
        question = self._seek(table, seat)
        return (self._look_up(question) if question else None) or NO_SUGGESTIONS

    def best(self, table: TableState, seat: Seat) -> Action | None:
        """Return the best call known for the present question, if any."""
        question = self._question(table, seat)
        return next(iter((self._look_up(question) if question else None) or ()), None)

    def seeks(self, table: TableState, seat: Seat) -> bool:
        """Whether bids are being found. Have them sought if nobody has yet."""
        question = self._seek(table, seat)
        thought = self._thoughts.get(question) if question else None
        return thought is not None and not thought.done()

    def _seek(self, table: TableState, seat: Seat) -> Question | None:
        """Have bids found for the present question. Return that question."""
        question = self._question(table, seat)
        if question is None or table.running is None:
            return None
        if question not in self._thoughts and self._computers is not None:
            task = asyncio.create_task(_find(self._computers, table.running, seat))
            task.add_done_callback(partial(self._tell, question))
            self._keep(question, task)
        return question

    def _question(self, table: TableState, seat: Seat) -> Question | None:
        """Return the question a player is asked, if it is about a bid and the table gives hints."""
        if not isinstance(table, RunningTable) or not table.gives_hints or table.vote:
            return None
        deal = table.match.deal
        if deal is None or deal.play is not None:  # known without computing the choice of cards
            return None
        if seat not in table.to_act() or table.is_played_by_computer(seat):
            return None
        question = table.id, seat, table.asked_at.get(seat, 0)
        # For a known question, the choice with all possible bids need not be computed again.
        asks_for_bid = question in self._thoughts or isinstance(
            table.match.choice(seat), CombinationBid | LadderBid
        )
        return question if asks_for_bid else None

    def decline(self, table: TableState, seat: Seat) -> None:
        """Find no bids for the present question: its player is already putting a bid together."""
        if question := self._question(table, seat):
            if question not in self._thoughts:
                self._keep(question, asyncio.get_running_loop().create_future())
            self._thoughts[question].cancel()

    def _keep(self, question: Question, thought: asyncio.Future[Found]) -> None:
        self._thoughts[question] = thought
        if len(self._thoughts) > MAX_QUESTIONS:
            self._thoughts.popitem(last=False)[1].cancel()

    def _look_up(self, question: Question) -> Found:
        thought = self._thoughts.get(question)
        return thought.result() if thought and thought.done() and not thought.cancelled() else None

    def _tell(self, question: Question, thought: asyncio.Future[Found]) -> None:
        if not thought.cancelled() and thought.result() is not None:
            self._news(question[0], question[1])


async def _find(computers: Computers, table: RunningTable, seat: Seat) -> Found:
    try:
        return await _possible(computers, table, seat)
    except Exception as error:  # noqa: BLE001 - the type alone: a message could hold cards
        _log.error("no suggestions: %s at %s", count_error(error), place_of(error))
        return None


async def _possible(
    computers: Computers, table: RunningTable, seat: Seat
) -> Mapping[Action, float]:
    """Return the best bids that are allowed, and other calls that are no worse."""
    seen, deal = seen_by(table, seat), table.match.deal
    if deal is None or seen.choice is None:
        return NO_SUGGESTIONS
    seed = advice_seed(table.id, deal, seen.number)
    chances = await computers.suggest(seen, seed, _SUGGESTION_SAMPLES)
    possible = {
        call: chance
        for call, chance in chances.items()
        if call in seen.choice and deal.objection(seat, call) is None
    }
    return first_bids(possible)
