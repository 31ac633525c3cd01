"""What holds for all tests."""

from __future__ import annotations

import gc
import os

from hypothesis import HealthCheck, settings

# A machine that is slow or busy is no fault of the program.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")


def pytest_xdist_auto_num_workers() -> int:
    """Return two more than there are processors: many tests wait for a browser or a server."""
    return min(8, 2 + (os.cpu_count() or 1))


def pytest_collection() -> None:
    """Collect the tests without looking for garbage: everything that is made then is kept."""
    gc.disable()


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()
