"""One deal: an immutable value that a game's script leads through its phases.

The script is a generator that yields phases and gets each one back finished. It is never kept: when
a phase ends, the script runs again over the finished phases to find the next one. So scripts must
be pure: the same layout, sheet and phases give the same next phase. A script may read hidden cards
only from the layout of the phase that it just got back.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache

from kwbot.engine.phases.base import Phase
from kwbot.engine.phases.script import DealResult
from kwbot.engine.phases.tricks import TrickPlay
from kwbot.engine.values.actions import (
    CHANCE,
    TABLE_SEAT,
    Action,
    Away,
    Back,
    Cut,
    Foul,
    Pass,
    Play,
    Reseat,
    Seat,
    TrickClaim,
    Undo,
)
from kwbot.engine.values.choices import Choice
from kwbot.engine.values.errors import IllegalAction, NotYourTurn
from kwbot.engine.values.layout import Layout
from kwbot.engine.values.wording import N_, Sentence

from . import claims
from .record_lines import move_line
from .score_sheet import Sheet
from .variant import Variant

Move = tuple[Seat, Action]


@cache
def _common_move(seat: Seat, action: Action) -> Move:
    """Return a card or pass of a seat, one shared pair for all deals: a bot holds very many."""
    return seat, action


def move_of(seat: Seat, action: Action) -> Move:
    return _common_move(seat, action) if isinstance(action, Play | Pass) else (seat, action)


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal, under way or finished (`result` is set). Methods that change it return a new one."""

    variant: Variant
    sheet: Sheet
    start: Layout
    finished: tuple[Phase, ...] = field(default=(), compare=False)
    current: Phase | None = field(default=None, compare=False)
    result: DealResult | None = None
    log: tuple[Move, ...] = ()
    """All events so far, in record order. Secret choices enter it once everyone has chosen."""

    @classmethod
    def begin(cls, variant: Variant, sheet: Sheet, start: Layout) -> Deal:
        """Return a deal at its first question."""
        return cls(variant, sheet, start)._resume()

    @property
    def layout(self) -> Layout:
        """The layout as it is now."""
        if self.current:
            return self.current.layout
        return self.finished[-1].layout if self.finished else self.start

    @property
    def phases(self) -> tuple[Phase, ...]:
        """Finished phases and the current one."""
        return (*self.finished, self.current) if self.current else self.finished

    @property
    def is_dealt(self) -> bool:
        """Whether the cards have been dealt."""
        return any(seat == CHANCE for seat, _ in self.log)

    @property
    def play(self) -> TrickPlay | None:
        """The trick play, if it has begun."""
        last = self.current or (self.finished[-1] if self.finished else None)
        return last if isinstance(last, TrickPlay) else None

    @property
    def is_claimed(self) -> bool:
        """Whether a claim ended the deal. Moves before a claim can no longer be taken back."""
        return any(isinstance(line, TrickClaim) for _, line in self.log)

    @property
    def is_cancelled(self) -> bool:
        """Whether a foul cancelled the deal. A cancellation is never taken back."""
        return any(isinstance(line, Foul) and line.ruling == "cancel" for _, line in self.log)

    def to_act(self) -> tuple[Seat, ...]:
        """Return the players who must act now; none once the deal is over."""
        return () if self.current is None else self.current.to_act()

    def choice(self, seat: Seat) -> Choice:
        """Return the choice of `seat`. Raises NotYourTurn if it has none."""
        if self.current is None:
            raise NotYourTurn
        return self.current.choice(seat)

    def objection(self, seat: Seat, action: Action) -> Sentence | None:
        """Return why an action cannot succeed; see `Variant.objection`."""
        return self.variant.objection(self.sheet, self.phases, seat, action)

    def apply(self, seat: Seat, action: Action) -> Deal:
        """Return the deal after an action. Raises NotYourTurn or IllegalAction."""
        current = self.current
        if current is None:
            raise NotYourTurn
        action = current.accept(seat, action)
        phase = current.apply(seat, action)
        hidden = phase.hidden_moves()
        if phase.to_act():
            log = self.log if hidden is not None else (*self.log, move_of(seat, action))
            return replace(self, current=phase, log=log)
        moves = (move_of(seat, action),) if hidden is None else self._unwritten_moves(hidden)
        if phase.is_unwritten():
            moves = ()
        log = (*self.log, *moves)
        return replace(self, finished=(*self.finished, phase), current=None, log=log)._resume()

    def _unwritten_moves(self, hidden: tuple[Move, ...]) -> tuple[Move, ...]:
        """Return the secret choices missing from the log; after an undo some may be there."""
        standing = self.moves()[-len(hidden) :]
        return tuple(move for move in hidden if move not in standing)

    def _resume(self) -> Deal:
        """Return the deal at the next phase in which someone must act, or with its result, by
        running the script over the finished phases."""
        finished = self.finished
        script = self.variant.script(self.start, self.sheet)
        try:
            phase = next(script)
            for done in finished:
                phase = script.send(done)
            while not phase.to_act():
                finished = (*finished, phase)
                phase = script.send(phase)
        except StopIteration as stop:
            return replace(self, finished=finished, current=None, result=stop.value)
        return replace(self, finished=finished, current=phase, result=None)

    def with_note(self, note: Action) -> Deal:
        """Return the deal with a note in its log that changes nothing in it: `Away`, `Back` or
        `Reseat`."""
        return replace(self, log=(*self.log, (TABLE_SEAT, note)))

    def with_foul(self, foul: Foul) -> Deal:
        """Return the deal after a foul that the table agreed on; the ruling may end the deal.
        Raises IllegalAction if the game has no foul calls, the deal is over or not yet dealt, or
        the ruling does not fit the declarer."""
        self._check_foul(foul)
        fouls = (*self.layout.fouls, foul)
        noted = replace(self, log=(*self.log, (TABLE_SEAT, foul)))
        if foul.ruling == "cancel":
            result = self.variant.cancellation(replace(self.layout, fouls=fouls), self.sheet)
            return replace(noted, current=None, result=result)
        return noted.at(replace(self.layout, fouls=fouls))

    def _check_foul(self, foul: Foul) -> None:
        if not self.variant.fouls:
            raise IllegalAction(N_("This game has no foul calls."))
        if not {foul.offender, foul.caller} <= set(self.layout.seats):
            raise IllegalAction(N_("Only players in this deal can call or commit a foul."))
        if self.is_cancelled or self.is_claimed:
            raise IllegalAction(N_("This deal is over."))
        if not self.is_dealt:
            raise IllegalAction(N_("Nobody can foul before the cards are dealt."))
        declarer = self.variant.declarer(self.phases)
        fits = {
            "cancel": declarer is None,
            "fail": declarer == foul.offender,
            "deduct": declarer not in (None, foul.offender),
            "restore": True,
        }
        if not fits.get(foul.ruling, False):
            raise IllegalAction(N_("That ruling doesn't fit this foul."))

    def with_claim(self, claim: TrickClaim) -> Deal:
        """Return the deal after a claim. Raises IllegalAction if no course of play fulfils it; the
        table checks whether it is certain (kwbot.claims.claim_proof)."""
        play = self.current
        if not isinstance(play, TrickPlay) or claim.seat not in play.layout.seats:
            raise IllegalAction(N_("Nothing can be claimed now."))
        tricks = claim.count(len(play.layout.hands[play.order[-1]]))
        ended = claims.play_out(play, claim.seat, tricks)
        log = (*self.log, (TABLE_SEAT, claim))
        return replace(self, finished=(*self.finished, ended), current=None, log=log)._resume()

    def at(self, layout: Layout) -> Deal:
        """Return the deal with another layout: fouls noted, or unseen cards dealt differently."""
        if self.current:
            phase = self.current.at(layout)
            if phase.to_act():
                return replace(self, current=phase)
            return replace(self, finished=(*self.finished, phase), current=None)._resume()
        last = self.finished[-1].at(layout)
        return replace(self, finished=(*self.finished[:-1], last))._resume()

    def moves(self) -> tuple[Move, ...]:
        """Return the players' moves in order, without the cut and those taken back."""
        return tuple([move for _, move in self._moves_back()])[::-1]

    def last_move_place(self, seat: Seat) -> int:
        """Return the place in the log, from 1, of a player's last move not taken back; 0: none."""
        for place, (mover, _) in self._moves_back():
            if mover == seat:
                return place
        return 0

    def _moves_back(self) -> Iterator[tuple[int, Move]]:
        """Yield the moves not taken back, the last first, each with its place in the log."""
        undone, place = 0, len(self.log) + 1
        for move in reversed(self.log):
            place -= 1
            seat, action = move
            if isinstance(action, Undo):
                undone += action.count
            elif seat >= 0 and not isinstance(action, Cut):
                if undone:
                    undone -= 1
                else:
                    yield place, move

    def undone(self, count: int) -> Deal:
        """Return the deal without its last `count` moves; fouls stay. Raises IllegalAction."""
        if self.is_cancelled or self.is_claimed:
            raise IllegalAction(N_("This deal is over."))
        moves = self.moves()
        if not 1 <= count <= len(moves):
            raise IllegalAction(N_("You can take back {count} at most."), count=len(moves))
        again = Deal.begin(self.variant, self.sheet, self.start)
        for seat, action in self.log:
            if seat == CHANCE or isinstance(action, Cut):
                again = again.apply(seat, action)
        for seat, action in moves[:-count]:
            again = again.past_unwritten().apply(seat, action)
        again = replace(again, log=(*self.log, (TABLE_SEAT, Undo(count))))
        return again.at(replace(again.layout, fouls=self.layout.fouls))

    def past_unwritten(self) -> Deal:
        """Return the deal after all forced answers that a record leaves out."""
        deal = self
        while deal.current is not None and deal.current.is_unwritten():
            (seat,) = deal.to_act()
            (forced,) = deal.choice(seat)
            deal = deal.apply(seat, forced)
        return deal

    def lines(self) -> list[str]:
        """Return the record's lines of this deal so far, without the `deal` line."""
        return [_line(seat, action) for seat, action in self.log]

    def lines_since(self, count: int) -> list[str]:
        """Return the record's lines of this deal after the first `count` log entries, without notes
        of players leaving, returning or sitting down, which change nothing in the deal."""
        return [
            _line(seat, action)
            for seat, action in self.log[count:]
            if seat >= 0 or not isinstance(action, Away | Back | Reseat)
        ]

    def secret_lines(self) -> list[str]:
        """Return the lines of the secret choices so far, which are not in the log yet."""
        hidden = self.current.hidden_moves() if self.current else None
        return [_line(*move) for move in self._unwritten_moves(hidden)] if hidden else []


def _line(seat: Seat, action: Action) -> str:
    return move_line(seat, action) if seat >= 0 else str(action)
