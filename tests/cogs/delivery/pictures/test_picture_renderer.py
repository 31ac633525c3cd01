"""Pictures are drawn off the loop, and only while there is time."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from dataclasses import replace

import pytest

from benches.stand_ins import HandClock
from cogs.delivery.pictures import picture_renderer
from cogs.delivery.pictures.picture_renderer import (
    DRAWING_REST,
    MAX_DRAWING_TIME,
    MOST_WAITING,
    AnyScene,
    PictureRenderer,
)
from kwbot.text.deal.scene import TableScene
from kwbot.variants import games
from tests.looks.scenes import moments, table_scene


class Desk:
    """A renderer whose drawings wait until they may go on."""

    def __init__(self) -> None:
        self.clock = HandClock()
        self.pictures = PictureRenderer(self.clock)
        self.go = threading.Event()
        self.drawn: list[AnyScene] = []
        self.threads: set[int] = set()

    def draw(self, scene: AnyScene) -> bytes:
        assert self.go.wait(60)
        self.drawn.append(scene)
        self.threads.add(threading.get_ident())
        assert isinstance(scene, TableScene)
        return scene.deal.encode()


async def begun() -> None:
    """Let every task begin."""
    for _ in range(3):
        await asyncio.sleep(0)


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    made = Desk()
    monkeypatch.setattr(picture_renderer, "_png_of", made.draw)
    yield made
    made.go.set()
    made.pictures.close()


@pytest.fixture
def scene() -> TableScene:
    variant = games()["whist"]
    return table_scene(moments(variant, 4)[0], None)


async def test_a_scene_is_drawn_in_a_thread(desk: Desk, scene: TableScene) -> None:
    drawing = asyncio.create_task(desk.pictures.picture(scene))
    await begun()
    assert desk.pictures.busy
    desk.go.set()
    assert await drawing == scene.deal.encode()
    assert not desk.pictures.busy
    assert threading.get_ident() not in desk.threads


async def test_after_a_slow_picture_none_is_drawn_for_a_while(
    desk: Desk, scene: TableScene
) -> None:
    slow = asyncio.create_task(desk.pictures.picture(scene))
    await begun()
    desk.clock.advance(2 * MAX_DRAWING_TIME.total_seconds())
    desk.go.set()
    assert await slow is not None
    other = replace(scene, deal="other")
    assert await desk.pictures.picture(other) is None
    desk.clock.advance(DRAWING_REST.total_seconds())
    assert await desk.pictures.picture(other) is not None


async def test_a_long_queue_takes_no_more_and_rests(desk: Desk, scene: TableScene) -> None:
    scenes = [replace(scene, deal=str(at)) for at in range(MOST_WAITING)]
    tasks = [asyncio.create_task(desk.pictures.picture(one)) for one in scenes]
    await begun()
    assert await desk.pictures.picture(scene) is None
    desk.go.set()
    assert None not in await asyncio.gather(*tasks)
    assert desk.pictures.rests


async def test_a_drawing_that_fails_gives_none(
    desk: Desk, scene: TableScene, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(scene: AnyScene) -> bytes:
        raise ValueError(scene)

    monkeypatch.setattr(picture_renderer, "_png_of", broken)
    assert await desk.pictures.picture(scene) is None
    assert "ValueError" in caplog.text
    assert "SA" not in caplog.text


async def test_what_is_asked_for_while_the_bot_stops_is_no_failure(
    desk: Desk, scene: TableScene, caplog: pytest.LogCaptureFixture
) -> None:
    desk.pictures.close()
    assert await desk.pictures.picture(scene) is None
    assert not caplog.records
