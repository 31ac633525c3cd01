"""Shows what players see: ``python -m tests.browser.screens FOLDER [--language sv] [--game hus]``.

Games are played to each kind of question, and the page is photographed at the sizes of two
phones: the private panel, and the channel at the same moment. What is printed says how high each
panel is from its head line to its last button, and whether a phone shows all of that at once; of
panels of one kind, the highest counts. *Wide* is the height if buttons were as wide on phones as
on desks, which Discord does not tell.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.async_api import Browser

from kwbot.engine.values.actions import Seat
from kwbot.engine.values.choices import PlayCard
from kwbot.ids import NO_TABLE
from kwbot.local.guest import Guest
from kwbot.tables.state import dealing
from kwbot.variants import games
from playground import ClientRefusal
from tests.browser.chromium import MISSING, browsing, chromium
from tests.browser.evening import BrowserClub, press
from tests.browser.test_decisions import DECISIONS
from tests.browser.window import Look, Window
from tests.e2e.arranged import SUITS
from tests.e2e.club import LOCALES
from tests.e2e.conftest import Deals

SIZES = ((390, 844), (360, 740))
CHROME = 180
"""Pixels that status bar, header, text field and home indicator of a phone take away."""
DATABASE = "sqlite+aiosqlite:///:memory:"
DEALS, TURNS = 2, 120
EVENINGS: dict[str, tuple[Mapping[str, str], ...]] = {
    "kombinations-whist": ({"bids": "all"}, {"bids": "all", "edition": "1.5"}),
    "whist": ({}, {"form": "guerre"}, {"form": "american", "trumps": "sattrumf"}),
    "fyrmanswhist": ({}, {"showing": "together"}),
    "hus": ({},),
    "esmakker": ({"deals": "4"},),
}
"""With which options each game is played."""

# All that was sent to the page until now is drawn, pictures and letters too.
DRAWN = """async () => {
  const {ask} = await import("/page/socket.js");
  await ask("behind");
  await document.fonts.ready;
  await Promise.all([...document.images].map((one) => one.decode().catch(() => {})));
  document.querySelector("#notices").replaceChildren();
  const log = document.querySelector("#log");
  log.scrollTop = log.scrollHeight;
}"""
HEIGHTS = """() => {
  const body = [...document.querySelectorAll(".message .body")].at(-1);
  if (!body) return [0, 0];
  const height = () => {
    const end = [...body.querySelectorAll(".button, .menu")].at(-1) ?? body;
    return Math.ceil(end.getBoundingClientRect().bottom - body.getBoundingClientRect().top);
  };
  const narrow = height(), {style} = document.documentElement;
  style.setProperty("--button-least", "60px");
  style.setProperty("--button-side", "16px");
  const wide = height();
  style.removeProperty("--button-least");
  style.removeProperty("--button-side");
  return [narrow, wide];
}"""


@dataclass
class Camera:
    """Takes the pictures of one language; `highest`: by kind of panel its heights at each size."""

    folder: Path
    browser: Browser
    language: str
    highest: dict[str, dict[int, tuple[int, int]]] = field(default_factory=dict)
    windows: dict[tuple[str, str], Window] = field(default_factory=dict)

    async def panel(self, club: BrowserClub, name: str, kind: str, place: str) -> None:
        """The panel of a player, and what the channel shows meanwhile."""
        hand = await self._window(club, name, "Kwbot")
        heights = {width: await self._heights(hand, (width, high)) for width, high in SIZES}
        if heights[SIZES[0][0]][0] <= self.highest.get(kind, {}).get(SIZES[0][0], (0, 0))[0]:
            return
        self.highest[kind] = heights
        await self._photograph(hand, f"{kind}-hand")
        await self.channel(club, name, kind, place)

    async def channel(self, club: BrowserClub, name: str, kind: str, place: str) -> None:
        await self._photograph(await self._window(club, name, place), f"{kind}-channel")

    async def close(self) -> None:
        for window in self.windows.values():
            await window.close()
            for error in window.errors:
                sys.stderr.write(f"{window.name}: {error}\n")
        self.windows.clear()

    async def _window(self, club: BrowserClub, name: str, place: str) -> Window:
        if (name, place) not in self.windows:
            look = Look("dark", *SIZES[0])
            window = await Window.open(self.browser, club.playground.base, name, look)
            await window.go(place)
            self.windows[name, place] = window
        return self.windows[name, place]

    async def _heights(self, window: Window, size: tuple[int, int]) -> tuple[int, int]:
        await self._resize(window, size)
        narrow, wide = await window.script(HEIGHTS)
        return narrow, wide

    async def _photograph(self, window: Window, name: str) -> None:
        for size in SIZES:
            await self._resize(window, size)
            file = f"{name}-{self.language}-{size[0]}.png".replace(" ", "-")
            await window.page.screenshot(path=self.folder / file)

    async def _resize(self, window: Window, size: tuple[int, int]) -> None:
        await window.page.set_viewport_size({"width": size[0], "height": size[1]})
        await window.script(DRAWN)

    def table(self) -> Iterator[str]:
        """What was measured, the worst first."""
        yield f"{'panel':45} {'':>3}" + "".join(f"{w}×{h} fits wide  " for w, h in SIZES)
        kinds = sorted(self.highest, key=lambda kind: -self.highest[kind][SIZES[0][0]][0])
        for kind in kinds:
            cells = []
            for width, height in SIZES:
                narrow, wide = self.highest[kind][width]
                fits = "yes" if narrow <= height - CHROME else "NO"
                cells.append(f"{narrow:>7} {fits:>4} {wide:>4}")
            yield f"{kind:45} {self.language:>3}" + "  ".join(cells)


class Evening:
    """One game of Anna with three computers, or of four people."""

    def __init__(self, club: BrowserClub, camera: Camera, title: str) -> None:
        self.club = club
        self.camera = camera
        self.title = title
        self.place = ""
        self.table = NO_TABLE

    @classmethod
    @asynccontextmanager
    async def opened(cls, camera: Camera, title: str) -> AsyncIterator[Evening]:
        async with BrowserClub(DATABASE, camera.browser, look="picture").opened() as club:
            assert isinstance(club, BrowserClub)
            yield cls(club, camera, title)
            await camera.close()

    async def begun(self, guests: list[Guest], game: str, options: Mapping[str, str]) -> None:
        self.table, lobby = await self.club.gathered(guests, game, options)
        host = guests[0]
        await self.camera.channel(self.club, host.person.name, f"{self.title} lobby", "whist")
        await press(host, lobby, "start")
        await self.club.drawn()
        self.place = self.club.playground.channels[self.club.state(self.table).channel].name

    async def alone(self, game: str, options: Mapping[str, str]) -> None:
        """Some deals against computers."""
        anna = (await self.club.live_here(self.camera.language))[0]
        self.club.guests = [anna]
        await self.begun([anna], game, options)
        for _ in range(TURNS):
            if self.club.bot.tables.index.get(self.table) is None:
                break
            if not await self._one_turn(anna):
                break

    async def _one_turn(self, anna: Guest) -> bool:
        """Show what Anna is asked and let her answer; false after the last deal to be seen."""
        game = self.club.game(self.table)
        deal = game.match.deal
        if deal is None:
            if game.match.number:
                await self.camera.panel(
                    self.club, anna.person.name, f"{self.title} result", self.place
                )
            if game.match.number >= DEALS:
                return False
            await self.club.next_deal(self.table)
        elif (seat := self._seat(anna)) in game.to_act():
            await self.shown(seat)
            try:
                await self.club.act_for(self.table, seat)
            except ClientRefusal:  # a cut anywhere in the deck: screens offer some places
                await anna.act()
        await self.club.drawn()
        return True

    async def arranged(self, lines: tuple[str, ...]) -> None:
        """Four people; each question is shown as it comes."""
        people = await self.club.live_here(self.camera.language)
        await self.begun(people, "kombinations-whist", {"impossible_bids": "allow", "bids": "all"})
        await self.club.next_deal(self.table)
        for line in lines:
            await self.club.drawn()
            for seat in self.club.game(self.table).to_act()[:1]:
                await self.shown(seat)
                others = [other for other in range(4) if other != seat]
                await self.shown(others[0])
            await self.club.play(self.table, line)

    async def shown(self, seat: Seat) -> None:
        name = self.club.state(self.table).seated[seat].name
        await self.camera.panel(self.club, name, f"{self.title} {self._kind(seat)}", self.place)

    def _kind(self, seat: Seat) -> str:
        """What a player is asked, and in which of a few situations."""
        deal = self.club.game(self.table).match.deal
        if deal is None or deal.current is None or seat not in deal.to_act():
            return "waiting"
        purpose, choice = deal.current.purpose(seat).key, deal.choice(seat)
        if isinstance(choice, PlayCard):
            led = deal.play is not None and bool(deal.play.plays)
            return f"{purpose} {'follow' if choice.reasons else 'discard' if led else 'lead'}"
        return f"{purpose} {type(choice).__name__}"

    def _seat(self, guest: Guest) -> Seat:
        users = [player.user for player in self.club.state(self.table).seated]
        return users.index(guest.id)


@contextmanager
def same_deals(deals: Deals, seed: int = 1) -> Iterator[None]:
    """Within the block the cards are those arranged, then the same each time."""
    rng = random.Random(seed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dealing, "shuffle", deals.shuffled)
        patch.setattr(dealing, "new_secret", lambda: rng.randbytes(48))
        patch.setattr(dealing, "first_dealer", lambda *_: 0)
        yield


async def photograph(browser: Browser, folder: Path, language: str, wanted: list[str]) -> Camera:
    """Every kind of question of these games in one language."""
    camera = Camera(folder, browser, language)
    for game in wanted:
        for options in EVENINGS.get(game, ({},)):
            title = " ".join([game, *options.values()])
            with same_deals(Deals()):
                async with Evening.opened(camera, title) as evening:
                    await evening.alone(game, options)
    if "kombinations-whist" in wanted:
        for kind, (_, lines) in DECISIONS.items():
            deals = Deals()
            deals.add(SUITS)
            with same_deals(deals):
                async with Evening.opened(camera, kind.replace(",", "")) as evening:
                    await evening.arranged(lines)
    return camera


async def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--language", choices=LOCALES, action="append")
    parser.add_argument("--game", choices=list(games()), action="append")
    asked = parser.parse_args()
    if chromium() is None:
        sys.stderr.write(f"{MISSING}\n")
        return 1
    asked.folder.mkdir(parents=True, exist_ok=True)
    async with browsing() as browser:
        for language in asked.language or ["en"]:
            camera = await photograph(browser, asked.folder, language, asked.game or list(games()))
            sys.stdout.writelines(f"{line}\n" for line in camera.table())
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
