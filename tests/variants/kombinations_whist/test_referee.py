"""Random games, fouls and undos among them, read again by the independent referee."""

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kwbot.commands.replay import result
from kwbot.engine.match import Match
from kwbot.engine.reader import replay
from kwbot.engine.record import write
from kwbot.engine.table import Foul
from kwbot.variants import games
from tests.engine.playing import begin, one_move, random_match, shuffled
from tests.independent.checker import check
from tests.variants.kombinations_whist.table import GAME, deal_of

ROOT = Path(__file__).parents[3]


def without_notes(found: dict[str, Any]) -> dict[str, Any]:
    """Notes are in words; everything else must be the same."""
    deals = [{key: deal[key] for key in deal if key != "notes"} for deal in found["deals"]]
    return {**found, "deals": deals}


def agreed(match: Match) -> None:
    text = write(match)
    assert replay(text, games()) == match
    assert without_notes(check(text).result()) == without_notes(result(match))


@pytest.mark.parametrize("winning", ["classic", "limited"])
@pytest.mark.parametrize("players", [3, 4, 5, 7])
def test_random_games_come_to_the_same_end(players: int, winning: str) -> None:
    for seed in range(3):
        rng = Random(100 * players + seed)
        options = {
            "winning": winning,
            "rounds": str(1 + seed % 2),
            "early_stop": ("on", "off")[seed % 2],
            "impossible_bids": ("allow", "forbid")[seed % 2],
        }
        match = random_match(GAME, players, rng, options)
        assert match.over
        agreed(match)


@pytest.mark.parametrize("players", [3, 4, 5, 7])
def test_disturbed_games_come_to_the_same_end(players: int) -> None:
    for seed in range(3):
        rng = Random(100 * players + seed)
        match = begin(GAME, players)
        while not match.over and len(match.deals) < 12:
            match = disturbed(shuffled(match, rng), rng).scored()
        agreed(match)


def disturbed(match: Match, rng: Random) -> Match:
    """A deal with fouls and undos, and with seats that computer players take over for a while."""
    while match.to_act():
        match, _ = one_move(match, rng)
        if rng.randrange(25) == 0:
            match = rng.choice([fouled, fouled, undone, taken_over])(match, rng)
    return match


def fouled(match: Match, rng: Random) -> Match:
    deal = deal_of(match)
    offender, caller = rng.choice(deal.table.seats), rng.choice(deal.table.seats)
    declarer = GAME.declarer(deal.phases)
    if rng.randrange(2) and deal.moves():
        return undone(match.fouled(Foul(offender, caller, "restore")), rng)
    fitting = {None: "cancel", offender: "fail"}.get(declarer, "deduct")
    return match.fouled(Foul(offender, caller, fitting))


def undone(match: Match, rng: Random) -> Match:
    moves = len(deal_of(match).moves())
    return match.undone(1 + rng.randrange(min(moves, 9))) if moves else match


def taken_over(match: Match, rng: Random) -> Match:
    seat = rng.randrange(len(match.names))
    return match.come_back(seat) if seat in match.away else match.gone_away(seat)


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
            "winning": rng.choice(["classic", "limited"]),
            "rounds": str(rng.randrange(1, 4)),
            "early_stop": rng.choice(["on", "off"]),
            "impossible_bids": rng.choice(["allow", "forbid"]),
        }
        match = begin(GAME, rng.choice([3, 4, 5, 7]), options)
        while not match.over and len(match.deals) < 40:
            match = disturbed(shuffled(match, rng), rng).scored()
        agreed(match)
