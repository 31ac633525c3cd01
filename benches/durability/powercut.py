"""Power cuts at every write of the store: is anything acknowledged lost?

A layer between SQLite and its files notes every write, truncation, deletion and sync of the real
store. A power cut after any of them leaves each file as last synced; of later writes any sectors
may have reached the disk, and a deletion may have or not. Disks that say "synced" falsely, or
damage sectors they were not writing, are not simulated.
"""

import _sqlite3
import asyncio
import ctypes as c
import random
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType

from benches.figures import Figure, Sample, benchmark
from kwbot.ids import GuildId, TableId, UserId
from kwbot.storage.store import Store
from kwbot.storage.values.stored_tables import DealSecret, NewEvent, NewTable

POWER_CUTS = 1_000
TRANSACTIONS = 400
"""Transactions in each life of the store, some at once; enough for SQLite to checkpoint its log."""
LIVES = 3
"""Number of lives of the same files: each later one begins with what a power cut left."""
TABLES_OPEN = 5
SECTOR = 512
JOURNALS = 0x80800
"""SQLITE_OPEN_MAIN_JOURNAL and _WAL: the files whose names SQLite syncs with them."""
AT = datetime(2026, 1, 1, tzinfo=UTC)
OK = 0


# --- SQLite's steps on its files ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Write:
    file: str
    offset: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Truncate:
    file: str
    size: int


@dataclass(frozen=True, slots=True)
class Delete:
    file: str
    synced: bool


@dataclass(frozen=True, slots=True)
class Sync:
    file: str
    directory: bool
    """Whether the folder was synced too: the file's name and all deletions in it."""


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """The store acknowledged that this table has `seq` events."""

    table: TableId
    seq: int


Step = Write | Truncate | Delete | Sync | Acknowledged


class _Vfs(c.Structure):
    """The C struct sqlite3_vfs."""


_Open = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_void_p, c.c_void_p, c.c_int, c.c_void_p)
_Delete = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_char_p, c.c_int)
_Write = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_void_p, c.c_int, c.c_int64)
_Truncate = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_int64)
_Sync = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_int)

_Vfs._fields_ = [
    ("version", c.c_int), ("file_size", c.c_int), ("longest_path", c.c_int),
    ("next", c.c_void_p), ("name", c.c_char_p), ("data", c.c_void_p),
    ("open", _Open), ("delete", _Delete), ("others", c.c_void_p * 14),
]  # fmt: skip


class _Methods(c.Structure):
    """The C struct sqlite3_io_methods."""

    _fields_ = [
        ("version", c.c_int), ("close", c.c_void_p), ("read", c.c_void_p), ("write", _Write),
        ("truncate", _Truncate), ("sync", _Sync), ("others", c.c_void_p * 13),
    ]  # fmt: skip


class Recorder:
    """SQLite's own file access, which notes every step before taking it."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self._sqlite = c.CDLL(_sqlite3.__file__)
        self._sqlite.sqlite3_vfs_find.restype = c.POINTER(_Vfs)
        self._plain = self._sqlite.sqlite3_vfs_find(None)
        self._names: dict[int, str] = {}
        self._nameless: set[int] = set()
        self._methods: dict[int, tuple[_Methods, _Methods]] = {}
        self._vfs = _Vfs.from_buffer_copy(self._plain.contents)
        self._vfs.name = b"recorder"
        self._vfs.open = _Open(self._open)
        self._vfs.delete = _Delete(self._delete)

    @contextmanager
    def recording(self) -> Iterator[None]:
        self._sqlite.sqlite3_vfs_register(c.byref(self._vfs), 1)
        try:
            yield
        finally:
            self._sqlite.sqlite3_vfs_unregister(c.byref(self._vfs))

    def _open(self, _vfs: int, name: int, file: int, flags: int, got: int) -> int:
        status = self._plain.contents.open(
            c.addressof(self._plain.contents), name, file, flags, got
        )
        pointer = c.c_void_p.from_address(file)
        if status == OK and name and pointer.value:
            self._names[file] = Path(c.string_at(name).decode()).name
            (self._nameless.add if flags & JOURNALS else self._nameless.discard)(file)
            pointer.value = c.addressof(self._recording(pointer.value))
        return int(status)

    def _recording(self, methods: int) -> _Methods:
        """Return a file's methods, with those that change it replaced by noting ones."""
        if methods not in self._methods:
            plain = _Methods.from_address(methods)
            own = _Methods.from_buffer_copy(plain)

            def write(file: int, data: int, size: int, offset: int) -> int:
                self.steps.append(Write(self._names[file], offset, c.string_at(data, size)))
                return int(plain.write(file, data, size, offset))

            def truncate(file: int, size: int) -> int:
                self.steps.append(Truncate(self._names[file], size))
                return int(plain.truncate(file, size))

            def sync(file: int, flags: int) -> int:
                self.steps.append(Sync(self._names[file], file in self._nameless))
                self._nameless.discard(file)
                return OK  # nothing here outlives this process

            own.write, own.truncate, own.sync = _Write(write), _Truncate(truncate), _Sync(sync)
            self._methods[methods] = own, plain
        return self._methods[methods][0]

    def _delete(self, _vfs: int, name: bytes, synced: int) -> int:
        self.steps.append(Delete(Path(name.decode()).name, bool(synced)))
        return int(self._plain.contents.delete(c.addressof(self._plain.contents), name, synced))


