"""Trick play: one phase for all tricks of a deal, with its rules in `PlayRules`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from kwbot.engine.actions import PLAYS, Action, Play, Seat
from kwbot.engine.cards import NO_CARDS, Card, CardSet, Suit
from kwbot.engine.choices import Choice, PlayCard
from kwbot.engine.errors import NotYourTurn
from kwbot.engine.playrules import Interrupt, PlayRules
from kwbot.engine.table import Table
from kwbot.engine.values import changed
from kwbot.engine.wording import N_, Sentence

from .base import Phase, Purpose, Said

_PLAY = Purpose("play", Sentence(N_("Play a card.")), N_("{player} plays {what}."))
_FOLLOW = {suit: Sentence(N_("You must follow suit: play {suit}."), suit=suit) for suit in Suit}


class Trick(NamedTuple):
    """A finished trick: the cards in the order played, the trumps then, and who took it."""

    plays: tuple[tuple[Seat, Card], ...]
    trumps: Suit | None
    winner: Seat

    @property
    def leader(self) -> Seat:
        return self.plays[0][0]

    @property
    def cards(self) -> CardSet:
        return CardSet(card for _, card in self.plays)


@dataclass(frozen=True)
class TrickPlay(Phase):
    """All tricks of a deal. `plays` is the trick under way, `order` who plays in it and when."""

    rules: PlayRules
    order: tuple[Seat, ...]
    trumps: Suit | None
    plays: tuple[tuple[Seat, Card], ...] = ()
    tricks: tuple[Trick, ...] = ()
    laid: CardSet = NO_CARDS
    """Cards that declarer laid open and still holds."""
    taker: Seat | None = None
    """Who takes the trick under way, where that was decided otherwise than by its cards."""
    asking: Interrupt | None = None
    answers: tuple[Said, ...] = ()
    done: bool = False

    @classmethod
    def begin(cls, table: Table, rules: PlayRules) -> TrickPlay:
        order = rules.order(table.clockwise_from(rules.leader))
        return cls(table, rules, order, rules.trumps)._advanced()

    @property
    def led(self) -> Suit | None:
        """The suit led to the trick under way; None before the lead and after that of a joker."""
        return self.rules.suit_of(self.plays[0][1]) if self.plays else None

    def taken(self) -> tuple[int, ...]:
        """Tricks taken, by player number."""
        counts = [0] * self.table.players
        for trick in self.tricks:
            counts[trick.winner] += 1
        return tuple(counts)

    def played(self) -> CardSet:
        """Every card that has been played."""
        cards = CardSet(card for _, card in self.plays)
        for trick in self.tricks:
            cards |= trick.cards
        return cards

    def to_act(self) -> tuple[Seat, ...]:
        if self.done:
            return ()
        return (self.asking.seat if self.asking else self.order[len(self.plays)],)

    def choice(self, seat: Seat) -> Choice:
        if (seat,) != self.to_act():
            raise NotYourTurn
        if self.asking:
            return self.asking.options
        legal = self.legal_cards()
        return PlayCard(legal, self._reasons(seat, legal))

    def accept(self, seat: Seat, action: Action) -> Action:
        if not self.asking and isinstance(action, Play) and action.card in self.legal_cards():
            return PLAYS[action.card]  # nobody needs to know why other cards are not legal
        return super().accept(seat, action)

    def legal_cards(self) -> CardSet:
        """The cards that the player in turn may play; bans yield, the first one first."""
        seat = self.order[len(self.plays)]
        cards, bans = self.rules.follow(self, seat), self.rules.bans
        for yielded in range(len(bans)):
            allowed = cards
            for ban in bans[yielded:]:
                allowed -= ban.cards(self, seat)
            if allowed:
                return allowed
        return cards

    def _reasons(self, seat: Seat, legal: CardSet) -> tuple[tuple[CardSet, Sentence], ...]:
        """Which cards of the hand are not among the `legal` ones, and why."""
        bans = tuple([(ban.cards(self, seat), ban.reason) for ban in self.rules.bans])
        led = self.led
        if led is None:
            return bans
        following = self.rules.follow(self, seat) if bans else legal
        return ((self.table.hands[seat] - following, _FOLLOW[led]), *bans)

    def purpose(self, seat: Seat) -> Purpose:
        return self.asking.about if self.asking else _PLAY

    def apply(self, seat: Seat, action: Action) -> TrickPlay:
        if self.asking:
            answers = (*self.answers, Said(seat, action, self.asking.about))
            resolved = self.asking.resolve(self, action)
            return changed(resolved, asking=None, answers=answers)._advanced()
        assert isinstance(action, Play)
        card = action.card
        first = not self.plays and not self.tricks
        return changed(
            self,
            table=self.table.without_card(seat, card),
            trumps=card.suit if first and self.rules.lead_makes_trumps else self.trumps,
            plays=(*self.plays, (seat, card)),
            laid=self.laid.without(card) if self.laid else self.laid,
        )._advanced()

    def _advanced(self) -> TrickPlay:
        """On to the next decision: an interrupt, the next card, or the end."""
        for interrupt in self.rules.interrupts:
            asking = interrupt(self)
            if asking:
                return changed(self, asking=asking)
        if len(self.plays) == len(self.order):
            return self._collected()
        return self

    def _collected(self) -> TrickPlay:
        winner = self.rules.winner(self) if self.taker is None else self.taker
        trick = Trick(self.plays, self.trumps, winner)
        after = changed(
            self,
            order=self.rules.order(self.table.clockwise_from(winner)),
            trumps=self.rules.next_trumps(self.trumps, trick),
            plays=(),
            tricks=(*self.tricks, trick),
            taker=None,
        )
        return changed(after, done=True) if after._over() else after

    def _over(self) -> bool:
        """After a trick: no cards are left, or what remains can change nothing."""
        if self.plays or not self.tricks:
            return False
        return not self.table.hands[self.order[0]] or self.rules.settled(self)

    def at(self, table: Table) -> TrickPlay:
        moved = changed(self, table=table, asking=None)
        if self.asking:
            return moved._advanced()
        return changed(moved, done=self.done or moved._over())

    def said(self, viewer: Seat | None) -> tuple[Said, ...]:
        return self.answers

    def open_cards(self) -> dict[Seat, CardSet]:
        return self.rules.open_cards(self)
