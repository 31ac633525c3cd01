from __future__ import annotations

from kwbot.playground import LocalPerson
from kwbot.storage.documents import GuildSettings
from kwbot.storage.stored import NewEvent, NewTable, PlayerResult, Title
from tests.cogs.server import GAME, Server, labels


def result(user: int, *, won: bool = False, points: int = 0, seat: int = 0) -> PlayerResult:
    return PlayerResult(user_id=user, seat=seat, won=won, points=points, bids_tried=4, bids_made=3)


async def crowd(server: Server, count: int) -> list[LocalPerson]:
    """Players who have finished one game each; the earlier ones with more points."""
    people = [server.playground.person(f"P{number:02}") for number in range(count)]
    for number, person in enumerate(people):
        await server.finished(result(person.id, points=count - number))
    return people


async def test_an_empty_leaderboard_says_how_to_get_on_it(server: Server) -> None:
    anna = server.playground.person("Anna")
    shown = await anna.slash(server.channel, "leaderboard")
    assert not shown.ephemeral
    assert "No game has been finished here yet." in shown.text
    assert "/play" in shown.text
    assert labels(shown.message) == []


async def test_the_leaderboard_tells_rank_games_wins_points_bids_and_titles(server: Server) -> None:
    anna, bo = server.playground.person("Anna"), server.playground.person("Bo")
    title = server.bot.games[GAME].titles
    key = next(iter(title))
    await server.finished(
        result(anna.id, won=True, points=14),
        result(bo.id, points=-3, seat=1),
        titles=(Title(anna.id, key),),
    )
    await server.finished(result(anna.id, won=True, points=13))
    await server.finished(result(bo.id, won=True, points=99), guild=server.guild + 1)
    text = (await bo.slash(server.channel, "leaderboard", game=GAME)).text
    first, second = text.index("@Anna"), text.index("@Bo")
    assert first < second
    assert "2 wins" in text[first:second]
    assert "2 games" in text[first:second]
    assert "27 points" in text[first:second]
    assert "6 of 8 bids made (75%)" in text[first:second]
    assert str(title[key]) in text[first:second]
    assert "1 game, no wins" in text[second:]
    assert "−3 points" in text[second:]
    assert str(title[key]) not in text[second:]


async def test_the_game_last_played_in_the_channel_is_shown(server: Server) -> None:
    anna = server.playground.person("Anna")
    thread, now = 77, server.clock.now()
    for game, channel, parent in (
        ("fyrmanswhist", thread, server.channel.id),
        ("hus", thread + 1, None),
    ):
        table = await server.store.create_table(
            NewTable(guild_id=server.guild, channel_id=channel, parent_channel_id=parent,
                     host_id=anna.id, game=game, language="en", created_at=now)
        )  # fmt: skip
        await server.store.append(table, [NewEvent("over", "", now)], expected_seq=0)
    assert "Fyrmanswhist" in (await anna.slash(server.channel, "leaderboard")).text
    await server.table(anna)
    assert "Kombinations-Whist" in (await anna.slash(server.channel, "leaderboard")).text


async def test_nobody_is_pinged(server: Server) -> None:
    people = await crowd(server, 3)
    shown = await people[0].slash(server.channel, "leaderboard")
    assert all(person.mention in str(shown.message.components) for person in people)
    assert not any(person.pings() for person in people)


async def test_ten_a_page_and_anybody_may_turn_it(server: Server) -> None:
    people = await crowd(server, 21)
    shown = await people[0].slash(server.channel, "leaderboard")
    assert "Page 1 of 3" in shown.text
    assert "@P09" in shown.text
    assert "@P10" not in shown.text
    for sign, names in (("›", ("P10", "P19")), ("»", ("P20",)), ("‹", ("P10",)), ("«", ("P00",))):
        shown = await people[5].click(shown.message, sign)
        assert shown.kind == "update"
        assert all(f"@{name}" in shown.text for name in names)
    for number in ("99", "0", "x", "-1", ""):
        answer = await people[0].forge(shown.message, f"kw:leaderboard:0:0:{GAME} {number} ›")
        assert f"Page {3 if number == '99' else 1} of 3" in answer.text
    assert server.playground.refusals == []


async def test_an_unknown_game_is_refused(server: Server) -> None:
    anna = server.playground.person("Anna")
    shown = await anna.slash(server.channel, "leaderboard")
    answer = await anna.forge(shown.message, "kw:leaderboard:0:0:chess 1 ›")
    assert answer.ephemeral
    assert "no such game" in answer.text


async def test_the_leaderboard_speaks_the_servers_language(server: Server) -> None:
    anna = server.playground.person("Anna")
    server.becomes_community("sv-SE")
    assert "Topplista" in (await anna.slash(server.channel, "leaderboard")).text
    settings = await server.store.guild_settings(server.guild)
    danish = settings.model_copy(update={"language": "da"})
    await server.store.set_guild_settings(server.guild, danish)
    assert "Rangliste" in (await anna.slash(server.channel, "leaderboard")).text


async def test_a_server_that_is_no_community_is_spoken_to_as_whoever_asks(server: Server) -> None:
    bo = server.playground.person("Bo", locale="da")
    assert server.playground.guild.locale == "en-US", "though nobody chose that"
    assert "Rangliste" in (await bo.slash(server.channel, "rangliste")).text


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
