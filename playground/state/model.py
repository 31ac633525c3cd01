"""The server's things: users, guilds, channels, messages, interactions.

Ids are snowflakes (int), times are seconds since 1970 (float) of the injected clock, and bodies
are JSON objects as Discord writes them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum, IntEnum, IntFlag
from functools import cache
from hashlib import sha256
from typing import Any

Json = dict[str, Any]
Clock = Callable[[], float]

DISCORD_EPOCH_MS = 1_420_070_400_000
INTERACTION_SECONDS = 3.0
TOKEN_SECONDS = 15 * 60.0
NONCE_SECONDS = 300.0
"""Seconds for which a nonce is remembered, even after its message is deleted."""


class Snowflakes:
    """Ids by the clock's milliseconds, strictly rising even while the clock stands still."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0

    def __call__(self) -> int:
        millisecond = int(self._clock() * 1000) - DISCORD_EPOCH_MS
        self._last = max(self._last + 1, millisecond << 22)
        return self._last


def time_of(snowflake: int) -> float:
    """Return the time at which an id was made, in seconds since 1970."""
    return ((snowflake >> 22) + DISCORD_EPOCH_MS) / 1000


class Permission(IntFlag):
    NONE = 0
    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    CREATE_EVENTS = 1 << 44


EVERYBODY = (
    Permission.ADD_REACTIONS
    | Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.USE_EXTERNAL_EMOJIS
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.CREATE_PRIVATE_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
)
MODERATORS = Permission.MANAGE_GUILD | Permission.MANAGE_MESSAGES | Permission.MANAGE_THREADS
ALL_PERMISSIONS = Permission(sum(Permission))


class ChannelType(IntEnum):
    TEXT = 0
    DM = 1
    VOICE = 2
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12


class MessageFlag(IntFlag):
    NONE = 0
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    COMPONENTS_V2 = 1 << 15


class Component(IntEnum):
    ACTION_ROW = 1
    BUTTON = 2
    STRING_SELECT = 3
    TEXT_INPUT = 4
    USER_SELECT = 5
    ROLE_SELECT = 6
    MENTIONABLE_SELECT = 7
    CHANNEL_SELECT = 8
    SECTION = 9
    TEXT_DISPLAY = 10
    THUMBNAIL = 11
    MEDIA_GALLERY = 12
    FILE = 13
    SEPARATOR = 14
    CONTAINER = 17
    LABEL = 18


class EditedGalleries(Enum):
    """Fates of galleries that show a file uploaded by an edit (discord-api-docs#7529)."""

    SHOWN = "shown"
    REFUSED = "refused"
    HIDDEN = "hidden"


SELECTS = frozenset(
    {
        Component.STRING_SELECT,
        Component.USER_SELECT,
        Component.ROLE_SELECT,
        Component.MENTIONABLE_SELECT,
        Component.CHANNEL_SELECT,
    }
)


class InteractionType(IntEnum):
    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL_SUBMIT = 5


class Callback(IntEnum):
    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


@cache
def _digest(picture: bytes) -> str:
    return sha256(picture).hexdigest()[:32]


@dataclass(eq=False, slots=True)
class User:
    """A person, or the bot."""

    id: int
    name: str
    locale: str = "en-US"
    bot: bool = False
    dms_open: bool = True
    picture: bytes | None = None
    has_app: bool = False
    """Whether this person has installed the application for themselves, in all places."""

    @property
    def mention(self) -> str:
        return f"<@{self.id}>"

    @property
    def username(self) -> str:
        """The name by which Discord knows the user, in plain letters."""
        plain = re.sub(r"[^a-z0-9_.]", "", self.name.lower().replace(" ", "_"))
        return plain or f"user_{self.id % 10_000:04}"

    @property
    def avatar(self) -> str | None:
        """The hash of the user's own picture, None without one."""
        return None if self.picture is None else _digest(self.picture)


@dataclass(eq=False, slots=True)
class Guild:
    """A server of Discord's, with its members and channels."""

    id: int
    name: str
    locale: str
    owner: User
    moderator_role_id: int
    bot_role_id: int
    channels: dict[int, Channel] = field(default_factory=dict)
    members: dict[int, User] = field(default_factory=dict)
    nicks: dict[int, str] = field(default_factory=dict)
    """Members' nicknames in this guild."""
    moderators: set[int] = field(default_factory=set)
    events: dict[int, Json] = field(default_factory=dict)
    everybody: Permission = EVERYBODY
    bot_role: Permission = EVERYBODY | Permission.CREATE_EVENTS
    has_bot: bool = True
    has_commands: bool = False
    """Whether the application was installed without its bot."""
    available: bool = True

    @property
    def shard_key(self) -> int:
        return self.id >> 22

    @property
    def has_app(self) -> bool:
        """Whether the application is installed for the whole guild."""
        return self.has_bot or self.has_commands

    def hears(self, user: User) -> bool:
        """Whether the application hears of a user's actions here."""
        return self.available if self.has_bot else self.has_commands or user.has_app


