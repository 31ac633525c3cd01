"""The first lesson of a game, offered once to whoever sits down for the first time."""

from contextlib import suppress

import discord

from cogs.connection.context import bot_of, language, user_id_of
from cogs.connection.replies import send_private
from cogs.delivery.calls.undelivered import UNSENT
from cogs.screens.hand.lesson_screen import offer_screen
from kwbot.lessons.library import lessons_at_hand
from kwbot.storage.backend.failures import StorageError


async def offer_first_lesson(interaction: discord.Interaction, game: str) -> None:
    """Offer a game's first lesson, after the answer, to a user who has neither finished a game nor
    seen a lesson. That may fail: nobody waits for it."""
    store, user = bot_of(interaction).store, user_id_of(interaction)
    with suppress(*UNSENT, StorageError):
        seq, learning = await store.settings.learning(user)
        if learning.offered or learning.current or await store.results.has_played(user):
            return
        if not (lessons := (await lessons_at_hand()).get(game)):
            return
        await send_private(interaction, offer_screen(lessons[0], await language(interaction)))
        await store.settings.set_learning(user, seq, learning.model_copy(update={"offered": True}))
