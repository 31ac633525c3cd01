"""What English whist and Fyrmanswhist share: partners drawn by cards, and thirteen plain tricks."""

from tests.independent.cards import RANKS, SUITS, a_card_of, require
from tests.independent.frame import Game
from tests.independent.talk import Ask, Course, Deal, Talk, Trick


def height(card: str) -> tuple[int, int]:
    """Aces are high; equal ranks stand in the order spades, hearts, diamonds, clubs."""
    return RANKS.index(card[1]), -SUITS.index(card[0])


def for_all(sides: list[int]) -> list[int]:
    """What a side has, each of its players has: side 0 are players 0 and 2, side 1 the others."""
    return [*sides, *sides]


class PlainCourse(Course):
    """Follow suit, else play anything; highest trump, else highest of the suit led, wins."""

    @property
    def trumps(self) -> str:
        return ""

    @property
    def forehand(self) -> int:
        return self.beside(self.ring[0], 1)

    def play(self, leader: int) -> Talk:
        while len(self.tricks) < 13:
            for steps in range(4):
                who = self.beside(leader, steps)
                card = a_card_of(self.hands[who], who, (yield Ask(who, ("play",))).args)
                require(card in self.fitting(who), f"player {who} can follow suit")
                self.hands[who].remove(card)
                self.running.append((who, card))
            leader = self.strongest()
            self.tricks.append(Trick(leader, tuple(card for _, card in self.running)))
            self.running = []

    def strongest(self) -> int:
        led = self.running[0][1][0]

        def strength(play: tuple[int, str]) -> tuple[bool, bool, int]:
            card = play[1]
            return card[0] == self.trumps, card[0] == led, RANKS.index(card[1])

        return max(self.running, key=strength)[0]

    def taken(self) -> list[int]:
        takers = [trick.taker for trick in self.tricks]
        return [takers.count(player) for player in range(4)]


class PlainGame(Game):
    """Four players; the deal passes to the left; partners sit opposite each other."""

    players = (4, 4)

    def partners_drawn(self) -> bool:
        return self.option("partners") == "drawn"

    def begin(self) -> None:
        if not self.partners_drawn():
            return super().begin()
        require(len(self.draws) == 4, "each of the four players draws a card")
        lowest, _, *highest = sorted(self.draws, key=lambda player: height(self.draws[player]))
        together = abs(highest[0] - highest[1]) == 2
        require(together, f"the highest cards, of players {sorted(highest)}, are no partners")
        self.next_dealer = lowest
        return None

    def pass_the_deal(self, deal: Deal) -> None:
        self.next_dealer = (deal.dealer + 1) % 4
