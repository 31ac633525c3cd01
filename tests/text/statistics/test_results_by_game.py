"""A player's results by game in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kwbot.ids import UserId
from kwbot.listings import LeaderboardEntry
from kwbot.text.statistics.results_by_game import stats_text
from kwbot.text.words.language import Language, language_of
from tests.text.positions import GAME, LANGUAGES

EN, SV, DA = map(language_of, LANGUAGES)
ROW = LeaderboardEntry(
    rank=1, user_id=UserId(10), game=GAME.key, games=30, wins=12, points=-45, bids_tried=20,
    bids_made=12, units=0, titles=tuple(GAME.titles),
)  # fmt: skip


@pytest.mark.parametrize(
    ("language", "numbers", "said"),
    [
        (EN, (1, 0, 1, 1), "1 game, no wins · 0 points\n1 bid, made"),
        (
            EN,
            (1200, 3, 4000, 1234),
            "**3 wins** in 1,200 games · 0 points\n1,234 of 4,000 bids made",
        ),
        (SV, (2, 0, 5, 5), "2 spel, inga vinster · 0 poäng\nalla 5 bud gick hem"),
        (DA, (2, 1, 5, 0), "**1 sejr** i 2 spil · 0 point\ningen af 5 meldinger gik hjem"),
    ],
)
def test_numbers_are_said_as_people_say_them(
    language: Language, numbers: tuple[int, int, int, int], said: str
) -> None:
    games, wins, tried, made = numbers
    row = replace(
        ROW, games=games, wins=wins, points=0, bids_tried=tried, bids_made=made, titles=()
    )
    assert said in stats_text("<@10>", [(GAME, row)], language)


def test_statistics() -> None:
    assert stats_text("<@10>", [(GAME, ROW)], SV) == (
        "### 📊 <@10>\n\n"
        "**Kombinations-Whist** · nummer 1 här\n"
        "**12 vinster** på 30 spel · −45 poäng\n"
        "12 av 20 bud gick hem (60\xa0%) · "
        "👑 Obesudlad Mästare av Kombinations-Whist"
    )
    assert stats_text("<@10>", [], EN) == "<@10> hasn't finished a game here yet."
