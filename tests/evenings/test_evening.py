"""An evening as a value: from sign-up to podium, for any headcount."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from kwbot.engine.values.errors import RuleViolation
from kwbot.evenings.draw import draw
from kwbot.evenings.evening import CHECK_IN_LEAD, MAX_EVENING_PEOPLE, Evening, EveningStage
from kwbot.evenings.evening_rows import from_row, to_row
from kwbot.evenings.round_changes import add_table, enter_result, play_on
from kwbot.evenings.shares import UserShare
from kwbot.ids import GuildId, UserId

P1, P2, P3, P4, P5, P6, P9, LATE = map(UserId, (1, 2, 3, 4, 5, 6, 9, 777))
STARTS = datetime(2026, 3, 3, 19, tzinfo=UTC)
ENDS = STARTS + timedelta(hours=3)


def announced(people: int = 0) -> Evening:
    evening = Evening(
        id=1,
        guild=GuildId(10),
        channel=20,
        host=P1,
        game="whist",
        starts=STARTS,
        ends=ENDS,
        deals=4,
        seats=4,
    )
    for user in map(UserId, range(1, people + 1)):
        evening = evening.with_arrival(user, f"P{user}")
    return evening


def checked_in(people: int) -> Evening:
    evening = announced(people).with_check_in()
    for user in map(UserId, range(1, people + 1)):
        evening = evening.with_arrival(user, f"P{user}")
    return evening


@pytest.mark.slow
def test_an_evening_of_any_headcount_comes_to_its_standing() -> None:
    for people in range(1, 41):
        rng, now, evening = Random(people), STARTS, checked_in(people)
        points = dict.fromkeys(range(1, people + 1), 0)
        while (due := evening.due(now)) == "draw":
            evening = evening.with_round(draw(evening.here, 4, evening.past, rng))
            for number in evening.under_way:
                users = [evening.entrants[at].user for at in evening.round[number].seats if at]
                users += [P1] if evening.round[number].has(0) else []
                brought = {user: UserShare("", rng.randint(-9, 9), 4) for user in users if user}
                points = {**points, **{at: points[at] + one.points for at, one in brought.items()}}
                evening = enter_result(evening, number, brought)
                assert from_row(to_row(evening)) == evening
            now += timedelta(minutes=100)
        assert due == "end"
        standing = evening.as_over().standing
        assert {one.user: one.points for one in standing} == points
        assert all(one.deals == 8 for one in standing)
        assert [one.points for one in standing] == sorted(points.values(), reverse=True)
        for one in standing:
            assert one.place == 1 + sum(other.points > one.points for other in standing)


def test_it_waits_for_its_hours() -> None:
    evening = announced(3)
    assert evening.due(STARTS - CHECK_IN_LEAD - timedelta(seconds=1)) is None
    assert evening.due(STARTS - CHECK_IN_LEAD) == "check-in"
    evening = evening.with_check_in()
    assert evening.due(STARTS) is None, "nobody has checked in"
    assert evening.due(ENDS) == "end"
    assert evening.with_arrival(P2, "P2").due(STARTS - timedelta(seconds=1)) is None
    assert evening.with_arrival(P2, "P2").due(STARTS) == "draw"
    assert evening.with_arrival(P2, "P2").here == (1,)


def test_people_come_and_go() -> None:
    evening = announced(3)
    with pytest.raises(RuleViolation, match="already signed up"):
        evening.with_arrival(P2, "P2")
    evening = evening.without_person(P2)
    assert [one.user for one in evening.entrants] == [1, 3]
    with pytest.raises(RuleViolation, match="aren't on the list"):
        evening.without_person(P2)
    evening = (
        evening.with_check_in().with_arrival(P1, "P1").with_arrival(P3, "P3").with_arrival(P9, "P9")
    )
    with pytest.raises(RuleViolation, match="already checked in"):
        evening.with_arrival(P9, "P9")
    evening = evening.with_round([(0, 1, 2, None)]).without_person(P3)
    assert evening.here == (0, 2)
    assert evening.due(STARTS) is None, "their table goes on"
    evening = enter_result(
        evening, 0, {P1: UserShare("P1", 5, 4), P3: UserShare("P3", 7, 4, by_computer=2)}
    )
    assert [(one.name, one.has_left, one.by_computer) for one in evening.standing] == [
        ("P3", True, 2), ("P1", False, 0),
    ]  # fmt: skip
    assert evening.due(ENDS) == "end"
    assert evening.as_over().due(ENDS) is None
    with pytest.raises(RuleViolation, match="is over"):
        evening.as_over().with_arrival(P4, "P4")


def test_who_comes_late_has_a_table_and_whoever_takes_a_seat_takes_part() -> None:
    evening = add_table(checked_in(4).with_round([(0, 1, 2, 3)]).with_arrival(P5, "P5"), P5, 2)
    assert [one.deals for one in evening.round] == [4, 2]
    assert evening.round[1].seats == (4, None, None, None)
    assert add_table(evening, P5, 2) == evening, "they have a seat"
    evening = enter_result(evening, 1, {P5: UserShare("P5", 1, 2), P6: UserShare("P6", 3, 1)})
    assert evening.round[1].seats == (4, None, None, None, 5), "they have met"
    assert [one.name for one in evening.standing] == ["P6", "P5"]


def test_whoever_takes_a_seat_takes_part_however_long_the_list_is() -> None:
    evening = checked_in(MAX_EVENING_PEOPLE).with_round([(0, 1, 2, None)])
    evening = enter_result(evening, 0, {P1: UserShare("P1", 5, 4), LATE: UserShare("Late", 7, 4)})
    assert [one.name for one in evening.standing] == ["Late", "P1"]


def test_a_match_that_is_won_early_is_followed_by_another() -> None:
    evening = enter_result(
        checked_in(2).with_round([(0, 1, None, None)]), 0, {P1: UserShare("P1", 13, 3)}
    )
    evening = play_on(evening, 0, [None, P2, P1, None], 1)
    assert evening.round[0].seats == (1, 0, None, None), "a person has the first seat"
    assert (evening.round[0].deals, evening.under_way) == (1, (0,))
    evening = enter_result(evening, 0, {P1: UserShare("P1", 2, 1)})
    (one,) = evening.standing
    assert (one.points, one.deals) == (15, 4)


def test_a_moderator_ends_it_or_calls_it_off() -> None:
    assert not announced(2).call_off().is_open
    evening = checked_in(2).with_round([(0, 1, None, None)])
    with pytest.raises(RuleViolation):
        evening.call_off()
    now = STARTS + timedelta(hours=1)
    assert evening.with_end(now).ends == now
    with pytest.raises(RuleViolation):
        evening.with_end(now).with_end(now)


def test_who_was_forgotten_keeps_a_nameless_line() -> None:
    evening = enter_result(
        checked_in(2).with_round([(0, 1, None, None)]), 0, {P1: UserShare("P1", 13, 3)}
    )
    row = to_row(replace(evening, stage=EveningStage.OVER))
    nameless = replace(row.entrants[0], user_id=None, name="", presence="gone")
    (line,) = from_row(replace(row, entrants=(nameless, row.entrants[1]))).standing
    assert (line.user, line.points) == (None, 13)
