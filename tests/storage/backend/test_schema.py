"""A new database has exactly the tables of the models, and so has any that was brought along."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, NullPool, create_engine, inspect, make_url
from sqlalchemy.schema import CreateTable

from kwbot.storage.backend.failures import NewerSchema, OlderSchema, StorageError
from kwbot.storage.backend.migration import upgrade
from kwbot.storage.backend.schema import SCRIPTS, migrate, next_revision, revisions
from kwbot.storage.store import Store
from kwbot.storage.upkeep.recounting import recount
from kwbot.storage.values.columns import Base
from kwbot.storage.values.stored_results import DealShare, ScoredDeal
from tests.storage.golden import FIRST_TABLE, described, made_by_all_migrations
from tests.storage.samples import ANNA, BO, GAME, GUILD, NOON, events, outcome, result, table


def in_memory() -> Connection:
    """Return a connection to a database of its own, which goes with it."""
    return create_engine("sqlite://", poolclass=NullPool).connect()


def test_a_new_database_has_the_tables_of_the_models() -> None:
    with in_memory() as connection:
        migrate(connection)
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []
        made = described(connection)
    with in_memory() as connection:
        Base.metadata.create_all(connection)
        assert described(connection) == made


def test_a_new_database_is_as_if_alembic_had_run_all_migrations() -> None:
    of_alembic = "SELECT * FROM alembic_version", "PRAGMA table_info(alembic_version)"
    found = []
    for make in (migrate, lambda connection: upgrade(connection, SCRIPTS)):
        with in_memory() as connection:
            make(connection)
            rows = [connection.exec_driver_sql(one).fetchall() for one in of_alembic]
            keys = inspect(connection).get_pk_constraint("alembic_version")
            found.append((rows, keys, described(connection)))
    assert found[0] == found[1]


def test_migrations_are_found_in_a_folder_with_any_name(tmp_path: Path) -> None:
    scripts = shutil.copytree(SCRIPTS, tmp_path / "100 % whist" / "migrations")
    with in_memory() as connection:
        upgrade(connection, scripts)
        assert inspect(connection).has_table("tables")


def test_a_database_that_all_migrations_made_has_the_tables_of_the_models() -> None:
    with in_memory() as connection:
        for statement in made_by_all_migrations("sqlite"):
            connection.exec_driver_sql(statement)
        migrate(connection)
        kept = described(connection)
    with in_memory() as connection:
        migrate(connection)
        assert described(connection) == kept


async def test_a_game_goes_on_in_a_database_that_all_migrations_made(
    tmp_path: Path, url: str
) -> None:
    with closing(sqlite3.connect(tmp_path / "kwbot.sqlite3")) as connection:
        connection.executescript(";".join(made_by_all_migrations("sqlite")))
    store = await Store.open(url)
    assert await store.append(FIRST_TABLE, events(1), expected_seq=2) == 3
    assert len(await store.tables.events(FIRST_TABLE)) == 3
    preferences = await store.settings.preferences(ANNA)
    assert preferences.language == "da"
    assert preferences.play_single, "what was usual then had been stored, though not chosen"
    await store.close()


async def test_results_of_old_that_counted_money_count_points(tmp_path: Path, url: str) -> None:
    """Whoever sat there for the deals has what these brought, in standings, too."""
    store = await Store.open(url)
    for game in ("hus", GAME):
        number = await store.create_table(table(game=game))
        shares = tuple(
            DealShare(seat=seat, user_id=user, side=seat, points=8 - 16 * seat, tricks=0)
            for seat, user in enumerate((ANNA, BO))
        )
        deals = [ScoredDeal(number=one, people=2, shares=shares, day=NOON.date()) for one in (1, 2)]
        ended = outcome(result(ANNA, won=True, points=40_000), result(BO, points=-40_000))
        await store.append(number, events(1), expected_seq=0, scores=[*deals, ended])
    await store.close()
    with closing(sqlite3.connect(tmp_path / "kwbot.sqlite3")) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0027'")
        connection.commit()
    store = await Store.open(url)
    for game, points in (("hus", 16), (GAME, 40_000)):
        found, _ = await store.results.leaderboard(GUILD, game)
        assert [(one.user_id, one.points) for one in found] == [(ANNA, points), (BO, -points)]
    _, wrong = await recount(store)
    assert wrong == 0
    await store.close()


def test_migrating_twice_changes_nothing() -> None:
    with in_memory() as connection:
        migrate(connection)
        before = described(connection)
        migrate(connection)
        assert described(connection) == before


@pytest.mark.parametrize(
    ("revision", "error", "sentence"),
    [
        ("9999", NewerSchema, r"^A newer version of Kwbot .*\.$"),
        ("0026", OlderSchema, r"^An older version of Kwbot .*: run the version of .* once, .*\.$"),
    ],
)
async def test_a_database_of_another_version_is_refused_and_left_alone(
    tmp_path: Path, url: str, revision: str, error: type[StorageError], sentence: str
) -> None:
    await (await Store.open(url)).close()
    path = tmp_path / "kwbot.sqlite3"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", (revision,))
        connection.commit()
    with pytest.raises(error, match=sentence):
        await Store.open(url)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT * FROM alembic_version").fetchall() == [(revision,)]


@pytest.mark.parametrize("url", ["sqlite://", "postgresql://"])
def test_ids_that_discord_gives_are_kept_in_64_bits(url: str) -> None:
    dialect = make_url(url).get_dialect()()
    for one in Base.metadata.sorted_tables:
        ddl = str(CreateTable(one).compile(dialect=dialect))
        for column in ("guild_id", "channel_id", "user_id", "message_id", "host_id", "actor"):
            if column in one.columns:
                assert f"\t{column} BIGINT" in ddl, (one.name, column)


def test_what_a_database_will_be_brought_to_is_known_before(tmp_path: Path) -> None:
    (tmp_path / "versions").mkdir()
    for name in ("0027_first.py", "0028_next.py", "0029_last.py"):
        (tmp_path / "versions" / name).touch()
    with in_memory() as connection:
        assert next_revision(connection) is None
        migrate(connection)
        assert next_revision(connection) is None
        found = {}
        for revision in ("0026", "0027", "0028", "0029", "9999"):
            connection.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{revision}'")
            found[revision] = next_revision(connection, tmp_path)
    assert found == {"0026": None, "0027": "0029", "0028": "0029", "0029": None, "9999": None}


_LOADED = """
import asyncio, sys
from kwbot.storage.store import Store

async def main():
    await (await Store.open("sqlite:///kwbot.sqlite3")).close()

asyncio.run(main())
print(*[name for name in ("alembic", "sqlalchemy.dialects.postgresql") if name in sys.modules])
"""


def test_only_what_a_database_needs_is_loaded(tmp_path: Path) -> None:
    root = Path(__file__).parents[3]
    found = [
        subprocess.run(
            [sys.executable, "-c", _LOADED],
            cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(root)}, check=True,
            capture_output=True, text=True,
        ).stdout.split()[:1]
        for _ in ("new", "up to date")
    ]  # fmt: skip
    assert found == [[], []]


def test_files_of_migrations_are_named_by_their_revisions() -> None:
    known = ScriptDirectory(str(SCRIPTS))
    assert revisions() == [one.revision for one in known.walk_revisions()][::-1]
