"""`bench`: its list, its budgets, and the benchmarks that are quick."""

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from benches import runner
from benches.figures import BENCHMARKS, Figure, Sample, benchmark
from kwbot.commands import bench, main


@pytest.fixture
def entered() -> Iterator[None]:
    """A benchmark of our own, for the time of a test."""

    @benchmark("ours", "nothing much")
    def ours() -> Iterator[Figure]:
        yield Figure("kept", 1.0, "ms", 2.0)
        yield Figure("too slow", 1.0, "actions/s", 2.0, at_least=True)

    yield
    del BENCHMARKS["ours"]


@pytest.mark.parametrize(
    ("figure", "kept"),
    [
        (Figure("free", 9.0, "s"), True),
        (Figure("low", 1.9, "s", 2.0), True),
        (Figure("high", 2.1, "s", 2.0), False),
        (Figure("fast", 2.1, "/s", 2.0, at_least=True), True),
        (Figure("slow", 1.9, "/s", 2.0, at_least=True), False),
    ],
)
def test_a_budget_is_kept_or_not(figure: Figure, kept: bool) -> None:
    assert figure.kept is kept
    assert ("EXCEEDED" in str(figure)) is not kept


@pytest.mark.usefixtures("entered")
def test_an_exceeded_budget_shows_in_the_exit_status(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "ours"]) == 1
    assert capsys.readouterr().out.count("EXCEEDED") == 1
    assert main(["bench", "ours", "--json"]) == 1
    figures = json.loads(capsys.readouterr().out)["ours"]
    assert [figure["kept"] for figure in figures] == [True, False]


def test_benchmarks_are_found_by_themselves(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--list"]) == 0
    names = [line.split(":")[0] for line in capsys.readouterr().out.splitlines()]
    assert {"claims", "crash", "discord", "structure"} <= set(names)
    assert main(["bench", "no-such"]) == 2
    assert "there is no 'no-such'" in capsys.readouterr().err


def test_without_a_checkout_it_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench, "RUNNER", "benches.not_there")
    assert main(["bench"]) == 2
    assert capsys.readouterr().err == "bench:0: the benchmarks are only in a checkout of Kwbot\n"


def test_a_sample_goes_on_where_it_stopped() -> None:
    whole, piece = Sample(4), Sample(2)
    whole.take(float)
    piece.take(float)
    assert Sample(2, piece.kept).take(float) == whole.kept == [0.0, 1.0, 2.0, 3.0]


def test_a_mean_comes_with_its_interval() -> None:
    sample = Sample(0, [1.0, 3.0] * 50)
    assert sample.figure("tricks", "tricks", at_least=1.5).kept
    assert not sample.figure("tricks", "tricks", at_most=1.5).kept
    assert sample.figure("tricks", "tricks", clear_of=1.5).kept
    assert not sample.figure("tricks", "tricks", clear_of=1.9).kept
    assert "tricks ± 0.20, N = 100" in str(sample.figure("tricks", "tricks"))


def test_counts_of_pieces_are_added_up(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], request: pytest.FixtureRequest
) -> None:
    @benchmark("pieces", "how many", 10)
    def pieces(sample: Sample) -> Iterator[Figure]:
        counted = 0
        while counted < sample.size and not sample.over():
            counted += 1
        found = sample.total({"counted": counted, "parts": sample.part})
        yield Figure("counted", found["counted"], "times")
        yield Figure("parts", found["parts"], "")

    request.addfinalizer(lambda: BENCHMARKS.pop("pieces"))
    keep = ["--keep", str(tmp_path / "kept.json"), "--json"]

    def values(*options: str) -> list[float]:
        assert main(["bench", "pieces", *keep, *options]) == 0
        figures = json.loads(capsys.readouterr().out)["pieces"]
        return [figure["value"] for figure in figures]

    assert values() == [10, 1]
    assert values("--games", "3") == [13, 1 + 2]
    assert values("--minutes", "0") == [13, 1 + 2 + 3], "over at once"


def test_what_is_saved_outlives_a_measurement(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    @benchmark("killed", "how many", 10)
    def killed(sample: Sample) -> Iterator[Figure]:
        sample.total({"counted": 1})
        sample.save()
        sample.total({"counted": 1})
        raise MemoryError
        yield

    request.addfinalizer(lambda: BENCHMARKS.pop("killed"))
    file = tmp_path / "kept.json"
    file.write_text(json.dumps({"killed": [{"counted": 5}], "other": [1]}))
    with pytest.raises(MemoryError):
        main(["bench", "killed", "--keep", str(file)])
    kept = {"killed": [{"counted": 5}, {"counted": 1}], "other": [1]}
    assert json.loads(file.read_text()) == kept


def test_ctrl_c_ends_a_sample_early() -> None:
    before, stop = signal.getsignal(signal.SIGINT), runner.Stop(None)
    with stop.listening():
        assert not stop()
        os.kill(os.getpid(), signal.SIGINT)
        assert stop()
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before
