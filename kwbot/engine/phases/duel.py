"""The auction "back, not round": two bid against each other until one of them gives up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from kwbot.engine.actions import Action, Bid, ClaimRedeal, Join, Pass, Seat
from kwbot.engine.cards import CardSet
from kwbot.engine.choices import Choice, LadderBid
from kwbot.engine.errors import NotYourTurn
from kwbot.engine.frozen import changed
from kwbot.engine.wording import N_, Sentence

from .base import Phase, Purpose, Said

_BID = Purpose("bid", Sentence(N_("Bid or pass.")), N_("{player}: {what}"))
_BID_OR_JOIN = Purpose("bid", Sentence(N_("Bid, join or pass.")), N_("{player}: {what}"))


@dataclass
class _Course:
    """Where an auction stands: `turn` speaks next, `waiting` have not spoken yet."""

    waiting: list[Seat]
    turn: Seat | None = None
    standing: tuple[Seat, Bid] | None = None
    joiners: list[Seat] = field(default_factory=list)
    claimed: Seat | None = None

    def follow(self, seat: Seat, call: Action) -> None:
        """A player who is beaten answers; who gives up makes room for the next one."""
        if isinstance(call, ClaimRedeal):
            self.claimed, self.turn = seat, None
        elif isinstance(call, Bid):
            beaten, self.standing, self.joiners = self.standing, (seat, call), []
            self.turn = beaten[0] if beaten else self.next()
        else:
            self.joiners += [seat] if isinstance(call, Join) else []
            self.turn = self.next()

    def next(self) -> Seat | None:
        return self.waiting.pop(0) if self.waiting else None


def no_claim(hand: CardSet) -> bool:
    """No hand may be thrown in."""
    return False


@dataclass(frozen=True)
class DuelAuction(Phase):
    """Forehand speaks first; whoever is beaten may answer; then the next player comes in.

    `ladder` are all bids from the lowest. A standing bid among `joinable` may be joined instead of
    beaten; joiners share it, and are out when it is beaten. A hand for which `claims` holds may be
    thrown in at its player's first turn.
    """

    ladder: tuple[Bid, ...]
    joinable: frozenset[Bid] = frozenset()
    claims: Callable[[CardSet], bool] = no_claim
    calls: tuple[tuple[Seat, Action], ...] = ()

    def _course(self) -> _Course:
        course = _Course(list(self.table.seats))
        course.turn = course.next()
        for seat, call in self.calls:
            course.follow(seat, call)
        return course

    @property
    def standing(self) -> tuple[Seat, Bid] | None:
        """The player of the standing bid and the bid."""
        return self._course().standing

    @property
    def joiners(self) -> tuple[Seat, ...]:
        """Who joined the standing bid, in the order in which they did."""
        return tuple(self._course().joiners)

    @property
    def claimed(self) -> Seat | None:
        """Who threw their hand in."""
        return self._course().claimed

    def to_act(self) -> tuple[Seat, ...]:
        turn = self._course().turn
        return () if turn is None else (turn,)

    def choice(self, seat: Seat) -> Choice:
        course = self._course()
        if seat != course.turn:
            raise NotYourTurn
        bid = course.standing[1] if course.standing else None
        calls: list[Action] = [Pass()]
        if bid in self.joinable:
            calls.append(Join())
        if all(caller != seat for caller, _ in self.calls) and self.claims(self.table.hands[seat]):
            calls.append(ClaimRedeal())
        higher = self.ladder[self.ladder.index(bid) + 1 :] if bid else self.ladder
        return LadderBid(higher, tuple(calls), bid)

    def purpose(self, seat: Seat) -> Purpose:
        standing = self.standing
        return _BID_OR_JOIN if standing and standing[1] in self.joinable else _BID

    def apply(self, seat: Seat, action: Action) -> DuelAuction:
        return changed(self, calls=(*self.calls, (seat, action)))

    def said(self, viewer: Seat | None) -> tuple[Said, ...]:
        return tuple(Said(seat, call, _BID) for seat, call in self.calls)
