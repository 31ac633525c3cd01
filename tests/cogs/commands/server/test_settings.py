from __future__ import annotations

import pytest

from cogs.commands.server.setting_menus import (
    CLOCK_OPTIONS,
    PREFERENCES,
    QUIET_HOUR_OPTIONS,
    SEASON_OPTIONS,
    SETTINGS,
    fields_of,
    settings_screen,
    value_of,
)
from cogs.screens.parts.components import TextDisplay
from kwbot.engine.values.option import Option
from kwbot.ids import GuildId, UserId
from kwbot.storage.values.documents import GuildSettings, Preferences, ServerPreset
from kwbot.text.words.language import language_of
from playground import ClientRefusal, Message
from tests.cogs.server import Server, default_of, menu_of, open_setting


def further(message: Message) -> list[str]:
    """What the further menu offers."""
    return [one["label"] for one in menu_of(message, "more")["options"]]


@pytest.mark.parametrize(
    ("options", "document"),
    [
        ((*SETTINGS, *CLOCK_OPTIONS, *SEASON_OPTIONS), GuildSettings),
        ((*PREFERENCES, *QUIET_HOUR_OPTIONS), Preferences),
    ],
)
def test_every_field_has_a_menu_and_every_value_is_one(
    options: tuple[Option, ...], document: type[GuildSettings | Preferences]
) -> None:
    beside = {"presets", "time_zone", "ping_role", "forgotten_as", "greeted"}
    assert {option.key for option in options} == set(document.model_fields) - beside
    fields = fields_of(options, document(), language_of("en"))
    assert [one.now in one.values for one in fields.values()] == [True] * len(options)
    for option in options:
        offered = [*dict(option.values), *map(str, option.numbers)]
        assert str(getattr(document(), option.key)) in offered
        values = [value_of(document, option, text) for text in offered]
        assert [str(value) for value in values] == offered
        stored = [document.model_validate({option.key: value}) for value in values]
        assert [getattr(one, option.key) for one in stored] == values


@pytest.mark.parametrize(("seconds", "named"), [(None, False), (0, True), (30, True)])
def test_a_clock_that_is_as_another_is_not_told(seconds: int | None, named: bool) -> None:
    now, language = GuildSettings(card_seconds=seconds), language_of("en")
    told, *_ = settings_screen(now, "", None, (), language).parts
    assert isinstance(told, TextDisplay)
    assert ("Cards: **" in told.content, "As for other" in told.content) == (named, False)


async def test_each_setting_is_stored_at_once_and_shown(server: Server) -> None:
    mod = server.playground.person("Mod", moderator=True)
    shown = await mod.slash(server.channel, "settings")
    assert shown.ephemeral
    chosen = {}
    for key in (option.key for option in SETTINGS):
        now = getattr(await server.store.settings.guild_settings(server.guild), key)
        await open_setting(mod, shown.message, key)
        assert default_of(shown.message, key) == str(now)
        menu = menu_of(shown.message, key)
        value = next(one["value"] for one in menu["options"] if one["value"] != str(now))
        shown = await mod.select(shown.message, menu["custom_id"], [value])
        assert shown.kind == "update"
        assert default_of(shown.message, key) == value
        chosen[key] = value
        stored = await server.store.settings.guild_settings(server.guild)
        assert {key: str(getattr(stored, key)) for key in chosen} == chosen
    assert await server.store.settings.guild_settings(GuildId(server.guild + 1)) == GuildSettings()
    assert server.playground.refusals == []


