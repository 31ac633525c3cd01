"""The documents are written in short sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import pytest

from kwbot.text import catalogue
from tests.test_docs import DOCUMENTS, EVERY_DOCUMENT, FENCED, ROOT

MEDIAN_WORDS, MAX_WORDS = 14, 40
NOT_PROSE = re.compile(r"^ *(\||#|!\[|<!--|<).*$", re.MULTILINE)
BREAK = re.compile(r"\n\s*\n|\n(?= *(?:[-*>]|\d+\.) )")
SENTENCE_END = re.compile(r"(?<=[.!?])[*_)\"]*\s+(?=[*_(\"\[]*(?:[A-Z0-9🔒]|`))")
MARKERS = re.compile(r"^\s*(?:[-*>]|\d+\.)\s+|\]\([^)]*\)|[*`\[\]]", re.MULTILINE)


def sentences(text: str) -> list[str]:
    """Return the sentences of a document, without its tables, headings and code."""
    prose = NOT_PROSE.sub("\n", FENCED.sub("\n\n", text))
    parts = (
        MARKERS.sub("", one) for part in BREAK.split(prose) for one in SENTENCE_END.split(part)
    )
    return [one for part in parts if (one := " ".join(part.split()))]


def length(sentence: str) -> int:
    return len(re.findall(r"[^\s]*\w[^\s]*", sentence))


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda file: str(file.relative_to(ROOT)))
def test_sentences_are_short(document: Path) -> None:
    found = sentences(document.read_text("utf-8"))
    long = [one for one in found if length(one) > MAX_WORDS]
    assert not long
    assert median(map(length, found)) <= MEDIAN_WORDS


BARE_WHO = re.compile(
    r"(?:^|[,;:] (?:and |but |so )?)[Ww]ho (?:[\w'-]+ ){1,7}?"
    r"(?:can|may|must|gets|gives|takes|keeps|wins|loses|goes|plays|pays|gains|needs)\b"
    r"|\b(?:for|to|from|with|than) who\b"
)
"""*Who* where English says whoever, anyone who, those who."""


def english() -> Iterator[str]:
    """Yield the sentences of all English that people read."""
    rulebooks = (ROOT / "data" / "rulebook").rglob("en.md")
    for document in [*EVERY_DOCUMENT, *rulebooks, ROOT / ".env.example"]:
        yield from sentences(document.read_text("utf-8"))
    for message in catalogue.read("sv"):
        for text in message.id if isinstance(message.id, list | tuple) else (message.id,):
            yield from sentences(text)
    for lesson in (ROOT / "data" / "lessons").rglob("*.md"):
        for remark in re.findall(r"^- en: (.+)$", lesson.read_text("utf-8"), re.MULTILINE):
            yield from sentences(remark)


def test_nobody_is_a_bare_who() -> None:
    assert not [one for one in english() if BARE_WHO.search(one) and not one.endswith("?")]
