# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False
# cython: cdivision=True, initializedcheck=False
"""Which card a player chooses: by what they can know, and no more."""

from __future__ import annotations

from .power import strongest, suit_of, weakest, winning
from .state import State

PLACES, JOKER, NO_SUIT = 14, 4, 5
SUITS = [0x3FFF, 0x3FFF << 14, 0x3FFF << 28, 0x3FFF << 42, 0b111 << 56, 0]
"""As in state: compiled modules keep their constants to themselves."""
NUMBER = [mask.bit_count() for mask in range(1 << PLACES)]
"""How many cards of a suit there are, by their places."""
READINESS = [0.4, 0.9, 0.1]
"""How often a later player who can take the trick does so: if it is all the same to them, if they
want it, if they would rather leave it."""
OVERTAKEN = 0.5
"""What is left of that chance when another has taken over meanwhile, with a higher card."""
THRIFT, TRUMP = 0.25, 0.5
"""What the highest card is worth later, against all that a trick is worth; and a trump more."""
HOARD = 0.5
"""The same to who is able and wants tricks."""
OWN, OTHERS = [-0.1, 0.03], [-0.04, -0.06]
"""What it is worth to the able who want none, and who want tricks, to lead a suit of which they
and the others have a card more. (This and the next were found by what they gain over twelve games
and contracts against players who are not able.)"""
SHORT = 0.2
"""So much higher is a card taken to be that they lay away, for each that they have less of its
suit."""
HEIGHT = [0.0] * 67
"""How high a card is, 0 to 1, by its bit modulo 67."""
for _bit in range(59):
    HEIGHT[(1 << _bit) % 67] = 1.0 - _bit % PLACES / PLACES if _bit < 4 * PLACES else 1.0
MISSES = [1.0] * 64
"""How likely somebody has none of a number of cards, by 16 times the players who may have them and
the number."""
for _holders in range(1, 4):
    for _number in range(1, 16):
        MISSES[_holders * 16 + _number] = (1.0 - 1.0 / _holders) ** _number


