from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from cogs.screens.parts.components import LEADERBOARD, OPEN, Press
from cogs.screens.parts.paging import Turn
from kwbot.evenings.evening import Evening, EveningStage
from kwbot.evenings.evening_rows import to_row
from kwbot.evenings.sitting import Share, Sitting
from kwbot.ids import GuildId, TableId, UserId
from kwbot.storage.values.stored_results import DealShare, PlayerResult, ScoredDeal, Title
from kwbot.storage.values.stored_tables import NewEvent, NewTable, StoredSeat, TableChange
from kwbot.variants import games
from playground import LocalPerson
from playground.people.person import Response
from tests.cogs.server import GAME, Server, labels


def result(
    user: int, *, won: bool = False, points: int = 0, seat: int = 0, place: int | None = None
) -> PlayerResult:
    return PlayerResult(
        user_id=UserId(user),
        seat=seat,
        won=won,
        points=points,
        bids_tried=4,
        bids_made=3,
        place=place,
    )


async def ever(
    server: Server, person: LocalPerson, name: str = "leaderboard", **options: Any
) -> Response:
    shown = await person.slash(server.channel, "leaderboard", **options)
    (menu,) = shown.message.selects()
    return await person.select(shown.message, menu["custom_id"], ["ever"])


async def deals(
    server: Server,
    points: dict[LocalPerson, int],
    count: int = 12,
    day: date | None = None,
    *,
    seated: bool = True,
) -> TableId:
    """Enter so many deals, of today or of that day, in which each gets these points; return their
    table. `seated`: whether it knows their names."""
    now = server.clock.now()
    seats = tuple(
        StoredSeat(seat=seat, name=person.name, user_id=UserId(person.id))
        for seat, person in enumerate(points)
        if seated
    )
    table = await server.store.create_table(
        NewTable(guild_id=server.guild, channel_id=1, host_id=UserId(1), game=GAME, language="en",
                 created_at=now, seats=seats)
    )  # fmt: skip
    shares = tuple(
        DealShare(seat=seat, user_id=UserId(person.id), side=seat, points=points[person], tricks=0)
        for seat, person in enumerate(points)
    )
    scores = [
        ScoredDeal(number=number, people=len(points), shares=shares, day=day or now.date())
        for number in range(1, count + 1)
    ]
    await server.store.append(table, [NewEvent("x", "", now)], expected_seq=0, scores=scores)
    return table


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
    assert "Nothing yet." in shown.text
    assert "/play" in shown.text
    assert labels(shown.message) == []
    shown = await ever(server, anna)
    assert "No game with other people has been finished here yet." in shown.text


async def test_the_leaderboard_tells_rank_games_wins_points_bids_and_titles(server: Server) -> None:
    anna, bo = server.playground.person("Anna"), server.playground.person("Bo")
    title = server.bot.games[GAME].titles
    key = next(iter(title))
    await server.finished(
        result(anna.id, won=True, points=14),
        result(bo.id, points=-3, seat=1),
        titles=(Title(UserId(anna.id), key),),
    )
    await server.finished(result(anna.id, won=True, points=13))
    await server.finished(result(bo.id, won=True, points=99), guild_id=GuildId(server.guild + 1))
    text = (await ever(server, bo, game=GAME)).text
    first, second = text.index("@Anna"), text.index("Bo")
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
                     host_id=UserId(anna.id), game=game, language="en", created_at=now)
        )  # fmt: skip
        await server.store.append(table, [NewEvent("over", "", now)], expected_seq=0)
    bo = server.playground.person("Bo")
    assert "Fyrmanswhist" in (await bo.slash(server.channel, "leaderboard")).text
    lobby = await server.table(bo, anna)
    shown = await anna.slash(server.channel, "leaderboard")
    assert "Fyrmanswhist" in shown.text, "a lobby of another game has not been played"
    await server.start(lobby, bo)
    assert "Kombinations-Whist" in (await anna.slash(server.channel, "leaderboard")).text


async def test_a_lobby_tells_the_game_where_nothing_was_played(server: Server) -> None:
    anna = server.playground.person("Anna")
    table = await server.table(anna)
    await server.tables.index.at(table).set_game(UserId(anna.id), games()["hus"])
    assert "House Whist" in (await anna.slash(server.channel, "leaderboard")).text