async def test_settings_are_for_moderators_on_every_click(server: Server) -> None:
    anna = server.playground.person("Anna")
    mod = server.playground.person("Mod", moderator=True)
    with pytest.raises(ClientRefusal, match="no command"):
        await anna.slash(server.channel, "settings")
    shown = await mod.slash(server.channel, "settings")
    await open_setting(mod, shown.message, "threads")
    custom_id = menu_of(shown.message, "threads")["custom_id"]
    refused = await anna.forge(shown.message, custom_id, values=["False"])
    assert refused.ephemeral
    assert "Only this server's moderators" in refused.text
    server.playground.guild.moderators.remove(mod.id)
    refused = await mod.select(shown.message, custom_id, ["False"])
    assert "Only this server's moderators" in refused.text
    assert await server.store.settings.guild_settings(server.guild) == GuildSettings()


async def test_what_no_menu_offers_is_refused(server: Server) -> None:
    mod = server.playground.person("Mod", moderator=True)
    shown = await mod.slash(server.channel, "settings")
    for custom_id, values in (
        ("kw:settings:0:0:bid_seconds", ["7"]),
        ("kw:settings:0:0:bid_seconds", []),
        ("kw:settings:0:0:__class__", ["1"]),
        ("kw:settings:0:0:", ["1"]),
        ("kw:preferences:0:0:language", ["xx"]),
    ):
        refused = await mod.forge(shown.message, custom_id, values=values)
        assert refused.text.startswith("⛔ That can't be chosen here.")
    assert await server.store.settings.guild_settings(server.guild) == GuildSettings()
    assert await server.store.settings.preferences(UserId(mod.id)) == Preferences()


async def test_pace_and_clocks_are_one_form_which_keeps_a_value_of_another_version(
    server: Server,
) -> None:
    await server.store.settings.change_guild_settings(
        server.guild, lambda _: GuildSettings(bid_seconds=25)
    )
    mod = server.playground.person("Mod", moderator=True)
    shown = await mod.slash(server.channel, "settings")
    assert "Other bids: **25 seconds**" in shown.text
    await open_setting(mod, shown.message, "clocks")
    shown = await mod.submit({"pace": "calm", "card_seconds": "0"})
    assert "Pace: **Calm**" in shown.text
    stored = await server.store.settings.guild_settings(server.guild)
    assert stored == GuildSettings(bid_seconds=25, card_seconds=0, pace="calm")
    state = server.tables.index.get(await server.table(mod))
    assert state is not None
    wanted = {"time_bid": "25", "time_choice": "60", "time_card": "0", "pace": "calm"}
    assert {key: state.options[key] for key in wanted} == wanted


async def test_seasons_and_how_many_evenings_count_are_one_form(server: Server) -> None:
    mod = server.playground.person("Mod", moderator=True)
    shown = await mod.slash(server.channel, "settings")
    await open_setting(mod, shown.message, "season")
    await mod.submit({"season": "month", "best_evenings": "4", "ratings": "True"})
    stored = await server.store.settings.guild_settings(server.guild)
    assert stored == GuildSettings(season="month", best_evenings=4, ratings=True)
    assert "🏆 Season: A month" in further(shown.message)
    await open_setting(mod, shown.message, "season")
    await mod.submit({"best_evenings": "None", "ratings": "False"})
    assert await server.store.settings.guild_settings(server.guild) == GuildSettings(season="month")


async def test_the_time_zone_stays_that_of_the_first_announcement(server: Server) -> None:
    """Another moderator speaks another language, and means the same hours."""
    dane = server.playground.person("Mette", moderator=True, locale="da")
    await dane.slash(server.channel, "evening")
    await dane.submit({"starts": "14.00", "ends": "16.00"})
    assert (
        await server.store.settings.guild_settings(server.guild)
    ).time_zone == "Europe/Copenhagen"
    briton = server.playground.person("Mod", moderator=True, locale="en-GB")
    shown = (await briton.slash(server.channel, "settings")).message
    assert "🗓️ Time zone: Europe/Copenhagen" in further(shown)


