"""The routes of users, guilds, channels, threads and messages."""

from collections.abc import Mapping

from playground.api.rest import Answer, Call, Route
from playground.state import wire
from playground.state.api_errors import ApiError, FormErrors, invalid
from playground.state.model import (
    NONCE_SECONDS,
    Channel,
    ChannelType,
    Json,
    Message,
    Permission,
    User,
)
from playground.state.world import World

ARCHIVE_MINUTES = (60, 1440, 4320, 10080)

# ---------------------------------------------------------------------- the bot itself


def own_user(world: World, call: Call) -> Answer:
    return wire.own_user(world.bot)


def own_application(world: World, call: Call) -> Answer:
    installs = sum(user.has_app for user in world.users.values())
    return {
        "approximate_guild_count": sum(guild.has_app for guild in world.guilds.values()),
        "approximate_user_install_count": installs,
        "approximate_user_authorization_count": installs,
        **wire.application(world.application_id, world.bot, world.owner, world.verify_key),
    }


def gateway(world: World, call: Call) -> Answer:
    start = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}
    url = world.base.replace("http", "ws", 1) + "/gateway"
    return {"url": url, "shards": world.shards, "session_start_limit": start}


def get_user(world: World, call: Call) -> Answer:
    user = world.users.get(call.id("user_id"))
    if user is None:
        raise ApiError(10013)
    return wire.user(user)


def own_guilds(world: World, call: Call) -> Answer:
    return [wire.guild(g, world.bot) for g in world.guilds.values() if g.has_bot]


def leave_guild(world: World, call: Call) -> Answer:
    world.kick(world.bot_guild(call.id("guild_id")))
    return None


def open_dm(world: World, call: Call) -> Answer:
    user = world.users.get(int((call.body or {}).get("recipient_id") or 0))
    if user is None:
        raise ApiError(10013)
    if world.flagged:
        raise ApiError(20026)
    return wire.channel(world.direct(user), world.bot)


# ---------------------------------------------------------------------- guilds


def get_guild(world: World, call: Call) -> Answer:
    return wire.guild(world.bot_guild(call.id("guild_id")), world.bot)


def guild_channels(world: World, call: Call) -> Answer:
    guild = world.bot_guild(call.id("guild_id"))
    return [wire.channel(c, world.bot) for c in guild.channels.values() if not c.is_thread]


def guild_roles(world: World, call: Call) -> Answer:
    return wire.roles(world.bot_guild(call.id("guild_id")), world.bot)


def active_threads(world: World, call: Call) -> Answer:
    guild = world.bot_guild(call.id("guild_id"))
    threads = [c for c in guild.channels.values() if c.is_thread and not c.archived]
    mine = [wire.thread_member(t, world.bot.id) for t in threads if world.bot.id in t.members]
    return {"threads": [wire.channel(t, world.bot) for t in threads], "members": mine}


def get_member(world: World, call: Call) -> Answer:
    guild = world.bot_guild(call.id("guild_id"))
    wanted = call.id("user_id")
    user = world.bot if wanted == world.bot.id else guild.members.get(wanted)
    if user is None:
        raise ApiError(10007 if wanted in world.users else 10013)
    return wire.member(guild, user)


# ---------------------------------------------------------------------- channels and threads


def get_channel(world: World, call: Call) -> Answer:
    return wire.channel(world.bot_channel(call.id("channel_id")), world.bot)


def edit_channel(world: World, call: Call) -> Answer:
    channel = world.bot_channel(call.id("channel_id"))
    if not channel.is_thread:
        raise ApiError(50013)
    body: Json = call.body or {}
    if channel.owner is not world.bot or "locked" in body:
        world.need(channel, Permission.MANAGE_THREADS)
    if channel.archived and body.get("archived") is not False:
        raise ApiError(50083)
    _check_thread(body, named="name" in body)
    channel.name = body.get("name", channel.name)
    channel.auto_archive_minutes = body.get("auto_archive_duration", channel.auto_archive_minutes)
    archived = body.get("archived", channel.archived)
    world.update_thread(channel, archived=archived, locked=body.get("locked"))
    return wire.channel(channel, world.bot)


def delete_channel(world: World, call: Call) -> Answer:
    channel = world.bot_channel(call.id("channel_id"))
    needed = Permission.MANAGE_THREADS if channel.is_thread else Permission.MANAGE_CHANNELS
    world.need(channel, needed)
    payload = wire.channel(channel, world.bot)
    world.delete_channel(channel)
    return payload


