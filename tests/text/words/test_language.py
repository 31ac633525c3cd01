"""Sentences, terms, values and numbers in three languages."""

from __future__ import annotations

import pytest

from kwbot.engine.values import actions as act
from kwbot.engine.values.cards import Card, CardSet, Suit
from kwbot.engine.values.choices import BidPart
from kwbot.engine.values.wording import Listed, Sentence, Term, Who
from kwbot.text.words import labels
from kwbot.text.words.card_symbols import CardStyle
from kwbot.text.words.language import LANGUAGES, Voice, language_of

EN, SV, DA = map(language_of, ("en", "sv", "da"))
PARTS = {
    "noll": BidPart("noll", Term("Zero", "bid"), Term("", ""), 4),
    "pest": BidPart("pest", Term("Plague", "bid"), Term("", ""), 2),
}


def voice(code: str, *names: str) -> Voice:
    return Voice(language_of(code), names, PARTS, CardStyle(code))


@pytest.mark.parametrize(
    ("locale", "code"),
    [
        ("sv-SE", "sv"),
        ("da", "da"),
        ("en-GB", "en"),
        ("en-US", "en"),
        ("sv_FI", "sv"),
        ("no", "da"),
        ("nb-NO", "da"),
        ("nn", "da"),
        ("fr", "en"),
        ("", "en"),
        (None, "en"),
    ],
)
def test_language_of_a_locale(locale: str | None, code: str) -> None:
    assert language_of(locale).code == code


def test_a_language_is_loaded_once() -> None:
    assert language_of("sv-SE") is language_of("sv")


def test_terms_are_told_apart_by_context() -> None:
    assert SV.term(labels.PASS) == "Pass"
    assert DA.term(labels.PASS) == "Pas"
    assert SV.term(Term("Game", "bid")) == "Spel"
    assert SV.term(Term("game", "command")) == "spel"


def test_names_cards_suits_and_points_in_a_sentence() -> None:
    made = Sentence(
        "{player} went down in {bid}: {points:+d}.",
        player=Who(1),
        bid=act.Bid(("noll", "pest")),
        points=-2,
    )
    assert voice("en", "Bo", "Åsa").say(made) == "Åsa went down in Zero + Plague: −2."
    assert voice("sv", "Bo", "Åsa").say(made) == "Åsa gick inte hem med Noll + Pest: −2."
    assert voice("da", "Bo", "Åsa").say(made) == "Åsa gik ikke hjem med Nolo + Pest: −2."


def test_a_language_says_plain_sentences_itself() -> None:
    sentence = Sentence("Follow suit: play {suit}.", suit=Suit.HEARTS)
    assert SV.say(sentence) == "Följ färg: spela hjärter."
    assert EN.say(Sentence("{player} is plagued.", player=Who(0))) == "player 1 is plagued."


def test_values_that_users_typed_are_escaped() -> None:
    sentence = Sentence("This game has no option called {option}.", option="**x**@here")
    assert EN.say(sentence) == "This game has no option called \\*\\*x\\*\\*@\u200bhere."


@pytest.mark.parametrize(
    ("action", "en", "sv", "da"),
    [
        (act.Pass(), "pass", "pass", "pas"),
        (act.NameSuit(Suit.CLUBS), "clubs", "klöver", "klør"),
        (act.StateSuit(Suit.SPADES, 4), "spades (4/5)", "spader (4/5)", "spar (4/5)"),
        (act.NameNumber(3), "3", "3", "3"),
        (act.NameNumbers((3, 5)), "3 or 5", "3 eller 5", "3 eller 5"),
        (act.ChooseCard(Card.parse("DJ")), "♦️J", "♦️Kn", "♦️B"),
        (act.Play(Card.parse("SA")), "♠A", "♠E", "♠E"),
        (act.ChooseCards(CardSet.parse("H2 SQ ST")), "♠Q ♠10 ♥️2", "♠D ♠10 ♥️2", "♠D ♠10 ♥️2"),
        (act.NameDirection("across"), "across", "tvärs över", "tværs over"),
        (act.NamePlayer(0), "B\\_o", "B\\_o", "B\\_o"),
    ],
)
def test_actions_in_words(action: act.Action, en: str, sv: str, da: str) -> None:
    assert [voice(code, "B_o").action(action) for code in LANGUAGES] == [en, sv, da]


def test_every_action_has_words() -> None:
    samples = ("join", "jernhand", "accept", "turn-next", "show SA", "cut 0", "card none", "cards",
               "state none", "direction left")  # fmt: skip
    for text in samples:
        for code in ("sv", "da"):
            worded = voice(code).action(act.parse_action(text))
            assert worded
            assert worded != text


def test_names_stay_told_apart_where_they_are_cut() -> None:
    alike = ("Christopher Anderson", "Christopher Andersen", "王小明", "王小明")
    told = Voice(language_of("en"), alike, longest_name=12)
    assert [told.name(seat) for seat in range(4)] == [
        "Christopher…", "Christoph… 2", "王小明", "王小明 2",
    ]  # fmt: skip


def test_labels_know_no_markdown() -> None:
    assert voice("en", "a_b").without_markdown().value(Who(0)) == "a_b"


def test_lists_in_words() -> None:
    listed = Listed((Term("Zero", "bid"), Term("Plague", "bid"), Term("Greed", "bid")))
    assert voice("en").value(listed) == "Zero, Plague and Greed"
    assert voice("sv").value(listed) == "Noll, Pest och Girighet"


def test_numbers_have_a_real_minus_sign() -> None:
    assert (EN.format_signed(-2), EN.format_signed(3), EN.format_signed(0), EN.number(-11)) == (
        "−2",
        "+3",
        "0",
        "−11",
    )


def test_durations() -> None:
    assert [language.duration(40) for language in (EN, SV, DA)] == [
        "40 seconds",
        "40 sekunder",
        "40 sekunder",
    ]
    assert EN.duration(180) == "3 minutes"


def test_a_time_limit_is_told_exactly() -> None:
    told = [[language.exactly(seconds) for seconds in (1, 90, 60, 5400, 86400)]
            for language in (EN, SV, DA)]  # fmt: skip
    assert told == [
        ["1 second", "90 seconds", "1 minute", "90 minutes", "1 day"],
        ["1 sekund", "90 sekunder", "1 minut", "90 minuter", "1 dygn"],
        ["1 sekund", "90 sekunder", "1 minut", "90 minutter", "1 dag"],
    ]
