"""Calls by the tokens of interactions: answers again where a connection broke; and whose token
serves from then.

Discord takes the answer to an interaction once. So it may be sent again when nobody knows whether
it came through: at worst the second one is refused as too late, which is no error here. What
follows an answer in a response may overtake it, and is sent again too; so is anything in which
Discord refuses an emoji.

`AsyncWebhookAdapter` and `async_context` are in no documentation of discord.py's. There is no other
way to learn how an interaction was answered, to answer it in the response to the request that
brought it, or to answer once more where a connection broke. All else that is not documented is not
used; this goes when discord.py takes interactions that come by HTTP.
"""

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, ClassVar

import aiohttp
from discord import InteractionResponseType, NotFound
from discord.http import MultipartParameters, Route
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from cogs.delivery.calls.interaction_tokens import InteractionTokens
from cogs.delivery.calls.undelivered import refuses_token, sent_again

BROKEN = (aiohttp.ServerDisconnectedError, aiohttp.ClientOSError)
OVERTAKEN_SECONDS = (0.05, 0.2, 0.5, 1.0, 1.5)
"""The pauses after which a call is made again that has overtaken the answer."""


class AnswerAdapter(AsyncWebhookAdapter):
    """Makes calls by tokens; discord.py retries by errors' numbers of Windows and BSD alone."""

    direct: ClassVar[str | None] = None
    """The root of the API to which calls by tokens go, if other calls go through a proxy."""

    def __init__(self, tokens: InteractionTokens) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._tokens = tokens

    async def request(self, route: Any, session: aiohttp.ClientSession, **named: Any) -> Any:
        """Make a call, again while Discord may not have read the answer that it follows."""
        if self.direct is not None:
            route.url = self.direct + route.url.removeprefix(Route.BASE)
        for pause in OVERTAKEN_SECONDS:
            try:
                return await self._request_again(route, session, **named)
            except NotFound as error:
                if not (refuses_token(error) and self._tokens.is_on_its_way(route.webhook_token)):
                    raise
            await asyncio.sleep(pause)
        return await self._request_again(route, session, **named)

    async def _request_again(self, route: Any, session: aiohttp.ClientSession, **named: Any) -> Any:
        """Make a call; an answer a second time where the connection breaks."""
        for file in named.get("files") or ():
            file.reset()
        try:
            return await super().request(route, session, **named)
        except BROKEN:
            if not route.url.endswith("/callback"):
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
        """Send an answer. Return what discord.py reads of Discord's word on it."""
        send = super().create_interaction_response
        return await sent_again(lambda: send(interaction_id, token, params=params, **session))


def _kind(params: MultipartParameters) -> InteractionResponseType:
    payload = params.payload
    if payload is None:
        payload = json.loads((params.multipart or [])[0]["value"])
    return InteractionResponseType(payload["type"])


@contextmanager
def calling_by(adapter: AnswerAdapter) -> Iterator[None]:
    """Make calls by tokens with `adapter` within the block, from whatever task they come."""
    before = async_context.set(adapter)
    try:
        yield
    finally:
        async_context.reset(before)


def answer_with(adapter: AnswerAdapter) -> None:
    """Let this task, and those that it starts, answer by `adapter`."""
    async_context.set(adapter)
