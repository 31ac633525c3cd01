"""What a released version has written opens in this one: see docs/versions.md."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from kwbot import __version__
from kwbot.config import PREFIX, REMOVED, Settings
from kwbot.engine.deals.reader import replay
from kwbot.engine.deals.record import write
from kwbot.storage.store import Store
from kwbot.variants import games
from tests.tables.releases import OVER, RELEASES, RUNNING
from tests.tables.sandbox import ANNA, BO, GUILD, House, assert_verified

FOLDERS = sorted(RELEASES.iterdir())


@pytest.fixture(params=FOLDERS, ids=lambda folder: folder.name)
def release(request: pytest.FixtureRequest) -> Path:
    return Path(request.param)


def text(release: Path, name: str) -> str:
    return (release / name).read_text("utf-8")


def test_each_version_left_something() -> None:
    assert {folder.name for folder in FOLDERS} >= {"1.0.0", __version__}
    for folder in FOLDERS:
        assert sum(file.stat().st_size for file in folder.iterdir()) < 100_000, folder.name


async def test_games_go_on_and_results_are_kept(release: Path, tmp_path: Path) -> None:
    file = tmp_path / "kwbot.sqlite3"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(text(release, "database.sql"))
    store = await Store.open(f"sqlite:///{file}")
    house = House(store)
    await house.tables.resume()
    await house.tables.all_resumed()
    assert (await store.settings.preferences(BO.id)).language == "sv"
    assert (await store.settings.guild_settings(GUILD)).language == "da"
    assert await store.results.stats(GUILD, ANNA.id)
    archive = house.tables.archive
    assert await archive.record(OVER) == text(release, "game.rec")
    assert await archive.proof(OVER, 1) == text(release, "proof.txt")
    assert len(house.tables.index) == 2
    await house.play_out(RUNNING)
    await house.tables.stop()
    await store.close()


def test_a_record_says_what_it_said(release: Path) -> None:
    record = text(release, "game.rec")
    match = replay(record, games())
    assert match.finished is not None
    assert write(match) == record


async def test_a_proof_is_one(release: Path, tmp_path: Path) -> None:
    await assert_verified(text(release, "proof.txt"), tmp_path)


def test_a_setting_stays_or_says_what_holds_instead(release: Path) -> None:
    known = {PREFIX + name.upper() for name in Settings.model_fields}
    assert {*text(release, "settings.txt").split()} <= known | {*REMOVED}
