"""`replay` and `view`: results, and what is said when a file is wrong."""

import json
from pathlib import Path
from random import Random

import pytest

from kwbot.commands import main
from kwbot.commands.reading import match_of
from kwbot.engine.deals.match import Match
from kwbot.engine.deals.record import write
from kwbot.engine.views.view import MAX_LISTED_ACTIONS
from kwbot.variants import games
from tests.engine.playing import acted, begin, one_move, random_match, shuffled
from tests.independent.checker import check

RECORDS = sorted((Path(__file__).parents[1] / "independent" / "records").glob("*.txt"))
GAME = games()["kombinations-whist"]


def saved(match: Match, folder: Path) -> Path:
    file = folder / "game.txt"
    file.write_text(write(match), encoding="utf-8")
    return file


def said(capsys: pytest.CaptureFixture[str]) -> str:
    """The one line on standard error, and nothing on standard output."""
    out, err = capsys.readouterr()
    assert not out
    assert err.endswith("\n")
    assert err.count("\n") == 1
    return err.rstrip()


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_results_are_those_that_an_independent_referee_finds(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(file), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    expected = check(file.read_text(encoding="utf-8")).result()
    for deal in (*found["deals"], *expected["deals"]):
        assert isinstance(deal.pop("notes"), list)
    assert found == json.loads(json.dumps(expected))


def test_the_summary_names_the_winner(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = random_match(GAME, 4, Random(1))
    assert match.sheet.winners
    assert main(["replay", str(saved(match, tmp_path))]) == 0
    text = capsys.readouterr().out
    assert text.splitlines()[-1] == f"won by {match.names[match.sheet.winners[0]]}"
    assert sum(line.startswith("deal ") for line in text.splitlines()) == len(match.deals)


@pytest.mark.parametrize(
    "name", ["A\x1b]0;x\x07nna", "Anna\x00", "A" * 10_000], ids=["terminal", "null", "long"]
)
@pytest.mark.parametrize("command", [["replay"], ["view", "--player", "0"]])
def test_a_name_that_no_terminal_should_see_is_refused(
    name: str, command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = write(random_match(GAME, 4, Random(1))).replace("player 1 ", f"player 1 {name}", 1)
    file = tmp_path / "game.txt"
    file.write_text(text, encoding="utf-8", newline="\n")
    assert main([command[0], str(file), *command[1:]]) == 2
    assert said(capsys).endswith("a name has at most 96 characters, and no control character")


def test_names_are_printed_clean_and_told_apart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = random_match(GAME, 4, Random(1))
    lines = write(match).splitlines()
    for seat, name in enumerate(("Anna", "\u202eanna\u2066", "\u3164", "Kim 👩‍💻")):
        at = next(at for at, line in enumerate(lines) if line.startswith(f"player {seat} "))
        lines[at] = f"player {seat} {name}"
    file = tmp_path / "game.txt"
    file.write_text("\n".join(lines), encoding="utf-8")
    for command in (["replay", str(file)], ["view", str(file), "--player", "0"]):
        assert main(command) == 0
        text = capsys.readouterr().out
        assert all(name in text for name in ("Anna", "anna 2", "?", "Kim 👩‍💻"))
        assert not {"\u202e", "\u2066", "\u3164"} & {*text}


def test_a_record_may_stop_anywhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = write(random_match(GAME, 3, Random(2))).splitlines()
    first_player = next(at for at, line in enumerate(lines) if line.startswith("player 2"))
    file = tmp_path / "part.txt"
    for length in range(first_player + 1, len(lines), 29):
        file.write_text("\n".join(lines[:length]))
        assert main(["replay", str(file)]) == 0
        assert main(["view", str(file), "--player", "1"]) == 0
        capsys.readouterr()


def test_a_wrong_line_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "wrong.txt"
    file.write_text(write(shuffled(begin(GAME, 4), Random(3))) + "9 pass\n")
    number = len(file.read_text().splitlines())
    for command in (["replay"], ["replay", "--json"], ["view", "--player", "0"]):
        assert main([*command, str(file)]) == 2
        assert said(capsys) == f"{file}:{number}: It's not your turn."


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b"", 1),
        (b"\n\n", 2),
        (b"\x00\x01\x02\n\x7fELF", 1),
        (b"whist-record 1\ngame kombinations-whist\nplayer 0 \xff\xfe\n", 3),
        (b"whist-record 1\ngame \x1b[31mred\n", 2),
        (b"whist-record 2\n", 1),
        (b"whist-record 1\ngame kombinations-whist\n" + b"deal " + b"9" * 9999 + b" dealer=0\n", 3),
    ],
    ids=["empty", "blank", "binary", "latin-1", "escape", "version", "huge number"],
)
def test_junk_is_refused_in_one_printable_line(
    content: bytes, line: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "junk"
    file.write_bytes(content)
    assert main(["replay", str(file)]) == 2
    text = said(capsys)
    assert text.startswith(f"{file}:{line}: ")
    assert text.isprintable()


def test_files_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path in (tmp_path / "missing", tmp_path, Path("zero\0byte"), Path("new\nline")):
        assert main(["replay", str(path)]) == 2
        assert ":0: " in said(capsys)


@pytest.mark.slow
def test_a_view_lists_what_is_legal_and_no_more(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rng, match = Random(4), shuffled(begin(GAME, 4), Random(4))
    ruled = listed = 0
    while match.to_act():
        file = saved(match, tmp_path)
        stored = match_of(file)  # without secret choices that are not all in
        for player in range(4):
            assert main(["view", str(file), "--player", str(player), "--json"]) == 0
            shown = json.loads(capsys.readouterr().out)
            assert shown["to_act"] == list(stored.to_act())
            assert ("legal" in shown or "legal_rule" in shown) == (player in stored.to_act())
            if "legal" in shown:
                assert shown["legal"] == sorted(map(str, stored.choice(player)))
                listed += 1
            elif "legal_rule" in shown:
                assert shown["legal_count"] == len(stored.choice(player)) > MAX_LISTED_ACTIONS
                ruled += 1
        match, _ = one_move(match, rng)
    assert listed
    assert ruled


def test_a_view_is_for_somebody(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = saved(shuffled(begin(GAME, 4), Random(5)), tmp_path)
    for player in ("4", "-1"):
        assert main(["view", str(file), "--player", player]) == 2
        assert said(capsys) == f"{file}:0: there is no player {player}"


def test_a_view_in_words_shows_the_own_hand_and_no_other(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = acted(shuffled(begin(GAME, 4), Random(6)), "")
    assert match.deal
    assert main(["view", str(saved(match, tmp_path)), "--player", "2"]) == 0
    text = capsys.readouterr().out
    for seat, hand in enumerate(match.deal.layout.hands):
        assert (f"hand: {hand}" in text) == (seat == 2)
        assert any(card.text in text for card in hand) == (seat == 2)


@pytest.mark.parametrize("player", ["\u0661", "\uff11", "01", "1_0", "+1", " 1", "1.0", "1" * 5000])
def test_a_player_is_named_in_plain_digits(
    player: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = saved(begin(GAME, 4), tmp_path)
    with pytest.raises(SystemExit) as ended:
        main(["view", str(file), "--player", player])
    assert ended.value.code == 2
    assert "argument --player: no whole number" in capsys.readouterr().err


GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.mark.parametrize(
    ("record", "lines"),
    [
        ("whist/short-money", ["Anna    14  +3.50", "Bo       0  -3.50"]),
        ("hus/five-broken-off", ["Anna  -1856  -131.82", "Bo    1696  +120.45"]),
        ("whist/short", ["Anna     4", "Bo       0"]),
    ],
)
def test_the_summary_shows_the_money(
    record: str, lines: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(GOLDEN / f"{record}.rec")]) == 0
    told = capsys.readouterr().out.splitlines()
    assert [line for line in told if line.startswith(("Anna ", "Bo "))] == lines


def test_the_summary_says_who_made_a_contract_with_whom(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(GOLDEN / "hus/four-every-bid.rec")]) == 0
    told = capsys.readouterr().out.splitlines()
    for deal in (json.loads((GOLDEN / "hus/four-every-bid.json").read_text("utf-8")))["deals"]:
        (line,) = (one for one in told if one.startswith(f"deal {deal['deal']}: "))
        for seat, made in deal["soloists"]:
            name, took = ("Anna", "Bo", "Cleo", "Dag")[seat], deal["tricks"][seat]
            assert f"{name} {took} tricks, {'made' if made else 'not made'}" in line
    assert any(line.endswith(": 13: Dag and Bo 12 tricks, not made, points +128 -128 +128 -128")
               for line in told)  # fmt: skip
