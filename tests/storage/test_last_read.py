from __future__ import annotations

import asyncio

import pytest

from kwbot.storage.values import last_read
from kwbot.storage.values.last_read import LastRead


class Shelf:
    """What is stored; a document is read as it stands when the reading begins."""

    def __init__(self) -> None:
        self.stored = {1: "one", 2: "two", 3: "three"}
        self.reads: list[int] = []
        self.documents = LastRead(self._read)

    async def _read(self, owner: int) -> str:
        self.reads.append(owner)
        found = self.stored[owner]
        await asyncio.sleep(0)
        return found

    def store(self, owner: int, document: str) -> None:
        self.documents.forget(owner)
        self.stored[owner] = document


async def test_a_document_is_read_again_once_it_has_changed() -> None:
    shelf = Shelf()
    assert [await shelf.documents.of(1) for _ in range(3)] == ["one"] * 3
    shelf.store(1, "another")
    assert [await shelf.documents.of(1) for _ in range(2)] == ["another"] * 2
    assert shelf.reads == [1, 1]


async def test_what_changes_while_it_is_read_is_not_kept() -> None:
    shelf = Shelf()
    reading = asyncio.ensure_future(shelf.documents.of(1))
    await asyncio.sleep(0)
    shelf.store(1, "another")
    assert await reading == "one"
    assert await shelf.documents.of(1) == "another"


async def test_the_oldest_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(last_read, "MOST", 2)
    shelf = Shelf()
    for owner in (1, 2, 3, 3, 2, 1):
        await shelf.documents.of(owner)
    assert shelf.reads == [1, 2, 3, 1]
