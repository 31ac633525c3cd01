"""Cards that nobody has seen change no byte of what they get, in any game."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from itertools import cycle

import pytest

from kwbot.engine.actions import Seat
from kwbot.tables.table_state import RunningTable, TableState
from kwbot.tables.table_writer import TableWriter
from kwbot.variants import games
from tests.e2e import pairs

SEEDS = {"hus": 2}
"""With these the evenings are short, but one of them has a whole deal to review."""


@pytest.mark.slow
@pytest.mark.parametrize(("game", "viewer"), list(zip(games(), cycle(pairs.VIEWERS))))
async def test_two_evenings_that_differ_in_unseen_cards(game: str, viewer: Seat | None) -> None:
    """`bench secrecy` compares more, each as everybody sees it."""
    found = await pairs.compare(game, 1, SEEDS.get(game, 1), [viewer])
    assert found.different == []
    assert found.pairs == 1
    assert found.messages > 15
    assert found.noticed


@pytest.mark.slow
async def test_a_log_that_tells_cards_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    show = TableWriter._show

    def tell(table: TableWriter, stored: TableState, states: Sequence[TableState]) -> None:
        if isinstance(stored, RunningTable) and stored.match.deal:
            logging.getLogger("kwbot").debug("%s", stored.match.deal.lines())
        show(table, stored, states)

    monkeypatch.setattr(TableWriter, "_show", tell)
    found = await pairs.compare("whist", 1, 1, [None])
    assert any(what.endswith("log") for what in found.different)
    assert found.lines
