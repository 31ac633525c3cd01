"""The pictures of the README: they can be drawn, and are small."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Browser

from tests.browser.pictures import FOLDER, SCREENS, STORIES, draw

BYTES = 60_000


def names(folder: Path) -> set[str]:
    return {file.name for file in folder.iterdir()}


def test_each_screen_is_there_in_each_language() -> None:
    wanted = {f"{screen}-{language}.png" for screen in SCREENS for language in STORIES}
    assert names(FOLDER) == wanted
    assert all(file.stat().st_size < BYTES for file in FOLDER.iterdir())


@pytest.mark.heavy
@pytest.mark.parametrize("language", STORIES)
async def test_they_can_be_drawn(browser: Browser, tmp_path: Path, language: str) -> None:
    await draw(browser, tmp_path, language)
    assert names(tmp_path) == {f"{screen}-{language}.png" for screen in SCREENS}
