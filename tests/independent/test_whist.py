"""The referee of English whist: what a deal gives, and who wins a trick."""

import pytest

from tests.independent.talk import Trick
from tests.independent.whist import Whist, WhistCourse, WhistDeal


def of_form(form: str, **options: str) -> Whist:
    game = Whist()
    game.names = dict(enumerate("ABCD"))
    game.scores = [0, 0, 0, 0]
    game.chosen = {"form": form, **options}
    return game


def blank() -> WhistDeal:
    return WhistDeal(1, 0, (0, 1, 2, 3))


# --- What a deal gives: rubbers -----------------------------------------------------------------

SIDES = [  # form, sheet before, tricks of both sides, honours of both sides; points, sheet after
    ("short", (0, 0), (7, 6), (2, 2), (1, 0), (1, 0)),
    ("short", (0, 0), (6, 7), (3, 1), (2, 1), (2, 1)),
    ("short", (0, 0), (6, 7), (4, 0), (4, 1), (4, 1)),
    ("short", (3, 2), (6, 7), (4, 0), (1, 1), (4, 3)),  # honours alone stop at 4
    ("short", (4, 0), (5, 8), (3, 1), (0, 2), (4, 2)),
    ("short", (2, 0), (7, 6), (3, 1), (3, 0), (0, 0)),  # with a trick they make game
    ("short", (4, 4), (6, 7), (4, 0), (0, 1), (0, 0)),  # made by tricks: no honours for others
    ("short", (4, 0), (7, 6), (4, 0), (1, 0), (0, 0)),  # nor for the side itself
    ("short", (0, 0), (13, 0), (4, 0), (7, 0), (0, 0)),
    ("long", (0, 0), (13, 0), (3, 1), (9, 0), (9, 0)),
    ("long", (0, 0), (12, 1), (4, 0), (10, 0), (0, 0)),
    ("long", (8, 0), (6, 7), (4, 0), (1, 1), (9, 1)),
    ("long", (9, 0), (6, 7), (3, 1), (0, 1), (9, 1)),
    ("american", (0, 0), (13, 0), (4, 0), (7, 0), (0, 0)),
    ("american", (6, 5), (6, 7), (4, 0), (0, 1), (6, 6)),
]


@pytest.mark.parametrize(("form", "before", "tricks", "honours", "points", "after"), SIDES)
def test_trick_points_and_honours(
    form: str,
    before: tuple[int, int],
    tricks: tuple[int, int],
    honours: tuple[int, int],
    points: tuple[int, int],
    after: tuple[int, int],
) -> None:
    game = of_form(form)
    game.sheet = list(before)
    counted = [count if game.honours else 0 for count in honours]
    game.settle_sides(blank(), [tricks[0] - 1, tricks[1], 1, 0], counted)
    assert game.deals[-1]["points"] == [*points, *points]
    assert game.deals[-1]["sheet"] == [*after, *after]
    assert game.sheet == list(after)


RUBBER_POINTS = {  # for game while the other side has 0, 1, 2 …
    "short": (3, 2, 2, 1, 1),
    "long": (3, 2, 2, 2, 2, 1, 1, 1, 1, 1),
    "american": (3, 2, 2, 2, 1, 1, 1),
}


@pytest.mark.parametrize("form", RUBBER_POINTS)
def test_rubber_points(form: str) -> None:
    for other, points in enumerate(RUBBER_POINTS[form]):
        game = of_form(form)
        game.sheet = [other, game.form.goal - 1]
        game.settle_sides(blank(), [3, 4, 3, 3], [0, 0])
        assert game.scores == [0, points, 0, points]
        assert game.winners is None
        game.sheet = [0, game.form.goal - 1]
        game.settle_sides(blank(), [3, 4, 3, 3], [0, 0])  # the rubber: 3 for game and 2 more
        assert game.scores == [0, points + 5, 0, points + 5]
        assert game.winners == [1, 3]


