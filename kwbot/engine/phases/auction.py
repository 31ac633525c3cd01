"""The auction of combination bids: clockwise, each bid worth more than the standing one."""

from __future__ import annotations

from dataclasses import dataclass

from kwbot.engine.actions import Action, Bid, Pass, Seat
from kwbot.engine.choices import BidTable, Choice, CombinationBid
from kwbot.engine.errors import NotYourTurn
from kwbot.engine.frozen import changed
from kwbot.engine.wording import N_, Sentence

from .base import Phase, Purpose, Said

_BID = Purpose("bid", Sentence(N_("Bid or pass.")), N_("{player}: {what}"))


@dataclass(frozen=True)
class CombinationAuction(Phase):
    """Ends when all but one have passed and that one has bid, or when all have passed.

    `bidders` in turn order (who may not bid is not among them); `precedence` by player number:
    a strictly greater one may bid the standing value instead of more.
    """

    bids: BidTable
    bidders: tuple[Seat, ...]
    precedence: tuple[int, ...]
    calls: tuple[tuple[Seat, Action], ...] = ()
    next: Seat | None = None

    @property
    def standing(self) -> tuple[Seat, Bid] | None:
        """The player of the standing bid and the bid."""
        made = [(seat, call) for seat, call in self.calls if isinstance(call, Bid)]
        return made[-1] if made else None

    @property
    def active(self) -> tuple[Seat, ...]:
        """Who has not passed, in turn order."""
        out = {seat for seat, call in self.calls if isinstance(call, Pass)}
        return tuple(seat for seat in self.bidders if seat not in out)

    def to_act(self) -> tuple[Seat, ...]:
        active = self.active
        if not active or (len(active) == 1 and self.standing):
            return ()
        return (self.next if self.next is not None else active[0],)

    def choice(self, seat: Seat) -> Choice:
        if (seat,) != self.to_act():
            raise NotYourTurn
        standing = self.standing
        if standing is None:
            return CombinationBid(self.bids, 1, len(self.table.seats))
        holder, bid = standing
        equal = self.precedence[seat] > self.precedence[holder]
        least = self.bids.value(bid) + (0 if equal else 1)
        return CombinationBid(self.bids, least, len(self.table.seats), bid)

    def purpose(self, seat: Seat) -> Purpose:
        return _BID

    def apply(self, seat: Seat, action: Action) -> CombinationAuction:
        after = changed(self, calls=(*self.calls, (seat, action)), next=None)
        active = after.active
        following = [s for s in self._turns_after(seat) if s in active]
        return changed(after, next=following[0] if following else None)

    def _turns_after(self, seat: Seat) -> tuple[Seat, ...]:
        at = self.bidders.index(seat)
        return self.bidders[at + 1 :] + self.bidders[: at + 1]

    def said(self, viewer: Seat | None) -> tuple[Said, ...]:
        return tuple(Said(seat, call, _BID) for seat, call in self.calls)
