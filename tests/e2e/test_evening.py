"""An evening of two tables by clicks, from its announcement to its podium, over a restart."""

from __future__ import annotations

import asyncio
from collections import Counter
from functools import partial
from itertools import combinations

import discord
import pytest

from cogs.delivery.messages.closing_notices import AFTER_END
from kwbot.ids import TableId
from kwbot.local.guest import READY_PRESS, Guest, area, buttons
from kwbot.tables.state.round_limits import ROUND_OVER
from kwbot.tables.state.table_state import OpenTable, RunningTable
from playground import Permission
from playground.state.model import Channel, Message
from tests.e2e.club import Club

HOUR = 3600


def is_asked(guest: Guest) -> bool:
    return guest.is_asked


async def play_round(club: Club, *, until_hour: bool = False) -> None:
    """Play all tables until the next ones are drawn; or, with the hour in between, to the end."""
    first = {one.id for one in club.bot.tables.index}
    while left := [one for one in club.bot.tables.index.in_memory if one.id in first]:
        await one_step(club, left[0])
        if until_hour and not any(one.ready for one in map(running, left)):
            club.clock.advance(
                (await club.bot.evening_messages.evenings.evening(1)).ends.timestamp()
                - club.clock.now().timestamp()
            )
            until_hour = False


def running(table: OpenTable) -> RunningTable:
    assert isinstance(table, RunningTable)
    return table


async def one_step(club: Club, state: OpenTable) -> None:
    """Let whoever a table waits for first do one thing."""
    table, world = running(state), club.playground
    if table.ready is not None:
        await be_ready(club, table)
        return
    humans = [seat for seat in table.to_act() if not table.is_played_by_computer(seat)]
    if not humans:
        await world.idle()
        return
    guest = club.guest_at(table.id, humans[0])
    await world.until(partial(is_asked, guest))
    await guest.act()


async def be_ready(club: Club, table: RunningTable) -> None:
    """Let the first of those for whom a table waits press Ready there."""
    assert table.ready is not None
    await club.playground.until(lambda: club.shows(table.id, "ready"))
    message = club.table_message(table.id)
    (button,) = [one for one in buttons(message, "table") if area(one) == READY_PRESS]
    guest = club.guest_at(table.id, min(set(table.present) - table.ready.seats))
    await guest.person.click(message, custom_id=button["custom_id"])


@pytest.mark.slow
async def test_an_evening_of_two_tables(club: Club) -> None:
    eva = club.playground.person("Eva", moderator=True, locale="sv-SE")
    names = ("Anna", "Bo", "Cleo", "Dag", "Elin")
    guests = [club.guest(name) for name in names]
    channel, world = club.playground.channel, club.playground
    await club.set(time_zone="Europe/Stockholm", language="sv")
    nothing = await guests[0].person.slash(channel, "evening")
    assert "Moderators announce one with /evening." in nothing.text
    form = await eva.slash(channel, "evening", game="whist")
    fields = [field["component"]["custom_id"] for field in form.modal["components"]]
    assert fields == ["day", "starts", "ends", "preset", "deals"]
    late = await eva.submit({"starts": "12:59"})
    assert "Den tiden är förbi." in late.text
    await eva.slash(channel, "evening", game="whist")
    message = (await eva.submit({"starts": "14.00", "ends": "16.00", "deals": ["1"]})).message
    assert "En kväll med Whist" in eva.read(message)
    for guest in guests[:4]:
        await guest.person.click(message, "Anmäl dig")
    assert "4 anmälda" in eva.read(message)
    await guests[3].person.click(message, "Avanmäl dig")
    assert "3 anmälda" in eva.read(message)
    club.clock.advance(HOUR - 15 * 60)
    await world.until(lambda: message.deleted)
    (message,) = [one for one in channel.messages.values() if "Checka in" in eva.read(one)]
    pinged = [len(guest.person.pings()) for guest in guests]
    assert pinged == [1, 1, 1, 0, 0], "who has signed up, and nobody else"
    for guest in guests:
        await guest.person.click(message, "Checka in")
    assert "5 här" in eva.read(message)
    club.clock.advance(15 * 60)
    await world.until(lambda: len(club.bot.tables.index.in_memory) == 2)
    await world.until(lambda: "Runda 1" in eva.read(message))
    for table in club.bot.tables.index.in_memory:
        await club.shown(table.id, "Giv 1 av 1")
    await club.restart()
    for table in club.bot.tables.index.in_memory:
        for seat in table.humans[1:]:
            await club.guest_at(table.id, seat).person.click(message, "Lämna")
    await play_round(club)
    await world.until(lambda: "Runda 2" in eva.read(message))
    assert "🤖: givar som en dator spelade åt dem" in eva.read(message)
    refused = await guests[0].person.click(message, "Sluta efter given")
    assert "moderator" in refused.text
    asked = await eva.click(message, "Sluta efter given")
    await eva.click(asked.message, "Sluta efter given")
    await world.until(lambda: message.deleted)
    (podium,) = [one for one in channel.messages.values() if "🏆" in eva.read(one)]
    told = eva.read(podium)
    assert "🥇" in told
    assert "1 giv var" in told
    assert told.count(" poäng") == 5
    assert not club.bot.tables.index.in_memory
    assert not list(podium.buttons())
    kept = await guests[0].person.slash(channel, "privacy")
    assert "Evenings you signed up for: your name, and what you scored there." in kept.text
    listed = await guests[0].person.slash(channel, "games")
    assert "🌙 part of an evening" in listed.text
    assert "not finished" not in listed.text


