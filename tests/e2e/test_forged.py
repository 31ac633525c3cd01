"""Presses that no screen of ours offers: each is answered, none raises, and nobody does by them
what they may not do."""

from __future__ import annotations

from collections import Counter

import pytest

from kwbot.local.guest import add_computers
from kwbot.variants import games
from tests.e2e.club import Club
from tests.e2e.forgery import ROUND, report, rounds
from tests.e2e.moves import leave_lobby


@pytest.mark.slow
async def test_forged_presses_are_answered_and_change_nothing_of_others(same_cards: None) -> None:
    """In a club for each game; `bench forged` makes more."""
    seen: Counter[str] = Counter()
    clubs = len(games())
    await rounds(11, clubs * ROUND, seen)
    print(f"\n{report(seen)}")  # noqa: T201 - what was covered
    assert seen["presses"] == clubs * ROUND
    areas = [count for what, count in seen.items() if what.startswith("area ")]
    assert sum(map(bool, areas)) >= min(len(areas), 15 * clubs)
    assert min(seen["forms"], seen["changes of a game"], seen["changes of a lobby"]) >= clubs // 2
    assert min(seen["changes of one's own"], seen["changes of an evening"]) >= clubs // 5


@pytest.mark.parametrize("computers_first", [0, 2])
async def test_a_hand_that_was_asked_for_in_the_lobby_stays_blank(
    club: Club, caplog: pytest.LogCaptureFixture, computers_first: int
) -> None:
    """Its seat is gone when the game begins, or a computer player sits there."""
    anna, bo = club.guest("Anna").person, club.guest("Bo").person
    lobby = await club.lobby(club.guests[0])
    await add_computers(anna, lobby, computers_first)
    await bo.click(lobby, "Join")
    (table,) = club.bot.tables.index.in_memory
    copy = (await bo.forge(lobby, f"kw:table:{table.id}:0:hand")).message
    shown = bo.read(copy)
    await leave_lobby(bo, lobby)
    await add_computers(anna, lobby, 2 - computers_first)
    await club.playground.idle()
    await anna.click(lobby, "Start")
    await club.ready(table.id)
    club.guests.pop()
    for _ in range(3):
        await club.turn()
    await club.playground.idle()
    assert bo.read(copy) == shown
    assert [record.getMessage() for record in caplog.records] == []


@pytest.mark.slow
async def test_a_table_never_moves_to_the_message_of_another(club: Club) -> None:
    """Wherever the press of its Start is said to come from."""
    anna, bo = club.guest("Anna").person, club.guest("Bo").person
    side = club.playground.add_channel(club.playground.guild, "side")
    foreign = (await bo.slash(side, "play")).message
    lobby = await club.lobby(club.guests[0])
    await add_computers(anna, lobby, 3)
    table = next(reversed(list(club.bot.tables.index)))
    start = next(one for one in lobby.buttons() if str(one["custom_id"]).endswith(":start"))
    await anna.forge(foreign, start["custom_id"])
    assert club.game(table.id).channel == club.playground.channel.id
    assert foreign.thread is None
