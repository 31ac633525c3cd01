"""The options of a table in its lobby: the forms that the host fills in, and presets."""

from collections.abc import Mapping
from contextlib import suppress

import discord
from discord.ext import commands

from cogs.commands.parts.moderators import MODERATOR_RIGHTS, check_moderator
from cogs.connection.client import Kwbot
from cogs.connection.context import language, user_id_of
from cogs.connection.press_data import chosen_values, form_values
from cogs.connection.replies import refuse, send_private, show_private
from cogs.screens.lobby.lobby_screen import lobby_screen
from cogs.screens.lobby.options_screen import NO_CHANGE, SAVE, Offer, Topic, options_screen, topics
from cogs.screens.parts.components import OPTIONS, Press, text_screen
from cogs.screens.parts.form import form, line
from kwbot.engine.values.errors import RuleViolation
from kwbot.engine.values.wording import N_, Sentence, Term
from kwbot.ids import UserId
from kwbot.storage.values.documents import MAX_PRESET_NAME
from kwbot.tables.errors.refusals import HostOnly, Refused, Stale
from kwbot.tables.play import lobby, presets
from kwbot.tables.play.presets import LAST_TIME, Preset
from kwbot.tables.state.table_options import PRESET_OPTION
from kwbot.tables.state.table_state import LobbyTable, lobby_of
from kwbot.text.words import labels
from kwbot.text.words.markdown import escape

NAME = "name"
MENUS_BEFORE = ("option", "which")
"""The areas of the menus that set options before there were forms."""
_CHANGED = Sentence(
    N_("The options changed meanwhile. Those that still exist are set; the others aren't.")
)
_KEPT = N_("Saved as the preset {name}: it's offered first on this server.")
_NAME = Term("Name", "field of a form")
_NAME_EFFECT = Term("Everyone who opens a table here is offered it first.", "field of a form")


