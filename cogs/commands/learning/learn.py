"""/learn: lessons, deals that somebody plays for themselves alone.

A lesson is no table: only its moves so far are stored, and every answer is computed from them.
Nothing happens in it except by a press of its learner.
"""

import asyncio
import hmac
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from datetime import timedelta
from functools import partial
from itertools import pairwise

import discord
from discord import app_commands
from discord.ext import commands

from cogs.commands.parts.deal_panel import (
    BARE_PANEL,
    DealAtPress,
    DealPanel,
    PanelState,
    change,
    unfold,
)
from cogs.connection.client import Kwbot
from cogs.connection.context import game_last_played, name_of, user_id_of
from cogs.connection.installation import in_direct_messages_too
from cogs.connection.localised import descriptions, game_choices, words
from cogs.connection.press_data import chosen_values
from cogs.connection.replies import answer_in_time, send_private
from cogs.delivery.calls.undelivered import UNSENT
from cogs.screens.club import welcome_screen
from cogs.screens.hand.lesson_screen import (
    AGAIN,
    BACK,
    COURSE,
    FREE,
    GO_ON,
    LEARN,
    LEARN_ACT,
    LEARN_PICK,
    LOOK,
    OPEN,
    Course,
    LearnPress,
    course_screen,
    lesson_scene,
    lesson_screen,
)
from cogs.screens.parts.card_preferences import CardPreferences
from cogs.screens.parts.components import Press, Screen
from kwbot.engine.values.actions import Action
from kwbot.engine.values.choices import Choice
from kwbot.engine.values.errors import RuleViolation
from kwbot.engine.values.estimate import Estimate, lead
from kwbot.engine.values.wording import N_
from kwbot.engine.views.view import view
from kwbot.ids import NO_TABLE, UserId
from kwbot.lessons.lesson import Lesson
from kwbot.lessons.lesson_game import LessonGame, LessonStage
from kwbot.lessons.library import all_lessons, lesson_called, lessons_at_hand
from kwbot.players.turns.deal_start import DealStart, in_turn
from kwbot.storage.backend.failures import StorageError
from kwbot.storage.values.documents import Learning, LessonState
from kwbot.tables.errors.refusals import Refused, Stale
from kwbot.tables.past.reviews import REVIEW_SAMPLES
from kwbot.tables.state.pace import PACE_PAUSES, USUAL_PACE
from kwbot.tables.state.table_options import USUAL_LEVEL
from kwbot.tables.thinking.computer_protocol import Computers, Turns
from kwbot.tables.thinking.computer_turns import TURNS_AT_ONCE, advice_seed, take_turns
from kwbot.tables.time.clock import sleep
from kwbot.text.deal.advice import deviation_text
from kwbot.text.words import labels
from kwbot.variants import games

_log = logging.getLogger(__name__)

QUESTION_RETRIES = 3
"""How often the question that follows some moves is sent again: nothing can be pressed without
it."""
ESTIMATE_SECONDS = 1.5
"""Seconds that an estimate may take: a press must be answered in three."""
_NO_LESSONS = N_("This game has no lessons.")


class Learner:
    """A person's lessons as they are stored, with the last change."""

    def __init__(self, user_id: UserId, name: str, seq: int, learning: Learning) -> None:
        self.user, self.name, self.seq = user_id, name, seq
        self.learning = learning

    @property
    def lesson(self) -> Lesson:
        """The present lesson. Raises Stale if there is none."""
        return _lesson_of(self.learning.current)

    @property
    def course(self) -> Course:
        """The course of the present lesson."""
        return self.course_of(self.lesson.game)

    def course_of(self, game: str) -> Course:
        if game not in all_lessons():
            raise Refused(_NO_LESSONS)
        done = frozenset(self.learning.done)
        return Course(games()[game], all_lessons()[game], done, self.seq)

    @property
    def game(self) -> LessonGame:
        """The lesson as the learner left it."""
        stored = self.learning.begun.get(self.lesson.key, LessonState())
        return LessonGame.read(self.lesson, self.name, stored.moves, free=stored.free)

    def learning_after(self, game: LessonGame) -> Learning:
        """Return the lessons to store after the present one has gone on to `game`."""
        key, learning = game.lesson.key, self.learning
        state = LessonState(moves=game.lines, free=game.free)
        unfinished = {one: at for one, at in learning.begun.items() if one not in learning.done}
        done = learning.done
        if game.stage is LessonStage.OVER and not game.has_gone_wrong and key not in done:
            done = (*done, key)
        begun = {**unfinished, key: state}
        return learning.model_copy(update={"current": key, "begun": begun, "done": done})


def _lesson_of(key: str) -> Lesson:
    if (lesson := lesson_called(key)) is None:
        raise Stale
    return lesson


