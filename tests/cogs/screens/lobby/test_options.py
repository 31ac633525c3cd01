"""The options of a table: forms by topic that Discord opens, with every option in one of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from benches.stand_ins import HandClock
from cogs.screens.lobby.lobby_menu import lobby_menu
from cogs.screens.lobby.lobby_screen import lobby_screen
from cogs.screens.lobby.options_screen import Offer, options_screen, topics
from cogs.screens.parts.components import MAX_OPTIONS, Screen, TextDisplay, walk
from cogs.screens.parts.option_field import ROUND_NUMBERS, OptionField
from kwbot.engine.deals.variant import Variant
from kwbot.ids import GuildId, TableId, UserId
from kwbot.storage.values.documents import GuildSettings, ServerPreset
from kwbot.tables.play import presets
from kwbot.tables.play.presets import BUILT_IN_PRESETS, FIRST_EVENING, Preset
from kwbot.tables.state.seated import Seated
from kwbot.tables.state.table_options import PRESET_OPTION
from kwbot.tables.state.table_state import LobbyTable
from kwbot.tables.state.time_limits import time_options
from kwbot.text.words.language import language_of
from kwbot.text.words.markdown import escape
from kwbot.variants import games
from playground.state.message_limits import check_modal

LANGUAGES = ("en", "sv", "da")
SETTINGS = GuildSettings()
USUAL = presets.usual(SETTINGS) | presets.server_time_limits(SETTINGS)
ALWAYS = {"preset", "level", "pace", "hints", "claims", "time_all"}


def text(view: Screen) -> str:
    return "\n".join(one.content for one in walk(view.parts) if isinstance(one, TextDisplay))


def table_of(variant: Variant, preset: Preset = FIRST_EVENING) -> LobbyTable:
    now = HandClock().now()
    return LobbyTable(
        id=TableId(1), guild=GuildId(1), channel=1, parent_channel=None, host=UserId(1),
        variant=variant, options=presets.options_of(preset, variant, SETTINGS), language="en",
        seated=(Seated("Anna", UserId(1)), Seated("Ada", None, "easy")),
        created_at=now, last_human_at=now,
    )  # fmt: skip


def offer(variant: Variant) -> Offer:
    suiting = [preset for preset in BUILT_IN_PRESETS if preset.suits(variant)]
    return Offer(suiting, USUAL, may_save=True)


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("variant", games().values(), ids=list(games()))
def test_no_word_of_an_option_is_cut_where_all_are_told(variant: Variant, code: str) -> None:
    table, language = table_of(variant), language_of(code)
    assert "…" not in text(options_screen(table, language, offer(variant)))
    for field in fields(variant, code).values():
        for word, _ in field.values.values():
            assert escape(word) == escape(word, 100), word


def fields(variant: Variant, code: str = "en") -> dict[str, OptionField]:
    found = topics(table_of(variant), language_of(code), offer(variant))
    return {field.key: field for topic in found for field in topic.fields}


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("variant", games().values(), ids=lambda one: one.key)
def test_every_option_is_asked_in_a_form_that_discord_opens(variant: Variant, code: str) -> None:
    table, language = table_of(variant), language_of(code)
    found = topics(table, language, offer(variant))
    keys = [field.key for topic in found for field in topic.fields]
    mattering = {one.key for one in variant.options if one.matters(table.options)}
    assert len(keys) == len(set(keys))
    assert set(keys) == {*mattering, *ALWAYS, *time_options(variant), "level 1", "banter"}
    assert keys[:3] == ["preset", "level", "pace"]
    assert found[0].fields[-1].key == "hints"
    for topic in found:
        check_modal(topic.form(table.id).to_dict())
        assert all(field.now in field.values for field in topic.fields)
    hub = options_screen(table, language, offer(variant))
    shown = text(hub)
    assert all(topic.about in shown for topic in found)
    names = [topic.name.removesuffix(" …") for topic in found]
    assert all(name in shown and not name[-1].isdecimal() for name in names)
    assert len(names) == len(set(names))


@pytest.mark.parametrize("variant", games().values(), ids=lambda one: one.key)
def test_what_is_offered_can_be_set_and_the_usual_is_marked(variant: Variant) -> None:
    offered = fields(variant)
    for option in variant.options:
        if option.matters(table_of(variant).options):
            values = offered[option.key].values
            assert [option.accept(value) for value in values] == list(values)
            usual = [value for value, (_, effect) in values.items() if effect]
            assert usual == [option.usual_with(table_of(variant).options)]
            rounded = ROUND_NUMBERS[option.measure]
            numbers = {str(one) for one in rounded if one in option.numbers}
            assert len(option.numbers) <= MAX_OPTIONS or numbers | {option.standard} <= set(values)


@pytest.mark.parametrize(("code", "usual"), [("en", "default"), ("sv", "standard"),
                                             ("da", "standard")])  # fmt: skip
@pytest.mark.parametrize("variant", games().values(), ids=lambda one: one.key)
def test_every_form_marks_one_value_of_each_field_as_usual(
    variant: Variant, code: str, usual: str
) -> None:
    for field in fields(variant, code).values():
        if field.key not in ("preset", "time_all"):
            marked = [value for value, (_, about) in field.values.items() if usual in about]
            assert len(marked) == 1, field.key


def test_a_game_without_bids_has_no_clocks_for_them() -> None:
    bids = {"time_first_bid", "time_bid"}
    timed = {key: bids <= set(time_options(game)) for key, game in games().items()}
    assert [key for key, shown in timed.items() if not shown] == ["fyrmanswhist", "whist"]
    assert not bids & set(fields(games()["whist"]))
    rulebook: dict[str, Any] = {
        key: text(
            lobby_menu(table_of(games()[key], Preset("rulebook")), UserId(1), language_of("en"))
        )
        for key in ("hus", "whist")
    }
    assert "Other bids" in rulebook["hus"]
    assert "bids" not in rulebook["whist"]


@pytest.mark.parametrize("variant", games().values(), ids=lambda one: one.key)
def test_every_option_has_a_default_and_a_sentence(variant: Variant) -> None:
    for option in variant.options:
        assert option.accept(option.standard) == option.standard
        assert len(option.effect.text) <= 100
        assert option.effect.text.endswith(".")


@pytest.mark.parametrize(("code", "name"), [("en", "First evening"), ("sv", "Första kvällen"),
                                            ("da", "Første aften")])  # fmt: skip
def test_presets_have_names_and_a_servers_own_come_first(code: str, name: str) -> None:
    variant = games()["whist"]
    own = ServerPreset(name="Tuesdays", game="whist", options={"form": "long", "time_card": "5"})
    settings = GuildSettings(presets=(own,), other_seconds=33)
    (first,) = presets.server_presets(settings, variant)
    settled = presets.options_of(first, variant, settings)
    assert (settled["form"], settled["time_card"], settled["time_choice"]) == ("long", "5", "33")
    mixed = Offer([first, *offer(variant).presets], USUAL)
    table = replace(table_of(variant), language=code)
    (form, *_) = topics(table, language_of(code), mixed)
    assert [word for word, _ in form.fields[0].values.values()][:2] == ["Tuesdays", name]
    assert name in text(lobby_screen(table))
    without = replace(table, options={**table.options, PRESET_OPTION: ""})
    assert "**?**" not in text(lobby_screen(without))


def test_a_first_evening_has_no_clocks_unless_the_server_set_its_own() -> None:
    variant = games()["whist"]
    assert presets.options_of(FIRST_EVENING, variant, SETTINGS)["time_card"] == "0"
    strict = GuildSettings(other_seconds=30)
    assert presets.options_of(FIRST_EVENING, variant, strict)["time_card"] == "30"


def test_the_form_of_the_clocks_advises_beginners() -> None:
    about = fields(games()["hus"], "en")["time_all"].about
    assert about == "New to the game? Choose longer ones, or none."
