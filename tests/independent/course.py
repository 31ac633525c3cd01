"""One deal of Kombinations-Whist by the printed rules, as a conversation."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from tests.independent.bids import (
    OWN_TRUMPS,
    Bid,
    Tally,
    Terms,
    fate,
    height,
    impossible,
    read_bid,
    rivals,
)
from tests.independent.cards import SUITS, a_card_of, a_suit, one, require
from tests.independent.talk import Ask, Course, Talk, Trick


class Setting(NamedTuple):
    """What is fixed before the first action of a deal."""

    ring: tuple[int, ...]  # players of the deal, clockwise, dealer first
    hands: dict[int, frozenset[str]]
    barred: frozenset[int]
    potentials: tuple[int, ...]
    early_stop: bool
    forbid: bool
    edition: str = "1.4"
    plain: bool = False


def numbers(args: Sequence[str], count: int) -> tuple[int, ...]:
    require(len(args) == count, f"exactly {count} number(s) expected")
    require(all(re.fullmatch(r"\d|1[0-3]", arg) for arg in args), "numbers of tricks are 0 to 13")
    return tuple(map(int, args))


class KombinationsCourse(Course):
    def __init__(self, setting: Setting) -> None:
        super().__init__(setting.ring, setting.hands)
        self.setting = setting
        self.deck = frozenset().union(*setting.hands.values())
        self.bid: Bid | None = None  # the standing one, in the end the contract
        self.declarer = -1  # none yet
        self.trumps = ""
        self.plague = ""
        self.justice = ""
        self.guess: tuple[int, ...] = ()
        self.atelier: set[str] = set()
        self.block_lifted = False  # another player has played a trump
        self.plague_seen = False  # a plague card was played other than by declarer's lead

    @property
    def newer(self) -> bool:
        return self.setting.edition == "1.5"

    @property
    def gathers(self) -> bool:
        return self.bid is not None and self.bid.standard == "obesudlatbud"

    def has(self, special: str) -> bool:
        return self.bid is not None and special in self.bid.specials

    def script(self) -> Talk:
        yield from self.auction()
        if self.bid is None:
            return
        self.declarer = self.bid.player
        yield from self.order_0()
        yield from self.order_1()
        yield from self.order_2_and_3()
        yield from self.lay_atelier()
        yield from self.play()

    # Section 2: the auction

    def auction(self) -> Talk:
        clockwise = (*self.ring[1:], self.ring[0])
        queue = [player for player in clockwise if player not in self.setting.barred]
        while queue and not (len(queue) == 1 and self.bid):
            who = queue.pop(0)
            verb, args = yield Ask(who, ("pass", "bid"))
            if verb == "pass":
                require(not args, "a pass has no arguments")
            else:
                self.bid = self.judged(read_bid(who, one(args, "bid"), self.setting.edition))
                queue.append(who)

    def judged(self, bid: Bid) -> Bid:
        require(bid.value >= 1, f"{bid} is worth {bid.value}, less than 1")
        if self.bid:
            mine, theirs = (self.setting.potentials[b.player] for b in (bid, self.bid))
            least = self.bid.value + (mine <= theirs)
            require(bid.value >= least, f"{bid} is worth {bid.value}, at least {least} is needed")
        require(len(bid.specials) < 2 or not self.setting.plain, f"{bid} is no plain bid")
        traits = (key in bid.specials for key in ("girighet", "sluthund", "las"))
        never = self.setting.forbid and impossible(bid.standard, *traits, len(self.ring))
        require(not never, f"{bid} cannot be made with any cards")
        return bid

    # What happens before play, in order

    def order_0(self) -> Talk:
        assert self.bid
        standard, declarer = self.bid.standard, self.declarer
        if standard == "ungefar":
            self.guess = numbers((yield Ask(declarer, ("numbers",))).args, 2)
            require(self.guess[0] < self.guess[1], "two different numbers, ascending, expected")
        elif standard == "precis":
            self.guess = numbers((yield Ask(declarer, ("number",))).args, 1)
        elif standard in OWN_TRUMPS:
            yield from self.name_trumps(sub=standard == "subtrumf")
        elif standard == "rangtrumf" and self.newer:
            yield from self.rank_swap_after_a_look()
        elif standard == "rangtrumf":
            yield from self.rank_swap()
        elif standard == "mastartrumf":
            last = len(self.ring) - 1
            chooser, speakers = (last, range(1, last)) if self.newer else (1, range(2, last + 1))
            for steps in speakers:
                args = (yield Ask(self.beside(declarer, steps), ("state",))).args
                stated = len(args) == 2 and args[0] in tuple(SUITS) and args[1] in tuple("12345")
                require(stated or args == ("none",), "state a suit and 1 to 5, or none")
            self.trumps = a_suit((yield Ask(self.beside(declarer, chooser), ("suit",))).args)

    def name_trumps(self, sub: bool) -> Talk:
        lengths = Counter(card[0] for card in self.hands[self.declarer])
        longest = max(lengths.values())
        free = [suit for suit in SUITS if not sub or lengths[suit] < longest]
        only = (free[0],) if len(free) == 1 else None
        self.trumps = a_suit((yield Ask(self.declarer, ("suit",), only)).args)
        require(self.trumps in free, "declarer holds most cards of that suit (Subtrumf)")

    def rank_swap(self) -> Talk:
        chosen = {}
        for player in sorted(self.ring):
            args = (yield Ask(player, ("card",))).args
            chosen[player] = a_card_of(self.hands[player], player, args)
        mine = chosen.pop(self.declarer)
        highest = max(height(card, self.has("jarn")) for card in chosen.values())
        best = [c for c in chosen.values() if height(c, self.has("jarn")) == highest]
        pick = best[0]
        if len(best) > 1:
            pick = one((yield Ask(self.declarer, ("card",))).args, "card")
            require(pick in best, f"the highest cards chosen are {' '.join(best)}")
        other = next(player for player, card in chosen.items() if card == pick)
        self.hands[self.declarer] ^= {mine, pick}
        self.hands[other] ^= {mine, pick}
        self.trumps = pick[0]

    def rank_swap_after_a_look(self) -> Talk:
        """Edition 1.5: the others show a card each; then declarer gives one for the highest."""
        shown = {}
        for player in sorted(self.ring):
            if player != self.declarer:
                args = (yield Ask(player, ("card",))).args
                shown[a_card_of(self.hands[player], player, args)] = player
        top = max(height(card, self.has("jarn")) for card in shown)
        best = [card for card in shown if height(card, self.has("jarn")) == top]
        gets = best[0]
        if len(best) > 1:
            gets = one((yield Ask(self.declarer, ("card",))).args, "card")
            require(gets in best, f"the highest cards shown are {' '.join(best)}")
        args = (yield Ask(self.declarer, ("card",))).args
        gives = a_card_of(self.hands[self.declarer], self.declarer, args)
        for player, gone, come in ((self.declarer, gives, gets), (shown[gets], gets, gives)):
            self.hands[player].remove(gone)
            self.hands[player].add(come)
        self.trumps = gets[0]

    def order_1(self) -> Talk:
        if self.has("pest"):
            self.plague = a_suit((yield Ask(self.declarer, ("suit",))).args)
        if self.has("rattvisa"):
            self.justice = one((yield Ask(self.declarer, ("card",))).args, "card")
            require(self.justice in self.deck, f"{self.justice} is no card of the deck")

    def order_2_and_3(self) -> Talk:
        if self.has("brev"):
            steps = {"left": 1, "right": -1, "across": 2}
            if len(self.ring) == 3:
                del steps["across"]
            way = "right"
            if not self.newer:
                way = one((yield Ask(self.declarer, ("direction",))).args, "direction")
            require(way in steps, f"the direction must be one of {', '.join(steps)}")
            yield from self.pass_on({p: self.beside(p, steps[way]) for p in self.ring})
        if self.has("mastarbrev"):
            givers = [player for player in self.ring if player != self.declarer]
            if self.newer:  # to the left: whoever passed them there before gets them now
                givers.reverse()
            yield from self.pass_on({p: givers[i - 1] for i, p in enumerate(givers)})

    def pass_on(self, receivers: dict[int, int]) -> Talk:
        parcels = {}
        for giver in sorted(receivers):
            cards = (yield Ask(giver, ("cards",))).args
            require(len(set(cards)) == len(cards) == 3, "exactly three different cards expected")
            missing = set(cards) - self.hands[giver]
            require(not missing, f"player {giver} does not hold {' '.join(sorted(missing))}")
            parcels[giver] = set(cards)
        for giver, receiver in receivers.items():
            self.hands[giver] -= parcels[giver]
            self.hands[receiver] |= parcels[giver]

    def lay_atelier(self) -> Talk:
        """Fill the atelier up to four cards, at the start and whenever one was played from it."""
        if not self.has("atelje"):
            return
        can = self.hands[self.declarer] - self.atelier
        if self.has("oppentrumf"):
            can = {card for card in can if card[0] != self.trumps}
        if self.gathers:
            can = {card for card in can if card[1] != "2"}
        count = min(4 - len(self.atelier), len(can))
        if count == 0:
            return
        only = tuple(sorted(can)) if len(can) == count else None
        cards = (yield Ask(self.declarer, ("cards",), only)).args
        require(len(set(cards)) == len(cards) == count, f"exactly {count} card(s) expected")
        wrong = set(cards) - can
        require(not wrong, f"{' '.join(sorted(wrong))} cannot be laid in the atelier")
        self.atelier |= set(cards)

    # Section 3: play

    def play(self) -> Talk:
        leader = self.beside(self.declarer, 0 if self.has("bradska") else -1)
        while True:
            for who in self.turns(leader):
                args = (yield Ask(who, ("play",))).args
                self.take_card(who, a_card_of(self.hands[who], who, args))
                if who == self.declarer:
                    yield from self.lay_atelier()
            taker = self.strongest()
            if self.justice in (card for _, card in self.running):
                name = one((yield Ask(self.declarer, ("player",))).args, "player")
                require(name in map(str, self.ring), f"player {name} is not in this deal")
                taker = int(name)
            self.tricks.append(Trick(taker, tuple(card for _, card in self.running)))
            if self.bid and self.bid.standard == "grill":
                self.trumps = self.running[0][1][0]
            self.running = []
            leader = taker
            if len(self.tricks) == 13 or (self.setting.early_stop and self.settled()):
                return

    def turns(self, leader: int) -> list[int]:
        order = [self.beside(leader, steps) for steps in range(len(self.ring))]
        if self.has("lattja") and leader != self.declarer:
            order.sort(key=lambda player: player == self.declarer)
        return order

    def take_card(self, who: int, card: str) -> None:
        leading = not self.running
        fitting = self.fitting(who)
        require(card in fitting, f"player {who} can follow suit")
        if who == self.declarer:
            self.check_restrictions(card, fitting)
        self.hands[who].remove(card)
        self.atelier.discard(card)
        self.running.append((who, card))
        mine = who == self.declarer
        self.block_lifted |= card[0] == self.trumps and not mine
        self.plague_seen |= card[0] == self.plague and not (mine and leading)

    def check_restrictions(self, card: str, fitting: set[str]) -> None:
        """Blocktrumf and Pest; where both leave nothing, Pest yields first."""
        assert self.bid
        blocked = self.bid.standard == "blocktrumf" and not self.block_lifted
        plagued = not self.running and self.plague and not self.plague_seen
        legal = {held for held in fitting if not (blocked and held[0] == self.trumps)} or fitting
        legal = {held for held in legal if not (plagued and held[0] == self.plague)} or legal
        require(card in legal, f"declarer may not play {card} here (Blocktrumf or Pest)")

    def strongest(self) -> int:
        led = self.running[0][1][0]

        def strength(play: tuple[int, str]) -> tuple[bool, bool, int]:
            card = play[1]
            return card[0] == self.trumps, card[0] == led, height(card, self.has("jarn"))

        return max(self.running, key=strength)[0]

    # Section 4: what came of it

    def terms(self) -> Terms:
        assert self.bid
        traits = (self.has(key) for key in ("girighet", "sluthund", "las"))
        return Terms(self.bid.standard, self.guess, *traits)

    def tally(self) -> Tally:
        assert self.bid
        others = [player for player in self.ring if player != self.declarer]
        taken = Counter(trick.taker for trick in self.tricks)
        mine = [n for n, trick in enumerate(self.tricks, 1) if trick.taker == self.declarer]
        twos = [trick.taker for trick in self.tricks for card in trick.cards if card[1] == "2"]
        return Tally(
            done=len(self.tricks),
            early=sum(n <= 7 for n in mine),
            late=sum(n > 7 for n in mine),
            opened=any(n <= 3 for n in mine),
            bitten=13 in mine,
            others=rivals(self.bid.standard, [taken[player] for player in others]),
            twos=4 - len(twos) if self.gathers else 0,
            astray=self.gathers and any(taker != self.declarer for taker in twos),
            size=len(self.ring) if self.gathers else 0,
        )

    def settled(self) -> bool:
        left = fate(self.terms(), self.tally())
        return left == {False} or (left == {True} and not self.plague)

    def outcome(self) -> tuple[bool, bool]:
        """Made, and honourably plagued."""
        if True not in fate(self.terms(), self.tally()):
            return False, False
        plague = Counter[int]()
        for trick in self.tricks:
            plague[trick.taker] += sum(card[0] == self.plague for card in trick.cards)
        mine = plague.pop(self.declarer, 0)
        if not self.plague or mine <= max(plague.values(), default=0):
            return True, False
        everything = mine == sum(card[0] == self.plague for card in self.deck)
        return everything, everything
