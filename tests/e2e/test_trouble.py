"""What goes wrong in Discord while people play: nothing is lost, and they go on."""

from __future__ import annotations

import gc

import pytest

from cogs.delivery.calls.posts import Post
from cogs.delivery.calls.undelivered import TransientFailure
from cogs.screens.parts.components import text_screen
from kwbot.ids import TableId
from kwbot.local.guest import Guest, add_computers, adding
from playground import Permission
from tests.e2e.arranged import LOW, SUITS, arranged
from tests.e2e.club import Club
from tests.e2e.conftest import Deals

START = "1 bid spel / pass* / 0 play S2"


async def playing(club: Club, deals: Deals, *, threads: bool = True) -> tuple[TableId, list[Guest]]:
    """A table of four in the middle of the first trick: Bo, player 1, is asked.

    From now on the bot makes calls of its own.
    """
    if not threads:
        await club.set(threads=False)
    table = await arranged(club, deals, START)
    await club.playground.idle()
    club.without_tokens()
    return table, club.guests


# --- direct messages --------------------------------------------------------------------------


@pytest.mark.slow
async def test_whoever_takes_no_messages_is_told_when_they_join(club: Club, deals: Deals) -> None:
    deals.add(SUITS)
    anna, bo = club.guest("Anna"), club.guest("Bo", dms_open=False)
    lobby = await club.lobby(anna)
    joined = await bo.person.click(lobby, "Join")
    await club.playground.until(lambda: joined.followups)
    assert joined.followups[0].viewer is bo.person.user
    assert "*My hand*" in bo.person.read(joined.followups[0])
    assert "🔕" in anna.person.read(lobby), "beside whoever takes none"
    await add_computers(anna.person, lobby, 2)
    await anna.person.click(lobby, "Start")
    (table,) = list(club.bot.tables.index)
    await club.ready(table.id)
    bo.screen = (await bo.person.click(club.table_message(table.id), "My hand")).message
    await club.play_deal(table.id)
    # The private copy follows into the next deal, with its Ready button.
    await club.playground.until(lambda: bo.is_asked)
    await bo.act()
    assert bo.person.dms() == []
    assert club.refused() == [50007]


@pytest.mark.slow
async def test_messages_closed_in_the_middle_of_a_game(club: Club, deals: Deals) -> None:
    deals.add({1: LOW})
    deals.add(SUITS)
    people = [club.guest(name) for name in ("Anna", "Bo", "Cia", "Dag")]
    table = (await club.table(people)).id
    await club.play(table, "ready / 1 bid skambud+straff / pass*")
    await club.play_deal(table)
    bo = people[1]
    bo.person.dms_open = False
    club.without_tokens()
    await club.ready(table)
    await club.shown(table, "@Bo: I can't DM you. Press *My hand*")
    assert club.refused() == [50007]
    bo.screen = (await bo.person.click(club.table_message(table), "My hand")).message
    await club.play(table, "2 pass / 3 pass / 0 pass / 1 bid spel / 0 play S2 / 1 play H2")


@pytest.mark.slow
async def test_a_deleted_hand_comes_again(club: Club, deals: Deals) -> None:
    table, (_, bo, _, _) = await playing(club, deals)
    assert bo.hand is not None
    club.playground.delete(bo.hand)
    again = await bo.person.slash(club.playground.channel, "hand")
    bo.screen = again.message
    await club.play(table, "1 play H2 / 2 play D2 / 3 play C2 / 0 play S3")
    await bo.person.slash(club.playground.channel, "hand")  # whose copy was not pressed
    bo.screen = None
    await club.play(table, "1 play H3")  # on a new direct message
    assert club.refused() == [10008] * 2, "the edit, and the nonce that the deleted one had"


# --- the channel ------------------------------------------------------------------------------


async def test_a_deleted_table_message_comes_again(club: Club, deals: Deals) -> None:
    table, _ = await playing(club, deals)
    club.playground.delete(club.table_message(table))
    await club.play(table, "1 play H2")
    await club.shown(table, "Bo ♥2")
    assert club.refused() == [10008]