# --- the disk after a power cut -------------------------------------------------------------------


@dataclass
class Disk:
    """The files as certainly on the disk, and the steps taken since."""

    files: dict[str, bytearray] = field(default_factory=dict)
    pending: list[Write | Truncate | Delete] = field(default_factory=list)

    def take(self, step: Write | Truncate | Delete | Sync) -> None:
        if isinstance(step, Sync):
            done = {step.file}
            if step.directory:
                done |= {one.file for one in self.pending if isinstance(one, Delete)}
        else:
            self.pending.append(step)
            done = {step.file} if isinstance(step, Delete) and step.synced else set()
        for one in self.pending:
            if one.file in done:
                _apply(self.files, one)
        self.pending = [one for one in self.pending if one.file not in done]

    def cut(self, rng: random.Random) -> dict[str, bytearray]:
        """Return the files after a power cut now."""
        left = {name: bytearray(content) for name, content in self.files.items()}
        odds = rng.choice((0.0, 0.1, 0.5, 0.9, 1.0))
        nameless: set[str] = set()  # recreated, but still the old file: the deletion was lost
        for one in self.pending:
            for part in _sectors(one):
                if one.file not in nameless and rng.random() < odds:
                    _apply(left, part)
                elif isinstance(one, Delete):
                    nameless.add(one.file)
        return left


