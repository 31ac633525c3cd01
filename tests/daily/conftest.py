"""The same deals in every run."""

from __future__ import annotations

import pytest

from tests.storage.compiled_statements import compiled_once
from tests.storage.copied_tables import copied_tables
from tests.tables.conftest import same_cards

__all__ = ["compiled_once", "copied_tables", "same_cards"]


@pytest.fixture(autouse=True)
def _nothing_by_chance(same_cards: None) -> None:
    """In any test here."""
