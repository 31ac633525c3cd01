"""The state of the server and all changes to it, without any network.

Every change tells the gateway (``emit``) and wakes the tasks waiting in ``until``.
"""

import itertools
import re
import time
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from weakref import WeakValueDictionary

from playground.state import media, message_limits, wire
from playground.state.api_errors import invalid
from playground.state.model import (
    TOKEN_SECONDS,
    Attachment,
    Channel,
    Clock,
    EditedGalleries,
    Guild,
    Interaction,
    InteractionType,
    Json,
    Message,
    MessageFlag,
    Permission,
    User,
    walk,
)
from playground.state.places import Places

_MENTION = re.compile(r"<@!?(\d+)>")
_KEPT_FLAGS = MessageFlag.EPHEMERAL | MessageFlag.COMPONENTS_V2
UPLOADS_KEPT = 64
"""Number of newest files served even after no message shows them, for clients that have just
loaded one that did."""
_MOST_INTERACTIONS = 2000


class World(Places):
    """Places with their messages, interactions, commands and emojis."""

    def __init__(self, *, clock: Clock = time.time, bot: str = "Bot") -> None:
        super().__init__(clock=clock, bot=bot)
        self.base = ""  # the server's address, known once it runs
        self.interactions: dict[str, Interaction] = {}
        self.commands: dict[int, list[Json]] = {}  # by guild id, the global ones under 0
        self.first_command = ""
        """The command that the page offers first; by default the first one there is."""
        self.emojis: dict[int, Json] = {}
        self.emoji_images: dict[int, tuple[str, bytes]] = {}  # content type, data
        self.uploads = WeakValueDictionary[int, Attachment]()
        """The files of messages by id."""
        self._latest_uploads = deque[Attachment](maxlen=UPLOADS_KEPT)
        self.refusals: list[Json] = []
        self.shards = 1
        """Number of shards that the gateway recommends."""
        self.verify_key = "0" * 64
        """The public key, in hexadecimal, that verifies posted interactions."""
        self.flagged = False
        """Whether Discord takes the bot for a spammer and refuses its direct messages (20026)."""
        self.edited_galleries = EditedGalleries.SHOWN
        self.lapses: Callable[[], bool] = lambda: False
        """Returns whether a message is refused for an emoji that the application has, as happens to
        2 to 4 of 100 equal ones (discord-api-docs#7128)."""
        self.refused_emojis: set[int] = set()
        """Ids of emojis that are listed but refused on buttons and in menus."""
        self._most_interactions = _MOST_INTERACTIONS

    # ------------------------------------------------------------------ telling

    def announce_commands(self) -> None:
        """Tell windows that commands have changed; the world by itself has none."""

    def register(self, scope: int, commands: list[Json]) -> None:
        """Set the application's commands in a guild, or everywhere (0)."""
        self.commands[scope] = commands
        self.announce_commands()
        self.wake()

    def load(self, message: Message) -> None:
        """Fetch a message's pictures from other addresses; the world by itself fetches nothing."""

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
        """Post a new message, or a reply to the one it ``follows``.

        Raises ApiError 50035 or 50006 if Discord would refuse it, and 50013 for files that the bot
        may not attach.
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
        self.wake()
        return message

    def edit(self, message: Message, body: Json, files: tuple[Attachment, ...] = ()) -> None:
        """Edit a message as the bot. Raises ApiError 50035, 50006 or 50013."""
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
        self.wake()

    def delete(self, message: Message) -> None:
        """Delete a message."""
        message.channel.messages.pop(message.id, None)
        message.deleted = True
        gone = {"id": str(message.id), "channel_id": str(message.channel.id)}
        if message.channel.guild is not None:
            gone["guild_id"] = str(message.channel.guild.id)
        self.emit("MESSAGE_DELETE", gone, message.channel.guild)
        self.wake()

    def _write(self, message: Message, body: Json, files: tuple[Attachment, ...]) -> None:
        """Lay ``body`` over the message, as an edit does: absent keys stay as they are.

        Raises ApiError 50013 for files that the bot may not attach.
        """
        if files:
            self.need(message.channel, Permission.ATTACH_FILES)
        flags = MessageFlag(int(body.get("flags") or 0)) | message.flags
        attachments = [*_kept_attachments(message, body.get("attachments")), *files]
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
        if "components" in body:
            numbered = _with_numbers(merged["components"], itertools.count(1))
            message.components = [known.resolve(component) for component in numbered]
            for component in walk(message.components):
                self._name_emojis(component)
        message.attachments = attachments
        self.uploads.update({file.id: file for file in files})
        self._latest_uploads.extend(files)
        message.flags |= flags & _KEPT_FLAGS & ~MessageFlag.EPHEMERAL
        self.load(message)

    def _emojis_for(self, components: list[Json]) -> frozenset[int]:
        """Return the application's emojis that Discord accepts in this message."""
        known = frozenset(self.emojis) - self.refused_emojis
        parts = (p for c in walk(components) for p in (c, *(c.get("options") or [])))
        shown = [int(i) for p in parts if (i := (p.get("emoji") or {}).get("id"))]
        return known - {shown[0]} if shown and self.lapses() else known

    def _name_emojis(self, component: Json) -> None:
        """Fill in the emojis of a button or of a menu's options by their ids."""
        for part in (component, *(component.get("options") or [])):
            if (part.get("emoji") or {}).get("id"):
                found = self.emojis[int(part["emoji"]["id"])]
                part["emoji"] = {key: found[key] for key in ("id", "name", "animated")}

    def mentions(self, message: Message) -> list[User]:
        """Return the users mentioned in a message and known in its channel."""
        texts = [message.content, *(c.get("content") or "" for c in walk(message.components))]
        ids = dict.fromkeys(int(i) for text in texts for i in _MENTION.findall(text))
        return [user for user in map(partial(self.known_user, message.channel), ids) if user]

    def known_user(self, channel: Channel, user_id: int) -> User | None:
        """Return the user that clients know by an id in a channel; None if they show the id.

        They know its guild's members; in a direct conversation those of the person's guilds.
        """
        if user_id == self.bot.id:
            return self.bot
        person = channel.recipient
        guilds = [channel.guild] if channel.guild else self.guilds.values()
        for guild in guilds:
            if user_id in guild.members and (person is None or person.id in guild.members):
                return guild.members[user_id]
        return person if person is not None and person.id == user_id else None

    def _pings(self, message: Message, allowed: Json | None) -> Iterator[int]:
        """Yield the ids of the users whose phones a message pings, by its allowed mentions."""
        guild, rules = message.channel.guild, allowed or {}
        if guild is not None and _pings_moderators(guild, rules):
            yield from guild.moderators
        pings_all = allowed is None or "users" in (allowed.get("parse") or [])
        listed = {int(user_id) for user_id in rules.get("users") or []}
        for user in self.mentions(message):
            is_there = guild is None or user.id in guild.members
            if is_there and (pings_all or user.id in listed):
                yield user.id

    def _draw_in(self, thread: Channel, *users: int) -> None:
        """Make users members of a thread, as writing there or being pinged does."""
        for user in users:
            thread.members.setdefault(user, self.clock())

    def message_json(self, message: Message) -> Json:
        """Return a message as REST sends it."""
        return wire.message(message, self.base, self.bot, self.mentions(message))

    def message_event(self, message: Message) -> Json:
        """Return a message as the gateway sends it, with its author's membership."""
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
        """Tell the bot of a person's action and return it; the answer comes by REST."""
        number = self.snowflake()
        event = Interaction(
            number, f"interaction-{number:x}", kind, user, channel, self.clock(), data, message
        )
        self.interactions[event.token] = event
        if len(self.interactions) > self._most_interactions:
            self._forget()
        if channel.guild is None or channel.guild.hears(user):
            payload = wire.interaction(event, self.base, self.bot, self.application_id)
            self.emit("INTERACTION_CREATE", payload, channel.guild)
        self.wake()
        return event

    def _forget(self) -> None:
        horizon = self.clock() - TOKEN_SECONDS
        old = [t for t, i in self.interactions.items() if i.created < horizon]
        for token in old:
            del self.interactions[token]
        # While the clock stands still none gets old: do not search at each press.
        self._most_interactions = max(_MOST_INTERACTIONS, 2 * len(self.interactions))