def _sectors(step: Write | Truncate | Delete) -> Iterator[Write | Truncate | Delete]:
    """Yield the parts of a step that reach the disk whole or not at all."""
    if not isinstance(step, Write):
        yield step
        return
    at, end = step.offset, step.offset + len(step.data)
    while at < end:
        following = min(end, (at // SECTOR + 1) * SECTOR)
        yield Write(step.file, at, step.data[at - step.offset : following - step.offset])
        at = following


def _apply(files: dict[str, bytearray], step: Write | Truncate | Delete) -> None:
    match step:
        case Write(file, offset, data):
            content = files.setdefault(file, bytearray())
            content.extend(bytes(max(0, offset - len(content))))
            content[offset : offset + len(data)] = data
        case Truncate(file, size):
            del files.setdefault(file, bytearray())[size:]
        case Delete(file):
            files.pop(file, None)


# --- the store's lives, and the findings after each cut -------------------------------------------


@dataclass
class Losses:
    cuts: int = 0
    lives: int = 0
    transactions: int = 0
    """Acknowledged transactions of all lives of the store."""
    writes: int = 0
    syncs: int = 0
    events: int = 0
    """Acknowledged events looked for after all cuts."""
    lost: int = 0
    halves: int = 0
    """Tables whose log is not the stored one up to the end of a transaction."""
    broken: int = 0
    """Databases that could not be opened again."""


class PowerCuts:
    """Lives of a store from the files `begun` on; without any, their creation can be cut, too."""

    def __init__(self, folder: Path, seed: int, begun: Mapping[str, bytes]) -> None:
        self.begun = begun
        self.rng = random.Random(seed)
        self.folder = folder
        self.findings = Losses()
        self.ends: dict[TableId, set[int]] = {}
        """The event counts of each table after its transactions, stored or not."""

    async def run(self, cuts: int, over: Callable[[], bool]) -> Losses:
        files: dict[str, bytearray] = {}
        while self.findings.cuts < cuts and not over():
            if self.findings.lives % LIVES == 0:
                files = {name: bytearray(content) for name, content in self.begun.items()}
                self.ends = {}
            files = await self._life(files, cuts)
            self.findings.lives += 1
            if not self.findings.writes:
                raise RuntimeError("this SQLite is not the one whose writes are noted")
        return self.findings

    async def _life(self, files: dict[str, bytearray], cuts: int) -> dict[str, bytearray]:
        """Let a store go on from these files, cut the power at each of its steps, and return the
        files that one of the cuts left."""
        acknowledged = await self._events_by_table(files)
        recorder = Recorder()
        with recorder.recording():
            await self._work(self._describe_spread(files), recorder.steps)
        disk, kept = Disk({name: bytearray(data) for name, data in files.items()}), files
        due = self.rng.randrange(len(recorder.steps))
        for number, step in enumerate(recorder.steps):
            if isinstance(step, Acknowledged):
                acknowledged[step.table] = step.seq
                self.findings.transactions += 1
                continue
            self.findings.writes += not isinstance(step, Sync)
            self.findings.syncs += isinstance(step, Sync)
            disk.take(step)
            left = disk.cut(self.rng)
            await self._check(left, acknowledged)
            kept = left if number <= due else kept
            if self.findings.cuts == cuts:
                break
        return kept

    def _describe_spread(self, files: dict[str, bytearray]) -> str:
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir()
        for name, content in files.items():
            (self.folder / name).write_bytes(content)
        return f"sqlite+aiosqlite:///{self.folder}/kwbot.sqlite3"

    async def _work(self, url: str, steps: list[Step]) -> None:
        """Open, store and close twice, as the bot does."""
        for _ in range(2):
            store = await Store.open(url)
            for _ in range(TABLES_OPEN):
                table = await store.create_table(_table())
                self.ends[table] = {0}
                steps.append(Acknowledged(table, 0))
            tables = [row.id for row, _ in await store.tables.load_open()][-TABLES_OPEN:]
            done = 0
            while done < TRANSACTIONS / 2:
                together = self.rng.sample(tables, self.rng.randint(1, TABLES_OPEN))
                await asyncio.gather(*(self._append(store, one, steps) for one in together))
                done += len(together)
            await store.close()

    async def _append(self, store: Store, table_id: TableId, steps: list[Step]) -> None:
        before = max(self.ends[table_id])
        count = self.rng.randint(1, 3)
        log = [_event(table_id, before + number) for number in range(1, count + 1)]
        self.ends[table_id].add(before + count)
        secrets = [DealSecret(deal=before, secret=b"x" * 48, context="context", commitment="no")]
        await store.append(table_id, log, expected_seq=before, secrets=secrets)
        steps.append(Acknowledged(table_id, before + count))

    async def _events_by_table(self, files: dict[str, bytearray]) -> dict[TableId, int]:
        """Return the number of events of each table in these files."""
        if not files:
            return {}
        store = await Store.open(self._describe_spread(files))
        found = {row.id: row.seq for row, _ in await store.tables.load_open()}
        await store.close()
        return found

    async def _check(self, left: dict[str, bytearray], acknowledged: dict[TableId, int]) -> None:
        self.findings.cuts += 1
        try:
            store = await Store.open(self._describe_spread(left))
            found = {row.id: (row.seq, events) for row, events in await store.tables.load_open()}
            await store.close()
        except Exception as error:  # noqa: BLE001 - whatever it is, the file is lost
            sys.stderr.write(f"{type(error).__name__}: {error}\n")
            self.findings.broken += 1
            return
        for table, seq in acknowledged.items():
            self.findings.events += seq
            self.findings.lost += max(0, seq - found.get(table, (-1, ()))[0])
        for table, (seq, events) in found.items():
            said = [(event.seq, event.body) for event in events]
            whole = said == [(n, _event(table, n).body) for n in range(1, seq + 1)]
            self.findings.halves += not whole or seq not in self.ends[table]


def _table() -> NewTable:
    return NewTable(
        guild_id=GuildId(1),
        channel_id=2,
        host_id=UserId(3),
        game="whist",
        language="en",
        created_at=AT,
    )


def _event(table_id: TableId, number: int) -> NewEvent:
    return NewEvent("action", f"{table_id} {number} " + "x" * (number % 200), AT, UserId(1))


async def power_cuts(
    cuts: int,
    seed: int = 1,
    begun: Mapping[str, bytes] = MappingProxyType({}),
    over: Callable[[], bool] = lambda: False,
) -> Losses:
    with tempfile.TemporaryDirectory() as folder:
        return await PowerCuts(Path(folder) / "disk", seed, begun).run(cuts, over)


@benchmark(
    "powercut", "the power fails at every write of the store: nothing acknowledged lost", POWER_CUTS
)
def measure(sample: Sample) -> Iterable[Figure]:
    found = sample.total(
        asdict(asyncio.run(power_cuts(sample.size, sample.part, over=sample.over)))
    )
    yield Figure("power cuts", found["cuts"], "cuts")
    yield Figure("at writes, truncations, deletions", found["writes"], "steps")
    yield Figure("at syncs", found["syncs"], "steps")
    yield Figure("acknowledged transactions before them", found["transactions"], "transactions")
    yield Figure("acknowledged events looked for", found["events"], "events")
    yield Figure("of them lost", found["lost"], "events", 0)
    yield Figure("tables with half a transaction", found["halves"], "tables", 0)
    yield Figure("databases that could not be opened", found["broken"], "databases", 0)
