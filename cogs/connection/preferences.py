"""A cache of each player's preferences: language, order and look of their cards."""

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from typing import Any

import discord
from cachetools import Cache, LRUCache, TTLCache

from cogs.screens.parts.card_preferences import CardPreferences
from kwbot.ids import GuildId, UserId
from kwbot.looks.emojis import NO_EMOJIS
from kwbot.storage.store import Store
from kwbot.storage.values.documents import Preferences
from kwbot.tables.time.clock import Clock, SystemClock
from kwbot.tables.time.quiet_hours import is_quiet
from kwbot.text.words.language import language_of

PREFERENCE_CACHE_SIZE = 5000
"""Most users whose preferences stay in memory."""
PREFERENCE_CACHE_LIFE = timedelta(seconds=10)
"""How long preferences stay in memory where other processes may change them."""


class PreferenceCache:
    """Preferences from the store, and the language of each user's client."""

    def __init__(
        self,
        store: Store,
        default_language: str,
        emojis: Callable[[], Mapping[str, int]] = dict,
        clock: Clock | None = None,
        wall: Clock | None = None,
    ) -> None:
        """`emojis`: the ids of the application's emojis, by name; `clock`: where other processes
        may change preferences, which are then kept only briefly; `wall`: a clock of the time of
        day."""
        self._wall = wall or SystemClock()
        self._store = store
        self._default = default_language
        self._emojis = emojis
        self._preferences: Cache[UserId, Preferences] = (
            LRUCache(PREFERENCE_CACHE_SIZE)
            if clock is None
            else TTLCache(PREFERENCE_CACHE_SIZE, PREFERENCE_CACHE_LIFE, clock.now)
        )
        self._locales = LRUCache[UserId, str](PREFERENCE_CACHE_SIZE)

    def forget(self, user_id: UserId) -> None:
        """Drop a user's preferences, which have changed."""
        self._preferences.pop(user_id, None)

    async def choose(self, user_id: UserId, **chosen: Any) -> Preferences:
        """Store a user's choices and return their preferences; two choices at once both count."""
        now = await self._store.settings.change_preferences(
            user_id, lambda before: before.model_copy(update=chosen)
        )
        self.forget(user_id)
        return now

    def note_language(self, interaction: discord.Interaction) -> None:
        """Remember the language of a user's client."""
        self._locales[UserId(interaction.user.id)] = interaction.locale.value

    async def of(self, interaction: discord.Interaction) -> CardPreferences:
        """Return the card preferences of an interaction's user."""
        self.note_language(interaction)
        return await self.preferences_of(UserId(interaction.user.id))

    async def preferences_of(
        self, user_id: UserId, otherwise: str | None = None
    ) -> CardPreferences:
        """Return a user's card preferences; `otherwise`: the language if theirs is unknown."""
        chosen = self._preferences.get(user_id)
        if chosen is None:
            chosen = await self._store.settings.preferences(user_id)
            self._preferences[user_id] = chosen
        spoken = chosen.language or self._locales.get(user_id) or otherwise or self._default
        return CardPreferences(
            language_of(spoken),
            chosen.sorting == "descending",
            chosen.four_colour,
            chosen.look,
            self._emojis() if chosen.look != "text" else NO_EMOJIS,
            chosen.hand,
            chosen.confirm_cards,
        )

    async def awake(
        self, guild_id: GuildId, users: Sequence[UserId], language: str
    ) -> list[UserId]:
        """Return those of `users` who have no quiet hours now, on a server with `language`."""
        settings, now = await self._store.settings.guild_settings(guild_id), self._wall.now()
        return [
            user
            for user in users
            if not is_quiet(await self._store.settings.preferences(user), settings, language, now)
        ]
