"""Wrong cards by trying everything, in plain Python: what the bench's fast way is held against.

All hands that are dealt, every card of the hand, no early stop; the solver remembers nothing but
whole positions, and leaves out no card.
"""

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from benches.players.card_trial import stakes_of
from benches.players.hidden_void_cards import HiddenVoidCard
from benches.players.open_endings import (
    JOKERS,
    Deck,
    NamedRules,
    OpenTrick,
    TrickStakes,
    layouts,
    lowest,
    suit_of,
)
from benches.players.pending_bans import pending_bans
from kwbot.engine.values.cards import Card, CardSet
from kwbot.engine.values.choices import PlayCard
from kwbot.engine.views.view import View
from kwbot.variants import counsels
from tests.independent.endings import Ending, bits

Hands = tuple[int, ...]
"""The cards of each place at the table."""


class PlainOpenHands:
    """One layout of an ending, in which everybody sees all hands and plays their best."""

    def __init__(self, deck: Deck, decides: TrickStakes, named: NamedRules, hands: Hands) -> None:
        self.decides, self._named, self._hands = decides, named, hands
        self._follow = deck.known.trumps_follow
        self._trick, self._orders = deck.trick(), deck.orders()
        self._me = self._trick.order[self._trick.cards.bit_count()]
        self._mine = [side == decides.sides[self._me] for side in decides.sides]
        self._found: dict[tuple[Hands, int, int, int, bool], int] = {}
        known = deck.known
        plays = [(known.seats.index(seat), deck.cards(card)) for seat, card in known.plays]
        self._shown = any(self._shows(self._trick, place, card) for place, card in plays)

    def value(self, card: int) -> int:
        """Return which of the ends is reached by a card of the player in turn."""
        hands = _without(self._hands, self._me, card)
        shown = self._shown or self._shows(self._trick, self._me, card)
        return self._next_card(hands, self._trick.after(self._me, card), shown)

    def _shows(self, trick: OpenTrick, place: int, card: int) -> bool:
        """Whether trumps may be played from now on by whoever has to wait for others."""
        return bool(card & trick.trumps) and place != self._named.blocked

    def _legal(self, hand: int, trick: OpenTrick, place: int, *, shown: bool) -> int:
        fallen = self._named.fallen & hand
        same_suit = suit_of(fallen) if fallen else 0
        follows = trick.cards and trick.led != JOKERS and hand & trick.led
        cards = hand & (trick.led | JOKERS) if follows else hand
        banned = trick.trumps if place == self._named.blocked and not shown else 0
        if same_suit == trick.led or not trick.cards:
            banned |= same_suit & ~fallen
        if follows and same_suit == trick.led:
            banned |= JOKERS
        return cards & ~banned or cards

    def _next_card(self, hands: Hands, trick: OpenTrick, shown: bool) -> int:
        at = trick.cards.bit_count()
        if at == len(trick.order):
            return self._next_trick(hands, trick, shown)
        place = trick.order[at]
        best = max if self._mine[place] else min
        return best(
            self._next_card(
                _without(hands, place, card),
                trick.after(place, card),
                shown or self._shows(trick, place, card),
            )
            for card in bits(self._legal(hands[place], trick, place, shown=shown))
        )

    def _next_trick(self, hands: Hands, trick: OpenTrick, shown: bool) -> int:
        if not trick.cards & self._named.awarded:
            return self._taken(hands, trick, trick.holder, shown)
        best = max if self._mine[self._named.awarder] else min
        return best(self._taken(hands, trick, one, shown) for one in range(len(hands)))

    def _taken(self, hands: Hands, trick: OpenTrick, leader: int, shown: bool) -> int:
        row = self.decides.after[trick.row][leader]
        if not any(hands):
            return self.decides.least[row]
        trumps = trick.led if self._follow else trick.trumps
        key = (hands, leader, row, trumps, shown)
        if key not in self._found:
            begun = OpenTrick(self._orders[leader], row, trumps)
            self._found[key] = self._next_card(hands, begun, shown)
        return self._found[key]


def _without(hands: Hands, place: int, card: int) -> Hands:
    return (*hands[:place], hands[place] ^ card, *hands[place + 1 :])


def plain_values(
    seen: View, known: Ending, hands: int, rng: Random
) -> list[list[dict[Card, int]]] | None:
    """Return what each card brings in each of the hands, for each card that may count as another
    there; None where what the tricks bring hangs on their cards."""
    deck, void_card = Deck.of(known), HiddenVoidCard.of(seen, known)
    named = deck.named_rules(pending_bans(seen))
    assert isinstance(seen.choice, PlayCard)
    found = []
    for dealt in layouts(known, rng, hands, lambda held: [*_ways(void_card, held)])[1]:
        held = {**dealt, known.claimant: known.hand}
        by_player = [CardSet.of_bits(held.get(seat, 0)) for seat in range(len(seen.names))]
        decides = stakes_of(seen, counsels()[seen.variant.key].payoffs(seen, by_player))
        if decides is None:
            return None
        ways = []
        for counted in _ways(void_card, held):
            cards = [
                sum(counted.get(one, deck.bit[one]) for one in bits(held[who]))
                for who in known.seats
            ]
            laid = PlainOpenHands(deck, decides, named, tuple(cards))
            ways.append({card: laid.value(deck.cards(card.bit)) for card in seen.choice.cards})
        found.append(ways)
    return found


def _ways(void_card: HiddenVoidCard | None, held: Mapping[int, int]) -> Iterator[dict[int, int]]:
    """Yield what cards of somebody may count as, in place of what is printed on them."""
    if void_card is None:
        yield {}
        return
    for card in (0, *bits(held[void_card.seat])):
        others = held[void_card.seat] & ~card
        is_void = not void_card.has_shown and not held[void_card.seat] & void_card.called
        if not others & void_card.lacked and (not card or is_void):
            yield {card: lowest(void_card.suit)} if card else {}


def right_cards(
    values: Sequence[Sequence[Mapping[Card, int]]], played: Card, share: float
) -> set[Card]:
    """Return the cards that make another one wrong."""
    return {
        card
        for card in values[0][0]
        if all(one[card] >= one[played] for ways in values for one in ways)
        and sum(all(one[card] > one[played] for one in ways) for ways in values)
        >= share * len(values)
    }
