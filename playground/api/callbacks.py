"""The routes that answer an interaction: its callback, and followups by its token."""

from playground.api.rest import Answer, Call, Route
from playground.state import message_limits, wire
from playground.state.api_errors import INVALID_FORM, ApiError, FormErrors, invalid
from playground.state.command_limits import check_choices
from playground.state.model import (
    INTERACTION_SECONDS,
    TOKEN_SECONDS,
    Callback,
    Channel,
    Interaction,
    InteractionType,
    Json,
    Message,
    MessageFlag,
    Permission,
)
from playground.state.world import World

_MESSAGES = {Callback.MESSAGE, Callback.DEFERRED_MESSAGE}
_UPDATES = {Callback.UPDATE, Callback.DEFERRED_UPDATE}
MAX_OUTSIDER_FOLLOWUPS = 5
"""Most followups by one token where the bot is no member but a person has the application."""
ALLOWED_CALLBACKS: dict[InteractionType, set[Callback]] = {
    InteractionType.COMMAND: _MESSAGES | {Callback.MODAL},
    InteractionType.COMPONENT: _MESSAGES | _UPDATES | {Callback.MODAL},
    InteractionType.AUTOCOMPLETE: {Callback.CHOICES},
    InteractionType.MODAL_SUBMIT: _MESSAGES | _UPDATES,
}


def answer(world: World, call: Call) -> Answer:
    """Answer an interaction (POST …/callback), once and within three seconds."""
    event = world.interactions.get(call.ids["interaction_token"])
    if (
        event is None
        or event.id != call.id("interaction_id")
        or (event.callback is None and world.clock() - event.created > INTERACTION_SECONDS)
    ):
        raise ApiError(10062)
    if event.callback is not None:
        raise ApiError(40060)
    body: Json = call.body or {}
    kind = _kind(event, body)
    if kind in _MESSAGES | _UPDATES:
        _check_open(world, event.channel)
    data: Json = body.get("data") or {}
    try:
        _carry_out(world, event, kind, data, call)
    except ApiError as refused:
        if refused.code == INVALID_FORM:
            raise ApiError(INVALID_FORM, errors={"data": refused.errors}) from refused
        raise
    event.callback = kind
    world.wake()
    with_response = call.query.get("with_response", "").lower() in ("1", "true")
    return wire.callback(event, world.base, world.bot) if with_response else None


def _check_open(world: World, channel: Channel) -> None:
    """Raise ApiError 50083 in a closed and locked thread (discord-api-docs#5517)."""
    if channel.archived and channel.locked and not world.may(channel, Permission.MANAGE_THREADS):
        raise ApiError(50083, status=403)


def _kind(event: Interaction, body: Json) -> Callback:
    allowed = ALLOWED_CALLBACKS[event.type]
    if event.message is None:
        allowed = allowed - _UPDATES
    if body.get("type") not in allowed:
        choices = ", ".join(str(int(k)) for k in sorted(allowed))
        message = f"Value must be one of {{{choices}}}."
        raise invalid(("type",), "BASE_TYPE_CHOICES", message)
    return Callback(body["type"])


def _carry_out(world: World, event: Interaction, kind: Callback, data: Json, call: Call) -> None:
    if kind is Callback.MESSAGE:
        event.original = _say(world, event, data, call)
    elif kind is Callback.DEFERRED_MESSAGE:
        event.original = _think(world, event, data)
    elif kind is Callback.UPDATE:
        event.original = event.message
        assert event.message is not None
        if event.message.deleted:
            raise ApiError(10008)
        world.edit(event.message, data, call.files)
    elif kind is Callback.DEFERRED_UPDATE:
        event.original = event.message
    elif kind is Callback.CHOICES:
        event.choices = _choices(data)
    else:
        message_limits.check_modal(data)
        event.modal = data
    event.settled = kind not in (Callback.DEFERRED_MESSAGE, Callback.DEFERRED_UPDATE)


def _is_hidden(data: Json) -> bool:
    return MessageFlag.EPHEMERAL in MessageFlag(int(data.get("flags") or 0))


def _say(
    world: World, event: Interaction, data: Json, call: Call, follows: int | None = None
) -> Message:
    viewer = event.user if _is_hidden(data) else None
    return world.post(
        event.channel, world.bot, data,
        files=call.files, viewer=viewer, interaction=event, follows=follows,
    )  # fmt: skip


