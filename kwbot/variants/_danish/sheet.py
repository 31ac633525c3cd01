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
    """A sheet that ends after as many deals as the option says; 0: when the host ends it."""

    @property
    def deals(self) -> int:
        """How many deals are played; 0: without end."""
        return int(self.options["deals"])

    def after(self, dealer: Seat, result: DealResult) -> Self:
        """Return the sheet after a deal; after the last one with the winners."""
        after = self.with_deal(dealer, played=result.played).plus(result.points)
        return after.over() if after.played == after.deals > 0 else after

    def over(self) -> Self:
        """Return the sheet at the end: the leaders win, together if they are several."""
        return replace(self, winners=self.leaders)

    def public(self) -> dict[str, Any]:
        """Return the facts that a record has besides the scores."""
        return {"played": self.played, "deals": self.deals}

    def remarks(self) -> tuple[Sentence, ...]:
        """Return how many deals make a game."""
        return (Sentence(N_("{deals} deals in all"), deals=self.deals),) if self.deals else ()


@dataclass(frozen=True)
class PotSheet(DanishSheet):
    """A sheet that ends in an account of the pot."""

    @property
    def account(self) -> tuple[int, ...]:
        """Return the hundredths that each would pay (minus) or get, if the game ended now."""
        return account(self.scores, int(self.options["pot"]) * ORE)

    @property
    def is_for_money(self) -> bool:
        """Whether there is a pot that is shared: a record has the account of an empty one, too."""
        return super().is_for_money and self.options["pot"] != "0"

    def over(self) -> Self:
        """Return the sheet at its end, the pot shared out."""
        return replace(super().over(), settlement=self.account)

    def entry(self) -> dict[str, Any]:
        """Return the final account for the record."""
        return {"settlement": list(self.account)}


def account(scores: Sequence[int], pot: int) -> tuple[int, ...]:
    """Return the amount that each pays or gets: the losers pay the pot in proportion to their minus
    points, the winners share it alike. >>> account((30, -10, 0, -20), 10000) (10000, -3333, 0,
    -6667)"""
    won = _shares([max(0, score) for score in scores], pot)
    lost = _shares([max(0, -score) for score in scores], pot)
    return tuple(gain - loss for gain, loss in zip(won, lost, strict=True))


def _shares(parts: Sequence[int], pot: int) -> list[int]:
    """Return `pot` in proportion to `parts`; what is left over goes to the largest remainders."""
    whole = sum(parts)
    if whole == 0:
        return [0] * len(parts)
    shares = [pot * part // whole for part in parts]
    by_remainder = sorted(range(len(parts)), key=lambda seat: (-(pot * parts[seat] % whole), seat))
    for seat in by_remainder[: pot - sum(shares)]:
        shares[seat] += 1
    return shares
