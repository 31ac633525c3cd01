"""Short, long and American whist: trick points, games, rubbers, matches."""

from dataclasses import replace
from random import Random

import pytest

from kwbot.engine.deals.reader import replay
from kwbot.engine.deals.record import write
from kwbot.engine.values.errors import RecordError
from kwbot.variants import games
from tests.engine.playing import begin, random_match, shuffled
from tests.variants.whist.table import GAME, after, deal_result, rubber, running, sheet, side

THREE = {0: "A", 2: "KQ"}


@pytest.mark.parametrize("form", ["short", "long", "american"])
@pytest.mark.parametrize(("tricks", "points"), [(7, 1), (9, 3), (6, 0), (0, 0)])
def test_the_winning_side_scores_a_trick_point_for_each_trick_beyond_six(
    form: str, tricks: int, points: int
) -> None:
    found = deal_result(sheet(form), side(tricks))
    theirs = max(0, 13 - tricks - 6)
    assert found.points == (points, theirs, points, theirs)
    assert found.tricks == (tricks, 13 - tricks, 0, 0)


def test_tricks_of_both_partners_belong_together() -> None:
    assert deal_result(sheet(), (5, 2, 4, 2)).points == (3, 0, 3, 0)


def test_a_running_sheet_is_kept() -> None:
    once = after(sheet(), side(8))
    assert running(once) == (2, 0)
    assert once.entry() == {"sheet": [2, 0, 2, 0]}
    assert running(after(once, side(5))) == (2, 2)
    assert once.scores == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("form", "stands", "tricks", "game"),
    [
        ("short", 0, 10, False), ("short", 0, 11, True), ("short", 4, 7, True),
        ("short", 3, 7, False), ("long", 3, 12, False), ("long", 3, 13, True),
        ("long", 9, 7, True), ("american", 0, 12, False), ("american", 0, 13, True),
        ("american", 6, 7, True), ("american", 5, 7, False),
    ],
)  # fmt: skip
def test_game_is_at_5_in_short_10_in_long_and_7_in_american(
    form: str, stands: int, tricks: int, game: bool
) -> None:
    found = after(sheet(form, trick_points=(stands, 0)), side(tricks))
    assert rubber(found).games == ((1, 0) if game else (0, 0))
    assert found.scores == ((3, 0, 3, 0) if game else (0, 0, 0, 0))


@pytest.mark.parametrize(
    ("form", "others", "price"),
    [
        ("short", 0, 3), ("short", 1, 2), ("short", 2, 2), ("short", 3, 1), ("short", 4, 1),
        ("long", 0, 3), ("long", 1, 2), ("long", 4, 2), ("long", 5, 1), ("long", 9, 1),
        ("american", 0, 3), ("american", 1, 2), ("american", 3, 2), ("american", 4, 1),
        ("american", 6, 1),
    ],
)  # fmt: skip
def test_rubber_points_by_the_other_sides_trick_points(form: str, others: int, price: int) -> None:
    standing = {"short": 4, "long": 9, "american": 6}[form]
    before = sheet(form, trick_points=(others, standing))
    assert after(before, side(6)).scores == (0, price, 0, price)


def test_both_sides_start_a_new_game_at_0() -> None:
    assert running(after(sheet(trick_points=(4, 3)), side(9))) == (0, 0)


@pytest.mark.parametrize(("form", "stands"), [("short", 4), ("long", 9), ("american", 6)])
def test_rubber_is_two_games_and_2_rubber_points_more(form: str, stands: int) -> None:
    before = sheet(form, trick_points=(stands, 0), games=(1, 1), scores=(3, 2, 3, 2))
    found = after(before, side(7))
    assert found.scores == (3 + 3 + 2, 2, 3 + 3 + 2, 2)
    assert found.winners == (0, 2)
    assert (rubber(found).rubbers, rubber(found).games) == (1, (0, 0))


def test_one_game_each_is_no_rubber() -> None:
    found = after(sheet(trick_points=(4, 0), games=(0, 1)), side(7))
    assert found.winners is None
    assert rubber(found).games == (1, 1)


def test_a_whole_rubber_of_the_rulebook() -> None:
    """Won for 2, lost for 3, won for 1: 2 + 1 + 2 against 3."""
    one = after(sheet(trick_points=(4, 2)), side(7))
    two = after(one, side(2))
    three = after(replace(rubber(two), trick_points=(4, 4)), side(7))
    assert three.scores == (5, 3, 5, 3)
    assert three.winners == (0, 2)


