"""Values to store, alike in everything that a test does not name."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from kwbot.ids import GuildId, UserId
from kwbot.storage.values.stored_results import Outcome, PlayerResult
from kwbot.storage.values.stored_tables import DealSecret, NewEvent, NewTable, StoredSeat

GUILD = GuildId(2**62 + 1)  # ids of Discord fill 63 bits
OTHER_GUILD = GuildId(GUILD + 1)
ANNA, BO, CLEO, DAG = map(UserId, (101, 102, 103, 104))
GAME = "kombinations-whist"
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)

SEATS = (
    StoredSeat(seat=0, name="Anna", user_id=ANNA, dm_channel_id=9001, dm_open=True),
    StoredSeat(seat=1, name="Bo", user_id=BO),
    StoredSeat(seat=2, name="Computer 1", level="rule of thumb"),
)
TABLE = NewTable(
    guild_id=GUILD,
    channel_id=11,
    host_id=ANNA,
    game=GAME,
    language="en",
    created_at=NOON,
    seats=SEATS,
    options={"winning": "classic"},
    display={"dm": {"101": 77}},
)
SECRET = DealSecret(deal=1, secret=bytes(range(48)), context="table 1 deal 1", commitment="ab" * 32)


def table(**different: Any) -> NewTable:
    return replace(TABLE, **different)


def events(count: int, *, first: int = 1) -> list[NewEvent]:
    return [
        NewEvent("play", f"0 play S{number}", NOON + timedelta(seconds=number), ANNA)
        for number in range(first, first + count)
    ]


def result(user: int, *, seat: int = 0, won: bool = False, **scores: Any) -> PlayerResult:
    return PlayerResult(user_id=UserId(user), seat=seat, won=won, **{"points": 0, **scores})


def outcome(*results: PlayerResult, **different: Any) -> Outcome:
    seated = tuple(replace(given, seat=seat) for seat, given in enumerate(results))
    return replace(
        Outcome(finished_at=NOON, players=4, people=4, day=NOON.date(), results=seated), **different
    )
