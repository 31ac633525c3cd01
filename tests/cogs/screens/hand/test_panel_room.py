"""A panel gives way where a phone has no room for it: first the rows of cards, then the picture."""

from __future__ import annotations

import pytest

from cogs.screens.hand.draft import Draft
from cogs.screens.hand.panel import panel_text
from cogs.screens.hand.panel_layout import Around, panel_box
from cogs.screens.parts.components import (
    PICK,
    ActionRow,
    MediaGallery,
    Picture,
    Press,
    Screen,
    TextDisplay,
    button,
    rows,
    walk,
)
from kwbot.engine.values.choices import CombinationBid
from kwbot.engine.views.view import View, view
from kwbot.ids import TableId
from kwbot.text.deal import calls
from kwbot.text.words.facts import Facts
from kwbot.text.words.language import Voice, language_of
from tests.looks.scenes import first
from tests.text.test_screens import told_deal

CARDS = [
    button(str(number), Press(PICK, TableId(1), argument=str(number)), emoji="♠")
    for number in range(13)
]
SIZE = (760).to_bytes(4, "big") + (700).to_bytes(4, "big")
PICTURE = Picture(bytes(16) + SIZE, "A table")


def playing() -> tuple[View, Voice]:
    match = first("kombinations-whist", 4, 1, lambda seen: len(seen.tricks) > 1)
    seen = view(match, match.to_act()[0])
    return seen, Voice.of(seen, language_of("en"))


def panel(lines: int) -> Screen:
    """With so many lines of notes above it."""
    seen, voice = playing()
    around = Around(["Note"] * lines, "", (), rows(CARDS[:10]), lambda _: ())
    return panel_box(seen, voice, Facts(), Draft(), around, PICTURE)


def shape(screen: Screen) -> tuple[list[int], bool]:
    """How many buttons its rows have, and whether it has a picture."""
    parts = [*walk(screen.parts)]
    wide = [len(one.children) for one in parts if isinstance(one, ActionRow)]
    return wide, any(isinstance(one, MediaGallery) for one in parts)


def test_the_picture_gives_way_before_rows_of_cards_do() -> None:
    seen = [shape(panel(lines)) for lines in range(12)]
    in_order = list(dict.fromkeys((tuple(wide), drawn) for wide, drawn in seen))
    assert in_order == [((4, 3, 3), True), ((4, 3, 3), False)]


def test_a_panel_without_its_picture_has_the_table_in_words_and_sends_no_file() -> None:
    assert [*panel(0).pictures] != []
    without = panel(11)
    assert [*without.pictures] == []
    assert "Tricks:" in "".join(
        one.content for one in walk(without.parts) if isinstance(one, TextDisplay)
    )


@pytest.mark.parametrize(
    ("count", "laid"),
    [(0, []), (4, [4]), (5, [5]), (6, [3, 3]), (9, [5, 4]), (10, [4, 3, 3]), (11, [4, 4, 3]),
     (13, [5, 4, 4])],
)  # fmt: skip
def test_rows_are_even_and_one_at_most_is_of_five(count: int, laid: list[int]) -> None:
    assert [len(row.children) for row in rows(CARDS[:count])] == laid


def test_a_bid_that_stands_is_whole_beside_a_short_name() -> None:
    match = told_deal("bid mastarspel+potential")
    seen = view(match, match.to_act()[0])
    voice = Voice.of(seen, language_of("en"))
    text, _ = panel_text(seen, voice, Facts(), Draft(picked="0.0"), 10_000)
    assert "Master's Game + Potential" in text


def test_a_bid_that_stands_is_named_beside_a_name_of_many_signs() -> None:
    match = told_deal("bid mastarspel+potential")
    seen = view(match, match.to_act()[0])
    names = tuple(f"{number}{12 * '👨‍👩‍👧'}" for number, _ in enumerate(seen.names))
    voice = Voice.of_game(seen.variant, language_of("en"), names)
    text, _ = panel_text(seen, voice, Facts(), Draft(picked="0.0"), 10_000)
    assert "Master's Game" in text


@pytest.mark.parametrize("room", [0, 10_000])
def test_a_bid_is_named_beside_its_menus_where_there_is_room(room: int) -> None:
    match = first("kombinations-whist", 4, 1, lambda seen: not calls.calls(seen))
    seen = view(match, match.to_act()[0])
    voice = Voice.of(seen, language_of("en"))
    assert isinstance(seen.choice, CombinationBid)
    name = voice.parts[seen.choice.bids.mains[0].key].name
    text, _ = panel_text(seen, voice, Facts(), Draft(picked="0.0"), room)
    assert (f"**{language_of('en').term(name)}**" in text) == bool(room)
    assert ("**Value " in text) != bool(room)
