"""Pictures that Discord fetches instead of being sent them: those that are soon replaced.

Whoever has an address sees the picture, so it is random and runs out, and stands in the message
alone: in no log, label, error or database. A picture that stays where it is after all is sent in
the end, before its address runs out. Off unless the host names an address (`Settings`).
"""

from __future__ import annotations

import secrets
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import sha256
from typing import NamedTuple

from cogs.delivery.calls.loop import Loop
from cogs.screens.components import Screen
from kwbot.engine.actions import Seat
from kwbot.tables.time.clock import Clock

STANDS = timedelta(minutes=10)
"""After so long a picture is taken to stay, and sent. The token of the last press mostly still
lives then, so that it costs no call that counts."""
LIFE = timedelta(minutes=15)
"""How long a picture has an address at most: as long as such a token."""
GRACE = timedelta(minutes=2)
"""How long one that was replaced still has it: the new one may wait for its turn."""
ROOM = 128 * 2**20
"""Bytes of pictures that have addresses, together; where there is no room they are sent."""
MOST_FRAMES = 20_000
LOOK = timedelta(seconds=30)
"""How often it is looked what has run out."""
RANDOM = 24
"""Bytes of an address that nobody can guess."""
PATH = "/pictures"


class PictureFrame(NamedTuple):
    """Where a picture is shown: at a table, in the message for all or in the hand of a seat."""

    table: int
    seat: Seat | None
    channel: int


@dataclass(slots=True)
class _Shown:
    """The picture of a frame; without a `token` it is sent."""

    name: str
    token: str | None = field(repr=False)
    since: datetime
    settled: bool = False


@dataclass(slots=True)
class _Served:
    png: bytes = field(repr=False)
    until: datetime


def mark_of(url: str | None) -> str:
    """Return what stands for a process in addresses: by it others know whom to ask."""
    return sha256((url or "").rstrip("/").encode()).hexdigest()[:8]


class PictureAddresses:
    """`clock` is a steady one; `settle` is to have a frame drawn again whose picture stays."""

    def __init__(
        self, base: str, mark: str, clock: Clock, settle: Callable[[PictureFrame], None]
    ) -> None:
        """`base`: where Discord reaches the bots; `mark`: see `mark_of`."""
        self._base = f"{base.rstrip('/')}{PATH}/{mark}"
        self._clock = clock
        self._settle = settle
        self._frames: OrderedDict[PictureFrame, _Shown] = OrderedDict()
        """In the order in which their pictures came there."""
        self._served: dict[str, _Served] = {}
        self._replaced: deque[str] = deque()
        """The tokens of pictures that no frame shows any more, oldest first."""
        self._bytes = 0
        self._loop = Loop("addresses of pictures", clock, self._look)

    def given(self, frame: PictureFrame, view: Screen) -> Screen:
        """Return what is shown in a frame now, with the address of its picture, if it has one."""
        name, png = next(iter(view.pictures.items()), ("", b""))
        shown, now = self._frames.get(frame), self._clock.now()
        if shown is None or shown.name != name:
            self.leave(frame)
            if not png:
                return view
            shown = self._frames[frame] = _Shown(name, self._serve(png), now)
            if len(self._frames) > MOST_FRAMES:
                self.leave(next(iter(self._frames)))
        elif shown.token is not None and now >= shown.since + STANDS:
            self._replace(shown)
        if shown.token is None:
            return view
        return view.fetched({name: f"{self._base}/{shown.token}.png"})

    def leave(self, frame: PictureFrame) -> None:
        """Note that nothing with an address is shown in a frame any more."""
        if (shown := self._frames.pop(frame, None)) is not None:
            self._replace(shown)

    def picture(self, token: str) -> tuple[bytes, timedelta] | None:
        """Return the picture with this token, and how long it has its address yet."""
        served, now = self._served.get(token), self._clock.now()
        if served is None or served.until <= now:
            return None
        return served.png, served.until - now

    async def stop(self) -> None:
        await self._loop.stop()

    def _serve(self, png: bytes) -> str | None:
        """Return the token of a picture from now on; None where there is no room for it."""
        while self._replaced and self._bytes + len(png) > ROOM:
            self._drop(self._replaced.popleft())
        if self._bytes + len(png) > ROOM:
            return None
        token, now = secrets.token_urlsafe(RANDOM), self._clock.now()
        self._served[token] = _Served(png, now + LIFE)
        self._bytes += len(png)
        self._loop.poke_by(now + LOOK)
        return token

    def _replace(self, shown: _Shown) -> None:
        """Let the address of a picture run out soon."""
        if shown.token is not None and (served := self._served.get(shown.token)) is not None:
            served.until = min(served.until, self._clock.now() + GRACE)
            self._replaced.append(shown.token)
        shown.token = None

    def _drop(self, token: str) -> None:
        if (served := self._served.pop(token, None)) is not None:
            self._bytes -= len(served.png)

    async def _look(self) -> datetime | None:
        """Have pictures that stay sent, and forget those that have run out."""
        now = self._clock.now()
        for frame, shown in list(self._frames.items()):
            if shown.since + STANDS > now:
                break
            if shown.token is not None and not shown.settled:
                shown.settled = True
                self._settle(frame)
        for token in [token for token, served in self._served.items() if served.until <= now]:
            self._drop(token)
        while self._replaced and self._replaced[0] not in self._served:
            self._replaced.popleft()
        return now + LOOK if self._served else None
