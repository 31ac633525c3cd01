# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False
# cython: cdivision=True, initializedcheck=False
"""The policy by which players choose cards, using only what they can know."""

from __future__ import annotations

from .power import lowest, strongest, suit_of, weakest, winning
from .state import State
from .trick_rules import TrickRules

PLACES, JOKER, NO_SUIT = 14, 4, 5
ALL_SUITS, FIRST_SUITS = 15, 0x111111111111
"""Masks of `void`: all suits of the first player, and one suit of all players."""
_SUITS = [0x3FFF, 0x3FFF << 14, 0x3FFF << 28, 0x3FFF << 42, 0b111 << 56, 0]
"""As in state: compiled modules do not export their constants."""
NUMBER = [mask.bit_count() for mask in range(1 << PLACES)]
"""The number of cards of a suit, by the mask of their places."""
OVERTAKEN = 0.5
"""Factor on the readiness to take a trick that another later player has taken over with a higher
card."""
THRIFT, TRUMP = 0.25, 0.5
"""Worth of keeping the highest card for later, as a share of the trick's stake; and the height that
a trump adds."""
HOARD = 0.5
"""The same as THRIFT for able players who want tricks."""
OWN, OTHERS = [-0.1, 0.03], [-0.04, -0.06]
"""Worth of leading a suit per own card of it, and per card of the others, for able players who want
no tricks and who want tricks. (These and _SHORTNESS were tuned for the gain over twelve games and
contracts against players who are not able.)"""
_SHORTNESS = 0.2
"""Height that an able player's discard loses per card of its suit."""
HEIGHT = [0.0] * 67
"""The height of a card, from 0 to 1, by its bit modulo 67."""
for _bit in range(59):
    HEIGHT[(1 << _bit) % 67] = 1.0 - _bit % PLACES / PLACES if _bit < 4 * PLACES else 1.0
MISSES = [1.0] * 192
"""The probability that a player has none of a number of cards, at 16 times the number of players
who may hold them plus that number."""
for _holders in range(1, 12):
    for _number in range(1, 16):
        MISSES[_holders * 16 + _number] = (1.0 - 1.0 / _holders) ** _number


