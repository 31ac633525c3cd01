"""The model as Discord writes it: a function from each thing to its JSON object."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from playground.state import media
from playground.state.model import (
    MODERATORS,
    Attachment,
    Channel,
    ChannelType,
    Guild,
    Interaction,
    InteractionType,
    Json,
    Message,
    MessageFlag,
    Permission,
    User,
    permissions,
)

UPLOAD_LIMIT_BYTES = 10 * 1024 * 1024


def iso(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat()


def user(who: User) -> Json:
    return {
        "id": str(who.id),
        "username": who.username,
        "global_name": None if who.bot else who.name,
        "discriminator": "0001" if who.bot else "0",
        "avatar": who.avatar,
        "bot": who.bot,
        "public_flags": 0,
    }


def own_user(bot: User) -> Json:
    return {**user(bot), "verified": True, "mfa_enabled": True, "flags": 0, "email": None}


def application(application_id: int, bot: User, owner: User, verify_key: str) -> Json:
    return {
        "id": str(application_id),
        "name": bot.name,
        "description": "",
        "icon": None,
        "bot_public": True,
        "bot_require_code_grant": False,
        "owner": user(owner),
        "team": None,
        "verify_key": verify_key,
        "integration_types_config": {"0": {}},
        "flags": 1 << 23,
        "type": None,
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "explicit_content_filter": 0,
        "summary": "",
    }


def member(guild: Guild, who: User, channel: Channel | None = None) -> Json:
    """Return a guild member; with a channel also their permissions there, for interactions."""
    roles = [guild.bot_role_id] if who.bot else []
    if who.id in guild.moderators:
        roles.append(guild.moderator_role_id)
    found: Json = {
        "user": user(who),
        "nick": guild.nicks.get(who.id),
        "avatar": None,
        "roles": [str(role) for role in roles],
        "joined_at": "2020-01-01T00:00:00+00:00",
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "pending": False,
        "flags": 0,
    }
    if channel is not None:
        found["permissions"] = str(int(permissions(guild, who, channel)))
    return found


def _role(role_id: int, name: str, granted: Permission, position: int, **more: Any) -> Json:
    return {
        "id": str(role_id),
        "name": name,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "icon": None,
        "unicode_emoji": None,
        "position": position,
        "permissions": str(int(granted)),
        "managed": False,
        "mentionable": False,
        "flags": 0,
        **more,
    }


def roles(guild: Guild, bot: User) -> list[Json]:
    own = {"managed": True, "tags": {"bot_id": str(bot.id)}}
    return [
        _role(guild.id, "@everyone", guild.everybody, 0),
        _role(guild.moderator_role_id, "Moderators", MODERATORS, 1),
        _role(guild.bot_role_id, bot.name, guild.bot_role, 2, **own),
    ]


def channel(place: Channel, bot: User, *, viewer: User | None = None) -> Json:
    """Return a channel; with ``viewer`` also that person's permissions there."""
    found: Json = {"id": str(place.id), "type": int(place.type), "flags": 0}
    found["last_message_id"] = place.last_message and str(place.last_message)
    if place.type is ChannelType.DM:
        assert place.recipient is not None
        return {**found, "recipients": [user(place.recipient)]}
    assert place.guild is not None
    found |= {"name": place.name, "guild_id": str(place.guild.id), "rate_limit_per_user": 0}
    if viewer is not None:
        found["permissions"] = str(int(permissions(place.guild, viewer, place)))
    return found | (_thread_part(place, bot) if place.is_thread else _text_part(place, bot))


def _text_part(place: Channel, bot: User) -> Json:
    denied = [{"id": str(bot.id), "type": 1, "allow": "0", "deny": str(int(place.denied_to_bot))}]
    voice = {"bitrate": 64000, "user_limit": 0} if place.type is ChannelType.VOICE else {}
    return {
        **voice,
        "position": 0,
        "topic": None,
        "nsfw": False,
        "parent_id": None,
        "permission_overwrites": denied if place.denied_to_bot else [],
    }


def _thread_part(place: Channel, bot: User) -> Json:
    assert place.parent is not None
    assert place.owner is not None
    part: Json = {
        "parent_id": str(place.parent.id),
        "owner_id": str(place.owner.id),
        "message_count": len(place.messages),
        "total_message_sent": len(place.messages),
        "member_count": len(place.members),
        "thread_metadata": {
            "archived": place.archived,
            "locked": place.locked,
            "auto_archive_duration": place.auto_archive_minutes,
            "archive_timestamp": iso(place.created),
            "create_timestamp": iso(place.created),
            "invitable": True,
        },
    }
    if bot.id in place.members:
        part["member"] = thread_member(place, bot.id)
    return part


def thread_member(thread: Channel, user_id: int) -> Json:
    return {
        "id": str(thread.id),
        "user_id": str(user_id),
        "join_timestamp": iso(thread.members[user_id]),
        "flags": 0,
    }


def guild(place: Guild, bot: User) -> Json:
    return {
        "id": str(place.id),
        "name": place.name,
        "icon": None,
        "splash": None,
        "discovery_splash": None,
        "banner": None,
        "description": None,
        "owner_id": str(place.owner.id),
        "afk_channel_id": None,
        "afk_timeout": 300,
        "verification_level": 0,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "roles": roles(place, bot),
        "emojis": [],
        "stickers": [],
        "features": [],
        "mfa_level": 0,
        "application_id": None,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "rules_channel_id": None,
        "public_updates_channel_id": None,
        "vanity_url_code": None,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "preferred_locale": place.locale,
        "nsfw_level": 0,
        "premium_progress_bar_enabled": False,
    }


