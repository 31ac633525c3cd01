# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False
# cython: cdivision=True, initializedcheck=False
"""Points in the play of a deal, and the rule of thumb by which they are played out.

A card is one bit: bit ``14 * suit + place``, the strongest place 0, place 13 for a card that
stands in for one of the suit; jokers are bits 56 to 58. Players are places at the table,
clockwise, from 0.
"""

from __future__ import annotations

from array import array

from .foresight import Foresight

PLACES = 14
JOKER = 4
"""The suit of a joker led."""
NONE = 5
"""The suit of no trumps."""
MASK = (1 << 64) - 1
STEP = 6364136223846793005
ADD = 1442695040888963407
"""Knuth's linear congruential generator."""
NEVER = 1 << 20
"""So many cards before an error if there is to be none."""
CLOSE = 1e-9
"""Points that differ by less are the same."""
SUIT = 0x3FFF
JOKERS = 0b111 << 56
SUITS = [SUIT, SUIT << PLACES, SUIT << (2 * PLACES), SUIT << (3 * PLACES), JOKERS, 0]
"""The cards of a suit, of JOKER and of NONE."""
EVERY = 0x400_1000_4001
"""One card of each suit; times a place's bit, all cards of that place."""
ODD = MASK // 3
PAIRS = MASK // 5
FOURS = MASK // 17
EIGHTS = MASK // 255
"""Every other bit, two bits, four bits, and the lowest bit of every eight: for counting."""
SUIT_OF = array("i", [0] * 67)
"""Suit of a card's bit, by the bit modulo 67 (which tells all of them apart)."""
for _bit in range(59):
    SUIT_OF[(1 << _bit) % 67] = _bit // PLACES


