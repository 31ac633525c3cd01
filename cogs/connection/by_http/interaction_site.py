"""Interactions by HTTP: Discord posts them to a page of ours, and no gateway is needed.

Any number of processes can share one address. Where possible, the first answer goes in the response
to Discord's request, which saves a call.
"""

import asyncio
import logging
import re
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

import discord
from aiohttp import web
from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

from cogs.connection.by_http.discord_entrance import bring_in
from cogs.connection.by_http.interaction_forwarder import (
    FORWARDING_SECONDS,
    HANDED_ON,
    NOT_MINE,
    ForwardedInteraction,
    InteractionForwarder,
)
from cogs.connection.by_http.interaction_payload import PING, OddPayload, read_interaction
from cogs.connection.replies import unable
from cogs.delivery.calls.interaction_tokens import InteractionTokens
from cogs.delivery.calls.retry import AnswerAdapter, answer_with
from cogs.delivery.calls.undelivered import shown_emojis
from kwbot.hosting.http_server import body_of, note_refusal
from kwbot.logs import place_of
from kwbot.storage.backend.failures import StorageError
from kwbot.storage.store import Store
from kwbot.tables.time.clock import Clock

_log = logging.getLogger(__name__)

PATH = "/interactions"
PONG = {"type": 1}
MAX_REQUEST_AGE = timedelta(minutes=1)
"""The most that a request's time may differ from ours. Discord waits for three seconds; the rest
allows for inaccurate clocks, short of those that nobody sets."""
REQUEST_MEMORY = 4 * MAX_REQUEST_AGE
"""How long a request is remembered: it may come MAX_REQUEST_AGE before or after its time, and the
clocks of two processes may differ by as much."""
_SIGNATURE, _TIMESTAMP = re.compile(r"[0-9a-fA-F]{128}"), re.compile(r"[0-9]{1,12}")
RELAY_SECONDS = 0.02
"""Seconds that an answer usually takes to Discord by way of the process that received the
interaction; what overtakes it is sent again."""
ANSWER_SECONDS = 2.5
"""Seconds after which Discord is told that the answer comes by a call; it waits for three."""


class SignatureVerifier:
    """Verifies that a request comes from Discord, and was signed lately."""

    def __init__(self, key: VerifyKey, clock: Clock) -> None:
        self._key = key
        self._clock = clock

    def may_hold(self, signature: str, timestamp: str) -> bool:
        """Whether a signature is well-formed and a timestamp is recent."""
        if not (_SIGNATURE.fullmatch(signature) and _TIMESTAMP.fullmatch(timestamp)):
            return False
        apart = abs(self._clock.now().timestamp() - int(timestamp))
        if apart > MAX_REQUEST_AGE.total_seconds():
            note_refusal(f"it is {apart:,.0f} s old, or this machine's clock is wrong")
            return False
        return True

    def holds(self, signature: str, timestamp: str, body: bytes) -> bool:
        """Whether a body was signed at this time."""
        try:
            self._key.verify(timestamp.encode() + body, bytes.fromhex(signature))
        except BadSignatureError:
            return False
        return True


