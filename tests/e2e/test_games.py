"""Whole games by clicks, with every mixture of people and computer players."""

from __future__ import annotations

import pytest

from kwbot.ids import TableId
from kwbot.local.guest import buttons
from kwbot.tables.state.table_state import LobbyTable
from playground import Message
from tests.e2e.club import Club

NAMES = ("Anna", "Bo", "Cia", "Dag", "Eva", "Finn", "Gun")
TURNS = 2000
"""No game of one round takes longer."""


def final(club: Club) -> Message | None:
    """The message of the game's end."""
    channels = list(club.playground.channels.values())
    messages = [m for channel in channels for m in channel.messages.values()]
    return next((m for m in messages if buttons(m, "again")), None)


async def play_to_the_end(club: Club, table_id: TableId) -> Message:
    """Whoever sat a deal out has no hand to press Ready on: they do it in the channel."""

    def asked() -> bool:
        return any(guest.is_asked for guest in club.guests)

    def open_for_ready() -> bool:
        return club.bot.tables.index.get(table_id) is not None and club.shows(table_id, "ready")

    for _ in range(TURNS):
        await club.playground.until(lambda: final(club) or asked() or open_for_ready())
        found = final(club)
        if found:
            return found
        if asked():
            await club.turn()
        else:
            await club.ready(table_id)
    raise AssertionError("the game does not end")


@pytest.mark.parametrize(
    ("humans", "computers"),
    [
        (2, 3),
        pytest.param(3, 0, marks=pytest.mark.heavy),
        pytest.param(1, 3, marks=pytest.mark.heavy), pytest.param(4, 0, marks=pytest.mark.heavy),
        pytest.param(3, 4, marks=pytest.mark.heavy),
    ],
)  # fmt: skip
async def test_a_whole_game(club: Club, humans: int, computers: int) -> None:
    people = [club.guest(name) for name in NAMES[:humans]]
    table = await club.table(people, computers, winning="limited", rounds="1")
    await club.ready(table.id)
    end = await play_to_the_end(club, table.id)
    anna = people[0].person
    names = [seated.name for seated in table.seated]
    assert all(name in anna.read(end) for name in names)
    assert "won" in anna.read(end) or "wins" in anna.read(end)
    record = await club.house.tables.archive.record(table.id)
    assert record is not None
    assert record.count("\ndeal ") >= humans + computers
    stored = await club.store.tables.load(table.id)
    assert stored is not None
    assert (stored.state, stored.closed_reason) == ("closed", "over")
    board = (await anna.slash(club.playground.channel, "leaderboard")).text
    assert all((guest.person.name in board) is (humans > 1) for guest in people)
    told = [anna.read(message) for message in anna.dms() if not message.ephemeral]
    assert "Play again: #" in told[-1], "one goes on where all are"
    again = await people[-1].person.click(end, "Play again")
    assert all(name in again.text for name in names)
    (lobby,) = list(club.bot.tables.index)
    assert lobby.host == people[-1].person.id
    assert isinstance(lobby, LobbyTable)
    assert {k: lobby.options[k] for k in ("winning", "rounds")} == {
        "winning": "limited",
        "rounds": "1",
    }
    await people[-1].person.click(again.message, "Start")
    assert club.running_deal(lobby.id) == 1
