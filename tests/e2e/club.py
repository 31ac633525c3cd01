"""A whist club: the embedded server, the real bot with all its cogs, and guests who click."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import cache
from typing import Any

import discord

from benches.stand_ins import HandClock, LocalComputers
from bot import Application
from cogs.connection.client import Kwbot
from cogs.connection.endpoint import connect_to
from cogs.delivery.calls.interaction_tokens import InteractionTokens
from cogs.delivery.pictures.picture_renderer import PictureRenderer
from kwbot.config import Settings
from kwbot.hosting.http_server import serving
from kwbot.ids import GuildId, TableId
from kwbot.local.clubhouse import clubhouse
from kwbot.local.guest import Guest, add_computers, area, buttons, press_more, set_option
from kwbot.storage.store import Store
from kwbot.tables.play import presets
from kwbot.tables.state.table_state import LobbyTable, OpenTable, RunningTable
from playground import LocalPerson, Message, transcript
from tests.cogs.server import oracle
from tests.e2e import moves

KOMBINATIONS = "kombinations-whist"
HOLD_SECONDS = 5.0
"""Longer than any drawing is held back for others to come into it."""
LOCALES = {"en": "en-US", "sv": "sv-SE", "da": "da"}
"""What Discord calls the languages."""
AS_PICTURE = "\ufe0f"
"""Follows red suits."""


SAMPLES = 2
"""So many do computer players look at: how well they play and advise other tests ask."""
PLAIN = {"hints": "off", "level": "normal", "pace": "normal"}
"""What a table has in tests, not the settings of a first evening."""


@cache
def _settings(pause: float, emojis: bool, by_http: bool) -> Settings:
    port = 1 if by_http else None
    return Settings(_env_file=None, computer_pause=pause, emojis=emojis, interactions_port=port)


class NoTokens(InteractionTokens):
    """A purse that stays empty."""

    def note_arrival(self, interaction: discord.Interaction) -> None:
        """Take no token."""


class Club:
    """`clock` stands still unless a test moves it, for the bot and for the server alike.

    `channel_limit`: how many calls the bot sends to a channel in five seconds of that clock;
    `pause`: how long computer players take; `emojis`: whether cards are shown in emojis, not in
    symbols; `by_http`: interactions come by HTTP, and there is no gateway; `look`: how the channel
    sees tables.
    """

    def __init__(
        self,
        url: str,
        *,
        seed: int = 1,
        channel_limit: int = 100_000,
        pause: float = 0.0,
        emojis: bool = False,
        by_http: bool = False,
        look: str = "text",
    ) -> None:
        self.url = url
        self.look = look
        self.port = 0
        """Where interactions come by HTTP; 0: any port that is free."""
        self.by_http = by_http
        self.pause = pause
        self.channel_limit = channel_limit
        self.emojis = emojis
        self.rng = random.Random(seed)
        self.clock = HandClock()
        self.playground = clubhouse(clock=lambda: self.clock.now().timestamp(), validate=oracle())
        self.guests: list[Guest] = []
        self.store: Store
        self.house: Application
        self.bot: Kwbot
        self._running: asyncio.Task[None] | None = None
        self._listening = AsyncExitStack()

    # --- the bot --------------------------------------------------------------------------------

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[Club]:
        logging.getLogger("discord").setLevel(logging.ERROR)
        async with self.playground:
            with connect_to(self.playground.api, self.playground.gateway_url):
                await self.start()
                await self.set(look=self.look)
                try:
                    yield self
                finally:
                    await self.stop()

    async def start(self) -> None:
        self.store = await self._open()
        self.playground.busy = lambda: self.store.busy or self.house.display.renderer.pictures.busy
        self.house = Application(
            self._settings(),
            self.store,
            clock=self.clock,
            computers=LocalComputers(self.rng, "easy", SAMPLES),
            channel_limit=self.channel_limit,
            options={"guild_ready_timeout": 0.01, "max_ratelimit_timeout": None},
        )
        # However far a test moves the clock, no picture has taken long.
        self.house.display.renderer.pictures = PictureRenderer(HandClock())
        self.bot = self.house.bot()
        # Five seconds before every IDENTIFY after the first: no need here.
        self.bot.before_identify_hook = _at_once  # type: ignore[method-assign,assignment]
        self._running = asyncio.create_task(self.bot.start(self.playground.token))
        await self.playground.until(lambda: self.bot.is_connected or self.ended)
        await self._listen()

    def _settings(self) -> Settings:
        return _settings(self.pause, self.emojis, self.by_http)

    async def _open(self) -> Store:
        return await Store.open(self.url)

    async def _listen(self) -> None:
        if self.house.interactions is not None:
            page = serving(self.house.interactions.application(), "127.0.0.1", self.port)
            port = await self._listening.enter_async_context(page)
            self.playground.post_interactions.url = f"http://127.0.0.1:{port}/interactions"

    @property
    def ended(self) -> bool:
        return self._running is None or self._running.done()

    async def stop(self) -> None:
        await self._listening.aclose()
        await self.bot.close()
        assert self._running is not None
        if self.by_http:
            self._running.cancel()
        await asyncio.gather(self._running, return_exceptions=self.by_http)
        await self.house.stop()
        await self.store.close()

    async def restart(self) -> None:
        """The bot goes and comes back; the database stays, so `url` must be of a file."""
        await self.stop()
        await self.start()
        await self.bot.tables.all_resumed()

    def without_tokens(self) -> None:
        """From now on everything but the answers goes by calls of the bot's own."""
        self.house.display.calls.client.tokens = NoTokens(self.clock)

    def refused(self) -> list[int]:
        """The codes with which Discord refused what the bot sent, lowest first; then forgotten."""
        codes = sorted(refusal["code"] for refusal in self.playground.refusals)
        self.playground.refusals.clear()
        return codes

    @property
    def guild(self) -> GuildId:
        return GuildId(self.playground.guild.id)

    async def set(self, **settings: object) -> None:
        """Change settings of the server."""
        guild = self.guild
        now = await self.store.settings.guild_settings(guild)
        await self.store.settings.change_guild_settings(
            guild, lambda _: now.model_copy(update=settings)
        )

    # --- the guests -----------------------------------------------------------------------------

    def guest(self, name: str, *, locale: str = "en-US", dms_open: bool = True) -> Guest:
        made = Guest(self.playground.person(name, locale=locale), self.rng)
        made.person.dms_open = dms_open
        self.guests.append(made)
        return made

    async def lobby(self, host: Guest, game: str = KOMBINATIONS) -> Message:
        """A new lobby's message; "": of the game that is offered."""
        options: dict[str, Any] = {"game": game} if game else {}
        return (await host.person.slash(self.playground.channel, "play", **options)).message

    async def table(
        self,
        humans: Sequence[Guest],
        computers: int = 0,
        *,
        game: str = KOMBINATIONS,
        limits: bool = False,
        **options: str,
    ) -> RunningTable:
        """A started game; without time limits unless told otherwise. The first is the host.

        `options` are those of the game, chosen in the forms.
        """
        host = humans[0].person
        lobby = await self.lobby(humans[0], game)
        for guest in humans[1:]:
            await guest.person.click(lobby, "Join")
        await add_computers(host, lobby, computers)
        table = next(reversed(list(self.bot.tables.index)))
        if options:
            screen = (await press_more(host, lobby, "More options")).message
            for key, value in options.items():
                await set_option(host, screen, key, value)
        known = self.state(table.id).options
        times = presets.server_time_limits(await self.store.settings.guild_settings(self.guild))
        more = times if limits else dict.fromkeys(times, "0")
        whole = PLAIN | self.whole_game(table.id)
        more |= {key: value for key, value in whole.items() if key not in options}
        more |= {"bids": "all"} if "bids" in known and "bids" not in options else {}
        if "impossible_bids" not in options and "impossible_bids" in known:
            more["impossible_bids"] = "allow"  # arranged hands bid what they cannot win
        await self.bot.tables.note(table.id, options={**known, **more})
        await self.begin(host, lobby)
        return self.game(table.id)

    def whole_game(self, table_id: TableId) -> dict[str, str]:
        """What makes a table's game as long as in the rulebook, not a first evening's."""
        usual = self.state(table_id).variant.option_values({})
        return {key: usual[key] for key in presets.FIRST_EVENING.options if key in usual}

    async def begin(self, host: LocalPerson, lobby: Message) -> None:
        """Press Start beside the seal that stands now."""
        (table,) = [one for one in self.bot.tables.index.in_memory if one.message == lobby.id]
        assert isinstance(table, LobbyTable)
        start = f"{table.standing_seal().mark}:start"

        def shown() -> str | None:
            ids = [str(button["custom_id"]) for button in lobby.buttons()]
            return next((one for one in ids if one.endswith(start)), None)

        await self.playground.until(lambda: shown() is not None)
        await host.click(lobby, custom_id=shown())

    def state(self, table_id: TableId) -> OpenTable:
        found = self.bot.tables.index.get(table_id)
        assert found is not None
        return found

    def game(self, table_id: TableId) -> RunningTable:
        found = self.state(table_id).running
        assert found is not None
        return found

    # --- the game -------------------------------------------------------------------------------

    def table_message(self, table_id: TableId) -> Message:
        """The table's present message."""
        state = self.state(table_id)
        assert state.message is not None
        return self.playground.channels[state.channel].messages[state.message]

    def public(self, table_id: TableId) -> str:
        """What everybody reads where the table is, spectators too."""
        here = self.playground.channels[self.state(table_id).channel].messages.values()
        text = transcript(self.playground, [one for one in here if one.viewer is None])
        return text.replace(AS_PICTURE, "").replace("\xa0", " ")

    async def shown(self, table_id: TableId, *texts: str) -> None:
        """Wait until everybody can read these texts."""
        self.clock.advance(HOLD_SECONDS)
        try:
            await self.playground.until(
                lambda: all(text in self.public(table_id) for text in texts)
            )
        except TimeoutError:
            raise AssertionError(f"{texts} not in: {self.public(table_id)}") from None

    async def ready(self, table_id: TableId) -> None:
        """Everybody presses Ready in the channel; before the first deal, which needs none, wait for
        the table."""
        if self.game(table_id).ready is None:
            await self.playground.until(lambda: self.shows(table_id, "hand"))
            return
        await self.playground.until(lambda: self.shows(table_id, "ready"))
        for guest in self.guests:
            if self.shows(table_id, "ready"):
                (ready,) = guest.ready_buttons(self.table_message(table_id))
                await guest.person.click(self.table_message(table_id), custom_id=ready["custom_id"])
        if self.running_deal(table_id):  # in a message of its own
            await self.playground.until(lambda: self.shows(table_id, "hand"))

    def shows(self, table_id: TableId, what: str) -> bool:
        """Whether the table's present message has that button."""
        state = self.state(table_id)
        message = self.playground.channels[state.channel].messages.get(state.message or 0)
        return message is not None and any(
            area(button)[1] == what for button in buttons(message, "table")
        )

    def shows_more(self, table_id: TableId) -> bool:
        state = self.state(table_id)
        message = self.playground.channels[state.channel].messages.get(state.message or 0)
        return message is not None and bool(buttons(message, "more"))

    async def turn(self) -> Guest:
        """Whoever is asked first and sees it does one thing."""
        await self.playground.until(lambda: any(guest.is_asked for guest in self.guests))
        guest = next(guest for guest in self.guests if guest.is_asked)
        await guest.act()
        return guest

    def guest_at(self, table_id: TableId, seat: int) -> Guest:
        user = self.state(table_id).seated[seat].user
        return next(guest for guest in self.guests if guest.id == user)

    async def play(self, table_id: TableId, lines: str) -> None:
        """Lines of a record such as ``1 bid spel``, parted by slashes, each by clicks.

        ``pass*`` is a pass by everybody in turn until the bid stands; ``ready`` is the next deal;
        ``restart`` takes the bot away and back.
        """
        for line in filter(None, map(str.strip, lines.replace("\n", "/").split("/"))):
            if line == "ready":
                await self.ready(table_id)
            elif line == "restart":
                await self.restart()
            elif line == "pass*":
                while self.purpose(table_id) == "bid":
                    await self.move(table_id, self.game(table_id).to_act()[0], "pass")
            else:
                seat, _, action = line.partition(" ")
                await self.move(table_id, int(seat), action)

    async def move(self, table_id: TableId, seat: int, action: str) -> None:
        """One move by clicks, as soon as the player's screen asks for it; nothing for a last card,
        which was played by itself."""
        if action.startswith("play ") and self.was_forced(table_id, f"{seat} {action}"):
            return
        guest = self.guest_at(table_id, seat)
        asked = self.game(table_id).asked_at.get(seat, -1)
        assert seat in self.game(table_id).to_act(), f"{seat} is not asked before {action}"
        await self.playground.until(
            lambda: guest.hand is not None and asked in moves.questions(guest.hand)
        )
        await moves.do(guest, action)

    def was_forced(self, table_id: TableId, line: str) -> bool:
        """Whether a card was played by itself, in the last trick of the last deal."""
        match = self.game(table_id).match
        return match.deal is None and line in match.deals[-1].lines.splitlines()[-4:]

    def purpose(self, table_id: TableId) -> str:
        """What the table waits for: the key of the first player's question, or nothing."""
        deal = self.game(table_id).match.deal
        if deal is None or deal.current is None or not deal.to_act():
            return ""
        return deal.current.purpose(deal.to_act()[0]).key

    async def play_deal(self, table_id: TableId) -> int:
        """Play the running deal to its end; gives the number of things that guests did."""
        number, acts = self.game(table_id).match.number, 0
        while self.running_deal(table_id) == number:
            await self.turn()
            acts += 1
        return acts

    def running_deal(self, table_id: TableId) -> int:
        """The number of the running deal, 0 between deals and after the game."""
        state = self.bot.tables.index.get(table_id)
        match = state.running.match if state and state.running else None
        return match.number if match and match.deal else 0


async def _at_once(shard: int | None, *, initial: bool = False) -> None:
    """Identify without waiting."""
