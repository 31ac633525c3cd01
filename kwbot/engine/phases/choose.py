"""Decisions outside the auction and the tricks, by one player or several at the same time."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import TypeVar

from kwbot.engine.values.actions import Action, ChooseCard, ChooseCards, Concealed, NameSuit, Seat
from kwbot.engine.values.cards import NO_CARDS, CardSet, Suit
from kwbot.engine.values.choices import Choice, suit_options
from kwbot.engine.values.errors import NotYourTurn
from kwbot.engine.values.layout import Layout
from kwbot.engine.values.purpose import Purpose
from kwbot.engine.values.wording import N_, Sentence, Who

from .base import Phase, Said
from .script import Steps, ask

_A = TypeVar("_A", bound=Action)
Offer = Callable[[Layout, Seat], Choice]
"""A player's choice, computed from the current layout: hidden hands may be dealt differently."""
Answers = tuple[tuple[Seat, Action], ...]
"""The choices made, by ascending player number."""


def always(choice: Choice) -> Offer:
    """Return an offer of this choice, whatever the hand."""
    return lambda _table, _seat: choice


@dataclass(frozen=True)
class Choose(Phase):
    """One player makes one decision. `answer` is None until they have.

    Everyone sees the answer, or, if it is `discreet`, only the number of cards. A `quiet` question
    with one possible answer is asked, so that nobody learns there was no choice, but has no line.
    """

    seat: Seat
    offer: Offer
    about: Purpose
    discreet: bool = False
    quiet: bool = False
    answer: Action | None = None

    def answer_as(self, kind: type[_A]) -> _A:
        """Return the answer, which must be of this kind."""
        assert isinstance(self.answer, kind)
        return self.answer

    def to_act(self) -> tuple[Seat, ...]:
        """Return the player until they have answered."""
        return () if self.answer else (self.seat,)

    def choice(self, seat: Seat) -> Choice:
        """Return the possible answers of the player. Raises NotYourTurn."""
        if self.answer or seat != self.seat:
            raise NotYourTurn
        return self.offer(self.layout, seat)

    def purpose(self, seat: Seat) -> Purpose:
        return self.about

    def private_purpose(self, seat: Seat) -> Purpose:
        if not (self.about.private and self.is_unwritten()):
            return self.about
        return replace(self.about, prompt=Sentence(self.about.private))

    def apply(self, seat: Seat, action: Action) -> Choose:
        """Return the phase with its answer."""
        return replace(self, answer=action)

    def is_unwritten(self) -> bool:
        """Whether the phase is quiet and leaves its player only one answer, so it has no line."""
        return self.quiet and len(self.offer(self.layout, self.seat)) == 1

    def decisions(self, viewer: Seat | None) -> tuple[Said, ...]:
        if self.answer is None:
            return ()
        hidden = self.discreet and viewer != self.seat
        return (Said(self.seat, conceal(self.answer) if hidden else self.answer, self.about),)


TRUMPS = Purpose(
    "trumps",
    Sentence(N_("Name trumps.")),
    N_("{player} names {what} as trumps."),
    own=N_("You name {what} as trumps."),
)
ANY_SUIT = always(suit_options(Suit))


def name_trumps(layout: Layout, seat: Seat, suits: Offer = ANY_SUIT) -> Steps[tuple[Layout, Suit]]:
    """Ask `seat` for a suit; return the layout after that and the suit."""
    named = yield from ask(Choose(layout, seat, suits, TRUMPS))
    return named.layout, named.answer_as(NameSuit).suit


def conceal(action: Action) -> Action:
    """Return a discreet choice of cards as others see it."""
    if isinstance(action, ChooseCards):
        return Concealed(len(action.cards))
    return Concealed(int(isinstance(action, ChooseCard) and action.card is not None))


@dataclass(frozen=True)
class Exchange(Choose):
    """A player lays cards away face down, then takes as many from the kitty."""

    discreet: bool = True
    taken: CardSet = NO_CARDS

    def apply(self, seat: Seat, action: Action) -> Exchange:
        """Return the phase after laying cards away and taking as many from the kitty."""
        assert isinstance(action, ChooseCards)
        taken = CardSet(self.layout.kitty[: len(action.cards)])
        after = self.layout.with_exchange(seat, action.cards)
        return replace(self, layout=after, answer=action, taken=taken)

    def given_to(self, seat: Seat) -> CardSet:
        """Return the cards that the player took from the kitty."""
        return self.taken if seat == self.seat else NO_CARDS


def everybodys(answers: Answers) -> Collection[Seat]:
    """Return all players who chose: every choice is shown."""
    return [seat for seat, _ in answers]


@dataclass(frozen=True)
class ChooseTogether(Phase):
    """Several players choose at the same time, in secret.

    When all have chosen, everyone sees the choices of the players that `shown` returns. With
    `receivers`, pairs of giver and receiver of cards, only these two see a choice.
    """

    seats: tuple[Seat, ...]
    offer: Offer
    about: Purpose
    receivers: tuple[tuple[Seat, Seat], ...] = ()
    shown: Callable[[Answers], Collection[Seat]] = everybodys
    answers: Answers = ()

    def to_act(self) -> tuple[Seat, ...]:
        """Return the players who have not answered yet."""
        chosen = dict(self.answers)
        return tuple([seat for seat in self.seats if seat not in chosen])

    def choice(self, seat: Seat) -> Choice:
        """Return the possible answers of a player. Raises NotYourTurn."""
        if seat not in self.to_act():
            raise NotYourTurn
        return self.offer(self.layout, seat)

    def purpose(self, seat: Seat) -> Purpose:
        return self.about

    def private_purpose(self, seat: Seat) -> Purpose:
        if not self.about.private:
            return self.about
        values = {**self.about.prompt.values, "receiver": Who(dict(self.receivers)[seat])}
        return replace(self.about, prompt=Sentence(self.about.private, **values))

    def apply(self, seat: Seat, action: Action) -> ChooseTogether:
        """Return the phase with one more answer."""
        return replace(self, answers=tuple(sorted((*self.answers, (seat, action)), key=_seat)))

    def hidden_moves(self) -> tuple[tuple[Seat, Action], ...]:
        """Return all answers so far, which nobody else sees before the last one is given."""
        return self.answers

    def given_to(self, seat: Seat) -> CardSet:
        """Return the cards that others gave a player; none before all have answered."""
        if self.to_act():
            return NO_CARDS
        givers = {giver for giver, receiver in self.receivers if receiver == seat}
        return CardSet(
            card
            for giver, action in self.answers
            if giver in givers and isinstance(action, ChooseCards)
            for card in action.cards
        )

    def given_by(self, seat: Seat) -> dict[Seat, CardSet]:
        """Return the cards that a player gave, by receiver; none before all have answered."""
        action, receivers = dict(self.answers).get(seat), dict(self.receivers)
        if self.to_act() or seat not in receivers or not isinstance(action, ChooseCards):
            return {}
        return {receivers[seat]: action.cards}

    def decisions(self, viewer: Seat | None) -> tuple[Said, ...]:
        seen = self._seen_by(viewer)
        return tuple(
            Said(seat, action if seat in seen else None, self.about)
            for seat, action in self.answers
        )

    def _seen_by(self, viewer: Seat | None) -> set[Seat | None]:
        """Return the players whose choices `viewer` may see."""
        if self.to_act():
            return {viewer}
        if self.receivers:
            return {viewer, *(giver for giver, receiver in self.receivers if receiver == viewer)}
        return {viewer, *self.shown(self.answers)}


def _seat(answer: tuple[Seat, Action]) -> Seat:
    return answer[0]
