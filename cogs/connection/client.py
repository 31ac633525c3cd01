"""The client: what it holds, which cogs it loads, and what happens on errors."""

import asyncio
import json
import logging
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import datetime, timedelta
from hashlib import sha256
from pkgutil import resolve_name
from typing import Any

import discord
from cachetools import TTLCache
from discord import app_commands
from discord.ext import commands

from cogs.connection.by_http.interaction_site import InteractionSite
from cogs.connection.by_http.reachability_probe import ReachabilityProbe
from cogs.connection.call_metrics import CallMetrics
from cogs.connection.context import guild_id_of, resume_tables
from cogs.connection.installation import INSTALLS, SERVERS, check_member
from cogs.connection.last_names import LastNames
from cogs.connection.localised import Translator
from cogs.connection.preferences import PreferenceCache
from cogs.connection.replies import refuse
from cogs.connection.router import Router, fail
from cogs.delivery.calls.posts import Post
from cogs.delivery.calls.retry import AnswerAdapter, answer_with
from cogs.delivery.calls.undelivered import OutOfReach, TransientFailure, Undelivered, understood
from cogs.delivery.display import TableDisplay
from cogs.screens.parts.components import text_screen
from kwbot import BUILD
from kwbot.config import Settings
from kwbot.engine.values.errors import RuleViolation
from kwbot.ids import GuildId, TableId, UserId
from kwbot.metrics import PRESSES, count_error
from kwbot.storage.backend.failures import StorageError
from kwbot.storage.cluster import Cluster
from kwbot.storage.store import Store
from kwbot.tables.serving.shards import Shard
from kwbot.tables.serving.table_manager import Tables
from kwbot.tables.state.table_state import OpenTable
from kwbot.tables.time.clock import Clock, sleep
from kwbot.variants import games

_log = logging.getLogger(__name__)

COGS = (
    "lobby.lobby:LobbyCog", "lobby.planning:PlanningCog", "lobby.invitations:InvitationsCog",
    "lobby.pings:PingsCog", "lobby.options:OptionsCog",
    "table.play:PlayCog", "table.leaving:LeavingCog", "table.stir:StirCog", "table.seal:SealCog",
    "table.hints:HintsCog", "table.table_menu:TableMenuCog",
    "past.leaderboard:LeaderboardCog", "past.stats:StatsCog", "past.games:GamesCog",
    "past.rerun:RerunCog", "past.verify:VerifyCog",
    "club.evening:EveningCog", "club.daily:DailyCog",
    "learning.rules:RulesCog", "learning.learn:LearnCog", "learning.bidlab:BidLabCog",
    "server.guild_events:GuildEventsCog", "server.settings:SettingsCog",
    "server.privacy:PrivacyCog", "server.admin:AdminCog", "server.welcome:WelcomeCog",
)  # fmt: skip
"""The modules of `cogs.commands` to load, each with its cog."""

# A card game needs no voice, so discord.py's warnings about missing libraries are noise.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False

AnyCommand = app_commands.Command[Any, ..., Any] | app_commands.ContextMenu
LEADER_CHECK_INTERVAL = timedelta(seconds=1)
"""Time between a process's checks whether it leads its cluster."""
REGISTRATION_RETRY_DELAY = timedelta(minutes=1)
"""How soon the commands are registered again where the network or the database failed."""
MEMBERSHIP_TIMEOUT = 1.0
"""Seconds that an answer waits for Discord to say whether the bot is a member of a server."""
MEMBERSHIP_CACHE_LIFE, MEMBERSHIP_CACHE_SIZE = timedelta(hours=1), 10_000
"""How long the bot remembers that it is a member of a server, and most servers remembered."""
UNUSED_EVENT = "socket_event_type"
"""An event that comes with every frame of the gateway, and has no listeners."""
INTENTS = discord.Intents(guilds=True)
INTERACTION_MARK = '"INTERACTION_CREATE"'
"""A text in each frame that brings an interaction."""
MAX_SHARD_SILENCE = timedelta(seconds=60)
"""How long a shard may be silent before discord.py gives it up."""


