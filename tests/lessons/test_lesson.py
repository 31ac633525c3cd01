"""The files of lessons: every one of them, and what is wrong with others."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import pytest

from kwbot.engine.deals.match import Match
from kwbot.lessons import library
from kwbot.lessons.lesson import LESSON_LANGUAGES, Lesson, LessonError, read_lesson
from kwbot.lessons.library import LESSONS_FOLDER, all_lessons
from kwbot.variants import games
from kwbot.variants.kombinations_whist.printed_bids import BIDS_BY_EDITION

LESSONS = [lesson for lessons in all_lessons().values() for lesson in lessons]
FIRST = LESSONS_FOLDER / "whist" / "01-following-suit.md"


@pytest.mark.parametrize("lesson", LESSONS, ids=[lesson.key for lesson in LESSONS])
def test_every_lesson_is_told_in_every_language(lesson: Lesson) -> None:
    remarks = [lesson.title, lesson.closing]
    for step in lesson.steps:
        remarks += [step.remark] if step.remark else []
        remarks += [variation.remark for variation in step.variations]
    assert len(remarks) > 5
    assert all(tuple(remark.texts) == LESSON_LANGUAGES for remark in remarks)
    assert all(len(set(remark.texts.values())) > 1 for remark in remarks[1:])
    assert isinstance(lesson.opening, Match)


@pytest.mark.parametrize(
    ("old", "new", "at", "wrong"),
    [
        ("---\nseat", "seat", "seat", "a lesson begins with '---'"),
        ("seat: 0\n", "", "---\n\n", "before the record stand 'seat' and the title: en, sv, da"),
        ("sv: Följa färg\n", "", "da: At bek", "a text stands once in every language: en, sv, da"),
        ("game whist", "game chess", "    game", "no such game: 'chess'"),
        ("2 play HA", "2 play HK", "    2 play HK", "You don't hold that card."),
        ("- sv: Fyra", "- da: Fyra", "- da: Fyra", "a text stands once in every language: en, sv"),
        ("- da: Fire kort", "    2 play HA #", "    2", "a remark stands in every language: en"),
        ("- da: Fire kort", "Fire kort", "Fire", "this is neither a line of the record (indented)"),
        ("Fyra kort", "Fyra {HX}", "- sv: Fyra", "no card: 'HX'"),
        ("Fyra kort", "Fyra {", "- sv: Fyra", "a card or a suit stands in braces, as a record"),
        ("Fyra", "Fyra kort " * 9, "- sv: Fyra", "a remark has 2 lines of 36 characters at most"),
        ("play HK:", "play SK:", "    0 play H5", "'play SK' is no other choice here"),
        ("play HK:", "play H5:", "    0 play H5", "'play H5' is no other choice here"),
        ("play HK:", "play HK", "Otherwise", "a line that begins with 'Otherwise' ends with a"),
        (" play HK:", ":", "Otherwise play HT", "'Otherwise:' for anything else stands last"),
        ("    0 play H5\n", "", "    1 play H2", "only the learner may do otherwise"),
        ("    0 play CJ", "    deal 2", "    deal 2", "a remark stands at a move, and nothing but"),
        (
            "    deal 1",
            "- en: Hello\n    deal 1",
            "    deal 1",
            "a remark stands in every language",
        ),
        ("    0 play CJ", "", "    1 play CT", "only the learner may do otherwise"),
        ("- en: Seven of", "    2 play H8\n- en: Seven of", "    2 play H8", "It's not your turn."),
    ],
)
def test_what_is_wrong_is_told_with_file_and_line(
    tmp_path: Path, old: str, new: str, at: str, wrong: str
) -> None:
    text = FIRST.read_text("utf-8")
    assert old in text
    text = text.replace(old, new, 1)
    path = tmp_path / "whist" / "01-wrong.md"
    path.parent.mkdir()
    path.write_text(text, "utf-8")
    with pytest.raises(LessonError) as refused:
        read_lesson(path, games())
    line = text[: text.index(f"\n{at}" if at != "seat" else at)].count("\n") + (at != "seat") + 1
    assert str(refused.value).startswith(f"{path}:{line}: {wrong}")
    assert "\n" not in str(refused.value)


def test_a_lesson_stands_in_its_games_folder_under_a_number(tmp_path: Path) -> None:
    for name, wrong in (("hus/01-wrong.md", "another game"), ("whist/wrong.md", "NN-NAME.md")):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(FIRST.read_bytes())
        with pytest.raises(LessonError, match=wrong):
            read_lesson(path, games())


async def test_lessons_are_read_once_and_beside_the_event_loop(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    readers = []

    @cache
    def read() -> Mapping[str, Sequence[Lesson]]:
        readers.append(threading.current_thread())
        return {}

    monkeypatch.setattr(library, "all_lessons", read)
    for _ in range(2):
        assert await library.lessons_at_hand() == {}
    assert len(readers) == 1
    assert readers[0] is not threading.main_thread()


@pytest.mark.parametrize("edition", ["1.4", "1.5"])
def test_a_lesson_says_how_many_special_bids_raise_the_value(edition: str) -> None:
    """Not any of them: some have a value below 0, and one has 0."""
    specials = BIDS_BY_EDITION[edition].specials
    raising = sum(part.value > 0 for part in specials)
    assert (raising, len(specials) - raising) == (8, 7)
    combine = next(lesson for lesson in LESSONS if lesson.key == "kombinations-whist/04-combine")
    assert combine.closing.texts == {
        "en": "Made! Eight of 15 special bids raise the value; seven don't.",
        "sv": "Hemma! Åtta av 15 specialbud höjer värdet; sju gör det inte.",
        "da": "Hjemme! Otte af 15 tillæg hæver værdien; syv gør det ikke.",
    }
