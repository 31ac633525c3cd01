from __future__ import annotations

from dataclasses import fields

import pytest

from cogs.commands.server.privacy import privacy_screen
from cogs.connection import replies
from cogs.screens.parts.components import Screen, TextDisplay, walk
from kwbot.ids import UserId
from kwbot.storage.values.documents import Preferences
from kwbot.storage.values.stored_people import UserDataCounts
from kwbot.storage.values.stored_results import PlayerResult
from kwbot.text.words.language import LANGUAGES, language_of
from tests.cogs.server import GAME, Server, labels


async def played(server: Server, *users: int) -> None:
    await server.finished(
        *(
            PlayerResult(user_id=UserId(user), seat=n, won=not n, points=n)
            for n, user in enumerate(users)
        )
    )


async def test_a_dane_is_spoken_to_throughout(server: Server) -> None:
    bo = server.playground.person("Bo", locale="da")
    await server.store.settings.change_preferences(
        UserId(bo.id), lambda _: Preferences(sorting="ascending")
    )
    shown = await bo.slash(server.channel, "privatliv")
    assert "Dine indstillinger: sprog, hvordan dine kort ser ud" in shown.text


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_there_is_not_is_not_listed(code: str) -> None:
    kinds = [
        one.name for one in fields(UserDataCounts) if one.name != "titles"
    ]  # stand with the results
    nothing = dict.fromkeys((one.name for one in fields(UserDataCounts)), 0)
    language = language_of(code)
    assert len(told(privacy_screen(UserDataCounts(**nothing), language))) == 2
    for kind in kinds:
        shown = told(privacy_screen(UserDataCounts(**{**nothing, kind: 7}), language))
        assert [line for line in shown if line.startswith("- ")] == shown[1:-1]
        assert len(shown) == 3
        assert shown[1].startswith("- **7 ×** ")
    assert len(
        told(privacy_screen(UserDataCounts(**dict.fromkeys(nothing, 1)), language))
    ) == 2 + len(kinds)


def told(screen: Screen) -> list[str]:
    texts = [one.content for one in walk(screen.parts) if isinstance(one, TextDisplay)]
    return "\n".join(texts).splitlines()


async def test_data_goes_only_after_a_second_press(server: Server) -> None:
    anna, bo = server.playground.person("Anna"), server.playground.person("Bo")
    anna_id, bo_id = UserId(anna.id), UserId(bo.id)
    await played(server, anna_id, bo_id)
    await server.store.settings.change_preferences(
        anna_id, lambda _: Preferences(language="en", sorting="ascending")
    )
    direct = server.playground.direct(anna.user)
    shown = await anna.slash(direct, "privacy")
    assert "where you see them.\n" in shown.text
    assert "bids, titles.\n" in shown.text
    assert "which one, why and when." not in shown.text
    assert "\nNothing else.\n" in shown.text
    shown = await anna.click(shown.message, "Delete my data")
    assert labels(shown.message) == ["Delete for good", "Cancel"]
    shown = await anna.click(shown.message, "Cancel")
    assert len(await server.store.results.stats(server.guild, anna_id)) == 1
    shown = await anna.click(shown.message, "Delete my data")
    shown = await (await anna.click(shown.message, "Delete for good")).settled()
    assert shown.text.startswith("Your data is deleted.")
    assert labels(shown.message) == []
    assert await server.store.results.stats(server.guild, anna_id) == []
    assert await server.store.settings.preferences(anna_id) == Preferences()
    assert len(await server.store.results.stats(server.guild, bo_id)) == 1
    assert server.playground.refusals == []


async def test_a_count_that_takes_long_comes_later(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replies, "DEFER_SECONDS", 0.0)
    anna = server.playground.person("Anna")
    shown = await anna.slash(server.channel, "privacy")
    assert shown.kind == "deferred"
    shown = await shown.settled()
    assert "What this bot keeps about you" in shown.text
    shown = await anna.click(shown.message, "Delete my data")
    again = await (await anna.click(shown.message, "Cancel")).settled()
    assert "What this bot keeps about you" in again.text


async def test_an_open_table_stays_and_is_named(server: Server) -> None:
    anna = server.playground.person("Anna")
    table = await server.table(anna)
    shown = await anna.slash(server.channel, "privacy")
    assert shown.ephemeral
    shown = await (await anna.forge(shown.message, "kw:privacy:0:0:delete")).settled()
    assert f"except table {table}" in shown.text
    assert server.tables.index.get(table) is not None


async def test_deleting_touches_nobody_but_who_pressed(server: Server) -> None:
    anna, bo = server.playground.person("Anna"), server.playground.person("Bo")
    await played(server, anna.id)
    shown = await anna.slash(server.channel, "privacy")
    await bo.forge(shown.message, f"kw:privacy:{anna.id}:0:delete")
    assert len(await server.store.results.stats(server.guild, UserId(anna.id))) == 1
    assert GAME in server.bot.games
