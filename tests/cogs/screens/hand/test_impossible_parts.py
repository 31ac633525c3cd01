"""Parts of a bid that cannot be made are struck out in the builder's menus, and say why."""

from dataclasses import replace
from typing import Any

import pytest

from kwbot.engine.values.cards import CardSet
from kwbot.text.words.markdown import struck
from kwbot.variants.kombinations_whist.bids import Bids
from tests.cogs.asking import menus, question
from tests.cogs.screens.hand.test_controls import bid_choice

SPADES = "SA SK SQ SJ ST S9 S8 S7 S6 S5 S4 S3 S2"


def options(
    hand: str, *chosen: str, language: str = "en", forbid: bool = True
) -> dict[str, dict[str, Any]]:
    """All options by the key of their part, when some parts are chosen."""
    choice = bid_choice()
    choice = replace(choice, bids=Bids(forbid_impossible=forbid))
    mains = [part.key for part in choice.bids.mains]
    extras = [part.key for part in choice.bids.extras]
    main = next((str(mains.index(key)) for key in chosen if key in mains), "")
    bits = sum(1 << extras.index(key) for key in chosen if key in extras)
    asked = question(choice, f"{main}.{bits:x}", CardSet.parse(hand), language)
    return {option["value"]: option for menu in menus(asked) for option in menu["options"]}


def struck_out(hand: str, *chosen: str, forbid: bool = True) -> set[str]:
    return {
        key
        for key, option in options(hand, *chosen, forbid=forbid).items()
        if "\u0336" in option["label"]
    }


def test_a_part_that_clashes_is_struck_out_with_the_reason() -> None:
    las = options("SA", "noll")["las"]
    assert las["label"] == struck("Lock (2)")
    assert las["description"] == "⛔ Lock doesn't go with Zero."


def test_a_hand_strikes_out_what_it_can_never_make() -> None:
    assert {"spel", "limbo", "mastarspel", "obesudlat", "subtrumf"} == struck_out(SPADES)
    assert options(SPADES)["subtrumf"]["description"] == (
        "⛔ Your hand is all spades: the bid can't be made with other trumps."
    )


def test_hurry_lets_the_same_hand_win_and_takes_others_away() -> None:
    assert {"skambud", "limbo", "mastarskambud", "noll"} == struck_out(SPADES, "bradska")
    assert {"spel"} <= struck_out(SPADES, "noll")


def test_nothing_is_proved_where_the_table_allows_it() -> None:
    assert struck_out(SPADES, forbid=False) == set()


@pytest.mark.parametrize("language", ["en", "sv", "da"])
def test_the_reason_is_told_in_the_players_language(language: str) -> None:
    shown = options(SPADES, language=language)["subtrumf"]["description"]
    assert ("Your hand is all" in shown) == (language == "en")
