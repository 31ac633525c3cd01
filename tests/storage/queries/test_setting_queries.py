from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any, TypeVar

import pytest
from pydantic import ValidationError
from sqlalchemy import Connection, insert

from kwbot.storage.store import Store
from kwbot.storage.values.documents import GuildSettings, Learning, LessonState, Preferences
from kwbot.storage.values.models import GuildSettingsRow
from kwbot.storage.values.stored_people import PlayerBan
from tests.storage.samples import ANNA, BO, CLEO, GAME, GUILD, NOON, OTHER_GUILD

_T = TypeVar("_T")
BAN = PlayerBan(guild_id=GUILD, user_id=ANNA, game=GAME, by=BO, reason="fouls", at=NOON)


def chosen_now(value: _T) -> Callable[[_T], _T]:
    """Return the change to a value, whatever was there before."""
    return lambda _: value


async def test_settings_are_the_defaults_until_set(store: Store) -> None:
    assert await store.settings.guild_settings(GUILD) == GuildSettings()
    assert await store.settings.preferences(ANNA) == Preferences()
    settings = GuildSettings(language="sv", threads=False, openers="moderators", bid_seconds=0)
    for chosen in (settings, settings.model_copy(update={"max_players": 5})):
        await store.settings.change_guild_settings(GUILD, chosen_now(chosen))
        assert await store.settings.guild_settings(GUILD) == chosen
    preferences = Preferences(language="da", sorting="ascending", four_colour=True)
    for wanted in (preferences, Preferences()):
        await store.settings.change_preferences(ANNA, chosen_now(wanted))
        assert await store.settings.preferences(ANNA) == wanted
    assert await store.settings.guild_settings(OTHER_GUILD) == GuildSettings()
    assert await store.settings.preferences(BO) == Preferences()


async def test_what_is_unset_is_not_written(store: Store) -> None:
    for document in (GuildSettings(), Preferences(), Learning()):
        assert "null" not in document.to_text()
        fields = type(document).model_fields.values()
        assert all(one.default is None for one in fields if "None" in str(one.annotation))
    old = Preferences.model_validate_json('{"look": "emoji", "language": null}')
    assert (old.look, Preferences().look) == ("emoji", None)


async def test_what_nobody_chose_follows_what_is_usual(store: Store) -> None:
    for document in (GuildSettings(), Preferences(), Learning()):
        assert document.to_text() == "{}"
    chosen = Preferences(sorting="descending").model_copy(update={"look": "emoji"})
    assert chosen.to_text() == '{"sorting":"descending","look":"emoji"}'
    await store.settings.change_preferences(ANNA, lambda _: chosen)
    after = await store.settings.change_preferences(
        ANNA, lambda now: now.model_copy(update={"play_single": False})
    )
    assert after.to_text() == '{"sorting":"descending","look":"emoji","play_single":false}'
    assert await store.settings.preferences(ANNA) == after


def test_the_role_to_ping_is_stored_as_ever() -> None:
    stored = GuildSettings.model_validate_json('{"ring_role": 7}')
    assert stored.ping_role == 7
    assert stored.model_copy(update={"ping_role": 8}).to_text() == '{"ring_role":8}'


async def test_of_two_steps_in_a_lesson_at_once_one_counts(store: Store) -> None:
    assert await store.settings.learning(ANNA) == (0, Learning())
    at = LessonState(moves=("0 play SA",))
    first = Learning(current="whist/01-tricks", begun={"whist/01-tricks": at})
    assert await store.settings.set_learning(ANNA, 0, first)
    assert not await store.settings.set_learning(ANNA, 0, Learning(done=("hus/01-ace",)))
    assert await store.settings.learning(ANNA) == (1, first)
    assert await store.settings.set_learning(ANNA, 1, Learning(done=("whist/01-tricks",)))
    assert not await store.settings.set_learning(ANNA, 1, first)
    assert await store.settings.learning(ANNA) == (2, Learning(done=("whist/01-tricks",)))
    assert await store.settings.learning(BO) == (0, Learning())


async def store_document(store: Store, document: str) -> None:
    def work(connection: Connection) -> None:
        row = {"guild_id": GUILD, "document": document}
        connection.execute(insert(GuildSettingsRow).values(**row))

    await store.transactions.run(work)


async def test_a_setting_of_another_version_is_passed_over(store: Store) -> None:
    await store_document(store, '{"threads": false, "confetti": true}')
    assert await store.settings.guild_settings(GUILD) == GuildSettings(threads=False)


async def test_settings_that_cannot_be_read_count_as_unset(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    await store_document(store, '{"openers": "hunter2"}')
    with caplog.at_level(logging.WARNING):
        assert await store.settings.guild_settings(GUILD) == GuildSettings()
    assert "GuildSettings cannot be read" in caplog.text
    assert "hunter2" not in caplog.text


@pytest.mark.parametrize(
    "wrong",
    [
        {"language": "svenska"},
        {"bid_seconds": -1},
        {"other_seconds": 10**9},
        {"openers": "friends"},
        {"close_after_hours": 0},
        {"max_players": 1},
    ],
)
def test_wrong_settings_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        GuildSettings(**wrong)


async def test_a_ban_holds_for_one_game_on_one_server(store: Store) -> None:
    await store.settings.add_ban(BAN)
    assert await store.settings.ban(GUILD, ANNA, GAME) == BAN
    assert await store.settings.ban(GUILD, ANNA, "hus") is None
    assert await store.settings.ban(GUILD, BO, GAME) is None
    assert await store.settings.ban(OTHER_GUILD, ANNA, GAME) is None


async def test_bans_are_listed_replaced_and_lifted(store: Store) -> None:
    other = replace(BAN, user_id=BO, by=ANNA)
    again = replace(BAN, reason="more fouls")
    for ban in (BAN, other, again):
        await store.settings.add_ban(ban)
    assert await store.settings.bans(GUILD) == [again, other]
    assert await store.settings.remove_ban(GUILD, ANNA, GAME)
    assert not await store.settings.remove_ban(GUILD, ANNA, GAME)
    assert await store.settings.bans(GUILD) == [other]


async def test_who_waits_to_be_pinged_longest_is_first_and_each_waits_again(store: Store) -> None:
    hour = timedelta(hours=1)
    for user in (ANNA, BO, CLEO):
        await store.people.set_ping_wish(GUILD, user, wanted=True)
    await store.people.note_pings(GUILD, [ANNA], NOON)
    await store.people.note_pings(GUILD, [BO], NOON - hour)
    await store.people.set_ping_wish(GUILD, ANNA, wanted=True)  # once more changes nothing
    assert await store.people.waiting_for_ping(GUILD, NOON + hour) == [CLEO, BO, ANNA]
    assert await store.people.waiting_for_ping(GUILD, NOON) == [CLEO, BO]
    assert await store.people.waiting_for_ping(OTHER_GUILD, NOON) == []
    await store.people.set_ping_wish(GUILD, CLEO, wanted=False)
    assert not await store.people.wants_pings(GUILD, CLEO)
    assert await store.people.wants_pings(GUILD, BO)
    assert (await store.count_user_data(BO)).pings == 1
    await store.delete_user_data(BO)
    assert not await store.people.wants_pings(GUILD, BO)
