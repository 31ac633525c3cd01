"""What is decided before the first trick, and how the cards lay before they were passed.

Cards are bits: 16 to a suit, the stronger the higher. Players are counted clockwise from declarer,
who is 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

PASSED_CARDS = 3
_SUIT_MASK = (1 << 16) - 1
SUIT_MASKS = tuple(_SUIT_MASK << 16 * suit for suit in range(4))


def suit_of(card: int) -> int:
    return (card.bit_length() - 1) >> 4


def strength_of(card: int) -> int:
    return (card.bit_length() - 1) & 15


def singles(cards: int) -> Iterator[int]:
    while cards:
        low = cards & -cards
        yield low
        cards ^= low


def below(card: int) -> int:
    """The weaker cards of its suit."""
    return (card - 1) & SUIT_MASKS[suit_of(card)]


@dataclass
class Arrangement:
    """What matters of the bid to the tricks, and the cards with which they begin."""

    own: int
    unseen: int
    players: int
    leader: int = 0
    trumps: int | None = None
    plague: int | None = None
    grill: bool = False
    blocked: bool = False
    justice: bool = False
    masters: bool = False
    to_the_left: bool = False
    """Mästarbrev goes that way in edition 1.5."""
    twos: int = 0
    """Cards that declarer must gather."""
    swapped: tuple[int, int, int] | None = None
    """Rangtrumf: declarer's card, the one received for it, and who had that."""
    step: int = 0
    """Brev: so many places to the left; 0 without Brev."""
    mailed: dict[int, int] = field(default_factory=dict)
    """Brev: what declarer gives and gets, by giver."""

    def __post_init__(self) -> None:
        self.bound = [0] * self.players
        """Cards that declarer gave to each."""
        self.passed: dict[str, dict[int, int]] = {}
        """By purpose, what each player passes."""

    def _exchange(self, given: int, received: int, receiver: int) -> None:
        self.own ^= given | received
        self.unseen ^= given | received
        self.bound[receiver] |= given

    def swap(self, mine: int, theirs: int, owner: int) -> None:
        self.swapped = mine, theirs, owner
        self._exchange(mine, theirs, owner)

    def mail(self, step: int, given: int, received: int) -> None:
        self.step, self.mailed = step, {0: given, self.players - step: received}
        self._exchange(given, received, step)

    def dealt(self, played: list[int], rng: Random) -> list[int]:
        """The hands that were dealt, if these are those that are played."""
        hands, players = list(played), self.players
        if self.masters:
            step = 1 if self.to_the_left else -1
            back = {seat: 1 + (seat - 1 + step) % (players - 1) for seat in range(1, players)}
            self._unpass("masters-mail", hands, back, {}, rng)
        if self.step:
            on = {seat: (seat + self.step) % players for seat in range(players)}
            self._unpass("mail", hands, on, self.mailed, rng)
        if self.swapped:
            mine, theirs, owner = self.swapped
            hands[0] ^= mine | theirs
            hands[owner] ^= mine | theirs
        return hands

    def _unpass(
        self,
        key: str,
        hands: list[int],
        receivers: dict[int, int],
        known: dict[int, int],
        rng: Random,
    ) -> None:
        """Each gets back three cards that their receiver holds, and that are free to have come."""
        passed = dict(known)
        for giver, receiver in receivers.items():
            if giver not in passed:
                free = list(singles(hands[receiver] & ~self.bound[receiver]))
                passed[giver] = sum(rng.sample(free, PASSED_CARDS))
        for giver, cards in passed.items():
            hands[giver] ^= cards
            hands[receivers[giver]] ^= cards
        self.passed[key] = passed
