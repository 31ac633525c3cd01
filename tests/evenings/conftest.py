"""The house of tables of tests/tables."""

from __future__ import annotations

from tests.tables.conftest import drawn_dealer, house, same_cards, store

__all__ = ["drawn_dealer", "house", "same_cards", "store"]
