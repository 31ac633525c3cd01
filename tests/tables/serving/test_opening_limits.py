"""How many tables may be open at once, how fast they are opened, and lobbies that nobody joins."""

from __future__ import annotations

import pytest

from benches.stand_ins import HandClock
from kwbot.ids import GuildId, UserId
from kwbot.storage.values.documents import GuildSettings
from kwbot.tables.errors.refusals import Refused
from kwbot.tables.serving.opening_limits import BURST, OPENING_INTERVAL, Opening, OpeningLimits
from kwbot.tables.state import time_limits
from kwbot.tables.state.table_state import ClosedTable
from tests.tables.sandbox import ANNA, BO, CHANNEL, GUILD, House

SECOND, THIRD, FOURTH = map(GuildId, (2, 3, 4))
HOUR = 3600
SETTINGS = GuildSettings(tables_per_person=2, tables_per_channel=3, tables_per_server=4)


def wish(user: int, channel_id: int = 1, guild_id: GuildId = GUILD) -> Opening:
    return Opening(UserId(user), guild_id, frozenset([channel_id]))


async def open_two(house: House, most: int = 9) -> OpeningLimits:
    """Anna's table in the usual channel, Dag's in another."""
    await house.lobby()
    await house.lobby_elsewhere()
    return OpeningLimits(house.tables.index, house.clock, most)


async def test_each_limit_is_refused_with_its_own_sentence(house: House) -> None:
    limits = await open_two(house)
    anna = next(iter(house.tables.index)).host
    with limits.opening(wish(anna, 7), SETTINGS):
        with pytest.raises(Refused, match="per person: 2"), limits.opening(wish(anna, 8), SETTINGS):
            pass
        with (
            limits.opening(wish(50, CHANNEL), SETTINGS),
            limits.opening(wish(51, 9, SECOND), SETTINGS),
        ):
            with pytest.raises(Refused, match="server: 4"), limits.opening(wish(52), SETTINGS):
                pass
            with limits.opening(wish(53, guild_id=THIRD), SETTINGS):
                pass  # another server has its own limit
            with (
                limits.opening(wish(54, CHANNEL, SECOND), SETTINGS),
                pytest.raises(Refused, match="channel and its threads: 3"),
                limits.opening(wish(55, CHANNEL, SECOND), SETTINGS),
            ):
                pass
    with limits.opening(wish(anna, 8), SETTINGS):
        pass  # what failed to open does not count


async def test_the_bot_is_full_for_all_servers(house: House) -> None:
    limits = await open_two(house, most=3)
    with (
        limits.opening(wish(50, 7, guild_id=THIRD), SETTINGS),
        pytest.raises(Refused, match="full: 3 tables"),
        limits.opening(wish(51, 8, guild_id=FOURTH), SETTINGS),
    ):
        pass


async def test_a_table_that_moved_to_a_thread_counts_for_its_channel(house: House) -> None:
    limits = await open_two(house)
    table = next(iter(house.tables.index)).id
    await house.tables.note(table, channel=99, parent_channel=CHANNEL)
    one = GuildSettings(tables_per_channel=1)
    with pytest.raises(Refused, match="threads: 1"), limits.opening(wish(50, CHANNEL), one):
        pass
    await house.tables.index.at(table).close("moderator")
    with limits.opening(wish(50, CHANNEL), one):
        pass


def test_one_person_opens_a_few_tables_in_a_row_then_one_after_the_other() -> None:
    clock = HandClock()
    limits = OpeningLimits((), clock, 9)
    for _ in range(BURST):
        limits.check_pace(ANNA.id)
    for _ in range(3):
        with pytest.raises(Refused, match="too fast"):
            limits.check_pace(ANNA.id)
    limits.check_pace(BO.id)
    clock.advance(OPENING_INTERVAL.total_seconds())
    limits.check_pace(ANNA.id)
    with pytest.raises(Refused, match="too fast"):
        limits.check_pace(ANNA.id)
    clock.advance(BURST * OPENING_INTERVAL.total_seconds())
    for _ in range(BURST):
        limits.check_pace(ANNA.id)


@pytest.mark.parametrize("joined", [False, True])
async def test_a_lobby_that_nobody_joins_is_closed_early(house: House, joined: bool) -> None:
    table = await house.lobby(computers=2)
    if joined:
        await house.join(table, BO)
    house.clock.advance(time_limits.UNJOINED_PERIOD.total_seconds() - 1)
    await house.settled()
    assert house.tables.index.get(table)
    house.clock.advance(2)
    await house.settled()
    assert (house.tables.index.get(table) is not None) is joined
    if not joined:
        last = house.listener.states[-1]
        assert isinstance(last, ClosedTable)
        assert last.reason == "unjoined"
