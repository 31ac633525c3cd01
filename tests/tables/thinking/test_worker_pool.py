"""Computer players in processes of their own: the right answers, and what becomes of bad ones."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from benches.stand_ins import LocalComputers, weighed_here
from kwbot import metrics
from kwbot.claims.claim_grounds import ClaimGrounds, knowledge
from kwbot.engine.deals.match import Match
from kwbot.engine.values.actions import Action, Seat
from kwbot.engine.values.cards import CardSet
from kwbot.engine.views.view import view
from kwbot.players.kernel import ACCELERATED
from kwbot.players.samples.determinization import LEISURELY
from kwbot.players.search.monte_carlo import MonteCarloPlayer
from kwbot.players.turns.deal_start import DealStart
from kwbot.players.turns.jobs import LENGTH_BYTES, WORKER_READY, Job, message
from kwbot.players.turns.levels import COMPUTERS
from kwbot.players.turns.pickling import pack
from kwbot.tables.thinking import worker_pool as thinking
from kwbot.tables.thinking.budget import RUNGS, Budget
from kwbot.tables.thinking.computer_protocol import Turns
from kwbot.tables.thinking.worker_pool import WorkerPool
from kwbot.tables.thinking.worker_process import COMMAND, WorkerLost, WorkerProcess
from kwbot.variants import games
from tests.engine.playing import begin, shuffled

LONG = 60.0
"""Longer than any machine needs to start a process."""
SAID = f"""
import sys; out = sys.stdout.buffer; read = sys.stdin.buffer.read
out.write({message(WORKER_READY)!r}); out.flush()
"""


def fake(script: str) -> tuple[str, ...]:
    """A process that does something else than to think."""
    return sys.executable, "-c", SAID + script


MUTE = fake("read()")
DEAD = fake("read(1)")
GARBLED = fake("read(1); out.write(bytes(3)); out.flush()")
TALKING = f"""
while len(head := read({LENGTH_BYTES})) == {LENGTH_BYTES}:
    read(int.from_bytes(head)); out.write(%r); out.flush()
