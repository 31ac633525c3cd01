"""What all screens have in common."""

import pytest

from cogs.screens.parts import components


def test_where_a_line_breaks_beside_a_dot_the_dot_stays_behind() -> None:
    shown = components.words("Anna 5 · Bo 3").to_component_dict()
    assert shown["content"].split(" ") == ["Anna", "5\u00a0·", "Bo", "3"]


def test_a_card_stays_with_the_word_before_it() -> None:
    shown = components.words("Anna <:SA:1> · **Bo** ♠️9 · trumps <:S:2>").to_component_dict()
    told = ["Anna\u00a0<:SA:1>\u00a0·", "**Bo**\u00a0♠️9\u00a0·", "trumps\u00a0<:S:2>"]
    assert shown["content"].split(" ") == told


def test_a_number_behind_a_dot_stays_with_its_noun() -> None:
    shown = components.words("Du & Bo · 10 stick").to_component_dict()
    assert shown["content"].split(" ") == ["Du", "&", "Bo\u00a0·", "10\u00a0stick"]


@pytest.mark.parametrize(
    ("told", "kept"),
    [
        ("Bo needs 5 tricks", "5\u00a0tricks"),
        ("Deal 1 again", "1 again"),
        ("Ada 🤖 · Brage 🤖", "Brage\u00a0🤖"),
        ("Cleo made Game: +3.", "Game:\u00a0+3."),
        ("**Game + Lock (4)**", "Lock\u00a0(4)**"),
        ("bara för dig · från stick 10", "stick\u00a010"),
        ("**Limbo** (value 2, 1 point if made)", "(value\u00a02, 1\u00a0point if made)"),
        ("så Bo är partner. Stick 4: en", "Stick\u00a04: en"),
        ("make game with the others at 0.", "at\u00a00."),
        ("första budet: **1 minut**", "**1\u00a0minut**"),
        ("❌ **Du gick inte hem med Maxtrumf: −2.**", "Maxtrumf:\u00a0−2.**"),
        ("Cleo: **−2**", "Cleo:\u00a0**−2**"),
    ],
)
def test_what_belongs_together_stays_on_a_line(told: str, kept: str) -> None:
    assert components.words(told).to_component_dict()["content"].endswith(kept)


def test_a_day_stays_with_its_month() -> None:
    for day in ("Thursday 1\u00a0January", "torsdag 1.\u00a0januar"):
        shown = components.words(day.replace("\u00a0", " ")).to_component_dict()
        assert shown["content"] == day
