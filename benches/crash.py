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
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from benches.figures import Figure, benchmark
from kwbot.engine.reader import Reader
from kwbot.playground import Channel, ClientRefusal, Interaction, Message, Playground
from kwbot.playground.guest import ACT, TABLE, Guest, area, buttons
from kwbot.playground.model import Callback
from kwbot.storage.store import Store
from kwbot.storage.stored import StoredEvent, StoredTable
from kwbot.tables.events import KINDS
from kwbot.variants import games

KILLS = 50
GROUPS = ((4, 0), (4, 0), (1, 3))
"""People and computer players at each table."""
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


class Company:
    """The people of one table: they press whatever they are offered."""

    def __init__(
        self, playground: Playground, channel: Channel, people: list[Guest], computers: int
    ) -> None:
        self.playground = playground
        self.channel = channel
        self.people = people
        self.computers = computers
        self._rng = people[0].rng

    async def play(self) -> None:
        """For ever; first everybody who got no answer presses again."""
        for guest in self.people:
            last = self._last(guest)
            if last is not None and last.callback is None:
                await self._again(guest, last)
        while True:
            await self.playground.until(lambda: next(self._offers(), None))
            guest, message, wanted = next(self._offers())
            try:
                await (guest.act() if message is None else guest.person.click(message, wanted))
            except (ClientRefusal, IndexError):
                continue  # it was drawn anew meanwhile
            last = self._last(guest)
            if last is not None and self._rng.random() < DOUBLED:
                await self._again(guest, last)

    def _offers(self) -> Iterator[tuple[Guest, Message | None, str]]:
        """Who could do what now: press a button of the channel, or play on their hand."""
        for guest in self.people:
            if guest.asked:
                yield guest, None, ""
        lobby = self._shown("lobby", "join")
        if lobby:
            text = self.people[0].person.read(lobby)
            yield from (
                (guest, lobby, "Join") for guest in self.people if guest.person.name not in text
            )
            missing = len(self.people) + self.computers - len(_SEATS.findall(text))
            yield self.people[0], lobby, "Add computer" if missing > 0 else "Start"
        ready = self._shown(TABLE, "ready")
        if ready and not any(guest.asked for guest in self.people):
            yield from ((guest, ready, "Ready") for guest in self.people)
        again = self._shown("again", "")
        if again and not lobby and not ready:
            yield self.people[0], again, "Play again"

    def _shown(self, of: str, what: str) -> Message | None:
        """The newest message of the channel and its threads that has this button."""
        found = [
            message
            for channel in self.playground.channels.values()
            if self.channel in (channel, channel.parent)
            for message in channel.messages.values()
            if any(area(button)[1] == what for button in buttons(message, of))
        ]
        return max(found, key=lambda message: message.id, default=None)

    def _presses(self) -> list[Interaction]:
        users = {guest.person.user.id for guest in self.people}
        made = self.playground.interactions.values()
        return [one for one in made if one.user.id in users and one.message is not None]

    def _last(self, guest: Guest) -> Interaction | None:
        mine = [one for one in self._presses() if one.user is guest.person.user]
        return mine[-1] if mine else None

    async def _again(self, guest: Guest, press: Interaction) -> None:
        assert press.message is not None
        values = press.data.get("values")
        await guest.person.forge(press.message, press.data["custom_id"], values=values)

    @property
    def answered(self) -> int:
        return sum(one.callback is not None for one in self._presses())


