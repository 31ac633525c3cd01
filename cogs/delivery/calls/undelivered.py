"""Why Discord refused something: what its codes mean to the bot, all in one place."""

import re
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, Protocol, TypeVar

import aiohttp
import discord

from kwbot.engine.values.wording import N_
from kwbot.tables.errors.delivery_errors import Unavailable, Unreachable

T = TypeVar("T")

ALREADY_ANSWERED = 40060
"""The interaction has been answered already."""
EMOJI_TRIES = 3
"""Most attempts to send a message in which Discord refuses emojis: of 100 equal messages it refuses
2 to 4 for an emoji that it knows (its bug #7128)."""
MESSAGE_GONE = 10008
LOCKED = (50083, 160005)
"""The thread is archived and locked; Discord takes no answers in it either (its bug #5517)."""
_EMOJI_AT = re.compile(r"^In (?:data\.)?(components\.[\w.]+)\.emoji\b", re.MULTILINE)
UNKNOWN_CHANNEL = 10003
NO_MEMBER = (10004, 50001)
"""The bot is not a member of the server."""
INVALID_FORM = 50035
RUN_OUT = 50027
"""The interaction's token has expired; a 401."""
FLAGGED = 20026
"""Discord has flagged the application for spam: nobody gets direct messages from it any more."""

_UNREACHABLE = N_(
    "I can no longer post in your table's channel, so the game is waiting there. Give me "
    "back my permissions, or use /table in a channel where I can post."
)
_LOCKED = N_(
    "Your table's thread is closed and locked, so the game is waiting there. It goes on "
    "when someone opens the thread, or with /table in a channel where I can post."
)
_UNFORESEEN = N_(
    "Discord refuses what I post in your table's channel (error {code}), so the game is "
    "waiting there. Use /table to try again, there or in another channel."
)
_REASONS: Mapping[int, str] = {
    403: _UNREACHABLE,
    UNKNOWN_CHANNEL: _UNREACHABLE,
    10004: _UNREACHABLE,  # unknown guild
    50001: _UNREACHABLE,  # missing access
    50013: _UNREACHABLE,  # missing permissions
    50083: _LOCKED,  # the thread is archived, and a post does not reopen it
    160005: _LOCKED,  # the thread is locked
}


class Undelivered(Exception):
    """A call that did not get through. `code`: Discord's, or the HTTP status where it gives none;
    `passes`: whether, by the status alone, the same call may succeed later."""

    def __init__(self, code: int = 0, *, passes: bool = True) -> None:
        super().__init__(code)
        self.code = code
        self.passes = passes


UNSENT = (Undelivered, discord.DiscordException, aiohttp.ClientError, OSError)
"""Errors after which something may not have come through, translated (see `understood`) or not: a
broken connection is no `discord.HTTPException`."""


class TransientFailure(Undelivered, Unavailable):
    """Discord or the network failed; the same call may succeed later."""


class OutOfReach(Undelivered, Unreachable):
    """Discord refuses the call until something changes. With direct messages, whatever the code
    (see `directly`), the user accepts none from us."""

    @property
    def is_foreseen(self) -> bool:
        """Whether the code is one with which a channel is known to refuse."""
        return self.code in _REASONS

    @property
    def reason(self) -> str:
        """The reason why the table waits, for its host; may hold {code}."""
        return _REASONS.get(self.code, _UNFORESEEN)


class LookRefused(OutOfReach):
    """Discord refuses a look: drawn plainer, the message may get through."""


class PictureRefused(LookRefused):
    """The message had a picture."""


class EmojiRefused(LookRefused):
    """The message had emojis, `emojis` by id, that Discord does not know, or refuses even so."""

    def __init__(self, code: int, emojis: Collection[int] = (), *, passes: bool = False) -> None:
        super().__init__(code, passes=passes)
        self.emojis = emojis


class TokenDead(OutOfReach):
    """Discord no longer knows a token: nothing goes by it. That may be so from the start, whatever
    the code (its bugs #6851 and #7220)."""


class MessageGone(OutOfReach):
    """The message to be edited was deleted: post it again."""


class ThreadArchived(OutOfReach):
    """Nothing can be edited in an archived thread; a post reopens it, unless it is locked."""


class ThreadExists(OutOfReach):
    """The message has a thread already."""