class Position(Foresight):
    """A moment with what may happen in it."""

    # --- the rules --------------------------------------------------------------------------------

    def legal(self) -> int:
        """The cards that the player in turn may play."""
        hand = self.hand[self.seat]
        if self.played == 0:
            return self.may_lead(hand)
        led = self.led
        if led == JOKER:
            cards = hand
        elif led == self.rules.must_fall_suit and hand & self.rules.must_fall:
            return self.rules.must_fall
        else:
            cards = hand & SUITS[led]
            cards = cards | (hand & JOKERS) if cards else hand
        if self.seat == self.rules.blocked and self.trumps_shown == 0:
            fewer = cards & ~SUITS[self.trumps]
            if fewer:
                return fewer
        return cards

    def may_lead(self, hand: int) -> int:
        """Bans yield, the first one first, where they would leave nothing."""
        cards = hand
        if self.seat == self.rules.blocked and self.trumps_shown == 0:
            cards = hand & ~SUITS[self.trumps]
            if cards == 0:
                cards = hand
        if self.seat == self.rules.plagued and self.plague_shown == 0:
            fewer = cards & ~SUITS[self.rules.plague]
            if fewer:
                cards = fewer
        if hand & self.rules.must_fall:
            cards = cards & ~(SUITS[self.rules.must_fall_suit] & ~self.rules.must_fall)
        if self.rules.no_joker_first and self.first:
            fewer = cards & ~JOKERS
            if fewer:
                cards = fewer
        return cards

    def play(self, card: int) -> None:
        """The player in turn plays `card`, which is legal."""
        seat = self.seat
        played = self.played
        self.hand[seat] = self.hand[seat] & ~card
        self.trick = self.trick | card
        if played == 0:
            self.leads(seat, card)
        elif self.led != JOKER:
            self.follows(seat, card)
        if card & SUITS[self.rules.plague] and (played or seat != self.rules.plagued):
            self.plague_shown = 1
        if card & SUITS[self.trumps] and seat != self.rules.blocked:
            self.trumps_shown = 1
        played = played + 1
        self.played = played
        if played < self.rules.players:
            self.seat = self.rules.order[self.leader * 4 + played]
        else:
            self.collect()

    def leads(self, seat: int, card: int) -> None:
        """The first card of a trick."""
        suit = SUIT_OF[card % 67]
        if self.first and self.rules.first_lead_makes_trumps:
            self.trumps = suit if suit != JOKER else NONE
        self.led = suit
        self.best = card
        self.best_suit = suit
        self.holder = seat

    def follows(self, seat: int, card: int) -> None:
        """A later card, where no joker was led."""
        if card & SUITS[self.best_suit]:
            if card < self.best:
                self.best = card
                self.holder = seat
        elif card & SUITS[self.trumps]:
            self.best = card
            self.best_suit = self.trumps
            self.holder = seat
        if card & (SUITS[self.led] | JOKERS) == 0:
            self.out = self.out | 1 << (4 * seat + self.led)

    def collect(self) -> None:
        """A trick is complete."""
        winner = self.holder
        if self.rules.awarded & self.trick:
            winner = self.given if self.given >= 0 else self.best_taker(self.rules.awarder)
            self.given = -1
        self.taken[winner] = self.taken[winner] | self.trick
        self.state = self.rules.after[self.state * 4 + winner]
        if self.rules.lead_before_makes_trumps:
            self.trumps = self.led if self.led != JOKER else NONE
        self.trick = 0
        self.first = 0
        self.played = 0
        self.led = NONE
        self.leader = winner
        self.seat = winner

    # --- the rule of thumb ------------------------------------------------------------------------

    def best_taker(self, seat: int) -> int:
        """Who takes the trick best for `seat`."""
        row = self.state * 4
        found = 0
        best = -1e9
        for taker in range(self.rules.players):
            value = self.rules.worth[self.rules.after[row + taker] * 4 + seat]
            if value > best:
                best = value
                found = taker
        return found

    def choose(self, legal: int) -> int:
        """A sensible card of `legal`, by what the trick is worth and by all hands; careful players
        do not look at those of others."""
        if self.careful:
            return self.choose_blindly(legal)
        if self.played == 0:
            return self.choose_lead(legal)
        over = self.over(legal)
        under = legal & ~over
        if over:
            best = strongest(over)
            holder = self.holder
            taker = self.seat
            if self.played + 1 < self.rules.players:
                taker = self.taker(taker, best, SUIT_OF[best % 67])
                holder = self.taker(holder, self.best, self.best_suit) if under else holder
            taken = self.value(taker)
            ducked = self.value(holder) if under else -1e9
            if taken > ducked + CLOSE:
                if under == 0 and self.value(self.seat) <= taken + CLOSE and not self.wanted():
                    return best
                return self.cheapest(over, taken)
        return self.ducking(under)

    def choose_blindly(self, legal: int) -> int:
        """A sensible card of `legal`, by what the trick is likely to bring."""
        if self.played == 0:
            return self.most_promising_lead(legal)
        over = self.over(legal)
        under = legal & ~over
        if under:
            under = self.ducking(under)
        if over == 0:
            return under
        return self.most_promising(strongest(over), self.weakest(over), under)

    def ducking(self, under: int) -> int:
        """One of the cards that do not beat the best one."""
        if self.wanted():
            return self.weakest(under)
        found = 0
        if self.clever() and under & SUITS[self.led] & ~JOKERS == 0:
            found = self.laid_away(under)
        return found or strongest(under)

    def value(self, taker: int) -> float:
        """What the player in turn gets if `taker` takes the trick."""
        return self.rules.worth[self.rules.after[self.state * 4 + taker] * 4 + self.seat]

    def cheapest(self, over: int, value: float) -> int:
        """The weakest of `over` that brings as much as the strongest."""
        while True:
            card = self.weakest(over)
            over = over ^ card
            if over == 0:
                return card
            if self.value(self.taker(self.seat, card, SUIT_OF[card % 67])) >= value - CLOSE:
                return card

    def taker(self, holder: int, best: int, best_suit: int) -> int:
        """Who takes the trick in the end if `holder` has it with `best`: of those who play later,
        whoever likes to take tricks plays their best card, and some must take it."""
        trumps = self.trumps
        led = self.led if self.played else best_suit
        if led == JOKER:
            return holder
        of_led = SUITS[led]
        grudged = self.rules.grudged[self.state]
        granted = self.rules.granted[self.state]
        first = self.leader * 4
        for at in range(first + self.played + 1, first + self.rules.players):
            seat = self.rules.order[at]
            hand = self.hand[seat]
            over = hand & of_led
            likes = (grudged >> (4 * seat)) & 15 and (granted >> (4 * seat + holder)) & 1 == 0
            if over:
                if best_suit != led:
                    continue
                follows = over
                over = over & (best - 1)
                if over == 0:
                    continue
                if likes:
                    best = over & -over
                    holder = seat
                elif over == follows and hand & JOKERS == 0:
                    best = highest(over)
                    holder = seat
            elif likes:
                over = hand & SUITS[trumps]
                if best_suit == trumps:
                    over = over & (best - 1)
                if over:
                    best = over & -over
                    holder = seat
                    best_suit = trumps
        return holder

    def choose_lead(self, legal: int) -> int:
        """The card that brings the best trick; of equal ones by a rule of thumb."""
        return self.lead_to_win(legal) if self.wanted() else self.lead_to_lose(legal)

    def lead_to_win(self, legal: int) -> int:
        """A card that brings as much as taking the trick does, trumps first while opponents have
        some; else the weakest."""
        trumps = self.trumps
        pull = self.outside(SUITS[trumps]) != 0
        found = self.winner(legal, trumps) if pull else 0
        for suit in range(4):
            if found == 0 and suit != trumps:
                found = self.winner(legal, suit)
        if found == 0 and not pull:
            found = self.winner(legal, trumps)
        if found == 0:
            found = legal & JOKERS
            found = found & -found if found else self.weakest(legal)
        return found

    def winner(self, legal: int, suit: int) -> int:
        """The lowest card of a suit if it brings as much as taking the trick, or else the highest
        if that does."""
        cards = legal & SUITS[suit]
        if cards == 0:
            return 0
        least = self.value(self.seat) - CLOSE
        low = highest(cards)
        if self.value(self.taker(self.seat, low, suit)) >= least:
            return low
        top = cards & -cards
        return top if self.value(self.taker(self.seat, top, suit)) >= least else 0

    def lead_to_lose(self, legal: int) -> int:
        """The card that brings most; of equal ones a low card of a long suit, or a top card with
        few above it."""
        best = legal & JOKERS
        best = best & -best
        best_value = self.value(self.seat) if best else -1e9
        best_rank = -18
        for suit in range(4):
            cards = legal & SUITS[suit]
            if cards == 0:
                continue
            rank = 2 * count(cards)
            if suit == self.trumps:
                rank = rank + (6 if self.outside(SUITS[suit]) else -40)
            card = highest(cards)
            while card:
                value = self.value(self.taker(self.seat, card, suit))
                if value > best_value + CLOSE or (value > best_value - CLOSE and rank > best_rank):
                    best = card
                    best_value = value
                    best_rank = rank
                top = cards & -cards
                rank = rank - 1 - 2 * count((top >> (PLACES * suit)) - 1)
                card = top if card != top else 0
        return best

    def outside(self, cards: int) -> int:
        """Those of `cards` that opponents of the player in turn hold."""
        grudged = self.rules.grudged[self.state] >> (4 * self.seat)
        found = 0
        for seat in range(4):
            if (grudged >> seat) & 1:
                found = found | self.hand[seat]
        return found & cards

    def over(self, legal: int) -> int:
        """Those of `legal` that beat the best card of the trick."""
        if self.led == JOKER:
            return 0
        over = legal & SUITS[self.best_suit] & (self.best - 1)
        if self.best_suit != self.trumps:
            over = over | (legal & SUITS[self.trumps])
        return over

    def weakest(self, cards: int) -> int:
        """The weakest of `cards`; trumps and jokers only where there is nothing else."""
        plain = cards & ~JOKERS
        if plain == 0:
            return highest(cards)
        if plain & ~SUITS[self.trumps]:
            plain = plain & ~SUITS[self.trumps]
        cards = plain & highest(places(plain)) * EVERY
        while cards & (cards - 1):
            cards = cards & (cards - 1)
        return cards

    # --- playouts ---------------------------------------------------------------------------------

    def run(self, seed: int, chance: int) -> int:
        """Play on until nothing can change any more; of 1024 cards about `chance` are errors. Gives
        the next seed."""
        if chance == 0:
            return self.run_on(seed, NEVER, 1)
        gap = furthest_apart(chance)
        seed = (seed * STEP + ADD) & MASK
        return self.run_on(seed, (seed >> 48) % gap, gap)

    def run_on(self, seed: int, wait: int, gap: int) -> int:
        """The same with `wait` cards before the next error and less than `gap` between two."""
        while True:
            if self.played == 0 and self.settled():
                return seed
            legal = self.legal()
            if wait == 0:
                legal = some(legal, (seed >> 33) & 0x7FFF)
                seed = (seed * STEP + ADD) & MASK
                wait = (seed >> 48) % gap + 1
            elif legal & (legal - 1):
                legal = self.choose(legal)
            wait = wait - 1
            self.play(legal)

    def payoff(self, seat: int) -> float:
        """What `seat` gets at the end."""
        if self.rules.overloaded >= 0:
            mine = count(self.taken[self.rules.overloaded] & self.rules.overload)
            most = 0
            for other in range(self.rules.players):
                if other != self.rules.overloaded:
                    theirs = count(self.taken[other] & self.rules.overload)
                    most = max(most, theirs)
            if mine > most and most:
                return self.rules.overload_worth[seat]
        return self.rules.worth[self.state * 4 + seat]


