"""What the bot relies on at Discord, tried out: ``python -m kwbot doctor``.

It opens no session of the gateway, so it may run beside the bot.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from types import SimpleNamespace

import aiohttp
import discord

from cogs.doctor.channel_trial import PATIENCE, PERMISSIONS, ChannelTrial, reason
from kwbot.diagnosis import Finding, Tell

Now = Callable[[], datetime]

CLOCK = timedelta(seconds=3)
"""So far apart the clocks may be: Discord tells its time in whole seconds."""
MANY, MOST = 75, 100
"""Servers from which on verification can be asked for, and beyond which it is needed."""
HELLO = 10
"""The gateway's first frame."""


def _utc_now() -> datetime:
    return datetime.now(UTC)


async def examine(token: str, channel: int | None, tell: Tell, now: Now = _utc_now) -> None:
    """Ask Discord about the application; with a channel try everything out there.

    Never raises. No finding holds more of an error than its type and Discord's own words.
    """
    clocks = Clocks(now)
    client = discord.Client(
        intents=discord.Intents(guilds=True),
        http_trace=clocks.trace(),
        max_ratelimit_timeout=PATIENCE,
    )
    try:
        async with client:
            if not await _login(client, token, tell):
                return
            assert client.application is not None
            _application(client.application, tell)
            await _gateway(client, tell)
            tell(clocks.finding())
            if channel is not None:
                await ChannelTrial(client, tell).run(channel)
    except Exception as error:  # noqa: BLE001 - whatever it is, it may hold the token
        tell(Finding("Discord", works=False, told=reason(error)))


async def _login(client: discord.Client, token: str, tell: Tell) -> bool:
    stays = "the bot does not start."
    try:
        async with asyncio.timeout(PATIENCE):
            await client.login(token)
    except discord.LoginFailure:
        told = "Discord does not know it: copy it anew from the page Bot into KWBOT_TOKEN."
        tell(Finding("token", works=False, told=told, instead=stays))
    except Exception as error:  # noqa: BLE001 - a token of a strange shape breaks anything
        again = "the bot tries again and again."
        tell(Finding("Discord", works=False, told=reason(error), instead=again))
    else:
        assert client.user is not None
        tell(Finding("token", works=True, told=f"the bot is {client.user.name}."))
        return True
    return False


def _application(application: discord.AppInfo, tell: Tell) -> None:
    """The settings in the Developer Portal that a bot can be broken by, and the install link."""
    faults = {
        "interactions endpoint": application.interactions_endpoint_url
        and (
            "an Interactions Endpoint URL is set on the page General Information: clear it.",
            "commands and presses go there, and never reach the bot.",
        ),
        "code grant": application.bot_require_code_grant
        and (
            "Requires OAuth2 Code Grant is on, on the page Bot: switch it off.",
            "the install link fails.",
        ),
    }
    for what, fault in faults.items():
        told, instead = fault or ("not set.", "")
        tell(Finding(what, works=not fault, told=told, instead=instead))
    _intents(application.flags, tell)
    link = discord.utils.oauth_url(
        application.id, permissions=PERMISSIONS, scopes=("bot", "applications.commands")
    )
    open_to = "anybody" if application.bot_public else "you and your team alone"
    tell(Finding("install link", None, f"{link} (for {open_to})"))
    servers = application.approximate_guild_count
    hint = f"; what to do before {MOST} stands in docs/hosting.md." if servers >= MANY else "."
    tell(Finding("servers", None, f"about {servers}{hint}"))
    if servers >= MANY and not (
        application.terms_of_service_url and application.privacy_policy_url
    ):
        told = "the links to your terms and your privacy policy are missing in the portal."
        tell(Finding("documents", works=False, told=told, instead="verification is refused."))


def _intents(flags: discord.ApplicationFlags, tell: Tell) -> None:
    asked = [
        name
        for name in ("presence", "guild_members", "message_content")
        if getattr(flags, f"gateway_{name}") or getattr(flags, f"gateway_{name}_limited")
    ]
    needless = (
        f"{', '.join(asked)}: on, though the bot needs none. Switch them off, on the page Bot."
    )
    tell(Finding("privileged intents", None if asked else True, needless if asked else "all off."))


async def _gateway(client: discord.Client, tell: Tell) -> None:
    """Whether a connection can be opened, and sessions are left."""
    lost = "the bot hears nothing of Discord, and tries again and again."
    try:
        async with asyncio.timeout(PATIENCE):
            shards, url, sessions = await client.http.get_bot_gateway()
            socket = await client.http.ws_connect(f"{url}?v=10&encoding=json")
            frame = await socket.receive_json()
            await socket.close()
    except Exception as error:  # noqa: BLE001 - proxies and firewalls break it in every way
        tell(Finding("gateway", works=False, told=reason(error), instead=lost))
        return
    left = sessions["remaining"]
    told = f"{left} of {sessions['total']} starts are left today."
    well = frame.get("op") == HELLO and left > 0
    tell(Finding("gateway", works=well, told=told, instead="" if well else lost))
    if shards > 1:
        told = f"Discord wants {shards} connections, and the bot makes one."
        tell(Finding("shards", works=False, told=told, instead="Discord closes the connection."))


class Clocks:
    """How far this machine's clock is from Discord's, by the last answer."""

    def __init__(self, now: Now) -> None:
        self._now = now
        self._ahead: timedelta | None = None

    def trace(self) -> aiohttp.TraceConfig:
        config = aiohttp.TraceConfig()

        async def began(
            _session: aiohttp.ClientSession,
            context: SimpleNamespace,
            _start: aiohttp.TraceRequestStartParams,
        ) -> None:
            context.began = self._now()

        async def ended(
            _session: aiohttp.ClientSession,
            context: SimpleNamespace,
            end: aiohttp.TraceRequestEndParams,
        ) -> None:
            if date := end.response.headers.get("Date"):
                here = context.began + (self._now() - context.began) / 2
                there = parsedate_to_datetime(date) + timedelta(seconds=0.5)
                self._ahead = here - there

        config.on_request_start.append(began)
        config.on_request_end.append(ended)
        return config

    def finding(self) -> Finding:
        if self._ahead is None:
            return Finding("clock", None, "Discord does not tell the time.")
        well = abs(self._ahead) <= CLOCK
        seconds = abs(self._ahead).total_seconds()
        side = "ahead of" if self._ahead > timedelta() else "behind"
        told = f"this machine is {seconds:.0f} s {side} Discord."
        wrong = "the deadlines that players see are wrong by as much."
        return Finding("clock", works=well, told=told, instead="" if well else wrong)
