"""A club whose guests sit at windows of the page: what they do, they do by real clicks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from playwright.async_api import Browser

from kwbot.ids import TableId
from kwbot.local.guest import Guest, add_computers, area
from kwbot.players.turns.levels import COMPUTERS, decide
from kwbot.tables.state.table_state import TableState
from playground import Message
from playground.home import furnish
from tests.browser.window import DESK, Look, Window
from tests.e2e.club import HOLD_SECONDS, LOCALES, Club
from tests.e2e.conftest import Deals

PEOPLE = ("Anna", "Bo", "Cia", "Dag")


async def press(guest: Guest, message: Message, what: str) -> None:
    """A button by what it does, in whatever language it is."""
    (button,) = [button for button in message.buttons() if area(button)[1] == what]
    await guest.person.click(message, custom_id=button["custom_id"])


def offers(message: Message, what: str) -> bool:
    return any(area(button)[1] == what for button in message.buttons())


class BrowserClub(Club):
    """`windows` by name; who has none plays without."""

    def __init__(self, url: str, browser: Browser, *, look: str = "text") -> None:
        super().__init__(url, emojis=True, look=look)
        self.browser = browser
        self.windows: dict[str, Window] = {}

    async def window(self, name: str, look: Look = DESK, *, locale: str = "en-US") -> Window:
        """A person of that name, new if need be, at a window."""
        if all(person.name != name for person in self.playground.people):
            self.guest(name, locale=locale)
        window = await Window.open(self.browser, self.playground.base, name, look)
        self.windows[name] = window
        return window

    # --- in any language ------------------------------------------------------------------------

    async def live_here(self, language: str) -> list[Guest]:
        """The local people, with their pictures, all of one language, which is the server's too."""
        await self.set(language=language)
        for person in furnish(self.playground).people:
            person.user.locale = LOCALES[language]
            self.guests.append(Guest(person, self.rng))
        self.playground.rest.rates = None
        return self.guests

    async def gathered(
        self, guests: Sequence[Guest], game: str, options: Mapping[str, str]
    ) -> tuple[TableId, Message]:
        """A lobby of four, computers included: its table's number, and its message."""
        host = guests[0]
        lobby = await self.lobby(host, game)
        for guest in guests[1:]:
            await press(guest, lobby, "join")
        await add_computers(host.person, lobby, 4 - len(guests))
        table = next(reversed(list(self.bot.tables.index.in_memory))).id
        known = self.state(table).options
        await self.bot.tables.note(table, options={**known, **options})
        await self.drawn()
        return table, lobby

    async def drawn(self) -> None:
        """Until the bot has nothing left to draw."""
        self.clock.advance(HOLD_SECONDS)
        await self.playground.idle(quiet=0.05)

    async def next_deal(self, table_id: TableId) -> None:
        """Everybody wants it, in the channel or in their panel."""
        await self.playground.until(
            lambda: (
                self.dealt(table_id) or any(self._ready_at(table_id, one) for one in self.guests)
            )
        )
        for guest in self.guests:
            if not self.dealt(table_id) and (message := self._ready_at(table_id, guest)):
                await press(guest, message, "ready")
        await self.playground.until(lambda: self.dealt(table_id))

    def dealt(self, table_id: TableId) -> bool:
        """Whether a deal runs in which somebody is asked."""
        deal = self.game(table_id).match.deal
        return deal is not None and bool(deal.to_act())

    def _ready_at(self, table_id: TableId, guest: Guest) -> Message | None:
        """Where the guest can ask for the next deal."""
        if self.shows(table_id, "ready"):
            return self.table_message(table_id)
        hand = guest.hand
        return hand if hand is not None and offers(hand, "ready") else None

    # --- in arranged deals ----------------------------------------------------------------------

    async def seated(
        self, deals: Deals, hands: dict[int, str], look: Look, *names: str
    ) -> TableState:
        """Four people at a table with these cards, those named at windows with their hands."""
        deals.add(hands)
        guests = [self.guest(name) for name in PEOPLE]
        for name in names:
            await self.window(name, look)
        table = await self.table(guests)
        for name in names:
            await self.windows[name].dm()
        return table

    async def act_for(self, table_id: TableId, seat: int) -> None:
        """A player does what a computer player would do."""
        match = self.game(table_id).match
        assert match is not None
        await self.play(table_id, f"{seat} {decide(COMPUTERS['easy'], match, seat, self.rng)}")

    async def move(self, table_id: TableId, seat: int, action: str) -> None:
        window = self.windows.get(self.state(table_id).seated[seat].name)
        if window is None:
            await super().move(table_id, seat, action)
            return
        before = self.game(table_id)
        assert seat in before.to_act(), f"{seat} is not asked before {action}"
        await window.asked(table_id, before.asked_at[seat])
        await window.move(action)
        await self.playground.until(lambda: self.state(table_id).seq > before.seq)
