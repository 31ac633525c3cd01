"""Presses that no screen of ours offers: each is answered, none raises, and nobody does by them
what they may not do."""

from __future__ import annotations

import logging
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta

import discord

from cogs.delivery.calls.undelivered import MESSAGE_GONE
from cogs.screens.parts.components import LONGEST
from kwbot.evenings.evening import Evening as ClubEvening
from kwbot.ids import GuildId, TableId, UserId
from kwbot.local.guest import ACT, Guest, add_computers, buttons
from kwbot.storage.values.documents import GuildSettings
from kwbot.storage.values.stored_dailies import DailyPlan
from kwbot.storage.values.stored_evenings import StoredEvening
from kwbot.storage.values.stored_tables import StoredEvent
from kwbot.tables.log.events import EVENT_KINDS
from kwbot.tables.state.seated import Seated
from kwbot.tables.state.table_state import LobbyTable, OpenTable, PlannedTable, RunningTable
from kwbot.tables.state.time_limits import TIME_OPTIONS
from kwbot.variants import games
from playground import LocalPerson, Message
from playground.state.model import SELECTS, Channel, walk
from tests.daily.few_lines import weighed_in_no_time
from tests.e2e.club import Club

STATES = ("announced", "check-in", "playing", "over", "cancelled")
NO_AREAS = ("nonsense", "")
"""Beside those that the router knows."""
FITTING = {
    LobbyTable: ("lobby", "options", "plan"),
    PlannedTable: ("lobby", "options", "plan"),
    RunningTable: ("act", "table", "more", "pick"),
}
"""Areas of the presses that may do something at a table."""
RESTS = (
    "", "hand", "ready", "back", "agree", "disagree", "menu", "leave", "undo", "foul", "foul 1",
    "foul -1", "foul 99 0", "foul 0 1", "right 1", "right 77", "take 1", "take 0", "take 9999999",
    "end", "end yes", "join", "add", "remove", "level", "game", "start", "cancel", "options", "ask",
    "delete", "computer 1", "host 2", "seat", "page hus 2", "page x 1",
    "chosen hus", "entry hus vip", "hus 1 x", "whist 99999 «",
    "threads", "language", "tables_per_person", "__class__", "hints", "time_card", "rounds", "pass",
    "play SA", "play C2", "bid spel", "bid 9", "bid sol", "join", "cut 3", "cut -1", "show H2",
    "cards", "cards SA SK SQ", "card none", "number 3", "numbers 1 2", "suit H", "state none",
    "player 2", "direction left", "accept", "turn-next", "jernhand", "undo 1", "=", "=0.0", "=1.3",
    "=ff", "=" + "f" * 70, "=sol", "go/", "go/S", "go/7", "go/-7", "go/½", "main/.0", "main/3.1",
    "extra0/.0", "extra9/.f", "extra-1/.0", "cards0/0", "cards9/ff", "numbers/", "bid0/", "bid1/x",
    "example/0.0", "example/x", "new/", "now", "sit", "yes", "open", "off",
    "tricks", "text", "here", "save", "first", "come 1", "go 1", "end 1", "really 1", "play 1",
    "standing 1", "share 1", "review 1", "talk 1", "proof 1", "seal 1", "set 0", "off 0",
    "really 0", "come " + "9" * 60, "play " + "9" * 60, "play ٣", "1 0", "1 me", "0 0 anew",
    "\u202e\x00", "٣", "9" * 60,
)  # fmt: skip
NUMBERS = ("", "0", "1", "2", "-1", "٣", "½", "1_0", "2147483647", "2147483648", "9" * 18, "9" * 40)
VALUES = (
    "", "0", "1", "-1", "SA", "spel", "pest", "sol", "9", "xx", "True", "all easy", "1 hard",
    "99 strong", "-1 easy", "fyrmanswhist", "hus", "٣", "½", "on", "99999999999", "x" * 100, "\x00",
    "2026-01-02",
)  # fmt: skip
LINES = (
    "a line", "", " ", "\x00\u202e", "x" * 64, "x" * 4000, "**bold** <@1>", "20:30", "٣\nundo 1",
)  # fmt: skip
FIELDS = (
    "x", "name", "preset", "day", "time", *GuildSettings.model_fields, *TIME_OPTIONS,
    *{option.key: None for game in games().values() for option in game.options},
)  # fmt: skip
"""Of forms."""
ROUND, LONG_ROUND = 50, 600
"""Presses at the tables of one club; in the long run fewer clubs are opened."""
HONEST = 0.2
"""How often somebody does what they may do instead, so that the games go on."""
LOOK = 10
"""So many presses are made by what the screens show at one time."""


