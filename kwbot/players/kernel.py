# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False
# cython: cdivision=True, initializedcheck=False
"""Trick play on bit masks, fast: playouts for players who look ahead.

The engine's rules in another form, equal to them by test. kernel.pxd lends this file C types: with
`python -m kwbot accelerate` it becomes a compiled module of the same name, some twenty times as
fast; without, it works as it is.

A card is one bit: bit ``14 * suit + place``, the strongest place 0, place 13 for a card that
stands in for one of the suit; jokers are bits 56 to 58. Players are places at the table,
clockwise, from 0.
"""

from __future__ import annotations

from array import array

PLACES = 14
JOKER = 4
"""The suit of a joker led."""
NONE = -1
MASK = (1 << 64) - 1
STEP = 6364136223846793005
ADD = 1442695040888963407
"""Knuth's linear congruential generator."""
SUITS = array("Q", [((1 << PLACES) - 1) << (PLACES * suit) for suit in range(4)])
JOKERS = 0b111 << 56
SUIT_OF = array("i", [0] * 67)
PLACE_OF = array("i", [0] * 67)
"""Suit and place of a card's bit, by the bit modulo 67 (which tells all of them apart)."""
for _bit in range(59):
    SUIT_OF[(1 << _bit) % 67] = _bit // PLACES
    PLACE_OF[(1 << _bit) % 67] = _bit % PLACES if _bit < 56 else PLACES


class Rules:
    """The rules of one deal's tricks and what they decide; see kwbot.players.setting.

    Tables are flat: `order` by leader and turn, `after` by state and taker, `worth` by state and
    player, four to a row.
    """

    def __init__(self, players: int) -> None:
        self.players = players
        self.order = array("i", [0] * 16)
        self.lead_before_makes_trumps = 0
        self.first_lead_makes_trumps = 0
        self.blocked = NONE
        self.plagued = NONE
        self.plague = NONE
        self.must_fall = 0
        self.must_fall_suit = NONE
        self.no_joker_first = 0
        self.awarded = 0
        self.awarder = NONE
        self.after = array("i", [0] * 4)
        self.worth = array("d", [0.0] * 4)


