"""A simple player who goes by rules of thumb: instant, sensible, and no great thinker.

It knows the shapes of a choice and no game. What a game can tell of its own decisions comes as its
counsel's advice. Cards are played by the kernel's policy, which does not look at the hands
of others.
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
"""Advised actions this close together, in points, are as good as equal: chance decides."""

_JOKER_HEIGHT = 15
"""A joker is missed more than an ace by whoever wants tricks, and most by whoever wants none."""


class RuleOfThumb:
    """Follows the game's advice; plays cards by what the trick is worth.

    It makes the small mistakes of people if it remembers only so many tricks (`memory`), or plays
    cards that are a little worse than the best: by less than `whim`, where all that is at stake in
    the trick is 1. Their bids have `extras` extra parts at most.
    """

    taste = NO_TASTE
    """Decides among bids that are about equal."""

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
        """Return how tempting actions are: bids by taste, others by chance."""
        tempting = {action: rng.random() for action in advised}
        appeals = self.taste.appeals([one for one in tempting if isinstance(one, Bid)], rng)
        return tempting | {bid: one + self.taste.boldness / 2 for bid, one in appeals.items()}


def best_card(
    seen: View, legal: CardSet, rng: random.Random, memory: int | None = None, whim: float = 0.0
) -> Card:
    """Return the card of `legal` to play for the viewer, who is in turn; see RuleOfThumb.

    Where the kernel does not support the rules, that which is missed least.
    """
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
    """Let every other hand hold whatever it may: the policy does not look. Where it hangs on the
    hidden cards what is played for, deal them."""
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
    """Return the cards that a game advises to play, the best ones alone."""
    best = max(advised.values(), default=0.0)
    return CardSet(
        action.card
        for action, worth in advised.items()
        if isinstance(action, Play) and worth > best - _TEMPTATION_WEIGHT
    )


def _by_shape(seen: View, rng: random.Random) -> Action:
    """Return a card without advice: for the player for whom the trick is best, the card that is
    missed least.
    """
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
    """Return the cards of which one can be chosen."""
    return CardSet(one.card for one in choice if isinstance(one, ChooseCard) and one.card)


def given_away(seen: View) -> list[Action]:
    """Return sets of cards that the viewer might choose, if they are free to: those that are
    missed least; and the same, but first whatever there is of one suit. Empty for other choices."""
    choice = seen.choice
    if not isinstance(choice, SomeCards):
        return []
    cards = _least_missed(seen, choice.cards)
    orders = [cards, *(sorted(cards, key=lambda card: card.suit != suit) for suit in Suit)]
    found = [ChooseCards(CardSet(order[: choice.least])) for order in orders]
    return [action for action in dict.fromkeys(found) if action in choice]


def _least_missed(seen: View, cards: CardSet) -> list[Card]:
    """Return `cards`, the one to be rid of first: low ones if tricks are wanted, high ones if
    not."""
    trumps, length = seen.trumps, {suit: len(seen.hand.of_suit(suit)) for suit in range(4)}  # type: ignore[arg-type]
    sign = 1 if counsels()[seen.variant.key].leaning(seen) >= 0 else -1

    def regret(card: Card) -> tuple[int, int]:
        if card.suit is None:  # a joker takes a trick, or keeps out of one
            return _JOKER_HEIGHT * (sign > 0), 0
        power = seen.strength(card) if seen.strength else card.rank or 0
        trump = 20 if trumps is not None and card.suit == trumps else 0
        return sign * (power + trump), length.get(card.suit or 0, 0)

    return sorted(cards, key=regret)
