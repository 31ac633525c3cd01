"""Names of any script are shown whole, cut between letters, and told apart."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kwbot.engine.values.names import (
    MAX_NAME_LENGTH,
    UNNAMED,
    check_name,
    clean_name,
    clusters,
    cuts,
    fold_name,
    shorten_name,
    told_apart,
    visible,
)

WHOLE = [
    "Åsa",
    "Kim 👩‍💻",
    "🏳️‍🌈",
    "👩🏻‍❤️‍💋‍👩🏻",
    "🙂‍↔️",
    "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f Jo",
    "🇸🇪🇩🇰",
    "1️⃣st",
    "علی‌رضا",
    "می‌خواهم",
    "ශ්‍රී ලංකා",
    "ක්‍ෂ",
    "മോഹന്‍",
    "क्षत्रिय",
    "সৌম্য",
    "ရွှေမောင်",
    "སྒྲོལ་མ",
    "ជាតិ",
    "王小明",
    "محمد",
    "สมชาย",
    "한국",
    "\u1112\u1161\u11ab\u1100\u116e\u11a8",
    "Nguyễn",
    "Nguye\u0302\u0303n",
    "ʻOkina",
    "Ωμέγα",
]
INVISIBLE = [
    *("\u3164", "\u2800", "\u00ad", "\u034f", "\u115f", "\u1160", "\u180e", "\uffa0", "\ufe0f"),
    *("\U000e0041", "\U000e0001", "\u200b", "\u200c\u200d", "\u2060", "\ufeff", "\u061c", "\u17b4"),
    *(
        "\U0001d173",
        "\U000e0100",
        "\U0001d159",
        "\ufffc",
        "\u3000",
        "\u0300\u0301",
        "\x1b",
        "\ue000",
    ),
    *("\ufdd0", "\U0010ffff", "\ud800", " \n\t", ""),
]


@pytest.mark.parametrize("name", WHOLE)
def test_a_name_stays_as_typed(name: str) -> None:
    assert clean_name(name) == name


@pytest.mark.parametrize("name", INVISIBLE, ids=ascii)
def test_in_place_of_what_nobody_sees_stands_the_next_name(name: str) -> None:
    assert clean_name(name) == ""
    assert visible(name, "anna_92") == "anna_92"
    assert visible(name) == UNNAMED


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("a" + "\u0301" * 20, "a\u0301\u0301"),
        ("Z\u0336\u0337\u0338a\u0489\u0488\u0483lgo", "Z\u0336\u0337a\u0489\u0488lgo"),
        ("ก" + "\u0e47" * 8, "ก\u0e47\u0e47"),
        ("ཀ" + "\u0fb5" * 8, "ཀ\u0fb5\u0fb5"),
        ("\u0301Anna", "Anna"),
        ("Anna\u3164Bo", "Anna Bo"),
        ("\u202eannA\u202c", "annA"),
        ("\u2066A\u2069\u200f\u061cB", "AB"),
        ("An\u200d\u200dna\u200d", "An\u200dna"),
        ("Kim \u200d👩", "Kim 👩"),
        ("\x1b[31mRed", "[31mRed"),
        ("A\u00adn\u034fn\u200ba", "Anna"),
        ("  A \u2003 B\n", "A B"),
        ("\U000e0067\U000e007fA\U000e0067", "A"),
        ("👍🏽🏽🏽", "👍🏽"),
    ],
    ids=ascii,
)
def test_what_shows_nothing_or_overflows_goes(typed: str, shown: str) -> None:
    assert clean_name(typed) == shown


@pytest.mark.parametrize(
    ("name", "most", "shown"),
    [
        ("Anna", 4, "Anna"),
        ("Anna-Maria", 6, "Anna-…"),
        ("Kim 👩‍💻👩‍💻👩‍💻", 6, "Kim 👩‍💻…"),
        ("ශ්‍රී ලංකා", 2, "ශ්‍රී…"),
        ("علی‌رضا", 4, "علی…"),
        ("🇸🇪🇩🇰🇳🇴", 2, "🇸🇪…"),
        ("Anna-Maria 2", 8, "Anna-… 2"),
        ("Christopher Anderson 12", 12, "Christop… 12"),
    ],
)
def test_a_name_is_cut_between_letters_and_keeps_its_number(
    name: str, most: int, shown: str
) -> None:
    assert shorten_name(name, most) == shown


def test_people_of_one_name_are_told_apart() -> None:
    assert told_apart(("Anna", "Anna", "anna")) == ("Anna", "Anna 2", "anna 3")
    assert told_apart(("Anna", "anna", "Anna 2")) == ("Anna", "anna 3", "Anna 2")
    assert told_apart(("An\u00adna", "Ａｎｎａ", "𝓐nna")) == ("Anna", "Ａｎｎａ 2", "𝓐nna 3")
    assert told_apart(("\u3164", "\u2800")) == ("?", "? 2")
    assert told_apart(("Bo", "Strauß", "STRAUSS")) == ("Bo", "Strauß", "STRAUSS 2")


def test_names_that_begin_alike_are_told_apart_where_they_are_cut() -> None:
    both = ("Christopher Anderson", "Christopher Andersen", "Bo")
    assert told_apart(both) == both
    assert told_apart(both, 12) == ("Christopher…", "Christoph… 2", "Bo")


@pytest.mark.parametrize("name", ["x" * 97, "An\x1b[31mna", "a\x00b", "\x9b31m"])
def test_no_record_has_such_a_name(name: str) -> None:
    with pytest.raises(ValueError, match="at most 96 characters, and no control character"):
        check_name(name)
    check_name("x" * 96)
    check_name("\u202eKim 👩‍💻")


_TRICKY = st.sampled_from(
    [
        *WHOLE,
        *INVISIBLE,
        "Anna",
        "anna",
        "\u0301",
        "\u200d",
        "\u200c",
        "👩",
        "🏽",
        "\ufe0f",
        "क",
        "्",
    ]
)
NAMES = st.lists(st.one_of(_TRICKY, st.text(max_size=40), st.characters()), max_size=6).map("".join)


@given(NAMES)
def test_a_cleaned_name_is_bounded_and_stays_so(name: str) -> None:
    once = clean_name(name)
    assert clean_name(once) == once
    assert len(clusters(once)) <= MAX_NAME_LENGTH
    assert len(once) <= 3 * MAX_NAME_LENGTH
    kinds = [unicodedata.category(one) for one in once]
    assert not once or any(kind[0] in "LNPS" or kind == "Cn" for kind in kinds)
    assert not {"Cc", "Cs", "Co", "Zl", "Zp"} & {*kinds}
    assert once == " ".join(once.split())
    assert visible(name)
    once.encode()


@given(NAMES, st.integers(1, 12))
def test_no_cut_tears_a_letter(name: str, most: int) -> None:
    whole = clean_name(name)
    pieces = clusters(whole)
    assert "".join(pieces) == whole
    assert len(clusters(shorten_name(whole, most))) <= max(most, 5)
    starts = {"".join(pieces[:end]).rstrip(" +,;:\u200c\u200d") for end in range(len(pieces) + 1)}
    for shorter in [*cuts(whole)][1:]:
        assert shorter.partition("…")[0] in starts or "…" in whole


@given(st.lists(NAMES, min_size=2, max_size=7), st.sampled_from([8, 12, MAX_NAME_LENGTH]))
def test_any_names_are_told_apart(names: list[str], most: int) -> None:
    told = told_apart(tuple(names), most)
    assert len({*map(fold_name, told)}) == len(names)
    assert all(told)
    assert all(len(clusters(one)) <= most for one in told)
    assert told_apart(told, most) == told
