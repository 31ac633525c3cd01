"""What the messages of a table must not forget over a restart, as a checked JSON document."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from pydantic import ConfigDict, Field

from kwbot.engine.values.actions import Seat
from kwbot.ids import UserId
from kwbot.storage.values.documents import Document

NOTES_VERSION = 1
"""How the notes are written; what was written before they had a version has the same keys."""


class HandNote(NamedTuple):
    """The message that shows a player's hand of a deal. `user`: None in the notes of old."""

    deal: int
    message: int
    user: UserId | None = None


class VoteNote(NamedTuple):
    """The message that asks for votes, and the event by which the vote began."""

    seq: int
    message: int


class PingNote(NamedTuple):
    """The message that pings players, and about what: who is asked, by which event."""

    message: int
    about: tuple[tuple[Seat, int], ...]


class EventNote(NamedTuple):
    """An event of the server, None where there may be none, and the second at which it begins."""

    event: int | None
    second: int


class DisplayNotes(Document):
    """The notes of one table, each under the key by which databases have it.

    What a newer version has noted besides is kept and written again.
    """

    model_config = ConfigDict(frozen=False, extra="allow")

    deal: int = 0
    """The deal that the table's message shows; 0 is the lobby."""
    old: tuple[int, ...] = ()
    """Messages to be removed, in whose place a newer one stands."""
    open_lobby: int | None = Field(None, alias="lobby")
    """The message that still shows the lobby of a game that has begun."""
    lobby_in_thread: bool = Field(default=False, alias="within")
    """Whether the lobby was posted in the thread where the game is."""
    is_small: bool = Field(default=False, alias="small")
    """Whether the table's message is the line of a game that one person plays alone."""
    is_planned: bool = Field(default=False, alias="planned")
    """Whether people see the table with the time at which it opens."""
    hands: dict[Seat, HandNote] = Field(default_factory=dict)
    without_dms: tuple[UserId, ...] = Field((), alias="closed")
    """Users who took no direct message lately."""
    seats_without_dms: tuple[Seat, ...] = Field((), alias="told_closed")
    """Players to whom the channel said that they take none."""
    vote: VoteNote | None = None
    moderation_notice: int | None = Field(None, alias="told")
    """The message by which a channel learned that a moderator has closed its game."""
    is_host_warned: bool = Field(default=False, alias="unreachable")
    """Whether the host heard that the channel is out of reach."""
    ping: PingNote | None = Field(None, alias="rung")
    event: EventNote | None = None
    is_adding_event: bool = Field(default=False, alias="announcing")
    reminder_second: int | None = Field(None, alias="reminded")
    """The opening of which a planned table has reminded its players."""
    reminder: int | None = None
    """The message that did so."""

    @classmethod
    def read(cls, display: Mapping[str, Any]) -> DisplayNotes:
        """Return the notes that are stored as `display`. Raises ValidationError."""
        return cls.model_validate(display)

    def to_json(self) -> dict[str, Any]:
        """Return the notes as they are stored; what says nothing is left out."""
        noted = self.model_dump(mode="json", by_alias=True, exclude_unset=True)
        said = {key: value for key, value in noted.items() if value is not None}
        return {key: value for key, value in said.items() if value is not False} | {
            "version": NOTES_VERSION
        }
