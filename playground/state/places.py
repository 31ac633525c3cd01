"""Guilds, channels and threads, and the bot's permissions there."""

import time

from playground.state import wire
from playground.state.api_errors import ApiError
from playground.state.model import (
    Channel,
    ChannelType,
    Clock,
    Guild,
    Json,
    Message,
    Permission,
    Snowflakes,
    User,
    permissions,
)
from playground.state.waiting import Waiting


class Places(Waiting):
    """The places where people talk; the gateway hears of every change (``emit``)."""

    def __init__(self, *, clock: Clock = time.time, bot: str = "Bot") -> None:
        super().__init__()
        self.clock = clock
        self.snowflake = Snowflakes(clock)
        self.application_id = self.snowflake()
        self.bot = User(self.snowflake(), bot, bot=True)
        self.owner = User(self.snowflake(), "Owner")
        self.users: dict[int, User] = {self.bot.id: self.bot, self.owner.id: self.owner}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}

    def emit(self, event: str, data: Json, guild: Guild | None) -> None:
        """Hand an event to the gateway; places by themselves have none."""

    # ------------------------------------------------------------------ guilds and channels

    @property
    def guild(self) -> Guild:
        """The first guild, which new people join by default."""
        return next(iter(self.guilds.values()))

    def add_guild(self, name: str, *, locale: str = "en-US", channel: str = "general") -> Guild:
        """Add a guild with one channel, which the bot joins."""
        guild = Guild(
            self.snowflake(), name, locale, self.owner, self.snowflake(), self.snowflake()
        )
        self.guilds[guild.id] = guild
        guild.members[self.owner.id] = self.owner
        self.add_channel(guild, channel)
        self.emit("GUILD_CREATE", wire.guild_create(guild, self.bot, joined_now=True), guild)
        return guild

    def add_channel(self, guild: Guild, name: str, kind: ChannelType = ChannelType.TEXT) -> Channel:
        """Add a channel to a guild."""
        channel = Channel(self.snowflake(), kind, name, self.clock(), guild)
        self._keep(channel)
        self.emit("CHANNEL_CREATE", wire.channel(channel, self.bot), guild)
        return channel

    def _keep(self, channel: Channel) -> None:
        self.channels[channel.id] = channel
        if channel.guild is not None:
            channel.guild.channels[channel.id] = channel
        self.wake()

    def delete_channel(self, channel: Channel) -> None:
        """Delete a channel with its threads, or a thread."""
        guild = channel.guild
        assert guild is not None
        payload = wire.channel(channel, self.bot)
        for gone in [channel, *(c for c in guild.channels.values() if c.parent is channel)]:
            del self.channels[gone.id]
            del guild.channels[gone.id]
            for message in gone.messages.values():
                message.deleted = True
        self.emit("THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE", payload, guild)
        self.wake()

    def deny(self, channel: Channel, denied: Permission) -> None:
        """Deny the bot exactly these permissions in a channel and its threads."""
        channel.denied_to_bot = denied
        self.emit("CHANNEL_UPDATE", wire.channel(channel, self.bot), channel.guild)

    def leave(self, guild: Guild, person: User) -> None:
        """Let a person leave a guild."""
        guild.members.pop(person.id, None)
        self.wake()

    def promote(self, guild: Guild, member: User) -> None:
        """Give a member the moderators' role. The bot hears of it only if it is that member."""
        guild.moderators.add(member.id)
        if member is self.bot:
            payload = wire.member(guild, member) | {"guild_id": str(guild.id)}
            self.emit("GUILD_MEMBER_UPDATE", payload, guild)

    def kick(self, guild: Guild) -> None:
        """Remove the bot from a guild."""
        guild.has_bot = False
        self.emit("GUILD_DELETE", {"id": str(guild.id)}, guild)

    def invite(self, guild: Guild) -> None:
        """Add the bot to a guild."""
        guild.has_bot = True
        self.emit("GUILD_CREATE", wire.guild_create(guild, self.bot, joined_now=True), guild)

    def outage(self, guild: Guild) -> None:
        """Make a guild unavailable for a while; nothing in it is deleted."""
        guild.available = False
        self.emit("GUILD_DELETE", {"id": str(guild.id), "unavailable": True}, guild)

    def recover(self, guild: Guild) -> None:
        """End an outage."""
        guild.available = True
        self.emit("GUILD_CREATE", wire.guild_create(guild, self.bot), guild)

    def direct(self, person: User) -> Channel:
        """Return the bot's conversation with a person, created on first use."""
        for channel in self.channels.values():
            if channel.recipient is person:
                return channel
        channel = Channel(self.snowflake(), ChannelType.DM, "", self.clock(), recipient=person)
        self._keep(channel)
        return channel

    def add_thread(
        self, parent: Channel, name: str, kind: ChannelType, *, minutes: int, thread_id: int = 0
    ) -> Channel:
        """Add a thread of the bot's to a channel."""
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
        """Archive or reopen a thread, and set its lock unless None."""
        thread.archived = archived
        thread.locked = thread.locked if locked is None else locked
        self.emit("THREAD_UPDATE", wire.channel(thread, self.bot), thread.guild)
        self.wake()

    # ------------------------------------------------------------------ the bot's access

    def bot_guild(self, guild_id: int) -> Guild:
        """Return a guild of the bot's. Raises ApiError 10004."""
        guild = self.guilds.get(guild_id)
        if guild is None or not guild.has_bot:
            raise ApiError(10004)
        return guild

    def bot_channel(self, channel_id: int) -> Channel:
        """Return a channel that the bot sees. Raises ApiError 10003 or 50001."""
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
        """Raise ApiError 50013 unless the bot may do this in a guild's channel."""
        if not self.may(channel, needed):
            raise ApiError(50013)

    def may(self, channel: Channel, needed: Permission) -> bool:
        """Whether the bot has a permission in a channel; it has all in direct conversations."""
        guild = channel.guild
        return guild is None or needed in permissions(guild, self.bot, channel)

    def bot_message(self, channel: Channel, message_id: int) -> Message:
        """Return a message that the bot's token reaches, never ephemeral. Raises ApiError 10008."""
        message = channel.messages.get(message_id)
        if message is None or message.ephemeral:
            raise ApiError(10008)
        return message
