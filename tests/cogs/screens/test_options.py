"""The options of a table: all at once where they are few, else one after the other."""

from __future__ import annotations

from typing import Any

import pytest
from discord import ui

from cogs.screens.components import Press
from cogs.screens.lobby_screen import lobby_screen
from cogs.screens.options import ROUND_NUMBERS, options_screen
from cogs.screens.picking import MENU
from kwbot.engine.variant import Variant
from kwbot.tables.clock import HandClock
from kwbot.tables.state import HINTS_OFF, HINTS_OPTION, LobbyTable
from kwbot.tables.time_limits import TIME_OPTIONS, time_options
from kwbot.text.language import language_of
from kwbot.variants import games

LANGUAGES = ("en", "sv", "da")


def table_of(variant: Variant) -> LobbyTable:
    times = {key: str(seconds) for key, seconds in TIME_OPTIONS.items()}
    now = HandClock().now()
    return LobbyTable(
        id=1, guild=1, channel=1, parent_channel=None, host=1, variant=variant,
        options={**variant.option_values({}), **times}, language="en",
        created_at=now, last_human_at=now,
    )  # fmt: skip


def menus(view: ui.LayoutView) -> dict[str, Any]:
    """The menus by what a choice in them means: the key of an option, or "" for which one."""
    found = {}
    for one in view.walk_children():
        if isinstance(one, ui.Select):
            press = Press.parse(one.custom_id)
            assert press
            found[press.rest] = one
    return found


def text(view: ui.LayoutView) -> str:
    return "\n".join(one.content for one in view.walk_children() if isinstance(one, ui.TextDisplay))


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("variant", games().values(), ids=lambda one: one.key)
def test_every_option_can_be_reached(variant: Variant, code: str) -> None:
    table, language = table_of(variant), language_of(code)
    shown = menus(options_screen(table, language))
    wanted = {one.key for one in variant.options if one.matters(table.options)} | {
        *time_options(variant)
    }
    wanted.add(HINTS_OPTION)
    if "" not in shown:
        assert set(shown) == wanted
        return
    assert {option.value for option in shown[""].options} == wanted
    for key in wanted:
        view = options_screen(table, language, key)
        assert len(list(view.walk_children())) <= 40
        assert set(menus(view)) == {"", key}
        effects = {one.key: language.term(one.effect) for one in variant.options}
        assert effects.get(key, "") in text(view)
        now = [option.value for option in menus(view)[key].options if option.default]
        assert now == [table.options.get(key, HINTS_OFF)]
        if key in effects:
            option = next(one for one in variant.options if one.key == key)
            for offered in menus(view)[key].options:
                assert option.accept(offered.value) == offered.value


def test_a_game_without_bids_has_no_clocks_for_them() -> None:
    bids = {"time_first_bid", "time_bid"}
    timed = {key: bids <= set(time_options(game)) for key, game in games().items()}
    assert [key for key, shown in timed.items() if not shown] == ["fyrmanswhist", "whist"]
    whist, hus = table_of(games()["whist"]), table_of(games()["hus"])
    assert not bids & set(menus(options_screen(whist, language_of("en"))))
    assert "Other bids" in text(lobby_screen(hus))
    assert "bids" not in text(lobby_screen(whist))


@pytest.mark.parametrize("variant", games().values(), ids=lambda one: one.key)
def test_every_option_has_a_default_and_a_sentence(variant: Variant) -> None:
    for option in variant.options:
        assert option.accept(option.standard) == option.standard
        assert len(option.effect.text) <= 100
        assert option.effect.text.endswith(".")


def test_round_numbers_stand_for_a_long_range() -> None:
    for variant in games().values():
        table = table_of(variant)
        for option in variant.options:
            if len(option.numbers or ()) > MENU and option.matters(table.options):
                assert option.numbers
                view = options_screen(table, language_of("en"), option.key)
                offered = {one.value for one in menus(view)[option.key].options}
                numbers = {str(number) for number in ROUND_NUMBERS if number in option.numbers}
                assert numbers | {option.standard} <= offered
