"""What a planned table says beside its message: one reminder, and an event of the server."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any

from cogs.delivery.calls.outlet import Outlet
from cogs.delivery.calls.posts import Post, ServerEvent
from cogs.delivery.calls.undelivered import OutOfReach
from cogs.screens.parts.components import text_screen
from kwbot.engine.values.wording import N_
from kwbot.tables.play.opening_times import LASTS, reminded_at
from kwbot.tables.state.table_state import ClosedTable, LobbyTable, PlannedTable, TableState
from kwbot.tables.time.clock import Clock
from kwbot.text.words.language import language_of
from kwbot.text.words.markdown import plain
from kwbot.text.words.mentions import address, link, mention

_REMINDER = N_("{players}: your table opens {countdown}. {table}")
_EVENT = N_("{game} with {host}")


Awake = Callable[[int, Sequence[int], str], Awaitable[list[int]]]
"""Of users, those who can be rung now for something on a server with a language."""


async def all_awake(guild: int, users: Sequence[int], language: str) -> list[int]:
    """Return all of `users`."""
    return list(users)


class PlanNotices:
    """`kept` is what a restart must not forget: that somebody was `reminded`, by which `reminder`,
    and the `event` with its time, or that one is being added (`announcing`); `keep` stores it."""

    def __init__(
        self,
        outlet: Outlet,
        clock: Clock,
        kept: dict[str, Any],
        keep: Callable[[], Awaitable[None]],
        awake: Awake,
    ) -> None:
        self._outlet = outlet
        self._clock = clock
        self._kept = kept
        self._keep = keep
        self._awake = awake

    async def work(self, table: TableState) -> datetime | None:
        """Remind who is due, and bring the event up to date. Return when to look again."""
        until = await self._remind(table)
        if isinstance(table, PlannedTable):
            await self._announce(table)
        elif isinstance(table, ClosedTable) and table.game is None:
            await self._call_off(table)
        return until

    async def _remind(self, table: TableState) -> datetime | None:
        if not isinstance(table, PlannedTable) or self._kept.get("reminded") == _second(table):
            return None
        due, now = reminded_at(table), self._clock.now()
        if due is None or due > now:
            return due
        if now >= table.opens:  # its opening rings
            return None
        users = people(table)
        language = language_of(table.language)
        text = language.text(
            _REMINDER, players=" ".join(map(mention, users)),
            countdown=f"<t:{_second(table)}:R>", table=link(table),
        )  # fmt: skip
        rung = await self._awake(table.guild, users, table.language)
        post = Post(text_screen(f"🗓️ {text}"), f"{table.id}.p{_second(table)}", rung)
        posted = await self._outlet.say(table.channel, post)
        self._kept |= {"reminded": _second(table), "reminder": posted.message}
        await self._keep()
        return None

    async def _announce(self, table: PlannedTable) -> None:
        """Let the event of the server be at the table's time, where the bot may have one."""
        event, second = self._kept.get("event", (None, 0))
        if second == _second(table) or table.message is None:
            return
        language = language_of(table.language)
        host = table.names[table.seat_of(table.host)]
        about = ServerEvent(
            name=language.text(
                _EVENT, game=language.term(table.variant.name), host=plain(host)
            ),
            place=address(table),
            starts=table.opens,
            ends=table.opens + LASTS,
        )  # fmt: skip
        with suppress(OutOfReach):  # it may not, or somebody has removed it
            event = event or await self._added(table)
            if event is None:
                self._kept["announcing"] = True
                await self._keep()
            event = await self._outlet.set_event(table.guild, event, about)
        self._kept.pop("announcing", None)
        self._kept["event"] = [event, _second(table)]
        await self._keep()

    async def _added(self, table: TableState) -> int | None:
        """Return the event that was added, if whoever added it had no time to note it."""
        if "announcing" not in self._kept:
            return None
        return await self._outlet.event_at(table.guild, address(table))

    async def _call_off(self, table: ClosedTable) -> None:
        event, _ = self._kept.get("event", (None, 0))
        with suppress(OutOfReach):  # it may not look at them
            event = event or await self._added(table)
        if event is not None:
            await self._outlet.remove_event(table.guild, event)
        if self._kept.keys() & {"event", "announcing"}:
            self._kept.pop("event", None)
            self._kept.pop("announcing", None)
            await self._keep()


def people(table: LobbyTable) -> list[int]:
    """Return the users who sit at a table."""
    return [seated.user for seated in table.seated if seated.user is not None]


def _second(table: PlannedTable) -> int:
    return int(table.opens.timestamp())
