"""A whole game as a new person plays it: from the empty channel to the end, by clicks alone."""

from __future__ import annotations

import random

import pytest
from playwright.async_api import expect

from tests.browser.evening import BrowserClub
from tests.browser.player import Player
from tests.browser.window import DAYLIGHT, DESK, PHONE, Look, Window
from tests.e2e.arranged import SUITS
from tests.e2e.conftest import Deals


async def sit_down(window: Window, computers: int) -> None:
    """What one sees first leads to a table with computer players, for one round."""
    await window.press("Open a table for a game of whist")
    await window.shows("has a table open")
    await window.choose(window.menus("kw:lobby:").first, "kombinations-whist")
    await window.press("More")
    for _ in range(computers):
        await window.press("Add computer")
    await window.press("More options")
    await window.fill_in("first", "hints", "off")  # else suggestions come while a bid is chosen
    await window.fill_in("rules", "winning", "limited")
    await window.fill_in("rules", "rounds", "1")
    await window.press("Dismiss message")
    await window.press("Start")


async def test_a_new_person_plays_a_whole_game_on_a_phone(club: BrowserClub) -> None:
    await whole_game(club, PHONE, computers=2)


@pytest.mark.heavy
@pytest.mark.parametrize("look", [DESK, DAYLIGHT, PHONE], ids=["desk", "daylight", "phone"])
async def test_a_whole_game_in_other_looks(club: BrowserClub, look: Look) -> None:
    await whole_game(club, look)


async def test_cards_by_keys_alone(club: BrowserClub, deals: Deals) -> None:
    table = (await club.seated(deals, SUITS, DESK, "Anna")).id
    await club.play(table, "ready / 1 bid spel / pass*")
    window = club.windows["Anna"]
    key, hand = window.page.keyboard, window.last
    await hand.locator(".row button:enabled").first.focus()
    for card in ("SA", "SK"):
        await club.playground.until(lambda: club.game(table).to_act() == (0,))
        await window.asked(table, club.game(table).asked_at[0])
        await expect(hand.locator(f'[data-key$=":play {card}"]')).to_be_focused()
        await key.press("Enter")
        await club.playground.until(lambda: club.game(table).to_act() != (0,))
        for seat in (1, 2, 3):
            await club.act_for(table, seat)


async def whole_game(club: BrowserClub, look: Look, computers: int = 3) -> None:
    window = await club.window("Anna", look)
    await sit_down(window, computers)
    (table,) = (table.id for table in club.bot.tables.index)
    await window.follow("with computers")
    await window.follow("direct message")
    player, turns = Player(window, random.Random(1)), 0
    while await player.turn(until="Kombinations-Whist!"):
        turns += 1
    assert turns > 20
    await window.go("Kombinations-Whist")
    await window.shows("wins Kombinations-Whist")
    await expect(window.last.get_by_role("button", name="Play again")).to_be_enabled()
    await window.page.locator("#write").fill("/leaderboard")
    await window.page.keyboard.press("Enter")
    await window.shows("Anna used /leaderboard")
    assert club.bot.tables.index.get(table) is None