class LearnCog(commands.Cog):
    def __init__(self, bot: Kwbot) -> None:
        self.bot = bot
        self._playing: dict[UserId, asyncio.Task[None]] = {}
        """By user: the task that shows the moves that followed theirs, one by one."""
        bot.router.on(LEARN, self.on_press)
        bot.router.on(welcome_screen.LEARN, lambda pressed, _: self._offer(pressed, None))
        DealPanel(partial(LessonAtPress, self)).listen(bot.router, LEARN_ACT, LEARN_PICK)

    @app_commands.command(**words(labels.COMMANDS["learn"]))
    @app_commands.describe(**descriptions({"game": labels.COMMAND_OPTIONS["game"]}))
    @app_commands.choices(game=game_choices())
    @in_direct_messages_too
    async def learn(self, interaction: discord.Interaction, game: str | None = None) -> None:
        await self._offer(interaction, game)

    async def _offer(self, interaction: discord.Interaction, game: str | None) -> None:
        """Show the lessons of a game; if none is given, of the last one."""
        learner = await self.learner(interaction)
        key = game or learner.learning.current.partition("/")[0]
        if not key:
            played = await game_last_played(interaction)
            key = played if played in all_lessons() else next(iter(all_lessons()))
        await send_private(interaction, await self._course(interaction, learner, key))

    async def learner(self, interaction: discord.Interaction) -> Learner:
        user_id = user_id_of(interaction)
        await lessons_at_hand()
        learning = await self.bot.store.settings.learning(user_id)
        return Learner(user_id, name_of(interaction.user), *learning)

    async def _course(self, interaction: discord.Interaction, learner: Learner, key: str) -> Screen:
        preferences = await self.bot.preferences.of(interaction)
        offered = [self.bot.games[one] for one in all_lessons()]
        return course_screen(learner.course_of(key), offered, preferences.language)

    # --- presses ---------------------------------------------------------------------------------

    async def on_press(self, interaction: discord.Interaction, press: Press) -> None:
        asked = LearnPress.of(press.argument)
        self.stop(user_id_of(interaction))
        await lessons_at_hand()
        if asked.what == COURSE:
            learner, picked = await self.learner(interaction), chosen_values(interaction)
            screen = await self._course(interaction, learner, asked.about or next(iter(picked), ""))
            await interaction.response.edit_message(view=screen, attachments=[])
        elif asked.what == OPEN:
            await self._open(interaction, _lesson_of(asked.about))
        elif asked.what == LOOK:
            await unfold(LessonAtPress(self, interaction, press), asked.about)
        elif asked.what in _STEPS:
            lesson = LessonAtPress(self, interaction, press)
            await change(lesson, lambda: lesson.step(_STEPS[asked.what]))
        else:
            raise Stale

    async def _open(self, interaction: discord.Interaction, lesson: Lesson) -> None:
        """Continue a lesson where it was left; a finished one begins again."""
        learner = await self.learner(interaction)
        begun = learner.learning.begun.get(lesson.key, LessonState())
        if lesson.key in learner.learning.done:
            begun = LessonState()
        game = LessonGame.read(lesson, learner.name, begun.moves, free=begun.free)
        await self.store(learner, game)
        learner = await self.learner(interaction)
        await self.show(interaction, partial(self.screen, interaction, learner))

    def moments(self, learner: Learner, before: int | None) -> tuple[LessonGame, ...]:
        """Return the moments after the first `before` moves, to be shown one by one."""
        paused = before is not None and self.bot.settings.computer_pause
        return learner.game.moments(before or 0) if paused else ()

    def play(
        self, interaction: discord.Interaction, learner: Learner, moments: Sequence[LessonGame]
    ) -> None:
        """Show the moves one after another, if there are any; the first one is shown already."""
        if moments:
            playing = self._play(interaction, learner, moments)
            self._playing[learner.user] = asyncio.create_task(playing, name="moves of a lesson")

    async def _play(
        self, interaction: discord.Interaction, learner: Learner, moments: Sequence[LessonGame]
    ) -> None:
        """Show the moves one after another at the usual pace of a table, then the question."""
        clock, pace = self.bot.clock, PACE_PAUSES[USUAL_PACE]
        unit = timedelta(seconds=self.bot.settings.computer_pause)
        course = [*pairwise((*moments, None)), *[(None, None)] * QUESTION_RETRIES]
        for shown, following in course:
            wait = pace.full_trick if shown and shown.shows_full_trick else pace.turn
            await sleep(clock, clock.now() + wait * unit)
            if self.bot.is_closed():  # during the press that this follows
                return
            screen = partial(self.screen, interaction, learner, game=following)
            try:
                await self.show(interaction, screen)
            except (*UNSENT, StorageError) as error:
                _log.info("a move of a lesson cannot be shown: %s", type(error).__name__)
            else:
                if following is None:
                    return

    def stop(self, user_id: UserId) -> None:
        """Stop showing the moves of a lesson: its learner has pressed something."""
        if (playing := self._playing.pop(user_id, None)) is not None:
            playing.cancel()

    async def cog_unload(self) -> None:
        for user in list(self._playing):
            self.stop(user)

    async def store(self, learner: Learner, game: LessonGame) -> None:
        await self.bot.store.settings.set_learning(
            learner.user, learner.seq, learner.learning_after(game)
        )

    # --- computers -------------------------------------------------------------------------------

    async def play_computers(self, game: LessonGame) -> LessonGame:
        """Return the game after computer players' moves, where the learner has left the lesson."""
        levels = tuple(
            "" if seat == game.seat else USUAL_LEVEL for seat, _ in enumerate(game.match.names)
        )
        while game.stage is LessonStage.FREE and in_turn(game.match, levels) is not None:
            opening = DealStart(game.match, _key(game))
            turns = Turns(game.match, opening, levels, len(game.moves), TURNS_AT_ONCE)
            first, *more = await take_turns(self.bot.tables.computers, turns)
            game = _compute(game, levels, first)
            with suppress(RuleViolation):
                for action in more:
                    game = _compute(game, levels, action)
        return game

    # --- what is shown ---------------------------------------------------------------------------

    async def show(
        self, interaction: discord.Interaction, make: Callable[[], Awaitable[Screen]]
    ) -> None:
        """Answer a press with a screen; if it is answered already, redraw the answer."""
        await answer_in_time(interaction, make, self.bot.display.renderer.refusals)

    async def screen(
        self,
        interaction: discord.Interaction,
        learner: Learner,
        look: PanelState = BARE_PANEL,
        game: LessonGame | None = None,
    ) -> Screen:
        """Draw the lesson as it is now, or at an intermediate moment."""
        preferences = await self.bot.preferences.of(interaction)
        game, channel = game or learner.game, interaction.channel_id or 0
        comment = await estimate(self.bot.tables.computers, game, preferences)
        shows = lesson_scene(game, preferences) if preferences.picture else None
        picture = await self.bot.display.renderer.picture(shows, channel)
        return lesson_screen(game, learner.course, preferences, look.draft, comment, picture)


