"""The state of the server and what can happen to it, without any network.

Every change tells the gateway (``emit``) and wakes whoever waits in ``until``.
"""

from __future__ import annotations

import asyncio
import itertools
import re
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TypeVar
from weakref import WeakValueDictionary

from playground.state import media, message_limits, wire
from playground.state.api_errors import ApiError, invalid
from playground.state.model import (
    TOKEN_SECONDS,
    Attachment,
    Channel,
    ChannelType,
    Clock,
    EditedGalleries,
    Guild,
    Interaction,
    InteractionType,
    Json,
    Message,
    MessageFlag,
    Permission,
    Snowflakes,
    User,
    permissions,
    walk,
)

T = TypeVar("T")

_MENTION = re.compile(r"<@!?(\d+)>")
_KEPT_FLAGS = MessageFlag.EPHEMERAL | MessageFlag.COMPONENTS_V2
LATEST_UPLOADS = 64
"""So many are served though no message shows them any more, to who has just loaded one that did."""
_MOST_INTERACTIONS = 2000
_TICK_SECONDS = 0.005


class World:
    def __init__(self, *, clock: Clock = time.time, bot: str = "Bot") -> None:
        self.clock = clock
        self.snowflake = Snowflakes(clock)
        self.base = ""  # the server's address, known once it runs
        self.application_id = self.snowflake()
        self.bot = User(self.snowflake(), bot, bot=True)
        self.owner = User(self.snowflake(), "Owner")
        self.users: dict[int, User] = {self.bot.id: self.bot, self.owner.id: self.owner}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.interactions: dict[str, Interaction] = {}
        self.commands: dict[int, list[Json]] = {}  # by guild id, the global ones under 0
        self.first_command = ""
        """What the page offers to begin with; else the first command that there is."""
        self.emojis: dict[int, Json] = {}
        self.emoji_images: dict[int, tuple[str, bytes]] = {}  # content type, data
        self.uploads = WeakValueDictionary[int, Attachment]()
        """The files of messages, by id."""
        self._latest_uploads = deque[Attachment](maxlen=LATEST_UPLOADS)
        self.refusals: list[Json] = []
        self.shards = 1
        """How many connections the gateway recommends."""
        self.verify_key = "0" * 64
        """The key with which posted interactions are signed, hexadecimal."""
        self.flagged = False
        """Whether Discord takes the bot for a spammer: nobody gets direct messages (20026)."""
        self.edited_galleries = EditedGalleries.SHOWN
        self.lapses: Callable[[], bool] = lambda: False
        """Whether a message is refused for an emoji that the application has: it happens to 2 to 4
        of 100 equal ones (discord-api-docs#7128)."""
        self.refused_emojis: set[int] = set()
        """Emojis that are listed, and refused on buttons and in menus all the same."""
        self._most_interactions = _MOST_INTERACTIONS
        self.patience = 60.0  # real seconds that ``until`` and the persons wait at most
        self._pulse = asyncio.Event()

    # ------------------------------------------------------------------ waiting and telling

    def emit(self, event: str, data: Json, guild: Guild | None) -> None:
        """Hand an event to the gateway; the world alone has none."""

    def announce_commands(self) -> None:
        """Say that commands have changed; the world alone has nobody to say it to."""

    def register(self, scope: int, commands: list[Json]) -> None:
        """Make these the application's commands in a guild, or (0) everywhere."""
        self.commands[scope] = commands
        self.announce_commands()
        self.changed()

    def load(self, message: Message) -> None:
        """Fetch what a message shows from elsewhere; the world alone fetches nothing."""

    def changed(self) -> None:
        pulse, self._pulse = self._pulse, asyncio.Event()
        pulse.set()

    async def until(self, predicate: Callable[[], T], *, seconds: float | None = None) -> T:
        """Wait until ``predicate()`` is true and return its value.

        It is asked after every change here, and every 5 ms, since it may look at the bot's own
        state as well. Raises TimeoutError after ``seconds`` of real time (else ``patience``).
        """
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(self.patience if seconds is None else seconds):
            while not (found := predicate()):
                timer = loop.call_later(_TICK_SECONDS, self.changed)
                await self._pulse.wait()
                timer.cancel()
        return found

    @contextmanager
    def patient(self, seconds: float) -> Iterator[None]:
        """Within the block ``patience`` is this many seconds."""
        before, self.patience = self.patience, seconds
        try:
            yield
        finally:
            self.patience = before

    # ------------------------------------------------------------------ guilds and channels

    @property
    def guild(self) -> Guild:
        """The first guild, where everybody is who comes."""
        return next(iter(self.guilds.values()))

    def add_guild(self, name: str, *, locale: str = "en-US", channel: str = "general") -> Guild:
        guild = Guild(
            self.snowflake(), name, locale, self.owner, self.snowflake(), self.snowflake()
        )
        self.guilds[guild.id] = guild
        guild.members[self.owner.id] = self.owner
        self.add_channel(guild, channel)
        self.emit("GUILD_CREATE", wire.guild_create(guild, self.bot, joined_now=True), guild)
        return guild

    def add_channel(self, guild: Guild, name: str, kind: ChannelType = ChannelType.TEXT) -> Channel:
        channel = Channel(self.snowflake(), kind, name, self.clock(), guild)
        self._keep(channel)
        self.emit("CHANNEL_CREATE", wire.channel(channel, self.bot), guild)
        return channel

    def _keep(self, channel: Channel) -> None:
        self.channels[channel.id] = channel
        if channel.guild is not None:
            channel.guild.channels[channel.id] = channel
        self.changed()

    def delete_channel(self, channel: Channel) -> None:
        """Somebody deletes a channel (its threads go with it) or a thread."""
        guild = channel.guild
        assert guild is not None
        payload = wire.channel(channel, self.bot)
        for gone in [channel, *(c for c in guild.channels.values() if c.parent is channel)]:
            del self.channels[gone.id]
            del guild.channels[gone.id]
            for message in gone.messages.values():
                message.deleted = True
        self.emit("THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE", payload, guild)
        self.changed()

    def deny(self, channel: Channel, denied: Permission) -> None:
        """Take exactly these permissions from the bot in a channel and its threads."""
        channel.denied_to_bot = denied
        self.emit("CHANNEL_UPDATE", wire.channel(channel, self.bot), channel.guild)

    def leave(self, guild: Guild, person: User) -> None:
        """A person leaves a guild."""
        guild.members.pop(person.id, None)
        self.changed()

    def promote(self, guild: Guild, member: User) -> None:
        """Give a member, perhaps the bot, the moderators' role. Of others a bot hears nothing."""
        guild.moderators.add(member.id)
        if member is self.bot:
            payload = wire.member(guild, member) | {"guild_id": str(guild.id)}
            self.emit("GUILD_MEMBER_UPDATE", payload, guild)

    def kick(self, guild: Guild) -> None:
        """The bot is thrown out of a guild."""
        guild.has_bot = False
        self.emit("GUILD_DELETE", {"id": str(guild.id)}, guild)

    def invite(self, guild: Guild) -> None:
        guild.has_bot = True
        self.emit("GUILD_CREATE", wire.guild_create(guild, self.bot, joined_now=True), guild)

    def outage(self, guild: Guild) -> None:
        """Discord loses a guild for a while; nothing in it is gone."""
        guild.available = False
        self.emit("GUILD_DELETE", {"id": str(guild.id), "unavailable": True}, guild)

    def recover(self, guild: Guild) -> None:
        guild.available = True
        self.emit("GUILD_CREATE", wire.guild_create(guild, self.bot), guild)

    def direct(self, person: User) -> Channel:
        """The conversation of the bot with one person, made when first asked for."""
        for channel in self.channels.values():
            if channel.recipient is person:
                return channel
        channel = Channel(self.snowflake(), ChannelType.DM, "", self.clock(), recipient=person)
        self._keep(channel)
        return channel

    def add_thread(
        self, parent: Channel, name: str, kind: ChannelType, *, minutes: int, thread_id: int = 0
    ) -> Channel:
        thread = Channel(
            thread_id or self.snowflake(),
            kind,
            name,
            self.clock(),
            parent.guild,
            parent,
            owner=self.bot,
            auto_archive_minutes=minutes,
        )
        thread.members[self.bot.id] = self.clock()
        self._keep(thread)
        payload = wire.channel(thread, self.bot) | {"newly_created": True}
        self.emit("THREAD_CREATE", payload, thread.guild)
        return thread

    def update_thread(self, thread: Channel, *, archived: bool, locked: bool | None = None) -> None:
        thread.archived = archived
        thread.locked = thread.locked if locked is None else locked
        self.emit("THREAD_UPDATE", wire.channel(thread, self.bot), thread.guild)
        self.changed()

    # ------------------------------------------------------------------ what the bot may reach

    def bot_guild(self, guild_id: int) -> Guild:
        """Raises ApiError 10004."""
        guild = self.guilds.get(guild_id)
        if guild is None or not guild.has_bot:
            raise ApiError(10004)
        return guild

    def bot_channel(self, channel_id: int) -> Channel:
        """A channel that the bot sees. Raises ApiError 10003 or 50001."""
        channel = self.channels.get(channel_id)
        if channel is None:
            raise ApiError(10003)
        if channel.guild is None:
            return channel
        granted = permissions(channel.guild, self.bot, channel)
        outside = channel.type is ChannelType.PRIVATE_THREAD and self.bot.id not in channel.members
        if (
            not channel.guild.has_bot
            or Permission.VIEW_CHANNEL not in granted
            or (outside and Permission.MANAGE_THREADS not in granted)
        ):
            raise ApiError(50001)
        return channel

    def need(self, channel: Channel, needed: Permission) -> None:
        """Raises ApiError 50013 unless the bot may do this in a guild's channel."""
        if not self.may(channel, needed):
            raise ApiError(50013)

    def may(self, channel: Channel, needed: Permission) -> bool:
        """Whether the bot may do this in a channel; in a direct conversation anything."""
        guild = channel.guild
        return guild is None or needed in permissions(guild, self.bot, channel)

    def bot_message(self, channel: Channel, message_id: int) -> Message:
        """A message that a bot token reaches, which no ephemeral one is. Raises ApiError 10008."""
        message = channel.messages.get(message_id)
        if message is None or message.ephemeral:
            raise ApiError(10008)
        return message

    # ------------------------------------------------------------------ messages

    def post(
        self,
        channel: Channel,
        author: User,
        body: Json,
        *,
        files: tuple[Attachment, ...] = (),
        viewer: User | None = None,
        interaction: Interaction | None = None,
        follows: int | None = None,
    ) -> Message:
        """A new message, or a reply to the one that it ``follows``.

        Raises ApiError 50035 or 50006 when Discord would not take it.
        """
        message = Message(0, channel, author, self.clock(), viewer=viewer, interaction=interaction)
        self._write(message, body, files)
        message.id = self.snowflake()
        message.nonce = body.get("nonce")
        reference = follows or (body.get("message_reference") or {}).get("message_id")
        message.reference = int(reference) if reference else None
        if viewer is not None:
            message.flags |= MessageFlag.EPHEMERAL
        else:
            message.pinged = tuple(self._pings(message, body.get("allowed_mentions")))
            if channel.is_thread:
                self._draw_in(channel, author.id, *message.pinged)
        channel.keep(message)
        self.emit("MESSAGE_CREATE", self.message_event(message), channel.guild)
        self.changed()
        return message

    def edit(self, message: Message, body: Json, files: tuple[Attachment, ...] = ()) -> None:
        brought = media.in_galleries(body.get("components") or [], files)
        galleries = message.channel.edited_galleries or self.edited_galleries
        if brought and galleries is EditedGalleries.REFUSED:
            raise invalid(("components",), *media.NOT_FOUND)
        self._write(message, body, files)
        if galleries is EditedGalleries.HIDDEN:
            media.hide(message.components, brought)
        message.flags &= ~MessageFlag.LOADING
        message.edited = self.clock()
        self.emit("MESSAGE_UPDATE", self.message_event(message), message.channel.guild)
        self.changed()

    def delete(self, message: Message) -> None:
        message.channel.messages.pop(message.id, None)
        message.deleted = True
        gone = {"id": str(message.id), "channel_id": str(message.channel.id)}
        if message.channel.guild is not None:
            gone["guild_id"] = str(message.channel.guild.id)
        self.emit("MESSAGE_DELETE", gone, message.channel.guild)
        self.changed()

    def _write(self, message: Message, body: Json, files: tuple[Attachment, ...]) -> None:
        """Lay ``body`` over the message, as an edit does: keys that are absent stay.

        Raises ApiError 50013 for files where the bot may not attach any.
        """
        if files:
            self.need(message.channel, Permission.ATTACH_FILES)
        flags = MessageFlag(int(body.get("flags") or 0)) | message.flags
        listed = body.get("attachments")
        kept = message.attachments
        if listed is not None:
            wanted = {int(a["id"]) for a in listed}
            kept = [a for a in kept if a.id in wanted]
        attachments = [*kept, *files]
        merged = {
            **body,
            "content": body.get("content", message.content) or "",
            "embeds": body.get("embeds", message.embeds) or [],
            "components": body.get("components", message.components) or [],
            "attachments": attachments,
            "flags": flags,
        }
        message_limits.check_message(merged, emojis=self._emojis_for(merged["components"]))
        known = media.Files(attachments, self.base)
        message.content = merged["content"]
        message.embeds = [known.resolve(embed) for embed in merged["embeds"]]
        if body.get("components") is not None:
            numbered = _numbered(merged["components"], itertools.count(1))
            message.components = [known.resolve(component) for component in numbered]
            for component in walk(message.components):
                self._name_emojis(component)
        elif "components" in body:
            message.components = []
        message.attachments = attachments
        self.uploads.update({file.id: file for file in files})
        self._latest_uploads.extend(files)
        message.flags |= flags & _KEPT_FLAGS & ~MessageFlag.EPHEMERAL
        self.load(message)

    def _emojis_for(self, components: list[Json]) -> frozenset[int]:
        """The application's emojis that Discord takes in this message."""
        known = frozenset(self.emojis) - self.refused_emojis
        parts = (p for c in walk(components) for p in (c, *(c.get("options") or [])))
        shown = [int(i) for p in parts if (i := (p.get("emoji") or {}).get("id"))]
        return known - {shown[0]} if shown and self.lapses() else known

    def _name_emojis(self, component: Json) -> None:
        """The emojis of a button or of a menu's options by their ids, which are texts."""
        for part in (component, *(component.get("options") or [])):
            if (part.get("emoji") or {}).get("id"):
                found = self.emojis[int(part["emoji"]["id"])]
                part["emoji"] = {key: found[key] for key in ("id", "name", "animated")}

    def mentioned(self, message: Message) -> list[User]:
        """Whom a message mentions, of those whom its place knows."""
        texts = [message.content, *(c.get("content") or "" for c in walk(message.components))]
        ids = dict.fromkeys(int(i) for text in texts for i in _MENTION.findall(text))
        return [user for user in map(partial(self.known, message.channel), ids) if user]

    def known(self, channel: Channel, user_id: int) -> User | None:
        """Whom clients know in a channel by an id: the members of its guild, and in a direct
        conversation those of the person's guilds. Of anybody else they show the id."""
        if user_id == self.bot.id:
            return self.bot
        person = channel.recipient
        guilds = [channel.guild] if channel.guild else self.guilds.values()
        for guild in guilds:
            if user_id in guild.members and (person is None or person.id in guild.members):
                return guild.members[user_id]
        return person if person is not None and person.id == user_id else None

    def _pings(self, message: Message, allowed: Json | None) -> Iterator[int]:
        guild = message.channel.guild
        if guild is not None and str(guild.moderator_role_id) in map(
            str, (allowed or {}).get("roles") or ()
        ):
            yield from guild.moderators
        for user in self.mentioned(message):
            if allowed is not None and "users" not in (allowed.get("parse") or []):
                listed = {int(u) for u in allowed.get("users") or []}
                if user.id not in listed:
                    continue
            if guild is None or user.id in guild.members:
                yield user.id

    def _draw_in(self, thread: Channel, *users: int) -> None:
        """Whoever writes in a thread, or is rung there, becomes a member of it."""
        for user in users:
            thread.members.setdefault(user, self.clock())

    def message_json(self, message: Message) -> Json:
        return wire.message(message, self.base, self.bot, self.mentioned(message))

    def message_event(self, message: Message) -> Json:
        found = self.message_json(message)
        guild = message.channel.guild
        if guild is not None:
            found["guild_id"] = str(guild.id)
            found["member"] = wire.member(guild, message.author)
        return found

    # ------------------------------------------------------------------ interactions

    def interact(
        self,
        kind: InteractionType,
        user: User,
        channel: Channel,
        data: Json,
        message: Message | None = None,
    ) -> Interaction:
        """Tell the bot what a person did; the answer comes by REST."""
        number = self.snowflake()
        event = Interaction(
            number,
            f"interaction-{number:x}",
            kind,
            user,
            channel,
            self.clock(),
            data,
            message,
        )
        self.interactions[event.token] = event
        if len(self.interactions) > self._most_interactions:
            self._forget()
        if channel.guild is None or channel.guild.hears(user):
            payload = wire.interaction(event, self.base, self.bot, self.application_id)
            self.emit("INTERACTION_CREATE", payload, channel.guild)
        self.changed()
        return event

    def _forget(self) -> None:
        horizon = self.clock() - TOKEN_SECONDS
        old = [t for t, i in self.interactions.items() if i.created < horizon]
        for token in old:
            del self.interactions[token]
        # Where the clock stands still none is old: do not look again at each press.
        self._most_interactions = max(_MOST_INTERACTIONS, 2 * len(self.interactions))


def _numbered(components: list[Json], numbers: Iterator[int]) -> Iterator[Json]:
    """Copies of the components with the numeric ids that Discord gives them."""
    for component in components:
        copy = {"id": next(numbers), **_with_id_as_text(component)}
        if "components" in component:
            copy["components"] = list(_numbered(component["components"], numbers))
        if "options" in component:
            copy["options"] = [_with_id_as_text(option) for option in component["options"] or []]
        for key in ("accessory", "component"):
            if key in component:
                copy[key] = next(_numbered([component[key]], numbers))
        yield copy


def _with_id_as_text(control: Json) -> Json:
    """A button or option as Discord tells of it: ids may come as numbers, and go as texts."""
    emoji = control.get("emoji")
    if not emoji or not emoji.get("id"):
        return control
    return {**control, "emoji": {**emoji, "id": str(emoji["id"])}}
