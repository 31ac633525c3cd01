"""The players' faces: people's pictures from Discord, each fetched once, and drawn computers."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from functools import cache
from typing import Any

import discord
from cachetools import LRUCache

from cogs.delivery.calls.undelivered import UNSENT, Undelivered, understood
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
"""Width of a face in pixels, on a table's picture as well."""
MAX_FACE_BYTES = 100_000
"""Most bytes of a face's picture."""
FACE_CACHE_SIZE = 1000
"""Most players whose faces are kept."""
SOUGHT = 50_000
"""Most users remembered as looked up."""
FETCHED_AT_ONCE = 4
SHORT = 12
"""Number of letters of a name that fit into every picture."""
FindUser = Callable[[UserId], Awaitable[discord.User]]


@cache
def drawn_faces() -> Mapping[str, bytes]:
    """Return the faces of the computer players' characters, by name."""
    files = {name: DRAWN / f"{name.lower()}.png" for name in CHARACTERS}
    return {name: file.read_bytes() for name, file in files.items() if file.exists()}


class Faces:
    """Pictures of users who have pressed something, or who are drawn in a picture. Initials take a
    face's place until it has been fetched."""

    def __init__(self, find: FindUser) -> None:
        """`find` asks Discord for a user who has pressed nothing, such as after a restart."""
        self._find = find
        self._faces = LRUCache[UserId, tuple[str, bytes | None]](FACE_CACHE_SIZE)
        """By user: the picture's address, and the picture once it has been fetched."""
        self._sought = LRUCache[UserId, None](SOUGHT)
        """Users who were looked up, or have pressed something: each is looked up once."""
        self._user_names = LRUCache[UserId, str](SOUGHT)
        """User names, which pictures show where a name has letters that they cannot draw."""
        self._fetching: set[asyncio.Task[None]] = set()
        self._turn = asyncio.Semaphore(FETCHED_AT_ONCE)

    def note_user(self, user: discord.User | discord.Member) -> None:
        """Fetch a user's picture in the background, if it is new."""
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
        """Whether a user is looked up for the first time; from now on they count as looked up."""
        if user_id in self._sought:
            return False
        self._sought[user_id] = None
        return True

    async def _look_up(self, user_id: UserId) -> None:
        try:
            self.note_user(await self._find(user_id))
        except Undelivered as failure:
            _log.info("a user is not to be found (%d)", failure.code)

    async def _fetch(self, user_id: UserId, asset: discord.Asset) -> None:
        try:
            async with self._turn:
                with understood():
                    face = await asset.read()
        except UNSENT as error:
            _log.info("a face is not to be had: %s", type(error).__name__)
            return
        if len(face) <= MAX_FACE_BYTES:
            self._faces[user_id] = asset.url, face

    def at(self, table: TableState) -> Likenesses:
        """Return how the players of a table are drawn, as far as known; look up the others."""
        for one in table.seated:
            if one.user is not None and self._seek(one.user):
                self._begin(self._look_up(one.user), f"user {one.user}")
        faces = ((seat, self._of(one)) for seat, one in enumerate(table.seated))
        found = {seat: face for seat, face in faces if face is not None}
        return Likenesses(found, self._labels([(one.user, one.name) for one in table.seated]))

    def of(self, people: Sequence[tuple[UserId | None, str]]) -> Likenesses:
        """Return how people with these names are drawn, by their place in the order."""
        pictures = [self._faces.get(user or NO_USER, ("", None))[1] for user, _ in people]
        found = {at: face for at, face in enumerate(pictures) if face is not None}
        return Likenesses(found, self._labels(people))

    def _labels(self, people: Sequence[tuple[UserId | None, str]]) -> Mapping[int, str]:
        """Return labels for people whose names pictures cannot draw or tell apart: the user name,
        with a number where others look the same."""
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
