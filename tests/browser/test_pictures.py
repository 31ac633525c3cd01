"""The pictures of the README: they can be drawn, and are small."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Browser

from tests.browser.pictures import FOLDER, PICTURES, STORIES, draw

BYTES = 60_000


def names(folder: Path) -> set[str]:
    return {file.stem for file in folder.glob("*.png")}


def test_every_picture_is_there_and_small() -> None:
    assert names(FOLDER) == PICTURES
    assert all(file.stat().st_size < BYTES for file in FOLDER.iterdir())


@pytest.mark.heavy
@pytest.mark.parametrize("language", STORIES)
async def test_they_can_be_drawn(browser: Browser, tmp_path: Path, language: str) -> None:
    await draw(browser, tmp_path, language)
    assert names(tmp_path) == {name for name in PICTURES if name.endswith(language)}