_MEANINGS: Mapping[int, type[Undelivered]] = {
    MESSAGE_GONE: MessageGone,
    20016: TransientFailure,  # slow mode
    20028: TransientFailure,  # too many writes in the channel
    20029: TransientFailure,  # too many writes in the server
    40003: OutOfReach,  # direct messages are opened too fast; with any status
    RUN_OUT: OutOfReach,
    50083: ThreadArchived,
    130000: TransientFailure,  # overloaded
    160004: ThreadExists,
}
"""Codes that say more than their HTTP status."""


def _meaning(error: discord.HTTPException) -> Undelivered:
    code = error.code or error.status
    passes = error.status in (401, 429) or error.status >= 500
    kind = _MEANINGS.get(code, TransientFailure if passes else OutOfReach)
    return kind(code, passes=passes)


def names_emoji(error: discord.HTTPException) -> bool:
    """Whether a form is invalid because of an emoji, whose path Discord names."""
    return error.code == INVALID_FORM and _EMOJI_AT.search(error.text) is not None


def refuses_token(error: discord.HTTPException) -> bool:
    """Whether a call was refused because of its token: expired, or inexplicably unknown."""
    return error.code == RUN_OUT or (error.status == 404 and error.code != MESSAGE_GONE)


@contextmanager
def directly() -> Iterator[None]:
    """Within the block, which sends direct messages, let the status decide where the code is about
    busy channels or servers."""
    try:
        yield
    except TransientFailure as failure:
        if failure.passes:
            raise
        raise OutOfReach(failure.code) from None


class Sendable(Protocol):
    """A screen to send, with pictures or without."""

    pictures: Mapping[str, bytes]

    def to_components(self) -> list[Any]: ...


def _refused_emojis(error: discord.HTTPException, view: Sendable) -> Collection[int]:
    """Return the emojis refused in a view; all that it shows if no path fits."""
    root = {"components": view.to_components()}
    named = {_emoji_of(_at(root, path)) for path in _EMOJI_AT.findall(error.text)} - {0}
    return named or set(shown_emojis(root))


def _at(root: Any, path: str) -> Any:
    """Return the node at a path of keys and indices; None if there is none."""
    node = root
    with suppress(LookupError, ValueError, TypeError):
        for step in path.split("."):
            node = node[int(step) if isinstance(node, list) else step]
        return node
    return None


def shown_emojis(node: Any) -> Iterator[int]:
    """Yield the application's emojis on all buttons and in all menus of a tree of components."""
    if isinstance(node, dict):
        if emoji := _emoji_of(node):
            yield emoji
        node = list(node.values())
    for one in node if isinstance(node, list) else ():
        if isinstance(one, (dict, list)):
            yield from shown_emojis(one)


def _emoji_of(part: Any) -> int:
    """Return the id of a button's or option's application emoji; 0 if it has none."""
    emoji = part.get("emoji") if isinstance(part, dict) else None
    return int((emoji or {}).get("id") or 0)


@contextmanager
def refusing_looks(view: Sendable) -> Iterator[None]:
    """Raise LookRefused where an answer is refused for its pictures or emojis. Other errors stay as
    they are: the answer may have come too late, or been the second one."""
    try:
        yield
    except discord.HTTPException as error:
        if names_emoji(error):
            raise EmojiRefused(error.code, _refused_emojis(error, view)) from None
        if view.pictures and error.status in (400, 403, 413) and error.code != ALREADY_ANSWERED:
            raise PictureRefused(error.code or error.status) from None
        raise


@contextmanager
def understood(view: Sendable | None = None, *, by_token: bool = False) -> Iterator[None]:
    """Turn failures of Discord and the network into Undelivered. `view`: what was sent, whose
    emojis may be refused; `by_token`: whether it went by the token of an interaction."""
    try:
        yield
    except discord.HTTPException as error:
        if view is not None and names_emoji(error):
            raise EmojiRefused(error.code, _refused_emojis(error, view)) from None
        if by_token and refuses_token(error):
            raise TokenDead(error.code or error.status) from None
        raise _meaning(error) from None
    except (TimeoutError, discord.RateLimited, aiohttp.ClientError, OSError):
        raise TransientFailure from None
    except RuntimeError as error:
        if str(error) != "Session is closed":  # aiohttp gives nothing but the text
            raise
        raise TransientFailure from None  # we closed it; a new connection may come


async def sent_again(send: Callable[[], Awaitable[T]]) -> T:
    """Send up to three times while Discord refuses an emoji; then raise the last refusal."""
    for _ in range(EMOJI_TRIES - 1):
        try:
            return await send()
        except discord.HTTPException as error:
            if not names_emoji(error):
                raise
    return await send()
