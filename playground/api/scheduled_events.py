"""The routes of a server's events outside Discord's voice channels."""

from datetime import datetime

from playground.api.rest import Answer, Call, Route
from playground.state import wire
from playground.state.api_errors import ApiError, FormErrors
from playground.state.model import Guild, Json, Permission, permissions
from playground.state.world import World

EXTERNAL = 3
SCHEDULED = 1
_EDITABLE = (
    "name", "description", "scheduled_start_time", "scheduled_end_time", "entity_metadata",
)  # fmt: skip


def _guild(world: World, call: Call) -> Guild:
    """Return the guild of the addressed events. Raises ApiError 10004 or 50013."""
    guild = world.bot_guild(call.id("guild_id"))
    if Permission.CREATE_EVENTS not in permissions(guild, world.bot, None):
        raise ApiError(50013)
    return guild


def _event(guild: Guild, call: Call) -> Json:
    found = guild.events.get(call.id("guild_scheduled_event_id"))
    if found is None:
        raise ApiError(10070)
    return found


def list_events(world: World, call: Call) -> Answer:
    return list(world.bot_guild(call.id("guild_id")).events.values())


def add_event(world: World, call: Call) -> Answer:
    guild = _guild(world, call)
    body: Json = call.body or {}
    event: Json = {
        "id": str(world.snowflake()),
        "guild_id": str(guild.id),
        "channel_id": None,
        "creator_id": str(world.bot.id),
        "creator": wire.user(world.bot),
        "description": None,
        "image": None,
        "status": SCHEDULED,
        "entity_type": body.get("entity_type"),
        "entity_id": None,
        "recurrence_rule": None,
        "privacy_level": body.get("privacy_level"),
        "guild_scheduled_event_exceptions": [],
        **{key: body.get(key) for key in _EDITABLE},
    }
    _check(world, event)
    guild.events[int(event["id"])] = event
    return event


def edit_event(world: World, call: Call) -> Answer:
    guild = _guild(world, call)
    event = _event(guild, call)
    body: Json = call.body or {}
    changed = {**event, **{key: body[key] for key in _EDITABLE if key in body}}
    _check(world, changed)
    event.update(changed)
    return event


def delete_event(world: World, call: Call) -> Answer:
    guild = _guild(world, call)
    del guild.events[int(_event(guild, call)["id"])]
    return None


def _check(world: World, event: Json) -> None:
    """Check that an event has a place, and ends after it begins. Raises ApiError 50035."""
    errors = FormErrors()
    if event["entity_type"] != EXTERNAL:
        errors.add(("entity_type",), "BASE_TYPE_CHOICES", "Only external events are known here")
    if not (event["entity_metadata"] or {}).get("location"):
        errors.add(("entity_metadata", "location"), "BASE_TYPE_REQUIRED", "This field is required")
    if not 1 <= len(event["name"] or "") <= 100:
        errors.add(("name",), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length.")
    begins, ends = event["scheduled_start_time"], event["scheduled_end_time"]
    if not ends:
        errors.add(("scheduled_end_time",), "BASE_TYPE_REQUIRED", "This field is required")
    elif datetime.fromisoformat(begins).timestamp() <= world.clock():
        errors.add(
            ("scheduled_start_time",),
            "GUILD_SCHEDULED_EVENT_SCHEDULE_PAST",
            "Cannot schedule event in the past",
        )
    elif datetime.fromisoformat(ends) <= datetime.fromisoformat(begins):
        errors.add(
            ("scheduled_end_time",),
            "GUILD_SCHEDULED_EVENT_SCHEDULE_END_BEFORE_START",
            "Cannot end before it starts",
        )
    errors.refuse()


EVENTS_PATH = "/guilds/{guild_id}/scheduled-events"
EVENT_PATH = EVENTS_PATH + "/{guild_scheduled_event_id}"
ROUTES: dict[tuple[str, str], Route] = {
    ("GET", EVENTS_PATH): list_events,
    ("POST", EVENTS_PATH): add_event,
    ("PATCH", EVENT_PATH): edit_event,
    ("DELETE", EVENT_PATH): delete_event,
}
