"""Suggested bids: three beside the pass, each with what it asks in whole words, on any phone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

import pytest
from discord import ButtonStyle

from cogs.screens.hand.hand_screen import hand_screen
from cogs.screens.hand.panel import ADVICE, NO_SUGGESTIONS, Extras
from cogs.screens.hand.suggested_bids import HALF_LINES, suggested_sections
from cogs.screens.parts.card_preferences import CardPreferences
from cogs.screens.parts.components import Button, Press, Section, walk
from kwbot.engine.values.actions import Action, Bid, Pass
from kwbot.text.deal.advice import Hint
from kwbot.text.words.language import LANGUAGES, Voice, language_of
from kwbot.variants import games
from kwbot.variants.kombinations_whist.printed_bids import BIDS_BY_EDITION, SPECIAL
from tests.engine.playing import begin, shuffled
from tests.tables.sandbox import BO, CLEO, DAG, House

GAME = games()["kombinations-whist"]
MAINS = BIDS_BY_EDITION["1.4"].standard
NAMES = ("Anna", "Bo", "Cleo", "Dag")
ACT = Press("act", 1, 5)
MATCH = shuffled(begin(GAME, 4), Random(1))
CHOICE = MATCH.choice(MATCH.to_act()[0])


def voice(code: str) -> Voice:
    return Voice.of_game(GAME, language_of(code), NAMES)


def texts(sections: object) -> Iterator[str]:
    assert isinstance(sections, list)
    for section in sections:
        yield section.told.content


@pytest.mark.parametrize("code", LANGUAGES)
async def test_three_bids_fit_a_phone_whatever_they_are(house: House, code: str) -> None:
    """At the end of an auction, with the longest names that bids have."""
    preferences, spoken = CardPreferences(language_of(code)), voice(code)
    table = await house.dealt(BO, CLEO, DAG, hints="on")
    for call in (Bid(("spel",)), Pass(), Bid(("mastarspel", "oppenhand"))):
        await house.act(table, call)
    state = house.at(table)
    (seat,) = state.to_act()
    bids = [Bid((main, special)) for main in MAINS for special in SPECIAL]
    bids.sort(key=lambda bid: len(spoken.bid(bid)))
    for three in (bids[:3], bids[len(bids) // 2 :][:3], bids[-3:]):
        shown = hand_screen(
            state, seat, preferences, extras=Extras(suggested=dict.fromkeys(three, 0.5))
        )
        sections = [one for one in walk(shown.parts) if isinstance(one, Section)]
        assert len(sections) == 3, [spoken.bid(bid) for bid in three]


@pytest.mark.parametrize("advised", [Bid(("trumf",)), Bid(("spel",)), Pass()])
@pytest.mark.parametrize("suggests", [True, False])
async def test_what_a_hint_advises_is_alone_green(
    house: House, advised: Action, *, suggests: bool
) -> None:
    """Also a bid that was not suggested, and a pass where none was."""
    state = house.at(await house.dealt(BO, CLEO, DAG, hints="on"))
    (seat,) = state.to_act()
    found: dict[Action, float] = {Bid(("spel",)): 0.5, Bid(("maxtrumf",)): 0.3}
    bids = found if suggests else NO_SUGGESTIONS
    hint = Hint(advised, {})
    extras = Extras(ADVICE, bids, hint)
    shown = hand_screen(state, seat, CardPreferences(language_of("en")), extras=extras)
    buttons = [one for one in walk(shown.parts) if isinstance(one, Button)]
    green = [one.custom_id for one in buttons if one.style is ButtonStyle.success]
    assert [one.rpartition(":")[2] for one in green if one] == [str(advised)]
    assert "Other bids" in [one.label for one in buttons]
    assert json.dumps(shown.to_components()).count("\\ud83d\\udca1 **") == 1


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


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_sentence_is_cut_only_where_it_is_too_long_by_itself(code: str) -> None:
    spoken = voice(code)
    bids = [Bid((main, special)) for main in MAINS for special in SPECIAL]
    versions = suggested_sections(CHOICE, spoken, ACT, dict.fromkeys(bids, 0.5))
    for room, version in zip(HALF_LINES, versions, strict=True):
        for bid, told in zip(bids, texts(version), strict=True):
            effect = spoken.language.term(spoken.parts[bid.parts[0]].effect)
            first = effect.partition(". ")[0].removesuffix(".") + "."
            assert told.endswith("…") == (len(first) > room), (spoken.bid(bid), told)


def test_what_a_bid_asks_has_room_for_its_tricks() -> None:
    first, *_ = suggested_sections(CHOICE, voice("sv"), ACT, {Bid(("blocktrumf", "jarn")): 0.5})
    (told,) = texts(first)
    assert told.endswith("förrän någon annan gjort det. Minst 5 stick.")


def test_a_short_bid_tells_of_its_special_too() -> None:
    bid = Bid(("trumf", "bradska"))
    first, *_ = suggested_sections(CHOICE, voice("en"), ACT, {bid: 0.83})
    (told,) = texts(first)
    assert "· ≈\u00a085%\u00a0chance\n" in told
    assert told.endswith("You name trumps. At least 5 tricks. You lead to the first trick.")


@pytest.mark.parametrize(
    ("language", "chance", "told"),
    [
        ("en", 0.52, "≈\u00a050%\u00a0chance"),
        ("sv", 0.999, "≈\u00a095\u00a0%\u00a0chans"),
        ("da", 0.001, "≈\u00a05\u00a0%\u00a0chance"),
    ],
)
def test_a_chance_is_as_near_as_anybody_knows(language: str, chance: float, told: str) -> None:
    first, *_ = suggested_sections(CHOICE, voice(language), ACT, {Bid(("trumf",)): chance})
    (shown,) = texts(first)
    assert shown.splitlines()[0].endswith(f" · {told}")


def test_where_nothing_is_known_no_chance_is_told() -> None:
    first, *_ = suggested_sections(CHOICE, voice("en"), ACT, {Bid(("trumf",)): None})
    (shown,) = texts(first)
    assert "chance" not in shown
