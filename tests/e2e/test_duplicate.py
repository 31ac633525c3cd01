"""A duplicate by clicks: from its form to its podium, and what nobody learns before their turn."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Sequence
from hashlib import sha256

import pytest

from cogs.screens.parts.components import RECORD, REPLAY, SHARE, TABLE, Press
from kwbot.evenings import rounds
from kwbot.ids import TableId
from kwbot.local.guest import Guest
from kwbot.tables.state import dealing
from kwbot.tables.state.table_state import RunningTable
from playground import Message
from playground.api.rest import Call
from playground.page import sight
from playground.state.model import MessageFlag
from tests.e2e.club import Club
from tests.e2e.copies import MEMORY, watched
from tests.e2e.test_evening import HOUR, be_ready, one_step

TABLES = 8
UPDATES = (6, 7)
"""Answers that redraw the pressed message."""
LONG = re.compile(r"\d{15,}")


async def begun(
    club: Club, guests: Sequence[Guest], *, game: str = "whist", deals: int = 1
) -> Message:
    """A duplicate whose first round is drawn; gives its message."""
    message = await drawn(club, guests, game=game, deals=deals)
    world, eva = club.playground, club.playground.person("Eva", moderator=True)
    await world.until(lambda: "Round 1" in eva.read(message))
    await world.idle()
    return message


async def drawn(
    club: Club, guests: Sequence[Guest], *, game: str = "whist", deals: int = 1, ends: str = "16:00"
) -> Message:
    """A duplicate whose hour has come; gives its message."""
    eva, world = club.playground.person("Eva", moderator=True), club.playground
    await eva.slash(world.channel, "evening", game=game)
    asked = {"starts": "13:00", "ends": ends, "deals": [f"duplicate {deals}"]}
    message = (await eva.submit(asked)).message
    assert "Whoever does best with them wins." in eva.read(message)
    await world.idle()
    club.clock.advance(HOUR - 15 * 60)
    await world.until(lambda: message.deleted)
    message = next(one for one in world.channel.messages.values() if "Check in" in eva.read(one))
    for guest in guests:
        await guest.person.click(message, "Check in")
    club.clock.advance(15 * 60)
    return message


def tables(club: Club) -> list[RunningTable]:
    return [one for one in club.bot.tables.index.in_memory if isinstance(one, RunningTable)]


async def played(club: Club, table_id: TableId) -> None:
    """Play a table until it is closed."""
    while club.bot.tables.index.get(table_id) is not None:
        await one_step(club, club.bot.tables.index.at(table_id).open)
    await club.playground.idle()


@pytest.mark.slow
async def test_two_friends_compare_themselves_at_two_tables(club: Club) -> None:
    """Each in a private thread; the one who is done first learns nothing before the other is."""
    anna, bo, world = club.guest("Anna"), club.guest("Bo"), club.playground
    message = await begun(club, [anna, bo])
    eva = world.person("Eva", moderator=True)
    first, second = (world.channels[one.channel] for one in tables(club))
    assert {guest.id for guest in (anna, bo)} == (
        {*first.members, *second.members} - {world.bot.id}
    )
    assert not set(first.members) & set(second.members) - {world.bot.id}
    assert re.search(r"Table 1\W+@\w+ 🤖×3\n+\W*Table 2\W", eva.read(message)), "no link to nowhere"
    asked = await eva.click(message, "End after this round")
    assert "The round being played is finished" in asked.text
    await eva.click(asked.message, "End after this round")
    one, other = (table.id for table in tables(club))
    await played(club, one)
    assert "Standings" not in eva.read(message)
    await played(club, other)
    await world.until(lambda: message.deleted)
    (podium,) = [one for one in world.channel.messages.values() if "🏆" in eva.read(one)]
    told = eva.read(podium)
    assert "A duplicate of Whist" in told
    assert told.count(" %**") == 2
    assert "1 deal each" in told
    proof = await anna.person.slash(first, "verify", table=one)
    assert "verify_deal.py" in proof.text, "now it may be looked at"


class Heard:
    """All that the bot sends which a person can see."""

    def __init__(self, club: Club, guest: Guest) -> None:
        self._club, self._guest = club, guest
        self._judge = club.playground.rest.validate
        self.sent: list[str] = []
        club.playground.rest.validate = self._note

    def _note(self, call: Call) -> None:
        if self._judge is not None:
            self._judge(call)
        if self._sees(call):
            told = json.dumps(call.body, ensure_ascii=False, sort_keys=True, default=str)
            files = [f" {one.filename} {sha256(one.data).hexdigest()}" for one in call.files]
            self.sent.append(LONG.sub("#", told) + "".join(files))

    def _sees(self, call: Call) -> bool:
        world, person = self._club.playground, self._guest.person
        if "channel_id" in call.ids:
            channel = world.channels.get(call.id("channel_id"))
            return channel is not None and sight.can_open(channel, person)
        token = call.ids.get("interaction_token") or call.ids.get("webhook_token")
        event = world.interactions.get(token or "")
        if event is None or event.user is person.user:
            return True
        body = call.body if isinstance(call.body, dict) else {}
        data = body.get("data") or body
        edited = event.original if call.method == "PATCH" else None
        if body.get("type") in UPDATES:
            edited = event.message
        if edited is not None and edited.ephemeral:
            return False
        hidden = int(data.get("flags") or 0) & MessageFlag.EPHEMERAL
        return not hidden and sight.can_open(event.channel, person)


async def asked_about(club: Club, guest: Guest, table_id: TableId, message: Message) -> None:
    """Try all that might tell something of the deal at another table."""
    person, channel = guest.person, club.playground.channel
    for press in (
        Press(TABLE, table_id, argument="watch"), Press(TABLE, table_id, argument="words"),
        Press(TABLE, table_id, argument="hand"), Press(REPLAY, table_id, 1, "1"),
        Press(SHARE, table_id, 1), Press(RECORD, table_id),
    ):  # fmt: skip
        await person.forge(message, str(press))
    await person.slash(channel, "verify", table=table_id)
    await person.slash(channel, "verify", table=table_id, what="record")
    await person.slash(channel, "games")
    await person.slash(channel, "games", player=club.playground.person("Anna"))
    await person.slash(channel, "stats", player=club.playground.person("Anna"))
    await person.slash(channel, "leaderboard", game="whist")
    await person.slash(channel, "evening")


async def told(seed: int, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Let Anna play the deal while Bo asks about it; return all that he sees of it."""
    rng = random.Random(seed)
    monkeypatch.setattr(rounds, "new_secret", lambda: rng.randbytes(48))
    club = Club(MEMORY)
    async with watched(club) as watch:
        anna, bo = club.guest("Anna"), club.guest("Bo")
        message = await begun(club, [anna, bo])
        (hers,) = [one for one in tables(club) if one.has(anna.id)]
        heard = Heard(club, bo)
        await be_ready(club, hers)
        for _ in range(3):
            await one_step(club, club.game(hers.id))
            await watch.still()
        await asked_about(club, bo, hers.id, message)
        await played(club, hers.id)
        await watch.still()
        await asked_about(club, bo, hers.id, message)
        return heard.sent


