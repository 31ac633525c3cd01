"""The referee of Kombinations-Whist: options, scores and the end of the game (section 5)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import ClassVar

from tests.independent.bids import NEWER, SPECIAL, STANDARD, WHOLE_VALUE, Bid
from tests.independent.cards import pairs, require, whole
from tests.independent.course import Setting
from tests.independent.deal import KombinationsDeal
from tests.independent.frame import Game
from tests.independent.talk import Deal


class KombinationsWhist(Game):
    key = "kombinations-whist"
    options: ClassVar[dict[str, tuple[str, str]]] = {
        "edition": ("1.4", r"1\.[45]"),
        "winning": ("classic", r"classic|limited"),
        "rounds": ("3", r"[1-9]\d*"),
        "impossible_bids": ("forbid", r"forbid|allow"),
        "early_stop": ("on", r"on|off"),
        "bids": ("all", r"all|plain"),
    }

    def __init__(self) -> None:
        super().__init__()
        self.potentials: Counter[int] = Counter()
        self.played = 0  # deals that count for rounds and for the dealer's turn

    def ring(self, dealer: int) -> tuple[int, ...]:
        return super().ring(dealer)[:4]

    def new_deal(self, number: int, dealer: int) -> KombinationsDeal:
        ring = self.ring(dealer)
        setting = Setting(
            ring,
            {},
            barred=frozenset(player for player in ring if self.scores[player] < -5),
            potentials=tuple(self.potentials[player] for player in self.names),
            early_stop=self.option("early_stop") == "on",
            forbid=self.option("impossible_bids") == "forbid",
            edition=self.option("edition"),
            plain=self.option("bids") == "plain",
        )
        return KombinationsDeal(number, dealer, setting)

    def line_foul(self, args: list[str]) -> None:
        require(len(args) == 3, "foul P by=Q ruling=RULING expected")
        facts = pairs(args[1:])
        require(facts.keys() == {"by", "ruling"}, "foul P by=Q ruling=RULING expected")
        deal = self.running()
        assert isinstance(deal, KombinationsDeal)
        deal.foul(whole(args[0]), whole(facts["by"]), facts["ruling"])

    def settle(self, deal: Deal) -> None:
        assert isinstance(deal, KombinationsDeal)
        points = deal.points(len(self.names))
        self.scores = [score + more for score, more in zip(self.scores, points, strict=True)]
        bid = deal.contract
        made = bid is not None and deal.made()[0]
        self.judge(bid, made)
        self.report(
            deal,
            deal.tricks(len(self.names)),
            points,
            declarer=bid.player if bid else None,
            contract=str(bid) if bid else None,
            made=made if bid else None,
            notes=[] if bid else ["omgiv" if deal.cancelled_by is None else "cancelled"],
        )
        self.next_dealer = deal.dealer
        if bid:
            self.played += 1
            self.next_dealer = (deal.dealer + 1) % len(self.names)
            self.potentials[bid.player] += made and "potential" in bid.specials

    def judge(self, bid: Bid | None, made: bool) -> None:
        if bid and made:
            mine = self.scores[bid.player]
            alone = sorted(self.scores)[-2] < mine
            if bid.standard in WHOLE_VALUE and bid.value >= 13:
                self.winners, self.won_by = [bid.player], "obesudlat"
                self.titles.append((bid.player, "obesudlad"))
            elif alone and self.within_reach(mine):
                self.winners, self.won_by = [bid.player], self.option("winning")
        above = [player for player, score in enumerate(self.scores) if score > -5]
        if self.winners is None and len(above) == 1:
            self.winners, self.won_by = above, "shame"

    def option(self, name: str) -> str:
        if name != "impossible_bids" or name in self.chosen or self.option("edition") == "1.4":
            return super().option(name)
        return "allow"

    def within_reach(self, score: int) -> bool:
        if self.option("winning") == "limited":
            before = self.played + (self.option("edition") == "1.4")
            return before >= int(self.option("rounds")) * len(self.names)
        return score >= max(1, 13 - self.played // len(self.names))

    @classmethod
    def statistics(cls, games: Sequence[Game]) -> Iterable[str]:
        counts, declared, made = Counter[str](), Counter[str](), Counter[str]()
        for game in games:
            counts.update(["games", f"games of {len(game.names)} players"])
            counts[f"winning={game.option('winning')}"] += 1
            counts[f"won by {game.won_by}" if game.won_by else "not finished"] += 1
            for deal in game.deals:
                counts.update(["deals", *deal["notes"]])
                keys = deal["contract"].split("+") if deal["contract"] else []
                declared.update(keys)
                made.update(keys if deal["made"] else [])
        yield from (f"{name}: {count}" for name, count in sorted(counts.items()))
        for key in (*STANDARD, *(NEWER.keys() - STANDARD), *SPECIAL):
            yield f"{key}: {declared[key]} declared, {made[key]} made"