"""
SPEECHLESS = fake(TALKING % message([]))
NONSENSE = fake(TALKING % message("so what"))
UNREADABLE = fake(TALKING % ((1).to_bytes(LENGTH_BYTES) + b"?"))


@asynccontextmanager
async def running_pool(*, ready: bool = True, **options: object) -> AsyncIterator[WorkerPool]:
    made = WorkerPool(1, **options)  # type: ignore[arg-type]
    made.start()
    try:
        if ready:
            await until(lambda: made.ready)
        yield made
    finally:
        await made.stop()


@pytest.fixture(scope="module")
def match() -> Match:
    """The first lead of plain whist."""
    return shuffled(begin(games()["whist"], 4), Random(1))


def turn(match: Match) -> Seat:
    return match.to_act()[0]


def ending(match: Match, hand: str, others: str) -> ClaimGrounds:
    """What is known before the lead to the last tricks, without trumps, all other cards played."""
    seat = turn(match)
    known, out = knowledge(view(match, seat), seat), CardSet.parse(others)
    assert known is not None
    held = CardSet.parse(hand)
    sizes = dict.fromkeys(known.sizes, len(held))
    might = dict.fromkeys(known.might, out)
    return replace(known, hand=held, might=might, sizes=sizes, trumps=None)


def turns(match: Match, level: str = "normal", moment: int = 0, most: int = 1) -> Turns:
    return Turns(match, DealStart(match, b"key"), (level,) * 4, moment, most)


async def played(
    computers: WorkerPool | LocalComputers, match: Match, most: int = 1
) -> list[Action]:
    """A few cards, each by its number."""
    actions: list[Action] = []
    while len(actions) < 6:
        # A batch ends early where the machine is slow.
        left = min(most, 6 - len(actions))
        for action in await computers.take_turns(turns(match, moment=len(actions), most=left)):
            actions.append(action)
            match = match.apply(turn(match), action)
    return actions


@pytest.mark.slow
async def test_the_same_seeds_are_the_same_game_wherever_it_is_thought_out(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A slow machine's samples would be fewer, and its game another.
    monkeypatch.setattr(Budget, "samples_for", lambda _, want: want[1])
    async with running_pool(patience=LONG, hanging=LONG) as pool:
        there = await played(pool, match)
        assert await played(pool, match, most=6) == there == await played(LocalComputers(), match)
        figures = pool.figures
        assert figures.made["thought"] == 12
        assert (figures.made["late"], pool.waiting) == (0, 0)
        assert figures.samples == pytest.approx(20)


@pytest.mark.slow
@pytest.mark.parametrize("command", [COMMAND, DEAD])
async def test_what_is_thought_out_whole_is_the_same_under_load_and_without_a_process(
    match: Match, command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Budget, "samples_for", lambda *_: 0)
    asked = Turns(match, DealStart(match, b"key"), ("normal",) * 4, 0, 2, samples=4)
    here = await LocalComputers(Random(3)).take_turns(asked)
    async with running_pool(command=command, patience=LONG, hanging=LONG) as pool:
        assert [*await pool.take_turns(asked)][:1] == here
        assert pool.figures.made["thumb"] == pool.figures.made["late"] == 0


@pytest.mark.slow
async def test_actions_are_weighed_elsewhere_too(match: Match) -> None:
    seen = view(match, turn(match))
    async with running_pool(patience=LONG, hanging=LONG) as pool:
        weighed = await pool.weigh(seen, 3, 20, urgent=False)
    assert weighed == weighed_here(seen, 3, 20)
    assert set(weighed) <= set(match.choice(turn(match)))


@pytest.mark.parametrize("command", [MUTE, DEAD, GARBLED, SPEECHLESS, NONSENSE, UNREADABLE])
async def test_without_an_answer_the_rule_of_thumb_plays_and_it_is_asked_again(
    match: Match, command: tuple[str, ...], caplog: pytest.LogCaptureFixture
) -> None:
    async with running_pool(command=command, patience=LONG, hanging=0.2) as pool:
        for lost in (1, 2):
            assert len(await pool.take_turns(turns(match))) == 1
            assert pool.figures.made["late"] == lost
            await until(lambda: pool.ready)
    assert pool.figures.made["thought"] == 0
    assert {record.levelno for record in caplog.records} == {logging.WARNING}


async def test_what_is_certain_is_found_elsewhere(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A lone lead of the last two cards, of which one or both are the best."""
    monkeypatch.setattr(thinking, "CLAIM_PATIENCE", LONG)
    monkeypatch.setattr(thinking, "inevitable", None)
    async with running_pool(patience=LONG, hanging=LONG) as pool:
        assert await pool.inevitable(ending(match, "SA HA", "S3 H3 D2 D3 C2 C3")) == 2
        assert await pool.inevitable(ending(match, "SA H2", "S3 H3 D2 D3 C2 C3")) is None


@pytest.mark.parametrize("command", [MUTE, DEAD, GARBLED, SPEECHLESS, NONSENSE, UNREADABLE])
async def test_without_an_answer_what_is_certain_is_found_here(
    match: Match, command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "CLAIM_PATIENCE", 0.05)
    known = ending(match, "SA HA", "S3 H3 D2 D3 C2 C3")
    async with running_pool(command=command, patience=LONG, hanging=0.2) as pool:
        assert await pool.inevitable(known) == 2
    assert await pool.inevitable(known) == 2, "nor is anybody asked after the end"


async def test_what_is_certain_is_found_here_while_a_process_does_something_else(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "CLAIM_PATIENCE", LONG)
    async with running_pool(command=MUTE, patience=LONG, hanging=LONG) as pool:
        hint = asyncio.create_task(pool.weigh(view(match, turn(match)), 1, 8))
        await asyncio.sleep(0)
        assert await pool.inevitable(ending(match, "SA HA", "S3 H3 D2 D3 C2 C3")) == 2
        hint.cancel()


