"""One deal of Kombinations-Whist: cards, fouls (section 6) and what it gives (section 4)."""

from collections import Counter
from collections.abc import Sequence

from tests.independent.bids import THREE_DECK, Bid
from tests.independent.cards import FULL_DECK, require
from tests.independent.course import KombinationsCourse, Setting
from tests.independent.talk import Answer, Ask, Deal

UNDO_FIRST = "an undo must follow the ruling restore"


class KombinationsDeal(Deal):
    course: KombinationsCourse | None

    def __init__(self, number: int, dealer: int, setting: Setting) -> None:
        super().__init__(number, dealer, setting.ring)
        self.setting = setting  # as yet without hands
        self.deck = THREE_DECK if len(self.ring) == 3 else FULL_DECK
        self.failed: dict[int, int] = {}  # offender: complete tricks at that moment
        self.deducted: list[int] = []
        self.restored: list[int] = []
        self.cancelled_by: int | None = None

    def open(self) -> KombinationsCourse:
        return KombinationsCourse(self.setting._replace(hands=self.hands))

    def begun(self) -> KombinationsCourse:
        course = super().begun()
        assert isinstance(course, KombinationsCourse)
        return course

    @property
    def fails_by_foul(self) -> bool:
        return self.course is not None and self.course.declarer in self.failed

    def over(self) -> bool:
        return self.ends(0)

    def stopped(self) -> bool:
        """Not the same as over() after a foul by declarer between two tricks.

        The text lets the deal stop there or at the end of the trick that follows.
        """
        return self.ends(1)

    def ends(self, later: int) -> bool:
        if self.cancelled_by is not None:
            return True
        if self.course is None:
            return False
        if self.course.ask is None:
            return True
        if not self.fails_by_foul or not self.setting.early_stop or self.course.running:
            return False
        return len(self.course.tricks) >= max(1, self.failed[self.course.declarer] + later)

    def is_written(self, ask: Ask, who: int, answer: Answer, following: Sequence[str]) -> bool:
        """Only the single suit of Subtrumf before the suit of Pest looks like what follows."""
        if not super().is_written(ask, who, answer, following):
            return False
        if answer.verb != "suit" or not self.begun().has("pest"):
            return True
        return answer.args == ask.only and (not following or [*following[:2]] == [str(who), "suit"])

    def undo(self, count: int) -> None:
        require(self.cancelled_by is None, "the deal is cancelled, nothing can be undone")
        super().undo(count)
        done = len(self.begun().tricks)
        self.failed = {player: min(then, done) for player, then in self.failed.items()}

    def foul(self, offender: int, caller: int, ruling: str) -> None:
        course = self.begun()
        require(not self.owes, self.owes)
        require(self.cancelled_by is None and not self.claimed, "the deal is over")
        for player in (offender, caller):
            require(player in self.ring, f"player {player} is not in this deal")
        if course.declarer < 0:
            rulings = ("cancel", "restore")
        else:
            rulings = ("fail" if offender == course.declarer else "deduct", "restore")
        require(ruling in rulings, f"the ruling here must be {' or '.join(rulings)}")
        if ruling == "cancel":
            self.cancelled_by = offender
        elif ruling == "fail":
            self.failed.setdefault(offender, len(course.tricks))
        elif ruling == "deduct":
            self.deducted.append(offender)
        else:
            self.restored.append(offender)
            self.owes = UNDO_FIRST

    @property
    def contract(self) -> Bid | None:
        stands = self.cancelled_by is None and self.course and self.course.declarer >= 0
        return self.course.bid if stands and self.course else None

    def made(self) -> tuple[bool, bool]:
        """Made, and honourably plagued."""
        return (False, False) if self.fails_by_foul else self.begun().outcome()

    def tricks(self, players: int) -> list[int]:
        taken = Counter(trick.taker for trick in self.begun().tricks)
        return [taken[player] for player in range(players)]

    def points(self, players: int) -> list[int]:
        """What the deal gives every player (section 4)."""
        points = [0] * players
        for player in self.restored:
            points[player] -= 1
        if self.cancelled_by is not None:
            points[self.cancelled_by] -= 2
            return points
        bid = self.contract
        if bid:
            made, honourable = self.made()
            if made:
                points[bid.player] += bid.points + ("girighet" in bid.specials) + honourable
            elif not self.deducted:
                points[bid.player] -= 4 if "straff" in bid.specials else 2
            for player in self.deducted:
                points[player] -= bid.points
        for player in self.setting.barred:
            points[player] += 1
        return points
