from __future__ import annotations

from kwbot.storage.documents import GuildSettings
from tests.cogs.server import Server
from tests.cogs.test_leaderboard import result


async def test_stats_are_ones_own_or_of_another(server: Server) -> None:
    anna, bo = server.playground.person("Anna"), server.playground.person("Bo", locale="da")
    await server.finished(result(anna.id, won=True, points=14), result(bo.id, points=2, seat=1))
    own = await anna.slash(server.channel, "stats")
    assert own.ephemeral
    assert "@Anna" in own.text
    assert "14 points" in own.text
    assert "(75%)" in own.text
    other = await anna.slash(server.channel, "stats", player=bo)
    assert "@Bo" in other.text
    assert "2 points" in other.text
    assert not bo.pings()
    stranger = server.playground.person("Cleo")
    assert "has not finished a game here" in (await stranger.slash(server.channel, "stats")).text
    assert "14 point" in (await bo.slash(server.channel, "statistik", spiller=anna)).text


async def test_who_leaves_games_is_shown_to_moderators_where_the_server_says_so(
    server: Server,
) -> None:
    mod = server.playground.person("Mod", moderator=True)
    anna, bo = server.playground.person("Anna"), server.playground.person("Bo")
    left = "Left before the end: 0 of 0 games"
    assert left not in (await mod.slash(server.channel, "stats", player=bo)).text
    await server.store.set_guild_settings(server.guild, GuildSettings(show_leavers=True))
    assert left in (await mod.slash(server.channel, "stats", player=bo)).text
    assert left not in (await anna.slash(server.channel, "stats", player=bo)).text
    await server.table(anna)
    assert left in (await anna.slash(server.channel, "stats", player=bo)).text, "a host"
