"""Feats at cards: what a game remembers somebody for."""

from collections.abc import Callable
from dataclasses import dataclass

from .actions import Bid
from .wording import Term

_SLAM_TRICKS = 13


@dataclass(frozen=True, slots=True)
class DealDone:
    """A scored deal, as feats judge it. `tricks` are those of their side; `made`: whether they made
    the contract that they played, if they did; `marks`: what the game notes of them besides
    points."""

    contract: Bid | None
    made: bool | None
    tricks: int
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Feat:
    """`done` says of a deal whether it was done there; None: the deal has nothing to do with it.
    It counts once it was done `in_a_row` times of those that have."""

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