async def test_while_no_process_runs_the_rule_of_thumb_plays(match: Match) -> None:
    async with running_pool(ready=False, command=("/no/such/program",)) as pool:
        assert len(await played(pool, match)) == 6
    assert pool.figures.made["thumb"] == 6


async def test_nobody_waits_for_a_process_that_let_somebody_wait_in_vain(
    match: Match, tmp_path: Path
) -> None:
    """It answers when there is a file, each time by taking that away."""
    may = tmp_path / "may"
    pause = f"""
import os, time
while len(head := read({LENGTH_BYTES})) == {LENGTH_BYTES}:
    read(int.from_bytes(head))
    while not os.path.exists({str(may)!r}): time.sleep(0.01)
    os.remove({str(may)!r}); out.write({message([([], 0.0)])!r}); out.flush()
"""
    async with running_pool(command=fake(pause), patience=0.1, hanging=LONG) as pool:
        for asked in range(4):
            await pool.take_turns(turns(match, moment=asked))
        assert (pool.figures.made["late"], pool.figures.made["thumb"]) == (1, 3)
        may.touch()
        await until(lambda: not pool.silent)
        await pool.take_turns(turns(match))
        assert pool.figures.made["late"] == 2


@pytest.mark.slow
async def test_a_process_that_has_nothing_to_do_is_asked_whoever_waited_in_vain(
    match: Match,
) -> None:
    """As where the loop itself stood still, and not the process."""
    async with running_pool(patience=LONG, hanging=LONG) as pool:
        pool._unanswered = True
        await pool.take_turns(turns(match))
        assert (pool.figures.made["thought"], pool.figures.made["thumb"]) == (1, 0)


async def test_a_process_that_hangs_is_ended_and_said_so_in_one_line(
    match: Match, caplog: pytest.LogCaptureFixture
) -> None:
    async with running_pool(command=MUTE, patience=LONG, hanging=0.05) as pool:
        await pool.take_turns(turns(match))
        assert pool.figures.made["late"] == 1
    lines = [record.getMessage() for record in caplog.records]
    assert lines == ["a process of the computer players is lost: it gave no answer in time"]


async def test_a_process_that_has_answered_does_not_hang(match: Match) -> None:
    async with running_pool(command=fake(TALKING % message([([], 0.0)])), hanging=LONG) as pool:
        asked = asyncio.create_task(pool.take_turns(turns(match)))
        await asyncio.sleep(0)
        assert pool._hanging._until
        await asked
        assert not pool._hanging._until
        assert pool.ready


async def test_after_many_losses_moves_go_by_thumb_and_nothing_is_weighed(
    match: Match, caplog: pytest.LogCaptureFixture
) -> None:
    async with running_pool(ready=False, command=("/no/such/program",), patience=LONG) as pool:
        await until(lambda: not pool.working)
        assert await pool.weigh(view(match, turn(match)), 1, 4) == {}
        await played(pool, match)
    errors = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert len(errors) == 1
    assert pool.figures.made["thumb"] == 6


async def test_forced_moves_wait_as_others_do(match: Match) -> None:
    """Else how soon they come would tell that there was no choice."""
    while len(match.choice(turn(match))) > 1:
        match = match.apply(turn(match), match.choice(turn(match)).sample(Random(1)))
    async with running_pool(command=MUTE, patience=LONG, hanging=LONG) as pool:
        asked = asyncio.create_task(pool.take_turns(turns(match, "hard")))
        await until(lambda: asked.done() or len(pool._requests_of) == 1)
        assert not asked.done()
    assert await asked == [*match.choice(turn(match))]
    assert pool.figures.made["late"] == 1


