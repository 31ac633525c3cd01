"""A duplicate at real tables, on a clock turned by hand, without Discord."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Sequence
from dataclasses import replace
from datetime import timedelta
from fractions import Fraction
from pathlib import Path

import pytest

from benches.stand_ins import HandClock, LocalComputers
from cogs.screens.table.table_facts import closed_text
from kwbot.engine.values.actions import CHANCE, Action
from kwbot.evenings.duplicate_deals import in_pairs
from kwbot.evenings.evening import CHECK_IN_LEAD, Evening, EveningStage
from kwbot.evenings.evening_rows import OPEN_STAGES, from_row, to_row
from kwbot.evenings.rounds import STALL_PATIENCE
from kwbot.ids import TableId, UserId
from kwbot.storage.queries.game_queries import GameScope
from kwbot.storage.upkeep.live_copy import back_up
from kwbot.storage.upkeep.restoring import restore
from kwbot.tables.errors.refusals import Refused
from kwbot.tables.state.round_limits import ROUND_OVER, is_round_over
from kwbot.tables.state.seated import Seated
from kwbot.tables.state.table_state import ClosedTable, RunningTable
from kwbot.tables.thinking import computer_turns
from kwbot.tables.thinking.computer_protocol import Turns
from kwbot.text.words.language import language_of
from kwbot.variants import games
from tests.evenings.test_evening_manager import QUICK, Night
from tests.tables.sandbox import CHANNEL, GUILD, House, assert_verified
from tests.tables.test_restore import running


@pytest.fixture
async def night(house: House, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Night]:
    monkeypatch.setattr(computer_turns, "DUPLICATE_SAMPLES", 2)
    made = Night(house)
    await made.evenings.resume()
    yield made
    await made.evenings.due.stop()


async def begin(
    night: Night, *users: int, game: str = "whist", deals: int = 1, opens: bool = True
) -> None:
    """A duplicate whose first round is drawn."""
    now = night.house.clock.now()
    new = Evening(
        guild=GUILD, channel=CHANNEL, host=UserId(1), game=game, options=QUICK,
        starts=now + CHECK_IN_LEAD, ends=now + CHECK_IN_LEAD + timedelta(hours=2), deals=deals,
        seats=4, is_duplicate=True, in_pairs=in_pairs(games()[game], {}),
    )  # fmt: skip
    night.number = (await night.evenings.open(new)).id
    await night.until(lambda now: now.stage is EveningStage.CHECK_IN)
    await night.come(*users)
    night.house.clock.advance(CHECK_IN_LEAD.total_seconds())
    await night.until(lambda now: bool(now.round) and night.evenings.due.is_idle)
    assert bool(night.tables()) == opens


async def play_round(night: Night) -> Evening:
    """Play all deals of the round at all tables."""
    rounds = len((await night.now()).rounds)
    while (await night.now()).shown < rounds:
        for table in night.tables():
            while await night.step(table.id):
                pass
        await night.house.settled()
    return await night.until(lambda now: len(now.rounds) > rounds or not now.is_open)


def cards(table: RunningTable) -> object:
    """What was dealt in the running deal, and by whom."""
    deal = table.match.deal
    assert deal is not None
    return deal.start.dealer, [action for seat, action in deal.log if seat == CHANCE]


async def test_all_tables_get_the_same_cards_which_no_press_changes(night: Night) -> None:
    await begin(night, 1, 2, 3, 4, 5)
    first, second = night.tables()
    assert first.ready
    assert second.ready
    assert first.ready.commitment == second.ready.commitment
    with pytest.raises(Refused, match="same deal"):
        await night.house.tables.index.at(first.id).stir(first.host, 1, "abracadabra")
    night.house.presses += 7
    for table in (second, first):
        await night.house.all_ready(table.id)
    dealt = [night.house.at(table.id) for table in (first, second)]
    assert cards(dealt[0]) == cards(dealt[1])


def moves(table: RunningTable) -> list[str]:
    """The moves of its only deal."""
    return [line for line in table.match.deals[0].lines.splitlines() if " play " in line]


async def test_two_who_play_alike_at_two_tables_see_the_same(
    night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is alone with computers, who have the same names, look at the same number of samples
    whatever the load, and know neither table."""
    asked, taken = list[Turns](), LocalComputers.take_turns

    def noted(computers: LocalComputers, turns: Turns) -> Awaitable[Sequence[Action]]:
        asked.append(turns)
        return taken(computers, turns)

    monkeypatch.setattr(LocalComputers, "take_turns", noted)
    await begin(night, 1, 2, game="esmakker")
    first, second = night.tables()
    assert first.names[1:] == second.names[1:]
    assert first.seated[0].user != second.seated[0].user
    for table in (first, second):
        night.house.rng.seed(1)
        while await night.step(table.id):
            pass
        night.house.presses += 1
    games_ = [night.house.closed(table.id)[1] for table in (first, second)]
    assert games_[0].match.deals[0].lines == games_[1].match.deals[0].lines
    assert len({game.seq for game in games_}) == 1
    assert len({one.opening.key for one in asked}) == 1
    assert {one.samples for one in asked} == {2}
    assert all(one.match.deal and one.moment == len(one.match.deal.moves()) for one in asked)


