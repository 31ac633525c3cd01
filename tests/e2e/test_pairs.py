"""Cards that nobody has seen change no byte of what they get, in any game."""

from __future__ import annotations

import logging
from collections.abc import Sequence

import pytest

from kwbot.tables.state import RunningTable, TableState
from kwbot.tables.table_writer import TableWriter
from kwbot.variants import games
from tests.e2e import pairs

SEEDS = {"hus": 2, "fyrmanswhist": 2}
"""With these the evenings are short, but one of them has a whole deal to review."""


@pytest.mark.parametrize("game", games())
async def test_two_evenings_that_differ_in_unseen_cards(game: str) -> None:
    found = await pairs.compare(game, 2, SEEDS.get(game, 1))
    assert found.different == []
    assert found.pairs == 2
    assert found.messages > 30
    assert found.noticed


async def test_a_log_that_tells_cards_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    show = TableWriter._show

    def tell(table: TableWriter, stored: TableState, states: Sequence[TableState]) -> None:
        if isinstance(stored, RunningTable) and stored.match.deal:
            logging.getLogger("kwbot").debug("%s", stored.match.deal.lines())
        show(table, stored, states)

    monkeypatch.setattr(TableWriter, "_show", tell)
    found = await pairs.compare("whist", 1)
    assert any(what.endswith("log") for what in found.different)
    assert found.lines
