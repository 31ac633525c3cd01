"""Deals played on after a long claim: by the claimant for it, by the others against it."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import reduce
from operator import or_
from random import Random

from benches.players.unseen_hands import Choose, draw_hands
from kwbot.engine.deals.match import Match
from kwbot.engine.phases.playrules import never_settled
from kwbot.engine.phases.tricks import TrickPlay
from kwbot.engine.values.actions import Play, Seat
from kwbot.engine.values.cards import Card, CardSet, Suit
from tests.independent.endings import ASIDE, Ending, bits

DEALING_TRIES = 30
Manner = Callable[[TrickPlay, list[Card], Random], Card]


def taken(match: Match, known: Ending, tricks: int, rng: Random) -> int | None:
    """Return how many of the remaining tricks the claimant takes, playing for `tricks` (all or
    none), in a deal that fits what they know; None if none was found."""
    assert match.deal
    play = match.deal.play
    assert play
    hands = _hands(play, known, rng)
    if hands is None:
        return None
    layout = play.layout.with_hands(hands)
    play = replace(play, layout=layout, rules=replace(play.rules, settled=never_settled))
    seat, had = known.claimant, play.tricks_taken()[known.claimant]
    manner = rng.choice(MANNERS)
    while play.turn:
        (turn,) = play.turn
        if play.asking is not None:
            play = play.apply(turn, play.choice(turn).sample(rng))
            continue
        cards = [*play.legal_cards()]
        card = _for_it(play, seat, tricks, cards) if turn == seat else manner(play, cards, rng)
        play = play.apply(turn, Play(card))
    return play.tricks_taken()[seat] - had


def _hands(play: TrickPlay, known: Ending, rng: Random) -> dict[Seat, CardSet] | None:
    """Return the unseen cards redealt, sometimes with a greedy hand, or None if no try fits."""
    might = _might_hold(play, known)
    unseen = [*bits(reduce(or_, known.might.values()))]
    for _ in range(DEALING_TRIES):
        greedy, favourite = rng.random() < 0.5, rng.choice([*known.sizes])
        choose = _favouring(favourite if greedy else None, rng)
        dealt = draw_hands(unseen, might, known.sizes, rng, choose)
        if dealt is not None:
            return {who: CardSet.of_bits(cards) for who, cards in dealt.items() if who != ASIDE}
    return None


def _favouring(favourite: int | None, rng: Random) -> Choose:
    """Return a chooser that gives a favourite every card they may hold, and others at random."""
    return lambda free, _: favourite if favourite in free else rng.choice(free)


def _might_hold(play: TrickPlay, known: Ending) -> dict[int, int]:
    """Return what everybody may hold; a card that counts as another stays with its holder."""
    if play.rules.stand_in is None:
        return dict(known.might)
    card = play.rules.stand_in[0].bit
    holder = next((who for who in known.seats if play.layout.hands[who].bits & card), ASIDE)
    return {who: cards if who == holder else cards & ~card for who, cards in known.might.items()}


# --- for the claim -------------------------------------------------------------------------------


def _for_it(play: TrickPlay, seat: Seat, tricks: int, cards: list[Card]) -> Card:
    """Return the plainest card for all tricks, or for none."""
    if tricks:
        return _winning(play, cards) if play.plays else _from_above(play, seat, cards)
    return _ducking(play, cards) if play.plays else _low_lead(play, seat, cards)


def _trumps_first(play: TrickPlay, card: Card) -> tuple[bool, bool, int]:
    suit = play.rules.suit_of(card)
    return suit is not None, suit is play.trumps and suit is not None, play.rules.power(card)


def _from_above(play: TrickPlay, seat: Seat, cards: list[Card]) -> Card:
    """Return the highest trump, or without trumps the highest card; jokers last."""
    return max(cards, key=lambda card: _trumps_first(play, card))


def _worth(play: TrickPlay, card: Card) -> int:
    suit = play.rules.suit_of(card)
    if suit is not None and suit is play.trumps:
        return 100 + play.rules.power(card)
    return play.rules.power(card) if suit is not None and suit is play.led else -1


def _winning(play: TrickPlay, cards: list[Card]) -> Card:
    """Return the lowest card that beats all cards on the table and in later hands."""
    lying = [_worth(play, card) for _, card in play.plays]
    later = play.order[len(play.plays) + 1 :]
    out = [_worth(play, card) for who in later for card in play.layout.hands[who]]
    best = max(lying + out)
    sure = [card for card in cards if _worth(play, card) > best]
    return min(sure or cards, key=lambda card: _worth(play, card))


def _ducking(play: TrickPlay, cards: list[Card]) -> Card:
    """Return the highest card that does not take the trick."""
    best = max((_worth(play, card) for _, card in play.plays), default=-1)
    below = [card for card in cards if _worth(play, card) < best or play.led is None]
    return max(below or cards, key=play.rules.power)


def _low_lead(play: TrickPlay, seat: Seat, cards: list[Card]) -> Card:
    """Return a card below all others' of its suit, with the rest of its suit low enough, too."""
    out = CardSet(
        card for who in play.layout.seats if who != seat for card in play.layout.hands[who]
    )
    mine = play.layout.hands[seat]

    def is_safe(card: Card) -> bool:
        suit = play.rules.suit_of(card)
        theirs = [] if suit is None else _powers(play, out, suit)
        if not theirs or theirs[0] < play.rules.power(card) or suit is None:
            return False
        rest = _powers(play, mine.without(card), suit)
        return all(low < high for low, high in zip(rest, theirs[:-1], strict=False))

    safe = [card for card in cards if is_safe(card)]
    return min(safe or cards, key=play.rules.power)


def _powers(play: TrickPlay, cards: Iterable[Card], suit: Suit) -> list[int]:
    return sorted(play.rules.power(one) for one in play.rules.of_suit(CardSet(cards), suit))


# --- against it ----------------------------------------------------------------------------------


def _by_chance(play: TrickPlay, cards: list[Card], rng: Random) -> Card:
    return rng.choice(cards)


def _low(play: TrickPlay, cards: list[Card], rng: Random) -> Card:
    """Return a low card: high ones may take a trick later."""
    return min(cards, key=lambda card: (_worth(play, card), play.rules.power(card), rng.random()))


def _high(play: TrickPlay, cards: list[Card], rng: Random) -> Card:
    """Return a high card, so that others must take a trick sooner or later."""
    return max(cards, key=lambda card: (play.rules.power(card), rng.random()))


def _short(play: TrickPlay, cards: list[Card], rng: Random) -> Card:
    """Return a card of the shortest suit, to trump it or discard later."""
    hand = play.layout.hands[play.turn[0]]
    return min(
        cards,
        key=lambda card: (
            99 if card.suit is None else len(hand.of_suit(card.suit)), card.rank or 0
        ),
    )  # fmt: skip


MANNERS: tuple[Manner, ...] = (_by_chance, _low, _high, _short)


def courses(match: Match, known: Ending, tricks: int, count: int, rng: Random) -> Iterator[int]:
    """Yield how many tricks the claimant takes in each of at most `count` courses."""
    for _ in range(count):
        found = taken(match, known, tricks, rng)
        if found is not None:
            yield found
