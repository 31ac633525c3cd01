"""The deal that each rulebook plays out is one: its cards, its tricks and its score."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from kwbot.engine.deals.match import Match
from kwbot.engine.deals.reader import replay
from kwbot.engine.values.cards import Card, CardSet
from kwbot.text.words.rulebook import Page, games
from kwbot.variants import games as all_games
from tests.text.words.test_rulebook import LANGUAGES, ROOT, load

RECORDS = Path(__file__).parent / "whole_deals"
SUITS = dict(zip("♠♥♦♣", "SHDC", strict=True))
RANKS = {
    "en": dict(zip(("A", "K", "Q", "J", "10"), "AKQJT", strict=True)),
    "sv": dict(zip(("E", "K", "D", "Kn", "10"), "AKQJT", strict=True)),
    "da": dict(zip(("E", "K", "D", "B", "10"), "AKQJT", strict=True)),
}


def played(game: str) -> Match:
    return replay((RECORDS / f"{game}.rec").read_text("utf-8"), all_games())


def page_of(game: str, language: str) -> Page:
    """The page after the one minute."""
    return load(language, game).pages[1]


def code(card: str, language: str) -> str:
    """A card as records write it; a joker without its number."""
    return "J" if card == "Joker" else SUITS[card[0]] + RANKS[language].get(card[1:], card[1:])


def plain(card: Card) -> str:
    return "J" if card.suit is None else str(card)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games(ROOT))
def test_hands_and_tricks_are_those_of_a_record(game: str, language: str) -> None:
    match = played(game)
    deal = match.finished
    assert deal
    assert deal.play
    text = page_of(game, language).text
    for seat, name in enumerate(match.names):
        (written,) = re.findall(rf"^- \*\*{name}:\*\* (.+)$", text, re.MULTILINE)
        cards = [code(card, language) for card in one_by_one(written)]
        assert sorted(cards) == sorted(map(plain, dealt(game)[seat])), name
    lines = re.findall(r"^- (\d+) (\w+): (.+)$", text, re.MULTILINE)
    assert len(lines) == len(deal.play.tricks)
    for number, (line, trick) in enumerate(zip(lines, deal.play.tricks, strict=True), start=1):
        assert (int(line[0]), line[1]) == (number, match.names[trick.leader])
        cards = line[2].split()
        assert [code(card.strip("*"), language) for card in cards] == [
            plain(card) for _, card in trick.plays
        ]
        (taker,) = (seat for (seat, _), card in zip(trick.plays, cards, strict=True) if "*" in card)
        assert taker == trick.winner


def one_by_one(hand: str) -> Iterator[str]:
    """The cards of a hand, in which a suit stands before its first card alone."""
    suit = ""
    for word in hand.split():
        if word == "Joker":
            yield word
        else:
            suit = word[0] if word[0] in SUITS else suit
            yield suit + word.removeprefix(suit)


def dealt(game: str) -> list[CardSet]:
    lines = (RECORDS / f"{game}.rec").read_text("utf-8").splitlines()
    return [CardSet.parse(line.split(" ", 2)[2]) for line in lines if line.startswith("hand ")]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games(ROOT))
def test_the_score_is_what_the_deal_brought(game: str, language: str) -> None:
    (scored,) = played(game).deals
    score = page_of(game, language).text.splitlines()[-1]
    for points in {*scored.gained} - {0}:
        assert re.search(rf"(?<![\d]){'−' if points < 0 else ''}{abs(points)}\b", score)
    assert score.startswith("**")
