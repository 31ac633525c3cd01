"""The migrations lead from any older database to exactly the models."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, create_engine, make_url
from sqlalchemy.schema import CreateTable

from kwbot.storage.backend.failures import NewerSchema
from kwbot.storage.backend.schema import SCRIPTS, _config, migrate
from kwbot.storage.store import Store
from kwbot.storage.values.models import Base


def schema(connection: Connection) -> dict[str, str]:
    rows = connection.exec_driver_sql("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")
    kept = {name: sql for name, sql in rows if "alembic" not in name and "sqlite_" not in name}
    # SQLite writes an added column right behind the last one, SQLAlchemy on a line of its own.
    return {name: " ".join(re.sub(r"\s+([,)])", r"\1", sql).split()) for name, sql in kept.items()}


def test_the_migrations_make_the_tables_of_the_models() -> None:
    with create_engine("sqlite://").connect() as connection:
        migrate(connection)
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []
        migrated = schema(connection)
    with create_engine("sqlite://").connect() as connection:
        Base.metadata.create_all(connection)
        assert schema(connection) == migrated


def test_results_of_before_standings_by_month_are_carried_over() -> None:
    with create_engine("sqlite://").connect() as connection:
        config = _config(SCRIPTS)
        config.attributes["connection"] = connection
        command.upgrade(config, "0012")
        for number, people in ((1, (101, 102)), (2, (101,))):
            connection.exec_driver_sql(
                "INSERT INTO results (id, guild_id, game, table_id, finished_at, players) "
                f"VALUES ({number}, 9, 'hus', {number}, '2026-02-28 23:30:00', 4)"
            )
            for seat, user in enumerate(people):
                connection.exec_driver_sql(
                    f"INSERT INTO player_results VALUES ({number}, {seat}, {user}, {seat}, 5, 2, "
                    "1, 0)"
                )
        migrate(connection)
        month = connection.exec_driver_sql(
            "SELECT month, user_id, games, wins FROM monthly_standings"
        )
        assert month.all() == [("2026-02-01", 101, 1, 0), ("2026-02-01", 102, 1, 1)]
        ever = connection.exec_driver_sql("SELECT user_id, games, wins, bids_made FROM standings")
        assert ever.all() == [(101, 1, 0, 1), (102, 1, 1, 1)], "alone with computers is no rank"
        days = connection.exec_driver_sql("SELECT day, people FROM results")
        assert days.all() == [("2026-02-28", 2), ("2026-02-28", 1)]


def test_migrating_twice_changes_nothing() -> None:
    with create_engine("sqlite://").connect() as connection:
        migrate(connection)
        before = schema(connection)
        migrate(connection)
        assert schema(connection) == before


async def test_a_database_of_a_newer_version_is_refused_and_left_alone(
    tmp_path: Path, url: str
) -> None:
    await (await Store.open(url)).close()
    path = tmp_path / "kwbot.sqlite3"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    with pytest.raises(NewerSchema, match=r"^A newer version of Kwbot .*\.$"):
        await Store.open(url)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT * FROM alembic_version").fetchall() == [("9999",)]


@pytest.mark.parametrize("url", ["sqlite://", "postgresql://"])
def test_ids_that_discord_gives_are_kept_in_64_bits(url: str) -> None:
    dialect = make_url(url).get_dialect()()
    for table in Base.metadata.sorted_tables:
        ddl = str(CreateTable(table).compile(dialect=dialect))
        for column in ("guild_id", "channel_id", "user_id", "message_id", "host_id", "actor"):
            if column in table.columns:
                assert f"\t{column} BIGINT" in ddl, (table.name, column)


def test_last_names_of_before_are_those_had_last_at_a_table_of_each_server() -> None:
    with create_engine("sqlite://").connect() as connection:
        config = _config(SCRIPTS)
        config.attributes["connection"] = connection
        command.upgrade(config, "0023")
        for table, guild, state in ((1, 9, "closed"), (2, 9, "running"), (3, 8, "closed")):
            connection.exec_driver_sql(
                "INSERT INTO tables (id, guild_id, channel_id, host_id, game, options, language, "
                "state, seq, created_at, last_human_at, display) VALUES "
                f"({table}, {guild}, 1, 1, 'hus', '{{}}', 'en', '{state}', 0, '2026-01-01', "
                "'2026-01-01', '{}')"
            )
        for table, seat, user, name in (
            (1, 0, 101, "Anna"), (1, 1, 102, "Bo"), (2, 0, 101, "Annika"), (2, 1, None, "Ada"),
            (3, 0, 101, "A."),
        ):  # fmt: skip
            connection.exec_driver_sql(
                "INSERT INTO seats (table_id, seat, user_id, name, dm_open, away) "
                f"VALUES ({table}, {seat}, {user or 'NULL'}, '{name}', 1, 0)"
            )
        migrate(connection)
        names = connection.exec_driver_sql("SELECT * FROM last_names ORDER BY guild_id, user_id")
        assert names.all() == [(8, 101, "A."), (9, 101, "Annika"), (9, 102, "Bo")]