async def test_the_rooms_of_a_round_are_closed_when_those_of_the_next_are_open(
    night: Night,
) -> None:
    await begin(night, 1, 2)
    rooms = (await night.now()).rooms
    night.rooms.refusing = True
    await play_round(night)
    await night.say_farewell()
    assert (await night.look()).spent_rooms == rooms
    assert night.rooms.closed == []
    night.rooms.refusing = False
    evening = await night.look()
    assert night.rooms.closed == [*rooms]
    assert evening.spent_rooms == ()
    assert len(evening.rooms) == 2
    assert not {*rooms} & {*evening.rooms}


@pytest.mark.slow
async def test_from_the_first_deal_to_the_standing_over_two_kills(
    night: Night, drawn_dealer: None, tmp_path: Path
) -> None:
    await begin(night, *range(1, 8), deals=2)
    await night.crash()
    first, second = night.tables()
    sealed = first.ready
    while await night.step(first.id):
        pass
    await night.house.settled()
    assert (await night.now()).standing == [], "nothing is told while others play the same"
    await night.crash()
    boards = (await night.now()).round
    assert [len(one.results) for one in boards] == [1, 0]
    row = await night.house.store.tables.load(first.id)
    assert row
    assert row.withheld
    scope = GameScope(guild=GUILD, channel=row.channel_id)
    assert await night.house.store.results.games(scope, limit=5, offset=0) == ([], 0)
    assert await night.house.store.results.career(GUILD, first.host, "whist") == []
    rounds = (await play_round(night)).rounds
    evening = await night.until(lambda now: now.shown == 1 and len(now.rounds) == 2)
    assert [len(one.results) for one in rounds[0]] == [2, 2]
    assert len({table.channel for table in night.tables()} | {first.channel, second.channel}) == 4
    row = await night.house.store.tables.load(first.id)
    assert row
    assert not row.withheld
    proof = await night.house.tables.archive.proof(first.id, 1)
    assert proof
    assert sealed
    assert sealed.commitment in proof
    assert "contribution" not in proof
    await assert_verified(proof, tmp_path)
    assert len(await night.house.store.results.career(GUILD, first.host, "whist")) == 2
    lines = evening.standing
    assert sorted(one.name for one in lines) == [f"P{user}" for user in range(1, 8)]
    assert {one.deals for one in lines} == {2}
    assert sum(one.percent or 0 for one in lines) <= 8 * 50, "a computer has the rest"
    await night.evenings.cancel(night.number)
    await night.house.settled()
    assert len(night.tables()) == 2, "the round goes on to its end"
    evening = await play_round(night)
    assert evening.stage is EveningStage.OVER
    assert {one.deals for one in evening.standing} == {4}