def _pings_moderators(guild: Guild, rules: Json) -> bool:
    return str(guild.moderator_role_id) in map(str, rules.get("roles") or ())


def _kept_attachments(message: Message, listed: list[Json] | None) -> list[Attachment]:
    """Return the files that an edit lists; all if it has no list."""
    if listed is None:
        return message.attachments
    wanted = {int(one["id"]) for one in listed}
    return [file for file in message.attachments if file.id in wanted]


def _with_numbers(components: list[Json], numbers: Iterator[int]) -> Iterator[Json]:
    """Yield copies of components with the numeric ids that Discord gives them."""
    for component in components:
        copy = {"id": next(numbers), **_with_id_as_text(component)}
        if "components" in component:
            copy["components"] = list(_with_numbers(component["components"], numbers))
        if "options" in component:
            copy["options"] = [_with_id_as_text(option) for option in component["options"] or []]
        for key in ("accessory", "component"):
            if key in component:
                copy[key] = next(_with_numbers([component[key]], numbers))
        yield copy


def _with_id_as_text(control: Json) -> Json:
    """Return a copy of a button or option as Discord sends it: its emoji's id is text."""
    emoji = control.get("emoji")
    if not emoji or not emoji.get("id"):
        return control
    return {**control, "emoji": {**emoji, "id": str(emoji["id"])}}
