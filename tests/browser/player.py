"""A new person at a window: presses what the screen offers, and knows no rule."""

from __future__ import annotations

import random
import re
from typing import Any

from tests.browser.window import Window

OFFERED = """() => {
  const last = [...document.querySelectorAll('#log .message')].at(-1);
  if (!last || document.querySelector('#log [aria-busy]')) return null;
  const all = [...last.querySelectorAll('[data-key]')].filter((one) => !one.disabled);
  const keys = all.map((one) => one.dataset.key).filter(
    (key) => /^kw:(act|pick):/.test(key) || /^kw:table:.*:ready$/.test(key));
  return keys.length ? keys : null;
}"""
"""The custom_ids of what can be done now on the newest message; null while there is nothing."""
PASSES = 0.6


class Player:
    def __init__(self, window: Window, rng: random.Random) -> None:
        self.window = window
        self.rng = rng

    async def turn(self, until: str) -> bool:
        """Do one thing as soon as something can be done; False once the page shows `until`."""
        page = self.window.page
        found: Any = await page.wait_for_function(
            f"(until) => document.querySelector('#log').innerText.includes(until) || ({OFFERED})()",
            arg=until,
        )
        offered = await found.json_value()
        if offered is True:
            return False
        await self._do([str(key) for key in offered])
        return True

    async def _do(self, keys: list[str]) -> None:
        passing = [key for key in keys if key.endswith(":pass")]
        mains = [key for key in keys if ":main/" in key]
        menus = [key for key in keys if key.startswith("kw:pick:") and "/" in key]
        if passing and self.rng.random() < PASSES:
            await self._press(passing[0])
        elif mains:
            await self._bid(mains[0])
        elif await self._are_menus(menus):
            for at in range(await self.window.menus("kw:pick:").count()):
                await self._pick(at)
            await self.window.key(":=" + (await self._confirm()))
        elif await self._are_menus(keys):
            menu = self.window.menus("kw:act:").last
            await self.window.choose(menu, self.rng.choice(await self.window.values(menu)))
        else:
            await self._press(self.rng.choice(keys))

    async def _are_menus(self, keys: list[str]) -> bool:
        if not keys:
            return False
        return "menu" in (await self._control(keys[0]).get_attribute("class") or "")

    def _control(self, key: str) -> Any:
        return self.window.page.locator(f'#log [data-key="{key}"]').last

    async def _press(self, key: str) -> None:
        await self._control(key).click()
        await self.window.quiet()

    async def _bid(self, menu: str) -> None:
        """Some standard bid, where it is enough; else pass."""
        values = await self.window.values(self._control(menu))
        await self.window.choose(self._control(menu), self.rng.choice(values))
        bid = self.window.page.locator('#log [data-key*=":="]:enabled')
        await (bid.last.click() if await bid.count() else self.window.key(":pass"))
        await self.window.quiet()

    async def _pick(self, at: int) -> None:
        """The first one of a menu; of one that takes several, as many as its name says."""
        menu = self.window.menus("kw:pick:").nth(at)
        values, most = await self.window.values(menu), 1
        if await self.window.takes_several(menu):
            label = await menu.get_attribute("aria-label") or ""
            most = max(int(number) for number in re.findall(r"[0-9]+", label))
        await self.window.choose(menu, *values[:most])

    async def _confirm(self) -> str:
        confirm = self.window.page.locator('#log [data-key^="kw:act:"][data-key*=":="]:enabled')
        key = await confirm.last.get_attribute("data-key")
        assert key is not None
        return key.rpartition(":=")[2]
