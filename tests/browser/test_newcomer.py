"""A new person's first minutes: from `/play` to their third card in each game, presses counted."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from kwbot.engine.values.actions import Play
from kwbot.ids import TableId
from kwbot.local.guest import Guest
from kwbot.tables.state.table_state import RunningTable
from kwbot.variants import games
from tests.browser.evening import BrowserClub
from tests.browser.player import OFFERED, Player
from tests.browser.window import PHONE

QUICK = "kombinations-whist"
DEALS = 3


@pytest.mark.parametrize(
    "game", [key if key == QUICK else pytest.param(key, marks=pytest.mark.heavy) for key in games()]
)
async def test_from_play_to_the_third_card(club: BrowserClub, game: str) -> None:
    """All in the channel, where *Play now* answers with the hand. The command counts as one. Where
    one presses by chance, a bid may take a few more."""
    window = await club.window("Anna", PHONE)
    (anna,), presses = club.guests, club.playground.interactions
    await anna.person.slash(club.playground.channel, "play", game=game)
    await window.shows("First time?")
    await window.press("Play now")
    (table,) = (one.id for one in club.bot.tables.index.in_memory)
    await club.playground.until(lambda: club.state(table).running is not None)
    player = Player(window, random.Random(1))
    seat = club.game(table).seat_of(anna.id)
    await window.page.wait_for_function(OFFERED)
    counted = {"hand": len(presses)}
    assert await player.turn(until="nothing of the kind")
    counted["first turn"] = len(presses)
    for card in (1, 3):
        while cards_played(club, table, seat) < card:
            await club.playground.until(lambda: waits_for(club, table, seat))
            await window.page.wait_for_function(OFFERED)
            assert await player.turn(until="nothing of the kind")
            await club.playground.idle(quiet=0.05)
        counted[f"card {card}"] = len(presses)
    print(game, counted)  # noqa: T201
    assert counted["hand"] == 2
    assert counted["first turn"] == 3, "a card, where nobody cuts, bids or shows cards first"
    assert counted["card 3"] <= 12
    assert window.errors == []


def cards_played(club: BrowserClub, table_id: TableId, seat: int) -> int:
    """How many cards a player has played in the present deal, or the last one."""
    match = club.game(table_id).match
    deal = match.deal or match.finished
    return sum(
        who == seat and isinstance(what, Play) for who, what in (deal.moves() if deal else ())
    )


def waits_for(club: BrowserClub, table_id: TableId, seat: int) -> bool:
    """Whether the table waits for a player: for a move, or for their *Ready*."""
    game = club.game(table_id)
    return seat in game.to_act() if game.ready is None else seat not in game.ready.seats


@pytest.mark.heavy
@pytest.mark.parametrize("game", games())
async def test_with_a_friend_to_the_third_card(club: BrowserClub, game: str) -> None:
    """The presses of both are counted, and that the friend asks for a game by `/play`, too."""
    host, friend = [await club.window(name, PHONE) for name in ("Anna", "Bo")]
    (anna, bo), presses = club.guests, club.playground.interactions
    await anna.person.slash(club.playground.channel, "play", game=game)
    await bo.person.slash(club.playground.channel, "play")
    await friend.press("Join")
    await host.press("Play now")
    await club.playground.until(lambda: anna.hand is not None and bo.hand is not None)
    counted = {"hands": len(presses)}
    await play(club, [anna, bo], 3)
    print(game, counted, "card 3", len(presses))  # noqa: T201
    assert counted["hands"] == 4
    assert len(presses) <= 20


@pytest.mark.heavy
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("game", games())
async def test_three_deals_by_what_the_page_offers(club: BrowserClub, game: str, seed: int) -> None:
    """Whoever presses what they see never comes to a stop."""
    window = await club.window("Anna", PHONE)
    (anna,) = club.guests
    await anna.person.slash(club.playground.channel, "play", game=game)
    await window.press("Play now")
    await club.playground.until(lambda: anna.hand is not None)
    (table,) = (one.id for one in club.bot.tables.index.in_memory)
    await window.dm()
    player, presses = Player(window, random.Random(seed)), 0

    def goes_on() -> RunningTable | None:
        """The game, until it is won or has had its deals; a table that is closed is gone soon."""
        there = club.bot.tables.index.get(table)
        game = there.running if there is not None else None
        over = game is None or game.match.is_won or len(game.match.deals) >= DEALS
        return None if over else game

    def waits() -> bool:
        game = goes_on()
        if game is None:
            return True
        seat = game.seat_of(anna.id)
        return seat in game.to_act() if game.ready is None else seat not in game.ready.seats

    while goes_on():
        await club.playground.until(waits)
        if goes_on():
            await club.bot.display.suggestions.wait()  # else they come while one is reading
            await club.drawn()
            assert await player.turn(until="nothing of the kind")
            presses += 1
    print(game, presses)  # noqa: T201
    assert presses > 3 * DEALS


async def play(club: BrowserClub, guests: Sequence[Guest], wanted: int) -> None:
    """They press what their windows offer until each of them has played so many cards."""
    (table,) = (one.id for one in club.bot.tables.index.in_memory)
    players = {}
    for guest in guests:
        window = club.windows[guest.person.name]
        await window.dm()
        players[club.game(table).seat_of(guest.id)] = Player(window, random.Random(1))

    def fewest() -> int:
        match = club.game(table).match
        deal = match.deal or match.finished
        played = [who for who, what in (deal.moves() if deal else ()) if isinstance(what, Play)]
        return min(played.count(seat) for seat in players)

    def waited_for() -> list[int]:
        game = club.game(table)
        asked = set(game.to_act()) if game.ready is None else players.keys() - game.ready.seats
        return sorted(asked & players.keys())

    while fewest() < wanted:
        await club.playground.until(lambda: bool(waited_for()))
        assert await players[waited_for()[0]].turn(until="nothing of the kind")
