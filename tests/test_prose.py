"""The documents are written in short sentences."""

from __future__ import annotations

import re
from pathlib import Path
from statistics import median

import pytest

from tests.test_docs import DOCUMENTS, FENCED, ROOT

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
