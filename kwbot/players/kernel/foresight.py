# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False
# cython: cdivision=True, initializedcheck=False
"""What players can foresee of a trick who do not see each other's hands."""

from __future__ import annotations

from .moment import Moment
from .rules import Rules

PLACES = 14
JOKER, NO_SUIT = 4, 5
SUITS = [0x3FFF, 0x3FFF << 14, 0x3FFF << 28, 0x3FFF << 42, 0b111 << 56, 0]
"""As in position; compiled modules keep their constants to themselves."""
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


class Foresight(Moment):
    """Chances, as the player in turn sees them: they know their own hand, the cards that lie open,
    and who is out of which suit.

    `unseen` cards may be with any of the others, `others` are these and their open ones; `void` is
    `out` with what open hands have none of. `brings` says what it is worth who takes the
    trick, `stake` how much that differs, `grudged` and `granted` who wants it from whom (see the
    rules), `keen` whether tricks are wanted, `thrift` what the highest card is worth later, and
    more if it is of the suit `coming`: the trumps of the next trick, unless it is the lead that
    decides on them. The trick is held by one of `number` players `who`, as likely as `odds` say;
    the next one can take it with a chance of `can`, and cannot but take it with a chance of `must`.

    One who may hold trumps has some with a chance of `ruffs`. What is known of the suit `about`
    serves several cards: `holding` players may hold some, and one of them has none with a chance of
    `lacks`.
    """

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
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

    def most_promising(self, strongest: int, weakest: int, under: int) -> int:
        """One of two cards that beat the best one, or one that does not; any may be missing."""
        self.consider()
        found = under
        most = self.promise(self.holder, self.best, self.best_suit, under) if under else -1e9
        card = strongest
        while card:
            suit = self.trumps if card & SUITS[self.trumps] else self.led
            points = self.promise(self.seat, card, suit, card)
            if points > most:
                most = points
                found = card
            card = weakest if card != weakest else 0
        return found

    def most_promising_lead(self, legal: int) -> int:
        """Who wants tricks leads the highest card of a suit if nothing beats it, else the lowest;
        who wants none, any of the two."""
        self.consider()
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
            later = self.led_later(suit) if card and self.clever() else 0.0
            least = min(least, later)
            while card:
                points = self.promise(self.seat, card, suit, card) + later
                if points > most:
                    most = points
                    found = card
                card = 0 if self.keen or card == low else low
        card = legal & SUITS[JOKER]
        card = card & -card
        if card and self.promise(self.seat, card, JOKER, card) + least >= most:
            found = card
        return found

    def consider(self) -> None:
        """What the player in turn knows and wants."""
        me = self.seat
        row = self.state * 4
        self.unseen = self.aside
        self.others = self.aside
        self.void = self.out
        least = 1e9
        most = -1e9
        for seat in range(self.rules.players):
            value = self.rules.worth[self.rules.after[row + seat] * 4 + me]
            self.brings[seat] = value
            least = min(least, value)
            most = max(most, value)
            if seat != me:
                hidden = self.hand[seat] & ~self.shown[seat]
                self.unseen = self.unseen | hidden
                self.others = self.others | self.hand[seat]
                if hidden == 0:
                    self.void = self.void | 15 << (4 * seat)
        self.grudged = self.rules.grudged[self.state]
        self.granted = self.rules.granted[self.state]
        self.keen = self.wanted()
        self.stake = most - least
        self.thrift = self.stake * (THRIFT if self.keen else -THRIFT)
        self.coming = self.trumps
        if self.clever():
            self.think_ahead()
        self.about = NO_SUIT
        trumps = self.trumps
        self.ruffs = 1.0 - self.misses(self.holders(trumps), trumps, SUITS[trumps])

    def wanted(self) -> int:
        """Whether the player in turn would rather take tricks than leave them."""
        return (self.rules.granted[self.state] >> (4 * self.seat)) & 15 == 0

    def clever(self) -> int:
        """Whether the player in turn is able."""
        return self.able >> self.seat & 1

    def think_ahead(self) -> None:
        """What the able know besides: high cards win later, and which suit will be trumps."""
        if self.keen:
            self.thrift = self.stake * HOARD
        if self.rules.lead_before_makes_trumps:
            self.coming = self.led if self.led != JOKER else NO_SUIT

    def led_later(self, suit: int) -> float:
        """What it is worth later to have led a suit: who wants tricks leads what the others have
        little of and they themselves much, who wants none what everybody has little of."""
        own = NUMBER[(self.hand[self.seat] & SUITS[suit]) >> PLACES * suit]
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

    def promise(self, holder: int, best: int, best_suit: int, card: int) -> float:
        """What comes of `card` if `holder` has the trick with `best` after it."""
        height = HEIGHT[card % 67]
        if card & SUITS[self.coming]:
            height = height + TRUMP
        self.number = 1
        self.who[0] = holder
        self.odds[0] = 1.0
        led = self.led if self.played else best_suit
        if self.played + 1 < self.rules.players and led != JOKER:
            self.foresee(best, best_suit, led)
        found = -height * self.thrift
        for at in range(self.number):
            found = found + self.odds[at] * self.brings[self.who[at]]
        return found

    def foresee(self, best: int, best_suit: int, led: int) -> None:
        """Whom later players leave the trick to if the best card is `best`."""
        trumps = self.trumps
        following = SUITS[led]
        over = following & (best - 1) if best_suit == led else 0
        ruffing = SUITS[trumps] if trumps != led else 0
        ruffs = self.ruffs
        if best_suit == trumps:
            ruffing = ruffing & (best - 1)
            ruffs = 1.0 - self.misses(self.holders(trumps), trumps, ruffing)
        if led != self.about:
            self.about = led
            self.holding = self.holders(led)
            self.lacks = self.misses(self.holding, led, following)
        above = 1.0 - self.misses(self.holding, led, over)
        must = above * self.misses(self.holding, led, following ^ over) if above > 0.0 else 0.0
        first = self.leader * 4
        for at in range(first + self.played + 1, first + self.rules.players):
            seat = self.rules.order[at]
            hand = self.hand[seat]
            shown = hand & self.shown[seat]
            out = self.out >> (4 * seat)
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

    def holders(self, suit: int) -> int:
        """How many others may have hidden cards of a suit."""
        void = self.void >> suit & 0x1111 & ~(1 << (4 * self.seat))
        return self.rules.players - 1 - (((void * 0x1111) >> 12) & 15)

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
