"""The system's Chromium, driven by Playwright; nothing is downloaded."""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from playwright.async_api import Browser, async_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
MISSING = "there is no Chromium here (on Debian: apt-get install chromium)"


def chromium() -> str | None:
    """Where it is, if it is."""
    return next(filter(None, map(shutil.which, NAMES)), None)


@asynccontextmanager
async def browsing() -> AsyncIterator[Browser]:
    """A headless browser. It asks no proxy: all that it opens is on this machine."""
    proxies = {name: "" for name in os.environ if name.lower().endswith("_proxy")}
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=chromium(), args=list(ARGUMENTS), env={**os.environ, **proxies}
        )
        try:
            yield browser
        finally:
            await browser.close()
