"""The stores of tests/tables."""

from __future__ import annotations

from tests.storage.compiled_statements import compiled_once
from tests.storage.copied_tables import copied_tables
from tests.tables.conftest import store

__all__ = ["compiled_once", "copied_tables", "store"]
