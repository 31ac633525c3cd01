"""One person's play of a lesson, as an immutable value made from the moves so far.

The others play by the lesson's record as long as the learner follows it. If the learner does
something else, the lesson is left until that is taken back. If they play on instead, computer
players take over the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

from kwbot.engine.deals.deal import Deal, Move
from kwbot.engine.deals.match import Match, record_name
from kwbot.engine.deals.reader import past_forced
from kwbot.engine.deals.record_lines import move_line, parse_move
from kwbot.engine.values.actions import Action, Play, Seat
from kwbot.engine.values.cards import Card
from kwbot.engine.values.choices import Choice
from kwbot.engine.values.errors import RuleViolation
from kwbot.engine.values.names import told_apart
from kwbot.lessons.lesson import Lesson, Remark, Step, played_on
from kwbot.tables.errors.refusals import Stale


class LessonStage(Enum):
    """The stages of a lesson: what the learner does next."""

    ASKED = "asked"
    """Make the next move of the lesson."""
    TOLD = "told"
    """Read a remark on another's move."""
    LEFT = "left"
    """Take back another action than the lesson's, or play on."""
    FREE = "free"
    """Make any move: the lesson is not followed any more."""
    OVER = "over"
    """The lesson is over; the deal may not be."""
    PASSING = "passing"
    """Look at a moment that has already passed."""


