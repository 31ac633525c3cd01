"""One deal of any game as a conversation, and the log of what was said in it.

`Course.ask` says who must do what next, `Course.tell` takes what they did or raises Wrong. A
game writes one generator, `script`. `Deal` takes the cards and the action lines of a record,
fills in steps without a choice that a record leaves out, and takes lines back.
"""

from collections.abc import Generator, Sequence
from typing import NamedTuple

from tests.independent.cards import FULL_DECK, require, whole

SILENT = -1  # stands in the log for a player whose step without a choice was left out


class Ask(NamedTuple):
    """Who must do what; `only` holds the arguments where there is nothing to choose."""

    who: int
    verbs: tuple[str, ...]
    only: tuple[str, ...] | None = None


class Answer(NamedTuple):
    verb: str
    args: tuple[str, ...]


class Trick(NamedTuple):
    taker: int
    cards: tuple[str, ...]


Talk = Generator[Ask, Answer, None]


class Course:
    """One way through one deal: ask who is next, be told what they did."""

    def __init__(self, ring: tuple[int, ...], hands: dict[int, frozenset[str]]) -> None:
        self.ring = ring  # players of the deal, clockwise, dealer first
        self.hands = {player: set(cards) for player, cards in hands.items()}
        self.tricks: list[Trick] = []
        self.running: list[tuple[int, str]] = []  # the trick under way
        self.talk: Talk | None = None
        self.ask: Ask | None = None

    def script(self) -> Talk:
        raise NotImplementedError

    def begin(self) -> None:
        self.talk = self.script()
        self.ask = next(self.talk, None)

    def tell(self, answer: Answer) -> None:
        assert self.talk
        try:
            self.ask = self.talk.send(answer)
        except StopIteration:
            self.ask = None

    def left(self) -> int:
        """The tricks that are left, with the one under way."""
        return max(len(hand) for hand in self.hands.values())

    def give(self, player: int, count: int) -> None:
        """End it: that player takes so many of the tricks left. All cards lie in the first."""
        cards = [card for _, card in self.running] + [
            c for hand in self.hands.values() for c in hand
        ]
        takers = [player] * count + [self.beside(player, 1)] * (self.left() - count)
        for place, taker in enumerate(takers):
            self.tricks.append(Trick(taker, () if place else tuple(cards)))
        self.running, self.ask = [], None

    def beside(self, player: int, steps: int) -> int:
        """The player of the deal that many seats to the left (negative: right)."""
        return self.ring[(self.ring.index(player) + steps) % len(self.ring)]

    def fitting(self, player: int) -> set[str]:
        """The cards with which that player follows suit; any card where they cannot, or lead."""
        hand = self.hands[player]
        led = self.running[0][1][0] if self.running else ""
        return {card for card in hand if card[0] == led} or set(hand)