@pytest.mark.slow
async def test_whoever_is_in_a_hurry_gets_the_first_turns(match: Match) -> None:
    """A process tells what it has before it is asked for too long."""
    async with running_pool(patience=LONG, hanging=LONG) as pool:
        told = await pool.take_turns(turns(match, "hard", most=50))
    assert 1 <= len(told) <= 50
    for action in told:
        match = match.apply(turn(match), action)


async def test_who_asks_when_the_bot_stops_is_answered(match: Match) -> None:
    pool = WorkerPool(1, command=MUTE, patience=LONG, hanging=LONG)
    pool.start()
    await until(lambda: pool.ready)
    asked = [asyncio.create_task(pool.take_turns(turns(match, "hard", n))) for n in range(3)]
    for _ in range(10):
        await asyncio.sleep(0)
    assert not any(one.done() for one in asked)
    await pool.stop()
    for (action,) in await asyncio.gather(*asked):
        assert action in match.choice(turn(match))
    assert not pool.budget.waiting


async def test_who_asks_no_more_does_not_count_as_waiting(match: Match) -> None:
    async with running_pool(command=MUTE, patience=0.05, hanging=LONG) as pool:
        moves = [asyncio.create_task(pool.take_turns(turns(match, moment=n))) for n in range(3)]
        await until(lambda: pool.waiting == 2)
        hint = asyncio.create_task(pool.weigh(view(match, turn(match)), 1, 4))
        await asyncio.gather(*moves)
        assert not pool.budget.waiting
        assert pool.waiting == 1, "the hint: a move came before it"
        hint.cancel()
        await asyncio.wait({hint})
        assert pool.waiting == 0


async def test_a_process_goes_when_its_input_ends() -> None:
    process = WorkerProcess(fake("read()"))
    await process.start()
    running = process._running
    assert running is not None
    await process.end(LONG)
    assert running.get_returncode() == 0


@pytest.mark.skipif(sys.platform == "win32", reason="signals of another kind")
@pytest.mark.skipif(sys.platform == "win32", reason="asyncio has no such thread")
async def test_a_process_that_ends_by_itself_when_it_is_ended(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Only asyncio fetches its exit status, however late it is: from Python 3.12 on in the loop,
    where the kernel can tell it, and otherwise in a thread."""
    wait, late = os.waitpid, threading.Event()

    def waits_late(pid: int, options: int) -> tuple[int, int]:
        if threading.current_thread() is not threading.main_thread():
            late.wait()
        return wait(pid, options)

    monkeypatch.setattr(os, "waitpid", waits_late)
    process = WorkerProcess(DEAD)
    await process.start()
    assert process._running is not None
    process.bring("end", lambda _: None)
    # The loop must not see the end before it is told to end the process.
    ended = os.P_PID, process._running.get_pid(), os.WEXITED | os.WNOWAIT
    os.waitid(*ended)  # noqa: ASYNC222
    loop = asyncio.get_running_loop()
    loop.call_soon(loop.call_soon, late.set)  # after the signal, which is sent meanwhile
    await process.end(0)
    assert caplog.text == ""


@pytest.mark.slow
async def test_a_process_outlives_signals_and_no_bot(match: Match) -> None:
    """A terminal and systemd tell all processes at once; the bot says when they go. However the
    bot goes, the end of its pipe is theirs."""
    process = WorkerProcess()
    job = Job(1, 1, pack(view(match, turn(match))))
    assert await process.ask([job], LONG)
    running = process._running
    assert running is not None
    for number in (signal.SIGINT, signal.SIGTERM):
        running.send_signal(number)
    assert await process.ask([job], LONG)
    stdin = running.get_pipe_transport(0)
    assert stdin is not None
    stdin.close()
    async with asyncio.timeout(LONG):
        assert str(await process.loss) == "it has ended"
    await until(lambda: not process.alive)
    assert running.get_returncode() == 0
    await process.end()


async def test_a_process_is_started_again_after_a_loss(match: Match) -> None:
    process = WorkerProcess(DEAD)
    job = Job(1, 1, b"")
    for _ in range(2):
        with pytest.raises(WorkerLost):
            await process.ask([job], LONG)


async def test_a_process_that_may_not_be_killed_as_it_has_ended_is_started_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Windows refuses that with another error."""

    def refused(pid: int, signal: int) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "kill", refused)
    process = WorkerProcess(DEAD)
    for _ in range(2):
        with pytest.raises(WorkerLost):
            await process.ask([Job(1, 1, b"")], LONG)


