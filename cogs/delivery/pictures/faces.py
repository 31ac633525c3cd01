"""The players' faces: their pictures from Discord, each fetched once; computers' are drawn."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from functools import cache
from typing import Any

import discord
from cachetools import LRUCache

from cogs.delivery.calls.undelivered import Undelivered, understood
from kwbot.engine.values.names import numbered_apart
from kwbot.ids import NO_USER, UserId
from kwbot.looks.sprites import drawable, is_drawable
from kwbot.players.tastes.characters import CHARACTERS
from kwbot.tables.state.seated import Seated
from kwbot.tables.state.table_state import TableState
from kwbot.text.catalogue import PROJECT_FOLDER
from kwbot.text.deal.seating import Likenesses

_log = logging.getLogger(__name__)

DRAWN = PROJECT_FOLDER / "data" / "faces"
SIZE = 64
"""Pixels that a face is wide, on a table's picture as well."""
MAX_FACE_BYTES = 100_000
"""Bytes of a picture, at most."""
FACE_CACHE_SIZE = 1000
"""Players whose faces are kept, at most."""
SOUGHT = 50_000
"""Users of whom it is remembered that they were asked for, at most."""
FETCHED_AT_ONCE = 4
SHORT = 12
"""Letters of a name for which every picture has room."""
FindUser = Callable[[UserId], Awaitable[discord.User]]


@cache
def drawn_faces() -> Mapping[str, bytes]:
    """Return the faces of the characters among the computer players, by name."""
    files = {name: DRAWN / f"{name.lower()}.png" for name in CHARACTERS}
    return {name: file.read_bytes() for name, file in files.items() if file.exists()}


class Faces:
    """Pictures of those who have pressed something, or sit where a picture is drawn. Until one is
    there, initials take its place."""

    def __init__(self, find: FindUser) -> None:
        """`find` asks Discord for a user of whom no press has come, such as after a restart."""
        self._find = find
        self._faces = LRUCache[UserId, tuple[str, bytes | None]](FACE_CACHE_SIZE)
        """By user: where the picture is found, and the picture once it is there."""
        self._sought = LRUCache[UserId, None](SOUGHT)
        """Users of whom Discord was asked, or who have pressed something: it is asked once."""
        self._user_names = LRUCache[UserId, str](SOUGHT)
        """What pictures show where a name is in letters that they have not."""
        self._fetching: set[asyncio.Task[None]] = set()
        self._turn = asyncio.Semaphore(FETCHED_AT_ONCE)

    def met(self, user: discord.User | discord.Member) -> None:
        """Fetch the picture of a user in the background, if it is a new one."""
        user_id = UserId(user.id)
        self._seek(user_id)
        self._user_names[user_id] = user.name
        known = self._faces.get(user_id)
        if user.avatar is None:
            self._faces.pop(user_id, None)
            return
        asset = user.avatar.replace(size=SIZE, format="png")
        if known is not None and known[0] == asset.url:
            return
        self._faces[user_id] = asset.url, None
        self._begin(self._fetch(user_id, asset), f"face of {user_id}")

    def _begin(self, work: Coroutine[Any, Any, None], name: str) -> None:
        task = asyncio.create_task(work, name=name)
        self._fetching.add(task)
        task.add_done_callback(self._fetching.discard)

    def _seek(self, user_id: UserId) -> bool:
        """Return whether nobody was asked about a user yet; from now on somebody was."""
        if user_id in self._sought:
            return False
        self._sought[user_id] = None
        return True

    async def _look_up(self, user_id: UserId) -> None:
        try:
            self.met(await self._find(user_id))
        except Undelivered as failure:
            _log.info("a user is not to be found (%d)", failure.code)

    async def _fetch(self, user_id: UserId, asset: discord.Asset) -> None:
        try:
            async with self._turn:
                with understood():
                    face = await asset.read()
        except (Undelivered, discord.DiscordException) as error:
            _log.info("a face is not to be had: %s", type(error).__name__)
            return
        if len(face) <= MAX_FACE_BYTES:
            self._faces[user_id] = asset.url, face

    def at(self, table: TableState) -> Likenesses:
        """Return how those at a table are drawn, so far as that is known; look for the others."""
        for one in table.seated:
            if one.user is not None and self._seek(one.user):
                self._begin(self._look_up(one.user), f"user {one.user}")
        faces = ((seat, self._of(one)) for seat, one in enumerate(table.seated))
        found = {seat: face for seat, face in faces if face is not None}
        return Likenesses(found, self._labels([(one.user, one.name) for one in table.seated]))

    def of(self, people: Sequence[tuple[UserId | None, str]]) -> Likenesses:
        """Return how people with their names are drawn, by their place in the order."""
        pictures = [self._faces.get(user or NO_USER, ("", None))[1] for user, _ in people]
        found = {at: face for at, face in enumerate(pictures) if face is not None}
        return Likenesses(found, self._labels(people))

    def _labels(self, people: Sequence[tuple[UserId | None, str]]) -> Mapping[int, str]:
        """Return what pictures call people whose names they cannot draw, or not apart: by the
        user name, and with a number where others look the same."""
        shown = dict[int, str]()
        for at, (user, name) in enumerate(people):
            spare = "" if is_drawable(name) else self._user_names.get(user or NO_USER, "")
            if drawn := spare or drawable(name):
                shown[at] = drawn
        told = zip(shown, numbered_apart(tuple(shown.values()), SHORT), strict=True)
        return {at: label for at, label in told if label != drawable(people[at][1])}

    def _of(self, seated: Seated) -> bytes | None:
        if seated.user is None:
            return drawn_faces().get(seated.name)
        return self._faces.get(seated.user, ("", None))[1]

    async def stop(self) -> None:
        """Fetch nothing more."""
        for task in self._fetching:
            task.cancel()
        await asyncio.gather(*self._fetching, return_exceptions=True)