@pytest.mark.slow
async def test_a_table_that_has_played_tells_nothing_to_one_that_has_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(dealing, "commitment", lambda *_: "0" * 64)  # that is of another secret
    runs = [Counter(await told(seed, monkeypatch)) for seed in (1, 2)]
    assert runs[0] == runs[1]
    assert runs[0].total() > 25, "he was answered"


@pytest.mark.heavy
async def test_eight_tables_to_their_podium_killed_twice(club: Club) -> None:
    """Once while the tables are being opened, once in the middle of their deals."""
    guests, world = [club.guest(f"Guest {number}") for number in range(31)], club.playground
    message = await drawn(club, guests, ends="13:05")
    await world.until(lambda: len(club.bot.tables.index) > 2)
    await club.restart()
    await world.until(lambda: len(club.bot.tables.index) == TABLES)
    evening = await club.bot.evening_messages.evenings.evening(1)
    assert len(evening.rooms) == TABLES, "no table was opened twice"
    for _ in range(60):
        await one_step(club, tables(club)[0])
    await club.restart()
    await round_played(club)
    await world.until(lambda: len(club.bot.tables.index) == TABLES)
    await world.idle()
    assert club.clock.now() < evening.ends
    club.clock.advance(evening.ends.timestamp() - club.clock.now().timestamp())
    await round_played(club)
    await world.until(lambda: message.deleted)
    evening = await club.bot.evening_messages.evenings.evening(1)
    assert len(evening.standing) == len(guests)
    assert {one.deals for one in evening.standing} == {2}, "the hour lets a round be played out"
    assert sum(len(one.results) for played in evening.rounds for one in played) == 2 * TABLES
    assert sum(one.percent or 0 for one in evening.standing) > 0


async def round_played(club: Club) -> None:
    """Play all tables of a round."""
    first = {one.id for one in tables(club)}
    while left := [one for one in tables(club) if one.id in first]:
        await one_step(club, left[0])
    await club.playground.idle()
