"""Every course of some tiny endings, counted by the engine and by plain strings (perft)."""

from collections import Counter
from random import Random

import pytest

from kwbot.engine.phases.playrules import PlayRules
from kwbot.engine.phases.tricks import TrickPlay
from kwbot.engine.values.actions import Play
from kwbot.engine.values.cards import FULL_DECK, CardSet, Suit
from kwbot.engine.values.layout import Layout
from kwbot.variants.kombinations_whist.effects import SHAPES, Setup

Hands = tuple[tuple[str, ...], ...]
Leaves = Counter[tuple[int, ...]]
"""How many courses end with these tricks taken."""
SEATS = (0, 1, 2, 3)
DECLARER = 1


def engine_leaves(kind: str, hands: Hands, trumps: str) -> Leaves:
    cards = tuple(CardSet.parse(" ".join(hand)) for hand in hands)
    seats = SEATS[: len(hands)]
    table = Layout(len(hands), 0, (*seats[1:], 0), FULL_DECK, cards)
    rules = PlayRules(leader=0, trumps=Suit.parse(trumps) if trumps else None)
    setup = Setup(table, DECLARER, kind, frozenset(), rules)
    return _counted(TrickPlay.begin(table, SHAPES[kind](setup) if kind in SHAPES else rules))


def _counted(play: TrickPlay) -> Leaves:
    if play.done:
        return Counter({play.tricks_taken(): 1})
    found: Leaves = Counter()
    seat = play.to_act()[0]
    for card in play.legal_cards():
        following = play.apply(seat, Play(card))
        assert isinstance(following, TrickPlay)
        found += _counted(following)
    return found


def plain_leaves(kind: str, hands: Hands, trumps: str) -> Leaves:
    """The same by the printed rules, without a line of the engine."""
    found: Leaves = Counter()
    players = len(hands)

    def strength(card: str, led: str, trump: str) -> tuple[bool, bool, int]:
        return card[0] == trump, card[0] == led, "23456789TJQKA".index(card[1])

    def trick(
        held: Hands, leader: int, played: tuple[str, ...], trump: str, lifted: bool,
        taken: tuple[int, ...],
    ) -> None:  # fmt: skip
        if len(played) == players:
            best = max(played, key=lambda card: strength(card, played[0][0], trump))
            taker = (leader + played.index(best)) % players
            after = tuple(count + (seat == taker) for seat, count in enumerate(taken))
            if not any(held):
                found[after] += 1
                return
            trick(held, taker, (), played[0][0] if kind == "grill" else trump, lifted, after)
            return
        seat = (leader + len(played)) % players
        fitting = [card for card in held[seat] if played and card[0] == played[0][0]]
        cards = fitting or list(held[seat])
        if kind == "blocktrumf" and seat == DECLARER and not lifted:
            cards = [card for card in cards if card[0] != trump] or cards
        for card in cards:
            rest = tuple(c for c in held[seat] if c != card)
            now = lifted or (seat != DECLARER and card[0] == trump)
            trick(
                (*held[:seat], rest, *held[seat + 1 :]), leader, (*played, card), trump, now, taken
            )

    trick(hands, 0, (), trumps, False, (0,) * players)
    return found


ENDINGS = {
    "suits": (("SA", "S2"), ("HA", "H2"), ("DA", "D2"), ("CA", "C2")),
    "mixed": (("SA", "H3", "D4"), ("S5", "HK", "C2"), ("SQ", "D9", "C7"), ("H2", "DA", "CK")),
    "ruffs": (("SA", "S2", "H4"), ("H2", "H3", "D2"), ("S3", "H5", "D3"), ("S4", "D4", "C4")),
    "three": (("SA", "H3", "D4"), ("S5", "HK", "C2"), ("SQ", "D9", "C7")),
}
COUNTED = {
    ("suits", "spel", ""): 16,
    ("mixed", "spel", ""): 48,
    ("ruffs", "trumf", "H"): 88,
    ("ruffs", "blocktrumf", "H"): 72,
}


@pytest.mark.parametrize("kind", ["spel", "trumf", "grill", "blocktrumf"])
@pytest.mark.parametrize("ending", ENDINGS)
def test_endings_have_the_courses_of_the_printed_rules(ending: str, kind: str) -> None:
    trumps = "" if kind == "spel" else "H"
    hands = ENDINGS[ending]
    assert engine_leaves(kind, hands, trumps) == plain_leaves(kind, hands, trumps)


@pytest.mark.parametrize(("key", "leaves"), COUNTED.items(), ids=map(str, COUNTED))
def test_leaves_counted_once_for_all(key: tuple[str, str, str], leaves: int) -> None:
    ending, kind, trumps = key
    assert engine_leaves(kind, ENDINGS[ending], trumps).total() == leaves


@pytest.mark.parametrize("kind", ["spel", "trumf", "grill", "blocktrumf"])
def test_random_endings_have_the_courses_of_the_printed_rules(kind: str) -> None:
    rng = Random(kind)
    deck = [card.text for card in FULL_DECK if card.rank and card.rank > 8]
    for _ in range(12):
        rng.shuffle(deck)
        hands = tuple(tuple(deck[3 * seat : 3 * seat + 3]) for seat in range(4))
        trumps = "" if kind == "spel" else rng.choice("SHDC")
        assert engine_leaves(kind, hands, trumps) == plain_leaves(kind, hands, trumps)
