"""A club moves to another database amid a game and an evening, and nobody notices."""

from __future__ import annotations

import os

import pytest

from kwbot.commands.move_database import move
from kwbot.storage.store import Store
from tests.e2e.club import Club
from tests.e2e.test_evening import HOUR, one_step, play_round
from tests.storage.databases import NAMED, empty

STEPS = 8
"""What is done at each table just before and just after."""


@pytest.fixture
async def target(request: pytest.FixtureRequest) -> str:
    """An empty PostgreSQL database: the one that is named, or else that of our server."""
    url = os.environ.get(NAMED) or str(request.getfixturevalue("server_url"))
    store = await Store.open(url)
    await store.transactions.run(empty)
    await store.close()
    return url


@pytest.mark.slow
async def test_a_game_and_an_evening_go_on_in_another_database(club: Club, target: str) -> None:
    channel, world = club.playground.channel, club.playground
    eva = world.person("Eva", moderator=True)
    anna, bo, *others = (club.guest(name) for name in ("Anna", "Bo", "Cleo", "Dag", "Elin", "Finn"))

    async def standings() -> str:
        stats = await anna.person.slash(channel, "stats")
        board = await anna.person.slash(channel, "leaderboard", game="whist")
        return (await stats.settled()).text + (await board.settled()).text

    async def step_all() -> None:
        for table in list(club.bot.tables.index.in_memory):
            for _ in range(STEPS):
                await one_step(club, club.state(table.id))

    game = await club.table([anna, bo], 2, game="whist", form="short")
    while club.running_deal(game.id) < 2:
        await one_step(club, club.state(game.id))
    await eva.slash(channel, "evening", game="esmakker")
    message = (await eva.submit({"starts": "14:00", "ends": "16:00", "deals": ["1"]})).message
    club.clock.advance(2 * HOUR - 15 * 60)
    await world.until(lambda: message.deleted)
    (message,) = [one for one in channel.messages.values() if "Check in" in eva.read(one)]
    for guest in others:
        await guest.person.click(message, "Check in")
    club.clock.advance(15 * 60)
    await world.until(lambda: len(club.bot.tables.index.in_memory) == 2)
    await step_all()
    before = await standings()
    assert "1 deal so far" in before
    assert "-# 1 deal\n\n-# Few games yet" in before

    await club.stop()
    assert (await move(club.url, target))[1] == 2
    club.url = target
    await club.start()
    await club.bot.tables.all_resumed()

    assert await standings() == before
    await step_all()
    await play_round(club)
    assert "1 game" in await standings()
    await world.until(lambda: "Round 2" in eva.read(message))