class CrashTest:
    def __init__(self, playground: Playground, file: Path, seed: int) -> None:
        self.playground = playground
        self.file = file
        self.rng = random.Random(seed)
        self.child = Child(playground, file)
        self.findings = Findings()
        self.groups = [self._company(number, *group) for number, group in enumerate(GROUPS)]

    def _company(self, number: int, people: int, computers: int) -> Company:
        here = self.playground
        channel = here.add_channel(here.guild, f"whist-{number}")
        names = [f"Player {number}{letter}" for letter in "ABCD"[:people]]
        guests = [Guest(here.person(name), self.rng) for name in names]
        return Company(here, channel, guests, computers)

    async def run(self, kills: int) -> Findings:
        """Begin, kill so many times, play on, and compare what was answered with what is stored."""
        await self.child.start()
        await self._commands()
        for group in self.groups:
            await group.people[0].person.slash(group.channel, "play")
        for _ in range(kills):
            moment = self.moments + self.rng.randint(*MOMENTS)
            await self._playing(partial(self._past, moment))
            self.findings.kills += 1
            await self._compare()
            await self.child.start()
        await self._to_the_end()
        await self._compare()
        self.findings.said = self.child.log.read_text()
        return self.findings

    async def _commands(self) -> None:
        await self.playground.until(lambda: 0 in self.playground.commands)

    @property
    def moments(self) -> int:
        return len(self.playground.calls) + len(self.playground.interactions)

    def _past(self, moment: int) -> bool:
        return self.moments >= moment

    async def _playing(self, until: Callable[[], bool]) -> None:
        """Everybody plays until then; a little later the bot is killed."""
        playing = [asyncio.create_task(group.play()) for group in self.groups]
        waiting = asyncio.create_task(self.playground.until(until, seconds=600))
        await asyncio.wait([*playing, waiting], return_when=asyncio.FIRST_COMPLETED)
        await asyncio.sleep(self.rng.random() * DELAY_SECONDS)
        await self.child.kill()
        for task in (*playing, waiting):
            task.cancel()
        ends = await asyncio.gather(*playing, waiting, return_exceptions=True)
        for end in ends:
            if isinstance(end, Exception):
                self.findings.wrong.append(f"a table stood still: {type(end).__name__} {end}")

    async def _to_the_end(self) -> None:
        """Without any more kills every table must go on."""
        before = {id(group): group.answered for group in self.groups}

        def all_went_on() -> bool:
            return all(group.answered >= before[id(group)] + GO_ON for group in self.groups)

        await self._playing(all_went_on)
        self.findings.stuck = sum(g.answered < before[id(g)] + GO_ON for g in self.groups)

    # --- what was answered, and what is stored ---------------------------------------------------

    async def _compare(self) -> None:
        """With the bot dead, read its file and replay each table's record."""
        store = await Store.open(f"sqlite+aiosqlite:///{self.file}")
        logs: dict[int, tuple[StoredTable, tuple[StoredEvent, ...]]] = {}
        while (row := await store.table(len(logs) + 1)) is not None:
            logs[row.id] = row, await store.events(row.id)
        await store.close()
        self.findings.acknowledged = self.findings.lost = self.findings.doubled = 0
        presses = [one for group in self.groups for one in group._presses()]
        for number, (row, events) in logs.items():
            self._replay(row, events)
            about = [one for one in presses if _words(one)[1] == str(number)]
            self._compare_acts(number, events, about)
            self._compare_readies(number, events, about)

    def _replay(self, row: StoredTable, events: tuple[StoredEvent, ...]) -> None:
        reader = Reader(games())
        for event in events:
            if KINDS[event.kind].in_record:
                for line in event.body.splitlines():
                    reader.feed(line)
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
            self.findings.acknowledged += bool(accepted)
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
            self.findings.acknowledged += accepted
            if accepted and key not in known:
                self._lost(f"table {table}: a ready for deal {key[1]} is missing")
        self._once(table, known, known)

    def _lost(self, what: str) -> None:
        self.findings.lost += 1
        self.findings.wrong.append(what)

    def _once(self, table: int, answers: Sequence[Hashable], stored: Sequence[Hashable]) -> None:
        """Nothing is stored twice, nor without anybody's press."""
        extra = len(stored) - len(set(answers))
        if extra or len(set(answers)) != len(answers):
            self.findings.doubled += max(1, extra)
            self.findings.wrong.append(f"table {table}: {extra} effects without their own press")


def _words(press: Interaction) -> list[str]:
    """Area, table, question and the rest of a custom_id."""
    words = str(press.data.get("custom_id", "")).split(":", 4)
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


@benchmark("crash", f"the bot killed {KILLS} times while people play: nothing answered is lost")
def measure() -> Iterable[Figure]:
    findings = asyncio.run(crash(KILLS))
    for line in findings.wrong:
        sys.stderr.write(f"{line}\n")
    yield Figure("kills", findings.kills, "kills")
    yield Figure("answered presses", findings.acknowledged, "presses")
    yield Figure("of them lost", findings.lost, "presses", 0)
    yield Figure("effects that came twice", findings.doubled, "effects", 0)
    yield Figure("tables that did not go on", findings.stuck, "tables", 0)
