"""What a contract tells of its player's hand: who calls likes what they hold.

How much each card speaks for a contract is measured over deals at random that are played out by
rule of thumb. Hands are rated by the sum over their cards, so that random ones have mean 0 and
standard deviation 1; those of people who called have about 1.2 and 0.8 (measured).
"""

from __future__ import annotations

from array import array
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass
from statistics import fmean, pstdev

from kwbot.engine.values.actions import Seat
from kwbot.engine.values.cards import CardSet
from kwbot.players.kernel import ERRORS, EVERYBODY, Policy, Sampler, State, rollout

from .kernel_input import KernelInput

INFERENCE_SAMPLES = 1500
"""Deals by which a contract is measured."""
CARD_PLACES = 67
"""As in the kernel: a card's place in its tables is its bit modulo this."""
INFERENCE_SEED = 20_000
APPEAL_CACHE_SIZE = 512
"""Contracts that are remembered."""


@dataclass(frozen=True, slots=True)
class Appeal:
    """The appeal of a contract: what each card, by its place, adds to it, and what all cards of
    a usual hand come to.
    """

    cards: array[float]
    usual: float

    def of(self, hand: int) -> float:
        """Return how far a hand, or what is left of it, is beyond a usual one."""
        total = -self.usual
        while hand:
            card = hand & -hand
            hand ^= card
            total += self.cards[card % CARD_PLACES]
        return total


_known: OrderedDict[Hashable, Appeal] = OrderedDict()
"""The oldest first. Threads may share it: no step of its use needs another."""


def appeals(setting: KernelInput) -> dict[Seat, Appeal]:
    """Return the appeal of the contract to each who chose it, the viewer apart."""
    seen, key = setting.seen, setting.key()
    callers = {seat for seat in (*seen.soloists, seen.declarer) if seat is not None}
    if key is None:
        return {}
    return {seat: _appeal(setting, seat, key) for seat in callers - {seen.seat}}


def _appeal(setting: KernelInput, seat: Seat, key: Hashable) -> Appeal:
    found = _known.get((seat, key))
    if found is None:
        found = _known[seat, key] = _measure(setting, seat)
        if len(_known) > APPEAL_CACHE_SIZE:
            _known.popitem(last=False)
    return found


def _measure(setting: KernelInput, seat: Seat) -> Appeal:
    """Measure an appeal: the mean outcome of hands that have a card against that of all."""
    place, hands, points = setting.place[seat], [], []
    opening, deck = setting.opening(), setting.seen.variant.deck(len(setting.seen.names))
    bits = [setting.masks.of(CardSet([card])) for card in deck]
    dealt = _anyhow(bits, len(setting.place), setting.tricks)
    start, trial, seed = setting.start, State(setting.start.rules), INFERENCE_SEED
    policy = Policy(EVERYBODY)
    for _ in range(INFERENCE_SAMPLES):
        seed = dealt.deal(start, seed, 0)
        setting.weigh()
        for at in setting.place.values():
            opening.hold(at, start.hand[at])
        hands.append(start.hand[place])
        points.append(rollout(opening, trial, policy, place, seed, ERRORS))
    cards, mean = array("d", [0.0] * CARD_PLACES), fmean(points)
    for bit in bits:
        of_those = [points[at] for at, hand in enumerate(hands) if hand & bit]
        cards[bit % CARD_PLACES] = fmean(of_those) - mean if of_those else 0.0
    return _scale(cards, hands)


def _anyhow(bits: list[int], players: int, each: int) -> Sampler:
    """Return all the cards, for anybody."""
    dealt = Sampler(bits, 0)
    for place in range(players):
        dealt.player(place, 0, 0, each)
    dealt.aside = len(bits) - players * each
    return dealt


def _scale(cards: array[float], hands: list[int]) -> Appeal:
    raw = Appeal(cards, 0.0)
    totals = [raw.of(hand) for hand in hands]
    spread = pstdev(totals) or 1.0
    return Appeal(array("d", [one / spread for one in cards]), fmean(totals) / spread)
