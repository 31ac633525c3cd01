"""Auctions: players call in turn until one bid stands."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Self

from kwbot.engine.values.actions import Action, Bid, ClaimRedeal, Join, Pass, Seat
from kwbot.engine.values.cards import CardSet
from kwbot.engine.values.choices import Choice, LadderBid
from kwbot.engine.values.errors import NotYourTurn
from kwbot.engine.values.purpose import Purpose
from kwbot.engine.values.wording import N_, Sentence

from .base import Phase, Said

_BID = Purpose("bid", Sentence(N_("Bid or pass.")), N_("{player}: {what}"))
_BID_OR_JOIN = Purpose("bid", Sentence(N_("Bid, join or pass.")), N_("{player}: {what}"))

Standing = tuple[Seat, Bid]
"""The player of the bid to beat, and the bid."""
Calls = Callable[[Seat, Standing | None], Choice]
"""The calls that a player may make over the standing bid."""


def higher(ladder: tuple[Bid, ...], standing: Standing | None, *calls: Action) -> LadderBid:
    """Return the choice of a higher bid than the standing one on a ladder, pass or `calls`."""
    bid = standing[1] if standing else None
    above = ladder[ladder.index(bid) + 1 :] if bid else ladder
    return LadderBid(above, (Pass(), *calls), bid)


@dataclass(frozen=True)
class Auction(Phase):
    """Base of all auctions: everyone hears every call, and the last bid stands."""

    calls: tuple[tuple[Seat, Action], ...] = field(default=(), kw_only=True)
    standing: Standing | None = field(default=None, kw_only=True, repr=False, compare=False)
    """The last bid and its player; stored because it is needed at every card."""

    @property
    def winning_bid(self) -> Standing | None:
        """The winner of the auction and the bid; None before it is over or if nobody bid."""
        return self.standing if self.turn() is None else None

    @abstractmethod
    def turn(self) -> Seat | None:
        """Return the player who calls next; None when the auction is over."""

    @abstractmethod
    def choice_for(self, seat: Seat) -> Choice:
        """Return the calls of the player in turn."""

    def to_act(self) -> tuple[Seat, ...]:
        """Return the player in turn; none once the auction is over."""
        turn = self.turn()
        return () if turn is None else (turn,)

    def choice(self, seat: Seat) -> Choice:
        """Return the calls of the player in turn. Raises NotYourTurn."""
        if seat != self.turn():
            raise NotYourTurn
        return self.choice_for(seat)

    def purpose(self, seat: Seat) -> Purpose:
        """Return the question to a player: to bid."""
        return _BID

    def apply(self, seat: Seat, action: Action) -> Self:
        """Return the auction after a call; a bid becomes the standing one."""
        standing = (seat, action) if isinstance(action, Bid) else self.standing
        return replace(self, calls=(*self.calls, (seat, action)), standing=standing)

    def decisions(self, viewer: Seat | None) -> tuple[Said, ...]:
        return tuple([Said(seat, call, _BID) for seat, call in self.calls])


@dataclass(frozen=True)
class RoundAuction(Auction):
    """The ordinary auction: round the table until all, or all but one who has bid, have passed. A
    pass is final. `bidders`: the players who may bid, in turn order."""

    bidders: tuple[Seat, ...]
    may_call: Calls
    left: tuple[Seat, ...] | None = field(default=None, kw_only=True, repr=False, compare=False)
    """The players who have not passed, from the one in turn; None before the first call."""

    @property
    def _still_in(self) -> tuple[Seat, ...]:
        return self.bidders if self.left is None else self.left

    def apply(self, seat: Seat, action: Action) -> Self:
        """Return the auction after a call; a player who passes is out."""
        others = self._still_in[1:]
        left = others if isinstance(action, Pass) else (*others, seat)
        return replace(super().apply(seat, action), left=left)

    def turn(self) -> Seat | None:
        """Return the next player who has not passed; None once nobody or only a bidder is left."""
        left = self._still_in
        return None if not left or (len(left) == 1 and self.standing) else left[0]

    def choice_for(self, seat: Seat) -> Choice:
        return self.may_call(seat, self.standing)


def contract_of(phases: Sequence[Phase]) -> Standing | None:
    """Return the winner of the auction and the bid, as `Auction.winning_bid`; None without one."""
    for phase in phases:
        if isinstance(phase, Auction):
            return phase.winning_bid
    return None


# --- the auction "back, not round" ---------------------------------------------------------------


@dataclass(frozen=True)
class Duel:
    """The state of a duel auction: `turn` speaks next, `waiting` have not spoken yet."""

    turn: Seat | None
    waiting: tuple[Seat, ...]
    beaten: Seat | None = None
    """The player of the standing bid, who may answer if it is beaten."""
    joiners: tuple[Seat, ...] = ()
    claimed: Seat | None = None
    """The player who threw their hand in; None: nobody did."""

    def after(self, seat: Seat, call: Action) -> Duel:
        """Return the duel after a call: in turn is the player whose bid was beaten, or, when one of
        the two has given up, the next player who has not spoken."""
        turn, claimed = None, None
        waiting, beaten, joiners = self.waiting, self.beaten, self.joiners
        match call:
            case Bid():
                turn, beaten, joiners = beaten, seat, ()
            case Join():
                joiners = (*joiners, seat)
            case ClaimRedeal():
                waiting, claimed = (), seat
        if turn is None and waiting:
            turn, *rest = waiting
            waiting = tuple(rest)
        return Duel(turn, waiting, beaten, joiners, claimed)


def no_claim(hand: CardSet) -> bool:
    """Whether a hand may be thrown in: never."""
    return False


@dataclass(frozen=True)
class DuelAuction(Auction):
    """The auction "back, not round": two players bid against each other until one gives up; then
    the next player comes in. Forehand speaks first.

    `ladder` has all bids from the lowest. A standing bid in `joinable` may be joined instead of
    beaten; joiners share it and are out when it is beaten. A hand for which `claims` holds may be
    thrown in at its player's first turn.
    """

    ladder: tuple[Bid, ...]
    joinable: frozenset[Bid] = frozenset()
    claims: Callable[[CardSet], bool] = no_claim
    duel: Duel | None = field(default=None, kw_only=True, repr=False, compare=False)
    """The state after the calls, stored because it is needed at every card; None before any."""

    @property
    def _duel(self) -> Duel:
        return self.duel or Duel(self.layout.seats[0], self.layout.seats[1:])

    def apply(self, seat: Seat, action: Action) -> Self:
        """Return the auction after a call of the player in turn."""
        return replace(super().apply(seat, action), duel=self._duel.after(seat, action))

    @property
    def joiners(self) -> tuple[Seat, ...]:
        """The players who joined the standing bid, in order."""
        return self._duel.joiners

    @property
    def thrown_in_by(self) -> Seat | None:
        """The player who threw their hand in; None: nobody did."""
        return self._duel.claimed

    @property
    def winning_bid(self) -> Standing | None:
        return super().winning_bid if self.thrown_in_by is None else None

    @property
    def _may_be_joined(self) -> bool:
        return self.standing is not None and self.standing[1] in self.joinable

    def turn(self) -> Seat | None:
        """Return the player in turn in the duel; None once it is decided."""
        return self._duel.turn

    def choice_for(self, seat: Seat) -> Choice:
        calls: list[Action] = [Join()] if self._may_be_joined else []
        if all(caller != seat for caller, _ in self.calls) and self.claims(self.layout.hands[seat]):
            calls.append(ClaimRedeal())
        return higher(self.ladder, self.standing, *calls)

    def purpose(self, seat: Seat) -> Purpose:
        return _BID_OR_JOIN if self._may_be_joined else _BID
