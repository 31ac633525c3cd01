"""The base of all phases of a deal, and the phase in which chance deals.

A phase is a frozen value. It knows who must act (`to_act`; nobody once it is finished), what they
may do (`choice`), the phase after that (`apply`), and what others may see of it (`decisions`). It
carries the layout at that moment.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import Self

from kwbot.engine.values.actions import CHANCE, Action, Dealt, Seat
from kwbot.engine.values.cards import NO_CARDS, Card, CardSet
from kwbot.engine.values.choices import Choice
from kwbot.engine.values.errors import IllegalAction, NotYourTurn
from kwbot.engine.values.layout import Layout
from kwbot.engine.values.purpose import Purpose
from kwbot.engine.values.wording import N_, Sentence


@dataclass(frozen=True, slots=True)
class Said:
    """A decision as a viewer may know it; `action` is None if they may only know of it."""

    seat: Seat
    action: Action | None
    purpose: Purpose


@dataclass(frozen=True)
class Phase:  # no ABC, for the same reason as `Choice`
    """A phase of a deal: who must act, what they may do, and the phase after that."""

    __slots__ = ()  # so that each phase may choose between slots and a dictionary
    layout: Layout

    @abstractmethod
    def to_act(self) -> tuple[Seat, ...]:
        """Return the players who must act now; none when the phase is finished."""

    @abstractmethod
    def choice(self, seat: Seat) -> Choice:
        """Return the choice of `seat`. Raises NotYourTurn if it has none."""

    def accept(self, seat: Seat, action: Action) -> Action:
        """Return `action` in canonical form; raise NotYourTurn or IllegalAction if refused."""
        return self.choice(seat).accept(action)

    @abstractmethod
    def purpose(self, seat: Seat) -> Purpose:
        """Return the question to `seat`, as everybody reads it."""

    def private_purpose(self, seat: Seat) -> Purpose:
        """Return the question to `seat`, as that player alone reads it."""
        return self.purpose(seat)

    @abstractmethod
    def apply(self, seat: Seat, action: Action) -> Phase:
        """Return the phase after a canonical, legal action."""

    def decisions(self, viewer: Seat | None) -> tuple[Said, ...]:
        """Return the decisions of this phase, as far as `viewer` may know them (None: a
        spectator)."""
        return ()

    def open_cards(self) -> dict[Seat, CardSet]:
        """Return the cards in hands that lie open to everyone, by player."""
        return {}

    def given_to(self, seat: Seat) -> CardSet:
        """Return the cards that others gave to `seat` in this finished phase."""
        return NO_CARDS

    def given_by(self, seat: Seat) -> dict[Seat, CardSet]:
        """Return the cards that `seat` gave to others in this finished phase, by receiver."""
        return {}

    def is_unwritten(self) -> bool:
        """Whether this phase leaves its player no choice and so has no line in a record. The player
        is asked nevertheless, since skipping the question would reveal that."""
        return False

    def hidden_moves(self) -> tuple[tuple[Seat, Action], ...] | None:
        """Return the choices so far if everyone chooses in secret; None for other phases."""
        return None

    def at(self, layout: Layout) -> Self:
        """Return the phase with another layout: fouls noted, or unseen cards dealt differently."""
        return replace(self, layout=layout)


_DEALING = Purpose(
    "dealing", Sentence(N_("The cards are being dealt.")), N_("The cards are dealt.")
)


@dataclass(frozen=True)
class Dealing(Phase):
    """Chance deals `each` cards to every player and `kitty` cards aside; the rest of the deck
    stays out of the deal. `turned`: whether the dealer's last card is turned up. `words` are put
    into random order, if the game draws one."""

    each: int
    kitty: int = 0
    turned: bool = False
    words: tuple[str, ...] = ()
    done: bool = False

    @property
    def aside(self) -> int:
        """Number of cards in no hand: the kitty's and those out of the deal."""
        return len(self.layout.deck) - self.each * len(self.layout.seats)

    def to_act(self) -> tuple[Seat, ...]:
        """Return `CHANCE` until the cards are dealt."""
        return () if self.done else (CHANCE,)

    def choice(self, seat: Seat) -> Choice:
        """Raise NotYourTurn: no player decides how cards are dealt."""
        raise NotYourTurn  # cards come from a shuffle

    def accept(self, seat: Seat, action: Action) -> Action:
        """Return a dealing of the whole deck, each card once, with the right number of cards for
        everyone. Raises NotYourTurn or IllegalAction."""
        if self.done or seat != CHANCE:
            raise NotYourTurn
        if not isinstance(action, Dealt):
            raise IllegalAction(N_("The cards haven't been dealt."))
        layout, turned = self.layout, action.turned
        if not self._has_sizes_due(action):
            raise IllegalAction(N_("Every player in the deal gets {count} cards."), count=self.each)
        if CardSet.union([*action.hands, CardSet(action.kitty)]) != layout.deck:
            raise IllegalAction(N_("The hands don't make up this game's deck."))
        if not (turned in action.hands[layout.dealer] if self.turned else turned is None):
            raise IllegalAction(N_("The turned-up card must be one of the dealer's."))
        if sorted(action.order) != sorted(self.words):
            raise IllegalAction(N_("The drawn order is wrong."))
        return action

    def _has_sizes_due(self, dealt: Dealt) -> bool:
        """Whether the hands and the cards aside have the right sizes."""
        seats = range(self.layout.players)
        sizes = [self.each * (seat in self.layout.seats) for seat in seats]
        return list(map(len, dealt.hands)) == sizes and len(dealt.kitty) == self.aside

    def purpose(self, seat: Seat) -> Purpose:
        return _DEALING

    def apply(self, seat: Seat, action: Action) -> Phase:
        """Return the phase with the cards dealt."""
        assert isinstance(action, Dealt)
        layout = replace(
            self.layout,
            hands=action.hands,
            kitty=action.kitty[: self.kitty],
            turned=action.turned,
            order=action.order,
        )
        if action.turned:
            layout = layout.with_known(layout.dealer, CardSet([action.turned]))
        return replace(self, layout=layout, done=True)

    def deal_out(self, deck: tuple[Card, ...], order: tuple[str, ...] = ()) -> Dealt:
        """Deal a shuffled deck from the top: the hands by ascending player number, then the kitty
        and what stays out of the deal. A turned-up card is the last of the dealer's cards. `order`
        is `words`, shuffled."""
        hands = [NO_CARDS] * self.layout.players
        turned, at = None, 0
        for seat in sorted(self.layout.seats):
            cards = deck[at : at + self.each]
            hands[seat] = CardSet(cards)
            at += self.each
            if self.turned and seat == self.layout.dealer:
                turned = cards[-1]
        return Dealt(tuple(hands), tuple(deck[at:]), turned, order)
