"""A display on real tables with a courier that only pretends: it can fail in every way."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any, NamedTuple, cast

from discord import ui

from cogs.connection.client import Kwbot
from cogs.connection.preferences import PreferenceCache
from cogs.delivery.display import TableDisplay
from cogs.delivery.outlet import Courier
from kwbot.storage import Store
from kwbot.tables.game_manager import Tables
from tests.tables import sandbox

CHANNEL = sandbox.CHANNEL
DM = 10_000
"""The channel of direct messages with user n is DM + n."""


class Sent(NamedTuple):
    how: str
    """post, edit or delete."""
    channel: int
    message: int
    text: str
    nonce: str = ""
    ping: tuple[int, ...] = ()


class FakeCourier:
    """Keeps what it was given. `faults` are raised one for each call of their kind, in order."""

    def __init__(self) -> None:
        self.log: list[Sent] = []
        self.faults: dict[tuple[str, int], list[BaseException]] = {}
        self._numbers = iter(range(500, 10_000))

    def fail(self, how: str, channel: int, *errors: BaseException) -> None:
        self.faults.setdefault((how, channel), []).extend(errors)

    def _do(self, sent: Sent) -> int:
        waiting = self.faults.get((sent.how, sent.channel))
        self.log.append(sent)
        if waiting:
            raise waiting.pop(0)
        return sent.message

    async def post(
        self, channel: int, view: ui.LayoutView, nonce: str, ping: Sequence[int] = ()
    ) -> int:
        number = next(self._numbers)
        return self._do(Sent("post", channel, number, _text(view), nonce, tuple(ping)))

    async def edit(self, channel: int, message: int, view: ui.LayoutView) -> None:
        self._do(Sent("edit", channel, message, _text(view)))

    async def delete(self, channel: int, message: int) -> None:
        self._do(Sent("delete", channel, message, ""))

    async def direct(self, user: int) -> int:
        return DM + user

    def to(self, channel: int) -> list[Sent]:
        return [sent for sent in self.log if sent.channel == channel]


def _text(view: ui.LayoutView) -> str:
    components: Any = view.to_components()  # type: ignore[no-untyped-call]
    return json.dumps(components, ensure_ascii=False)


class Office(sandbox.House):
    """Tables that are shown through a fake courier."""

    def __init__(self, store: Store, *, calls: int = 1000) -> None:
        self._calls = calls
        super().__init__(store)

    def begin(self) -> Tables:
        self.display = TableDisplay(self.clock, calls=self._calls)
        self.listener = cast("sandbox.Listener", self.display)
        tables = super().begin()
        bot = SimpleNamespace(preferences=PreferenceCache(self.store, "en"), tables=tables)
        self.display.connect(cast("Kwbot", bot))
        self.courier = FakeCourier()
        self.display.courier = cast("Courier", self.courier)
        return tables

    async def settled(self) -> None:
        """Until everything that needs no time to pass has been done."""
        for _ in range(30):
            await self.store.ping()

    async def until(self, predicate: Callable[[], object]) -> None:
        async with asyncio.timeout(60):
            while not predicate():
                await self.store.ping()

    async def pass_time(self, seconds: float) -> None:
        self.clock.advance(seconds)
        await self.settled()
