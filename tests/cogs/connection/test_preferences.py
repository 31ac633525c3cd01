"""What players prefer is remembered, and for a short time where other processes may change it."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from benches.stand_ins import HandClock
from cogs.connection.preferences import PREFERENCE_CACHE_LIFE, PreferenceCache
from kwbot.ids import UserId
from kwbot.storage.store import Store
from kwbot.storage.values.documents import Preferences

ANNA = UserId(7)


@pytest.fixture
async def store() -> AsyncIterator[Store]:
    opened = await Store.open("sqlite://")
    yield opened
    await opened.close()


@pytest.mark.parametrize("shared", [False, True])
async def test_what_another_process_changes_is_noticed_soon(store: Store, *, shared: bool) -> None:
    clock = HandClock()
    cache = PreferenceCache(store, "en", clock=clock if shared else None)
    assert (await cache.preferences_of(ANNA)).language.code == "en"
    await store.settings.change_preferences(ANNA, lambda _: Preferences(language="sv"))
    clock.advance(PREFERENCE_CACHE_LIFE.total_seconds() - 1)
    assert (await cache.preferences_of(ANNA)).language.code == "en"
    clock.advance(1)
    assert (await cache.preferences_of(ANNA)).language.code == ("sv" if shared else "en")
