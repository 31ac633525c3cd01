"""Draws the pictures of the README anew: ``python -m tests.browser.pictures``.

One evening is played in English by dark and one in Swedish by day; at its main moments the page
is photographed, on a desk or a phone, into docs/pictures.
"""

from __future__ import annotations

import asyncio
import io
import random
import sys
from pathlib import Path
from typing import cast

import pytest
from PIL import Image
from playwright.async_api import Browser

from kwbot.playground import Message
from kwbot.playground.guest import Guest, area
from kwbot.playground.home import furnish
from kwbot.tables import dealing, lobby
from tests.browser.chromium import MISSING, browsing, chromium
from tests.browser.evening import BrowserClub
from tests.browser.window import Look, Window
from tests.e2e.club import HOLD_SECONDS
from tests.e2e.conftest import Deals

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
DATABASE = "sqlite+aiosqlite:///:memory:"
HANDS = {
    0: "HA HK HQ HJ H9 H7 SA S4 CA C5 DK DQ D3",
    1: "SK SQ ST S7 H2 H4 CK C9 C4 DA D9 D8 D2",
}
STORIES = (("en", "en-US", "dark"), ("sv", "sv-SE", "light"))
DESK, PHONE = (920, 800), (390, 760)
COLOURS = 200


class Story:
    """`language` is that of both players, and so of their table."""

    def __init__(
        self, club: BrowserClub, folder: Path, language: str, locale: str, theme: str
    ) -> None:
        self.club = club
        self.folder = folder
        self.language = language
        self.locale = locale
        self.theme = theme

    async def window(self, size: tuple[int, int], name: str = "Anna") -> Window:
        look = Look(self.theme, *size)
        return await self.club.window(name, look, locale=self.locale)

    async def picture(self, window: Window, name: str) -> None:
        """As it stands, with the pointer and banners away."""
        await window.quiet()
        await window.page.mouse.move(0, 0)
        await window.script("document.activeElement.blur()")
        await window.script("document.querySelector('#notices').replaceChildren()")
        drawn = few_colours(await window.page.screenshot())
        drawn.save(self.folder / f"{name}-{self.language}.png", optimize=True)

    def people(self) -> list[Guest]:
        """The local people, all of one language; the first two play."""
        for person in furnish(self.club.playground).people:
            person.user.locale = self.locale
            self.club.guests.append(Guest(person, self.club.rng))
        self.club.playground.rest.rates = None
        return self.club.guests[:2]

    async def tell(self) -> None:
        """The evening; what Anna does, she does at her desk or with her phone."""
        anna, bo = self.people()
        desk = await self.window(DESK)
        await desk.page.click("#open-members")
        await desk.page.locator(".beginning .button").click()
        await desk.shows("1. @Anna")
        (table,) = (table.id for table in self.club.bot.tables)
        message = next(iter(self.club.playground.channel.messages.values()))
        await press(bo, message, "join")
        for _ in range(2):
            await desk.key(":add")
        for key, value in {"winning": "limited", "rounds": "1"}.items():
            live = self.club.bot.tables.at(table)
            await live.rearrange(lobby.with_option, anna.person.id, key, value)
        await self.picture(desk, "lobby")
        await desk.key(":start")
        await desk.page.locator(".thread-card").click()
        await self.begin(table, desk, bo)
        await self.bid(table)
        await self.play(table, desk)
        await self.end(table, desk)

    async def begin(self, table: int, desk: Window, bo: Guest) -> None:
        """Both are ready for the next deal."""
        await self.club.playground.until(lambda: self.club.shows(table, "ready"))
        await desk.key(":ready")
        await press(bo, self.club.table_message(table), "ready")

    async def bid(self, table: int) -> None:
        phone = await self.window(PHONE)
        await phone.dm()
        await self.club.play(table, "1 bid trumf")
        while self.club.game(table).to_act() != (0,):
            await self.club.play(table, "1 pass")
        await phone.asked(table, self.club.game(table).asked_at[0])
        for at, parts in enumerate((["maxtrumf"], ["oppentrumf", "ess"])):
            menu = phone.menus("kw:pick:").nth(at)
            offered = await phone.values(menu)
            await phone.choose(menu, *(part for part in parts if part in offered))
        await self.picture(phone, "bid")
        await phone._confirm()
        while self.club.purpose(table) == "bid":
            await self.club.play(table, f"{self.club.game(table).to_act()[0]} pass")
        await self.club.play(table, "0 suit H")

    async def play(self, table: int, desk: Window) -> None:
        """Some tricks; then a hand and the table, then the result."""
        phone = self.club.windows["Anna"]

        def tricks() -> int:
            deal = self.club.game(table).match.deal
            return len(deal.play.tricks) if deal and deal.play else 99

        while tricks() < 2 or self.club.game(table).to_act() != (0,):
            await self.club.act_for(table, self.club.game(table).to_act()[0])
        await phone.asked(table, self.club.game(table).asked_at[0])
        await self.picture(phone, "hand")
        await self.drawn(table)
        await self.picture(desk, "table")
        while self.club.running_deal(table):
            await self.club.act_for(table, self.club.game(table).to_act()[0])
        await self.drawn(table)
        await self.picture(desk, "result")

    async def drawn(self, table: int) -> None:
        """Until the bot has nothing left to draw."""
        self.club.clock.advance(HOLD_SECONDS)
        await self.club.playground.idle(quiet=0.2)

    async def end(self, table: int, desk: Window) -> None:
        """The other deals, by whatever the screens offer; then the leaderboard."""
        phone = self.club.windows.pop("Anna")
        while self.club.bot.tables.get(table) is not None:
            if self.club.running_deal(table):
                await self.club.act_for(table, self.club.game(table).to_act()[0])
            else:
                self.club.clock.advance(HOLD_SECONDS)
                await self.begin(table, desk, self.club.guests[1])
        await self.drawn(table)
        await phone.go("tea-room")
        await phone.page.locator("#write").fill("/leaderboard")
        await phone.page.keyboard.press("Enter")
        await phone.shows("/leaderboard")
        await phone.shows("🏆")
        await self.picture(phone, "leaderboard")


