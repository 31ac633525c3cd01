"""The lobby and votes in words."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from kwbot.engine.deals.match import Match
from kwbot.engine.values.actions import Foul
from kwbot.engine.values.wording import Sentence, Who
from kwbot.engine.views.view import view
from kwbot.text.table.lobby_text import (
    Manner,
    Sealed,
    Sitter,
    lobby_notes,
    lobby_text,
    settings_text,
)
from kwbot.text.table.vote_texts import (
    Proposal,
    decided_text,
    next_deal_text,
    question_text,
    ready_text,
    vote_text,
)
from kwbot.text.words import labels
from kwbot.text.words.facts import Facts
from kwbot.text.words.language import Language, Voice, language_of
from tests.text.positions import GAME, LANGUAGES, NASTY

EN, SV, DA = map(language_of, LANGUAGES)
TIMES = {"time_first_bid": 60, "time_bid": 20, "time_choice": 0, "time_card": 90}
HOST = Sitter("Anna", "<@10>", host=True)


def test_a_lobby_that_waits_for_players() -> None:
    sitters = (HOST, Sitter("Bo", "<@11>", dm_open=False))
    assert lobby_text(GAME, sitters, 2, SV) == (
        "### <@10> har ett bord öppet\n<@10> · <@11>\u00a0🔕 · 2 lediga"
    )


def test_small_print_has_the_preset_alone_or_what_is_unusual() -> None:
    unusual = {"winning": "limited", "rounds": "4"}
    assert lobby_notes(GAME, unusual, "", "-# 🔒 seal", SV) == (
        "-# 3 spelare eller fler · Spelsätt:\u00a0**Begränsat** · Rundor:\u00a0**4**\n-# 🔒 seal"
    )
    assert lobby_notes(GAME, unusual, "first", "", SV) == (
        "-# 3 spelare eller fler · Första kvällen"
    )
    assert lobby_notes(GAME, {}, "", "", SV) == "-# 3 spelare eller fler"


def test_all_that_is_set_is_told_in_a_row() -> None:
    unusual = {"winning": "limited", "rounds": "4"}
    text = settings_text(GAME, unusual, TIMES, Manner(), SV)
    assert (
        "Spelsätt:\u00a0**Begränsat** · Rundor:\u00a0**4** · ⏱️\u00a0Första budet:\u00a0" in text
    ), "the rest is as usual"
    assert "**1\u00a0minut** · Övriga bud:\u00a0**20\u00a0sekunder**" in text
    assert "Övriga beslut:\u00a0**Ingen\u00a0gräns**" in text


def test_an_option_that_does_nothing_is_not_shown() -> None:
    classic, limited = ({"winning": way, "rounds": "5"} for way in ("classic", "limited"))
    assert "Rounds" not in lobby_notes(GAME, classic, "", "", EN)
    assert "Rounds:\u00a0**5**" in lobby_notes(GAME, limited, "", "", EN)
    text = settings_text(GAME, {}, dict.fromkeys(TIMES, 0), Manner(), EN)
    assert text.endswith(" · ⏱️\u00a0No\u00a0clocks")


def test_values_are_written_alike() -> None:
    """Levels and paces stand within sentences too, values of options do not."""
    told = Manner("", "easy", "calm", hints=True).text(language_of("sv"))
    assert told == "Datorer:\u00a0**Lätt** · Takt:\u00a0**Lugn** · Tips:\u00a0**På**"


def test_a_lobby_that_can_start_names_computers_as_players_read_them() -> None:
    sitters = (HOST, Sitter("B_o", "<@11>"), Sitter("C_3"))
    assert lobby_text(GAME, sitters, 0, EN).endswith("\n<@10> · <@11> · C\\_3 🤖")


def test_too_many_for_a_game_are_told_so() -> None:
    class Small(type(GAME)):  # type: ignore[misc]
        most_players = 3

    told = "Too many for this game (at most 3): choose another, or someone has to leave."
    assert told in lobby_text(Small(), (HOST,) * 4, 0, EN)
    assert told not in lobby_text(Small(), (HOST,) * 3, 0, EN)


@pytest.mark.parametrize("language", [EN, SV, DA])
def test_a_full_lobby_fits(language: Language) -> None:
    sitters = [Sitter(name, "<@10000000000000000000>", dm_open=False) for name in NASTY * 2]
    assert len(lobby_text(GAME, sitters, 0, language)) <= 3500


@pytest.mark.parametrize("language", [EN, SV, DA])
def test_a_lobby_has_five_lines_with_its_menu(language: Language) -> None:
    sealed = Sealed("ab" * 32, (0,)).line([HOST], language)
    assert "🥄" in sealed
    notes = lobby_notes(GAME, {}, "first", sealed, language)
    assert len(f"{lobby_text(GAME, [HOST], 2, language)}\n{notes}".splitlines()) == 4


MATCH = Match.begin(GAME, ("Anna", "Bo", "Cleo", "Dag"), {})
FACTS = Facts({0: "<@10>", 2: "<@12>"}, deadline=99)


def voice(code: str) -> Voice:
    return Voice.of(view(MATCH, None), language_of(code))


def test_waiting_for_a_deal() -> None:
    assert ready_text(3, 2, 1, "ab12cd34ef", {2, 0}, voice("sv"), FACTS) == (
        "### Giv 3\n-# Bo ger\n-# 🔒 förseglad · `ab12 cd34…`\n\n"
        "➡️ <@10> och <@12>: tryck på **Nästa giv**. Given börjar senast ⏳\u00a0<t:99:R>."
    )


def test_nobody_is_there_for_a_deal() -> None:
    text = ready_text(3, 2, 1, "ab12", None, voice("sv"), FACTS)
    assert text.endswith("\n\n💤 Alla är borta. Tryck på **Nästa giv** för att spela vidare.")


def test_below_a_result_stand_the_seal_and_whom_the_next_deal_waits_for() -> None:
    seal = "-# 🔒 förseglad · `ab12 cd34…` · ⏳\u00a0<t:99:R>"
    asked = partial(next_deal_text, "ab12cd34ef", voice=voice("sv"), facts=FACTS)
    assert asked({2, 0}, has_begun=False) == seal, "the button says the rest"
    waits = "➡️ <@10> och <@12>: tryck på **Nästa giv**."
    assert asked({2, 0}, has_begun=True) == f"{waits}\n{seal}"
    stirred = next_deal_text(
        "ab12cd34ef", {0}, voice("en"), replace(FACTS, stirrers=(1,)), has_begun=False
    )
    assert stirred == "-# 🔒 sealed · `ab12 cd34…` · 🥄 Bo stirred · ⏳\u00a0<t:99:R>"
    assert asked(None, has_begun=False).startswith("💤 Alla är borta.")


@pytest.mark.parametrize("ruling", labels.RULING_LABELS)
def test_a_vote_on_a_foul(ruling: str) -> None:
    undo = 2 if ruling == "restore" else 0
    text = vote_text(Proposal("⚖️", CALLED, Foul(1, 0, ruling), undo, {2}), voice("en"), FACTS)
    assert text.startswith("### ⚖️ Anna calls a foul on Bo.\n")
    assert labels.RULING_LABELS[ruling].text in text
    assert ("2 moves are taken back." in text) == (ruling == "restore")
    assert text.endswith("➡️ <@12>: do you agree? Silence counts as no. ⏳\u00a0<t:99:R>")


CALLED = Sentence("{caller} calls a foul on {offender}.", caller=Who(0), offender=Who(1))
BACK = Sentence("{player} asks for a take-back.", player=Who(3))


def test_a_vote_on_taking_back() -> None:
    text = vote_text(Proposal("↩️", BACK, None, 1, {0}), voice("da"), FACTS)
    assert text == (
        "### ↩️ Dag vil tage noget tilbage.\n1 træk tages tilbage.\n\n"
        "➡️ <@10>: siger du ja? Manglende svar tæller som nej. ⏳\u00a0<t:99:R>"
    )


def test_a_vote_pings_with_what_is_proposed() -> None:
    told = voice("en")
    assert question_text(Proposal("⚖️", CALLED, Foul(1, 0, "fail"), 0, {2}), told, FACTS) == (
        "⚖️ Anna calls a foul on Bo. The bid fails.\n<@12>: do you agree? Silence counts as no."
    )
    assert question_text(Proposal("↩️", BACK, None, 1, {2, 0}), told, FACTS) == (
        "↩️ Dag asks for a take-back.\n<@10> and <@12>: do you agree? Silence counts as no."
    )


@pytest.mark.parametrize(
    ("code", "one", "many"),
    [("sv", "går du med på det?", "går ni med på det?"), ("da", "siger du ja?", "siger I ja?")],
)
def test_one_voter_is_asked_as_one(code: str, one: str, many: str) -> None:
    assert one in question_text(Proposal("↩️", BACK, None, 1, {2}), voice(code), FACTS)
    assert many in question_text(Proposal("↩️", BACK, None, 1, {2, 0}), voice(code), FACTS)


def test_how_a_vote_ended() -> None:
    foul, told = Foul(1, 0, "restore"), voice("en")
    said = [
        decided_text("⚖️", 0, Foul(1, 0, "fail"), 0, None, told, stands=True),
        decided_text("⚖️", 0, foul, 2, None, told, stands=True),
        decided_text("↩️", 0, None, 1, None, told, stands=True),
        decided_text("⚖️", 0, foul, 2, 3, told, stands=False),
        decided_text("↩️", 0, None, 2, 0, told, stands=False),
        decided_text("⚖️", 0, foul, 2, None, told, stands=False),
    ]
    assert said == [
        "⚖️ The foul stands. The bid fails.",
        "⚖️ The foul stands. Put it right and play on. 2 moves are taken back.",
        "↩️ 1 move is taken back.",
        "⚖️ Dag said no: nothing changes.",
        "↩️ Anna has withdrawn the proposal.",
        "⚖️ Time ran out: nothing changes.",
    ]