@dataclass
class Place:
    """Where somebody presses: `name` for the count."""

    name: str
    message: Message


@dataclass
class Actor:
    name: str
    person: LocalPerson
    places: list[Place] = field(default_factory=list)


class Forger:
    """Makes presses: those that are offered, at the wrong place; mutated ones; and made-up ones."""

    def __init__(self, club: Club, rng: random.Random, seen: Counter[str]) -> None:
        self._club = club
        self._rng = rng
        self._seen = seen
        router = club.bot.router
        self.areas = [*NO_AREAS, *sorted({*router._areas, *router._forms})]
        self._seen.update({f"area {area}": 0 for area in self.areas})
        self._offered: list[str] = []
        self._now: list[str] = []
        self._values = list(VALUES)

    def look(self) -> None:
        """Take up what is offered now, to whomever, and what may be chosen in it."""
        self._now.clear()
        for channel in self._club.playground.channels.values():
            for message in list(channel.messages.values())[-10:]:
                for control in walk(message.components):
                    if "custom_id" in control:
                        self._now.append(control["custom_id"])
                    if control["type"] in SELECTS:
                        self._values += [one["value"] for one in control.get("options") or ()]
        self._offered = [*self._offered, *self._now][-300:]
        self._values = self._values[-300:]

    def custom_id(self, table: OpenTable | None) -> str:
        rng, kind = self._rng, self._rng.random()
        if kind < 0.35:
            return rng.choice(self._now)
        if kind < 0.4:
            return rng.choice(self._offered)
        if kind < 0.6:
            return self._mutated(rng.choice(self._offered))
        if kind < 0.97:
            return self._made_up(table)
        return "".join(chr(rng.randrange(1, 0x3000)) for _ in range(rng.randrange(1, LONGEST)))

    def _mutated(self, custom_id: str) -> str:
        rng, parts = self._rng, custom_id.split(":", 4)
        at = rng.randrange(len(parts))
        if rng.random() < 0.5:
            parts[at] = rng.choice((*RESTS, *NUMBERS, *self.areas))
        else:
            part = list(parts[at] or "x")
            part[rng.randrange(len(part))] = chr(rng.randrange(1, 0x2FF))
            parts[at] = "".join(part)
        return ":".join(parts)[:LONGEST] or "x"

    def _made_up(self, table: OpenTable | None) -> str:
        rng = self._rng
        number = str(table.id) if table and rng.random() < 0.8 else rng.choice(NUMBERS)
        moments = list(NUMBERS)
        if isinstance(table, RunningTable):
            now = [*table.asked_at.values(), table.seq, table.match.number]
            moments += [str(one) for one in now] * 12
        if table is None or rng.random() < 0.5:
            area = min(self.areas, key=lambda area: self._seen[f"area {area}"])
        else:
            area = rng.choice(FITTING[type(table)])
        moment = rng.choice(moments)
        return f"kw:{area}:{number}:{moment}:{rng.choice(RESTS)}"[:LONGEST]

    def values(self) -> list[str] | None:
        rng = self._rng
        if rng.random() < 0.5:
            return None
        return rng.choices(self._values, k=rng.choice((0, 1, 1, 1, 2, 5, 25)))

    def fields(self) -> dict[str, str] | None:
        rng = self._rng
        if rng.random() < 0.85:
            return None
        names = rng.choices(("line", *FIELDS), k=rng.choice((1, 1, 2, 5)))
        return {name: rng.choice((*LINES, *self._values)) for name in names}


@dataclass
class Stored:
    """What is in the database besides tables."""

    changes: int
    """So many rows had been written when this was read."""
    evenings: Mapping[int, StoredEvening]
    settings: object
    own: Mapping[int, object]
    """What is each person's alone: preferences, today's deal, lessons."""

    @classmethod
    async def read(cls, club: Club, people: Sequence[LocalPerson]) -> Stored:
        store = club.store
        return cls(
            await written(club),
            {evening.id: evening for evening in await store.evenings.in_states(STATES)},
            [
                (await store.settings.guild_settings(guild), await store.daily.plan(guild))
                for guild in map(GuildId, club.playground.guilds)
            ],
            {
                user_id: (
                    await store.settings.preferences(user_id),
                    await store.daily.play_of(1, user_id),
                    await store.settings.learning(user_id),
                )
                for user_id in (UserId(person.id) for person in people)
            },
        )


