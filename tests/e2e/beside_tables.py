"""What every game has beside its tables, by clicks. `tests/variants/test_example_game.py` runs this
for the example of a game, alone in a copy of the tree."""

from __future__ import annotations

import re

import pytest

from kwbot.solo import best_line
from kwbot.tables.state.table_state import RunningTable
from kwbot.variants import games
from tests.e2e.club import Club
from tests.e2e.test_daily import announced, asked, played_on
from tests.e2e.test_duplicate import begun, played
from tests.e2e.test_games import play_to_the_end
from tests.e2e.test_replays import opened, walked

GAMES = [key for key in ("solo", "bare") if key in games()]


@pytest.mark.parametrize("game", GAMES)
async def test_a_game_is_advised_rated_shown_again_and_explained(club: Club, game: str) -> None:
    anna, bo, channel = club.guest("Anna"), club.guest("Bo"), club.playground.channel
    name = str(games()[game].name)
    await club.set(ratings=True)
    table = (await club.table([anna, bo], 2, game=game, deals="1", hints="on")).id
    await club.ready(table)
    await club.playground.until(lambda: anna.is_asked or bo.is_asked)
    asking = anna if anna.is_asked else bo
    hint = await asking.person.slash(channel, "hint")
    await club.playground.until(lambda: "thinking" not in asking.person.read(hint.message))
    assert "⛔" not in asking.person.read(hint.message)
    await play_to_the_end(club, table)
    board = await anna.person.slash(channel, "leaderboard", game=game)
    assert "Anna" in board.text
    (measure,) = [one for one in board.message.selects() if one["custom_id"].endswith("measure")]
    board = await anna.person.select(board.message, measure["custom_id"], ["rating"])
    assert "Provisional" in board.text
    assert board.text.count("1 game") == 2
    assert name in (await anna.person.slash(channel, "stats")).text
    told = await walked(anna, await opened(anna, club))
    assert re.search(r"Deal (\d+) of \1\b", told[-1])  # those passed out come before it
    assert "no rulebook" in (await anna.person.slash(channel, "rules", game=game)).text
    assert "no lessons" in (await anna.person.slash(channel, "learn", game=game)).text
    assert "no lessons" not in (await anna.person.slash(channel, "learn")).text


@pytest.mark.parametrize("game", GAMES)
async def test_a_game_is_the_deal_of_the_day(
    club: Club, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(best_line, "MAX_LINES", 5)  # nobody looks at what was possible
    eva, anna = club.playground.person("Eva", moderator=True), club.playground.person("Anna")
    await eva.slash(club.playground.channel, "daily")
    await eva.submit({"game": [game], "preset": ["rulebook"]})
    first = await announced(club, "Deal of the day")
    screen = (await anna.click(first, "Play")).message
    assert asked(screen)
    await played_on(anna, screen)
    assert "so far" in anna.read(screen)


@pytest.mark.parametrize("game", GAMES)
async def test_a_game_is_played_as_a_duplicate(club: Club, game: str) -> None:
    message = await begun(club, [club.guest("Anna"), club.guest("Bo")], game=game)
    eva = club.playground.person("Eva", moderator=True)
    asked = await eva.click(message, "End after this round")
    await eva.click(asked.message, "End after this round")
    for table in [
        one.id for one in club.bot.tables.index.in_memory if isinstance(one, RunningTable)
    ]:
        await played(club, table)
    await club.playground.until(lambda: message.deleted)
    (podium,) = [one for one in club.playground.channel.messages.values() if "🏆" in eva.read(one)]
    assert f"A duplicate of {games()[game].name}" in eva.read(podium)
