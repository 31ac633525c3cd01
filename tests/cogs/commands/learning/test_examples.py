"""Examples of bids come from a process of their own."""

import asyncio
import sys

import pytest

from cogs.commands.learning import examples
from cogs.commands.learning.examples import Examples, ExampleSearch, example, find
from kwbot.engine.values.cards import CardSet
from kwbot.tables.thinking import worker_process
from kwbot.tables.thinking.worker_process import WorkerProcess

HAND = CardSet.parse("SA SK S7 HK HQ HT D9 D8 D7 D6 D5 C4 C2")
GAME = ExampleSearch("kombinations-whist", "1.4", 4, HAND.bits, ("spel",), 60.0, 1, "sv", True)
MUTE = (sys.executable, "-c", "import sys; sys.stdin.read()")
GONE = (sys.executable, "-c", "")


@pytest.mark.slow
async def test_a_process_tells_the_same_as_we_do_and_goes() -> None:
    lab = Examples()
    text = await lab.find(GAME)
    assert text == find(GAME)
    assert "spelare 1" in text
    assert lab._process._running is None


@pytest.mark.slow
async def test_whoever_waits_keeps_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    lab, started = Examples(), []
    start = WorkerProcess.start

    async def counted(self: WorkerProcess) -> None:
        if self._running is None:
            started.append(self)
        await start(self)

    monkeypatch.setattr(WorkerProcess, "start", counted)
    first, second = await asyncio.gather(lab.find(GAME), lab.find(GAME))
    assert first == second != ""
    assert len(started) == 1


@pytest.mark.parametrize("command", [MUTE, GONE, ("/no/such/program",)])
async def test_a_lost_process_is_no_example(
    command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(examples, "EXAMPLES_COMMAND", command)
    monkeypatch.setattr(worker_process, "WORKER_START_SECONDS", 0.05)
    assert await Examples().find(GAME) == ""


async def test_so_many_wait_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examples, "EXAMPLES_COMMAND", MUTE)
    lab = Examples()
    asking = [asyncio.create_task(lab.find(GAME)) for _ in range(examples.MAX_WAITING_SEARCHES)]
    assert not lab.busy
    await asyncio.sleep(0)
    assert lab.busy
    for task in asking:
        task.cancel()
    await asyncio.gather(*asking, return_exceptions=True)
    assert not lab.busy
    assert lab._process._running is None


def test_nothing_in_no_time() -> None:
    hopeless = ExampleSearch(
        "kombinations-whist", "1.4", 4, HAND.bits, ("spel",), 0.0, 1, "en", True
    )
    assert find(hopeless) == ""


def test_an_example_is_a_deal_that_is_made_with_the_hand() -> None:
    deal = example(GAME).deal  # type: ignore[union-attr]
    assert deal is not None
    assert deal.result is not None
    assert deal.result.made
    assert deal.finished[0].layout.hands[0] == HAND
    assert sum(deal.result.tricks) == 13, "all tricks are played"
