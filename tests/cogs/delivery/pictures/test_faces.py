"""Faces are fetched once for each picture, and nobody waits for them."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from cogs.delivery.calls.undelivered import OutOfReach
from cogs.delivery.pictures import faces
from cogs.delivery.pictures.faces import Faces, drawn_faces
from kwbot.ids import UserId
from kwbot.looks.sprites import portrait
from kwbot.players.tastes.characters import CHARACTERS
from kwbot.tables.state.table_state import TableState


class FakeAsset:
    def __init__(self, url: str, face: bytes | Exception, fetched: list[str]) -> None:
        self.url, self.face, self.fetched = url, face, fetched

    def replace(self, **how: Any) -> FakeAsset:
        assert how == {"size": faces.SIZE, "format": "png"}
        return self

    async def read(self) -> bytes:
        self.fetched.append(self.url)
        if isinstance(self.face, Exception):
            raise self.face
        return self.face


def user(number: int, asset: FakeAsset | None, name: str = "") -> discord.User:
    return cast("discord.User", SimpleNamespace(id=number, avatar=asset, name=name))


async def nobody(user_id: UserId) -> discord.User:
    raise OutOfReach(10013)


def table() -> TableState:
    return cast(
        "TableState",
        SimpleNamespace(seated=[SimpleNamespace(user=n, name="Ivar") for n in (1, None)]),
    )


async def test_a_face_is_fetched_once_until_it_is_another() -> None:
    met, fetched = Faces(nobody), list[str]()
    first = FakeAsset("a", b"old", fetched)
    met.note_user(user(1, first))
    assert met.at(table()) == {}  # nobody waits
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    met.note_user(user(1, first))
    assert met.at(table()) == {0: b"old"}
    met.note_user(user(1, FakeAsset("b", b"new", fetched)))
    for _ in range(4):
        await asyncio.sleep(0)
    assert met.at(table()) == {0: b"new"}
    assert fetched == ["a", "b"]
    met.note_user(user(1, None))
    assert met.at(table()) == {}


async def test_a_face_that_is_not_to_be_had_or_too_large_stays_away() -> None:
    met, fetched = Faces(nobody), list[str]()
    met.note_user(user(1, FakeAsset("a", OSError(), fetched)))
    for _ in range(4):
        await asyncio.sleep(0)
    met.note_user(user(1, FakeAsset("b", b"x" * (faces.MAX_FACE_BYTES + 1), fetched)))
    for _ in range(4):
        await asyncio.sleep(0)
    assert fetched == ["a", "b"]
    assert met.at(table()) == {}
    await met.stop()


async def test_who_has_pressed_nothing_yet_is_asked_for_once() -> None:
    asked, fetched = list[int](), list[str]()

    async def find(number: int) -> discord.User:
        asked.append(number)
        return user(number, FakeAsset("a", b"face", fetched))

    seen = Faces(find)
    assert seen.at(table()) == {}
    for _ in range(4):
        await asyncio.sleep(0)
    assert seen.at(table()) == {0: b"face"}
    seen.note_user(user(1, None))
    assert seen.at(table()) == {}
    assert asked == [1]


def test_every_character_has_a_face_of_its_own() -> None:
    assert drawn_faces().keys() == CHARACTERS.keys()
    assert len(set(drawn_faces().values())) == len(CHARACTERS)
    for face in drawn_faces().values():
        assert len(face) < 5000
        assert portrait(face, 64) is not None


async def test_a_computer_shows_its_face_and_a_person_of_that_name_does_not() -> None:
    seated = [SimpleNamespace(user=user, name="Ada") for user in (None, 7)]
    shown = Faces(nobody).at(cast("TableState", SimpleNamespace(seated=seated)))
    assert shown == {0: drawn_faces()["Ada"]}


@pytest.mark.parametrize(
    ("names", "labels"),
    [
        (("Anna", "Åsa", "Иван"), {}),
        (("王小明", "محمد", "สมชาย"), {0: "user_1", 1: "user_2", 2: "user_3"}),
        (("Anna 王", "Bo", "Kim 👩‍💻"), {0: "user_1"}),
        (("Anna 🌸", "Anna 🌺", "anna ⛄"), {1: "Anna 2", 2: "anna 3"}),
        (("Christopher Anderson", "Christopher Andersen", "C."), {1: "Christopher Andersen 2"}),
        (("🎉", "王", "user_1"), {0: "user_1", 1: "user_2", 2: "user_1 2"}),
    ],
)
async def test_a_picture_shows_the_user_name_for_what_it_cannot_draw(
    names: tuple[str, ...], labels: dict[int, str]
) -> None:
    met = Faces(nobody)
    seated = [SimpleNamespace(user=number, name=name) for number, name in enumerate(names, 1)]
    for number in (1, 2, 3):
        met.note_user(user(number, None, f"user_{number}"))
    assert met.at(cast("TableState", SimpleNamespace(seated=seated))).labels == labels
    assert met.of([(UserId(number), name) for number, name in enumerate(names, 1)]).labels == labels