def may_send(club: Club) -> bool:
    """Whether the bot knows that it may write in the channel."""
    channel = club.bot.get_channel(club.playground.channel.id)
    assert isinstance(channel, discord.TextChannel)
    return channel.permissions_for(channel.guild.me).send_messages


async def test_an_evening_says_what_it_may_not_do_and_goes_on_when_it_may(club: Club) -> None:
    world, anna = club.playground, club.guest("Anna")
    eva = world.person("Eva", moderator=True)
    await eva.slash(world.channel, "evening", game="whist")
    message = (await eva.submit({"starts": "13:00", "ends": "16:00", "deals": ["1"]})).message
    await anna.person.click(message, "Sign up")
    world.deny(world.channel, Permission.SEND_MESSAGES)
    await world.until(lambda: not may_send(club))  # later news of it is a reason to retry
    club.clock.advance(HOUR - 15 * 60)
    await world.idle()
    assert not message.deleted
    world.deny(world.channel, Permission.CREATE_PUBLIC_THREADS)
    await world.until(lambda: message.deleted)
    (message,) = [one for one in world.channel.messages.values() if "Check in" in eva.read(one)]
    await anna.person.click(message, "Check in")
    club.clock.advance(15 * 60)
    await world.until(lambda: "I need to open threads" in eva.read(message))
    assert not club.bot.tables.index.in_memory
    world.deny(world.channel, Permission.NONE)
    club.clock.advance(60)
    await world.until(lambda: len(club.bot.tables.index.in_memory) == 1)
    await world.until(lambda: "I need to open threads" not in eva.read(message))
    assert [one["code"] for one in world.refusals] == [50013, 50013], "each asked once"
    world.refusals.clear()


def seen(channel: Channel) -> list[Message]:
    """What everybody can see."""
    return [one for one in channel.messages.values() if not one.ephemeral]


