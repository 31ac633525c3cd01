"""A new person's first minutes: from `/play` to their third card in each game, presses counted."""

from __future__ import annotations

import random

import pytest

from kwbot.engine.actions import Play
from kwbot.variants import games
from tests.browser.evening import BrowserClub
from tests.browser.player import Player
from tests.browser.window import PHONE

QUICK = "kombinations-whist"


@pytest.mark.parametrize(
    "game", [key if key == QUICK else pytest.param(key, marks=pytest.mark.heavy) for key in games()]
)
async def test_from_play_to_the_third_card(club: BrowserClub, game: str) -> None:
    """The command counts as one. Where one presses by chance, a bid may take a few more."""
    window = await club.window("Anna", PHONE)
    guest, presses = club.guests[0], club.playground.interactions
    await guest.person.slash(club.playground.channel, "play", game=game)
    await window.press("Play now")
    await club.playground.until(lambda: guest.hand is not None)
    (table,) = (table.id for table in club.bot.tables.in_memory)
    counted = {"hand": len(presses)}

    def cards() -> int:
        match = club.game(table).match
        seat = club.game(table).seat_of(guest.person.id)
        deal = match.deal or match.finished
        moves = deal.moves() if deal else ()
        return sum(who == seat and isinstance(what, Play) for who, what in moves)

    await window.dm()
    player = Player(window, random.Random(1))
    for wanted in (1, 3):
        while cards() < wanted:
            assert await player.turn(until="nothing of the kind")
        counted[f"card {wanted}"] = len(presses)
    print(game, counted)  # noqa: T201
    assert counted["hand"] == 2
    assert counted["card 3"] <= 12
    assert club.playground.refusals == []
    assert window.errors == []
