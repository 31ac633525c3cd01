"""Suggested bids: three beside the pass, each with what it asks in whole words, on any phone."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest
from discord import ButtonStyle

from cogs.screens.hand.draft import ADVICE, NO_SUGGESTIONS, Draft
from cogs.screens.hand.hand_screen import hand_screen
from cogs.screens.hand.suggested_bids import suggested_sections
from cogs.screens.parts.card_preferences import CardPreferences
from cogs.screens.parts.components import Button, Press, Section, walk
from kwbot.engine.values.actions import Action, Bid, Pass
from kwbot.engine.values.choices import CutDeck
from kwbot.engine.values.estimate import Estimate
from kwbot.engine.views.view import View, view
from kwbot.ids import TableId
from kwbot.tables.state.table_state import RunningTable
from kwbot.text.catalogue import PROJECT_FOLDER
from kwbot.text.deal.advice import Hint
from kwbot.text.deal.bid_phrases import bid_asks
from kwbot.text.words import labels
from kwbot.text.words.language import LANGUAGES, Voice, language_of
from kwbot.text.words.rulebook import Rulebook
from kwbot.variants import games
from kwbot.variants.kombinations_whist.printed_bids import BIDS_BY_EDITION, SPECIAL
from tests.engine.playing import begin, shuffled
from tests.tables.sandbox import BO, CLEO, DAG, House

GAME = games()["kombinations-whist"]
MAINS = BIDS_BY_EDITION["1.4"].standard
NAMES = ("Anna", "Bo", "Cleo", "Dag")
ACT = Press("act", TableId(1), 5)
MATCH = shuffled(begin(GAME, 4), Random(1))
SEEN = view(MATCH, MATCH.to_act()[0])
MATCH_OF_LADDER = shuffled(begin(games()["esmakker"], 4), Random(1))
BID, SECOND = Bid(("maxtrumf",)), Bid(("noll",))


def voice(code: str) -> Voice:
    return Voice.of_game(GAME, language_of(code), NAMES)


def texts(sections: object) -> Iterator[str]:
    assert isinstance(sections, list)
    for section in sections:
        yield section.told.content


@pytest.mark.parametrize("code", LANGUAGES)
async def test_on_a_phone_each_bid_says_all_that_it_asks(house: House, code: str) -> None:
    """At the end of an auction: three plain bids, two with an addition, one with three; of the
    longest that have any one alone."""
    preferences, spoken = CardPreferences(language_of(code)), voice(code)
    table = await house.dealt(BO, CLEO, DAG, hints="on")
    for call in (Bid(("spel",)), Pass(), Bid(("mastarspel", "oppenhand"))):
        await house.act(table, call)
    state = house.at(table)
    (seat,) = state.to_act()
    seen = view(state.match, seat)
    for count, added in ((3, 0), (2, 1), (1, 3)):
        bids = [Bid((main, *more)) for main in MAINS for more in combinations(SPECIAL, added)]
        bids.sort(key=lambda bid: len(bid_asks(seen, bid, spoken)))
        longest = (bids[-3:], 1 if added else 3)
        for three, least in ((bids[:3], count), (bids[len(bids) // 2 :][:3], count), longest):
            draft = Draft(suggested=dict.fromkeys(three, 0.5))
            shown = hand_screen(state, seat, preferences, draft)
            sections = [one for one in walk(shown.parts) if isinstance(one, Section)]
            assert len(sections) >= least, [spoken.bid(bid) for bid in three]
            for bid, section in zip(three, sections, strict=False):
                assert bid_asks(seen, bid, spoken) in section.told.content


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
    draft = Draft("", ADVICE, bids, hint)
    shown = hand_screen(state, seat, CardPreferences(language_of("en")), draft)
    buttons = [one for one in walk(shown.parts) if isinstance(one, Button)]
    green = [one.custom_id for one in buttons if one.style is ButtonStyle.success]
    assert [one.rpartition(":")[2] for one in green if one] == [str(advised)]
    assert "Other bids" in [one.label for one in buttons]
    assert json.dumps(shown.to_components()).count("\\ud83d\\udca1 **") == 1


@pytest.mark.parametrize("edition", ["1.4", "1.5"])
@pytest.mark.parametrize("code", LANGUAGES)
def test_each_part_of_a_bid_has_its_phrase_of_the_rulebooks_table(code: str, edition: str) -> None:
    match = shuffled(begin(GAME, 4, {"edition": edition}), Random(1))
    seen = view(match, match.to_act()[0])
    spoken = Voice.of(seen, language_of(code))
    book = Rulebook.load(GAME.key, code, PROJECT_FOLDER / "data" / "rulebook", edition)
    text = "\n".join(page.text for page in book.pages)
    for main in BIDS_BY_EDITION[edition].standard:
        for special in SPECIAL:
            phrases = bid_asks(seen, Bid((main, special)), spoken).split(" · ")
            for key, phrase in zip((main, special), phrases, strict=True):
                name = spoken.language.term(spoken.parts[key].name)
                assert re.search(
                    rf"^- \*\*{re.escape(name)}\*\* \(.+\): {re.escape(phrase)}$",
                    text,
                    re.MULTILINE,
                ), (name, phrase)


def test_small_letters_tell_the_same() -> None:
    _, small = suggested_sections(SEEN, voice("en"), ACT, {Bid(("spel",)): 0.7})
    (told,) = texts(small)
    assert told == "-# **Game**: 5 tricks, no trumps\n-# +2 if made (70%), else −2"


@pytest.mark.parametrize(
    ("code", "bid", "told", "button"),
    [
        ("en", "trumf", "**Trump**: 5 tricks, you name trumps\n-# +1 if made (95%), else −2",
         "Bid +1"),
        ("sv", "spel+straff",
         ("**Spel + Straff**: 5 stick, utan trumf · går du inte hem förlorar du 2 poäng till\n"
          "-# hem (95\u00a0%): +2, annars −4"), "Buda +2"),
        ("da", "noll+girighet",
         ("**Nolo + Grådighed**: ikke et eneste stik · ét stik mere eller mindre, 1 ekstra point\n"
          "-# hjem (95\u00a0%): +5, ikke: −2"), "Meld +5"),
    ],
)  # fmt: skip
def test_a_bid_says_what_it_asks_brings_and_costs(
    code: str, bid: str, told: str, button: str
) -> None:
    first, *_ = suggested_sections(SEEN, voice(code), ACT, {Bid(tuple(bid.split("+"))): 0.97})
    (section,) = first
    assert section.told.content == told
    assert isinstance(section.accessory, Button)
    assert section.accessory.label == button


@pytest.mark.parametrize(
    ("bids", "named"),
    [
        (("trumf", "noll"), ["Bid +1", "Bid +4"]),
        (("trumf", "ungefar", "noll"), ["1 · Bid", "2 · Bid", "3 · Bid"]),
    ],
)
def test_no_two_buttons_say_the_same(bids: tuple[str, ...], named: list[str]) -> None:
    suggested: dict[Action, float | None] = {Bid((bid,)): 0.5 for bid in bids}
    first, *_ = suggested_sections(SEEN, voice("en"), ACT, suggested)
    assert [section.accessory.label for section in first] == named  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("game", "bid", "pays"),
    [
        ("hus", "9", "from +4 if made (50%), else from −8"),
        ("hus", "9+gode", "from +8 if made (50%), else from −16"),
        ("hus", "sol", "+24 if made (50%), else −24"),
        ("esmakker", "13", "+64 if made (50%), else from −128"),
    ],
)
def test_what_a_bid_of_the_danish_games_brings_may_grow(game: str, bid: str, pays: str) -> None:
    match = begin(games()[game], 4)
    seen = view(match, 0)
    spoken = Voice.of(seen, language_of("en"))
    bids: dict[Action, float | None] = {Bid(tuple(bid.split("+"))): 0.5}
    first, *_ = suggested_sections(seen, spoken, ACT, bids)
    (told,) = texts(first)
    assert told.endswith(f"\n-# {pays}")
    if bid == "9+gode":
        assert "At least 9 tricks with your partner. Clubs are trumps." in told


@pytest.mark.parametrize("game", ["hus", "esmakker"])
@pytest.mark.parametrize("code", LANGUAGES)
def test_a_bid_of_a_ladder_is_named_on_its_button_and_nowhere_else(game: str, code: str) -> None:
    """So a screen reader hears what each of them bids."""
    match = shuffled(begin(games()[game], 4), Random(1))
    seen = view(match, match.to_act()[0])
    spoken = Voice.of(seen, language_of(code))
    bids = [Bid(("9",)), Bid(("9", "gode")), Bid(("sol",))]
    versions = [*suggested_sections(seen, spoken, ACT, dict.fromkeys(bids, None))]
    assert [len(version) for version in versions] == [3, 3, 3, 2, 2, 1, 1]
    for version in versions:
        for bid, section in zip(bids, version, strict=False):
            assert isinstance(section.accessory, Button)
            verb, _, named = str(section.accessory.label).partition(" ")
            assert (verb, named) == (spoken.language.term(labels.BID), spoken.bid(bid))
            assert section.told.content
            assert f"**{named}**" not in section.told.content


async def ladder(house: House, game: str, code: str) -> tuple[RunningTable, View, Voice]:
    """A table whose first bid is asked for, as its bidder sees it, in their language."""
    table = await house.dealt(BO, CLEO, DAG, hints="on", game=game)
    while isinstance(view(house.at(table).match, house.at(table).to_act()[0]).choice, CutDeck):
        await house.act(table)
    seen = view(house.at(table).match, house.at(table).to_act()[0])
    return house.at(table), seen, Voice.of(seen, language_of(code))


@pytest.mark.parametrize("game", ["hus", "esmakker"])
@pytest.mark.parametrize("code", LANGUAGES)
async def test_of_a_bid_of_a_ladder_the_shortest_version_says_its_kind(
    house: House, game: str, code: str
) -> None:
    """In the rulebook's words for it; the number is on the button."""
    _, seen, spoken = await ladder(house, game, code)
    book = Rulebook.load(game, code, PROJECT_FOLDER / "data" / "rulebook").entries
    bids = [bid for bid in seen.choice or () if isinstance(bid, Bid)]
    assert len(bids) > 25
    _, _, short, *_ = suggested_sections(seen, spoken, ACT, dict.fromkeys(bids, 0.5))
    for bid, told in zip(bids, texts(short), strict=True):
        asks = told.splitlines()[0].removeprefix("-# ")
        if bid.parts[-1].isdecimal():
            assert asks == spoken.explain(bid)[0][1]
        else:
            line, *_ = book[bid.parts[-1]].text.splitlines()
            assert line.startswith(f"**{asks} · ")
            assert len(line.removeprefix(f"**{asks} · ").split(" · ")) == len(bid.parts)


