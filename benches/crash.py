"""Killing the bot in the middle of an evening, again and again: is anything lost?

The bot runs as it always does, in a process of its own, with its database in a file; Discord and
the people at the tables are here. They go on with the buttons that they had. Who got no answer
presses once more, and some press twice anyway.
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import sys
import tempfile
import time
from collections import Counter, defaultdict, deque
from collections.abc import Awaitable, Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path

from benches.figures import Figure, Sample, benchmark
from kwbot.playground import Channel, ClientRefusal, Interaction, Message, Playground
from kwbot.playground.guest import ACT, TABLE, Guest, area, buttons
from kwbot.playground.model import Callback, Json
from kwbot.storage.documents import GuildSettings
from kwbot.storage.store import Store
from kwbot.storage.stored import StoredEvent, StoredTable
from kwbot.tables.events import replayed
from kwbot.tables.state import OpenTable
from kwbot.tables.table_rows import from_row
from kwbot.variants import games

KILLS = 50
GROUPS: tuple[tuple[str, int, int, dict[str, str]], ...] = (
    ("kombinations-whist", 4, 0, {"winning": "limited", "rounds": "1"}),
    ("esmakker", 2, 2, {"deals": "2"}),
    ("fyrmanswhist", 4, 0, {"target": "1"}),
    ("hus", 1, 3, {"deals": "2"}),
    ("whist", 4, 0, {"form": "short"}),
)
"""The game of each table, people, computer players, and options that make it short."""
EVENTS_A_KILL = 8
"""Events that a table must have stored between two kills, on average."""
PRESSES_A_KILL = 40
AIMED = 0.4
"""How often a kill comes at a press that starts, settles or ends something."""
SHOWN, THREADS = 6, 3
"""Messages of a channel or thread that people look at, and threads of a channel: the newest."""
MOMENTS = (20, 300)
"""So many presses and requests lie between two kills, at least and at most."""
DELAY_SECONDS = 0.02
"""A kill comes at most so long after such a moment: also while something is being stored."""
DOUBLED = 0.1
"""How often a press is made twice."""
GO_ON = 10
"""Answered presses at a table after the last kill that show that it goes on."""
ROOT = Path(__file__).parents[1]
_SEATS = re.compile(r"^\d+\. ", re.MULTILINE)

# The program itself; only its Discord is another one, which needs no sparing.
PROGRAM = """
import sys
from functools import partial
import bot
from cogs.connection.endpoint import connect_to
bot.serve = partial(bot.serve, calls=1000, options={"guild_ready_timeout": 0.01})
with connect_to(*sys.argv[1:]):
    sys.exit(bot.main([]))
