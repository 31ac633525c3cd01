"""Calls by the tokens of interactions: repeats them where that is safe, and notes how each
interaction was answered.

Discord takes the answer to an interaction once. So it may be sent again when nobody knows whether
it came through: at worst the second one is refused as too late, which is no error here. So may an
edit, which changes nothing the second time. A call that follows an answer in a response may
overtake it, and is repeated too, as is any call in which Discord refuses an emoji.

discord.py does not document `AsyncWebhookAdapter` and `async_context`. They are the only way to
learn how an interaction was answered, to answer it in the response to the request that brought it,
or to repeat an answer or an edit after a connection broke. We use nothing else undocumented, and
these only until discord.py takes interactions by HTTP.
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
"""Pauses before each new attempt of a call that has overtaken the answer."""


class AnswerAdapter(AsyncWebhookAdapter):
    """Makes calls by tokens: discord.py retries only on some error numbers of Windows and BSD."""

    direct: ClassVar[str | None] = None
    """The API's root for calls by tokens, if other calls go through a proxy."""

    def __init__(self, tokens: InteractionTokens) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._tokens = tokens

    async def request(self, route: Any, session: aiohttp.ClientSession, **named: Any) -> Any:
        """Make a call, and repeat it while Discord may not have read the answer that it follows."""
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
        """Make a call; repeat an answer or an edit once if the connection breaks."""
        for file in named.get("files") or ():
            file.reset()
        try:
            return await super().request(route, session, **named)
        except BROKEN:
            if not (route.url.endswith("/callback") or route.method == "PATCH"):
                raise
        for file in named.get("files") or ():
            file.reset()
        return await super().request(route, session, **named)

    async def create_interaction_response(
        self, interaction_id: int, token: str, *, params: MultipartParameters, **session: Any
    ) -> Any:
        """Answer an interaction, and note what its token may be used for."""
        kind, message = InteractionResponseType.pong, None
        try:
            answer = await self.answer(interaction_id, token, params=params, **session)
            kind = _kind(params)
            message = answer["interaction"].get("response_message_id")
        finally:
            self._tokens.note_answer(token, kind, message and int(message))
        return answer

    async def answer(
        self, interaction_id: int, token: str, *, params: MultipartParameters, **session: Any
    ) -> Any:
        """Send an answer. Return Discord's response as discord.py needs it."""
        send = super().create_interaction_response
        return await sent_again(lambda: send(interaction_id, token, params=params, **session))


def _kind(params: MultipartParameters) -> InteractionResponseType:
    payload = params.payload
    if payload is None:
        payload = json.loads((params.multipart or [])[0]["value"])
    return InteractionResponseType(payload["type"])


@contextmanager
def calling_by(adapter: AnswerAdapter) -> Iterator[None]:
    """Make calls by tokens with `adapter` within the block, whatever task they come from."""
    before = async_context.set(adapter)
    try:
        yield
    finally:
        async_context.reset(before)


def answer_with(adapter: AnswerAdapter) -> None:
    """Let this task, and those that it starts, answer with `adapter`."""
    async_context.set(adapter)
