"""Wrong cards by trying everything, in plain Python: what the bench's fast way is held against.

All hands that are dealt, every card of the hand, no early stop; the solver remembers nothing but
whole positions, and leaves out no card.
"""

from collections.abc import Mapping, Sequence
from random import Random

from benches.players.card_trial import stakes_of
from benches.players.open_endings import JOKERS, Deck, OpenTrick, TrickStakes, layouts
from kwbot.engine.values.cards import Card, CardSet
from kwbot.engine.values.choices import PlayCard
from kwbot.engine.views.view import View
from kwbot.variants import counsels
from tests.independent.endings import Ending, bits

Hands = tuple[int, ...]
"""The cards of each place at the table."""


class PlainOpenHands:
    """One layout of an ending, in which everybody sees all hands and plays their best."""

    def __init__(self, deck: Deck, decides: TrickStakes, hands: Hands) -> None:
        self.decides, self._hands = decides, hands
        self._follow = deck.known.trumps_follow
        self._trick, self._orders = deck.trick(), deck.orders()
        self._me = self._trick.order[self._trick.cards.bit_count()]
        self._mine = [side == decides.sides[self._me] for side in decides.sides]
        self._found: dict[tuple[Hands, int, int, int], int] = {}

    def value(self, card: int) -> int:
        """Return which of the ends is reached by a card of the player in turn."""
        hands = _without(self._hands, self._me, card)
        return self._next_card(hands, self._trick.after(self._me, card))

    def _next_card(self, hands: Hands, trick: OpenTrick) -> int:
        at = trick.cards.bit_count()
        if at == len(trick.order):
            return self._next_trick(hands, trick)
        place = trick.order[at]
        hand = hands[place]
        cards = hand
        if at and trick.led != JOKERS and hand & trick.led:
            cards = hand & (trick.led | JOKERS)
        best = max if self._mine[place] else min
        return best(
            self._next_card(_without(hands, place, card), trick.after(place, card))
            for card in bits(cards)
        )

    def _next_trick(self, hands: Hands, trick: OpenTrick) -> int:
        row, leader = self.decides.after[trick.row][trick.holder], trick.holder
        if not any(hands):
            return self.decides.least[row]
        trumps = trick.led if self._follow else trick.trumps
        key = (hands, leader, row, trumps)
        if key not in self._found:
            self._found[key] = self._next_card(hands, OpenTrick(self._orders[leader], row, trumps))
        return self._found[key]


def _without(hands: Hands, place: int, card: int) -> Hands:
    return (*hands[:place], hands[place] ^ card, *hands[place + 1 :])


def plain_values(
    seen: View, known: Ending, hands: int, rng: Random
) -> list[dict[Card, int]] | None:
    """Return what each card brings in each of the hands; None where there are not two sides."""
    deck = Deck.of(known)
    assert isinstance(seen.choice, PlayCard)
    found = []
    for dealt in layouts(known, rng, hands)[1]:
        held = {**dealt, known.claimant: known.hand}
        by_player = [CardSet.of_bits(held.get(seat, 0)) for seat in range(len(seen.names))]
        decides = stakes_of(seen, counsels()[seen.variant.key].payoffs(seen, by_player))
        if decides is None or len(set(decides.sides)) != 2:
            return None
        laid = PlainOpenHands(deck, decides, tuple([deck.cards(held[one]) for one in known.seats]))
        found.append({card: laid.value(deck.cards(card.bit)) for card in seen.choice.cards})
    return found


def right_cards(values: Sequence[Mapping[Card, int]], played: Card, share: float) -> set[Card]:
    """Return the cards that make another one wrong."""
    return {
        card
        for card in values[0]
        if all(one[card] >= one[played] for one in values)
        and sum(one[card] > one[played] for one in values) >= share * len(values)
    }
