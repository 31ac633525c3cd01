"""A bot without a gateway: Discord posts every interaction, signed, to a page of the bot's."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import yarl

from cogs.connection import interaction_site
from cogs.connection.interaction_site import ANSWER_SECONDS, FRESH
from cogs.connection.pulse import QUIET
from kwbot import http_server
from kwbot.http_server import OneAMinute
from kwbot.playground import Permission
from kwbot.playground.interaction_post import PING
from tests.e2e.club import Club
from tests.e2e.odd_payloads import ODD
from tests.e2e.strangers import large, send_all
from tests.e2e.test_games import play_to_the_end

ASKED = "/gateway"
BODY = json.dumps({"type": PING}).encode()


@pytest.fixture
async def http_club(tmp_path: Path, same_cards: None) -> AsyncIterator[Club]:
    url = f"sqlite+aiosqlite:///{tmp_path / 'kwbot.sqlite3'}"
    async with Club(url, by_http=True).opened() as opened:
        yield opened
    assert opened.playground.refusals == []


@pytest.mark.slow
async def test_a_whole_game_without_a_gateway(http_club: Club) -> None:
    people = [http_club.guest(name) for name in ("Anna", "Bo", "Cia", "Dag")]
    table = await http_club.table(people, game="fyrmanswhist", target="1")
    await http_club.ready(table.id)
    end = await play_to_the_end(http_club, table.id)
    assert "win Fyrmanswhist!" in people[0].person.read(end)
    assert http_club.playground.gateway.identifies == 0
    post = http_club.playground.post_interactions
    assert set(post.statuses) <= {200, 202}
    assert post.answered > 0.9 * len(post.statuses)
    called = [c for c in http_club.playground.calls if c.route.endswith("/callback")]
    assert len(called) == post.statuses.count(202)


@pytest.mark.slow
async def test_it_goes_on_after_a_restart(http_club: Club) -> None:
    anna = http_club.guest("Anna")
    table = await http_club.table([anna], computers=3)
    await http_club.ready(table.id)
    await http_club.turn()
    await http_club.restart()
    await http_club.play_deal(table.id)
    await http_club.playground.until(lambda: http_club.shows(table.id, "ready"))


async def test_discord_can_check_the_endpoint(http_club: Club) -> None:
    post = http_club.playground.post_interactions
    assert await post.post(BODY, post.signed(BODY)) == (200, {"type": PING})


async def test_what_is_not_signed_by_discord_lately_and_once_is_refused(http_club: Club) -> None:
    post, now = http_club.playground.post_interactions, http_club.clock.now().timestamp()
    good = post.signed(BODY)
    other = {**good, "X-Signature-Ed25519": post.signed(b"{}")["X-Signature-Ed25519"]}
    late = post.signed(BODY, int(now - FRESH.total_seconds() - 1))
    early = post.signed(BODY, int(now + FRESH.total_seconds() + 2))
    moved = {**post.signed(BODY, int(now - 1)), "X-Signature-Timestamp": str(int(now))}
    nonsense = {"X-Signature-Ed25519": "zz", "X-Signature-Timestamp": "soon"}
    for headers in ({}, other, late, early, moved, nonsense):
        assert (await post.post(BODY, headers))[0] == 401
    assert (await post.post(BODY, good))[0] == 200
    assert (await post.post(BODY, good))[0] == 401


async def test_a_request_can_be_sent_again_at_no_time(http_club: Club) -> None:
    """Neither while its time is fresh, nor when it is forgotten that it came."""
    post, now = http_club.playground.post_interactions, http_club.clock.now().timestamp()
    ahead = post.signed(BODY, int(now + FRESH.total_seconds() - 1))
    assert (await post.post(BODY, ahead))[0] == 200
    for _ in range(5):
        http_club.clock.advance(FRESH.total_seconds() / 2)
        assert (await post.post(BODY, post.signed(BODY)))[0] == 200
        assert (await post.post(BODY, ahead))[0] == 401


async def test_what_is_signed_and_makes_no_sense_is_refused(
    http_club: Club, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All kinds of it take one line of the log, and nothing is done later that fails."""
    monkeypatch.setattr(http_server._refusals, "filters", [OneAMinute()])
    post, anna = http_club.playground.post_interactions, http_club.guest("Anna")
    caplog.clear()
    wrong = [
        name for name, body in ODD.items() if (await post.post(body, post.signed(body)))[0] != 400
    ]
    assert wrong == []
    assert (await anna.person.slash(http_club.playground.channel, "preferences")).text
    await http_club.playground.idle()
    assert len(caplog.records) == 1
    assert "Traceback" not in caplog.text


