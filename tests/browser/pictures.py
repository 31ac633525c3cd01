"""Draws the pictures of the README anew: ``python -m tests.browser.pictures``.

The first deal of an evening is played in each language; at its main moments a message is
photographed as a phone shows it, into docs/pictures.
"""

from __future__ import annotations

import asyncio
import io
import sys
from pathlib import Path
from typing import cast

from PIL import Image
from playwright.async_api import Browser

from kwbot.ids import NO_TABLE
from tests.browser.chromium import MISSING, browsing, chromium
from tests.browser.evening import BrowserClub, press
from tests.browser.screens import DATABASE, DRAWN, same_deals
from tests.browser.window import Look, Window
from tests.e2e.conftest import Deals

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
HANDS = {0: "HA HK HQ HJ H9 H7 SA S4 CA C5 DK DQ D3", 1: "SK SQ ST S7 H2 H4 CK C9 C4 DA D9 D8 D2"}
STORIES = {"en": "dark", "sv": "light"}
PICTURES = {
    *("table-en", "hand-en", "result-en", "lobby-en", "bid-en", "leaderboard-en"),
    *("table-sv", "hand-sv", "result-sv"),
}
GAME = "kombinations-whist"
PHONE = (390, 1600)
"""High enough for any message."""
SHARP = 1.5
COLOURS = 128
TRICKS = 1
TIMED = """async (now) => {
  const [{state}, {relative}] =
    await Promise.all([import("/page/state.js"), import("/page/time.js")]);
  state.skew = now - Date.now() / 1000;
  for (const one of document.querySelectorAll('time[data-style="R"]')) {
    one.textContent = relative(Number(one.dataset.at));
  }
}"""
"""Shows times as they are by the clock of the bot, which is turned by hand."""


class Story:
    """Four people play, and Anna's phone is photographed."""

    def __init__(self, club: BrowserClub, folder: Path, language: str) -> None:
        self.club = club
        self.folder = folder
        self.language = language
        self.table = NO_TABLE

    async def window(self, place: str) -> Window:
        look = Look(STORIES[self.language], *PHONE, sharp=SHARP)
        window = await Window.open(self.club.browser, self.club.playground.base, "Anna", look)
        await window.go(place)
        return window

    async def picture(self, window: Window, name: str) -> None:
        """The last message, as it stands, if the README shows it."""
        file = f"{name}-{self.language}"
        if file not in PICTURES:
            return
        await self.club.drawn()
        await window.script(DRAWN)
        await window.script(TIMED, self.club.clock.now().timestamp())
        drawn = few_colours(await window.last.screenshot())
        drawn.save(self.folder / f"{file}.png", optimize=True)

    async def tell(self) -> None:
        people = await self.club.live_here(self.language)
        self.club.guests = people
        options = {"winning": "limited", "rounds": "1", "hints": "off"}
        self.table, lobby = await self.club.gathered(self.club.guests, GAME, options)
        channel = await self.window("whist")
        await self.picture(channel, "lobby")
        await press(people[0], lobby, "start")
        await self.club.drawn()
        await self.club.next_deal(self.table)
        panel = await self.window("Kwbot")
        await channel.go(self.club.playground.channels[self.club.state(self.table).channel].name)
        await self.bid(panel)
        await self.play(panel, channel)
        await self.end(channel)
        for window in (channel, panel):
            await window.close()

    async def bid(self, panel: Window) -> None:
        """Anna puts a bid together, and gets it."""
        await self.club.play(self.table, "1 bid trumf")
        while self.asked() != 0:
            await self.club.play(self.table, f"{self.asked()} pass")
        await panel.asked(self.table, self.club.game(self.table).asked_at[0])
        for at, parts in enumerate((["maxtrumf"], ["oppentrumf"])):
            await panel.choose(panel.menus("kw:pick:").nth(at), *parts)
        await self.picture(panel, "bid")
        await self.club.play(self.table, "0 bid maxtrumf+oppentrumf")
        while self.club.purpose(self.table) == "bid":
            await self.club.play(self.table, f"{self.asked()} pass")
        await self.club.play(self.table, "0 suit H")

    async def play(self, panel: Window, channel: Window) -> None:
        """Some tricks, and another in which Anna is asked after others; then the result."""
        while not (self.asked() == 0 and self.tricks() >= TRICKS and self.cards() >= 2):
            await self.club.act_for(self.table, self.asked())
        await self.picture(panel, "hand")
        await self.picture(channel, "table")
        while self.club.running_deal(self.table):
            await self.club.act_for(self.table, self.asked())
        await self.picture(channel, "result")

    async def end(self, channel: Window) -> None:
        """The other deals, by whatever the screens offer; then the leaderboard."""
        if f"leaderboard-{self.language}" not in PICTURES:
            return
        while self.club.bot.tables.index.get(self.table) is not None:
            if self.club.running_deal(self.table):
                await self.club.act_for(self.table, self.asked())
            else:
                await self.club.drawn()
                await self.club.next_deal(self.table)
        await self.club.drawn()
        await channel.go("tea-room")
        await channel.page.locator("#write").fill("/leaderboard")
        await channel.page.keyboard.press("Enter")
        await channel.shows("🏆")
        await channel.last.get_by_role("combobox").first.click()
        await channel.page.get_by_role("option", name="Games won").first.click()
        await channel.shows("edited")
        await self.picture(channel, "leaderboard")

    def asked(self) -> int:
        return self.club.game(self.table).to_act()[0]

    def tricks(self) -> int:
        deal = self.club.game(self.table).match.deal
        return len(deal.play.tricks) if deal and deal.play else 0

    def cards(self) -> int:
        """On the table in the trick under way."""
        deal = self.club.game(self.table).match.deal
        return len(deal.play.plays) if deal and deal.play else 0


def few_colours(picture: bytes) -> Image.Image:
    """With its most frequent colours; what else there is lies on the edges of letters."""
    drawn = Image.open(io.BytesIO(picture)).convert("RGB")
    counted = drawn.getcolors(drawn.width * drawn.height) or []
    most = sorted(counted, key=lambda one: -one[0])[:COLOURS]
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for _, colour in most for part in cast("tuple[int, ...]", colour)])
    return drawn.quantize(palette=palette, dither=Image.Dither.NONE)


async def draw(browser: Browser, folder: Path, language: str) -> None:
    """One evening, the same cards each time."""
    deals = Deals()
    deals.add(HANDS)
    with same_deals(deals):
        async with BrowserClub(DATABASE, browser, look="picture").opened() as club:
            assert isinstance(club, BrowserClub)
            await Story(club, folder, language).tell()


async def main() -> int:
    if chromium() is None:
        sys.stderr.write(f"{MISSING}\n")
        return 1
    FOLDER.mkdir(exist_ok=True)
    async with browsing() as browser:
        for language in STORIES:
            await draw(browser, FOLDER, language)
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
