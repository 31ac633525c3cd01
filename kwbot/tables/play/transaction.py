"""A transaction on a table: events that are not stored yet, and the states after them."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from kwbot.engine.deals.record_lines import move_line
from kwbot.engine.values.actions import Action, Seat
from kwbot.ids import UserId
from kwbot.storage.values.stored_results import Outcome, ScoredDeal
from kwbot.storage.values.stored_tables import DealSecret, NewEvent
from kwbot.tables.log import deal_changes, seat_changes
from kwbot.tables.log.events import EVENT_KINDS
from kwbot.tables.past import leaderboard_entries
from kwbot.tables.state.table_state import OpenTable, RunningTable, TableState, running_of


class Transaction:
    """A change of a table that grows event by event, and counts only once all of it is stored."""

    def __init__(self, before: OpenTable, now: datetime, actor: UserId | None = None) -> None:
        self.before = before
        self.state: TableState = before
        self.now = now
        self.events: list[NewEvent] = []
        self.states: list[TableState] = []
        self.secrets: list[DealSecret] = []
        self.reveal: list[int] = []
        self.scores: list[ScoredDeal | Outcome] = []
        """The transaction's entries in the standings."""
        self.plan: Mapping[int, Action] = {}
        """Actions of computer players, by the number of the event before each; see
        kwbot.tables.thinking.computer_turns."""
        self._actor = actor
        if actor is not None:
            more = {"absence": 0} if isinstance(before, RunningTable) else {}
            self.change(last_human_at=now, **more)

    @property
    def running(self) -> RunningTable:
        """The running table. Raises Stale if its game has not begun."""
        return running_of(self.state)

    def add(self, kind: str, body: str, after: RunningTable) -> None:
        """Add an event. `after`: the state that it makes of `self.state`."""
        before = self.state.running
        if before and len(after.match.deals) > len(before.match.deals):
            # A scored deal has no secrets.
            self.reveal.append(len(after.match.deals))
            if after.match.deals[-1].result.played:
                self.scores.append(leaderboard_entries.last_scored_deal(after, self.now))
        actor = None if EVENT_KINDS[kind].by_program else self._actor
        self.events.append(NewEvent(kind, body, self.now, actor))
        self.state = replace(seat_changes.date_absences(after, self.now), seq=self.state.seq + 1)
        self.states.append(self.state)

    def act(self, kind: str, seat: Seat, action: Action) -> None:
        """Add an action; `kind`: see `deal_changes.act`."""
        self.add(kind, move_line(seat, action), deal_changes.act(self.running, seat, action, kind))

    def secret(self, deal_number: int) -> DealSecret | None:
        """Return the secret of a deal if this transaction stores one."""
        return next(
            (hidden for hidden in reversed(self.secrets) if hidden.deal == deal_number), None
        )

    def change(self, **values: object) -> None:
        """Change values of the state that no event holds: a deadline, notes of the display."""
        self.become(replace(self.state, **values))  # type: ignore[arg-type]

    def become(self, after: TableState) -> None:
        """Replace the state after the last event with `after`."""
        self.state = after
        if self.states:
            self.states[-1] = after
