"""What Discord refuses for longer than a moment: the game goes on, or waits and says why."""

from __future__ import annotations

import logging
from itertools import cycle
from typing import Any

import pytest

from cogs.commands.lobby import lobby as lobby_area
from kwbot.ids import TableId
from kwbot.local.guest import Guest, add_computers
from playground.state.model import Channel, ChannelType
from tests.e2e.arranged import arranged
from tests.e2e.club import Club
from tests.e2e.conftest import Deals

START = "1 bid spel / pass* / 0 play S2"
CONVERSATION, MESSAGE = "/users/@me/channels", r"/channels/\d+/messages$"
CLOSING: list[dict[str, Any]] = [
    {"code": code} for code in (10003, 10013, 20026, 40003, 50001, 50007, 50013, 50278, 99999)
] + [{"status": 403}, {"code": 20028, "status": 403}, {"code": 130000, "status": 400}]
"""Refusals on the way of a direct message."""


async def playing(club: Club, deals: Deals) -> tuple[TableId, list[Guest]]:
    """A table of four in a thread in the middle of the first trick: Bo, player 1, is asked.

    From now on the bot makes calls of its own.
    """
    table = await arranged(club, deals, START)
    await club.playground.idle()
    club.without_tokens()
    return table, club.guests


def thread_of(club: Club, table_id: TableId) -> Channel:
    thread = club.playground.channels[club.state(table_id).channel]
    assert thread.is_thread
    return thread


def pinged(thread: Channel) -> tuple[int, ...]:
    """Whom the newest message of a thread has pinged."""
    return next(reversed(thread.messages.values())).pinged


# --- direct messages --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("refusal", "route"),
    [
        pytest.param(refusal, route, marks=() if route == often else pytest.mark.heavy)
        for refusal, often in zip(CLOSING, cycle([CONVERSATION, MESSAGE]))
        for route in (CONVERSATION, MESSAGE)
    ],
    ids=str,
)
async def test_whatever_refuses_a_direct_message_closes_it(
    club: Club, refusal: dict[str, Any], route: str
) -> None:
    faults = club.playground.faults
    anna, bo = club.guest("Anna"), club.guest("Bo")
    faults.add("POST", route, **refusal)
    opened = await anna.person.slash(club.playground.channel, "play")
    await club.playground.until(lambda: opened.followups)
    assert "*My hand*" in anna.person.read(opened.followups[0])
    faults.add("POST", route, **refusal)
    joined = await bo.person.click(opened.message, "Join")
    await club.playground.until(lambda: joined.followups)
    assert "*My hand*" in bo.person.read(joined.followups[0])
    (table,) = club.bot.tables.index.in_memory
    assert [seated.dm_open for seated in table.seated] == [False, False]
    assert club.refused() == []


@pytest.mark.slow
async def test_whoever_leaves_the_server_is_told_once_and_tried_again(
    club: Club, deals: Deals
) -> None:
    table, (_, bo, _, _) = await playing(club, deals)
    home, hand = club.playground.guild, bo.hand
    assert hand is not None
    club.clock.advance(15 * 60)  # what Bo has pressed is not redrawn as the answer any more
    await club.playground.idle()
    before = len(club.playground.calls)
    club.playground.leave(home, bo.person.user)
    club.playground.faults.add("PATCH", rf"/channels/{hand.channel.id}/", code=50278, times=100)
    for _ in range(8):  # what changes for Bo alone would be drawn each time
        for paused in (True, False):
            await club.bot.tables.pause(table, paused=paused)
            await club.playground.idle()
            club.clock.advance(2)
    to_bo = [c for c in club.playground.calls[before:] if str(hand.channel.id) in c.path]
    assert [call.status for call in to_bo] == [403]
    told = f"<@{bo.id}>: I can't DM you. Press *My hand*"  # a client knows members alone
    assert club.public(table).count(told) == 1
    assert "[My hand]" in club.public(table).split("I can't DM you")[1]
    home.members[bo.id] = bo.person.user
    club.playground.faults.clear()
    club.clock.advance(31 * 60)
    await club.playground.idle()
    await club.bot.tables.pause(table, paused=True)
    await club.playground.until(lambda: "The table is waiting" in bo.person.read(hand))
    await club.bot.tables.pause(table, paused=False)


async def test_a_flagged_application_is_not_ready(club: Club) -> None:
    club.playground.flagged = True
    anna = club.guest("Anna")
    opened = await anna.person.slash(club.playground.channel, "play")
    await club.playground.until(lambda: opened.followups)
    await club.playground.idle()
    assert club.refused() == [20026]
    assert "spammer" in (club.house.display.calls.client.trouble() or "")
    club.clock.advance(3601)
    assert club.house.display.calls.client.trouble() is None


# --- threads ----------------------------------------------------------------------------------


@pytest.mark.slow
async def test_a_closed_thread_is_opened_and_pings_whoever_is_in_turn(
    club: Club, deals: Deals
) -> None:
    table, (_, _, cia, _) = await playing(club, deals)
    thread, old = thread_of(club, table), club.table_message(table)
    club.playground.update_thread(thread, archived=True)
    await club.play(table, "1 play H2")
    await club.shown(table, "Bo ♥2")
    await club.playground.until(lambda: old.deleted)
    assert not thread.archived
    assert not club.game(table).paused
    assert pinged(thread) == (cia.id,)
    assert cia.person.mention in str(club.table_message(table).components)
    await club.play(table, "2 play D2")
    await club.shown(table, "Cia ♦2")
    assert club.refused() == [50083]


