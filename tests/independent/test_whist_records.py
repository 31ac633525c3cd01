"""The referee of English whist on records: right ones, each broken one, and random games."""

from itertools import product
from pathlib import Path
from random import Random

import pytest

from tests.independent.cards import Wrong
from tests.independent.checker import check
from tests.independent.layout import (
    DRAWN,
    deal_lines,
    first_of,
    head,
    laid_out,
    random_game,
    score_line,
    whole_suits,
)
from tests.independent.trial import (
    broken,
    caught_wherever_spoilt,
    every_beginning_stands,
    judge,
    line_at,
    printed,
)

FORMS = ("short", "long", "american", "guerre")

RUBBER = [  # tricks; holders of A K Q J of trumps; trumps; points, sheet, scores of both sides
    ((3, 2, 4, 4), (1, 3, 3, 0), "S", (1, 2), (1, 2), (0, 0)),
    ((4, 2, 4, 3), (0, 1, 2, 3), "H", (2, 0), (3, 2), (0, 0)),
    ((2, 4, 5, 2), (1, 0, 2, 3), "D", (1, 0), (4, 2), (0, 0)),
    ((4, 2, 4, 3), (0, 2, 0, 2), "C", (2, 0), (0, 0), (2, 0)),  # by tricks: no honours
    ((4, 3, 3, 3), (1, 3, 1, 3), "S", (1, 4), (1, 4), (2, 0)),
    ((2, 4, 4, 3), (0, 2, 2, 1), "H", (0, 1), (0, 0), (2, 2)),  # nor for the other side
    ((9, 1, 2, 1), (0, 0, 0, 2), "D", (5, 0), (0, 0), (7, 2)),  # the rubber
]


def rubber(*options: str) -> list[str]:
    """Short whist, player 1 deals first."""
    lines = head("whist", *options, draws=() if "partners=seats" in options else DRAWN)
    for number, (tricks, honours, suit, _, _, scores) in enumerate(RUBBER, 1):
        dealer = number % 4
        dealt = laid_out(dealer, tricks, honours, suit=suit)
        sattrumf = "trumps=sattrumf" in options
        turned = [] if sattrumf else [f"turn {first_of(suit, dealer, dealt)}"]
        lines += [*deal_lines(number, dealer, dealt, *turned), score_line([*scores, *scores])]
    return [*lines, "end winner=0,2"]


def alone() -> list[str]:
    """À la guerre, player 2 deals first."""
    lines = head("whist", "form=guerre", "partners=drawn", "trumps=sattrumf", "rubbers=7")
    first = laid_out(2, (5, 4, 2, 2), (1, 1, 1, 0, 2))
    second = laid_out(3, (6, 3, 3, 1), (0, 0, 0, 1, 2), suit="H")
    lines += [*deal_lines(1, 2, first, f"turn {first[0][2][0]}"), "score 0=1 1=2 2=0 3=0"]
    lines += [*deal_lines(2, 3, second, f"turn {second[0][3][0]}"), "score 0=5 1=2 2=0 3=0"]
    lines += [*deal_lines(3, 0, whole_suits(0), "turn S9"), "score 0=19 1=2 2=0 3=0"]
    return [*lines, "end winner=0"]


@pytest.mark.parametrize("options", [(), ("trumps=sattrumf",), ("partners=seats",)])
def test_a_rubber(options: tuple[str, ...]) -> None:
    result = check("\n".join(rubber(*options))).result()
    assert result["game"] == "whist"
    assert result["winner"] == [0, 2]
    assert result["scores"] == [7, 2, 7, 2]
    for deal, (tricks, _, _, points, sheet, scores) in zip(result["deals"], RUBBER, strict=True):
        assert (deal["declarer"], deal["contract"], deal["made"]) == (None, None, None)
        assert deal["tricks"] == list(tricks)
        assert deal["points"] == [*points, *points]
        assert deal["sheet"] == [*sheet, *sheet]
        assert deal["scores"] == [*scores, *scores]


def test_a_rubber_without_honours() -> None:
    lines = [line for line in rubber("honours=off") if not line.startswith(("score", "end"))]
    game = check("\n".join(lines))
    assert [deal["points"][:2] for deal in game.deals] == [
        [1, 0], [2, 0], [1, 0], [2, 0], [1, 0], [0, 1], [5, 0]
    ]  # fmt: skip
    assert game.scores == [3 + 2 + 2, 0, 3 + 2 + 2, 0]  # 6:0, then 6:1 and the rubber


