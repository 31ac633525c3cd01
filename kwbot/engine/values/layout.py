"""The layout of one deal: its players, and the places of its cards."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from .actions import Foul, Seat
from .cards import NO_CARDS, Card, CardSet


@dataclass(frozen=True, slots=True)
class Layout:
    """The players of a deal, and the places of its cards. `hands`: by player number, empty for
    players who sit out."""

    players: int
    dealer: Seat
    seats: tuple[Seat, ...]
    """The players of the deal, clockwise from the dealer's left."""
    deck: CardSet
    hands: tuple[CardSet, ...]
    kitty: tuple[Card, ...] = ()
    """The cards of the kitty, in the order in which they are turned and taken."""
    turned: Card | None = None
    order: tuple[str, ...] = ()
    fouls: tuple[Foul, ...] = ()
    face_up: int = 0
    """Number of cards of the kitty that lie face up, from its beginning."""
    upturned: tuple[Card, ...] = ()
    """All kitty cards turned up, in that order; some may have been taken since."""
    laid: tuple[CardSet, ...] = ()
    """Cards laid away face down, by player number."""
    known: tuple[CardSet, ...] = ()
    """Cards that everyone knows a player to hold, or to have played since; by player number."""

    @classmethod
    def empty(cls, players: int, dealer: Seat, seats: tuple[Seat, ...], deck: CardSet) -> Layout:
        """Return a layout before the cards are dealt."""
        nothing = (NO_CARDS,) * players
        return cls(players, dealer, seats, deck, nothing, laid=nothing, known=nothing)

    def left_of(self, seat: Seat, steps: int = 1) -> Seat:
        """Return the player of the deal `steps` places clockwise."""
        return self.seats[(self.seats.index(seat) + steps) % len(self.seats)]

    def right_of(self, seat: Seat) -> Seat:
        """Return the neighbour on a player's right."""
        return self.left_of(seat, -1)

    def clockwise_from(self, seat: Seat) -> tuple[Seat, ...]:
        """Return all players of the deal, `seat` first."""
        at = self.seats.index(seat)
        return self.seats[at:] + self.seats[:at]

    def others(self, seat: Seat) -> tuple[Seat, ...]:
        """Return the other players of the deal, clockwise from the left of `seat`."""
        return self.clockwise_from(seat)[1:]

    def holder(self, card: Card) -> Seat | None:
        """Return the player who holds a card; None if nobody does."""
        return next((seat for seat in self.seats if card in self.hands[seat]), None)

    def with_hands(self, new: dict[Seat, CardSet]) -> Layout:
        """Return the layout with other hands for some players."""
        hands = tuple(new.get(seat, hand) for seat, hand in enumerate(self.hands))
        return replace(self, hands=hands)

    def with_passed(self, given: dict[Seat, CardSet], receiver: dict[Seat, Seat]) -> Layout:
        """Return the layout after everyone has passed their `given` cards to their receiver, at the
        same time. Only giver and receiver know these, so none of a giver's cards stays `known`."""
        hands = list(self.hands)
        for seat, cards in given.items():
            hands[seat] -= cards
        for seat, cards in given.items():
            hands[receiver[seat]] |= cards
        return replace(self._doubtful(given), hands=tuple(hands))

    def with_face_up(self, count: int) -> Layout:
        """Return the layout with the first `count` cards of the kitty face up."""
        return replace(self, face_up=count, upturned=self.kitty[:count])

    def with_known(self, seat: Seat, cards: CardSet) -> Layout:
        """Return the layout with `cards` of `seat` known to everyone."""
        known = (*self.known[:seat], self.known[seat] | cards, *self.known[seat + 1 :])
        return replace(self, known=known)

    def with_shown(self, cards: Mapping[Seat, Card]) -> Layout:
        """Return the layout with one card of each of these hands seen by everyone."""
        layout = self
        for seat, card in cards.items():
            layout = layout.with_known(seat, CardSet([card]))
        return layout

    def _doubtful(self, seats: Collection[Seat]) -> Layout:
        """Return the layout with no card of these players `known` any longer."""
        known = (NO_CARDS if seat in seats else cards for seat, cards in enumerate(self.known))
        return replace(self, known=tuple(known))

    def with_exchange(self, seat: Seat, cards: CardSet) -> Layout:
        """Return the layout after `seat` has laid `cards` away face down and taken as many, the
        next ones of the kitty. If any were laid away, their earlier `known` cards are not known any
        longer."""
        count = len(cards)
        taken, seen = CardSet(self.kitty[:count]), CardSet(self.kitty[: min(count, self.face_up)])
        laid = (*self.laid[:seat], self.laid[seat] | cards, *self.laid[seat + 1 :])
        layout = self._doubtful([seat]) if cards else self
        after = layout.with_hands({seat: self.hands[seat] - cards | taken}).with_known(seat, seen)
        return replace(
            after, laid=laid, kitty=self.kitty[count:], face_up=max(0, self.face_up - count)
        )

    def without_card(self, seat: Seat, card: Card) -> Layout:
        """Return the layout without `card` in the hand of `seat`."""
        hands = list(self.hands)
        hands[seat] = hands[seat].without(card)
        return replace(self, hands=tuple(hands))
