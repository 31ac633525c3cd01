"""The drawing of pictures: in a thread, and only while there is time."""

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta

from kwbot.logs import place_of
from kwbot.looks.career_picture import career_picture
from kwbot.looks.podium_picture import podium_picture
from kwbot.looks.result_picture import result_picture
from kwbot.looks.table_picture import table_picture
from kwbot.metrics import count_error
from kwbot.tables.time.clock import Clock
from kwbot.text.club.podium_scene import PodiumScene
from kwbot.text.deal.result_scene import ResultScene
from kwbot.text.deal.scene import TableScene
from kwbot.text.statistics.career_scene import CareerScene

_log = logging.getLogger(__name__)

MOST_WAITING = 24
"""Most pictures under way; more are not drawn."""
MAX_DRAWING_TIME = timedelta(milliseconds=500)
"""The longest a picture may take, including its wait and the event loop's delay."""
DRAWING_REST = timedelta(seconds=30)
"""How long nothing is drawn after the process ran short of time."""

AnyScene = TableScene | ResultScene | PodiumScene | CareerScene


class PictureRenderer:
    """Draws scenes as PNG. `clock` is a steady one."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._thread = ThreadPoolExecutor(1, "pictures")
        self._waiting = 0
        self._closed = False
        self._rests_until: datetime | None = None

    @property
    def busy(self) -> bool:
        """Whether a picture is under way."""
        return self._waiting > 0

    @property
    def rests(self) -> bool:
        """Whether drawing rests because the process ran short of time."""
        return self._rests_until is not None and self._clock.now() < self._rests_until

    async def picture(self, scene: AnyScene) -> bytes | None:
        """Return a scene's picture; None without time for it, after a failure, or once closed."""
        if self.rests or self._closed:
            return None
        if self._waiting >= MOST_WAITING:
            self._rest()
            return None
        asked, loop = self._clock.now(), asyncio.get_running_loop()
        self._waiting += 1
        try:
            png = await loop.run_in_executor(self._thread, _png_of, scene)
        except Exception as error:  # noqa: BLE001 - the type alone: a message could hold cards
            _log.error("a picture failed: %s at %s", count_error(error), place_of(error))
            return None
        finally:
            self._waiting -= 1
        if self._clock.now() - asked > MAX_DRAWING_TIME:
            self._rest()
        return png

    def _rest(self) -> None:
        if not self.rests:
            _log.info("short of time: no pictures for %d s", DRAWING_REST.total_seconds())
        self._rests_until = self._clock.now() + DRAWING_REST

    def close(self) -> None:
        """Draw nothing more: what is still asked for is shown without a picture."""
        self._closed = True
        self._thread.shutdown(wait=False, cancel_futures=True)


def _png_of(scene: AnyScene) -> bytes:
    if isinstance(scene, PodiumScene):
        return podium_picture(scene)
    if isinstance(scene, CareerScene):
        return career_picture(scene)
    return table_picture(scene) if isinstance(scene, TableScene) else result_picture(scene)
