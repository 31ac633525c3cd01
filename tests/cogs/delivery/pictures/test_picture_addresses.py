"""Addresses of pictures cannot be guessed, run out, and take up little memory."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from cogs.delivery.pictures import picture_addresses
from cogs.delivery.pictures.picture_addresses import (
    GRACE,
    LIFE,
    RANDOM,
    STANDS,
    PictureAddresses,
    PictureFrame,
    mark_of,
)
from cogs.screens.components import MediaGallery, Screen, file_name, gallery, words
from kwbot.tables.time.clock import HandClock

BASE, MARK = "https://whist.example.org/", mark_of(None)
TABLE, HAND = PictureFrame(1, None, 10), PictureFrame(1, 2, 20)
MOMENT = timedelta(seconds=1)


class Wall:
    def __init__(self) -> None:
        self.clock = HandClock()
        self.settled: list[PictureFrame] = []
        self.addresses = PictureAddresses(BASE, MARK, self.clock, self.settled.append)

    def show(self, place: PictureFrame, png: bytes) -> str | None:
        """Show a picture; gives its token, None if it is sent."""
        view = self.addresses.given(place, Screen([gallery(png, "")], {file_name(png): png}))
        (part,) = view.parts
        assert isinstance(part, MediaGallery)
        (item,) = part.to_component_dict()["items"]
        if view.files():
            assert item["media"]["url"] == f"attachment://{file_name(png)}"
            return None
        base, mark, token = item["media"]["url"].rsplit("/", 2)
        assert (base, mark) == ("https://whist.example.org/pictures", MARK)
        return str(token).removesuffix(".png")

    def shows(self, token: str | None) -> bytes | None:
        found = self.addresses.picture(token or "")
        return found[0] if found else None

    async def later(self, after: timedelta) -> None:
        self.clock.advance(after.total_seconds())
        for _ in range(3):
            await asyncio.sleep(0)


@pytest.fixture
async def wall() -> AsyncIterator[Wall]:
    made = Wall()
    yield made
    await made.addresses.stop()


async def test_an_address_is_random_and_of_one_place_alone(wall: Wall) -> None:
    tokens = {wall.show(PictureFrame(n, None, n), b"the same") for n in range(50)}
    assert len(tokens) == 50
    assert RANDOM * 8 >= 128
    assert {len(token or "") for token in tokens} == {RANDOM * 4 // 3}
    assert wall.show(TABLE, b"first") == wall.show(TABLE, b"first")
    assert wall.shows("A" * 32) is None


async def test_nothing_tells_an_address_by_accident(wall: Wall) -> None:
    token = wall.show(HAND, b"cards")
    assert token
    kept = wall.addresses
    assert token not in f"{kept!r} {kept._frames!r} {list(kept._served.values())!r}"
    view = kept.given(HAND, Screen([gallery(b"cards", "")], {file_name(b"cards"): b"cards"}))
    assert token not in repr(view.parts)


async def test_a_replaced_picture_can_be_fetched_a_little_longer(wall: Wall) -> None:
    first, second = wall.show(TABLE, b"one"), wall.show(TABLE, b"two")
    await wall.later(GRACE - MOMENT)
    assert (wall.shows(first), wall.shows(second)) == (b"one", b"two")
    wall.addresses.given(TABLE, Screen([words("The deal is over.")]))
    await wall.later(MOMENT)
    assert (wall.shows(first), wall.shows(second)) == (None, b"two")
    await wall.later(GRACE)
    assert wall.shows(second) is None


async def test_a_picture_that_stays_is_sent_in_the_end(wall: Wall) -> None:
    first = wall.show(HAND, b"one")
    await wall.later(STANDS - MOMENT)
    assert wall.show(HAND, b"one") == first
    assert wall.settled == []
    await wall.later(MOMENT)
    await wall.later(GRACE)
    assert wall.settled == [HAND], "once, though nobody has drawn it yet"
    assert wall.show(HAND, b"one") is None
    assert wall.shows(first) == b"one", "whoever still shows it may fetch it"
    await wall.later(GRACE)
    assert wall.shows(first) is None
    assert wall.show(HAND, b"one") is None
    assert wall.show(HAND, b"two") is not None


async def test_an_address_runs_out_whatever_shows_it_and_leaves_nothing(wall: Wall) -> None:
    token = wall.show(TABLE, b"one")
    await wall.later(LIFE - MOMENT)
    found = wall.addresses.picture(token or "")
    assert found == (b"one", MOMENT)
    wall.clock.advance(MOMENT.total_seconds())
    assert wall.shows(token) is None
    await wall.later(STANDS)
    assert not wall.addresses._served
    assert not wall.addresses._bytes
    assert not wall.addresses._replaced
    assert wall.addresses._loop.idle
    assert wall.show(TABLE, b"one") is None


async def test_what_finds_no_room_is_sent_and_replaced_ones_make_room(
    wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(picture_addresses, "ROOM", 10)
    first, second = wall.show(TABLE, b"aaaa"), wall.show(HAND, b"bbbb")
    third = PictureFrame(2, None, 30)
    assert wall.show(third, b"cccc") is None
    assert wall.show(third, b"cccc") is None
    assert (wall.shows(first), wall.shows(second)) == (b"aaaa", b"bbbb")
    assert wall.show(HAND, b"dddd"), "in place of what it replaces"
    assert wall.shows(second) is None
    monkeypatch.setattr(picture_addresses, "MOST_FRAMES", 2)
    wall.show(third, b"eeee")
    assert len(wall.addresses._frames) == 2
