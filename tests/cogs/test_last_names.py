"""Whoever has left the server is known by name on its boards, and nobody by another server's."""

from __future__ import annotations

import pytest

from kwbot.ids import GuildId, UserId
from kwbot.storage.values.documents import GuildSettings
from kwbot.storage.values.stored_tables import NewTable, StoredSeat
from kwbot.tables.serving.table_index import TableIndex
from kwbot.tables.state.table_state import OpenTable
from playground import LocalPerson
from playground.people.person import Response
from tests.cogs.commands.past.test_leaderboard import choose, deals, result
from tests.cogs.server import GAME, Server


async def board(server: Server, person: LocalPerson, measure: str = "points") -> Response:
    shown = await person.slash(server.channel, "leaderboard", game=GAME)
    return await choose(person, shown, "measure", measure)


async def test_whoever_has_left_stands_on_every_board_by_name(server: Server) -> None:
    anna, bo = server.playground.person("Anna"), server.playground.person("Bo")
    await deals(server, {anna: 3, bo: 1})
    for _ in range(10):
        await server.finished(result(anna.id, place=1), result(bo.id, place=2, seat=1))
    await server.store.settings.change_guild_settings(
        server.guild, lambda _: GuildSettings(ratings=True)
    )
    server.playground.leave(server.playground.guild, anna.user)
    for measure in ("points", "wins", "rating", "ever"):
        shown = await board(server, bo, measure)
        assert "Anna" in shown.text
        assert "Bo" in shown.text
        assert str(anna.id) not in shown.text
    shown = await bo.slash(server.channel, "stats", player=anna)
    assert "📊 Anna" in shown.text
    assert str(anna.id) not in shown.text
    shown = await choose(bo, await bo.slash(server.channel, "stats"), "section", "people")
    assert "Anna" in shown.text
    assert str(anna.id) not in shown.text


async def test_a_mention_of_whoever_has_left_is_a_number(server: Server) -> None:
    anna, bo = server.playground.person("Anna"), server.playground.person("Bo")
    await deals(server, {anna: 3, server.playground.person("Cleo"): 1}, seated=False)
    assert "@Anna" in (await board(server, bo)).text
    server.playground.leave(server.playground.guild, anna.user)
    shown = await board(server, bo)
    assert f"<@{anna.id}>" in shown.text
    assert "Anna" not in shown.text


async def test_an_old_database_learns_names_as_people_press(server: Server) -> None:
    anna, bo = server.playground.person("Anna"), server.playground.person("Bo")
    await deals(server, {anna: 3, bo: 1}, seated=False)
    await anna.slash(server.channel, "rules")
    shown = await board(server, bo)
    assert "🥇 Anna" in shown.text
    cleo = server.playground.person("Cleo")
    await cleo.slash(server.channel, "rules")
    assert await server.store.people.last_name(server.guild, UserId(cleo.id)) is None, (
        "who played nothing"
    )


async def test_the_last_name_is_that_of_the_newest_press_on_that_server(server: Server) -> None:
    anna, bo = server.playground.person("Anna"), server.playground.person("Bo")
    anna_id = UserId(anna.id)
    await deals(server, {anna: 3, bo: 1})
    server.playground.guild.nicks[anna.id] = "Annika"
    shown = await board(server, anna)
    assert "🥇 Annika" in shown.text
    other = GuildId(server.guild + 1)
    elsewhere = NewTable(
        guild_id=other, channel_id=1, host_id=UserId(1), game=GAME, language="en",
        created_at=server.clock.now(),
        seats=(StoredSeat(seat=0, name="A.", user_id=anna_id),),
    )  # fmt: skip
    await server.store.create_table(elsewhere)
    await anna.slash(server.playground.direct(anna.user), "privacy")
    assert await server.store.people.names(server.guild, [anna_id]) == {anna_id: "Annika"}
    assert await server.store.people.names(other, [anna_id]) == {anna_id: "A."}
    server.playground.guild.nicks[anna.id] = "\u3164"
    assert "🥇 anna" in (await board(server, anna)).text, "her user name"


