"""The process in which computer players think."""

import gc
import os
import signal
from collections.abc import Iterator
from io import BytesIO
from weakref import ref

import pytest

from kwbot.players.turns import worker
from kwbot.players.turns.jobs import message


class Cycle:
    """Something that nothing but a collection of garbage ends."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def garbage_kept() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("garbage_kept")
@pytest.mark.parametrize(("most", "collected"), [(50, True), (100_000, False)])
def test_garbage_is_collected_between_answers(
    most: int, collected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "MAX_GARBAGE", most)
    gc.collect()
    cycles, answers = list[ref[Cycle]](), BytesIO()

    def answer(job: int) -> int:
        cycles.extend(ref(Cycle()) for _ in range(100))
        return job

    worker.serve(BytesIO(message(1)), answers, answer)
    assert answers.getvalue().endswith(message(1))
    assert all((cycle() is None) is collected for cycle in cycles)


@pytest.mark.usefixtures("garbage_kept")
def test_garbage_waits_while_somebody_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    collects = list[bool]()
    monkeypatch.setattr(worker, "serve", lambda *_: collects.append(gc.isenabled()))
    monkeypatch.setattr(os, "nice", lambda _: None)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    gc.enable()
    worker.main(lambda job: job)
    assert collects == [False]