@pytest.mark.parametrize("game", ["hus", "esmakker"])
@pytest.mark.parametrize("code", LANGUAGES)
async def test_three_bids_of_a_ladder_fit_a_phone_with_what_they_ask(
    house: House, game: str, code: str
) -> None:
    """Of three that are played alone two, with what they ask."""
    state, seen, _ = await ladder(house, game, code)
    assert seen.seat is not None
    tricks = [Bid(("8", "halve")), Bid(("9", "vip")), Bid(("10", "halve"))]
    alone = [Bid(("sol",)), Bid(("ren-sol",)), Bid(("bordlaegger",))]
    for three, told in ((tricks, 3), ([*tricks[:2], alone[-1]], 3), (alone, 2)):
        draft = Draft(suggested=dict.fromkeys(three, 0.5))
        shown = hand_screen(state, seen.seat, CardPreferences(language_of(code)), draft)
        sections = [one for one in walk(shown.parts) if isinstance(one, Section)]
        assert len(sections) >= told, three
        assert all(len(one.told.content.splitlines()) == 2 for one in sections)


@pytest.mark.parametrize(
    ("language", "chance", "told"),
    [("en", 0.52, "(50%)"), ("sv", 0.999, "(95\u00a0%)"), ("da", 0.001, "(5\u00a0%)")],
)
def test_a_chance_is_as_near_as_anybody_knows(language: str, chance: float, told: str) -> None:
    first, *_ = suggested_sections(SEEN, voice(language), ACT, {Bid(("trumf",)): chance})
    (shown,) = texts(first)
    assert told in shown


