"""What holds for all tests."""

from __future__ import annotations

import gc

from hypothesis import HealthCheck, settings

# A machine that is slow or busy is no fault of the program.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")


def pytest_collection() -> None:
    """Collect the tests without looking for garbage: everything that is made then is kept."""
    gc.disable()


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()
