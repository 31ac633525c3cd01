"""A bot without a gateway: Discord posts every interaction, signed, to a page of the bot's."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from itertools import starmap
from pathlib import Path

import pytest
import yarl
from sqlalchemy import func, select

from cogs.connection.by_http import interaction_site
from cogs.connection.by_http.interaction_site import ANSWER_SECONDS, MAX_REQUEST_AGE, REQUEST_MEMORY
from cogs.connection.by_http.reachability_probe import PROBE_SILENCE
from cogs.connection.client import MEMBERSHIP_CACHE_LIFE
from kwbot.hosting import http_server
from kwbot.hosting.http_server import OneAMinute
from kwbot.ids import TableId
from kwbot.local.guest import add_computers
from kwbot.storage.areas import InteractionArea
from kwbot.storage.backend.failures import StorageError
from kwbot.storage.values.models import InteractionRow
from playground import Permission
from playground.api.interaction_post import PING
from playground.state.model import ChannelType, Json
from tests.e2e.club import Club
from tests.e2e.odd_payloads import ODD, PRESS
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
    assert await post.post(BODY, post.sign(BODY)) == (200, {"type": PING})


async def test_what_is_not_signed_by_discord_lately_and_once_is_refused(http_club: Club) -> None:
    post, now = http_club.playground.post_interactions, http_club.clock.now().timestamp()
    good = post.sign(BODY)
    other = {**good, "X-Signature-Ed25519": post.sign(b"{}")["X-Signature-Ed25519"]}
    late = post.sign(BODY, int(now - MAX_REQUEST_AGE.total_seconds() - 1))
    early = post.sign(BODY, int(now + MAX_REQUEST_AGE.total_seconds() + 2))
    moved = {**post.sign(BODY, int(now - 1)), "X-Signature-Timestamp": str(int(now))}
    signature = good["X-Signature-Ed25519"]
    spelled = [
        {**good, "X-Signature-Ed25519": said}
        for said in (
            "zz", signature[:-1], signature + "0", f"{signature[:64]} {signature[64:]}",
            signature[:-1] + "\u0663", "0x" + signature[2:], signature.replace("0", "O", 1) + "0",
        )
    ]  # fmt: skip
    timestamp = good["X-Signature-Timestamp"]
    timed = [
        {**good, "X-Signature-Timestamp": said}
        for said in (
            "soon",
            "",
            f"+{timestamp}",
            f"{timestamp}.0",
            f"{timestamp[:3]}_{timestamp[3:]}",
            "9" * 400,
        )
    ]
    for headers in ({}, other, late, early, moved, *spelled, *timed):
        assert (await post.post(BODY, headers))[0] == 401, headers
    assert (await post.post(BODY, good))[0] == 200


class Eavesdropper:
    """Keeps the signed requests that come, as one may who reads along somewhere."""

    def __init__(self, club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
        self.heard: list[tuple[bytes, dict[str, str]]] = []
        self._club = club
        post = self._send = club.playground.post_interactions.post

        async def heard(body: bytes, headers: dict[str, str]) -> tuple[int, Json | None]:
            answer = await post(body, headers)
            self.heard.append((body, headers))  # one that was lost may be carried out, once
            return answer

        monkeypatch.setattr(club.playground.post_interactions, "post", heard)

    async def send_again(self) -> int:
        """Send all that was heard once more, in each spelling, alone and many at once; all must be
        refused. Return how many requests that were."""
        copies = [
            (body, {**headers, "X-Signature-Ed25519": said})
            for body, headers in self.heard
            for sign in [headers["X-Signature-Ed25519"]]
            for said in (sign, sign.upper(), sign.title(), f" {sign} ", f"{sign[:8]} {sign[8:]}")
        ]
        statuses = [(await self._send(*copy))[0] for copy in copies]
        statuses += [one for one, _ in await asyncio.gather(*starmap(self._send, copies * 3))]
        assert set(statuses) <= {401}
        return len(statuses)


async def test_no_request_is_carried_out_twice(
    http_club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In no spelling, at no time, and not after a restart: nor if it asks for a hand alone."""
    ear, anna = Eavesdropper(http_club, monkeypatch), http_club.guest("Anna")
    lobby = await http_club.lobby(anna)
    bo = http_club.guest("Bo").person
    await bo.click(lobby, "Join")
    await add_computers(anna.person, lobby, 1)
    await anna.person.slash(http_club.playground.channel, "preferences")
    (table,) = [one.id for one in http_club.bot.tables.index]
    seated = http_club.state(table).seated
    assert len(ear.heard) >= 4
    for _ in range(2):
        assert await ear.send_again() >= 80
        await http_club.restart()
    for _ in range(4):
        http_club.clock.advance(MAX_REQUEST_AGE.total_seconds() / 2)
        assert (await anna.person.slash(http_club.playground.channel, "hand")).text
        await ear.send_again()
    assert http_club.state(table).seated == seated


