"""Questions of every shape, and what their controls look like to Discord."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cogs.screens.hand.controls import Question, controls
from cogs.screens.hand.draft import Draft
from cogs.screens.parts.components import PANEL, Press, text_screen, walk
from kwbot.engine.values.cards import NO_CARDS, CardSet
from kwbot.engine.values.choices import Choice
from kwbot.engine.views.view import View
from kwbot.ids import TableId
from kwbot.text.words.language import Voice, language_of
from kwbot.variants import games

PLAYERS = 4
LARGE = 10**7
"""Numbers of tables and events that no bot will ever reach."""


def question(
    choice: Choice | None, picked: str = "", hand: CardSet = NO_CARDS, language: str = "en"
) -> Question:
    game = next(iter(games().values()))
    sheet = game.opening(game.option_values({}), PLAYERS)
    names = ("Anna", "Bo", "Cia", "Dag")
    seen = View(game, 0, names, sheet, frozenset(), 1, None, hand=hand, choice=choice)
    return asked(seen, Voice.of(seen, language_of(language)), picked)


def asked(seen: View, voice: Voice, picked: str = "") -> Question:
    def look(what: str) -> Press:
        return Press(PANEL, TableId(LARGE), argument=what)

    return Question(seen, voice, TableId(LARGE), LARGE, look, Draft(picked))


def components(asked: Question) -> list[dict[str, Any]]:
    """Every control as Discord gets it; asserts the limits of a whole message."""
    rows = controls(asked)
    assert len(list(walk(text_screen("text", *rows).parts))) <= 40
    found = [one for row in rows for one in _inside(row.to_component_dict())]
    ids = [one["custom_id"] for one in found]
    assert len(ids) == len(set(ids))
    return found


def _inside(row: Any) -> Iterator[dict[str, Any]]:
    assert row["type"] == 1
    assert len(row["components"]) <= 5
    for one in row["components"]:
        assert 0 < len(one["custom_id"]) <= 100
        if one["type"] == 2:
            assert 0 < len(one["label"]) <= 80
        else:
            _check_menu(one)
        yield one


def _check_menu(menu: dict[str, Any]) -> None:
    options = menu["options"]
    assert 1 <= len(options) <= 25
    assert 0 <= menu["min_values"] <= menu["max_values"] <= len(options)
    assert len(menu["placeholder"]) <= 150
    values = [option["value"] for option in options]
    assert len(values) == len(set(values))
    for option in options:
        assert 0 < len(option["label"]) <= 100
        assert len(option.get("description") or "") <= 100


def buttons(asked: Question) -> dict[str, dict[str, Any]]:
    """The buttons by their label."""
    return {one["label"]: one for one in components(asked) if one["type"] == 2}


def menus(asked: Question) -> list[dict[str, Any]]:
    return [one for one in components(asked) if one["type"] == 3]
