"""Discord's bad days, at a chosen rate: things fail, come late, come twice, or vanish.

``rate`` is the share of the bot's requests, and of the events it gets, that go wrong. Accidents
(such as a lost connection, closed direct messages, a deleted message or channel) are a tenth as
frequent. Nothing happens before the bot has registered its commands.
"""

import asyncio
import random
from collections import deque
from collections.abc import Callable, Sequence

from playground.api.faults import Fault, failing
from playground.gateway import Gateway
from playground.state.model import Channel, Message
from playground.state.world import World

ACCIDENTS = 0.1
LAPSES = 0.03
"""Share of messages refused for an emoji that Discord does have (discord-api-docs#7128)."""
LATE_SECONDS = (0.2, 4.0)
SHUT_SECONDS = 20.0
"""Seconds for which direct messages stay closed; a server is away for a quarter of that."""
TOLD = 100

Later = Callable[[float, Callable[[], object]], object]


def _later(seconds: float, do: Callable[[], object]) -> None:
    asyncio.get_running_loop().call_later(seconds, do)


class Chaos:
    """A bad day. ``later`` calls a function after some seconds; ``rng`` decides everything."""

    def __init__(
        self,
        world: World,
        gateway: Gateway,
        rate: float = 0.0,
        *,
        rng: random.Random | None = None,
        later: Later = _later,
    ) -> None:
        self.rate = rate
        self.told: deque[tuple[float, str]] = deque(maxlen=TOLD)
        self._world = world
        self._gateway = gateway
        self._rng = rng or random.Random()  # noqa: S311 - nobody gains from predicting it
        self._later = later

    @property
    def _on(self) -> bool:
        return self.rate > 0 and 0 in self._world.commands

    def _tell(self, what: str) -> None:
        self.told.append((self._world.clock(), what))

    # ------------------------------------------------------------------ requests

    def fault(self, method: str, path: str) -> Fault | None:
        """Return the fault of a request, if any; now and then cause an accident, too."""
        if not self._on:
            return None
        if self._rng.random() < self.rate * ACCIDENTS:
            self._accident()
        if self._rng.random() >= self.rate:
            return None
        what = self._rng.choice(list(_FAULTS))
        fault = _FAULTS[what](self._rng)
        self._tell(f"{method}: {what}")
        return fault

    def lapse(self) -> bool:
        """Whether Discord does not know an emoji of this message; independent of the rate."""
        lapses = self._on and self._rng.random() < LAPSES
        if lapses:
            self._tell("an emoji is refused")
        return lapses

    # ------------------------------------------------------------------ events

    def delays(self, event: str) -> Sequence[float]:
        """Return the seconds after which an event goes out to the bot, once for each number."""
        if not self._on or self._rng.random() >= self.rate:
            return (0.0,)
        late = self._rng.uniform(*LATE_SECONDS)
        if self._rng.random() < 0.5:
            self._tell(f"{event} comes {late:.1f} s late")
            return (late,)
        self._tell(f"{event} comes twice")
        return (0.0, late)

    # ------------------------------------------------------------------ accidents

    def _accident(self) -> None:
        accidents: tuple[Callable[[], str | None], ...] = (
            self._drop,
            self._reconnect,
            self._invalidate,
            self._outage,
            self._close_dms,
            self._delete_message,
            self._delete_channel,
        )
        what = self._rng.choice(accidents)()
        if what is not None:
            self._tell(what)

    def _drop(self) -> str:
        self._gateway.drop()
        return "the gateway's connection is lost"

    def _reconnect(self) -> str:
        self._gateway.reconnect()
        return "the gateway asks to reconnect"

    def _invalidate(self) -> str:
        self._gateway.invalidate()
        return "the gateway's session is over"

    def _outage(self) -> str | None:
        guild = self._world.guild
        if not guild.available:
            return None
        self._world.outage(guild)
        self._later(SHUT_SECONDS / 4, lambda: self._world.recover(guild))
        return f"{guild.name} is away for {SHUT_SECONDS / 4:.0f} s"

    def _close_dms(self) -> str | None:
        open_ = [user for user in self._world.guild.members.values() if user.dms_open]
        if not open_:
            return None
        user = self._rng.choice(open_)
        user.dms_open = False
        self._later(SHUT_SECONDS, lambda: setattr(user, "dms_open", True))
        return f"{user.name} takes no direct messages for {SHUT_SECONDS:.0f} s"

    def _delete_message(self) -> str | None:
        world = self._world
        posted: list[Message] = [
            message
            for channel in world.channels.values()
            for message in list(channel.messages.values())[-10:]
            if message.author is world.bot and not message.ephemeral
        ]
        if not posted:
            return None
        message = self._rng.choice(posted)
        world.delete(message)
        return f"a message in {_where(message.channel)} is deleted"

    def _delete_channel(self) -> str | None:
        """Delete a thread, or a channel, which comes back empty so that people can play on."""
        guild = self._world.guild
        channel = self._rng.choice(list(guild.channels.values()))
        self._world.delete_channel(channel)
        if not channel.is_thread:
            self._world.add_channel(guild, channel.name)
        return f"{_where(channel)} is deleted"


def _where(channel: Channel) -> str:
    return "direct messages" if channel.guild is None else f"#{channel.name}"


def _rate_limit(rng: random.Random) -> Fault:
    return failing(status=429, retry_after=round(rng.uniform(0.3, 2.0), 2))


_FAULTS: dict[str, Callable[[random.Random], Fault]] = {
    "500, and nothing is done": lambda rng: failing(status=500),
    "502, and nothing is done": lambda rng: failing(status=502),
    "503, though it is done": lambda rng: failing(status=503, done=True),
    "429, too many requests": _rate_limit,
    "reset, and nothing is done": lambda rng: failing(reset=True),
    "reset, though it is done": lambda rng: failing(reset=True, done=True),
}
