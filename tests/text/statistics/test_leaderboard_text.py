from __future__ import annotations

from dataclasses import replace
from datetime import date

from kwbot.engine.deals.score_sheet import Unit
from kwbot.ids import UserId
from kwbot.listings import RatingEntry, SeasonEntry
from kwbot.text.statistics.leaderboard_text import (
    Measure,
    SeasonFacts,
    average,
    leaderboard_text,
    season_name,
)
from kwbot.text.words.language import language_of
from kwbot.variants import games
from tests.text.positions import GAME
from tests.text.statistics.test_results_by_game import ROW

AUTUMN = SeasonFacts(date(2026, 10, 1), date(2026, 12, 31), 3, is_over=False, least=10)
EN, DA = map(language_of, ("en", "da"))
ANNA, BO, CLEO = map(UserId, (10, 11, 12))
NAMES = {ANNA: "Anna", BO: "Bo", CLEO: "Cleo"}


def test_seasons_have_names_in_every_language() -> None:
    names = {code: season_name(AUTUMN.first, 3, language_of(code)) for code in ("en", "sv", "da")}
    assert names == {"en": "4th quarter 2026", "sv": "4:e kvartalet 2026", "da": "4. kvartal 2026"}
    assert season_name(AUTUMN.first, 1, language_of("sv")) == "oktober 2026"


def test_points_a_deal_are_written_as_the_language_writes_numbers() -> None:
    assert average(1.256, Unit.BALANCE, language_of("sv")) == "+1,26"
    assert average(-0.5, Unit.POINTS, EN) == "−0.50"


def test_nobody_gets_a_medal_without_a_win() -> None:
    rows = [
        SeasonEntry(rank=1, user_id=ANNA, deals=9, points=9, games=1, wins=1),
        SeasonEntry(rank=2, user_id=BO, deals=9, points=1, games=1, wins=0),
    ]
    game = games()["whist"]
    text = leaderboard_text(game, "wins", AUTUMN, rows, NAMES, (1, 1), EN)
    assert "🥇 Anna · **1 win** in 1 game" in text
    assert "2\\. Bo · 1 game, no wins" in text
    assert "🥈 Bo" in leaderboard_text(game, "points", AUTUMN, rows, NAMES, (1, 1), EN)


def test_nobody_gets_a_medal_of_all_time_without_a_win() -> None:
    rows = [ROW, replace(ROW, rank=2, wins=0), replace(ROW, rank=11, wins=0)]
    text = leaderboard_text(GAME, "ever", AUTUMN, rows, NAMES, (1, 1), EN)
    assert [line[:3] for line in text.splitlines()[2::2]] == ["🥇 A", "2\\.", "11\\"]


def test_a_leaderboard_of_all_time() -> None:
    other = replace(ROW, rank=4, user_id=BO, wins=1, games=1, bids_tried=0, titles=())
    assert leaderboard_text(GAME, "ever", AUTUMN, [ROW, other], NAMES, (2, 3), EN) == (
        "### 🏆 Leaderboard · Kombinations-Whist\n\n"
        "🥇 Anna · **12 wins** in 30 games\n"
        "-# −45 points · 12 of 20 bids made (60%) · 👑 Taintless Master of Kombinations-Whist\n"
        "4\\. Bo · **1 win** in 1 game\n"
        "-# −45 points\n\n"
        "-# Page 2 of 3"
    )


def test_an_empty_leaderboard() -> None:
    text = leaderboard_text(GAME, "ever", AUTUMN, [], NAMES, (1, 1), DA)
    assert text.endswith("Der er endnu ikke spillet noget spil med andre færdigt her.")


def test_a_leaderboard_with_nobody_on_it_says_how_to_get_there() -> None:
    def empty(measure: Measure, code: str) -> str:
        game, language = games()["whist"], language_of(code)
        return leaderboard_text(game, measure, AUTUMN, (), NAMES, (1, 1), language)

    assert "Finish a game with other people: /play." in empty("points", "en")
    for code, command in {"en": "/evening", "sv": "/kväll", "da": "/aften"}.items():
        assert command in empty("evenings", code)
        assert "/play" not in empty("evenings", code)


def test_ratings_after_few_games_are_provisional() -> None:
    rows = [RatingEntry(1, ANNA, 10, 26.0), RatingEntry(2, BO, 9, 30.0)]
    assert leaderboard_text(GAME, "rating", AUTUMN, rows, NAMES, (1, 1), EN) == (
        "### 🏆 Leaderboard · Kombinations-Whist\n"
        "**Rating**\n\n"
        "🥇 Anna · **1,040**\n-# 10 games\n"
        "– Bo · **1,200**\n-# 9 games\n\n"
        "-# Provisional until 10 games are played."
    )
