"""The referee of the Danish games on whole records: right ones pass, each broken one is caught."""

import json
from pathlib import Path

import pytest

from tests.independent.cards import Wrong
from tests.independent.checker import check, main
from tests.independent.danish import ESMAKKER, HUS
from tests.independent.danish_dealer import random_record
from tests.independent.trial import (
    RECORDS,
    broken,
    caught,
    every_beginning_stands,
    judge,
    printed,
    text_of,
)

HAND_MADE = sorted([*RECORDS.glob("hus/*.txt"), *RECORDS.glob("esmakker/*.txt")])


@pytest.mark.parametrize("path", HAND_MADE, ids=lambda path: path.stem)
def test_right_records_pass_and_so_does_each_of_their_prefixes(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert every_beginning_stands(lines, step=9).winners


OPTIONS = {
    HUS: {"deals": "3", "vip_price": "2-4-6", "over": "none", "pot": "123"},
    ESMAKKER: {"deals": "3", "lowest": "7", "nolo_ace": "low", "selvmakker": "2", "slam": "9"},
}


@pytest.mark.parametrize(("game", "players"), [(HUS, 4), (HUS, 5), (ESMAKKER, 4)])
def test_random_games_with_or_without_the_steps_that_leave_no_choice(
    game: str, players: int
) -> None:
    for seed in range(12):
        options = OPTIONS[game] | (
            {"attachments": "fixed"} if game == ESMAKKER and seed % 2 else {}
        )
        short, full = (
            check(random_record(game, seed, 3, players=players, verbose=verbose, **options))
            for verbose in (False, True)
        )
        assert short.result() == full.result()
        assert short.winners
        assert sum(short.scores) == 0
        assert all(sum(deal["points"]) == 0 for deal in short.deals)


def test_7_esmakker_ends_after_sixteen_deals_and_hus_when_the_host_says_so() -> None:
    assert check(random_record(ESMAKKER, 1, 15)).winners is None
    assert check(random_record(ESMAKKER, 1, 16)).winners
    endless = random_record(HUS, 1, 20)
    assert check(endless).winners is None
    assert check(f"{endless}finish 0").winners


HEAD = [
    ("hus/four_players", 0, "option nolo=4", "option nolo=5", "no value of nolo"),
    ("hus/four_players", 0, "option nolo=4", "option lowest=7", "no option 'lowest'"),
    ("hus/four_players", 0, "option nolo=4", "option vip_price=2-4", "no value of vip_price"),
    ("hus/four_players", 0, "option nolo=4", "option rate=0", "no value of rate"),
    ("esmakker/club", 0, "option deals=7", "option deals=0", "no value of deals"),
    ("esmakker/club", 0, "option deals=7", "option pot=400", "no option 'pot'"),
    ("hus/four_players", 0, "player 3 Dag/", "", "at least 4 players"),
    ("esmakker/club", 0, "player 3 Dag", "player 3 Dag/player 4 Eva", "at most 4 players"),
    ("hus/five_players", 0, "player 4 Eva", "player 4 Eva/player 5 Finn", "at most 5 players"),
    ("esmakker/club", 0, "player 3 Dag", "player 3 Dag/draw 0 SA", "nothing is drawn"),
]
DEALING = [
    ("hus/four_players", 0, "deal 1 dealer=1", "deal 1 dealer=0", "dealer must be player 1"),
    ("hus/four_players", 2, "deal 2 dealer=1", "deal 2 dealer=2", "dealer must be player 1"),
    ("hus/four_players", 3, "deal 3 dealer=2", "deal 3 dealer=1", "dealer must be player 2"),
    ("hus/five_players", 6, "deal 6 dealer=0", "deal 6 dealer=4", "dealer must be player 0"),
    ("esmakker/club", 2, "deal 2 dealer=2", "deal 2 dealer=3", "dealer must be player 2"),
    ("hus/four_players", 1, "0 cut 0", "2 cut 0", "player 0 cuts"),
    ("hus/four_players", 1, "0 cut 0", "0 cut 55", "0 to 54"),
    ("hus/four_players", 1, "0 cut 0", "0 cut -1", "0 to 54"),
    ("hus/four_players", 1, "0 cut 0", "0 cut", "exactly one number"),
    ("hus/four_players", 1, "0 cut 0/", "", "must cut first"),
    ("hus/four_players", 1, "0 cut 0", "0 cut 0/0 cut 0", "no cut belongs here"),
    ("hus/four_players", 1, "0 cut 0", "0 cut 0/order vip halve sans", "does not belong"),
    ("hus/five_players", 1, "0 cut 17", "1 cut 17", "player 0 cuts"),
    ("hus/five_players", 1, "hand 0", "hand 1", "not in this deal"),
    ("hus/four_players", 1, "J1 J2 J3", "J1 J2", "exactly 3"),
    ("hus/four_players", 1, "J1 J2 J3", "J1 J2 SA", "dealt twice"),
    ("hus/four_players", 1, "kitty J1 J2 J3/", "", "not dealt yet"),
    ("hus/four_players", 1, "kitty J1 J2 J3", "turn SA", "no card is turned up"),
    ("esmakker/club", 1, "order sans vip halve/", "", "order of the attachments must stand"),
    ("esmakker/club", 1, "order sans vip halve", "order sans vip gode", "an order of"),
    ("esmakker/club", 1, "order sans vip halve", "order sans vip", "an order of"),
    ("esmakker/club", 1, "hand 0", "order vip sans halve/hand 0", "no order belongs"),
    ("esmakker/club", 1, "order sans", "1 cut 0/order sans", "no cut belongs"),
    ("esmakker/fixed", 1, "hand 0", "order vip halve sans/hand 0", "no order belongs"),
]
BEFORE_PLAY = [
    ("hus/four_players", 2, "1 card SK", "1 card SQ", "must be one of SK DK"),
    ("hus/four_players", 2, "1 card SK", "1 card CA", "must be one of SK DK"),
    ("hus/four_players", 2, "1 cards H2 H3 H4", "1 cards H2 H3", "exactly 0 or 3"),
    ("hus/four_players", 3, "0 accept", "0 join", "turn (accept or turn-next)"),
    ("hus/four_players", 3, "0 cards S2 S3 S4", "0 cards", "exactly 3"),
    ("hus/four_players", 4, "3 cards HA HK HQ", "3 cards SA SK SQ", "does not hold"),
    ("hus/four_players", 5, "1 card DA", "1 card SA", "must be one of"),
    ("hus/four_players", 5, "1 suit S", "1 suit D", "may not be the called suit"),
    ("hus/four_players", 7, "undo 1/", "", "player 1's turn"),
    ("hus/four_players", 7, "undo 1", "undo 3", "2 action lines"),
    ("hus/five_players", 4, "4 cards", "4 card SA/4 cards", "must be one of DA"),
    ("hus/five_players", 4, "4 cards", "4 card DA/4 cards", ""),
    ("hus/five_players", 1, "2 card SA", "2 accept/2 card SA", ""),
    ("hus/five_players", 6, "3 suit H", "1 suit H", "player 3's turn"),
    ("esmakker/club", 1, "1 jernhand", "1 jernhand/2 pass", "the deal is over"),
    ("esmakker/club", 1, "3 pass", "3 jernhand", "player 3's turn"),
    ("esmakker/club", 2, "1 bid 10+halve", "1 bid 10", "does not beat"),
    ("esmakker/club", 4, "1 turn-next/3 cards", "1 accept/3 cards", "player 1's turn"),
    ("esmakker/club", 4, "1 turn-next/3 cards", "1 turn-next/3 accept/3 cards", ""),
    ("esmakker/club", 4, "1 turn-next/3 cards", "1 turn-next/3 turn-next/3 cards", ""),
    ("esmakker/club", 5, "3 cards DA", "3 cards DA/2 cards", ""),
    ("esmakker/club", 5, "3 cards DA", "3 cards DA/2 cards SA", "exactly 0"),
    ("esmakker/club", 6, "3 card H3", "3 card none", "turn (play)"),
    ("esmakker/club", 6, "3 card H3/", "", "player 3's turn (card)"),
    ("esmakker/fixed", 1, "0 pass", "0 bid 6", "no bid '6'"),
]
ENDS = [
    ("hus/four_players", 7, "finish 0", "finish 1", "only the host"),
    ("hus/four_players", 7, "finish 0/", "", "not over"),
    ("hus/four_players", 7, "settle 0=", "settle 0=1", "the account is"),
    ("hus/four_players", 7, "finish 0", "finish 0/finish 0", "the game is over"),
    ("hus/four_players", 7, "finish 0", "finish 0/deal 8 dealer=3", "the game is over"),
    ("hus/four_players", 7, "end winner=2", "end winner=1", "the end is"),
    ("hus/four_players", 7, "end winner=2", "end winner=2/finish 0", "has ended"),
    ("hus/four_players", 6, "score 0=132", "score 0=131", "the score is"),
    ("hus/four_players", 6, "reveal a0b1c2", "reveal a0b1c2/reveal a0", "no committed deal"),
    ("hus/five_players", 6, "settle", "finish 0/settle", "the game is over"),
    ("hus/five_players", 3, "score", "settle 0=0 1=0 2=0 3=0 4=0/score", "not over"),
    ("esmakker/club", 8, "end winner=0", "finish 0", "the game is over"),
    ("esmakker/club", 8, "end winner=0", "settle 0=0", "does not belong"),
    ("esmakker/club", 8, "end winner=0", "deal 9 dealer=1", "the game is over"),
    ("esmakker/club", 7, "score", "end winner=0/score", "nobody has won"),
]


@pytest.mark.parametrize(
    ("name", "deal", "old", "new", "message"), [*HEAD, *DEALING, *BEFORE_PLAY, *ENDS]
)
def test_a_broken_record_is_caught(name: str, deal: int, old: str, new: str, message: str) -> None:
    right = text_of(name)
    judge(broken(right, deal, old, new)[0], message, right)


@pytest.mark.parametrize("path", HAND_MADE, ids=lambda path: path.stem)
def test_nobody_acts_for_another_and_the_line_is_named(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    for number in [n for n, line in enumerate(lines) if line[0].isdecimal()][::7]:
        who, rest = lines[number].split(maxsplit=1)
        other = f"{(int(who) + 1) % 4} {rest}"
        text = "\n".join([*lines[:number], other, *lines[number + 1 :]])
        assert caught(text)[1] == number + 1


def test_the_account_stands_before_the_end() -> None:
    lines = text_of("hus/four_players").splitlines()
    without = "\n".join(line for line in lines if not line.startswith("settle"))
    with pytest.raises(Wrong, match="must stand before the end"):
        check(without)
    assert check("\n".join(lines[:-2])).winners == [2]


def test_a_deal_that_is_running_when_the_host_ends_the_game_does_not_count() -> None:
    text = text_of("hus/four_players")
    seventh = text.index("deal 7 ")
    for place in ("deal 7", "hand 0", "3 bid 8+gode", "3 card HA", "3 play"):
        game = check(f"{text[: text.index(place, seventh)]}finish 0")
        assert (game.winners, len(game.deals)) == ([2], 6)
        assert game.result()["settlement"] == game.deals[-1]["settlement"]
    bare = text[: text.index("# All pass: the")]
    assert check(f"{bare}finish 0\nsettle 0=0 1=0 2=0 3=0\nend winner=0,1,2,3").deals == []


def test_results_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    club, fixed, five, four = map(json.loads, printed(capsys, "--json", *HAND_MADE))
    assert "settlement" not in club
    assert "settlement" not in fixed["deals"][0]
    passed, king, vip, sol = four["deals"][:4]
    assert (passed["declarer"], passed["contract"], passed["made"]) == (None, None, None)
    assert (king["declarer"], king["contract"], king["made"]) == (1, "9", False)
    assert (vip["contract"], vip["points"]) == ("9+vip", [24, 24, -24, -24])
    assert (sol["declarer"], sol["contract"], sol["made"]) == (0, "sol", False)
    assert sol["soloists"] == [[0, False], [2, False], [3, False]]
    assert sol["points"] == [-4, 12, -4, -4]
    assert king["settlement"] == [20000, -20000, 20000, -20000]
    assert four["settlement"] == four["deals"][-1]["settlement"]
    assert sum(four["settlement"]) == sum(five["settlement"]) == 0
    assert [deal["dealer"] for deal in five["deals"]] == [1, 2, 3, 3, 4, 0]
    assert all(deal["points"][deal["dealer"]] == 0 for deal in five["deals"])
    assert [deal["declarer"] for deal in club["deals"]] == [None, 1, 3, 3, 2, 3, 0, 1]
    assert main(["--json", str(RECORDS / "hus" / "absent.txt")]) == 1


def test_a_running_game_has_no_account() -> None:
    text = text_of("hus/four_players")
    assert check(text[: text.index("finish")]).result()["settlement"] is None


def test_statistics(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, "--stats", *HAND_MADE)
    esmakker = lines.index("esmakker")
    for line in ("joins: 7", "jernhånd: 1", "renons: 1", "sol: 3 declared, 0 made"):
        assert line in lines[esmakker:]
    for line in ("called below an ace: 1", "ended by the host: 1", "8+halve: 1 declared, 1 made"):
        assert line in lines[:esmakker]
    assert "13+halve: 0 declared, 0 made" in lines[:esmakker]
