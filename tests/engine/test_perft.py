"""Every course of tiny endings, counted by the engine and by plain strings (perft)."""

from collections import Counter
from random import Random

import pytest

from kwbot.engine.phases.playrules import PlayRules
from kwbot.engine.phases.tricks import TrickPlay
from kwbot.engine.values.actions import Play
from kwbot.engine.values.cards import FULL_DECK, JOKERS, CardSet, Suit
from kwbot.engine.values.layout import Layout

Hands = tuple[tuple[str, ...], ...]
Leaves = Counter[tuple[int, ...]]
"""How many courses end with these tricks taken."""
RULES = {
    "no trumps": PlayRules(leader=0),
    "trumps": PlayRules(leader=0, trumps=Suit.HEARTS),
    "by lead": PlayRules(leader=0, lead_makes_trumps=True),
}


def engine_leaves(hands: Hands, rules: PlayRules) -> Leaves:
    cards = tuple(CardSet.parse(" ".join(hand)) for hand in hands)
    table = Layout(4, 3, (0, 1, 2, 3), FULL_DECK | JOKERS, cards)
    return _counted(TrickPlay.begin(table, rules))


def _counted(play: TrickPlay) -> Leaves:
    if play.done:
        return Counter({play.tricks_taken(): 1})
    found: Leaves = Counter()
    for card in play.legal_cards():
        following = play.apply(play.to_act()[0], Play(card))
        assert isinstance(following, TrickPlay)
        found += _counted(following)
    return found


def plain_leaves(hands: Hands, kind: str) -> Leaves:
    """The same by the printed rules, without a line of the engine."""
    found: Leaves = Counter()

    def strength(card: str, led: str, trump: str) -> tuple[bool, bool, int]:
        if card[0] == "J":
            return False, False, 0
        return card[0] == trump, card[0] == led, "23456789TJQKA".index(card[1])

    def trick(
        held: Hands, leader: int, played: tuple[str, ...], trump: str, taken: tuple[int, ...]
    ) -> None:
        led = played[0][0] if played else ""
        if len(played) == 4:
            best = max(played, key=lambda card: strength(card, led, trump))
            taker = leader if led == "J" else (leader + played.index(best)) % 4
            after = tuple(count + (seat == taker) for seat, count in enumerate(taken))
            if any(held):
                trick(held, taker, (), trump, after)
            else:
                found[after] += 1
            return
        seat = (leader + len(played)) % 4
        following = [card for card in held[seat] if card[0] == led != "J"]
        jokers = [card for card in held[seat] if card[0] == "J"]
        for card in [*following, *jokers] if following else held[seat]:
            rest = tuple(c for c in held[seat] if c != card)
            first = not played and not any(taken)
            now = card[0] if kind == "by lead" and first and card[0] != "J" else trump
            trick((*held[:seat], rest, *held[seat + 1 :]), leader, (*played, card), now, taken)

    trick(hands, 0, (), "H" if kind == "trumps" else "", (0, 0, 0, 0))
    return found


ENDINGS = {
    "suits": (("SA", "S2"), ("HA", "H2"), ("DA", "D2"), ("CA", "C2")),
    "mixed": (("SA", "H3", "D4"), ("S5", "HK", "C2"), ("SQ", "D9", "C7"), ("H2", "DA", "CK")),
    "ruffs": (("SA", "S2", "H4"), ("H2", "H3", "D2"), ("S3", "H5", "D3"), ("S4", "D4", "C4")),
    "jokers": (("SA", "J1", "H4"), ("H2", "H3", "S2"), ("S3", "J2", "D3"), ("S4", "D4", "J3")),
}
COUNTED = {("suits", "no trumps"): 16, ("mixed", "no trumps"): 48, ("ruffs", "trumps"): 88}


@pytest.mark.parametrize("kind", RULES)
@pytest.mark.parametrize("ending", ENDINGS)
def test_endings_have_the_courses_of_the_printed_rules(ending: str, kind: str) -> None:
    assert engine_leaves(ENDINGS[ending], RULES[kind]) == plain_leaves(ENDINGS[ending], kind)


@pytest.mark.parametrize(("key", "leaves"), COUNTED.items(), ids=map(str, COUNTED))
def test_leaves_counted_once_for_all(key: tuple[str, str], leaves: int) -> None:
    ending, kind = key
    assert engine_leaves(ENDINGS[ending], RULES[kind]).total() == leaves


@pytest.mark.parametrize("jokers", [False, True])
@pytest.mark.parametrize("kind", RULES)
def test_random_endings_have_the_courses_of_the_printed_rules(kind: str, jokers: bool) -> None:
    rng = Random(kind)
    deck = [card.text for card in FULL_DECK if card.rank and card.rank > 9]
    deck += ["J1", "J2", "J3"] if jokers else []
    for _ in range(8):
        rng.shuffle(deck)
        hands = tuple(tuple(deck[3 * seat : 3 * seat + 3]) for seat in range(4))
        if jokers and all(card[0] != "J" for hand in hands for card in hand):
            continue
        assert engine_leaves(hands, RULES[kind]) == plain_leaves(hands, kind)
