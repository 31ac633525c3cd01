"""Determinization: random hidden hands that fit everything that a viewer has seen."""

from collections.abc import Iterable, Iterator

from kwbot.engine.phases.playrules import PlayRules
from kwbot.engine.phases.rulepoints import LedFirst, MustFall
from kwbot.engine.values.actions import Seat
from kwbot.engine.values.cards import NO_CARDS, Card, CardSet, Suit
from kwbot.engine.views.view import View
from kwbot.players.kernel import ACCELERATED, PlayInference, Sampler, State

from .masks import Masks

LEISURELY = 160 if ACCELERATED else 1000
"""Number of samples from which on they are weighted by how well they explain the play."""
ATTEMPTS = 30
"""Number of failed draws after which the cards that players lack are ignored."""


class Determinizer:
    """A viewer's knowledge of the others' hands, and the source of hands that fit it."""

    def __init__(self, seen: View, masks: Masks) -> None:
        assert seen.seat is not None
        self.seen = seen
        self.others = tuple(seat for seat in seen.seats if seat != seen.seat)
        self.sure = {seat: sure_cards(seen, seat) for seat in self.others}
        held = CardSet.union(self.sure.values())
        deck = seen.variant.deck(len(seen.names))
        mine = seen.hand | seen.laid
        self.unseen = deck - seen.played_cards - mine - held - CardSet(seen.kitty)
        self.lacking = lacking_cards(seen)
        self.size = {seat: self._count(seat) for seat in self.others}
        self._dealt = self._unseen_sampler(masks)

    def deal(self, position: State, seed: int) -> int:
        """Deal everybody's hands into `position`, and return the next seed. If no hands are found
        that fit, only their sizes and sure cards do."""
        return self._dealt.deal(position, seed, ATTEMPTS)

    def recall(self, inference: PlayInference) -> None:
        """Prefer hands that explain the cards played, from now on."""
        self._dealt.inference = inference

    def _count(self, seat: Seat) -> int:
        """Return the number of cards that `seat` holds."""
        seen = self.seen
        played = {who for who, _ in seen.plays}
        mine = len(seen.hand) + int(seen.seat in played)
        return mine - int(seat in played)

    def _unseen_sampler(self, masks: Masks) -> Sampler:
        seen, seats = self.seen, self.seen.seats
        bound = self.unseen & CardSet.union(self.lacking.values())
        restricted = {card: sum(card in cards for cards in self.lacking.values()) for card in bound}
        ordered = sorted(restricted, key=lambda card: -restricted[card])
        ordered += self.unseen - bound
        dealt = Sampler([masks.bit[card] for card in ordered], len(bound))
        for at, card in enumerate(ordered[1 : len(bound)], 1):
            fresh = restricted[card] != restricted[ordered[at - 1]]
            dealt.group[at] = at if fresh else dealt.group[at - 1]
        for place, seat in enumerate(seats):
            sure = self.sure.get(seat, seen.hand)
            room = self.size.get(seat, len(sure)) - len(sure)
            lacking = masks.of(self.lacking.get(seat, NO_CARDS))
            dealt.player(place, masks.of(sure), lacking, room)
        dealt.aside = len(ordered) - sum(dealt.room)
        return dealt


def sure_cards(seen: View, seat: Seat) -> CardSet:
    """Return the cards that the viewer knows to be in a hand."""
    shown = (seen.open_cards or {}).get(seat, NO_CARDS) | (seen.known or {}).get(seat, NO_CARDS)
    return shown | (seen.given or {}).get(seat, NO_CARDS)


def lacking_cards(seen: View) -> dict[Seat, CardSet]:
    """Return the cards that others cannot hold, from their play and anything else that is known."""
    lacking = dict.fromkeys(seen.seats, NO_CARDS) | dict(seen.lacking or {})
    if seen.rules is not None:
        deck = seen.variant.deck(len(seen.names))
        for plays in (*(trick.plays for trick in seen.tricks), seen.plays):
            for seat, cards in _shown_by(plays, seen.rules, deck):
                lacking[seat] |= cards
    return {seat: cards for seat, cards in lacking.items() if cards and seat != seen.seat}


def _shown_by(
    plays: tuple[tuple[Seat, Card], ...], rules: PlayRules, deck: CardSet
) -> Iterator[tuple[Seat, CardSet]]:
    """Yield players with the cards that a trick shows them not to hold."""
    if not plays:
        return
    leader, card = plays[0]
    led = rules.suit_of(card)
    if led is None:
        return
    falling = CardSet(_falling(rules, led))
    if falling:
        yield leader, falling.without(card)
    for seat, card in plays[1:]:
        if card.suit is not None and rules.suit_of(card) != led:
            yield seat, rules.of_suit(deck, led)
        if falling:
            yield seat, falling.without(card)


def _falling(rules: PlayRules, suit: Suit) -> Iterable[Card]:
    """Yield the cards that must fall the first time `suit` is led."""
    for ban in rules.bans:
        if isinstance(ban.cards, MustFall | LedFirst) and ban.cards.card.suit == suit:
            yield ban.cards.card
