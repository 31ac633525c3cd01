"""Cards that nobody has seen change no byte of what they get, in any game."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from itertools import cycle
from typing import Any
from zlib import crc32

import pytest
from discord import AppCommandType
from discord.app_commands import Command

from benches.stand_ins import LocalComputers
from cogs.commands.server import admin
from cogs.commands.server.admin import closing_screen
from cogs.delivery.display import TableDisplay
from cogs.delivery.pictures import table_renderer
from cogs.screens.parts.components import Screen, words
from cogs.screens.table.table_screen import table_screen
from kwbot import metrics
from kwbot.engine.values.actions import Action, Seat
from kwbot.engine.values.estimate import Estimate
from kwbot.tables.play.table_writer import TableWriter
from kwbot.tables.state.table_state import OpenTable, TableState
from kwbot.text.words.labels import INVITE
from kwbot.text.words.language import Language
from kwbot.variants import games
from tests.e2e import pairs
from tests.e2e.club import Club

SEEDS = {"kombinations-whist": 2, "esmakker": 15, "fyrmanswhist": 9, "hus": 9, "whist": 7}
"""With these the evenings are short, and of three games they have a whole deal to review."""


@pytest.mark.slow
@pytest.mark.parametrize(("game", "viewer"), list(zip(games(), cycle(pairs.VIEWERS))))
async def test_two_evenings_that_differ_in_unseen_cards(game: str, viewer: Seat | None) -> None:
    """`bench secrecy` compares more, each as everybody sees it."""
    found = await pairs.compare(game, 1, SEEDS[game], [viewer])
    assert found.different == []
    assert found.pairs == 1
    assert found.messages > 15
    assert found.noticed


async def test_every_command_is_in_a_pair(club: Club) -> None:
    tree = club.bot.tree
    known = {one.qualified_name for one in tree.walk_commands() if isinstance(one, Command)}
    assert {*pairs.COMMANDS, *pairs.FOR_MODERATORS, "bidlab"} == known
    (on_a_person,) = tree.get_commands(type=AppCommandType.user)
    assert on_a_person.name == INVITE.text
    assert not tree.get_commands(type=AppCommandType.message)


def hidden(table: TableState) -> str:
    """A number that hangs on who was dealt what."""
    deal = table.running.match.deal if table.running else None
    return str(crc32(str(deal.lines()).encode()) if deal else 0)


def told_to_the_log(patch: pytest.MonkeyPatch) -> None:
    show = TableWriter._show

    def tell(table: TableWriter, stored: TableState, states: Sequence[TableState]) -> None:
        logging.getLogger("kwbot").debug("%s", hidden(stored))
        show(table, stored, states)

    patch.setattr(TableWriter, "_show", tell)


def counted_by_cards(patch: pytest.MonkeyPatch) -> None:
    show = TableWriter._show

    def tell(table: TableWriter, stored: TableState, states: Sequence[TableState]) -> None:
        metrics.PRESSES.labels("play", hidden(stored)).inc()
        show(table, stored, states)

    patch.setattr(TableWriter, "_show", tell)


def shown_to_all(patch: pytest.MonkeyPatch) -> None:
    def draw(table: TableState, *how: Any) -> Screen:
        drawn = table_screen(table, *how)
        return Screen([*drawn.parts, words(hidden(table))], drawn.pictures)

    patch.setattr(table_renderer, "table_screen", draw)


def shown_to_moderators(patch: pytest.MonkeyPatch) -> None:
    def draw(table: OpenTable, spoken: Language) -> Screen:
        drawn = closing_screen(table, spoken)
        return Screen([*drawn.parts, words(hidden(table))], drawn.pictures)

    patch.setattr(admin, "closing_screen", draw)


def drawn_once_more(patch: pytest.MonkeyPatch) -> None:
    """Nothing of what is sent tells it: how often does."""
    tell = TableDisplay._tell

    def told(display: TableDisplay, before: TableState, states: Sequence[TableState]) -> None:
        tell(display, before, states)
        if int(hidden(states[-1])) % 2:
            metrics.DISCORD_CALLS.labels("twice", "200").inc()

    patch.setattr(TableDisplay, "_tell", told)


def told_in_a_hint(patch: pytest.MonkeyPatch) -> None:
    weighed = LocalComputers.weigh
    deals: list[str] = []
    show = TableWriter._show

    def note(table: TableWriter, stored: TableState, states: Sequence[TableState]) -> None:
        deals[:] = [hidden(stored)]
        show(table, stored, states)

    async def tell(computers: LocalComputers, *asked: Any) -> Mapping[Action, Estimate]:
        found = dict(await weighed(computers, *asked))
        best = sorted(found, key=lambda action: crc32(str((action, deals)).encode()))
        return {action: found[action] for action in best}

    patch.setattr(TableWriter, "_show", note)
    patch.setattr(LocalComputers, "weigh", tell)


IN_TURN = 3
"""Who is asked where that evening stands, and gets hints."""
Leak = Callable[[pytest.MonkeyPatch], None]
LEAKS: dict[Leak, str] = {
    told_to_the_log: "log",
    counted_by_cards: "metrics",
    drawn_once_more: "metrics",
    shown_to_all: "messages",
    shown_to_moderators: "messages",
    told_in_a_hint: "messages",
}


@pytest.mark.slow
@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
async def test_whatever_tells_cards_is_found_out(
    leak: Leak, monkeypatch: pytest.MonkeyPatch
) -> None:
    leak(monkeypatch)
    found = await pairs.compare("whist", 1, 8, [IN_TURN])
    assert found.different
    assert all(f"other {LEAKS[leak]}" in what for what in found.different)