class LessonAtPress(DealAtPress[LearnCog]):
    """The learner's present lesson, at one of their presses."""

    _learner: Learner
    _before: int | None = None
    """Number of moves before this step."""

    async def choice(self) -> Choice:
        _check(self._learner, self.press)
        return self._learner.game.choice

    async def act(self, action: Callable[[Choice], Action]) -> None:
        def step(game: LessonGame) -> LessonGame:
            made = action(game.choice)
            after = game.act(made)
            if game.deal and (objection := game.deal.objection(game.seat, made)):
                raise Refused(objection.text, **objection.values)
            return after

        await self.step(step)

    async def step(self, step: Callable[[LessonGame], LessonGame]) -> None:
        """Take a step in the lesson, and store it."""
        _check(self._learner, self.press)
        before = len(self._learner.game.moves)
        await self.area.store(
            self._learner, await self.area.play_computers(step(self._learner.game))
        )
        self._learner = await self.area.learner(self.interaction)
        self._before = before

    async def show(self, look: Callable[[], Awaitable[PanelState]]) -> None:
        """Show the lesson; what followed a step, move by move."""
        self.area.stop(user_id_of(self.interaction))
        moments: Sequence[LessonGame] = ()

        async def screen() -> Screen:
            nonlocal moments
            self._learner = await self.area.learner(self.interaction)
            shown = await look()
            moments = self.area.moments(self._learner, self._before)
            first = moments[0] if moments else None
            return await self.area.screen(self.interaction, self._learner, shown, first)

        await self.area.show(self.interaction, screen)
        self.area.play(self.interaction, self._learner, moments)


_STEPS: Mapping[str, Callable[[LessonGame], LessonGame]] = {
    GO_ON: LessonGame.go_on,
    BACK: LessonGame.taken_back,
    FREE: LessonGame.set_free,
    AGAIN: lambda game: LessonGame.begin(game.lesson, game.match.names[game.seat]),
}


def _check(learner: Learner, press: Press) -> None:
    """Raise Stale unless a press answers the present question."""
    if press.asked_at != learner.seq:
        raise Stale


def _key(game: LessonGame) -> bytes:
    """Return the key of all randomness of the computer players in a lesson, which hides nothing."""
    return hmac.digest(b"", f"kwbot lesson 1 {game.lesson.key}".encode(), "sha256")


def _compute(game: LessonGame, levels: tuple[str, ...], action: Action) -> LessonGame:
    seat = in_turn(game.match, levels)
    if seat is None:
        raise Stale
    return game.computer_moved((seat, action))


async def estimate(computers: Computers, game: LessonGame, preferences: CardPreferences) -> str:
    """Return a strong player's judgement of what the learner did instead; empty if the lesson
    itself comments on it, was not left, or is being played on."""
    asked = game.stage is LessonStage.LEFT or game.has_gone_wrong
    if not asked or game.passing or game.remark is not None:
        return ""
    done, better = game.deviation
    before = game.taken_back()
    assert before.deal is not None
    seen = view(before.match, before.seat)
    seed = advice_seed(NO_TABLE, before.deal, seen.number)
    weighed: Mapping[Action, Estimate] = {}
    with suppress(TimeoutError):
        async with asyncio.timeout(ESTIMATE_SECONDS):
            weighed = await computers.weigh(seen, seed, REVIEW_SAMPLES, also=done)
    known = done in weighed and better in weighed
    cost = lead(weighed, better, done) if known else None
    return deviation_text(seen, done, better, cost, preferences.voice(seen))
