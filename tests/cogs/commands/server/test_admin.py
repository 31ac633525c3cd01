from __future__ import annotations

from typing import Any

import pytest

from cogs.commands.server.admin import BAN_ROWS
from kwbot.ids import UserId
from kwbot.storage.backend.failures import StorageError
from kwbot.storage.values.stored_people import PlayerBan
from kwbot.tables.errors.refusals import Refused
from playground import ClientRefusal
from tests.cogs.server import GAME, Server, labels


async def test_a_barred_player_cannot_join_until_let_in_again(server: Server) -> None:
    mod = server.playground.person("Mod", moderator=True)
    anna, bo = server.playground.person("Anna"), server.playground.person("Bo")
    why = "looked at *other* hands"
    told = await mod.slash(server.channel, "admin ban", player=bo, game=GAME, reason=why)
    assert told.ephemeral
    assert f"@Bo is banned from Kombinations-Whist on this server: {why}" in told.text
    assert not bo.pings()
    with pytest.raises(Refused, match="banned you"):
        await server.table(anna, bo)
    listed = (await mod.slash(server.channel, "admin bans")).text
    assert "@Bo · Kombinations-Whist · 2026-01-01 12:00 UTC · @Mod*" in listed
    assert why in listed
    told = await mod.slash(server.channel, "admin unban", player=bo, game=GAME)
    assert "@Bo can play Kombinations-Whist again." in told.text
    elsewhere = server.playground.add_channel(server.playground.guild, "whist-2")
    await server.table(anna, bo, channel=elsewhere)
    assert server.playground.refusals == []


async def test_a_ban_takes_the_player_out_of_lobbies_and_names_running_tables(
    server: Server,
) -> None:
    mod = server.playground.person("Mod", moderator=True)
    anna, bo = server.playground.person("Anna"), server.playground.person("Bo")
    elsewhere = server.playground.add_channel(server.playground.guild, "whist-2")
    waiting = await server.table(anna, bo)
    begun = await server.table(anna, bo, channel=elsewhere)
    await server.start(begun, anna)
    told = await mod.slash(server.channel, "admin ban", player=bo, game=GAME, reason="cheating")
    assert f"They're still at table {begun}." in told.text
    lobby, running_table = server.tables.index.get(waiting), server.tables.index.get(begun)
    assert lobby is not None
    assert running_table is not None
    assert not lobby.has(UserId(bo.id))
    assert running_table.has(UserId(bo.id))


