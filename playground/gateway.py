"""The gateway: hello, identify, ready, guild_create, heartbeats, resume, and every later event.

A session outlives its connection: later events wait for a RESUME. Faults: ``drop`` (connection
lost), ``reconnect`` (op 7), ``invalidate`` (op 9), ``down`` (nobody may connect), ``mute``
(connected, but nothing comes: a zombie), ``doubled`` (each event comes that many times),
``hold``/``release`` (events come late).
"""

import asyncio
import json
import zlib
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial

from aiohttp import WSMsgType, web

from playground.state import wire
from playground.state.model import Guild, Json
from playground.state.world import World

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT = 0, 1, 2, 6, 7
INVALID_SESSION, HELLO, HEARTBEAT_ACK = 9, 10, 11
DECODE_ERROR, AUTHENTICATION_FAILED = 4002, 4004
GUILDS, GUILD_MESSAGES, DIRECT_MESSAGES, MESSAGE_CONTENT = 1 << 0, 1 << 9, 1 << 12, 1 << 15
REPLAY_LENGTH = 1000
ACK_SECONDS = 0.02
"""Seconds until an acknowledgement: a faster one would overtake discord.py's note of asking."""


class Session:
    """One identified client (one shard of it), connected or not."""

    def __init__(self, session_id: str, intents: int, shard: tuple[int, int]) -> None:
        self.id = session_id
        self.intents = intents
        self.shard = shard
        self.sequence = 0
        self.sent: deque[tuple[int, str]] = deque(maxlen=REPLAY_LENGTH)
        self.link: Link | None = None

    def wants(self, event: str, guild: Guild | None) -> bool:
        """Whether the session gets an event, by its shard and intents."""
        index, count = self.shard
        if (0 if guild is None else guild.shard_key % count) != index:
            return False
        if event.startswith("MESSAGE_"):
            needed = DIRECT_MESSAGES if guild is None else GUILD_MESSAGES
        elif event.startswith(("GUILD_", "CHANNEL_", "THREAD_")):
            needed = GUILDS
        else:
            return True
        return bool(self.intents & needed)


class Link:
    """One websocket and the task that writes to it, in order."""

    def __init__(
        self, socket: web.WebSocketResponse, transport: asyncio.Transport | None, *, compress: bool
    ) -> None:
        self.socket = socket
        self.transport = transport
        self.queue: asyncio.Queue[str | None] = asyncio.Queue()
        self._deflate = zlib.compressobj() if compress else None
        self._writer = asyncio.create_task(self._write(), name="playground gateway writer")

    def send(self, text: str) -> None:
        """Queue a text for the client."""
        self.queue.put_nowait(text)

    async def _write(self) -> None:
        while (text := await self.queue.get()) is not None:
            if self.socket.closed:
                return
            try:
                if self._deflate is None:
                    await self.socket.send_str(text)
                else:
                    data = self._deflate.compress(text.encode())
                    await self.socket.send_bytes(data + self._deflate.flush(zlib.Z_SYNC_FLUSH))
            except ConnectionError:
                return

    async def close(self, code: int) -> None:
        self.queue.put_nowait(None)
        await asyncio.wait((self._writer,))  # the other side's goodbye may cancel it meanwhile
        await self.socket.close(code=code)

    def stop(self) -> None:
        self._writer.cancel()

    def cut(self) -> None:
        """Break the connection without a closing frame."""
        self.stop()
        if self.transport is not None:
            self.transport.abort()