def start_thread(world: World, call: Call) -> Answer:
    parent = world.bot_channel(call.id("channel_id"))
    body: Json = call.body or {}
    kind = ChannelType(body.get("type") or ChannelType.PRIVATE_THREAD)
    if parent.type is not ChannelType.TEXT:
        raise ApiError(50024)
    private = kind is ChannelType.PRIVATE_THREAD
    world.need(
        parent, Permission.CREATE_PRIVATE_THREADS if private else Permission.CREATE_PUBLIC_THREADS
    )
    _check_thread(body)
    minutes = body.get("auto_archive_duration") or ARCHIVE_MINUTES[1]
    thread = world.add_thread(parent, body["name"], kind, minutes=minutes)
    return wire.channel(thread, world.bot)


def thread_from_message(world: World, call: Call) -> Answer:
    parent = world.bot_channel(call.id("channel_id"))
    message = world.bot_message(parent, call.id("message_id"))
    world.need(parent, Permission.CREATE_PUBLIC_THREADS)
    if parent.type is not ChannelType.TEXT:
        raise ApiError(50024)
    if message.thread is not None:
        raise ApiError(160004)
    body: Json = call.body or {}
    _check_thread(body)
    minutes = body.get("auto_archive_duration") or ARCHIVE_MINUTES[1]
    kind = ChannelType.PUBLIC_THREAD
    message.thread = world.add_thread(
        parent, body["name"], kind, minutes=minutes, thread_id=message.id
    )
    return wire.channel(message.thread, world.bot)


