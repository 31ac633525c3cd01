"""Rules of thumb for simple computer players: the auction, and what comes before the tricks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import erf, exp, sqrt
from typing import TYPE_CHECKING

from kwbot.engine.actions import (
    Accept,
    Action,
    Bid,
    ChooseCard,
    ChooseCards,
    Join,
    NameSuit,
    Pass,
    TurnNext,
)
from kwbot.engine.cards import JOKERS, NO_CARDS, Card, CardSet, Rank, Suit
from kwbot.engine.choices import LadderBid, Randomness, SomeCards
from kwbot.engine.view import View

from .bids import GOOD, HALF, NO_TRUMP, STRONG, VIP, Nolo, attachment_of
from .hands import forced, least_missed, taking
from .points import nolo_stake, stake
from .purposes import CALL, EXCHANGE, TRUMPS, VOID_CARD
from .purposes import VIP as TURNING

if TYPE_CHECKING:
    from .game import DanishWhist

PARTNER = 3.4
"""Tricks that the holder of the called card adds, and the exchange."""
SPREAD = 1.6
"""Standard deviation of the tricks of a side."""
MOOD = 100
NOLO_PAR, NOLO_SLOPE = 1.6, 1.6
"""Forced tricks at which a nolo is even, and how much one trick less helps."""
SPARE_TRICK = 0.8
"""Forced tricks that a nolo with one trick allowed may have more."""
OPEN_HAND = -0.3
ACCEPTED = 0.0
AVERAGE_CARD = 0.22
"""Tricks that an unknown card promises."""


def advice(game: DanishWhist, seen: View, rng: Randomness) -> Mapping[Action, float]:
    """What the viewer in turn may well do, and what it is worth to them; see Variant.advice."""
    assert seen.seat is not None
    assert seen.purposes
    if isinstance(seen.choice, LadderBid):
        return _bids(game, seen, seen.choice, rng)
    rule = _RULES.get(seen.purposes[seen.seat].key)
    return rule(game, seen) if rule else {}


# --- the auction ---------------------------------------------------------------------------------


def _bids(game: DanishWhist, seen: View, choice: LadderBid, rng: Randomness) -> dict[Action, float]:
    """Every higher bid in expected points; joining like bidding the same."""
    means = {key: mean + _mood(rng) for key, mean in _prospects(seen.hand).items()}
    shy = _mood(rng)

    def promise(bid: Bid) -> float:
        nolo = game.nolo(bid)
        if nolo:
            return _nolo_promise(game, seen, nolo, shy)
        return _expected(seen, bid, means[attachment_of(bid)])

    found: dict[Action, float] = {Pass(): 0.0}
    found |= {bid: promise(bid) for bid in choice.bids}
    if Join() in choice.calls and choice.standing:
        found[Join()] = promise(choice.standing)
    return found


def _mood(rng: Randomness) -> float:
    """Between −0.8 and 0.8 tricks."""
    return (rng.randrange(161) - 80) / 100


def _prospects(hand: CardSet) -> dict[str, float]:
    """Tricks that declarer's side may expect with each attachment."""
    by_suit = {suit: taking(hand, suit) for suit in Suit}
    best, second, third, worst = sorted(by_suit.values(), reverse=True)
    return {
        "": best + PARTNER,
        VIP.key: 0.45 * best + 0.35 * second + 0.15 * third + 0.05 * worst + PARTNER + 0.3,
        STRONG.key: by_suit[Suit.SPADES] + PARTNER,
        GOOD.key: by_suit[Suit.CLUBS] + PARTNER,
        HALF.key: (best + second + third + worst) / 4 + PARTNER + 0.8,
        NO_TRUMP.key: taking(hand, None) + PARTNER,
    }


def _expected(seen: View, bid: Bid, mean: float) -> float:
    """Points that declarer gets on average."""
    found = 0.0
    for won in range(14):
        share = _below(won + 0.5, mean) - _below(won - 0.5, mean)
        if share > 0.001:
            found += share * stake(bid, 1, won, seen.sheet.options, alone=False).amount
    return found


def _below(tricks: float, mean: float) -> float:
    return (1 + erf((tricks - mean) / (SPREAD * sqrt(2)))) / 2


