"""Counsel for computer players: rules of thumb before the tricks, and payoffs of the tricks."""

from collections.abc import Callable, Mapping, Sequence
from math import inf

from kwbot.engine.phases.choose import TRUMPS
from kwbot.engine.values.actions import (
    Accept,
    Action,
    Bid,
    ChooseCard,
    ChooseCards,
    NameSuit,
    TurnNext,
)
from kwbot.engine.values.cards import JOKERS, NO_CARDS, CardSet, Rank, Suit
from kwbot.engine.values.choices import LadderBid, Randomness, SomeCards
from kwbot.engine.views.counsel import Counsel
from kwbot.engine.views.payoffs import Payoffs
from kwbot.engine.views.view import View

from .bidding import bids, worst_for_nolo
from .bids import GOOD, STRONG, VIP, attachment_of
from .game import DanishWhist
from .hands import least_missed, taking
from .payoffs import called_card, of_nolo, of_tricks
from .purposes import CALL_PARTNER, EXCHANGE, VOID_CARD
from .purposes import VIP_PURPOSE as TURNING

GREAT_LOSS = 24.0
"""Expected loss, in points, from which on an unusual bid is never made."""
AVERAGE_CARD = 0.22
"""Expected tricks of an unknown card."""


class DanishCounsel(Counsel):
    """Counsel for one of the Danish games."""

    leeway = 0.1
    """Small, since the bid decides how many points are at stake."""

    def __init__(self, game: DanishWhist, overuse: Mapping[str, float]) -> None:
        self.game, self.overuse = game, overuse

    def advice(self, seen: View, rng: Randomness | None) -> Mapping[Action, float]:
        """Return the worth of actions by rules of thumb: of bids in points, of others on a scale
        that depends on the question."""
        assert seen.seat is not None
        assert seen.purposes
        if isinstance(seen.choice, LadderBid):
            return bids(self.game, seen, seen.choice, rng)
        rule = _RULES.get(seen.purposes[seen.seat].key)
        return rule(self.game, seen) if rule else {}

    def unusual(self, seen: View) -> Mapping[Action, float]:
        """Return the bids that are made too rarely and promise no great loss."""
        if not isinstance(choice := seen.choice, LadderBid):
            return {}
        rare = {name for name, overuse in self.overuse.items() if overuse < 0}
        found = bids(self.game, seen, choice, None, least=-inf)
        return {
            bid: points
            for bid, points in found.items()
            if points > -GREAT_LOSS
            and isinstance(bid, Bid)
            and rare & {*bid.parts, bid.arguments()}
        }

    def payoffs(self, seen: View, hands: Sequence[CardSet]) -> Payoffs:
        """Return the payoffs of the tricks of the contract, in points."""
        assert seen.contract
        nolo = self.game.nolo(seen.contract)
        if nolo:
            return of_nolo(seen, nolo, self.game.nolos.index(nolo))
        return of_tricks(seen, hands)

    def sure_of_partner(self, seen: View) -> bool:
        """Whether the viewer can be sure of the partner: in Half the partner may lay the called
        card away, which only they know."""
        if seen.partner in (None, seen.declarer, seen.seat):
            return True
        called = called_card(seen)
        if called in (seen.known or {}).get(seen.partner, ()):
            return True
        plays = (*(play for trick in seen.tricks for play in trick.plays), *seen.plays)
        return any(card is called for _, card in plays)


def _trumps_of(seen: View) -> Suit | None:
    """Return the trumps before the tricks, as named, turned up or fixed by the bid."""
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
    """Rate callable cards: best is one not held, in a short suit, neither void nor trumps."""
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
    """Rate accepting the suit against the expected worth of turning up another one."""
    trumps = seen.kitty[-1].suit if seen.kitty[-1].suit is not None else _trumps_of(seen)
    left = 3 - len(seen.kitty)
    worst, third, second, best = sorted(taking(seen.hand, suit) for suit in Suit)
    hoped = (worst + third + second + best) / 4
    if left == 2:  # the mean of the better of two suits
        hoped = (worst + 3 * third + 5 * second + 7 * best) / 16
    return {Accept(): taking(seen.hand, trumps), TurnNext(): hoped}


def _exchange(game: DanishWhist, seen: View) -> dict[Action, float]:
    choice = seen.choice
    assert isinstance(choice, SomeCards)
    if seen.contract and game.nolo(seen.contract):
        laid = worst_for_nolo(game, seen)
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
    """Rate cards to lead to the partner with: best is a low card of a side suit."""
    trumps = _trumps_of(seen)
    return {
        ChooseCard(card): -float(card.rank or Rank.ACE) - 20 * (card.suit in (trumps, None))
        for card in seen.hand
    }


_RULES: dict[str, Callable[[DanishWhist, View], dict[Action, float]]] = {
    TRUMPS.key: _trumps,
    CALL_PARTNER.key: _call,
    TURNING.key: _vip,
    EXCHANGE.key: _exchange,
    VOID_CARD.key: _void_card,
}