async def test_copies_that_come_at_once_are_carried_out_once(http_club: Club) -> None:
    post = http_club.playground.post_interactions
    body = json.dumps(PRESS).encode()
    signed = post.sign(body)
    answers = await asyncio.gather(*(post.post(body, signed) for _ in range(20)))
    assert sorted(status for status, _ in answers) == [200] + 19 * [401]


async def test_what_was_taken_on_is_forgotten_in_time(http_club: Club) -> None:
    anna, channel = http_club.guest("Anna").person, http_club.playground.channel

    async def kept() -> int:
        count = select(func.count()).select_from(InteractionRow)
        return await http_club.store.transactions.run_statement(
            lambda held: held.scalar(count) or 0
        )

    for number in range(1, 4):
        await anna.slash(channel, "preferences")
        assert await kept() == number
    http_club.clock.advance(REQUEST_MEMORY.total_seconds() + 1)
    await anna.slash(channel, "preferences")
    site = http_club.house.interactions
    assert site is not None
    assert site._register._forgetting is not None
    await site._register._forgetting
    assert await kept() == 1


@pytest.mark.parametrize("locale", ["en-US", "sv-SE", "da"])
async def test_what_cannot_be_noted_is_not_done_and_that_is_said(
    http_club: Club, locale: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(*_: object) -> bool:
        raise StorageError("The disk is full.")

    monkeypatch.setattr(InteractionArea, "take_on", refuse)
    anna, channel = http_club.guest("Anna", locale=locale).person, http_club.playground.channel
    said = (await anna.slash(channel, "play")).text
    sorry = {"en-US": "Something went wrong.", "sv-SE": "Något gick fel.", "da": "Noget gik galt."}
    assert said.startswith(f"⛔ {sorry[locale]}")
    assert not list(http_club.bot.tables.index)
    typed = await anna.complete(channel, "rules", "bid", "a")
    await http_club.playground.until(lambda: typed.interaction.callback is not None)
    assert typed.choices == []


async def test_what_is_signed_and_makes_no_sense_is_refused(
    http_club: Club, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All kinds of it take one line of the log, and nothing is done later that fails."""
    monkeypatch.setattr(http_server._refusals, "filters", [OneAMinute()])
    post, anna = http_club.playground.post_interactions, http_club.guest("Anna")
    caplog.clear()
    wrong = [
        name for name, body in ODD.items() if (await post.post(body, post.sign(body)))[0] != 400
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
    assert (await post.post(BODY, post.sign(BODY)))[0] == 503


async def waiting(club: Club) -> TableId:
    """A table that waits for somebody who has little time."""
    table = await club.table([club.guest("Anna"), club.guest("Bo")], computers=2, limits=True)
    await club.ready(table.id)
    await club.playground.until(lambda: club.game(table.id).deadline is not None)
    return table.id


def has_time(club: Club, table_id: TableId) -> bool:
    deadline = club.game(table_id).deadline
    return deadline is not None and deadline > club.clock.now()


def is_late(club: Club, table_id: TableId) -> bool:
    return any(club.game(table_id).attendance.missed.values())


@pytest.mark.slow
async def test_nobodys_time_runs_while_discord_cannot_be_reached(http_club: Club) -> None:
    table = await waiting(http_club)
    asked, lost = http_club.game(table).to_act(), http_club.house.tables.downtime
    away = http_club.playground.faults.add("GET", ASKED, reset=True, times=1000)
    http_club.clock.advance(PROBE_SILENCE.total_seconds())
    await http_club.playground.until(lambda: lost.outages)
    http_club.clock.advance(600)
    await http_club.playground.until(lambda: away.hits > 1)
    assert http_club.game(table).to_act() == asked
    assert not is_late(http_club, table)
    http_club.playground.faults.clear()
    http_club.clock.advance(PROBE_SILENCE.total_seconds())
    await http_club.playground.until(lambda: not lost.outages and has_time(http_club, table))
    assert http_club.game(table).to_act() == asked
    http_club.clock.advance(600)
    await http_club.playground.until(lambda: is_late(http_club, table))


async def test_discord_is_asked_only_where_nothing_comes(http_club: Club) -> None:
    post = http_club.playground.post_interactions

    def asked() -> int:
        return sum(call.route == ASKED for call in http_club.playground.calls)

    for _ in range(3):
        http_club.clock.advance(PROBE_SILENCE.total_seconds() / 2)
        assert (await post.post(BODY, post.sign(BODY)))[0] == 200
        await http_club.playground.idle()
    assert asked() == 0
    http_club.clock.advance(PROBE_SILENCE.total_seconds())
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
    assert not list(http_club.bot.tables.index)


async def test_without_a_gateway_discord_is_asked_whether_the_bot_is_a_member(
    http_club: Club,
) -> None:
    """Where only the commands were installed, it names the server as usual; once an hour."""
    here = http_club.playground
    guild = here.add_guild("Abroad")
    here.kick(guild)
    guild.has_commands = True
    vera, channel = here.person("Vera", guild=guild), next(iter(guild.channels.values()))
    said = await vera.slash(channel, "play")
    assert "I'm not a member of this server" in said.text
    assert http_club.refused() == [10004]
    anna = http_club.guest("Anna")
    here.calls.clear()
    for _ in range(2):
        shown = await anna.person.slash(here.channel, "leaderboard")
        assert "not a member" not in shown.text
    asked = [call for call in here.calls if call.route == "/guilds/{guild_id}"]
    assert len(asked) == 1
    http_club.clock.advance(MEMBERSHIP_CACHE_LIFE.total_seconds())
    here.faults.add("GET", "/guilds/", status=503, times=20)
    shown = await anna.person.slash(here.channel, "leaderboard")
    assert "not a member" not in shown.text


async def test_answers_that_discord_may_refuse_go_by_a_call(tmp_path: Path) -> None:
    """Of a response it does not say that it has refused it: for an emoji on a button, or as the
    thread is closed and locked."""
    url = f"sqlite+aiosqlite:///{tmp_path / 'kwbot.sqlite3'}"
    async with Club(url, by_http=True, emojis=True, look="emoji").opened() as club:
        here = club.playground
        shelf = club.bot.display.emojis
        assert shelf is not None
        await here.until(lambda: len(shelf.ids) > 50)
        anna = club.guest("Anna")
        table = await club.table([anna], computers=3, game="whist")
        await club.ready(table.id)
        await here.until(lambda: anna.is_asked)
        lapses = iter([True, True])
        here.lapses = lambda: next(lapses, False)
        here.calls.clear()
        shown = await anna.person.slash(here.channel, "hand")
        assert any(str(one) in str(shown.message.components) for one in shelf.ids.values())
        assert [refusal["code"] for refusal in shown.refusals] == [50035] * 2
        thread = here.add_thread(here.channel, "Old", ChannelType.PUBLIC_THREAD, minutes=1440)
        here.update_thread(thread, archived=True, locked=True)
        await anna.person.slash(thread, "rules", wait=False)
        told = "I can't answer you in"
        await here.until(lambda: any(told in anna.person.read(one) for one in anna.person.dms()))
