"""A player's career in a game: bids, streaks and feats of all their deals."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import accumulate

from kwbot.engine.deals.variant import Variant
from kwbot.engine.values.actions import Bid
from kwbot.engine.values.feats import DealDone, Feat
from kwbot.storage.values.stored_results import CareerDeal

MIN_TIMES_BID = 3
"""Least number of times that a bid was played to be somebody's best one."""


@dataclass(frozen=True)
class Career:
    """A player's `deals` of a game among people, in order. Deals that a computer finished for them
    count for points but nothing else."""

    variant: Variant
    deals: Sequence[CareerDeal]

    @cached_property
    def own(self) -> list[CareerDeal]:
        """The deals that the player did not leave."""
        return [deal for deal in self.deals if not deal.left]

    @cached_property
    def points(self) -> list[int]:
        """The total points after each deal."""
        return list(accumulate(deal.points for deal in self.deals))

    @cached_property
    def bids(self) -> list[CareerDeal]:
        """The deals in which the player had a contract."""
        return [deal for deal in self.own if deal.made is not None and deal.contract]

    @property
    def bids_made(self) -> int:
        """Number of the player's bids that they made."""
        return sum(bool(deal.made) for deal in self.bids)

    @cached_property
    def favourite(self) -> tuple[Bid, int] | None:
        """The bid that the player played most often (among equals the latest), and how often."""
        tried = Counter(deal.contract for deal in reversed(self.bids))
        found = tried.most_common(1)
        return (_bid(found[0][0] or ""), found[0][1]) if found else None

    @cached_property
    def best(self) -> tuple[Bid, int, int] | None:
        """The bid made most reliably, how often the player made it, and how often they played."""
        tried = Counter(deal.contract for deal in self.bids)
        made = Counter(deal.contract for deal in self.bids if deal.made)
        often = [key for key in made if tried[key] >= MIN_TIMES_BID]
        if not often:
            return None
        best = max(often, key=lambda key: (made[key] / tried[key], made[key]))
        return _bid(best or ""), made[best], tried[best]

    @cached_property
    def streak(self) -> tuple[int, int]:
        """The most bids in a row that the player made, and the number up to now."""
        longest = now = 0
        for deal in self.bids:
            now = now + 1 if deal.made else 0
            longest = max(longest, now)
        return longest, now

    @cached_property
    def collection(self) -> Mapping[str, Mapping[str, date]]:
        """The days on which the player first made a bid with each part, by edition."""
        found: dict[str, dict[str, date]] = {edition: {} for edition in self.variant.collection()}
        for deal in self.bids:
            if deal.made and deal.edition in found:
                for part in _bid(deal.contract or "").parts:
                    found[deal.edition].setdefault(part, deal.day)
        return found

    @cached_property
    def feats(self) -> Mapping[str, date]:
        """The days on which the player first did each feat."""
        return {
            feat.key: day for feat in self.variant.feats if (day := self._first(feat)) is not None
        }

    @cached_property
    def _judged_deals(self) -> list[tuple[date, DealDone]]:
        """The player's own deals as feats judge them, with their days."""
        return [(deal.day, _deal_done(deal)) for deal in self.own]

    def _first(self, feat: Feat) -> date | None:
        """Return the day on which the player first did a feat; None if they have not."""
        row = 0
        for day, deal in self._judged_deals:
            done = feat.done(deal)
            if done is not None:
                row = row + 1 if done else 0
            if done and row >= feat.in_a_row:
                return day
        return None


def _deal_done(deal: CareerDeal) -> DealDone:
    contract = None if deal.contract is None else _bid(deal.contract)
    return DealDone(contract, deal.made, deal.tricks, tuple(deal.marks.split()))


def _bid(text: str) -> Bid:
    return Bid(tuple(text.split("+")))
