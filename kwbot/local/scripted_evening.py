"""A scripted evening: two people and two computers play a short game, by clicks alone.

It prints what they see as it goes: the channel, and one person's direct messages in the first deal.
"""

import random
from collections.abc import Callable

from kwbot.local.guest import TABLE, Guest, add_computers, area, buttons, press_more, set_option
from playground.people.person import ClientRefusal
from playground.server import Playground
from playground.state.model import Channel, Message

WAIT_SECONDS = 60.0
"""Seconds that anything may take before the evening is given up."""
AGAIN_AREA, TRICKS_BUTTON = "again", "tricks"
SCRIPTED_GAME = "kombinations-whist"
ROUNDS_PLAYED = "1"

Print = Callable[[str], None]


class ScriptedEvening:
    """An evening of guests at a playground, shown by `show` as it goes."""

    def __init__(
        self, playground: Playground, show: Print, seed: int | None = None, deals: int = 0
    ) -> None:
        """`deals`: most deals to play; 0: as many as the game has."""
        self.playground = playground
        self._most = deals
        self.show = show
        rng = random.Random(seed)  # noqa: S311 - chooses buttons
        self.guests = [Guest(playground.person(name), rng) for name in ("Anna", "Bo")]
        self._shown: dict[int, str] = {}
        self.presses = 0
        self._deals = 0
        """Number of deals that were shown to their end."""

    async def play(self) -> None:
        """Play the whole evening, from /play to the leaderboard."""
        await self._arrive()
        await self._open_table()
        while not self.over:
            await self._one_turn()
            self._show_news()
        self._show_news()
        await self._leaderboard()

    async def _arrive(self) -> None:
        here = self.playground
        await here.until(
            lambda: here.gateway.connected and 0 in here.commands, seconds=WAIT_SECONDS
        )

    async def _open_table(self) -> None:
        host, other = (guest.person for guest in self.guests)
        lobby = (await host.slash(self.playground.channel, "play", game=SCRIPTED_GAME)).message
        await other.click(lobby, "Join")
        options = (await press_more(host, lobby, "More options")).message
        self._shown[options.id] = ""
        for key, value in (("winning", "limited"), ("rounds", ROUNDS_PLAYED)):
            await set_option(host, options, key, value)
        await add_computers(host, lobby, 2)
        self._tell("#whist", host.read(lobby))
        await host.click(lobby, "Start")
        self._shown[lobby.id] = host.read(lobby)

    # --- the game -------------------------------------------------------------------------------

    @property
    def channels(self) -> list[Channel]:
        """The channel and its threads."""
        return [c for c in self.playground.channels.values() if c.guild is not None]

    def _messages(self) -> list[Message]:
        host = self.guests[0].person
        return [message for channel in self.channels for message in host.messages(channel)]

    @property
    def over(self) -> bool:
        enough = 0 < self._most <= self._deals
        return enough or any(buttons(message, AGAIN_AREA) for message in self._messages())

    async def _one_turn(self) -> None:
        """Let everybody who is asked do something."""
        await self.playground.until(
            lambda: self.over or any(guest.is_asked for guest in self.guests), seconds=WAIT_SECONDS
        )
        for guest in self.guests:
            if guest.is_asked and not self.over:
                await self._act(guest)

    async def _act(self, guest: Guest) -> None:
        hand = guest.hand
        assert hand is not None
        before = guest.person.read(hand)
        try:
            pressed = await guest.act()
        except ClientRefusal:
            return  # redrawn meanwhile: look again
        self.presses += 1
        if guest is self.guests[0] and self._deals == 0:
            self._tell(f"direct message to {guest.person.name}", before)
        self.show(f"» {guest.person.name}: {pressed}\n")

    # --- what is printed ------------------------------------------------------------------------

    def _show_news(self) -> None:
        """Show new messages in the channel, and changed ones that now show how a deal ended."""
        host = self.guests[0].person
        for message in self._messages():
            text = host.read(message)
            before = self._shown.get(message.id)
            done = bool(buttons(message, AGAIN_AREA)) or any(
                area(button)[1] == TRICKS_BUTTON for button in buttons(message, TABLE)
            )
            if before is None or (done and before != text):
                self._deals += done and before is not None
                self._tell(f"#{message.channel.name}", text)
                self._shown[message.id] = text

    def _tell(self, where: str, text: str) -> None:
        bar = "─" * max(4, 76 - len(where))
        self.show(f"── {where} {bar}\n{text}\n")

    async def _leaderboard(self) -> None:
        host = self.guests[0].person
        try:
            board = await host.slash(self.playground.channel, "leaderboard")
        except ClientRefusal:
            return
        self._tell("/leaderboard", (await board.settled()).text)


async def play(
    playground: Playground, *, show: Print = print, seed: int | None = None, deals: int = 0
) -> None:
    """Play and show an evening with a bot that connects to `playground`; see ScriptedEvening."""
    await ScriptedEvening(playground, show, seed, deals).play()
