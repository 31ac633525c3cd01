"""The deal of the day by clicks: two days on a server, over a restart."""

from __future__ import annotations

import json
import re

import pytest

from cogs.connection import replies
from playground import LocalPerson, Message
from playground.people.person import Response
from tests.cogs.server import open_setting
from tests.e2e.club import Club

DAY = 24 * 3600


def asked(screen: Message) -> list[str]:
    """What the buttons of a panel do, as their custom_ids say."""
    return [str(one["custom_id"]) for one in screen.buttons() if ":dact:" in str(one["custom_id"])]


def seen(person: LocalPerson, screen: Message) -> str:
    """All that a screen holds, without the number of the play and the person's name."""
    whole = json.dumps(screen.components, sort_keys=True).replace(person.name, "@")
    return re.sub(r"(:d\w+:0:)\d+(\d\d\d:)", r"\1#\2", whole)


async def played_on(person: LocalPerson, screen: Message, moves: int = 99) -> list[str]:
    """Press the first button, again and again; return what was seen until the deal was over."""
    shown = []
    while ways := asked(screen):
        shown.append(seen(person, screen))
        if len(shown) > moves:
            break
        await person.click(screen, custom_id=ways[0])
    return shown


async def settled(club: Club, person: LocalPerson, shown: Response) -> str:
    """What an answer says once the bot has thought about it."""
    await club.playground.until(lambda: "thinking" not in person.read(shown.message))
    return person.read(shown.message)


async def announced(club: Club, text: str) -> Message:
    """The newest message in the channel that says this."""
    channel, reader = club.playground.channel, club.playground.person("Reader")

    def found() -> list[Message]:
        there = [one for one in channel.messages.values() if not one.ephemeral]
        return [one for one in there if text in reader.read(one)]

    await club.playground.until(lambda: bool(found()))
    return found()[-1]


