from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from kwbot.ids import UserId
from kwbot.storage.values.documents import GuildSettings
from kwbot.storage.values.stored_results import DealShare, ScoredDeal
from kwbot.storage.values.stored_tables import NewEvent, NewTable
from kwbot.text.statistics import career_text
from playground.people.person import LocalPerson, Response
from tests.cogs.commands.past.test_leaderboard import choose, result
from tests.cogs.server import GAME, Server

PLAYED = (
    ("trumf", True, 1), ("noll+pest", True, 4), ("trumf", False, -2), ("obesudlat", True, 9),
    ("trumf", True, 1), ("trumf", True, 1),
)  # fmt: skip
"""The contracts of a player, whether they made them, and what these brought."""


async def career(
    server: Server,
    player: LocalPerson,
    *others: LocalPerson,
    game: str = GAME,
    deals: int = 6,
    **more: Any,
) -> None:
    """Enter deals in which a player bids, and others get a point each."""
    now = server.clock.now()
    table = await server.store.create_table(
        NewTable(guild_id=server.guild, channel_id=1, host_id=UserId(1), game=game, language="en",
                 created_at=now)
    )  # fmt: skip
    rest = tuple(
        DealShare(seat=seat, user_id=UserId(other.id), side=seat, points=1, tricks=0)
        for seat, other in enumerate(others, 1)
    )
    scores = [
        ScoredDeal(
            number=number, people=1 + len(others), edition="1.4", contract=contract,
            day=date(2026, 1, number),
            shares=(
                DealShare(
                    seat=0, user_id=UserId(player.id), side=0, points=points, tricks=5, made=made,
                    **more,
                ),
                *rest,
            ),
        )
        for number, (contract, made, points) in enumerate(PLAYED[:deals], 1)
    ]  # fmt: skip
    await server.store.append(table, [NewEvent("x", "", now)], expected_seq=0, scores=scores)


def plain(shown: Response) -> str:
    return shown.text.replace("**", "").replace("`", "")


async def test_the_overview_has_a_chart_with_words_beside_it(server: Server) -> None:
    anna, bo = server.playground.person("Anna"), server.playground.person("Bo")
    await career(server, anna, bo)
    shown = await bo.slash(server.channel, "stats", player=anna)
    assert len(shown.message.attachments) == 1
    assert "Points of all deals, added up, 01/01/2026 – 06/01/2026: 0 … 14, 14." in str(
        shown.message.components
    )
    assert "bids made: 83%; in a row: 3" in str(shown.message.components)


async def test_one_deal_makes_no_chart(server: Server) -> None:
    anna, bo = server.playground.person("Anna"), server.playground.person("Bo")
    await career(server, anna, bo, deals=1)
    shown = await anna.slash(server.channel, "stats")
    assert not shown.message.attachments
    assert "Points of all deals" not in str(shown.message.components)


async def test_the_chart_has_ratings_where_they_are_turned_on(server: Server) -> None:
    anna, bo = server.playground.person("Anna"), server.playground.person("Bo")
    await career(server, anna, bo)

    async def chart() -> str:
        shown = await anna.slash(server.channel, "stats")
        assert len(shown.message.attachments) == 1
        return str(shown.message.components)

    await server.store.settings.change_guild_settings(
        server.guild, lambda _: GuildSettings(ratings=True)
    )
    assert "Rating" not in await chart(), "no game yet"
    await server.finished(result(anna.id, place=1), result(bo.id, place=2, seat=1))
    day = f"{server.clock.now():%d/%m/%Y}"
    rated = f"Rating: 1,105, provisional, {day} – {day}: 1,000 … 1,105, 1,105."
    assert rated in await chart()
    for _ in range(9):
        await server.finished(result(anna.id, place=1), result(bo.id, place=2, seat=1))
    assert "provisional" not in await chart()
    await server.store.settings.change_guild_settings(server.guild, lambda _: GuildSettings())
    assert "Rating" not in await chart()


