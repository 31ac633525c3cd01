"""§5: who wins."""

import pytest

from kwbot.engine.values.errors import MatchOver
from tests.engine.playing import acted
from tests.variants.kombinations_whist.table import sheet_of, table

NOLL = "1 bid noll/pass*/rest/score"  # made: 4 points to player 1
SPEL = "1 bid spel/pass*/rest/score"  # not made: −2


def winners(
    lines: str,
    scores: tuple[int, ...],
    played: int = 0,
    winning: str = "classic",
    rounds: str = "3",
) -> tuple[int, ...] | None:
    match = table(
        lines, players=len(scores), scores=scores, played=played, winning=winning, rounds=rounds
    )
    return match.sheet.winners


@pytest.mark.parametrize(
    ("scores", "won"),
    [
        ((0, 9, 0, 0), True),
        ((0, 8, 0, 0), False),
        ((12, 9, 0, 0), True),
        ((13, 9, 0, 0), False),  # not alone in front
        ((14, 9, 0, 0), False),
        ((14, 11, 0, 0), True),
        ((0, 20, 0, 0), True),  # beyond it already
    ],
)
def test_5_classic_a_made_bid_that_reaches_13_alone_in_front(
    scores: tuple[int, ...], won: bool
) -> None:
    assert winners(NOLL, scores) == ((1,) if won else None)


@pytest.mark.parametrize(
    ("played", "target"), [(0, 13), (3, 13), (4, 12), (7, 12), (8, 11), (48, 1), (52, 1), (400, 1)]
)
def test_5_classic_the_target_falls_with_every_round_down_to_1(played: int, target: int) -> None:
    assert sheet_of(table(played=played)).target == target


def test_5_the_target_falls_after_the_last_deal_of_the_round_is_scored() -> None:
    assert winners(NOLL, (0, 8, 0, 0), played=3) is None
    assert winners(NOLL, (0, 8, 0, 0), played=4) == (1,)


def test_5_the_target_falling_never_wins_by_itself() -> None:
    match = table(SPEL, scores=(12, 0, 0, 0), played=3)
    assert (match.sheet.winners, sheet_of(match).target) == (None, 12)
    assert winners("pass*/score", (12, 0, 0, 0), played=4) is None


def test_5_a_failed_bid_never_wins() -> None:
    assert winners(SPEL, (0, 30, 0, 0)) is None


@pytest.mark.parametrize(
    ("played", "scores", "won"),
    [
        (10, (0, 30, 0, 0), False),
        (11, (0, 0, 0, 0), True),  # the last deal of the third round
        (11, (4, 0, 0, 0), False),
        (30, (3, 0, 0, 0), True),
        (30, (0, -3, 0, 0), True),
    ],
)
def test_5_limited_from_the_last_deal_of_the_last_round_on(
    played: int, scores: tuple[int, ...], won: bool
) -> None:
    found = winners(NOLL, scores, played, winning="limited")
    assert found == ((1,) if won else None)


def test_5_limited_rounds_count_every_player_of_the_match() -> None:
    five = (0, 0, 0, 0, 0)
    assert winners(NOLL, five, 3, winning="limited", rounds="1") is None
    assert winners(NOLL, five, 4, winning="limited", rounds="1") == (1,)


@pytest.mark.parametrize("winning", ["classic", "limited"])
def test_5_win_of_shame(winning: str) -> None:
    assert winners(SPEL, (-5, -3, 0, -9), winning=winning) == (2,)
    assert winners(SPEL, (-5, -2, 0, -9), winning=winning) is None
    assert winners(SPEL, (-4, -3, 0, -9), winning=winning) is None


def test_5_win_of_shame_after_omgiv_and_fouls_too() -> None:
    assert winners("pass*/score", (-6, -7, 0, -7)) == (2,)
    cancelled = "1 bid noll/foul 0 by=1 ruling=cancel/score"
    assert winners(cancelled, (-3, -5, 0, -9)) == (2,)


def test_5_no_win_of_shame_for_nobody() -> None:
    assert winners("pass*/score", (-7, -7, -7, -7)) is None


def test_5_a_win_by_a_made_bid_comes_before_shame() -> None:
    lines = "1 bid noll/pass*/foul 0 by=1 ruling=restore/undo 1/0 pass/rest/score"
    assert winners(lines, (-4, 9, -5, -5)) == (1,)


VALUE_13 = "1 bid obesudlat+oppenhand+straff+pest+bradska/pass*/1 suit S/rest/score"


def test_5_obesudlat_of_13_wins_at_once_with_the_title() -> None:
    match = table(VALUE_13, scores=(90, -5, 0, 0))
    assert match.sheet.winners == (1,)
    assert match.sheet.titles == ((1, "obesudlad"),)
    assert match.sheet.scores[1] == -5 + 13 + 1  # every plague card: honourable


def test_5_obesudlat_below_13_brings_neither() -> None:
    lines = "1 bid obesudlat+oppenhand+bradska+straff/pass*/rest/score"
    match = table(lines, scores=(20, 0, 0, 0))
    assert (match.sheet.winners, match.sheet.titles) == (None, ())
    assert match.sheet.scores[1] == 11


def test_5_obesudlat_below_13_may_still_win_by_points() -> None:
    lines = "1 bid obesudlat+oppenhand+bradska+straff/pass*/rest/score"
    assert table(lines, scores=(0, 2, 0, 0)).sheet.winners == (1,)


def test_5_obesudlat_not_made_brings_nothing() -> None:
    lines = "1 bid obesudlat+oppenhand+straff/pass*/rest/score"
    match = table(lines)
    assert (match.sheet.winners, match.sheet.titles, match.sheet.scores[1]) == (None, (), -4)


def test_5_after_a_win_no_deal_begins() -> None:
    match = table(NOLL, scores=(0, 9, 0, 0))
    assert match.is_won
    with pytest.raises(MatchOver):
        match.deal_begun(1)
    with pytest.raises(MatchOver):
        acted(match, "1 pass")


@pytest.mark.parametrize(("rounds", "told"), [("1", []), ("3", ["Round {round} of {rounds}"])])
def test_5_a_single_round_is_not_counted(rounds: str, told: list[str]) -> None:
    match = table("", players=4, winning="limited", rounds=rounds)
    assert [one.text for one in match.sheet.remarks()] == told
