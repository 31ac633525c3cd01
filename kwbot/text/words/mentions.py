"""Mentions of people and links to tables in texts."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Protocol

from kwbot.engine.values.names import told_apart
from kwbot.ids import GuildId, UserId
from kwbot.text.words.markdown import Markup, escape

NO_NAMES: Mapping[UserId, str] = MappingProxyType({})


class MessagePlace(Protocol):
    """Anything with a message in a channel, such as a table; the message may not exist yet."""

    @property
    def guild(self) -> GuildId: ...

    @property
    def channel(self) -> int: ...

    @property
    def message(self) -> int | None: ...


def mention(user_id: UserId) -> str:
    return f"<@{user_id}>"


def mentions_of(users: Iterable[UserId], names: Mapping[UserId, str]) -> dict[UserId, str]:
    """Return distinct names of people in a list: the last known name, since Discord shows a mention
    of somebody who has left the server as a number; otherwise a mention."""
    users = tuple(dict.fromkeys(users))
    known = [user for user in users if user in names]
    told = told_apart(tuple(names[user] for user in known))
    return {user: mention(user) for user in users} | dict(
        zip(known, map(escape, told), strict=True)
    )


def link(place: MessagePlace) -> Markup:
    """Return a link to a message, or the channel if there is no message."""
    return Markup(f"<#{place.channel}>" if place.message is None else address(place))


def address(place: MessagePlace) -> str:
    """Return the address of a message, or of the channel if there is no message."""
    channel = f"https://discord.com/channels/{place.guild}/{place.channel}"
    return channel if place.message is None else f"{channel}/{place.message}"
