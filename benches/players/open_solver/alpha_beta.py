# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False
# cython: cdivision=True, initializedcheck=False
"""Outcomes of a card with all cards open, if everybody plays their best.

A card is a bit: ``14 * suit + rank``, the stronger the higher; rank 0 is a card that counts as the
lowest of a suit. Jokers are bits 56 to 58. Players are places at the table, clockwise, from 0.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

PLACES = 14
JOKER = 4
"""The suit of a joker led."""
NONE = 5
"""The suit of no trumps."""
NOBODY = -1
ONE = 1
"""The number 1, as wide as a set of cards when compiled."""
SUIT = 0x3FFF
JOKERS = 0b111 << 56
SUITS = [SUIT, SUIT << 14, SUIT << 28, SUIT << 42, JOKERS, 0]
SUIT_OF = [0] * 67
"""The suit of a card, by its bit modulo 67, which differs for all."""
for _bit in range(59):
    SUIT_OF[(1 << _bit) % 67] = _bit // PLACES
_WORD_MASK = (1 << 64) - 1
_ODD = 0x9E3779B97F4A7C15
_TABLE_BITS = 20
"""Number of remembered positions, as a power of two."""
_MAX_DEPTH = 72
"""Most cards and tricks of a deal, and a few more."""


class SolverTrick:
    """A trick under way: its `leader`, how many have `played`, the row of stakes it began in, the
    suits of trumps and led, the `best` card with its `suit` and `holder`, all its `cards`, and
    whether anybody free to do so has `shown` trumps."""

    def __init__(self) -> None:
        self.leader = 0
        self.played = 0
        self.row = 0
        self.trumps = NONE
        self.led = NONE
        self.best = 0
        self.suit = NONE
        self.holder = 0
        self.cards = 0
        self.shown = 0

    def begin(self, leader: int, row: int, trumps: int) -> None:
        """Become an empty trick."""
        self.leader = leader
        self.played = 0
        self.row = row
        self.trumps = trumps
        self.led = NONE
        self.best = 0
        self.suit = NONE
        self.holder = leader
        self.cards = 0
        self.shown = 0

    def follow(self, before: SolverTrick, place: int, card: int) -> None:
        """Become the trick `before`, which may be this one, after its next card."""
        leads = before.played == 0
        taking = leads or before.beating(card) != 0
        self.leader = before.leader
        self.played = before.played + 1
        self.row = before.row
        self.trumps = before.trumps
        self.shown = before.shown
        self.cards = before.cards | card
        self.led = SUIT_OF[card % 67] if leads else before.led
        self.best = card if taking else before.best
        self.suit = SUIT_OF[card % 67] if taking else before.suit
        self.holder = place if taking else before.holder

    def beating(self, cards: int) -> int:
        """Return those of `cards` that take the trick; none take an empty one."""
        if self.led == JOKER or self.led == NONE:  # noqa: PLR1714 - in C
            return 0
        higher = cards & SUITS[self.suit] & ~(self.best - 1)
        return higher if self.suit == self.trumps else higher | cards & SUITS[self.trumps]


class OpenRules:
    """Stakes of the tricks to come for the player in turn, as numbers.

    `order` has the places in turn by leader, `after` the next row by row and taker. `least` and
    `most` have the worst and best end reachable from a row for the side of the places in `mine`.

    With more than two sides, `reach` has the ends reachable from a row, as bits, and `ranks` the
    rank of each of the `ends` by player, the worst 0.

    `fallen` is a card that must fall when its suit is led, and be led before others of its suit;
    `blocked` is a place that plays no trumps before another does; the place `awarder` names the
    taker of the trick with the card `awarded`.
    """

    def __init__(
        self,
        order: Sequence[int],
        after: Sequence[int],
        least: Sequence[int],
        most: Sequence[int],
        mine: Sequence[int],
        *,
        trumps_follow: bool,
    ) -> None:
        self.players = len(mine)
        self.order = array("i", order)
        self.after = array("i", after)
        self.least = array("i", least)
        self.most = array("i", most)
        self.mine = array("i", mine)
        self.trumps_follow = int(trumps_follow)
        self.ends = 0
        self.reach = self.ranks = array("i", [0])
        self.fallen = self.awarded = self.awarder = 0
        self.blocked = NOBODY
        self.era = 0

    def want(self, reach: Sequence[int], ranks: Sequence[int], ends: int) -> None:
        """Add the wishes of more than two sides, as described in the class."""
        self.reach = array("i", reach)
        self.ranks = array("i", ranks)
        self.ends = ends

    def name(self, fallen: int, blocked: int, awarded: int, awarder: int) -> None:
        """Add rules that name a card or a player, as described in the class."""
        self.fallen = fallen
        self.blocked = blocked
        self.awarded = awarded
        self.awarder = awarder


class OpenSolver:
    """Hands that are laid open, and a memory of positions of all that were.

    Positions between tricks are remembered without naming cards: the holders of each suit's
    remaining cards from the top, and the places of cards named by a rule. Positions of other rules
    have another `era`.

    After trying more than `max_nodes` cards in all it is `spent`, and its answers mean nothing.
    """

    def __init__(self) -> None:
        self.players = 4
        self.trumps_follow = 0
        self.fallen = self.awarded = self.awarder = 0
        self.blocked = NOBODY
        self.order = self.after = self.least = self.most = self.mine = array("i", [0])
        self.reach = self.ranks = array("i", [0])
        self.ends = 0
        self.era = 0
        self.eras = 0
        self.hand = [0] * 8
        self.stack = [SolverTrick() for _ in range(_MAX_DEPTH)]
        self.nodes = 0
        self.max_nodes = 1 << 60
        self.key = array("Q", bytes(8 * 5 * _MAX_DEPTH))
        self.words = array("Q", bytes(32 << _TABLE_BITS))
        self.rest = array("Q", bytes(8 << _TABLE_BITS))
        self.low = array("i", bytes(4 << _TABLE_BITS))
        self.high = array("i", bytes(4 << _TABLE_BITS))

    def lay(
        self, rules: OpenRules, hands: Sequence[int], plays: Sequence[int], leader: int, trumps: int
    ) -> None:
        """Lay hands open; `plays` are the cards of the trick under way, in turn."""
        if rules.era == 0:
            self.eras = self.eras + 1
            rules.era = self.eras
        self.era = rules.era
        self.players = rules.players
        self.trumps_follow = rules.trumps_follow
        self.fallen = rules.fallen
        self.blocked = rules.blocked
        self.awarded = rules.awarded
        self.awarder = rules.awarder
        self.order = rules.order
        self.after = rules.after
        self.least = rules.least
        self.most = rules.most
        self.mine = rules.mine
        self.reach = rules.reach
        self.ranks = rules.ranks
        self.ends = rules.ends
        for place in range(self.players):
            self.hand[place] = hands[place]
        first = self.stack[0]
        first.begin(leader, 0, trumps)
        for card in plays:
            place = self.order[leader * self.players + first.played]
            first.follow(first, place, card)
            self.show(first, place, card)

    @property
    def spent(self) -> bool:
        """Whether too many cards were tried."""
        return self.nodes > self.max_nodes

    def reaches(self, card: int, aim: int) -> bool:
        """Whether the player in turn gets the end `aim` or a better one by `card`."""
        start = self.stack[0]
        place = self.order[start.leader * self.players + start.played]
        return self.tries(0, place, card, aim) == 1

    def value(self, card: int, guess: int, ends: int) -> int:
        """Return the best of `ends` ends that `card` reaches; a good `guess` saves time."""
        if guess and not self.reaches(card, guess):
            guess = guess - 1
            while guess and not self.reaches(card, guess):
                guess = guess - 1
            return guess
        while guess + 1 < ends and self.reaches(card, guess + 1):
            guess = guess + 1
        return guess

    # --- more than two sides ----------------------------------------------------------------------

    def outcomes(self, card: int) -> int:
        """Return the possible ends after `card` of the player in turn, as bits, if all play for
        themselves: those of every subgame-perfect equilibrium."""
        start = self.stack[0]
        place = self.order[start.leader * self.players + start.played]
        return self.ends_after(0, place, card)

    def ends_after(self, depth: int, place: int, card: int) -> int:
        """Return the possible ends after `card`."""
        self.nodes = self.nodes + 1
        trick = self.stack[depth + 1]
        trick.follow(self.stack[depth], place, card)
        self.show(trick, place, card)
        self.hand[place] = self.hand[place] ^ card
        if trick.played == self.players:
            found = self.ends_of_next(depth + 1)
        else:
            found = self.ends_of(depth + 1)
        self.hand[place] = self.hand[place] ^ card
        return found

    def ends_of(self, depth: int) -> int:
        """Return the ends that the player in turn may choose: those at least as good for them as
        the worst possible end of each card, since others choose freely among ends that are equal
        to themselves."""
        trick = self.stack[depth]
        place = self.order[trick.leader * self.players + trick.played]
        reach = self.reach[trick.row]
        if self.nodes > self.max_nodes:
            return reach
        best = self.at_least(place, reach, self.highest_rank(place, reach))
        legal = self.apart(self.legal(trick, place), self.hand[place], trick.cards)
        found = floor = 0
        while legal:
            card = legal & -legal
            legal = legal ^ card
            then = self.ends_after(depth, place, card)
            if then == best and best & (best - 1) == 0:
                return then
            found = found | then
            floor = max(floor, self.lowest_rank(place, then))
        return self.at_least(place, found, floor)

    def ends_of_next(self, depth: int) -> int:
        """Return the possible ends after a full trick."""
        trick = self.stack[depth]
        row = self.after[trick.row * self.players + trick.holder]
        reach = self.reach[row]
        if reach & (reach - 1) == 0:
            return reach
        self.begin_next(depth, trick.holder, row)
        at = self.locate(depth + 1)
        if self.is_known(depth + 1, at):
            return self.low[at]
        found = self.ends_of(depth + 1)
        if self.nodes <= self.max_nodes:
            self.keep(depth + 1, at, found, 0)
        return found

    def highest_rank(self, place: int, ends: int) -> int:
        """Return a player's rank of the best of some ends."""
        found = 0
        for end in range(self.ends):
            if ends >> end & 1:
                found = max(found, self.ranks[place * self.ends + end])
        return found

    def lowest_rank(self, place: int, ends: int) -> int:
        """Return a player's rank of the worst of some ends."""
        found = self.ends
        for end in range(self.ends):
            if ends >> end & 1:
                found = min(found, self.ranks[place * self.ends + end])
        return found

    def at_least(self, place: int, ends: int, rank: int) -> int:
        """Return those of some ends that a player ranks at least as high as `rank`."""
        found = 0
        for end in range(self.ends):
            if ends >> end & 1 and self.ranks[place * self.ends + end] >= rank:
                found = found | 1 << end
        return found

    # --- a trick ----------------------------------------------------------------------------------

    def tries(self, depth: int, place: int, card: int, aim: int) -> int:
        """Return 1 if `card` reaches the aim, otherwise 0."""
        self.nodes = self.nodes + 1
        trick = self.stack[depth + 1]
        trick.follow(self.stack[depth], place, card)
        self.show(trick, place, card)
        self.hand[place] = self.hand[place] ^ card
        if trick.played == self.players:
            found = self.goes_on(depth + 1, aim)
        else:
            found = self.plays(depth + 1, aim)
        self.hand[place] = self.hand[place] ^ card
        return found

    def show(self, trick: SolverTrick, place: int, card: int) -> None:
        """Note trumps played by anybody but the blocked place."""
        if place != self.blocked and card & SUITS[trick.trumps]:
            trick.shown = 1

    def legal(self, trick: SolverTrick, place: int) -> int:
        """Return the cards that may be played; a rule that would leave none is ignored."""
        hand = self.hand[place]
        legal = hand
        named = hand & self.fallen
        if trick.played and trick.led != JOKER and hand & SUITS[trick.led]:
            if named & SUITS[trick.led]:
                return named
            legal = hand & (SUITS[trick.led] | JOKERS)
        if place == self.blocked and trick.shown == 0 and legal & ~SUITS[trick.trumps]:
            legal = legal & ~SUITS[trick.trumps]
        if trick.played == 0 and named:
            fewer = legal & ~(SUITS[SUIT_OF[named % 67]] & ~named)
            if fewer:
                return fewer
        return legal

    def plays(self, depth: int, aim: int) -> int:
        """Return 1 if the aim is reached after the best card of the player in turn, otherwise 0;
        likely cards are tried first."""
        if self.nodes > self.max_nodes:
            return 0
        trick = self.stack[depth]
        place = self.order[trick.leader * self.players + trick.played]
        mine = self.mine[place]
        legal = self.apart(self.legal(trick, place), self.hand[place], trick.cards)
        takes = trick.beating(legal)
        eager = self.eager(trick.row, mine)
        if trick.played == 0:
            return self.tries_each(depth, place, legal, eager, aim)
        last = trick.played + 1 == self.players
        if eager and last and self.mine[trick.holder] == mine:
            takes = 0
        first = takes if eager else legal & ~takes
        found = self.tries_each(depth, place, first, not (eager and last), aim)
        if found == mine:
            return found
        return self.tries_each(depth, place, legal & ~first, not eager and last, aim)

    def tries_each(self, depth: int, place: int, cards: int, downwards: int, aim: int) -> int:
        """Return the outcome of the best of `cards`; without any, the player's worse one."""
        mine = self.mine[place]
        while cards:
            card = highest(cards) if downwards else cards & -cards
            cards = cards ^ card
            if self.tries(depth, place, card, aim) == mine:
                return mine
        return 1 - mine

    def eager(self, row: int, mine: int) -> int:
        """Whether a side would rather take a trick: a guess, for the order of tries only."""
        own = other = 0
        for place in range(self.players):
            then = self.after[row * self.players + place]
            if self.mine[place] == mine:
                own = self.least[then] + self.most[then]
            else:
                other = self.least[then] + self.most[then]
        return own >= other if mine else own <= other

    def apart(self, cards: int, hand: int, trick: int) -> int:
        """Return `cards` of a hand without those equal to the next higher one of it."""
        others = trick
        for place in range(self.players):
            others = others | self.hand[place]
        others = others & ~hand
        found = 0
        for suit in range(5):
            rest = cards & SUITS[suit]
            last = 0
            while rest:
                card = highest(rest)
                rest = rest ^ card
                named = (card | last) & (self.fallen | self.awarded)
                if last == 0 or named or others & (last - 1) & ~(card - 1):
                    found = found | card
                last = card
        return found

    # --- between two tricks -----------------------------------------------------------------------

    def goes_on(self, depth: int, aim: int) -> int:
        """Return 1 if the aim is reached after a full trick, otherwise 0."""
        trick = self.stack[depth]
        if trick.cards & self.awarded == 0:
            return self.taken(depth, trick.holder, aim)
        mine = self.mine[self.awarder]
        for taker in range(self.players):
            if self.taken(depth, taker, aim) == mine:
                return mine
        return 1 - mine

    def taken(self, depth: int, taker: int, aim: int) -> int:
        """Return 1 if the aim is reached after `taker` takes a full trick, otherwise 0."""
        trick = self.stack[depth]
        row = self.after[trick.row * self.players + taker]
        if self.least[row] >= aim:
            return 1
        if self.most[row] < aim:
            return 0
        self.begin_next(depth, taker, row)
        return self.recalls(depth + 1, aim)

    def begin_next(self, depth: int, taker: int, row: int) -> None:
        """Begin the trick after a full one."""
        trick = self.stack[depth]
        trumps = trick.trumps
        if self.trumps_follow:
            trumps = trick.led if trick.led != JOKER else NONE
        next_trick = self.stack[depth + 1]
        next_trick.begin(taker, row, trumps)
        next_trick.shown = trick.shown

    def recalls(self, depth: int, aim: int) -> int:
        """Return 1 if the aim is reached from an empty trick, otherwise 0, from memory if known."""
        at = self.locate(depth)
        low, high = -1, 1 << 30
        if self.is_known(depth, at):
            low, high = self.low[at], self.high[at]
        if low >= aim:
            return 1
        if high <= aim:
            return 0
        found = self.plays(depth, aim)
        if self.nodes > self.max_nodes:
            return found
        if found:
            low = aim
        else:
            high = aim
        self.keep(depth, at, low, high)
        return found

    # --- memory -----------------------------------------------------------------------------------

    def locate(self, depth: int) -> int:
        """Return the memory slot of an empty trick, and note its `key`."""
        trick = self.stack[depth]
        rest = self.era
        rest = rest << 10 | self.word(JOKER)
        rest = rest << 9 | self.above(self.fallen) << 5 | self.above(self.awarded) << 1
        rest = rest | trick.shown
        rest = rest << 18 | trick.row
        rest = rest << 8 | trick.trumps << 4 | trick.leader << 1 | 1
        mixed = rest
        for suit in range(4):
            word = self.word(suit)
            self.key[5 * depth + suit] = word
            mixed = mix(mixed, word)
        self.key[5 * depth + 4] = rest
        return mixed & (1 << _TABLE_BITS) - 1

    def is_known(self, depth: int, at: int) -> int:
        """Whether a memory slot holds the noted key."""
        same = self.rest[at] == self.key[5 * depth + 4]
        for suit in range(4):
            same = same and self.words[4 * at + suit] == self.key[5 * depth + suit]
        return same

    def keep(self, depth: int, at: int, low: int, high: int) -> None:
        """Remember two values of an empty trick in a memory slot."""
        self.rest[at] = self.key[5 * depth + 4]
        for suit in range(4):
            self.words[4 * at + suit] = self.key[5 * depth + suit]
        self.low[at] = low
        self.high[at] = high

    def word(self, suit: int) -> int:
        """Return the holders of a suit's remaining cards from the top, three bits a card."""
        live = 0
        for place in range(self.players):
            live = live | self.hand[place]
        live = live & SUITS[suit]
        found = ONE
        while live:
            card = highest(live)
            live = live ^ card
            place = 0
            while self.hand[place] & card == 0:
                place = place + 1
            found = found << 3 | place
        return found

    def above(self, named: int) -> int:
        """Return the number of cards left in its suit from `named` upwards; 0 if it is gone."""
        live = 0
        for place in range(self.players):
            live = live | self.hand[place]
        if live & named == 0:
            return 0
        live = live & SUITS[SUIT_OF[named % 67]] & ~(named - 1)
        found = 0
        while live:
            live = live & (live - 1)
            found = found + 1
        return found


def mix(mixed: int, word: int) -> int:
    """Return a hash of both numbers."""
    mixed = ((mixed ^ word) * _ODD) & _WORD_MASK
    return mixed ^ mixed >> 29


def highest(cards: int) -> int:
    """Return the highest of some cards."""
    cards = cards | cards >> 1
    cards = cards | cards >> 2
    cards = cards | cards >> 4
    cards = cards | cards >> 8
    cards = cards | cards >> 16
    cards = cards | cards >> 32
    return cards ^ cards >> 1
