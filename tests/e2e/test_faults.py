"""Requests fail, each in its turn, whatever they were for: the evening goes on all the same."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest

from kwbot.engine.values.errors import RuleViolation
from kwbot.ids import TableId, UserId
from kwbot.local.guest import adding, buttons
from playground import ClientRefusal, Message, Response
from playground.api.faults import Fault
from playground.state.model import Channel
from tests.e2e.club import Club

POST, EDIT = r"/channels/\d+/messages$", r"/channels/\d+/messages/\d+$"
AT_TABLE, AT_HAND = "/channels/TABLE/messages", "/channels/HAND/messages"
"""Routes to messages in the table's channel, and in the direct messages of the second player."""
AT_HOST = "/channels/HOST/messages"
"""The same of the first player."""
SITES = {
    "the answer to /play": ("lobby", "POST", "/callback"),
    "opening direct messages": ("lobby", "POST", "/users/@me/channels"),
    "the welcome": ("lobby", "POST", POST),
    "the answer to Join": ("join", "POST", "/callback"),
    "the thread": ("start", "POST", "/threads"),
    "the answer to Start": ("start", "POST", "/callback"),
    "the table's message": ("start", "POST", POST),
    "a hand": ("start", "POST", f"{AT_HAND}$"),
    "the answer to Ready": ("ready", "POST", "/callback"),
    "the answer to a card": ("play", "POST", "/callback"),
    "drawing anew": ("play", "PATCH", EDIT),
    "a trick": ("play", "POST", f"{AT_TABLE}$"),
    "a trick by a token": ("play", "POST", r"/webhooks/\d+/[^/]+$"),
    "drawing the answer anew": ("later", "PATCH", "/messages/@original$"),
    "drawing a hand anew": ("remind", "PATCH", f"{AT_HAND}/"),
    "a reminder": ("remind", "POST", f"{AT_TABLE}$"),
    "tidying a reminder up": ("remind", "DELETE", f"{AT_TABLE}/"),
    "a vote": ("vote", "POST", f"{AT_TABLE}$"),
    "the answer to /table": ("table", "POST", "/callback"),
    "tidying the table's message up": ("table", "DELETE", f"{AT_TABLE}/"),
    "the offer of My hand": ("ready", "POST", f"{AT_TABLE}$"),
    "telling the host": ("play", "POST", f"{AT_HOST}$"),
    "the edit after a refusal": ("later", "PATCH", "/channels/(HOST|HAND)/messages/"),
    "why a press came too late": ("late", "POST", r"/webhooks/\d+/[^/]+$"),
}
"""When a fault is set, and for which request."""
REFUSED_BEFORE = {
    "the offer of My hand": ("POST", f"{AT_HAND}$", 50007),
    "telling the host": ("PATCH", f"{AT_TABLE}/", 50001),
    "the edit after a refusal": ("PATCH", "/messages/@original$", 50027),
}
"""What is refused first, so that such a request comes at all; with which code."""
FAULTS: dict[str, dict[str, Any]] = {
    "503": {"status": 503},
    "reset": {"reset": True},
    "lost answer": {"reset": True, "done": True},
    "no permission": {"code": 50013},
    "500": {"status": 500},
    "502": {"status": 502},
    "429": {"status": 429},
    "unknown message": {"code": 10008},
    "no access": {"code": 50001},
    "closed messages": {"code": 50007},
    "unknown channel": {"code": 10003},
    "unknown user": {"code": 10013},
    "no common server": {"code": 50278},
    "opened too fast": {"code": 40003},
    "flagged": {"code": 20026},
    "forbidden": {"status": 403},
    "archived": {"code": 50083},
    "locked": {"code": 160005},
    "old message": {"code": 30046},
    "unforeseen": {"code": 99999},
}
GAME = "kombinations-whist"
WORST = "lost answer"
"""Discord has done what was asked, and the bot does not know: tried every day."""
ACTS = 12
"""After the cards are dealt: the bids and the first tricks."""