class Position:
    """A point in the play of a deal with all hands known. `state` is a row of the rules' tables."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.hand = array("Q", [0] * 4)
        self.taken = array("Q", [0] * 4)
        self.leader = 0
        self.seat = 0
        self.played = 0
        self.led = NONE
        self.trumps = NONE
        self.best = 0
        self.best_suit = NONE
        self.holder = 0
        self.trick = 0
        self.state = 0
        self.trumps_shown = 0
        self.plague_shown = 0
        self.first = 1

    def copy(self, other: Position) -> None:
        """Become the same as `other`."""
        for seat in range(4):
            self.hand[seat] = other.hand[seat]
            self.taken[seat] = other.taken[seat]
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
        self.state = other.state
        self.trumps_shown = other.trumps_shown
        self.plague_shown = other.plague_shown
        self.first = other.first

    # --- the rules --------------------------------------------------------------------------------

    def legal(self) -> int:
        """The cards that the player in turn may play."""
        rules = self.rules
        hand = self.hand[self.seat]
        if self.played == 0:
            return self.may_lead(hand)
        led = self.led
        if led == JOKER:
            cards = hand
        elif led == rules.must_fall_suit and hand & rules.must_fall:
            return rules.must_fall
        else:
            cards = hand & SUITS[led]
            cards = cards | (hand & JOKERS) if cards else hand
        if self.seat == rules.blocked and self.trumps_shown == 0:
            fewer = cards & ~SUITS[self.trumps]
            if fewer:
                return fewer
        return cards

    def may_lead(self, hand: int) -> int:
        """Bans yield, the first one first, where they would leave nothing."""
        rules = self.rules
        cards = hand
        if self.seat == rules.blocked and self.trumps_shown == 0:
            cards = hand & ~SUITS[self.trumps]
            if cards == 0:
                cards = hand
        if self.seat == rules.plagued and self.plague_shown == 0:
            fewer = cards & ~SUITS[rules.plague]
            if fewer:
                cards = fewer
        if hand & rules.must_fall:
            cards = cards & ~(SUITS[rules.must_fall_suit] & ~rules.must_fall)
        if rules.no_joker_first and self.first:
            fewer = cards & ~JOKERS
            if fewer:
                cards = fewer
        return cards

    def play(self, card: int) -> None:
        """The player in turn plays `card`, which is legal."""
        rules = self.rules
        seat = self.seat
        suit = SUIT_OF[card % 67]
        self.hand[seat] = self.hand[seat] & ~card
        self.trick = self.trick | card
        if self.played == 0:
            self.leads(seat, card, suit)
        elif suit == self.best_suit:
            if card < self.best and suit != JOKER:
                self.best = card
                self.holder = seat
        elif suit == self.trumps and self.led != JOKER:
            self.best = card
            self.best_suit = suit
            self.holder = seat
        if suit == rules.plague and (self.played or seat != rules.plagued):
            self.plague_shown = 1
        if suit == self.trumps and seat != rules.blocked:
            self.trumps_shown = 1
        self.played = self.played + 1
        if self.played < rules.players:
            self.seat = rules.order[self.leader * 4 + self.played]
        else:
            self.collect()

    def leads(self, seat: int, card: int, suit: int) -> None:
        """The first card of a trick."""
        if self.first and self.rules.first_lead_makes_trumps:
            self.trumps = suit if suit != JOKER else NONE
        self.led = suit
        self.best = card
        self.best_suit = suit
        self.holder = seat

    def collect(self) -> None:
        """A trick is complete."""
        rules = self.rules
        winner = self.holder
        if rules.awarded & self.trick:
            winner = self.best_taker(rules.awarder)
        self.taken[winner] = self.taken[winner] | self.trick
        self.state = rules.after[self.state * 4 + winner]
        if rules.lead_before_makes_trumps:
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
        rules = self.rules
        row = self.state * 4
        found = 0
        best = -1e9
        for taker in range(rules.players):
            value = rules.worth[rules.after[row + taker] * 4 + seat]
            if value > best:
                best = value
                found = taker
        return found

    def choose(self, legal: int) -> int:
        """A sensible card of `legal`, by what the trick is worth; it sees all hands."""
        rules = self.rules
        seat = self.seat
        row = self.state * 4
        mine = rules.worth[rules.after[row + seat] * 4 + seat]
        if self.played == 0:
            theirs = 0.0
            for taker in range(rules.players):
                if taker != seat:
                    theirs = theirs + rules.worth[rules.after[row + taker] * 4 + seat]
            return self.choose_lead(legal, mine - theirs / (rules.players - 1))
        gain = mine - rules.worth[rules.after[row + self.holder] * 4 + seat]
        over = self.over(legal)
        under = legal & ~over
        if gain > 1e-9 and over:
            sure = self.unbeaten(over)
            return self.weakest(sure or under or over)
        if under:
            wanted = rules.worth[row + seat] <= mine
            return self.weakest(under) if wanted else self.strongest(under)
        if gain < -1e-9 and self.played == rules.players - 1:
            return self.strongest(over)
        return self.weakest(over)

    def choose_lead(self, legal: int, gain: float) -> int:
        """With tricks wanted a card that nobody beats; else the weakest."""
        if gain > 1e-9:
            sure = self.unbeaten(legal)
            if sure:
                return self.weakest(sure)
        return self.weakest(legal)

    def over(self, legal: int) -> int:
        """Those of `legal` that beat the best card of the trick."""
        if self.led == JOKER:
            return 0
        over = legal & SUITS[self.best_suit] & (self.best - 1)
        if self.trumps >= 0 and self.best_suit != self.trumps:
            over = over | (legal & SUITS[self.trumps])
        return over

    def unbeaten(self, cards: int) -> int:
        """Those of `cards`, which take the trick now, that nobody who plays later beats."""
        rules = self.rules
        trumps = self.trumps
        found = 0
        rest = cards
        while rest:
            card = rest & -rest
            rest = rest ^ card
            suit = SUIT_OF[card % 67]
            if suit == JOKER:
                found = found | card
                continue
            led = suit if self.played == 0 else self.led
            beaten = 0
            for at in range(self.played + 1, rules.players):
                hand = self.hand[rules.order[self.leader * 4 + at]]
                follows = hand & SUITS[led]
                if suit == led and hand & SUITS[suit] & (card - 1):
                    beaten = 1
                elif follows == 0 and trumps >= 0:
                    higher = hand & SUITS[trumps]
                    if suit == trumps:
                        higher = higher & (card - 1)
                    if higher:
                        beaten = 1
            if beaten == 0:
                found = found | card
        return found

    def weakest(self, cards: int) -> int:
        """The weakest of `cards`; trumps and jokers only where there is nothing else."""
        plain = cards & ~JOKERS
        if self.trumps >= 0 and plain & ~SUITS[self.trumps]:
            plain = plain & ~SUITS[self.trumps]
        if plain == 0:
            plain = cards
        best = plain & -plain
        place = NONE
        while plain:
            card = plain & -plain
            plain = plain ^ card
            if PLACE_OF[card % 67] >= place:
                place = PLACE_OF[card % 67]
                best = card
        return best

    def strongest(self, cards: int) -> int:
        """The strongest of `cards`, whatever their suits."""
        best = cards & -cards
        place = 99
        while cards:
            card = cards & -cards
            cards = cards ^ card
            if PLACE_OF[card % 67] < place:
                place = PLACE_OF[card % 67]
                best = card
        return best

    # --- playouts ---------------------------------------------------------------------------------

    def run(self, seed: int, chance: int) -> int:
        """Play on to the end; `chance` of 1024 decisions are drawn. Gives the next seed."""
        while self.played or self.hand[self.seat]:
            legal = self.legal()
            if legal & (legal - 1) == 0:
                self.play(legal)
                continue
            seed = (seed * STEP + ADD) & MASK
            if ((seed >> 40) & 1023) < chance:
                seed = (seed * STEP + ADD) & MASK
                self.play(self.some(legal, (seed >> 33) & 0x3FFFFFFF))
            else:
                self.play(self.choose(legal))
        return seed

    def some(self, cards: int, number: int) -> int:
        """One of `cards`, by a number."""
        count = 0
        rest = cards
        while rest:
            rest = rest & (rest - 1)
            count = count + 1
        skip = number % count
        while skip:
            cards = cards & (cards - 1)
            skip = skip - 1
        return cards & -cards