async def test_who_asks_a_process_that_is_ended_hears_of_it() -> None:
    process = WorkerProcess(MUTE)
    await process.start()
    asked = asyncio.create_task(process.ask([Job(1, 1, b"")], LONG))
    await until(lambda: process._answered is not None)
    await process.end(0)
    with pytest.raises(WorkerLost, match="ended"):
        await asked


async def test_who_waits_for_little_or_at_a_table_comes_first(match: Match) -> None:
    echo = f"""
while head := read({LENGTH_BYTES}):
    read(int.from_bytes(head, "big"))
    import pickle; body = pickle.dumps([([("pass", None)], 0.0)])
    out.write(len(body).to_bytes({LENGTH_BYTES}, "big") + body); out.flush()
"""
    pool, seen, order = WorkerPool(1, command=fake(echo), patience=LONG), view(match, 1), []
    auction = shuffled(begin(games()["kombinations-whist"], 4), Random(1))

    async def whole(match: Match, *, awaited: bool = True) -> None:
        asked = Turns(match, DealStart(match, b"key"), ("normal",) * 4, 0, 1, 4, awaited=awaited)
        await pool.take_turns(asked)

    asked: dict[str, Awaitable[object]] = {
        "tried": whole(match, awaited=False),
        "review": pool.weigh(seen, 1, 1, urgent=False),
        "hint": pool.weigh(seen, 1, 1),
        "bid": whole(auction),
        "card": whole(match),
        "move": pool._ask(Job(1, 1, b""), thinking.Urgency.MOVE),
    }

    async def noted(what: str) -> None:
        await asked[what]
        order.append(what)

    pool._resting = -1
    tasks = [asyncio.create_task(noted(what)) for what in asked]
    await until(lambda: pool.waiting == len(asked))
    pool._resting = 0
    pool.start()
    await asyncio.gather(*tasks)
    await pool.stop()
    assert order == [*reversed(asked)]


CARD = ("PlayCard", RUNGS[0])


@pytest.mark.skipif(not ACCELERATED, reason="a matter of the compiled kernel")
def test_alone_the_strongest_may_take_all_the_time_they_want() -> None:
    strongest = COMPUTERS["hard"]
    assert isinstance(strongest, MonteCarloPlayer)
    assert RUNGS[0] >= strongest.samples >= LEISURELY


def test_the_budget_goes_down_the_ladder_as_more_wait_and_up_again() -> None:
    budget = Budget(workers=1)
    assert budget.samples_for(CARD) == RUNGS[0]
    allowed = []
    for _ in range(2000):
        budget.add_waiting(CARD)
        allowed.append(budget.samples_for(CARD))
    assert sorted(set(allowed), reverse=True) == list(RUNGS)
    assert allowed == sorted(allowed, reverse=True)
    assert budget.full
    for _ in range(2000):
        budget.remove_waiting(CARD)
    assert budget.samples_for(CARD) == RUNGS[0]
    assert not budget.full


def test_twice_the_processes_bear_about_twice_the_queue() -> None:
    def borne(workers: int) -> int:
        budget = Budget(workers)
        while budget.samples_for(CARD) == RUNGS[0]:
            budget.add_waiting(CARD)
        return budget.waiting.total()

    assert borne(4) >= 3 * borne(1)