async def test_a_computer_plays_on_for_who_leaves_and_they_come_back_for_the_next_deal(
    night: Night,
) -> None:
    await begin(night, 1, 2, 3, 4, 5, deals=3)
    table = next(one for one in night.tables() if len(one.humans) > 2)
    leaver = table.seated[table.humans[-1]].user
    assert leaver is not None
    await night.house.all_ready(table.id)
    await night.evenings.leave(night.number, leaver)
    while await night.step(table.id):
        pass
    await night.house.settled()
    second = next(one for one in night.tables() if one.channel == table.channel)
    assert not second.has(leaver)
    await night.come(leaver)
    assert not night.house.at(second.id).has(leaver), "not in the middle of a deal"
    while await night.step(second.id):
        pass
    await night.house.settled()
    third = next(one for one in night.tables() if one.channel == table.channel)
    assert third.seat_of(leaver) == table.seat_of(leaver)
    evening = await play_round(night)
    score = next(one for one in evening.standing if one.user == leaver)
    assert (score.deals, score.by_computer) == (3, 2)


async def test_who_comes_late_plays_from_the_next_round_on(night: Night) -> None:
    await begin(night, 1, 2, 3)
    await night.come(4)
    assert not any(one.has(UserId(4)) for one in night.tables())
    await play_round(night)
    await night.until(lambda now: len(night.tables()) == 2)
    assert any(one.has(UserId(4)) for one in night.tables())


async def test_a_table_that_all_have_left_holds_nobody_up(night: Night) -> None:
    await begin(night, 1, 2, deals=2)
    first, second = night.tables()
    await night.house.all_ready(first.id)
    assert first.seated[0].user is not None
    await night.evenings.leave(night.number, first.seated[0].user)
    while await night.step(second.id):
        pass
    await night.house.settled()
    while (last := [one for one in night.tables() if one.channel == second.channel]) != []:
        await night.step(last[0].id)
        await night.house.settled()
    night.house.clock.advance(STALL_PATIENCE.total_seconds() + 60)
    evening = await night.until(lambda now: now.shown == 1)
    assert [[bool(board.points) for board in one.results] for one in evening.round] == [
        [False, False], [True, True],
    ]  # fmt: skip
    (score,) = evening.standing
    assert (score.deals, score.percent) == (2, Fraction(50))


async def test_who_is_forgotten_meanwhile_takes_nothing_from_the_others(night: Night) -> None:
    """What a table has brought is entered when all have played its deal."""
    await begin(night, *range(1, 9))
    first, second = night.tables()
    gone, other = first.seated[0].user, first.seated[1].user
    assert gone
    assert other
    while await night.step(first.id):
        pass
    await night.house.settled()
    store = night.house.store
    assert await store.delete_user_data(gone) == [first.id], "deleted once all have played it"
    while await night.step(second.id):
        pass
    await night.until(lambda now: now.shown == 1)
    assert len(await store.results.career(GUILD, other, "whist")) == 1
    assert first.id not in await store.delete_user_data(gone)
    assert await store.tables.load(first.id) is None


async def test_a_duplicate_that_finds_no_room_ends_at_its_hour(night: Night) -> None:
    night.rooms.refusing = True
    await begin(night, 1, 2, opens=False)
    night.house.clock.advance(2 * 3600)
    evening = await night.until(lambda now: not now.is_open)
    assert evening.standing == []


@pytest.mark.parametrize("killing", [False, True])
async def test_who_could_not_be_let_in_is_let_into_the_same_room(
    night: Night, *, killing: bool
) -> None:
    night.rooms.failing = 1000
    await begin(night, 1, 2, opens=False)
    night.rooms.failing = 0
    if killing:
        await night.crash()
    for _ in range(10):
        night.house.clock.advance(60)
        await night.house.settled()
    assert [table.channel for table in night.tables()] == [101, 102]
    assert night.rooms.let_into[-2:] == [101, 102]
    assert night.rooms.given == 102


@pytest.mark.parametrize("leaving", [False, True])
async def test_who_has_left_their_private_room_is_let_in_again(
    night: Night, *, leaving: bool
) -> None:
    """Of the thread alone, or also of the evening; nobody else is added, and no stranger."""
    await begin(night, 1, 2)
    room = next(one.channel for one in night.tables() if one.has(UserId(2)))
    before = len(night.rooms.let_into)
    if leaving:
        await night.evenings.leave(night.number, UserId(2))
    await night.come(2)
    await night.come(3)
    assert night.rooms.let_into[before:] == [room]
    assert night.rooms.users[-1] == [2]
    table = next(one for one in night.tables() if one.channel == room)
    assert UserId(2) in [table.seated[seat].user for seat in table.present]