async def test_a_closed_and_locked_thread_waits_until_it_is_opened(
    club: Club, deals: Deals
) -> None:
    table, (anna, _, _, _) = await playing(club, deals)
    thread = thread_of(club, table)
    club.playground.update_thread(thread, archived=True, locked=True)
    await club.play(table, "1 play H2")
    await club.playground.until(lambda: club.game(table).paused)
    await club.playground.until(lambda: "closed and locked" in anna.person.read(anna.person.last()))
    club.playground.update_thread(thread, archived=False, locked=False)
    await club.playground.until(lambda: not club.game(table).paused)
    await club.shown(table, "Bo ♥2")
    assert set(club.refused()) == {50083}


async def test_who_opens_a_table_in_a_closed_and_locked_thread_is_told_directly(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    """No answer gets there, so nobody else would ever hear of the table."""
    thread = club.playground.add_thread(
        club.playground.channel, "Old", ChannelType.PUBLIC_THREAD, minutes=1440
    )
    club.playground.update_thread(thread, archived=True, locked=True)
    anna = club.guest("Anna").person
    await anna.slash(thread, "play", wait=False)
    await club.playground.idle()
    assert any("I can't answer you in" in anna.read(one) for one in anna.dms())
    assert not list(club.bot.tables.index)
    assert set(club.refused()) == {50083}
    assert not [one for one in caplog.records if one.levelno >= logging.ERROR]


@pytest.mark.parametrize("code", [50007, 20028])
async def test_it_is_said_in_the_channel_where_the_host_takes_no_messages(
    club: Club, deals: Deals, code: int
) -> None:
    table, (anna, _, _, _) = await playing(club, deals)
    conversation = f"/channels/{club.playground.direct(anna.person.user).id}/messages$"
    club.playground.faults.add("POST", conversation, code=code, status=403)
    club.playground.update_thread(thread_of(club, table), archived=False, locked=True)
    await club.play(table, "1 play H2")
    await club.playground.idle()
    club.clock.advance(60)  # whoever is in turn is to be pinged
    await club.playground.until(lambda: club.game(table).paused)
    above = club.playground.channel
    await club.playground.until(
        lambda: "closed and locked" in anna.person.read(next(reversed(above.messages.values())))
    )
    club.playground.update_thread(thread_of(club, table), archived=False, locked=False)
    await club.playground.until(lambda: not club.game(table).paused)
    assert set(club.refused()) == {160005}


async def test_a_role_that_allows_it_opens_a_locked_thread(club: Club, deals: Deals) -> None:
    table, _ = await playing(club, deals)
    club.playground.update_thread(thread_of(club, table), archived=True, locked=True)
    await club.play(table, "1 play H2")
    await club.playground.until(lambda: club.game(table).paused)
    club.playground.promote(club.playground.guild, club.playground.bot)
    await club.playground.until(lambda: not club.game(table).paused)
    await club.shown(table, "Bo ♥2")
    assert set(club.refused()) == {50083}


# --- the unforeseen ---------------------------------------------------------------------------


async def test_a_code_that_nobody_foresaw_pauses_the_table_with_its_reason(
    club: Club, deals: Deals, caplog: pytest.LogCaptureFixture
) -> None:
    table, (anna, _, _, _) = await playing(club, deals)
    club.playground.faults.add("PATCH", rf"/channels/{club.state(table).channel}/", code=99999)
    await club.play(table, "1 play H2")
    await club.playground.until(lambda: club.game(table).paused)
    await club.playground.until(lambda: "error 99999" in anna.person.read(anna.person.last()))
    await club.play(table, "2 play D2")  # whoever acts has it tried again
    await club.playground.until(lambda: not club.game(table).paused)
    await club.shown(table, "Cia ♦2")
    said = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    assert said == [f"table {table}: its channel is out of reach (99999)"]
    caplog.clear()


async def test_reminders_ping_though_drawing_fails(club: Club, deals: Deals) -> None:
    table, (_, _, cia, _) = await playing(club, deals)
    thread = thread_of(club, table)
    club.playground.faults.add(
        "PATCH", rf"/channels/{thread.id}/", code=30046, retry_after=None, times=1000
    )
    await club.play(table, "1 play H2")
    await club.playground.idle()
    club.clock.advance(60)
    await club.playground.until(lambda: pinged(thread) == (cia.id,))
    await club.playground.idle()
    club.playground.faults.clear()
    club.clock.advance(60)
    await club.shown(table, "Bo ♥2")


# --- slow threads -----------------------------------------------------------------------------


@pytest.mark.slow
async def test_start_answers_in_time_however_long_the_thread_takes(club: Club) -> None:
    anna = club.guest("Anna")
    lobby = await club.lobby(anna)
    await add_computers(anna.person, lobby, 3)
    gate = club.playground.faults.hold("POST", "/threads")
    started = await anna.person.click(lobby, "Start", wait=False)
    await started.answered(seconds=3)
    (table,) = club.bot.tables.index.in_memory
    assert table.running is None
    again = await anna.person.click(lobby, "Start")  # impatient: nothing happens twice
    assert again.kind == "update"
    gate.release()
    await started.settled()
    await club.ready(table.id)
    assert thread_of(club, table.id).parent is club.playground.channel
    await club.playground.until(lambda: "The game has started." in anna.person.read(lobby))
    assert len([call for call in club.playground.calls if call.path.endswith("/threads")]) == 1


@pytest.mark.slow
async def test_a_thread_that_never_comes_leaves_the_game_in_the_channel(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby_area, "THREAD_SECONDS", 0.1)
    anna = club.guest("Anna")
    lobby = await club.lobby(anna)
    await add_computers(anna.person, lobby, 3)
    gate = club.playground.faults.hold("POST", "/threads")
    started = await anna.person.click(lobby, "Start")
    await started.settled()
    (table,) = club.bot.tables.index.in_memory
    await club.ready(table.id)
    assert table.channel == club.playground.channel.id
    gate.release()