async def test_bids_collection_and_feats(server: Server) -> None:
    anna, bo = server.playground.person("Anna"), server.playground.person("Bo")
    await career(server, anna, bo)
    shown = await anna.slash(server.channel, "stats")
    shown = await choose(anna, shown, "section", "bids")
    assert "5 of 6 bids made (83%)" in plain(shown)
    assert "Favourite bid: Trump, 4 times" in plain(shown)
    assert "Best bid: Trump, 3 of 4 made" in plain(shown)
    assert "Longest streak: 3, now 3" in plain(shown)
    shown = await choose(anna, shown, "section", "collection")
    assert "Edition 1.4: 4 of 31" in plain(shown)
    assert "Trump (01/01/2026) · Zero (02/01/2026) · Plague (02/01/2026)" in plain(shown)
    assert "Still to make: Bid of Shame, " in plain(shown)
    assert "Edition 1.5" not in shown.text
    shown = await choose(anna, shown, "section", "feats")
    assert "🏅 Taintless 04/01/2026" in plain(shown)
    assert "▫️ Honourable plague" in plain(shown)


async def test_thousands_of_deals_hold_up_nobody(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What they add up to is worked out beside the event loop."""
    anna, bo = server.playground.person("Anna"), server.playground.person("Bo")
    await career(server, anna, bo)
    threads = list[threading.Thread]()

    def noted(work: Callable[..., Any]) -> Callable[..., Any]:
        def worked(*args: Any, **more: Any) -> Any:
            threads.append(threading.current_thread())
            return work(*args, **more)

        return worked

    monkeypatch.setattr(career_text, "chart", noted(career_text.chart))
    monkeypatch.setattr(career_text, "feats_text", noted(career_text.feats_text))
    shown = await anna.slash(server.channel, "stats")
    await choose(anna, shown, "section", "feats")
    assert len(threads) == 2
    assert threading.main_thread() not in threads


async def test_what_a_computer_or_nobody_else_saw_is_no_deed(server: Server) -> None:
    anna, bo = server.playground.person("Anna"), server.playground.person("Bo")
    await career(server, anna)
    shown = await anna.slash(server.channel, "stats")
    assert "You haven't finished a game" in shown.text
    assert list(shown.message.selects()) == []
    await career(server, anna, bo, left=True)
    shown = await anna.slash(server.channel, "stats")
    shown = await choose(anna, shown, "section", "feats")
    assert "🏅" not in shown.text
    assert "No bid played" in (await choose(anna, shown, "section", "bids")).text


async def test_partners_and_opponents_and_head_to_head(server: Server) -> None:
    anna, bo, cleo = (server.playground.person(name) for name in ("Anna", "Bo", "Cleo"))
    await career(server, anna, bo)
    await career(server, anna, bo, cleo)
    shown = await anna.slash(server.channel, "stats")
    shown = await choose(anna, shown, "section", "people")
    assert "Opponents\n@Bo · 12 deals · 28 against 12 points" in plain(shown)
    assert "@Cleo · 6 deals" in plain(shown)
    other = "Head to head with …"
    shown = await anna.select(shown.message, other, [cleo])
    assert "@Cleo · 6 deals · 14 against 6 points" in plain(shown)
    assert "@Bo" not in shown.text
    shown = await anna.select(shown.message, other, [anna])
    assert "No deal with Anna" in shown.text


async def test_forged_choices_show_what_there_is(server: Server) -> None:
    anna, bo = server.playground.person("Anna"), server.playground.person("Bo")
    await career(server, anna, bo)
    shown = await anna.slash(server.channel, "stats")
    for what in (f"{anna.id}/chess/bids/0", "x/y/z", "", f"{'9' * 19}//people/-1"):
        answer = await anna.forge(shown.message, f"kw:stats:0:0:{what} section", values=["bids"])
        assert "📊" in answer.text or "finished a game" in answer.text, answer.text


async def test_stats_are_ones_own_or_of_another(server: Server) -> None:
    anna, bo = server.playground.person("Anna"), server.playground.person("Bo", locale="da")
    await server.finished(result(anna.id, won=True, points=14), result(bo.id, points=2, seat=1))
    own = await anna.slash(server.channel, "stats")
    assert own.ephemeral
    assert own.text.startswith("### 📊 Your statistics\n")
    assert "Anna" not in own.text
    assert "Kombinations-Whist** · no. 1 here" in own.text
    assert "14 points" in own.text
    assert "(75%)" in own.text
    other = await anna.slash(server.channel, "stats", player=bo)
    assert "Bo" in other.text
    assert "2 points" in other.text
    assert not bo.pings()
    stranger = server.playground.person("Cleo")
    nothing = await stranger.slash(server.channel, "stats")
    assert nothing.text.startswith("You haven't finished a game here yet.")
    assert not nothing.message.attachments
    of_stranger = await bo.slash(server.channel, "statistik", spiller=stranger)
    assert of_stranger.text.startswith("@Cleo har endnu ikke")
    assert "14 point" in (await bo.slash(server.channel, "statistik", spiller=anna)).text


async def test_who_leaves_games_is_shown_to_moderators_where_the_server_says_so(
    server: Server,
) -> None:
    mod = server.playground.person("Mod", moderator=True)
    anna, bo = server.playground.person("Anna"), server.playground.person("Bo")
    left = "Left before the end: 0 of 0 games"
    assert left not in (await mod.slash(server.channel, "stats", player=bo)).text
    await server.store.settings.change_guild_settings(
        server.guild, lambda _: GuildSettings(show_leavers=True)
    )
    assert left in (await mod.slash(server.channel, "stats", player=bo)).text
    assert left not in (await anna.slash(server.channel, "stats", player=bo)).text
    await server.table(anna)
    assert left in (await anna.slash(server.channel, "stats", player=bo)).text, "a host"


async def test_ones_own_page_says_you_and_that_of_another_where_one_is_named(
    server: Server,
) -> None:
    anna, bo = server.playground.person("Anna"), server.playground.person("Bo", locale="sv-SE")
    await career(server, anna, bo)
    for section in ("bids", "people", "collection", "feats"):
        own = await choose(anna, await anna.slash(server.channel, "stats"), "section", section)
        assert own.text.startswith("### 📊 Your statistics · Kombinations-Whist\n")
        assert "Anna" not in own.text
    others = await bo.slash(server.channel, "statistik", spelare=anna)
    others = await choose(bo, others, "section", "people")
    assert others.text.startswith("### 📊 Anna · Kombinations-Whist\n")
    assert "\nDu · 6 givar" in others.text
    assert "Bo" not in others.text


@pytest.mark.parametrize(
    ("locale", "command", "head", "begun"),
    [
        ("en-GB", "stats", "Your statistics", "6 deals so far, no game finished yet"),
        ("sv-SE", "statistik", "Din statistik", "6 givar hittills, inget spel färdigt än"),
        ("da", "statistik", "Din statistik", "6 give indtil nu, intet spil færdigt endnu"),
    ],
)
async def test_a_chart_stands_below_no_word_that_nothing_was_played(
    server: Server, locale: str, command: str, head: str, begun: str
) -> None:
    anna = server.playground.person("Anna", locale=locale)
    bo = server.playground.person("Bo")
    await career(server, anna, bo)
    shown = await anna.slash(server.channel, command)
    assert len(shown.message.attachments) == 1
    assert shown.text.startswith(f"### 📊 {head}\n\n**Kombinations-Whist**\n{begun}")
    of_anna = await bo.slash(server.channel, "stats", player=anna)
    assert of_anna.text.startswith("### 📊 Anna\n\n**Kombinations-Whist**\n6 deals so far")
    await server.finished(result(anna.id, won=True), result(bo.id, seat=1))
    assert begun not in (await anna.slash(server.channel, command)).text


async def test_whoever_has_only_lost_has_no_rank(server: Server) -> None:
    anna, bo = server.playground.person("Anna"), server.playground.person("Bo")
    await server.finished(result(anna.id, points=3), result(bo.id, points=2, seat=1))
    for person in (anna, bo):
        shown = await person.slash(server.channel, "stats")
        assert "1 game, no wins" in shown.text
        assert "no. " not in shown.text.replace("no wins", "")


async def test_what_was_played_for_somebody_or_changed_nothing_has_no_chart(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, bo = server.playground.person("Anna"), server.playground.person("Bo")
    await career(server, anna, bo, left=True)
    shown = await anna.slash(server.channel, "stats")
    assert not shown.message.attachments
    assert shown.text.startswith("You haven't finished a game here yet.")
    monkeypatch.setattr(f"{__name__}.PLAYED", ((None, None, 0),) * 4)
    cleo = server.playground.person("Cleo")
    await career(server, cleo, bo)
    assert not (await cleo.slash(server.channel, "stats")).message.attachments


async def test_norwegians_read_danish(server: Server) -> None:
    kari = server.playground.person("Kari", locale="no")
    shown = await kari.slash(server.channel, "statistik")
    assert shown.text.startswith("Du har endnu ikke spillet noget spil færdigt her.")
