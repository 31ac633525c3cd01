"""What is sent by the token of an interaction.

By discord.py's own adapter, one floor below its Webhook: that one reads the whole message which
Discord sends back, and nobody needs more of it than the id.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui
from discord.http import handle_message_parameters
from discord.webhook.async_ import AsyncWebhookAdapter

Key = tuple[int, str]
"""The application and the value of a token."""
ORIGINAL: Any = "@original"
"""The id of the message that answered a token's interaction."""


class TokenCalls:
    """The calls of one client."""

    def __init__(self, client: discord.Client, adapter: AsyncWebhookAdapter) -> None:
        self._client = client
        self._adapter = adapter

    async def post(self, key: Key, **parts: Any) -> int:
        """Post a message where the token belongs, and return its id. `parts`: as `send` takes."""
        with self._parameters(**parts) as body:
            sent = await self._adapter.execute_webhook(
                key[0],
                key[1],
                wait=True,
                with_components=True,
                **self._session(key),
                **body._asdict(),
            )
        assert sent is not None
        return int(sent["id"])

    async def edit(
        self,
        key: Key,
        message: int,
        view: ui.LayoutView,
        files: Sequence[discord.File],
    ) -> None:
        """Redraw a message; its files are `files` from then on."""
        with self._parameters(view=view, attachments=files) as body:
            await self._adapter.edit_webhook_message(
                key[0],
                key[1],
                message,
                with_components=True,
                **self._session(key),
                **body._asdict(),
            )

    async def delete(self, key: Key, message: int) -> None:
        await self._adapter.delete_webhook_message(*key, message, **self._session(key))

    def _parameters(self, **parts: Any) -> Any:
        usual = self._client.allowed_mentions
        return handle_message_parameters(previous_allowed_mentions=usual, **parts)

    def _session(self, key: Key) -> dict[str, Any]:
        webhook = discord.Webhook.partial(*key, client=self._client)
        return {
            "session": webhook.session,
            "proxy": webhook.proxy,
            "proxy_auth": webhook.proxy_auth,
        }
