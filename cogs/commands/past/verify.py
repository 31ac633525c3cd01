"""/verify: the proof of a fair shuffle, and the record of a finished game."""

from collections.abc import Mapping
from io import BytesIO

import discord
from discord import app_commands, ui
from discord.ext import commands

from cogs.connection.client import Kwbot
from cogs.connection.context import guild_id_of, language, user_id_of
from cogs.connection.localised import choice, descriptions, words
from cogs.connection.past_table import check_shown, past_table
from cogs.screens.parts.components import LAST_TABLE, Press, TextDisplay, screen
from cogs.screens.parts.components import RECORD as RECORD_AREA
from kwbot.engine.values.wording import N_, Term
from kwbot.ids import TableId
from kwbot.storage.values.stored_tables import StoredTable
from kwbot.tables.errors.refusals import NoTable, Refused
from kwbot.tables.state.contributions import went_in
from kwbot.text.table.seal_lines import caution, check_command, holds_text
from kwbot.text.words.labels import COMMANDS, RECORD, Command
from kwbot.text.words.language import Language

SHUFFLE, GAME_RECORD = "shuffle", "record"
WHAT = Command(
    Term("what", "command"), Term("The proof of the shuffle, or the game record", "command")
)
_VERIFIED_TABLE_ARGUMENT = Command(
    Term("table", "command"), Term("The number of the table", "command")
)
_PARTNERS = N_("Partners were drawn with a deal that was cancelled when a backup was restored:")
CHOICES = [choice(Term("Proof of the shuffle", "command"), SHUFFLE), choice(RECORD, GAME_RECORD)]


class VerifyCog(commands.Cog):
    def __init__(self, bot: Kwbot) -> None:
        self.bot = bot
        bot.router.on(RECORD_AREA, self.on_record)

    async def on_record(self, interaction: discord.Interaction, press: Press) -> None:
        """Send the record of a game that somebody looks back at."""
        table = await past_table(interaction, press.table)
        await self._send_record(interaction, table, await language(interaction))

    @app_commands.command(**words(COMMANDS["verify"]))
    @app_commands.describe(**descriptions(["deal"], what=WHAT, table=_VERIFIED_TABLE_ARGUMENT))
    @app_commands.choices(what=CHOICES)
    @app_commands.guild_only()
    async def verify(
        self,
        interaction: discord.Interaction,
        deal: int | None = None,
        what: str = SHUFFLE,
        table: int | None = None,
    ) -> None:
        found, spoken = await self._table(interaction, table), await language(interaction)
        if what == GAME_RECORD:
            await self._send_record(interaction, found, spoken)
        else:
            await self._send_proof(interaction, found, deal, spoken)

    async def _table(self, interaction: discord.Interaction, wanted: int | None) -> StoredTable:
        """Return the wanted table, otherwise this channel's last one, otherwise the user's last."""
        store, guild = self.bot.store, guild_id_of(interaction)
        if wanted is not None:
            table = await store.tables.load(TableId(wanted)) if 0 < wanted <= LAST_TABLE else None
            found = table if table and table.guild_id == guild and table.seq else None
        else:
            found = await store.tables.latest(
                guild, channel_id=interaction.channel_id
            ) or await store.tables.latest(guild, user_id=user_id_of(interaction))
        if found is None:
            raise Refused(N_("There's no table where cards have been dealt."))
        check_shown(found)
        return found

    async def _send_proof(
        self,
        interaction: discord.Interaction,
        table: StoredTable,
        deal: int | None,
        spoken: Language,
    ) -> None:
        revealed = await self.bot.store.tables.revealed_deals(table.id)
        if deal is None and not revealed:
            raise Refused(N_("No deal at table {table} is over yet."), table=table.id)
        number = revealed[-1] if deal is None else deal
        hidden = (
            await self.bot.store.tables.secret(table.id, number) if 0 < number < 2**31 else None
        )
        proof = await self.bot.tables.archive.proof(table.id, number) if hidden else None
        if hidden is None:
            raise Refused(
                N_("Table {table} hasn't had a deal {deal}."), table=table.id, deal=number
            )
        if proof is None:
            raise Refused(
                N_("Deal {deal} isn't over yet. Its secret is shown when it ends."), deal=number
            )
        name = f"table-{table.id}-deal-{number}.txt"
        told = N_(
            "Deal {deal} at table {table}. Check it on your own computer with verify_deal.py, "
            "which comes with the bot:"
        )
        text = [
            spoken.text(told, deal=number, table=table.id),
            check_command(name, hidden.commitment),
        ]
        files = {name: proof}
        drawn = await self.bot.tables.archive.partners_proof(table.id) if number == 1 else None
        if drawn is not None:
            name = f"table-{table.id}-partners.txt"
            files[name] = drawn[1]
            text += [spoken.text(_PARTNERS), check_command(name, drawn[0].commitment)]
        lines, presses = went_in(hidden.contributions.splitlines())
        holds = holds_text(lines, spoken, presses=presses)
        await _attach(interaction, "\n".join([*text, caution(spoken), holds]), files)

    async def _send_record(
        self, interaction: discord.Interaction, table: StoredTable, spoken: Language
    ) -> None:
        if table.state != "closed":
            raise Refused(
                N_(
                    "Play at table {table} is still going on. The record comes when the "
                    "table is closed."
                ),
                table=table.id,
            )
        record = await self.bot.tables.archive.record(table.id)
        if record is None:
            raise NoTable
        told = spoken.text(N_("The record of table {table}."), table=table.id)
        await _attach(interaction, told, {f"table-{table.id}.txt": record})


async def _attach(interaction: discord.Interaction, text: str, bodies: Mapping[str, str]) -> None:
    files = [discord.File(BytesIO(body.encode()), name) for name, body in bodies.items()]
    view = screen(TextDisplay(text, as_typed=True), *map(ui.File, files))
    await interaction.response.send_message(view=view, files=files, ephemeral=True)
