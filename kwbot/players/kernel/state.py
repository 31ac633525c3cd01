# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False
# cython: cdivision=True, initializedcheck=False
"""The state of a deal's play with all hands known, and the rules that change it.

A card is one bit: bit ``14 * suit + place``, with place 0 for the strongest and place 13 for a
stand-in; jokers are bits 56 to 58. Players are numbered by their places at the table, clockwise
from 0.
"""

from __future__ import annotations

from .trick_rules import TrickRules

NOBODY = -1
PLACES = 14
JOKER = 4
"""The suit led if a joker was led."""
NONE = 5
"""The trumps if there are none."""
_WORD_MASK = (1 << 64) - 1
ONE = 1
"""1 as wide as a set of cards when compiled, so that it can be shifted as far."""
SUIT = 0x3FFF
JOKERS = 0b111 << 56
SUITS = [SUIT, SUIT << PLACES, SUIT << (2 * PLACES), SUIT << (3 * PLACES), JOKERS, 0]
"""The cards by suit, JOKER and NONE."""
ODD = _WORD_MASK // 3
PAIRS = _WORD_MASK // 5
FOURS = _WORD_MASK // 17
EIGHTS = _WORD_MASK // 255
"""Every second bit, pairs and fours of bits, and the lowest bit of every eight, for counting."""
SUIT_OF = [0] * 67
"""The suit of a card, by its bit modulo 67 (different for all cards)."""
for _bit in range(59):
    SUIT_OF[(1 << _bit) % 67] = _bit // PLACES


class State:
    """The hands, the trick under way, and the state of the payoffs.

    `row`: the state in the tables of `rules`. `led`, `best`, `holder`: the suit led to the trick
    under way, its best card and that card's player. `given`: the player to whom this trick is
    awarded, if a rule has it awarded (NOBODY: the awarder's best choice). Bit ``4 * seat + suit``
    of `out`: a player has shown to be out of a suit. `shown`: open cards of each hand; `aside`:
    cards in no hand.
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
        """Copy everything from `other`."""
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
        """Set the hand of `seat`."""
        self.hand[seat] = cards

    def take(self, seat: int, cards: int) -> None:
        """Add to the cards in tricks of `seat`."""
        self.taken[seat] = self.taken[seat] | cards

    def show(self, seat: int, cards: int) -> None:
        """Set the cards of `seat` that everybody knows."""
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
        """Return the cards that may be led. If the bans would leave none, they are lifted in
        order."""
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
        """Play a legal card for the player in turn."""
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
        """Update the trick for its first card."""
        suit = SUIT_OF[card % 67]
        if self.first and self.rules.first_lead_makes_trumps:
            self.trumps = suit if suit != JOKER else NONE
        self.led = suit
        self.best = card
        self.best_suit = suit
        self.holder = seat

    def follows(self, seat: int, card: int) -> None:
        """Update the trick for a later card, if no joker was led."""
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
        """Give a complete trick to its winner, who leads next."""
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
        """Whether, between two tricks, the payoffs are settled; then `row` becomes the last one."""
        if self.hand[self.seat] == 0:
            return 1
        final = self.rules.final[self.row]
        if final < 0 or self.rules.overloaded >= 0 or self.rules.gatherer >= 0:
            return 0
        self.row = final
        return 1

    def payoff(self, seat: int) -> float:
        """Return the points of `seat` at the end."""
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

    # --- help for players -------------------------------------------------------------------------

    def best_taker(self, seat: int) -> int:
        """Return the taker of the trick who is best for `seat`."""
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
        """Return `cards` without those equivalent to a higher neighbour among them."""
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
    """Return the number of cards in a mask."""
    pairs = cards - ((cards >> 1) & ODD)
    fours = (pairs & PAIRS) + ((pairs >> 2) & PAIRS)
    eights = (fours + (fours >> 4)) & FOURS
    return ((eights * EIGHTS) & _WORD_MASK) >> 56
