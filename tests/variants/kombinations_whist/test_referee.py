"""Random games, fouls and undos among them, read again by the independent referee."""

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kwbot.engine.deals.match import Match
from kwbot.engine.deals.record import write
from kwbot.engine.values.actions import Foul
from tests.engine.playing import begin, random_match, shuffled
from tests.variants.kombinations_whist.table import GAME, deal_of
from tests.variants.refereed import (
    agreed,
    claimed,
    disturbed_deal,
    taken_over,
    undone,
    without_notes,
)

ROOT = Path(__file__).parents[3]
EDITIONS = ("1.4", "1.5")


@pytest.mark.parametrize("winning", ["classic", "limited"])
@pytest.mark.parametrize("players", [3, 4, 5, 7])
def test_random_games_come_to_the_same_end(players: int, winning: str) -> None:
    for seed in range(3):
        rng = Random(100 * players + seed)
        options = {
            "edition": EDITIONS[(seed + players) % 2],
            "winning": winning,
            "rounds": str(1 + seed % 2),
            "early_stop": ("on", "off")[seed % 2],
            "impossible_bids": ("allow", "forbid")[seed % 2],
            "bids": ("all", "plain")[seed == 2],
        }
        match = random_match(GAME, players, rng, options)
        assert match.is_won
        agreed(match)


@pytest.mark.parametrize("players", [3, 4, 5, 7])
def test_disturbed_games_come_to_the_same_end(players: int) -> None:
    for seed in range(3):
        rng = Random(100 * players + seed)
        agreed(disturbed(begin(GAME, players, {"edition": EDITIONS[seed % 2]}), rng, 12))


def disturbed(match: Match, rng: Random, most_deals: int) -> Match:
    """Deals with fouls and undos, and with seats that computer players take over for a while."""
    kinds = (fouled, fouled, undone, taken_over, claimed, claimed)
    while not match.is_won and len(match.deals) < most_deals:
        deal = disturbed_deal(shuffled(match, rng), rng, disturbances=kinds, one_in=25)
        match = deal.with_score()
    return match


def fouled(match: Match, rng: Random) -> Match:
    deal = deal_of(match)
    offender, caller = rng.choice(deal.layout.seats), rng.choice(deal.layout.seats)
    declarer = GAME.declarer(deal.phases)
    if rng.randrange(2) and deal.moves():
        return undone(match.with_foul(Foul(offender, caller, "restore")), rng)
    fitting = {None: "cancel", offender: "fail"}.get(declarer, "deduct")
    return match.with_foul(Foul(offender, caller, fitting))


def test_the_two_command_lines_agree(tmp_path: Path) -> None:
    file = tmp_path / "game.rec"
    file.write_text(write(random_match(GAME, 5, Random(3), {"winning": "limited"})), "utf-8")
    ours = _run("-m", "kwbot", "replay", str(file), "--json")
    theirs = _run("tests/independent/checker.py", str(file), "--json")
    assert without_notes(ours) == without_notes(theirs)
    assert ours["finished"] is True


def _run(*arguments: str) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, capture_output=True, check=True, text=True
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.heavy
@pytest.mark.parametrize("seed", range(8))
def test_many_disturbed_games_come_to_the_same_end(seed: int) -> None:
    rng = Random(seed)
    for _ in range(25):
        options = {
            "edition": rng.choice(EDITIONS),
            "winning": rng.choice(["classic", "limited"]),
            "rounds": str(rng.randrange(1, 4)),
            "early_stop": rng.choice(["on", "off"]),
            "impossible_bids": rng.choice(["allow", "forbid"]),
        }
        agreed(disturbed(begin(GAME, rng.choice([3, 4, 5, 7]), options), rng, 40))
