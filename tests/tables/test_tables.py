"""Running tables: games to their end, restarts, refused clicks, time, votes."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kwbot.engine.actions import Action, Bid, Pass
from kwbot.engine.errors import IllegalAction, NotYourTurn, RuleViolation
from kwbot.engine.reader import replay
from kwbot.storage import Store
from kwbot.storage.documents import GuildSettings
from kwbot.storage.errors import StorageError
from kwbot.storage.values import Ban
from kwbot.tables.computers import LocalComputers
from kwbot.tables.errors import HostOnly, NoTable, NotSeated, Refused, Stale
from kwbot.tables.state import Decided, NewLobby, Person, Seated, TableState
from kwbot.variants import games
from tests.tables.sandbox import ANNA, BO, CHANNEL, CLEO, DAG, GUILD, KOMBINATIONS, House

LIMITED: dict[str, Any] = {"winning": "limited", "rounds": "1"}
VERIFIER = Path(__file__).parents[2] / "verify_deal.py"


async def play_out(house: House, table: int) -> None:
    while await house.step(table):
        pass


def same(one: TableState, other: TableState) -> bool:
    """Equal but for what a restart may change."""
    return replace(one, deadline=None, absence=0) == replace(other, deadline=None, absence=0)


# --- games -------------------------------------------------------------------------------------


async def test_four_people_play_a_game_that_enters_the_leaderboard(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG, **LIMITED)
    await play_out(house, table)
    last = house.listener.states[-1]
    assert last.state == "closed"
    assert last.closed_reason == "over"
    assert last.match is not None
    rows, total = await house.store.leaderboard(GUILD, KOMBINATIONS)
    assert total == 4
    assert sum(row.wins for row in rows) == 1
    by_user = {row.user_id: row for row in rows}
    for seat, seated in enumerate(last.seated):
        assert seated.user is not None
        row = by_user[seated.user]
        assert row.points == last.match.sheet.scores[seat]
        declared = [d for d in last.match.deals if d.result.declarer == seat]
        assert row.bids_tried == len(declared)
        assert row.bids_made == sum(bool(d.result.made) for d in declared)


async def test_one_person_and_three_computers_play_to_the_end(house: House) -> None:
    table = await house.dealt(computers=3, **LIMITED)
    await play_out(house, table)
    rows, total = await house.store.leaderboard(GUILD, KOMBINATIONS)
    assert total == 1
    assert rows[0].user_id == ANNA.id


async def test_a_deal_in_which_only_computers_sit_plays_itself(house: House) -> None:
    table = await house.dealt(computers=6, **LIMITED)
    await play_out(house, table)
    match = house.listener.states[-1].match
    assert match is not None
    assert any("hand 0" not in deal.lines for deal in match.deals)
    for deal in match.deals:
        assert await house.tables.archive.proof(table, deal.number) is not None


async def test_the_stored_record_is_the_game(house: House) -> None:
    table = await house.dealt(BO, computers=2, **LIMITED)
    running = await house.tables.archive.record(table)
    assert running is None, "a running game's record would show the hands"
    await play_out(house, table)
    text = await house.tables.archive.record(table)
    assert text is not None
    assert replay(text, games()) == house.listener.states[-1].match


async def test_the_verifier_confirms_every_deal(house: House, tmp_path: Path) -> None:
    table = await house.dealt(BO, computers=1, **LIMITED)
    assert await house.tables.archive.proof(table, 1) is None, "a running deal keeps its secret"
    await play_out(house, table)
    match = house.listener.states[-1].match
    assert match is not None
    for deal in match.deals[:2]:
        proof = await house.tables.archive.proof(table, deal.number)
        assert proof is not None
        file = tmp_path / "deal.txt"
        file.write_text(proof)
        command = [sys.executable, str(VERIFIER), str(file)]
        found = await asyncio.to_thread(subprocess.run, command, capture_output=True, check=False)
        assert found.returncode == 0, found.stdout
        posted = [
            s.ready.commitment
            for s in house.listener.states
            if s.ready and s.ready.deal == deal.number
        ]
        assert posted[0] in proof


# --- nothing is lost ---------------------------------------------------------------------------


async def test_a_restart_after_every_event_changes_nothing(house: House) -> None:
    table = await house.dealt(BO, CLEO, computers=1, **LIMITED)
    for _ in range(90):
        before = house.tables.get(table)
        if before is None:
            break
        await house.crash()
        assert same(house.at(table), before)
        if before.ready:
            seat = min(set(before.present) - before.ready.seats)
            await house.tables.ready(table, house.user(table, seat), before.seq)
        else:
            await house.act(table)


async def test_what_the_store_refuses_has_not_happened(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    before, shown = house.at(table), len(house.listener.states)

    async def full(*args: object, **kwargs: object) -> int:
        raise StorageError("The disk is full.")

    with monkeypatch.context() as patched:
        patched.setattr(house.store, "append", full)
        with pytest.raises(StorageError):
            await house.act(table, Pass())
    assert house.at(table) is before
    assert len(house.listener.states) == shown
    await house.act(table, Pass())


async def test_what_was_stored_without_word_of_it_stands(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    first = house.at(table).to_act()[0]
    append = house.store.append

    async def dumb(*args: Any, **kwargs: Any) -> int:
        await append(*args, **kwargs)
        raise StorageError("The answer was lost.")

    with monkeypatch.context() as patched:
        patched.setattr(house.store, "append", dumb)
        with pytest.raises(StorageError):
            await house.act(table, Pass())
    with pytest.raises(Stale):
        await house.act(table, Pass())
    assert house.at(table).to_act() != (first,)
    await house.act(table, Pass())


async def test_a_game_whose_end_was_stored_without_word_counts_once(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await house.dealt(BO, CLEO, DAG, **LIMITED)
    append = house.store.append

    async def dumb(*args: Any, **kwargs: Any) -> int:
        last = await append(*args, **kwargs)
        if kwargs["outcome"]:
            raise StorageError("The answer was lost.")
        return last

    monkeypatch.setattr(house.store, "append", dumb)
    with pytest.raises(StorageError):
        await play_out(house, table)
    with pytest.raises(NoTable):
        await house.tables.leave(table, ANNA.id)
    rows, _ = await house.store.leaderboard(GUILD, KOMBINATIONS)
    assert [row.games for row in rows] == [1, 1, 1, 1]
    assert house.tables.in_channel(CHANNEL) is None


async def test_a_computer_that_fails_stops_nobody(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = await house.dealt(computers=3, **LIMITED)

    async def broken(*args: object) -> Action:
        raise RuntimeError("SA HK")

    monkeypatch.setattr(LocalComputers, "choose", broken)
    await play_out(house, table)
    assert "SA HK" not in caplog.text


async def test_a_cancelled_click_is_stored_as_a_whole_or_not_at_all(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    click = asyncio.create_task(house.act(table, Pass()))
    for _ in range(4):
        await asyncio.sleep(0)
    click.cancel()
    await asyncio.gather(click, return_exceptions=True)
    for _ in range(50):
        await house.store.ping()
    before = house.at(table)
    await house.crash()
    assert same(house.at(table), before)


async def test_a_log_of_other_rules_closes_the_table_honestly(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    monkeypatch.setattr(type(games()[KOMBINATIONS]), "rules_version", 2)
    await house.crash()
    assert house.tables.get(table) is None
    row = await house.store.table(table)
    assert row is not None
    assert (row.state, row.closed_reason) == ("closed", "rules")
    attached = await house.tables.archive.record(table)
    assert attached is not None
    assert attached.startswith("whist-record 1")
    assert attached.count("hand ") == 4


# --- clicks that do not count --------------------------------------------------------------------


async def test_foreign_early_stale_and_doubled_clicks_change_nothing(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    state = house.at(table)
    seat = state.to_act()[0]
    user, asked = house.user(table, seat), state.asked_at[seat]
    other = house.user(table, (seat + 1) % 4)
    refused: list[tuple[type[RuleViolation], int, int | None]] = [
        (NotSeated, 99, asked),
        (Stale, other, asked),
        (NotYourTurn, other, None),
        (Stale, user, asked - 1),
        (Stale, user, asked + 1),
    ]
    for error, who, seen in refused:
        with pytest.raises(error):
            await house.tables.submit(table, who, Pass(), seen)
    with pytest.raises(IllegalAction):
        await house.tables.submit(table, user, Bid(("skambud",)), asked)
    assert house.at(table) is state
    await house.tables.submit(table, user, Pass(), asked)
    with pytest.raises(Stale):
        await house.tables.submit(table, user, Pass(), asked)
    with pytest.raises(NoTable):
        await house.tables.submit(999, user, Pass(), asked)


async def test_two_clicks_at_the_same_moment_count_once(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    state = house.at(table)
    seat = state.to_act()[0]
    clicks = [
        house.tables.submit(table, house.user(table, seat), Pass(), state.asked_at[seat])
        for _ in range(5)
    ]
    outcomes = await asyncio.gather(*clicks, return_exceptions=True)
    assert sum(isinstance(outcome, Stale) for outcome in outcomes) == 4
    assert house.at(table).seq == state.seq + 1


async def test_anothers_secret_choice_does_not_age_my_buttons(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    await house.act(table, Bid(("spel", "brev")))
    for _ in range(3):
        await house.act(table, Pass())
    await house.act(table)
    state = house.at(table)
    assert len(state.to_act()) == 4
    first, second = state.to_act()[:2]
    assert state.match is not None
    for seat in (first, second):
        choice = state.match.choice(seat).sample(house.rng)
        await house.tables.submit(table, house.user(table, seat), choice, state.asked_at[seat])
    assert len(house.at(table).to_act()) == 2


# --- time ---------------------------------------------------------------------------------------


async def test_the_first_bid_has_60_seconds_the_others_20(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    now = house.clock.now()

    def left() -> float:
        deadline = house.at(table).deadline
        assert deadline is not None
        return (deadline - now).total_seconds()

    assert left() == 60
    await house.act(table, Pass())
    assert left() == 20


async def test_computers_that_call_at_once_do_not_use_up_the_first_bid(house: House) -> None:
    for computers in (2, 3):
        table = await house.dealt(computers=computers)
        state = house.at(table)
        deadline = state.deadline
        assert deadline is not None
        assert (deadline - house.clock.now()).total_seconds() == 60
        await house.tables.close(table, "moderator")


async def test_running_out_of_time_is_a_pass_and_twice_is_away(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    slow = house.at(table).to_act()[0]
    house.clock.advance(59)
    await house.settled()
    assert house.at(table).to_act() == (slow,)
    house.clock.advance(2)
    await house.settled()
    state = house.at(table)
    assert state.to_act() != (slow,)
    assert state.missed[slow] == 1
    await house.act(table, Bid(("spel",)))
    for _ in range(2):
        await house.act(table, Pass())
    while slow not in house.at(table).to_act():
        await house.act(table)
    house.clock.advance(61)
    await house.settled()
    assert slow in house.at(table).away
    await house.tables.back(table, house.user(table, slow))
    assert slow not in house.at(table).away
    with pytest.raises(Stale):
        await house.tables.back(table, house.user(table, slow))


async def test_a_table_that_was_paused_has_its_time_again_after_a_restart(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    await house.tables.pause(table, paused=True)
    await house.crash()
    assert house.at(table).deadline is not None


async def test_no_limit_means_no_deadline(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG, time_first_bid="0")
    assert house.at(table).deadline is None


async def test_a_restart_leaves_at_least_20_seconds(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    await house.act(table, Pass())
    house.clock.advance(3600)
    await house.crash()
    deadline = house.at(table).deadline
    assert deadline is not None
    assert (deadline - house.clock.now()).total_seconds() == 20


async def test_a_restart_says_how_long_the_bot_was_away(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    house.clock.advance(60 + 300)
    await house.crash()
    assert house.at(table).absence == 300
    await house.act(table, Pass())
    assert house.at(table).absence == 0


async def test_nobodys_time_runs_while_discord_is_out_of_reach(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    waiting = house.at(table).to_act()
    house.tables.suspend()
    house.clock.advance(600)
    await house.settled()
    assert house.at(table).to_act() == waiting
    await house.tables.proceed()
    house.clock.advance(19)
    await house.settled()
    assert house.at(table).to_act() == waiting
    house.clock.advance(2)
    await house.settled()
    assert house.at(table).to_act() != waiting


async def test_an_alarm_that_fails_rings_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    waiting = house.at(table).to_act()

    async def full(*args: object, **kwargs: object) -> int:
        raise StorageError("The disk is full.")

    with monkeypatch.context() as patched:
        patched.setattr(house.store, "append", full)
        house.clock.advance(61)
        await house.settled()
        assert house.at(table).to_act() == waiting
    house.clock.advance(31)
    await house.settled()
    assert house.at(table).to_act() != waiting


async def test_a_pause_stops_the_time(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    await house.tables.pause(table, paused=True)
    waiting = house.at(table).to_act()
    house.clock.advance(3600)
    await house.settled()
    assert house.at(table).to_act() == waiting
    await house.tables.pause(table, paused=False)
    assert house.at(table).deadline is not None


async def test_who_does_not_press_ready_in_time_is_dealt_in_anyway(house: House) -> None:
    table = await house.lobby(BO, CLEO)
    await house.tables.start(table, ANNA.id)
    house.clock.advance(3600)
    await house.settled()
    assert house.at(table).ready, "nobody is there: nothing is dealt"
    await house.tables.ready(table, BO.id, 5)
    house.clock.advance(60)
    await house.settled()
    assert house.at(table).ready is None
    assert house.at(table).to_act()


async def test_a_table_without_a_human_act_for_a_day_is_closed(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG, time_first_bid="0")
    house.clock.advance(23.9 * 3600)
    await house.settled()
    assert house.tables.get(table)
    house.clock.advance(3600)
    await house.settled()
    assert house.tables.get(table) is None
    assert house.listener.states[-1].closed_reason == "idle"


async def test_who_leaves_is_played_by_the_computer_to_the_end(house: House) -> None:
    table = await house.dealt(BO, CLEO, **LIMITED)
    await house.tables.leave(table, BO.id)
    with pytest.raises(Stale):
        await house.tables.leave(table, BO.id)
    await play_out(house, table)
    _, total = await house.store.leaderboard(GUILD, KOMBINATIONS)
    assert total == 3


async def test_when_all_have_left_no_new_deal_begins(house: House) -> None:
    table = await house.dealt(BO, CLEO)
    for person in (ANNA, BO, CLEO):
        await house.tables.leave(table, person.id)
    state = house.at(table)
    assert state.ready
    assert state.deadline is None
    await house.tables.ready(table, BO.id, 77)
    assert house.at(table).present == (1,)


# --- votes ---------------------------------------------------------------------------------------


async def test_6_a_foul_before_a_declarer_stands_cancels_the_deal(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    await house.act(table, Pass())
    await house.tables.call_foul(table, ANNA.id, 1)
    vote = house.at(table).vote
    assert vote is not None
    assert vote.voters == {2, 3}
    with pytest.raises(Refused):
        await house.act(table, Pass())
    with pytest.raises(Refused, match="no say"):
        await house.tables.vote(table, BO.id, agree=True)
    await house.crash()
    await house.tables.vote(table, CLEO.id, agree=True)
    with pytest.raises(Refused, match="already"):
        await house.tables.vote(table, CLEO.id, agree=False)
    await house.tables.vote(table, DAG.id, agree=True)
    state = house.at(table)
    assert state.ready
    assert state.match is not None
    assert state.match.sheet.scores == (0, -2, 0, 0)
    assert state.decided == Decided(replace(vote, agreed=frozenset({2, 3})), stands=True)
    assert await house.tables.archive.proof(table, 1), "the deal is over: its secret is shown"


async def test_6_the_accused_cannot_end_the_vote_by_leaving(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    await house.tables.call_foul(table, ANNA.id, 1)
    await house.tables.leave(table, BO.id)
    assert house.at(table).vote is not None
    await house.tables.leave(table, DAG.id)
    assert house.at(table).vote is None, "who must agree and goes does not agree"


async def test_an_agreement_counts_for_the_vote_it_was_pressed_for(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    await house.act(table, Pass())
    await house.tables.ask_undo(table, ANNA.id, 1)
    old = house.at(table).vote
    assert old is not None
    await house.tables.vote(table, DAG.id, agree=False, seen=old.seq)
    await house.tables.call_foul(table, DAG.id, 1)
    with pytest.raises(Stale):
        await house.tables.vote(table, CLEO.id, agree=True, seen=old.seq)
    new = house.at(table).vote
    assert new is not None
    await house.tables.vote(table, CLEO.id, agree=True, seen=new.seq)


async def test_a_vote_that_falls_does_not_give_time_back(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    await house.act(table, Pass())
    house.clock.advance(12)
    await house.tables.ask_undo(table, ANNA.id, 1)
    await house.crash()
    await house.tables.vote(table, BO.id, agree=False)
    deadline = house.at(table).deadline
    assert deadline is not None
    assert (deadline - house.clock.now()).total_seconds() == 8


async def test_a_vote_outlives_an_outage(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    await house.tables.call_foul(table, ANNA.id, 1)
    house.clock.advance(25 * 3600)
    await house.crash()
    await house.settled()
    await house.tables.vote(table, CLEO.id, agree=True)
    assert house.at(table).vote is not None


async def test_who_sits_out_takes_no_moves_back(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG, Person(5, "Elsa"))
    await house.act(table, Pass())
    state = house.at(table)
    assert state.match is not None
    assert state.match.deal is not None
    (out,) = {0, 1, 2, 3, 4} - set(state.match.deal.table.seats)
    with pytest.raises(Refused):
        await house.tables.ask_undo(table, house.user(table, out), 1)


async def test_6_one_no_ends_the_vote_and_silence_does_too(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    await house.tables.call_foul(table, ANNA.id, 1)
    await house.tables.vote(table, CLEO.id, agree=False)
    assert house.at(table).vote is None
    assert house.at(table).deadline
    decided = house.at(table).decided
    await house.crash()
    assert house.at(table).decided == decided
    assert decided
    assert (decided.stands, decided.by) == (False, 2)
    await house.tables.call_foul(table, ANNA.id, 1)
    house.clock.advance(61)
    await house.settled()
    assert house.at(table).vote is None
    assert len(house.at(table).to_act()) == 1
    decided = house.at(table).decided
    assert decided
    assert (decided.stands, decided.by) == (False, None)


async def test_6_set_right_takes_back_and_costs_one_point(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    first = await house.act(table, Pass())
    await house.act(table, Bid(("spel",)))
    await house.tables.call_foul(table, ANNA.id, 1, undo=2)
    for person in (BO, CLEO, DAG):
        await house.tables.vote(table, person.id, agree=True)
    assert house.at(table).to_act() == (first,)
    for _ in range(4):
        await house.act(table, Pass())
    match = house.at(table).match
    assert match is not None
    assert match.sheet.scores == (0, -1, 0, 0)


async def test_6_declarers_foul_fails_the_bid_at_once_and_anothers_spares(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    declarer = await house.act(table, Bid(("spel",)))
    for _ in range(3):
        await house.act(table, Pass())
    for _ in range(5):
        await house.act(table)
    accuser = (declarer + 1) % 4
    await house.tables.call_foul(table, house.user(table, accuser), declarer)
    for seat in sorted({0, 1, 2, 3} - {declarer, accuser}):
        await house.tables.vote(table, house.user(table, seat), agree=True)
    for _ in range(3):
        await house.act(table)
    match = house.at(table).match
    assert match is not None
    assert match.sheet.scores[declarer] == -2


async def test_moves_are_taken_back_when_all_agree(house: House) -> None:
    table = await house.dealt(BO, CLEO, computers=1)
    state = house.at(table)
    before = state.match.deal.moves() if state.match and state.match.deal else ()
    seat = await house.act(table)
    taken = len(house.at(table).match.deal.moves()) - len(before)  # type: ignore[union-attr]
    await house.tables.ask_undo(table, house.user(table, seat), taken)
    for other in house.at(table).present:
        if other != seat:
            await house.tables.vote(table, house.user(table, other), agree=True)
    assert house.at(table).to_act() == (seat,)


async def test_computers_neither_foul_nor_judge(house: House) -> None:
    table = await house.dealt(BO, computers=2)
    with pytest.raises(Refused):
        await house.tables.call_foul(table, ANNA.id, 2)
    with pytest.raises(Refused):
        await house.tables.call_foul(table, ANNA.id, 1)


# --- the lobby -----------------------------------------------------------------------------------


async def test_only_the_host_starts_cancels_and_sets_options(house: House) -> None:
    table = await house.lobby(BO, CLEO)
    for attempt in (
        house.tables.start(table, BO.id),
        house.tables.cancel(table, BO.id),
        house.tables.set_option(table, BO.id, "winning", "limited"),
    ):
        with pytest.raises(HostOnly):
            await attempt
    for key, value in (("winning", "never"), ("time_bid", "soon"), ("time_bid", "-1"), ("x", "1")):
        with pytest.raises(IllegalAction):
            await house.tables.set_option(table, ANNA.id, key, value)
    await house.tables.set_option(table, ANNA.id, "time_bid", "030")
    assert house.at(table).options["time_bid"] == "30"


async def test_too_few_are_told_how_many_are_missing(house: House) -> None:
    table = await house.lobby(BO)
    with pytest.raises(Refused, match="1 more"):
        await house.tables.start(table, ANNA.id)


async def test_a_person_takes_the_place_of_a_computer_in_a_full_lobby(house: House) -> None:
    table = await house.lobby(BO, computers=2)
    state = await house.tables.join(table, CLEO, 4, dm_channel=7, dm_open=False)
    assert state.names == ("Anna", "Bo", "Ada", "Cleo")
    with pytest.raises(Refused):
        await house.tables.join(table, CLEO, 4, dm_channel=None, dm_open=True)
    with pytest.raises(Refused):
        await house.tables.add_computer(table, ANNA.id, 4, "easy")


async def test_the_host_leaves_and_the_next_becomes_host_until_nobody_is_left(
    house: House,
) -> None:
    table = await house.lobby(BO)
    state = await house.tables.leave(table, ANNA.id)
    assert state.host == BO.id
    await house.tables.leave(table, BO.id)
    assert house.tables.get(table) is None


async def test_one_table_a_channel_and_none_for_the_barred(house: House) -> None:
    table = await house.lobby()
    with pytest.raises(Refused):
        await house.lobby()
    await house.tables.cancel(table, ANNA.id)
    ban = Ban(
        guild_id=GUILD, user_id=BO.id, game=KOMBINATIONS, by=1, reason="", at=house.clock.now()
    )
    await house.store.add_ban(ban)
    table = await house.lobby()
    with pytest.raises(Refused, match="barred"):
        await house.tables.join(table, BO, 12, dm_channel=None, dm_open=True)
    new = NewLobby(guild=GUILD, channel=CHANNEL + 1, host=BO, game=KOMBINATIONS, language="en")
    with pytest.raises(Refused, match="barred"):
        await house.tables.open(new, GuildSettings())


async def test_an_alarm_for_a_table_that_is_being_closed_is_no_error(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    house = House(store)
    await house.tables.resume()
    table = await house.lobby()
    closing = asyncio.create_task(house.tables.close(table, "moderator"))
    await asyncio.sleep(0)  # it has the table now
    house.clock.advance(24 * 3600)
    await closing
    while house.tables.get(table):
        await store.ping()
    await store.ping()
    await house.tables.stop()
    assert caplog.messages == []


async def test_two_tables_are_not_opened_in_one_channel_at_once(house: House) -> None:
    opened = await asyncio.gather(house.lobby(), house.lobby(), return_exceptions=True)
    assert sum(isinstance(one, Refused) for one in opened) == 1


async def test_a_rematch_seats_neither_the_barred_nor_too_many(house: House) -> None:
    now = house.clock.now()
    await house.store.add_ban(
        Ban(guild_id=GUILD, user_id=BO.id, game=KOMBINATIONS, by=1, reason="", at=now)
    )
    others = tuple(Seated(person.name, person.id) for person in (BO, CLEO, DAG))
    new = NewLobby(
        guild=GUILD, channel=CHANNEL, host=ANNA, game=KOMBINATIONS, language="en", others=others
    )
    table = await house.tables.open(new, GuildSettings(max_players=3))
    assert table.names == ("Anna", "Cleo", "Dag")
    await house.tables.cancel(table.id, ANNA.id)
    others = tuple(Seated(f"{number}", number) for number in range(10, 20))
    table = await house.tables.open(replace(new, others=others), GuildSettings(max_players=5))
    assert len(table.seated) == 5


async def test_many_tables_play_at_the_same_time(store: Store) -> None:
    house = House(store)
    await house.tables.resume()
    tables = []
    for number in range(6):
        new = NewLobby(
            guild=GUILD, channel=100 + number, host=ANNA, game=KOMBINATIONS, language="en",
            options=LIMITED,
        )  # fmt: skip
        table = await house.tables.open(new, GuildSettings())
        for _ in range(3):
            await house.tables.add_computer(table.id, ANNA.id, 12, "random")
        await house.tables.start(table.id, ANNA.id)
        tables.append(table.id)
    await asyncio.gather(*(play_out(house, table) for table in tables))
    await house.tables.stop()
    rows, _ = await store.leaderboard(GUILD, KOMBINATIONS)
    assert rows[0].games == 6
