"""Deals of the day that are played and weighed in no time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

import pytest

from kwbot.solo import best_line, solo_deal


@contextmanager
def weighed_in_no_time() -> Iterator[None]:
    """How well deals are played and weighed other tests ask."""
    with (
        mock.patch.object(solo_deal, "SOLO_SAMPLES", 2),
        mock.patch.object(best_line, "MAX_LINES", 1),
    ):
        yield


@pytest.fixture
def few_lines() -> Iterator[None]:
    with weighed_in_no_time():
        yield