@dataclass(frozen=True, slots=True)
class LessonGame:
    """A lesson as one person plays it. `steps`: the lesson's, with any equivalent card that the
    learner chose; `left`: the number of moves before the lesson was left; `free`: whether computers
    have played the others since then; `passing`: whether this is a moment before the current
    question."""

    lesson: Lesson
    match: Match
    steps: tuple[Step, ...]
    moves: tuple[Move, ...] = ()
    left: int | None = None
    free: bool = False
    passing: bool = False

    @classmethod
    def begin(cls, lesson: Lesson, name: str) -> LessonGame:
        """Return a lesson at its first remark or question. `name`: the learner's."""
        return cls._start(lesson, name)._follow_record()

    @classmethod
    def _start(cls, lesson: Lesson, name: str) -> LessonGame:
        """Return a lesson before any move."""
        names = list(lesson.opening.names)
        others = (*names[: lesson.seat], *names[lesson.seat + 1 :])  # named in remarks
        *_, called = told_apart((*others, name))
        names[lesson.seat] = record_name(called)
        return cls(lesson, replace(lesson.opening, names=tuple(names)), lesson.steps)

    @classmethod
    def read(cls, lesson: Lesson, name: str, lines: Sequence[str], *, free: bool) -> LessonGame:
        """Return a lesson after stored moves, or at its beginning if they no longer fit."""
        begun = cls.begin(lesson, name)
        if not lines:
            return begun
        game = cls._start(lesson, name)
        try:
            for line in lines:
                game = game._with_move(parse_move(line))
        except (RuleViolation, ValueError):
            return begun
        return replace(game, free=free)._settle()

    @property
    def lines(self) -> tuple[str, ...]:
        """The moves so far, as lines to store."""
        return tuple(move_line(*move) for move in self.moves)

    @property
    def seat(self) -> Seat:
        """The learner's seat."""
        return self.lesson.seat

    @property
    def deal(self) -> Deal | None:
        """The deal, unless it is over."""
        return self.match.deal

    @property
    def step(self) -> Step | None:
        """The next step of the lesson; None if it was left or is over."""
        at = len(self.moves)
        return self.steps[at] if self.left is None and at < len(self.steps) else None

    @property
    def stage(self) -> LessonStage:
        """The learner's stage."""
        if self.passing:
            return LessonStage.PASSING
        if self.left is not None and not self.free:
            return LessonStage.LEFT
        if self.deal is None:
            return LessonStage.OVER
        if self.free:
            return LessonStage.FREE
        if self.step is None:
            return LessonStage.OVER
        return LessonStage.ASKED if self.step.seat == self.seat else LessonStage.TOLD

    @property
    def has_gone_wrong(self) -> bool:
        """Whether the deal is over and the learner did not follow the lesson."""
        return self.left is not None and self.deal is None

    @property
    def remark(self) -> Remark | None:
        """The current remark, if any; after a wrong end, the one on what went wrong."""
        if self.passing:
            return None
        if self.left is not None:
            is_left = self.stage is LessonStage.LEFT
            return self._variation if is_left or self.has_gone_wrong else None
        return self.step.remark if self.step else self.lesson.closing

    @property
    def deviation(self) -> tuple[Action, Action]:
        """The action by which the learner left the lesson, and the lesson's own. Raises Stale."""
        if self.left is None:
            raise Stale
        return self.moves[self.left][1], self.steps[self.left].action

    @property
    def _variation(self) -> Remark | None:
        assert self.left is not None
        done, _ = self.deviation
        told = self.steps[self.left].variations
        return next((one.remark for one in told if not one.actions or done in one.actions), None)

    @property
    def choice(self) -> Choice:
        """The learner's choice. Raises Stale if nothing is asked."""
        if (
            self.stage not in (LessonStage.ASKED, LessonStage.FREE)
            or self.seat not in self.match.to_act()
        ):
            raise Stale
        return self.match.choice(self.seat)

    # --- what the learner does -------------------------------------------------------------------

    def act(self, action: Action) -> LessonGame:
        """Return the lesson after a move of the learner and all that follows in the record."""
        self.choice.accept(action)
        return self._with_move((self.seat, action))._follow_record()

    def go_on(self) -> LessonGame:
        """Return the lesson after a remark on another's move. Raises Stale unless there is one."""
        if self.stage is not LessonStage.TOLD:
            raise Stale
        assert self.step is not None
        return self._with_move(self.step.move)._follow_record()

    def taken_back(self) -> LessonGame:
        """Return the lesson as it was when the learner left it. Raises Stale if they have not."""
        if self.left is None:
            raise Stale
        name = self.match.names[self.seat]
        return LessonGame.read(self.lesson, name, self.lines[: self.left], free=False)

    def set_free(self) -> LessonGame:
        """Return the lesson played on freely with computers, after leaving it or after its end."""
        if self.deal is None or self.stage not in (LessonStage.LEFT, LessonStage.OVER):
            raise Stale
        return replace(self, free=True)._settle()

    def computer_moved(self, move: Move) -> LessonGame:
        """Return the lesson after a move of a computer player."""
        return self._with_move(move)._settle()

    def moments(self, since: int) -> tuple[LessonGame, ...]:
        """Return the lesson after each move that followed the first `since`, except the last."""
        name, found = self.match.names[self.seat], []
        game = LessonGame.read(self.lesson, name, self.lines[:since], free=False)
        for move in self.moves[since:-1]:
            game = game._with_move(move)
            found.append(replace(replace(game, free=self.free)._settle(), passing=True))
        return tuple(found)

    @property
    def shows_full_trick(self) -> bool:
        """Whether a trick has just been completed."""
        play = self.deal.play if self.deal else None
        return play is not None and bool(play.tricks) and not play.plays

    # --- how it goes on --------------------------------------------------------------------------

    def _with_move(self, move: Move) -> LessonGame:
        """Return the lesson after a move, which may leave it."""
        step, at, steps, left = self.step, len(self.moves), self.steps, self.left
        if step is not None and move != step.move:
            steps = self._as_well(move[1]) or steps
            if steps[at].move != move:
                left = at
        match = played_on(self.match, move).with_score()
        moves = (*self.moves, move)
        return replace(self, match=match, moves=moves, steps=steps, left=left)

    def _settle(self) -> LessonGame:
        """Return the lesson after all forced moves, when somebody has to decide."""
        if self.deal is None:
            return self
        if self.step is not None:
            return replace(self, match=past_forced(self.match, *self.step.move))
        return replace(self, match=past_forced(self.match).with_score())

    def _follow_record(self) -> LessonGame:
        """Return the lesson at the next remark or decision of the learner."""
        game = self
        while (step := game.step) is not None and not step.remark and not game._decides(step):
            game = game._with_move(step.move)
        return game._settle()

    def _decides(self, step: Step) -> bool:
        """Whether the learner decides the next move; an only card without remark plays itself."""
        if step.seat != self.seat:
            return False
        match = past_forced(self.match, *step.move)
        return not isinstance(step.action, Play) or len(match.choice(self.seat)) > 1

    def _as_well(self, action: Action) -> tuple[Step, ...] | None:
        """Return the lesson's steps with another card instead of the next one if the learner holds
        both and every trick still goes to the same player; otherwise None."""
        step = self.step
        assert step is not None
        named = any(action in variation.actions for variation in step.variations)
        if named or not isinstance(step.action, Play) or not isinstance(action, Play):
            return None
        at, swap = len(self.moves), {step.action.card: action.card, action.card: step.action.card}
        ahead = tuple(_swap_card(one, self.seat, swap) for one in self.steps[at:])
        came_of = _outcome(self.match, ahead)
        if came_of is None or came_of != _outcome(self.match, self.steps[at:]):
            return None
        return (*self.steps[:at], *ahead)


def _swap_card(step: Step, seat: Seat, swap: dict[Card, Card]) -> Step:
    if step.seat != seat or not isinstance(step.action, Play) or step.action.card not in swap:
        return step
    return replace(step, action=Play(swap[step.action.card]))


def _outcome(match: Match, steps: Sequence[Step]) -> tuple[object, ...] | None:
    """Return the winners of the tricks by the end of `steps`, and the deal's result if it is over;
    None if a step is illegal."""
    try:
        for step in steps:
            match = played_on(match, step.move)
    except RuleViolation:
        return None
    deal = match.deal
    play = deal.play if deal else None
    takers = tuple(trick.winner for trick in play.tricks) if play else ()
    return takers, deal.result if deal else None
