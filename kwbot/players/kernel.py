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
    player, four to a row. `side` tells who wants the same where there are only two sides, else it
    is −1. `overload_worth` holds if player `overloaded` takes more of the cards
    `overload` than every other player, unless all.
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
        self.side = array("i", [NONE] * 4)
        self.overloaded = NONE
        self.overload = 0
        self.overload_worth = array("d", [0.0] * 4)
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
        if self.played == 0:
            return self.choose_lead(legal)
        over = self.over(legal)
        under = legal & ~over
        ducked = -1e9
        if under:
            taker = self.taker(self.holder, self.best, self.best_suit)
            ducked = self.value(taker)
        if over:
            best = self.strongest(over)
            taken = self.value(self.taker(self.seat, best, SUIT_OF[best % 67]))
            if taken > ducked + 1e-9:
                if under == 0 and self.value(self.seat) <= taken + 1e-9 and not self.wanted():
                    return best
                return self.cheapest(over, taken)
        if self.wanted():
            return self.weakest(under)
        return self.strongest(under)

    def value(self, taker: int) -> float:
        """What the player in turn gets if `taker` takes the trick."""
        rules = self.rules
        return rules.worth[rules.after[self.state * 4 + taker] * 4 + self.seat]

    def wanted(self) -> int:
        """Whether the player in turn would rather take tricks than leave them."""
        rules = self.rules
        mine = self.value(self.seat)
        for taker in range(rules.players):
            if self.value(taker) > mine + 1e-9:
                return 0
        return 1

    def cheapest(self, over: int, value: float) -> int:
        """The weakest of `over` that brings as much as the strongest."""
        while True:
            card = self.weakest(over)
            over = over ^ card
            if over == 0:
                return card
            if self.value(self.taker(self.seat, card, SUIT_OF[card % 67])) >= value - 1e-9:
                return card

    def taker(self, holder: int, best: int, best_suit: int) -> int:
        """Who takes the trick in the end if `holder` has it with `best`: of those who play later,
        who wants it plays their best card, and some must take it."""
        rules = self.rules
        trumps = self.trumps
        led = best_suit if self.played == 0 else self.led
        if led == JOKER:
            return holder
        for at in range(self.played + 1, rules.players):
            seat = rules.order[self.leader * 4 + at]
            hand = self.hand[seat]
            follows = hand & SUITS[led]
            over = 0
            if follows:
                if best_suit == led:
                    over = follows & (best - 1)
            elif trumps >= 0:
                over = hand & SUITS[trumps]
                if best_suit == trumps:
                    over = over & (best - 1)
            if over == 0:
                continue
            row = self.state * 4
            gain = (
                rules.worth[rules.after[row + seat] * 4 + seat]
                - rules.worth[rules.after[row + holder] * 4 + seat]
            )
            if gain > 1e-9:
                best = over & -over
                holder = seat
                best_suit = led if follows else trumps
            elif over == follows and hand & JOKERS == 0:
                while over & (over - 1):
                    over = over & (over - 1)
                best = over
                holder = seat
                best_suit = led
        return holder

    def choose_lead(self, legal: int) -> int:
        """The card that brings the best trick; of equal ones by a rule of thumb."""
        wanted = self.wanted()
        best = 0
        best_value = -1e9
        best_rank = -1e9
        rest = legal & JOKERS
        if rest:
            best = rest & -rest
            best_value = self.value(self.seat)
            best_rank = -9.0
        for suit in range(4):
            cards = legal & SUITS[suit]
            if cards == 0:
                continue
            top = cards & -cards
            low = top
            rest = cards
            length = 0
            while rest:
                low = rest & -rest
                rest = rest ^ low
                length = length + 1
            for turn in range(2 if top != low else 1):
                card = low if turn == 0 else top
                taker = self.taker(self.seat, card, suit)
                value = self.value(taker)
                rank = 1.0 * length
                if suit == self.trumps:
                    rank = rank + (3.0 if self.outside(SUITS[suit]) else -20.0)
                if wanted == 0:
                    rank = rank - PLACE_OF[card % 67] * (1.0 if turn else 0.0)
                if turn:
                    rank = rank - 0.5
                if value > best_value + 1e-9 or (value > best_value - 1e-9 and rank > best_rank):
                    best = card
                    best_value = value
                    best_rank = rank
        return best

    def outside(self, cards: int) -> int:
        """Those of `cards` that opponents of the player in turn hold."""
        mine = self.value(self.seat)
        found = 0
        for seat in range(self.rules.players):
            if seat != self.seat and self.value(seat) < mine - 1e-9:
                found = found | (self.hand[seat] & cards)
        return found

    def over(self, legal: int) -> int:
        """Those of `legal` that beat the best card of the trick."""
        if self.led == JOKER:
            return 0
        over = legal & SUITS[self.best_suit] & (self.best - 1)
        if self.trumps >= 0 and self.best_suit != self.trumps:
            over = over | (legal & SUITS[self.trumps])
        return over

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

    def payoff(self, seat: int) -> float:
        """What `seat` gets at the end."""
        rules = self.rules
        if rules.overloaded >= 0:
            mine = count(self.taken[rules.overloaded] & rules.overload)
            most = 0
            for other in range(rules.players):
                if other != rules.overloaded:
                    theirs = count(self.taken[other] & rules.overload)
                    most = max(most, theirs)
            if mine > most and most:
                return rules.overload_worth[seat]
        return rules.worth[self.state * 4 + seat]

    def apart(self, cards: int) -> int:
        """Without those of `cards` that do the same as the next higher one beside them."""
        others = self.trick
        for seat in range(4):
            if seat != self.seat:
                others = others | self.hand[seat]
        found = 0
        last = 0
        rest = cards
        while rest:
            card = rest & -rest
            rest = rest ^ card
            suit = SUIT_OF[card % 67]
            if (
                last == 0
                or suit == JOKER
                or SUIT_OF[last % 67] != suit
                or others & (card - 1) & ~(last - 1)
                or (card | last) & (self.rules.awarded | self.rules.must_fall)
            ):
                found = found | card
            last = card
        return found

    def some(self, cards: int, number: int) -> int:
        """One of `cards`, by a number."""
        skip = number % count(cards)
        while skip:
            cards = cards & (cards - 1)
            skip = skip - 1
        return cards & -cards


