"""The players' faces: their pictures from Discord, each fetched once."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Mapping

import discord

from cogs.delivery.undelivered import Undelivered, understood
from kwbot.engine.actions import Seat
from kwbot.tables.state import TableState

_log = logging.getLogger(__name__)

SIZE = 64
"""Pixels that a face is wide, on a table's picture as well."""
LARGEST = 100_000
"""Bytes of a picture, at most."""
REMEMBERED = 1000
"""Players whose faces are kept, at most."""
FETCHED_AT_ONCE = 4


class Faces:
    """Pictures of who has pressed something. Until one is there, initials take its place."""

    def __init__(self) -> None:
        self._faces: OrderedDict[int, tuple[str, bytes | None]] = OrderedDict()
        """By user: where the picture is found, and the picture once it is there."""
        self._fetching: set[asyncio.Task[None]] = set()
        self._turn = asyncio.Semaphore(FETCHED_AT_ONCE)

    def met(self, user: discord.User | discord.Member) -> None:
        """Fetch the picture of a user in the background, if it is a new one."""
        known = self._faces.get(user.id)
        if user.avatar is None:
            self._faces.pop(user.id, None)
            return
        asset = user.avatar.replace(size=SIZE, format="png")
        if known is not None and known[0] == asset.url:
            self._faces.move_to_end(user.id)
            return
        self._keep(user.id, asset.url, None)
        task = asyncio.create_task(self._fetch(user.id, asset), name=f"face of {user.id}")
        self._fetching.add(task)
        task.add_done_callback(self._fetching.discard)

    async def _fetch(self, user: int, asset: discord.Asset) -> None:
        try:
            async with self._turn:
                with understood():
                    face = await asset.read()
        except (Undelivered, discord.DiscordException) as error:
            _log.info("a face is not to be had: %s", type(error).__name__)
            return
        if len(face) <= LARGEST:
            self._keep(user, asset.url, face)

    def _keep(self, user: int, url: str, face: bytes | None) -> None:
        self._faces[user] = url, face
        self._faces.move_to_end(user)
        if len(self._faces) > REMEMBERED:
            self._faces.popitem(last=False)

    def at(self, table: TableState) -> Mapping[Seat, bytes]:
        """Return the faces at a table, so far as they are there."""
        known = ((seat, self._faces.get(one.user or 0)) for seat, one in enumerate(table.seated))
        return {seat: face[1] for seat, face in known if face is not None and face[1] is not None}

    async def stop(self) -> None:
        """Fetch nothing more."""
        for task in self._fetching:
            task.cancel()
        await asyncio.gather(*self._fetching, return_exceptions=True)
