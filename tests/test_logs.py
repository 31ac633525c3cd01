from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator

import pytest

from kwbot.config import LogLevel
from kwbot.logs import MIN_LEVELS, set_up
from kwbot.storage.store import Store
from tests.storage.samples import SECRET, TABLE, events


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    root = logging.getLogger()
    level, handlers = root.level, root.handlers[:]
    root.handlers = []
    yield
    root.handlers = handlers
    root.setLevel(level)
    for name in MIN_LEVELS:
        logging.getLogger(name).setLevel(logging.NOTSET)


def test_json_lines_hold_one_whole_record_each() -> None:
    stream = io.StringIO()
    set_up("INFO", "json", stream)
    log = logging.getLogger("kwbot.test")
    log.info("Åsa sat down at %d\nsmiling", 7)
    log.debug("not this")
    try:
        raise LookupError("gone")
    except LookupError:
        log.exception("failed")
    first, second = (json.loads(line) for line in stream.getvalue().splitlines())
    assert first.pop("at").endswith("+00:00")
    assert first == {
        "level": "INFO",
        "logger": "kwbot.test",
        "message": "Åsa sat down at 7\nsmiling",
    }
    assert second["message"] == "failed"
    assert second["error"].endswith("LookupError: gone")


def test_plain_lines_say_when_how_bad_who_and_what() -> None:
    stream = io.StringIO()
    set_up("WARNING", "plain", stream)
    logging.getLogger("kwbot.test").warning("slow")
    logging.getLogger("kwbot.test").info("not this")
    assert stream.getvalue().endswith(" WARNING kwbot.test: slow\n")
    assert stream.getvalue().count("\n") == 1


def test_setting_up_again_replaces_the_first() -> None:
    first, second = io.StringIO(), io.StringIO()
    set_up("INFO", "plain", first)
    set_up("INFO", "plain", second)
    logging.getLogger("kwbot").info("once")
    assert first.getvalue() == ""
    assert second.getvalue().count("once") == 1


@pytest.mark.parametrize("level", ["DEBUG", "INFO", "WARNING", "ERROR"])
def test_libraries_never_tell_payloads(level: LogLevel) -> None:
    stream = io.StringIO()
    set_up(level, "plain", stream)
    for name in ("discord.http", "discord.gateway", "aiosqlite", "sqlalchemy.engine", "asyncio"):
        logging.getLogger(name).debug("token")
    logging.getLogger("aiohttp.access").info("POST /webhooks/1/token")
    logging.getLogger("discord.gateway").error("lost")
    assert "token" not in stream.getvalue()
    assert "lost" in stream.getvalue()


async def test_what_is_stored_is_not_logged_at_any_level() -> None:
    stream = io.StringIO()
    set_up("DEBUG", "plain", stream)
    store = await Store.open("sqlite+aiosqlite://")
    table_id = await store.create_table(TABLE)
    await store.append(table_id, events(3), expected_seq=0, secrets=[SECRET])
    await store.tables.secret(table_id, 1)
    await store.close()
    logging.getLogger("kwbot").debug("here")
    for stored in ("Anna", "0 play", SECRET.secret.hex(), repr(SECRET.secret)[2:20]):
        assert stored not in stream.getvalue()
    assert "here" in stream.getvalue()