def test_the_budget_learns_how_long_each_kind_of_decision_takes() -> None:
    budget, bid = Budget(workers=1), ("LadderBid", RUNGS[0])
    for _ in range(200):
        budget.learn("PlayCard", RUNGS[0], 0.01)
        budget.learn("LadderBid", RUNGS[0], 1.0)
    assert budget.samples_for(CARD) == RUNGS[0]
    assert budget.samples_for(bid) == RUNGS[1], "even alone"
    budget.add_waiting(bid)
    assert budget.samples_for(CARD) < RUNGS[0], "somebody waits for a long thought"
    assert budget.samples_for(("LadderBid", 20)) == 20


def test_what_was_slow_for_a_while_is_tried_again() -> None:
    time = [0.0]
    budget = Budget(workers=1, now=lambda: time[0])
    for _ in range(20):
        budget.learn("PlayCard", RUNGS[0], 2.0)
    assert budget.samples_for(CARD) == RUNGS[1]
    for _ in range(180):
        time[0] += 1
        budget.learn("PlayCard", RUNGS[1], 0.004)
    assert budget.samples_for(CARD) == RUNGS[0]
    budget.learn("PlayCard", RUNGS[0], 2.0)
    assert budget.samples_for(CARD) == RUNGS[1], "once is enough, if it is slow yet"


def test_what_is_quick_is_known_as_such_for_good() -> None:
    time = [0.0]
    budget = Budget(workers=1, now=lambda: time[0])
    budget.learn("PlayCard", RUNGS[0], 0.003)
    for _ in range(180):
        time[0] += 1
        budget.learn("PlayCard", RUNGS[2], 0.001)
    assert budget.cost(*CARD) == 0.003


async def until(done: Callable[[], bool]) -> None:
    while not done():  # noqa: ASYNC110 - no event tells that
        await asyncio.sleep(0.005)


@pytest.mark.slow
async def test_an_idle_process_that_is_killed_is_told_and_started_again(match: Match) -> None:
    async with running_pool(patience=LONG, hanging=LONG) as pool:
        assert await pool.trouble() is None
        (process,) = pool._processes
        killed = process._running
        assert killed is not None
        lost = metrics.WORKER_LOSSES.labels("ended")._value.get()
        killed.kill()
        await until(lambda: killed.get_returncode() is not None)
        await until(lambda: not pool.ready)
        assert await pool.trouble() == ("Only 0 of 1 worker processes run.")
        await until(lambda: process._running is not killed and pool.ready)
        assert await pool.trouble() is None
        assert metrics.WORKER_LOSSES.labels("ended")._value.get() == lost + 1
        assert len(await pool.take_turns(turns(match))) == 1
        assert pool.figures.made["thought"] == 1


async def test_processes_that_are_not_to_run_yet_are_no_trouble() -> None:
    """They start when the bot has logged in: before that nobody is to look at them."""
    assert await WorkerPool(2).trouble() is None


@pytest.mark.parametrize("ask", ["move", "hint"])
async def test_processes_that_may_start_do_so_when_somebody_asks(match: Match, ask: str) -> None:
    pool = WorkerPool(1)
    pool.may_start = True
    await asyncio.sleep(0)
    assert not pool.working
    if ask == "hint":
        assert await pool.weigh(view(match, turn(match)), 1, 1), "it waits for the process"
    else:
        assert len(await pool.take_turns(turns(match))) == 1, "by rule of thumb"
    assert pool.working
    await until(lambda: pool.ready)
    await pool.stop()
    await pool.take_turns(turns(match))
    assert not pool.working, "a bot that stops starts none"


async def test_a_process_that_is_being_started_is_no_trouble_until_it_is_lost() -> None:
    async with running_pool(ready=False, command=MUTE) as pool:
        await asyncio.sleep(0)
        assert await pool.trouble() is None
    async with running_pool(ready=False, command=("/no/such/program",)) as pool:
        await until(lambda: pool._resting > 0)
        assert "0 of 1 worker processes" in str(await pool.trouble())


async def test_a_process_that_is_never_ready_is_told() -> None:
    async with running_pool(ready=False, command=("/no/such/program",)) as pool:
        assert "0 of 1 worker processes" in str(await pool.trouble())
