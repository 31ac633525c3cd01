"""Interactions by HTTP, as Discord sends them to an application with an endpoint."""

import asyncio
import json
import random
from contextlib import suppress

import aiohttp
from nacl.signing import SigningKey

from playground.api.callbacks import answer
from playground.api.rest import Call
from playground.state.api_errors import ApiError
from playground.state.model import Interaction, Json
from playground.state.world import World

PING = 1
_CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"


class InteractionPost:
    """Posts interactions to an application's endpoint, signed with a key of its own."""

    def __init__(self, world: World) -> None:
        self.urls: list[str] = []
        """The endpoints behind one address, any of which gets an interaction; without any,
        interactions go by the gateway."""
        self.seconds: float | None = None
        """Real seconds that Discord waits for an answer; None: for ever."""
        self.answered = 0
        """Number of interactions answered in the response."""
        self.statuses: list[int] = []
        self._world = world
        self._key = SigningKey.generate()
        world.verify_key = self._key.verify_key.encode().hex()
        self._session: aiohttp.ClientSession | None = None
        self._under_way: set[asyncio.Task[None]] = set()

    def deliver(self, payload: Json) -> None:
        """Post an interaction in the background, and carry out the answer in the response."""
        task = asyncio.create_task(self._deliver(payload), name="interaction by HTTP")
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    def sign(self, body: bytes, at: int | None = None) -> dict[str, str]:
        """Return the headers that sign a body sent now, or ``at`` another time."""
        stamp = str(int(self._world.clock()) if at is None else at)
        signature = self._key.sign(stamp.encode() + body).signature
        return {"X-Signature-Ed25519": signature.hex(), "X-Signature-Timestamp": stamp}

    @property
    def url(self) -> str:
        return self.urls[0] if self.urls else ""

    @url.setter
    def url(self, url: str) -> None:
        self.urls = [url]

    async def post(self, body: bytes, headers: dict[str, str]) -> tuple[int, Json | None]:
        """Post a body, and return the status and the answer's JSON, if any.

        As behind a load balancer, another endpoint is tried if one cannot be reached.
        """
        *others, last = random.sample(self.urls, len(self.urls))
        for url in others:
            with suppress(aiohttp.ClientConnectorError):
                return await self._post(url, body, headers)
        return await self._post(last, body, headers)

    async def _post(
        self, url: str, body: bytes, headers: dict[str, str]
    ) -> tuple[int, Json | None]:
        if self._session is None:
            waiting = aiohttp.ClientTimeout(total=self.seconds)
            self._session = aiohttp.ClientSession(timeout=waiting)
        told = {"Content-Type": "application/json", **headers}
        async with self._session.post(url, data=body, headers=told) as response:
            self.statuses.append(response.status)
            found: Json | None = await response.json() if response.status == 200 else None
            return response.status, found

    async def close(self) -> None:
        for task in self._under_way:
            task.cancel()
        if self._session is not None:
            await self._session.close()

    async def _deliver(self, payload: Json) -> None:
        body = json.dumps(payload).encode()
        try:
            status, said = await self.post(body, self.sign(body))
        except (aiohttp.ClientError, TimeoutError):
            status, said = 0, None
        event = self._world.interactions.get(payload["token"])
        if event is None:
            return
        event.heard = status in (200, 202)
        if said is not None:
            self.answered += 1
            self._carry_out(event, said)
        self._world.wake()

    def _carry_out(self, event: Interaction, said: Json) -> None:
        ids = {"interaction_id": str(event.id), "interaction_token": event.token}
        call = Call("POST", _CALLBACK, self.url, self._world.clock(), ids=ids, body=said)
        try:
            answer(self._world, call)
        except ApiError as refused:
            shown = refused.payload()
            self._world.refusals.append({"method": "POST", "route": _CALLBACK, **shown})
            event.refusals.append(shown)
