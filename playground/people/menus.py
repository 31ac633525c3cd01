"""Options of menus, and the data sent for a choice."""

from collections.abc import Iterator, Sequence

from playground.state import wire
from playground.state.api_errors import ClientRefusal
from playground.state.model import Channel, Component, Guild, Json, User
from playground.state.world import World

_USERS = {Component.USER_SELECT, Component.MENTIONABLE_SELECT}
_ROLES = {Component.ROLE_SELECT, Component.MENTIONABLE_SELECT}


def options_of(world: World, select: Json, channel: Channel) -> list[Json]:
    """Return the options of a menu: its own, or the people, roles or channels there."""
    if select["type"] == Component.STRING_SELECT:
        options: list[Json] = select["options"]
        return options
    chosen = {str(default["id"]) for default in select.get("default_values") or []}
    return [
        {"value": value, "label": label, "default": value in chosen}
        for value, label in _things(world, select, channel)
    ]


def _things(world: World, select: Json, channel: Channel) -> Iterator[tuple[str, str]]:
    kind, guild = select["type"], channel.guild
    if kind in _USERS:
        yield from ((str(one.id), f"@{one.name}") for one in _people(world, channel))
    if guild is None:
        return
    if kind in _ROLES:
        yield from ((role["id"], role["name"]) for role in wire.roles(guild, world.bot))
    if kind == Component.CHANNEL_SELECT:
        for place in guild.channels.values():
            if place.type in (select.get("channel_types") or [place.type]) and not place.archived:
                yield str(place.id), f"#{place.name}"


def _people(world: World, channel: Channel) -> list[User]:
    if channel.guild is not None:
        return [*channel.guild.members.values(), world.bot]
    return [*([channel.recipient] if channel.recipient else []), world.bot]


def chosen_data(
    world: World, select: Json, chosen: Sequence[str], channel: Channel, user: User
) -> Json:
    """Return the ``values`` of a choice, and what they stand for as ``resolved``.

    Raises ClientRefusal for choices that the menu does not offer, and for too few or too many.
    """
    least = select.get("min_values")
    if len(chosen) < (1 if least is None else least):
        raise ClientRefusal("too few are chosen")
    if len(chosen) > (select.get("max_values") or 1):
        raise ClientRefusal("too many are chosen")
    options = options_of(world, select, channel)
    known = {o["label"]: o["value"] for o in options} | {o["value"]: o["value"] for o in options}
    values: list[str] = []
    for choice in chosen:
        value = known.get(choice)
        if value is None or value in values:
            raise ClientRefusal(f"{choice!r} is not among {[o['label'] for o in options]}")
        values.append(value)
    if select["type"] == Component.STRING_SELECT:
        return {"values": values}
    return {"values": values, "resolved": _resolve_ids(world, values, channel, user)}


def _resolve_ids(world: World, ids: Sequence[str], channel: Channel, user: User) -> Json:
    people = [world.users[int(i)] for i in ids if int(i) in world.users]
    places = [world.channels[int(i)] for i in ids if int(i) in world.channels]
    found = resolve(world, [*people, *places], channel, user)
    if channel.guild is not None:
        roles = {r["id"]: r for r in wire.roles(channel.guild, world.bot) if r["id"] in ids}
        found |= {"roles": roles} if roles else {}
    return found


def resolve(world: World, things: Sequence[User | Channel], channel: Channel, viewer: User) -> Json:
    """Return the things that an interaction's data refers to: users, guild members, channels."""
    people = [one for one in things if isinstance(one, User)]
    places = [one for one in things if isinstance(one, Channel)]
    found: Json = {}
    if people:
        found["users"] = {str(one.id): wire.user(one) for one in people}
    if people and channel.guild is not None:
        found["members"] = _members(channel.guild, people)
    if places:
        found["channels"] = {
            str(one.id): wire.channel(one, world.bot, viewer=viewer) for one in places
        }
    return found


def _members(guild: Guild, people: Sequence[User]) -> Json:
    return {str(one.id): _member(guild, one) for one in people if one.id in guild.members}


def _member(guild: Guild, user: User) -> Json:
    member = wire.member(guild, user)
    del member["user"]
    return {**member, "permissions": str(int(guild.everybody))}