def test_each_for_themselves() -> None:
    game = check("\n".join(alone()))
    assert game.result()["winner"] == [0]
    assert [deal["points"] for deal in game.deals] == [[1, 2, 0, 0], [4, 0, 0, 0], [14, 0, 0, 0]]


def test_honours_alone_never_make_game() -> None:
    lines = head("whist", draws=DRAWN)
    for number, dealer in ((1, 1), (2, 2)):
        dealt = laid_out(dealer, (4, 3, 3, 3), (1, 3, 1, 3))
        lines += deal_lines(number, dealer, dealt, f"turn {first_of('S', dealer, dealt)}")
    assert check("\n".join(lines)).deals[-1]["sheet"] == [2, 4, 2, 4]
    assert check("\n".join([*lines, "score 0=0 1=0 2=0 3=0"])).scores == [0, 0, 0, 0]
    with pytest.raises(Wrong, match="the score is 0=0 1=0 2=0 3=0"):
        check("\n".join([*lines, "score 0=0 1=2 2=0 3=2"]))


@pytest.mark.slow
def test_every_prefix_stands() -> None:
    for lines in (rubber(), alone()):
        every_beginning_stands(lines, step=5)


# --- Records broken on purpose ------------------------------------------------------------------

HEAD = [  # deal (0: head); lines, and what stands there instead; the line at fault; the message
    (0, "draw 1 C2/", "", "deal 1", "each of the four players draws"),
    (0, "draw 1 C2", "draw 1 SA", "draw 1", "drawn already"),
    (0, "draw 1 C2", "draw 0 C2", "draw 0 C2", "player 0 has drawn"),
    (0, "draw 1 C2", "draw 4 C2", "draw 4", "no player 4"),
    (0, "draw 1 C2", "draw 1 J1", "draw 1", "not in the deck"),
    (0, "draw 1 C2", "draw 1 DA", "deal 1", "dealer must be player 3"),
    (0, "draw 1 C2", "draw 1 H2", "deal 1", "dealer must be player 3"),  # by suit above D2
    (0, "draw 2 HA", "draw 2 C3", "", ""),
    (0, "draw 2 HA/draw 3 D2", "draw 2 C3/draw 3 D3", "deal 1", "of players [0, 3], are no"),
    (0, "draw 3 D2", "draw 3 DK/option form=guerre", "deal 1", "nothing is drawn"),
    (0, "draw 3 D2", "draw 3 D2/option partners=seats", "deal 1", "nothing is drawn"),
    (0, "player 3 D/", "", "draw 3", "no player 3"),
    (0, "player 3 D", "player 3 D/player 4 E", "deal 1", "at most 4"),
    (0, "draw 3 D2", "draw 3 D2/option rounds=2", "option", "no option"),
    (0, "draw 3 D2", "draw 3 D2/option rubbers=0", "option", "no value"),
    (0, "draw 3 D2", "draw 3 D2/option form=guerra", "option", "no value"),
    (0, "rules 1/", "", "deal 1", "'rules' is missing"),
]
DEALING = [
    (1, "deal 1 dealer=1", "deal 1 dealer=0", "deal 1", "dealer must be player 1"),
    (2, "deal 2 dealer=2", "deal 2 dealer=1", "deal 2", "dealer must be player 2"),
    (2, "deal 2 dealer=2", "draw 1 SA/deal 2 dealer=2", "draw 1", "before the first deal"),
    (4, "deal 4 dealer=0", "deal 4 dealer=3", "deal 4", "dealer must be player 0"),
    (1, "turn SA/", "", "2 play", "not dealt yet"),
    (1, "turn SA", "turn SK", "turn", "the dealer was not dealt SK"),
    (1, "turn SA", "turn C2", "turn", "the dealer was not dealt C2"),
    (1, "turn SA", "turn SA/turn S7", "turn S7", "belongs after the hands"),
    (1, "turn SA", "turn SA/kitty HA", "kitty", "belongs after the hands"),
    (1, "turn SA", "kitty HA", "kitty", "no kitty"),
    (1, "hand 0 ", "turn SA/hand 0 ", "turn", "belongs after the hands"),
    (1, "hand 0 SJ", "hand 0 J1", "hand 0", "not in the deck"),
    (1, "hand 0 SJ", "hand 0 SA", "hand 1", "dealt twice"),
    (1, "hand 0 SJ ", "hand 0 ", "hand 0", "exactly 13"),
]
PLAY = [
    (1, "2 play ST", "3 play S9", "3 play", "player 2's turn"),
    (1, "2 play ST", "1 play SA", "1 play", "player 2's turn"),
    (1, "2 play ST", "2 play HA", "2 play", "does not hold HA"),
    (1, "3 play S9", "3 play HJ", "3 play", "can follow suit"),
    (1, "1 play SA/1 play S7", "1 play SA/1 play SA", "1 play SA/1 play SA", "does not hold SA"),
    (1, "1 play S7/", "", "2 play S6", "player 1's turn"),
    (1, "1 play S7", "undo 1/1 play SA/1 play S7", "", ""),
    (1, "1 play S7", "undo 5/1 play S7", "undo", "4 action lines"),
    (1, "1 play S7", "undo 1/1 play S7", "2 play S6", "player 0's turn"),
    (1, "1 play S7", "away 1/1 play S7/back 1", "", ""),
    (1, "1 play S7", "back 1/1 play S7", "back", "not away"),
    (1, "2 play ST", "2 pass", "2 pass", "turn (play)"),
    (6, "score", "0 pass/score", "0 pass", "the deal is over"),
    (1, "2 play C2/", "", "score", "not over"),
    (1, "score", "finish 0/score", "score", "no score is due"),
    (1, "1 play S7", "seat 1 Eva/1 play S7", "", ""),
    (1, "2 play ST", "foul 0 by=1 ruling=restore", "foul", "does not belong"),
    (1, "hand 0", "order vip sans halve/hand 0", "order", "does not belong"),
]
SCORES = [
    (1, "score 0=0 1=0", "score 0=1 1=0", "score", "the score is 0=0 1=0"),  # no trick points
    (4, "score 0=2", "score 0=3", "score", "the score is 0=2"),  # as without the other honours
    (4, "score 0=2", "score 0=1", "score", "the score is 0=2"),
    (5, "score 0=2 1=0", "score 0=2 1=3", "score", "the score is 0=2 1=0"),  # honours alone
    (5, "score 0=2 1=0 2=2 3=0", "score 0=2 1=0 2=2", "score", "the score is"),
    (6, "score 0=2 1=2", "score 0=2 1=1", "score", "the score is 0=2 1=2"),  # void honours
    (7, "score 0=7", "score 0=5", "score", "the score is 0=7"),
    (7, "score 0=7", "score 0=6", "score", "the score is 0=7"),
    (7, "end winner=0,2", "end winner=0", "end", "the end is: winner=0,2"),
    (7, "end winner=0,2", "end winner=2,0", "end", "the end is: winner=0,2"),
    (7, "end winner=0,2", "end winner=1,3", "end", "the end is: winner=0,2"),
    (7, "end winner=0,2", "deal 8 dealer=0", "deal 8", "the game is over"),
    (6, "score", "end winner=0,2/score", "end", "nobody has won"),
]
SATTRUMF = [
    (1, "2 play ST", "turn SA/2 play ST", "turn", "belongs after the hands"),
    (1, "hand 3 ", "turn SA/hand 3 ", "turn", "belongs after the hands"),
    (4, "score 0=2", "score 0=3", "score", "the score is 0=2"),
]
ALONE_BROKEN = [
    (0, "player 3 D", "player 3 D/draw 0 SA", "deal 1", "nothing is drawn"),
    (1, "deal 1 dealer=2", "deal 1 dealer=0", "turn", "the dealer was not dealt"),
    (2, "deal 2 dealer=3", "deal 2 dealer=2", "deal 2", "dealer must be player 3"),
    (1, "score 0=1 1=2", "score 0=1 1=0", "score", "the score is 0=1 1=2"),
    (1, "score 0=1 1=2", "score 0=0 1=2", "score", "the score is 0=1 1=2"),
    (2, "score 0=5", "score 0=3", "score", "the score is 0=5"),
    (3, "turn S9/", "", "1 play", "not dealt yet"),
    (3, "score 0=19", "score 0=18", "score", "the score is 0=19"),
    (3, "score 0=19", "score 0=9", "score", "the score is 0=19"),
    (3, "end winner=0", "end winner=0,2", "end", "the end is: winner=0"),
    (2, "score 0=5 1=2 2=0 3=0", "end winner=0", "end", "nobody has won"),
]