@pytest.mark.slow
async def test_two_days_on_a_server(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    eva = club.playground.person("Eva", moderator=True)
    anna, bo, cleo = (club.playground.person(name) for name in ("Anna", "Bo", "Cleo"))
    channel, world = club.playground.channel, club.playground
    await club.set(time_zone="Europe/Stockholm", language="en")
    assert "There's no deal of the day here." in (await anna.slash(channel, "daily")).text
    await eva.slash(channel, "daily")
    assert (
        "The deal of the day is on:"
        in (await eva.submit({"game": ["whist"], "preset": ["rulebook"]})).text
    )
    first = await announced(club, "Deal of the day")
    assert "[🔒 Tomorrow " in eva.read(first)

    screen = (await anna.click(first, "Play")).message
    course = await played_on(anna, screen)
    assert "so far" in anna.read(screen)
    begun = (await bo.click(first, "Play")).message
    assert begun.ephemeral
    stale = asked(begun)[0]
    half = await played_on(bo, begun, 5)
    await club.restart()
    again = (await bo.click(first, "Play")).message
    await bo.forge(again, stale)
    assert seen(bo, again) == half[-1], "goes on where it was left"
    assert course == [*half[:-1], *await played_on(bo, again)]

    twice = (await anna.click(first, "Play")).message
    assert not asked(twice)
    monkeypatch.setattr(replies, "DEFER_SECONDS", 0.0)  # from here on every answer is late
    begins = await cleo.click(first, "Play")
    left = begins.message
    assert left.ephemeral
    await played_on(cleo, left, 3)
    (number,) = await club.store.daily.under_way()
    nothing = await cleo.forge(first, f"kw:daily:0:0:standing {number.id}")
    assert "Play today's deal first." in nothing.text
    stolen = await cleo.forge(left, stale)
    assert "no longer" in stolen.text or "⛔" in stolen.text

    assert "so far" in (await anna.slash(channel, "daily")).text
    assert "Go on" in [
        one["label"]
        for one in (await cleo.slash(channel, "daily")).message.buttons()
        if "label" in one
    ]
    talk = await settled(club, anna, await anna.click(twice, "Talk"))
    (thread,) = [one for one in world.guild.channels.values() if one.parent is channel]
    assert "talk about the deal there" in talk
    mine = await bo.click(first, "Play")
    await settled(club, bo, mine)
    await settled(club, bo, await bo.click(mine.message, "Talk"))
    assert "\u00a0" not in thread.name, "people look for it by its day"
    assert {anna.id, bo.id} <= {*thread.members}
    barred = await cleo.forge(first, f"kw:daily:0:0:talk {number.id}")
    assert "Play today's deal first." in barred.text
    assert cleo.id not in thread.members
    world.delete_channel(thread)
    await settled(club, anna, await anna.click(twice, "Talk"))
    (another,) = [one for one in world.guild.channels.values() if one.parent is channel]
    assert {*another.members} >= {anna.id}
    assert {*club.refused()} == {10003}, "which says that it is gone"
    told = await settled(club, anna, await anna.click(twice, "Review"))
    assert "👍" in told or "🔍" in told

    shared = (await anna.click(twice, "Share")).message
    assert not shared.ephemeral
    assert "🟩" in anna.read(shared)
    assert not re.search("[♠♥♦♣]", anna.read(shared))

    club.clock.advance(DAY)
    await world.until(lambda: "Proof" in eva.read(first))
    told = eva.read(first)
    assert "🥇" in told
    second = await announced(club, "One try.")
    assert second.id != first.id
    over = await cleo.click(left, custom_id=asked(left)[0])
    assert "That day is over." in over.text
    line = (await cleo.click(first, "Card by card")).text
    assert "The best line" in line
    assert re.search("Trick 13: .*[♠♥♦♣].* →\u00a0", line)
    proof = await cleo.click(first, "Proof of the shuffle")
    assert proof.message.attachments
    assert "must be the commitment that was posted before the deal" in proof.text
    tables = await cleo.click(first, "Standings")
    assert "The last 7 days" in tables.text


@pytest.mark.slow
async def test_whoever_has_begun_finishes_after_midnight(club: Club) -> None:
    """Begun ten minutes before midnight, gone on with a minute after it."""
    eva = club.playground.person("Eva", moderator=True)
    anna, bo = (club.playground.person(name) for name in ("Anna", "Bo"))
    channel, world = club.playground.channel, club.playground
    await club.set(time_zone="UTC", language="en")
    await eva.slash(channel, "daily")
    await eva.submit({"game": ["whist"], "preset": ["rulebook"]})
    first = await announced(club, "One try.")
    (daily,) = await club.store.daily.under_way()
    assert daily.ends_at is not None
    club.clock.advance((daily.ends_at - club.clock.now()).total_seconds() - 600)
    screen = (await anna.click(first, "Play")).message
    assert "This deal ends in 1 hour: finish it before then." in anna.read(screen)
    await played_on(anna, screen, 8)
    club.clock.advance(660)
    await world.until(lambda: "The day is over." in eva.read(first))
    assert not re.search("[♠♥♦♣]|🥇|Proof", eva.read(first))
    late = await bo.click(first, "Go on")
    assert "That day is over. Today's deal: /daily." in late.text
    assert "Go on" in anna.read((await anna.slash(channel, "daily")).message)
    await played_on(anna, screen)
    assert "so far" in anna.read(screen)
    await world.until(lambda: "🥇" in eva.read(first))
    assert "Proof" in eva.read(first)
    second = await announced(club, "One try.")
    await world.until(lambda: "🥇" in eva.read(second))
    assert second.id != first.id


async def test_a_new_time_zone_moves_the_day_at_once(club: Club) -> None:
    world, eva = club.playground, club.playground.person("Eva", moderator=True)
    await club.set(time_zone="UTC", language="en")
    await eva.slash(world.channel, "daily")
    await eva.submit({"game": ["whist"], "preset": ["rulebook"]})
    posted = world.channel.messages
    await world.until(lambda: any("🔒 Tomorrow" in eva.read(m) for m in posted.values()))
    (before,) = await club.store.daily.under_way()
    shown = await eva.slash(world.channel, "settings")
    await open_setting(eva, shown.message, "time_zone")
    await eva.submit({"time_zone": "UTC+5:30"})
    await world.idle()
    (after,) = await club.store.daily.under_way()
    assert before.ends_at is not None
    assert after.ends_at is not None
    assert (before.ends_at - after.ends_at).total_seconds() == 5.5 * 3600
