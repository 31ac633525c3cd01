"""Thirteen tricks in which everybody helps declarer, with unseen cards dealt as they are played.

Cards are bits: 16 to a suit, the stronger the higher, in the ranks of the deal. Players are
counted clockwise from declarer, who is 0. Another player has no card of a suit any more as soon as
they do not follow it; that is all that must fit in the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

Course = tuple[bool, ...]
"""Trick by trick, whether declarer takes it."""
SUIT = (1 << 16) - 1
SUITS = tuple(SUIT << 16 * suit for suit in range(4))
TRIES = 6
"""So often a trick is tried anew before the attempt is given up."""


def suit_of(card: int) -> int:
    return (card.bit_length() - 1) >> 4


def singles(cards: int) -> Iterator[int]:
    while cards:
        low = cards & -cards
        yield low
        cards ^= low


def top(cards: int) -> int:
    return 1 << cards.bit_length() - 1


def below(card: int) -> int:
    """The weaker cards of its suit."""
    return (card - 1) & SUITS[suit_of(card)]


@dataclass(frozen=True)
class Way:
    """How the tricks are played: what of the bid matters to them."""

    players: int
    leader: int
    trumps: int | None = None
    grill: bool = False
    blocked: bool = False
    sloth: bool = False
    justice: bool = False
    plague: int | None = None
    share: str = "any"
    """How the others shall share their tricks: any, even or uneven."""


@dataclass
class Trick:
    plays: list[tuple[int, int]]
    taker: int
    given: bool = False
    """By the justice card."""


@dataclass
class Attempt:
    """One attempt. `bound` are unseen cards of which it is known who gets them."""

    way: Way
    rng: Random
    own: int
    unseen: int
    bound: list[int]
    tricks: list[Trick] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.voids = [[False] * 4 for _ in range(self.way.players)]
        self.trumps = self.way.trumps
        self.unblocked = self.spread = False
        self.justice = self.way.justice
        self.counts = [0] * self.way.players
        self.dumps = self.rng.random() < 0.5
        self.follow = self.rng.choice((0.95, 0.75, 0.5))

    def play(self, courses: Sequence[Course]) -> Course | None:
        """The one of these courses that came of it, if everybody could have had these cards."""
        course, leader = self.rng.choice(courses), self.way.leader
        for at in range(len(course)):
            trick = self._trick(leader, len(course) - at - 1, win=course[at])
            if trick is None:
                # The other way round is as good if it is another course.
                other = (*course[:at], not course[at])
                courses = [one for one in courses if one[: at + 1] == other]
                if not courses:
                    return None
                course = self.rng.choice(courses)
                trick = self._trick(leader, len(course) - at - 1, win=course[at])
                if trick is None:
                    return None
            self.tricks.append(trick)
            self.counts[trick.taker] += 1
            leader = trick.taker
            if self.way.grill:
                self.trumps = suit_of(trick.plays[0][1])
            share = sum(course[at:]) / (len(course) - at)
            self.dumps = self.rng.random() < 0.1 + 1.6 * share
        return course

    def _trick(self, leader: int, left: int, *, win: bool) -> Trick | None:
        taker = 0 if win else self._other()
        order = [(leader + step) % self.way.players for step in range(self.way.players)]
        if self.way.sloth and leader:
            order = [*(seat for seat in order if seat), 0]
        for best in [taker] * TRIES:
            cards = self._cards(leader, order, best)
            if cards and self._done(order, cards, leader, left):
                return Trick([(seat, cards[seat]) for seat in order], taker)
        # Any other player does nearly as well; and with the justice card anybody's best card.
        seats = self.rng.sample(range(self.way.players), self.way.players)
        for best in seats:
            given = win == (best != 0)
            if best == taker or (given and not self.justice):
                continue
            cards = self._cards(leader, order, best)
            if cards and self._done(order, cards, leader, left):
                self.justice &= not given
                plays = [(seat, cards[seat]) for seat in order]
                return Trick(plays, taker if given else best, given=given)
        return None

    def _other(self) -> int:
        """Who shall take a trick that is not declarer's."""
        counts = self.counts[1:]
        if self.way.share == "any" or self.rng.random() < 0.2:
            return self.rng.randrange(1, self.way.players)
        wanted = min(counts) if self.way.share == "even" else max(counts)
        return 1 + self.rng.choice([at for at, count in enumerate(counts) if count == wanted])

    # --- one trick: who plays what ---------------------------------------------------------------

    def _cards(self, leader: int, order: list[int], taker: int) -> dict[int, int] | None:
        """Cards for everybody, so that `taker` has the best one; None if that did not work out."""
        chosen = self._own(leader, win=taker == 0)
        if chosen is None:
            return None
        mine, led = chosen
        cards, best, unseen = {0: mine}, mine, self.unseen
        if taker:
            options = self._beating(taker, led, mine, leads=taker == leader) & unseen
            if not options:
                return None
            best = cards[taker] = self._pick(options)
            unseen ^= best
        for seat in order:
            if seat in cards:
                continue
            follows, other = self._under(seat, led, best, leads=seat == leader)
            follows, other = follows & unseen, other & unseen
            if not follows and not other:
                return None
            following = not other or (follows and self.rng.random() < self.follow)
            cards[seat] = self._pick(follows if following else other)
            unseen ^= cards[seat]
        return cards

    def _own(self, leader: int, *, win: bool) -> tuple[int, int] | None:
        """Declarer's card and the suit led."""
        if leader == 0:
            mine = self._own_pick(self._allowed(self.own, leads=True), None, win=win)
            return mine, suit_of(mine)
        held = self._held(leader)
        leads = [suit for suit in range(4) if held & SUITS[suit]]
        self.rng.shuffle(leads)
        for led in leads:
            cards = self.own & SUITS[led] or self._allowed(self.own, leads=False)
            if not win:
                return self._own_pick(cards, led, win=False), led
            able = [card for card in singles(cards) if self._wins_over(card, led, held)]
            if able:
                return able[0] if self.rng.random() < 0.4 else self.rng.choice(able), led
        return None

    def _wins_over(self, card: int, led: int, held: int) -> bool:
        """Whether the leader, who holds some of `held`, can lead something weaker of the suit."""
        if suit_of(card) == led:
            return bool(below(card) & held)
        return suit_of(card) == self.trumps

    def _allowed(self, cards: int, *, leads: bool) -> int:
        """Without what Blocktrumf and Pest forbid; Pest yields first."""
        way = self.way
        if way.blocked and not self.unblocked and self.trumps is not None:
            cards = cards & ~SUITS[self.trumps] or cards
        if leads and way.plague is not None and not self.spread:
            cards = cards & ~SUITS[way.plague] or cards
        return cards

    def _own_pick(self, cards: int, led: int | None, *, win: bool) -> int:
        """A card to win or to lose with, one of the likely ones."""

        def above(card: int) -> int:
            suit = SUITS[suit_of(card)] & self.unseen
            return (suit & ~below(card)).bit_count()

        def lowest(card: int) -> bool:
            suit = SUITS[suit_of(card)] & self.unseen
            return bool(suit) and not below(card) & suit

        if win:
            ranked = sorted(singles(cards), key=lambda card: (lowest(card), above(card)))
        elif self.dumps:
            # Lowest cards lose whenever they are needed for that.
            ranked = sorted(singles(cards), key=lambda card: (lowest(card), -above(card)))
        else:
            # The highest that will be beaten; thrown away, the highest of all.
            thrown = led is not None and not cards & SUITS[led]
            ranked = sorted(
                singles(cards), key=lambda card: (not thrown and not above(card), above(card))
            )
        return ranked[min(int(self.rng.expovariate(1.0)), len(ranked) - 1)]

    def _held(self, seat: int) -> int:
        """Unseen cards that a player may still have."""
        cards = self.unseen
        for suit in range(4):
            if self.voids[seat][suit]:
                cards &= ~SUITS[suit]
        for other, bound in enumerate(self.bound):
            if other != seat:
                cards &= ~bound
        return cards

    def _free(self, seat: int, led: int) -> int:
        """What they can play without following."""
        if self.bound[seat] & self.unseen & SUITS[led]:
            return 0
        return self._held(seat) & ~SUITS[led]

    def _beating(self, seat: int, led: int, mine: int, *, leads: bool) -> int:
        """Cards of theirs that beat declarer's."""
        held, trumps = self._held(seat), self.trumps
        own = suit_of(mine)
        follows = held & SUITS[led]
        free = 0 if leads else self._free(seat, led)
        ruffs = free & SUITS[trumps] if trumps is not None and trumps != led else 0
        if own == trumps and own != led:
            return ruffs & ~below(mine)
        if own == led:
            return (follows & ~below(mine)) | ruffs
        return follows | ruffs

    def _under(self, seat: int, led: int, best: int, *, leads: bool) -> tuple[int, int]:
        """Cards that do not beat `best`: following, and others."""
        held, trumps = self._held(seat), self.trumps
        suit = suit_of(best)
        follows = held & SUITS[led]
        if suit == led:
            follows &= below(best)
        free = 0 if leads else self._free(seat, led)
        if trumps is not None and trumps != led:
            free &= ~SUITS[trumps] | (below(best) if suit == trumps else 0)
        return follows, free

    def _pick(self, options: int) -> int:
        """One of the unseen cards: those that stand above declarer's, or the low ones."""
        rng, plague = self.rng, self.way.plague
        if plague is not None and rng.random() < 0.6:
            options = options & SUITS[plague] or options
        candidates = []
        for suit in range(4):
            cards = options & SUITS[suit]
            if cards:
                card = top(cards) if self.dumps else cards & -cards
                harm = (below(card) & self.own).bit_count()
                candidates.append((harm if self.dumps else -harm, rng.random(), card))
        return max(candidates)[2]

    # --- whether it fits ------------------------------------------------------------------------

    def _done(self, order: list[int], cards: dict[int, int], leader: int, left: int) -> bool:
        """Play the cards, if what remains can still be dealt."""
        led = suit_of(cards[leader])
        new = [
            seat
            for seat in order
            if seat and suit_of(cards[seat]) != led and not self.voids[seat][led]
        ]
        for seat in new:
            self.voids[seat][led] = True
        played = sum(card for seat, card in cards.items() if seat)
        if not self._fits(self.unseen & ~played, left):
            for seat in new:
                self.voids[seat][led] = False
            return False
        self.unseen &= ~played
        self.own &= ~cards[0]
        others = [card for seat, card in cards.items() if seat]
        if self.trumps is not None:
            self.unblocked |= any(suit_of(card) == self.trumps for card in others)
        plague = self.way.plague
        self.spread |= any(suit_of(card) == plague for card in others) or (
            leader != 0 and suit_of(cards[0]) == plague
        )
        return True

    def _fits(self, unseen: int, left: int) -> bool:
        """Hall's condition: no group of players must take more cards than they have places for."""
        others = self.way.players - 1
        groups = [0] * (1 << others)
        tied = 0
        for seat in range(1, self.way.players):
            mine = self.bound[seat] & unseen
            tied |= mine
            groups[1 << seat - 1] += mine.bit_count()
        for suit in range(4):
            cards = unseen & SUITS[suit] & ~tied
            if cards:
                able = sum(
                    1 << seat - 1
                    for seat in range(1, self.way.players)
                    if not self.voids[seat][suit]
                )
                groups[able] += cards.bit_count()
        return all(
            sum(groups[one] for one in range(1 << others) if one & ~group == 0)
            <= left * group.bit_count()
            for group in range(1 << others)
        )