@pytest.mark.parametrize(
    ("lines", "deal", "old", "new", "fault", "message"),
    [
        *((rubber(), *case) for case in (*HEAD, *DEALING, *PLAY, *SCORES)),
        *((rubber("trumps=sattrumf"), *case) for case in SATTRUMF),
        *((alone(), *case) for case in ALONE_BROKEN),
    ],
)
def test_a_broken_record_is_caught(
    lines: list[str], deal: int, old: str, new: str, fault: str, message: str
) -> None:
    right = "\n".join(lines)
    text, place = broken(right, deal, old, new)
    judge(text, message, right, line_at(text, fault, place))


def test_honours_to_the_wrong_side_are_caught() -> None:
    """Three honours for 1 and 3 make game of the trick of 0 and 2 only if given to these."""
    lines = head("whist", "partners=seats")
    for number, tricks, honours in (
        (1, (5, 2, 4, 2), (0, 1, 0, 1)),  # 9:4, sheet 3:0
        (2, (4, 3, 3, 3), (1, 3, 3, 0)),  # 7:6, sheet 4:2 with three honours of 1 and 3
    ):
        dealt = laid_out(number, tricks, honours)
        lines += deal_lines(number, number, dealt, f"turn {first_of('S', number, dealt)}")
    assert [deal["sheet"][:2] for deal in check("\n".join(lines)).deals] == [[3, 0], [4, 2]]
    with pytest.raises(Wrong, match="the score is 0=0 1=0 2=0 3=0"):
        check("\n".join([*lines, "score 0=3 1=0 2=3 3=0"]))


