"""The referee of Fyrmanswhist."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import ClassVar

from tests.independent.cards import a_card_of
from tests.independent.frame import Game
from tests.independent.plain import PlainCourse, PlainGame, for_all
from tests.independent.talk import Ask, Deal, Talk


class FyrmansCourse(PlainCourse):
    """Bottom cards first: black wants pass, red wants spel. Never trumps."""

    declarer: int | None = None

    def script(self) -> Talk:
        shown = {}
        for player in range(4):
            args = (yield Ask(player, ("show",))).args
            shown[player] = a_card_of(self.hands[player], player, args)
        turns = [self.beside(self.forehand, steps) for steps in range(4)]
        self.declarer = next((player for player in turns if shown[player][0] in "DH"), None)
        leader = self.forehand if self.declarer is None else self.beside(self.declarer, 1)
        yield from self.play(leader)


class FyrmansDeal(Deal):
    def open(self) -> FyrmansCourse:
        return FyrmansCourse(self.ring, self.hands)


class Fyrmanswhist(PlainGame):
    key = "fyrmanswhist"
    options: ClassVar[dict[str, tuple[str, str]]] = {
        "showing": ("turn", r"turn|together"),
        "target": ("13", r"[1-9]\d*"),
        "partners": ("drawn", r"drawn|seats"),
    }

    def new_deal(self, number: int, dealer: int) -> FyrmansDeal:
        return FyrmansDeal(number, dealer, self.ring(dealer))

    def settle(self, deal: Deal) -> None:
        assert isinstance(deal.course, FyrmansCourse)
        self.pass_the_deal(deal)
        declarer, tricks = deal.course.declarer, deal.course.taken()
        sides = [tricks[0] + tricks[2], tricks[1] + tricks[3]]
        points = [0, 0]
        if declarer is None:
            few = sides.index(min(sides))
            points[few] = 7 - sides[few]
        else:
            many = sides.index(max(sides))
            points[many] = (sides[many] - 6) * (1 if many == declarer % 2 else 2)
        self.scores = for_all([self.scores[side] + points[side] for side in (0, 1)])
        if max(self.scores) >= int(self.option("target")):
            best = self.scores.index(max(self.scores))
            self.winners, self.won_by = [best, best + 2], "points"
        self.report(
            deal,
            tricks,
            for_all(points),
            declarer=declarer,
            contract="pass" if declarer is None else "spel",
            made=None if declarer is None else sides[declarer % 2] >= 7,
            notes=[],
        )

    @classmethod
    def statistics(cls, games: Sequence[Game]) -> Iterable[str]:
        counts = Counter[str]()
        for game in games:
            counts["games played to the end" if game.winners else "not finished"] += 1
            for name in ("showing", "partners"):
                counts[f"{name}={game.option(name)}"] += 1
            for deal in game.deals:
                counts.update(["deals", deal["contract"]])
                counts["spel won by the other side"] += deal["made"] is False
        yield from (f"{name}: {count}" for name, count in sorted(counts.items()))
