"""What experience says of the points that a bid is foreseen to bring."""

from pathlib import Path
from random import Random

import pytest

from kwbot.players.search import calibration as module
from kwbot.players.search.calibration import (
    CALIBRATION_FOLDER,
    UNMEASURED_LOSS,
    Calibration,
    calibration,
    fit,
    write,
)
from kwbot.variants import games


def test_a_fit_finds_the_part_that_brings_less() -> None:
    rng = Random(1)
    rows = []
    for _ in range(900):
        parts = ("main", *(part for part in ("good", "bad") if rng.random() < 0.5))
        rows.append((parts, 0.3 + 0.5 * ("bad" in parts) + rng.gauss(0, 0.3), 2.0))
    found = fit(rows)
    assert found.less(["main", "bad"]) == pytest.approx(0.8, abs=0.1)
    assert found.less(["main", "good"]) == pytest.approx(0.3, abs=0.1)
    assert found.contracts == 900


def test_what_hardly_anybody_had_is_like_the_rest() -> None:
    found = fit([(("main",), 0.4, 2.0)] * 300 + [(("main", "seldom"), 3.0, 2.0)])
    assert found.less(["main", "seldom"]) == pytest.approx(0.5, abs=0.1)
    assert found.less(["never"]) == found.base
    assert fit([]) == Calibration(UNMEASURED_LOSS)


def test_what_is_taken_off_is_what_was_missed_in_points() -> None:
    """Half of the contracts are about a lot, and brought .5 less; the others what was foreseen."""
    rows = [(("main",), 0.5, 3.0), (("main",), 0.0, 1.0)] * 300
    taken = fit(rows).less(["main"])
    assert taken * (3 + 1) == pytest.approx(0.5 * 3, abs=0.02)


def test_a_table_is_kept_with_its_checksum(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CALIBRATION_FOLDER", tmp_path)
    known = calibration.__wrapped__
    assert known("game", leisurely=True) == Calibration(UNMEASURED_LOSS)
    write("game", Calibration(0.2, {"part": 0.1}, 5), leisurely=True)
    write("game", Calibration(0.3, {}, 6), leisurely=False)
    assert known("game", leisurely=True) == Calibration(0.2, {"part": 0.1}, 5)
    assert known("game", leisurely=False).contracts == 6
    file = tmp_path / "game.json"
    file.write_text(file.read_text().replace("0.2", "0.1"))
    with pytest.raises(ValueError, match=r"game\.json is not as it was measured"):
        known("game", leisurely=True)


@pytest.mark.parametrize(
    "file", sorted(CALIBRATION_FOLDER.glob("*.json")), ids=lambda file: file.stem
)
def test_the_tables_know_the_parts_of_their_game(file: Path) -> None:
    parts = games()[file.stem].parts().keys()
    for leisurely in (True, False):
        known = calibration(file.stem, leisurely=leisurely)
        assert parts >= known.parts.keys()