async def test_a_table_shows_the_name_of_the_newest_press_on_its_server(server: Server) -> None:
    anna, bo = server.playground.person("Anna"), server.playground.person("Bo")
    table = await server.table(anna, bo)
    server.playground.guild.nicks[bo.id] = "Bosse"
    await bo.slash(server.playground.direct(bo.user), "rules")
    assert server.tables.index.at(table).state.names[:2] == ("Anna", "Bo")
    await bo.slash(server.channel, "rules")
    assert server.tables.index.at(table).state.names[:2] == ("Anna", "Bosse")
    server.playground.guild.nicks[bo.id] = "ＡＮＮＡ"
    await bo.slash(server.channel, "rules")
    assert server.tables.index.at(table).state.names[:2] == ("Anna", "ＡＮＮＡ 2")
    assert await server.store.people.names(server.guild, [UserId(bo.id)]) == {bo.id: "ＡＮＮＡ"}


async def test_a_new_name_reaches_the_table_from_direct_messages_too(server: Server) -> None:
    anna, bo = server.playground.person("Anna"), server.playground.person("Bo")
    table = await server.table(anna, bo)
    for person in (anna, bo):
        await person.slash(server.channel, "rules")
    server.playground.guild.nicks[anna.id] = "Annika"
    await anna.slash(server.channel, "rules")
    anna.user.name, bo.user.name = "A.", "Bosse"
    for person in (anna, bo):
        await person.slash(server.playground.direct(person.user), "rules")
    assert server.tables.index.at(table).state.names[:2] == ("Annika", "Bosse")


async def test_presses_in_direct_messages_do_not_look_at_all_tables_each(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks, of_user = list[int](), TableIndex.of_user

    def noting(index: TableIndex, user_id: UserId) -> list[OpenTable]:
        looks.append(user_id)
        return of_user(index, user_id)

    anna, bo = server.playground.person("Anna"), server.playground.person("Bo")
    table = await server.table(anna, bo)
    direct = server.playground.direct(anna.user)
    monkeypatch.setattr(TableIndex, "of_user", noting)
    await anna.slash(direct, "rules")
    first = len(looks)
    await anna.slash(direct, "rules")
    assert len(looks) - first < first, "all but the command itself"
    await anna.slash(server.channel, "rules")
    anna.user.name = "A."
    await anna.slash(direct, "rules")
    assert server.tables.index.at(table).state.names[0] == "A.", "a new name is looked at at once"


async def test_people_of_one_name_are_told_apart_on_a_board(server: Server) -> None:
    first, second = server.playground.person("Anna"), server.playground.person("Bo")
    await deals(server, {first: 3, second: 1})
    server.playground.guild.nicks[second.id] = "anna"
    text = (await board(server, second)).text
    assert "🥇 Anna ·" in text
    assert "🥈 anna 2 ·" in text


async def test_what_somebody_deletes_is_gone_from_memory_too(server: Server) -> None:
    anna, bo = server.playground.person("Anna"), server.playground.person("Bo")
    anna_id = UserId(anna.id)
    await deals(server, {anna: 3, bo: 1})
    await anna.slash(server.channel, "rules")
    shown = await anna.slash(server.channel, "privacy")
    assert "the bot knows your name, for leaderboards." in shown.text.replace("*", "")
    shown = await anna.click(shown.message, "Delete my data")
    await (await anna.click(shown.message, "Delete for good")).settled()
    assert await server.store.people.names(server.guild, [anna_id]) == {}
    await anna.slash(server.channel, "rules")
    assert await server.store.people.names(server.guild, [anna_id]) == {}
    await deals(server, {anna: 3, bo: 1}, seated=False)
    server.clock.advance(61)  # somebody of whom nothing is known is not looked up at each press
    await anna.slash(server.channel, "rules")
    assert await server.store.people.names(server.guild, [anna_id]) == {anna_id: "Anna"}
