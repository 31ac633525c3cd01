"""Calls by the token of an interaction."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any

import discord

from cogs.delivery.calls.interaction_tokens import TokenKey
from cogs.delivery.calls.undelivered import sent_again


class TokenCalls:
    """A client's calls by tokens, made within the context `by_adapter` from whatever task."""

    def __init__(
        self, client: discord.Client, by_adapter: Callable[[], AbstractContextManager[None]]
    ) -> None:
        self._client = client
        self._by_adapter = by_adapter

    async def post(self, key: TokenKey, **parts: Any) -> int:
        """Post a message where the token belongs, and return its id. `parts`: as `send` takes."""
        webhook = self._webhook(key)
        with self._by_adapter():
            sent = await sent_again(lambda: webhook.send(wait=True, **parts))
        return sent.id

    async def edit(
        self,
        key: TokenKey,
        message_id: int,
        view: discord.ui.LayoutView,
        files: Sequence[discord.File],
    ) -> None:
        """Redraw a message; `files` replace its files."""
        webhook = self._webhook(key)
        with self._by_adapter():
            await sent_again(lambda: webhook.edit_message(message_id, view=view, attachments=files))

    async def delete(self, key: TokenKey, message_id: int) -> None:
        with self._by_adapter():
            await self._webhook(key).delete_message(message_id)

    def _webhook(self, key: TokenKey) -> discord.Webhook:
        """Return a token as a webhook: an application's, which may send private messages."""
        webhook = discord.Webhook.partial(*key, client=self._client)
        webhook.type = discord.WebhookType.application
        return webhook
