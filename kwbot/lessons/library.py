"""The lessons that come with the program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from kwbot.lessons.lesson import Lesson, lessons_of
from kwbot.text.catalogue import HOME
from kwbot.variants import games

FOLDER = HOME / "data" / "lessons"


@cache
def all_lessons() -> Mapping[str, Sequence[Lesson]]:
    """Return the lessons of each game that has any."""
    return lessons_of(FOLDER, games())


def lesson_called(key: str) -> Lesson | None:
    """Return the lesson of a key, if there is one."""
    game = key.partition("/")[0]
    return next((one for one in all_lessons().get(game, ()) if one.key == key), None)