async def test_nobody_is_pinged(server: Server) -> None:
    people = await crowd(server, 3)
    shown = await ever(server, people[0])
    assert all(person.mention in str(shown.message.components) for person in people[1:])
    assert "P00" in shown.text, "who presses is known by name from then on"
    assert not any(person.pings() for person in people)


async def test_ten_a_page_and_anybody_may_turn_it(server: Server) -> None:
    people = await crowd(server, 21)
    shown = await ever(server, people[0])
    assert "Page 1 of 3" in shown.text
    assert "@P09" in shown.text
    assert "@P10" not in shown.text
    for sign, names in (("›", ("P10", "P19")), ("»", ("P20",)), ("‹", ("P10",)), ("«", ("P00",))):
        shown = await people[5].click(shown.message, sign)
        assert shown.kind == "update"
        assert all(name in shown.text for name in names)
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
    settings = await server.store.settings.guild_settings(server.guild)
    danish = settings.model_copy(update={"language": "da"})
    await server.store.settings.change_guild_settings(server.guild, lambda _: danish)
    assert "Rangliste" in (await anna.slash(server.channel, "leaderboard")).text


async def test_a_server_that_is_no_community_is_spoken_to_as_whoever_asks(server: Server) -> None:
    bo = server.playground.person("Bo", locale="da")
    assert server.playground.guild.locale == "en-US", "though nobody chose that"
    assert "Rangliste" in (await bo.slash(server.channel, "rangliste")).text


async def test_the_default_is_the_running_season_by_points_a_deal(server: Server) -> None:
    anna, bo, cleo = (server.playground.person(name) for name in ("Anna", "Bo", "Cleo"))
    await deals(server, {anna: 1, bo: 2})
    await deals(server, {cleo: 9, bo: 1}, count=4)
    await deals(server, {anna: 50, bo: 0}, day=server.clock.now().date() - timedelta(days=200))
    text = (await anna.slash(server.channel, "leaderboard")).text
    assert "1st quarter 2026 · until 31 March" in text.replace("**", "")
    assert text.index("Bo") < text.index("Anna") < text.index("Cleo")
    assert "1.75 a deal" in text.replace("**", "")
    *_, line, small = text[: text.index("Whoever has played")].split("\n\n")[1].split("\n")
    assert ("🥉" in line, "Cleo" in line) == (True, True), "a place from the first game on"
    assert small.endswith(" · few games yet")
    assert text.count("few games yet") == 1
    assert "Whoever has played fewer than 10 deals comes after the others." in text


async def test_the_button_of_a_table_shows_it_in_private_and_turns_nothing(server: Server) -> None:
    anna, bo = server.playground.person("Anna"), server.playground.person("Bo")
    await deals(server, {anna: 1, bo: 2})
    public = await anna.slash(server.channel, "leaderboard")
    asked = Press(LEADERBOARD, argument=str(Turn(f"{GAME}/points/", OPEN)))
    shown = await bo.forge(public.message, str(asked))
    assert (shown.kind, shown.ephemeral) == ("message", True)
    assert "a deal" in shown.text


async def test_seasons_of_a_month_and_who_won_those_that_are_over(server: Server) -> None:
    anna, bo = server.playground.person("Anna"), server.playground.person("Bo")
    await set_season(server, season="month")
    before = server.clock.now().date().replace(day=1) - timedelta(days=1)
    await deals(server, {anna: 3, bo: 1}, day=before)
    await deals(server, {anna: 1, bo: 2})
    shown = await bo.slash(server.channel, "leaderboard")
    shown = await choose(bo, shown, "season", f"{before:%Y-%m}")
    assert shown.text.index("Anna") < shown.text.index("Bo")
    assert "until" not in shown.text
    shown = await choose(bo, shown, "season", "past")
    assert "December 2025\n🥇 Anna · 🥈 Bo" in shown.text.replace("**", "")
    for person in (anna, bo):
        await server.store.delete_user_data(UserId(person.id))
    shown = await choose(bo, shown, "season", "past")
    assert "🥇 someone · 🥈 someone" in shown.text
    shown = await choose(bo, shown, "measure", "wins")
    assert "Past winners · Games won" in shown.text.replace("**", "")
    assert "nobody" in shown.text


async def set_season(server: Server, **values: Any) -> None:
    before = await server.store.settings.guild_settings(server.guild)
    await server.store.settings.change_guild_settings(
        server.guild, lambda _: before.model_copy(update=values)
    )


