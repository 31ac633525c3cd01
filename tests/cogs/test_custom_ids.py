"""Buttons and menus of before this version, in messages that still stand: what each says is read as
it was then. `custom_ids.json` has what its handlers read from each custom_id at that time."""

from __future__ import annotations

import json
from pathlib import Path

from cogs.screens.parts.components import Press

GOLDEN = json.loads((Path(__file__).parent / "custom_ids.json").read_text("utf-8"))
"""By custom_id: area, table, the moment asked at, the argument, and the values in the argument."""


def test_a_custom_id_of_before_is_the_same_press() -> None:
    for custom_id, (area, table, asked_at, argument, _) in GOLDEN.items():
        press = Press.parse(custom_id)
        assert press == Press(area, table, asked_at, argument)
        assert str(press) == custom_id