async def test_what_nobody_signed_is_not_read(http_club: Club) -> None:
    port, now = yarl.URL(http_club.playground.post_interactions.url).port, http_club.clock.now()
    assert port is not None
    statuses = await send_all(port, large(int(now.timestamp())))
    assert sorted(statuses) == [100, 401, 401, 401, 404, 405, 413, 413, 413, 415, 417]


async def test_an_answer_that_takes_long_comes_by_a_call(
    http_club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert ANSWER_SECONDS < 3
    monkeypatch.setattr(interaction_site, "ANSWER_SECONDS", 0)
    anna = http_club.guest("Anna")
    assert (await anna.person.slash(http_club.playground.channel, "preferences")).text
    assert http_club.playground.post_interactions.statuses[-1] == 202
    assert http_club.playground.calls[-1].path.startswith("/interactions/")


async def test_nobody_is_served_while_the_bot_is_away(http_club: Club) -> None:
    await http_club.bot.close()
    post = http_club.playground.post_interactions
    assert (await post.post(BODY, post.signed(BODY)))[0] == 503


async def waiting(club: Club) -> int:
    """A table that waits for somebody who has little time."""
    table = await club.table([club.guest("Anna"), club.guest("Bo")], computers=2, limits=True)
    await club.ready(table.id)
    await club.playground.until(lambda: club.game(table.id).deadline is not None)
    return table.id


def has_time(club: Club, table: int) -> bool:
    deadline = club.game(table).deadline
    return deadline is not None and deadline > club.clock.now()


def is_late(club: Club, table: int) -> bool:
    return any(club.game(table).attendance.missed.values())


@pytest.mark.slow
async def test_nobodys_time_runs_while_discord_cannot_be_reached(http_club: Club) -> None:
    table = await waiting(http_club)
    asked, lost = http_club.game(table).to_act(), http_club.house.tables.lost_time
    away = http_club.playground.faults.add("GET", ASKED, reset=True, times=1000)
    http_club.clock.advance(QUIET.total_seconds())
    await http_club.playground.until(lambda: lost.outages)
    http_club.clock.advance(600)
    await http_club.playground.until(lambda: away.hits > 1)
    assert http_club.game(table).to_act() == asked
    assert not is_late(http_club, table)
    http_club.playground.faults.clear()
    http_club.clock.advance(QUIET.total_seconds())
    await http_club.playground.until(lambda: not lost.outages and has_time(http_club, table))
    assert http_club.game(table).to_act() == asked
    http_club.clock.advance(600)
    await http_club.playground.until(lambda: is_late(http_club, table))


async def test_discord_is_asked_only_where_nothing_comes(http_club: Club) -> None:
    post = http_club.playground.post_interactions

    def asked() -> int:
        return sum(call.route == ASKED for call in http_club.playground.calls)

    for _ in range(3):
        http_club.clock.advance(QUIET.total_seconds() / 2)
        assert (await post.post(BODY, post.signed(BODY)))[0] == 200
        await http_club.playground.idle()
    assert asked() == 0
    http_club.clock.advance(QUIET.total_seconds())
    await http_club.playground.until(lambda: asked() == 1)


@pytest.mark.slow
@pytest.mark.parametrize("thrown_out", [False, True])
async def test_what_was_out_of_reach_goes_on_with_the_next_move(
    http_club: Club, *, thrown_out: bool
) -> None:
    """Nobody tells that the bot may write there again."""
    await http_club.set(threads=False)
    people = [http_club.guest(name) for name in ("Anna", "Bo", "Cia", "Dag")]
    table = (await http_club.table(people)).id
    await http_club.ready(table)
    world, game = http_club.playground, http_club.game
    place = world.channels[http_club.state(table).channel]
    http_club.without_tokens()
    if thrown_out:
        world.kick(world.guild)
    else:
        world.deny(place, Permission.SEND_MESSAGES | Permission.VIEW_CHANNEL)
    await http_club.turn()
    await world.until(lambda: game(table).paused)
    if thrown_out:
        world.invite(world.guild)
    else:
        world.deny(place, Permission.NONE)
    await http_club.turn()
    await world.until(lambda: not game(table).paused)
    assert set(http_club.refused()) <= {10003, 50001, 50013, 50278}


async def test_where_a_person_alone_has_the_bot_nobody_opens_a_table(http_club: Club) -> None:
    """Without a gateway, Discord's word on each interaction is all that tells."""
    guild = http_club.playground.add_guild("Abroad")
    http_club.playground.kick(guild)
    vera = http_club.playground.person("Vera", guild=guild)
    vera.user.has_app = True
    for command in http_club.playground.commands[0]:
        command["integration_types"] = [0, 1]
    said = await vera.slash(next(iter(guild.channels.values())), "play")
    assert "I'm not a member of this server" in said.text
    assert not list(http_club.bot.tables)