@dataclass(eq=False, slots=True)
class Channel:
    """A text channel, a voice channel's chat, a thread (``parent`` set) or a direct conversation
    (``recipient`` set)."""

    id: int
    type: ChannelType
    name: str
    created: float
    guild: Guild | None = None
    parent: Channel | None = None
    owner: User | None = None
    recipient: User | None = None
    messages: dict[int, Message] = field(default_factory=dict)
    members: dict[int, float] = field(default_factory=dict)
    archived: bool = False
    locked: bool = False
    auto_archive_minutes: int = 1440
    denied_to_bot: Permission = Permission.NONE
    last_message: int | None = None
    """The id of the last public message, even if it has been deleted."""
    nonces: dict[str | int, Message] = field(default_factory=dict)
    """The bot's recent posts by nonce, deleted or not."""
    edited_galleries: EditedGalleries | None = None
    """This channel's exception from the world's ``edited_galleries``."""

    @property
    def is_thread(self) -> bool:
        return self.parent is not None

    @property
    def mention(self) -> str:
        return f"<#{self.id}>"

    def keep(self, message: Message) -> None:
        """Add a new message."""
        self.messages[message.id] = message
        if not message.ephemeral:
            self.last_message = message.id
        if message.author.bot and message.nonce is not None:
            self._keep_nonce(message.nonce, message)

    def _keep_nonce(self, nonce: str | int, message: Message) -> None:
        while self.nonces:
            oldest = next(iter(self.nonces))
            if self.nonces[oldest].created >= message.created - NONCE_SECONDS:
                break
            del self.nonces[oldest]
        self.nonces.pop(nonce, None)
        self.nonces[nonce] = message


@dataclass(eq=False, slots=True, weakref_slot=True)
class Attachment:
    """A file of a message."""

    id: int
    filename: str
    data: bytes
    content_type: str
    description: str | None = None
    pixels: tuple[int, int] | None = None
    """Width and height of a picture."""


@dataclass(eq=False, slots=True)
class Message:
    """A message; ``viewer`` is the only person who sees it if it is ephemeral."""

    id: int
    channel: Channel
    author: User
    created: float
    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: MessageFlag = MessageFlag.NONE
    viewer: User | None = None
    edited: float | None = None
    pinged: tuple[int, ...] = ()
    nonce: str | int | None = None
    reference: int | None = None
    interaction: Interaction | None = None
    thread: Channel | None = None
    deleted: bool = False

    @property
    def ephemeral(self) -> bool:
        return self.viewer is not None

    def buttons(self) -> Iterator[Json]:
        return (c for c in walk(self.components) if c["type"] == Component.BUTTON)

    def selects(self) -> Iterator[Json]:
        return (c for c in walk(self.components) if c["type"] in SELECTS)


@dataclass(eq=False, slots=True)
class Interaction:
    """A person's press, command or form, and the answers to it."""

    id: int
    token: str
    type: InteractionType
    user: User
    channel: Channel
    created: float
    data: Json
    message: Message | None = None
    callback: Callback | None = None
    original: Message | None = None
    followups: list[Message] = field(default_factory=list)
    modal: Json | None = None
    choices: list[Json] | None = None
    refusals: list[Json] = field(default_factory=list)
    settled: bool = False
    heard: bool = False
    """Whether the bot has tried to answer, successfully or not."""
    lost: bool = False
    """Whether Discord has lost the token: 404 without a code (discord-api-docs#6851, #7220)."""


def walk(components: list[Json]) -> Iterator[Json]:
    """Yield every component, nested ones and accessories included, outermost first."""
    waiting = components[::-1]
    while waiting:
        component = waiting.pop()
        yield component
        for key in ("component", "accessory"):
            if inner := component.get(key):
                waiting.append(inner)
        if nested := component.get("components"):
            waiting += reversed(nested)


def permissions(guild: Guild, user: User, channel: Channel | None) -> Permission:
    """Return a user's permissions in a channel; only the bot can be denied any there."""
    granted = guild.everybody
    if user.bot and guild.has_bot:
        granted |= guild.bot_role
    if user.id in guild.moderators:
        granted |= MODERATORS
    if user is guild.owner or Permission.ADMINISTRATOR in granted:
        return ALL_PERMISSIONS
    if user.bot and channel is not None:
        granted &= ~(channel.parent or channel).denied_to_bot
    return granted
