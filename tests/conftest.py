"""What holds for all tests."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from benches.durability.postgres import missing, postgres_server

# Hundreds of processes are started here. What one has compiled the others need not, even where
# Python is told to write no bytecode.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# A machine that is slow or busy is no fault of the program.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")


QUICK = "not heavy and not slow"
SLOW = "slow and not heavy"

WITH_OTHER_PROGRAMS = ("benches", "browser", "cluster")
"""All tests in these folders are slow: they start whole bots, a browser or a database server."""


def pytest_configure(config: pytest.Config) -> None:
    """Leave out what is slow where everything is run; who names files gets all that is there."""
    if _is_quick(config):
        config.option.markexpr = QUICK


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Where slow tests alone are run, leave out the files that have none: reading one costs."""
    if config.option.markexpr != SLOW or not collection_path.match("test_*.py"):
        return None
    return None if _may_be_slow(collection_path) else True


@cache
def _may_be_slow(path: Path) -> bool:
    text = path.read_text("utf-8")
    return _is_with_other_programs(path) or "mark.slow" in text


@cache
def _is_with_other_programs(path: Path) -> bool:
    return path.relative_to(Path(__file__).parent).parts[0] in WITH_OTHER_PROGRAMS


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if _is_with_other_programs(item.path):
            item.add_marker(pytest.mark.slow)
        elif item.get_closest_marker("slow"):
            assert _may_be_slow(item.path), f"{item.nodeid} is slow, and its file does not say so"


def _is_quick(config: pytest.Config) -> bool:
    """Whether everything is run, without a word of what to run."""
    named = config.args_source is pytest.Config.ArgsSource.ARGS
    return not named and config.option.markexpr in ("not heavy", QUICK)


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Return more than there are processors: some tests wait for other programs, slow ones often
    do. But each worker takes seconds to begin."""
    return min(8, (1 if _is_quick(config) else 2) + (os.cpu_count() or 1))


def pytest_xdist_setupnodes(config: pytest.Config) -> None:
    """Where all tests are run and none has been compiled yet, do so once, not in each worker."""
    here = Path(__file__).parent
    everything = config.args_source is not pytest.Config.ArgsSource.ARGS
    if not everything or any(here.glob("engine/__pycache__/*-pytest-*")):
        return
    tests = [path for path in sorted(here.iterdir()) if path.is_dir() or path.match("test_*.py")]
    command = (sys.executable, "-m", "pytest", "--collect-only", "-qq", "-n", "0")
    started = [
        subprocess.Popen((*command, *tests[part::2]), stdout=subprocess.DEVNULL, cwd=here.parent)
        for part in range(2)
    ]
    for process in started:
        process.wait()


def pytest_collection() -> None:
    """Collect the tests without looking for garbage: everything that is made then is kept."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Then look for it seldom: what a test leaves is little, and looking takes a twentieth."""
    gc.freeze()
    gc.set_threshold(10_000, 20, 50)
    gc.enable()


@pytest.fixture(scope="session")
def server_url() -> Iterator[str]:
    """A PostgreSQL server, one for all tests of a worker; without one they are skipped, and say
    so."""
    if reason := missing():
        pytest.skip(f"PostgreSQL is NOT tested: {reason}.")
    with postgres_server() as server:
        yield server.url
