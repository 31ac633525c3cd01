"""One deal of a record: its action lines, with undo and fouls (section 6)."""

from collections.abc import Sequence

from tests.independent.bids import Bid, require
from tests.independent.course import Answer, Ask, Course

SILENT = -1  # stands in the log for a player whose step without a choice was left out


class Deal:
    def __init__(self, number: int, dealer: int, ring: tuple[int, ...]) -> None:
        self.number = number
        self.dealer = dealer
        self.ring = ring
        self.hands: dict[int, frozenset[str]] = {}
        self.course: Course | None = None  # None while cards are being dealt
        self.log: list[tuple[int, Answer]] = []
        self.failed: dict[int, int] = {}  # offender: complete tricks at that moment
        self.deducted: list[int] = []
        self.restored: list[int] = []
        self.cancelled_by: int | None = None
        self.owes_undo = False

    def begun(self) -> Course:
        require(self.course, "the cards are not dealt yet")
        assert self.course
        return self.course

    @property
    def fails_by_foul(self) -> bool:
        return self.course is not None and self.course.declarer in self.failed

    def over(self, *, at_once: bool = True) -> bool:
        """Whether the deal may end here; with `at_once` false, whether it must.

        The two differ after a foul by declarer between two tricks: the text lets it stop there
        or at the end of the trick that follows.
        """
        if self.cancelled_by is not None:
            return True
        if self.course is None:
            return False
        if self.course.ask is None:
            return True
        if not self.fails_by_foul or not self.course.setting.early_stop or self.course.running:
            return False
        done, then = len(self.course.tricks), self.failed[self.course.declarer]
        return done >= max(1, then if at_once else then + 1)

    def act(self, who: int, answer: Answer, following: Sequence[str]) -> None:
        require(not self.owes_undo, "an undo must follow the ruling restore")
        course = self.begun()
        while course.ask and course.ask.only is not None:
            if self.is_written(course.ask, who, answer, following):
                break
            self.carry_out_silently(course.ask)
        require(not self.over(at_once=False), "the deal is over")
        assert course.ask
        expected = " or ".join(course.ask.verbs)
        turn = f"it is player {course.ask.who}'s turn ({expected})"
        require(who == course.ask.who and answer.verb in course.ask.verbs, turn)
        self.carry_out(who, answer)

    def is_written(self, ask: Ask, who: int, answer: Answer, following: Sequence[str]) -> bool:
        """Whether this line is the step without a choice, which may stand or be left out.

        Only the single suit of Subtrumf before the suit of Pest looks the same as what follows.
        """
        if who != ask.who or answer.verb not in ask.verbs or ask.only is None:
            return False
        if answer.verb != "suit" or not self.begun().has("pest"):
            return True
        return answer.args == ask.only and (not following or [*following[:2]] == [str(who), "suit"])

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

    def undo(self, count: int) -> None:
        course = self.begun()
        require(self.cancelled_by is None, "the deal is cancelled, nothing can be undone")
        written = sum(who >= 0 for who, _ in self.log)
        require(1 <= count <= written, f"undo {count}: this deal has {written} action lines")
        while count:
            count -= self.log.pop()[0] >= 0
        while self.log and self.log[-1][0] < 0:  # asked again, and again it may be left out
            self.log.pop()
        self.course = Course(course.setting)
        for _, answer in self.log:
            self.course.tell(answer)
        done = len(self.course.tricks)
        self.failed = {player: min(then, done) for player, then in self.failed.items()}
        self.owes_undo = False

    def foul(self, offender: int, caller: int, ruling: str) -> None:
        course = self.begun()
        require(not self.owes_undo, "an undo must follow the ruling restore")
        require(self.cancelled_by is None, "the deal is cancelled")
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
            self.owes_undo = True

    @property
    def contract(self) -> Bid | None:
        stands = self.cancelled_by is None and self.course and self.course.declarer >= 0
        return self.course.bid if stands and self.course else None

    def made(self) -> tuple[bool, bool]:
        """Made, and honourably plagued."""
        return (False, False) if self.fails_by_foul else self.begun().outcome()

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
        for player in self.begun().setting.barred:
            points[player] += 1
        return points
