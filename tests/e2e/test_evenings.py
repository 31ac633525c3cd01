"""An evening of every game by clicks, from /play to the leaderboard and once more."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

from kwbot.engine.deals.reader import replay
from kwbot.engine.values.choices import CutDeck
from kwbot.local.guest import Guest, area, press_more
from kwbot.storage.values.documents import GuildSettings
from kwbot.tables.play import presets
from kwbot.tables.state.table_state import RunningTable
from kwbot.variants import games
from tests.e2e.club import Club
from tests.e2e.test_games import NAMES, final, play_to_the_end
from tests.engine import playing

SHORT = {
    "whist": {"form": "short"},
    "fyrmanswhist": {"target": "1"},
    "hus": {"deals": "2"},
    "esmakker": {"deals": "2"},
}
"""Options that make a match short, of each game."""
OTHERS = [
    ("whist", {"form": "guerre"}),
    ("whist", {"form": "american", "trumps": "sattrumf", "partners": "seats", "stake": "25"}),
    ("fyrmanswhist", {"showing": "together", "target": "3"}),
    ("hus", {"deals": "4", "vip_price": "2-4-8"}),
    ("esmakker", {"deals": "4", "lowest": "7", "attachments": "fixed", "nolo_ace": "low"}),
]
TABLES = [
    pytest.param(key, players, id=f"{key}-{players}")
    for key, game in list(games().items())[1:]  # the first one: see test_games
    for players in range(game.least_players, (game.most_players or 4) + 1)
]


async def evening(
    club: Club, game: str, humans: int, computers: int, options: Mapping[str, str]
) -> None:
    people = [club.guest(name) for name in NAMES[:humans]]
    table = await club.table(people, computers, game=game, **dict[str, Any](options))
    assert {key: table.options[key] for key in options} == options
    await club.ready(table.id)
    end = await play_to_the_end(club, table.id)
    record = await club.house.tables.archive.record(table.id)
    assert record is not None
    match = replay(record, games())
    assert match.is_won
    anna = people[0].person
    shown = anna.read(end)
    assert all(seated.name in shown for seated in table.seated)
    assert ("Settling up" in shown) is (match.sheet.is_for_money and not computers)
    board = (await anna.slash(club.playground.channel, "leaderboard", game=game)).text
    assert all((guest.person.name in board) is (humans > 1) for guest in people)
    again = await people[-1].person.click(end, "Play again")
    (lobby,) = club.bot.tables.index.in_memory
    assert lobby.variant.key == game
    assert {key: lobby.options[key] for key in options} == options
    assert all(seated.name in again.text for seated in table.seated)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players"), TABLES)
async def test_an_evening_with_computers(club: Club, game: str, players: int) -> None:
    await evening(club, game, 2, players - 2, SHORT.get(game, {}))


@pytest.mark.heavy
@pytest.mark.parametrize(("game", "players"), TABLES)
@pytest.mark.parametrize("alone", [False, True], ids=["people", "alone"])
async def test_an_evening_of_people_or_alone(
    club: Club, game: str, players: int, *, alone: bool
) -> None:
    humans = 1 if alone else players
    await evening(club, game, humans, players - humans, SHORT.get(game, {}))


@pytest.mark.heavy
@pytest.mark.parametrize(("game", "options"), OTHERS)
@pytest.mark.parametrize("humans", [4, 2])
async def test_an_evening_by_other_rules(
    club: Club, game: str, options: dict[str, str], humans: int
) -> None:
    await evening(club, game, humans, 4 - humans, options)


def ended_by_hosts() -> list[str]:
    return [key for key, game in games().items() if game.host_ends]


@pytest.mark.parametrize("game", ended_by_hosts())
async def test_the_host_ends_the_game(club: Club, game: str) -> None:
    people = [club.guest(name) for name in NAMES[:2]]
    host, other = (guest.person for guest in people)
    table = (await club.table(people, 2, game=game)).id
    await club.ready(table)
    await club.play_deal(table)
    await club.ready(table)
    await club.turn()
    message = club.table_message(table)
    asked = (await other.click(message, "More")).message
    assert "End the game" not in {button["label"] for button in asked.buttons()}
    forged = next(iter(asked.buttons()))["custom_id"].rsplit(":", 1)[0]
    await other.forge(asked, f"{forged}:end yes")
    assert isinstance(club.state(table), RunningTable)
    asked = (await host.click(message, "More")).message
    for _ in range(2):
        await host.click(asked, "End the game")
        assert isinstance(club.state(table), RunningTable)
    await host.click(asked, "End the game")
    await club.playground.until(lambda: final(club))
    await club.playground.until(lambda: "The game is over" in host.read(message))
    assert final(club) is message
    assert "🏆" in host.read(message)
    assert "Settling up" not in host.read(message), "computers sit here"
    assert [area(button)[0] for button in message.buttons()] == ["again"]


@pytest.mark.parametrize("game", list(games()))
async def test_another_game_is_chosen_in_the_lobby(club: Club, game: str) -> None:
    anna, bo = club.guest("Anna"), club.guest("Bo")
    lobby = await club.lobby(anna)
    await bo.person.click(lobby, "Join")
    (menu,) = [menu for menu in lobby.selects() if area(menu) == ("lobby", "game")]
    first, *_, last = [one["value"] for one in menu["options"]]
    assert (first, last) == ("whist", "kombinations-whist")
    refused = await bo.person.select(lobby, menu["custom_id"], [game])
    await club.playground.until(lambda: bool(refused.text or refused.followups))
    (table,) = club.bot.tables.index
    assert table.variant.key == "kombinations-whist", "the host chooses"
    await anna.person.select(lobby, menu["custom_id"], [game])
    after = club.state(table.id)
    assert after.variant.key == game
    assert after.names == ("Anna", "Bo")
    first_evening = presets.settled_by("first", games()[game], GuildSettings())
    assert first_evening is not None
    assert after.options.items() >= first_evening.items(), "the preset is that of the new game"
    await club.playground.until(lambda: str(games()[game].name) in anna.person.read(lobby))
    rules = (await press_more(bo.person, lobby, "Rules")).text
    assert rules


def with_a_cut() -> list[str]:
    """Games in which somebody cuts before the cards are dealt."""
    found = []
    for key, game in games().items():
        begun = playing.begun(playing.begin(game, game.least_players), random.Random(1))
        if any(isinstance(begun.choice(seat), CutDeck) for seat in begun.to_act() if seat >= 0):
            found.append(key)
    return found


@pytest.mark.parametrize("game", with_a_cut())
async def test_hands_come_when_the_deck_is_cut(club: Club, game: str) -> None:
    people = [club.guest(name) for name in NAMES[:4]]
    table = (await club.table(people, game=game)).id
    await club.ready(table)
    (seat,) = club.game(table).to_act()
    cutter = club.guest_at(table, seat)
    others = [guest for guest in people if guest is not cutter]
    await club.playground.until(lambda: cutter.is_asked)
    await club.playground.idle()
    before = [guest.hand for guest in others]
    assert not any(guest.is_asked for guest in others)
    await club.move(table, seat, "cut 21")
    await club.playground.until(lambda: all("[More]" in _read(guest) for guest in people))
    # A message of its own for each, so that it pings.
    assert all(guest.hand is not old for guest, old in zip(others, before, strict=True))
    await club.shown(table, f"{cutter.person.name} cut 21 cards.")


def _read(guest: Guest) -> str:
    return guest.person.read(guest.hand) if guest.hand else ""


RESTARTS_AFTER = (0, 1, 4, 9, 16)
"""Acts in the deal after which the bot goes and comes back: the auction, exchanges, tricks."""


RESTARTED = [
    pytest.param(game, marks=() if game in ("kombinations-whist", "hus") else pytest.mark.heavy)
    for game in games()
]
"""Every game is replayed from its log in `tests/tables/test_games.py`, too."""


@pytest.mark.slow
@pytest.mark.parametrize("game", RESTARTED)
async def test_a_deal_goes_on_over_restarts(club: Club, game: str) -> None:
    people = [club.guest(name) for name in NAMES[:4]]
    table = (await club.table(people, game=game)).id
    await club.ready(table)
    acts = 0
    while club.running_deal(table) == 1:
        if acts in RESTARTS_AFTER:
            before = club.game(table)
            await club.restart()
            assert club.game(table).match == before.match
            assert club.game(table).asked_at == before.asked_at
        await club.turn()
        acts += 1
    match = club.game(table).match
    assert match is not None
    assert len(match.deals) == 1
