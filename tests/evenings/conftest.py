"""The house of tables of tests/tables."""

from __future__ import annotations

from tests.tables.conftest import house, same_cards, store

__all__ = ["house", "same_cards", "store"]