async def written(club: Club) -> int:
    """How many rows were written in the database of a club, which has one connection."""
    sql = "SELECT total_changes()"
    database = club.store._database
    return int(await database.run(lambda connection: connection.exec_driver_sql(sql).scalar_one()))


@dataclass
class Stand:
    """What may not change by a press of somebody who may not do it."""

    tables: Mapping[TableId, OpenTable]
    stored: Stored

    @classmethod
    async def of(cls, club: Club, people: Sequence[LocalPerson], before: Stored | None) -> Stand:
        """`before` is read again only if something was written since."""
        tables = tables_of(club)
        if before is None or before.changes != await written(club):
            before = await Stored.read(club, people)
        return cls(tables, before)


def tables_of(club: Club) -> Mapping[TableId, OpenTable]:
    return {table.id: table for table in club.bot.tables.index.in_memory}


def belongs_to(event: StoredEvent, seat: int) -> bool:
    """Whether this is what the player of a seat may do; `finish` is the host's."""
    if event.kind == "propose":
        return f'"proposer": {seat},' in event.body
    words = event.body.split()
    told = event.kind in ("away", "back", "finish", "claim")
    return str(seat) == words[1 if told else 0]


def forgets(person: LocalPerson, evening: StoredEvening, now: StoredEvening) -> bool:
    """Whether an evening knows somebody no more, and nothing else has changed: people may have
    their data deleted anywhere."""
    own = {one.number for one in evening.entrants if one.user_id == person.id}
    left = {one.user_id for one in now.entrants if one.number in own}
    others = tuple(one for one in evening.entrants if one.number not in own)
    stand = tuple(one for one in now.entrants if one.number not in own)
    return left == {None} and replace(evening, entrants=others) == replace(now, entrants=stand)


