"""People who press at the rate at which they are answered, one table after the other."""

from __future__ import annotations

from typing import Any, cast

from benches.durability.paced import SLOW_SECONDS, TURN_RATES, PacedPlay, PacedTable


class Shown:
    """A table at which somebody can press or not."""

    def __init__(self, *, can_press: bool = True) -> None:
        self.can_press = can_press


def paced(*tables: Shown) -> PacedPlay:
    return PacedPlay(cast(list[PacedTable], tables))


def test_slow_answers_slow_people_down_and_quick_ones_speed_them_up() -> None:
    play = paced()
    play._adapt(SLOW_SECONDS / 2)
    quicker = play.rate
    play._adapt(2 * SLOW_SECONDS)
    assert play.rate < quicker
    once = play.rate
    play._adapt(2 * SLOW_SECONDS)
    assert play.rate == once, "answers that were slow together are slow once"
    for _ in range(10_000):
        play._adapt(0.0)
    assert play.rate == TURN_RATES[1]


def test_tables_have_their_turns_where_somebody_can_press() -> None:
    first, waiting, last = Shown(), Shown(can_press=False), Shown()
    play = paced(first, waiting, last)
    found: Any = [play._next(), play._next(), play._next()]
    assert found == [first, last, None]


def test_only_tables_that_are_wanted_have_turns() -> None:
    first, last = Shown(), Shown()
    play = paced(first, last)
    play.tables = cast(list[PacedTable], [last])
    assert cast(Any, play._next()) is last