def guild_create(place: Guild, bot: User, *, joined_now: bool = False) -> Json:
    """Return a guild as the gateway sends it: channels, open threads, the bot as only member."""
    places = place.channels.values()
    return (
        guild(place, bot)
        | {
            "joined_at": "2020-01-01T00:00:00+00:00",
            "large": False,
            "member_count": len(place.members) + 1,
            "members": [member(place, bot)],
            "channels": [channel(c, bot) for c in places if not c.is_thread],
            "threads": [channel(c, bot) for c in places if c.is_thread and not c.archived],
            "presences": [],
            "voice_states": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        }
        | ({} if joined_now else {"unavailable": False})
    )


def attachment(file: Attachment, base: str) -> Json:
    found: Json = {
        "id": str(file.id),
        "filename": file.filename,
        "size": len(file.data),
        **media.about(file, base),
    }
    return found if file.description is None else {**found, "description": file.description}


def message(post: Message, base: str, bot: User, mentioned: Iterable[User] = ()) -> Json:
    """Return a message; ``base`` is the server's address, below which attachments are.

    Files shown by its components or embeds are not listed as attachments.
    """
    shown = media.shown_file_ids([*post.components, *post.embeds]) if post.attachments else set()
    found: Json = {
        "id": str(post.id),
        "channel_id": str(post.channel.id),
        "type": 19 if post.reference else 20 if _from_command(post) else 0,
        "author": user(post.author),
        "content": post.content,
        "timestamp": iso(post.created),
        "edited_timestamp": None if post.edited is None else iso(post.edited),
        "tts": False,
        "mention_everyone": False,
        "mentions": [user(u) for u in mentioned],
        "mention_roles": [],
        "attachments": [attachment(a, base) for a in post.attachments if str(a.id) not in shown],
        "embeds": post.embeds,
        "components": post.components,
        "pinned": False,
        "flags": int(post.flags),
    }
    if post.nonce is not None:
        found["nonce"] = post.nonce
    if post.thread is not None:
        found["thread"] = channel(post.thread, bot)
    if post.reference is not None:
        found["message_reference"] = {
            "type": 0,
            "message_id": str(post.reference),
            "channel_id": str(post.channel.id),
        }
    if post.interaction is not None:
        found["application_id"] = found["webhook_id"] = str(bot.id)
        found["interaction_metadata"] = _metadata(post.interaction, post.reference)
    return found


def _metadata(event: Interaction, original: int | None) -> Json:
    """Return a message's data about the interaction it answers and the message it follows."""
    found: Json = {
        "id": str(event.id),
        "type": int(event.type),
        "user": user(event.user),
        "authorizing_integration_owners": installations(event),
    }
    return found if original is None else {**found, "original_response_message_id": str(original)}


def _from_command(post: Message) -> bool:
    return post.interaction is not None and post.interaction.type is InteractionType.COMMAND


def interaction(event: Interaction, base: str, bot: User, application_id: int) -> Json:
    """Return the INTERACTION_CREATE of an interaction: ``member`` in a guild, ``user`` in a DM."""
    place = event.channel
    home = place.guild
    found: Json = {
        "id": str(event.id),
        "application_id": str(application_id),
        "type": int(event.type),
        "token": event.token,
        "version": 1,
        "data": event.data,
        "channel": channel(place, bot, viewer=event.user),
        "channel_id": str(place.id),
        "locale": event.user.locale,
        "entitlements": [],
        "attachment_size_limit": UPLOAD_LIMIT_BYTES,
        "context": 1 if home is None else 0,
        "authorizing_integration_owners": installations(event),
    }
    if event.message is not None:
        found["message"] = message(event.message, base, bot)
    if home is None:
        private = Permission.EMBED_LINKS | Permission.ATTACH_FILES | Permission.MENTION_EVERYONE
        return found | {"user": user(event.user), "app_permissions": str(int(private))}
    return found | {
        "guild_id": str(home.id),
        "guild_locale": home.locale,
        "guild": {"id": str(home.id), "locale": home.locale, "features": []},
        "member": member(home, event.user, place),
        "app_permissions": str(int(permissions(home, bot, place))),
    }


def installations(event: Interaction) -> Json:
    """Return for whom the application is installed: the guild, the person, or both."""
    home, user = event.channel.guild, event.user
    found = {"0": str(home.id if home else 0)} if home is None or home.has_app else {}
    return found | ({"1": str(user.id)} if user.has_app else {})


def callback(event: Interaction, base: str, bot: User) -> Json:
    """Return the answer to a callback sent ``with_response``."""
    assert event.callback is not None
    about: Json = {"id": str(event.id), "type": int(event.type)}
    resource: Json = {"type": int(event.callback)}
    if event.original is not None:
        about |= {
            "response_message_id": str(event.original.id),
            "response_message_loading": MessageFlag.LOADING in event.original.flags,
            "response_message_ephemeral": event.original.ephemeral,
        }
        resource["message"] = message(event.original, base, bot)
    return {"interaction": about, "resource": resource}
