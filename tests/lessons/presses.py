"""How many presses a lesson takes, counted without a screen."""

from __future__ import annotations

from kwbot.engine.values.actions import ChooseCards
from kwbot.lessons.lesson import Lesson
from kwbot.lessons.lesson_game import LessonGame, LessonStage

MAX_PRESSES = 15
"""From the list of lessons to the last remark of one."""


def presses(lesson: Lesson) -> int:
    """Return how many presses a learner makes who does what the lesson advises: one to open it, one
    for each remark and each decision, and a second one where cards are chosen and confirmed."""
    game, count = LessonGame.begin(lesson, "Anna"), 1
    while game.stage is not LessonStage.OVER:
        step = game.step
        assert step is not None
        is_read = game.stage is LessonStage.TOLD
        game = game.go_on() if is_read else game.act(step.action)
        count += 2 if isinstance(step.action, ChooseCards) and not is_read else 1
    return count
