"""Notes about a table's messages that must survive a restart, as a checked JSON document."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from pydantic import ConfigDict, Field

from kwbot.engine.values.actions import Seat
from kwbot.ids import UserId
from kwbot.storage.values.documents import Document

NOTES_VERSION = 1
"""The version of the notes. Notes without one have the same keys."""


class HandNote(NamedTuple):
    """The message that shows a player's hand of a deal. `user` is None in old notes."""

    deal: int
    message: int
    user: UserId | None = None


class VoteNote(NamedTuple):
    """The message that asks for votes, and the number of the event that proposed the vote."""

    seq: int
    message: int


class PingNote(NamedTuple):
    """The message that pings players, and its questions as seats and numbers of events."""

    message: int
    about: tuple[tuple[Seat, int], ...]


class EventNote(NamedTuple):
    """A scheduled event of the server (None: the bot may not create any), and when it begins."""

    event: int | None
    second: int


class DisplayNotes(Document):
    """The notes of a table; an alias is the key under which a note is stored. Notes of a newer
    version of the program are kept."""

    model_config = ConfigDict(frozen=False, extra="allow")

    deal: int = 0
    """The deal that the table's message shows; 0 is the lobby."""
    old: tuple[int, ...] = ()
    """Messages to remove, because newer ones have replaced them."""
    open_lobby: int | None = Field(None, alias="lobby")
    """The message that still shows the lobby after the game has begun."""
    lobby_in_thread: bool = Field(default=False, alias="within")
    """Whether the lobby was posted in the game's thread."""
    is_small: bool = Field(default=False, alias="small")
    """Whether the table's message is the single line of a game that one person plays alone."""
    is_planned: bool = Field(default=False, alias="planned")
    """Whether the message shows the time at which the table opens."""
    hands: dict[Seat, HandNote] = Field(default_factory=dict)
    without_dms: tuple[UserId, ...] = Field((), alias="closed")
    """Users who have recently refused direct messages."""
    seats_without_dms: tuple[Seat, ...] = Field((), alias="told_closed")
    """Seats of players whom the channel has told that their direct messages are closed."""
    vote: VoteNote | None = None
    moderation_notice: int | None = Field(None, alias="told")
    """The message that told a channel that a moderator has closed its game."""
    is_host_warned: bool = Field(default=False, alias="unreachable")
    """Whether the host was told that the channel is out of reach."""
    ping: PingNote | None = Field(None, alias="rung")
    event: EventNote | None = None
    is_adding_event: bool = Field(default=False, alias="announcing")
    reminder_second: int | None = Field(None, alias="reminded")
    """The opening time, in seconds, of which a planned table has reminded its players."""
    reminder: int | None = None
    """The message of that reminder."""

    @classmethod
    def read(cls, display: Mapping[str, Any]) -> DisplayNotes:
        """Return the notes stored as `display`. Raises ValidationError."""
        return cls.model_validate(display)

    def to_json(self) -> dict[str, Any]:
        """Return the notes as stored, without empty ones."""
        noted = self.model_dump(mode="json", by_alias=True, exclude_unset=True)
        said = {key: value for key, value in noted.items() if value is not None}
        return {key: value for key, value in said.items() if value is not False} | {
            "version": NOTES_VERSION
        }