class Policy:
    """Chances, as the player in turn sees them: they know their own hand, the cards that lie open,
    and who is out of which suit. The `able` players (a bit each) think of later tricks.

    `unseen` cards may be with any of the others, `others` are these and their open ones; `void` is
    `out` with what open hands have none of. `brings` says what it is worth who takes the
    trick, `stake` how much that differs, `grudged` and `granted` who wants it from whom (see
    TrickRules), `keen` whether tricks are wanted, `thrift` what the highest card is worth later,
    and more if it is of the suit `coming`: the trumps of the next trick, unless it is the lead that
    decides on them. The trick is held by one of `number` players `who`, as likely as `odds` say;
    the next one can take it with a chance of `can`, and cannot but take it with a chance of `must`.

    One who may hold trumps has some with a chance of `ruffs`. What is known of the suit `about`
    serves several cards: `holding` players may hold some, and one of them has none with a chance of
    `lacks`.
    """

    def __init__(self, able: int = 0) -> None:
        self.able = able
        self.unseen = 0
        self.others = 0
        self.void = 0
        self.grudged = 0
        self.granted = 0
        self.keen = 0
        self.coming = 0
        self.stake = 0.0
        self.thrift = 0.0
        self.brings = [0.0] * 4
        self.number = 0
        self.who = [0] * 4
        self.odds = [0.0] * 4
        self.can = 0.0
        self.must = 0.0
        self.about = NO_SUIT
        self.holding = 0
        self.lacks = 0.0
        self.ruffs = 0.0

    def choose(self, state: State, legal: int) -> int:
        """A card of `legal` for the player in turn."""
        legal = kept(state, legal)
        if state.played == 0:
            return self.led(state, legal)
        over = winning(state, legal)
        under = legal & ~over
        if under:
            under = self.ducked(state, under)
        if over == 0:
            return under
        return self.followed(state, strongest(over), weakest(state, over), under)

    def rate(self, state: State, card: int) -> float:
        """What comes of `card` for the player in turn, in shares of what is at stake."""
        self.consider(state)
        points = 0.0
        if state.played == 0:
            suit = 0
            while card & SUITS[suit] == 0:
                suit = suit + 1
            if suit != JOKER and self.able >> state.seat & 1:
                points = self.led_later(state, suit)
            points = points + self.promise(state, state.seat, card, suit, card)
        elif winning(state, card):
            points = self.promise(state, state.seat, card, suit_of(state, card), card)
        else:
            points = self.promise(state, state.holder, state.best, state.best_suit, card)
        return points / self.stake if self.stake > 0.0 else 0.0

    def ducked(self, state: State, under: int) -> int:
        """One of the cards that do not beat the best one."""
        if wanted(state):
            return weakest(state, under)
        found = 0
        if self.able >> state.seat & 1 and under & SUITS[state.led] & ~SUITS[JOKER] == 0:
            found = self.laid_away(under)
        return found or strongest(under)

    def followed(self, state: State, high: int, low: int, under: int) -> int:
        """One of two cards that beat the best one, or one that does not; any may be missing."""
        self.consider(state)
        found = under
        most = -1e9
        if under:
            most = self.promise(state, state.holder, state.best, state.best_suit, under)
        card = high
        while card:
            suit = state.trumps if card & SUITS[state.trumps] else state.led
            points = self.promise(state, state.seat, card, suit, card)
            if points > most:
                most = points
                found = card
            card = low if card != low else 0
        return found

    def led(self, state: State, legal: int) -> int:
        """Who wants tricks leads the highest card of a suit if nothing beats it, else the lowest;
        who wants none, any of the two."""
        self.consider(state)
        found = 0
        most = -1e9
        least = 0.0
        for suit in range(4):
            low = legal & SUITS[suit]
            card = low & -low
            while low & (low - 1):
                low = low & (low - 1)
            if self.keen and self.others & SUITS[suit] & (card - 1):
                card = low
            later = self.led_later(state, suit) if card and self.able >> state.seat & 1 else 0.0
            least = min(least, later)
            while card:
                points = self.promise(state, state.seat, card, suit, card) + later
                if points > most:
                    most = points
                    found = card
                card = 0 if self.keen or card == low else low
        card = legal & SUITS[JOKER]
        card = card & -card
        if card and self.promise(state, state.seat, card, JOKER, card) + least >= most:
            found = card
        return found

    def consider(self, state: State) -> None:
        """What the player in turn knows and wants."""
        me = state.seat
        row = state.row * 4
        self.unseen = state.aside
        self.others = state.aside
        self.void = state.out
        least = 1e9
        most = -1e9
        for seat in range(state.rules.players):
            value = state.rules.worth[state.rules.after[row + seat] * 4 + me]
            self.brings[seat] = value
            least = min(least, value)
            most = max(most, value)
            if seat != me:
                hidden = state.hand[seat] & ~state.shown[seat]
                self.unseen = self.unseen | hidden
                self.others = self.others | state.hand[seat]
                if hidden == 0:
                    self.void = self.void | 15 << (4 * seat)
        self.grudged = state.rules.grudged[state.row]
        self.granted = state.rules.granted[state.row]
        self.keen = wanted(state)
        self.stake = most - least
        self.thrift = self.stake * (THRIFT if self.keen else -THRIFT)
        self.coming = state.trumps
        if self.able >> state.seat & 1:
            self.think_ahead(state)
        self.about = NO_SUIT
        trumps = state.trumps
        self.ruffs = 1.0 - self.misses(self.holders(state, trumps), trumps, SUITS[trumps])

    def think_ahead(self, state: State) -> None:
        """What the able know besides: high cards win later, and which suit will be trumps."""
        if self.keen:
            self.thrift = self.stake * HOARD
        if state.rules.lead_before_makes_trumps:
            self.coming = state.led if state.led != JOKER else NO_SUIT

    def led_later(self, state: State, suit: int) -> float:
        """What it is worth later to have led a suit: who wants tricks leads what the others have
        little of and they themselves much, who wants none what everybody has little of."""
        own = NUMBER[(state.hand[state.seat] & SUITS[suit]) >> PLACES * suit]
        others = NUMBER[(self.others & SUITS[suit]) >> PLACES * suit]
        return self.stake * (OWN[self.keen] * own + OTHERS[self.keen] * others)

    def laid_away(self, cards: int) -> int:
        """The card to be rid of for who wants no tricks: a high one, of a short suit. None if there
        are but jokers."""
        found = 0
        most = -1e9
        for suit in range(4):
            own = cards & SUITS[suit]
            if own:
                card = own & -own
                height = HEIGHT[card % 67] - SHORT * NUMBER[own >> PLACES * suit]
                if height > most:
                    most = height
                    found = card
        return found

    def promise(self, state: State, holder: int, best: int, best_suit: int, card: int) -> float:
        """What comes of `card` if `holder` has the trick with `best` after it."""
        height = HEIGHT[card % 67]
        if card & SUITS[self.coming]:
            height = height + TRUMP
        self.number = 1
        self.who[0] = holder
        self.odds[0] = 1.0
        led = state.led if state.played else best_suit
        if state.played + 1 < state.rules.players and led != JOKER:
            self.foresee(state, best, best_suit, led)
        found = -height * self.thrift
        for at in range(self.number):
            found = found + self.odds[at] * self.brings[self.who[at]]
        return found

    def foresee(self, state: State, best: int, best_suit: int, led: int) -> None:
        """Whom later players leave the trick to if the best card is `best`."""
        trumps = state.trumps
        following = SUITS[led]
        over = following & (best - 1) if best_suit == led else 0
        ruffing = SUITS[trumps] if trumps != led else 0
        ruffs = self.ruffs
        if best_suit == trumps:
            ruffing = ruffing & (best - 1)
            ruffs = 1.0 - self.misses(self.holders(state, trumps), trumps, ruffing)
        if led != self.about:
            self.about = led
            self.holding = self.holders(state, led)
            self.lacks = self.misses(self.holding, led, following)
        above = 1.0 - self.misses(self.holding, led, over)
        must = above * self.misses(self.holding, led, following ^ over) if above > 0.0 else 0.0
        first = state.leader * 4
        for at in range(first + state.played + 1, first + state.rules.players):
            seat = state.rules.order[at]
            hand = state.hand[seat]
            shown = hand & state.shown[seat]
            out = state.out >> (4 * seat)
            ruff = 0.0 if out >> trumps & 1 else ruffs
            self.must = 0.0
            if hand == shown:
                self.foresee_open(hand, following, over, ruffing)
            elif shown & following:
                self.can = 1.0 if shown & over else above
            elif out >> led & 1:
                self.can = ruff
            else:
                ruff = ruff * self.lacks
                self.can = above + ruff - above * ruff
                self.must = must
            if self.can > 0.0:
                self.overtake(seat)

    def foresee_open(self, hand: int, following: int, over: int, ruffing: int) -> None:
        """What somebody can do about the best card whose cards all lie open."""
        cards = hand & following
        if cards:
            self.can = 1.0 if cards & over else 0.0
            self.must = 0.0 if cards & ~over else 1.0
        else:
            self.can = 1.0 if hand & ruffing else 0.0

    def holders(self, state: State, suit: int) -> int:
        """How many others may have hidden cards of a suit."""
        void = self.void >> suit & 0x1111 & ~(1 << (4 * state.seat))
        return state.rules.players - 1 - (((void * 0x1111) >> 12) & 15)

    def misses(self, holders: int, suit: int, cards: int) -> float:
        """How likely one of so many who may hold a suit has none of `cards`, which are of it."""
        cards = cards & self.unseen
        if cards == 0:
            return 1.0
        return MISSES[holders * 16 + NUMBER[cards >> PLACES * suit]]

    def overtake(self, seat: int) -> None:
        """`seat` takes the trick from whoever has it by then, if they can and like to."""
        grudged = self.grudged >> 4 * seat
        granted = self.granted >> 4 * seat
        taken = 0.0
        for at in range(self.number):
            holder = self.who[at]
            chance = self.can * READINESS[(grudged >> holder & 1) + 2 * (granted >> holder & 1)]
            chance = max(self.must, chance)
            if at:
                chance = chance * OVERTAKEN
            chance = chance * self.odds[at]
            self.odds[at] = self.odds[at] - chance
            taken = taken + chance
        self.who[self.number] = seat
        self.odds[self.number] = taken
        self.number = self.number + 1


def wanted(state: State) -> int:
    """Whether the player in turn would rather take tricks than leave them."""
    return (state.rules.granted[state.row] >> (4 * state.seat)) & 15 == 0


def kept(state: State, legal: int) -> int:
    """`legal` without the gathered cards that would fall to the wrong side, if others are left; or
    these alone where they fall to the right one."""
    rules = state.rules
    cards = legal & rules.gathered
    if cards in (0, legal):
        return legal
    if state.played == 0 or rules.gatherer in (state.seat, state.holder):
        return legal ^ cards
    first = state.leader * 4
    for at in range(first + state.played + 1, first + rules.players):
        if rules.order[at] == rules.gatherer:
            return legal ^ cards
    return cards
