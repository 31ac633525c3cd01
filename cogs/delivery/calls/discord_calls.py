"""All calls to Discord through the present connection, by subject."""

from collections.abc import Awaitable, Callable
from functools import partial

import discord

from cogs.delivery.calls.application_calls import ApplicationCalls
from cogs.delivery.calls.guild_calls import GuildCalls
from cogs.delivery.calls.message_calls import MessageCalls
from cogs.delivery.calls.paced_client import PacedClient, at_once
from cogs.delivery.calls.rate_limit import CALLS
from cogs.delivery.calls.retry import AnswerAdapter, calling_by
from cogs.delivery.calls.thread_calls import ThreadCalls
from cogs.delivery.calls.token_calls import TokenCalls
from kwbot.tables.time.clock import Clock


class DiscordCalls:
    """The only way out to Discord. Every call may raise Undelivered."""

    def __init__(
        self,
        clock: Clock,
        channel_limit: int = CALLS,
        total_limit: int | None = None,
        *,
        count_sharers: Callable[[], int] = lambda: 1,
        wait_for_life: Callable[[], Awaitable[bool]] = at_once,
    ) -> None:
        """See `PacedClient`."""
        self.client = PacedClient(
            clock, channel_limit, total_limit, count_sharers=count_sharers,
            wait_for_life=wait_for_life,
        )  # fmt: skip
        self.messages = MessageCalls(clock, self.client)
        self.threads = ThreadCalls(self.client)
        self.guilds = GuildCalls(self.client)
        self.application = ApplicationCalls(self.client)

    def connect(self, client: discord.Client) -> None:
        """Send through `client` from now on."""
        by_adapter = partial(calling_by, AnswerAdapter(self.client.tokens))
        self.client.discord = client
        self.messages.by_token = TokenCalls(client, by_adapter)

    def forget(self, channel_id: int) -> None:
        """Forget what is remembered about a thread in which nobody plays any more."""
        self.messages.last.forget(channel_id)
        self.client.forget(channel_id)