def _think(world: World, event: Interaction, data: Json) -> Message:
    """Post the "is thinking ..." message, empty until it is edited."""
    message = Message(
        world.snowflake(), event.channel, world.bot, world.clock(), flags=MessageFlag.LOADING
    )
    message.interaction = event
    if _is_hidden(data):
        message.viewer = event.user
        message.flags |= MessageFlag.EPHEMERAL
    event.channel.keep(message)
    world.emit("MESSAGE_CREATE", world.message_event(message), event.channel.guild)
    return message


def _choices(data: Json) -> list[Json]:
    errors = FormErrors()
    choices: list[Json] = data.get("choices") or []
    check_choices(errors, choices, ("choices",))
    errors.refuse()
    return choices


# ---------------------------------------------------------------------- followups by the token


def _event(world: World, call: Call) -> Interaction:
    """Return a token's interaction. Raises ApiError 10015 (none, or unanswered), 50027 or 10003."""
    event = world.interactions.get(call.ids["webhook_token"])
    if event is None or call.id("webhook_id") != world.application_id:
        raise ApiError(10015)
    if event.lost:
        raise ApiError(0, status=404)
    if world.clock() - event.created > TOKEN_SECONDS:
        raise ApiError(50027)
    if event.callback is None:
        raise ApiError(10015)
    guild = event.channel.guild
    is_there = guild is None or guild.has_app or event.user.has_app
    if event.channel.id not in world.channels or not is_there:
        raise ApiError(10003)
    return event


def _message(world: World, call: Call) -> tuple[Interaction, Message]:
    event = _event(world, call)
    wanted = call.ids.get("message_id")
    if wanted is None:
        message = event.original
    else:
        own = [*event.followups, *([event.original] if event.original else [])]
        message = next((m for m in own if str(m.id) == wanted), None)
    if message is None or message.deleted:
        raise ApiError(10008)
    return event, message


def follow_up(world: World, call: Call) -> Answer:
    """Post a message by a token; the first one after a deferral fills the waiting one."""
    event = _event(world, call)
    original = event.original
    if original is not None and MessageFlag.LOADING in original.flags:
        world.edit(original, call.body or {}, call.files)
        message = original
    else:
        message = _said_later(world, event, call)
        event.followups.append(message)
    event.settled = True
    world.wake()
    return world.message_json(message)


def _said_later(world: World, event: Interaction, call: Call) -> Message:
    """Post a followup as a reply to the answer, which is the pressed message if that was redrawn
    (discord-api-docs#2733). Like any post it reopens a closed thread.

    Raises ApiError 50083 or 160005, and 40094 after the few followups of a bot that is no member.
    """
    body, channel = call.body or {}, event.channel
    guild = channel.guild
    if guild is not None and not guild.has_bot and len(event.followups) >= MAX_OUTSIDER_FOLLOWUPS:
        raise ApiError(40094)
    follows = event.original.id if event.original else None
    if _is_hidden(body):
        return _say(world, event, body, call, follows)
    if channel.locked and not world.may(channel, Permission.MANAGE_THREADS):
        raise ApiError(50083 if channel.archived else 160005)
    message = _say(world, event, body, call, follows)
    if channel.archived:
        world.update_thread(channel, archived=False)
    return message


def get_own(world: World, call: Call) -> Answer:
    """Return the answer to an interaction, or one of its followups."""
    _, message = _message(world, call)
    return world.message_json(message)


def edit_own(world: World, call: Call) -> Answer:
    """Edit the answer to an interaction, or one of its followups. Raises ApiError 50083."""
    event, message = _message(world, call)
    if message.channel.archived and not message.ephemeral:
        raise ApiError(50083)
    world.edit(message, call.body or {}, call.files)
    event.settled = True
    world.wake()
    return world.message_json(message)


def delete_own(world: World, call: Call) -> Answer:
    """Delete the answer to an interaction, or one of its followups."""
    event, message = _message(world, call)
    event.settled = True
    world.delete(message)
    return None


WEBHOOK_PATH = "/webhooks/{webhook_id}/{webhook_token}"
ORIGINAL_PATH = WEBHOOK_PATH + "/messages/@original"
FOLLOWUP_PATH = WEBHOOK_PATH + "/messages/{message_id}"

ROUTES: dict[tuple[str, str], Route] = {
    ("POST", "/interactions/{interaction_id}/{interaction_token}/callback"): answer,
    ("POST", WEBHOOK_PATH): follow_up,
    ("GET", ORIGINAL_PATH): get_own,
    ("PATCH", ORIGINAL_PATH): edit_own,
    ("DELETE", ORIGINAL_PATH): delete_own,
    ("GET", FOLLOWUP_PATH): get_own,
    ("PATCH", FOLLOWUP_PATH): edit_own,
    ("DELETE", FOLLOWUP_PATH): delete_own,
}