class Evening:
    """A club with a game going on, a lobby, a closed table, and people of all kinds who forge."""

    def __init__(self, club: Club, rng: random.Random, seen: Counter[str]) -> None:
        self.club = club
        self._rng = rng
        self._seen = seen
        self._forger = Forger(club, rng, seen)
        self._actors: list[Actor] = []
        self._stored: Stored | None = None
        self._handling = 0
        """Presses that the bot is not done with: some store more after the answer."""

    async def begin(self, game: str) -> None:
        club, route = self.club, self.club.bot.router.route

        async def counted(interaction: discord.Interaction) -> None:
            self._handling += 1
            await route(interaction)
            self._handling -= 1

        club.bot.router.route = counted  # type: ignore[method-assign]
        anna, bo = club.guest("Anna"), club.guest("Bo", locale="sv-SE")
        eva, mod = club.guest("Eva", locale="da"), club.playground.person("Mod", moderator=True)
        other = club.playground.add_guild("Another server")
        olga = club.playground.person("Olga", guild=other)
        other.members[anna.id] = anna.person.user  # a player is on both
        table = await club.table([anna, bo], 2, game=game)
        await self._close_one(anna, bo)
        side = club.playground.add_channel(club.playground.guild, "side")
        lobby = (await eva.person.slash(side, "play")).message
        (abroad,) = [c for c in club.playground.channels.values() if c.guild is other]
        foreign = (await olga.slash(abroad, "play")).message
        await mod.slash(side, "settings")
        today, evening = await self._club_life(side)
        await club.ready(table.id)
        await club.playground.idle()
        at_table = club.table_message(table.id)
        for name, person in (
            ("player", anna.person), ("player", bo.person), ("host", eva.person),
            ("moderator", mod), ("outsider", olga),
        ):  # fmt: skip
            places = [Place("table", at_table), Place("lobby", lobby), Place("abroad", foreign)]
            places += [Place("today", today), Place("evening", evening)]
            places += [Place("DM", one) for one in person.dms()[-1:]]
            places += [
                Place("private", one)
                for channel in list(club.playground.channels.values())
                for one in channel.messages.values()
                if one.viewer is person.user
            ][-1:]
            self._actors.append(Actor(name, person, places))

    async def _club_life(self, channel: Channel) -> tuple[Message, Message]:
        """A deal of the day and an evening, where both are told of."""
        club, guild = self.club, self.club.guild
        now, world = club.clock.now(), club.playground
        plan = DailyPlan(
            guild_id=guild, channel_id=channel.id, games=("whist",), preset="rulebook",
            language="en",
        )  # fmt: skip
        await club.bot.dailies.set_plan(plan)
        evening = ClubEvening(
            guild=guild, channel=channel.id, host=None, game="whist",
            starts=now + timedelta(hours=1), ends=now + timedelta(hours=3), deals=1, seats=4,
        )  # fmt: skip
        number = (await club.bot.evening_messages.evenings.open(evening)).id
        await club.bot.evening_messages.evenings.arrive(number, Seated("Zoe", UserId(2**50)), 1)

        def told(area: str) -> list[Message]:
            return [one for one in channel.messages.values() if buttons(one, area)]

        await world.until(lambda: bool(told("daily") and told("evening")))
        return told("daily")[-1], told("evening")[-1]

    async def _close_one(self, *guests: Guest) -> None:
        """A game that was broken off, whose buttons people still have."""
        club = self.club
        elsewhere = club.playground.add_channel(club.playground.guild, "elsewhere")
        lobby = (await guests[0].person.slash(elsewhere, "play")).message
        await guests[1].person.click(lobby, "Join")
        closed = next(reversed(club.bot.tables.index.in_memory)).id
        await add_computers(guests[0].person, lobby, 2)
        await guests[0].person.click(lobby, "Start")
        await club.bot.tables.index.at(closed).close("moderator")

    async def press(self) -> None:
        """One forged press by anybody, anywhere; and what it must not have done."""
        club, rng = self.club, self._rng
        actor, tables = rng.choice(self._actors), club.bot.tables.index.in_memory
        place, aimed = rng.choice(actor.places), rng.choice(tables) if tables else None
        custom_id, fields = self._forger.custom_id(aimed), self._forger.fields()
        values = None if fields is not None else self._forger.values()
        if rng.random() < HONEST and (offers := list(self._offers())):
            (actor, place, custom_id), values, fields = rng.choice(offers), None, None
        people = [one.person for one in self._actors]
        before = await Stand.of(club, people, self._stored)
        pressed = actor.person.forge(place.message, custom_id, values=values, fields=fields)
        try:
            outcome = await pressed
            if outcome.kind == "deferred":  # the answer comes later
                await outcome.settled()
            assert outcome.kind != "pending"
            await club.playground.until(lambda: not self._handling)
            gone = place.message.deleted  # then it cannot be redrawn
            refused = [one for one in outcome.refusals if not gone or one["code"] != MESSAGE_GONE]
            assert refused == [], refused
            after = await Stand.of(club, people, before.stored)
            await self._check(actor, place, before, after)
        except (AssertionError, TimeoutError) as error:
            raise AssertionError((actor.name, place.name, custom_id, values, fields)) from error
        self._stored = after.stored
        self._count(actor, place, custom_id, fields, outcome.kind)

    def _offers(self) -> Iterator[tuple[Actor, Place, str]]:
        """What those who are asked something may do."""
        for actor in self._actors:
            for hand in actor.person.dms()[-1:]:
                for button in buttons(hand, ACT):
                    yield actor, Place("DM", hand), button["custom_id"]
            area = {"host": "lobby", "player": "evening"}.get(actor.name, "")
            for place in actor.places:
                if place.name == area:
                    for button in buttons(place.message, area)[:4]:
                        yield actor, place, button["custom_id"]

    def _count(self, actor: Actor, place: Place, custom_id: str, fields: object, kind: str) -> None:
        parts = custom_id.split(":", 4)
        known = len(parts) == 5 and parts[1] in self._forger.areas
        area = parts[1] if known else "no area"
        told = (f"by {actor.name}", f"at {place.name}", f"area {area}", f"answer {kind}")
        self._seen.update(["presses", *told, *(["forms"] if fields is not None else [])])

    async def _check(self, actor: Actor, place: Place, before: Stand, after: Stand) -> None:
        person, stored, now_stored = actor.person, before.stored, after.stored
        if actor.name != "moderator":
            assert now_stored.settings == stored.settings
        changed = {user for user, kept in stored.own.items() if now_stored.own[user] != kept}
        assert changed <= {person.id}, changed
        self._seen["changes of one's own"] += bool(changed)
        here = place.message.channel.guild
        for number in after.tables.keys() - before.tables.keys():
            new = after.tables[number]
            assert new.host == person.id  # Play again, by who was there
            assert here is not None
            assert new.guild == here.id  # of a table there; the outsider has one abroad
            self._seen["tables opened again"] += 1
        for evening_id, evening in stored.evenings.items():
            if now_stored.evenings[evening_id] != evening:
                if forgets(person, evening, now_stored.evenings[evening_id]):
                    self._seen["entries of evenings deleted"] += 1
                    continue
                assert here is not None
                assert here.id == evening.guild_id
                self._seen["changes of an evening"] += 1
                self._check_evening(actor, evening, now_stored.evenings[evening_id])
        for number, table in before.tables.items():
            now, is_here = after.tables.get(number), here is not None and here.id == table.guild
            if now is None and actor.name == "moderator":
                assert is_here  # closed
            elif isinstance(table, RunningTable):
                await self._check_game(table, now, person, is_here=is_here)
            elif table != now:
                self._seen["changes of a lobby"] += 1
                self._check_lobby(table, now, person)
                user_id = UserId(person.id)
                if now is not None and now.has(user_id):
                    assert is_here or table.has(user_id)

    async def _check_game(
        self, table: RunningTable, now: OpenTable | None, person: LocalPerson, *, is_here: bool
    ) -> None:
        events = [e for e in await self.club.store.tables.events(table.id) if e.seq > table.seq]
        theirs = [event for event in events if not EVENT_KINDS[event.kind].by_program]
        user_id = UserId(person.id)
        if not table.has(user_id):
            assert now is not None
            assert is_here or not theirs
            assert {event.kind for event in theirs} <= {"newcomer", "ready", "seat", "propose"}
            return
        seat = table.seat_of(user_id)
        for event in theirs:
            if event.kind not in ("foul", "undo", "seat", "back", "finish"):  # what a vote decided
                computers = table.computers if event.kind == "claim" else ()
                who = (0 if event.kind == "finish" else seat, *computers)
                assert any(belongs_to(event, one) for one in who), event
        if any(event.kind in ("finish", "seat") for event in theirs):
            # Whoever waits takes a computer's seat when a deal ends, whose last card this may be.
            assert table.may_decide(seat) or table.vote or table.newcomers, theirs
        self._seen["changes of a game"] += bool(theirs)

    @staticmethod
    def _check_evening(actor: Actor, evening: StoredEvening, now: StoredEvening) -> None:
        """Everybody comes and goes by themselves; the rest is the moderators'."""
        moved = {one.user_id for one in {*evening.entrants} ^ {*now.entrants}}
        if len(evening.entrants) == len(now.entrants):  # else numbers may have changed
            assert moved <= {actor.person.id}
        if actor.name != "moderator":
            assert (now.state, now.ends_at) == (evening.state, evening.ends_at)

    @staticmethod
    def _check_lobby(table: OpenTable, now: OpenTable | None, person: LocalPerson) -> None:
        """Who joins takes a seat, who sits there changes computers; the rest is the host's."""
        user_id = UserId(person.id)
        if table.host == user_id:
            return
        assert isinstance(now, type(table))
        assert (now.options, now.variant, now.host) == (table.options, table.variant, table.host)
        humans = {one.user for one in table.seated} ^ {one.user for one in now.seated}
        assert humans - {None} <= {user_id}
        assert table.has(user_id) or now.has(user_id)

    async def go_on(self, presses: int) -> None:
        for at in range(presses):
            if at % LOOK == 0:
                self._forger.look()
            await self.press()


