"""Who sits where, and the letters that stand for a face."""

from __future__ import annotations

import pytest

from kwbot.engine.values.cards import Card
from kwbot.engine.values.wording import Sentence, Who
from kwbot.text.deal.seating import around, initials, note_text
from kwbot.text.words.card_symbols import CardStyle
from kwbot.text.words.language import Voice, language_of


def test_initials_are_told_apart() -> None:
    assert initials(["Anna", "Bo", "Cleo"]) == ["A", "B", "C"]
    assert initials(["Anna", "Axel", "South West", "Sven"]) == ["An", "Ax", "SW", "Sv"]
    assert initials(["🎉", "*x*"])[0] == "🎉"
    assert initials(["Anna", "Anna 2"]) == ["An", "A2"]
    assert initials(["🏳️‍🌈 ", "ක්‍ෂණ", "👩‍💻👩‍💻", "👩‍💻"]) == ["🏳️‍🌈", "ක්‍ෂ", "👩‍💻👩‍💻", "👩‍💻"]


def test_the_viewer_comes_first_or_the_lowest_number() -> None:
    assert around((3, 0, 1, 2), 1) == (1, 2, 3, 0)
    assert around((3, 4, 1, 2), None) == (1, 2, 3, 4)
    assert around((3, 4, 1, 2), 0) == (1, 2, 3, 4)


@pytest.mark.parametrize(
    ("code", "to_partner", "to_declarer"),
    [
        ("en", "You held ♣A and played with Ada.", "Bo held ♣A and played with you."),
        ("sv", "Du hade ♣E och spelade med Ada.", "Bo hade ♣E och spelade med dig."),
        ("da", "Du havde ♣E og spillede med Ada.", "Bo havde ♣E og spillede med dig."),
    ],
)
def test_a_note_says_you_to_both_partners(code: str, to_partner: str, to_declarer: str) -> None:
    text = "{partner} held {card} and played with {other}."
    note = Sentence(text, partner=Who(1), card=Card.parse("CA"), other=Who(0))
    voice = Voice(language_of(code), ("Ada", "Bo"), style=CardStyle(code))
    told = [note_text(note, seat, voice).replace("\ufe0f", "") for seat in (1, 0, None)]
    assert told[:2] == [to_partner, to_declarer]
    assert told[2] == to_declarer.replace(to_declarer.rsplit(maxsplit=1)[-1], "Ada.")
