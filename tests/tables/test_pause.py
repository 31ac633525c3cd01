"""Computer players take a moment: what is stored is shown before, and nobody waits for them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from datetime import timedelta
from itertools import pairwise

import pytest

from benches.stand_ins import LocalComputers
from bot import MIN_PAUSE
from kwbot.engine.values.actions import Action, Cut, Seat
from kwbot.ids import TableId
from kwbot.players.tastes.characters import CHARACTERS
from kwbot.players.turns.deal_start import DealStart, chance
from kwbot.storage.backend.failures import StorageError
from kwbot.storage.store import Store
from kwbot.storage.values.documents import Preferences
from kwbot.tables.play import endings
from kwbot.tables.play.table_clock import LEAST_WAIT
from kwbot.tables.play.transaction import Transaction
from kwbot.tables.serving.table_manager import Tables
from kwbot.tables.state.only_moves import only_move
from kwbot.tables.state.pace import PACE_PAUSES, slowness
from kwbot.tables.state.table_state import ClosedTable, RunningTable
from kwbot.tables.thinking.computer_protocol import Turns
from kwbot.tables.thinking.computer_turns import key_of
from kwbot.tables.thinking.computer_turns import turns as turns_of
from kwbot.variants import games
from tests.tables.sandbox import ANNA, BO, House

PAUSE = 1.0
WHIST = "whist"


@pytest.fixture
async def slow(store: Store) -> AsyncIterator[House]:
    """A house whose computer players take their time."""
    made = House(store, pause=PAUSE)
    await made.tables.resume()
    yield made
    await made.tables.stop()


async def until_computers(house: House, table_id: TableId) -> None:
    """Play until a computer player is in turn."""
    await house.settled()
    while house.at(table_id).computer_in_turn() is None and house.at(table_id).ready is None:
        await house.step(table_id)
        await house.settled()


async def passed(house: House, table_id: TableId) -> None:
    """Pause after pause, until no computer player is in turn."""
    await house.settled()
    while house.at(table_id).computer_in_turn() is not None:
        house.clock.advance(PAUSE)
        await house.settled()


@pytest.mark.parametrize(("pace", "pauses", "lies"), [("calm", 2, 4), ("normal", 1, 2),
                                                      ("quick", 0.4, 0.8)])  # fmt: skip
async def test_they_act_one_by_one_at_the_tables_pace_and_a_full_trick_lies(
    slow: House, pace: str, pauses: float, lies: float
) -> None:
    table = await slow.dealt(computers=3, game=WHIST, pace=pace)
    waited = set[tuple[bool, float]]()
    while slow.at(table).ready is None and len(waited) < 2:
        await until_computers(slow, table)
        before = slow.at(table)
        assert before.match.deal
        play = before.match.deal.play
        assert play is not None
        full = bool(play.tricks) and not play.plays
        seat = before.computer_in_turn()
        assert seat is not None
        slow_by = CHARACTERS[before.names[seat]].pause
        pause = (lies if full else pauses * slow_by) * PAUSE
        slow.clock.advance(0.9 * pause)
        await slow.settled()
        assert slow.at(table).seq == before.seq
        slow.clock.advance(0.1 * pause + 0.001)
        await slow.settled()
        assert slow.at(table).seq == before.seq + 1, "one card, and no more"
        waited.add((full, lies if full else pauses))
    assert waited == {(False, pauses), (True, lies)}


@pytest.mark.parametrize("thought", [0, 0.06, 0.2])
@pytest.mark.parametrize("setting", [MIN_PAUSE, 0.3, PAUSE])
@pytest.mark.parametrize("pace", PACE_PAUSES)
async def test_the_time_that_they_take_does_not_tell_how_long_they_thought(
    store: Store, monkeypatch: pytest.MonkeyPatch, pace: str, setting: float, thought: float
) -> None:
    """`thought`: seconds of what a card or a bid takes; none, where there is no choice."""
    house = House(store, pause=setting)
    await house.tables.resume()
    taken = LocalComputers.take_turns

    async def thinks(self: LocalComputers, turns: Turns) -> Sequence[Action]:
        house.clock.advance(thought)
        return await taken(self, turns)

    monkeypatch.setattr(LocalComputers, "take_turns", thinks)
    table = await house.dealt(computers=3, game=WHIST, pace=pace)
    await until_computers(house, table)
    before = house.at(table)
    wait = max(LEAST_WAIT.total_seconds(), setting * PACE_PAUSES[pace].turn * slowness(before))
    house.clock.advance(wait - thought - 0.001)
    await house.settled()
    assert house.at(table).seq == before.seq
    house.clock.advance(0.002)
    await house.settled()
    assert house.at(table).seq == before.seq + 1
    await house.tables.stop()


async def test_a_process_that_is_late_lets_them_do_all_that_is_left_at_once(slow: House) -> None:
    table = await slow.dealt(computers=3, game=WHIST)
    await until_computers(slow, table)
    before = slow.at(table)
    slow.listener.states.clear()
    slow.clock.advance(5 * PAUSE)
    await slow.settled()
    after = slow.at(table)
    assert after.computer_in_turn() is None
    assert after.seq > before.seq
    assert [state.seq for state in slow.listener.states] == list(
        range(before.seq + 1, after.seq + 1)
    )


async def test_whoever_plays_next_has_all_their_time(slow: House) -> None:
    table = await slow.dealt(computers=3, game=WHIST)
    await until_computers(slow, table)
    assert slow.at(table).deadline is None
    await passed(slow, table)
    assert slow.at(table).deadline == slow.clock.now() + timedelta(seconds=60)


async def test_after_a_crash_in_the_pause_they_play_on(slow: House) -> None:
    table = await slow.dealt(computers=3, game=WHIST)
    await until_computers(slow, table)
    await slow.crash()
    await slow.settled()
    assert slow.at(table).computer_in_turn() is not None
    await passed(slow, table)
    assert slow.at(table).computer_in_turn() is None


async def test_nobody_waits_for_a_computer_player_that_thinks(
    slow: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await slow.dealt(BO, computers=2, game=WHIST)
    while slow.at(table).computer_in_turn() is not None:
        slow.clock.advance(PAUSE)
        await slow.settled()
    await slow.step(table)  # a move that can be taken back
    thinks = asyncio.Event()
    taken = LocalComputers.take_turns

    async def slowly(self: LocalComputers, turns: Turns) -> Sequence[Action]:
        await thinks.wait()
        return await taken(self, turns)

    monkeypatch.setattr(LocalComputers, "take_turns", slowly)
    await until_computers(slow, table)
    slow.clock.advance(10 * PAUSE)
    await slow.settled()
    await slow.ask_undo(table, ANNA.id, 1)
    assert slow.at(table).vote is not None
    asked = slow.at(table).seq
    thinks.set()
    await slow.settled()
    assert slow.at(table).seq == asked, "what was thought out before counts no more"
    await slow.vote(table, BO.id, agree=False)
    await passed(slow, table)
    assert slow.at(table).vote is None
    assert slow.at(table).seq > asked
    assert slow.at(table).computer_in_turn() is None


@pytest.mark.parametrize("legal", [True, False])
async def test_turns_count_up_to_the_first_that_the_rules_refuse(
    slow: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, legal: bool
) -> None:
    """Whatever a process answers, the game goes on."""
    table = await slow.dealt(computers=3, game=WHIST)
    taken = LocalComputers.take_turns

    async def wild(self: LocalComputers, turns: Turns) -> Sequence[Action]:
        return [*(await taken(self, turns) if legal else ()), Cut(1), Cut(2)]

    monkeypatch.setattr(LocalComputers, "take_turns", wild)
    while slow.at(table).ready is None:
        await until_computers(slow, table)
        slow.clock.advance(PAUSE)
        await slow.settled()
    match = slow.at(table).match
    assert "cut" not in match.deals[0].lines
    failed = {record.getMessage() for record in caplog.records}
    assert failed == (set() if legal else {"a computer player failed: IllegalAction"})


async def test_a_game_that_ends_while_they_have_more_planned_is_over(
    slow: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """As by a claim in place of the card that was planned."""
    table = await slow.dealt(computers=3, game=WHIST)
    await until_computers(slow, table)
    live = slow.tables.index.at(table)

    async def ends(tx: Transaction) -> None:
        endings.close(tx, "over")

    monkeypatch.setattr(live._automatic_moves, "onward", ends)
    slow.clock.advance(10 * PAUSE)
    await slow.settled()
    assert isinstance(live.state, ClosedTable)
    assert [record.getMessage() for record in caplog.records] == []


async def test_a_paused_table_pauses_for_them_too(slow: House) -> None:
    table = await slow.dealt(computers=3, game=WHIST)
    await until_computers(slow, table)
    await slow.tables.pause(table, paused=True)
    before = slow.at(table)
    for _ in range(3):
        slow.clock.advance(10 * PAUSE)
        await slow.settled()
    assert slow.at(table).seq == before.seq
    await slow.tables.pause(table, paused=False)
    for _ in range(20):  # one after the other, as many as sit before the player
        if slow.at(table).computer_in_turn() is None:
            return
        slow.clock.advance(PAUSE)
        await slow.settled()
    raise AssertionError("they did not play on")


async def test_a_paused_table_stays_paused_when_the_store_has_failed(
    slow: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await slow.dealt(computers=3, game=WHIST)
    await slow.tables.pause(table, paused=True)

    async def fails(*args: object, **more: object) -> None:
        raise StorageError("The disk is full.")

    with monkeypatch.context() as patch:
        patch.setattr(Store, "update_table", fails)
        with pytest.raises(StorageError):
            await slow.tables.note(table, message=1)
    await slow.tables.note(table, message=2)
    assert slow.at(table).paused
    assert slow.at(table).message == 2


def test_every_moment_of_a_table_has_a_chance_of_its_own() -> None:
    keys = {
        key_of(table, number, secret)
        for table in map(TableId, range(1, 4))
        for number in range(1, 4)
        for secret in (b"secret", b"another")
    }
    assert len(keys) == 18
    assert len({chance(key, moment).random() for key in keys for moment in range(5)}) == 90


async def test_played_again_the_same_cards_are_the_same_game(store: Store) -> None:
    """All chance of a decision comes from the moment at its table."""
    house = House(store)
    house.tables = Tables(store, house.clock, house.listener, LocalComputers(), games())
    await house.tables.resume()
    await house.tables.all_resumed()
    table = await house.dealt(computers=3, game=WHIST)
    while not (state := house.at(table)).ready:
        choice = state.match.choice(state.to_act()[0])
        await house.act(table, next(iter(choice)))
        for seat, action, before in _moves(house):
            hidden = await house.store.tables.secret(table, before.match.number)
            assert hidden
            key = key_of(table, before.match.number, hidden.secret)
            turns = turns_of(before, DealStart(before.match, key))
            assert turns.seat == seat
            assert await LocalComputers().take_turns(turns) == [action]
        house.listener.states.clear()
    await house.tables.stop()


def _moves(house: House) -> Iterator[tuple[Seat, Action, RunningTable]]:
    """What computer players did in the last change, and the table before that."""
    games = (state.running for state in house.listener.states)
    for before, after in pairwise(game for game in games if game):
        seat = before.computer_in_turn()
        if seat is not None and after.match.deal:
            yield seat, after.match.deal.log[-1][1], before


async def until_only_card(house: House, table_id: TableId) -> None:
    """Play until Anna, alone with computers, can play one card only, which isn't her last."""
    while True:
        await passed(house, table_id)
        game = house.at(table_id)
        if game.ready is not None:
            await house.step(table_id)
        elif only_move(game) is not None:
            return
        else:
            await house.act(table_id)


