"""The score sheets, and the final account in money."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from kwbot.engine.deals.score_sheet import Sheet
from kwbot.engine.phases.script import DealResult
from kwbot.engine.values.actions import Seat
from kwbot.engine.values.wording import N_, Sentence

ORE = 100
"""Hundredths of a krone."""


@dataclass(frozen=True)
class DanishSheet(Sheet):
    """A sheet that ends after a set number of deals, or when the host ends the match."""

    @property
    def deals(self) -> int:
        """Number of deals in a match; 0: until the host ends it."""
        return int(self.options["deals"])

    def after(self, dealer: Seat, result: DealResult) -> Self:
        """Return the sheet after a deal, with the winners after the last one."""
        after = self.with_deal(dealer, played=result.played).plus(result.points)
        return after.over() if after.played == after.deals > 0 else after

    def over(self) -> Self:
        """Return the sheet at the end; all leaders win."""
        return replace(self, winners=self.leaders)

    def public(self) -> dict[str, Any]:
        """Return the sheet's facts other than the scores: deals played and in all."""
        return {"played": self.played, "deals": self.deals}

    def remarks(self) -> tuple[Sentence, ...]:
        """Return the number of deals in all, if it is set."""
        return (Sentence(N_("{deals} deals in all"), deals=self.deals),) if self.deals else ()


@dataclass(frozen=True)
class PotSheet(DanishSheet):
    """A sheet that ends with settling the pot."""

    @property
    def account(self) -> tuple[int, ...]:
        """Each player's gain or loss if the game ended now, in øre."""
        return account(self.scores, int(self.options["pot"]) * ORE)

    @property
    def is_for_money(self) -> bool:
        """Whether a pot was shared: a record also has the account of an empty one."""
        return super().is_for_money and self.options["pot"] != "0"

    def over(self) -> Self:
        """Return the sheet at the end, with the pot shared out."""
        return replace(super().over(), settlement=self.account)

    def entry(self) -> dict[str, Any]:
        """Return the account as it would be after this deal."""
        return {"settlement": list(self.account)}


def account(scores: Sequence[int], pot: int) -> tuple[int, ...]:
    """Return each player's gain or loss: the losers together pay the pot in proportion to their
    minus points, and the winners share it in proportion to their plus points.

    >>> account((30, -10, 0, -20), 10000)
    (10000, -3333, 0, -6667)
    """
    won = _shares([max(0, score) for score in scores], pot)
    lost = _shares([max(0, -score) for score in scores], pot)
    return tuple(gain - loss for gain, loss in zip(won, lost, strict=True))


def _shares(parts: Sequence[int], pot: int) -> list[int]:
    """Return `pot` split in proportion to `parts`, with the rest going to the largest remainders
    and, between equal ones, to the lowest seats."""
    whole = sum(parts)
    if whole == 0:
        return [0] * len(parts)
    shares = [pot * part // whole for part in parts]
    by_remainder = sorted(range(len(parts)), key=lambda seat: (-(pot * parts[seat] % whole), seat))
    for seat in by_remainder[: pot - sum(shares)]:
        shares[seat] += 1
    return shares
