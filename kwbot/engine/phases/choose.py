"""Decisions outside the auction and the tricks: one player's, or everybody's at the same time."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kwbot.engine.actions import Action, ChooseCards, Seat
from kwbot.engine.cards import NO_CARDS, CardSet
from kwbot.engine.choices import Choice
from kwbot.engine.errors import NotYourTurn
from kwbot.engine.values import changed
from kwbot.engine.wording import Sentence, Who

from .base import Phase, Purpose, Said


@dataclass(frozen=True)
class Choose(Phase):
    """One player decides one thing, publicly. `answer` is None until they have."""

    seat: Seat
    options: Choice
    about: Purpose
    answer: Action | None = None

    def to_act(self) -> tuple[Seat, ...]:
        return () if self.answer else (self.seat,)

    def choice(self, seat: Seat) -> Choice:
        if self.answer or seat != self.seat:
            raise NotYourTurn
        return self.options

    def purpose(self, seat: Seat) -> Purpose:
        return self.about

    def apply(self, seat: Seat, action: Action) -> Choose:
        return changed(self, answer=action)

    def said(self, viewer: Seat | None) -> tuple[Said, ...]:
        return (Said(self.seat, self.answer, self.about),) if self.answer else ()


@dataclass(frozen=True)
class ChooseTogether(Phase):
    """Several players choose at the same time, in secret.

    When all have chosen, everybody sees the choices, or, where `receivers` names for each giver
    who gets the cards, only giver and receiver do.
    """

    options: tuple[tuple[Seat, Choice], ...]
    about: Purpose
    receivers: tuple[tuple[Seat, Seat], ...] = ()
    answers: tuple[tuple[Seat, Action], ...] = ()

    def to_act(self) -> tuple[Seat, ...]:
        chosen = dict(self.answers)
        return tuple(seat for seat, _ in self.options if seat not in chosen)

    def choice(self, seat: Seat) -> Choice:
        if seat not in self.to_act():
            raise NotYourTurn
        return dict(self.options)[seat]

    def purpose(self, seat: Seat) -> Purpose:
        return self.about

    def private_purpose(self, seat: Seat) -> Purpose:
        if not self.about.private:
            return self.about
        values = {**self.about.prompt.values, "receiver": Who(dict(self.receivers)[seat])}
        return replace(self.about, prompt=Sentence(self.about.private, **values))

    def apply(self, seat: Seat, action: Action) -> ChooseTogether:
        return changed(self, answers=tuple(sorted((*self.answers, (seat, action)), key=_seat)))

    def hidden_moves(self) -> tuple[tuple[Seat, Action], ...]:
        return self.answers

    def given_to(self, seat: Seat) -> CardSet:
        if self.to_act():
            return NO_CARDS
        givers = {giver for giver, receiver in self.receivers if receiver == seat}
        return CardSet(
            card
            for giver, action in self.answers
            if giver in givers and isinstance(action, ChooseCards)
            for card in action.cards
        )

    def said(self, viewer: Seat | None) -> tuple[Said, ...]:
        return tuple(
            Said(seat, action if self._sees(viewer, seat) else None, self.about)
            for seat, action in self.answers
        )

    def _sees(self, viewer: Seat | None, giver: Seat) -> bool:
        if viewer == giver:
            return True
        if self.to_act():
            return False
        return not self.receivers or viewer == dict(self.receivers)[giver]


def _seat(answer: tuple[Seat, Action]) -> Seat:
    return answer[0]
