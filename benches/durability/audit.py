"""A comparison of the answers people got with the store: is anything lost, or there twice?"""

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field

from sqlalchemy import Connection, select

from benches.durability.company import PressIndex, press_words
from kwbot.engine.values.errors import RuleViolation
from kwbot.ids import TableId
from kwbot.local.guest import ACT, TABLE
from kwbot.storage.store import Store
from kwbot.storage.values.models import TableRow
from kwbot.storage.values.stored_tables import StoredEvent, StoredTable
from kwbot.tables.log.events import replay_event
from kwbot.tables.log.table_rows import from_row
from kwbot.tables.state.table_state import OpenTable
from kwbot.variants import games
from playground import Interaction
from playground.state.model import Callback


@dataclass
class Findings:
    kills: int = 0
    at: Counter[str] = field(default_factory=Counter)
    """Kills by what a table had stored just before: a start, a settlement, an end."""
    events: Counter[str] = field(default_factory=Counter)
    """Number of stored events of each game."""
    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    stuck: int = 0
    said: str = ""
    """The bot's log of all its lives."""
    wrong: list[str] = field(default_factory=list)


@dataclass
class _Tally:
    """The findings about one table."""

    game: str = ""
    events: int = 0
    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    closed: bool = False


class Audit:
    """The comparison, repeated whenever the bot is dead."""

    def __init__(self, database: str, presses: PressIndex) -> None:
        """`database` is its URL."""
        self.findings = Findings()
        self._database = database
        self._presses = presses
        self._tables: dict[TableId, _Tally] = {}

    async def compare(self) -> set[str]:
        """Read the dead bot's database and replay each table's record. Return the kinds of moments
        that tables have just stored. A closed table is compared once after its end."""
        store = await Store.open(self._database)
        at: set[str] = set()
        for number in await store.transactions.run(_ids):
            row = await store.tables.load(number)
            assert row is not None
            tally = self._tables.setdefault(number, _Tally())
            if not tally.closed:
                events = await store.tables.events(number)
                if len(events) > tally.events or row.closed_reason:
                    at.add(_newest(row, events))
                self._tables[number] = self._tally_of(row, events)
        await store.close()
        found, tallies = self.findings, self._tables.values()
        found.acknowledged = sum(tally.acknowledged for tally in tallies)
        found.lost = sum(tally.lost for tally in tallies)
        found.doubled = sum(tally.doubled for tally in tallies)
        found.events = Counter()
        for tally in tallies:
            found.events[tally.game] += tally.events
        return at

    def _tally_of(self, row: StoredTable, events: tuple[StoredEvent, ...]) -> _Tally:
        self._tally = _Tally(row.game, len(events), closed=row.closed_reason is not None)
        presses = self._presses.about(row.id)
        self._replay(row, events)
        self._compare_lobby(row, presses)
        self._compare_acts(row.id, events, presses)
        self._compare_readies(row.id, events, presses)
        return self._tally

    def _compare_lobby(self, row: StoredTable, presses: list[Interaction]) -> None:
        """Check that everybody who joined sits there, and that a started table has begun."""
        here = {seat.user_id for seat in row.seats}
        for one in presses:
            area, _, _, what = press_words(one)
            if area == "lobby" and one.callback is Callback.UPDATE:
                self._tally.acknowledged += what in ("join", "start")
                if what == "join" and one.user.id not in here:
                    self._note_loss(f"table {row.id}: a player who joined is missing")
                if what == "start" and not row.seq:
                    self._note_loss(f"table {row.id}: its start is missing")

    def _replay(self, row: StoredTable, events: tuple[StoredEvent, ...]) -> None:
        if row.seq:  # the log has secret choices in the order they came, unlike records
            table: OpenTable = from_row(row, games()[row.game])
            try:
                for event in events:
                    table = replay_event(table, event)
            except (RuleViolation, ValueError, KeyError) as error:
                refusal = f"{type(error).__name__} at event {table.seq + 1}"
                self.findings.wrong.append(f"table {row.id} cannot be replayed: {refusal}")
        if [event.seq for event in events] != list(range(1, row.seq + 1)):
            self.findings.wrong.append(f"table {row.id}: its events have gaps")
        unseen = row.closed_reason == "gone" and not row.seq  # its lobby was not shown in time
        if row.closed_reason not in (None, "over") and not unseen:
            self.findings.wrong.append(f"table {row.id} was closed: {row.closed_reason}")

    def _compare_acts(
        self, table_id: TableId, events: tuple[StoredEvent, ...], presses: list[Interaction]
    ) -> None:
        """Check that the log answers each answered question once, with a pressed action."""
        acted = [event for event in events if event.kind == "action"]
        answers: list[int] = []
        for (user, seen), tries in _by_question(presses, events).items():
            found = next((e for e in acted if e.actor == user and e.seq > seen), None)
            accepted = [one for one in tries if one.callback is Callback.UPDATE]
            self._tally.acknowledged += bool(accepted)
            if found and _is_answered(found, tries):
                answers.append(found.seq)
            elif accepted:
                self._note_loss(f"table {table_id}: the answer to question {seen} is missing")
        self._once(table_id, answers, [event.seq for event in acted])

    def _compare_readies(
        self, table_id: TableId, events: tuple[StoredEvent, ...], presses: list[Interaction]
    ) -> None:
        """Check that each "ready" for a deal is stored once, by one of that player's presses."""
        ready = [one for one in presses if press_words(one)[::3] == [TABLE, "ready"]]
        accepted = dict.fromkeys(
            _user_and_deal(one) for one in ready if one.callback is Callback.UPDATE
        )
        by_press = {str(one.id): one for one in presses}
        stored = [event.body.split()[1] for event in events if event.kind == "ready"]
        known = [_user_and_deal(by_press[press]) for press in stored]
        self._tally.acknowledged += len(accepted)
        for user, deal in accepted:
            if (user, deal) not in known:
                self._note_loss(f"table {table_id}: a ready for deal {deal} is missing")
        self._once(table_id, known, known)

    def _note_loss(self, what: str) -> None:
        self._tally.lost += 1
        self.findings.wrong.append(what)

    def _once(
        self, table_id: TableId, answers: Sequence[Hashable], stored: Sequence[Hashable]
    ) -> None:
        """Check that nothing is stored twice or without a press."""
        extra = len(stored) - len(set(answers))
        if extra or len(set(answers)) != len(answers):
            self._tally.doubled += max(1, extra)
            self.findings.wrong.append(f"table {table_id}: {extra} effects without their own press")


