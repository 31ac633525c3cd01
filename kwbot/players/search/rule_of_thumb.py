"""A simple player by rules of thumb: instant and sensible, but not strong.

It knows the shapes of choices but no game; games give advice on their own decisions through their
counsel. Cards are played by the kernel's policy, which does not look at the others' hands.
"""

import random
from collections.abc import Iterable, Mapping
from copy import copy
from typing import Self

from kwbot.engine.values.actions import (
    PLAYS,
    Action,
    Bid,
    ChooseCard,
    ChooseCards,
    NamePlayer,
    Play,
)
from kwbot.engine.values.cards import NO_CARDS, Card, CardSet, Suit
from kwbot.engine.values.choices import Choice, PlayCard, SomeCards
from kwbot.engine.views.view import View
from kwbot.players.kernel import EVERYBODY, Policy
from kwbot.players.samples.determinization import Determinizer
from kwbot.players.samples.kernel_input import KernelInput, Unsupported
from kwbot.players.tastes.bid_taste import NO_TASTE, BidTaste, plainer
from kwbot.variants import counsels

_TEMPTATION_WEIGHT = 0.35
"""Points within which advised actions count as equal, so that chance decides."""

_JOKER_HEIGHT = 15
"""Height of a joker: a player who wants tricks misses it more than an ace."""


class RuleOfThumb:
    """Follows the game's advice, and plays cards by what the trick is worth.

    It makes small human mistakes if it remembers only the last `memory` tricks, or plays cards that
    are worse than the best by up to `whim`, a share of the stake in the trick. Its bids have at
    most `extras` extra parts.
    """

    taste = NO_TASTE
    """The taste that decides among nearly equal bids."""

    def __init__(
        self, memory: int | None = None, whim: float = 0.0, extras: int | None = None
    ) -> None:
        self.memory, self.whim, self.extras = memory, whim, extras

    def with_taste(self, taste: BidTaste) -> Self:
        """Return a player of the same strength with this taste."""
        found = copy(self)
        found.taste = taste
        return found

    def choose(self, seen: View, rng: random.Random) -> Action:
        choice = seen.choice
        assert choice is not None
        if len(choice) == 1:
            return next(iter(choice))
        advised = counsels()[seen.variant.key].advice(plainer(seen, self.extras), rng)
        if isinstance(choice, PlayCard):
            cards = _promising(advised) & choice.cards or choice.cards
            return PLAYS[best_card(seen, cards, rng, self.memory, self.whim)]
        tempting = self._temptations(advised, rng)
        by_worth = sorted(
            advised, key=lambda action: -advised[action] - _TEMPTATION_WEIGHT * tempting[action]
        )
        advice = next((action for action in by_worth if action in choice), None)
        return advice or _by_shape(seen, rng)

    def _temptations(self, advised: Iterable[Action], rng: random.Random) -> dict[Action, float]:
        """Return how tempting actions are, bids by taste and others by chance."""
        tempting = {action: rng.random() for action in advised}
        appeals = self.taste.appeals([one for one in tempting if isinstance(one, Bid)], rng)
        return tempting | {bid: one + self.taste.boldness / 2 for bid, one in appeals.items()}


def best_card(
    seen: View, legal: CardSet, rng: random.Random, memory: int | None = None, whim: float = 0.0
) -> Card:
    """Return the card of `legal` to play for the viewer in turn; see RuleOfThumb. If the kernel
    does not support the rules, it is the card that is missed least."""
    try:
        setting = KernelInput(seen, memory, this_trick=True)
    except Unsupported:
        return _least_missed(seen, legal)[0]
    start, masks, policy = setting.start, setting.masks, Policy(EVERYBODY)
    _imagine(setting, rng)
    if not whim:
        return masks.card[policy.choose(start, masks.of(legal))]
    return max(legal, key=lambda card: policy.rate(start, masks.bit[card]) + whim * rng.random())


def _imagine(setting: KernelInput, rng: random.Random) -> None:
    """Let every other hand hold all cards that it may hold, as the policy does not look at them. If
    the payoffs depend on hidden cards, deal these."""
    seen, start, masks = setting.remembered, setting.start, setting.masks
    gone = seen.played_cards | seen.hand | seen.laid | CardSet(seen.kitty)
    hidden = masks.of(seen.variant.deck(len(seen.names)) - gone)
    played = {seat for seat, _ in seen.plays}
    for seat, place in setting.place.items():
        shown = start.shown[place]
        full = shown.bit_count() >= len(seen.hand) - int(seat in played)
        start.hold(place, shown if full else hidden)
    assert seen.seat is not None
    start.hold(setting.place[seen.seat], masks.of(seen.hand))
    setting.weigh()
    if setting.is_guess:
        Determinizer(seen, masks).deal(start, rng.getrandbits(62))
        setting.weigh()


def _promising(advised: Mapping[Action, float]) -> CardSet:
    """Return the cards that the game advises, only the best ones."""
    best = max(advised.values(), default=0.0)
    return CardSet(
        action.card
        for action, worth in advised.items()
        if isinstance(action, Play) and worth > best - _TEMPTATION_WEIGHT
    )


def _by_shape(seen: View, rng: random.Random) -> Action:
    """Return an action without advice: the cards missed least, the player who should take the
    trick, or a random one."""
    choice = seen.choice
    assert choice is not None
    if isinstance(choice, SomeCards):
        return given_away(seen)[0]
    some = choice.sample(rng)
    if isinstance(some, NamePlayer) and seen.playing:
        brings = counsels()[seen.variant.key].brings(seen)
        named = (action for action in choice if isinstance(action, NamePlayer))
        return max(named, key=lambda action: brings.get(action.player, 0.0))
    offered = _offered_cards(choice) if isinstance(some, ChooseCard) and some.card else NO_CARDS
    if offered and offered <= seen.hand:
        return ChooseCard(_least_missed(seen, offered)[0])
    return some


def _offered_cards(choice: Choice) -> CardSet:
    """Return the cards of a choice of one card."""
    return CardSet(one.card for one in choice if isinstance(one, ChooseCard) and one.card)


def given_away(seen: View) -> list[Action]:
    """Return sets of cards that the viewer might give away: those missed least, and for each suit
    those beginning with the cards of that suit. Empty for other choices."""
    choice = seen.choice
    if not isinstance(choice, SomeCards):
        return []
    cards = _least_missed(seen, choice.cards)
    orders = [cards, *(sorted(cards, key=lambda card: card.suit != suit) for suit in Suit)]
    found = [ChooseCards(CardSet(order[: choice.least])) for order in orders]
    return [action for action in dict.fromkeys(found) if action in choice]


def _least_missed(seen: View, cards: CardSet) -> list[Card]:
    """Return `cards` by how little they are missed: low ones first if tricks are wanted, otherwise
    high ones."""
    trumps, length = seen.trumps, {suit: len(seen.hand.of_suit(suit)) for suit in range(4)}  # type: ignore[arg-type]
    sign = 1 if counsels()[seen.variant.key].leaning(seen) >= 0 else -1

    def regret(card: Card) -> tuple[int, int]:
        if card.suit is None:  # a joker takes a trick, or avoids one
            return _JOKER_HEIGHT * (sign > 0), 0
        power = seen.strength(card) if seen.strength else card.rank or 0
        trump = 20 if trumps is not None and card.suit == trumps else 0
        return sign * (power + trump), length.get(card.suit or 0, 0)

    return sorted(cards, key=regret)
