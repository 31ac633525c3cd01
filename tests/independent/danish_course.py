"""One deal of `hus` or `esmakker` by the printed rules, as a conversation.

Section numbers are those of the project's rule specification.
"""

from collections import Counter
from collections.abc import Generator, Iterable, Sequence
from typing import NamedTuple

from tests.independent.cards import RANKS, SUITS, a_card_of, a_suit, one, require
from tests.independent.danish import (
    HUS,
    JOKERS,
    NOLOS,
    Outcome,
    attachment_of,
    is_jernhand,
    is_nolo,
    joinable,
)
from tests.independent.talk import Answer, Ask, Course, Talk, Trick

FIXED_TRUMPS = {"staerke": "S", "gode": "C", "sans": ""}


class Setting(NamedTuple):
    """What is fixed before the first action of a deal."""

    game: str
    ring: tuple[int, ...]  # players of the deal, clockwise, forehand first
    bids: tuple[str, ...]  # lowest first
    ace_low_in_nolo: bool
    hands: dict[int, frozenset[str]]  # as dealt
    kitty: tuple[str, ...] = ()


class DanishCourse(Course):
    def __init__(self, setting: Setting) -> None:
        super().__init__(setting.ring, setting.hands)
        self.setting = setting
        self.hus = setting.game == HUS
        self.kitty = list(setting.kitty)
        self.bid = ""  # the standing one, in the end the contract
        self.bidder = -1  # who made it
        self.joiners: list[int] = []  # in the order they joined
        self.declarer = -1  # none yet; not the bidder where a joiner accepted in vip
        self.trumps = ""
        self.called = ""
        self.partner = -1  # when all exchanges are done
        self.renons = ""  # the card that counts as one of the called suit
        self.turned = 0  # kitty cards turned in vip
        self.jernhand = False
        self.jokers_led = 0

    @property
    def nolo(self) -> bool:
        return bool(self.bid) and is_nolo(self.bid)

    def clockwise(self, first: int) -> list[int]:
        """Everybody in the deal, from that player on."""
        return [self.beside(first, steps) for steps in range(len(self.ring))]

    def holder(self, card: str) -> int:
        """Who holds the card; -1 if it lies in the kitty or away."""
        return next((player for player, hand in self.hands.items() if card in hand), -1)

    def script(self) -> Talk:
        yield from self.auction()
        if not self.bid or self.jernhand:
            self.bid = ""
            return
        self.declarer = self.bidder
        attachment = attachment_of(self.bid)
        if self.nolo:
            yield from self.exchanges(self.nolo_order())
        elif attachment == "halve":
            yield from self.call()
            partner = self.holder(self.called)
            acting = self.declarer if partner < 0 else partner
            self.trumps = a_suit((yield Ask(acting, ("suit",))).args)
            require(self.trumps != self.called[0], "halve: trumps may not be the called suit")
            yield from self.exchanges([acting] if self.hus else self.clockwise(acting))
        else:
            yield from self.trumps_and_call(attachment)
            one_alone = [self.declarer] if self.hus else self.clockwise(self.declarer)
            yield from self.exchanges(one_alone)
        if not self.nolo:
            yield from self.settle_sides()
        yield from self.play()

    # Section 3: the auction

    def auction(self) -> Talk:
        """The next player who has not spoken against the holder, until one of the two is out."""
        for challenger in self.ring:
            speaker, other = challenger, self.bidder
            first = True
            while True:
                verb = yield from self.speak(speaker, first=first)
                if self.jernhand:
                    return
                if verb != "bid" or other < 0:
                    break
                speaker, other, first = other, speaker, False

    def speak(self, who: int, *, first: bool) -> Generator[Ask, Answer, str]:
        verbs = ["pass", "bid"]
        if self.bid and joinable(self.setting.game, self.bid):
            verbs.append("join")
        if first and not self.hus and is_jernhand(self.setting.hands[who]):
            verbs.append("jernhand")
        verb, args = yield Ask(who, tuple(verbs))
        if verb == "bid":
            bid = one(args, "bid")
            bids = self.setting.bids
            require(bid in bids, f"there is no bid {bid!r} here")
            beats = not self.bid or bids.index(bid) > bids.index(self.bid)
            require(beats, f"{bid} does not beat {self.bid}")
            self.bid, self.bidder, self.joiners = bid, who, []
            return verb
        require(not args, f"{verb} has no arguments")
        if verb == "join":
            self.joiners.append(who)
        self.jernhand = verb == "jernhand"
        return verb

    # Section 4: trumps and the called card

    def trumps_and_call(self, attachment: str) -> Talk:
        if attachment in FIXED_TRUMPS:
            self.trumps = FIXED_TRUMPS[attachment]
            yield from self.call()
        elif attachment != "vip":
            self.trumps = a_suit((yield Ask(self.declarer, ("suit",))).args)
            yield from self.call()
        elif self.hus:
            yield from self.vip_alone()
            yield from self.call()
        else:
            yield from self.call()
            yield from self.vip_together()

    def callable_cards(self) -> list[str]:
        """The cards that declarer may call, trumps as far as they are known."""
        if not self.hus:
            return [suit + "A" for suit in SUITS]
        mine = self.hands[self.declarer]
        for rank in reversed(RANKS):
            cards = [suit + rank for suit in SUITS if suit != self.trumps]
            if not mine.issuperset(cards):
                return [card for card in cards if card not in mine]
        raise AssertionError("thirteen cards are not three whole suits")

    def call(self) -> Talk:
        cards = self.callable_cards()
        only = tuple(cards) if len(cards) == 1 else None
        card = one((yield Ask(self.declarer, ("card",), only)).args, "card")
        require(card in cards, f"the called card must be one of {' '.join(cards)}")
        self.called = card

    def vip_alone(self) -> Talk:
        """`hus`: the bidder takes a suit; a joker lets them take the card turned before it."""
        suit = ""
        for card in self.kitty:
            self.turned += 1
            if card not in JOKERS:
                suit = card[0]
            verbs: tuple[str, ...] = ("accept", "turn-next")
            if self.turned == 3:
                verbs = ("accept",)
            elif not suit:  # jokers alone so far: nothing to take yet
                verbs = ("turn-next",)
            verb, args = yield Ask(self.declarer, verbs, () if len(verbs) == 1 else None)
            require(not args, f"{verb} has no arguments")
            if verb == "accept":
                break
        self.trumps = suit

    def vip_together(self) -> Talk:
        """`esmakker`: everybody in it is asked for each card, in bidding order."""
        asked = [self.bidder, *self.joiners]
        last = max(asked, key=self.ring.index)
        self.declarer = last
        for card in self.kitty:
            self.turned += 1
            self.trumps = "" if card in JOKERS else card[0]
            for who in asked:
                alike = self.turned == 3 and who == last == asked[-1]
                verb, args = yield Ask(who, ("accept", "turn-next"), () if alike else None)
                require(not args, f"{verb} has no arguments")
                if verb == "accept":
                    self.declarer = who
                    return

    # Section 4: exchange

    def nolo_order(self) -> list[int]:
        soloists = [self.bidder, *self.joiners]
        return soloists if self.hus else soloists[::-1]

    def exchanges(self, players: Iterable[int]) -> Talk:
        must = self.hus and attachment_of(self.bid) == "vip"
        for who in players:
            if self.hus:
                counts: Sequence[int] = (3,) if must else (0, 3)
            else:
                counts = range(len(self.kitty) + 1)
            only = None if counts[-1] else ()
            cards = (yield Ask(who, ("cards",), only)).args
            allowed = " or ".join(map(str, counts))
            require(len(cards) in counts, f"exactly {allowed} card(s) must be laid away")
            require(len(set(cards)) == len(cards), "a card stands twice")
            missing = set(cards) - self.hands[who]
            require(not missing, f"player {who} does not hold {' '.join(sorted(missing))}")
            taken = self.kitty[: len(cards)]
            self.hands[who] -= set(cards)
            self.hands[who] |= set(taken)
            del self.kitty[: len(cards)]
            if self.hus and self.nolo:  # what one lays away lies there for the next
                self.kitty += cards

    def settle_sides(self) -> Talk:
        holder = self.holder(self.called)
        self.partner = self.declarer if holder < 0 else holder
        if self.hus or any(card[0] == self.called[0] for card in self.hands[self.declarer]):
            return
        args = (yield Ask(self.declarer, ("card",))).args
        if args != ("none",):
            self.renons = a_card_of(self.hands[self.declarer], self.declarer, args)

    # Section 5: play

    def suit(self, card: str) -> str:
        """Jokers are a suit of their own, J."""
        return self.called[0] if card == self.renons else card[0]

    def legal(self, who: int) -> set[str]:
        hand = self.hands[who]
        bound = self.called in hand
        if not self.running:
            cards = {c for c in hand if not bound or self.suit(c) != self.called[0]}
            cards |= {self.called} & hand
            if self.hus and not self.tricks:
                cards = cards - JOKERS or cards
            return cards
        led = self.suit(self.running[0][1])
        if led == "J":
            return set(hand)
        if bound and led == self.called[0]:
            return {self.called}
        following = {card for card in hand if self.suit(card) == led}
        if not following:
            return set(hand)
        return following | {card for card in hand if self.suit(card) == "J"}

    def play(self) -> Talk:
        leader = self.ring[0]
        while len(self.tricks) < 13:
            for who in self.clockwise(leader):
                args = (yield Ask(who, ("play",))).args
                card = a_card_of(self.hands[who], who, args)
                require(card in self.legal(who), f"player {who} may not play {card} here")
                self.hands[who].remove(card)
                self.running.append((who, card))
            leader = self.strongest()
            self.jokers_led += self.suit(self.running[0][1]) == "J"
            self.tricks.append(Trick(leader, tuple(card for _, card in self.running)))
            self.running = []
            if self.nolo and not any(made for _, made in self.soloists()):
                return

    def strongest(self) -> int:
        led = self.suit(self.running[0][1])

        def strength(play: tuple[int, str]) -> tuple[bool, bool, int]:
            card = play[1]
            suit = self.suit(card)
            if led == "J" or suit == "J":  # the one led wins, any other never
                return False, play == self.running[0], 0
            return suit == self.trumps, suit == led, self.height(card)

        return max(self.running, key=strength)[0]

    def height(self, card: str) -> int:
        low_ace = self.nolo and self.setting.ace_low_in_nolo and card[1] == "A"
        return -1 if card == self.renons or low_ace else RANKS.index(card[1])

    def taken(self) -> Counter[int]:
        return Counter(trick.taker for trick in self.tricks)

    def soloists(self) -> list[tuple[int, bool]]:
        """Who plays the nolo, in the order of their bids, and whether they are within its limit."""
        if not self.nolo:
            return []
        most, taken = NOLOS[self.setting.game][self.bid], self.taken()
        return [(player, taken[player] <= most) for player in (self.bidder, *self.joiners)]

    def outcome(self) -> Outcome:
        return Outcome(
            bid=self.bid,
            players=self.ring,
            tricks=self.taken(),
            soloists=tuple(self.soloists()),
            declarer=self.declarer,
            partner=self.partner,
            turned=self.turned,
        )
