"""How texts name people and tables: by mentions, known names and links."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Protocol

from kwbot.engine.values.names import told_apart
from kwbot.ids import GuildId, UserId
from kwbot.text.words.markdown import Markup, escape

NO_NAMES: Mapping[UserId, str] = MappingProxyType({})


class MessagePlace(Protocol):
    """Whatever has a message in a channel, such as a table; the message may not be there yet."""

    @property
    def guild(self) -> GuildId: ...

    @property
    def channel(self) -> int: ...

    @property
    def message(self) -> int | None: ...


def mention(user_id: UserId) -> str:
    return f"<@{user_id}>"


def mentions_of(users: Iterable[UserId], names: Mapping[UserId, str]) -> dict[UserId, str]:
    """Return what people are called in a list, told apart: by the last name known of them, as
    Discord shows a mention of whoever has left the server as a number; otherwise by a mention."""
    users = tuple(dict.fromkeys(users))
    known = [user for user in users if user in names]
    told = told_apart(tuple(names[user] for user in known))
    return {user: mention(user) for user in users} | dict(
        zip(known, map(escape, told), strict=True)
    )


def link(place: MessagePlace) -> Markup:
    """Return a link to a message, or the channel while it is not there."""
    return Markup(f"<#{place.channel}>" if place.message is None else address(place))


def address(place: MessagePlace) -> str:
    """Return the address of a message, or of the channel while it is not there."""
    channel = f"https://discord.com/channels/{place.guild}/{place.channel}"
    return channel if place.message is None else f"{channel}/{place.message}"
