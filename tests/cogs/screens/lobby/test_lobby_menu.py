"""The lobby's few buttons, and what *More* brings to the host and to others."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cogs.screens.lobby.lobby_menu import lobby_menu
from cogs.screens.lobby.lobby_screen import lobby_screen
from cogs.screens.parts.components import (
    ActionRow,
    Button,
    Press,
    Screen,
    Select,
    TextDisplay,
    walk,
)
from cogs.screens.table.leave_screen import really_screen
from kwbot.engine.deals.variant import Variant
from kwbot.ids import TableId, UserId
from kwbot.tables.play.presets import BUILT_IN_PRESETS
from kwbot.tables.state.contributions import STIR_PREFIX, LobbySeal
from kwbot.tables.state.seated import Seated
from kwbot.tables.state.table_state import LobbyTable, PlannedTable
from kwbot.text.words import labels
from kwbot.text.words.language import language_of
from kwbot.variants import games
from tests.cogs.screens.lobby.test_options import LANGUAGES, table_of, text

HOST, GUEST, STRANGER = map(UserId, (1, 2, 3))
COMMITMENT = "ab" * 32
FOR_ALL = ["rules", "ring me"]


@pytest.fixture
def table() -> LobbyTable:
    seal = LobbySeal(COMMITMENT, "")
    alone = table_of(games()["whist"])
    return replace(alone, seal=seal, seated=(*alone.seated, Seated("Bo", GUEST)))


def pressed(view: Screen) -> list[str]:
    found = [one for one in walk(view.parts) if isinstance(one, Button | Select)]
    presses = [Press.parse(one.custom_id) for one in found]
    return [f"{one.area} {one.argument}".removeprefix("lobby ").strip() for one in presses if one]


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_lobby_has_four_things(table: LobbyTable, code: str) -> None:
    """Who sits there, the game, *Join*, *Play now*; all else is behind *More*."""
    view = lobby_screen(replace(table, language=code))
    menu, row = [one for one in view.parts if isinstance(one, ActionRow)]
    assert len(row.children) == 3
    assert isinstance(menu.children[0], Select)
    (shown,) = [one for one in menu.children[0].options if one.default]
    assert shown.value == "whist"
    assert pressed(view) == ["game", "join", "now", f"menu {COMMITMENT}"]
    drawn = "\n".join(one.content for one in walk(view.parts) if isinstance(one, TextDisplay))
    assert len(drawn.splitlines()) == 4
    assert "➡️" not in drawn


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("variant", games().values(), ids=lambda one: one.key)
def test_a_lobby_has_five_lines_at_most(variant: Variant, code: str) -> None:
    """Its menu is one of them. As the usual presets have it, however many stirred it."""
    for preset in BUILT_IN_PRESETS:
        if not preset.suits(variant):
            continue
        given = ((HOST, f"{STIR_PREFIX}cheese"),) * 3
        seal = LobbySeal(COMMITMENT, "", given)
        one = replace(table_of(variant, preset), language=code, seal=seal)
        planned = PlannedTable(**{**one.__dict__, "starts": one.created_at})
        for table in (one, planned):
            view = lobby_screen(table)
            menus = sum(isinstance(part, Select) for part in walk(view.parts))
            drawn = text(view)
            assert "🥄" in drawn
            assert len(drawn.splitlines()) + menus <= 5, drawn
            aim = variant.aim(one.options)
            assert (aim is not None) is (variant.key == "whist")
            assert aim is None or f" {aim.values['target']} " in drawn


def test_more_of_any_table_fits_in_a_custom_id(table: LobbyTable) -> None:
    """Tables of a restored backup have numbers of nineteen digits."""
    for one in walk(lobby_screen(replace(table, id=TableId(2**63 - 1))).parts):
        if isinstance(one, Button):
            assert len(one.custom_id) <= 100


def test_a_full_table_has_no_join_and_starts(table: LobbyTable) -> None:
    three = (*table.seated, Seated("Cleo", UserId(3)))
    with_computer = replace(table, seated=(*three, Seated("Ada", None, "easy")))
    four = replace(table, seated=(*three, Seated("Dag", UserId(4))))
    assert pressed(lobby_screen(with_computer))[1:3] == ["join", "start"], "a computer makes room"
    assert pressed(lobby_screen(four))[1:] == ["start", f"menu {COMMITMENT}"]


def test_more_offers_each_person_what_they_may_do(table: LobbyTable) -> None:
    language = language_of("en")
    host, guest, stranger = (
        pressed(lobby_menu(table, user, language)) for user in (HOST, GUEST, STRANGER)
    )
    seal = f"seal {COMMITMENT}"
    assert stranger == [*FOR_ALL, seal]
    assert guest == [*FOR_ALL, "leave", "stir", seal]
    assert host == [
        "add", "remove", "options first", "options", "plan", "ring others", *guest, "cancel",
    ]  # fmt: skip


def test_more_shows_the_seal_that_was_posted_with_it(table: LobbyTable) -> None:
    posted = "cd" * 32
    assert pressed(lobby_menu(table, STRANGER, language_of("en"), posted))[-1] == f"seal {posted}"


@pytest.mark.parametrize("code", LANGUAGES)
def test_more_tells_everybody_all_that_is_set(table: LobbyTable, code: str) -> None:
    language = language_of(code)
    view = lobby_menu(replace(table, language=code), STRANGER, language)
    drawn = "\n".join(one.content for one in walk(view.parts) if isinstance(one, TextDisplay))
    for told in (labels.COMPUTER_LEVEL, labels.PACE, labels.HINTS):
        assert f"{language.term(told)}:\u00a0**" in drawn


def test_the_name_of_the_next_host_means_nothing_to_discord(table: LobbyTable) -> None:
    guest = Seated("**Bo** <@1>", GUEST)
    asked = really_screen(replace(table, seated=(table.seated[0], guest)), HOST, language_of("en"))
    assert "\\*\\*Bo\\*\\* \\<@" in str(asked.to_components()).replace("\\\\", "\\")