# --- sets of cards --------------------------------------------------------------------------------


def count(cards: int) -> int:
    """How many cards there are."""
    pairs = cards - ((cards >> 1) & ODD)
    fours = (pairs & PAIRS) + ((pairs >> 2) & PAIRS)
    eights = (fours + (fours >> 4)) & FOURS
    return ((eights * EIGHTS) & MASK) >> 56


def highest(cards: int) -> int:
    """The last of `cards`, which are of one suit and not none."""
    cards = cards | cards >> 1
    cards = cards | cards >> 2
    cards = cards | cards >> 4
    cards = cards | cards >> 8
    return cards & ~(cards >> 1)


def places(cards: int) -> int:
    """Which places there are among `cards`, jokers aside."""
    cards = cards | cards >> (2 * PLACES)
    return (cards | cards >> PLACES) & SUIT


def strongest(cards: int) -> int:
    """The strongest of `cards`, whatever their suits; jokers only where there is nothing else."""
    found = places(cards & ~JOKERS)
    if found:
        cards = cards & (found & -found) * EVERY
    return cards & -cards


def furthest_apart(chance: int) -> int:
    """So far apart are errors at the most that are `chance` of 1024 cards, give or take."""
    return max(1, 2048 // max(1, chance) - 1)


def some(cards: int, number: int) -> int:
    """One of `cards`, by a number."""
    skip = number % count(cards)
    while skip:
        cards = cards & (cards - 1)
        skip = skip - 1
    return cards & -cards


if __file__.endswith(".py"):  # not compiled: the interpreter's own are faster
    globals()["count"] = int.bit_count
    globals()["highest"] = lambda cards: 1 << (cards.bit_length() - 1)
