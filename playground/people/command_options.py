"""Typed slash commands as Discord's client treats them: found, checked, made into data."""

from typing import Any

from playground.people.menus import resolve
from playground.state.api_errors import ClientRefusal
from playground.state.model import Channel, Guild, Json, Permission, User, permissions
from playground.state.world import World

CHAT_INPUT, ON_USER = 1, 2
SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, NUMBER = 1, 2, 3, 4, 5, 6, 7, 10
GUILD_CONTEXT, DM_CONTEXT = 0, 1
GUILD_INSTALL, USER_INSTALL = 0, 1


def command_data(
    world: World,
    user: User,
    channel: Channel,
    name: str,
    options: dict[str, Any],
    *,
    focused: str | None = None,
) -> Json:
    """Return the ``data`` of a command or autocomplete interaction. Raises ClientRefusal.

    Names of commands and choices may be the original ones or those in the user's language.
    """
    first, *rest = name.split()
    command = _find(usable(world, user, channel), first, user.locale, "command")
    meant: list[User | Channel] = []
    data: Json = {"id": command["id"], "name": command["name"], "type": CHAT_INPUT}
    if "guild_id" in command:
        data["guild_id"] = command["guild_id"]
    node, level = command, data
    for word in rest:
        node = _find(node.get("options") or [], word, user.locale, "subcommand")
        inner: Json = {"name": node["name"], "type": node["type"]}
        level["options"] = [inner]
        level = inner
    wanted: list[Json] = node.get("options") or []
    if any(o["type"] in (SUBCOMMAND, GROUP) for o in wanted):
        raise ClientRefusal(f"/{name} needs a subcommand")
    level["options"] = _fill_in(wanted, options, user, focused, meant)
    if meant:
        data["resolved"] = resolve(world, meant, channel, user)
    return data


def data_on(world: World, user: User, channel: Channel, name: str, target: User) -> Json:
    """Return the ``data`` of a command on a person. Raises ClientRefusal."""
    command = _find(usable(world, user, channel, ON_USER), name, user.locale, "command")
    return {
        "id": command["id"],
        "name": command["name"],
        "type": ON_USER,
        "target_id": str(target.id),
        "resolved": resolve(world, [target], channel, user),
    }


def parse_options(
    world: World, user: User, channel: Channel, name: str, options: dict[str, Any]
) -> dict[str, Any]:
    """Return the things meant by options as a page sends them. Raises ClientRefusal."""
    known = {o["name"]: o for o in _options(world, user, channel, name)}
    return {key: _parse(world, known[key]["type"], value) if key in known else value
            for key, value in options.items()}  # fmt: skip


def _parse(world: World, kind: int, value: Any) -> Any:
    try:
        if kind == USER:
            return world.users[int(value)]
        if kind == CHANNEL:
            return world.channels[int(value)]
        if kind == INTEGER:
            return int(value)
        if kind == NUMBER:
            return float(value)
    except (KeyError, ValueError, TypeError):
        raise ClientRefusal(f"{value!r} cannot be meant here") from None
    return value


def _options(world: World, user: User, channel: Channel, name: str) -> list[Json]:
    """Return the options of a command or subcommand."""
    first, *rest = name.split()
    node = _find(usable(world, user, channel), first, user.locale, "command")
    for word in rest:
        node = _find(node.get("options") or [], word, user.locale, "subcommand")
    found: list[Json] = node.get("options") or []
    return found


def usable(world: World, user: User, channel: Channel, kind: int = CHAT_INPUT) -> list[Json]:
    """Return the commands of a kind that the client offers this person here."""
    guild = channel.guild
    scopes = [0] if guild is None else [0, guild.id]
    context = DM_CONTEXT if guild is None else GUILD_CONTEXT
    return [
        command
        for scope in scopes
        for command in world.commands.get(scope, [])
        if command["type"] == kind
        and _serves_in(command, context)
        and _is_installed(command, user, guild)
        and _is_permitted(command, user, channel)
    ]


def _is_permitted(command: Json, user: User, channel: Channel) -> bool:
    """Whether a member has the permissions that a command requires by default."""
    if channel.guild is None:
        return True
    needed = Permission(int(command["default_member_permissions"] or 0))
    return needed in permissions(channel.guild, user, channel)


def _serves_in(command: Json, context: int) -> bool:
    """Whether a command is for such a place, by ``contexts`` or otherwise by the older field."""
    if command["contexts"] is not None:
        return context in command["contexts"]
    return context == GUILD_CONTEXT or command.get("dm_permission", True) is not False


def _is_installed(command: Json, user: User, guild: Guild | None) -> bool:
    """Whether the application is installed in a way that brings the command: for a guild, also in
    its members' direct messages, or for a person."""
    by_guild = guild is None or guild.has_app
    kinds = command["integration_types"]
    return (by_guild and GUILD_INSTALL in kinds) or (user.has_app and USER_INSTALL in kinds)


def _names(thing: Json, locale: str) -> set[str]:
    local = (thing.get("name_localizations") or {}).get(locale)
    return {thing["name"], local or thing["name"]}


def _find(things: list[Json], name: str, locale: str, what: str) -> Json:
    for thing in things:
        if name in _names(thing, locale):
            return thing
    raise ClientRefusal(f"no {what} {name!r} among {[t['name'] for t in things]}")


def _fill_in(
    wanted: list[Json],
    given: dict[str, Any],
    user: User,
    focused: str | None,
    meant: list[User | Channel],
) -> list[Json]:
    left = dict(given)
    filled = []
    for option in wanted:
        name = next((n for n in _names(option, user.locale) if n in left), None)
        if name is None:
            if option.get("required") and focused is None:
                raise ClientRefusal(f"{option['name']!r} is required")
            continue
        value = left.pop(name)
        part: Json = {"name": option["name"], "type": option["type"]}
        if name == focused:
            if not option.get("autocomplete"):
                raise ClientRefusal(f"{name!r} completes nothing")
            filled.append({**part, "value": value, "focused": True})
        else:
            filled.append({**part, "value": _value(option, value, user.locale, meant)})
    if left:
        raise ClientRefusal(f"no option {', '.join(left)}")
    return filled


def _value(option: Json, value: Any, locale: str, meant: list[User | Channel]) -> Any:
    kind = option["type"]
    if choices := option.get("choices"):
        for choice in choices:
            if value == choice["value"] or value in _names(choice, locale):
                return choice["value"]
        raise ClientRefusal(f"{value!r} is not among {[c['name'] for c in choices]}")
    if kind == USER:
        person: User = getattr(value, "user", value)
        meant.append(person)
        return str(person.id)
    if kind == CHANNEL:
        place: Channel = value
        meant.append(place)
        return str(place.id)
    fits: dict[int, tuple[type, ...]] = {
        STRING: (str,),
        INTEGER: (int,),
        BOOLEAN: (bool,),
        NUMBER: (int, float),
    }
    if not isinstance(value, fits.get(kind, ())) or (kind != BOOLEAN and isinstance(value, bool)):
        raise ClientRefusal(f"{value!r} does not fit {option['name']!r}")
    _within(option, len(value) if isinstance(value, str) else value, kind)
    return value


def _within(option: Json, size: Any, kind: int) -> None:
    keys = ("min_length", "max_length") if kind == STRING else ("min_value", "max_value")
    least, most = option.get(keys[0]), option.get(keys[1])
    if (least is not None and size < least) or (most is not None and size > most):
        raise ClientRefusal(f"{option['name']!r} must be between {least} and {most}")