class Kwbot(commands.AutoShardedBot):
    """A connection to Discord. The tables outlive it: a new one replaces one that hangs."""

    def __init__(
        self,
        *,
        settings: Settings,
        store: Store,
        tables: Tables,
        display: TableDisplay,
        preferences: PreferenceCache,
        clock: Clock,
        prepare: Callable[[], Awaitable[None]],
        site: InteractionSite | None = None,
        **options: Any,
    ) -> None:
        """`prepare` is awaited after the login, before any event comes in. With a `site`,
        interactions come by HTTP, without a gateway."""
        calls = CallMetrics()
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=INTENTS,
            tree_cls=CommandTree,
            allowed_contexts=SERVERS,
            allowed_installs=INSTALLS,
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(),
            enable_debug_events=True,
            activity=discord.CustomActivity(f"/help · {BUILD}"),
            **{"http_trace": calls.trace(), **options},
        )
        self.settings = settings
        self.store = store
        self.tables = tables
        self.display = display
        self.evening_messages = display.evening_messages
        self.dailies = display.daily_messages.dailies
        self.weekly = display.weekly_messages.posts
        self.preferences = preferences
        self.last_names = LastNames(store, tables, clock.steady)
        self.games = games()
        self.clock = clock
        self._prepare = prepare
        self._site = site
        self._calls = calls
        self.router = Router()
        self.inviting: set[tuple[TableId, UserId]] = set()
        """Tables and users of invitations under way, which are noted once they have been sent."""
        self._member_of = TTLCache[GuildId, None, datetime](
            MEMBERSHIP_CACHE_SIZE, MEMBERSHIP_CACHE_LIFE, clock.steady.now
        )
        """Servers of which the bot is known to be a member."""
        self._registering: asyncio.Task[None] | None = None
        self._heard_at: datetime | None = None
        self._probe = (
            None
            if site is None
            else ReachabilityProbe(display.calls.application.hear, tables.downtime, clock.steady)
        )

    @property
    def heard_at(self) -> datetime | None:
        """When Discord last sent anything, or by HTTP answered."""
        return self._heard_at if self._probe is None else self._probe.heard_at

    def _note_interaction(self, payload: Any) -> None:
        """Note that an interaction has come by HTTP."""
        if self._probe is not None:
            self._probe.note_heard()
        self._hear_of(payload)

    @property
    def open_tables(self) -> int:
        """Number of tables open here."""
        return len(self.tables.index)

    @property
    def servers(self) -> int:
        """Number of servers with the bot: by the gateway, or as Discord said at the login."""
        said = self.application and self.application.approximate_guild_count
        return len(self.guilds) or said or 0

    @property
    def is_connected(self) -> bool:
        """Whether Discord can reach us: a gateway is open, and all have listed their servers."""
        if self._site is not None:
            return self._site.serves(self)
        return self.is_ready() and len(self.closed_shards) < len(self.shards)

    @property
    def closed_shards(self) -> list[int]:
        """The numbers of the shards that are not connected."""
        return [number for number, shard in self.shards.items() if shard.is_closed()]

    def trouble(self) -> str | None:
        """Return a sentence on what is wrong with the calls to Discord; None if nothing is."""
        return self.display.calls.client.trouble()

    async def is_in(self, guild_id: GuildId) -> bool:
        """Whether the bot is a member of a server. Without a gateway that knows, Discord is asked,
        and a yes is remembered for an hour."""
        if any(self._shard(number).holds(guild_id) for number in self.shards):
            return self.get_guild(guild_id) is not None
        if guild_id not in self._member_of:
            with suppress(TransientFailure, TimeoutError):  # then it counts as a member
                async with asyncio.timeout(MEMBERSHIP_TIMEOUT):
                    if not await self.display.calls.guilds.is_member(guild_id):
                        return False
            self._member_of[guild_id] = None
        return True

    async def write_to(self, user_id: UserId, text: str, nonce: str) -> None:
        """Send a user a direct message. Raises Undelivered."""
        calls = self.display.calls
        await calls.messages.say(
            await calls.messages.open_dm(user_id), Post(text_screen(text), nonce)
        )

    def table(self, table_id: TableId) -> OpenTable:
        """Return an open table. Raises NoTable."""
        return self.tables.index.at(table_id).open

    async def reconsider(self, guild_id: GuildId) -> None:
        """Look for what is due by the calendar on a server whose settings have changed."""
        if self.store.cluster is None:
            self.dailies.due.look_at(guild_id)
            self.weekly.due.look_at(guild_id)
        else:  # by whichever process leads
            await self.store.cluster.tell_within_reach(guild_id)

    # --- start ----------------------------------------------------------------------------------

    async def setup_hook(self) -> None:
        answer_with(AnswerAdapter(self.display.calls.client.tokens))
        await self._prepare()
        self.display.connect(self, self.tables)
        with suppress(StorageError):  # the next connection tries again
            await self.evening_messages.evenings.resume()
            await self.dailies.due.resume()
            await self.weekly.due.resume()
        # Not by load_extension: it executes each module anew for each connection, and drops it
        # from sys.modules at the end.
        for name in COGS:
            await self.add_cog(resolve_name(f"cogs.commands.{name}")(self))
        await self.tree.set_translator(Translator())
        cluster = self.store.cluster
        if cluster is not None or not await self._register(cluster):
            registering = self._keep_registering(cluster)
            self._registering = asyncio.create_task(registering, name="registration")

    async def connect(self, *, reconnect: bool = True) -> None:
        """Stay connected until the task is cancelled or the gateway fails."""
        if self._site is not None:
            self._site.connect(self, self._note_interaction)
            self.display.show_all(list(self.tables.index))
        if self._probe is not None:
            await self._probe.keep()
        else:
            await super().connect(reconnect=reconnect)

    async def _register(self, cluster: Cluster | None) -> bool:
        """Register our commands, in a cluster if they have changed. Return whether that is settled;
        if not, or if Discord refuses them, the old ones still work."""
        try:
            if cluster is None:
                await self._sync()
                return True
            digest, place = await digest_of(self.tree), GuildId(self.settings.sync_guild or 0)
            if not await cluster.is_registered(place, digest):
                await self._sync()
                await cluster.note_registered(place, digest)
        except (Undelivered, StorageError) as error:
            _log.error("the commands were not registered: %s", count_error(error))
            return isinstance(error, OutOfReach)
        return True

    async def _sync(self) -> None:
        """Send Discord our commands. Raises Undelivered."""
        with understood():
            await self.tree.sync()
            if self.settings.sync_guild:
                guild = discord.Object(self.settings.sync_guild)
                self.tree.copy_global_to(guild=guild)
                await self.tree.sync(guild=guild)

    async def _keep_registering(self, cluster: Cluster | None) -> None:
        """Register the commands, in a cluster once this process leads it, however often that fails
        for a while."""
        clock = self.clock.steady
        while cluster is not None and not cluster.leads:
            await sleep(clock, clock.now() + LEADER_CHECK_INTERVAL)
        while not await self._register(cluster):
            await sleep(clock, clock.now() + REGISTRATION_RETRY_DELAY)

    async def close(self) -> None:
        """Close the connection and stop registering. All clocks stop until a new one is ready."""
        if self._registering is not None:
            self._registering.cancel()
        if self._probe is not None:
            self._probe.stop_clocks()
        for number in self.shards:
            await self.on_shard_disconnect(number)
        await super().close()

    def _shard(self, number: int) -> Shard:
        return Shard(number, self.shard_count or 1)

    def _hear_of(self, payload: Any) -> None:
        """Note the last message of an interaction's channel, which discord.py drops."""
        channel = payload.get("channel") or {}
        if payload.get("guild_id") and channel.get("last_message_id"):
            last = self.display.calls.messages.last
            last.note_last(int(channel["id"]), int(channel["last_message_id"]))

    async def on_shard_disconnect(self, number: int) -> None:
        """Stop the clocks of all tables that this shard serves."""
        self.tables.downtime.suspend(self._shard(number), self._silence())

    def _silence(self) -> timedelta:
        """Return how long a lost shard may have been silent: discord.py does not say which of
        several shards a frame came on, and gives a shard up after a longer silence."""
        if self._heard_at is None or len(self.shards) > 1:
            return MAX_SHARD_SILENCE
        return min(MAX_SHARD_SILENCE, self.clock.steady.now() - self._heard_at)

    async def on_shard_resumed(self, number: int) -> None:
        await self.tables.downtime.proceed(self._shard(number))

    async def on_shard_ready(self, number: int) -> None:
        shard = self._shard(number)
        await self.tables.downtime.proceed(shard)
        self.display.show_all([table for table in self.tables.index if shard.holds(table.guild)])

    async def on_ready(self) -> None:
        await self.tables.downtime.proceed_unless(self.shard_count)

    # --- events ---------------------------------------------------------------------------------

    def dispatch(self, event_name: str, /, *args: Any, **kwargs: Any) -> None:
        """Note the time of every gateway frame; dispatch every event that has listeners. A command
        that ends while the bot closes has nobody to tell."""
        if event_name == "socket_raw_receive":
            self._heard_at = self.clock.steady.now()
            if INTERACTION_MARK in args[0]:
                self._hear_of(json.loads(args[0])["d"])
        elif event_name != UNUSED_EVENT and not self.is_closed():
            if event_name == "interaction":
                self._calls.note_arrival(args[0].id, args[0].type.name)
                self.display.calls.client.tokens.note_arrival(args[0])
            super().dispatch(event_name, *args, **kwargs)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        self.display.renderer.faces.note_user(interaction.user)
        kinds = (discord.InteractionType.component, discord.InteractionType.modal_submit)
        if interaction.type in kinds:
            await self.router.route(interaction)
            await self.last_names.note_name(guild_id_of(interaction), interaction.user)

    async def on_app_command_completion(
        self, interaction: discord.Interaction, command: AnyCommand
    ) -> None:
        PRESSES.labels(f"/{command.qualified_name}", "answered").inc()

    async def on_message(self, message: discord.Message, /) -> None:
        """Ignore messages: they hold no commands."""

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """Log the type alone: arguments and messages may hold labels with cards."""
        error = sys.exc_info()[1]
        _log.error("%s failed: %s", event_method, count_error(error))


