"""Lead, score and match."""

from random import Random

import pytest

from kwbot.engine.values.errors import IllegalAction
from kwbot.engine.views.view import view
from tests.engine.playing import acted, begin, played_out, shuffled
from tests.variants.fyrmanswhist.table import BLACK, GAME, after, ended, shows, table

SUITS = {
    0: "SA SK SQ SJ ST S9 S8 S7 S6 S5 S4 S3 S2",
    1: "HA HK HQ HJ HT H9 H8 H7 H6 H5 H4 H3 H2",
    2: "DA DK DQ DJ DT D9 D8 D7 D6 D5 D4 D3 D2",
    3: "CA CK CQ CJ CT C9 C8 C7 C6 C5 C4 C3 C2",
}


def test_spel_the_player_on_declarers_left_leads() -> None:
    assert shows("S2 S3 H4 S5").to_act() == (3,)
    assert shows("H2 S3 S4 S5").to_act() == (1,)
    assert shows("S2 H3 S4 S5").to_act() == (2,)


@pytest.mark.parametrize("dealer", range(4))
def test_pass_forehand_leads(dealer: int) -> None:
    assert table(BLACK, dealer=dealer).to_act() == ((dealer + 1) % 4,)


def test_follow_suit() -> None:
    match = shows("S2 S3 H4 S5")
    match = acted(match, "3 play S5")
    assert [str(action) for action in match.choice(0) if "play S" not in str(action)] == []
    with pytest.raises(IllegalAction, match="Follow suit"):
        acted(match, "0 play H2")


def test_never_trumps_the_highest_of_the_suit_led_wins_and_leads() -> None:
    """One suit each: whoever leads takes all tricks."""
    match = table("0 show SA/1 show HA/2 show D2/3 show CA", SUITS)
    assert view(match, 0).trumps is None
    assert match.to_act() == (2,)
    match = acted(match, "2 play D2/3 play CA/0 play SA/1 play HA")
    assert match.to_act() == (2,)


@pytest.mark.parametrize(
    ("declarer", "tricks", "points"),
    [
        (0, (4, 3, 3, 3), (1, 0)),
        (2, (4, 3, 3, 3), (1, 0)),
        (0, (10, 1, 2, 0), (6, 0)),
        (0, (13, 0, 0, 0), (7, 0)),
        (1, (3, 4, 3, 3), (0, 1)),
        (3, (0, 9, 0, 4), (0, 7)),
    ],
)
def test_spel_1_point_for_each_trick_beyond_six(
    declarer: int, tricks: tuple[int, ...], points: tuple[int, int]
) -> None:
    found = ended(declarer, tricks)
    assert found.points == (*points, *points)
    assert (found.declarer, str(found.contract), found.made) == (declarer, "bid spel", True)


@pytest.mark.parametrize(
    ("declarer", "tricks", "points"),
    [
        (0, (3, 4, 3, 3), (0, 2)),
        (2, (0, 13, 0, 0), (0, 14)),
        (1, (9, 2, 0, 2), (6, 0)),
        (3, (4, 3, 3, 3), (2, 0)),
    ],
)
def test_spel_2_for_each_if_that_is_not_declarers_side(
    declarer: int, tricks: tuple[int, ...], points: tuple[int, int]
) -> None:
    found = ended(declarer, tricks)
    assert found.points == (*points, *points)
    assert found.made is False


def test_spel_2_for_each_also_where_that_side_showed_red_too() -> None:
    """All at once: players 1 and 2 show red, 1 is declarer, and 2 takes every trick they can."""
    hands = {2: SUITS[1], 1: SUITS[2], 0: SUITS[0], 3: SUITS[3]}
    match = table("0 show SA/1 show DA/2 show HA/3 show CA", hands, showing="together")
    assert match.to_act() == (2,)
    match = acted(match, "rest")
    assert match.deal
    assert match.deal.result
    assert match.deal.result.points == (14, 0, 14, 0)


@pytest.mark.parametrize(
    ("tricks", "points"),
    [
        ((3, 4, 3, 3), (1, 0)),
        ((4, 3, 3, 3), (0, 1)),
        ((0, 13, 0, 0), (7, 0)),
        ((9, 0, 1, 3), (0, 4)),
    ],
)
def test_pass_1_point_for_each_trick_below_seven(
    tricks: tuple[int, ...], points: tuple[int, int]
) -> None:
    found = ended(None, tricks)
    assert found.points == (*points, *points)
    assert (found.declarer, str(found.contract), found.made) == (None, "bid pass", None)


@pytest.mark.parametrize(("before", "won"), [(11, False), (12, True), (30, True)])
def test_first_side_to_13(before: int, won: bool) -> None:
    found = after((before, 12, before, 12), ended(0, (4, 3, 3, 3)))
    assert found.scores == (before + 1, 12, before + 1, 12)
    assert found.winners == ((0, 2) if won else None)


def test_another_target() -> None:
    brought = ended(1, (0, 6, 3, 4))
    assert after((0, 3, 0, 3), brought, target="7").winners == (1, 3)
    assert after((0, 3, 0, 3), brought, target="8").winners is None


@pytest.mark.parametrize("showing", ["turn", "together"])
def test_only_one_side_scores_in_a_deal(showing: str) -> None:
    rng = Random(4)
    for _ in range(30):
        match = played_out(shuffled(begin(GAME, 4, {"showing": showing}), rng), rng)
        assert match.deal
        assert match.deal.result
        points = match.deal.result.points
        assert points[:2] == points[2:]
        assert min(points) == 0 < max(points)
        assert len(match.deal.play.tricks) == 13  # type: ignore[union-attr]


def test_the_deal_passes_to_the_left() -> None:
    match = shuffled(begin(GAME, 4), Random(1))
    match = played_out(match, Random(1)).with_score()
    assert match.next_dealer() == 2


def test_notes_and_remarks_tell_how_the_points_arose() -> None:
    assert [str(note) for note in ended(0, (4, 3, 3, 3)).notes] == [
        "Spel, shown by player 0. player 0, player 2 took 7 tricks: +1."
    ]
    assert [str(note) for note in ended(1, (4, 3, 3, 3)).notes] == [
        "player 0, player 2 took 7 tricks; those beyond six count double: +2."
    ]
    assert [str(note) for note in ended(None, (4, 3, 3, 3)).notes] == [
        "player 1, player 3 took only 6 tricks: +1."
    ]
    sheet = table(scores=(3, 5, 3, 5)).sheet
    assert [str(one) for one in sheet.remarks()] == ["First to 13 points"]