def few_colours(picture: bytes) -> Image.Image:
    """With its most frequent colours; what else there is lies on the edges of letters."""
    drawn = Image.open(io.BytesIO(picture)).convert("RGB")
    counted = drawn.getcolors(drawn.width * drawn.height) or []
    most = sorted(counted, key=lambda one: -one[0])[:COLOURS]
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for _, colour in most for part in cast("tuple[int, ...]", colour)])
    return drawn.quantize(palette=palette, dither=Image.Dither.NONE)


async def press(guest: Guest, message: Message, what: str) -> None:
    """A button by what it does, in whatever language it is."""
    (button,) = [b for b in message.buttons() if area(b)[1] == what]
    await guest.person.click(message, custom_id=button["custom_id"])


async def draw(browser: Browser, folder: Path, language: str, locale: str, theme: str) -> None:
    """One evening, the same cards each time."""
    deals, rng = Deals(), random.Random(1)
    deals.add(HANDS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dealing, "shuffle", deals.shuffled)
        patch.setattr(dealing, "new_secret", lambda: rng.randbytes(48))
        patch.setattr(dealing, "next_dealer", lambda match: match.next_dealer() or 0)
        async with BrowserClub(DATABASE, browser).opened() as club:
            assert isinstance(club, BrowserClub)
            await Story(club, folder, language, locale, theme).tell()


async def main() -> int:
    if chromium() is None:
        sys.stderr.write(f"{MISSING}\n")
        return 1
    FOLDER.mkdir(exist_ok=True)
    async with browsing() as browser:
        for story in STORIES:
            await draw(browser, FOLDER, *story)
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