async def test_the_time_zone_is_that_of_the_language_until_a_place_is_typed(server: Server) -> None:
    mod = server.playground.person("Mod", moderator=True, locale="da")
    shown = (await mod.slash(server.channel, "settings")).message
    assert "🗓️ Tidszone: Europe/Copenhagen" in further(shown)
    await open_setting(mod, shown, "time_zone")
    assert "Jeg kender ikke den tidszone." in (await mod.submit({"time_zone": "Atlantis"})).text
    assert "🗓️ Tidszone: Europe/Copenhagen" in further(shown)
    await open_setting(mod, shown, "time_zone")
    await mod.submit({"time_zone": "new york"})
    assert "🗓️ Tidszone: America/New_York" in further(shown)
    assert (
        await server.store.settings.guild_settings(server.guild)
    ).time_zone == "America/New_York"


async def test_presets_of_the_server_can_be_deleted(server: Server) -> None:
    kept = [ServerPreset(name=name, game="whist", options={}) for name in ("Old", "New")]
    await server.store.settings.change_guild_settings(
        server.guild, lambda _: GuildSettings(presets=tuple(kept))
    )
    mod = server.playground.person("Mod", moderator=True)
    shown = await mod.slash(server.channel, "settings")
    await open_setting(mod, shown.message, "preset")
    custom_id = menu_of(shown.message, "preset")["custom_id"]
    await mod.select(shown.message, custom_id, ["Old"])
    assert (await server.store.settings.guild_settings(server.guild)).presets == (kept[1],)


async def test_preferences_change_the_sample_hand_and_the_language(server: Server) -> None:
    anna = server.playground.person("Anna")
    direct = server.playground.direct(anna.user)
    shown = await anna.slash(direct, "preferences")
    assert "♣ K 8 2" in shown.text
    await open_setting(anna, shown.message, "four_colour")
    shown = await anna.select(shown.message, "kw:preferences:0:0:four_colour", ["False"])
    assert "Two colours" in shown.text
    await open_setting(anna, shown.message, "sorting")
    shown = await anna.select(shown.message, "kw:preferences:0:0:sorting", ["ascending"])
    assert "♣ 2 8 K" in shown.text
    shown = await anna.select(shown.message, "kw:preferences:0:0:language", ["sv"])
    assert "♠ 4 9 D E" in shown.text
    assert "Språk: Svenska" in shown.text
    stored = await server.store.settings.preferences(UserId(anna.id))
    assert stored == Preferences(language="sv", sorting="ascending", four_colour=False)
    assert "## På en minut" in (await anna.slash(direct, "rules")).text
    bo = server.playground.person("Bo")
    assert "♣ K 8 2" in (await bo.slash(server.channel, "preferences")).text
    assert server.playground.refusals == []


@pytest.mark.parametrize("name", ["preferences", "settings"])
async def test_two_menus_stand_beside_more_and_what_is_chosen_there_is_a_third(
    server: Server, name: str
) -> None:
    """Whatever is chosen, the message keeps to what a phone shows at once."""
    mod = server.playground.person("Mod", moderator=True)
    shown = (await mod.slash(server.channel, name)).message

    def menus() -> list[str]:
        return [one["custom_id"].split(":")[-1] for one in shown.selects()]

    assert menus() == ["language", "look", "more"]
    assert [*shown.buttons()] == []
    for one in menu_of(shown, "more")["options"]:
        if one["value"] in ("quiet", "clocks", "time_zone", "season", "weekly"):
            continue  # a form, or a switch
        await mod.select(shown, menu_of(shown, "more")["custom_id"], [one["value"]])
        assert menus() == ["language", "look", one["value"], "more"]
    await mod.select(shown, menu_of(shown, "language")["custom_id"], ["en"])
    assert menus() == ["language", "look", "more"]
    refused = await mod.forge(shown, menu_of(shown, "more")["custom_id"], values=["a", "b"])
    assert "That can't be chosen here." in refused.text
    await mod.forge(shown, menu_of(shown, "more")["custom_id"], values=["nothing"])
    assert menus() == ["language", "look", "more"]
