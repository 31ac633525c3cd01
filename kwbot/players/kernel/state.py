# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False
# cython: cdivision=True, initializedcheck=False
"""The state of a deal's play with all hands known, and the rules that change it.

A card is one bit: bit ``14 * suit + place``, the strongest place 0, place 13 for a card that
stands in for one of the suit; jokers are bits 56 to 58. Players are places at the table,
clockwise, from 0.
"""

from __future__ import annotations

from .trick_rules import TrickRules

NOBODY = -1
PLACES = 14
JOKER = 4
"""The suit of a joker led."""
NONE = 5
"""The suit of no trumps."""
_WORD_MASK = (1 << 64) - 1
ONE = 1
"""As wide as a set of cards where compiled, so that it can be shifted as far."""
SUIT = 0x3FFF
JOKERS = 0b111 << 56
SUITS = [SUIT, SUIT << PLACES, SUIT << (2 * PLACES), SUIT << (3 * PLACES), JOKERS, 0]
"""The cards of a suit, of JOKER and of NONE."""
ODD = _WORD_MASK // 3
PAIRS = _WORD_MASK // 5
FOURS = _WORD_MASK // 17
EIGHTS = _WORD_MASK // 255
"""Every other bit, two bits, four bits, and the lowest bit of every eight: for counting."""
SUIT_OF = [0] * 67
"""Suit of a card's bit, by the bit modulo 67 (which tells all of them apart)."""
for _bit in range(59):
    SUIT_OF[(1 << _bit) % 67] = _bit // PLACES


