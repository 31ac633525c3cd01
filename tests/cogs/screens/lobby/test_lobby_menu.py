"""The lobby's few buttons, and what *More* brings to the host and to others."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cogs.screens.lobby.lobby_menu import lobby_menu
from cogs.screens.lobby.lobby_screen import lobby_screen
from cogs.screens.parts.components import ActionRow, Button, Press, Screen, Select, walk
from cogs.screens.table.leave_screen import really_screen
from kwbot.tables.state.contributions import LobbySeal
from kwbot.tables.state.seated import Seated
from kwbot.tables.state.table_state import LobbyTable
from kwbot.text.words.language import language_of
from kwbot.variants import games
from tests.cogs.screens.lobby.test_options import LANGUAGES, table_of

HOST, GUEST, STRANGER = 1, 2, 3
FOR_ALL = ["rules", "ring me"]


@pytest.fixture
def table() -> LobbyTable:
    seal = LobbySeal("ab" * 32, "")
    alone = table_of(games()["whist"])
    return replace(alone, seal=seal, seated=(*alone.seated, Seated("Bo", GUEST)))


def pressed(view: Screen) -> list[str]:
    found = [one for one in walk(view.parts) if isinstance(one, Button | Select)]
    presses = [Press.parse(one.custom_id) for one in found]
    return [f"{one.area} {one.argument}".removeprefix("lobby ").strip() for one in presses if one]


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_lobby_has_one_row_of_what_people_press(table: LobbyTable, code: str) -> None:
    view = lobby_screen(replace(table, language=code))
    (row,) = [one for one in view.parts if isinstance(one, ActionRow)]
    assert len(row.children) == 5
    assert pressed(view) == ["join", "now", "menu", "stir", f"seal {'ab' * 32}"]


def test_more_offers_each_person_what_they_may_do(table: LobbyTable) -> None:
    language = language_of("en")
    host, guest, stranger = (
        pressed(lobby_menu(table, user, language)) for user in (HOST, GUEST, STRANGER)
    )
    assert stranger == FOR_ALL
    assert guest == ["leave", *FOR_ALL]
    assert host == [
        "game", "add", "remove", "options first", "options", "plan", "ring others", "cancel",
        *guest,
    ]  # fmt: skip


def test_the_name_of_the_next_host_means_nothing_to_discord(table: LobbyTable) -> None:
    guest = Seated("**Bo** <@1>", GUEST)
    asked = really_screen(replace(table, seated=(table.seated[0], guest)), HOST, language_of("en"))
    assert "\\*\\*Bo\\*\\* \\<@" in str(asked.to_components()).replace("\\\\", "\\")
