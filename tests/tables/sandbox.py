"""Tables without Discord: a store in memory, a clock turned by hand, a display that listens."""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from benches.stand_ins import HandClock, LocalComputers, NoDisplay
from kwbot.engine.values.actions import Action, Seat
from kwbot.ids import GuildId, TableId, UserId
from kwbot.storage.store import Store
from kwbot.storage.values.documents import GuildSettings
from kwbot.tables.play import lobby, planned_tables
from kwbot.tables.play.lobby import NewLobby
from kwbot.tables.serving.table_manager import Tables
from kwbot.tables.state.seated import Seated
from kwbot.tables.state.table_state import ClosedTable, LobbyTable, RunningTable, TableState
from kwbot.variants import games
from tests.quiet import are_threads_busy, count_threads, is_loop_busy
from tests.storage.databases import NAMED

GUILD, CHANNEL = GuildId(10), 20
PINGS = 200 if NAMED in os.environ else 20
"""SQLite answers a ping when it has done what came before it, PostgreSQL at once."""


class Person(NamedTuple):
    """A user of Discord."""

    number: int
    name: str

    @property
    def id(self) -> UserId:
        return UserId(self.number)

    def seated(self, dm_channel: int | None = None, *, dm_open: bool = True) -> Seated:
        return Seated(self.name, self.id, "", dm_channel, dm_open)


ANNA, BO, CLEO, DAG = people = (
    Person(1, "Anna"),
    Person(2, "Bo"),
    Person(3, "Cleo"),
    Person(4, "Dag"),
)
KOMBINATIONS = "kombinations-whist"
LIMITED: dict[str, Any] = {"winning": "limited", "rounds": "1"}
"""Options that make that game short."""
VERIFIER = Path(__file__).parents[2] / "verify_deal.py"


class Listener(NoDisplay):
    """A display that keeps what it was told."""

    def __init__(self) -> None:
        self.states: list[TableState] = []

    def show(self, before: TableState, states: Sequence[TableState]) -> None:
        self.states += states


