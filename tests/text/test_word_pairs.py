"""One word for one thing: what the glossary says not to say is said nowhere."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from kwbot.text import catalogue
from tests.test_docs import EVERY_DOCUMENT
from tests.text.words.test_rulebook import DATA, LANGUAGES, glossary

PAIRS = glossary("One word for one thing")


def texts(language: str) -> Iterator[str]:
    """Yield all that a player reads in a language, and in English the documents."""
    for document in EVERY_DOCUMENT if language == "en" else ():
        yield from document.read_text("utf-8").splitlines()
    for message in catalogue.read("sv" if language == "en" else language):
        said = message.id if language == "en" else message.string
        yield from (said,) if isinstance(said, str) else said or ()
    for rulebook in (DATA / "rulebook").rglob(f"{language}.md"):
        yield from rulebook.read_text("utf-8").splitlines()
    for lesson in (DATA / "lessons").rglob("*.md"):
        lines = lesson.read_text("utf-8").splitlines()
        yield from (line for line in lines if line.startswith(f"- {language}:"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_of_each_pair_one_word_is_said(language: str) -> None:
    column = 2 * LANGUAGES.index(language) + 1
    barred = [word for row in PAIRS for word in row[column].split(", ") if word]
    assert len(barred) > 4
    found = re.compile(
        "|".join(rf"(?<!\w){re.escape(word)}(?!\w)" for word in barred), re.IGNORECASE
    )
    assert not [text for text in texts(language) if found.search(text)]
