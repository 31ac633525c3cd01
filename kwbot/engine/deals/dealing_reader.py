"""Reading the chance lines of a record: a drawn order, hands, a kitty, a turned-up card."""

from collections.abc import Callable

from kwbot.engine.phases.base import Dealing
from kwbot.engine.values.actions import Dealt
from kwbot.engine.values.cards import CardSet

from . import record_lines as lines
from .record_lines import Chance


class DealingReader:
    """Reads the chance lines of one deal, and checks each against the phase that deals."""

    def __init__(self) -> None:
        self._chance = Chance()

    def read(self, word: str, rest: str, phase: Dealing) -> None:
        """Read a line of `Group.CHANCE`. Raises ValueError if it does not fit."""
        _LINES[word](self, rest, phase)
        if phase.words and not self._chance.order:
            raise ValueError("the line 'order' must stand before the hands")

    def is_complete(self, phase: Dealing) -> bool:
        """Whether all that this game deals has been read."""
        return self._has_hands_and_kitty(phase) and not (
            phase.turned and self._chance.turned is None
        )

    def dealt(self, phase: Dealing) -> Dealt:
        """Return the cards that were read."""
        return self._chance.dealt(phase.layout.players)

    def _read_order(self, rest: str, phase: Dealing) -> None:
        if not phase.words or self._chance.order or self._chance.hands:
            raise ValueError(lines.ORDER_FORM)
        if sorted(rest.split()) != sorted(phase.words):
            raise ValueError(f"the order is one of: {' '.join(phase.words)}")
        self._chance.add("order", rest)

    def _read_hand(self, rest: str, phase: Dealing) -> None:
        seat, cards = lines.parse_hand(rest)
        if seat not in phase.layout.seats or seat in self._chance.hands:
            raise ValueError(lines.HAND_FORM)
        self._check(cards, phase.each, phase)
        self._chance.hands[seat] = cards

    def _read_kitty(self, rest: str, phase: Dealing) -> None:
        if not phase.aside or self._chance.kitty or not self._has_hands(phase):
            raise ValueError(lines.KITTY_FORM)
        self._check(CardSet.parse(rest), phase.aside, phase)
        self._chance.add("kitty", rest)

    def _read_turn(self, rest: str, phase: Dealing) -> None:
        if not phase.turned or not self._has_hands_and_kitty(phase):
            raise ValueError(lines.TURN_FORM)
        self._chance.add("turn", rest)

    def _check(self, cards: CardSet, count: int, phase: Dealing) -> None:
        """Raise ValueError unless these are `count` cards of the deck, none of them dealt yet."""
        dealt = CardSet.union(self._chance.hands.values())
        if len(cards) != count:
            raise ValueError(f"{count} cards are dealt here")
        if not cards <= phase.layout.deck:
            raise ValueError("a card is not in the deck of this game")
        if cards & (dealt | CardSet(self._chance.kitty)):
            raise ValueError("a card is dealt twice")

    def _has_hands(self, phase: Dealing) -> bool:
        return set(self._chance.hands) == set(phase.layout.seats)

    def _has_hands_and_kitty(self, phase: Dealing) -> bool:
        return self._has_hands(phase) and len(self._chance.kitty) >= phase.aside


_LINES: dict[str, Callable[[DealingReader, str, Dealing], None]] = {
    "order": DealingReader._read_order,
    "hand": DealingReader._read_hand,
    "kitty": DealingReader._read_kitty,
    "turn": DealingReader._read_turn,
}