async def forge(url: str, seed: int, game: str, presses: int, seen: Counter[str]) -> None:
    with logged() as errors, weighed_in_no_time():
        async with Club(url, seed=seed).opened() as club:
            evening = Evening(club, random.Random(seed), seen)
            await evening.begin(game)
            await evening.go_on(presses)
            await club.playground.idle()
            refused = [one for one in club.playground.refusals if not _was_gone(one)]
            assert not refused, refused
    assert not errors, "\n".join(errors)


class Errors(logging.Handler):
    """Keeps what is logged as an error, and where it was raised."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(self.format(record))


@contextmanager
def logged() -> Iterator[list[str]]:
    """Every error that is logged within the block."""
    handler = Errors()
    logging.getLogger().addHandler(handler)
    try:
        yield handler.found
    finally:
        logging.getLogger().removeHandler(handler)


def _was_gone(refusal: Mapping[str, object]) -> bool:
    """Whether this was to redraw the pressed message, or to remove one, and it was gone."""
    redrawn = str(refusal["route"]).endswith(("/callback", "/@original"))
    return refusal["code"] == MESSAGE_GONE and (redrawn or refusal["method"] == "DELETE")


def report(seen: Counter[str]) -> str:
    return "\n".join(f"{count:9,}  {what}" for what, count in sorted(seen.items()))


async def rounds(first: int, presses: int, seen: Counter[str], length: int = ROUND) -> None:
    """So many presses at clubs of all games in turn; `seen` is what they covered."""
    for number, at in enumerate(range(0, presses, length)):
        game = [*games()][number % len(games())]
        await forge("sqlite+aiosqlite://", first + number, game, min(length, presses - at), seen)
