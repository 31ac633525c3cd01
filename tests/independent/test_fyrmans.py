"""The referee of Fyrmanswhist: what deals give, and records broken on purpose."""

import json
from pathlib import Path
from random import Random

import pytest

from tests.independent.checker import check
from tests.independent.layout import (
    DRAWN,
    deal_lines,
    first_of,
    head,
    laid_out,
    random_game,
    score_line,
)
from tests.independent.trial import (
    broken,
    caught_wherever_spoilt,
    every_beginning_stands,
    judge,
    line_at,
    printed,
)

MATCH = [
    # suits shown, tricks, who wins the first three; declarer, made, points and scores of the sides
    ("SCSC", (4, 3, 3, 3), (0, 1, 2), (None, None, (0, 1), (0, 1))),
    ("SSDC", (1, 4, 4, 4), (1, 2, 3), (2, False, (0, 4), (0, 5))),  # 3 is forehand
    ("DSSH", (4, 3, 4, 2), (0, 0, 2), (0, True, (2, 0), (2, 5))),  # 0 is forehand, before 3
    ("HDSC", (4, 2, 3, 4), (0, 2, 2), (1, False, (2, 0), (4, 5))),  # both sides showed red
    ("CCCS", (0, 6, 0, 7), (3, 1, 1), (None, None, (7, 0), (11, 5))),
    ("DDDD", (2, 4, 3, 4), (1, 3, 1), (3, True, (0, 2), (11, 7))),
    ("CHSD", (3, 3, 4, 3), (0, 1, 2), (1, False, (2, 0), (13, 7))),
]


def leader_of(dealer: int, declarer: int | None) -> int:
    return (dealer + 1 if declarer is None else declarer + 1) % 4


def match(*options: str) -> list[str]:
    """Player 1 deals first."""
    lines = head("fyrmanswhist", *options, draws=() if "partners=seats" in options else DRAWN)
    for number, (suits, tricks, first, (declarer, _, _, scores)) in enumerate(MATCH, 1):
        dealer = number % 4
        dealt = laid_out(dealer, tricks, first, leader=leader_of(dealer, declarer))
        shows = [f"{p} show {first_of(suits[p], p, dealt)}" for p in range(4)]
        lines += [*deal_lines(number, dealer, dealt, *shows), score_line([*scores, *scores])]
    return [*lines, "end winner=0,2"]


@pytest.mark.parametrize("options", [(), ("showing=together",), ("partners=seats", "target=12")])
def test_a_match(options: tuple[str, ...]) -> None:
    game = check("\n".join(match(*options)))
    assert game.result()["game"] == "fyrmanswhist"
    assert game.result()["winner"] == [0, 2]
    for number, (_, tricks, _, expected) in enumerate(MATCH, 1):
        deal = game.deals[number - 1]
        declarer, made, points, scores = expected
        assert deal["deal"] == number
        assert deal["contract"] == ("pass" if declarer is None else "spel")
        assert (deal["declarer"], deal["made"]) == (declarer, made)
        assert deal["tricks"] == list(tricks)
        assert deal["points"] == [*points, *points]
        assert deal["scores"] == [*scores, *scores]


@pytest.mark.slow
def test_every_prefix_stands() -> None:
    every_beginning_stands(match(), step=3)


