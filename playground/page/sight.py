"""The view of a person's client as JSON for the page: people, places, messages, commands."""

from typing import Any

from playground.images.cdn import avatar
from playground.people.command_options import ON_USER, usable
from playground.people.menus import options_of
from playground.people.person import LocalPerson
from playground.state.model import (
    SELECTS,
    Channel,
    ChannelType,
    Component,
    InteractionType,
    Json,
    Message,
    User,
    walk,
)
from playground.state.world import World


def user(who: User) -> Json:
    """Return a user for the page."""
    return {"id": str(who.id), "name": who.name, "bot": who.bot, "avatar": avatar(who)}


def own_user(who: User) -> Json:
    """Return a window's person with their private settings."""
    return {**user(who), "locale": who.locale, "dms_open": who.dms_open}


def places(world: World, person: LocalPerson) -> list[Json]:
    """Return every channel, thread and conversation that a person can open."""
    return [_place(world, c, person) for c in world.channels.values() if can_open(c, person)]


def can_open(channel: Channel, person: LocalPerson) -> bool:
    """Whether the person may read here; archived threads stay readable."""
    if channel.recipient is not None:
        return channel.recipient is person.user
    assert channel.guild is not None
    return person.id in channel.guild.members and (
        channel.type is not ChannelType.PRIVATE_THREAD or person.id in channel.members
    )


def _place(world: World, channel: Channel, person: LocalPerson) -> Json:
    found: Json = {
        "id": str(channel.id),
        "kind": "dm" if channel.recipient else "thread" if channel.is_thread else "channel",
        "name": world.bot.name if channel.recipient else channel.name,
    }
    if channel.parent is not None:
        joined = person.id in channel.members
        found |= {"parent": str(channel.parent.id), "joined": joined, "archived": channel.archived}
    return found


def people(world: World, person: LocalPerson) -> list[Json]:
    """Return everybody in a person's guilds, and always the bot."""
    guilds = [g for g in world.guilds.values() if person.id in g.members]
    members = {m.id: m for g in guilds for m in g.members.values()}
    return [user(world.bot), *(user(m) for m in members.values())]


def message(world: World, shown: Message, person: LocalPerson) -> Json:
    """Return a message in Discord's form, with the client's additions for this reader.

    ``command``: the command it answers; ``reply``: the message it answers, None if the reader
    cannot see that, and ``lost`` why; ``rings``: whether it rings the reader's phone; ``mine``:
    whether the reader may delete it.
    """
    found = world.message_json(shown)
    guild = shown.channel.guild
    found["author"] = user(shown.author)
    found["ephemeral"] = shown.ephemeral
    found["edited"] = shown.edited is not None and not _answers(shown)
    found["rings"] = rings(shown, person)
    found["mine"] = shown.author is person.user or (
        guild is not None and person.id in guild.moderators
    )
    found["components"] = [_with_options(world, c, shown) for c in shown.components]
    if shown.thread is not None and shown.thread.id in world.channels:
        count = len(shown.thread.messages)
        found["thread"] = {"id": str(shown.thread.id), "name": shown.thread.name, "count": count}
    if shown.reference is not None:
        to = shown.channel.messages.get(shown.reference)
        found["reply"] = _reply(to) if to is not None and person.sees(to) else None
        found["lost"] = "deleted" if to is None else "not loaded"
    elif shown.interaction is not None:
        found |= _cause(shown)
    return found


def rings(shown: Message, person: LocalPerson) -> bool:
    """Whether a new message rings the person: a mention, or anything by direct message."""
    return person.id in shown.pinged or (shown.channel.guild is None and shown.author.bot)


def _answers(shown: Message) -> bool:
    """Whether a message is an answer after a deferral, whose first edit does not count as one."""
    event = shown.interaction
    return event is not None and event.callback == 5 and event.original is shown


def _cause(shown: Message) -> Json:
    event = shown.interaction
    assert event is not None
    if event.type is InteractionType.COMMAND:
        return {"command": {"user": user(event.user), "name": command_name(event.data)}}
    return {"reply": _reply(event.message)} if event.message is not None else {}


def command_name(data: Json) -> str:
    """Return the name of an interaction's command with its subcommands, like ``admin ban``."""
    inner = [o for o in data.get("options") or [] if o["type"] in (1, 2)]
    return " ".join([data["name"], *(command_name(o) for o in inner)])


def _reply(to: Message) -> Json:
    """Return the message that another answers, by its first line.

    The line is whole, as a cut could break its Markdown; the page cuts it on the screen.
    """
    texts = [to.content, *(c.get("content") or "" for c in walk(to.components))]
    text = next(filter(None, texts), "")
    return {"id": str(to.id), "author": user(to.author), "text": text.split("\n")[0]}


def _with_options(world: World, component: Json, shown: Message) -> Json:
    """Return a copy of a component with the options of its menus of people, roles and channels."""
    found: dict[str, Any] = dict(component)
    if component["type"] in SELECTS and component["type"] != Component.STRING_SELECT:
        found["options"] = options_of(world, component, shown.channel)
    if "components" in component:
        found["components"] = [_with_options(world, c, shown) for c in component["components"]]
    for key in ("accessory", "component"):
        if key in component:
            found[key] = _with_options(world, component[key], shown)
    return found


def form(world: World, modal: Json, channel: Channel) -> Json:
    """Return a form with its menus' options."""
    holder = Message(0, channel, world.bot, 0.0)
    return {**modal, "components": [_with_options(world, c, holder) for c in modal["components"]]}


def commands(world: World, person: LocalPerson, channel: Channel) -> list[Json]:
    """Return the slash commands usable here, in the person's language."""
    return [
        _command(c, person.user.locale)
        for c in sorted(usable(world, person.user, channel), key=lambda c: str(c["name"]))
    ]


def commands_on_people(world: World, person: LocalPerson, channel: Channel) -> list[Json]:
    """Return the commands on people usable here, in the person's language."""
    found = usable(world, person.user, channel, ON_USER)
    return [_command(one, person.user.locale) for one in found]


def _command(node: Json, locale: str) -> Json:
    """Return a command, subcommand, option or choice with its words in one language."""
    found: Json = {
        key: node[key]
        for key in (
            *("type", "required", "autocomplete", "value"),
            *("min_value", "max_value", "min_length", "max_length"),
        )
        if key in node
    }
    for key in ("name", "description"):
        if key in node:
            local = (node.get(f"{key}_localizations") or {}).get(locale)
            found[key] = local or node[key]
    found["key"] = node["name"]
    for key in ("options", "choices"):
        if node.get(key):
            found[key] = [_command(inner, locale) for inner in node[key]]
    return found
