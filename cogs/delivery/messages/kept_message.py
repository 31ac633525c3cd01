"""One message that the bot keeps up to date: posted once, redrawn when it differs.

Its keeper says when it is drawn, where, by whose token, and what follows from that. This module has
what all messages share: the content is compared before and after its turn to be sent (the newest
state wins), the answer to a press goes first, and a look that Discord refuses is drawn plainer.
"""

from collections.abc import Awaitable, Callable, Collection, Container, Hashable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from cogs.delivery.calls.message_calls import MessageCalls
from cogs.delivery.calls.posts import MakePost, Post, Private
from cogs.delivery.calls.rate_limit import Lane
from cogs.delivery.calls.undelivered import MessageGone
from cogs.delivery.pictures.look_refusals import LookRefusals
from cogs.screens.parts.components import Screen, drawing
from kwbot.ids import UserId

State = TypeVar("State", bound=Hashable)
Drawn_contra = TypeVar("Drawn_contra", contravariant=True)

Address = int | Private
"""A message's id, or one that a single user sees, with the token that brought it."""


class DrawMessage(Protocol[Drawn_contra]):
    """Draws a message of a state, for a post or an edit."""

    async def __call__(self, state: Drawn_contra, /, *, edit: bool) -> Screen: ...


def always(screen: Screen) -> DrawMessage[object]:
    """Return a DrawMessage that draws the same for any state."""

    async def draw(_: object, *, edit: bool) -> Screen:
        return screen

    return draw


@dataclass(frozen=True, slots=True)
class Content(Generic[State]):
    """The content of a message: how to `draw` it, and `of`, which returns the state to draw.

    It is drawn again only if the state differs, so `of=object` is drawn each time. Messages are
    compared by what they show, or, with `by_state`, by the state alone. `is_wanted`: whether
    anything is left to show; `nonce`, `is_doubtful` and `ping` are for posting: see `Post`.
    """

    draw: DrawMessage[State]
    of: Callable[[], State]
    by_state: bool = False
    is_wanted: Callable[[], bool] = lambda: True
    nonce: Callable[[], str] = str
    is_doubtful: Callable[[], bool] = bool
    ping: Sequence[UserId] = ()

    def key(self, of: State, screen: Screen) -> Hashable:
        """Return the value by which messages are compared."""
        return of if self.by_state else drawing(screen)


@dataclass(eq=False, slots=True)
class KeptMessage:
    """A message, its place `at` (None: nowhere), and the key of what it `shows` (None: unknown).

    `claims`: messages that the answer to a press is about to redraw; `look_again` is called where
    an answer and a redrawing overlapped.
    """

    calls: MessageCalls
    refusals: LookRefusals
    at: Address | None = None
    shows: Hashable = None
    claims: Container[int | None] = ()
    look_again: Callable[[], object] = bool

    @property
    def id(self) -> int | None:
        """The message's id, if all may see it."""
        return self.at if isinstance(self.at, int) else None

    @property
    def is_claimed(self) -> bool:
        """Whether the answer to a press is about to redraw it."""
        return (self.at.pressed if isinstance(self.at, Private) else self.at) in self.claims

    def is_settled(self, key: Hashable) -> bool:
        """Whether `key` needs no call: it is shown, an answer will show it, or nothing exists."""
        return self.at is None or self.is_claimed or self.shows == key

    async def edit(
        self, channel_id: int, content: Content[State], lane: Lane = Lane.TRICK
    ) -> State | None:
        """Redraw the message if it differs. Return the state drawn; None if nothing was needed.
        Raises MessageGone where there is no message any more, and other kinds of Undelivered."""
        return await self.refusals.send_with_fallback(
            channel_id, lambda: self._edit(channel_id, content, lane), edit=True
        )

    async def _edit(self, channel_id: int, content: Content[State], lane: Lane) -> State | None:
        at, was = self.at, self.shows
        of: State | None = None
        screen: Screen | None = None
        key: Hashable = None
        if at is None:
            raise MessageGone

        async def latest() -> Screen | None:
            nonlocal of, screen, was, key
            if self.is_claimed or not content.is_wanted():
                return None
            was, now = self.shows, content.of()
            if content.by_state and self.is_settled(now):
                return None
            if screen is None or now != of:
                of, screen = now, await content.draw(now, edit=True)
                key = content.key(now, screen)
            return None if self.is_settled(key) else screen

        # Where only drawing shows whether anything differs, draw first rather than wait for a turn
        # in vain.
        if not content.by_state and await latest() is None:
            return None
        if not await self.calls.edit(channel_id, at, latest, lane):
            return None
        if self.shows is not was:
            self.look_again()
        self.shows = key
        return of

    async def edit_or_post(
        self, channel_id: int, content: Content[State], lane: Lane = Lane.TRICK
    ) -> None:
        """Redraw the message if it differs, or post it where there is none. Raises Undelivered."""
        try:
            await self.edit(channel_id, content, lane)
        except MessageGone:
            await self.post(channel_id, content)

    async def post(
        self, channel_id: int, content: Content[State], besides: Collection[int] = ()
    ) -> bool:
        """Post the message, but not in reply to one of `besides` (see `MessageCalls.post`). Return
        False where nothing was left to say. Raises Undelivered."""

        is_new = True

        async def send(latest: MakePost) -> Address | None:
            nonlocal is_new
            posted = await self.calls.post(channel_id, latest, besides)
            if posted is None:
                return None
            is_new = posted.is_new
            return posted.message

        is_posted = await self.refusals.send_with_fallback(
            channel_id, lambda: self._post(content, send)
        )
        if is_posted and not is_new:
            self.shows = None
            self.look_again()
        return is_posted

    async def whisper(self, channel_id: int, user_id: UserId, content: Content[State]) -> bool:
        """Post the message for one user alone. Return False without a token of theirs, or with
        nothing to say. Raises Undelivered."""

        async def send(latest: MakePost) -> Address | None:
            async def view() -> Screen | None:
                post = await latest()
                return None if post is None else post.screen

            return await self.calls.whisper(channel_id, user_id, view)

        return await self.refusals.send_with_fallback(channel_id, lambda: self._post(content, send))

    async def _post(
        self, content: Content[State], send: Callable[[MakePost], Awaitable[Address | None]]
    ) -> bool:
        key: Hashable = None

        async def latest() -> Post | None:
            nonlocal key
            if not content.is_wanted():
                return None
            of, nonce = content.of(), content.nonce()
            screen = await content.draw(of, edit=False)
            key = content.key(of, screen)
            return Post(screen, nonce, content.ping, is_doubtful=content.is_doubtful())

        at = await send(latest)
        if at is not None:
            self.at, self.shows = at, key
        return at is not None