class InteractionRegister:
    """A register of the interactions that any process has accepted, so that none is carried out
    twice: whoever replays a request would get an answer, maybe with somebody's hand."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._looked = clock.now()
        self._forgetting: asyncio.Task[None] | None = None

    async def enter(self, payload: Any) -> bool:
        """Accept an interaction. Return False if that was done before. Raises StorageError."""
        now = self._clock.now()
        if abs(now - self._looked) > MAX_REQUEST_AGE:
            self._looked = now
            self._forgetting = asyncio.create_task(
                self._forget(now - REQUEST_MEMORY), name="forgetting"
            )
        return await self._store.interactions.take_on(int(payload["id"]), now)

    async def _forget(self, before: datetime) -> None:
        with suppress(StorageError):  # the next time does it
            await self._store.interactions.forget_taken_on(before)

    async def close(self) -> None:
        if self._forgetting is not None:
            self._forgetting.cancel()
            await asyncio.gather(self._forgetting, return_exceptions=True)


class Reply:
    """The response to one request from Discord, until it is sent."""

    def __init__(self, *, relayed: bool, is_judged: bool = False) -> None:
        """`relayed`: another process passes the answer to Discord; `is_judged`: the answer goes by
        a call, since Discord may refuse it, and reports that for no response."""
        self.relayed = relayed
        self.is_judged = is_judged
        self._payload: asyncio.Future[dict[str, Any] | None] = asyncio.Future()
        self._sent = asyncio.Event()
        self._arrived = False

    async def give(self, payload: dict[str, Any] | None) -> bool:
        """Send the answer; None if it comes by a call. Return False if it is too late."""
        if self._payload.done():
            return False
        self._payload.set_result(payload)
        await self._sent.wait()
        return self._arrived

    async def send(self, request: web.Request) -> web.StreamResponse:
        """Wait for the answer and send it. A relayed one counts as sent a little later."""
        await asyncio.wait((self._payload,), timeout=ANSWER_SECONDS)
        if not self._payload.done():
            self._payload.set_result(None)
        payload = self._payload.result()
        response = web.Response(status=202) if payload is None else web.json_response(payload)
        try:
            await response.prepare(request)
            await response.write_eof()
            self._arrived = True
        except ConnectionResetError:
            _log.info("an answer goes by a call: whoever waited for it is gone")
        finally:
            if self.relayed:
                asyncio.get_running_loop().call_later(RELAY_SECONDS, self._sent.set)
            else:
                self._sent.set()
        return response


class RespondingAdapter(AnswerAdapter):
    """Answers an interaction in the response to the request that brought it."""

    def __init__(self, tokens: InteractionTokens) -> None:
        super().__init__(tokens)
        self._replies: dict[int, Reply] = {}

    def expect(self, interaction: int, reply: Reply) -> None:
        self._replies[interaction] = reply

    def forget(self, interaction: int) -> None:
        self._replies.pop(interaction, None)

    async def answer(self, interaction_id: int, token: str, *, params: Any, **session: Any) -> Any:
        """Answer in the response; by a call with files, since the response holds only JSON, and
        where Discord may refuse the answer, as for its emojis."""
        reply = self._replies.pop(interaction_id, None)
        is_judged = reply is not None and reply.is_judged
        by_call = params.files or is_judged or any(shown_emojis(params.payload))
        payload = None if by_call else params.payload
        if reply is not None and await reply.give(payload) and payload is not None:
            self._tokens.note_response(token)
            return {"interaction": {"id": interaction_id, "type": 0}}
        return await super().answer(interaction_id, token, params=params, **session)


def _is_locked(payload: Any) -> bool:
    """Whether an interaction comes from an archived and locked thread, which takes no answer."""
    channel = payload.get("channel")
    thread = channel.get("thread_metadata") if isinstance(channel, dict) else None
    return isinstance(thread, dict) and bool(thread.get("archived") and thread.get("locked"))


def _ignore(payload: Any) -> None:
    """Do nothing: nobody needs to hear of payloads yet."""


class InteractionSite:
    """The page to which interactions are posted. Like the tables, it outlives connections."""

    def __init__(
        self,
        clock: Clock,
        tokens: InteractionTokens,
        store: Store,
        forwarder: InteractionForwarder | None = None,
    ) -> None:
        """`forwarder`: in a cluster, forwards interactions with other processes' tables."""
        self._clock = clock
        self._register = InteractionRegister(store, clock)
        self._adapter = RespondingAdapter(tokens)
        self._client: discord.Client | None = None
        self._heard: Callable[[Any], None] = _ignore
        self._verifier: SignatureVerifier | None = None
        self._under_way: set[asyncio.Future[web.StreamResponse]] = set()
        self._forwarder = forwarder

    def connect(self, client: discord.Client, heard: Callable[[Any], None]) -> None:
        """From now on, give interactions to `client`, which is logged in, and payloads to
        `heard`."""
        assert client.application is not None
        key = VerifyKey(bytes.fromhex(client.application.verify_key))
        self._verifier = SignatureVerifier(key, self._clock)
        self._client, self._heard = client, heard

    def serves(self, client: discord.Client) -> bool:
        """Whether interactions go to this client."""
        return self._client is client and not client.is_closed()

    async def drain(self) -> None:
        """In a cluster: answer what is under way, and leave everything else to the others."""
        if self._forwarder is not None:
            self._forwarder.leaving = True
            if self._under_way:
                await asyncio.wait(self._under_way, timeout=ANSWER_SECONDS)
            await self._forwarder.leave()

    def application(self) -> web.Application:
        made = web.Application()
        made.add_routes([web.post(PATH, self._serve)])
        return made

    async def _serve(self, request: web.Request) -> web.StreamResponse:
        if self._verifier is None or self._client is None or not self.serves(self._client):
            raise web.HTTPServiceUnavailable
        signature = request.headers.get("X-Signature-Ed25519", "")
        timestamp = request.headers.get("X-Signature-Timestamp", "")
        if not self._verifier.may_hold(signature, timestamp):  # no body is read in vain
            raise web.HTTPUnauthorized
        body = await body_of(request)
        if not self._verifier.holds(signature, timestamp, body):
            raise web.HTTPUnauthorized
        try:
            payload = read_interaction(body)
        except OddPayload as odd:
            note_refusal(str(odd))
            raise web.HTTPBadRequest from None
        self._heard(payload)
        if payload["type"] == PING:
            return web.json_response(PONG)
        try:
            answer = await asyncio.wait_for(
                self._decide(request, body, payload), FORWARDING_SECONDS
            )
        except (TimeoutError, StorageError, web.HTTPGatewayTimeout):
            if HANDED_ON in request.headers:
                return web.Response(status=503)  # another process may do better
            return web.json_response(unable(payload))
        return answer or await self._serve_here(request, payload)

    async def _decide(self, request: web.Request, body: bytes, payload: Any) -> web.Response | None:
        """Return another process's answer to an interaction; None if this one carries it out."""
        answer = await self._by_another(request, body, payload)
        if answer is None and not await self._register.enter(payload):
            raise web.HTTPUnauthorized
        return answer

    async def _by_another(
        self, request: web.Request, body: bytes, payload: Any
    ) -> web.Response | None:
        """Return the answer of another process of the cluster; None where this one serves the
        interaction. Raises TimeoutError, StorageError or HTTPGatewayTimeout."""
        if (forwarder := self._forwarder) is None:
            return None
        await forwarder.wait_for_life()
        reason = request.headers.get(HANDED_ON)
        if reason is None:
            return await forwarder.hand_on(
                ForwardedInteraction(request.path, request.headers, body, payload)
            )
        return web.Response(status=NOT_MINE) if forwarder.is_misdirected(reason, payload) else None

    async def _serve_here(self, request: web.Request, payload: Any) -> web.StreamResponse:
        """Carry out an interaction, for which a stopping process waits."""
        answering = asyncio.ensure_future(self._answer(request, payload))
        self._under_way.add(answering)
        answering.add_done_callback(self._under_way.discard)
        return await answering

    async def _answer(self, request: web.Request, payload: Any) -> web.StreamResponse:
        relayed, number = HANDED_ON in request.headers, int(payload["id"])
        reply = Reply(relayed=relayed, is_judged=_is_locked(payload))
        answer_with(self._adapter)
        self._adapter.expect(number, reply)
        try:
            self._carry_out(payload)
            return await reply.send(request)
        finally:
            self._adapter.forget(number)

    def _carry_out(self, payload: Any) -> None:
        """Have the client carry out an interaction. Raises HTTPBadRequest if it cannot be read."""
        assert self._client is not None
        try:
            bring_in(self._client, payload)
        except Exception as error:  # noqa: BLE001 - a library may stumble over anything
            note_refusal(f"it cannot be read: {type(error).__name__} at {place_of(error)}")
            raise web.HTTPBadRequest from None

    async def close(self) -> None:
        await self._register.close()
        if self._forwarder is not None:
            await self._forwarder.close()
