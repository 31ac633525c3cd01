"""Cards that nobody plays who wants tricks, and blunders that players once made."""

from dataclasses import replace
from random import Random
from types import SimpleNamespace

import pytest

from kwbot.engine.values.actions import NameSuit
from kwbot.engine.values.cards import Card, CardSet, Suit
from kwbot.engine.values.choices import PlayCard
from kwbot.engine.views.counsel import Counsel
from kwbot.engine.views.view import View, view
from kwbot.players.search import card_search
from kwbot.players.search.card_sense import customary, distinct_cards, leaving
from kwbot.players.search.rule_of_thumb import RuleOfThumb
from kwbot.players.turns.levels import COMPUTERS, decide
from kwbot.variants import games
from tests.engine.playing import acted, begin, dealt
from tests.players.positions import contracted

CLUBS = {
    1: "CA CK CQ C8 C6 S9 S8 H9 H8 H7 D9 D8 D7",
    2: "CJ C4 SA SK SQ HA HK HQ HJ DA DK DQ DJ",
    3: "CT C3 SJ ST S7 S6 HT H6 H5 DT D6 D5 D4",
}
"""Players 2 and 0 play against 3 and 1, who is the last one to the first trick."""
VOID = {
    1: "C9 CA C2 HA H4 H3 H2 DA DK D5 D4 D3 D2",
    2: "ST SK SQ SJ HK HQ HJ DQ DJ DT CK CQ CJ",
    3: "SA S9 S8 S7 HT H9 H8 D9 D8 D7 CT C8 C7",
}
"""Player 1 has no spade, and masters of three suits."""


def after(hands: dict[int, str], plays: str, turned: str) -> View:
    match = acted(dealt(begin(games()["whist"], 4), hands, dealer=1, turned=turned), plays)
    return view(match, match.to_act()[0])


def kept(seen: View) -> CardSet:
    assert isinstance(seen.choice, PlayCard)
    return CardSet(customary(seen, distinct_cards(seen, seen.choice.cards)))


def test_the_last_player_takes_what_the_other_side_would_get(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whatever a few samples say: ♣A K Q 8 6 once let a jack of trumps pass."""
    seen = after(CLUBS, "2 play CJ/3 play C3/0 play C2", "CA")
    assert kept(seen) == CardSet.parse("CQ")
    race = SimpleNamespace(which=range(2), leader=lambda: 0, lead=lambda *_: 9.0)
    monkeypatch.setattr(card_search, "_race", lambda *_, **__: race)
    assert isinstance(seen.choice, PlayCard)
    assert card_search.best(seen, seen.choice.cards, Random(1), 160) == Card.parse("CQ")


@pytest.mark.parametrize(
    ("plays", "cards"), [("2 play C4/3 play CT/0 play C2", "CQ C8 C6"), ("2 play C4", "CT C3")]
)
def test_who_is_not_last_or_whose_partner_has_the_trick_may_duck(plays: str, cards: str) -> None:
    assert kept(after(CLUBS, plays, "CA")) == CardSet.parse(cards)


def test_a_trick_is_left_to_partner_if_nobody_who_plays_later_may_take_it() -> None:
    seen, cards = after(CLUBS, "2 play C4/3 play C3", "CA"), [*CardSet.parse("C9 C7 C5 C2")]
    assert leaving(seen, cards) == cards
    hands = [VOID[1].replace("C9 CA C2", "H5 H6 H7"), CLUBS[1]]
    seen_without, seen_with = (  # known: the ace that was turned up, which one hand is without
        replace(seen, open_cards={1: CardSet.parse(hand)}, known={}) for hand in hands
    )
    assert leaving(seen_without, cards) == [Card.parse("C2")]
    assert leaving(seen_with, cards) == cards


SPADES = "2 play SJ/3 play SA/0 play S2"
"""Clubs are trumps, and partner has the trick."""


def test_masters_are_not_thrown_away() -> None:
    assert kept(after(VOID, SPADES, "C9")) == CardSet.parse("CA C9 C2 H2 D2")


def test_who_wants_no_tricks_may_throw_masters_away(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = after(VOID, SPADES, "C9")
    monkeypatch.setattr(Counsel, "leaning", lambda *_: -1)
    assert CardSet.parse("HA DK") <= kept(seen)


def test_trumps_are_not_named_by_a_few_deals_against_habit() -> None:
    """By three deals that were set up, ♠8 alone once looked better than ♦K 9 8 7 6."""
    rng = Random("hus814")
    match = contracted("hus", "8", rng)
    while not any(isinstance(action, NameSuit) for action in match.choice(match.to_act()[0])):
        match = match.apply(match.to_act()[0], decide(RuleOfThumb(), match, match.to_act()[0], rng))
    assert view(match, match.to_act()[0]).hand == CardSet.parse(
        "S8 H9 H8 H4 DK D9 D8 D7 D6 CQ C5 C3 J2"
    )
    named = decide(COMPUTERS["normal"], match, match.to_act()[0], rng)
    assert named == NameSuit(Suit.DIAMONDS)
