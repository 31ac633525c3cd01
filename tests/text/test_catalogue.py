"""The catalogues are complete, and agree with the source, the glossary and each other."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from kwbot.engine.values.wording import Term
from kwbot.text import catalogue
from kwbot.text.words.language import LANGUAGES, language_of

GLOSSARY = Path(__file__).parents[2] / "data" / "glossary.md"


@pytest.fixture(scope="module")
def source() -> Catalog:
    return catalogue.extract()


@pytest.mark.parametrize("language", catalogue.TRANSLATED)
def test_every_text_is_translated_with_the_same_places(language: str, source: Catalog) -> None:
    assert not list(catalogue.faults(language, source))


def test_texts_are_found_throughout_the_source(source: Catalog) -> None:
    assert source.get("Follow suit: play {suit}.") is not None
    assert source.get("Game", "bid") is not None
    long = "Classic: first to a falling target. Limited: after a number of rounds."
    assert source.get(long, "option") is not None
    assert any(isinstance(message.id, tuple) for message in source)


def test_marks_are_found_wherever_they_stand() -> None:
    source = """
x = [f"### {language.text(N_('In an f-string'))}", N_("Two " "pieces")]
y = Term(
    "Game",
    "bid",
), labels.Term("Join", "button"), Term("", ""), Term(name, "bid"), N_(name)
z = language.plural("{count} trick", "{count} tricks", 3, more=4)
"""
    assert set(catalogue.marked_texts(source)) == {
        ("In an f-string", None),
        ("Two pieces", None),
        ("Game", "bid"),
        ("Join", "button"),
        ("", ""),
        (("{count} trick", "{count} tricks"), None),
    }


def test_faults_name_what_is_wrong(source: Catalog, monkeypatch: pytest.MonkeyPatch) -> None:
    known = set(catalogue.faults("sv", source))
    broken = catalogue.read("sv")
    del broken["Bid or pass."]
    target = broken.get("Target {target}")
    assert target is not None
    target.string = "Vinstsumma {mal}"
    trick = broken.get("Play a card.")
    assert trick is not None
    trick.string = ""
    broken.add("Gone from the source.", "Borta.")
    monkeypatch.setattr(catalogue, "read", lambda language: broken)
    assert sorted(set(catalogue.faults("sv", source)) - known) == [
        "sv: missing: 'Bid or pass.'",
        "sv: no longer in the source: 'Gone from the source.'",
        "sv: not translated: 'Play a card.'",
        "sv: other places than the English text: 'Target {target}'",
    ]


def test_an_update_keeps_translations_and_drops_what_is_gone(
    source: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = catalogue.read("da")
    before.add("Gone from the source.", "Væk.")
    monkeypatch.setattr(catalogue, "read", lambda language: before)
    after = catalogue.update("da", source)
    assert after.get("Gone from the source.") is None
    kept = after.get("Game", "bid")
    assert kept is not None
    assert kept.string == "Spil"


def _tables() -> list[tuple[str, str, str]]:
    """The English, Swedish and Danish names and effects of all bids in the glossary."""
    rows = []
    for heading in ("## Bids", "## Effects"):
        part = GLOSSARY.read_text(encoding="utf-8").split(heading)[1].split("\n## ")[0]
        rows += re.findall(r"^\| [a-z]+ \| (.+?) \| (.+?) \| (.+?) \|$", part, re.MULTILINE)
    return [row for row in rows if row[0] != "English"]


def test_bids_are_called_as_in_the_glossary(source: Catalog) -> None:
    rows = _tables()
    assert len(rows) == 2 * 31
    for texts in rows:
        term = Term(texts[0], "bid")
        assert source.get(term.text, term.context) is not None, texts[0]
        assert tuple(language_of(code).term(term) for code in LANGUAGES) == texts


def test_a_reworded_text_keeps_its_translation_until_somebody_has_looked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before, source = Catalog(locale="da"), Catalog()
    before.add("Show hand", "Vis min hånd", context="button")
    before.add("Show my hand then", "Vis så min hånd", context="button")
    before.add("Show my hand now!", "Vis hånden", context="command")  # more alike, but elsewhere
    source.add("Show my hand then", context="button")
    source.add("Show my hand now", context="button")
    monkeypatch.setattr(catalogue, "read", lambda language: before)
    after = catalogue.update("da", source)
    message = after.get("Show my hand now", context="button")
    assert message is not None
    assert (message.string, message.fuzzy) == ("Vis min hånd", True)
    kept = after.get("Show my hand then", context="button")
    assert kept is not None
    assert (kept.string, kept.fuzzy) == ("Vis så min hånd", False)
    monkeypatch.setattr(catalogue, "read", lambda language: after)
    assert list(catalogue.faults("da", source)) == [
        "da: not translated: 'Show my hand now' (button)"
    ]
    monkeypatch.setattr(catalogue, "read", lambda language: Catalog(locale=language))
    other = catalogue.update("sv", source).get("Show my hand now", context="button")
    assert other is not None
    assert not other.string, "it is not that of another language"


@pytest.mark.parametrize("code", LANGUAGES)
def test_buttons_that_differ_in_english_differ_in_each_language(source: Catalog, code: str) -> None:
    """So rows whose names differ in one language do so in all."""
    language, found = language_of(code), defaultdict[str, set[str]](set)
    for message in source:
        if message.context == "button" and isinstance(message.id, str):
            found[language.term(Term(message.id, "button"))].add(message.id)
    assert [texts for texts in found.values() if len(texts) > 1] == []
