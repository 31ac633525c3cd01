"""The first lesson of a game, offered once to whoever sits down for the first time."""

from contextlib import suppress

import discord

from cogs.connection.context import bot_of, language, user_id_of
from cogs.connection.replies import send_private
from cogs.delivery.calls.undelivered import UNSENT
from cogs.screens.hand.lesson_screen import offer_screen
from cogs.screens.table.table_facts import present_deal
from kwbot.lessons.library import lessons_at_hand
from kwbot.storage.backend.failures import StorageError
from kwbot.tables.state.table_state import TableState


async def offer_first_lesson(interaction: discord.Interaction, table: TableState) -> None:
    """Offer the first lesson of a table's game, after the answer, to a user who has neither
    finished a game nor seen a lesson. That may fail: nobody waits for it. Once they have been dealt
    a hand at `table`, it is not offered: it would come below the hand."""
    bot, user = bot_of(interaction), user_id_of(interaction)
    store = bot.store
    with suppress(*UNSENT, StorageError):
        seq, learning = await store.settings.learning(user)
        if learning.offered or learning.current or await store.results.has_played(user):
            return
        lessons = (await lessons_at_hand()).get(table.variant.key)
        spoken, present = await language(interaction), bot.tables.index.get(table.id)
        if not lessons or present is None or present_deal(present) != present_deal(table):
            return
        await send_private(interaction, offer_screen(lessons[0], spoken))
        await store.settings.set_learning(user, seq, learning.model_copy(update={"offered": True}))
