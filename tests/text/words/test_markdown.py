"""Names of other people cannot do anything in a message."""

from __future__ import annotations

import re

import pytest

from kwbot.text.words.markdown import cut, escape, plain


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Åsa", "Åsa"),
        ("*bold*", "\\*bold\\*"),
        ("snake_case_", "snake\\_case\\_"),
        ("`code`", "\\`code\\`"),
        ("~~x~~||y||", "\\~\\~x\\~\\~\\|\\|y\\|\\|"),
        ("[a](https://b.c)", "\\[a\\](https\\://b.c)"),
        ("# big", "\\# big"),
        ("- item", "\\- item"),
        ("1. item", "1\\. item"),
        ("back\\slash", "back\\\\slash"),
        ("a\n> b\tc", "a \\> b c"),
        ("x\u202eevil\u200b", "xevil"),
        ("\u3164", "?"),
        ("Kim 👩‍💻", "Kim 👩‍💻"),
        ("\n", "?"),
        ("", "?"),
    ],
)
def test_escaped(name: str, shown: str) -> None:
    assert escape(name) == shown


@pytest.mark.parametrize("name", ["@everyone", "@here", "<@1>", "<@&2>", "<#3>", "<:e:4>", "<t:5>"])
def test_nothing_is_mentioned(name: str) -> None:
    assert not re.search(r"@(everyone|here)|(?<!\\)<[@#:at]", escape(name))


def test_long_names_are_cut_before_they_are_escaped() -> None:
    assert escape("_" * 50, 4) == "\\_\\_\\_…"
    assert plain("a" * 50, 10) == "aaaaaaaaa…"
    assert cut("abc", 3) == "abc"
    assert cut("abc; defg", 6) == "abc…"


def test_texts_are_cut_between_letters() -> None:
    assert cut("🏳️‍🌈🏳️‍🌈🏳️‍🌈", 10) == "🏳️‍🌈🏳️‍🌈…"
    assert cut("🏳️‍🌈🏳️‍🌈🏳️‍🌈", 8) == "🏳️‍🌈…"
    assert cut("ශ්‍රී ලංකා", 4) == "…"