def _nolo_promise(game: DanishWhist, seen: View, nolo: Nolo, shy: float) -> float:
    fear = _fear(game, seen, least_missed_in_nolo(game, seen)) + shy / 2
    par = NOLO_PAR + SPARE_TRICK * nolo.limit + OPEN_HAND * game.nolos.index(nolo)
    made = 1 / (1 + exp(NOLO_SLOPE * (fear - par)))
    place, options = game.nolos.index(nolo), seen.sheet.options
    won = nolo_stake(place, options, made=True).amount
    lost = nolo_stake(place, options, made=False).amount
    return 3 * (made * won + (1 - made) * lost)


def _fear(game: DanishWhist, seen: View, laid: CardSet) -> float:
    return forced(seen.hand - laid, game.nolo_strength(seen.sheet.options))


def least_missed_in_nolo(game: DanishWhist, seen: View) -> CardSet:
    strength = game.nolo_strength(seen.sheet.options)
    return CardSet(least_missed(seen.hand, 3, lambda hand: -forced(hand, strength), NO_CARDS))


# --- after it ------------------------------------------------------------------------------------


def _trumps_of(seen: View) -> Suit | None:
    """Trumps before the tricks, as they were named or as the bid says."""
    assert seen.contract
    named = [entry.action.suit for entry in seen.said if isinstance(entry.action, NameSuit)]
    if named:
        return named[-1]
    if attachment_of(seen.contract) == VIP.key and seen.kitty:
        suits = [card.suit for card in seen.kitty if card.suit is not None]
        return suits[-1] if suits else None
    fixed = {STRONG.key: Suit.SPADES, GOOD.key: Suit.CLUBS}
    return fixed.get(attachment_of(seen.contract))


def _called(seen: View) -> Card | None:
    return next(
        (
            entry.action.card
            for entry in seen.said
            if entry.purpose is CALL and isinstance(entry.action, ChooseCard)
        ),
        None,
    )


def _trumps(game: DanishWhist, seen: View) -> dict[Action, float]:
    return {NameSuit(suit): taking(seen.hand, suit) for suit in Suit}


def _call(game: DanishWhist, seen: View) -> dict[Action, float]:
    """A card that one does not hold, in a suit of few cards but some, and not trumps."""
    assert seen.choice
    trumps = _trumps_of(seen)
    found: dict[Action, float] = {}
    for action in seen.choice:
        if isinstance(action, ChooseCard) and action.card and action.card.suit is not None:
            cards = seen.hand.of_suit(action.card.suit)
            fits = -5.0 if action.card in cards else 0.0
            fits -= 2.0 * (action.card.suit == trumps) + 1.5 * (not cards) + 0.3 * len(cards)
            found[action] = fits
    return found


def _vip(game: DanishWhist, seen: View) -> dict[Action, float]:
    """Take a suit that is about as good as what may come."""
    trumps = seen.kitty[-1].suit if seen.kitty[-1].suit is not None else _trumps_of(seen)
    left = 3 - len(seen.kitty)
    worths = sorted(taking(seen.hand, suit) for suit in Suit)
    hoped = worths[2] if left == 2 else sum(worths) / 4
    return {Accept(): taking(seen.hand, trumps), TurnNext(): hoped}


def _exchange(game: DanishWhist, seen: View) -> dict[Action, float]:
    choice = seen.choice
    assert isinstance(choice, SomeCards)
    if seen.contract and game.nolo(seen.contract):
        laid = least_missed_in_nolo(game, seen)
        return {ChooseCards(laid if len(laid) in choice.sizes else NO_CARDS): 0.0}
    trumps, called = _trumps_of(seen), _called(seen)
    kept = CardSet([called] if called else []) | JOKERS
    found: dict[Action, float] = {}
    order = least_missed(seen.hand, choice.most, lambda hand: taking(hand, trumps), kept)
    for size in choice.sizes:
        laid = CardSet(order[:size])
        if len(laid) == size:
            found[ChooseCards(laid)] = taking(seen.hand - laid, trumps) + AVERAGE_CARD * size
    return found


def _void_card(game: DanishWhist, seen: View) -> dict[Action, float]:
    """A low card of a side suit, to lead to the partner with."""
    trumps = _trumps_of(seen)
    return {
        ChooseCard(card): -float(card.rank or Rank.ACE) - 20 * (card.suit in (trumps, None))
        for card in seen.hand
    }


_RULES: dict[str, Callable[[DanishWhist, View], dict[Action, float]]] = {
    TRUMPS.key: _trumps,
    CALL.key: _call,
    TURNING.key: _vip,
    EXCHANGE.key: _exchange,
    VOID_CARD.key: _void_card,
}