async def test_an_evening_is_announced_though_discord_fails(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    world, anna = club.playground, club.guest("Anna").person
    eva = world.person("Eva", moderator=True)
    await eva.slash(world.channel, "evening", game="whist")
    fault = world.faults.add("POST", "/callback", reset=True, times=4)
    times = {"starts": "13:00", "ends": "16:00", "deals": ["1"]}
    await eva.submit(times, wait=False)
    await world.until(lambda: fault.hits == 4)
    await world.idle()
    assert "ServerDisconnectedError" in caplog.text
    caplog.clear()
    (message,) = [one for one in world.channel.messages.values() if "Whist" in eva.read(one)]
    await anna.click(message, "Sign up")
    assert "1 signed up" in eva.read(message)


async def test_of_two_evenings_announced_at_once_in_a_channel_one_is_refused(club: Club) -> None:
    world = club.playground
    both = [world.person(name, moderator=True) for name in ("Eva", "Bea")]
    for one in both:
        await one.slash(world.channel, "evening", game="whist")
    times = {"starts": "13:00", "ends": "16:00", "deals": ["1"]}
    told = [answer.text for answer in await asyncio.gather(*(one.submit(times) for one in both))]
    assert sum("announced in this channel already" in one for one in told) == 1
    assert len(await club.bot.evening_messages.evenings.open_in()) == 1


async def test_too_long_an_evening_is_refused_with_the_days_that_were_read(club: Club) -> None:
    world = club.playground
    eva = world.person("Eva", moderator=True)
    await eva.slash(world.channel, "evening", game="whist")
    told = (await eva.submit({"starts": "14:00", "ends": "13:00", "deals": ["1"]})).text
    assert "2026-01-01 14:00 UTC to 2026-01-02 13:00 UTC is too long" in told
    assert "12 hours at most" in told


@pytest.mark.parametrize("called_off", [True, False])
async def test_the_end_of_an_evening_is_told_after_a_kill_and_once(
    club: Club, monkeypatch: pytest.MonkeyPatch, *, called_off: bool
) -> None:
    world, channel = club.playground, club.playground.channel
    eva = world.person("Eva", moderator=True)
    await eva.slash(channel, "evening", game="whist")
    message = (await eva.submit({"starts": "13:00", "ends": "14:00", "deals": ["1"]})).message
    await world.idle()
    (announced,) = await club.bot.evening_messages.evenings.open_in(club.guild)
    with monkeypatch.context() as untold:
        untold.setattr(club.bot.evening_messages, "show", lambda _: None)
        if called_off:
            asked = await eva.click(message, "Call it off")
            await eva.click(asked.message, "Call it off")
        else:
            club.clock.advance(2 * HOUR)
            await world.idle()
            club.clock.advance(HOUR)
            await world.idle()
    assert not (await club.bot.evening_messages.evenings.evening(announced.id)).is_open
    told = "called this evening off" if called_off else "Nobody has played"
    assert told not in eva.read(message)
    await club.restart()
    await world.until(lambda: [told in eva.read(one) for one in seen(channel)] == [True])
    (message,) = seen(channel)
    world.delete(message)
    await club.restart()
    await world.idle()
    assert not seen(channel), "a moderator has tidied up"
    club.refused()


async def opened_for_anna(club: Club, *, until: str) -> tuple[OpenTable, Message]:
    """The one table of an evening from one o'clock on, to which Anna alone comes; its message."""
    world, anna = club.playground, club.guest("Anna")
    eva = world.person("Eva", moderator=True)
    await eva.slash(world.channel, "evening", game="whist")
    message = (await eva.submit({"starts": "13:00", "ends": until, "deals": ["1"]})).message
    await world.idle()
    club.clock.advance(HOUR - 15 * 60)
    await world.until(lambda: message.deleted)
    (message,) = [one for one in world.channel.messages.values() if "Check in" in eva.read(one)]
    await anna.person.click(message, "Check in")
    club.clock.advance(15 * 60)
    await world.until(lambda: len(club.bot.tables.index.in_memory) == 1)
    (table,) = club.bot.tables.index.in_memory
    await club.shown(table.id, "Deal 1 of 1")
    return table, message


async def test_a_table_whose_thread_is_deleted_has_a_new_one_in_the_next_round(club: Club) -> None:
    world = club.playground
    await opened_for_anna(club, until="16:00")
    for deleted in (False, True):
        (table,) = club.bot.tables.index.in_memory
        if deleted:
            world.delete_channel(world.channels[table.channel])
        await club.bot.tables.index.at(table.id).close(ROUND_OVER)
        await world.until(partial(another_is_open, club, table.id))
        (following,) = club.bot.tables.index.in_memory
        assert (following.channel != table.channel) == deleted
        await club.shown(following.id, "Deal 1 of 1")
    assert set(club.refused()) <= {10003}


@pytest.mark.parametrize("refused", [False, True])
async def test_the_threads_of_an_evening_are_archived_once_it_is_over(
    club: Club, *, refused: bool
) -> None:
    world = club.playground
    table, message = await opened_for_anna(club, until="14:00")
    thread = world.channels[table.channel]

    def is_archived() -> bool:
        return thread.archived

    await club.bot.tables.index.at(table.id).close(ROUND_OVER)
    await world.until(partial(another_is_open, club, table.id))
    await club.shown(club.bot.tables.index.in_memory[0].id, "Deal 1 of 1")
    club.clock.advance(AFTER_END.total_seconds())
    await world.idle()
    assert not is_archived(), "the next round is played there"
    club.clock.advance(2 * HOUR)
    await world.until(lambda: message.deleted)
    await world.idle()
    if refused:
        world.delete_channel(thread)
    else:
        await club.restart()
    await world.idle()
    evenings = club.bot.evening_messages.evenings
    assert (await evenings.evening(1)).spent_rooms == (thread.id,)
    assert not is_archived(), "people may look at its end for a moment"
    for _ in range(3):
        club.clock.advance(AFTER_END.total_seconds())
        await world.idle()
    assert (await evenings.evening(1)).spent_rooms == ()
    assert is_archived() is not refused
    assert club.refused() == ([10003] if refused else [])


def another_is_open(club: Club, table_id: TableId) -> bool:
    return bool(club.bot.tables.index.in_memory) and club.bot.tables.index.get(table_id) is None


@pytest.mark.heavy
async def test_eight_tables_to_their_podium_killed_twice(club: Club) -> None:
    """Once while the tables are being opened, once in the middle of their deals."""
    eva = club.playground.person("Eva", moderator=True)
    guests = [club.guest(f"Guest {number}") for number in range(29)]
    channel, world = club.playground.channel, club.playground
    await eva.slash(channel, "evening", game="esmakker")
    asked = {"starts": "13:00", "ends": "15:00", "deals": ["1"]}
    message = (await eva.submit(asked)).message
    await world.idle()
    club.clock.advance(HOUR - 15 * 60)
    await world.until(lambda: message.deleted)
    (message,) = [one for one in channel.messages.values() if "Check in" in eva.read(one)]
    for guest in guests:
        await guest.person.click(message, "Check in")
    club.clock.advance(15 * 60)
    await world.until(lambda: len(club.bot.tables.index) > 2)
    await club.restart()
    await world.until(lambda: len(club.bot.tables.index) == 8)
    evening = await club.bot.evening_messages.evenings.evening(1)
    assert len(evening.rooms) == 8, "no table was opened twice"
    for _ in range(60):
        await one_step(club, club.bot.tables.index.in_memory[0])
    await club.restart()
    await play_round(club)
    await world.until(lambda: "Round 2" in eva.read(message) and len(club.bot.tables.index) == 8)
    await world.idle()
    await play_round(club, until_hour=True)
    await world.until(lambda: message.deleted)
    evening = await club.bot.evening_messages.evenings.evening(1)
    assert len(evening.standing) == 29
    deals = Counter(one.deals for one in evening.standing)
    assert deals.keys() <= {1, 2}, "one that all pass doesn't count, and none follows the hour"
    assert deals[2] >= 25, "that was the last table at most"
    met = [
        frozenset(pair)
        for table in evening.past
        for pair in combinations([at for at in table if at is not None], 2)
    ]
    assert len(set(met)) == len(met), "nobody met anybody twice"
    by_table = [share.points for table in evening.round for share in table.shares]
    assert any(by_table)


@pytest.mark.slow
@pytest.mark.parametrize("deals", ["1", "duplicate 1"])
async def test_an_evening_is_an_event_of_the_server_until_it_is_over(
    club: Club, deals: str
) -> None:
    eva, anna = club.playground.person("Eva", moderator=True), club.guest("Anna")
    channel, world = club.playground.channel, club.playground
    await club.set(time_zone="UTC", language="en")
    await eva.slash(channel, "evening", game="whist")
    form = {"starts": "14:00", "ends": "16:00", "deals": [deals]}
    message = (await eva.submit(form)).message
    await world.until(lambda: bool(world.guild.events))
    (event,) = world.guild.events.values()
    assert event["name"] == "An evening of Whist"
    assert event["entity_metadata"]["location"].endswith(f"/{channel.id}")
    assert "14:00:00" in event["scheduled_start_time"]
    assert "16:00:00" in event["scheduled_end_time"]
    await anna.person.click(message, "Sign up")
    await club.restart()
    await world.idle()
    assert [*world.guild.events.values()] == [event], "a restart adds no second one"
    if deals == "1":
        (number,) = [one.id for one in await club.bot.evening_messages.evenings.open_in(club.guild)]
        await club.bot.evening_messages.evenings.cancel(number)
    else:
        club.clock.advance(4 * HOUR)  # nobody has checked in
    await world.until(lambda: not world.guild.events)
    await club.restart()
    await world.idle()
    assert not world.guild.events


@pytest.mark.slow
async def test_without_the_permission_an_evening_is_held_without_an_event(club: Club) -> None:
    eva, world = club.playground.person("Eva", moderator=True), club.playground
    world.guild.bot_role &= ~Permission.CREATE_EVENTS
    await club.set(time_zone="UTC", language="en")
    await eva.slash(world.channel, "evening", game="whist")
    message = (await eva.submit({"starts": "14:00", "ends": "16:00"})).message
    await world.idle()
    assert club.refused() == [50013], "it is tried once"
    await eva.click(message, "Sign up")
    await world.idle()
    assert "1 signed up" in eva.read(message)
    assert club.refused() == []
