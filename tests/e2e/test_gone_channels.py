"""A channel that is gone, or takes nothing any more: who is told, where, and how it is mended."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kwbot.ids import UserId
from kwbot.storage.values.stored_weeklies import WeeklyPlan
from playground import LocalPerson, Permission
from tests.cogs.server import open_setting
from tests.e2e.club import Club

DAY = 24 * 3600
POST = Permission.SEND_MESSAGES | Permission.VIEW_CHANNEL


def told(person: LocalPerson, text: str) -> int:
    """How often somebody was told this by direct message."""
    return sum(text in person.read(one) for one in person.dms())


async def until(club: Club, done: Callable[[], bool]) -> None:
    await club.playground.until(done)
    await club.playground.idle()


async def test_the_channel_of_the_deal_of_the_day_is_gone(club: Club) -> None:
    world, refused = club.playground, "I can't post the deal of the day in"
    eva, anna = world.person("Eva", moderator=True), world.person("Anna")
    await club.set(time_zone="UTC", language="en")
    gone = world.add_channel(world.guild, "gone")
    await eva.slash(gone, "daily")
    await eva.submit({"game": ["whist"], "preset": ["rulebook"]})
    await until(club, lambda: any("One try." in eva.read(m) for m in gone.messages.values()))
    world.delete_channel(gone)
    club.clock.advance(DAY)
    await until(club, lambda: told(eva, refused) == 1)
    for _ in range(3):
        club.clock.advance(DAY / 8)
        await world.idle()
    assert told(eva, refused) == 1, "once"
    assert set(club.refused()) == {10003}
    for person in (eva, anna):
        assert refused in (await person.slash(world.channel, "daily")).text
    shown = await eva.slash(world.channel, "settings")
    assert refused in shown.text
    home = await eva.slash(world.channel, "daily")
    await eva.click(home.message, "Change")
    changed = await eva.submit({"game": ["whist"], "preset": ["rulebook"]})
    assert "Today's deal is coming to this channel." in changed.text
    here = world.channel.messages
    await until(club, lambda: any("One try." in eva.read(one) for one in here.values()))
    assert refused not in (await eva.slash(world.channel, "daily")).text
    assert refused not in (await eva.slash(world.channel, "settings")).text
    assert set(club.refused()) == {10003}


async def test_an_evening_whose_channel_takes_nothing_any_more(club: Club) -> None:
    world, refused = club.playground, "so this evening doesn't show there"
    eva = world.person("Eva", moderator=True)
    await club.set(time_zone="UTC", language="en")
    other = world.add_channel(world.guild, "other")
    await eva.slash(other, "evening", game="whist")
    message = (await eva.submit({"starts": "14:00", "ends": "16:00"})).message
    await world.idle()
    world.deny(other, POST)
    club.clock.advance(2 * 3600)
    await until(club, lambda: told(eva, refused) == 1)
    club.clock.advance(20 * 60)
    await world.idle()
    assert told(eva, refused) == 1
    assert refused in (await eva.slash(world.channel, "evening")).text
    world.deny(other, Permission.NONE)
    await until(club, lambda: message.deleted or refused not in eva.read(message))
    (evening,) = await club.bot.evening_messages.evenings.open_in(club.guild)
    assert not evening.refused
    assert set(club.refused()) == {50001}


async def test_a_planned_table_tells_its_host_once_over_restarts(club: Club) -> None:
    world, refused = club.playground, "I can no longer post in your table's channel"
    anna = club.guest("Anna")
    await club.set(time_zone="UTC", language="en", threads=False)
    lobby = await club.lobby(anna)
    (table,) = club.bot.tables.index.in_memory
    world.deny(world.channel, POST)
    await anna.person.forge(lobby, f"kw:plan:{table.id}:0:")
    await anna.person.submit({"time": "20:00"})
    club.without_tokens()
    club.clock.advance(3 * 3600)
    await club.restart()
    club.without_tokens()
    club.bot.display.show_all(list(club.bot.tables.index))
    await until(club, lambda: told(anna.person, refused) == 1)
    await club.restart()
    club.bot.display.show_all(list(club.bot.tables.index))
    await world.idle()
    assert told(anna.person, refused) == 1
    assert set(club.refused()) <= {50001, 50027}, "by old tokens, too"


async def test_settings_say_that_the_weekly_post_is_refused_until_that_is_mended(
    club: Club,
) -> None:
    """Which may be long before there is anything to post."""
    world, refused = club.playground, "I can't post the weekly post in"
    eva = world.person("Eva", moderator=True)
    await club.set(language="en")
    other, now = world.add_channel(world.guild, "other"), club.clock.now()
    plan = WeeklyPlan(club.guild, other.id, "en", now.date(), UserId(eva.id), now)
    await club.store.weekly.set_plan(plan)
    world.deny(other, Permission.SEND_MESSAGES)
    await world.idle()
    assert refused in (await eva.slash(world.channel, "settings")).text
    world.deny(other, Permission.NONE)
    await world.idle()
    assert refused not in (await eva.slash(world.channel, "settings")).text
    world.delete_channel(other)
    await world.idle()
    shown = await eva.slash(world.channel, "settings")
    assert refused in shown.text
    await open_setting(eva, shown.message, "weekly")
    moved = await club.store.weekly.plan(club.guild)
    assert moved is not None, "it moves, rather than being turned off"
    assert moved.channel_id == world.channel.id
    assert refused not in eva.read(shown.message)
    await open_setting(eva, shown.message, "weekly")
    assert await club.store.weekly.plan(club.guild) is None


@pytest.mark.parametrize("is_gone", [False, True])
async def test_settings_say_that_the_role_to_ping_is_gone(club: Club, *, is_gone: bool) -> None:
    world, eva = club.playground, club.playground.person("Eva", moderator=True)
    role = world.guild.id + 77 if is_gone else world.guild.id
    await club.set(ping_role=role, language="en")
    shown = await eva.slash(world.channel, "settings")
    assert ("The role to ping is gone." in shown.text) is is_gone
