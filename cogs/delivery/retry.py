"""How interactions are answered: again where a connection broke; and whose token serves from then.

Discord takes the answer to an interaction once. So it may be sent again when nobody knows whether
it came through: at worst the second one is refused as too late, which is no error here. What
follows an answer in a response may overtake it, and is sent again too.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any, ClassVar
from urllib.parse import quote

import aiohttp
import orjson
from discord import InteractionResponseType, NotFound
from discord.http import MultipartParameters, Route
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from cogs.delivery.brief_call import BriefCalls
from cogs.delivery.token_purse import REDRAWN, TokenPurse

BROKEN = (aiohttp.ServerDisconnectedError, aiohttp.ClientOSError)
NO_CONTENT = 204
UNKNOWN_WEBHOOK = 10015
"""What Discord says of a token whose interaction it has no answer to."""
OVERTAKEN_SECONDS = (0.05, 0.2, 0.5, 1.0, 1.5)
"""The pauses after which a call is made again that has overtaken the answer."""


class AnswerAdapter(AsyncWebhookAdapter):
    """discord.py itself retries on Windows and BSD alone, by the number of the error."""

    direct: ClassVar[str | None] = None
    """The root of the API to which calls by tokens go, if other calls go through a proxy."""

    def __init__(self, tokens: TokenPurse) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._tokens = tokens
        self._brief = BriefCalls()

    async def request(self, route: Any, session: aiohttp.ClientSession, **named: Any) -> Any:
        if self.direct is not None:
            route.url = self.direct + route.url.removeprefix(Route.BASE)
        for pause in OVERTAKEN_SECONDS:
            try:
                return await self._requested(route, session, **named)
            except NotFound as error:
                if error.code != UNKNOWN_WEBHOOK or not self._tokens.is_on_its_way(
                    route.webhook_token
                ):
                    raise
            await asyncio.sleep(pause)
        return await self._requested(route, session, **named)

    async def _requested(self, route: Any, session: aiohttp.ClientSession, **named: Any) -> Any:
        """Make a call; an answer a second time where the connection breaks."""
        for file in named.get("files") or ():
            file.reset()
        try:
            return await super().request(route, session, **named)
        except BROKEN:
            if not route.path.endswith("/callback"):
                raise
        for file in named.get("files") or ():
            file.reset()
        return await super().request(route, session, **named)

    async def create_interaction_response(
        self, interaction_id: int, token: str, *, params: MultipartParameters, **session: Any
    ) -> Any:
        """Answer, and note what its token may be used for."""
        kind, message = InteractionResponseType.pong, None
        try:
            answer = await self.answer(interaction_id, token, params=params, **session)
            kind = _kind(params)
            message = answer["interaction"].get("response_message_id")
        finally:
            self._tokens.answered(token, kind, message and int(message))
        return answer

    async def answer(
        self, interaction_id: int, token: str, *, params: MultipartParameters, **session: Any
    ) -> Any:
        """Send an answer. Return what discord.py reads of Discord's word on it.

        Where a message is redrawn, it is not asked to send that message back.
        """
        if _kind(params) not in REDRAWN:
            return await super().create_interaction_response(
                interaction_id, token, params=params, **session
            )
        path = f"/interactions/{interaction_id}/{quote(token, safe='')}/callback"
        if params.files or not await self._is_taken(path, params.payload, **session):
            route = Route(
                "POST",
                "/interactions/{webhook_id}/{webhook_token}/callback",
                webhook_id=interaction_id,
                webhook_token=token,
            )
            await self.request(route, **session, **params._asdict())
        return {"interaction": {"id": interaction_id, "type": 0}}

    async def _is_taken(
        self, path: str, payload: Any, session: aiohttp.ClientSession, *, proxy: Any, **_: Any
    ) -> bool:
        """Send an answer in the cheapest way. Return False where it is to be sent in discord.py's,
        which says why it is refused, and has more patience."""
        if proxy is not None:
            return False
        root = self.direct or Route.BASE
        try:
            status = await self._brief.post(session, root, path, orjson.dumps(payload))
        except BROKEN:
            return False
        return status == NO_CONTENT


def _kind(params: MultipartParameters) -> InteractionResponseType:
    payload = params.payload
    if payload is None:
        payload = json.loads((params.multipart or [])[0]["value"])
    return InteractionResponseType(payload["type"])


def answer_with(adapter: AnswerAdapter) -> None:
    """Let this task, and those that it starts, answer by `adapter`."""
    async_context.set(adapter)
