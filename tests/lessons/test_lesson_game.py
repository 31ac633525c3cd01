"""Lessons played to their end, right and wrong, as values."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest

from kwbot.engine.values.actions import Play
from kwbot.engine.values.cards import Card
from kwbot.engine.values.choices import PlayCard
from kwbot.engine.values.errors import IllegalAction
from kwbot.lessons.lesson import Lesson, Remark
from kwbot.lessons.lesson_game import LessonGame, LessonStage
from kwbot.lessons.library import all_lessons
from kwbot.tables.errors.refusals import Stale
from tests.lessons.presses import MAX_PRESSES, presses

LESSONS = [lesson for lessons in all_lessons().values() for lesson in lessons]
FIRST = all_lessons()["whist"][0]
TRIED = 8
"""Other moves that are tried at each question."""
WORDS_A_MINUTE = 150
LOOK, CARD, BID, PRESS, SHOWN = 15.0, 8.0, 20.0, 2.0, 1.3
"""Seconds that a beginner takes for the first look, to choose a card or anything else, to press *Go
on*, and that a move on the way is shown."""
ASTRAY, BACK = 0.25, 4.0
"""How often they do something else, and the seconds to see that and take it back."""


def again(game: LessonGame) -> LessonGame:
    """The same game as it comes out of the store."""
    return LessonGame.read(game.lesson, "Anna", game.lines, free=game.free)


@pytest.mark.parametrize("lesson", LESSONS, ids=[lesson.key for lesson in LESSONS])
def test_a_lesson_leads_to_its_end_from_everything_that_can_be_done(lesson: Lesson) -> None:
    game, moves, said = LessonGame.begin(lesson, "Anna"), 0, 0
    while game.stage is not LessonStage.OVER:
        step = game.step
        assert step is not None
        said += game.remark is not None
        if game.stage is LessonStage.TOLD:
            game = game.go_on()
            continue
        assert again(game) == game
        moves += 1
        told = {action for variation in step.variations for action in variation.actions}
        others = [*told, *(one for one in islice(game.choice, TRIED) if one != step.action)]
        for action in others:
            other = game.act(action)
            if other.left is None:
                assert action not in told, "what is told of must be told"
                continue
            assert other.stage is LessonStage.LEFT
            assert action not in told or other.remark is not None
            assert again(other) == other
            assert other.taken_back() == game
        game = game.act(step.action)
    assert game.remark is lesson.closing
    assert moves >= 4, "a lesson is played"
    assert said >= moves / 2


def to(remark: str) -> LessonGame:
    """The first lesson where it says this."""
    game = LessonGame.begin(FIRST, "Anna")
    while game.remark is None or not game.remark.texts["en"].startswith(remark):
        assert game.step is not None
        game = game.go_on() if game.stage is LessonStage.TOLD else game.act(game.step.action)
    return game


@pytest.mark.parametrize("lesson", LESSONS, ids=[lesson.key for lesson in LESSONS])
def test_a_lesson_takes_three_to_five_minutes(lesson: Lesson) -> None:
    game, seconds = LessonGame.begin(lesson, "Anna"), LOOK + reading(lesson.closing)
    while game.stage is not LessonStage.OVER:
        step, before = game.step, len(game.moves)
        assert step is not None
        seconds += reading(game.remark) if game.remark else 0.0
        if game.stage is LessonStage.TOLD:
            seconds, game = seconds + PRESS, game.go_on()
        else:
            seconds += CARD if isinstance(game.choice, PlayCard) else BID
            otherwise = [reading(told.remark) for told in step.variations] or [0.0]
            seconds += ASTRAY * (sum(otherwise) / len(otherwise) + BACK)
            game = game.act(step.action)
        seconds += SHOWN * len(game.moments(before))
    assert 3 <= seconds / 60 <= 5


@pytest.mark.parametrize("lesson", LESSONS, ids=[lesson.key for lesson in LESSONS])
def test_no_lesson_takes_many_presses(lesson: Lesson) -> None:
    assert presses(lesson) <= MAX_PRESSES


def reading(remark: Remark) -> float:
    return 60 * len(remark.texts["en"].split()) / WORDS_A_MINUTE


def test_a_card_that_does_as_well_is_no_other_course() -> None:
    game = to("Maja returns your suit")
    after = game.act(Play(Card.parse("CJ")))
    assert after.left is None
    assert after.step is not None
    assert after.step.action == Play(Card.parse("CQ")), "the one in place of the other"
    assert after.stage is LessonStage.ASKED


def test_where_the_lesson_says_nothing_of_it_that_is_left_to_a_strong_player() -> None:
    steps = [replace(step, variations=()) for step in FIRST.steps]
    game = LessonGame.begin(replace(FIRST, steps=tuple(steps)), "Anna").go_on()
    left = game.act(Play(Card.parse("HK")))
    assert left.stage is LessonStage.LEFT
    assert left.remark is None


def test_whoever_plays_on_leaves_the_lesson_until_they_come_back() -> None:
    game = to("Maja, across")
    free = game.act(Play(Card.parse("HK"))).set_free()
    assert free.stage is LessonStage.FREE
    assert again(free) == free
    with pytest.raises(Stale):
        _ = free.choice  # others come first
    moved = free.computer_moved((1, Play(Card.parse("H2"))))
    assert moved.remark is None
    assert moved.taken_back() == game


def test_nothing_can_be_done_that_is_not_asked() -> None:
    begun = LessonGame.begin(FIRST, "Anna")
    for step in (begun.taken_back, begun.set_free, begun.go_on().go_on):
        with pytest.raises(Stale):
            step()
    with pytest.raises(Stale):
        begun.act(Play(Card.parse("H5")))
    asked = begun.go_on()
    assert isinstance(asked.choice, PlayCard)
    with pytest.raises(IllegalAction):
        asked.act(Play(Card.parse("SA")))


def test_what_was_stored_by_another_version_begins_anew() -> None:
    begun = LessonGame.begin(FIRST, "Anna")
    assert LessonGame.read(FIRST, "Anna", ["0 play D2"], free=False) == begun
    assert LessonGame.read(FIRST, "Anna", ["what"], free=False) == begun


def test_a_learner_with_a_computers_name_is_told_apart() -> None:
    """What is said of a move names the computers."""
    assert LessonGame.begin(FIRST, "Maja").match.names == ("Maja 2", "Bo", "Maja", "Olle")
    assert LessonGame.begin(FIRST, "Anna").match.names[0] == "Anna"
