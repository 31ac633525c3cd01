"""Shards that cannot be heard: whose tables that concerns, and what they lose by it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from kwbot.ids import GuildId
from kwbot.tables.serving.shards import Outages, Reach, Shard

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
FIRST, SECOND, THIRD = (Shard(number, 3) for number in range(3))
IN_FIRST, IN_SECOND, IN_THIRD = (Reach(GuildId(guild << 22)) for guild in (3, 4, 5))
"""Tables of three servers."""


def after(minutes: float) -> datetime:
    return NOON + timedelta(minutes=minutes)


def test_the_first_shard_concerns_every_table() -> None:
    assert all(FIRST.serves(table) for table in (IN_FIRST, IN_SECOND, IN_THIRD))


def test_it_concerns_no_other_servers_table_whose_hands_are_in_the_channel() -> None:
    here = [table._replace(by_message=False) for table in (IN_FIRST, IN_SECOND)]
    assert [FIRST.serves(table) for table in here] == [True, False]
    assert [SECOND.serves(table) for table in here] == [False, True]


def test_any_other_concerns_its_servers() -> None:
    assert [SECOND.serves(g) for g in (IN_FIRST, IN_SECOND, IN_THIRD)] == [False, True, False]


def test_the_loss_of_one_concerns_nobody_elses_tables() -> None:
    outages = Outages()
    outages.begin(SECOND, NOON)
    assert outages.concern(IN_SECOND)
    assert not outages.concern(IN_FIRST)
    outage = outages.end(SECOND, after(7))
    assert outage.loss_of(IN_SECOND) == timedelta(minutes=7)
    assert not outage.loss_of(IN_FIRST)
    assert not outages


def test_a_loss_that_is_told_twice_began_once() -> None:
    outages = Outages()
    outages.begin(SECOND, NOON)
    outages.begin(SECOND, after(3))
    assert outages.end(SECOND, after(7)).loss_of(IN_SECOND) == timedelta(minutes=7)
    assert not outages.end(SECOND, after(9)).loss_of(IN_SECOND)


@pytest.mark.parametrize("first_lost", [0, 2, 5])
@pytest.mark.parametrize("first_back", [6, 9, 12])
def test_losses_that_overlap_are_given_back_once(first_lost: float, first_back: float) -> None:
    outages = Outages()
    began = {FIRST: after(first_lost), SECOND: after(3)}
    ended = {FIRST: after(first_back), SECOND: after(10)}
    for shard, at in began.items():
        outages.begin(shard, at)
    lost = timedelta()
    for shard in sorted(ended, key=ended.__getitem__):
        lost += outages.end(shard, ended[shard]).loss_of(IN_SECOND)
    assert lost == max(ended.values()) - min(began.values())


def test_a_clock_that_is_set_loses_nothing() -> None:
    outages = Outages()
    outages.begin(SECOND, NOON)
    outages.shift(timedelta(days=1))
    outage = outages.end(SECOND, after(5) + timedelta(days=1))
    assert outage.loss_of(IN_SECOND) == timedelta(minutes=5)
