"""The example of CONTRIBUTING, alone in a copy of the tree: a game, and nothing else is touched."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from kwbot.variants import games

ROOT = Path(__file__).parents[2]
EXAMPLE = (ROOT / "docs" / "example_game.py").read_text("utf-8")
COPIED = ("kwbot", "cogs", "playground", "data", "benches", "tests", "bot.py", "pyproject.toml")
TESTS = (
    "tests/engine/test_contract.py", "tests/players/test_players.py", "tests/e2e/test_evenings.py",
    "tests/e2e/beside_tables.py",
    "tests/text/test_games.py::test_a_bid_says_you_to_who_bids_it_and_their_name_to_others",
)  # fmt: skip
CHOSEN = (
    "solo and not restarts"
    " or bare and (looks_ahead or among or with_computers or another_game or a_game_is)"
)
"""Of these tests all of the example, and those that a game without counsel has to pass."""


def bare(text: str) -> str:
    """The same game without what is optional: no counsel, so nothing for computer players."""
    rules = text[: text.index("class SoloCounsel")] + "GAME = Solo()\n"
    return rules.replace('key = "solo"', 'key = "bare"')


def test_it_is_short_and_no_game_of_the_bot() -> None:
    assert len(EXAMPLE.splitlines()) <= 120
    assert not {"solo", "bare"} & games().keys()


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("tree")
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            # With what is compiled already, but for files that another process is writing.
            shutil.copytree(source, made / name, ignore=shutil.ignore_patterns("*.pyc.*"))
        else:
            shutil.copy(source, made)
    for key, text in (("solo", EXAMPLE), ("bare", bare(EXAMPLE))):
        (made / "kwbot" / "variants" / f"{key}.py").write_text(text, "utf-8")
    return made


@pytest.mark.slow
def test_dropped_among_the_games_it_is_played(copy: Path) -> None:
    """By the contract, by every level of computer player, and by clicks wherever one plays."""
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "0", "--assert=plain",
         "-p", "no:cacheprovider", "-k", CHOSEN, *TESTS],
        cwd=copy, capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stdout[-3000:]
    passed = re.search(r"(\d+) passed", ran.stdout)
    assert passed
    assert int(passed[1]) > 31
