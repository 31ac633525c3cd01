"""One deal of `hus` or `esmakker`: its cut, its order of attachments and its cards."""

from collections.abc import Sequence

from tests.independent.cards import one, require, whole
from tests.independent.danish import DECK, DRAWN, ESMAKKER, ladder
from tests.independent.danish_course import DanishCourse, Setting
from tests.independent.talk import Answer, Ask, Deal


class DanishDeal(Deal):
    """A deal whose dealer may sit out; `ring` has the forehand first."""

    deck = DECK
    kitty_size = 3
    course: DanishCourse | None

    def __init__(
        self, number: int, dealer: int, setting: Setting, lowest: int, cutter: int | None
    ) -> None:
        super().__init__(number, dealer, setting.ring)
        self.setting = setting  # as yet without cards
        self.lowest = lowest
        self.cutter = cutter  # who must cut before the cards are dealt
        self.draws = setting.game == ESMAKKER and not setting.bids  # the order of attachments

    def open(self) -> DanishCourse:
        return DanishCourse(self.setting._replace(hands=self.hands, kitty=self.kitty))

    def begun(self) -> DanishCourse:
        course = super().begun()
        assert isinstance(course, DanishCourse)
        return course

    def act(self, who: int, answer: Answer, following: Sequence[str]) -> None:
        if answer.verb != "cut":
            super().act(who, answer, following)
            return
        require(self.cutter is not None, "no cut belongs here")
        require(who == self.cutter, f"player {self.cutter} cuts, on the dealer's right")
        require(0 <= whole(one(answer.args, "number")) < len(DECK), "a cut is 0 to 54 cards")
        self.cutter = None

    def take_order(self, words: Sequence[str]) -> None:
        require(self.draws and not self.hands, "no order belongs here")
        require(sorted(words) == sorted(DRAWN), f"an order of {', '.join(DRAWN)} expected")
        bids = ladder(self.setting.game, self.lowest, words)
        self.setting = self.setting._replace(bids=bids)
        self.draws = False

    def take_hand(self, player: int, cards: Sequence[str]) -> None:
        require(self.cutter is None, f"player {self.cutter} must cut first")
        require(not self.draws, "the order of the attachments must stand before the hands")
        super().take_hand(player, cards)

    def is_written(self, ask: Ask, who: int, answer: Answer, following: Sequence[str]) -> bool:
        """A first joker's `turn-next` looks like the refusal of the card turned after it.

        A record that writes it writes what is said to that card too.
        """
        if not super().is_written(ask, who, answer, following):
            return False
        refusal = answer.verb == "turn-next" and ask.verbs == ("turn-next",)
        then = following[1:2] and (following[0], following[1])
        return not refusal or then in ((str(who), "accept"), (str(who), "turn-next"))