def test_matches_of_several_rubbers() -> None:
    game = of_form("short", rubbers="2")
    for first, second, winners in ((4, 9, None), (9, 4, [0, 1, 2, 3])):
        for _ in range(2):
            assert game.winners is None
            game.settle_sides(blank(), [first, second, 0, 0], [0, 0])
            game.settle_sides(blank(), [first, second, 0, 0], [0, 0])
        assert game.winners == winners
    assert game.scores == [8, 8, 8, 8]


# --- What a deal gives: à la guerre -------------------------------------------------------------

ALONE = [  # scores before, tricks, honours, scores after, winner
    ((0, 0, 0, 0), (4, 4, 4, 1), (1, 1, 2, 1), (0, 0, 0, 0), None),
    ((0, 0, 0, 0), (5, 4, 4, 0), (0, 3, 1, 1), (1, 2, 0, 0), None),
    ((0, 0, 0, 0), (13, 0, 0, 0), (5, 0, 0, 0), (14, 0, 0, 0), 0),
    ((0, 7, 8, 0), (5, 4, 4, 0), (0, 4, 0, 1), (1, 8, 8, 0), None),  # alone they stop at 8
    ((0, 0, 8, 0), (6, 3, 4, 0), (0, 0, 3, 0), (2, 0, 8, 0), None),
    ((0, 5, 0, 0), (4, 5, 2, 2), (0, 3, 0, 0), (0, 8, 0, 0), None),
    ((0, 6, 0, 0), (4, 5, 2, 2), (0, 3, 0, 0), (0, 9, 0, 0), 1),  # with a trick they win
    ((8, 6, 0, 0), (5, 5, 2, 1), (0, 4, 0, 0), (9, 11, 0, 0), 1),  # both arrive: the higher
    ((7, 6, 0, 0), (6, 7, 0, 0), (0, 0, 0, 0), (9, 9, 0, 0), 1),  # equal: more tricks
    ((8, 8, 0, 0), (5, 5, 2, 1), (0, 0, 0, 0), (9, 9, 0, 0), None),  # still equal: go on
    ((9, 9, 0, 0), (4, 3, 3, 3), (0, 0, 0, 0), (9, 9, 0, 0), 0),
    ((9, 9, 0, 0), (4, 4, 3, 2), (0, 3, 0, 0), (9, 9, 0, 0), None),  # not above 8, not below 9
    ((9, 9, 8, 0), (0, 0, 7, 6), (0, 0, 0, 0), (9, 9, 11, 2), 2),
]


@pytest.mark.parametrize(("before", "tricks", "honours", "after", "winner"), ALONE)
def test_a_la_guerre(
    before: tuple[int, ...],
    tricks: tuple[int, ...],
    honours: tuple[int, ...],
    after: tuple[int, ...],
    winner: int | None,
) -> None:
    game = of_form("guerre")
    game.scores = list(before)
    game.settle_alone(blank(), list(tricks), list(honours))
    assert game.scores == list(after)
    assert game.winner == winner
    gained = [late - early for late, early in zip(after, before, strict=True)]
    assert game.deals[-1]["points"] == gained
    assert "sheet" not in game.deals[-1]


# --- Who wins a trick ---------------------------------------------------------------------------

TRICKS = [  # the card turned up, the cards before, the trick led by player 0; its winner
    ("S9", "", "HA HK HQ S2", 3),
    ("S9", "", "HA S3 HQ S2", 1),
    ("S9", "", "H3 DA CA H4", 3),
    ("", "", "HA HK HQ S2", 0),  # hearts are trumps
    ("", "S3 S4 S5 S6", "HA HK HQ S2", 3),
    ("", "S3 D4 D5 D6", "HA DA S7 S2", 2),
]


@pytest.mark.parametrize(("turned", "before", "cards", "winner"), TRICKS)
def test_trumps_are_turned_up_or_led_first(
    turned: str, before: str, cards: str, winner: int
) -> None:
    course = WhistCourse((3, 0, 1, 2), {})
    course.turned = turned
    course.tricks = [Trick(0, tuple(before.split()))] * bool(before)
    course.running = list(enumerate(cards.split()))
    assert course.strongest() == winner