class Stumbling:
    """Two people and two computers, of whose bot some requests fail. They do what people do."""

    def __init__(self, club: Club, arms: Mapping[str, Callable[[], None]]) -> None:
        self.club = club
        self.arms = arms
        """What is to be done at a stage."""
        self.people = [club.guest("Anna"), club.guest("Bo")]

    def at_present(self, route: str) -> str:
        """A route with the table's channel and the hand's filled in."""
        host, hand = (self.club.playground.direct(one.person.user).id for one in self.people)
        table = self.table.channel if len(self.club.bot.tables.index) else 0
        for word, channel in (("TABLE", table), ("HAND", hand), ("HOST", host)):
            route = route.replace(word, str(channel))
        return route

    def at(self, stage: str) -> None:
        if stage in self.arms:
            self.arms[stage]()

    async def tried(self, doing: Awaitable[Response]) -> None:
        """Press, and do not wait for an answer that does not come."""
        try:
            outcome = await doing
        except ClientRefusal:
            return
        with suppress(TimeoutError):
            await outcome.answered(seconds=0.5)
        for _ in range(3):
            await self.club.playground.idle(quiet=0.01)
            self.club.clock.advance(1)

    def seen(self, area: str) -> Message | None:
        """The newest message of the channel and its thread that has such buttons."""
        found = [
            message
            for channel in self.club.playground.channels.values()
            if channel.guild is not None
            for message in channel.messages.values()
            if message.viewer is None and buttons(message, area)
        ]
        return found[-1] if found else None

    async def evening(self) -> TableId:
        """Play some tricks; gives the table's number."""
        (anna, bo), here = self.people, self.club.playground
        self.at("lobby")
        await self.tried(anna.person.slash(here.channel, "play", game=GAME, wait=False))
        if not len(self.club.bot.tables.index):  # the bot has taken it back
            await self.tried(anna.person.slash(here.channel, "play", game=GAME, wait=False))
        if self.seen("lobby") is None:
            await self.tried(anna.person.slash(here.channel, "table", wait=False))
        self.at("join")
        while len(self.table.seated) < 2:
            await self.press("lobby", bo.person, "Join")
        while len(self.table.seated) < 4:
            await self.until(lambda: self.seen("lobby") is not None)
            lobby = self.seen("lobby")
            assert lobby is not None
            await self.tried(anna.person.forge(lobby, adding(lobby), wait=False))
        self.at("start")
        while self.table.running is None:
            await self.press("lobby", anna.person, "Start")
        await self.until(lambda: self.seen("table") is not None)
        if "ready" in self.arms:
            await self.next_deal()
        self.at("play")
        for act in range(ACTS):
            if act == ACTS // 2:
                self.at("later")
            await self.one_act()
        self.at("late")
        await self.press_late()
        self.at("remind")
        await self.dawdle()
        self.at("vote")
        await self.vote()
        self.at("table")
        await self.tried(anna.person.slash(self.place, "table", wait=False))
        return TableId(self.table.id)

    async def next_deal(self) -> None:
        """Play the first deal to its end, and get the second one."""
        while self.table.match.deal is not None:
            await self.one_act()
        self.at("ready")
        while self.table.match.deal is None:
            for guest in self.people:
                await self.press("table", guest.person, "Next deal")

    @property
    def place(self) -> Channel:
        return self.club.playground.channels[self.table.channel]

    async def press_late(self) -> None:
        """The second player presses what was asked long ago."""
        bo = self.people[1]
        assert bo.hand is not None
        await self.tried(bo.person.forge(bo.hand, f"kw:act:{self.table.id}:1:pass", wait=False))

    async def dawdle(self) -> None:
        """The second player thinks until they are pinged, and the answer to their last click is
        too old to be drawn anew."""
        while self.table.match.deal and self.table.to_act() != (1,):
            await self.one_act()
        for seconds in (15 * 60, 61):
            self.club.clock.advance(seconds)
            await self.club.playground.idle(quiet=0.01)
        live = self.club.bot.tables.index.at(self.table.id)
        for paused in (True, False):  # which hands show
            await live.clock.pause(paused=paused)
            await self.club.playground.idle(quiet=0.01)
            self.club.clock.advance(2)
        await self.one_act()

    async def vote(self) -> None:
        """The first player wants a move back, and the second one does not."""
        live = self.club.bot.tables.index.at(self.table.id)
        anna, bo = (guest.person for guest in self.people)
        with suppress(RuleViolation):
            await live.decisions.ask_undo(UserId(anna.id), self.table.seq, 1)
        await self.club.playground.idle(quiet=0.01)
        if self.table.vote:
            await live.decisions.vote(UserId(bo.id), self.table.vote.seq, agree=False)

    @property
    def table(self) -> Any:
        (table,) = self.club.bot.tables.index
        return table

    async def press(self, area: str, person: Any, label: str) -> None:
        await self.until(lambda: self.seen(area) is not None)
        await self.tried(person.click(self.seen(area), label, wait=False))

    async def until(self, done: Callable[[], bool]) -> None:
        """Wait as people do, who after a while ask to see the table."""
        for attempt in range(12):
            if done():
                return
            await self.club.playground.idle(quiet=0.01)
            self.club.clock.advance(5)
            if attempt % 4 == 3:
                await self.tried(
                    self.people[0].person.slash(self.club.playground.channel, "table", wait=False)
                )
        raise AssertionError("nothing happened any more")

    async def one_act(self) -> None:
        """Whoever is in turn acts, if need be on a private copy of the hand."""
        seq = self.table.seq
        for attempt in range(8):
            if self.table.seq != seq or self.table.match.deal is None:
                return
            seat = self.table.to_act()[0]
            guest = self.people[seat]
            if guest.is_asked:
                try:
                    with self.club.playground.patient(0.3):
                        await guest.act()
                except (TimeoutError, ClientRefusal):
                    pass
            elif attempt > 2:
                asked = await guest.person.slash(self.club.playground.channel, "hand", wait=False)
                await self.club.playground.idle(quiet=0.01)
                if asked.interaction.original is not None:
                    guest.screen = asked.message
            await self.club.playground.idle(quiet=0.01)
            self.club.clock.advance(2)
        raise AssertionError("the game stands still")


