"""Trick play: one phase for all tricks of a deal, with its rules in `PlayRules`."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from kwbot.engine.values.actions import PLAYS, Action, ChooseCards, NamePlayer, Play, Seat
from kwbot.engine.values.cards import NO_CARDS, CardSet, Suit
from kwbot.engine.values.choices import Choice, PlayCard
from kwbot.engine.values.errors import NotYourTurn
from kwbot.engine.values.layout import Layout
from kwbot.engine.values.purpose import Purpose
from kwbot.engine.values.trick import Plays, Trick, play_of
from kwbot.engine.values.wording import N_, Sentence

from .base import Phase, Said
from .playrules import Interrupt, PlayRules

_PLAY = Purpose("play", Sentence(N_("Play a card.")), N_("{player} plays {what}."))
_FOLLOW = [Sentence(N_("Follow suit: play {suit}."), suit=suit) for suit in Suit]


@dataclass(frozen=True, slots=True)
class TrickPlay(Phase):
    """All tricks of a deal. `plays` is the trick under way, `order` the players to it in turn.
    `turn` is the player who must act; nobody when the play is over. `led` is the suit led to the
    trick under way; None before the lead and after the lead of a joker."""

    rules: PlayRules
    order: tuple[Seat, ...]
    trumps: Suit | None
    turn: tuple[Seat, ...] = ()
    led: Suit | None = None
    plays: Plays = ()
    tricks: tuple[Trick, ...] = ()
    laid: CardSet = NO_CARDS
    """Cards that a player laid open and still holds."""
    taker: Seat | None = None
    """The player who takes the trick under way, if a decision and not its cards says so."""
    asking: Interrupt | None = None
    answers: tuple[Said, ...] = ()
    claimed_at: int | None = None
    """Number of tricks played before a claim; None without one. Later tricks were not played."""
    _legal: CardSet | None = field(default=None, init=False, repr=False, compare=False)
    """The cached result of `legal_cards`."""

    @classmethod
    def begin(cls, layout: Layout, rules: PlayRules) -> TrickPlay:
        """Return trick play before the first lead."""
        order = rules.order(layout.clockwise_from(rules.leader))
        return cls(layout, rules, order, rules.trumps, order[:1])._advance()

    @property
    def done(self) -> bool:
        """Whether the play is over."""
        return not self.turn

    def tricks_taken(self) -> tuple[int, ...]:
        """Return the number of tricks taken, by player number."""
        counts = [0] * self.layout.players
        for trick in self.tricks:
            counts[trick.winner] += 1
        return tuple(counts)

    def tricks_left(self, seat: Seat) -> int:
        """Return the number of tricks left for a player, the one under way included."""
        return len(self.layout.hands[seat]) + (seat in [who for who, _ in self.plays])

    def to_act(self) -> tuple[Seat, ...]:
        """Return the player who plays next or answers an interrupt."""
        return self.turn

    def choice(self, seat: Seat) -> Choice:
        """Return the legal cards, with reasons for the others, or the choice of an interrupt.
        Raises NotYourTurn."""
        if seat not in self.turn:
            raise NotYourTurn
        if self.asking is not None:
            return self.asking.options
        legal = self.legal_cards()
        return PlayCard(legal, self._reasons(seat))

    def accept(self, seat: Seat, action: Action) -> Action:
        """Return an action if it is allowed. Raises IllegalAction with the reason."""
        if (
            seat in self.turn
            and self.asking is None
            and isinstance(action, Play)
            and self.legal_cards().bits & action.card.bit
        ):
            return PLAYS[action.card]  # the reasons for illegal cards are not needed
        return self.choice(seat).accept(action)

    def legal_cards(self) -> CardSet:
        """Return the cards that the player in turn may play; see `PlayRules` on bans."""
        cards = self._legal
        if cards is None:
            cards = self._found_legal(self.order[len(self.plays)])
            object.__setattr__(self, "_legal", cards)  # a cache: the value is immutable
        return cards

    def _found_legal(self, seat: Seat) -> CardSet:
        cards, bans = self.rules.follow(self, seat), self.rules.bans
        if not bans:
            return cards
        for yielded in range(len(bans)):
            allowed = cards
            for ban in bans[yielded:]:
                allowed -= ban.cards(self, seat)
            if allowed:
                return allowed
        return cards

    def _reasons(self, seat: Seat) -> tuple[tuple[CardSet, Sentence], ...]:
        """Return why cards of the hand are illegal; the first reason with a card applies."""
        led, hand, bans = self.led, self.layout.hands[seat], self.rules.bans
        if not bans:
            return () if led is None else ((hand, _FOLLOW[led]),)
        banned = tuple([(ban.cards(self, seat), ban.reason) for ban in bans])
        if led is None:
            return banned
        return ((hand - self.rules.follow(self, seat), _FOLLOW[led]), *banned)

    def purpose(self, seat: Seat) -> Purpose:
        return self.asking.about if self.asking else _PLAY

    def apply(self, seat: Seat, action: Action) -> TrickPlay:
        """Return the play after a card or the answer to an interrupt."""
        if self.asking is not None:
            return self._after_answer(Said(seat, action, self.asking.about))
        assert isinstance(action, Play)
        card, led, trumps = action.card, self.led, self.trumps
        if not self.plays:
            led = self.rules.suit_of(card)
            if self.rules.lead_makes_trumps and not self.tricks:
                trumps = card.suit
        plays = (*self.plays, play_of(seat, card))
        place = len(plays)
        return replace(
            self,
            layout=self.layout.without_card(seat, card),
            trumps=trumps,
            turn=self.order[place : place + 1],
            led=led,
            plays=plays,
            laid=self.laid.without(card) if self.laid.bits else self.laid,
        )._advance()

    def _after_answer(self, answer: Said) -> TrickPlay:
        """Return the play after the answer to an interrupt."""
        laid, taker = self.laid, self.taker
        match answer.action:
            case ChooseCards(cards=cards):
                laid |= cards
            case NamePlayer(player=player):
                taker = player
        answers = (*self.answers, answer)
        return replace(
            self, laid=laid, taker=taker, asking=None, answers=answers, turn=self._next()
        )._advance()

    def _next(self) -> tuple[Seat, ...]:
        """Return the next player to the trick under way; nobody when it is complete."""
        return self.order[len(self.plays) :][:1]

    def _advance(self) -> TrickPlay:
        """Return the play at its next decision, an interrupt or a card, or at its end."""
        for interrupt in self.rules.interrupts:
            asking = interrupt(self)
            if asking:
                return replace(self, asking=asking, turn=(asking.seat,))
        return self if self.turn else self._collect()

    def _collect(self) -> TrickPlay:
        winner = self.rules.winner(self) if self.taker is None else self.taker
        trick = Trick(self.plays, self.trumps, winner)
        order = self.rules.order(self.layout.clockwise_from(winner))
        after = replace(
            self,
            order=order,
            trumps=self.rules.next_trumps(self.trumps, trick),
            turn=order[:1],
            led=None,
            plays=(),
            tricks=(*self.tricks, trick),
            taker=None,
        )
        return replace(after, turn=()) if after._over() else after

    def _over(self) -> bool:
        """Whether, after a trick, no cards are left or the remaining ones can change nothing."""
        if self.plays or not self.tricks:
            return False
        return not self.layout.hands[self.order[0]] or self.rules.settled(self)

    def at(self, layout: Layout) -> TrickPlay:
        """Return the play with another layout and the turn worked out again."""
        moved = replace(self, layout=layout, asking=None)
        if self.asking:
            return replace(moved, turn=moved._next())._advance()
        return replace(moved, turn=()) if moved._over() else moved

    def decisions(self, viewer: Seat | None) -> tuple[Said, ...]:
        return self.answers

    def open_cards(self) -> dict[Seat, CardSet]:
        """Return the hands that lie open now, by player."""
        return self.rules.open_cards(self)
