"""Remarks of lessons as their learner reads them."""

from __future__ import annotations

import pytest

from cogs.screens.hand.lesson_screen import remark_text
from cogs.screens.parts.card_preferences import CardPreferences
from kwbot.engine.values.cards import Suit
from kwbot.lessons.lesson import LESSON_LANGUAGES, Lesson
from kwbot.lessons.library import all_lessons
from kwbot.text.words.language import language_of

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
