"""Worlds: who may hold what, drawn so that it fits everything that a viewer has seen."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

from kwbot.engine.actions import Seat
from kwbot.engine.cards import NO_CARDS, Card, CardSet, Suit
from kwbot.engine.playrules import PlayRules
from kwbot.engine.rulepoints import LedFirst, MustFall
from kwbot.engine.view import View

ATTEMPTS = 30
"""Draws that may fail before what a player showed to lack is forgotten."""

World = tuple[CardSet, ...]
"""Hands by player number."""


class Worlds:
    """What a viewer knows of the others' hands, and hands that fit it."""

    def __init__(self, seen: View) -> None:
        assert seen.seat is not None
        self.seen = seen
        self.others = tuple(seat for seat in seen.seats if seat != seen.seat)
        self.sure = {seat: self._sure(seat) for seat in self.others}
        gone = CardSet(card for trick in seen.tricks for card in trick.cards)
        gone |= CardSet(card for _, card in seen.plays)
        held = CardSet(card for cards in self.sure.values() for card in cards)
        deck = seen.variant.deck(len(seen.names))
        self.unseen = deck - gone - seen.hand - seen.laid - held - CardSet(seen.kitty)
        self.lacking = _lacking(seen)
        self.size = {seat: self._count(seat) for seat in self.others}

    def _sure(self, seat: Seat) -> CardSet:
        """Cards that everybody, or the viewer alone, knows to be in a hand."""
        seen = self.seen
        shown = (seen.open_cards or {}).get(seat, NO_CARDS) | (seen.known or {}).get(seat, NO_CARDS)
        return shown | (seen.given or {}).get(seat, NO_CARDS)

    def _count(self, seat: Seat) -> int:
        """How many cards `seat` holds."""
        seen = self.seen
        played = {who for who, _ in seen.plays}
        mine = len(seen.hand) + int(seen.seat in played)
        return mine - int(seat in played)

    def draw(self, rng: random.Random) -> World:
        """Hands that fit; where none are found, hands that fit the numbers and the sure cards."""
        for attempt in range(ATTEMPTS + 1):
            lacking = self.lacking if attempt < ATTEMPTS else {}
            drawn = self._attempt(rng, lacking)
            if drawn is not None:
                return drawn
        raise AssertionError("so many cards can always be dealt")

    def _attempt(self, rng: random.Random, lacking: dict[Seat, CardSet]) -> World | None:
        room = {seat: self.size[seat] - len(self.sure[seat]) for seat in self.others}
        spare = len(self.unseen) - sum(room.values())
        hands = {seat: self.sure[seat].bits for seat in self.others}
        cards = list(self.unseen)
        rng.shuffle(cards)
        cards.sort(key=lambda card: sum(card in held for held in lacking.values()), reverse=True)
        for card in cards:
            able = [s for s in self.others if room[s] and card not in lacking.get(s, NO_CARDS)]
            weights = [room[seat] for seat in able]
            pick = rng.random() * (sum(weights) + spare)
            for seat, weight in zip(able, weights, strict=True):
                pick -= weight
                if pick < 0:
                    hands[seat] |= card.bit
                    room[seat] -= 1
                    break
            else:
                if not spare:
                    return None
                spare -= 1  # it lies in the kitty, or away
        if any(room.values()):
            return None
        return self._world(hands)

    def _world(self, hands: dict[Seat, int]) -> World:
        seen = self.seen
        return tuple(
            seen.hand if seat == seen.seat else CardSet.of_bits(hands.get(seat, 0))
            for seat in range(len(seen.names))
        )


def _lacking(seen: View) -> dict[Seat, CardSet]:
    """Cards that a player cannot hold, by how they played."""
    assert seen.rules is not None
    deck = seen.variant.deck(len(seen.names))
    lacking = dict.fromkeys(seen.seats, NO_CARDS)
    for plays in (*(trick.plays for trick in seen.tricks), seen.plays):
        for seat, cards in _shown_by(plays, seen.rules, deck):
            lacking[seat] |= cards
    return {seat: cards for seat, cards in lacking.items() if cards}


def _shown_by(
    plays: tuple[tuple[Seat, Card], ...], rules: PlayRules, deck: CardSet
) -> Iterator[tuple[Seat, CardSet]]:
    """Who showed in a trick to hold none of which cards."""
    if not plays:
        return
    leader, card = plays[0]
    led = rules.suit_of(card)
    if led is None:
        return
    falling = list(_falling(rules, led))
    yield leader, CardSet(one for one in falling if one is not card)
    for seat, card in plays[1:]:
        if card.suit is not None and rules.suit_of(card) != led:
            yield seat, rules.of_suit(deck, led)
        yield seat, CardSet(one for one in falling if one is not card)


def _falling(rules: PlayRules, suit: Suit) -> Iterable[Card]:
    """Cards of a suit that would have been played when it was led."""
    for ban in rules.bans:
        if isinstance(ban.cards, MustFall | LedFirst) and ban.cards.card.suit == suit:
            yield ban.cards.card