"""


@dataclass
class Findings:
    kills: int = 0
    at: Counter[str] = field(default_factory=Counter)
    """Kills by what some table had stored last: a start, a settlement, an end."""
    events: Counter[str] = field(default_factory=Counter)
    """Stored events of each game."""
    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    stuck: int = 0
    said: str = ""
    """What the bot wrote to its log, all lives together."""
    wrong: list[str] = field(default_factory=list)


class Child:
    """The bot in a process of its own."""

    def __init__(self, playground: Playground, file: Path) -> None:
        self._playground = playground
        self._environment = {
            **os.environ,
            "KWBOT_TOKEN": playground.token,
            "KWBOT_DATABASE_URL": f"sqlite+aiosqlite:///{file}",
            "KWBOT_LOG_LEVEL": "WARNING",
            "KWBOT_COMPUTER_PAUSE": "0",
        }
        self.log = file.with_suffix(".log")
        self.process: asyncio.subprocess.Process

    @property
    def said(self) -> str:
        """What it wrote to its log, but that this machine was too slow."""
        lines = self.log.read_text().splitlines()
        return "\n".join(line for line in lines if "nobody was served" not in line)

    async def start(self) -> None:
        here = self._playground
        with self.log.open("a") as log:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable, "-c", PROGRAM, here.api, here.gateway_url,
                cwd=ROOT, env=self._environment, stdout=log, stderr=log,
            )  # fmt: skip
        await here.ready()

    async def kill(self) -> None:
        self.process.kill()
        await self.process.wait()
        await self._playground.until(lambda: not self._playground.gateway.connected)

    async def terminate(self) -> int:
        """Stop it as a service manager does; gives its exit status."""
        self.process.terminate()
        return await self.process.wait()


class PressIndex:
    """Every press of the evening, by who made it and by the table that it was about."""

    def __init__(self, playground: Playground) -> None:
        self._made = playground.interactions
        self._read = 0
        self._by_user: defaultdict[int, list[Interaction]] = defaultdict(list)
        self._by_table: defaultdict[str, list[Interaction]] = defaultdict(list)

    def of(self, guest: Guest) -> list[Interaction]:
        self._catch_up()
        return self._by_user[guest.person.id]

    def about(self, table: int) -> list[Interaction]:
        self._catch_up()
        return self._by_table[str(table)]

    def forget(self) -> None:
        """Begin anew: nothing is under way."""
        self._made.clear()
        self._by_user.clear()
        self._by_table.clear()
        self._read = 0

    def _catch_up(self) -> None:
        for one in islice(self._made.values(), self._read, None):
            self._read += 1
            if one.message is not None:
                self._by_user[one.user.id].append(one)
                self._by_table[_words(one)[1]].append(one)


class Company:
    """The people of one table: they press whatever they are offered."""

    def __init__(
        self, playground: Playground, presses: PressIndex, channel: Channel, people: list[Guest],
        computers: int, game: str,
    ) -> None:  # fmt: skip
        self.playground = playground
        self.presses = presses
        self.channel = channel
        self.people = people
        self.computers = computers
        self.game = game
        self.turning_points = 0
        """Presses that start, settle or end something, begun so far."""
        self._places: deque[Channel] = deque(maxlen=THREADS)
        self._looked_at = 0
        self._rng = people[0].rng

    async def open(self, options: dict[str, str]) -> None:
        """Open the table and set its options."""
        host = self.people[0].person
        lobby = (await host.slash(self.channel, "play", game=self.game)).message
        menu = (await host.click(lobby, "Options")).message
        (table,) = {_id_words(button)[1] for button in buttons(lobby, "lobby")}
        for key, value in options.items():
            chosen = await host.forge(menu, f"kw:option:{table}:0:{key}", values=[value])
            assert chosen.kind == "update", f"{self.game}: {key}={value}"

    async def play(self) -> None:
        """For ever; first everybody who got no answer presses again."""
        for guest in self.people:
            last = self._last(guest)
            if last is not None and last.callback is None:
                await self._again(guest, last)
        while True:
            offers = await self.playground.until(lambda: list(self._offers()))
            guest, message, wanted = self._rng.choice(offers)
            self.turning_points += self._turns(guest, wanted)
            try:
                await (guest.act() if message is None else guest.person.click(message, wanted))
            except (ClientRefusal, IndexError):
                continue  # it was drawn anew meanwhile
            last = self._last(guest)
            if last is not None and self._rng.random() < DOUBLED:
                await self._again(guest, last)

    def _turns(self, guest: Guest, wanted: str) -> bool:
        """Whether a press starts something, or may be the last card of a deal."""
        if wanted:
            return wanted in ("Start", "Play again")
        return guest.hand is not None and len(buttons(guest.hand, ACT)) == 1

    def _offers(self) -> Iterator[tuple[Guest, Message | None, str]]:
        """Who could do what now: press a button of the channel, or play on their hand."""
        lobby = self._shown("lobby", "join")
        if lobby:
            yield from self._in_lobby(lobby)
            return
        asked = [guest for guest in self.people if guest.asked]
        yield from ((guest, None, "") for guest in asked)
        ready = self._shown(TABLE, "ready")
        if ready and not asked:
            yield from ((guest, ready, "Ready") for guest in self.people)
        again, table = self._shown("again", ""), self._shown("more", "menu")
        if again and (table is None or table.id < again.id):
            yield self.people[0], again, "Play again"

    def _in_lobby(self, lobby: Message) -> Iterator[tuple[Guest, Message, str]]:
        text = self.people[0].person.read(lobby)
        waiting = [guest for guest in self.people if guest.person.name not in text]
        yield from ((guest, lobby, "Join") for guest in waiting)
        seated = len(_SEATS.findall(text))
        if seated < len(self.people) + self.computers:
            if not waiting:
                yield self.people[0], lobby, "Add computer"
        else:
            yield self.people[0], lobby, "Start"

    def _shown(self, of: str, what: str) -> Message | None:
        """The newest message of the channel and its threads that has this button."""
        channels = self.playground.channels
        new = islice(channels.values(), self._looked_at, None)
        self._places.extend(one for one in new if one.parent is self.channel)
        self._looked_at = len(channels)
        found = [
            message
            for channel in (self.channel, *self._places)
            for message in islice(_for_all(channel), SHOWN)
            if any(area(button)[1] == what for button in buttons(message, of))
        ]
        return max(found, key=lambda message: message.id, default=None)

    def _last(self, guest: Guest) -> Interaction | None:
        mine = self.presses.of(guest)
        return mine[-1] if mine else None

    async def _again(self, guest: Guest, press: Interaction) -> None:
        assert press.message is not None
        values = press.data.get("values")
        await guest.person.forge(press.message, press.data["custom_id"], values=values)

    @property
    def moves(self) -> int:
        """Questions of the game that were answered and accepted."""
        mine = (one for guest in self.people for one in self.presses.of(guest))
        accepted = (one for one in mine if one.callback is Callback.UPDATE)
        return len({(o.user.id, *_words(o)[1:3]) for o in accepted if _words(o)[0] == ACT})


class CrashTest:
    def __init__(self, playground: Playground, file: Path, seed: int) -> None:
        self.playground = playground
        self.file = file
        self.rng = random.Random(seed)
        self.child = Child(playground, file)
        self.findings = Findings()
        self.presses = PressIndex(playground)
        self.groups = [self._company(number, *g[:3]) for number, g in enumerate(GROUPS)]
        self._tables: dict[int, _Tally] = {}
        self._passed = 0
        """Turning points before the moment at which the next kill is due."""

    def _company(self, number: int, game: str, people: int, computers: int) -> Company:
        here = self.playground
        channel = here.add_channel(here.guild, f"whist-{number}")
        names = [f"Player {number}{letter}" for letter in "ABCD"[:people]]
        guests = [Guest(here.person(name), self.rng) for name in names]
        return Company(here, self.presses, channel, guests, computers, game)

    async def begin(self) -> None:
        """Start the bot and open the tables."""
        await self._no_time_limits()
        await self.child.start()
        await self._commands()
        for group, (*_, options) in zip(self.groups, GROUPS, strict=True):
            await group.open(options)

    async def run(self, kills: int) -> Findings:
        """Begin, kill this many times, play on; compare what was answered and what is stored."""
        await self.begin()
        for _ in range(kills):
            moment = self.moments + self.rng.randint(*MOMENTS)
            await self._playing(partial(self._past, moment, aimed=self.rng.random() < AIMED))
            self.findings.kills += 1
            self.findings.at.update(await self._compare())
            await self.child.start()
        await self._to_the_end()
        self.findings.said = self.child.said
        return self.findings

    async def _no_time_limits(self) -> None:
        """Nobody is late where this machine is slow."""
        store = await Store.open(f"sqlite+aiosqlite:///{self.file}")
        none = GuildSettings(first_bid_seconds=0, bid_seconds=0, other_seconds=0)
        await store.set_guild_settings(self.playground.guild.id, none)
        await store.close()

    async def _commands(self) -> None:
        await self.playground.until(lambda: 0 in self.playground.commands)

    @property
    def moments(self) -> int:
        return len(self.playground.calls) + len(self.playground.interactions)

    def _past(self, moment: int, *, aimed: bool) -> bool:
        """Whether so much has happened; `aimed`: and a turning point has come since."""
        turning_points = sum(group.turning_points for group in self.groups)
        if self.moments < moment:
            self._passed = turning_points
            return False
        return not aimed or turning_points > self._passed

    async def _playing(self, until: Callable[[], bool]) -> None:
        """Everybody plays until then; a little later the bot is killed."""
        await self.playing(until, self._killed)

    async def _killed(self) -> None:
        await asyncio.sleep(self.rng.random() * DELAY_SECONDS)
        await self.child.kill()

    async def playing(self, until: Callable[[], bool], then: Callable[[], Awaitable[None]]) -> None:
        """Everybody plays until then, and while `then` is done."""
        playing = [asyncio.create_task(group.play()) for group in self.groups]
        waiting = asyncio.create_task(self.playground.until(until, seconds=600))
        await asyncio.wait([*playing, waiting], return_when=asyncio.FIRST_COMPLETED)
        await then()
        for task in (*playing, waiting):
            task.cancel()
        ends = await asyncio.gather(*playing, waiting, return_exceptions=True)
        for end in ends:
            if isinstance(end, Exception):
                self.findings.wrong.append(f"a table stood still: {type(end).__name__} {end}")

    async def _to_the_end(self) -> None:
        """Without any more kills every table must go on."""
        before = [group.moves for group in self.groups]
        stored = self.findings.events.copy()

        def all_went_on() -> bool:
            now = (group.moves for group in self.groups)
            return all(now >= then + GO_ON for now, then in zip(now, before, strict=True))

        await self._playing(all_went_on)
        await self._compare()
        grown = self.findings.events - stored
        self.findings.stuck = sum(grown[group.game] < GO_ON for group in self.groups)

    # --- what was answered, and what is stored ---------------------------------------------------

    async def _compare(self) -> set[str]:
        """With the bot dead, read its file and replay each table's record.

        Gives what some table has just stored. A closed table is compared once after its end.
        """
        store = await Store.open(f"sqlite+aiosqlite:///{self.file}")
        at: set[str] = set()
        number = 1
        while (row := await store.table(number)) is not None:
            tally = self._tables.setdefault(number, _Tally())
            if not tally.closed:
                events = await store.events(number)
                if len(events) > tally.events or row.closed_reason:
                    at.add(_newest(row, events))
                self._tables[number] = self._compared(row, events)
            number += 1
        await store.close()
        found, tallies = self.findings, self._tables.values()
        found.acknowledged = sum(tally.acknowledged for tally in tallies)
        found.lost = sum(tally.lost for tally in tallies)
        found.doubled = sum(tally.doubled for tally in tallies)
        found.events = Counter()
        for tally in tallies:
            found.events[tally.game] += tally.events
        return at

    def _compared(self, row: StoredTable, events: tuple[StoredEvent, ...]) -> _Tally:
        self._tally = _Tally(row.game, len(events), closed=row.closed_reason is not None)
        presses = self.presses.about(row.id)
        self._replay(row, events)
        self._compare_lobby(row, presses)
        self._compare_acts(row.id, events, presses)
        self._compare_readies(row.id, events, presses)
        return self._tally

    def _compare_lobby(self, row: StoredTable, presses: list[Interaction]) -> None:
        """Who joined must sit there, and what was started must have begun."""
        here = {seat.user_id for seat in row.seats}
        for one in presses:
            area, _, _, what = _words(one)
            if area == "lobby" and one.callback is Callback.UPDATE:
                self._tally.acknowledged += what in ("join", "start")
                if what == "join" and one.user.id not in here:
                    self._lost(f"table {row.id}: a player who joined is missing")
                if what == "start" and not row.seq:
                    self._lost(f"table {row.id}: its start is missing")

    def _replay(self, row: StoredTable, events: tuple[StoredEvent, ...]) -> None:
        if row.seq:  # in the log secret choices stand as they came: no record has them so
            table: OpenTable = from_row(row, games()[row.game])
            for event in events:
                table = replayed(table, event.kind, event.body)
        if [event.seq for event in events] != list(range(1, row.seq + 1)):
            self.findings.wrong.append(f"table {row.id}: its events have gaps")
        if row.closed_reason not in (None, "over"):
            self.findings.wrong.append(f"table {row.id} was closed: {row.closed_reason}")

    def _compare_acts(
        self, table: int, events: tuple[StoredEvent, ...], presses: list[Interaction]
    ) -> None:
        """Each question that was answered must be answered once in the log, with what was said."""
        acted = [event for event in events if event.kind == "action"]
        asked: dict[tuple[int, int], list[Interaction]] = {}
        for one in presses:
            if _words(one)[0] == ACT:
                asked.setdefault((one.user.id, int(_words(one)[2])), []).append(one)
        answers: list[int] = []
        for (user, seen), tries in asked.items():
            found = next((e for e in acted if e.actor == user and e.seq > seen), None)
            accepted = [one for one in tries if one.callback is Callback.UPDATE]
            self._tally.acknowledged += bool(accepted)
            if found and any(_said(one) in (None, found.body.split(" ", 1)[1]) for one in tries):
                answers.append(found.seq)
            elif accepted:
                self._lost(f"table {table}: the answer to question {seen} is missing")
        self._once(table, answers, [event.seq for event in acted])

    def _compare_readies(
        self, table: int, events: tuple[StoredEvent, ...], presses: list[Interaction]
    ) -> None:
        """Each deal that somebody was ready for must know it once, by one of their presses."""
        wanted = {
            (one.user.id, int(_words(one)[2])): False
            for one in presses
            if _words(one)[0] == TABLE and _words(one)[3] == "ready"
        }
        by_press = {str(one.id): one for one in presses}
        known: list[tuple[int, int]] = []
        for event in events:
            if event.kind == "ready":
                press = by_press[event.body.split()[1]]
                known.append((press.user.id, int(_words(press)[2])))
        for one in presses:
            key = (one.user.id, int(_words(one)[2] or 0))
            if key in wanted and _words(one)[3] == "ready" and one.callback is Callback.UPDATE:
                wanted[key] = True
        for key, accepted in wanted.items():
            self._tally.acknowledged += accepted
            if accepted and key not in known:
                self._lost(f"table {table}: a ready for deal {key[1]} is missing")
        self._once(table, known, known)

    def _lost(self, what: str) -> None:
        self._tally.lost += 1
        self.findings.wrong.append(what)

    def _once(self, table: int, answers: Sequence[Hashable], stored: Sequence[Hashable]) -> None:
        """Nothing is stored twice, nor without anybody's press."""
        extra = len(stored) - len(set(answers))
        if extra or len(set(answers)) != len(answers):
            self._tally.doubled += max(1, extra)
            self.findings.wrong.append(f"table {table}: {extra} effects without their own press")