async def digest_of(tree: app_commands.CommandTree[Any]) -> str:
    """Return a digest of the commands in all languages, which shows changes."""
    assert tree.translator is not None
    found = sorted(tree.get_commands(), key=lambda command: command.name)
    told = [await one.get_translated_payload(tree, tree.translator) for one in found]
    return sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


class CommandTree(app_commands.CommandTree[Kwbot]):
    """The slash commands, whose errors are answered to whoever caused them."""

    async def interaction_check(self, interaction: discord.Interaction[Kwbot], /) -> bool:
        """Allow a command where it serves; load the tables around it and store its user's name."""
        try:
            is_typing = interaction.type is discord.InteractionType.autocomplete
            if not is_typing and self._needs_server(interaction.command):
                await check_member(interaction)
            await resume_tables(interaction)
            await interaction.client.last_names.note_name(
                guild_id_of(interaction), interaction.user
            )
        except (StorageError, RuleViolation) as error:
            raise app_commands.AppCommandError from error
        return True

    def _needs_server(self, command: AnyCommand | None) -> bool:
        """Whether a command does not serve in direct messages."""
        root = getattr(command, "root_parent", None) or command
        declared = root and root.allowed_contexts
        return not (self.allowed_contexts.merge(declared) if declared else SERVERS).dm_channel

    async def on_error(
        self, interaction: discord.Interaction[Kwbot], error: app_commands.AppCommandError, /
    ) -> None:
        cause = error.__cause__ or error
        command = f"/{interaction.command.qualified_name}" if interaction.command else "unknown"
        outcome = "refused"
        try:
            if not isinstance(cause, RuleViolation):
                raise cause
            await refuse(interaction, cause.sentence)
        except Exception as second:  # noqa: BLE001 - the network can fail in many ways
            outcome = await fail(interaction, second, command)
        PRESSES.labels(command, outcome).inc()
