"""/evening: a moderator announces a club's evening; people sign up, check in and come late."""

import asyncio
from datetime import datetime, time, tzinfo

import discord
from discord import app_commands, ui
from discord.ext import commands

from cogs.commands.parts.moderators import MODERATOR_RIGHTS, check_moderator
from cogs.connection.client import Kwbot
from cogs.connection.context import (
    channel_language,
    channel_zone,
    game_last_played,
    guild_id_of,
    language,
    name_of,
    settled_zone,
    user_id_of,
)
from cogs.connection.localised import descriptions, game_choices, words
from cogs.connection.press_data import form_values
from cogs.connection.replies import send_private
from cogs.delivery.calls.undelivered import UNSENT
from cogs.screens.club import evening_screen as screens
from cogs.screens.club.evening_screen import ending_screen, evening_screen, threads_needed
from cogs.screens.parts.arguments import NumberedPress
from cogs.screens.parts.components import EVENING, Press, option, text_screen
from cogs.screens.parts.form import choice, form, line
from cogs.screens.parts.time_fields import DAY, LONGEST_TIME, day_field, time_hint
from kwbot.engine.deals.variant import Variant
from kwbot.engine.values.wording import N_, Term
from kwbot.evenings.duplicate_deals import in_pairs
from kwbot.evenings.evening import MAX_DURATION, Evening, EveningStage
from kwbot.evenings.movement import SEATS
from kwbot.storage.values.documents import GuildSettings
from kwbot.tables.errors.refusals import Refused, Stale
from kwbot.tables.play.presets import presets_of, settled_by
from kwbot.tables.state.seated import Seated
from kwbot.tables.state.table_options import LOOK_OPTION, USUAL_SEATS
from kwbot.tables.time import clock_times
from kwbot.text.club import evening_text
from kwbot.text.table.lobby_text import preset_in_words
from kwbot.text.words import labels
from kwbot.text.words.language import Language
from kwbot.text.words.markdown import Markup

STARTS, ENDS, PRESET, DEALS = "starts", "ends", "preset", "deals"
ROUNDS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20)
"""Numbers of deals that a round can have."""
DUPLICATE, DUPLICATE_ROUNDS = "duplicate ", (1, 2, 3, 4, 6, 8)
"""The prefix of a choice of deals that all tables play, and their possible numbers."""
USUAL_DEALS, USUAL_PRESET = 4, "rulebook"
USUAL_STARTS, USUAL_ENDS = time(19), time(22)
_STARTS = Term("Starts", "field of a form")
_ENDS = Term("Last deal", "field of a form")
_DEALS = Term("Deals a round", "field of a form")
_DEALS_EFFECT = Term(
    "Then the tables change. Duplicate: all tables play the same deals.", "field of a form"
)
_DUPLICATE_OF = Term("Duplicate: {deals}", "field of a form")
_LAST_ROUND = N_("No round begins after the one being played.")
_NONE = N_("No evening is announced here. Moderators announce one with /evening.")
_LAST = N_("No deal begins after those being played.")
_TOO_LONG = N_("{starts} to {ends} is too long: an evening lasts {hours} hours at most.")
_CALLED_OFF = N_("The evening is called off.")
_NEEDED = discord.Permissions(
    view_channel=True, send_messages=True, create_public_threads=True,
    send_messages_in_threads=True,
)  # fmt: skip