class Deal:
    """The lines of one deal. A game says in `open` what happens once the cards are dealt."""

    deck = FULL_DECK
    hand_size = 13
    kitty_size = 0
    turns = False  # whether the dealer's last card is turned up

    def __init__(self, number: int, dealer: int, ring: tuple[int, ...]) -> None:
        self.number = number
        self.dealer = dealer
        self.ring = ring
        self.hands: dict[int, frozenset[str]] = {}
        self.kitty: tuple[str, ...] = ()
        self.turned = ""
        self.course: Course | None = None  # None while cards are being dealt
        self.log: list[tuple[int, Answer]] = []
        self.claimed = False
        self.owes = ""  # what must happen before anything else does, in words

    def open(self) -> Course:
        """The course of this deal from its first action on, not yet begun."""
        raise NotImplementedError

    # The cards

    def take_hand(self, player: int, cards: Sequence[str]) -> None:
        require(self.course is None, "no cards are being dealt")
        require(player in self.ring, f"player {player} is not in this deal")
        require(player not in self.hands, f"player {player} has a hand already")
        self.fresh(cards, self.hand_size)
        self.hands[player] = frozenset(cards)
        self.begin_when_dealt()

    def take_kitty(self, cards: Sequence[str]) -> None:
        self.after_the_hands()
        require(self.kitty_size and not self.kitty, "no kitty belongs here")
        self.fresh(cards, self.kitty_size)
        self.kitty = tuple(cards)
        self.begin_when_dealt()

    def take_turned(self, card: str) -> None:
        self.after_the_hands()
        require(self.turns, "no card is turned up in this game")
        require(card in self.hands[self.dealer], f"the dealer was not dealt {card}")
        self.turned = card
        self.begin_when_dealt()

    def after_the_hands(self) -> None:
        dealing = self.course is None and len(self.hands) == len(self.ring)
        require(dealing, "this line belongs after the hands, before the first action")

    def fresh(self, cards: Sequence[str], count: int) -> None:
        strange = [card for card in cards if card not in self.deck]
        require(not strange, f"{' '.join(strange)}: not in the deck")
        exactly = f"exactly {count} different cards expected"
        require(len(cards) == len(set(cards)) == count, exactly)
        taken = set(cards).intersection(frozenset(self.kitty).union(*self.hands.values()))
        require(not taken, f"{' '.join(sorted(taken))}: dealt twice")

    def begin_when_dealt(self) -> None:
        hands = len(self.hands) == len(self.ring)
        if hands and len(self.kitty) == self.kitty_size and bool(self.turned) == self.turns:
            self.restart()

    def restart(self) -> None:
        self.course = self.open()
        self.course.begin()

    # The actions

    def begun(self) -> Course:
        require(self.course, "the cards are not dealt yet")
        assert self.course
        return self.course

    def over(self) -> bool:
        """Whether the deal may end here."""
        return self.course is not None and self.course.ask is None

    def stopped(self) -> bool:
        """Whether no action line may follow."""
        return self.over()

    def act(self, who: int, answer: Answer, following: Sequence[str]) -> None:
        require(not self.owes, self.owes)
        course = self.begun()
        while course.ask and course.ask.only is not None:
            if self.is_written(course.ask, who, answer, following):
                break
            self.carry_out_silently(course.ask)
        require(not self.stopped(), "the deal is over")
        assert course.ask
        expected = " or ".join(course.ask.verbs)
        turn = f"it is player {course.ask.who}'s turn ({expected})"
        require(who == course.ask.who and answer.verb in course.ask.verbs, turn)
        self.carry_out(who, answer)

    def is_written(self, ask: Ask, who: int, answer: Answer, following: Sequence[str]) -> bool:
        """Whether this line is the step without a choice, which may stand or be left out."""
        return who == ask.who and answer.verb in ask.verbs

    def carry_out(self, who: int, answer: Answer) -> None:
        self.begun().tell(answer)
        self.log.append((who, answer))

    def carry_out_silently(self, ask: Ask) -> None:
        answer = Answer(ask.verbs[0], ask.only or ())
        self.begun().tell(answer)
        self.log.append((SILENT, answer))

    def finish_silent_steps(self) -> None:
        while self.course and self.course.ask and self.course.ask.only is not None:
            self.carry_out_silently(self.course.ask)

    def claim(self, player: int, tricks: str) -> None:
        """Somebody takes all, none or a number of the tricks left; who takes others is not told."""
        require(not self.owes, self.owes)
        course = self.begun()
        require(not self.stopped(), "the deal is over")
        require(player in self.ring, f"player {player} is not in this deal")
        require(course.ask and course.ask.verbs == ("play",), "nothing can be claimed here")
        named = {"all": course.left(), "none": 0}
        count = named[tricks] if tricks in named else whole(tricks)
        require(count <= course.left(), f"only {course.left()} tricks are left")
        course.give(player, count)
        self.claimed = True

    def undo(self, count: int) -> None:
        require(not self.claimed, "the deal is over")
        self.begun()
        written = sum(who >= 0 for who, _ in self.log)
        require(1 <= count <= written, f"undo {count}: this deal has {written} action lines")
        while count:
            count -= self.log.pop()[0] >= 0
        while self.log and self.log[-1][0] < 0:  # asked again, and again it may be left out
            self.log.pop()
        self.restart()
        for _, answer in self.log:
            self.begun().tell(answer)
        self.owes = ""
