"""A deal with given cards that one person plays alone, as an immutable value made from its moves.

The computers use a fixed number of samples, and all their chance comes from the deal's key and the
number of the move. So two people who play alike see the same, on any day and machine.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from kwbot.engine.deals.deal import Deal, Move
from kwbot.engine.deals.match import Match
from kwbot.engine.deals.record_lines import move_line, parse_move
from kwbot.engine.phases.script import DealResult
from kwbot.engine.values.actions import CHANCE, Accept, Action, Cut, Pass, Play, Seat
from kwbot.engine.values.choices import Choice
from kwbot.players.turns.deal_start import DealStart, in_turn
from kwbot.tables.errors.refusals import Refused, Stale
from kwbot.tables.thinking.computer_protocol import Turns

SOLO_SAMPLES = 80
"""Number of a computer player's samples, unless its level has fewer."""
OTHERS_LEVEL = "normal"
"""The level of the computer players."""
STRONG_LEVEL = "hard"
"""The level of the strong player for comparison: a fixed number of samples on any machine."""
_MAX_TURNS = 16
"""Most turns in a row that are thought out at once."""


def key_of(secret: bytes) -> bytes:
    """Return the key of all the computers' chance in a deal, which does not reveal the secret."""
    return hmac.digest(secret, b"kwbot solo 1", "sha256")


def before_deal(match: Match, dealer: Seat) -> Match:
    """Return a match whose next deal waits for cards. Nobody cuts, as all must get the same."""
    match = match.deal_begun(dealer)
    while CHANCE not in match.to_act():
        match = match.apply(match.to_act()[0], Cut(0))
    return match


@dataclass(frozen=True, slots=True, repr=False)
class SoloDeal:
    """A deal with given cards as one person has played it so far. `opening`: a match in whose deal
    the cards are dealt, at the start or later; `seat`: the person's; `moves`: all players' moves
    since. `match` has the result once the deal is over."""

    opening: Match
    seat: Seat
    match: Match
    start: DealStart = field(compare=False)
    moves: tuple[Move, ...] = ()

    @classmethod
    def begin(cls, opening: Match, seat: Seat, key: bytes) -> SoloDeal:
        """Return a deal at its beginning. The match keeps its score but loses its history, which
        the computers must not know."""
        opening = replace(
            opening, deals=(), away=frozenset(), between=(), finished=None, first_names=()
        )
        return cls(opening, seat, opening, DealStart(opening, key))._settle()

    @classmethod
    def read(cls, opening: Match, seat: Seat, key: bytes, lines: Iterable[str]) -> SoloDeal:
        """Return a deal after stored moves. Raise RuleViolation or ValueError if they don't fit."""
        solo = cls.begin(opening, seat, key)
        for line in [*lines][len(solo.moves) :]:
            solo = solo._with_move(parse_move(line))
        return solo._settle()

    @property
    def lines(self) -> tuple[str, ...]:
        """The moves as lines to store."""
        return tuple(move_line(*move) for move in self.moves)

    @property
    def deal(self) -> Deal | None:
        """The deal, unless it is over."""
        return self.match.deal

    @property
    def computers(self) -> frozenset[Seat]:
        """The seats of the computers."""
        return frozenset(range(len(self.match.names))) - {self.seat}

    @property
    def result(self) -> DealResult | None:
        """The result, once the deal is over."""
        return self.match.deals[-1].result if self.match.deals else None

    @property
    def choice(self) -> Choice:
        """The person's choice. Raises Stale if computers come first or the deal is over."""
        if self.deal is None or self.turns() is not None or self.seat not in self.match.to_act():
            raise Stale
        return self.match.choice(self.seat)

    def turns(self, own: str = "") -> Turns | None:
        """Return the next turns of the computers; None if the person is asked or the deal is over.
        `own`: the level of a computer in the person's seat, if one plays there."""
        levels = tuple(
            "" if seat == self.seat else OTHERS_LEVEL for seat in range(len(self.match.names))
        )
        if own and self.deal is not None and in_turn(self.match, levels) is None:
            levels = tuple("" if level else own for level in levels)
        if self.deal is None or in_turn(self.match, levels) is None:
            return None
        return Turns(
            self.match,
            self.start,
            levels,
            len(self.moves),
            _MAX_TURNS,
            SOLO_SAMPLES,
            awaited=not own,
        )

    def forks(self) -> list[tuple[SoloDeal, Action]]:
        """Return the person's decisions so far: the deal before each, and the action."""
        solo, found = replace(self, match=self.opening, moves=())._settle(), []
        for seat, action in self.moves[len(solo.moves) :]:
            if seat == self.seat and solo._only_move() is None:
                found.append((solo, action))
            solo = solo._with_move((seat, action))
        return found

    def act(self, action: Action) -> SoloDeal:
        """Return the deal after a move of the person. Raises Stale or IllegalAction, or Refused if
        the move is futile."""
        action = self.choice.accept(action)
        assert self.deal is not None
        if objection := self.deal.objection(self.seat, action):
            raise Refused(objection.text, **objection.values)
        return self._with_move((self.seat, action))._settle()

    def computers_moved(self, turns: Turns, actions: Iterable[Action]) -> SoloDeal:
        """Return the deal after computers' moves in some turns."""
        solo = self
        for action in actions:
            seat = in_turn(solo.match, turns.levels)
            if seat is None:
                raise Stale
            solo = solo._with_move((seat, action))
        return solo._settle()

    def _with_move(self, move: Move) -> SoloDeal:
        return replace(self, match=self.match.apply(*move), moves=(*self.moves, move))

    def _settle(self) -> SoloDeal:
        """Return the deal after moves that leave the person no choice, such as their last card;
        scored if it is over."""
        solo = self
        while solo.turns() is None and (action := solo._only_move()) is not None:
            solo = solo._with_move((solo.seat, action))
        return replace(solo, match=solo.match.with_score())

    def _only_move(self) -> Action | None:
        """Return the person's only move, unless they should make it themselves."""
        deal = self.deal
        if deal is None or self.seat not in deal.to_act():
            return None
        choice = deal.choice(self.seat)
        if len(choice) != 1:
            return None
        action = next(iter(choice))
        last = isinstance(action, Play) and len(deal.layout.hands[self.seat]) == 1
        return action if last or not isinstance(action, Play | Pass | Accept) else None
