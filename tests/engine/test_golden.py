"""Golden records: whole matches whose results the independent referee has read as well.

Each `GAME/NAME.rec` has what `replay --json` says of it in `NAME.json`, without the notes.
"""

import json
from pathlib import Path

import pytest

from kwbot.commands.replay import result
from kwbot.engine.deals.reader import replay
from kwbot.engine.deals.record import write
from kwbot.variants import games

GOLDEN = Path(__file__).parents[1] / "golden"
RECORDS = sorted(GOLDEN.glob("*/*.rec"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_golden_record_comes_to_its_result(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    match = replay(text, games())
    assert match.variant.key == path.parent.name
    found = result(match)
    for deal in found["deals"]:
        assert all(deal.pop("notes"))
    assert found == json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    assert write(match) == "".join(
        line for line in text.splitlines(keepends=True) if not line.startswith("#")
    )


@pytest.mark.parametrize("key", games())
def test_every_game_has_golden_records(key: str) -> None:
    assert any(path.parent.name == key for path in RECORDS)
