"""Every statement is one that PostgreSQL reads too, without a server.

(With one: KWBOT_TEST_DATABASE_URL, see conftest.py, and the whole of tests/storage runs on it.)
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from sqlalchemy import ClauseElement, event, make_url
from sqlalchemy.dialects import sqlite

from kwbot.ids import UserId
from kwbot.storage.backend.sqlite import Sqlite
from kwbot.storage.backend.upsert import make_upsert
from kwbot.storage.store import Store
from kwbot.storage.values.documents import GuildSettings, Preferences
from kwbot.storage.values.models import BanRow, SecretRow
from kwbot.storage.values.stored_people import PlayerBan
from kwbot.storage.values.stored_results import Title
from kwbot.storage.values.stored_tables import TableChange
from tests.storage.samples import (
    ANNA,
    BO,
    GAME,
    GUILD,
    NOON,
    SECRET,
    TABLE,
    events,
    outcome,
    result,
)

POSTGRESQL = make_url("postgresql://").get_dialect()()


async def test_every_statement_compiles_for_postgresql() -> None:
    store = await Store.open("sqlite://")
    compiled = []

    def compile_too(_connection: object, statement: Any, *_: object) -> None:
        if isinstance(statement, ClauseElement) and not isinstance(statement, sqlite.Insert):
            compiled.append(str(statement.compile(dialect=POSTGRESQL)))

    assert isinstance(store._database._backend, Sqlite)
    event.listen(store._database._backend.engine.sync_engine, "before_execute", compile_too)
    table_id = await store.create_table(TABLE)
    await store.append(
        table_id,
        events(1),
        expected_seq=0,
        change=TableChange(state="closed", seats=TABLE.seats),
        secrets=[SECRET],
        reveal=[1],
        scores=[outcome(result(ANNA), titles=(Title(ANNA, "obesudlad"),))],
    )
    await store.update_table(table_id, TableChange(message_id=1))
    await store.tables.load(table_id)
    await store.tables.events(table_id)
    await store.tables.load_open()
    await store.tables.secret(table_id, 1)
    await store.tables.latest(GUILD, channel_id=1, user_id=ANNA)
    await store.tables.revealed_deals(table_id)
    await store.results.leaderboard(GUILD, GAME)
    await store.results.stats(GUILD, ANNA)
    await store.settings.change_guild_settings(GUILD, lambda _: GuildSettings())
    await store.settings.guild_settings(GUILD)
    await store.settings.change_preferences(ANNA, lambda _: Preferences())
    await store.settings.preferences(ANNA)
    await store.settings.add_ban(
        PlayerBan(guild_id=GUILD, user_id=UserId(2), game=GAME, by=BO, reason="", at=NOON)
    )
    await store.settings.ban(GUILD, UserId(2), GAME)
    await store.settings.bans(GUILD)
    await store.settings.remove_ban(GUILD, UserId(2), GAME)
    await store.purge_closed(NOON + timedelta(days=1))
    await store.delete_user_data(ANNA)
    await store.ping()
    await store.close()
    assert len(compiled) > 35
    assert all("?" not in statement for statement in compiled)


def test_upserts_are_spelt_for_postgresql() -> None:
    leave = make_upsert("postgresql", BanRow, ())
    assert str(leave.compile(dialect=POSTGRESQL)).endswith("ON CONFLICT DO NOTHING")
    change = make_upsert("postgresql", SecretRow, ("contributions",))
    assert str(change.compile(dialect=POSTGRESQL)).endswith(
        "ON CONFLICT (table_id, deal) DO UPDATE SET contributions = excluded.contributions"
    )
