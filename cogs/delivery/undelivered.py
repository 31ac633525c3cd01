"""Why Discord did not take something: what its codes mean to the bot, all in one place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Protocol

import aiohttp
import discord

from kwbot.engine.wording import N_
from kwbot.tables.reach import Unavailable, Unreachable

ANSWERED = 40060
"""An interaction was answered already."""
UNSENT = (discord.DiscordException, aiohttp.ClientError, OSError)
"""What an answer raises that may not have come through."""
UNKNOWN_CHANNEL = 10003
INVALID_FORM = 50035
FLAGGED = 20026
"""Discord takes this application for a spammer: nobody gets direct messages any more."""

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
    50083: _LOCKED,  # the thread is archived, and a post does not wake it
    160005: _LOCKED,  # the thread is locked
}


class Undelivered(Exception):
    """Something did not get through. `code`: Discord's, or the HTTP status where it gives none;
    `passes`: whether, by the status alone, the same may succeed later."""

    def __init__(self, code: int = 0, *, passes: bool = True) -> None:
        super().__init__(code)
        self.code = code
        self.passes = passes


class TransientFailure(Undelivered, Unavailable):
    """Discord or the network failed; the same may succeed later."""


class OutOfReach(Undelivered, Unreachable):
    """Discord refuses it, and will until something changes.

    In a direct message, whatever the code (see `directly`): this person takes none from us.
    """

    @property
    def is_foreseen(self) -> bool:
        """Whether the code is one that a channel is known to refuse with."""
        return self.code in _REASONS

    @property
    def reason(self) -> str:
        """Why the table waits, for its host; may hold {code}."""
        return _REASONS.get(self.code, _UNFORESEEN)


class LookRefused(OutOfReach):
    """How something looks was refused: drawn plainer, it may get through."""


class PictureRefused(LookRefused):
    """It had a picture."""


class EmojiRefused(LookRefused):
    """It had an emoji of the application that is not there any more."""


class MessageGone(OutOfReach):
    """Somebody has deleted what was to be edited: post it again."""


class ThreadArchived(OutOfReach):
    """Nothing can be edited in a closed thread; a post opens it, unless it is locked."""


class ThreadExists(OutOfReach):
    """The message has a thread already."""


_MEANINGS: Mapping[int, type[Undelivered]] = {
    10008: MessageGone,
    20016: TransientFailure,  # slow mode
    20028: TransientFailure,  # too many writes in the channel
    20029: TransientFailure,  # too many writes in the server
    40003: OutOfReach,  # direct messages are opened too fast; with any status
    50027: OutOfReach,  # the token of an interaction has run out; a 401
    50083: ThreadArchived,
    130000: TransientFailure,  # overloaded
    160004: ThreadExists,
}
"""Codes that say more than their HTTP status."""


def _meaning(error: discord.HTTPException) -> Undelivered:
    code = error.code or error.status
    passes = error.status in (401, 429) or error.status >= 500
    kind = _MEANINGS.get(code, TransientFailure if passes else OutOfReach)
    return (EmojiRefused if _names_emoji(error) else kind)(code, passes=passes)


def _names_emoji(error: discord.HTTPException) -> bool:
    """Whether a form is invalid for an emoji in it; Discord names the place by its path."""
    return error.code == INVALID_FORM and ".emoji" in error.text


@contextmanager
def directly() -> Iterator[None]:
    """On the way of a direct message, let the status decide where a code tells of channels or
    servers that are busy."""
    try:
        yield
    except TransientFailure as failure:
        if failure.passes:
            raise
        raise OutOfReach(failure.code) from None


class Pictured(Protocol):
    """What is sent, and whether it shows pictures."""

    pictured: bool


@contextmanager
def refusing_looks(view: Pictured) -> Iterator[None]:
    """Raise LookRefused where an answer is refused for the pictures or emojis that it shows.

    What else goes wrong with an answer is left as it is: it may be too late, or the second one.
    """
    try:
        yield
    except discord.HTTPException as error:
        if _names_emoji(error):
            raise EmojiRefused(error.code) from None
        if view.pictured and error.status in (400, 403, 413) and error.code != ANSWERED:
            raise PictureRefused(error.code or error.status) from None
        raise


@contextmanager
def understood() -> Iterator[None]:
    """Turn failures of Discord and of the network into Undelivered."""
    try:
        yield
    except discord.HTTPException as error:
        raise _meaning(error) from None
    except (TimeoutError, discord.RateLimited, aiohttp.ClientError, OSError):
        raise TransientFailure from None
    except RuntimeError as error:
        if str(error) != "Session is closed":  # the text is all that aiohttp tells
            raise
        raise TransientFailure from None  # we closed it; a new connection may come