class House:
    """A bot's worth of tables, and shortcuts for tests."""

    def __init__(self, store: Store, seed: int = 1, pause: float = 0.0) -> None:
        self.store = store
        self.pause = pause
        self.rng = random.Random(seed)
        self.clock = HandClock()
        self.listener = Listener()
        self.tables = self.begin()
        self.presses = 1000

    def begin(self) -> Tables:
        """The tables as after a start of the bot."""
        count_threads()
        computers = LocalComputers(self.rng)
        return Tables(self.store, self.clock, self.listener, computers, games(), pause=self.pause)

    async def crash(self) -> None:
        """Forget everything in memory and start again from the store."""
        await self.tables.stop()
        self.tables = self.begin()
        await self.tables.resume()
        await self.tables.all_resumed()

    async def lobby(
        self,
        *guests: Person,
        computers: int = 0,
        game: str = KOMBINATIONS,
        options: dict[str, str] | None = None,
    ) -> TableId:
        """A lobby of Anna's with guests and computer players; gives its number."""
        new = NewLobby(
            guild=GUILD, channel=CHANNEL, seated=(ANNA.seated(),), game=game, language="en",
            options={"seats": "3", **(options or {})},
        )  # fmt: skip
        table = await self.tables.open(new, GuildSettings())
        for guest in guests:
            await self.join(table.id, guest)
        for _ in range(computers):
            await self.tables.index.at(table.id).rearrange(lobby.with_computer, ANNA.id, 12, "easy")
        return table.id

    async def plan(self, table_id: TableId, hours: float = 5) -> datetime:
        """Anna puts her lobby off. Gives the time at which it is to open."""
        now = self.clock.now()
        starts = now + timedelta(hours=hours)
        await self.tables.index.at(table_id).rearrange(
            planned_tables.plan_table, ANNA.id, starts, now
        )
        return starts

    async def lobby_elsewhere(self, channel_id: int = CHANNEL + 1, **options: str) -> LobbyTable:
        """A lobby of Dag's in another channel."""
        new = NewLobby(
            guild=GUILD, channel=channel_id, seated=(DAG.seated(),), game=KOMBINATIONS,
            language="en", options=options,
        )  # fmt: skip
        return await self.tables.open(new, GuildSettings())

    async def dealt(
        self, *guests: Person, computers: int = 0, game: str = KOMBINATIONS, **options: str
    ) -> TableId:
        """A table whose first deal is dealt, or waits for the cut."""
        table = await self.lobby(*guests, computers=computers, game=game, options=options)
        await self.start(table)
        return table

    async def between_deals(self, *guests: Person, computers: int = 0, **options: str) -> TableId:
        """A table whose second deal waits for everybody to be ready."""
        table = await self.dealt(*guests, computers=computers, **options)
        while not self.at(table).ready:
            await self.act(table)
        return table

    async def join(self, table_id: TableId, guest: Person, most: int = 12) -> int:
        """Let a guest join a lobby; gives the number of the press."""
        self.presses += 1
        await self.tables.index.at(table_id).join(guest.id, guest.seated(), most, self.presses)
        return self.presses

    async def start(self, table_id: TableId, user_id: UserId = ANNA.id) -> int:
        """Start the game beside the seal that stands; gives the number of the press."""
        self.presses += 1
        mark = self.lobby_at(table_id).standing_seal().mark
        await self.tables.index.at(table_id).start(user_id, mark, self.presses)
        return self.presses

    async def all_ready(self, table_id: TableId) -> None:
        """Let all be ready for whom the next deal waits."""
        state = self.at(table_id)
        for seat in sorted(state.missing_seats):
            user = state.seated[seat].user
            assert user is not None
            self.presses += 1
            await self.ready(table_id, user, self.presses)

    def at(self, table_id: TableId) -> RunningTable:
        """The game of a table."""
        state = self.tables.index.get(table_id)
        assert isinstance(state, RunningTable)
        return state

    def lobby_at(self, table_id: TableId) -> LobbyTable:
        state = self.tables.index.get(table_id)
        assert isinstance(state, LobbyTable)
        return state

    def closed(self, table_id: TableId) -> tuple[str, RunningTable]:
        """Why a table was closed, and its game at the end."""
        last = [state for state in self.listener.states if state.id == table_id][-1]
        assert isinstance(last, ClosedTable)
        assert last.running is not None
        return last.reason, last.running

    async def ready(self, table_id: TableId, user_id: UserId, interaction: int) -> None:
        ready = self.at(table_id).ready
        assert ready is not None
        await self.tables.index.at(table_id).ready(user_id, ready.deal, interaction)

    async def submit(
        self, table_id: TableId, user_id: UserId, action: Action, asked_at: int
    ) -> None:
        await self.tables.index.at(table_id).submit(user_id, asked_at, lambda choice: action)

    async def call_foul(
        self, table_id: TableId, user_id: UserId, offender: Seat, undo: int = 0
    ) -> None:
        await self.tables.index.at(table_id).decisions.call_foul(
            user_id, self.at(table_id).seq, offender, undo
        )

    async def ask_undo(self, table_id: TableId, user_id: UserId, count: int) -> None:
        await self.tables.index.at(table_id).decisions.ask_undo(
            user_id, self.at(table_id).seq, count
        )

    async def take_back(self, table_id: TableId, user_id: UserId) -> None:
        """Press what is shown now."""
        match = self.at(table_id).match
        place = match.deal.last_move_place(self.at(table_id).seat_of(user_id)) if match.deal else 0
        await self.tables.index.at(table_id).take_back(user_id, match.number, place)

    async def vote(
        self, table_id: TableId, user_id: UserId, *, agree: bool, seen: int | None = None
    ) -> None:
        """On what is proposed now, or in event `seen`."""
        vote = self.at(table_id).vote
        assert vote is not None
        await self.tables.index.at(table_id).decisions.vote(user_id, seen or vote.seq, agree=agree)

    def user(self, table_id: TableId, seat: Seat) -> UserId:
        user = self.at(table_id).seated[seat].user
        assert user is not None
        return user

    async def act(self, table_id: TableId, action: Action | None = None) -> Seat:
        """The first player in turn does `action`, or anything legal that their cards do not rule
        out."""
        state = self.at(table_id)
        seat, deal = state.to_act()[0], state.match.deal
        chosen = action or state.match.choice(seat).sample(self.rng)
        while action is None and deal is not None and deal.objection(seat, chosen):
            chosen = state.match.choice(seat).sample(self.rng)
        await self.submit(table_id, self.user(table_id, seat), chosen, state.asked_at[seat])
        return seat

    async def step(self, table_id: TableId) -> bool:
        """Whatever the table waits for; False when it is over."""
        state = self.tables.index.get(table_id)
        if state is None:
            return False
        if self.at(table_id).ready:
            await self.all_ready(table_id)
        else:
            await self.act(table_id)
        return True

    async def play_out(self, table_id: TableId) -> RunningTable:
        """The game to its end; gives it as it was shown last."""
        while await self.step(table_id):
            pass
        reason, game = self.closed(table_id)
        assert reason == "over"
        return game

    async def run_out(self, table_id: TableId) -> None:
        """Let whoever must act run out of their time, and of that which they get once more."""
        for _ in range(2):
            deadline = self.at(table_id).deadline
            assert deadline is not None
            self.clock.advance((deadline - self.clock.now()).total_seconds() + 1)
            await self.settled()

    async def settled(self) -> None:
        """Let the alarms do their work, until nobody has anything to do any more, or the store was
        waited for so often: computers may play on and on."""
        pings, milliseconds = PINGS, 2000
        while pings and milliseconds:
            await asyncio.sleep(0)
            if is_loop_busy():
                continue
            if self.store.busy:
                await self.store.ping()
                pings -= 1
            elif are_threads_busy():
                await asyncio.sleep(0.001)
                milliseconds -= 1
            else:
                return


def same(one: RunningTable, other: RunningTable) -> bool:
    """Equal but for what a restart may change."""
    return replace(one, deadline=None, absence=0) == replace(other, deadline=None, absence=0)


async def assert_verified(proof: str, folder: Path) -> None:
    """The verifier, which knows nothing of the bot, confirms the deal."""
    file = folder / "deal.txt"
    file.write_text(proof)
    command = [sys.executable, str(VERIFIER), str(file)]
    found = await asyncio.to_thread(subprocess.run, command, capture_output=True, check=False)
    assert found.returncode == 0, found.stdout