async def test_nobody_who_is_banned_stays_in_a_lobby_though_the_bot_is_killed(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who was not answered bans once more; until then the seat is free."""
    mod = server.playground.person("Mod", moderator=True)
    anna, bo = server.playground.person("Anna"), server.playground.person("Bo")
    lobby = await server.table(anna, bo)
    add_ban = server.store.settings.add_ban

    async def killed(ban: PlayerBan) -> None:
        await add_ban(ban)
        raise StorageError

    monkeypatch.setattr(server.store.settings, "add_ban", killed)
    told = await mod.slash(server.channel, "admin ban", player=bo, game=GAME, reason="cheating")
    assert "is banned" not in told.text
    table = server.tables.index.get(lobby)
    assert table is not None
    assert not table.has(UserId(bo.id))


async def test_bad_bans_get_one_sentence(server: Server) -> None:
    mod = server.playground.person("Mod", moderator=True)
    bo = server.playground.person("Bo")
    bot = server.playground.bot
    refused = await mod.slash(server.channel, "admin ban", player=bot, game=GAME, reason="x")
    assert "Only people" in refused.text
    refused = await mod.slash(server.channel, "admin unban", player=bo, game=GAME)
    assert "isn't banned" in refused.text
    assert "Nobody is banned" in (await mod.slash(server.channel, "admin bans")).text
    with pytest.raises(ClientRefusal):
        await mod.slash(server.channel, "admin ban", player=bo, game=GAME, reason="x" * 201)


async def test_the_list_of_bans_has_pages_that_hold_the_longest_reasons(server: Server) -> None:
    mod = server.playground.person("*" * 32, moderator=True)
    for number in range(11):
        server.clock.advance(60)
        bo = server.playground.person(f"Bo{number:02}".ljust(32, "*"))
        await mod.slash(server.channel, "admin ban", player=bo, game=GAME, reason="*" * 200)
    shown = await mod.slash(server.channel, "admin bans")
    assert labels(shown.message) == ["«", "‹", "›", "»"]
    assert shown.text.count("*" * 200) == BAN_ROWS
    assert "Bo00" in shown.text
    assert "Bo10" not in shown.text
    shown = await mod.click(shown.message, "»")
    assert "Bo10" in shown.text
    anna = server.playground.person("Anna")
    refused = await anna.forge(shown.message, "kw:bans:0:0:page 1 «")
    assert "Only this server's moderators" in refused.text
    assert "Bo0" not in refused.text
    assert server.playground.refusals == []


async def test_only_moderators_use_admin_commands(server: Server) -> None:
    anna = server.playground.person("Anna", moderator=True)
    (admin,) = [c for c in server.playground.commands[0] if c["name"] == "admin"]
    manage_guild = 1 << 5
    assert int(admin["default_member_permissions"]) == manage_guild
    assert admin["contexts"] == [0]
    # An administrator of the server may open a command to anybody: the bot checks again.
    admin["default_member_permissions"] = None
    server.playground.guild.moderators.remove(anna.id)
    commands: dict[str, dict[str, Any]] = {
        "ban": {"player": anna, "game": GAME, "reason": "x"},
        "unban": {"player": anna, "game": GAME},
        "bans": {},
        "close-table": {},
    }
    for command, options in commands.items():
        refused = await anna.slash(server.channel, f"admin {command}", **options)
        assert refused.ephemeral
        assert "Only this server's moderators" in refused.text
    assert await server.store.settings.bans(server.guild) == []


async def test_a_moderator_closes_the_table_of_the_channel_or_by_number(server: Server) -> None:
    mod = server.playground.person("Mod", moderator=True)
    anna = server.playground.person("Anna")
    elsewhere = server.playground.add_channel(server.playground.guild, "whist-2")
    refused = await mod.slash(server.channel, "admin close-table")
    assert "no open table here" in refused.text
    first = await server.table(anna)
    second = await server.table(anna, channel=elsewhere)
    offered = await mod.autocomplete(server.channel, "admin close-table", "table", "anna")
    assert [choice["value"] for choice in offered] == [first, second]
    assert offered[0]["name"].startswith(f"{first}: Anna, ")
    asked = await mod.slash(server.channel, "admin close-table")
    assert f"Close table {first}, " in asked.text
    assert "The game hasn't started." in asked.text
    assert server.tables.index.get(first) is not None
    refused = await anna.forge(asked.message, f"kw:closing:{first}:0:")
    assert "Only this server's moderators" in refused.text
    told = await mod.click(asked.message, "Close the table")
    assert f"Table {first} is closed." in told.text
    asked = await mod.slash(server.channel, "admin close-table", table=second)
    told = await mod.click(asked.message, "Close the table")
    assert f"Table {second} is closed." in told.text
    stored = await server.store.tables.load(second)
    assert stored is not None
    assert stored.closed_reason == "moderator"
    refused = await mod.slash(server.channel, "admin close-table", table=second)
    assert "This table is closed." in refused.text


async def test_a_table_of_another_server_is_out_of_reach(server: Server) -> None:
    anna = server.playground.person("Anna")
    table = await server.table(anna)
    other = server.playground.add_guild("Elsewhere", channel="whist")
    mod = server.playground.person("Mod", guild=other, moderator=True)
    (channel,) = other.channels.values()
    refused = await mod.slash(channel, "admin close-table", table=table)
    assert "This table is closed." in refused.text
    asked = await mod.slash(channel, "admin bans")
    refused = await mod.forge(asked.message, f"kw:closing:{table}:0:")
    assert "This table is closed." in refused.text
    assert server.tables.index.get(table) is not None
    assert await mod.autocomplete(channel, "admin close-table", "table", "") == []
