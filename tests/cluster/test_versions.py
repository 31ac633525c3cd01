"""Two versions of the program on one database: the older one runs on what the newer one added."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from kwbot.storage.backend.failures import NewerSchema
from kwbot.storage.backend.schema import SCRIPTS, migrate
from kwbot.storage.store import Store
from tests.storage.golden import FIRST_TABLE, described, made_by_all_migrations
from tests.storage.samples import TABLE, events

MIGRATION = """
import sqlalchemy as sa
from alembic import op

revision = "9000"
down_revision = "{head}"
compatible_down_to = "{down_to}"


def upgrade() -> None:
    op.add_column("tables", sa.Column("colour", sa.Text(), server_default="red", nullable=False))
    op.add_column("processes", sa.Column("weight", sa.Integer(), nullable=True))
    op.create_table("hats", sa.Column("id", sa.Integer(), primary_key=True))
"""
HEAD = ScriptDirectory(str(SCRIPTS)).get_current_head()


@pytest.fixture
async def url(server_url: str) -> AsyncIterator[str]:
    """A database of its own: what is migrated there, other tests must not meet."""
    server = create_async_engine(server_url, isolation_level="AUTOCOMMIT")
    async with server.connect() as connection:
        await connection.execute(text("CREATE DATABASE versions"))
        yield make_url(server_url).set(database="versions").render_as_string(hide_password=False)
        await connection.execute(text("DROP DATABASE versions WITH (FORCE)"))
    await server.dispose()


def newer(folder: Path, down_to: str | None) -> Path:
    """The migrations of a version that says how old a program may be on its schema."""
    scripts = folder / "migrations"
    shutil.copytree(SCRIPTS, scripts)
    migration = MIGRATION.format(head=HEAD, down_to=down_to)
    (scripts / "versions" / "9000_newer.py").write_text(migration)
    return scripts


async def start(url: str) -> Store:
    """One more process, of this version."""
    store = await Store.share(url, "http://process", 1)
    assert store.cluster is not None
    await store.cluster.join()
    return store


async def test_an_older_process_starts_again_on_a_schema_that_was_expanded(
    url: str, tmp_path: Path
) -> None:
    older = await start(url)
    table = await older.create_table(TABLE)
    await older.transactions.run(migrate, newer(tmp_path, HEAD))
    assert await older.append(table, events(1), expected_seq=0) == 1
    await older.close()
    again = await start(url)
    assert again.cluster is not None
    await again.cluster.take([table])
    assert await again.append(table, events(1), expected_seq=1) == 2
    await again.close()
    with pytest.raises(NewerSchema):  # by itself it would close what a newer one has begun
        await Store.open(url)


async def test_a_database_that_all_migrations_made_goes_on_and_is_as_a_new_one(url: str) -> None:
    engine = create_async_engine(url)
    async with engine.begin() as connection:
        for statement in made_by_all_migrations("postgresql"):
            await connection.exec_driver_sql(statement)
    brought = await start(url)
    assert brought.cluster is not None
    await brought.cluster.take([FIRST_TABLE])
    assert await brought.append(FIRST_TABLE, events(1), expected_seq=2) == 3
    kept = await brought.transactions.run(described)
    await brought.close()
    async with engine.begin() as connection:
        await connection.execute(text("DROP SCHEMA public CASCADE"))
        await connection.execute(text("CREATE SCHEMA public"))
    await engine.dispose()
    new = await start(url)
    assert await new.transactions.run(described) == kept
    await new.close()


async def test_a_new_database_says_as_a_migrated_one_which_programs_can_run_on_it(url: str) -> None:
    store = await start(url)
    stored = await store.transactions.run(
        lambda connection: connection.scalar(text("SELECT down_to FROM schema_compatible"))
    )
    await store.close()
    head = ScriptDirectory(str(SCRIPTS)).get_revision("head")
    assert stored == head.module.compatible_down_to


@pytest.mark.slow
async def test_of_several_that_start_at_once_one_makes_the_tables(url: str) -> None:
    started = await asyncio.gather(*(start(url) for _ in range(4)), return_exceptions=True)
    assert all(isinstance(one, Store) for one in started), started
    for one in started:
        assert isinstance(one, Store)
        await one.close()


async def test_no_process_starts_on_a_schema_that_is_too_new_for_it(
    url: str, tmp_path: Path
) -> None:
    older = await start(url)
    await older.transactions.run(migrate, newer(tmp_path, "9000"))
    await older.close()
    with pytest.raises(NewerSchema):
        await start(url)