# --- Random games -------------------------------------------------------------------------------


def options_of(form: str, rng: Random) -> list[str]:
    return [
        f"form={form}",
        f"trumps={rng.choice(['turned', 'sattrumf'])}",
        f"honours={rng.choice(['on', 'off'])}",
        f"partners={rng.choice(['drawn', 'seats'])}",
        f"rubbers={rng.choice([1, 2, 3])}",
    ]


@pytest.mark.parametrize(("form", "seed"), list(product(FORMS, range(4))))
def test_random_games_come_to_an_end(form: str, seed: int) -> None:
    rng = Random(seed)
    options = options_of(form, rng)
    drawn = form != "guerre" and "partners=drawn" in options
    author = random_game(head("whist", *options, draws=DRAWN if drawn else ()), rng)
    game = check(author.text())
    assert game.result() == author.game.result()
    total = [0, 0, 0, 0]
    for deal in game.deals:
        assert sum(deal["tricks"]) == 13
        total = [before + more for before, more in zip(total, deal["points"], strict=True)]
    if form == "guerre":
        assert game.scores == total
        assert max(total) >= 9
    else:
        rubbers = int(options[-1].removeprefix("rubbers="))
        notes = [note for deal in game.deals for note in deal["notes"]]
        games = [int(note.split()[-1]) for note in notes if note.startswith("game")]
        assert notes.count("rubber") == rubbers
        assert 2 * rubbers <= len(games) <= 3 * rubbers
        assert game.scores[0] + game.scores[1] == sum(games) + 2 * rubbers


@pytest.mark.parametrize(("form", "seed"), list(product(FORMS, range(3))))
def test_random_games_broken_at_random(form: str, seed: int) -> None:
    rng = Random(seed)
    author = random_game(head("whist", f"form={form}", "partners=seats"), rng)
    caught_wherever_spoilt(author.lines, rng)


def test_the_rubber_is_spelled_out_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "rubber.txt"
    file.write_text("\n".join(rubber()), encoding="utf-8")
    (summary,) = printed(capsys, file)
    assert "players 0, 2 won by rubber points, scores 7 2 7 2" in summary
    out = printed(capsys, "--stats", file)
    assert out[0] == "whist"
    for line in ("deals: 7", "rubber: 1", "game of 2: 2", "game of 3: 1", "honours 4, given 0: 2"):
        assert line in out
