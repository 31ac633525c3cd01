"""Evenings at real tables, on a clock turned by hand, without Discord."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from cogs.screens.club.evening_screen import facts_of
from kwbot.evenings.evening import CHECK_IN_LEAD, NEWS_PERIOD, Evening, EveningStage, room_at
from kwbot.evenings.evening_manager import ROUND_LOOK_INTERVAL, Evenings
from kwbot.evenings.evening_rows import from_row
from kwbot.evenings.rounds import without_partner_draw
from kwbot.ids import NO_USER, TableId, UserId
from kwbot.storage.backend.failures import StorageError
from kwbot.storage.store import Store
from kwbot.storage.values.stored_evenings import StoredEvening
from kwbot.tables.errors.delivery_errors import Unreachable
from kwbot.tables.errors.refusals import Refused
from kwbot.tables.play.live_table import LiveTable
from kwbot.tables.state.round_limits import ROUND_OVER
from kwbot.tables.state.seated import Seated
from kwbot.tables.state.table_state import RunningTable
from kwbot.variants import games
from tests.tables.sandbox import CHANNEL, GUILD, House, assert_verified

P4, P5, P6, ADA = map(UserId, (4, 5, 6, 77))
QUICK = {"level": "easy", "time_choice": "30", "time_card": "30", "hints": "off"}


class Rooms:
    """Channels with numbers, what was shown, and who was let in where. With `refusing`, there are
    none; as often as `failing`, nobody gets in."""

    def __init__(self) -> None:
        self.shown: list[Evening] = []
        self.given = 100
        self.refusing = False
        self.failing = 0
        self.let_into: list[int] = []
        self.users: list[Sequence[UserId]] = []
        self.closed: list[int] = []

    def show(self, evening: Evening) -> None:
        self.shown.append(evening)

    async def room(self, evening: Evening, number: int, old: int | None) -> int:
        if self.refusing:
            raise Unreachable
        self.given += old is None
        return old or self.given

    async def let_in(self, room: int, users: Sequence[UserId]) -> None:
        self.let_into.append(room)
        self.users.append(users)
        if self.failing:
            self.failing -= 1
            raise Unreachable

    async def close(self, room: int) -> None:
        if self.failing:
            self.failing -= 1
            raise ConnectionError
        self.closed.append(room)


class Night:
    """An evening of a house, and shortcuts."""

    def __init__(self, house: House) -> None:
        self.house, self.rooms, self.number = house, Rooms(), 0
        self.evenings = self._begun()

    def _begun(self) -> Evenings:
        house = self.house
        return Evenings(house.store, house.clock, house.tables, self.rooms, games(), rng=Random(1))

    async def crash(self) -> None:
        await self.evenings.due.stop()
        await self.house.crash()
        self.evenings = self._begun()
        await self.evenings.resume()

    async def announce(self, game: str = "whist", *, deals: int = 2, hours: float = 2) -> None:
        now = self.house.clock.now()
        new = Evening(
            guild=GUILD, channel=CHANNEL, host=UserId(1), game=game, options=QUICK,
            starts=now + timedelta(hours=1), ends=now + timedelta(hours=1 + hours),
            deals=deals, seats=4,
        )  # fmt: skip
        self.number = (await self.evenings.open(new)).id

    async def come(self, *users: int) -> None:
        for user in users:
            self.house.presses += 1
            await self.evenings.arrive(
                self.number, Seated(f"P{user}", UserId(user)), self.house.presses
            )

    async def begin(self, *users: int, game: str = "whist", deals: int = 2) -> None:
        """An evening whose first round is drawn."""
        await self.announce(game, deals=deals)
        self.house.clock.advance(3600 - CHECK_IN_LEAD.total_seconds())
        await self.until(lambda now: now.stage is EveningStage.CHECK_IN)
        await self.come(*users)
        self.house.clock.advance(CHECK_IN_LEAD.total_seconds())
        await self.until(lambda now: bool(self.tables()) and self.evenings.due.is_idle)

    async def now(self) -> Evening:
        return await self.evenings.evening(self.number)

    async def until(self, done: Callable[[Evening], bool]) -> Evening:
        for _ in range(50):
            await self.house.settled()
            if done(evening := await self.now()):
                return evening
        raise AssertionError(await self.now())

    def tables(self) -> list[RunningTable]:
        return [one for one in self.house.tables.index.in_memory if isinstance(one, RunningTable)]

    async def say_farewell(self) -> None:
        """The last messages of closed tables go out."""
        for table in await self.house.store.closing_messages():
            await self.house.tables.drop_closing_messages(table)

    async def look(self) -> Evening:
        """Let the time pass until evenings are looked at again."""
        self.house.clock.advance(ROUND_LOOK_INTERVAL.total_seconds())
        await self.house.settled()
        return await self.now()

    async def step(self, number: TableId) -> bool:
        """Whatever a table waits for; False when it is over."""
        table = self.house.tables.index.get(number)
        if not isinstance(table, RunningTable):
            return False
        if table.ready is None:
            await self.house.act(number)
            return True
        user = table.seated[min(set(table.present) - table.ready.seats)].user
        assert user is not None
        self.house.presses += 1
        await self.house.ready(number, user, self.house.presses)
        return True

    async def play(self) -> Evening:
        """Play what is open until all of it is closed, and another round or the end is there."""
        rounds = len((await self.now()).rounds)
        for table in self.tables():
            while await self.step(table.id):
                pass
        return await self.until(lambda now: len(now.rounds) > rounds or not now.is_open)


@pytest.fixture
async def night(house: House) -> AsyncIterator[Night]:
    made = Night(house)
    await made.evenings.resume()
    yield made
    await made.evenings.due.stop()


@pytest.mark.slow
async def test_from_sign_up_to_the_standing_over_restarts(night: Night) -> None:
    await night.announce()
    await night.come(1, 2, 3)
    with pytest.raises(Refused):
        await night.come(1)
    night.rooms.shown.clear()
    await night.crash()
    assert night.rooms.shown == [await night.now()], "nobody may have seen it"
    night.house.clock.advance(3600 - CHECK_IN_LEAD.total_seconds())
    await night.until(lambda now: now.stage is EveningStage.CHECK_IN)
    await night.come(1, 2, 4, 5, 6)
    assert (await night.now()).signed_up == (2,), "3 has not checked in"
    night.house.clock.advance(CHECK_IN_LEAD.total_seconds())
    await night.until(lambda now: len(night.tables()) == 2)
    assert [len(table.humans) for table in night.tables()] == [3, 2]
    assert all(table.ready and not table.match.deals for table in night.tables())
    await night.crash()
    evening = await night.play()
    assert [len(sittings) for sittings in evening.rounds] == [2, 2]
    await night.until(lambda now: len(night.tables()) == 2)
    assert evening.rooms == (101, 102), "the tables of the next round are in the same places"
    night.house.clock.advance(2 * 3600)
    await night.house.settled()
    await night.crash()
    evening = await night.play()
    assert evening.stage is EveningStage.OVER
    assert len(evening.standing) == 5
    assert {one.deals for one in evening.standing} <= {2, 3, 4}
    assert not night.house.tables.index.in_memory
    await night.until(lambda now: night.rooms.shown[-1] == now)


async def test_the_first_deal_of_a_round_can_be_verified(
    night: Night, drawn_dealer: None, tmp_path: Path
) -> None:
    await night.begin(1, 2, 3, deals=1)
    (table,) = night.tables()
    sealed = table.ready
    assert sealed is not None
    await night.play()
    proof = await night.house.tables.archive.proof(table.id, 1)
    assert proof is not None
    assert sealed.commitment in proof, "what was posted before anybody was ready"
    await assert_verified(proof, tmp_path)


async def test_who_leaves_as_the_bot_is_killed_is_not_drawn_again(
    night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After one write, to the table or the evening, the bot is dead."""
    await night.begin(1, 2, 3, deals=1)
    written: list[object] = []

    def killed(write: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def once(*args: Any, **kwargs: Any) -> Any:
            if written:
                raise StorageError
            written.append(write)
            return await write(*args, **kwargs)

        return once

    with monkeypatch.context() as patched:
        store = night.house.store
        patched.setattr(store, "append", killed(store.append))
        patched.setattr(store.evenings, "change", killed(store.evenings.change))
        with pytest.raises(StorageError):
            await night.evenings.leave(night.number, UserId(2))
    await night.crash()
    evening = await night.play()
    left = evening.number_of(UserId(2))
    assert left is not None
    assert evening.entrants[left].presence == "gone"
    assert len(evening.rounds) == 2
    assert not any(sitting.has(left) for sitting in evening.round)


async def test_who_leaves_as_their_table_ends_is_not_refused(
    night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table's end has entered that they are gone."""
    await night.begin(1, 2)
    leave = LiveTable.leave

    async def ending(live: LiveTable, user_id: UserId) -> None:
        await leave(live, user_id)
        await night.evenings._change(night.number, lambda now: now.with_presence("gone", [user_id]))

    monkeypatch.setattr(LiveTable, "leave", ending)
    evening = await night.evenings.leave(night.number, UserId(1))
    assert evening.here == (evening.number_of(UserId(2)),)
    with pytest.raises(Refused, match="on the list"):
        await night.evenings.leave(night.number, UserId(1))


@pytest.mark.parametrize("game", sorted(games()))
def test_no_partners_are_drawn_and_the_same_sides_play(game: str) -> None:
    variant = games()[game]
    usual = variant.option_values({})
    undrawn_ones = {**usual, **without_partner_draw(variant, {})}
    assert not variant.draws(undrawn_ones)
    before, after = (variant.sides(variant.opening(one, 4)) for one in (usual, undrawn_ones))
    assert before == after


@pytest.mark.parametrize("killed", [False, True])
async def test_the_rooms_of_an_evening_are_closed_when_it_is_over(
    night: Night, *, killed: bool
) -> None:
    await night.begin(1, 2, 3, 4, 5, deals=1)
    rooms = (await night.now()).rooms
    await night.play()
    await night.say_farewell()
    assert (await night.look()).rooms == rooms, "the next round is played there"
    night.house.clock.advance(2 * 3600)
    await night.house.settled()
    assert (await night.play()).stage is EveningStage.OVER
    assert (await night.look()).spent_rooms == rooms, "their last messages are not out"
    assert night.rooms.closed == []
    shown = len(night.rooms.shown)
    await night.say_farewell()
    if killed:
        await night.crash()
        shown += 1
    night.rooms.failing = 1
    await night.look()
    await night.look()
    assert night.rooms.closed == [*rooms], "though one was not closed at first"
    assert (await night.look()).spent_rooms == ()
    assert len(night.rooms.shown) == shown, "nobody sees anything of it in the channel"
    await night.crash()
    await night.look()
    assert night.rooms.closed == [*rooms], "once"


async def test_who_was_not_let_in_gets_nothing_of_what_a_computer_of_that_name_brings(
    night: Night,
) -> None:
    await night.begin(1, 2, 3, 4)
    (table,) = night.tables()
    live, host = night.house.tables.index.at(table.id), table.host
    gone = next(user for user in map(UserId, (1, 2, 3, 4)) if user != host)
    await live.leave(gone)
    await live.ask_in(Seated("Ada", ADA))
    await night.house.vote(table.id, host, agree=False)
    await live.decisions.give_to_computer(host, table.seat_of(gone))
    assert night.house.at(table.id).seated[table.seat_of(gone)].name == "Ada"
    evening = await night.play()
    assert evening.number_of(ADA) is None


async def test_rooms_that_cannot_be_closed_are_left_once_the_evening_is_no_news(
    night: Night,
) -> None:
    await night.begin(1, 2, 3, 4, deals=1)
    night.house.clock.advance(2 * 3600)
    await night.house.settled()
    assert (await night.play()).stage is EveningStage.OVER
    await night.say_farewell()
    night.rooms.failing = 1000
    await night.look()
    night.house.clock.advance(NEWS_PERIOD.total_seconds())
    await night.look()
    await night.look()
    failing = night.rooms.failing
    await night.look()
    assert night.rooms.failing == failing < 1000


async def test_who_leads_next_closes_the_rooms_of_an_evening_that_is_over(night: Night) -> None:
    await night.begin(1, 2, 3, 4, deals=1)
    night.house.clock.advance(2 * 3600)
    await night.house.settled()
    assert (await night.play()).stage is EveningStage.OVER
    await night.evenings.due.stop()
    await night.say_farewell()
    cluster = SimpleNamespace(leads=False)
    store = cast("Store", Clustered(night.house.store, cluster))
    other = Evenings(store, night.house.clock, night.house.tables, night.rooms, games())
    await other.resume()
    await night.look()
    assert night.rooms.closed == []
    cluster.leads = True
    await night.look()
    assert night.rooms.closed == [101]
    await other.due.stop()


class Clustered:
    """A store as a process of a cluster has it."""

    def __init__(self, store: Store, cluster: object) -> None:
        self._store, self.cluster = store, cluster

    def __getattr__(self, name: str) -> object:
        return getattr(self._store, name)


async def test_the_last_deal_is_played_out_and_none_follows(night: Night) -> None:
    await night.begin(1, 2, 3, 4, deals=20)
    (table,) = night.tables()
    await night.house.all_ready(table.id)
    night.house.clock.advance(2 * 3600 - 60)
    await night.house.settled()
    await night.step(table.id)
    night.house.clock.advance(60)
    await night.house.settled()
    assert night.house.tables.index.get(table.id), "the deal under way goes on"
    evening = await night.play()
    assert evening.stage is EveningStage.OVER
    reason, game = night.house.closed(table.id)
    assert (reason, len(game.match.deals)) == ("round", 1)
    assert [one.points for one in evening.standing] == sorted(game.match.sheet.scores)[::-1]


async def test_what_is_shown_last_is_what_was_stored_last(
    night: Night, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even where the database answers the later change first, as PostgreSQL may."""
    change, held = store.evenings.change, asyncio.Event()

    async def late(number: int, step: Callable[[StoredEvening], StoredEvening]) -> StoredEvening:
        row = await change(number, step)
        if len(from_row(row).entrants) == 1:
            await held.wait()
        return row

    await night.announce()
    monkeypatch.setattr(store.evenings, "change", late)
    coming = [asyncio.create_task(night.come(user)) for user in (1, 2)]
    await night.house.settled()
    held.set()
    await asyncio.gather(*coming)
    assert night.rooms.shown[-1] == await night.now()


async def test_a_table_that_closes_just_when_it_is_to_end_has_ended(
    night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    await night.begin(1, 2, 3, 4, deals=20)
    await night.evenings.due.stop()
    await night.house.tables._alarms.stop()
    night.house.clock.advance(2 * 3600)
    at = night.house.tables.index.at

    def closing(number: TableId) -> LiveTable:
        live = at(number)
        monkeypatch.setattr(live, "end_round", partial(_closed_before, live, live.end_round))
        return live

    monkeypatch.setattr(night.house.tables.index, "at", closing)
    assert (await night.evenings.advance(night.number)).stage is EveningStage.OVER


async def _closed_before(live: LiveTable, then: Callable[[], Awaitable[None]]) -> None:
    await live.close(ROUND_OVER)
    await then()


async def test_who_comes_late_takes_a_computers_seat_and_its_points_from_then_on(
    night: Night,
) -> None:
    await night.begin(1, 2, 3)
    (table,) = night.tables()
    while len(night.house.at(table.id).match.deals) < 1:
        await night.step(table.id)
    computer = night.house.at(table.id).computers[0]
    before = night.house.at(table.id).match.sheet.scores[computer]
    await night.come(4)
    assert night.house.at(table.id).seated[computer].user == 4
    evening = await night.play()
    _, game = night.house.closed(table.id)
    standing = evening.standing
    late = next(one for one in standing if one.user == 4)
    assert (late.points, late.deals) == (game.match.sheet.scores[computer] - before, 1)
    assert {one.deals for one in standing if one is not late} == {2}


async def test_who_comes_late_when_the_bot_is_killed_comes_once_more(
    night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    await night.begin(1, 2, 3)

    async def killed(*_: object) -> None:
        raise StorageError

    with monkeypatch.context() as untold:
        untold.setattr(night.evenings, "_seat_late", killed)
        with pytest.raises(StorageError):
            await night.come(4)
    await night.crash()
    (table,) = night.tables()
    assert not table.has(P4)
    await night.come(4)
    assert night.house.at(table.id).has(P4)
    with pytest.raises(Refused):
        await night.come(4)


async def test_who_comes_to_full_tables_gets_one_of_their_own(night: Night) -> None:
    await night.begin(1, 2, 3, 4)
    await night.come(5)
    await night.until(lambda now: len(night.tables()) == 2)
    late = night.tables()[1]
    assert late.humans == (0,)
    assert late.seated[0].user == 5
    await night.come(6)
    assert night.house.at(late.id).has(P6)


@pytest.mark.slow
async def test_who_leaves_keeps_what_a_computer_plays_for_them(night: Night) -> None:
    await night.begin(1, 2, 3, 4, 5)
    five = next(table for table in night.tables() if table.has(P5))
    await night.evenings.leave(night.number, P5)
    assert five.seat_of(P5) in night.house.at(five.id).away
    evening = await night.play()
    assert 5 not in [
        evening.entrants[at].user for table in evening.round for at in table.seats if at
    ]
    line = next(one for one in evening.standing if one.user == 5)
    assert (line.has_left, line.deals, line.by_computer) == (True, 2, 2)
    await night.until(lambda now: bool(night.tables()))
    await night.come(5)
    await night.until(lambda now: any(table.has(P5) for table in night.tables()))


@pytest.mark.slow
async def test_a_match_won_early_is_followed_by_another(night: Night) -> None:
    await night.announce("kombinations-whist", deals=3)
    number = night.number
    await night.house.store.evenings.change(
        number, lambda row: replace(row, options={**QUICK, "winning": "limited", "rounds": "1"})
    )
    night.house.clock.advance(3600)
    await night.until(lambda now: now.stage is EveningStage.CHECK_IN)
    await night.come(1, 2)
    await night.until(lambda now: bool(night.tables()))
    ids = set()
    while (await night.now()).under_way and len((await night.now()).rounds) == 1:
        for table in night.tables():
            ids.add(table.id)
            await night.step(table.id)
        await night.house.settled()
    evening = await night.now()
    played = {one.deals for one in evening.standing}
    assert played == {3} or len(ids) == 1


async def test_house_whist_is_settled_at_the_end_of_a_round(night: Night) -> None:
    await night.begin(1, 2, 3, 4, game="hus", deals=1)
    (table,) = night.tables()
    evening = await night.play()
    _, game = night.house.closed(table.id)
    assert game.match.sheet.settlement
    assert sum(one.settled for one in evening.standing) == 0
    assert sorted(one.settled for one in evening.standing) == sorted(game.match.sheet.settlement)


async def test_nobody_waits_for_a_table_that_stands_still(night: Night) -> None:
    await night.begin(1, 2, 3, 4, 5)
    dead, alive = sorted(night.tables(), key=lambda table: -len(table.humans))
    while await night.step(alive.id):
        pass
    await night.house.settled()
    assert night.house.tables.index.get(dead.id) is not None
    night.house.clock.advance(11 * 60)
    await night.until(lambda now: len(now.rounds) == 2)
    assert night.house.closed(dead.id)[0] == "round"


async def roomless(night: Night, *users: int) -> None:
    """An evening whose first round is drawn, with no room for its tables yet."""
    night.rooms.refusing = True
    await night.announce()
    night.house.clock.advance(3600 - CHECK_IN_LEAD.total_seconds())
    await night.until(lambda now: now.stage is EveningStage.CHECK_IN)
    await night.come(*users)
    night.house.clock.advance(CHECK_IN_LEAD.total_seconds())
    await night.until(lambda now: bool(now.round) and night.evenings.due.is_idle)


async def test_an_evening_that_finds_no_room_ends_at_its_hour(night: Night) -> None:
    """As when somebody has deleted its channel."""
    await roomless(night, 1, 2)
    night.house.clock.advance(2 * 3600 - 60)
    assert (await night.until(lambda _: night.evenings.due.is_idle)).is_open
    night.house.clock.advance(60)
    evening = await night.until(lambda now: not now.is_open)
    assert evening.stage is EveningStage.OVER
    assert evening.standing == []


async def test_who_goes_before_their_table_is_open_has_no_seat_there(
    night: Night, store: Store
) -> None:
    await roomless(night, 1, 2, 3, 4, 5)
    here = await night.now()
    whole, other = sorted(
        ([here.entrants[at].user for at in one.seats if at is not None] for one in here.round),
        key=len,
    )
    await night.evenings.leave(night.number, other[0] or NO_USER)
    for user in whole:
        await store.delete_user_data(user or NO_USER)
    night.rooms.refusing = False
    night.house.clock.advance(60)
    await night.until(lambda _: bool(night.tables()))
    (table,) = night.tables()
    assert {one.user for one in table.seated} == {*other[1:], None}
    evening = await night.play()
    assert {one.user for one in evening.standing} == {*other[1:]}


async def test_a_table_given_up_before_it_had_a_room_stops_no_other(night: Night) -> None:
    await roomless(night, 1, 2, 3, 4, 5)
    here = await night.now()
    for at in here.round[0].seats:
        if at is not None:
            await night.evenings.leave(night.number, here.entrants[at].user or NO_USER)
    night.rooms.refusing = False
    night.house.clock.advance(60)
    await night.until(lambda _: bool(night.tables()))
    assert [one.channel for one in night.tables()] == [101]
    evening = await night.now()
    assert (room_at(evening, 0), room_at(evening, 1)) == (None, 101)
    told = facts_of(evening, games()[evening.game]).tables
    assert [one.place for one in told] == ["", "<#101>"]
    assert evening.without_rooms().spent_rooms == (101,)


async def test_who_goes_while_their_table_is_being_opened_does_not_play_there(
    night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    await roomless(night, 1, 2)
    night.rooms.refusing = False

    async def let_in(_room: int, _users: Sequence[UserId]) -> None:
        await night.evenings.leave(night.number, UserId(2))

    monkeypatch.setattr(night.rooms, "let_in", let_in)
    night.house.clock.advance(60)
    await night.until(lambda _: bool(night.tables()) and night.evenings.due.is_idle)
    (table,) = night.tables()
    assert [table.seated[seat].user for seat in table.present] == [UserId(1)]


async def during_the_draw(
    night: Night, monkeypatch: pytest.MonkeyPatch, act: Callable[[], Awaitable[object]]
) -> None:
    """Somebody presses while the first round of 1 and 2 is being drawn."""
    await night.announce()
    night.house.clock.advance(3600 - CHECK_IN_LEAD.total_seconds())
    await night.until(lambda now: now.stage is EveningStage.CHECK_IN)
    await night.come(1, 2)
    acted: list[object] = []
    without_barred = night.evenings._without_barred

    async def press(evening: Evening) -> Evening:
        drawn = await without_barred(evening)
        if not acted:
            acted.append(await act())
        return drawn

    monkeypatch.setattr(night.evenings, "_without_barred", press)
    night.house.clock.advance(CHECK_IN_LEAD.total_seconds())
    await night.until(lambda _: bool(acted) and night.evenings.due.is_idle)


async def test_an_evening_called_off_during_its_draw_stays_so(
    night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    await during_the_draw(night, monkeypatch, lambda: night.evenings.cancel(night.number))
    assert (await night.now()).stage is EveningStage.CANCELLED
    assert not night.tables()


async def test_who_checks_in_during_the_draw_plays_the_first_round(
    night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    await during_the_draw(night, monkeypatch, lambda: night.come(3))
    (table,) = night.tables()
    assert {one.user for one in table.seated} == {1, 2, 3, None}


@pytest.mark.slow
async def test_the_rest_of_a_round_is_not_played_by_somebody_who_was_forgotten(
    night: Night, store: Store
) -> None:
    await night.announce("kombinations-whist", deals=20)
    quickly_won = {**QUICK, "winning": "limited", "rounds": "1"}
    await night.evenings.notes.note(night.number, options=quickly_won)
    night.house.clock.advance(3600)
    await night.until(lambda now: now.stage is EveningStage.CHECK_IN)
    await night.come(1)
    await night.until(lambda _: bool(night.tables()))
    (table,) = night.tables()
    assert await store.delete_user_data(UserId(1)) == [table.id]
    while await night.step(table.id):
        pass
    await night.until(lambda now: not now.under_way)


async def test_nothing_counts_of_what_a_moderator_closes(night: Night, store: Store) -> None:
    await night.begin(1, 2)
    (table,) = night.tables()
    while len(night.house.at(table.id).match.deals) < 1:
        await night.step(table.id)
    await night.house.tables.index.at(table.id).close("moderator")
    evening = await night.until(lambda now: len(now.rounds) == 2)
    assert evening.standing == []


async def test_an_evening_without_anybody_ends_at_its_hour(night: Night) -> None:
    await night.announce()
    await night.come(1)
    night.house.clock.advance(3 * 3600 + 1)
    evening = await night.until(lambda now: not now.is_open)
    assert evening.stage is EveningStage.OVER
    assert evening.standing == []
    with pytest.raises(Refused):
        await night.come(2)


async def test_people_can_check_in_though_nobody_was_served_at_the_hour(night: Night) -> None:
    await night.announce()
    await night.house.settled()
    night.house.clock.stall(3600 + 60)
    await night.until(lambda now: now.stage is EveningStage.CHECK_IN)
    await night.come(1)
    night.house.clock.advance(CHECK_IN_LEAD.total_seconds() - 60)
    await night.house.settled()
    assert not night.tables(), "others may come"
    await night.come(2)
    night.house.clock.advance(60)
    evening = await night.until(lambda now: bool(night.tables()))
    assert len(evening.here) == 2


@pytest.mark.parametrize("stage", [EveningStage.ANNOUNCED, EveningStage.PLAYING])
async def test_no_evening_ends_by_a_clock_that_is_wrong(night: Night, stage: EveningStage) -> None:
    await (night.announce() if stage is EveningStage.ANNOUNCED else night.begin(1, 2))
    await night.house.settled()
    tables = night.tables()
    night.house.clock.jump(24 * 3600)
    await night.house.settled()
    night.house.clock.advance(59 * 60)
    await night.house.settled()
    assert (await night.now()).is_open
    night.house.clock.jump(-24 * 3600)
    await night.house.settled()
    assert (await night.now()).is_open
    assert [one.id for one in night.tables()] == [one.id for one in tables]
    night.house.clock.advance(5 * 3600)
    await night.until(lambda now: bool(now.round) or not now.is_open)


async def test_an_evening_that_nobody_can_come_to_ends_an_hour_late(night: Night) -> None:
    await night.announce(hours=2)
    await night.house.settled()
    night.house.clock.stall(10 * 3600)
    await night.until(lambda now: now.stage is EveningStage.CHECK_IN)
    night.house.clock.advance(3600)
    await night.until(lambda now: now.stage is EveningStage.OVER)