async def choose(person: LocalPerson, shown: Response, what: str, value: str) -> Response:
    (menu,) = [one for one in shown.message.selects() if one["custom_id"].endswith(f" {what}")]
    return await person.select(shown.message, menu["custom_id"], [value])


async def test_the_best_evenings_count(server: Server) -> None:
    anna, bo = server.playground.person("Anna"), server.playground.person("Bo")
    await set_season(server, best_evenings=2)
    now = server.clock.now()
    for night, (hers, his) in enumerate(((5, 9), (6, 1), (7, 1))):
        evening = Evening(
            guild=server.guild, channel=1, host=None, game=GAME, deals=4, seats=4,
            starts=now + timedelta(days=night), ends=now + timedelta(days=night, hours=3),
            rounds=((Sitting((0, 1), 4, shares=(Share(0, hers, 4), Share(1, his, 4))),),),
        ).with_arrival(UserId(anna.id), "Anna").with_arrival(UserId(bo.id), "Bo")  # fmt: skip
        await server.store.evenings.create(to_row(replace(evening, stage=EveningStage.OVER)))
    shown = await anna.slash(server.channel, "leaderboard", game=GAME)
    shown = await choose(anna, shown, "measure", "evenings")
    text = shown.text.replace("*", "")
    assert "🥇 Anna · 13 points\n-# best 2 of 3 evenings · 2 won" in text
    assert "🥈 Bo · 10 points\n-# best 2 of 3 evenings · 1 won" in text
    assert "The best 2 evenings count." in text


async def test_forged_choices_show_the_running_season(server: Server) -> None:
    anna = server.playground.person("Anna")
    shown = await anna.slash(server.channel, "leaderboard")
    for what in (f"{GAME}/x/y", f"{GAME}/wins/9999-12", f"{GAME}//", f"{GAME}/evenings/-1/7"):
        answer = await anna.forge(shown.message, f"kw:leaderboard:0:0:{what} 1 ›")
        assert "1st quarter 2026" in answer.text


async def test_a_look_in_a_new_season_keeps_the_names_of_the_last(server: Server) -> None:
    anna, bo = server.playground.person("Anna"), server.playground.person("Bo")
    await set_season(server, season="month")
    before = server.clock.now().date().replace(day=1) - timedelta(days=1)
    table = await deals(server, {anna: 3, bo: 1}, day=before)
    await anna.slash(server.channel, "leaderboard", game=GAME)
    await server.store.update_table(table, TableChange(seats=()))
    shown = await choose(
        bo, await bo.slash(server.channel, "leaderboard", game=GAME), "season", "past"
    )
    assert "🥇 Anna · 🥈 Bo" in shown.text.replace("**", "")


async def test_a_champion_whose_name_was_not_kept_is_mentioned(server: Server) -> None:
    anna = server.playground.person("Anna")
    await set_season(server, season="month")
    before = server.clock.now().date().replace(day=1) - timedelta(days=1)
    bo, cleo = server.playground.person("Bo"), server.playground.person("Cleo")
    await deals(server, {anna: 3, bo: 1}, day=before, seated=False)
    shown = await cleo.slash(server.channel, "leaderboard", game=GAME)
    assert "🥇 @Anna" in (await choose(cleo, shown, "season", "past")).text


async def test_ratings_are_shown_where_moderators_have_turned_them_on(server: Server) -> None:
    anna, bo, cleo = (server.playground.person(name) for name in ("Anna", "Bo", "Cleo"))
    for number in range(10):
        third = [result(cleo.id, seat=2, place=3)] if number < 9 else []
        await server.finished(
            result(anna.id, place=2, seat=0), result(bo.id, place=1, seat=1), *third
        )
    shown = await anna.slash(server.channel, "leaderboard", game=GAME)
    (measure,) = shown.message.selects()
    assert "rating" not in {one["value"] for one in measure["options"]}
    forged = await anna.forge(shown.message, measure["custom_id"], values=["rating"])
    assert "Rating" not in forged.text
    await set_season(server, ratings=True)
    shown = await anna.slash(server.channel, "leaderboard", game=GAME)
    shown = await choose(anna, shown, "measure", "rating")
    told = shown.text.replace("*", "")
    assert "🥇 @Bo · 1,553" in told
    assert "🥈 Anna · 963" in told
    assert "10 games\n– @Cleo" in told
    assert "Provisional until 10 games are played." in told
    assert [one["custom_id"].split()[-1] for one in shown.message.selects()] == ["measure"]
