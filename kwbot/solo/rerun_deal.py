"""A finished deal of a table, replayed by one person from any of its moves on."""

from __future__ import annotations

import hmac
from dataclasses import dataclass, replace

from kwbot.engine.deals.match import Match
from kwbot.engine.phases.script import DealResult
from kwbot.engine.values.actions import Seat
from kwbot.engine.values.errors import RuleViolation
from kwbot.ids import TableId
from kwbot.solo.solo_deal import SoloDeal
from kwbot.storage.values.documents import RerunState
from kwbot.tables.errors.refusals import Stale
from kwbot.tables.past.replays import after_deal, before_move


@dataclass(frozen=True, slots=True)
class RerunDeal:
    """A finished deal that one person replays. `then`: the table's match after the original deal;
    `start`: the move from which it is replayed, in `solo`."""

    table: TableId
    then: Match
    start: int
    solo: SoloDeal

    @classmethod
    def read(cls, match: Match, state: RerunState) -> RerunDeal:
        """Return a deal of `match` as far as it was replayed. Raise Stale if the stored state does
        not fit it, for example after a change of the rules."""
        then = after_deal(match, state.deal)
        opening = before_move(then, state.start)
        if opening.deal is None or state.seat not in opening.deal.start.seats:
            raise Stale
        try:
            solo = SoloDeal.read(opening, state.seat, _key(state), state.moves)
        except (RuleViolation, ValueError) as error:
            raise Stale from error
        return cls(state.table, then, state.start, solo)

    def state(self, solo: SoloDeal) -> RerunState:
        """Return the state to store for the deal as in `solo`."""
        return RerunState(
            table=self.table, deal=self.number, start=self.start, seat=solo.seat, moves=solo.lines
        )

    @property
    def number(self) -> int:
        """The deal's number in its game."""
        return self.then.number

    @property
    def trick(self) -> int:
        """The trick in which the replay begins; 0: before the tricks."""
        deal = self.solo.opening.deal
        return len(deal.play.tricks) + 1 if deal and deal.play and self.start else 0

    @property
    def before(self) -> DealResult:
        """The result of the original deal."""
        return self.then.deals[-1].result

    @property
    def in_place(self) -> Match:
        """The match after the deal, with the replay instead of the original."""
        deals = (*self.then.deals[:-1], *self.solo.match.deals)
        return replace(self.solo.match, deals=deals)


def usual_seat(then: Match, own: Seat | None) -> Seat:
    """Return the seat for replaying the last deal of `then`: one's own, declarer's or the first."""
    assert then.finished is not None
    seats, declarer = then.finished.start.seats, then.deals[-1].result.declarer
    return next(one for one in (own, declarer, seats[0]) if one in seats)


def _key(state: RerunState) -> bytes:
    """Return the key of all the computers' chance. Not a secret, as all cards are known."""
    return hmac.digest(b"", f"kwbot rerun 1 {state.table} {state.deal}".encode(), "sha256")
