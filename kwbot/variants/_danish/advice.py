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
from kwbot.engine.cards import JOKERS, NO_CARDS, CardSet, Rank, Suit
from kwbot.engine.choices import LadderBid, Randomness, SomeCards
from kwbot.engine.view import View

from .bids import GOOD, HALF, NO_TRUMP, STRONG, VIP, Nolo, attachment_of
from .hands import forced, least_missed, taking
from .points import nolo_stake, stake
from .prospects import called_card
from .purposes import CALL, EXCHANGE, TRUMPS, VOID_CARD
from .purposes import VIP as TURNING

if TYPE_CHECKING:
    from .game import DanishWhist

SPREAD = 2.0
"""Standard deviation of the tricks of a side."""
NOLO_PAR, NOLO_SLOPE = 0.1, 2.2
"""Forced tricks at which a nolo without a trick is even, and how much one less helps."""
SPARE_TRICK, OPEN_HAND = 0.5, -0.3
"""How many more or fewer they may be with a trick allowed, with a hand that will lie open."""
MOOD = 1.2
"""By how many tricks a hand may look better or worse to somebody."""
WALKS = 70
"""Per cent of the bids that are the lowest good one instead of the best."""
LYING_OPEN = 2
"""From this place on the nolos lie open."""
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
    """Higher bids in expected points; joining like bidding the same."""
    means = {key: mean + _mood(rng) for key, mean in prospects(seen.hand).items()}
    fear = fear_of_tricks(game, seen) + _mood(rng) / 4

    def promise(bid: Bid) -> float:
        nolo = game.nolo(bid)
        if nolo:
            return _nolo_promise(game, seen, nolo, fear)
        return _expected(seen, bid, means[attachment_of(bid)])

    good: dict[Action, float] = {bid: worth for bid in choice.bids if (worth := promise(bid)) > 0}
    if good and rng.randrange(100) < WALKS:
        good = {next(iter(good)): min(good.values())}
    found: dict[Action, float] = {Pass(): 0.0, **good}
    if Join() in choice.calls and choice.standing:
        found[Join()] = promise(choice.standing)
    return found


def _mood(rng: Randomness) -> float:
    return MOOD * (rng.randrange(101) - 50) / 50


def prospects(hand: CardSet) -> dict[str, float]:
    """Tricks that declarer's side may expect with each attachment, as measured over deals."""
    suits = {suit: taking(hand, suit) for suit in Suit}
    best, second, third, worst = sorted(suits.values(), reverse=True)
    vip = 0.45 * best + 0.35 * second + 0.15 * third + 0.05 * worst
    return {
        "": 5.75 + 0.53 * best,
        VIP.key: 6.15 + 0.45 * vip,
        STRONG.key: 5.75 + 0.47 * suits[Suit.SPADES],
        GOOD.key: 5.75 + 0.47 * suits[Suit.CLUBS],
        HALF.key: 7.15 + 0.3 * sum(suits.values()) / 4,
        NO_TRUMP.key: 5.95 + 0.5 * taking(hand, None),
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


def fear_of_tricks(game: DanishWhist, seen: View) -> float:
    """Tricks that the hand may be forced to take in a nolo, after an exchange."""
    strength = game.nolo_strength(seen.sheet.options)
    return forced(seen.hand - _worst_for_nolo(game, seen), strength)


def _worst_for_nolo(game: DanishWhist, seen: View) -> CardSet:
    strength = game.nolo_strength(seen.sheet.options)
    return CardSet(least_missed(seen.hand, 3, lambda hand: -forced(hand, strength), NO_CARDS))


def _nolo_promise(game: DanishWhist, seen: View, nolo: Nolo, fear: float) -> float:
    """Points that a soloist gets on average."""
    place, options = game.nolos.index(nolo), seen.sheet.options
    par = NOLO_PAR + SPARE_TRICK * nolo.limit + OPEN_HAND * (place >= LYING_OPEN)
    made = 1 / (1 + exp(NOLO_SLOPE * (fear - par)))
    won = nolo_stake(place, options, made=True).amount
    lost = nolo_stake(place, options, made=False).amount
    return 3 * (made * won + (1 - made) * lost)


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
        laid = _worst_for_nolo(game, seen)
        return {ChooseCards(laid if len(laid) in choice.sizes else NO_CARDS): 0.0}
    trumps, called = _trumps_of(seen), called_card(seen)
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
