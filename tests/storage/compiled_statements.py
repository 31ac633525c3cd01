"""Statements compiled once for all databases of a process: SQLAlchemy does so for each engine, and
nearly every test has one of its own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import Engine, create_engine

from kwbot.storage.backend import sqlite


@contextmanager
def compiling_once() -> Iterator[None]:
    """For all databases that are opened within."""
    first = create_engine("sqlite://")
    first.connect().close()  # only now the dialect knows what it talks to

    def create(*args: Any, **options: Any) -> Engine:
        engine = create_engine(*args, **options)
        engine.dialect, engine._compiled_cache = first.dialect, first._compiled_cache
        return engine

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite, "create_engine", create)
        yield


@pytest.fixture(scope="session", autouse=True)
def compiled_once() -> Iterator[None]:
    """Imported by the `conftest.py` of every folder whose tests open many databases."""
    with compiling_once():
        yield
