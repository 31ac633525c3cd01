"""Checks of token, application, gateway and clock for ``python -m kwbot doctor``.

They start no session of the gateway, so they can run while the bot runs.
"""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from types import SimpleNamespace

import aiohttp
import discord

from cogs.doctor.channel_trial import PERMISSIONS, TRIAL_SECONDS, ChannelTrial, reason
from kwbot.hosting.finding import Finding, Tell

Now = Callable[[], datetime]

MAX_CLOCK_ERROR = timedelta(seconds=3)
"""Tolerance of the clock: Discord reports its time in whole seconds."""
MANY_SERVERS, MAX_UNVERIFIED_SERVERS = 75, 100
"""Servers from which verification can be requested, and beyond which it is required."""
HELLO = 10
"""Opcode of the gateway's first frame."""


def _utc_now() -> datetime:
    return datetime.now(UTC)


async def examine(
    token: str, channel_id: int | None, tell: Tell, now: Now = _utc_now, *, by_http: bool = False
) -> None:
    """Check the application, and with `channel_id` everything that the bot does in a channel.
    `by_http`: the bot waits for interactions by HTTP. Never raises. Findings contain only an
    error's type and Discord's message."""
    clocks = Clocks(now)
    client = discord.Client(
        intents=discord.Intents(guilds=True),
        http_trace=clocks.trace(),
        max_ratelimit_timeout=TRIAL_SECONDS,
    )
    try:
        async with client:
            if not await _login(client, token, tell):
                return
            assert client.application is not None
            _endpoint(client.application.interactions_endpoint_url, tell, by_http=by_http)
            _application(client.application, tell)
            await _gateway(client, tell)
            tell(clocks.finding())
            if channel_id is not None:
                await ChannelTrial(client, tell).run(channel_id)
    except Exception as error:  # noqa: BLE001 - it may contain the token
        tell(Finding("Discord", works=False, message=reason(error)))


async def _login(client: discord.Client, token: str, tell: Tell) -> bool:
    stays = "the bot does not start."
    try:
        async with asyncio.timeout(TRIAL_SECONDS):
            await client.login(token)
    except discord.LoginFailure:
        message = "Discord does not accept it: copy a new one from the page Bot into KWBOT_TOKEN."
        tell(Finding("token", works=False, message=message, instead=stays))
    except Exception as error:  # noqa: BLE001 - a malformed token can break anything
        again = "the bot keeps retrying."
        tell(Finding("Discord", works=False, message=reason(error), instead=again))
    else:
        assert client.user is not None
        tell(Finding("token", works=True, message=f"the bot is {client.user.name}."))
        return True
    return False


def _endpoint(url: str | None, tell: Tell, *, by_http: bool) -> None:
    """Check that Discord sends interactions where the bot waits for them."""
    if bool(url) == by_http:
        message, instead = "set." if url else "not set.", ""
    elif url:
        message = "an Interactions Endpoint URL is set on the page General Information: clear it."
        instead = "commands and presses go there instead of to the bot."
    else:
        message = (
            "KWBOT_INTERACTIONS_PORT is set, but the page General Information names no "
            "Interactions Endpoint URL: enter the address of your /interactions."
        )
        instead = "no command and no press arrives."
    tell(Finding("interactions endpoint", works=not instead, message=message, instead=instead))


def _application(application: discord.AppInfo, tell: Tell) -> None:
    """Check settings of the Developer Portal that break a bot, and print the install link."""
    if application.bot_require_code_grant:
        message = "Requires OAuth2 Code Grant is on, on the page Bot: switch it off."
        tell(Finding("code grant", works=False, message=message, instead="the install link fails."))
    else:
        tell(Finding("code grant", works=True, message="not set."))
    _intents(application.flags, tell)
    _installation(application, tell)
    link = discord.utils.oauth_url(
        application.id, permissions=PERMISSIONS, scopes=("bot", "applications.commands")
    )
    open_to = "everyone" if application.bot_public else "you and your team only"
    tell(Finding("install link", None, f"{link} (for {open_to})"))
    servers = application.approximate_guild_count
    hint = (
        f"; see docs/hosting.md for what to do before {MAX_UNVERIFIED_SERVERS}."
        if servers >= MANY_SERVERS
        else "."
    )
    tell(Finding("servers", None, f"about {servers}{hint}"))
    if servers >= MANY_SERVERS and not (
        application.terms_of_service_url and application.privacy_policy_url
    ):
        message = "the portal has no links to your terms of service and privacy policy."
        tell(
            Finding(
                "documents",
                works=False,
                message=message,
                instead="Discord does not verify the bot.",
            )
        )


