"""Computer players let a moment pass before each card; where showing each takes a call that counts,
they are shown in one go."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from cogs.delivery.calls.rate_limit import CALLS, TOKEN_SECONDS
from kwbot.ids import TableId
from kwbot.local.guest import Guest
from kwbot.storage.values.documents import Preferences
from tests.e2e.club import HOLD_SECONDS, Club

PAUSE = 1.0


@asynccontextmanager
async def begun(
    folder: Path, names: Sequence[str], *, threads: bool = True
) -> AsyncIterator[tuple[Club, list[Guest], TableId]]:
    """A deal of these people and computers has begun; the number is that of the table."""
    url = f"sqlite+aiosqlite:///{folder / 'kwbot.sqlite3'}"
    async with Club(url, pause=PAUSE, channel_limit=CALLS).opened() as club:
        await club.set(threads=threads)
        people = [club.guest(name) for name in names]
        for guest in people:  # an only card is to be pressed, too
            await club.store.settings.change_preferences(
                guest.id, lambda _: Preferences(play_single=False)
            )
        table = (await club.table(people, 4 - len(people), game="whist")).id
        await passed(club)
        yield club, people, table


@asynccontextmanager
async def alone(
    folder: Path, *, threads: bool = True
) -> AsyncIterator[tuple[Club, Guest, TableId]]:
    """As `begun`, by Anna and three computers."""
    async with begun(folder, ["Anna"], threads=threads) as (club, (anna,), table):
        yield club, anna, table


@pytest.mark.slow
async def test_a_card_is_answered_at_once_and_the_computers_play_later(
    tmp_path: Path, same_cards: None
) -> None:
    async with alone(tmp_path) as (club, anna, table):
        counted = played = 0
        for _ in range(4):
            if club.game(table).computer_in_turn() is not None:
                await passed(club)
            counted -= club.playground.counted_calls
            asked = club.state(table).seq
            await anna.act()
            await club.playground.idle()
            before = club.game(table)
            assert before.seq > asked
            shown = club.playground.counted_calls
            if before.computer_in_turn() is not None:
                assert anna.hand is not None
                assert not anna.is_asked, "the answer shows what is stored, and nobody else's card"
                await passed(club)
                assert club.state(table).seq > before.seq
            counted += club.playground.counted_calls
            played += 1
            assert anna.is_asked
            assert club.playground.counted_calls - shown <= 1, "of the line in the channel"
        assert counted <= played
        assert club.playground.refusals == []


async def test_where_it_is_free_everybody_sees_card_by_card(
    tmp_path: Path, same_cards: None
) -> None:
    async with begun(tmp_path, ["Anna", "Bo"], threads=False) as (club, people, table):
        while club.game(table).computer_in_turn() is None:
            club.clock.advance(TOKEN_SECONDS)  # who all press at once have to wait for a drawing
            await next(one for one in people if one.is_asked).act()  # the press of Start serves
            await club.playground.idle()
        seen, cards = {club.public(table)}, 0
        while club.game(table).computer_in_turn() is not None:
            cards += await a_computers_card(club, table)
            seen.add(club.public(table))
        assert cards
        assert len(seen) == cards + 1


async def test_who_is_alone_sees_card_by_card_on_their_hand_and_the_channel_how_far_it_is(
    tmp_path: Path, same_cards: None
) -> None:
    async with alone(tmp_path, threads=False) as (club, anna, table):
        await anna.act()
        await club.playground.idle()
        assert anna.hand is not None
        public, cards = {club.public(table)}, 0
        while cards < 2:
            while club.game(table).computer_in_turn() is None:
                await anna.act()
                await club.playground.idle()
            before, came = anna.person.read(anna.hand), await a_computers_card(club, table)
            cards += came
            assert (anna.person.read(anna.hand) != before) == (came > 0)
            # Its age counts by itself.
            public.add(re.sub(r"(Trick \d+ · ).*", r"\1", club.public(table)))
        assert len(public) <= 2
        assert all("with computers" in one for one in public)


async def a_computers_card(club: Club, table_id: TableId) -> int:
    """The next pause passes. Return how many events it brought."""
    before = club.state(table_id).seq
    club.clock.advance(PAUSE + 0.001)
    await club.playground.idle()
    return club.state(table_id).seq - before


async def test_a_restart_in_the_pause_loses_nothing(tmp_path: Path, same_cards: None) -> None:
    async with alone(tmp_path) as (club, anna, table):
        await anna.act()
        await club.restart()
        await passed(club)
        await club.playground.until(lambda: anna.is_asked)
        assert club.game(table).computer_in_turn() is None


async def passed(club: Club) -> None:
    """The pauses pass, and all that is drawn then."""
    await club.playground.idle()
    while any(
        one.running and one.running.computer_in_turn() is not None
        for one in club.bot.tables.index.in_memory
    ):
        club.clock.advance(PAUSE)
        await club.playground.idle()
    club.clock.advance(HOLD_SECONDS)
    await club.playground.idle()