def _ids(connection: Connection) -> list[TableId]:
    return list(connection.scalars(select(TableRow.id).order_by(TableRow.id)))


def _newest(row: StoredTable, events: Sequence[StoredEvent]) -> str:
    """Return the kind of moment of a table's last event."""
    if row.closed_reason:
        return "end"
    if events and not any(event.kind == "action" for event in events):
        return "start"
    return "settlement" if events and events[-1].kind == "commit" else "play"


def _by_question(
    presses: Iterable[Interaction], events: Iterable[StoredEvent]
) -> dict[tuple[int, int], list[Interaction]]:
    """Group the acting presses by the user and by the event number that the pressed hand showed.
    Questions whose answer was forced are left out: a press only brought the hand up to date."""
    fallen = {event.seq - 1 for event in events if event.kind == "forced"}
    asked: dict[tuple[int, int], list[Interaction]] = {}
    for one in presses:
        if press_words(one)[0] == ACT and int(press_words(one)[2]) not in fallen:
            asked.setdefault((one.user.id, int(press_words(one)[2])), []).append(one)
    return asked


def _user_and_deal(ready: Interaction) -> tuple[int, int]:
    return ready.user.id, int(press_words(ready)[2])


def _is_answered(event: StoredEvent, tries: Iterable[Interaction]) -> bool:
    """Whether one of these presses said this action, or is a draft."""
    action = event.body.split(" ", 1)[1]
    return any(_action(one) in (None, action) for one in tries)


def _action(press: Interaction) -> str | None:
    """Return the action as logged, or None for a draft, which only the bot can read."""
    rest = press_words(press)[3]
    if rest.startswith("="):
        return None
    return rest or str(press.data["values"][0])
