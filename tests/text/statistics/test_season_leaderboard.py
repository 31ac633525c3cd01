from __future__ import annotations

from datetime import date

from kwbot.engine.deals.score_sheet import Unit
from kwbot.text.statistics.season_leaderboard import (
    LeaderboardLine,
    Measure,
    SeasonFacts,
    average,
    season_name,
    season_text,
)
from kwbot.text.words.language import language_of
from kwbot.variants import games

AUTUMN = SeasonFacts(date(2026, 10, 1), date(2026, 12, 31), 3, is_over=False, least=10)


def test_seasons_have_names_in_every_language() -> None:
    names = {code: season_name(AUTUMN.first, 3, language_of(code)) for code in ("en", "sv", "da")}
    assert names == {"en": "4th quarter 2026", "sv": "4:e kvartalet 2026", "da": "4. kvartal 2026"}
    assert season_name(AUTUMN.first, 1, language_of("sv")) == "oktober 2026"


def test_points_a_deal_are_written_as_the_language_writes_numbers() -> None:
    assert average(1.256, Unit.BALANCE, language_of("sv")) == "+1,26"
    assert average(-0.5, Unit.POINTS, language_of("en")) == "−0.50"


def test_nobody_gets_a_medal_without_a_win() -> None:
    rows = [LeaderboardLine(1, "Anna", 9, 9, 1, 1), LeaderboardLine(2, "Bo", 9, 1, 1, 0)]
    game, english = games()["whist"], language_of("en")
    text = season_text(game, "wins", AUTUMN, rows, (1, 1), english)
    assert "🥇 Anna · **1 win** in 1 game" in text
    assert "2\\. Bo · 1 game, no wins" in text
    assert "🥈 Bo" in season_text(game, "points", AUTUMN, rows, (1, 1), english)


def test_a_leaderboard_with_nobody_on_it_says_how_to_get_there() -> None:
    def empty(measure: Measure, code: str) -> str:
        return season_text(games()["whist"], measure, AUTUMN, (), (1, 1), language_of(code))

    assert "Finish a game with other people: /play." in empty("points", "en")
    for code, command in {"en": "/evening", "sv": "/kväll", "da": "/aften"}.items():
        assert command in empty("evenings", code)
        assert "/play" not in empty("evenings", code)
