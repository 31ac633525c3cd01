"""The referees of `hus` and `esmakker`: dealer, scores, account and the end (sections 1, 6, 7)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from tests.independent.cards import one, require, whole
from tests.independent.danish import DRAWN, ESMAKKER, HUS, POINT_OPTIONS, ladder, points, settlement
from tests.independent.danish_course import DanishCourse, Setting
from tests.independent.danish_deal import DanishDeal
from tests.independent.frame import Game
from tests.independent.talk import Deal


class DanishWhist(Game):
    """What the two games share."""

    def __init__(self) -> None:
        super().__init__()
        self.played = 0  # deals that count
        self.counts = Counter[str]()  # for the statistics, as are the next two
        self.declared = Counter[str]()  # each soloist of a nolo counts
        self.made = Counter[str]()

    def ring(self, dealer: int) -> tuple[int, ...]:
        """Forehand first; with five the dealer sits out."""
        return tuple((dealer + steps) % len(self.names) for steps in range(1, 5))

    def settle(self, deal: Deal) -> None:
        assert isinstance(deal, DanishDeal)
        course = deal.begun()
        self.count(deal, course)
        taken = course.taken()
        tricks = [taken[player] for player in self.names]
        self.next_dealer = deal.dealer
        if not course.bid:
            why = "jernhånd" if course.jernhand else "all pass"
            self.report(deal, tricks, [0] * len(self.names), notes=[why], **self.more())
            return
        outcome = course.outcome()
        options = {name: self.option(name) for name in POINT_OPTIONS}
        gained = points(outcome, options)
        gains = [gained.get(player, 0) for player in self.names]
        self.scores = [score + gain for score, gain in zip(self.scores, gains, strict=True)]
        self.played += 1
        self.next_dealer = (deal.dealer + 1) % len(self.names)
        if self.played == int(self.option("deals")):
            self.finish("deals")
        self.report(
            deal,
            tricks,
            gains,
            declarer=course.declarer,
            contract=course.bid,
            made=outcome.made,
            soloists=[list(soloist) for soloist in outcome.soloists],
            **self.more(),
        )

    def more(self) -> dict[str, Any]:
        """What a game adds to the report of a deal, `scores` being those after it."""
        return {}

    def finish(self, why: str) -> None:
        best = max(self.scores)
        self.winners = [player for player, score in enumerate(self.scores) if score == best]
        self.won_by = why

    def count(self, deal: DanishDeal, course: DanishCourse) -> None:
        counts = self.counts
        counts["deals"] += 1
        counts["joins"] += sum(answer.verb == "join" for _, answer in deal.log)
        counts["jernhånd"] += course.jernhand
        counts["jokers led"] += course.jokers_led
        if not course.bid:
            counts["all pass"] += not course.jernhand
            return
        outcome = course.outcome()
        for _, made in outcome.soloists or ((course.declarer, outcome.made),):
            self.declared[course.bid] += 1
            self.made[course.bid] += made
        counts["several soloists"] += len(outcome.soloists) > 1
        if not course.nolo:
            counts["selvmakker"] += outcome.declarer == outcome.partner
            counts["renons"] += bool(course.renons)
            counts["called below an ace"] += course.called[1] != "A"
            counts["no trumps"] += not course.trumps
            counts["another than the bidder accepted vip"] += course.declarer != course.bidder

    @classmethod
    def statistics(cls, games: Sequence[Game]) -> Iterable[str]:
        counts, declared, made = Counter[str](games=len(games)), Counter[str](), Counter[str]()
        for game in games:
            assert isinstance(game, DanishWhist)
            counts.update(game.counts)
            declared.update(game.declared)
            made.update(game.made)
            counts[f"games of {len(game.names)} players"] += 1
            counts[f"ended by {game.won_by}" if game.won_by else "not finished"] += 1
        yield from (f"{name}: {count}" for name, count in sorted(counts.items()))
        for bid in ladder(cls.key):
            yield f"{bid}: {declared[bid]} declared, {made[bid]} made"


class Esmakkerwhist(DanishWhist):
    key = ESMAKKER
    players = (4, 4)
    options: ClassVar[dict[str, tuple[str, str]]] = {
        "deals": ("16", r"[1-9]\d*"),
        "lowest": ("8", r"8|7"),
        "nolo_ace": ("high", r"high|low"),
        "attachments": ("drawn", r"drawn|fixed"),
        **POINT_OPTIONS,
    }

    def new_deal(self, number: int, dealer: int) -> DanishDeal:
        lowest = int(self.option("lowest"))
        fixed = self.option("attachments") == "fixed"
        bids = ladder(ESMAKKER, lowest, DRAWN) if fixed else ()
        low = self.option("nolo_ace") == "low"
        setting = Setting(ESMAKKER, self.ring(dealer), bids, low, {})
        return DanishDeal(number, dealer, setting, lowest, None)

    def line_order(self, args: list[str]) -> None:
        deal = self.running()
        assert isinstance(deal, DanishDeal)
        deal.take_order(args)


class HusetsWhist(DanishWhist):
    key = HUS
    players = (4, 5)
    options: ClassVar[dict[str, tuple[str, str]]] = {
        "deals": ("0", r"\d+"),
        "pot": ("400", r"\d+"),
        **POINT_OPTIONS,
    }

    def __init__(self) -> None:
        super().__init__()
        self.next_dealer = 1  # the player after the host

    def new_deal(self, number: int, dealer: int) -> DanishDeal:
        setting = Setting(HUS, self.ring(dealer), ladder(HUS), True, {})
        cutter = (dealer - 1) % len(self.names)
        return DanishDeal(number, dealer, setting, 7, cutter)

    def account(self) -> list[int]:
        return settlement(self.scores, int(self.option("pot")))

    def more(self) -> dict[str, Any]:
        return {"settlement": self.account()}

    def result(self) -> dict[str, Any]:
        return super().result() | {"settlement": self.account() if self.winners else None}

    def line_finish(self, args: list[str]) -> None:
        """The host ends the game; a deal that is running does not count."""
        if not self.scores:
            self.start()
        require(whole(one(args, "player")) == 0, "only the host, player 0, ends the game")
        if self.deal:
            self.deal.finish_silent_steps()
            if self.deal.over():
                self.close()
        require(self.winners is None, "the game is over")
        self.deal = None
        self.reveal_due, self.committed = self.reveal_due or self.committed, False
        self.finish("the host")
