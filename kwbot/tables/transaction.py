"""A transaction on a table: events and the states after them, not yet stored."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from kwbot.engine.actions import Action, Seat
from kwbot.engine.frozen import changed
from kwbot.engine.record_lines import move_line
from kwbot.storage.stored import DealSecret, NewEvent, Outcome
from kwbot.tables import state as steps
from kwbot.tables.events import KINDS
from kwbot.tables.state import TableState


class Transaction:
    """Grows event by event. Nothing of it counts before the store has taken all of it."""

    def __init__(self, before: TableState, now: datetime, actor: int | None = None) -> None:
        self.before = self.state = before
        self.now = now
        self.events: list[NewEvent] = []
        self.states: list[TableState] = []
        self.secrets: list[DealSecret] = []
        self.reveal: list[int] = []
        self.outcome: Outcome | None = None
        self.plan: Mapping[int, Action] = {}
        """What computer players have thought out; see kwbot.tables.computer_turns."""
        self._actor = actor
        if actor is not None:
            self.state = changed(self.state, last_human_at=now, absence=0)

    def add(self, kind: str, body: str, after: TableState) -> None:
        """`after` is the state that the event leads to, made from `self.state`."""
        self._reveal_scored(after)
        self.events.append(
            NewEvent(kind, body, self.now, None if KINDS[kind].by_program else self._actor)
        )
        self.state = changed(after, seq=self.state.seq + 1)
        self.states.append(self.state)

    def act(self, kind: str, seat: Seat, action: Action) -> None:
        """Add an action; `kind` tells by whom."""
        self.add(kind, move_line(seat, action), steps.acted(self.state, seat, action, kind))

    def _reveal_scored(self, after: TableState) -> None:
        """The secret of a deal that has been scored is no secret any more."""
        before, match = self.state.match, after.match
        if before and match and len(match.deals) > len(before.deals):
            self.reveal.append(len(match.deals))

    def secret(self, deal: int) -> DealSecret | None:
        """The secret of a deal, if this transaction holds it."""
        return next((hidden for hidden in reversed(self.secrets) if hidden.deal == deal), None)

    def change(self, **values: object) -> None:
        """Change the state beside the events (deadline, closing)."""
        self.state = changed(self.state, **values)  # type: ignore[arg-type]
        if self.states:
            self.states[-1] = self.state
