"""`simulate`: the same seed, the same games; and nothing but legal records."""

import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from kwbot.commands import main
from kwbot.commands.complaint import Complaint
from kwbot.commands.reading import match_of
from kwbot.commands.simulate import Plan, play
from kwbot.engine.deals.reader import replay
from kwbot.engine.deals.record import write
from kwbot.players.turns.levels import COMPUTERS
from kwbot.variants import games
from tests.independent.checker import check

GAME = ["simulate", "--game", "kombinations-whist", "--jobs", "1"]
AT_RANDOM = ["--computer", "random"]
"""Quick, where it does not matter how they play."""
SHORT = ["--option", "winning=limited", "rounds=1"]


def contents(folder: Path) -> list[str]:
    return [file.read_text(encoding="utf-8") for file in sorted(folder.iterdir())]


LONG = ((4, "classic"), (5, "classic"), (5, "limited"), (7, "classic"), (7, "limited"))
"""Games that take long, and differ by the number of players alone from others."""
AT_ONCE = ("easy", "random")
"""Levels that answer at once; whole games of the others take minutes."""
LEVELS = [
    pytest.param(level, marks=[] if level in AT_ONCE else [pytest.mark.heavy])
    for level in COMPUTERS
]


@pytest.mark.slow
@pytest.mark.parametrize("key", games())
@pytest.mark.parametrize("level", LEVELS)
def test_a_simulated_record_replays(key: str, level: str) -> None:
    match = play(Plan(key, {}, max(4, games()[key].least_players), (level,), "a"), 1)
    assert match.is_won
    assert replay(write(match), games()) == match


REFEREED = [
    pytest.param(
        players, winning, marks=pytest.mark.heavy if (players, winning) in LONG else (),
        id=f"{players}-{winning}",
    )
    for players in (3, 4, 5, 7)
    for winning in ("classic", "limited")
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("players", "winning"), REFEREED)
def test_an_independent_referee_agrees(players: int, winning: str) -> None:
    for level in AT_ONCE:
        plan = Plan("kombinations-whist", {"winning": winning}, players, (level,), "b")
        match = play(plan, 1)
        game = check(write(match))
        assert game.winner == (match.sheet.winners or (None,))[0]
        assert tuple(game.scores) == match.sheet.scores


@pytest.mark.slow
def test_the_same_seed_gives_the_same_games(tmp_path: Path) -> None:
    for name, seed in (("one", "7"), ("two", "7"), ("three", "8")):
        words = [
            "--games",
            "3",
            "--computer",
            "random,easy",
            "--seed",
            seed,
            "--out",
            str(tmp_path / name),
        ]
        assert main([*GAME, *SHORT, *words]) == 0
    assert contents(tmp_path / "one") == contents(tmp_path / "two")
    assert contents(tmp_path / "one") != contents(tmp_path / "three")
    assert len(set(contents(tmp_path / "one"))) == 3


@pytest.mark.slow
def test_several_processes_play_the_same_games(tmp_path: Path) -> None:
    words = ["--games", "8", "--computer", "random", "--out"]
    assert main([*GAME, *SHORT, *words, str(tmp_path / "1")]) == 0
    several = [*GAME[:3], *SHORT, "--jobs", "2", *words, str(tmp_path / "2")]
    run = [sys.executable, "-m", "kwbot", *several]
    assert subprocess.run(run, capture_output=True, check=True, text=True).stderr == ""
    assert contents(tmp_path / "1") == contents(tmp_path / "2")


def test_one_game_is_one_file_and_several_a_directory(tmp_path: Path) -> None:
    words = [*GAME, *SHORT, *AT_RANDOM]
    assert main([*words, "--out", str(tmp_path / "game.txt")]) == 0
    assert match_of(tmp_path / "game.txt").is_won
    assert main([*words, "--out", str(tmp_path)]) == 0
    assert match_of(tmp_path / "game-0001.txt").is_won
    assert main([*words, "--games", "2", "--out", str(tmp_path / "new" / "games")]) == 0
    assert [file.name for file in sorted((tmp_path / "new" / "games").iterdir())] == [
        "game-0001.txt",
        "game-0002.txt",
    ]


def test_options_reach_the_table(tmp_path: Path) -> None:
    words = [*SHORT, "--option", "early_stop=off"]
    assert main([*GAME, *words, "--players", "3", "--out", str(tmp_path / "g")]) == 0
    options = match_of(tmp_path / "g").sheet.options
    assert (options["winning"], options["rounds"], options["early_stop"]) == ("limited", "1", "off")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--game", "chess"], "there is no game 'chess'"),
        (["--players", "2"], "isn't for 2 players"),
        (["--players", "-1"], "isn't for"),
        (["--games", "0"], "at least 1"),
        (["--computer", "genius"], "there is no computer player 'genius'"),
        (["--option", "winning"], "KEY=VALUE"),
        (["--option", "winning=never"], "winning can't be set to never"),
        (["--option", "colour=red"], "no option called colour"),
    ],
)
def test_what_cannot_be_played_is_refused(
    words: list[str], reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*GAME, *words, "--out", str(tmp_path / "never")]) == 2
    out, err = capsys.readouterr()
    assert not out
    assert err.count("\n") == 1
    assert reason in err
    assert not (tmp_path / "never").exists()


@pytest.mark.parametrize("out", ["", " "])
@pytest.mark.parametrize("count", ["1", "3"])
def test_a_place_without_a_name_is_not_the_current_folder(
    out: str, count: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    assert main([*GAME, *AT_RANDOM, "--games", count, "--out", out]) == 2
    assert capsys.readouterr().err == "simulate:0: --out names no file and no folder\n"
    assert list(tmp_path.iterdir()) == []


def test_where_nothing_can_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").touch()
    for out, games_played in ((tmp_path / "file", "2"), (tmp_path / "no" / "such", "1")):
        assert main([*GAME, *AT_RANDOM, "--games", games_played, "--out", str(out)]) == 2
        assert capsys.readouterr().err.startswith(f"{out}:0: ")


def test_a_complaint_is_one_line_even_from_another_process() -> None:
    complaint = Complaint("a\nb", 3, "wrong\x1b")
    assert str(complaint) == "a\\nb:3: wrong\\x1b"
    assert str(pickle.loads(pickle.dumps(complaint))) == str(complaint)


@pytest.mark.slow
def test_a_reader_who_has_had_enough_is_no_error(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    assert main([*GAME, *SHORT, "--out", str(file)]) == 0
    run = [sys.executable, "-m", "kwbot", "view", "--player", "0", str(file)]
    command = subprocess.Popen(run, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert command.stdout
    command.stdout.close()
    assert command.stderr
    assert command.stderr.read() == ""
    command.stderr.close()
    assert command.wait() in (0, 2)
