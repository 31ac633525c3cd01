"""The cost of a year-old database for presses: how long one waits during other work.

Besides events the database holds their results (deals, games, standings, ratings) and a year of
evenings and deals of the day.

It has 1.2 million events (100 MB), or `--games`: 12,000,000 make 1 GB. There are 100,000 finished
games, most with a short log.
"""

import asyncio
import gc
import json
import os
import random
import sqlite3
import sys
import tempfile
from collections.abc import (
    AsyncIterator,
    Awaitable,
    Callable,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from contextlib import closing, contextmanager, suppress
from datetime import UTC, date, datetime, timedelta
from functools import partial
from pathlib import Path
from time import perf_counter
from zoneinfo import ZoneInfo

from benches.figures import Figure, Sample, benchmark
from kwbot.ids import GuildId, TableId, UserId
from kwbot.standings.season_leaderboards import SeasonLeaderboards
from kwbot.storage.queries.game_queries import GameScope
from kwbot.storage.store import Store
from kwbot.storage.upkeep.live_copy import serve_backups
from kwbot.storage.values.documents import GuildSettings, SeasonKind
from kwbot.storage.values.seasons import season_of
from kwbot.storage.values.stored_tables import NewEvent, NewTable
from kwbot.storage.values.stored_weeklies import WeeklyPlan

Do = Callable[[], Awaitable[object]]

EVENTS_STORED = 1_200_000
AT_A_TABLE, AT_A_SHORT_TABLE = 250, 2
"""Events of a table, and of the short ones that make up the number of games."""
GAMES_STORED = 100_000
BEGAN = datetime(2026, 1, 1, tzinfo=UTC)
YEAR = timedelta(days=365)
PLAYERS_STORED = 5_000
BUSY, BUSY_SHARE = UserId(1), 0.05
"""A user who played at one table in twenty, all on the large server."""
GUILDS = 20
LARGE, LARGE_SHARE = GuildId(1), 0.3
"""A server with a third of all tables."""
GROWN_GAME = "kombinations-whist"
DEALS_A_TABLE = 4
"""Scored deals at a table."""
EVENINGS, ENTRANTS, ROUNDS = 100, 32, 6
"""Two evenings a week on the large server, and the size of each."""
DAILY_PLAYS = 200
"""Players of each deal of the day there."""
PEOPLE_AT_ONCE = 10
"""Number of people who give the same command at once."""
PRESS_BUDGET = 100.0
"""Most milliseconds that a press may wait meanwhile."""
TIME_BUDGETS = {f"/stats of {PEOPLE_AT_ONCE} at once": 2.0}
"""Most seconds that a piece of work may take."""
SECONDS_BETWEEN_PRESSES = 0.004
"""Seconds between two presses."""


def url(path: Path) -> str:
    return f"sqlite:///{path}"


def fill(path: Path, events: int, games: int = GAMES_STORED) -> None:
    """Fill the database at `path` with a year's closed tables and their results."""
    rng, whole = random.Random(1), events // AT_A_TABLE
    with closing(sqlite3.connect(path)) as database, database:
        for table in map(TableId, range(1, whole + 1)):
            _fill_table(database, table, BEGAN + YEAR * (table / whole), AT_A_TABLE, rng)
        for table in map(TableId, range(whole + 1, games + 1)):
            at = BEGAN + YEAR * (table / games)
            _fill_table(database, table, at, AT_A_SHORT_TABLE, rng)
        for statement in _ADDED_UP:
            database.execute(statement)
        for number in range(EVENINGS):
            _fill_evening(database, BEGAN + YEAR * (number / EVENINGS), rng)
        for day in range(YEAR.days):
            _fill_daily(database, BEGAN + timedelta(days=day), rng)


_ADDED_UP = (
    """INSERT INTO standings SELECT guild_id, game, user_id, count(*), sum(won), sum(points),
    sum(bids_tried), sum(bids_made), sum(units)
    FROM player_results JOIN results ON results.id = result_id GROUP BY 1, 2, 3""",
    """INSERT INTO ratings SELECT guild_id, game, user_id, games, 20 + 10.0 * wins / games, 5
    FROM standings""",
    """INSERT INTO monthly_standings SELECT guild_id, game, date(day, 'start of month'), user_id,
    count(*), sum(points), count(*) / 4, count(*) / 16
    FROM deal_shares JOIN scored_deals ON scored_deals.id = deal_id GROUP BY 1, 2, 3, 4""",
)
"""Sums over deals and games."""


def _fill_table(
    database: sqlite3.Connection, table_id: TableId, at: datetime, events: int, rng: random.Random
) -> None:
    when = at.replace(tzinfo=None).isoformat(" ")
    fourth = (
        BUSY if rng.random() < BUSY_SHARE else rng.randrange(PLAYERS_STORED, 2 * PLAYERS_STORED)
    )
    users = [*rng.sample(range(2, PLAYERS_STORED), 3), fourth]
    large = fourth == BUSY or rng.random() < LARGE_SHARE
    guild = LARGE if large else GuildId(rng.randrange(2, GUILDS))

    insert = partial(_insert, database)
    row = "tables (id, guild_id, channel_id, host_id, game, options, language, state, seq,"
    display = json.dumps({"messages": [10**18 + table_id], "hands": {}})
    channel = guild * 1000 + table_id % 50
    game = guild, channel, users[0], GROWN_GAME, "{}", "en", "closed", events
    insert(
        f"{row} created_at, last_human_at, closed_reason, display)",
        [(table_id, *game, when, when, "over", display)],
    )
    seats = "seats (table_id, seat, user_id, name, dm_open, away)"
    insert(
        seats, ((table_id, seat, user, f"Player {user}", 1, 0) for seat, user in enumerate(users))
    )
    insert(
        "events (table_id, seq, at, kind, body, actor)",
        (
            (table_id, seq, when, "action", _body(seq), users[seq % 4])
            for seq in range(1, events + 1)
        ),
    )
    secrets = "deal_secrets (table_id, deal, secret, context, commitment, contributions,"
    insert(
        f"{secrets} revealed_at)",
        ((table_id, deal, rng.randbytes(48), "table", "ab" * 32, "", when) for deal in range(1, 4)),
    )
    day = at.date().isoformat()
    insert(
        "results (id, guild_id, game, table_id, finished_at, players, day, people)",
        [(table_id, guild, GROWN_GAME, table_id, when, 4, day, 4)],
    )
    brought = "player_results (result_id, seat, user_id, won, points, bids_tried, bids_made, units,"
    insert(
        f"{brought} place, rating)",
        (
            (table_id, seat, user, seat == 0, seat, 3, 2, 0, seat, 25)
            for seat, user in enumerate(users)
        ),
    )
    _fill_deals(insert, table_id, guild, day, users)


def _insert(database: sqlite3.Connection, into: str, rows: Iterable[tuple[object, ...]]) -> None:
    every = list(rows)
    marks = ", ".join("?" * len(every[0]))
    statement = f"INSERT INTO {into} VALUES ({marks})"  # noqa: S608 - our own words
    database.executemany(statement, every)


def _fill_deals(
    insert: Callable[[str, Iterable[tuple[object, ...]]], None],
    table_id: TableId,
    guild_id: GuildId,
    day: str,
    users: Sequence[int],
) -> None:
    deals = [(table_id * DEALS_A_TABLE + number, number) for number in range(1, DEALS_A_TABLE + 1)]
    insert(
        "scored_deals (id, guild_id, game, edition, table_id, number, day, people, contract)",
        (
            (deal, guild_id, GROWN_GAME, "1.5", table_id, number, day, 4, "trumf")
            for deal, number in deals
        ),
    )
    insert(
        "deal_shares (deal_id, seat, user_id, side, points, tricks, made, left, marks)",
        (
            (deal, seat, user, seat, 2 - seat, 3, seat == 0 or None, 0, "")
            for deal, _ in deals
            for seat, user in enumerate(users)
        ),
    )


def _fill_evening(database: sqlite3.Connection, at: datetime, rng: random.Random) -> None:
    when = at.replace(tzinfo=None).isoformat(" ")
    tables = [range(first, first + 4) for first in range(0, ENTRANTS, 4)]
    sittings = [
        {"seats": [*seats], "deals": 4, "table": 1, "over": True, "boards": [],
         "shares": [[entrant, rng.randint(-9, 9), 4, 0, 0] for entrant in seats]}
        for seats in tables
    ]  # fmt: skip
    course = {"deals": 4, "seats": 4, "rounds": [sittings] * ROUNDS, "rooms": [], "spent": []}
    row = (LARGE, LARGE * 1000, BUSY, GROWN_GAME, "{}", "en", when, when, "over",
           json.dumps({**course, "posted": 0}))  # fmt: skip
    columns = "guild_id, channel_id, host_id, game, options, language, starts_at, ends_at, state,"
    marks = ", ".join("?" * len(row))
    statement = f"INSERT INTO evenings ({columns} course) VALUES ({marks})"  # noqa: S608 - our words
    evening = database.execute(statement, row).lastrowid
    users = rng.sample(range(2, PLAYERS_STORED), ENTRANTS)
    database.executemany(
        "INSERT INTO evening_entrants VALUES (?, ?, ?, ?, 'here')",
        ((evening, number, user, f"Player {user}") for number, user in enumerate(users)),
    )


def _fill_daily(database: sqlite3.Connection, at: datetime, rng: random.Random) -> None:
    when = at.replace(tzinfo=None).isoformat(" ")
    day = {
        "guild_id": LARGE, "day": at.date().isoformat(), "channel_id": LARGE * 1000,
        "game": GROWN_GAME, "options": "{}", "language": "en", "secret": rng.randbytes(48),
        "context": "day", "commitment": "ab" * 32, "state": "over", "shown": "over", "strong": "",
        "strong_points": 1,
    }  # fmt: skip
    names = ", ".join(day)
    statement = f"INSERT INTO daily_deals ({names}) VALUES ({', '.join('?' * len(day))})"  # noqa: S608
    daily = database.execute(statement, [*day.values()]).lastrowid
    database.executemany(
        "INSERT INTO daily_plays (daily_id, user_id, name, seq, moves, points, finished_at, shared,"
        " forgotten) VALUES (?, ?, ?, 20, ?, ?, ?, 0, 0)",
        (
            (daily, user, f"Player {user}", "play SA\n" * 20, rng.randint(-5, 5), when)
            for user in rng.sample(range(1, PLAYERS_STORED), DAILY_PLAYS)
        ),
    )


def _body(seq: int) -> str:
    """Return an event's body: now and then a deal, otherwise a played card."""
    return f"deal {seq} 0\n" + "hand 0 SA SK SQ\n" * 16 if seq % 60 == 1 else f"{seq % 4} play SA"


class Presses:
    """Presses one after the other, each stored as an event."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.longest = 0.0
        """Most seconds that a press has waited."""

    async def go_on(self) -> None:
        new = NewTable(
            guild_id=LARGE,
            channel_id=1,
            host_id=BUSY,
            game=GROWN_GAME,
            language="en",
            created_at=BEGAN,
        )
        table, seq = await self._store.create_table(new), 0
        while True:
            begun = perf_counter()
            event = NewEvent("action", "0 play SA", BEGAN + YEAR, BUSY)
            seq = await self._store.append(table, [event], expected_seq=seq)
            self.longest = max(self.longest, perf_counter() - begun)
            await asyncio.sleep(SECONDS_BETWEEN_PRESSES)


async def _waits(path: Path) -> AsyncIterator[tuple[str, float, float]]:
    """Yield each piece of work, its seconds, and the most seconds that a press waited."""
    store = await Store.open(url(path))
    gc.freeze()  # as the bot does
    presses = Presses(store)
    pressing = asyncio.create_task(presses.go_on())
    for what, do in _work(store, path):
        await asyncio.sleep(0.2)
        presses.longest, begun = 0.0, perf_counter()
        await do()
        took = perf_counter() - begun
        await asyncio.sleep(5 * SECONDS_BETWEEN_PRESSES)
        yield what, took, presses.longest
    pressing.cancel()
    with suppress(asyncio.CancelledError):
        await pressing
    await store.close()


def _work(store: Store, path: Path) -> list[tuple[str, Do]]:
    first_month = BEGAN + YEAR / 12

    async def verify() -> None:
        for table in map(TableId, range(1, 20)):
            await store.tables.load(table)
            await store.tables.revealed_deals(table)
            await store.tables.secret(table, 1)
            await store.tables.events(table)

    async def backup() -> None:
        command = [sys.executable, "-m", "kwbot", "backup", str(path.with_name("copy.sqlite3"))]
        environment = {**os.environ, "KWBOT_DATABASE_URL": url(path)}
        async with serve_backups(store):
            done = await asyncio.create_subprocess_exec(*command, env=environment)
            assert await done.wait() == 0

    async def nothing() -> None:
        await asyncio.sleep(2)

    async def last_played() -> None:
        await store.tables.latest(LARGE, channel_id=-1)
        await store.tables.latest(LARGE, channel_id=-1, user_id=BUSY)

    return [
        ("nothing", nothing),
        ("/play in a channel without games", last_played),
        *(
            one
            for command, do in _looks(store).items()
            for one in ((command, do), (f"{command} of {PEOPLE_AT_ONCE} at once", _at_once(do)))
        ),
        ("a weekly post", lambda: _weekly_post(store)),
        ("/verify of 20 tables", verify),
        ("/review", lambda: store.tables.latest_closed(None, BUSY, 20)),
        ("/privacy", lambda: store.count_user_data(BUSY)),
        (
            "/privacy of ten at once",
            lambda: asyncio.gather(*map(store.count_user_data, map(UserId, range(1, 11)))),
        ),
        ("a backup", backup),
        ("/privacy, all deleted", lambda: store.delete_user_data(BUSY)),
        ("pruning a month", lambda: store.purge_closed(first_month)),
    ]


def _looks(store: Store) -> Mapping[str, Do]:
    """Return the queries of commands that look back at all play, as in their cogs."""
    today = (BEGAN + YEAR).date() - timedelta(days=1)

    async def leaderboard(kind: SeasonKind) -> None:
        season = season_of(kind, today)
        await store.seasons.first_month(LARGE, GROWN_GAME)
        await store.seasons.champions(LARGE, GROWN_GAME, season)
        await store.seasons.leaderboard(LARGE, GROWN_GAME, season, "points")

    async def stats() -> None:
        await store.results.games_played(LARGE, BUSY)
        await store.results.stats(LARGE, BUSY)
        await store.results.career(LARGE, BUSY, GROWN_GAME)
        await store.results.rating_course(LARGE, BUSY, GROWN_GAME)
        await store.tables.games_left(LARGE, BUSY)

    async def standing() -> None:
        daily = await store.daily.of_day(LARGE, today)
        assert daily is not None
        await store.daily.plays(daily.id)
        for days in (6, 29):
            assert await store.daily.scores(LARGE, today - timedelta(days=days), today)
        await store.daily.days_played(LARGE, BUSY, today - YEAR)

    async def evenings() -> None:
        now = BEGAN + YEAR
        board = SeasonLeaderboards(store, LARGE, GROWN_GAME, GuildSettings(), ZoneInfo("UTC"), now)
        assert await board.evenings(season_of("none", today))

    channel = GameScope(LARGE, channel=LARGE * 1000)
    return {
        "/leaderboard": lambda: leaderboard("quarter"),
        "/leaderboard without seasons": lambda: leaderboard("none"),
        "/leaderboard of all time": lambda: store.results.leaderboard(LARGE, GROWN_GAME),
        "/leaderboard by rating": lambda: store.results.rating_leaderboard(LARGE, GROWN_GAME),
        "/stats": stats,
        "/stats, people": lambda: store.results.companions(LARGE, BUSY, GROWN_GAME),
        "/games": lambda: store.results.games(GameScope(LARGE, BUSY), limit=10),
        "/daily, its standing": standing,
        "/leaderboard of all evenings": evenings,
        "/games of a channel": lambda: store.results.games(channel, limit=10),
    }


def _at_once(do: Do) -> Do:
    return lambda: asyncio.gather(*(do() for _ in range(PEOPLE_AT_ONCE)))


async def _weekly_post(store: Store) -> None:
    last = (BEGAN + YEAR).date()
    week = last - timedelta(days=7), last
    await store.weekly.deal_counts(LARGE, *week)
    await store.weekly.deal_sums(LARGE, *week)
    await store.weekly.deal_sums(LARGE, date.min, week[0])
    await store.weekly.best_deals(WeeklyPlan(LARGE, LARGE * 1000, "en", last), GROWN_GAME, *week)


@contextmanager
def _grown(events: int) -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "kwbot.sqlite3"
        asyncio.run(_make(path))
        fill(path, events)
        yield path


async def _make(path: Path) -> None:
    await (await Store.open(url(path))).close()


@benchmark("growth", "how long a press waits while a grown database is worked on", EVENTS_STORED)
def growth(sample: Sample) -> Iterable[Figure]:
    with _grown(sample.size) as path:
        yield Figure(f"database of {sample.size:,} events", path.stat().st_size / 1e6, "MB")

        async def measured() -> list[tuple[str, float, float]]:
            return [one async for one in _waits(path)]

        for what, took, waited in asyncio.run(measured()):
            yield Figure(f"{what}: a press waited at most", 1000 * waited, "ms", PRESS_BUDGET)
            yield Figure("  took", took, "s", TIME_BUDGETS.get(what))
