"""How long changes of a table gather: the calls that redraw tables are shared fairly."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import discord
import pytest

from cogs.delivery.calls.discord_calls import DiscordCalls
from cogs.delivery.messages.busy_tables import DRAWINGS, LATELY, BusyTables
from kwbot.tables.time.clock import HandClock

MESSAGE = 7


class Case:
    def __init__(self) -> None:
        self.clock = HandClock()
        self.outlet = DiscordCalls(self.clock)
        self.busy = BusyTables(self.outlet, self.clock)

    @property
    def seconds(self) -> float:
        return self.busy.pause().total_seconds()


@pytest.mark.parametrize(("tables", "seconds"), [(0, 1), (30, 1), (60, 2), (1000, 1000 / 30)])
def test_the_more_tables_are_busy_the_longer_each_waits(tables: int, seconds: float) -> None:
    case = Case()
    for table in (*range(tables), *range(tables)):
        case.busy.note(table, MESSAGE)
    assert case.seconds == pytest.approx(seconds)


def test_only_tables_where_something_changed_lately_are_busy() -> None:
    case = Case()
    for table in range(10 * DRAWINGS):
        case.busy.note(table, MESSAGE)
    case.clock.advance(LATELY.total_seconds() / 2)
    for table in range(4 * DRAWINGS):
        case.busy.note(table, MESSAGE)
    assert case.seconds == 10
    case.clock.advance(LATELY.total_seconds() / 2)
    assert case.seconds == 4
    case.clock.advance(LATELY.total_seconds() / 2)
    assert case.seconds == 1


def test_tables_that_take_no_counted_call_are_not_among_them() -> None:
    case = Case()
    pressed = SimpleNamespace(
        id=1, token="t", application_id=1, channel_id=2, user=SimpleNamespace(id=3),
        message=SimpleNamespace(id=MESSAGE),
    )  # fmt: skip
    case.outlet.tokens.arrived(cast("discord.Interaction", pressed))
    kind = discord.InteractionResponseType.message_update
    case.outlet.tokens.answered("t", kind, None)
    for table in range(10 * DRAWINGS):
        case.busy.note(table, MESSAGE)
        case.busy.note(table, None)
    assert case.seconds == 1


def test_processes_share_the_calls() -> None:
    case = Case()
    case.outlet.sharers = lambda: 3
    for table in range(2 * DRAWINGS):
        case.busy.note(table, MESSAGE)
    assert case.seconds == 6
