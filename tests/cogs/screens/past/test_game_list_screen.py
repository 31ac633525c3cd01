"""The screen of played games."""

from __future__ import annotations

from datetime import UTC, datetime

from cogs.commands.past.games import GAME_ROWS
from cogs.screens.parts.components import MAX_TEXT, TextDisplay, walk
from cogs.screens.past.game_list_screen import ME, GamePage, game_list_screen
from kwbot.ids import TableId, UserId
from kwbot.listings import GamePlayer, PlayedGame
from kwbot.text.words.language import language_of
from kwbot.variants import games


def test_a_page_of_games_with_many_long_names_can_be_sent() -> None:
    """Discord counts the texts of a message together, those beside buttons, too."""
    players = tuple(GamePlayer(UserId(at), "*" * 32, won=True, points=9) for at in range(25))
    game = PlayedGame(
        id=TableId(2**63 - 1), game="whist", at=datetime(2026, 1, 1, tzinfo=UTC), players=players,
        is_kept=True, is_running=False, is_finished=True, on_evening=False,
    )  # fmt: skip
    page = GamePage([(games()["whist"], game)] * GAME_ROWS, ME, 1, 99999)
    screen = game_list_screen(page, language_of("en"), in_server=True)
    told = [one.content for one in walk(screen.parts) if isinstance(one, TextDisplay)]
    assert len(told) == GAME_ROWS + 2
    assert sum(map(len, told)) <= MAX_TEXT
    assert told[1].endswith("9 points")