class EveningCog(commands.Cog):
    def __init__(self, bot: Kwbot) -> None:
        self.bot = bot
        self.messages = bot.evening_messages
        self.evenings = bot.evening_messages.evenings
        self._announcing = asyncio.Lock()
        """Held while an evening may be announced: a channel has one."""
        bot.router.on(EVENING, self.on_press, of_server=True)
        bot.router.on_form(EVENING, self.on_form)

    # --- announcing -----------------------------------------------------------------------------

    @app_commands.command(**words(evening_text.EVENING_COMMAND))
    @app_commands.describe(**descriptions(["game"]))
    @app_commands.choices(game=game_choices())
    @app_commands.guild_only()
    async def evening(self, interaction: discord.Interaction, game: str | None = None) -> None:
        here = await self.evenings.open_in(guild_id_of(interaction))
        mine = [one for one in here if one.channel == _home(interaction)]
        moderates = interaction.permissions >= MODERATOR_RIGHTS
        refused = [one for one in here if one.refused]
        if shown := mine or refused or ([] if moderates else here):
            await send_private(interaction, evening_screen(shown[0]))
            if refused and moderates:  # perhaps its channel accepts it now
                self.messages.retry(guild_id_of(interaction))
            return
        if not moderates:
            raise Refused(_NONE)
        self._check_place(interaction)
        variant = self.bot.games[game or await game_last_played(interaction)]
        settings, spoken = await self._settings(interaction), await language(interaction)
        zone = channel_zone(interaction, settings)
        asked = evening_form(variant, settings, self.bot.clock.now(), zone, spoken)
        await interaction.response.send_modal(asked)

    def _check_place(self, interaction: discord.Interaction) -> None:
        """Raise Refused where the tables could have no threads."""
        fits = isinstance(interaction.channel, discord.TextChannel)
        if not fits or not interaction.app_permissions >= _NEEDED:
            raise Refused(threads_needed(is_duplicate=False))

    async def _settings(self, interaction: discord.Interaction) -> GuildSettings:
        return await self.bot.store.settings.guild_settings(check_moderator(interaction))

    async def on_form(self, interaction: discord.Interaction, press: Press) -> None:
        """Announce the evening of a sent form."""
        settings, variant = await self._settings(interaction), self.bot.games.get(press.argument)
        self._check_place(interaction)
        if variant is None:
            raise Refused(N_("There's no such game here."))
        typed, zone = form_values(interaction), await settled_zone(interaction, settings)
        starts, ends = _times(typed, zone, self.bot.clock.now())
        deals, is_duplicate = _deals(typed.get(DEALS, ""), variant, settings)
        if is_duplicate and not interaction.app_permissions.create_private_threads:
            raise Refused(threads_needed(is_duplicate=True))
        options = _options(typed.get(PRESET, ""), variant, settings)
        new = Evening(
            guild=guild_id_of(interaction),
            channel=interaction.channel_id or 0,
            host=user_id_of(interaction),
            game=variant.key,
            options={**options, LOOK_OPTION: settings.look},
            language=channel_language(interaction, settings.language).code,
            starts=starts,
            ends=ends,
            deals=deals,
            seats=_seats(variant, settings),
            is_duplicate=is_duplicate,
            in_pairs=is_duplicate and in_pairs(variant, options),
        )
        async with self._announcing:
            open_ones = await self.evenings.open_in(new.guild)
            if any(one.channel == new.channel for one in open_ones):
                raise Refused(N_("An evening is announced in this channel already."))
            evening = await self.evenings.open(new)
        screen = evening_screen(evening)
        try:
            sent = await interaction.response.send_message(view=screen)
        except UNSENT:
            self.messages.show(evening)  # by a counted call, as after a kill
            raise
        message = sent.message_id or (await interaction.original_response()).id
        await self.evenings.notes.note_announcement(evening.id, message)

    # --- taking part ----------------------------------------------------------------------------

    async def on_press(self, interaction: discord.Interaction, press: Press) -> None:
        asked = NumberedPress.of(press.argument)
        evening = await self.evenings.evening(asked.number)
        if evening.guild != interaction.guild_id:
            raise Stale
        match asked.what:
            case screens.COME:
                await self._come(interaction, evening)
            case screens.GO:
                with self.messages.answering(evening.id):
                    after = await self.evenings.leave(evening.id, user_id_of(interaction))
                    await self.messages.redraw(interaction, after)
            case screens.END:
                check_moderator(interaction)
                evening.check_open()
                await send_private(interaction, ending_screen(evening, await language(interaction)))
            case screens.REALLY:
                check_moderator(interaction)
                after = await self.evenings.cancel(evening.id)
                last = _LAST_ROUND if after.is_duplicate else _LAST
                told = (await language(interaction)).text(last if after.is_open else _CALLED_OFF)
                await interaction.response.edit_message(view=text_screen(told))
            case _:
                raise Stale

    async def _come(self, interaction: discord.Interaction, evening: Evening) -> None:
        user_id = user_id_of(interaction)
        with self.messages.answering(evening.id):
            after = await self.evenings.arrive(
                evening.id, Seated(name_of(interaction.user), user_id, ""), interaction.id
            )
            await self.messages.redraw(interaction, after)
        if after.stage is EveningStage.PLAYING:
            spoken = await language(interaction)
            room = await self.evenings.room_of(after, user_id)
            told = evening_text.seat_text(f"<#{room}>" if room else "", spoken)
            await send_private(interaction, text_screen(f"🪑 {told}"))


