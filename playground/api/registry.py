"""The routes of an application's commands and emojis."""

import base64
import binascii
import re

from playground.api.rest import Answer, Call, Route
from playground.state import wire
from playground.state.api_errors import ApiError, invalid
from playground.state.command_limits import check_commands
from playground.state.model import Json
from playground.state.world import World

MAX_EMOJIS = 2000
MAX_EMOJI_BYTES = 256 * 1024
NULLABLE_FIELDS = ("contexts", "integration_types")
"""Fields for which null means the default."""
_EMOJI_NAME = re.compile(r"\w{2,32}", re.ASCII)
_IMAGE = re.compile(r"data:image/(png|jpeg|gif|webp|avif);base64,(.*)", re.DOTALL)


def _scope(world: World, call: Call) -> int:
    """Return the guild of the addressed commands, 0 if global. Raises ApiError 10004 or 50001."""
    if call.id("application_id") != world.application_id:
        raise ApiError(50001)
    return world.bot_guild(call.id("guild_id")).id if "guild_id" in call.ids else 0


def list_commands(world: World, call: Call) -> Answer:
    return world.commands.get(_scope(world, call), [])


def overwrite_commands(world: World, call: Call) -> Answer:
    """Register all commands of a scope at once; a known name and type keeps its id."""
    scope = _scope(world, call)
    sent: list[Json] = call.body or []
    check_commands(sent)
    known = {(c["type"], c["name"]): c["id"] for c in world.commands.get(scope, [])}
    world.register(scope, [_entry(world, c, scope, known) for c in sent])
    return world.commands[scope]


def _entry(world: World, command: Json, scope: int, known: dict[tuple[int, str], str]) -> Json:
    """Return a command as Discord stores it, with defaults and an id."""
    kind = command.get("type") or 1
    found = {
        "default_member_permissions": None,
        "nsfw": False,
        "contexts": None,
        "integration_types": [0],
        "options": [],
        "description": "",
        **{key: value for key, value in command.items() if key not in NULLABLE_FIELDS or value},
        "type": kind,
        "id": known.get((kind, command["name"])) or str(world.snowflake()),
        "application_id": str(world.application_id),
        "version": str(world.snowflake()),
    }
    if found["default_member_permissions"] is not None:
        found["default_member_permissions"] = str(found["default_member_permissions"])
    return {**found, "guild_id": str(scope)} if scope else found


def add_command(world: World, call: Call) -> Answer:
    scope = _scope(world, call)
    command: Json = call.body or {}
    others = [
        c
        for c in world.commands.get(scope, [])
        if (c["type"], c["name"]) != (command.get("type") or 1, command.get("name"))
    ]
    check_commands([*others, command])
    added = _entry(world, command, scope, {})
    world.register(scope, [*others, added])
    return added


def delete_command(world: World, call: Call) -> Answer:
    scope, wanted = _scope(world, call), call.ids["command_id"]
    left = [c for c in world.commands.get(scope, []) if c["id"] != wanted]
    if len(left) == len(world.commands.get(scope, [])):
        raise ApiError(10063)
    world.register(scope, left)
    return None


def list_emojis(world: World, call: Call) -> Answer:
    _scope(world, call)
    return {"items": list(world.emojis.values())}


def add_emoji(world: World, call: Call) -> Answer:
    _scope(world, call)
    body: Json = call.body or {}
    name = _emoji_name(world, body, None)
    if len(world.emojis) >= MAX_EMOJIS:
        raise ApiError(30008)
    image = _image(str(body.get("image") or ""))
    emoji_id = world.snowflake()
    world.emoji_images[emoji_id] = image
    world.emojis[emoji_id] = {
        "id": str(emoji_id),
        "name": name,
        "roles": [],
        "user": wire.user(world.bot),
        "require_colons": True,
        "managed": False,
        "animated": image[0] == "image/gif",
        "available": True,
    }
    return world.emojis[emoji_id]


def get_emoji(world: World, call: Call) -> Answer:
    return _emoji(world, call)


def rename_emoji(world: World, call: Call) -> Answer:
    found = _emoji(world, call)
    found["name"] = _emoji_name(world, call.body or {}, found)
    return found


def _emoji(world: World, call: Call) -> Json:
    _scope(world, call)
    if (found := world.emojis.get(call.id("emoji_id"))) is None:
        raise ApiError(10014)
    return found


def _emoji_name(world: World, body: Json, own: Json | None) -> str:
    """Return the name sent, which only emoji ``own`` may have already. Raises ApiError 50035."""
    name = str(body.get("name") or "")
    if not _EMOJI_NAME.fullmatch(name):
        message = "String value did not match validation regex."
        raise invalid(("name",), "STRING_TYPE_REGEX", message)
    if any(e["name"] == name and e is not own for e in world.emojis.values()):
        message = "An emoji with this name already exists"
        raise invalid(("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", message)
    return name


def _image(image: str) -> tuple[str, bytes]:
    """Return the content type and bytes of a data: address. Raises ApiError 50035."""
    found = _IMAGE.fullmatch(image)
    try:
        data = base64.b64decode(found[2], validate=True) if found else b""
    except binascii.Error:
        data = b""
    if found is None or not data:
        raise invalid(("image",), "IMAGE_INVALID", "Invalid image data")
    if len(data) > MAX_EMOJI_BYTES:
        message = "File cannot be larger than 256.0 kb."
        raise invalid(("image",), "BINARY_TYPE_MAX_SIZE", message)
    return f"image/{found[1]}", data


def delete_emoji(world: World, call: Call) -> Answer:
    emoji_id = int(_emoji(world, call)["id"])
    del world.emojis[emoji_id], world.emoji_images[emoji_id]
    return None


APPLICATION_PATH = "/applications/{application_id}"
ROUTES: dict[tuple[str, str], Route] = {
    ("GET", APPLICATION_PATH + "/emojis"): list_emojis,
    ("POST", APPLICATION_PATH + "/emojis"): add_emoji,
    ("GET", APPLICATION_PATH + "/emojis/{emoji_id}"): get_emoji,
    ("PATCH", APPLICATION_PATH + "/emojis/{emoji_id}"): rename_emoji,
    ("DELETE", APPLICATION_PATH + "/emojis/{emoji_id}"): delete_emoji,
}
for _scoped in (APPLICATION_PATH + "/commands", APPLICATION_PATH + "/guilds/{guild_id}/commands"):
    ROUTES |= {
        ("GET", _scoped): list_commands,
        ("PUT", _scoped): overwrite_commands,
        ("POST", _scoped): add_command,
        ("DELETE", _scoped + "/{command_id}"): delete_command,
    }
