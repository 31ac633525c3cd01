"""/daily: the deal of the day, which everybody on a server plays for themselves, in private."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from functools import partial
from io import BytesIO

import discord
from discord import app_commands, ui
from discord.ext import commands

from cogs.commands.parts.deal_panel import BARE_PANEL, DealAtPress, DealPanel, PanelState
from cogs.commands.parts.moderators import MODERATOR_RIGHTS, check_channel, check_moderator
from cogs.connection.client import Kwbot
from cogs.connection.context import (
    channel_language,
    channel_zone,
    guild_id_of,
    language,
    name_of,
    settled_zone,
    user_id_of,
)
from cogs.connection.localised import words
from cogs.connection.one_at_a_time import OneAtATime
from cogs.connection.press_data import form_values
from cogs.connection.replies import answer_in_time, send_private
from cogs.delivery.calls.undelivered import Undelivered
from cogs.screens.club import daily_screen as screens
from cogs.screens.club import welcome_screen
from cogs.screens.club.daily_screen import DAILY, DAILY_ACT, DAILY_LOOK, DAILY_PICK
from cogs.screens.hand.solo_screen import solo_scene, solo_screen
from cogs.screens.parts import components
from cogs.screens.parts.arguments import NumberedPress
from cogs.screens.parts.components import Press, Screen, TextDisplay, screen, text_screen
from kwbot.daily import daily_deal
from kwbot.daily.daily_deal import DailyHand
from kwbot.daily.ranking import totals
from kwbot.engine.values.actions import Action
from kwbot.engine.values.choices import Choice
from kwbot.engine.values.wording import N_
from kwbot.engine.views.view import view
from kwbot.ids import NO_TABLE, GuildId
from kwbot.storage.values.stored_dailies import DailyPlan, StoredDaily
from kwbot.tables.errors.refusals import Refused, Stale
from kwbot.tables.past.past_decisions import decisions
from kwbot.tables.past.reviews import review_all
from kwbot.tables.play.presets import presets_of
from kwbot.text.club import daily_text
from kwbot.text.deal.advice import review_text
from kwbot.text.table.seal_lines import caution, check_command
from kwbot.text.words import lines
from kwbot.text.words.language import language_of

PANEL_AREAS = DAILY_ACT, DAILY_PICK, DAILY_LOOK
REVIEW_SECONDS = 60.0
"""Most seconds for judging decisions."""
WEEK, MONTH = timedelta(days=7), timedelta(days=30)
_NONE = N_("There's no deal of the day here. Moderators turn it on with /daily.")
_FIRST = N_("Play today's deal first.")
_ON = N_("The deal of the day is on: the first one is coming to this channel.")
_CHANGED = N_("Changed, from tomorrow's deal on.")
_MOVED = N_("Changed. Today's deal is coming to this channel.")
_STOPPED = N_("The deal of the day is off from tomorrow.")
_NO_THREADS = N_("I can't open private threads in that channel. Moderators can let me.")
_TALK_THERE = N_("Everyone in {thread} has played: talk about the deal there.")
_CHECK = N_("Check it on your own computer with verify_deal.py, which comes with the bot:")


class DailyCog(commands.Cog):
    def __init__(self, bot: Kwbot) -> None:
        self.bot = bot
        self.refusals = bot.display.renderer.refusals
        self.dailies = bot.dailies
        self._reviewing = OneAtATime()
        self._opening = asyncio.Lock()
        """Held while a thread may be opened: a deal has only one."""
        bot.router.on(DAILY, self.on_press, of_server=True)
        bot.router.on(welcome_screen.DAILY, lambda pressed, _: self._show(pressed), of_server=True)
        bot.router.on_form(DAILY, self.on_form)
        DealPanel(partial(DailyAtPress, self)).listen(bot.router, *PANEL_AREAS, of_server=True)

    @app_commands.command(**words(daily_text.DAILY_COMMAND))
    @app_commands.guild_only()
    async def daily(self, interaction: discord.Interaction) -> None:
        await self._show(interaction)

    async def _show(self, interaction: discord.Interaction) -> None:
        """Show the deal of the day, or how to turn it on."""
        guild, moderates = guild_id_of(interaction), interaction.permissions >= MODERATOR_RIGHTS
        plan, today = await self.bot.store.daily.plan(guild), await self.dailies.today(guild)
        left_over = await self.dailies.left_over(guild, user_id_of(interaction))
        if plan is None and today is None and left_over is None:
            if not moderates:
                raise Refused(_NONE)
            await self._ask(interaction)
            return
        if left_over is not None:
            shown = await self._left_over(interaction, left_over, today, moderates=moderates)
        else:
            shown = await self._home(interaction, today, moderates=moderates)
        if plan is not None and plan.refused_at is not None:
            if moderates:
                self.dailies.due.retry(guild)  # perhaps the channel accepts them now
            told = daily_text.refused_text(f"<#{plan.channel_id}>", await language(interaction))
            shown = Screen([*shown.parts, components.words(told)], shown.pictures)
        await send_private(interaction, shown)

    async def _home(
        self, interaction: discord.Interaction, today: StoredDaily | None, *, moderates: bool
    ) -> Screen:
        """Return the screen of today's deal, or of the user's result in it."""
        if today and (hand := await self._hand_if_finished(interaction, today)):
            return await self._own(interaction, hand, moderates=moderates)
        news = await self.dailies.reports.news(today) if today else None
        begun = today is not None and await self.dailies.has_begun(today, user_id_of(interaction))
        spoken = await language(interaction)
        return screens.home_screen(news, begun=begun, moderates=moderates, language=spoken)

    async def _left_over(
        self,
        interaction: discord.Interaction,
        left_over: StoredDaily,
        today: StoredDaily | None,
        *,
        moderates: bool,
    ) -> Screen:
        """Return the screen that leads back to the deal of a past day."""
        news, spoken = await self.dailies.reports.news(left_over), await language(interaction)
        new = (today.id, today.day) if today else None
        return screens.left_over_screen(news, new, moderates=moderates, language=spoken)

    async def on_press(self, interaction: discord.Interaction, press: Press) -> None:
        asked = NumberedPress.of(press.argument)
        handlers = {
            screens.PLAY: self._play,
            screens.SHARE: self._share,
            screens.STANDING: self._standing,
            screens.REVIEW: self._review,
            screens.TALK: self._talk,
            screens.LINE: self._line,
            screens.PROOF: self._proof,
            screens.SEAL: self._seal,
        }
        if asked.what in (screens.SET, screens.OFF, screens.REALLY):
            await self._settle(interaction, asked.what)
        elif asked.what in handlers:
            await handlers[asked.what](interaction, asked.number)
        else:
            raise Stale

    # --- settings --------------------------------------------------------------------------------

    async def _ask(self, interaction: discord.Interaction) -> None:
        settings = await self.bot.store.settings.guild_settings(check_channel(interaction))
        spoken, zone = await language(interaction), channel_zone(interaction, settings)
        offered = presets_of(self.bot.games.values(), settings)
        form = screens.settings_form(self.bot.games, offered, str(zone), spoken)
        await interaction.response.send_modal(form)

    async def on_form(self, interaction: discord.Interaction, press: Press) -> None:
        """Turn the deals of the day on for a server, or change their plan."""
        guild = check_channel(interaction)
        settings, typed = (
            await self.bot.store.settings.guild_settings(guild),
            form_values(interaction),
        )
        game = typed.get(screens.GAME, "")
        if game not in (screens.ROTATION, *self.bot.games):
            raise Refused(N_("That can't be chosen here."))
        games = tuple(self.bot.games) if game == screens.ROTATION else (game,)
        await settled_zone(interaction, settings)
        before = await self.bot.store.daily.plan(guild)
        plan = DailyPlan(
            guild_id=guild,
            channel_id=interaction.channel_id or 0,
            games=games,
            preset=typed.get(screens.PRESET, ""),
            language=channel_language(interaction, settings.language).code,
            user_id=user_id_of(interaction),
        )
        await self.dailies.set_plan(plan)
        told = (await language(interaction)).text(_change_text(before))
        await send_private(interaction, text_screen(f"🗓️ {told}"))

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Remove the plan of a server that has removed the bot."""
        await self.bot.store.daily.remove_plan(GuildId(guild.id))

    async def _settle(self, interaction: discord.Interaction, what: str) -> None:
        guild, spoken = check_moderator(interaction), await language(interaction)
        if what == screens.SET:
            await self._ask(interaction)
        elif what == screens.OFF:
            await interaction.response.edit_message(view=screens.off_screen(spoken))
        else:
            await self.bot.store.daily.remove_plan(guild)
            told = text_screen(f"🗓️ {spoken.text(_STOPPED)}")
            await interaction.response.edit_message(view=told)

    # --- playing ---------------------------------------------------------------------------------

    async def _play(self, interaction: discord.Interaction, number: int) -> None:
        daily = await self.dailies.daily(number, guild_id_of(interaction))

        async def begin_and_draw() -> Screen:
            hand = await self.dailies.begin(
                daily, user_id_of(interaction), name_of(interaction.user)
            )
            return await self.screen(interaction, hand)

        await answer_in_time(interaction, begin_and_draw, self.refusals, anew=True)

    async def screen(
        self, interaction: discord.Interaction, hand: DailyHand, look: PanelState = BARE_PANEL
    ) -> Screen:
        """Return the screen of a deal for its player: the panel, or their result."""
        preferences = await self.bot.preferences.of(interaction)
        if hand.solo.deal is None:
            return await self._own(interaction, hand)
        last = self.dailies.soon_over(hand.daily)
        head = daily_text.panel_head(self.bot.games[hand.daily.game], last, preferences.language)
        draft = replace(look.draft, head=head)
        shows = solo_scene(hand.solo, preferences) if preferences.picture else None
        picture = await self.bot.display.renderer.picture(shows, interaction.channel_id or 0)
        asked_at = screens.panel_asked_at(hand)
        return solo_screen(hand.solo, asked_at, PANEL_AREAS, draft, preferences, picture)

    async def _own(
        self, interaction: discord.Interaction, hand: DailyHand, *, moderates: bool = False
    ) -> Screen:
        """Return the screen of the user's result."""
        preferences = await self.bot.preferences.of(interaction)
        news = await self.dailies.reports.news(hand.daily)
        streak = await self.dailies.reports.streak(hand.daily, user_id_of(interaction))
        return screens.own_screen(hand, news, streak, preferences, moderates=moderates)

    # --- afterwards ------------------------------------------------------------------------------

    async def _finished_hand(self, interaction: discord.Interaction, number: int) -> DailyHand:
        """Return the user's finished play of a deal. Raises Refused if there is none."""
        daily = await self.dailies.daily(number, guild_id_of(interaction))
        hand = await self._hand_if_finished(interaction, daily)
        if hand is None:
            raise Refused(_FIRST)
        return hand

    async def _hand_if_finished(
        self, interaction: discord.Interaction, daily: StoredDaily
    ) -> DailyHand | None:
        user_id = user_id_of(interaction)
        return await self.dailies.finished_hand(daily, user_id, name_of(interaction.user))

    async def _share(self, interaction: discord.Interaction, number: int) -> None:
        hand = await self._finished_hand(interaction, number)
        news = await self.dailies.reports.news(hand.daily)
        streak = await self.dailies.reports.streak(hand.daily, user_id_of(interaction))
        settings = await self.bot.store.settings.guild_settings(guild_id_of(interaction))
        spoken = channel_language(interaction, settings.language)
        shown = screens.share_screen(hand, news, streak, user_id_of(interaction), spoken)

        async def post() -> None:
            await interaction.response.send_message(view=shown)

        await self.dailies.share(hand, post)

    async def _standing(self, interaction: discord.Interaction, number: int) -> None:
        daily = await self.dailies.daily(number, guild_id_of(interaction))
        if daily.state != "over":
            await self._finished_hand(interaction, number)
        news, store = await self.dailies.reports.news(daily), self.bot.store
        week, month = [
            totals(await store.daily.scores(daily.guild_id, daily.day - span, daily.day))
            for span in (WEEK - timedelta(days=1), MONTH - timedelta(days=1))
        ]
        spoken = await language(interaction)
        names = await store.people.names(daily.guild_id, [one.user for one in (*week, *month)])
        await send_private(interaction, screens.standing_screen(news, week, month, spoken, names))

    async def _review(self, interaction: discord.Interaction, number: int) -> None:
        """Show the user's costliest decisions as a strong player judges them."""
        hand = await self._finished_hand(interaction, number)
        with self._reviewing.working(user_id_of(interaction)):
            await interaction.response.defer(ephemeral=True, thinking=True)
            made = decisions(hand.solo.match, hand.solo.seat)
            computers = self.bot.tables.computers
            found = await review_all(computers, made, NO_TABLE, lambda _: None, REVIEW_SECONDS)
        preferences = await self.bot.preferences.of(interaction)
        voice = preferences.voice(view(hand.solo.match, hand.solo.seat))
        told = review_text(found.mistakes, 1, (found.judged, found.made), voice)
        parts = (told.head, *map(str, told.mistakes), told.tail)
        whole = lines.together((one,) for one in parts)
        await interaction.edit_original_response(view=text_screen(whole))

    async def _talk(self, interaction: discord.Interaction, number: int) -> None:
        """Add a user who has played to the thread for talking about the deal."""
        hand, calls = await self._finished_hand(interaction, number), self.bot.display.calls
        await interaction.response.defer(ephemeral=True, thinking=True)
        try:
            async with self._opening:
                thread = await self._thread(hand.daily)
            await calls.threads.let_in(thread, user_id_of(interaction))
        except Undelivered:
            raise Refused(_NO_THREADS) from None
        told = (await language(interaction)).text(_TALK_THERE, thread=f"<#{thread}>")
        await interaction.edit_original_response(view=text_screen(f"💬 {told}"))

    async def _thread(self, daily: StoredDaily) -> int:
        """Return the thread of a deal, a new one if there is none any more."""
        threads = self.bot.display.calls.threads
        now = await self.dailies.daily(daily.id, daily.guild_id)
        if now.thread_id is not None and await threads.is_there(now.thread_id):
            return now.thread_id
        spoken = language_of(now.language)
        name = lines.DOT.join((spoken.text(daily_text.TITLE), spoken.day_as_typed(now.day)))
        thread = await threads.add(now.channel_id, name, private=True)
        await self.bot.store.daily.change(now.id, thread_id=thread)
        return thread

    async def _line(self, interaction: discord.Interaction, number: int) -> None:
        """Show the best line of a deal whose day is over."""
        best = await self.dailies.reports.best(
            await self.dailies.daily(number, guild_id_of(interaction))
        )
        preferences = await self.bot.preferences.of(interaction)
        await send_private(interaction, screens.line_screen(best, preferences))

    async def _proof(self, interaction: discord.Interaction, number: int) -> None:
        """Send the proof of the shuffle of a deal whose day is over."""
        daily = await self.dailies.daily(number, guild_id_of(interaction))
        if daily.state != "over":
            raise Stale
        name = f"daily-{daily.day:%Y-%m-%d}.txt"
        spoken, command = await language(interaction), check_command(name, daily.commitment)
        told = "\n".join((spoken.text(_CHECK), command, caution(spoken)))
        file = discord.File(BytesIO(daily_deal.proof(daily, self.bot.games).encode()), name)
        view = screen(TextDisplay(told, as_typed=True), ui.File(file))
        await interaction.response.send_message(view=view, file=file, ephemeral=True)

    async def _seal(self, interaction: discord.Interaction, number: int) -> None:
        """Show the whole seal of tomorrow's deal."""
        daily = await self.dailies.daily(number, guild_id_of(interaction))
        news = await self.dailies.reports.news(daily)
        told = daily_text.seal_text(news.seal, await language(interaction))
        await send_private(interaction, text_screen(told))


class DailyAtPress(DealAtPress[DailyCog]):
    """A deal of the day at a press of its player."""

    _hand: DailyHand
    _seq: int

    async def choice(self) -> Choice:
        if self._hand.play.seq != self._seq or self._hand.solo.deal is None:
            raise Stale
        return self._hand.solo.choice

    async def act(self, action: Callable[[Choice], Action]) -> None:
        self._hand = await self.area.dailies.act(
            self._hand, self._seq, lambda solo: action(solo.choice)
        )

    async def show(self, look: Callable[[], Awaitable[PanelState]]) -> None:
        user_id, guild = user_id_of(self.interaction), guild_id_of(self.interaction)
        number, self._seq = screens.panel_press(self.press.asked_at)
        self._hand = await self.area.dailies.hand(
            number, guild, user_id, name_of(self.interaction.user)
        )

        async def screen() -> Screen:
            shown = await look()
            return await self.area.screen(self.interaction, self._hand, shown)

        await answer_in_time(self.interaction, screen, self.area.refusals)


def _change_text(before: DailyPlan | None) -> str:
    """Return the answer to a new plan; `before`: the plan that it replaces."""
    if before is None:
        return _ON
    return _CHANGED if before.refused_at is None else _MOVED