class Gateway:
    """The gateway: clients' sessions, and every event for them."""

    def __init__(self, world: World, token: str, *, compress: bool = False) -> None:
        self.down = False
        self.mute = False
        self.doubled = 1
        self.delays: Callable[[str], Sequence[float]] | None = None
        """Returns the seconds after which an event goes out, once for each; None: at once."""
        self.heartbeat_ms = 41_250
        self.sessions: dict[str, Session] = {}
        self.identifies = 0
        self.resumes = 0
        self._world = world
        self._token = token
        self._compress = compress
        self._held: list[tuple[str, Json, Guild | None]] | None = None
        self._links: set[Link] = set()

    # ------------------------------------------------------------------ sending

    def dispatch(self, event: str, data: Json, guild: Guild | None) -> None:
        """Send an event to every session that wants it, or keep it while events are held."""
        if self._held is not None:
            self._held.append((event, data, guild))
            return
        for delay in self.delays(event) if self.delays else (0.0,):
            if delay:
                later = partial(self._dispatch, event, data, guild)
                asyncio.get_running_loop().call_later(delay, later)
            else:
                self._dispatch(event, data, guild)

    def _dispatch(self, event: str, data: Json, guild: Guild | None) -> None:
        for session in self.sessions.values():
            if session.wants(event, guild):
                for _ in range(self.doubled):
                    self._send(session, event, self._without_words(session, event, data))

    def _without_words(self, session: Session, event: str, data: Json) -> Json:
        """Return an event without people's words, unless the bot's intents allow reading them."""
        if not event.startswith("MESSAGE_") or session.intents & MESSAGE_CONTENT:
            return data
        own = data.get("author", {}).get("id") == str(self._world.bot.id)
        if own or "guild_id" not in data or "content" not in data:
            return data
        return {**data, "content": "", "embeds": [], "components": [], "attachments": []}

    def _send(self, session: Session, event: str, data: Json) -> None:
        session.sequence += 1
        frame = {"op": DISPATCH, "t": event, "s": session.sequence, "d": data}
        text = json.dumps(frame, separators=(",", ":"))
        session.sent.append((session.sequence, text))
        if session.link is not None and not self.mute:
            session.link.send(text)

    @property
    def connected(self) -> bool:
        return any(s.link is not None for s in self.sessions.values())

    # ------------------------------------------------------------------ faults

    def drop(self) -> None:
        """Break every connection without a closing frame; sessions can be resumed."""
        for link in list(self._links):
            link.cut()

    def reconnect(self) -> None:
        """Ask every client to connect again and resume (op 7)."""
        self._tell_all({"op": RECONNECT, "d": None})

    def invalidate(self, *, resumable: bool = False) -> None:
        """End every session (op 9), so that clients identify anew."""
        if not resumable:
            for session in self.sessions.values():
                session.sent.clear()
        self._tell_all({"op": INVALID_SESSION, "d": resumable})
        if not resumable:
            self.sessions.clear()

    def _tell_all(self, frame: Json) -> None:
        for session in self.sessions.values():
            if session.link is not None:
                session.link.send(json.dumps(frame))

    def hold(self) -> None:
        """Keep events back until ``release``."""
        self._held = self._held or []

    def release(self) -> None:
        """Send the events kept back."""
        held, self._held = self._held or [], None
        for event, data, guild in held:
            self.dispatch(event, data, guild)

    # ------------------------------------------------------------------ connections

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Serve a client's websocket until it is closed."""
        if self.down:
            raise web.HTTPServiceUnavailable
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        compress = self._compress and request.query.get("compress") == "zlib-stream"
        link = Link(socket, request.transport, compress=compress)
        self._links.add(link)
        session: Session | None = None
        try:
            link.send(json.dumps({"op": HELLO, "d": {"heartbeat_interval": self.heartbeat_ms}}))
            async for message in socket:
                if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY) or self.mute:
                    continue
                try:
                    session = await self._take(link, json.loads(message.data)) or session
                except (LookupError, TypeError, ValueError, RecursionError):
                    await link.close(DECODE_ERROR)
        finally:
            self._links.discard(link)
            link.stop()
            if session is not None and session.link is link:
                session.link = None
                if socket.close_code in (1000, 1001):  # a proper goodbye ends the session
                    self.sessions.pop(session.id, None)
            self._world.wake()
        return socket

    async def _take(self, link: Link, frame: Json) -> Session | None:
        """Handle a client's frame; return the session if it enters one. Raises LookupError,
        TypeError or ValueError for a frame that Discord could not decode."""
        if frame["op"] == HEARTBEAT:
            ack = json.dumps({"op": HEARTBEAT_ACK})
            asyncio.get_running_loop().call_later(ACK_SECONDS, link.send, ack)
        elif frame["op"] in (IDENTIFY, RESUME):
            return await self._enter(link, frame)
        return None

    async def _enter(self, link: Link, frame: Json) -> Session | None:
        data = frame["d"]
        if data["token"] != self._token:
            await link.close(AUTHENTICATION_FAILED)
            return None
        if frame["op"] == IDENTIFY:
            return self._identify(link, data)
        return self._resume(link, data)

    def _identify(self, link: Link, data: Json) -> Session:
        number, count = data.get("shard") or (0, 1)
        intents, shard = int(data["intents"]), (int(number), max(1, int(count)))
        self.identifies += 1
        session = Session(f"session-{self.identifies}", intents, shard)
        # One client per shard at a time: an older session would only gather events.
        self.sessions = {k: s for k, s in self.sessions.items() if s.shard != session.shard}
        self.sessions[session.id] = session
        session.link = link
        world = self._world
        guilds = [g for g in world.guilds.values() if g.has_bot and session.wants("", g)]
        ready = {
            "v": 10,
            "user": wire.own_user(world.bot),
            "guilds": [{"id": str(g.id), "unavailable": True} for g in guilds],
            "session_id": session.id,
            "session_type": "normal",
            "resume_gateway_url": self.url,
            "shard": list(session.shard),
            "application": {"id": str(world.application_id), "flags": 1 << 23},
            "private_channels": [],
        }
        self._send(session, "READY", ready)
        for guild in guilds:
            if guild.available and session.intents & GUILDS:
                self._send(session, "GUILD_CREATE", wire.guild_create(guild, world.bot))
        world.wake()
        return session

    def _resume(self, link: Link, data: Json) -> Session | None:
        session = self.sessions.get(data["session_id"])
        if session is None:
            link.send(json.dumps({"op": INVALID_SESSION, "d": False}))
            return None
        seen = int(data["seq"] or 0)
        self.resumes += 1
        session.link = link
        for sequence, text in session.sent:
            if sequence > seen:
                link.send(text)
        self._send(session, "RESUMED", {"_trace": []})
        self._world.wake()
        return session

    @property
    def url(self) -> str:
        return self._world.base.replace("http", "ws", 1) + "/gateway"

    async def close(self) -> None:
        for link in list(self._links):
            await link.close(1001)
