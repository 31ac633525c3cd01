"""Calls by the tokens of interactions: answers again where a connection broke; and whose token
serves from then.

Discord takes the answer to an interaction once. So it may be sent again when nobody knows whether
it came through: at worst the second one is refused as too late, which is no error here. What
follows an answer in a response may overtake it, and is sent again too; so is anything in which
Discord refuses an emoji.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar, cast
from urllib.parse import quote, urlencode

import aiohttp
import discord
import orjson
from discord import InteractionResponseType, NotFound
from discord.http import MultipartParameters, Route
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from cogs.delivery.calls.brief_call import BriefCalls, BriefResponse
from cogs.delivery.calls.token_purse import REDRAWN, TokenPurse
from cogs.delivery.calls.undelivered import EMOJI_TRIES, names_emoji, refuses_token

T = TypeVar("T")

BROKEN = (aiohttp.ServerDisconnectedError, aiohttp.ClientOSError)
REFUSED, TOO_MANY, BROKEN_DOWN = 300, 429, 500
"""The statuses of responses, or the least of them."""
OVERTAKEN_SECONDS = (0.05, 0.2, 0.5, 1.0, 1.5)
"""The pauses after which a call is made again that has overtaken the answer."""


@dataclass(slots=True)
class _CallbackRoute:
    """Where an interaction is answered, without all that discord.py keeps of a route."""

    webhook_id: int
    webhook_token: str
    url: str
    method: str = "POST"


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
        return await sent_again(lambda: self._overtaking(route, session, **named))

    async def _overtaking(self, route: Any, session: aiohttp.ClientSession, **named: Any) -> Any:
        """Make a call, again while Discord may not have read the answer that it follows."""
        for pause in OVERTAKEN_SECONDS:
            try:
                return await self._requested(route, session, **named)
            except NotFound as error:
                if not (refuses_token(error) and self._tokens.is_on_its_way(route.webhook_token)):
                    raise
            await asyncio.sleep(pause)
        return await self._requested(route, session, **named)

    async def _requested(self, route: Any, session: aiohttp.ClientSession, **named: Any) -> Any:
        """Make a call; an answer a second time where the connection breaks."""
        is_answer = route.url.endswith("/callback")
        try:
            if (brief := await self._briefly(route, session, **named)) is not None:
                return _read(brief)
        except BROKEN:
            if not is_answer:
                raise
        for file in named.get("files") or ():
            file.reset()
        try:
            return await super().request(route, session, **named)
        except BROKEN:
            if not is_answer:
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
        url = f"{Route.BASE}/interactions/{interaction_id}/{quote(token, safe='')}/callback"
        route = _CallbackRoute(interaction_id, token, url)
        await self.request(route, **session, **params._asdict())
        return {"interaction": {"id": interaction_id, "type": 0}}

    async def _briefly(
        self,
        route: Any,
        session: aiohttp.ClientSession,
        *,
        payload: Any = None,
        params: Mapping[str, Any] | None = None,
        proxy_auth: Any = None,
        **more: Any,
    ) -> BriefResponse | None:
        """Make a call in the cheapest way. Return None where it is to be made in discord.py's: it
        sends files, goes through a proxy, or has more patience."""
        if payload is None or any(more.values()):
            return None
        root, query = self.direct or Route.BASE, urlencode(params) if params else ""
        path, body = route.url.removeprefix(root), orjson.dumps(payload)
        found = await self._brief.made(session, route.method, root, path, body, query)
        return None if found.status == TOO_MANY or found.status >= BROKEN_DOWN else found


async def sent_again(send: Callable[[], Awaitable[T]]) -> T:
    """Send, and the same again where Discord refuses an emoji in it, three times in all; then the
    refusal stands."""
    for _ in range(EMOJI_TRIES - 1):
        try:
            return await send()
        except discord.HTTPException as error:
            if not names_emoji(error):
                raise
    return await send()


def _read(response: BriefResponse) -> Any:
    """Return what Discord says, as discord.py reads it; raise what that raises for a refusal."""
    said: Any = response.body.decode()
    if said:
        with suppress(ValueError):
            said = orjson.loads(said)
    if response.status < REFUSED:
        return said
    kinds = {403: discord.Forbidden, 404: discord.NotFound}
    raise kinds.get(response.status, discord.HTTPException)(cast(Any, response), said)


def _kind(params: MultipartParameters) -> InteractionResponseType:
    payload = params.payload
    if payload is None:
        payload = json.loads((params.multipart or [])[0]["value"])
    return InteractionResponseType(payload["type"])


def answer_with(adapter: AnswerAdapter) -> None:
    """Let this task, and those that it starts, answer by `adapter`."""
    async_context.set(adapter)
