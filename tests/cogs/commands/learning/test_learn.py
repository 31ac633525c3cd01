"""What comes of leaving a lesson, where the lesson itself says nothing of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from benches.stand_ins import LocalComputers
from cogs.commands.learning.learn import estimate
from cogs.screens.parts.card_preferences import CardPreferences
from kwbot.engine.values.actions import Action, Play
from kwbot.engine.values.cards import Card
from kwbot.engine.values.estimate import Estimate
from kwbot.engine.views.view import View
from kwbot.lessons.lesson_game import LessonGame
from kwbot.lessons.library import all_lessons
from kwbot.text.words.language import language_of

KING, FIVE = Play(Card.parse("HK")), Play(Card.parse("H5"))
PREFERENCES = CardPreferences(language_of("en"))


class Judge(LocalComputers):
    """Finds what it was told."""

    def __init__(self, weighed: Mapping[Action, float]) -> None:
        super().__init__()
        self.told = {action: Estimate(points) for action, points in weighed.items()}

    async def weigh(
        self,
        seen: View,
        seed: int,
        samples: int,
        *,
        also: Action | None = None,
        urgent: bool = True,
    ) -> Mapping[Action, Estimate]:
        assert seen.seat == 0
        assert also == KING
        return self.told


def left() -> LessonGame:
    """The first lesson of whist, without what it says of other cards, left by the king."""
    lesson = all_lessons()["whist"][0]
    steps = tuple(replace(step, variations=()) for step in lesson.steps)
    return LessonGame.begin(replace(lesson, steps=steps), "Anna").go_on().act(KING)


@pytest.mark.parametrize(
    ("weighed", "told"),
    [
        ({FIVE: 1.0, KING: -1.0}, "You chose ♥K; **♥5** was about 1.0 tricks better."),
        (
            {FIVE: 1.0, KING: 1.05},
            "You chose ♥K. That's about as good as ♥5, but it isn't what this lesson shows.",
        ),
        ({KING: 1.0}, "You chose ♥K. The lesson plays ♥5 here."),
        ({}, "You chose ♥K. The lesson plays ♥5 here."),
    ],
)
async def test_a_strong_player_says_what_it_costs(
    weighed: Mapping[Action, float], told: str
) -> None:
    said = await estimate(Judge(weighed), left(), PREFERENCES)
    assert said.replace("\ufe0f", "").replace("\ufe0e", "") == told


async def test_nothing_is_added_to_what_the_lesson_says() -> None:
    lesson = all_lessons()["whist"][0]
    game = LessonGame.begin(lesson, "Anna").go_on()
    assert await estimate(Judge({}), game, PREFERENCES) == ""
    assert await estimate(Judge({}), game.act(KING), PREFERENCES) == ""
