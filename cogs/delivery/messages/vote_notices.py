"""What a table says of a vote: who is asked, and in the same message how it ended."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from cogs.delivery.calls.outlet import Outlet
from cogs.delivery.calls.posts import Post
from cogs.delivery.calls.rate_limit import Lane
from cogs.delivery.calls.undelivered import MessageGone
from cogs.screens.parts.components import Screen, text_screen
from cogs.screens.table import vote
from kwbot.tables.state.table_state import ClosedTable, RunningTable, TableState


class VoteNotices:
    """`kept` is what a restart must not forget: the `vote` that asks people, by its event, and its
    message; `keep` stores it."""

    def __init__(
        self,
        table: TableState,
        outlet: Outlet,
        kept: dict[str, Any],
        keep: Callable[[], Awaitable[None]],
    ) -> None:
        self._outlet = outlet
        self._kept = kept
        self._keep = keep
        self.left = self._left_to_tell(table)
        """The table right after each beginning or end of a vote that is not told yet."""

    def _left_to_tell(self, table: TableState) -> list[RunningTable]:
        """Return the table where a vote of it was not told before a restart."""
        game, (asked, _) = table.game, self._kept.get("vote", (0, 0))
        if game is None:
            return []
        if game.vote is not None:
            is_told = asked == game.vote.seq or isinstance(table, ClosedTable)
        else:  # whoever is told of its end is asked no more
            is_told = game.decided is None or asked != game.decided.vote.seq
        return [] if is_told else [game]

    def news(self, before: RunningTable, game: RunningTable) -> None:
        """Note what has become of a game, and whether a vote began or ended by that."""
        if (game.vote and not before.vote) or game.decided != before.decided:
            self.left.append(game)

    async def work(self, table: TableState) -> None:
        """Tell what is left to tell of votes at `table`."""
        while self.left:
            await self._tell(self.left[0], table)
            self.left.pop(0)
        if isinstance(table, ClosedTable):
            await self._remove_question(table)

    async def _tell(self, state: RunningTable, table: TableState) -> None:
        """Ping for a vote that is open; let the same message say how it ended."""
        if state.vote and table.game and table.game.vote:
            voters = [state.seated[seat].user for seat in sorted(state.vote.missing)]
            view, seq = vote.asked_screen(state, state.vote), state.vote.seq
            asks = Post(view, f"{state.id}.v{seq}", [user for user in voters if user])
            posted = await self._outlet.say(state.channel, asks)
            self._kept["vote"] = [seq, posted.message]
            await self._keep()
        elif state.decided and not state.vote:
            view, seq = text_screen(vote.decided_text(state, state.decided)), state.decided.vote.seq
            if not await self._edit(state, seq, view):
                await self._outlet.say(state.channel, Post(view, f"{state.id}.d{seq}"))
            if self._kept.pop("vote", None) is not None:
                await self._keep()

    async def _edit(self, state: RunningTable, seq: int, view: Screen) -> bool:
        """Redraw the message of that vote. Return False if it never came, or is gone."""
        number, message = self._kept.get("vote", (0, 0))
        if number != seq:
            return False

        async def decided() -> Screen:
            return view

        try:
            return await self._outlet.edit(state.channel, message, decided, Lane.FIRST)
        except MessageGone:
            return False

    async def _remove_question(self, table: ClosedTable) -> None:
        """Remove what asks for a vote that ended with the game, or with the table."""
        if "vote" in self._kept:
            _, message = self._kept["vote"]
            await self._outlet.delete(table.channel, message)
            del self._kept["vote"]
            await self._keep()
