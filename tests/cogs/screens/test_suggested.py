"""Suggested bids: three beside the pass, each with what it asks in whole words, on any phone."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from discord import ui

from cogs.screens.components import Press
from cogs.screens.hand_screen import ASKED
from cogs.screens.phone import ROOM, fitting, rows_height, text_height
from cogs.screens.suggested import other_calls, suggested_sections
from kwbot.engine.actions import Bid
from kwbot.text.language import LANGUAGES, Voice, language_of
from kwbot.variants import games
from kwbot.variants.kombinations_whist.bids import EDITIONS, SPECIAL
from tests.engine.playing import begin, shuffled

GAME = games()["kombinations-whist"]
MAINS = EDITIONS["1.4"].standard
NAMES = ("Anna", "Bo", "Cleo", "Dag")
ACT = Press("act", 1, 5)
MATCH = shuffled(begin(GAME, 4), Random(1))
CHOICE = MATCH.choice(MATCH.to_act()[0])
TWO_LINES = "♠ K J 9 8 6 4 · ♥ A 8 4 · ♦ J 9 8 4 · ♣ 2"


def voice(code: str) -> Voice:
    return Voice.of_game(GAME, language_of(code), NAMES)


def texts(sections: object) -> Iterator[str]:
    assert isinstance(sections, list)
    for section in sections:
        (told,) = (one for one in section.children if isinstance(one, ui.TextDisplay))
        yield told.content


@pytest.mark.parametrize("code", LANGUAGES)
def test_three_bids_fit_whatever_they_are(code: str) -> None:
    """Those with the most to say: standard bids with a special one."""
    spoken = voice(code)
    bids = [Bid((main, special)) for main in MAINS for special in SPECIAL]
    bids.sort(key=lambda bid: len(spoken.bid(bid)))
    rows = rows_height([other_calls(CHOICE, spoken, ACT, Press("panel", 1))])
    room = ROOM - rows - text_height(TWO_LINES) - ASKED
    for three in (bids[:3], bids[len(bids) // 2 :][:3], bids[-3:]):
        offered = suggested_sections(CHOICE, spoken, ACT, dict.fromkeys(three, 0.5))
        assert len(fitting(offered, room)) == 3, [spoken.bid(bid) for bid in three]


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_a_bid_asks_ends_with_a_whole_word(code: str) -> None:
    spoken = voice(code)
    bids = [Bid((main, special)) for main in MAINS for special in SPECIAL]
    for version in suggested_sections(CHOICE, spoken, ACT, dict.fromkeys(bids, 0.5)):
        for bid, told in zip(bids, texts(version), strict=True):
            effects = [spoken.language.term(spoken.parts[key].effect) for key in bid.parts]
            words = " ".join(effects).split()
            said = told.partition("\n-# ")[2].removesuffix("…").split()
            assert said
            assert [word.rstrip(",;:.") for word in said] == [
                word.rstrip(",;:.") for word in words[: len(said)]
            ]


def test_a_short_bid_tells_of_its_special_too() -> None:
    bid = Bid(("trumf", "bradska"))
    first, *_ = suggested_sections(CHOICE, voice("en"), ACT, {bid: 0.83})
    (told,) = texts(first)
    assert "· ≈ 85 %" in told
    assert told.endswith("You name trumps. At least 5 tricks. You lead to the first trick.")
