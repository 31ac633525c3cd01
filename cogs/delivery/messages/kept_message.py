"""The life of one message that the bot keeps up to date: posted once, redrawn where it differs.

Whoever keeps one says when it is drawn, where, by whose token, and what follows from that. What is
the same for all messages stands here: what it shows is compared before and after its turn to be
sent (the newest state wins), the answer to a press on it goes first, and a look that Discord
refuses is drawn plainer.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Hashable, Sequence
from dataclasses import dataclass
from typing import Protocol

from cogs.delivery.calls.outlet import Outlet
from cogs.delivery.calls.posts import Post, Private
from cogs.delivery.calls.rate_limit import Lane
from cogs.delivery.calls.undelivered import MessageGone
from cogs.delivery.pictures.look_refusals import LookRefusals
from cogs.screens.parts.components import Screen, drawing

Address = int | Private
"""A message by its id, or one that a single user sees, by the token that brought it."""


@dataclass(frozen=True, slots=True)
class Sketch:
    """What a message is to show: a `key` to compare, how to `draw` it, and the state it is `of`.

    `nonce`, `ping`: as in `Post`, for a message that is posted.
    """

    key: Hashable
    draw: Callable[[], Awaitable[Screen]]
    of: object = None
    nonce: str = ""
    ping: Sequence[int] = ()

    @classmethod
    def from_screen(
        cls, view: Screen, of: object = None, *, nonce: str = "", ping: Sequence[int] = ()
    ) -> Sketch:
        """Return what is compared by all that it shows."""

        async def draw() -> Screen:
            return view

        return cls(drawing(view), draw, of, nonce, ping)


class MakeSketch(Protocol):
    """Gives what a message is to show now, posted or by an `edit`; None if nothing. `before`: what
    it gave a moment ago, to give again if nothing has happened since."""

    async def __call__(self, before: Sketch | None, /, *, edit: bool) -> Sketch | None: ...


def _is_same(_message: Address, shown: Hashable, wanted: Hashable) -> bool:
    return shown == wanted


def _nobody(_message: int) -> bool:
    return False


class KeptMessage:
    """A message, where it is (`at`; None: nowhere), and the key of what it `shows` (None: unknown).

    `is_claimed` says whether the answer to a press is about to redraw a message, `suffices` whether
    what it shows will do in place of what it should; `look_again` is called where an answer and a
    redrawing were under way at once.
    """

    def __init__(
        self,
        outlet: Outlet,
        refusals: LookRefusals,
        *,
        is_claimed: Callable[[int], bool] = _nobody,
        suffices: Callable[[Address, Hashable, Hashable], bool] = _is_same,
        look_again: Callable[[], object] = bool,
    ) -> None:
        self.at: Address | None = None
        self.shows: Hashable = None
        self._outlet = outlet
        self._refusals = refusals
        self._is_claimed = is_claimed
        self._suffices = suffices
        self._look_again = look_again

    def stand(self, at: Address | None, shows: Hashable = None) -> None:
        """Note where it is, whoever has posted or drawn it, and what it shows if that is known."""
        if at != self.at or shows is not None:
            self.at, self.shows = at, shows

    @property
    def is_claimed(self) -> bool:
        """Whether the answer to a press is about to redraw it."""
        message = self.at.pressed if isinstance(self.at, Private) else self.at
        return message is not None and self._is_claimed(message)

    def is_settled(self, at: Address, key: Hashable) -> bool:
        """Whether a message needs no call to show something: it does, the answer to a press will,
        or another has taken its place."""
        return at is not self.at or self.is_claimed or self._suffices(at, self.shows, key)

    async def edit(self, channel: int, make: MakeSketch, lane: Lane = Lane.THEN) -> Sketch | None:
        """Redraw it where it differs. Return what it was redrawn to; None if nothing was needed.

        Raises MessageGone where there is none any more, and what else Undelivered there is.
        """
        return await self._refusals.sent(
            channel, lambda: self._edit(channel, make, lane), edit=True
        )

    async def edit_or_post(self, channel: int, make: MakeSketch, lane: Lane = Lane.THEN) -> None:
        """Redraw it where it differs, or post it where there is none. Raises Undelivered."""
        try:
            await self.edit(channel, make, lane)
        except MessageGone:
            await self.post(channel, make)

    async def _edit(self, channel: int, make: MakeSketch, lane: Lane) -> Sketch | None:
        at, was = self.at, self.shows
        if at is None:
            raise MessageGone
        sketch = None if self.is_claimed else await make(None, edit=True)
        if sketch is None or self.is_settled(at, sketch.key):
            return None

        async def latest() -> Screen | None:
            nonlocal sketch, was
            sketch, was = await make(sketch, edit=True), self.shows
            if sketch is None or self.is_settled(at, sketch.key):
                return None
            return await sketch.draw()

        if not await self._outlet.edit(channel, at, latest, lane) or sketch is None:
            return None
        if self.at is at:
            if self.shows is not was:
                self._look_again()
            self.shows = sketch.key
        return sketch

    async def post(
        self, channel: int, make: MakeSketch, besides: Collection[int] = ()
    ) -> int | None:
        """Post it anew, not in reply to what is `besides` (see `Outlet.post`). Return its id; None
        where nothing was left to say. Raises Undelivered."""
        sketch: Sketch | None = None

        async def latest() -> Post | None:
            nonlocal sketch
            if (sketch := await make(None, edit=False)) is None:
                return None
            return Post(await sketch.draw(), sketch.nonce, sketch.ping)

        posted = await self._refusals.sent(
            channel, lambda: self._outlet.post(channel, latest, besides)
        )
        if posted is None or sketch is None:
            return None
        self.at, self.shows = posted.message, sketch.key
        return posted.message
