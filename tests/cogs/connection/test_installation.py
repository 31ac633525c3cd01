"""Where the bot is no member: what declares it, and what is said to those who ask there."""

from __future__ import annotations

import pytest

from playground import Channel, ClientRefusal, LocalPerson
from tests.cogs.server import Server

SAYS = "I'm not a member of this server"
SPOKEN = {
    "en-US": SAYS,
    "sv-SE": "Jag är inte med på den här servern",
    "da": "Jeg er ikke med på denne server",
}
IN_DIRECT_MESSAGES = {
    "bidlab", "games", "hand", "help", "hint", "leave", "learn", "preferences", "privacy", "review",
    "rules",
}  # fmt: skip
ON_SERVERS = {
    "admin", "daily", "evening", "leaderboard", "play", "settings", "stats", "table", "verify",
    "Invite to table",
}  # fmt: skip
GUILD, DM = 0, 1
WITHOUT_MORE = sorted(ON_SERVERS - {"Invite to table", "admin"})


def abroad(server: Server) -> Channel:
    """A server of which the bot is no member."""
    guild = server.playground.add_guild("Abroad")
    server.playground.kick(guild)
    return next(iter(guild.channels.values()))


def visitor(server: Server, channel: Channel, locale: str = "en-US") -> LocalPerson:
    """Somebody there who has installed the bot for themselves."""
    assert channel.guild is not None
    person = server.playground.person("Vera", locale=locale, guild=channel.guild, moderator=True)
    person.user.has_app = True
    return person


def as_of_old(server: Server) -> None:
    """The commands as they were registered when they did not say where they serve."""
    for command in server.playground.commands[0]:
        command["integration_types"], command["contexts"] = [0, 1], None


async def test_every_command_says_where_it_serves_and_how_it_is_installed(server: Server) -> None:
    """In what is sent: what is left out, Discord takes from the application's settings."""
    (call,) = [one for one in server.playground.calls if one.method == "PUT"]
    sent = {one["name"]: one for one in call.body}
    assert sent.keys() == IN_DIRECT_MESSAGES | ON_SERVERS
    for name, command in sent.items():
        assert command["integration_types"] == [GUILD], name
        places = [GUILD, DM] if name in IN_DIRECT_MESSAGES else [GUILD]
        assert command["contexts"] == places, name


async def test_nothing_is_offered_where_a_person_alone_has_the_bot(server: Server) -> None:
    there = abroad(server)
    vera = visitor(server, there)
    for name in ("play", "rules"):
        with pytest.raises(ClientRefusal):
            await vera.slash(there, name)
    anna = server.playground.person("Anna")
    direct = server.playground.direct(anna.user)
    assert (await anna.slash(direct, "rules")).text
    with pytest.raises(ClientRefusal):
        await anna.slash(direct, "play")


@pytest.mark.parametrize("locale", SPOKEN)
@pytest.mark.parametrize("name", ["play", "evening", "daily"])
async def test_what_needs_the_server_says_so_in_one_sentence(
    server: Server, name: str, locale: str
) -> None:
    as_of_old(server)
    there = abroad(server)
    said = await visitor(server, there, locale).slash(there, name)
    assert said.ephemeral
    assert said.text.startswith(f"⛔ {SPOKEN[locale]}")
    assert said.text.count(".") == 1
    assert not list(server.bot.tables.index)


@pytest.mark.parametrize("name", WITHOUT_MORE)
async def test_no_command_of_servers_is_carried_out_there(server: Server, name: str) -> None:
    as_of_old(server)
    there = abroad(server)
    said = await visitor(server, there).slash(there, name)
    assert SAYS in said.text
    assert server.playground.refusals == []


async def test_menus_of_people_and_subcommands_are_refused_as_well(server: Server) -> None:
    as_of_old(server)
    there = abroad(server)
    vera = visitor(server, there)
    assert SAYS in (await vera.use_on(there, "Invite to table", vera)).text
    assert SAYS in (await vera.slash(there, "admin bans")).text


async def test_what_needs_no_server_serves_there_by_its_answers_alone(server: Server) -> None:
    as_of_old(server)
    there = abroad(server)
    vera = visitor(server, there)
    server.playground.calls.clear()
    shown = await vera.slash(there, "rules")
    assert SAYS not in shown.text
    assert (await vera.click(shown.message, "›")).kind == "update"
    assert server.playground.counted_calls == 0


async def test_where_only_the_commands_were_installed_the_bot_is_no_member(server: Server) -> None:
    """Somebody has ticked the bot off in the install link: Discord names the server as usual."""
    there = abroad(server)
    assert there.guild is not None
    there.guild.has_commands = True
    anna = server.playground.person("Anna", guild=there.guild)
    assert SAYS in (await anna.slash(there, "play")).text
    assert not list(server.bot.tables.index)


@pytest.mark.parametrize(
    "custom_id",
    [
        "kw:lobby:1:0:join",
        "kw:again:1:0:",
        "kw:evening:1:0:come",
        "kw:daily:0:0:play",
        "kw:ring:1:0:",
    ],
)
async def test_a_control_that_was_left_there_says_so_too(server: Server, custom_id: str) -> None:
    """The bot was thrown out, or somebody brings an old message's press along."""
    there = abroad(server)
    vera = visitor(server, there)
    left = server.playground.post(there, server.playground.bot, {"content": "Join?"})
    assert SAYS in (await vera.forge(left, custom_id)).text


async def test_a_server_that_is_away_for_a_while_still_has_the_bot(server: Server) -> None:
    guild = server.playground.guild
    server.playground.outage(guild)
    await server.playground.until(lambda: _is_away(server))
    assert await server.bot.is_in(server.guild)
    server.playground.kick(guild)
    await server.playground.until(lambda: server.bot.get_guild(guild.id) is None)
    assert not await server.bot.is_in(server.guild)


def _is_away(server: Server) -> bool:
    found = server.bot.get_guild(server.guild)
    return found is not None and found.unavailable
