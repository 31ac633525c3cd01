"""The lobby, leaderboards, statistics and votes in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kwbot.engine.match import Match
from kwbot.engine.table import Foul
from kwbot.engine.view import view
from kwbot.engine.wording import Term
from kwbot.text import labels
from kwbot.text.facts import Facts
from kwbot.text.language import Language, Voice, language_of
from kwbot.text.lobby import Sitter, lobby_text
from kwbot.text.standings import Standing, leaderboard_text, stats_text
from kwbot.text.votes import foul_text, ready_text, take_back_text
from tests.text.positions import GAME, LANGUAGES, NASTY

EN, SV, DA = map(language_of, LANGUAGES)
TIMES = {"time_first_bid": 60, "time_bid": 20, "time_choice": 0, "time_card": 90}
HOST = Sitter("Anna", "<@10>", host=True)


def test_a_lobby_that_waits_for_players() -> None:
    sitters = (HOST, Sitter("Bo", "<@11>", dm_open=False))
    text = lobby_text(GAME, {"winning": "limited"}, TIMES, sitters, SV)
    assert "1\\. <@10> – öppnade bordet" in text
    assert "2\\. <@11> – 🔕 tar inte emot direktmeddelanden: använd *Min hand*" in text
    assert "Vinnare: **Begränsad** · Rundor: **3** · Omöjliga bud: **Förbjudna**" in text
    assert "⏱️ Första budet: **1 minut** · Övriga bud: **20 sekunder**" in text
    assert "Övriga val: **Ingen gräns**" in text
    assert text.endswith(
        "➡️ Det behövs 1 spelare till: tryck på **Gå med** eller **Lägg till dator**."
    )


def test_a_lobby_that_can_start() -> None:
    sitters = (HOST, Sitter("B_o", "<@11>"), Sitter("C_3"))
    text = lobby_text(GAME, {}, TIMES, sitters, EN)
    assert "3\\. C\\_3 🤖" in text
    assert text.endswith("➡️ More can press **Join**. <@10> can press **Start**.")


def test_a_full_table() -> None:
    class Small(type(GAME)):  # type: ignore[misc]
        most_players = 3

    text = lobby_text(Small(), {}, TIMES, (HOST,) * 3, DA)
    assert text.endswith("➡️ Bordet er fuldt. <@10> kan trykke på **Start**.")


@pytest.mark.parametrize("language", [EN, SV, DA])
def test_a_full_lobby_fits(language: Language) -> None:
    sitters = [Sitter(name, "<@10000000000000000000>", dm_open=False) for name in NASTY * 2]
    assert len(lobby_text(GAME, {}, TIMES, sitters, language)) <= 3500


TITLE = Term("Taintless Master of Kombinations-Whist", "title")
ROW = Standing(1, "<@10>", 30, 12, -45, 20, 12, (TITLE,))


def test_a_leaderboard() -> None:
    rows = (ROW, replace(ROW, rank=4, who="<@11>", wins=1, games=1, tried=0, made=0, titles=()))
    assert leaderboard_text(GAME, rows, 2, 3, EN) == (
        "### 🏆 Leaderboard · Kombinations-Whist\n\n"
        "🥇 <@10> · **12 wins** of 30 games\n"
        "-# −45 points · 12 of 20 bids made (60%) · 👑 Taintless Master of Kombinations-Whist\n"
        "4\\. <@11> · **1 win** of 1 game\n"
        "-# −45 points · 0 of 0 bids made\n\n"
        "-# Page 2 of 3"
    )


def test_an_empty_leaderboard() -> None:
    text = leaderboard_text(GAME, (), 1, 1, DA)
    assert text.endswith("Der er endnu ikke spillet noget spil færdigt her.")


def test_statistics() -> None:
    assert stats_text("<@10>", [(GAME, ROW)], SV) == (
        "### 📊 <@10>\n\n"
        "**Kombinations-Whist** · plats 1\n"
        "**12 vinster** på 30 spel\n"
        "−45 poäng · 12 av 20 bud gick hem (60\xa0%) · "
        "👑 Obesudlad Mästare av Kombinations-Whist"
    )
    assert stats_text("<@10>", [], EN) == "<@10> has not finished a game here yet."


MATCH = Match.begin(GAME, ("Anna", "Bo", "Cleo", "Dag"), {})
FACTS = Facts({0: "<@10>", 2: "<@12>"}, deadline=99)


def voice(code: str) -> Voice:
    return Voice.of(view(MATCH, None), language_of(code))


def test_waiting_for_a_deal() -> None:
    assert ready_text(3, "ab12", {2, 0}, voice("sv"), FACTS) == (
        "### Giv 3\n-# 🔒 Blandningen är förseglad: `ab12`\n\n"
        "➡️ <@10> och <@12>: tryck på **Redo**. ⏳ <t:99:R>"
    )


def test_nobody_is_there_for_a_deal() -> None:
    text = ready_text(3, "ab12", (), voice("sv"), FACTS)
    assert text.endswith("\n\n💤 Alla spelare är borta. Tryck på **Redo** för att fortsätta.")


@pytest.mark.parametrize("ruling", labels.RULINGS)
def test_a_vote_on_a_foul(ruling: str) -> None:
    undo = 2 if ruling == "restore" else 0
    text = foul_text(Foul(1, 0, ruling), undo, {2}, voice("en"), FACTS)
    assert text.startswith("### ⚖️ Anna calls a foul by Bo.\n")
    assert labels.RULINGS[ruling].text in text
    assert ("2 moves are taken back." in text) == (ruling == "restore")
    assert text.endswith("➡️ <@12>: press **Agree**. ⏳ <t:99:R>")


def test_a_vote_on_taking_back() -> None:
    text = take_back_text(3, 1, {0}, voice("da"), FACTS)
    assert text == (
        "### ↩️ Dag vil tage noget tilbage.\n1 træk tages tilbage.\n\n"
        "➡️ <@10>: tryk på **Enig**. ⏳ <t:99:R>"
    )
