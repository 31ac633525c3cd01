"""A club whose guests sit at windows of the page: what they do, they do by real clicks."""

from __future__ import annotations

from playwright.async_api import Browser

from kwbot.players import COMPUTERS, decide
from kwbot.tables.state import TableState
from tests.browser.window import DESK, Look, Window
from tests.e2e.club import Club
from tests.e2e.conftest import Deals

PEOPLE = ("Anna", "Bo", "Cia", "Dag")


class BrowserClub(Club):
    """`windows` by name; who has none plays without."""

    def __init__(self, url: str, browser: Browser, *, look: str = "text") -> None:
        super().__init__(url, look=look)
        self.browser = browser
        self.windows: dict[str, Window] = {}

    async def window(self, name: str, look: Look = DESK, *, locale: str = "en-US") -> Window:
        """A person of that name, new if need be, at a window."""
        if all(person.name != name for person in self.playground.people):
            self.guest(name, locale=locale)
        window = await Window.open(self.browser, self.playground.base, name, look)
        self.windows[name] = window
        return window

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

    async def act_for(self, table: int, seat: int) -> None:
        """A player does what a computer player would do."""
        match = self.game(table).match
        assert match is not None
        await self.play(table, f"{seat} {decide(COMPUTERS['easy'], match, seat, self.rng)}")

    async def move(self, table: int, seat: int, action: str) -> None:
        window = self.windows.get(self.state(table).seated[seat].name)
        if window is None:
            await super().move(table, seat, action)
            return
        before = self.game(table)
        assert seat in before.to_act(), f"{seat} is not asked before {action}"
        await window.asked(table, before.asked_at[seat])
        await window.move(action)
        await self.playground.until(lambda: self.state(table).seq > before.seq)