@dataclass
class _Tally:
    """What was found about one table."""

    game: str = ""
    events: int = 0
    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    closed: bool = False


def _for_all(channel: Channel) -> Iterator[Message]:
    """The messages that everybody sees, newest first: refusals do not push a button away."""
    return (message for message in reversed(channel.messages.values()) if not message.ephemeral)


def _newest(row: StoredTable, events: Sequence[StoredEvent]) -> str:
    """What kind of moment a table's last event is."""
    if row.closed_reason:
        return "end"
    if events and events[-1].kind in ("start", "commit"):
        return "start" if len(events) <= 2 else "settlement"
    return "play"


def _words(press: Interaction) -> list[str]:
    return _id_words(press.data)


def _id_words(control: Json) -> list[str]:
    """Area, table, question and the rest of a custom_id."""
    words = str(control.get("custom_id", "")).split(":", 4)
    return words[1:] if len(words) == 5 else ["", "", "", ""]


def _said(press: Interaction) -> str | None:
    """The action as the log has it; None for a draft, which only the bot can read."""
    rest = _words(press)[3]
    if rest.startswith("="):
        return None
    return rest or str(press.data["values"][0])


async def crash(kills: int, seed: int = 1) -> Findings:
    """An evening with so many kills."""
    with tempfile.TemporaryDirectory() as folder:
        now = time.time()  # it stands still: nobody is late where a disk stalls
        async with Playground(clock=lambda: now) as playground:
            trial = CrashTest(playground, Path(folder) / "crash.sqlite3", seed)
            try:
                return await trial.run(kills)
            finally:
                if trial.child.process.returncode is None:
                    await trial.child.kill()


@benchmark(
    "crash", "the bot is killed while people play all games: nothing answered is lost", KILLS
)
def measure(sample: Sample) -> Iterable[Figure]:
    kills = sample.size
    findings = asyncio.run(crash(kills))
    for line in findings.wrong:
        sys.stderr.write(f"{line}\n")
    yield Figure("kills", findings.kills, "kills")
    for moment in ("start", "settlement", "end"):
        yield Figure(
            f"of them right after a stored {moment}", findings.at[moment], "kills", 1, True
        )
    for game, *_ in GROUPS:
        least = EVENTS_A_KILL * kills
        yield Figure(f"{game}: stored events", findings.events[game], "events", least, True)
    yield Figure("answered presses", findings.acknowledged, "presses", PRESSES_A_KILL * kills, True)
    yield Figure("of them lost", findings.lost, "presses", 0)
    yield Figure("effects that came twice", findings.doubled, "effects", 0)
    yield Figure("tables that did not go on", findings.stuck, "tables", 0)
    yield Figure("records that cannot be replayed, and so on", len(findings.wrong), "findings", 0)