async def test_nobody_cuts_the_deck_of_house_whist(night: Night) -> None:
    await begin(night, 1, 2, game="hus")
    for table in night.tables():
        await night.house.all_ready(table.id)
    first, second = (night.house.at(table.id) for table in night.tables())
    assert cards(first) == cards(second)


async def test_nobody_comes_nor_takes_back_where_others_play_the_same(night: Night) -> None:
    await begin(night, 1, 2)
    table = night.tables()[0]
    await night.house.all_ready(table.id)
    live = night.house.tables.index.at(table.id)
    stranger = Seated("Stranger", UserId(77))
    for refused in (
        live.take_back(table.host, 1, 1), live.decisions.finish(table.host), live.ask_in(stranger),
    ):  # fmt: skip
        with pytest.raises(Refused, match="same deal"):
            await refused


async def test_a_deal_that_a_restored_backup_voids_is_not_dealt_anew(night: Night) -> None:
    """Its secret is gone at this table alone: with another one the cards would be others."""
    await begin(night, 1, 2)
    game = night.tables()[0]
    assert not is_round_over(game, night.house.clock.now())
    assert is_round_over(replace(game, ready=None), night.house.clock.now())


async def begun(night: Night, table_id: TableId) -> None:
    """Its cards are dealt, and somebody has played one."""
    while not (play := night.house.at(table_id).match.deal) or play.play is None:
        await night.step(table_id)
    await night.step(table_id)


@pytest.mark.slow
async def test_after_a_restored_backup_nobody_gets_cards_that_may_be_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One table is in its second deal, the other in its first; then the round is played out, and
    all of its secrets are shown."""
    monkeypatch.setattr(computer_turns, "DUPLICATE_SAMPLES", 2)
    url, copy = f"sqlite:///{tmp_path / 'kwbot.sqlite3'}", tmp_path / "copy.sqlite3"
    async with running(url) as house:
        night = Night(house)
        await night.evenings.resume()
        await begin(night, 1, 2, deals=3)
        ahead, behind = (table.id for table in night.tables())
        while await night.step(ahead):
            pass
        await night.until(lambda now: len(night.tables()) == 2)
        (second,) = {table.id for table in night.tables()} - {behind}
        for table in (behind, second):
            await begun(night, table)
        now, known = house.clock.now(), (await night.now()).secrets
        await asyncio.to_thread(back_up, url, copy, wait=0)
        await play_round(night)
        await night.evenings.due.stop()

    said = await asyncio.to_thread(restore, url, copy, now, wait=0)
    assert "running deals that will be dealt anew: 0. Deals of a duplicate" in said
    assert "that do not count: 2." in said

    async with running(url) as house:
        house.clock.advance((now - house.clock.now()).total_seconds())
        night = Night(house)
        (row,) = await house.store.evenings.in_states(OPEN_STAGES)
        night.number = row.id
        assert from_row(row).secrets[:2] == (b"", b"")
        assert from_row(row).secrets[2] not in known
        assert len(from_row(row).secrets[2]) == len(known[2])
        await night.evenings.resume()
        await night.house.settled()
        over = [one for one in house.listener.states if isinstance(one, ClosedTable)]
        assert {one.reason for one in over} == {ROUND_OVER}
        assert len({one.id for one in over}) == 2
        for closed in over:
            told = closed_text(closed, language_of("en"))
            assert told.startswith("A backup was restored. This deal doesn't count, because its")
        evening = await play_round(night)
        boards = [[bool(one.points) for one in at.results] for at in evening.rounds[0]]
        assert sorted(boards) == [[False, False, True], [True, False, True]]
        await night.evenings.due.stop()


def test_a_duplicate_has_room_for_eight_tables() -> None:
    now = HandClock().now()
    evening = Evening(
        guild=GUILD, channel=CHANNEL, host=UserId(1), game="whist", starts=now, ends=now, deals=1,
        seats=4, is_duplicate=True,
    )  # fmt: skip
    for user in range(32):
        evening = evening.with_arrival(UserId(user), f"P{user}")
    with pytest.raises(Refused, match="people at most"):
        evening.with_arrival(UserId(32), "P32")
    assert from_row(to_row(evening)) == evening
