"""A process's part in its cluster: it shows that it is alive, and takes over dead ones' tables."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
from datetime import datetime, timedelta

from kwbot.ids import TableId
from kwbot.metrics import count_error
from kwbot.storage.backend.failures import StorageError
from kwbot.storage.backend.processes import Peer
from kwbot.storage.cluster import LEASE, Cluster, TakenTable
from kwbot.storage.queries.table_queries import MAX_ID
from kwbot.tables.serving.lease import Lease
from kwbot.tables.time.clock import Clock, sleep

_log = logging.getLogger(__name__)

BEAT_INTERVAL = timedelta(seconds=0.5)
"""Time between two heartbeats, by which a process shows that it is alive."""
MIN_BEAT_REST = timedelta(seconds=0.05)
"""Least time between two beats."""
SETTLING_TIME = timedelta(seconds=2)
"""Time after PostgreSQL comes back in which only a press takes a table: all other processes look
dead until they have joined again, too. After this process's own silence it is one beat."""


class Membership:
    """A process as a member of its cluster. `keep` is called with the tables that it still owns
    after a silence of its own, `lose` with one that another takes, `enter` with those that it takes
    over, and `follow` with taken tables to bring into memory when there is time. `serves`: whether
    it knows that it owns a table."""

    def __init__(
        self,
        cluster: Cluster,
        clock: Clock,
        *,
        keep: Callable[[Collection[TableId]], None],
        lose: Callable[[TableId], None],
        enter: Callable[[Sequence[TakenTable]], Awaitable[None]],
        follow: Callable[[Sequence[TakenTable]], None],
        serves: Callable[[TableId], bool],
    ) -> None:
        self.cluster = cluster
        self._clock = clock
        self._keep = keep
        self._lose = lose
        self._enter = enter
        self._follow = follow
        self._serves = serves
        self._lease = Lease(cluster.lease)
        self._until: datetime | None = None
        """Until when the others take this process to be alive."""
        self._beaten = asyncio.Event()
        self._one_beat = asyncio.Lock()
        """Two beats that both rejoined would take each other for another process."""
        self._peers: dict[int, Peer] = {}
        self._settled_at: datetime | None = None
        self._looked_for_strays: datetime | None = None
        self._beating: asyncio.Task[None] | None = None
        self._sweeping: asyncio.Task[None] | None = None

    # --- living -------------------------------------------------------------------------------

    async def join(self) -> None:
        """Join the cluster. Raises StorageError."""
        await self.cluster.on_moved(self._lose)
        await self.beat()
        self._beating = asyncio.create_task(self._beat_on(), name="heartbeat")
        await self._sweep([None])

    async def leave(self) -> None:
        """Leave the cluster, and all owned tables to the others."""
        for task in (self._beating, self._sweeping):
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
        self._until = None
        if self.cluster.own_id:
            self._keep(())
            own_id = self.cluster.own_id
            await self.cluster.leave()
            self._peers.pop(own_id, None)

    @property
    def lives(self) -> bool:
        """Whether the others take this process to be alive; if not, they may take its tables."""
        if self._until is None or not self.cluster.holds_on:
            return False
        return self._clock.now() < self._until

    async def trouble(self) -> str | None:
        """Return what is wrong with this process's membership as a sentence, or None."""
        return None if self.lives else "This process has no part in its cluster."

    async def wait_for_life(self) -> bool:
        """Wait until this process counts as alive; return whether it was silent."""
        if self.lives:
            return False
        while not self.lives:
            self._beaten.clear()
            await self._beaten.wait()
        return True

    @property
    def peers(self) -> list[Peer]:
        """The other processes that are alive."""
        return [
            peer for peer in self._peers.values() if peer.alive and peer.id != self.cluster.own_id
        ]

    def is_alive(self, peer: Peer) -> bool:
        """Whether a process was alive at the last beat."""
        found = self._peers.get(peer.id)
        return found is not None and found.alive

    @property
    def size(self) -> int:
        """Number of processes alive, this one included."""
        return len(self.peers) + 1

    async def beat(self) -> None:
        """Show that this process is alive, and look which others are. Raises StorageError."""
        async with self._one_beat:
            await self._beat()

    async def _beat(self) -> None:
        asked = self._clock.now()
        self.cluster.lease = self._lease.beat(asked)
        server = self.cluster.server_started
        peers = await self.cluster.beat() if self.cluster.own_id else None
        if peers is None:
            if self.cluster.own_id:
                _log.warning("silent for too long: the others may have taken tables")
            self._keep(await self.cluster.join())
            peers = await self.cluster.beat() or []
            same = server in (None, self.cluster.server_started)
            self._settled_at = asked + (BEAT_INTERVAL if same else SETTLING_TIME)
        self._until = asked + self.cluster.lease
        self._beaten.set()
        self._peers = {peer.id: peer for peer in peers}
        dead = self._dead(asked)
        if self._sweeping is None or self._sweeping.done():
            left = [*dead, *self._strays(asked)]
            if left or self.cluster.in_doubt:
                self._sweeping = asyncio.create_task(self._swept(left), name="sweep")

    def _strays(self, now: datetime) -> list[None]:
        """Return [None], which stands for unowned tables, if it is time to look for some."""
        before = self._looked_for_strays
        if not self.cluster.leads or (before is not None and now < before + LEASE):
            return []
        self._looked_for_strays = now
        return [None]

    def _rest(self) -> timedelta:
        """Return the time until the next beat: less if another's lease ends before."""
        left = [peer.left for peer in self.peers]
        return max(MIN_BEAT_REST, min([BEAT_INTERVAL, *left]))

    async def _beat_on(self) -> None:
        while True:
            await sleep(self._clock, self._clock.now() + self._rest())
            try:
                await self.beat()
            except Exception as error:  # noqa: BLE001 - without beats others take all tables
                self._lease.miss()
                _log.warning("no part in the cluster: %s", count_error(error))

    # --- tables -------------------------------------------------------------------------------

    async def take(self, tables: Sequence[TableId]) -> None:
        """Own open tables, whoever owns them now. Raises StorageError."""
        known = [table for table in tables if 0 < table <= MAX_ID]
        if known:
            taken = await self.cluster.take(known)
            await self._take_in(taken)
            self._follow(taken)

    async def _take_in(self, taken: Sequence[TakenTable]) -> None:
        try:
            await self._enter(taken)
        except BaseException:
            self.cluster.in_doubt = True
            raise

    def _dead(self, now: datetime) -> list[int]:
        """Return the ids of dead processes; none until they can be told from the living."""
        if self._settled_at is None or now < self._settled_at:
            return []
        return [peer.id for peer in self._peers.values() if not peer.alive]

    async def _swept(self, left: Sequence[int | None]) -> None:
        try:
            await self._find_own()
            await self._sweep(left)
        except StorageError as error:  # the next beat tries again
            _log.warning("tables are not taken over yet: %s", count_error(error))

    async def _find_own(self) -> None:
        """Serve tables that this process owns without knowing: nobody else would."""
        if not self.cluster.in_doubt:
            return
        self.cluster.in_doubt = False
        try:
            owned = await self.cluster.load_owned()
            await self.take([table for table in owned if not self._serves(table)])
        except BaseException:
            self.cluster.in_doubt = True
            raise

    async def _sweep(self, left: Sequence[int | None]) -> None:
        """Take what dead processes have left (None: unowned tables), in slices, so that others are
        served or take some in between. The tables come into memory when all are taken."""
        found, closing_messages = list[TakenTable](), False
        try:
            for process in left:
                if process is not None:
                    await self.cluster.cut_off(process)
                closing_messages |= await self.cluster.take_closing_messages(process)
                while taken := await self.cluster.take_over(process):
                    await self._take_in(taken)
                    found += taken
                    _log.info("%d tables taken over from process %s", len(taken), process or "none")
                    await asyncio.sleep(0)
        finally:
            if found or closing_messages:
                self._follow(found)
