"""The lessons that come with the program."""

import asyncio
from collections.abc import Mapping, Sequence
from functools import cache

from kwbot.lessons.lesson import Lesson, lessons_of
from kwbot.text.catalogue import PROJECT_FOLDER
from kwbot.variants import games

LESSONS_FOLDER = PROJECT_FOLDER / "data" / "lessons"


@cache
def all_lessons() -> Mapping[str, Sequence[Lesson]]:
    """Return the lessons of each game that has any."""
    return lessons_of(LESSONS_FOLDER, games())


async def lessons_at_hand() -> Mapping[str, Sequence[Lesson]]:
    """Return `all_lessons`, read in a thread, as that takes a fifth of a second."""
    first = not all_lessons.cache_info().currsize
    return await asyncio.to_thread(all_lessons) if first else all_lessons()


def lesson_called(key: str) -> Lesson | None:
    """Return the lesson with a key, if there is one."""
    game = key.partition("/")[0]
    return next((one for one in all_lessons().get(game, ()) if one.key == key), None)