class State:
    """The hands, the trick under way, and what the tricks so far decide.

    `row` is that of the payoffs in the tables of `rules`. `led`, `best` and `holder` are of the
    trick under way: the suit led, the best card, who played it. If that trick is given away,
    `given` says to whom; otherwise it goes to whom the giver likes best. Bit ``4 * seat + suit`` of
    `out` says that somebody showed to be out of a suit. `shown` cards of a hand lie open, those
    `aside` are in no hand.
    """

    def __init__(self, rules: TrickRules) -> None:
        self.rules = rules
        self.hand = [0] * 12
        self.taken = [0] * 12
        self.leader = 0
        self.seat = 0
        self.played = 0
        self.led = NONE
        self.trumps = NONE
        self.best = 0
        self.best_suit = NONE
        self.holder = 0
        self.trick = 0
        self.row = 0
        self.trumps_shown = 0
        self.plague_shown = 0
        self.first = 1
        self.given = NOBODY
        self.out = 0
        self.shown = [0] * 12
        self.aside = 0

    def copy(self, other: State) -> None:
        """Become the same as `other`."""
        for seat in range(other.rules.players):
            self.hand[seat] = other.hand[seat]
            self.taken[seat] = other.taken[seat]
            self.shown[seat] = other.shown[seat]
        self.rules = other.rules
        self.leader = other.leader
        self.seat = other.seat
        self.played = other.played
        self.led = other.led
        self.trumps = other.trumps
        self.best = other.best
        self.best_suit = other.best_suit
        self.holder = other.holder
        self.trick = other.trick
        self.row = other.row
        self.trumps_shown = other.trumps_shown
        self.plague_shown = other.plague_shown
        self.first = other.first
        self.given = other.given
        self.out = other.out
        self.aside = other.aside

    def hold(self, seat: int, cards: int) -> None:
        """Give `seat` these cards in hand."""
        self.hand[seat] = cards

    def take(self, seat: int, cards: int) -> None:
        """Note that `seat` has taken these cards."""
        self.taken[seat] = self.taken[seat] | cards

    def show(self, seat: int, cards: int) -> None:
        """Note that everybody knows that `seat` has these cards."""
        self.shown[seat] = cards

    # --- the rules --------------------------------------------------------------------------------

    def legal(self) -> int:
        """Return the cards that the player in turn may play."""
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
        """Return the cards that may be led; bans yield, the first one first, where they would leave
        none."""
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
        """Play `card`, which is legal, for the player in turn."""
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
            self.seat = self.rules.order[self.leader * self.rules.players + played]
        else:
            self.collect()

    def leads(self, seat: int, card: int) -> None:
        """Note the first card of a trick."""
        suit = SUIT_OF[card % 67]
        if self.first and self.rules.first_lead_makes_trumps:
            self.trumps = suit if suit != JOKER else NONE
        self.led = suit
        self.best = card
        self.best_suit = suit
        self.holder = seat

    def follows(self, seat: int, card: int) -> None:
        """Note a later card of a trick to which no joker was led."""
        if card & SUITS[self.best_suit]:
            if card < self.best:
                self.best = card
                self.holder = seat
        elif card & SUITS[self.trumps]:
            self.best = card
            self.best_suit = self.trumps
            self.holder = seat
        if card & (SUITS[self.led] | JOKERS) == 0:
            self.out = self.out | ONE << (4 * seat + self.led)

    def collect(self) -> None:
        """Enter a complete trick."""
        winner = self.holder
        if self.rules.awarded & self.trick:
            winner = self.given if self.given >= 0 else self.best_taker(self.rules.awarder)
            self.given = -1
        self.taken[winner] = self.taken[winner] | self.trick
        self.row = self.rules.after[self.row * self.rules.players + winner]
        if self.rules.lead_before_makes_trumps:
            self.trumps = self.led if self.led != JOKER else NONE
        self.trick = 0
        self.first = 0
        self.played = 0
        self.led = NONE
        self.leader = winner
        self.seat = winner

    def is_settled(self) -> int:
        """Whether, between two tricks, nothing can change any more; then `row` is the last."""
        if self.hand[self.seat] == 0:
            return 1
        final = self.rules.final[self.row]
        if final < 0 or self.rules.overloaded >= 0 or self.rules.gatherer >= 0:
            return 0
        self.row = final
        return 1

    def payoff(self, seat: int) -> float:
        """Return what `seat` gets at the end."""
        if self.rules.gatherer >= 0 and self.rules.gathered & ~self.taken[self.rules.gatherer]:
            return self.rules.missed_worth[seat]
        if self.rules.overloaded >= 0:
            mine = count(self.taken[self.rules.overloaded] & self.rules.overload)
            most = 0
            for other in range(self.rules.players):
                if other != self.rules.overloaded:
                    theirs = count(self.taken[other] & self.rules.overload)
                    most = max(most, theirs)
            if mine > most and most:
                return self.rules.overload_worth[seat]
        return self.rules.worth[self.row * self.rules.players + seat]

    # --- what players go by -----------------------------------------------------------------------

    def best_taker(self, seat: int) -> int:
        """Return who takes the trick best for `seat`."""
        row = self.row * self.rules.players
        found = 0
        best = -1e9
        for taker in range(self.rules.players):
            value = self.rules.worth[self.rules.after[row + taker] * self.rules.players + seat]
            if value > best:
                best = value
                found = taker
        return found

    def apart(self, cards: int) -> int:
        """Return `cards` without those that do the same as the next higher one beside them."""
        others = self.trick
        for seat in range(self.rules.players):
            if seat != self.seat:
                others = others | self.hand[seat]
        single = self.rules.awarded | self.rules.must_fall | self.rules.gathered
        found = cards & JOKERS
        for suit in range(4):
            rest = cards & SUIT << PLACES * suit
            last = 0
            while rest:
                card = rest & -rest
                rest = rest ^ card
                if last == 0 or others & (card - 1) & ~(last - 1) or (card | last) & single:
                    found = found | card
                last = card
        return found


# --- sets of cards --------------------------------------------------------------------------------


def count(cards: int) -> int:
    """Return how many cards a mask has."""
    pairs = cards - ((cards >> 1) & ODD)
    fours = (pairs & PAIRS) + ((pairs >> 2) & PAIRS)
    eights = (fours + (fours >> 4)) & FOURS
    return ((eights * EIGHTS) & _WORD_MASK) >> 56