async def test_a_message_is_deleted_while_it_is_pressed(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    """What was pressed counts, and the table is posted anew."""
    anna = club.guest("Anna")
    lobby = await club.lobby(anna)
    add = adding(lobby)
    club.playground.delete(lobby)
    outcome = await anna.person.forge(lobby, add)
    assert outcome.kind == "deferred update"
    (table,) = club.bot.tables.index.in_memory
    assert len(table.seated) == 2
    await club.playground.until(lambda: club.state(table.id).message not in (lobby.id, None))
    assert set(club.refused()) == {10008}
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []


@pytest.mark.slow
async def test_a_table_whose_thread_is_deleted_moves(club: Club, deals: Deals) -> None:
    table, (anna, _, _, _) = await playing(club, deals)
    club.playground.delete_channel(club.playground.channels[club.state(table).channel])
    await club.play(table, "1 play H2")
    await club.playground.until(lambda: club.game(table).paused)
    await club.playground.until(
        lambda: (
            "I can no longer post in your table's channel" in anna.person.read(anna.person.last())
        )
    )
    await anna.person.slash(club.playground.channel, "table")
    await club.shown(table, "Bo ♥2")
    assert club.state(table).channel == club.playground.channel.id
    await club.playground.until(lambda: not club.game(table).paused)
    anna.screen = (await anna.person.slash(club.playground.channel, "hand")).message
    await club.play(table, "2 play D2 / 3 play C2 / 0 play S3")
    await club.shown(table, "Anna ♠3")
    assert set(club.refused()) == {10003}


async def test_a_channel_without_permission_waits_for_it(club: Club, deals: Deals) -> None:
    table, _ = await playing(club, deals, threads=False)
    place = club.playground.channels[club.state(table).channel]
    club.playground.deny(place, Permission.SEND_MESSAGES | Permission.VIEW_CHANNEL)
    await club.play(table, "1 play H2")
    await club.playground.until(lambda: club.game(table).paused)
    await club.play(table, "2 play D2")
    club.playground.deny(place, Permission.NONE)
    await club.playground.until(lambda: not club.game(table).paused)
    await club.shown(table, "Cia ♦2")
    assert set(club.refused()) <= {50001, 50013}


async def test_a_bot_that_is_thrown_out_comes_back(club: Club, deals: Deals) -> None:
    table, _ = await playing(club, deals)
    club.playground.kick(club.playground.guild)
    await club.play(table, "1 play H2")  # direct messages still reach the bot
    await club.playground.until(lambda: club.game(table).paused)
    await club.playground.idle()
    club.playground.invite(club.playground.guild)
    await club.playground.until(lambda: not club.game(table).paused)
    await club.shown(table, "Bo ♥2")
    await club.play(table, "2 play D2 / 3 play C2 / 0 play S3")
    assert set(club.refused()) <= {10003, 50001, 50278}  # who shares no server takes no messages


async def test_an_outage_of_the_server_changes_nothing(club: Club, deals: Deals) -> None:
    table, _ = await playing(club, deals)
    before = club.state(table)
    club.playground.outage(club.playground.guild)
    await club.playground.idle()
    assert club.state(table) == before
    club.playground.recover(club.playground.guild)
    await club.play(table, "1 play H2")
    await club.shown(table, "Bo ♥2")


async def test_a_server_that_stumbles_is_asked_again(club: Club, deals: Deals) -> None:
    table, _ = await playing(club, deals)
    club.playground.faults.add("PATCH", r"/channels/\d+/messages", reset=True)
    await club.play(table, "1 play H2")
    await club.playground.idle()
    club.clock.advance(2)
    await club.shown(table, "Bo ♥2")


async def test_a_connection_that_we_closed_ourselves_may_come_again(
    club: Club, deals: Deals
) -> None:
    table, _ = await playing(club, deals)
    await club.bot.close()
    calls, late = club.house.display.calls, Post(text_screen("late"), "late")
    with pytest.raises(TransientFailure):
        await calls.messages.say(club.state(table).channel, late)
    await club.restart()
    await club.play(table, "1 play H2")


async def test_an_answer_that_is_lost_loses_no_card(
    club: Club, deals: Deals, caplog: pytest.LogCaptureFixture
) -> None:
    table, (_, bo, _, _) = await playing(club, deals)
    club.playground.faults.add("POST", "/callback", reset=True, times=3)  # it is sent again
    assert bo.hand is not None
    (card,) = [b for b in bo.hand.buttons() if b["custom_id"].endswith(":play H2")]
    await bo.person.click(bo.hand, custom_id=card["custom_id"], wait=False)
    await club.playground.until(lambda: club.game(table).to_act() == (2,))
    await club.playground.idle()  # the excuse for it goes out before time goes on
    await club.shown(table, "Bo ♥2")
    await club.playground.until(lambda: bo.hand is not None and not bo.is_asked)
    await club.play(table, "2 play D2")
    assert [record.name for record in caplog.records] == ["cogs.connection.router"]
    caplog.clear()


async def test_a_network_that_fails_again_and_again_breaks_nothing(
    club: Club, deals: Deals, caplog: pytest.LogCaptureFixture
) -> None:
    """Neither the answer nor the excuse for it comes through, each sent twice."""
    table, (_, bo, _, _) = await playing(club, deals)
    stranger = club.playground.person("Eva")
    for person in (bo.person, stranger):
        fault = club.playground.faults.add("POST", "/callback", reset=True, times=4)
        await person.slash(club.playground.channel, "hand", wait=False)
        await club.playground.until(lambda fault=fault: fault.hits == 4)  # type: ignore[misc]
    assert bo.hand is not None
    fault = club.playground.faults.add("POST", "/callback", reset=True, times=4)
    await stranger.forge(bo.hand, f"kw:act:{table}:1:pass", wait=False)
    await club.playground.until(lambda: fault.hits == 4)
    await club.playground.idle()
    gc.collect()  # tasks whose error nobody has seen tell it when they go
    assert {record.name for record in caplog.records} == {"cogs.connection.router"}
    assert all("ServerDisconnectedError" in line for line in caplog.messages)
    caplog.clear()
    await club.play(table, "1 play H2")


async def test_a_lobby_whose_answer_is_lost_is_closed(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    """Else the channel has a table that nobody sees."""
    anna, channel = club.guest("Anna").person, club.playground.channel
    fault = club.playground.faults.add("POST", "/callback", reset=True, times=4)
    await anna.slash(channel, "play", wait=False)
    await club.playground.until(lambda: fault.hits == 4)
    await club.playground.idle()
    assert "ServerDisconnectedError" in caplog.text
    caplog.clear()
    assert not list(club.bot.tables.index)
    assert (await anna.slash(channel, "play")).message is not None