def count(cards: int) -> int:
    """How many cards there are."""
    found = 0
    while cards:
        cards = cards & (cards - 1)
        found = found + 1
    return found


class Unseen:
    """Cards whose holders are not known, and who may hold how many of which.

    `cards` in the order in which they are dealt out, the most restricted first; `group` says where
    those begin that are as restricted. `held` is what players hold for sure, `room` how many more,
    `lacking` what they cannot hold; `aside` cards lie away.
    """

    def __init__(self, cards: list[int]) -> None:
        self.number = len(cards)
        self.cards = array("Q", cards or [0])
        self.group = array("i", [0] * (self.number + 1))
        self.held = array("Q", [0] * 4)
        self.lacking = array("Q", [0] * 4)
        self.room = array("i", [0] * 4)
        self.left = array("i", [0] * 4)
        self.aside = 0

    def deal(self, position: Position, seed: int, attempts: int) -> int:
        """Deal hands that fit into `position`; after so many failures any hands of the right size.

        Gives the next seed.
        """
        while True:
            seed = self.shuffle(seed)
            seed = (seed * STEP + ADD) & MASK
            if self.attempt(position, seed, attempts > 0):
                return seed
            attempts = attempts - 1

    def shuffle(self, seed: int) -> int:
        """Within each group."""
        for at in range(self.number):
            seed = (seed * STEP + ADD) & MASK
            other = self.group[at] + ((seed >> 33) & 0x3FFFFFFF) % (at + 1 - self.group[at])
            card = self.cards[at]
            self.cards[at] = self.cards[other]
            self.cards[other] = card
        return seed

    def attempt(self, position: Position, seed: int, strict: int) -> int:
        """1 if every card has found a place; players get them as often as they have room."""
        for seat in range(4):
            position.hand[seat] = self.held[seat]
            self.left[seat] = self.room[seat]
        aside = self.aside
        for at in range(self.number):
            card = self.cards[at]
            room = aside
            for seat in range(4):
                if strict == 0 or self.lacking[seat] & card == 0:
                    room = room + self.left[seat]
            if room == 0:
                return 0
            seed = (seed * STEP + ADD) & MASK
            pick = ((seed >> 33) & 0x3FFFFFFF) % room
            found = NONE
            for seat in range(4):
                if strict == 0 or self.lacking[seat] & card == 0:
                    if pick < self.left[seat]:
                        found = seat
                        break
                    pick = pick - self.left[seat]
            if found >= 0:
                position.hand[found] = position.hand[found] | card
                self.left[found] = self.left[found] - 1
            else:
                aside = aside - 1
        return 1


def tried(start: Position, trial: Position, card: int, seed: int, chance: int) -> float:
    """What the player in turn gets by `card`, played on to the end in `trial`."""
    trial.copy(start)
    trial.play(card)
    trial.run(seed, chance)
    return trial.payoff(start.seat)


def tried_as_is(start: Position, trial: Position, seat: int, seed: int, chance: int) -> float:
    """What `seat` gets if the deal is played on to the end in `trial`."""
    trial.copy(start)
    trial.run(seed, chance)
    return trial.payoff(seat)


class Solver:
    """The best play for two sides with all hands known. `nodes` counts the positions looked at."""

    def __init__(self) -> None:
        self.stack = [Position(Rules(4)) for _ in range(60)]
        self.nodes = 0
        self.seat = 0
        self.side = 0

    def tried(self, start: Position, card: int) -> float:
        """What the player in turn gets by `card` if everybody plays their best from then on."""
        position = self.stack[0]
        position.copy(start)
        self.seat = start.seat
        self.side = start.rules.side[start.seat]
        position.play(card)
        return self.value(position, 1, -1e9, 1e9)

    def value(self, position: Position, depth: int, least: float, most: float) -> float:
        """What is reached between `least` and `most`; `position` is used up."""
        rules = position.rules
        self.nodes = self.nodes + 1
        while True:
            if position.played == 0 and position.hand[position.seat] == 0:
                return position.payoff(self.seat)
            legal = position.legal()
            if legal & (legal - 1):
                break
            position.play(legal)
        mine = rules.side[position.seat] == self.side
        found = -1e9 if mine else 1e9
        card = position.choose(legal)
        legal = position.apart(legal) & ~card
        child = self.stack[depth]
        while card:
            child.copy(position)
            child.play(card)
            value = self.value(child, depth + 1, least, most)
            if mine:
                found = max(found, value)
                least = max(least, value)
            else:
                found = min(found, value)
                most = min(most, value)
            if least >= most:
                break
            card = legal & -legal
            legal = legal ^ card
        return found
