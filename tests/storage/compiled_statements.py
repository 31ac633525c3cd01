"""Statements compiled once for all databases of a process: SQLAlchemy does so for each engine, and
nearly every test has one of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from kwbot.storage.backend import sqlite


@contextmanager
def compiling_once() -> Iterator[None]:
    """For all databases that are opened within."""
    first = create_async_engine("sqlite+aiosqlite://")
    asyncio.run(_connect(first))  # only now the dialect knows what it talks to
    dialect, cache = first.sync_engine.dialect, first.sync_engine._compiled_cache

    def create(*args: Any, **options: Any) -> AsyncEngine:
        engine = create_async_engine(*args, **options)
        engine.sync_engine.dialect, engine.sync_engine._compiled_cache = dialect, cache
        return engine

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite, "create_async_engine", create)
        yield


async def _connect(engine: AsyncEngine) -> None:
    await (await engine.connect()).close()
    await engine.dispose()


@pytest.fixture(scope="session", autouse=True)
def compiled_once() -> Iterator[None]:
    """Imported by the `conftest.py` of every folder whose tests open many databases."""
    with compiling_once():
        yield