def _check_thread(body: Json, *, named: bool = True) -> None:
    errors = FormErrors()
    if named and not 1 <= len(body.get("name") or "") <= 100:
        errors.add(("name",), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length.")
    minutes = body.get("auto_archive_duration")
    if minutes is not None and minutes not in ARCHIVE_MINUTES:
        message = f"Value must be one of {ARCHIVE_MINUTES}."
        errors.add(("auto_archive_duration",), "BASE_TYPE_CHOICES", message)
    errors.refuse()


def _thread(world: World, call: Call) -> Channel:
    thread = world.bot_channel(call.id("channel_id"))
    if not thread.is_thread:
        raise ApiError(50024)
    return thread


def thread_members(world: World, call: Call) -> Answer:
    thread = _thread(world, call)
    return [wire.thread_member(thread, user_id) for user_id in thread.members]


def _member_of(world: World, call: Call) -> User:
    wanted = world.bot.id if call.route.endswith("@me") else call.id("user_id")
    user = world.users.get(wanted)
    if user is None:
        raise ApiError(10013)
    return user


def add_thread_member(world: World, call: Call) -> Answer:
    thread, user = _thread(world, call), _member_of(world, call)
    assert thread.guild is not None
    if thread.archived:
        raise ApiError(50083)
    if user is not world.bot:
        world.need(thread, Permission.SEND_MESSAGES_IN_THREADS)
        if user.id not in thread.guild.members:
            raise ApiError(10007)
    thread.members.setdefault(user.id, world.clock())
    return None


def remove_thread_member(world: World, call: Call) -> Answer:
    thread, user = _thread(world, call), _member_of(world, call)
    if user is not world.bot and thread.owner is not world.bot:
        world.need(thread, Permission.MANAGE_THREADS)
    thread.members.pop(user.id, None)
    return None


def typing(world: World, call: Call) -> Answer:
    channel = world.bot_channel(call.id("channel_id"))
    world.need(channel, Permission.SEND_MESSAGES)
    return None


# ---------------------------------------------------------------------- messages


def create_message(world: World, call: Call) -> Answer:
    channel = world.bot_channel(call.id("channel_id"))
    body: Json = call.body or {}
    _may_send(world, channel)
    if body.get("enforce_nonce") and (known := _recent_post(world, channel, body.get("nonce"))):
        return world.message_json(known)
    reference = (body.get("message_reference") or {}).get("message_id")
    if reference and int(reference) not in channel.messages:
        raise invalid(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
    message = world.post(channel, world.bot, body, files=call.files)
    if channel.archived:
        world.update_thread(channel, archived=False)
    return world.message_json(message)


def _may_send(world: World, channel: Channel) -> None:
    if channel.recipient is not None:
        _may_write_to(world, channel.recipient)
        return
    in_thread = channel.is_thread
    world.need(
        channel, Permission.SEND_MESSAGES_IN_THREADS if in_thread else Permission.SEND_MESSAGES
    )
    if channel.locked and not world.may(channel, Permission.MANAGE_THREADS):
        raise ApiError(50083 if channel.archived else 160005)


def _may_write_to(world: World, person: User) -> None:
    if world.flagged:
        raise ApiError(20026)
    if not any(g.has_bot and person.id in g.members for g in world.guilds.values()):
        raise ApiError(50278)
    if not person.dms_open:
        raise ApiError(50007)


def _recent_post(world: World, channel: Channel, nonce: str | int | None) -> Message | None:
    """Return the bot's recent post with a nonce. Raises ApiError 10008 if it was deleted."""
    message = None if nonce is None else channel.nonces.get(nonce)
    if message is None or message.created < world.clock() - NONCE_SECONDS:
        return None
    if message.deleted:
        raise ApiError(10008)
    return message


def get_message(world: World, call: Call) -> Answer:
    channel = world.bot_channel(call.id("channel_id"))
    world.need(channel, Permission.READ_MESSAGE_HISTORY)
    return world.message_json(world.bot_message(channel, call.id("message_id")))


def list_messages(world: World, call: Call) -> Answer:
    """Return messages of a channel, the newest first, as Discord does."""
    channel = world.bot_channel(call.id("channel_id"))
    if Permission.READ_MESSAGE_HISTORY in channel.denied_to_bot:
        return []
    limit = int(call.query.get("limit", 50))
    if not 1 <= limit <= 100:
        raise invalid(("limit",), "NUMBER_TYPE_MAX", "int value should be between 1 and 100.")
    found = [m for m in channel.messages.values() if not m.ephemeral]
    found = sorted(_select(found, call.query, limit), key=lambda m: -m.id)
    return [world.message_json(m) for m in found[:limit]]


def _select(messages: list[Message], query: Mapping[str, str], limit: int) -> list[Message]:
    """Return the messages after, around or before the id in the query, if any.

    ``after`` and ``around`` give at most ``limit``.
    """
    if "after" in query:
        return [m for m in messages if m.id > int(query["after"])][:limit]
    if "around" in query:
        middle = int(query["around"])
        return sorted(messages, key=lambda m: abs(m.id - middle))[:limit]
    if "before" in query:
        return [m for m in messages if m.id < int(query["before"])]
    return messages


def edit_message(world: World, call: Call) -> Answer:
    channel = world.bot_channel(call.id("channel_id"))
    message = world.bot_message(channel, call.id("message_id"))
    if message.author is not world.bot:
        raise ApiError(50005)
    if channel.archived:
        raise ApiError(50083)
    world.edit(message, call.body or {}, call.files)
    return world.message_json(message)


def delete_message(world: World, call: Call) -> Answer:
    channel = world.bot_channel(call.id("channel_id"))
    message = world.bot_message(channel, call.id("message_id"))
    if message.author is not world.bot:
        if channel.recipient is not None:
            raise ApiError(50013)
        world.need(channel, Permission.MANAGE_MESSAGES)
    world.delete(message)
    return None


CHANNEL_PATH = "/channels/{channel_id}"
MESSAGE_PATH = "/channels/{channel_id}/messages/{message_id}"
THREAD_MEMBERS_PATH = "/channels/{channel_id}/thread-members"

ROUTES: dict[tuple[str, str], Route] = {
    ("GET", "/users/@me"): own_user,
    ("GET", "/users/@me/guilds"): own_guilds,
    ("DELETE", "/users/@me/guilds/{guild_id}"): leave_guild,
    ("POST", "/users/@me/channels"): open_dm,
    ("GET", "/users/{user_id}"): get_user,
    ("GET", "/oauth2/applications/@me"): own_application,
    ("GET", "/applications/@me"): own_application,
    ("GET", "/gateway"): gateway,
    ("GET", "/gateway/bot"): gateway,
    ("GET", "/guilds/{guild_id}"): get_guild,
    ("GET", "/guilds/{guild_id}/channels"): guild_channels,
    ("GET", "/guilds/{guild_id}/roles"): guild_roles,
    ("GET", "/guilds/{guild_id}/threads/active"): active_threads,
    ("GET", "/guilds/{guild_id}/members/{user_id}"): get_member,
    ("GET", CHANNEL_PATH): get_channel,
    ("PATCH", CHANNEL_PATH): edit_channel,
    ("DELETE", CHANNEL_PATH): delete_channel,
    ("POST", CHANNEL_PATH + "/typing"): typing,
    ("POST", CHANNEL_PATH + "/threads"): start_thread,
    ("GET", THREAD_MEMBERS_PATH): thread_members,
    ("PUT", THREAD_MEMBERS_PATH + "/@me"): add_thread_member,
    ("DELETE", THREAD_MEMBERS_PATH + "/@me"): remove_thread_member,
    ("PUT", THREAD_MEMBERS_PATH + "/{user_id}"): add_thread_member,
    ("DELETE", THREAD_MEMBERS_PATH + "/{user_id}"): remove_thread_member,
    ("GET", CHANNEL_PATH + "/messages"): list_messages,
    ("POST", CHANNEL_PATH + "/messages"): create_message,
    ("GET", MESSAGE_PATH): get_message,
    ("PATCH", MESSAGE_PATH): edit_message,
    ("DELETE", MESSAGE_PATH): delete_message,
    ("POST", MESSAGE_PATH + "/threads"): thread_from_message,
}
