"""Vip: the kitty is turned card by card until someone takes the suit as trumps."""

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
    """`asked` say of each card turned, in this order, whether they take it; the first one does.

    If nobody takes the third card, the one of them who sits last does. `joker_is_none`: a joker
    means no trumps; otherwise it means the suit turned before it, and where there is none the
    next card is turned. Nobody is asked who has no choice."""

    asked: tuple[Seat, ...]
    joker_is_none: bool
    taker: Seat | None = None
    answers: tuple[tuple[Seat, Action], ...] = ()
    refused: int = 0
    """How many have refused the card turned last."""

    @classmethod
    def begin(cls, layout: Layout, asked: tuple[Seat, ...], *, joker_is_none: bool) -> TurnKitty:
        """Return the phase with the first card of the kitty turned up."""
        return cls(layout.with_face_up(1), asked, joker_is_none)._advance()

    @property
    def face_up_count(self) -> int:
        """How many cards lie face up."""
        return self.layout.face_up

    @property
    def trumps(self) -> Suit | None:
        """The trumps that accepting now takes."""
        cards = self.layout.kitty[: self.face_up_count]
        if self.joker_is_none:
            return cards[-1].suit
        return next((card.suit for card in reversed(cards) if card.suit is not None), None)

    def to_act(self) -> tuple[Seat, ...]:
        """Return the player who may take the suit that lies open; none once it is taken."""
        return () if self.taker is not None else (self.asked[self.refused],)

    def choice(self, seat: Seat) -> Choice:
        """Return both answers: take the suit, or turn the next card. Raises NotYourTurn."""
        if (seat,) != self.to_act():
            raise NotYourTurn
        return OneOf((Accept(), TurnNext()))

    def purpose(self, seat: Seat) -> Purpose:
        """Return why a player is asked: the vip."""
        return VIP_PURPOSE

    def apply(self, seat: Seat, action: Action) -> TurnKitty:
        """Return the phase after an answer, which may turn the next card."""
        after = replace(self, answers=(*self.answers, (seat, action)))
        if isinstance(action, Accept):
            return replace(after, taker=seat)
        return replace(after, refused=self.refused + 1)._advance()

    def _advance(self) -> TurnKitty:
        """Go on to the next decision, past what leaves no choice."""
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
        """Return all answers: they are given aloud."""
        return tuple(Said(seat, answer, VIP_PURPOSE) for seat, answer in self.answers)
