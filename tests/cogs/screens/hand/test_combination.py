"""What the menus of the bid builder tell of each part of a bid."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from kwbot.variants.kombinations_whist.bids import Bids
from tests.cogs.asking import menus, question
from tests.cogs.screens.hand.test_controls import bid_choice


def options(picked: str = "", language: str = "en") -> dict[str, dict[str, Any]]:
    """All options by the key of their part."""
    shown = menus(question(bid_choice(), picked, language=language))
    return {option["value"]: option for menu in shown for option in menu["options"]}


def test_a_standard_bid_tells_its_value_its_points_and_what_it_asks() -> None:
    game = options()["spel"]
    assert game["label"] == "Game (2)"
    assert game["description"] == "2 points · At least 5 tricks. No trumps."
    assert options()["trumf"]["description"].startswith("1 point · ")


def test_a_value_that_depends_on_the_standard_bid_is_told_with_it() -> None:
    keys = [part.key for part in bid_choice().bids.mains]
    assert options()["mastarbrev"]["label"] == "Master's Mail (1/3)"
    assert options(f"{keys.index('spel')}.0")["mastarbrev"]["label"] == "Master's Mail (1)"
    assert options(f"{keys.index('trumf')}.0")["mastarbrev"]["label"] == "Master's Mail (3)"
    assert options()["las"]["label"] == "Lock (2)"


@pytest.mark.parametrize("language", ["en", "sv", "da"])
def test_no_description_is_cut(language: str) -> None:
    assert not any("…" in one["description"] for one in options(language=language).values())


def test_where_bids_are_plain_one_special_can_be_chosen() -> None:
    choice = replace(bid_choice(), bids=Bids(most_extras=1))
    for picked in ("", ".3"):  # whatever a forged press has picked
        main, extras = menus(question(choice, picked))
        assert (main["max_values"], extras["max_values"]) == (1, 1)
        assert sum(one.get("default", False) for one in extras["options"]) == bool(picked)
