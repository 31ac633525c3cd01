"""Feats: special successes that a game keeps on record for a player."""

from collections.abc import Callable
from dataclasses import dataclass

from .actions import Bid
from .wording import Term

_SLAM_TRICKS = 13


@dataclass(frozen=True, slots=True)
class DealDone:
    """A scored deal of one player, as feats judge it. `tricks`: those of their side; `made`:
    whether they made the contract, None if they played none; `marks`: the marks that the game gave
    them besides points."""

    contract: Bid | None
    made: bool | None
    tricks: int
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Feat:
    """A feat. `done` returns whether a deal achieves it; None if the deal is irrelevant to it. It
    counts once achieved in `in_a_row` relevant deals in a row."""

    key: str
    name: Term
    effect: Term
    done: Callable[[DealDone], bool | None]
    in_a_row: int = 1


def _slam(deal: DealDone) -> bool:
    return deal.tricks == _SLAM_TRICKS and (deal.contract is None or deal.made is True)


SLAM = Feat(
    "slam", Term("Slam", "feat"), Term("Your side takes all thirteen tricks.", "feat"), _slam
)