def test_where_nothing_is_known_no_chance_is_told() -> None:
    first, *_ = suggested_sections(SEEN, voice("en"), ACT, {Bid(("trumf",)): None})
    (shown,) = texts(first)
    assert shown.endswith("\n-# +1 if made, else −2")


@pytest.mark.parametrize("suggested", ["pass", "both", "bid"])
async def test_where_nothing_is_better_passing_is_advised(house: House, suggested: str) -> None:
    """Also once somebody else has bid: the builder comes by a button alone."""
    table = await house.dealt(BO, CLEO, DAG, hints="on")
    await house.act(table, Bid(("spel",)))
    state = house.at(table)
    (seat,) = state.to_act()
    calls: dict[str, dict[Action, float]] = {
        "pass": {Pass(): 0.0}, "both": {BID: 0.5, Pass(): 0.0}, "bid": {BID: 0.5},
    }  # fmt: skip
    draft = Draft(suggested=calls[suggested])
    shown = hand_screen(state, seat, CardPreferences(language_of("en")), draft)
    text = json.dumps(shown.to_components(), ensure_ascii=False)
    assert ("💡 **Pass**: no bid looks better." in text) == (suggested == "pass")
    assert ("-# Passing is fine here." in text) == (suggested == "both")
    buttons = [one for one in walk(shown.parts) if isinstance(one, Button)]
    green = [one.label for one in buttons if one.style is ButtonStyle.success]
    assert green == (["Pass"] if suggested == "pass" else ["Bid +3"])
    assert "Other bids" in [one.label for one in buttons]


async def test_beside_a_hint_all_numbers_are_those_of_the_hint(house: House) -> None:
    state = house.at(await house.dealt(BO, CLEO, DAG, hints="on"))
    (seat,) = state.to_act()
    weighed = {Pass(): Estimate(0.0), BID: Estimate(-0.3, made=0.4), SECOND: Estimate(-2.0)}
    draft = Draft("", ADVICE, {BID: 0.9}, Hint(Pass(), weighed, has_changed=True))
    shown = hand_screen(state, seat, CardPreferences(language_of("en")), draft)
    text = json.dumps(shown.to_components(), ensure_ascii=False)
    assert "I looked longer than for what I suggested." in text
    assert "(90%)" not in text
    assert "Max Trump" not in text
    buttons = [one for one in walk(shown.parts) if isinstance(one, Button)]
    assert [one.label for one in buttons if one.style is ButtonStyle.success] == ["Pass"]
