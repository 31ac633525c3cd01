"""A window of the page in a real browser, used as people use it: by what is seen there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from playwright.async_api import Browser, Locator, Page, expect

from kwbot.ids import TableId

PATIENCE_MS = 60_000
"""A machine may be busy with other things."""
expect.set_options(timeout=PATIENCE_MS)
ACT, PICK = "kw:act:", "kw:pick:"
ASKED = f'[data-key^="{ACT}"]:enabled, [data-key^="{PICK}"]:enabled'


@dataclass(frozen=True)
class Look:
    """How a window looks: the theme, the size in pixels, and how many dots a pixel has."""

    theme: str = "dark"
    width: int = 1180
    height: int = 820
    sharp: float = 1.0

    @property
    def narrow(self) -> bool:
        return self.width <= 760


DESK, DAYLIGHT, PHONE = Look(), Look("light"), Look("dark", 390, 780)
DAYLIGHT_PHONE = Look("light", 390, 780)


class Window:
    """`errors`: what went wrong in the page's script."""

    def __init__(self, page: Page, name: str, look: Look) -> None:
        self.page = page
        self.name = name
        self.look = look
        self.errors: list[str] = []
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda said: self._said(said.type, said.text))

    def _said(self, kind: str, text: str) -> None:
        if kind == "error":
            self.errors.append(text)

    @classmethod
    async def open(cls, browser: Browser, base: str, name: str, look: Look = DESK) -> Window:
        page = await browser.new_page(
            viewport={"width": look.width, "height": look.height},
            color_scheme="light" if look.theme == "light" else "dark",
            device_scale_factor=look.sharp,
        )
        window = cls(page, name, look)
        await page.goto(f"{base}/?as={name}")
        await page.wait_for_selector("body[data-place]")
        return window

    async def close(self) -> None:
        await self.page.close()

    # --- going and seeing -----------------------------------------------------------------------

    async def go(self, place: str) -> None:
        """To a channel, thread or conversation by its name, on a phone through the drawer."""
        if self.look.narrow and not await self.page.locator("#side").is_visible():
            await self.page.click("#open-side")
        await self.page.locator("#side .place", has_text=place).last.click()
        await expect(self.page.locator("#top h1")).to_contain_text(place)
        await self.quiet()

    async def dm(self) -> None:
        await self.go("Kwbot")

    async def follow(self, text: str) -> None:
        """Press the banner that tells of something elsewhere."""
        await self.page.locator(".notice", has_text=text).last.click()

    @property
    def last(self) -> Locator:
        return self.page.locator(".message").last

    async def text(self) -> str:
        return await self.page.locator("#log").inner_text()

    async def shows(self, text: str) -> None:
        await expect(self.page.locator("#log")).to_contain_text(text)

    async def quiet(self) -> None:
        """Until the bot has answered everything that was pressed here."""
        await expect(self.page.locator("#log [aria-busy]")).to_have_count(0)

    # --- pressing -------------------------------------------------------------------------------

    async def press(self, label: str) -> None:
        """The newest button of that name."""
        await self.page.locator("#log").get_by_role("button", name=label, exact=True).last.click()
        await self.quiet()

    async def key(self, custom_id: str) -> None:
        """The button whose custom_id ends so."""
        await self.page.locator(f'#log [data-key$="{custom_id}"]').last.click()
        await self.quiet()

    async def choose(self, menu: Locator, *values: str) -> None:
        """Exactly these values from a menu; several are sent when it closes."""
        await menu.click()
        options = self.page.locator(".sheet .option")
        several = await self.page.locator(".sheet-foot").count()
        known = await options.evaluate_all(
            "all => all.map(one => [one.dataset.value, one.ariaSelected === 'true'])"
        )
        for at, (value, ticked) in enumerate(known):
            if ticked != (value in values) and (several or value in values):
                await options.nth(at).click()
        if several:
            await self.page.locator(".sheet-foot button").click()
        await self.quiet()

    async def fill_in(self, topic: str, key: str, value: str) -> None:
        """Choose a value in a field of the form about a topic, and send it."""
        await self.page.locator(f'#log button[data-key$=":{topic}"]').last.click()
        form = self.page.get_by_role("dialog").last
        await form.locator(f'.menu[data-key="{key}"]').click()
        await self.page.locator(f'.sheet .option[data-value="{value}"]').click()
        await form.get_by_role("button", name="Submit").click()
        await expect(form).to_have_count(0)
        await self.quiet()

    async def values(self, menu: Locator) -> list[str]:
        """What a menu offers: it is opened to see that, and closed."""
        await menu.click()
        found = await self.page.locator(".sheet .option").evaluate_all(
            "options => options.map(option => option.dataset.value)"
        )
        await self.page.keyboard.press("Escape")
        return [str(value) for value in found]

    async def takes_several(self, menu: Locator) -> bool:
        await menu.click()
        several = await self.page.locator(".sheet [aria-multiselectable]").count()
        await self.page.keyboard.press("Escape")
        return several > 0

    def menus(self, area: str) -> Locator:
        return self.page.locator(f'#log .menu[data-key^="{area}"]:enabled')

    # --- playing --------------------------------------------------------------------------------

    async def asked(self, table_id: TableId, question: int) -> None:
        """Until this question is on the screen."""
        keys = ", ".join(f'[data-key^="{area}{table_id}:{question}:"]' for area in (ACT, PICK))
        await self.page.locator(keys).first.wait_for(state="attached")

    async def move(self, action: str) -> None:
        """What a line of a game record says, by clicks alone."""
        verb, _, words = action.partition(" ")
        if verb == "bid":
            await self._bid(words.split("+"))
        elif verb == "numbers" or (verb == "cards" and words):
            for at in range(await self.menus(PICK).count()):
                menu = self.menus(PICK).nth(at)
                await self.choose(menu, *words.split())
            await self._confirm()
        else:
            await self._answer(action)

    async def _bid(self, parts: list[str]) -> None:
        if not await self.page.locator('#log .menu[data-key*=":main/"]').count():
            await self._answer(f"bid {'+'.join(parts)}")
            return
        for at in range(await self.menus(PICK).count()):
            menu = self.menus(PICK).nth(at)
            wanted = [part for part in parts if part in await self.values(menu)]
            if wanted:
                await self.choose(menu, *wanted)
        await self._confirm()

    async def _confirm(self) -> None:
        await self.page.locator(f'#log [data-key^="{ACT}"][data-key*=":="]:enabled').last.click()
        await self.quiet()

    async def _answer(self, action: str) -> None:
        button = self.page.locator(f'#log button.button[data-key^="{ACT}"][data-key$=":{action}"]')
        if await button.count():
            await button.last.click()
            await self.quiet()
            return
        menu = self.menus(ACT)
        if await menu.count() and action in await self.values(menu.last):
            await self.choose(menu.last, action)
            return
        # Any card of the deck: first its suit.
        await self.key(f":go/{action.rsplit(maxsplit=1)[-1][0]}")
        await self.choose(self.menus(ACT).last, action)

    async def script(self, code: str, *given: Any) -> Any:
        return await self.page.evaluate(code, *given)