class Policy:
    """A policy that weighs probabilities as the player in turn sees them, who knows their own hand,
    the open cards, and who is out of which suit. The `able` players (a bit each) also consider
    later tricks.

    `stake`: how much the taker of the trick matters; `keen`: whether tricks are wanted; `thrift`:
    worth of keeping the highest card; `coming`: the trumps of the next trick as far as known, whose
    cards are worth more.

    `unseen`: the cards that any of the others may hold; `others`: these and their open ones. Bit
    ``4 * seat + suit`` of `void`: a player has no hidden cards of a suit. `ruffing`: number of
    others who may hold trumps, each with probability `ruffs`. The suit `about` has been studied:
    `holding` others may hold some of it, and each has none with probability `lacks`.

    `who` may have the trick in the end, with probabilities `odds`: its present holder and the
    `later` players, who can take it with probability `can` and must with probability `must`.
    """

    def __init__(self, able: int = 0) -> None:
        self.able = able
        self.stake = 0.0
        self.keen = 0
        self.thrift = 0.0
        self.coming = 0
        self.unseen = 0
        self.others = 0
        self.players = 0
        self.void = 0
        self.ruffing = 0
        self.ruffs = 0.0
        self.about = NO_SUIT
        self.holding = 0
        self.lacks = 0.0
        self.later = 0
        self.who = [0] * 12
        self.odds = [0.0] * 12
        self.can = [0.0] * 12
        self.must = [0.0] * 12

    def choose(self, state: State, legal: int) -> int:
        """Return a card of `legal` for the player in turn."""
        if state.rules.gathered:
            legal = without_gifts(state, legal)
        if state.played == 0:
            return self.lead(state, legal)
        over = winning(state, legal)
        under = legal & ~over
        if under:
            under = self.duck(state, under)
        if over == 0:
            return under
        return self.follow(state, over, under)

    def rate(self, state: State, card: int) -> float:
        """Return the worth of `card` for the player in turn, as a share of the trick's stake."""
        self.consider(state)
        points = 0.0
        if state.played == 0:
            suit = 0
            while card & _SUITS[suit] == 0:
                suit = suit + 1
            if suit != JOKER and self.able >> state.seat & 1:
                points = self.led_later(state, suit)
            points = points + self.promise(state, state.seat, card, suit, card)
        elif winning(state, card):
            points = self.promise(state, state.seat, card, suit_of(state, card), card)
        else:
            points = self.promise(state, state.holder, state.best, state.best_suit, card)
        return points / self.stake if self.stake > 0.0 else 0.0

    def duck(self, state: State, under: int) -> int:
        """Return one of the cards that do not beat the best one: the one missed least."""
        if under & (under - 1) == 0:
            return under
        if wants_tricks(state):
            return weakest(state, under)
        found = 0
        if self.able >> state.seat & 1 and under & _SUITS[state.led] & ~_SUITS[JOKER] == 0:
            found = self.laid_away(under)
        return found or strongest(under)

    def follow(self, state: State, over: int, under: int) -> int:
        """Return the strongest or weakest of the cards that beat the best one, or the card
        `under`."""
        self.consider(state)
        found = under
        most = -1e9
        if under:
            most = self.promise(state, state.holder, state.best, state.best_suit, under)
        card = low = over
        if over & (over - 1):
            card, low = strongest(over), weakest(state, over)
        while card:
            points = self.promise(state, state.seat, card, suit_of(state, card), card)
            if points > most:
                most = points
                found = card
            card = low if card != low else 0
        return found

    def lead(self, state: State, legal: int) -> int:
        """Return a card to lead. To win tricks: the highest of a suit if nothing beats it, or else
        the lowest. To lose them: either of the two."""
        self.consider(state)
        able = self.able >> state.seat & 1
        found = 0
        most = -1e9
        least = later = 0.0
        for suit in range(4):
            low = legal & _SUITS[suit]
            card = low & -low
            if card == 0:
                continue
            if self.keen == 0 or self.others & _SUITS[suit] & (card - 1):
                low = lowest(low)
                card = low if self.keen else card
            if able:
                later = self.led_later(state, suit)
                least = min(least, later)
            while card:
                points = self.promise(state, state.seat, card, suit, card) + later
                if points > most:
                    most = points
                    found = card
                card = 0 if self.keen or card == low else low
        card = legal & _SUITS[JOKER]
        card = card & -card
        if card and self.promise(state, state.seat, card, JOKER, card) + least >= most:
            found = card
        return found

    def consider(self, state: State) -> None:
        """Set what the player in turn wants and knows of later players."""
        self.keen = wants_tricks(state)
        self.stake = state.rules.stake[state.rules.players * state.row + state.seat]
        self.thrift = self.stake * (THRIFT if self.keen else -THRIFT)
        self.coming = state.trumps
        if self.able >> state.seat & 1:
            self.think_ahead(state)
        self.later = state.rules.players - state.played - 1
        if self.later:
            self.look_round(state)

    def think_ahead(self, state: State) -> None:
        """Set what able players consider, too: that high cards win later, and the next trumps."""
        if self.keen:
            self.thrift = self.stake * HOARD
        if state.rules.lead_before_makes_trumps:
            self.coming = state.led if state.led != JOKER else NO_SUIT

    def look_round(self, state: State) -> None:
        """Set what the player in turn knows of the others, and the later players."""
        me, self.players = state.seat, state.rules.players
        held = hidden = 0
        void = state.out | ALL_SUITS << (4 * me)
        for seat in range(self.players):
            hand = state.hand[seat]
            held = held | hand
            hand = hand & ~state.shown[seat]
            hidden = hidden | hand
            if hand == 0:
                void = void | ALL_SUITS << (4 * seat)
        self.others = held & ~state.hand[me] | state.aside
        self.unseen = hidden & ~state.hand[me] | state.aside
        self.void = void
        self.about = NO_SUIT
        trumps = state.trumps
        self.ruffing = self.holders(trumps)
        self.ruffs = 1.0 - self.misses(self.ruffing, trumps, _SUITS[trumps])
        first = self.players * state.leader + state.played
        for at in range(1, self.later + 1):
            self.who[at] = state.rules.order[first + at]

    def led_later(self, state: State, suit: int) -> float:
        """Return the later worth of leading a suit: to win tricks, one that is long in the own hand
        and short in the others'; to lose them, one that everybody is short in."""
        own = NUMBER[(state.hand[state.seat] & _SUITS[suit]) >> PLACES * suit]
        others = NUMBER[(self.others & _SUITS[suit]) >> PLACES * suit]
        return self.stake * (OWN[self.keen] * own + OTHERS[self.keen] * others)

    def laid_away(self, cards: int) -> int:
        """Return the best discard for a player who wants no tricks: a high card of a short suit. 0
        if there are only jokers."""
        found = 0
        most = -1e9
        for suit in range(4):
            own = cards & _SUITS[suit]
            if own:
                card = own & -own
                height = HEIGHT[card % 67] - _SHORTNESS * NUMBER[own >> PLACES * suit]
                if height > most:
                    most = height
                    found = card
        return found

    def promise(self, state: State, holder: int, best: int, best_suit: int, card: int) -> float:
        """Return the worth of playing `card`, after which `holder` has the trick with `best`."""
        height = HEIGHT[card % 67]
        if card & _SUITS[self.coming]:
            height = height + TRUMP
        found = -height * self.thrift
        brings = state.rules.players * (state.rules.players * state.row + state.seat)
        led = state.led if state.played else best_suit
        if self.later == 0 or led == JOKER:
            return found + state.rules.brings[brings + holder]
        self.who[0] = holder
        self.foresee(state, best, best_suit, led)
        self.share(state.rules, state.row)
        for at in range(self.later + 1):
            found = found + self.odds[at] * state.rules.brings[brings + self.who[at]]
        return found

    def foresee(self, state: State, best: int, best_suit: int, led: int) -> None:
        """Set the probabilities that later players can, and must, beat the best card."""
        trumps = state.trumps
        over = ruffing = 0
        above = forced = ruffs = 0.0
        if led != self.about:
            self.study(led)
        if best_suit == led:
            over = _SUITS[led] & (best - 1)
            above = 1.0 - self.misses(self.holding, led, over)
            if above > 0.0:
                forced = above * self.misses(self.holding, led, _SUITS[led] ^ over)
            if trumps != led:
                ruffing = _SUITS[trumps]
                ruffs = self.ruffs
        else:
            ruffing = _SUITS[trumps] & (best - 1)
            ruffs = 1.0 - self.misses(self.ruffing, trumps, ruffing)
        either = ruffs * self.lacks
        either = above + either - above * either
        for at in range(1, self.later + 1):
            seat = self.who[at]
            out = state.out >> (4 * seat)
            if state.hand[seat] & state.shown[seat] and self.sees(state, at, over, ruffing, above):
                continue
            if out >> led & 1:
                self.can[at] = 0.0 if out >> trumps & 1 else ruffs
                self.must[at] = 0.0
            else:
                self.can[at] = above if out >> trumps & 1 else either
                self.must[at] = forced

    def study(self, suit: int) -> None:
        """Set what the player in turn knows of a suit led."""
        self.about = suit
        self.holding = self.holders(suit)
        self.lacks = self.misses(self.holding, suit, _SUITS[suit])

    def sees(self, state: State, at: int, over: int, ruffing: int, above: float) -> int:
        """Set whether a later player can and must beat the best card, if open cards tell. Return
        whether they do."""
        hand = state.hand[self.who[at]]
        shown = hand & state.shown[self.who[at]]
        cards = shown & _SUITS[self.about]
        self.must[at] = 0.0
        if cards:
            self.can[at] = 1.0 if cards & over else 0.0 if hand == shown else above
            self.must[at] = 1.0 if hand == shown and cards & ~over == 0 else 0.0
        elif hand == shown:
            self.can[at] = 1.0 if hand & ruffing else 0.0
        return cards != 0 or hand == shown

    def share(self, rules: TrickRules, row: int) -> None:
        """Set the probability that each has the trick in the end: later players take it from its
        holder by then, if they can and want to, or must."""
        self.odds[0] = 1.0
        for at in range(1, self.later + 1):
            ready = rules.players * (rules.players * row + self.who[at])
            can, must = self.can[at], self.must[at]
            chance = max(must, can * rules.readiness[ready + self.who[0]]) * self.odds[0]
            self.odds[0] = self.odds[0] - chance
            found = chance
            for before in range(1, at):
                chance = max(must, can * rules.readiness[ready + self.who[before]])
                chance = chance * OVERTAKEN * self.odds[before]
                self.odds[before] = self.odds[before] - chance
                found = found + chance
            self.odds[at] = found

    def holders(self, suit: int) -> int:
        """Return the number of others who may have hidden cards of a suit."""
        void = self.void >> suit & FIRST_SUITS
        return self.players - ((void * FIRST_SUITS >> 44) & 15)

    def misses(self, holders: int, suit: int, cards: int) -> float:
        """Return the probability that a given one of `holders` players who may hold a suit has none
        of `cards`, which are of it."""
        cards = cards & self.unseen
        if cards == 0:
            return 1.0
        return MISSES[holders * 16 + NUMBER[cards >> PLACES * suit]]


def wants_tricks(state: State) -> int:
    """Whether the player in turn would rather take tricks than leave them."""
    return state.rules.granted[state.rules.players * state.row + state.seat] == 0


def without_gifts(state: State, legal: int) -> int:
    """Return `legal` without gathered cards that would fall to the wrong side, if others are left;
    or only these if they fall to the right one."""
    rules = state.rules
    cards = legal & rules.gathered
    if cards in (0, legal):
        return legal
    if state.played == 0 or rules.gatherer in (state.seat, state.holder):
        return legal ^ cards
    first = state.leader * rules.players
    for at in range(first + state.played + 1, first + rules.players):
        if rules.order[at] == rules.gatherer:
            return legal ^ cards
    return cards
