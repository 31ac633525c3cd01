"""Vip: the kitty is turned up card by card until someone accepts the suit as trumps."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kwbot.engine.phases.base import Phase, Said
from kwbot.engine.values.actions import Accept, Action, Seat, TurnNext
from kwbot.engine.values.cards import Suit
from kwbot.engine.values.choices import Choice, OneOf
from kwbot.engine.values.errors import NotYourTurn
from kwbot.engine.values.layout import Layout
from kwbot.engine.values.purpose import Purpose

from .purposes import VIP_PURPOSE


@dataclass(frozen=True)
class TurnKitty(Phase):
    """Turning the kitty: the players `asked` are offered each card in this order; the first to
    accept takes it.

    If nobody accepts the third card, the last of them in turn order must take it. `joker_is_none`:
    a joker means no trumps; otherwise it means the suit turned before it, and without one the next
    card is turned. Players without a choice are not asked."""

    asked: tuple[Seat, ...]
    joker_is_none: bool
    taker: Seat | None = None
    answers: tuple[tuple[Seat, Action], ...] = ()
    refused: int = 0
    """Number of players who have refused the last card turned."""

    @classmethod
    def begin(cls, layout: Layout, asked: tuple[Seat, ...], *, joker_is_none: bool) -> TurnKitty:
        """Return the phase with the first card of the kitty turned up."""
        return cls(layout.with_face_up(1), asked, joker_is_none)._advance()

    @property
    def face_up_count(self) -> int:
        """Number of kitty cards that lie face up."""
        return self.layout.face_up

    @property
    def trumps(self) -> Suit | None:
        """The trumps if the last card turned is accepted."""
        cards = self.layout.kitty[: self.face_up_count]
        if self.joker_is_none:
            return cards[-1].suit
        return next((card.suit for card in reversed(cards) if card.suit is not None), None)

    def to_act(self) -> tuple[Seat, ...]:
        """Return the player who may accept the suit; none once it is accepted."""
        return () if self.taker is not None else (self.asked[self.refused],)

    def choice(self, seat: Seat) -> Choice:
        """Return both answers: accept the suit or turn the next card. Raises NotYourTurn."""
        if (seat,) != self.to_act():
            raise NotYourTurn
        return OneOf((Accept(), TurnNext()))

    def purpose(self, seat: Seat) -> Purpose:
        """Return the question of Vip."""
        return VIP_PURPOSE

    def apply(self, seat: Seat, action: Action) -> TurnKitty:
        """Return the phase after an answer, which may turn the next card."""
        after = replace(self, answers=(*self.answers, (seat, action)))
        if isinstance(action, Accept):
            return replace(after, taker=seat)
        return replace(after, refused=self.refused + 1)._advance()

    def _advance(self) -> TurnKitty:
        """Return the phase at its next decision, past steps without a choice."""
        if self.face_up_count == len(self.layout.kitty):
            last = max(self.asked, key=self.layout.seats.index)
            alone = self.asked[self.refused :] in ((), (last,))
            return replace(self, taker=last) if alone else self
        nothing_to_take = self.trumps is None and not self.joker_is_none
        if self.refused < len(self.asked) and not nothing_to_take:
            return self
        layout = self.layout.with_face_up(self.face_up_count + 1)
        return replace(self, layout=layout, refused=0)._advance()

    def decisions(self, viewer: Seat | None) -> tuple[Said, ...]:
        """Return all answers, which everyone hears."""
        return tuple(Said(seat, answer, VIP_PURPOSE) for seat, answer in self.answers)
