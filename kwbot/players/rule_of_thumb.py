"""A simple player who goes by rules of thumb: instant, sensible, and no great thinker.

It knows the shapes of a choice and no game. What a game can tell of its own decisions comes as
`Counsel.advice`; what a trick is worth to whom, and whether tricks are wanted at all, stands in
the view.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace

from kwbot.engine.actions import Action, ChooseCard, ChooseCards, NamePlayer, Play
from kwbot.engine.cards import Card, CardSet, Suit
from kwbot.engine.choices import PlayCard, SomeCards
from kwbot.engine.view import View
from kwbot.variants import counsels

from .cardplay import WHIM, best_card

LEEWAY = 0.35
"""Advised actions this close together, in points, are as good as equal: chance decides."""

JOKER = 15
"""A joker is missed more than an ace by who wants tricks, and most by who wants none."""


class RuleOfThumb:
    """Follows the game's advice; plays cards by what the trick is worth.

    It makes the small mistakes of people if it remembers only so many tricks (`memory`), or plays
    cards that are a little worse than the best (by less than `whim`, see cardplay).
    """

    def __init__(self, memory: int | None = None, whim: float = WHIM) -> None:
        self.memory, self.whim = memory, whim

    def choose(self, seen: View, rng: random.Random) -> Action:
        choice = seen.choice
        assert choice is not None
        if len(choice) == 1:
            return next(iter(choice))
        advised = counsels()[seen.variant.key].advice(seen, rng)
        if isinstance(choice, PlayCard):
            cards = _promising(advised) & choice.cards or choice.cards
            return Play(best_card(self._remembered(seen), cards, rng, self.whim))
        by_worth = sorted(advised, key=lambda action: -advised[action] - LEEWAY * rng.random())
        for action in by_worth:
            if action in choice:
                return action
        if isinstance(choice, SomeCards):
            return given_away(seen)[0]
        return _by_shape(seen, rng)

    def _remembered(self, seen: View) -> View:
        """As if only the last tricks had been seen: which card is the highest left?"""
        if self.memory is None or len(seen.tricks) <= self.memory:
            return seen
        return replace(seen, tricks=seen.tricks[-self.memory :])


def _promising(advised: Mapping[Action, float]) -> CardSet:
    """The cards that a game advises to play, the best ones alone."""
    best = max(advised.values(), default=0.0)
    return CardSet(
        action.card
        for action, worth in advised.items()
        if isinstance(action, Play) and worth > best - LEEWAY
    )


def _by_shape(seen: View, rng: random.Random) -> Action:
    """Without advice: the player for whom the trick is best, the card that is missed least."""
    choice = seen.choice
    assert choice is not None
    some = choice.sample(rng)
    if isinstance(some, NamePlayer) and seen.worth and seen.seat is not None:
        worth = seen.worth[seen.seat]
        return max(
            (action for action in choice if isinstance(action, NamePlayer)),
            key=lambda action: worth.get(action.player, 0.0),
        )
    if isinstance(some, ChooseCard) and some.card:
        offered = {one.card for one in choice if isinstance(one, ChooseCard) and one.card}
        if offered <= set(seen.hand):
            return ChooseCard(_least_missed(seen, CardSet(offered))[0])
    return some


def given_away(seen: View) -> list[Action]:
    """Sets of cards that the viewer might choose, if they are free to: those that are missed least;
    and the same, but first whatever there is of one suit. Empty for other choices."""
    choice = seen.choice
    if not isinstance(choice, SomeCards):
        return []
    cards = _least_missed(seen, choice.cards)
    orders = [cards, *(sorted(cards, key=lambda card: card.suit != suit) for suit in Suit)]
    found = [ChooseCards(CardSet(order[: choice.least])) for order in orders]
    return [action for action in dict.fromkeys(found) if action in choice]


def _least_missed(seen: View, cards: CardSet) -> list[Card]:
    """`cards`, the one to be rid of first: low ones if tricks are wanted, high ones if not."""
    trumps, length = seen.trumps, {suit: len(seen.hand.of_suit(suit)) for suit in range(4)}  # type: ignore[arg-type]
    sign = 1 if seen.appetite >= 0 else -1

    def missed(card: Card) -> tuple[int, int]:
        if card.suit is None:  # a joker takes a trick, or keeps out of one
            return JOKER * (sign > 0), 0
        power = seen.strength(card) if seen.strength else card.rank or 0
        trump = 20 if trumps is not None and card.suit == trumps else 0
        return sign * (power + trump), length.get(card.suit or 0, 0)

    return sorted(cards, key=missed)