HEAD = [  # deal (0: head); lines, and what stands there instead; the line at fault; the message
    (0, "draw 1 C2/", "", "deal 1", "each of the four players draws"),
    (0, "draw 2 HA/draw 3 D2", "draw 2 C3/draw 3 D3", "deal 1", "of players [0, 3], are no"),
    (0, "draw 3 D2", "draw 3 D2/option partners=seats", "deal 1", "nothing is drawn"),
    (0, "draw 3 D2", "draw 3 D2/option showing=all", "option", "no value"),
    (0, "draw 3 D2", "draw 3 D2/option target=0", "option", "no value"),
    (0, "draw 3 D2", "draw 3 D2/option target=11", "deal 6", "the game is over"),
    (0, "draw 3 D2", "draw 3 D2/option target=14", "end", "nobody has won"),
    (0, "draw 3 D2", "draw 3 D2/option honours=on", "option", "no option"),
    (0, "player 3 D", "player 3 D/player 4 E", "deal 1", "at most 4"),
    (1, "deal 1 dealer=1", "deal 1 dealer=0", "deal 1", "dealer must be player 1"),
    (4, "deal 4 dealer=0", "deal 4 dealer=3", "deal 4", "dealer must be player 0"),
]
SHOWING = [
    (1, "0 show SA", "turn SA/0 show SA", "turn", "belongs after the hands"),
    (1, "3 show CJ/", "", "2 play", "player 3's turn (show)"),
    (1, "0 show SA/", "", "1 show", "player 0's turn (show)"),
    (1, "0 show SA/1 show CK", "1 show CK/0 show SA", "1 show", "player 0's turn (show)"),
    (1, "0 show SA", "0 show SA/0 show SA", "0 show SA/0 show SA", "player 1's turn (show)"),
    (1, "0 show SA", "0 show SK", "0 show", "does not hold SK"),
    (1, "0 show SA", "0 pass", "0 pass", "player 0's turn (show)"),
    (1, "0 show SA", "0 show HA", "2 play", "player 1's turn (play)"),  # spel: 1 leads
    (1, "1 show CK", "1 show DK", "score", "the score is 0=2 1=0"),  # spel, lost by its declarer
    (2, "2 show DQ", "2 show CQ", "score", "the score is 0=2 1=1"),  # pass
    (3, "1 show SJ", "1 show HK", "", ""),  # not the first
    (4, "1 show DK", "1 show SJ", "2 play", "player 1's turn (play)"),  # 0 is declarer
    (4, "0 show HA", "0 show SA", "", ""),
]
SCORES = [
    (1, "score 0=0 1=1", "score 0=1 1=0", "score", "the score is 0=0 1=1"),
    (2, "score 0=0 1=5", "score 0=0 1=3", "score", "the score is 0=0 1=5"),  # 2 each
    (3, "score 0=2 1=5", "score 0=4 1=5", "score", "the score is 0=2 1=5"),
    (4, "score 0=4 1=5", "score 0=3 1=5", "score", "the score is 0=4 1=5"),
    (5, "score 0=11 1=5", "score 0=10 1=5", "score", "the score is 0=11 1=5"),
    (5, "score 0=11", "end winner=0,2/score 0=11", "end", "nobody has won"),
    (7, "end winner=0,2", "end winner=1,3", "end", "the end is: winner=0,2"),
    (7, "end winner=0,2", "deal 8 dealer=0", "deal 8", "the game is over"),
    (7, "score", "0 play S2/score", "0 play", "the deal is over"),
]
PLAYING = [
    (1, "2 play ST", "3 play S9", "3 play", "player 2's turn (play)"),
    (1, "3 play S9", "3 play HJ", "3 play", "can follow suit"),
    (1, "0 play S8/", "", "1 play", "player 0's turn (play)"),
    (1, "0 show SA", "away 3/0 show SA/undo 1/0 show SA/back 3", "", ""),
    (1, "2 play ST", "undo 1/3 show C7/2 play ST", "", ""),
    (1, "2 play ST", "undo 5/2 play ST", "undo", "4 action lines"),
    (1, "2 play ST", "undo 4/2 play ST", "2 play", "player 0's turn (show)"),
]


@pytest.mark.parametrize(
    ("deal", "old", "new", "fault", "message"), [*HEAD, *SHOWING, *SCORES, *PLAYING]
)
def test_a_broken_record_is_caught(deal: int, old: str, new: str, fault: str, message: str) -> None:
    right = "\n".join(match())
    text, place = broken(right, deal, old, new)
    judge(text, message, right, line_at(text, fault, place))


@pytest.mark.parametrize("seed", range(8))
def test_random_matches_come_to_an_end(seed: int) -> None:
    rng = Random(seed)
    target, showing = rng.choice([1, 5, 13, 20]), rng.choice(["turn", "together"])
    partners = rng.choice(["drawn", "seats"])
    options = [f"target={target}", f"showing={showing}", f"partners={partners}"]
    draws = DRAWN if partners == "drawn" else ()
    author = random_game(head("fyrmanswhist", *options, draws=draws), rng)
    game = check(author.text())
    assert game.result() == author.game.result()
    assert max(game.scores) >= target > max(game.deals[-2]["scores"] if game.deals[1:] else [0])
    assert sum(max(deal["points"]) for deal in game.deals) == game.scores[0] + game.scores[1]
    caught_wherever_spoilt(author.lines, rng)


def test_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "match.txt"
    file.write_text("\n".join(match()), encoding="utf-8")
    (summary,) = printed(capsys, file)
    assert "7 deals, players 0, 2 won by points, scores 13 7 13 7" in summary
    result = json.loads(printed(capsys, "--json", file)[0])
    assert (result["finished"], result["winner"], result["titles"]) == (True, [0, 2], [])
    out = printed(capsys, "--stats", file)
    assert out[0] == "fyrmanswhist"
    for line in ("deals: 7", "pass: 2", "spel: 5", "spel won by the other side: 3"):
        assert line in out