def test_a_match_of_n_rubbers_is_won_by_most_rubber_points() -> None:
    """Two rubbers: who won the first is behind after the second."""
    before = sheet(rubbers=2, games=(1, 0), trick_points=(4, 4))
    first = after(before, side(7))
    assert (first.scores, first.winners) == ((3, 0, 3, 0), None)
    assert str(first.remarks()[-1]) == "Rubber 2/2"
    second = after(after(first, side(2)), side(2))
    assert second.scores == (3, 3 + 3 + 2, 3, 3 + 3 + 2)
    assert second.winners == (1, 3)


def test_a_match_is_shared_when_equal() -> None:
    before = sheet(rubbers=2, done=1, games=(1, 1), trick_points=(4, 4), scores=(2, 5, 2, 5))
    found = after(before, side(7))
    assert found.winners == (0, 1, 2, 3)


def test_remarks_tell_the_running_sheet() -> None:
    found = sheet(trick_points=(3, 1), games=(1, 0), rubbers=2)
    game = "Points: player 0, player 2 3, player 1, player 3 1"
    assert [str(one) for one in found.remarks()] == [game, "Games 1–0", "Rubber 1/2"]
    tally = ["Points 3–1", "Games 1–0", "Rubber 1/2"]
    assert [str(one) for one in found.tally()] == tally
    assert [str(one) for one in replace(found, options=sheet().options).tally()] == tally[:2]
    assert found.public() == {"trick_points": [3, 1, 3, 1], "games": [1, 0, 1, 0], "rubbers": 0}


def test_notes_tell_how_the_points_arose() -> None:
    before = sheet(trick_points=(2, 1), games=(1, 0))
    assert [str(note) for note in deal_result(before, side(7), THREE).notes] == [
        "player 0, player 2 took 7 tricks: +1.",
        "player 0, player 2 got 3 honours: +2.",
        "player 0, player 2 make game with the others at 1; rubber points: +2.",
        "player 0, player 2 win the rubber; rubber points: +2.",
    ]


def test_a_game_alone_leaves_its_points_to_the_score() -> None:
    """They stand beside the names, whatever shows the result."""
    notes = deal_result(sheet(trick_points=(2, 1)), side(7), THREE).notes
    assert str(notes[-1]) == "player 0, player 2 make game with the others at 1."


@pytest.mark.parametrize(
    ("scores", "stake", "account"),
    [
        ((0, 2, 0, 2), "50", (150, -150, 150, -150)),  # 5 points to 2
        ((0, 9, 0, 9), "50", (-200, 200, -200, 200)),  # behind in spite of the last rubber
        ((0, 5, 0, 5), "50", (0, 0, 0, 0)),
        ((0, 2, 0, 2), "0", None),
    ],
)
def test_for_money_the_pairs_settle_by_the_difference_in_rubber_points(
    scores: tuple[int, ...], stake: str, account: tuple[int, ...] | None
) -> None:
    last = replace(sheet(stake=stake, games=(1, 0), trick_points=(4, 0)), scores=scores)
    found = after(last, side(7))
    assert found.winners
    assert found.settlement == account


def test_for_money_nothing_is_settled_before_the_last_rubber() -> None:
    first = sheet(stake="50", rubbers="2", games=(1, 0), trick_points=(4, 0))
    assert after(first, side(7)).settlement is None


def test_for_money_a_record_settles_before_its_end() -> None:
    match = random_match(GAME, 4, Random(1), {"stake": "25"})
    *_, settled, end = write(match).splitlines()
    assert match.sheet.settlement
    assert settled == "settle " + " ".join(f"{a}={b}" for a, b in enumerate(match.sheet.settlement))
    assert end.startswith("end winner=")
    text = write(match)
    assert replay(text, games()) == match
    for wrong in (text.replace(settled + "\n", ""), text.replace("settle 0=", "settle 0=1")):
        with pytest.raises(RecordError, match="settle"):
            replay(wrong, games())
    plain = text.replace("option stake=25\n", "")
    with pytest.raises(RecordError, match="nothing is settled"):
        replay(plain, games())


def test_for_money_a_game_that_the_host_ends_settles_nothing() -> None:
    match = begin(GAME, 4, {"stake": "25"})
    match = shuffled(match, Random(1)).finished_by(0)
    assert match.sheet.settlement is None
    assert "settle" not in write(match)