# --- the form ------------------------------------------------------------------------------------


def evening_form(
    variant: Variant, settings: GuildSettings, now: datetime, zone: tzinfo, language: Language
) -> ui.Modal:
    """Return the form that announces an evening of a game."""
    days, hint = clock_times.days(now, zone), time_hint(zone, language)
    day = clock_times.next_day(USUAL_STARTS, now, zone)
    kept = [
        option(preset_in_words(one.key, language), one.key, default=one.key == USUAL_PRESET)
        for one in presets_of([variant], settings)
    ]
    deals = [option(str(one), str(one), default=one == USUAL_DEALS) for one in ROUNDS]
    if _can_be_duplicate(variant, settings):
        deals += [
            option(language.term(_DUPLICATE_OF, deals=one), f"{DUPLICATE}{one}")
            for one in DUPLICATE_ROUNDS
        ]
    effect = language.term(_DEALS_EFFECT)
    starts, ends = map(language.clock_time, (USUAL_STARTS, USUAL_ENDS))
    return form(
        language.text(N_("An evening of {game}"), game=language.term(variant.name)),
        Press(EVENING, argument=variant.key),
        [
            day_field(days, day, language),
            line(STARTS, language.term(_STARTS), LONGEST_TIME, hint, starts),
            line(ENDS, language.term(_ENDS), LONGEST_TIME, "", ends),
            choice(PRESET, language.term(labels.PRESET), "", kept),
            choice(DEALS, language.term(_DEALS), effect, deals),
        ],
    )


def _options(key: str, variant: Variant, settings: GuildSettings) -> dict[str, str]:
    """Return the options that a preset sets. Raises Refused if there is no such preset."""
    if (settled := settled_by(key, variant, settings)) is None:
        raise Refused(N_("That can't be chosen here."))
    return settled


def _deals(typed: str, variant: Variant, settings: GuildSettings) -> tuple[int, bool]:
    """Return a round's number of deals, and whether all tables play the same. Raises Refused."""
    is_duplicate = typed.startswith(DUPLICATE)
    number = typed.removeprefix(DUPLICATE)
    allowed = DUPLICATE_ROUNDS if is_duplicate else ROUNDS
    fits = _can_be_duplicate(variant, settings) or not is_duplicate
    if number not in map(str, allowed) or not fits:
        raise Refused(N_("That can't be chosen here."))
    return int(number), is_duplicate


def _can_be_duplicate(variant: Variant, settings: GuildSettings) -> bool:
    return _seats(variant, settings) == SEATS


def _times(typed: dict[str, str], zone: tzinfo, now: datetime) -> tuple[datetime, datetime]:
    """Return when an evening starts and ends; an earlier time of day ends it on the next day.
    Raises Refused."""
    day = clock_times.chosen_day(typed.get(DAY, ""))
    first, last = (clock_times.clock_time(typed.get(key, "")) for key in (STARTS, ENDS))
    starts = clock_times.chosen_moment(day, first, zone, now)
    ends = clock_times.moment_after(starts, last, zone)
    clock_times.check_ahead(starts, now)
    if ends - starts > MAX_DURATION:
        first_told, last_told = (Markup(f"<t:{int(at.timestamp())}:f>") for at in (starts, ends))
        hours = MAX_DURATION.seconds // 3600
        raise Refused(_TOO_LONG, starts=first_told, ends=last_told, hours=hours)
    return starts, ends


def _seats(variant: Variant, settings: GuildSettings) -> int:
    """Return the number of seats at each table."""
    most = min(USUAL_SEATS, settings.max_players, variant.most_players or USUAL_SEATS)
    return max(variant.least_players, most)


def _home(interaction: discord.Interaction) -> int | None:
    """Return the channel, for a thread the one that it is in."""
    here = interaction.channel
    return here.parent_id if isinstance(here, discord.Thread) else interaction.channel_id
