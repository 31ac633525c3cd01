"""The custom_ids: what they say, and that they fit. And presses whose answer Discord refuses."""

from __future__ import annotations

import logging
from string import printable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.screens.parts.components import LAST_TABLE, LONGEST, Press, number_in
from kwbot.ids import NO_TABLE, TableId, UserId
from kwbot.storage.queries.restore_queries import MAX_ID_LEAP
from playground import Channel, LocalPerson
from playground.state.model import ChannelType
from tests.cogs.server import Server, menu_of

AREAS = st.sampled_from(["act", "pick", "table", "more", "lobby"])
TEXT = printable + "åÄø–♠🂡\u200b\ud7ff"
"""All that matters, without a table of the whole of Unicode, which takes a second to make."""
NUMBERS = st.integers(min_value=0, max_value=10**9)
TABLES = st.integers(min_value=0, max_value=LAST_TABLE)


@given(AREAS, TABLES, NUMBERS, st.text(TEXT, max_size=60))
def test_a_press_comes_back_as_it_was(area: str, table_id: TableId, seen: int, rest: str) -> None:
    press = Press(area, table_id, seen, rest)
    assert Press.parse(str(press)) == press


def test_tables_of_a_restored_backup_can_be_pressed() -> None:
    """Their numbers are far beyond those given out before."""
    table = TableId(MAX_ID_LEAP + 2**32)
    assert Press.parse(f"kw:act:{table}:2:play SA") == Press("act", table, 2, "play SA")


@pytest.mark.parametrize("number", [LAST_TABLE + 1, 10**40])
def test_a_number_that_no_database_can_be_asked_for_is_none(number: int) -> None:
    assert Press.parse(f"kw:dact:{number}:{number}:come {number}") == Press(
        "dact", NO_TABLE, 0, f"come {number}"
    )
    assert number_in(str(number)) == number_in("x") == 0
    assert number_in(str(LAST_TABLE)) == LAST_TABLE


@pytest.mark.parametrize(
    "custom_id",
    ["", "kw", "kw:act:1:2", "xx:act:1:2:play SA", "kw:act:one:2:", "kw:act:1:-2:", "kw:act:²:2:"],
)
def test_what_is_not_ours_is_no_press(custom_id: str) -> None:
    assert Press.parse(custom_id) is None


def test_a_custom_id_that_discord_would_refuse_is_never_made() -> None:
    with pytest.raises(AssertionError):
        str(Press("act", NO_TABLE, 2, "x" * LONGEST))


# --- what Discord refuses -------------------------------------------------------------------------

LOST: list[dict[str, Any]] = [
    {"status": 404},
    {"status": 404, "code": 10015},
    {"status": 404, "code": 10062},
    {"status": 404, "code": 99999},
    {"code": 50027},
    {"code": 40060},
]


def errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [one.getMessage() for one in caplog.records if one.levelno >= logging.WARNING]


@pytest.mark.parametrize("fault", LOST, ids=str)
async def test_a_choice_whose_token_is_dead_is_late_and_counts(
    server: Server, anna: LocalPerson, caplog: pytest.LogCaptureFixture, fault: dict[str, Any]
) -> None:
    """Discord says so with or without a code (#6851, #7220): there is no other answer to try."""
    shown = await anna.slash(server.channel, "preferences")
    server.playground.calls.clear()
    server.playground.faults.add("POST", "/callback", **fault)
    menu = menu_of(shown.message, "language")["custom_id"]
    await anna.select(shown.message, menu, ["sv"], wait=False)
    await server.playground.idle()
    assert (await server.store.settings.preferences(UserId(anna.id))).language == "sv"
    assert len(server.playground.calls) == 1
    assert errors(caplog) == []


@pytest.mark.parametrize("fault", LOST[:-1], ids=str)
async def test_an_answer_that_took_long_and_whose_token_is_dead_is_late(
    server: Server, anna: LocalPerson, caplog: pytest.LogCaptureFixture, fault: dict[str, Any]
) -> None:
    server.playground.faults.add("*", r"/webhooks/", times=20, **fault)
    shown = await anna.slash(server.channel, "bidlab", wait=False)
    await shown.answered()
    await server.playground.idle()
    assert errors(caplog) == []


def locked_thread(server: Server) -> Channel:
    thread = server.playground.add_thread(
        server.channel, "Table", ChannelType.PUBLIC_THREAD, minutes=1440
    )
    server.playground.update_thread(thread, archived=True, locked=True)
    return thread


@pytest.mark.parametrize(
    ("locale", "told"),
    [
        ("en-US", "I can't answer you in"),
        ("sv-SE", "tråden är stängd och låst"),
        ("da", "tråden er lukket og låst"),
    ],
)
async def test_where_a_closed_and_locked_thread_takes_no_answer_it_comes_directly(
    server: Server, caplog: pytest.LogCaptureFixture, locale: str, told: str
) -> None:
    """Foreseen, so no error (#5517); once in some minutes."""
    thread, anna = locked_thread(server), server.playground.person("Anna", locale=locale)
    for name in ("rules", "leaderboard", "leave"):
        await anna.slash(thread, name, wait=False)
        await server.playground.idle()
    (only,) = anna.dms()
    assert told in anna.read(only)
    assert {refusal["code"] for refusal in server.playground.refusals} == {50083}
    assert errors(caplog) == []


async def test_whom_nothing_reaches_there_costs_no_error_either(
    server: Server, anna: LocalPerson, caplog: pytest.LogCaptureFixture
) -> None:
    thread = locked_thread(server)
    anna.dms_open = False
    await anna.slash(thread, "rules", wait=False)
    pressed = server.playground.post(thread, server.playground.bot, {"content": "Table"})
    await anna.forge(pressed, "kw:unheard:0:0:", wait=False)
    await server.playground.idle()
    codes = sorted(refusal["code"] for refusal in server.playground.refusals)
    assert codes == [50007, 50007, 50083, 50083]
    assert errors(caplog) == []