def _installation(application: discord.AppInfo, tell: Tell) -> None:
    """Check that the bot is installed on servers, and not by single users, who would take it to
    servers of which it is not a member."""
    on_servers = application.guild_integration_config
    for_people = application.user_integration_config
    if for_people is None:
        known = True if on_servers is not None else None
        message = "on servers." if known else "Discord does not say."
        tell(Finding("installation", known, message))
        return
    off = "" if on_servers is not None else "Guild Install is off and "
    message = f"{off}User Install is on, on the page Installation: change that."
    instead = "commands are refused where somebody has the bot for themselves alone."
    tell(Finding("installation", works=False, message=message, instead=instead))


def _intents(flags: discord.ApplicationFlags, tell: Tell) -> None:
    asked = [
        name
        for name in ("presence", "guild_members", "message_content")
        if getattr(flags, f"gateway_{name}") or getattr(flags, f"gateway_{name}_limited")
    ]
    needless = f"{', '.join(asked)}: on, but the bot needs none; switch them off on the page Bot."
    tell(Finding("privileged intents", None if asked else True, needless if asked else "all off."))


async def _gateway(client: discord.Client, tell: Tell) -> None:
    """Check that a connection can be opened and sessions are left."""
    lost = "the bot is offline and keeps retrying."
    try:
        async with asyncio.timeout(TRIAL_SECONDS):
            shards, url, sessions = await client.http.get_bot_gateway()
            socket = await client.http.ws_connect(f"{url}?v=10&encoding=json")
            frame = await socket.receive_json()
            await socket.close()
    except Exception as error:  # noqa: BLE001 - proxies and firewalls break it in every way
        tell(Finding("gateway", works=False, message=reason(error), instead=lost))
        return
    left = sessions["remaining"]
    message = f"{left} of {sessions['total']} session starts left today."
    well = frame.get("op") == HELLO and left > 0
    tell(Finding("gateway", works=well, message=message, instead="" if well else lost))
    message = f"Discord recommends {shards}; the bot opens as many, or KWBOT_SHARD_COUNT."
    tell(Finding("shards", None, message))


class Clocks:
    """The difference between this machine's clock and Discord's, from the latest response."""

    def __init__(self, now: Now) -> None:
        self._now = now
        self._ahead: timedelta | None = None

    def trace(self) -> aiohttp.TraceConfig:
        config = aiohttp.TraceConfig()

        async def on_start(
            _session: aiohttp.ClientSession,
            context: SimpleNamespace,
            _start: aiohttp.TraceRequestStartParams,
        ) -> None:
            context.began = self._now()

        async def on_end(
            _session: aiohttp.ClientSession,
            context: SimpleNamespace,
            end: aiohttp.TraceRequestEndParams,
        ) -> None:
            if date := end.response.headers.get("Date"):
                here = context.began + (self._now() - context.began) / 2
                there = parsedate_to_datetime(date) + timedelta(seconds=0.5)
                self._ahead = here - there

        config.on_request_start.append(on_start)
        config.on_request_end.append(on_end)
        return config

    def finding(self) -> Finding:
        if self._ahead is None:
            return Finding("clock", None, "Discord did not report its time.")
        well = abs(self._ahead) <= MAX_CLOCK_ERROR
        seconds = abs(self._ahead).total_seconds()
        side = "ahead of" if self._ahead > timedelta() else "behind"
        message = f"this machine is {seconds:.0f} s {side} Discord."
        wrong = "the countdowns that players see are off by as much."
        return Finding("clock", works=well, message=message, instead="" if well else wrong)