class OptionsCog(commands.Cog):
    def __init__(self, bot: Kwbot) -> None:
        self.bot = bot
        bot.router.on(OPTIONS, self.on_press, of_server=True)
        bot.router.on_form(OPTIONS, self.on_form)
        for area in MENUS_BEFORE:
            bot.router.on(area, self.on_old_menu, of_server=True)

    def _table(self, interaction: discord.Interaction, press: Press) -> LobbyTable:
        """Return the lobby. Raises HostOnly for anyone but its host."""
        table = lobby_of(self.bot.table(press.table))
        if table.host != user_id_of(interaction):
            raise HostOnly
        return table

    async def on_press(self, interaction: discord.Interaction, press: Press) -> None:
        """Open a form, or show the list of them."""
        table, spoken = self._table(interaction, press), await language(interaction)
        if press.argument == SAVE:
            check_moderator(interaction)
            about = spoken.term(_NAME_EFFECT)
            field = line(NAME, spoken.term(_NAME), MAX_PRESET_NAME, about)
            title = spoken.term(labels.SAVE_PRESET)
            await interaction.response.send_modal(form(title, press, [field]))
            return
        offer = await self._offer(interaction, table)
        if press.argument:
            topic = _topic(topics(table, spoken, offer), press)
            await interaction.response.send_modal(topic.form(table.id))
        else:
            await show_private(interaction, options_screen(table, spoken, offer))

    async def on_form(self, interaction: discord.Interaction, press: Press) -> None:
        """Apply a sent form, and show the new settings where it was opened."""
        table, whole, kept = self._table(interaction, press), True, ""
        with self.bot.display.answering(table.id, interaction.message):
            if press.argument == SAVE:
                kept = await self._save(interaction, table)
            else:
                whole = await self._set(interaction, table, form_values(interaction))
            after, message = lobby_of(self.bot.table(table.id)), interaction.message
            if message is not None and self.bot.display.is_present(table.id, message):
                await self.bot.display.answers.redraw_table(interaction, after, lobby_screen(after))
            else:
                await self._show(interaction, after)
        if kept:
            name, spoken = f"**{escape(kept, MAX_PRESET_NAME)}**", await language(interaction)
            await send_private(interaction, text_screen(f"💾 {spoken.text(_KEPT, name=name)}"))
        if not whole:
            await refuse(interaction, _CHANGED, table.id)

    async def on_old_menu(self, interaction: discord.Interaction, press: Press) -> None:
        """Apply a choice in a menu of a version without forms."""
        table, values = self._table(interaction, press), chosen_values(interaction)
        changes = {press.argument: values[0]} if values and press.argument else {}
        whole = await self._set(interaction, table, changes)
        await self._show(interaction, lobby_of(self.bot.table(table.id)))
        if not whole:
            await refuse(interaction, _CHANGED, table.id)

    async def _show(self, interaction: discord.Interaction, table: LobbyTable) -> None:
        """Answer with the present settings."""
        offer = await self._offer(interaction, table)
        screen = options_screen(table, await language(interaction), offer)
        await interaction.response.edit_message(view=screen)

    async def _set(
        self, interaction: discord.Interaction, table: LobbyTable, typed: Mapping[str, str]
    ) -> bool:
        """Set what can still be set. Return whether that is everything."""
        user, live = user_id_of(interaction), self.bot.tables.index.at(table.id)
        offered = topics(table, await language(interaction), await self._offer(interaction, table))
        now = {one.key: one.now for topic in offered for one in topic.fields}
        changes = {
            key: value for key, value in typed.items() if value not in (now.get(key), NO_CHANGE)
        }
        preset = changes.pop(PRESET_OPTION, None)
        settled = None if preset is None else await self._preset_values(user, table, preset)
        if settled is not None:
            table = lobby.with_preset(table, user, settled, {})
        taken = _possible(table, user, {key: changes[key] for key in changes if key in now})
        if settled is None:
            await live.rearrange(lobby.with_options, user, taken)
        else:
            await live.rearrange(lobby.with_preset, user, settled, taken)
        return len(taken) == len(changes) and (preset is None or settled is not None)

    async def _offer(self, interaction: discord.Interaction, table: LobbyTable) -> Offer:
        settings, variant = await self.bot.store.settings.guild_settings(table.guild), table.variant
        last = await self.bot.store.tables.last_hosted(user_id_of(interaction), variant.key)
        offered = presets.presets_of([variant], settings)
        if last:  # after the server's
            offered.insert(sum(one.by_server for one in offered), Preset(LAST_TIME))
        return Offer(
            offered,
            presets.usual(settings) | presets.game_time_limits(variant, table.options, settings),
            may_save=interaction.permissions >= MODERATOR_RIGHTS,
        )

    async def _preset_values(
        self, user_id: UserId, table: LobbyTable, key: str
    ) -> dict[str, str] | None:
        """Return all values that a preset sets; None if it no longer exists."""
        settings, variant = await self.bot.store.settings.guild_settings(table.guild), table.variant
        if key == LAST_TIME:
            last = await self.bot.store.tables.last_hosted(user_id, variant.key)
            return None if last is None else presets.as_last_time(last, variant, settings)
        return presets.settled_by(key, variant, settings)

    async def _save(self, interaction: discord.Interaction, table: LobbyTable) -> str:
        """Save the present settings as a preset. Return its name."""
        guild = check_moderator(interaction)
        name = " ".join(form_values(interaction).get(NAME, "").split())[:MAX_PRESET_NAME]
        if not name:
            raise Refused(N_("Type at least one letter or digit."))
        await self.bot.store.settings.change_guild_settings(
            guild, lambda before: presets.with_preset(before, name, table)
        )
        return name


def _possible(table: LobbyTable, user_id: UserId, changes: Mapping[str, str]) -> dict[str, str]:
    """Return those changes that the table's rules allow, one after the other."""
    taken = {}
    for key, value in changes.items():
        with suppress(RuleViolation):
            table = lobby.with_option(table, user_id, key, value)
            taken[key] = value
    return taken


def _topic(offered: list[Topic], press: Press) -> Topic:
    """Return the topic of a form. Raises Stale if it has nothing to set any more."""
    for topic in offered:
        if topic.key == press.argument:
            return topic
    raise Stale