@pytest.mark.parametrize("wanted", [True, False])
async def test_the_only_card_of_somebody_alone_falls_after_a_pause_unless_they_want_it(
    slow: House, wanted: bool
) -> None:
    await slow.store.settings.change_preferences(ANNA.id, lambda _: Preferences(play_single=wanted))
    table = await slow.dealt(computers=3, game=WHIST)
    await until_only_card(slow, table)
    before = slow.at(table)
    slow.clock.advance(0.9 * PAUSE)
    await slow.settled()
    assert slow.at(table).seq == before.seq
    slow.clock.advance(0.1 * PAUSE + 0.001)
    await slow.settled()
    assert slow.at(table).seq == before.seq + wanted
    if not wanted:
        slow.clock.advance(5)
        await slow.settled()
        assert slow.at(table).seq == before.seq


async def test_whoever_is_quicker_plays_their_only_card_themselves(slow: House) -> None:
    table = await slow.dealt(computers=3, game=WHIST)
    await until_only_card(slow, table)
    await slow.act(table)
    seq = slow.at(table).seq
    events = await slow.store.tables.events(table)
    assert [event.kind for event in events if event.kind in ("action", "forced")][-1] == "action"
    slow.clock.advance(0.5)
    await slow.settled()
    assert slow.at(table).seq == seq, "the pause of their card isn't one of the next"


@pytest.mark.parametrize("wanted", [True, False])
async def test_nobody_alone_with_computers_has_to_cut(slow: House, wanted: bool) -> None:
    await slow.store.settings.change_preferences(ANNA.id, lambda _: Preferences(play_single=wanted))
    table = await slow.dealt(computers=3, game="hus")
    await slow.settled()
    assert slow.at(table).to_act() == (slow.at(table).seat_of(ANNA.id),)
    slow.clock.advance(PAUSE)
    await slow.settled()
    deal = slow.at(table).match.deal
    assert deal is not None
    assert deal.is_dealt == wanted
