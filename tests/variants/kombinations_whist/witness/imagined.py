"""Thirteen tricks in which everybody helps declarer, with unseen cards dealt as they are played.

Another player has no card of a suit any more as soon as they do not follow it; that is all that
must fit at the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

from .arranged import SUIT_MASKS, Arrangement, below, singles, suit_of

Wins = tuple[bool, ...]
"""Trick by trick, whether declarer takes it."""
_TAKER_TRIES = 6
"""So often a trick is tried anew before the attempt is given up."""


@dataclass(frozen=True)
class ImaginedTrick:
    cards: dict[int, int]
    led: int
    taker: int
    given: bool = False
    """By the justice card."""


class Attempt:
    def __init__(self, arrangement: Arrangement, rng: Random) -> None:
        self.arrangement, self.rng = arrangement, rng
        self.own, self.unseen = arrangement.own, arrangement.unseen
        self.others = range(1, arrangement.players)
        bound = sum(arrangement.bound)
        self.able = [~bound | mine for mine in arrangement.bound]
        """Cards that each player may have, if they are unseen."""
        self.trumps, self.justice = arrangement.trumps, arrangement.justice
        self.unblocked = self.spread = self.dumps = self.lost = False
        self.tricks: list[ImaginedTrick] = []
        self.follow = rng.choice((0.95, 0.75, 0.5))

    def play(self, courses: Sequence[Wins]) -> bool:
        """Try one of these courses, or another one where it does not go on."""
        course = self.rng.choice(courses)
        for at in range(len(course)):
            if not self._trick(course, at):
                # The other way round is as good if it is another course.
                other = (*course[:at], not course[at])
                courses = [one for one in courses if one[: at + 1] == other]
                if not courses:
                    return False
                course = self.rng.choice(courses)
                if not self._trick(course, at):
                    return False
        return True

    def _trick(self, course: Wins, at: int) -> bool:
        rng, players = self.rng, self.arrangement.players
        left, win = len(course) - at, course[at]
        leader = self.tricks[-1].taker if self.tricks else self.arrangement.leader
        taker = 0 if win else rng.choice(self.others)
        self.lost = not win
        self.dumps = rng.random() < 0.1 + 1.6 * sum(course[at:]) / left
        # Any other player does nearly as well; and with the justice card anybody's best card.
        for best in [*[taker] * _TAKER_TRIES, *rng.sample(range(players), players)]:
            given = win == (best != 0)
            if given and not self.justice:
                continue
            cards = self._cards(leader, best)
            if cards and self._fits(cards, suit_of(cards[leader]), left - 1):
                trick = ImaginedTrick(cards, cards[leader], taker if given else best, given)
                self._played(trick, leader)
                return True
        return False

    # --- one trick: who plays what ---------------------------------------------------------------

    def _cards(self, leader: int, taker: int) -> dict[int, int] | None:
        """Cards for everybody, so that `taker` has the best one; None if that did not work out."""
        mine, led = self._own(leader, win=taker == 0)
        kept = self.arrangement.twos if self.lost else 0
        if mine & kept:
            return None
        cards, best, unseen = {0: mine}, mine, self.unseen & ~kept
        for seat in sorted(self.others, key=lambda seat: seat != taker):
            options = self.able[seat] & unseen
            if seat == leader or self.arrangement.bound[seat] & options & SUIT_MASKS[led]:
                options &= SUIT_MASKS[led]
            beating = self._beating(best, led)
            options &= beating if seat == taker else ~beating
            if seat != taker and self.rng.random() < self.follow:
                options = options & SUIT_MASKS[led] or options
            if not options:
                return None
            cards[seat] = self._pick(options)
            unseen ^= cards[seat]
            if seat == taker:
                best = cards[seat]
        return cards

    def _beating(self, card: int, led: int) -> int:
        suit = suit_of(card)
        above = SUIT_MASKS[suit] & ~below(card)
        if suit == self.trumps:
            return above
        trumps = 0 if self.trumps is None else SUIT_MASKS[self.trumps]
        return (above if suit == led else SUIT_MASKS[led]) | trumps

    def _own(self, leader: int, *, win: bool) -> tuple[int, int]:
        """Declarer's card and the suit led."""
        if leader == 0:
            mine = self._own_pick(self._allowed(self.own, leads=True), win=win)
            return mine, suit_of(mine)
        held = self.unseen & self.able[leader]
        led = self.rng.choice([suit for suit in range(4) if held & SUIT_MASKS[suit]])
        cards = self.own & SUIT_MASKS[led] or self._allowed(self.own, leads=False)
        return self._own_pick(cards, win=win), led

    def _allowed(self, cards: int, *, leads: bool) -> int:
        """Without what Blocktrumf and Pest forbid; Pest yields first."""
        if self.arrangement.blocked and not self.unblocked and self.trumps is not None:
            cards = cards & ~SUIT_MASKS[self.trumps] or cards
        plague = self.arrangement.plague
        if leads and plague is not None and not self.spread:
            cards = cards & ~SUIT_MASKS[plague] or cards
        return cards

    def _own_pick(self, cards: int, *, win: bool) -> int:
        """A card to win or to lose with, one of the likely ones."""

        if self.lost:
            cards = cards & ~self.arrangement.twos or cards

        def above(card: int) -> int:
            return (SUIT_MASKS[suit_of(card)] & self.unseen & ~below(card)).bit_count()

        ranked = sorted(singles(cards), key=above, reverse=self.dumps and not win)
        if not (win or self.dumps):  # the highest that will be beaten
            ranked.sort(key=lambda card: not above(card))
        return ranked[min(int(self.rng.expovariate(1.0)), len(ranked) - 1)]

    def _pick(self, options: int) -> int:
        """One of the unseen cards: those that stand above declarer's, or the low ones."""
        rng, plague = self.rng, self.arrangement.plague
        if plague is not None and rng.random() < 0.6:
            options = options & SUIT_MASKS[plague] or options
        if not self.lost and rng.random() < 0.9:
            options = options & self.arrangement.twos or options
        candidates = []
        for suit in filter(None, (options & suit for suit in SUIT_MASKS)):
            card = 1 << suit.bit_length() - 1 if self.dumps else suit & -suit
            harm = (below(card) & self.own).bit_count()
            candidates.append((harm if self.dumps else -harm, rng.random(), card))
        return max(candidates)[2]

    # --- whether it fits ------------------------------------------------------------------------

    def _fits(self, cards: dict[int, int], led: int, left: int) -> bool:
        """Whether what remains can be dealt, `left` cards to each; then it is so from now on.

        By Hall's condition: no group of players must take more cards than they have places for.
        """
        unseen = self.unseen & ~sum(cards.values())
        able = [
            mine if suit_of(cards[seat]) == led else mine & ~SUIT_MASKS[led]
            for seat, mine in enumerate(self.able)
        ]
        for size in range(len(self.others) + 1):
            for group in combinations(self.others, size):
                must = unseen
                for seat in self.others:
                    if seat not in group:
                        must &= ~able[seat]
                if must.bit_count() > left * size:
                    return False
        self.able, self.unseen = able, unseen
        return True

    def _played(self, trick: ImaginedTrick, leader: int) -> None:
        self.tricks.append(trick)
        self.own &= ~trick.cards[0]
        self.justice &= not trick.given
        suits = {suit_of(trick.cards[seat]) for seat in self.others}
        self.unblocked |= self.trumps in suits
        plague = self.arrangement.plague
        self.spread |= plague in suits or (leader != 0 and suit_of(trick.cards[0]) == plague)
        if self.arrangement.grill:
            self.trumps = suit_of(trick.led)
