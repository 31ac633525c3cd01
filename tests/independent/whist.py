"""The referee of English whist: short, long and American whist, and whist à la guerre."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import ClassVar, NamedTuple

from tests.independent.frame import Game
from tests.independent.plain import PlainCourse, PlainGame, for_all
from tests.independent.talk import Deal, Talk


class Form(NamedTuple):
    goal: int  # points that make game
    rubber_points: tuple[tuple[int, int], ...]  # (the other side has at most, points for game)
    honours: str  # the ranks that are honours


FORMS = {
    "short": Form(5, ((0, 3), (2, 2), (4, 1)), "AKQJ"),
    "long": Form(10, ((0, 3), (4, 2), (9, 1)), "AKQJ"),
    "american": Form(7, ((0, 3), (3, 2), (6, 1)), ""),
    "guerre": Form(9, (), "AKQJT"),
}
HONOURS = {3: 2, 4: 4}  # how many the side was dealt: trick points
HONOURS_ALONE = {3: 2, 4: 4, 5: 5}  # à la guerre


class WhistCourse(PlainCourse):
    """Trumps are the suit that was turned up, else that of forehand's first lead."""

    turned = ""

    @property
    def trumps(self) -> str:
        first = self.tricks[0].cards[0] if self.tricks else self.running[0][1]
        return (self.turned or first)[0]

    def script(self) -> Talk:
        yield from self.play(self.forehand)


class WhistDeal(Deal):
    def open(self) -> WhistCourse:
        course = WhistCourse(self.ring, self.hands)
        course.turned = self.turned
        return course

    def honours(self, ranks: str) -> list[int]:
        """How many honours each player was dealt."""
        assert isinstance(self.course, WhistCourse)
        cards = {self.course.trumps + rank for rank in ranks}
        return [len(cards & self.hands[player]) for player in range(4)]


class Whist(PlainGame):
    key = "whist"
    options: ClassVar[dict[str, tuple[str, str]]] = {
        "form": ("short", r"short|long|american|guerre"),
        "trumps": ("turned", r"turned|sattrumf"),
        "honours": ("on", r"on|off"),
        "partners": ("drawn", r"drawn|seats"),
        "rubbers": ("1", r"[1-9]\d*"),
        "stake": ("0", r"0|[1-9]\d*"),
    }

    def __init__(self) -> None:
        super().__init__()
        self.sheet = [0, 0]  # running trick points of both sides
        self.games = [0, 0]  # games won in this rubber
        self.rubbers = 0  # complete ones

    @property
    def alone(self) -> bool:
        return self.option("form") == "guerre"

    @property
    def form(self) -> Form:
        return FORMS[self.option("form")]

    @property
    def honours(self) -> str:
        return self.form.honours if self.option("honours") == "on" else ""

    def partners_drawn(self) -> bool:
        return super().partners_drawn() and not self.alone

    def new_deal(self, number: int, dealer: int) -> WhistDeal:
        deal = WhistDeal(number, dealer, self.ring(dealer))
        deal.turns = self.alone or self.option("trumps") == "turned"
        return deal

    def settle(self, deal: Deal) -> None:
        assert isinstance(deal, WhistDeal)
        assert deal.course
        assert isinstance(deal.course, WhistCourse)
        self.pass_the_deal(deal)
        tricks, honours = deal.course.taken(), deal.honours(self.honours)
        if self.alone:
            self.settle_alone(deal, tricks, honours)
        else:
            self.settle_sides(deal, tricks, [honours[0] + honours[2], honours[1] + honours[3]])

    # Rubbers

    def settle_sides(self, deal: Deal, tricks: list[int], honours: list[int]) -> None:
        goal = self.form.goal
        points = [max(0, tricks[side] + tricks[side + 2] - 6) for side in (0, 1)]
        made_by_tricks = any(self.sheet[side] + points[side] >= goal for side in (0, 1))
        notes = []
        for side in (0, 1):
            due = HONOURS.get(honours[side], 0)
            given = due
            if made_by_tricks:
                given = 0
            elif not points[side]:
                given = min(due, max(0, goal - 1 - self.sheet[side]))
            points[side] += given
            notes += [f"honours {due}, given {given}"] * (due > 0)
        self.sheet = [before + more for before, more in zip(self.sheet, points, strict=True)]
        notes += self.game_won() if max(self.sheet) >= goal else []
        self.report(deal, tricks, for_all(points), sheet=for_all(self.sheet), notes=notes)

    def game_won(self) -> list[str]:
        """A game: its rubber points, perhaps a rubber, perhaps the match; in notes."""
        side = self.sheet.index(max(self.sheet))
        other = self.sheet[1 - side]
        points = next(points for most, points in self.form.rubber_points if other <= most)
        notes = [f"game of {points}"]
        self.sheet = [0, 0]
        self.games[side] += 1
        if self.games[side] == 2:
            points += 2
            notes.append("rubber")
            self.games = [0, 0]
            self.rubbers += 1
        for player in (side, side + 2):
            self.scores[player] += points
        if self.rubbers == int(self.option("rubbers")):
            most = max(self.scores)
            self.winners = [player for player in range(4) if self.scores[player] == most]
            self.won_by = "rubber points"
        return notes

    def account(self) -> list[int] | None:
        """Each loser pays, each winner gets the stake for every rubber point between the sides."""
        stake = int(self.option("stake"))
        if self.alone or not stake:
            return None
        ahead = (self.scores[0] - self.scores[1]) * stake
        return [ahead, -ahead, ahead, -ahead]

    # À la guerre

    def settle_alone(self, deal: Deal, tricks: list[int], honours: list[int]) -> None:
        goal = self.form.goal
        points = [max(0, taken - 4) for taken in tricks]
        notes = []
        for player in range(4):
            due = HONOURS_ALONE.get(honours[player], 0)
            given = due
            if not points[player]:
                given = min(due, max(0, goal - 1 - self.scores[player]))
            points[player] += given
            notes += [f"honours {due}, given {given}"] * (due > 0)
        self.scores = [before + more for before, more in zip(self.scores, points, strict=True)]
        ranked = sorted(range(4), key=lambda player: (self.scores[player], tricks[player]))
        first, second = ranked[-1], ranked[-2]
        if self.scores[first] >= goal:
            if (self.scores[first], tricks[first]) != (self.scores[second], tricks[second]):
                self.winners, self.won_by = [first], "points"
            else:
                notes.append("equal")
        self.report(deal, tricks, points, notes=notes)

    @classmethod
    def statistics(cls, games: Sequence[Game]) -> Iterable[str]:
        counts = Counter[str]()
        for game in games:
            counts["games played to the end" if game.winners else "not finished"] += 1
            counts["matches shared by both sides"] += len(game.winners or ()) == 4
            for name in ("form", "trumps", "honours", "partners"):
                counts[f"{name}={game.option(name)}"] += 1
            for deal in game.deals:
                counts.update(["deals", *deal["notes"]])
        yield from (f"{name}: {count}" for name, count in sorted(counts.items()))
