"""The words about sealed and stirred shuffles, in every language."""

from __future__ import annotations

import pytest

from kwbot.text.table.seal_lines import holds_text, seal_text, stirred_line
from kwbot.text.words.language import Language, language_of

LANGUAGES = [language_of(code) for code in ("en", "sv", "da")]
EN = LANGUAGES[0]
POSTED = "ab" * 32


def test_stirs_stand_in_their_order_and_one_person_as_often_as_they_stirred() -> None:
    assert stirred_line([], EN) == ""
    assert stirred_line(["Anna"], EN) == "-# 🥄 Anna stirred"
    assert stirred_line(["Bo", "Anna", "Bo"], EN) == "-# 🥄 Bo, Anna and Bo stirred, in this order"


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_the_seal_says_what_holds_with_and_without_a_stir(language: Language) -> None:
    unstirred, shared = seal_text(2, POSTED, language), seal_text(2, POSTED, language, shared=True)
    typed = [("An_na", "*blue* cats"), ("Bo", "x" * 64)]
    stirred = seal_text(2, POSTED, language, typed)
    lines = [r"🥄 An\_na: **\*blue\* cats**", f"🥄 Bo: **{'x' * 64}**"]
    assert stirred.endswith("\n".join(lines))
    assert len(unstirred.split("\n\n")) == 4
    assert len(shared) < len(unstirred)
    assert all(f"```\n{POSTED}\n```" in text for text in (unstirred, shared, stirred))


def test_the_longest_seal_fits_a_message() -> None:
    typed = [("W" * 32, "_" * 64)] * 12
    assert all(len(seal_text(999, POSTED, language, typed)) < 4000 for language in LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_what_is_certain_of_a_shuffle_has_four_forms(language: Language) -> None:
    forms = {
        holds_text(typed, language, presses=presses)
        for typed in ([], ["a", "*b*"])
        for presses in (False, True)
    }
    assert len(forms) == 4
    (last,) = [form for form in forms if r"**\*b\***" in form]
    assert "a**" not in last
