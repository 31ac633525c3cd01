"""A table has one ping at a time, and it goes when whoever it is about has acted."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import cast

from benches.stand_ins import HandClock
from cogs.delivery.calls.posts import Post
from cogs.delivery.messages.displayed_table import DisplayedTable
from cogs.delivery.messages.reminders import LATER, Reminders
from kwbot.engine.deals.match import Match
from kwbot.storage.values.display_notes import DisplayNotes
from kwbot.tables.state.table_state import RunningTable
from kwbot.variants import games
from tests.browser.panels import table
from tests.engine.playing import begin, one_move, shuffled


class Channel:
    """Calls that know who is pinged by what stands there."""

    def __init__(self) -> None:
        self.pings: dict[int, list[int]] = {}
        self.nonces: set[str] = set()
        self.last = SimpleNamespace(heard=lambda *_: None)
        self.messages = self
        self.threads = SimpleNamespace(last_message=self._last_message)

    async def _last_message(self, _: int) -> None:
        return None

    async def say(self, _: int, post: Post) -> SimpleNamespace:
        assert post.nonce not in self.nonces, "Discord would not post it"
        self.nonces.add(post.nonce)
        message = 100 + len(self.nonces)
        self.pings[message] = [*post.ping]
        return SimpleNamespace(message=message)

    async def delete(self, _: int, message: int) -> None:
        del self.pings[message]


def all_asked() -> Match:
    """A deal in which everybody is asked at once."""
    match = shuffled(begin(games()["fyrmanswhist"], 4, {"showing": "together"}), Random(1))
    while len(match.to_act()) < 4:
        match, _ = one_move(match, Random(1))
    return match


async def test_a_second_ping_takes_the_place_of_the_first() -> None:
    clock, channel, notes = HandClock(), Channel(), DisplayNotes()

    async def keep() -> None: ...

    match = all_asked()
    here = table(match, 1)
    at = SimpleNamespace(table=here, calls=channel, clock=clock, notes=notes, keep=keep)
    reminders = Reminders(cast("DisplayedTable", at))
    away = replace(here, match=replace(match, away=frozenset({3})))

    async def pinged(table: RunningTable = here) -> list[list[int]]:
        at.table = table
        reminders.note()
        clock.advance(LATER)
        await reminders.work()
        return [*channel.pings.values()]

    assert await pinged(away) == [[1000, 1001, 1002]]
    assert await pinged() == [[1003]], "who is back, in place of the ping before"
    assert await pinged() == [[1003]]
    for seat in range(4):
        assert channel.pings
        match = match.apply(seat, match.choice(seat).sample(Random(1)))
        asked_at = dict.fromkeys(match.to_act(), 1 if seat < 3 else 9)  # the last one leads on
        here = replace(here, match=match, asked_at=asked_at)
        at.table = here
        reminders.note()
        await reminders.work()
    assert not channel.pings
