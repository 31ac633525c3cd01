"""Remarks of lessons as their learner reads them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest

from cogs.screens.hand.lesson_screen import Course, lesson_screen, remark_text
from cogs.screens.parts.card_preferences import CardPreferences
from kwbot.engine.values.actions import Bid
from kwbot.engine.values.cards import Suit
from kwbot.lessons.lesson import LESSON_LANGUAGES, Lesson
from kwbot.lessons.lesson_game import LessonGame, LessonStage
from kwbot.lessons.library import all_lessons
from kwbot.text.words.language import language_of
from kwbot.variants import games

LESSONS = [lesson for course in all_lessons().values() for lesson in course]


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.key)
def test_every_remark_shows_its_cards_and_suits(lesson: Lesson) -> None:
    said = [step.remark for step in lesson.steps if step.remark] + [lesson.closing]
    said += [told.remark for step in lesson.steps for told in step.variations]
    for code in LESSON_LANGUAGES:
        preferences = CardPreferences(language_of(code))
        for remark in said:
            text = remark_text(remark, preferences.style, preferences.language)
            assert "{" not in text
            named = [suit for suit in Suit if f"{{{suit.letter}}}" in remark.texts[code]]
            assert all(preferences.style.suit(suit) in text for suit in named)


def bids_asked() -> Iterator[tuple[LessonGame, Bid]]:
    for lesson in LESSONS:
        game = LessonGame.begin(lesson, "Anna")
        while game.stage is not LessonStage.OVER:
            step = game.step
            assert step is not None
            if game.stage is LessonStage.TOLD:
                game = game.go_on()
                continue
            if isinstance(step.action, Bid):
                yield game, step.action
            game = game.act(step.action)


def test_the_bid_that_a_lesson_advises_is_the_first_button() -> None:
    """In every game: nobody looks for it in a menu."""
    preferences, seen = CardPreferences(language_of("en")), set()
    for game, advised in bids_asked():
        course = Course(games()[game.lesson.game], all_lessons()[game.lesson.game])
        shown = lesson_screen(game, course, preferences)
        first = next(re.finditer(r'"custom_id": "([^"]+)"', json.dumps(shown.to_components())))
        assert first[1].endswith(f":{advised}")
        seen.add(game.lesson.game)
    assert seen == {"kombinations-whist", "esmakker", "hus"}
