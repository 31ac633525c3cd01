"""Whoever looks for a table in the wrong place gets a link to it."""

from __future__ import annotations

from playground import LocalPerson
from tests.cogs.server import Server


async def test_a_second_table_is_refused_with_a_link_to_the_first(
    server: Server, anna: LocalPerson
) -> None:
    table = await server.table(anna)
    refused = await anna.slash(server.channel, "play")
    assert refused.text.startswith("⛔ This channel already has a table: #whist")
    await server.tables.note(table, message=55)
    refused = await anna.slash(server.channel, "play")
    where = f"https://discord.com/channels/{server.guild}/{server.channel.id}/55"
    assert where in str(refused.message.components)


async def test_table_tells_where_ones_table_is(server: Server, anna: LocalPerson) -> None:
    table = await server.table(anna)
    other = server.playground.add_channel(server.playground.guild, "other")
    told = await anna.slash(other, "table")
    assert "This channel has no table. Yours is here: #whist" in told.text
    bo = server.playground.person("Bo")
    assert "Open one with /play" in (await bo.slash(other, "table")).text
    await server.tables.note(table, channel=other.id, parent_channel=server.channel.id)
    told = await bo.slash(server.channel, "table")
    assert "The table is in a thread: #other" in told.text
