"""The weekly post by clicks: turned on, posted on Monday, its hand looked at again."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from playground import Message
from tests.cogs.server import open_setting
from tests.e2e.club import Club

DAY = 24 * 3600
SEEN = "The week 29 December – 4 January"


async def told(club: Club) -> date:
    """The week that was told of last."""
    plan = await club.bot.store.weekly.plan(club.guild)
    assert plan is not None
    return plan.told


def posts(club: Club) -> list[Message]:
    reader = club.playground.person("Reader")
    found = [one for one in club.playground.channel.messages.values() if not one.ephemeral]
    return [one for one in found if SEEN in reader.read(one)]


@pytest.mark.slow
async def test_the_week_is_posted_once_and_its_hand_can_be_replayed(club: Club) -> None:
    mod, world = club.playground.person("Mod", moderator=True), club.playground
    anna, bo, cleo = (club.guest(name) for name in ("Anna", "Bo", "Cleo"))
    await club.set(language="en")
    shown = await mod.slash(world.channel, "settings")
    await open_setting(mod, shown.message, "weekly")
    assert "Each Monday at nine I post in #" in mod.read(shown.message)
    table = await club.table([anna, bo, cleo], 1, game="whist")
    await club.ready(table.id)
    await club.play_deal(table.id)
    await world.until(lambda: club.shows(table.id, "ready"))
    await club.bot.tables.index.at(table.id).close("host")
    await club.restart()
    for ahead in (365 * DAY, -365 * DAY):  # as by a clock that is wrong for a while
        club.clock.jump(ahead)
        apart = [club.clock.now().date() - await told(club) for _ in range(500)]
        assert timedelta() < apart[-1] <= timedelta(days=14)
    club.clock.advance(4 * DAY)
    await world.until(lambda: bool(posts(club)))
    await club.restart()
    club.clock.advance(DAY)
    await world.until(club.bot.is_ready)
    (post,) = posts(club)
    text = anna.person.read(post).replace("*", "")
    assert "1 deal · 3 players" in text
    assert "Anna 1 · Bo 1 · Cleo 1" in text
    assert "Hand of the week" in text
    replay = await anna.person.click(post, "Replay")
    assert "Deal 1 of 1" in replay.text
    await open_setting(mod, shown.message, "weekly")
    assert "Each Monday at nine" not in mod.read(shown.message)
    assert await club.bot.store.weekly.plan(club.guild) is None
