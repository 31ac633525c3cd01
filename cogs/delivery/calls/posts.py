"""Values of what is sent: messages, server events, and what is known of them afterwards."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import discord

from cogs.delivery.calls.interaction_tokens import ORIGINAL, TOKEN_LIFE, Limit, TokenKey
from cogs.screens.parts.components import Screen
from kwbot.ids import UserId
from kwbot.text.words.markdown import cut

EVENT_TEXT = 100
"""Most characters of an event's name and place; Discord's limit."""


@dataclass(frozen=True, slots=True)
class Post:
    """A message to be posted. `ping`: the users it pings, besides roles; `is_doubtful`: whether it
    may have been posted before, so that the nonce has to decide."""

    screen: Screen
    nonce: str
    """For some minutes, Discord takes a second message with the same nonce for the first one."""
    ping: Sequence[UserId] = ()
    ping_roles: Sequence[int] = ()
    is_doubtful: bool = False

    def parts(self) -> dict[str, Any]:
        """Return the arguments of discord.py's `send`, for one use."""
        users = [discord.Object(user) for user in self.ping]
        roles = [discord.Object(role) for role in self.ping_roles]
        allowed = discord.AllowedMentions(
            everyone=False, roles=roles, users=users, replied_user=False
        )
        return {"view": self.screen, "files": self.screen.files(), "allowed_mentions": allowed}


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerEvent:
    """A server event that takes place outside Discord's voice channels."""

    name: str
    place: str
    starts: datetime
    ends: datetime

    @staticmethod
    def location(place: str) -> dict[str, str]:
        """Return an event's place in the form of Discord's API."""
        return {"location": cut(place, EVENT_TEXT)}

    def parts(self) -> dict[str, Any]:
        """Return the event in the form of Discord's API."""
        return {
            "name": cut(self.name, EVENT_TEXT),
            "entity_type": discord.EntityType.external.value,
            "entity_metadata": self.location(self.place),
            "privacy_level": discord.PrivacyLevel.guild_only.value,
            "scheduled_start_time": self.starts.isoformat(),
            "scheduled_end_time": self.ends.isoformat(),
        }


@dataclass(frozen=True, slots=True)
class Posted:
    """A posted message by its id. Unless `is_new`, it may be an earlier one with its content."""

    message: int
    screen: Screen
    is_new: bool = True


@dataclass(eq=False, slots=True)
class Private:
    """A message that one user alone sees, redrawn or deleted by the token that brought it.
    `pressed`: the message's id, where known; `limit`: the rate limit of its redrawings, once there
    has been one."""

    key: TokenKey = field(repr=False)
    called: int
    until: datetime
    pressed: int | None
    limit: Limit | None = field(default=None, repr=False)

    @classmethod
    def answer(cls, interaction: discord.Interaction, now: datetime) -> Private:
        """Return the private message that answers an interaction."""
        key, pressed = (interaction.application_id, interaction.token), interaction.message
        until = now + TOKEN_LIFE
        return cls(key, ORIGINAL, until, pressed.id if pressed is not None else None)


MakePost = Callable[[], Awaitable[Post | None]]
MakeView = Callable[[], Awaitable[Screen | None]]
