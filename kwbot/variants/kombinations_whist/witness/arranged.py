"""How the cards lay before they were passed: from the hands that are played back to those dealt."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from .imagined import singles

PASSED = 3


@dataclass
class Arrangement:
    """What declarer decides before the tricks, and the hand and unseen cards that come of it.

    Players are counted clockwise from declarer. `bound` are cards that declarer gave away.
    """

    players: int
    own: int
    unseen: int
    bound: list[int]
    swapped: tuple[int, int] | None = None
    """Rangtrumf: declarer's card, and the one received for it."""
    owner: int = 0
    """Who had that one."""
    step: int = 0
    """Brev: so many places to the left; 0 without Brev."""
    given: int = 0
    received: int = 0
    masters: bool = False
    passes: dict[str, dict[int, int]] = field(default_factory=dict)
    """By special: what each player passes."""

    def swap(self, mine: int, theirs: int, owner: int) -> None:
        self.swapped, self.owner = (mine, theirs), owner
        self.own ^= mine | theirs
        self.unseen ^= mine | theirs
        self.bound[owner] |= mine

    def mail(self, step: int, given: int, received: int) -> None:
        self.step, self.given, self.received = step, given, received
        self.own ^= given | received
        self.unseen ^= given | received
        self.bound[step % self.players] |= given

    def dealt(self, played: list[int], rng: Random) -> list[int]:
        """The hands that were dealt, if these are those that are played."""
        hands = list(played)
        if self.masters:
            receivers = {seat: seat - 1 or self.players - 1 for seat in range(1, self.players)}
            self._undo("mastarbrev", hands, receivers, rng)
        if self.step:
            receivers = {seat: (seat + self.step) % self.players for seat in range(self.players)}
            self._undo("brev", hands, receivers, rng)
        if self.swapped:
            both = self.swapped[0] | self.swapped[1]
            hands[0] ^= both
            hands[self.owner] ^= both
        return hands

    def _undo(self, key: str, hands: list[int], receivers: dict[int, int], rng: Random) -> None:
        """Each gets back three cards that their receiver holds, and that are free to have come."""
        passed = {}
        for giver, receiver in receivers.items():
            if key == "brev" and giver == 0:
                passed[giver] = self.given
            elif key == "brev" and receiver == 0:
                passed[giver] = self.received
            else:
                free = list(singles(hands[receiver] & ~self.bound[receiver]))
                passed[giver] = sum(rng.sample(free, PASSED))
        for giver, receiver in receivers.items():
            hands[receiver] ^= passed[giver]
        for giver, cards in passed.items():
            hands[giver] ^= cards
        self.passes[key] = passed