def together() -> list[tuple[str, ...]]:
    """Every site once: those of one evening are of different stages."""
    stages: dict[str, list[str]] = {}
    for site, (stage, _, _) in SITES.items():
        stages.setdefault(stage, []).append(site)
    rows = zip_longest(*sorted(stages.values(), key=len))
    return [tuple(site for site in row if site) for row in rows]


@pytest.mark.slow
@pytest.mark.parametrize("sites", together(), ids=", ".join)
async def test_answers_are_lost_all_evening(
    sites: tuple[str, ...],
    tmp_path: Path,
    same_cards: None,
    hasty: None,
    caplog: pytest.LogCaptureFixture,
) -> None:
    await evening_with(sites, WORST, tmp_path, caplog)


@pytest.mark.heavy
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("site", SITES)
async def test_a_request_fails(
    site: str,
    fault: str,
    tmp_path: Path,
    same_cards: None,
    hasty: None,
    caplog: pytest.LogCaptureFixture,
) -> None:
    await evening_with((site,), fault, tmp_path, caplog)


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits between two attempts."""
    sleep = asyncio.sleep
    monkeypatch.setattr(asyncio, "sleep", lambda seconds, *_: sleep(min(seconds, 0.001)))


async def evening_with(
    sites: Sequence[str], fault: str, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """An evening, a restart and a move, while a request of each site fails once."""
    async with Club(f"sqlite+aiosqlite:///{folder / 'kwbot.sqlite3'}").opened() as club:
        faults = club.playground.faults
        set_ones: dict[str, Fault] = {}

        def arm(site: str) -> None:
            _, method, route = SITES[site]
            if site in REFUSED_BEFORE:
                how, where, code = REFUSED_BEFORE[site]
                faults.add(how, evening.at_present(where), code=code)
            set_ones[site] = faults.add(method, evening.at_present(route), **FAULTS[fault])

        evening = Stumbling(club, {SITES[site][0]: partial(arm, site) for site in sites})
        table = await evening.evening()
        assert {site: one.hits for site, one in set_ones.items()} == dict.fromkeys(sites, 1)
        await evening.until(lambda: not club.game(table).paused)
        before = club.game(table)
        await club.restart()
        assert club.game(table).match == before.match
        await evening.one_act()
        posts = [call for call in club.playground.calls if call.method == "POST" and call.body]
        nonces = [
            call.body["nonce"] for call in posts if call.status == 200 and call.body.get("nonce")
        ]
        assert len(nonces) - len(set(nonces)) <= len(sites)
    strange = [
        record.getMessage()
        for record in caplog.records
        if record.levelname == "ERROR"
        and record.name != "cogs.connection.router"
        and not record.getMessage().endswith(f"out of reach ({FAULTS[fault].get('code')})")
    ]
    assert strange == []
