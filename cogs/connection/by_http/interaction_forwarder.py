"""Finds the process of a cluster that serves an interaction, and forwards it there.

A table's owner serves the presses at it. It gets the signed request as Discord sent it, so that it
can verify it again; its answer goes back the same way. What concerns no open table, or tables of
several processes, is served where it arrived.
"""

import asyncio
import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import aiohttp
from aiohttp import web
from cachetools import LRUCache

from cogs.screens.parts.components import Press
from kwbot.ids import TableId, UserId
from kwbot.storage.backend.processes import Peer
from kwbot.storage.cluster import is_around, is_table
from kwbot.tables.serving.membership import Membership
from kwbot.tables.serving.table_manager import Tables

HANDED_ON = "X-Kwbot-Handed-On"
"""The header of a forwarded request, saying why it was forwarded."""
TO_OWNER, TO_ANYONE = "owner", "anyone"
SIGNED = ("X-Signature-Ed25519", "X-Signature-Timestamp", "Content-Type")
"""The headers that are forwarded."""
NOT_MINE = 421
"""The status with which a process says that it does not own the table (any longer)."""
NOT_SERVED = (NOT_MINE, 503)
"""Statuses after which a request may be sent to a process again."""
FORWARDING_TRIES = 3
DRAIN_SECONDS = 3.0
"""Seconds for which a stopping process forwards what the load balancer still sends it."""
FORWARDING_SECONDS = 2.8
"""Seconds to wait for an answer; Discord waits for three."""
DECIDING_SECONDS = 2.0
"""Seconds in which a process has to decide whether it serves an interaction: then another one still
has time for it, or for saying that it cannot be done."""
LOOK_SECONDS = 0.1
"""Seconds between checks whether the answering process still lives."""
OWNER_CACHE_SIZE = 50_000
"""Most tables of other processes remembered with their owners."""


@dataclass(frozen=True, slots=True)
class ForwardedInteraction:
    """A signed interaction as it is forwarded."""

    path: str
    headers: Mapping[str, str]
    body: bytes
    payload: Any


class InteractionForwarder:
    """Forwards interactions to the process of the cluster that owns their table."""

    def __init__(self, tables: Tables, membership: Membership) -> None:
        self._tables = tables
        self._membership = membership
        self._owners = LRUCache[TableId, Peer](OWNER_CACHE_SIZE)
        """The last known owners of other processes' tables."""
        self._session: aiohttp.ClientSession | None = None
        self.leaving = False
        """Whether everything is forwarded because this process is stopping."""
        self._left = asyncio.Event()

    async def wait_for_life(self) -> None:
        """Wait until this process knows what it owns after a silence. Raises TimeoutError."""
        async with asyncio.timeout(DECIDING_SECONDS):
            await (self._left.wait() if self.leaving else self._membership.wait_for_life())

    async def leave(self) -> None:
        """Give up all tables, and forward for some time what still arrives."""
        await self._tables.ownership.leave()
        self._left.set()
        if self._membership.peers:
            await asyncio.sleep(DRAIN_SECONDS)

    async def close(self) -> None:
        if self._session is not None:
            await self._session.close()

    def is_misdirected(self, reason: str, payload: Any) -> bool:
        """Whether a request was forwarded to this process for a table that it does not own."""
        table = _press(payload).table
        return reason == TO_OWNER and table > 0 and table not in self._tables.index

    async def hand_on(self, forwarded: ForwardedInteraction) -> web.Response | None:
        """Return the answer of the process that serves an interaction; None if it is this one."""
        for _ in range(FORWARDING_TRIES):
            peer = await self._elsewhere(forwarded.payload)
            if peer is None:
                return None
            answer = await self._answer(peer, forwarded)
            if answer is not None:
                return answer
            self._owners.pop(_press(forwarded.payload).table, None)
        return None

    async def _elsewhere(self, payload: Any) -> Peer | None:
        """Return the other process that serves an interaction, if there is one."""
        if self.leaving:
            return random.choice(self._membership.peers or [None])  # noqa: S311 - any will do
        table = _press(payload).table
        if table and table in self._tables.index:
            return None
        known = self._owners.get(table)
        if known is not None and self._membership.is_alive(known):
            return known
        found = await self._membership.cluster.owners(is_table(table)) if table else {}
        if not found:
            user, channel = _where(payload)
            found = await self._membership.cluster.owners(is_around(user, channel))
        owners = {peer for peer in found.values() if peer is not None and peer.alive}
        if len(owners) != 1 or (owner := owners.pop()).id == self._membership.cluster.own_id:
            return None
        if table in found:
            self._owners[table] = owner
        return owner

    async def _answer(self, peer: Peer, forwarded: ForwardedInteraction) -> web.Response | None:
        """Forward a request. Return None if that process cannot answer it, or ends meanwhile."""
        asking = asyncio.create_task(self._ask(peer, forwarded), name="handing on")
        try:
            async with asyncio.timeout(FORWARDING_SECONDS):
                while not asking.done() and self._membership.is_alive(peer):
                    await asyncio.wait({asking}, timeout=LOOK_SECONDS)
        except TimeoutError:
            raise web.HTTPGatewayTimeout from None
        finally:
            if not asking.done():
                asking.cancel()
        return asking.result() if asking.done() and not asking.cancelled() else None

    def _client(self) -> aiohttp.ClientSession:
        if self._session is None:
            self._session = aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0))
        return self._session

    async def _ask(self, peer: Peer, forwarded: ForwardedInteraction) -> web.Response | None:
        headers = {name: forwarded.headers[name] for name in SIGNED if name in forwarded.headers}
        headers[HANDED_ON] = TO_ANYONE if self.leaving else TO_OWNER
        try:
            async with self._client().post(
                peer.url.rstrip("/") + forwarded.path, data=forwarded.body, headers=headers
            ) as response:
                if response.status in NOT_SERVED:
                    return None
                said = await response.read()
                return web.Response(
                    status=response.status, body=said, content_type=response.content_type
                )
        except aiohttp.ClientError:
            return None


def _press(payload: Any) -> Press:
    return Press.parse(str(payload.get("data", {}).get("custom_id", ""))) or Press("")


def _where(payload: Any) -> tuple[UserId, int | None]:
    """Return the user and the channel of an interaction."""
    user = payload.get("user") or payload["member"]["user"]
    channel = payload.get("channel_id")
    return UserId(int(user["id"])), None if channel is None else int(channel)
