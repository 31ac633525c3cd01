"""The store: everything the bot keeps.

Each method is one transaction, whole or not at all, except where it says that it takes many.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import date, datetime, timedelta
from pathlib import Path
from time import perf_counter
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection

from kwbot import metrics
from kwbot.storage.backend import probe
from kwbot.storage.backend.database import Database
from kwbot.storage.backend.failures import StorageError
from kwbot.storage.backend.sqlite import allow_checkpoints, checkpoint, empty_log, hold_checkpoints
from kwbot.storage.cluster import LEASE, Cluster, disown
from kwbot.storage.queries import (
    career_queries,
    daily_queries,
    erasure,
    evening_queries,
    game_queries,
    heartbeat,
    interaction_queries,
    invitation_queries,
    name_queries,
    rating_queries,
    renewal,
    result_queries,
    ring_queries,
    season_queries,
    setting_queries,
    table_queries,
    weekly_queries,
)
from kwbot.storage.values.documents import GuildSettings, Learning, Preferences
from kwbot.storage.values.last_read import LastRead
from kwbot.storage.values.seasons import Season
from kwbot.storage.values.stored import (
    BestDeal,
    CareerDeal,
    Champion,
    Companion,
    DailyPlan,
    DailyScore,
    DealSecret,
    DealSum,
    GameScope,
    Kept,
    LeaderboardEntry,
    NewEvent,
    NewTable,
    Outcome,
    PlayedGame,
    PlayerBan,
    RatingEntry,
    Restore,
    ScoredDeal,
    SeasonEntry,
    SeasonMeasure,
    StoredDaily,
    StoredEvening,
    StoredEvent,
    StoredPlay,
    StoredTable,
    TableChange,
    TableEntry,
    WeeklyPlan,
)

P = ParamSpec("P")
T = TypeVar("T")

LARGEST = 2**63 - 1
"""The largest number that a database holds."""

BETWEEN_BITES = 0.01
"""Seconds; whoever waits meanwhile comes first."""


class Store:
    """An open database. Made by `Store.open`; every method may raise StorageError.

    A method whose caller is cancelled still goes on to its end by itself: what it was to store is
    then stored or refused, never half of it.
    """

    def __init__(self, database: Database, cluster: Cluster | None = None) -> None:
        self._database = database
        self.cluster = cluster
        """Those with whom this process shares the database; None: it has it for itself."""
        self._at_length = asyncio.Lock()
        """Held for each bite of what takes many transactions, or reads much: they do not come all
        at once, and whoever else wants one, or a press, waits for no more than a bite."""
        self._deleting = asyncio.Lock()
        """Held for as long as a person's data is deleted: one token stands for them."""
        self._standing_still = asyncio.Lock()
        self._erased = False
        """Whether the log beside the file may hold what was deleted."""
        self._preferences = LastRead(self._read_preferences)
        self._guild_settings = LastRead(self._read_guild_settings)

    @classmethod
    async def open(cls, url: str, *, wait: float = 2.0) -> Store:
        """Open the database at `url` (sqlite or postgresql), bringing its tables up to date.

        `wait`: how many seconds a bot that is just stopping gets to let go of it.
        Raises StoreLocked if another bot goes on using it, NewerSchema, NotWritable,
        DamagedDatabase or UnusableUrl: each one sentence for whoever runs the bot.
        """
        store = cls(await Database.open(url, wait=wait))
        if store.path is None:
            await store._run(disown)
        return store

    @classmethod
    async def share(
        cls, url: str, own_url: str, edition: int, *, wait: float = 2.0, lease: timedelta = LEASE
    ) -> Store:
        """The same as one process of a cluster, which the others reach at `own_url`; see
        kwbot.storage.cluster."""
        database = await Database.open(url, wait=wait, shared=True)
        return cls(database, Cluster(database, own_url, edition, lease))

    @property
    def path(self) -> Path | None:
        """The file, if it is an SQLite one."""
        return self._database.path

    @property
    def where(self) -> str:
        """The whole path of the file, else the URL without its password."""
        return str(self.path.resolve()) if self.path else self._database.where

    @property
    def busy(self) -> bool:
        """Whether something is being written or read."""
        return self._database.busy

    async def close(self) -> None:
        """Wait for what is under way, then close. Everything after that raises StoreClosed."""
        await self._database.close()

    async def check_write(self) -> None:
        """Store something for good and remove it again. Raises StorageError if that fails."""
        await self._run(probe.write)

    async def ping(self) -> None:
        """Raise StorageError if the database does not answer."""
        await self._read(probe.read)

    async def _run(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **more: P.kwargs
    ) -> T:
        """Do `work` as one transaction."""
        return await _timed(
            work.__name__, self._database.run(lambda connection: work(connection, *args, **more))
        )

    async def _bite(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **more: P.kwargs
    ) -> T:
        """Do `work` as one of many transactions, when its turn among these has come."""
        async with self._at_length:
            return await self._run(work, *args, **more)

    async def _read(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **more: P.kwargs
    ) -> T:
        """Do `work`, which writes nothing, or in one statement."""
        reading = self._database.run(lambda connection: work(connection, *args, **more), apart=True)
        return await _timed(work.__name__, reading)

    async def _browse(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **more: P.kwargs
    ) -> T:
        """Do `work`, which reads much and writes nothing, as a bite: not in one transaction with
        a press."""
        async with self._at_length:
            reading = self._database.run(
                lambda connection: work(connection, *args, **more), begin=False, apart=True
            )
            return await _timed(work.__name__, reading)

    async def _write(self, work: Callable[[Connection], T], *, apart: bool) -> T:
        """Do `work` as one transaction; `apart`: it writes in one statement."""
        return await _timed(work.__name__, self._database.run(work, apart=apart))

    @property
    def _owner(self) -> int | None:
        """Whose a table must be that is written; None: nobody else can write."""
        return None if self.cluster is None else self.cluster.me

    # ------------------------------------------------------------------------------- tables

    async def create_table(self, table: NewTable) -> int:
        """Store a new table and return its id, which no other table ever gets.

        Raises ChannelTaken, in a cluster.
        """
        if self.cluster is not None:
            return await _timed("create", self.cluster.create(table))
        return await self._run(table_queries.create, table)

    async def update_table(
        self, table_id: int, change: TableChange, secrets: Sequence[DealSecret] = ()
    ) -> None:
        """Change a table (a lobby, a message id, …) without an event.

        Each of `secrets`, of deals that have not begun, takes the place of the one before.
        Raises UnknownTable, and NotOwner.
        """
        owner = self._owner

        def update_table(connection: Connection) -> None:
            table_queries.change(connection, table_id, change, owner)
            for secret in secrets:
                table_queries.renew_secret(connection, table_id, secret)

        await self._write(
            update_table, apart=not secrets and not table_queries.BESIDE & change.keys()
        )

    async def append(
        self,
        table_id: int,
        events: Sequence[NewEvent],
        *,
        expected_seq: int,
        change: TableChange | None = None,
        secrets: Sequence[DealSecret] = (),
        reveal: Sequence[int] = (),
        at: datetime | None = None,
        scores: Sequence[ScoredDeal | Outcome] = (),
    ) -> int:
        """Append `events`, numbered from `expected_seq` + 1, and return the last number.

        Each of `secrets` is stored, or its contributions are, if this deal's is there already;
        `reveal` are the numbers of the deals whose secrets are shown `at` that time; `scores`
        are what enters the standings.
        Raises StaleSequence if the table's last event is another one, UnknownTable, and NotOwner.
        """
        owner = self._owner

        def append(connection: Connection) -> int:
            last = table_queries.append(
                connection, table_id, events, expected_seq, change or {}, owner
            )
            for secret in secrets:
                table_queries.keep_secret(connection, table_id, secret)
            for deal in reveal:
                table_queries.reveal(connection, table_id, deal, at or events[-1].at)
            for scored in scores:
                result_queries.enter(connection, table_id, scored)
            return last

        more = secrets or reveal or scores or table_queries.BESIDE & (change or {}).keys()
        return await self._write(append, apart=not more)

    async def show(self, scores: Mapping[int, ScoredDeal | None]) -> None:
        """Withhold these tables no more, and enter into the standings what the deal of each has
        brought; nothing of one that isn't withheld."""

        def show(connection: Connection) -> None:
            for table_id in sorted(table_queries.show(connection, list(scores))):
                if (scored := scores[table_id]) is not None:
                    result_queries.enter(connection, table_id, scored)

        await self._run(show)

    async def table(self, table_id: int) -> StoredTable | None:
        """Return None if there is none; a forged number may be larger than any database has."""
        if table_id > LARGEST:
            return None
        return await self._read(table_queries.load, table_id)

    async def latest_table(
        self, guild_id: int, *, channel_id: int | None = None, user_id: int | None = None
    ) -> StoredTable | None:
        """Return the last table of a server, open or closed, whose game has begun.

        Of a channel with its threads, or of those at which a user sits or sat, where one is given.
        """
        return await self._browse(table_queries.latest, guild_id, channel_id, user_id)

    async def last_hosted(self, user_id: int, game: str | None = None) -> StoredTable | None:
        """Return the last table of a host, open or closed, whose game has begun; `game`: with that
        game."""
        return await self._read(table_queries.last_hosted, user_id, game)

    async def closed_tables(self, guild_id: int | None, user_id: int, most: int) -> list[int]:
        """Return the ids of the last closed tables of a server (None: of any) at which a user sat
        and a game had begun, the newest first."""
        return await self._browse(table_queries.closed, guild_id, user_id, most)

    async def games_left(self, guild_id: int, user_id: int) -> tuple[int, int]:
        """Return how many games of a server a user left before their end, and of how many in all:
        those whose tables are still kept.

        It takes many transactions.
        """
        left = games = 0
        async for page in self._tables_of(user_id):
            some = await self._browse(table_queries.left, guild_id, user_id, page)
            left, games = left + some[0], games + some[1]
        return left, games

    async def events(self, table_id: int) -> tuple[StoredEvent, ...]:
        """Return the table's events in order; none if there is no such table."""
        return await self._read(table_queries.events, table_id)

    async def open_tables(self) -> list[tuple[StoredTable, tuple[StoredEvent, ...]]]:
        """Return every table that is not closed, with its events in order."""
        return await self._read(table_queries.load_open)

    async def open_index(self) -> list[TableEntry]:
        """Return what a start must know of every table that is not closed, the liveliest first."""
        return await self._read(table_queries.index_open)

    async def farewells(self) -> list[int]:
        """Return the ids of closed tables whose last messages may not be out yet, in order; in a
        cluster, of those that are this process's."""
        return await self._read(table_queries.farewells, self._owner)

    async def busy_channels(self, guild_id: int, channels: Collection[int]) -> set[int]:
        """Return those of a server's channels where a table is open, or its last messages may not
        be out yet."""
        return await self._read(table_queries.busy_channels, guild_id, channels)

    async def log(self, table_id: int) -> tuple[StoredTable, tuple[StoredEvent, ...]]:
        """Return a table and its events in order. Raises UnknownTable."""
        return await self._read(table_queries.load_log, table_id)

    async def serve(self, at: datetime) -> None:
        """Store that the bot serves people at that time."""
        await self._read(heartbeat.beat, at)

    async def served_until(self) -> datetime | None:
        """When `serve` was called last; None: never."""
        return await self._read(heartbeat.last)

    async def last_restore(self) -> Restore | None:
        """Return when a backup was restored last; None: none ever was."""
        return await self._read(renewal.last_restore)

    async def is_before_restore(self, number: int) -> bool:
        """Whether the id of a table, an evening or a deal of the day is of the time before the last
        restore."""
        restore = await self.last_restore()
        return restore is not None and number < restore.first

    async def secret(self, table_id: int, deal: int) -> DealSecret | None:
        return await self._read(table_queries.secret, table_id, deal)

    async def revealed_deals(self, table_id: int) -> list[int]:
        """Return the numbers of a table's deals whose secrets have been shown, in order."""
        return await self._read(table_queries.revealed, table_id)

    # ------------------------------------------------------------------------------ results

    async def leaderboard(
        self, guild_id: int, game: str, *, limit: int = 10, offset: int = 0
    ) -> tuple[list[LeaderboardEntry], int]:
        """Return a page of the leaderboard and how many players it has in all.

        Most wins first, then most points, then fewest games, then the lower user id.
        """
        return await self._browse(result_queries.leaderboard, guild_id, game, limit, offset)

    async def stats(self, guild_id: int, user_id: int) -> list[LeaderboardEntry]:
        """Return a player's standing on a server in each game that they have finished there."""
        return await self._browse(result_queries.stats, guild_id, user_id)

    async def rating_board(
        self, guild_id: int, game: str, *, limit: int = 10, offset: int = 0
    ) -> tuple[list[RatingEntry], int]:
        """Return a page of who is rated in a game on a server, and how many are.

        Who has played fewer than `LEAST_GAMES` comes last.
        """
        return await self._browse(rating_queries.board, guild_id, game, limit, offset)

    async def rating_course(
        self, guild_id: int, user_id: int, game: str
    ) -> list[tuple[date, float]]:
        """Return what somebody was rated after each of their last games, and their days, in
        order."""
        return await self._browse(rating_queries.course, guild_id, user_id, game)

    async def games(
        self, scope: GameScope, *, limit: int, offset: int = 0
    ) -> tuple[list[PlayedGame], int]:
        """Return a page of the games in which a deal is over, the newest first, and how many there
        are in all. A player's are there for good, without their cards once their tables are
        deleted."""
        return await self._browse(game_queries.games, scope, limit, offset)

    async def has_acted(self, table_id: int, user_id: int) -> bool:
        """Return whether somebody made a move at a table, whoever sits there now."""
        return await self._read(game_queries.has_acted, table_id, user_id)

    async def season_board(
        self,
        guild_id: int,
        game: str,
        season: Season,
        measure: SeasonMeasure,
        *,
        limit: int = 10,
        offset: int = 0,
    ) -> tuple[list[SeasonEntry], int]:
        """Return a page of a season's leaderboard and how many players it has in all.

        By points a deal, who has played fewer than `LEAST_DEALS` last; or most games won first.
        """
        where = (guild_id, game)
        return await self._browse(season_queries.board, where, season, measure, limit, offset)

    async def names(self, guild_id: int, users: Collection[int]) -> Mapping[int, str]:
        """Return what people were called last on a server, where that is known."""
        return await self._read(name_queries.names, guild_id, users)

    async def last_name(self, guild_id: int, user_id: int) -> str | None:
        """Return what somebody was called last on a server; empty where they have a standing there
        alone, None where nothing is known of them."""
        return await self._read(name_queries.last, guild_id, user_id)

    async def rename(self, guild_id: int, user_id: int, name: str) -> None:
        """Note what somebody who has taken part in something on a server is called there now."""
        await self._run(name_queries.rename, guild_id, user_id, name)

    async def first_month(self, guild_id: int, game: str) -> date | None:
        """Return the first month of which there is a standing of a game, or a champion."""
        return await self._read(season_queries.earliest, guild_id, game)

    async def champions(self, guild_id: int, game: str, season: Season) -> list[Champion] | None:
        """Return who won a season; None where that is not settled yet."""
        return await self._read(season_queries.champions, guild_id, game, season)

    async def crown(
        self, guild_id: int, game: str, season: Season, won: Sequence[Champion]
    ) -> list[Champion]:
        """Keep who won a season that is over, with their names; where that was done before, it
        stays. Return what is kept."""
        return await self._run(season_queries.crown, guild_id, game, season, won)

    async def games_played(self, guild_id: int, user_id: int) -> list[str]:
        """Return the games that somebody has played among people on a server, the most played
        first."""
        return await self._browse(career_queries.games, guild_id, user_id)

    async def career(self, guild_id: int, user_id: int, game: str) -> list[CareerDeal]:
        """Return the last deals of a game that somebody played among people on a server, in
        order.

        They are read in bites, between which others come.
        """
        found: list[CareerDeal] = []
        async for page in self._deals_of(user_id):
            found += await self._browse(career_queries.deals, guild_id, user_id, game, page)
            if len(found) >= career_queries.MOST:
                break
        return found[: career_queries.MOST][::-1]

    async def companions(self, guild_id: int, user_id: int, game: str) -> list[Companion]:
        """Return with and against whom somebody played a game on a server, most deals first.

        As in `career`, it is read in bites.
        """
        sums: dict[tuple[int, bool], Companion] = {}
        async for page in self._deals_of(user_id):
            some = await self._browse(career_queries.companions, guild_id, user_id, game, page)
            career_queries.add_up(sums, some)
        return sorted(sums.values(), key=lambda one: (-one.deals, one.user_id, one.partners))

    async def _deals_of(self, user_id: int) -> AsyncIterator[list[int]]:
        page = [LARGEST]
        while page := await self._browse(career_queries.deals_of, user_id, page[-1]):
            yield page

    # ----------------------------------------------------------------------------- evenings

    async def create_evening(self, evening: StoredEvening) -> int:
        """Store a new evening and return its id, which no other one ever gets."""
        return await self._run(evening_queries.create, evening)

    async def evening(self, evening_id: int) -> StoredEvening | None:
        """Return None if there is none."""
        if evening_id > LARGEST:
            return None
        return await self._run(evening_queries.load, evening_id)

    async def change_evening(
        self, evening_id: int, change: Callable[[StoredEvening], StoredEvening]
    ) -> StoredEvening:
        """Store what `change` makes of an evening, and return that. What it raises changes nothing.

        Raises UnknownEvening.
        """
        return await self._run(evening_queries.change, evening_id, change)

    async def evenings(
        self,
        states: Sequence[str],
        guild_id: int | None = None,
        between: tuple[datetime, datetime] | None = None,
    ) -> list[StoredEvening]:
        """Return the evenings in these states, of a server (None: of all), by their start, which
        is `between` the first time and before the second."""
        return await self._run(evening_queries.in_states, states, guild_id, between)

    async def past_evenings(
        self,
        guild_id: int,
        game: str,
        keep: Callable[[StoredEvening], T],
        between: tuple[datetime, datetime] | None = None,
    ) -> list[T]:
        """Return what to `keep` of the evenings of a game on a server that are over, with a start
        that is `between` the first time and before the second, by that; read in bites."""
        found: list[tuple[datetime, int, T]] = []
        last = 0
        while some := await self._browse(evening_queries.past, guild_id, game, between, last, keep):
            found += some
            last = some[-1][1]
        found.sort(key=lambda one: one[:2])
        return [kept for _, _, kept in found]

    # ------------------------------------------------------------------- the deal of the day

    async def daily_plan(self, guild_id: int) -> DailyPlan | None:
        """Return how a server has its deal of the day; None: not at all."""
        return await self._run(daily_queries.plan, guild_id)

    async def daily_plans(self) -> list[DailyPlan]:
        """Return those of all servers."""
        return await self._run(daily_queries.plans)

    async def set_daily_plan(self, chosen: DailyPlan) -> None:
        await self._run(daily_queries.set_plan, chosen)

    async def remove_daily_plan(self, guild_id: int) -> None:
        await self._run(daily_queries.remove_plan, guild_id)

    async def note_daily_refusal(self, guild_id: int, at: datetime | None) -> None:
        """Note when the channel of a server's deals refused one; None: it takes them again."""
        await self._run(daily_queries.note_refusal, guild_id, at)

    async def keep_daily(self, daily: StoredDaily) -> int:
        """Store a new deal, or a sealed one anew, and return its id, which no other one gets."""
        return await self._run(daily_queries.keep, daily)

    async def change_daily(self, daily_id: int, **values: object) -> None:
        """Set columns of a deal."""
        await self._run(daily_queries.change, daily_id, values)

    async def end_daily(self, daily_id: int) -> None:
        """End a deal: nobody plays it any more, and who wanted to be forgotten is."""
        await self._run(daily_queries.end, daily_id)

    async def daily(self, daily_id: int) -> StoredDaily | None:
        """Return None if there is none."""
        if daily_id > LARGEST:
            return None
        return await self._run(daily_queries.load, daily_id)

    async def daily_of(self, guild_id: int, day: date) -> StoredDaily | None:
        """Return a server's deal of a day, sealed or later."""
        return await self._run(daily_queries.of_day, guild_id, day)

    async def open_dailies(self, guild_id: int | None = None) -> list[StoredDaily]:
        """Return the deals that are being played, on a server (None: on all), by their days."""
        return await self._run(daily_queries.under_way, guild_id)

    async def unshown_dailies(self, guild_id: int) -> list[StoredDaily]:
        """Return the deals of a server whose messages do not show yet how they stand."""
        return await self._run(daily_queries.unshown, guild_id)

    async def daily_days(self, guild_id: int, until: date, most: int) -> list[date]:
        """Return the last days up to `until` that had a deal on a server, the newest first."""
        return await self._run(daily_queries.days, guild_id, until, most)

    async def begin_daily(self, daily_id: int, user_id: int, name: str) -> StoredPlay | None:
        """Return how somebody plays a deal, from now on or since earlier; None where its day is
        over and they have not begun."""
        return await self._run(daily_queries.begin, daily_id, user_id, name)

    async def is_daily_unfinished(self, daily_id: int) -> bool:
        """Whether somebody has begun a deal and not finished it."""
        return await self._run(daily_queries.is_unfinished, daily_id)

    async def daily_play(self, play_id: int) -> StoredPlay | None:
        if play_id > LARGEST:
            return None
        return await self._run(daily_queries.play, play_id)

    async def daily_play_of(self, daily_id: int, user_id: int) -> StoredPlay | None:
        """Return how somebody plays a deal, if they have begun."""
        return await self._run(daily_queries.play_of, daily_id, user_id)

    async def go_on_with_daily(
        self,
        before: StoredPlay,
        moves: Sequence[str],
        points: int | None = None,
        at: datetime | None = None,
    ) -> bool:
        """Store how somebody went on since `before`, with `points` to the end; False: there was
        another change meanwhile, or the deal is over."""
        return await self._run(daily_queries.go_on, before, moves, points, at)

    async def share_daily(self, play_id: int) -> bool:
        """Note that a result was shared; False: it was before."""
        return await self._run(daily_queries.share, play_id)

    async def daily_plays(self, daily_id: int) -> list[StoredPlay]:
        """Return how those played a deal who played it to its end, the best first."""
        return await self._browse(daily_queries.plays, daily_id)

    async def daily_scores(self, guild_id: int, first: date, last: date) -> list[DailyScore]:
        """Return what people brought home on a server from the deals of these days that are
        over."""
        return await self._browse(daily_queries.scores, guild_id, first, last)

    async def daily_days_played(self, guild_id: int, user_id: int, since: date) -> set[date]:
        """Return the days since then whose deals somebody played to their end on a server."""
        return await self._browse(daily_queries.played_days, guild_id, user_id, since)

    # -------------------------------------------------------------------------- weekly posts

    async def weekly_plan(self, guild_id: int) -> WeeklyPlan | None:
        """Return how a server has a weekly post; None: not at all."""
        return await self._read(weekly_queries.plan, guild_id)

    async def weekly_servers(self) -> list[int]:
        """Return the servers that have one."""
        return await self._read(weekly_queries.servers)

    async def set_weekly_plan(self, chosen: WeeklyPlan) -> None:
        await self._run(weekly_queries.set_plan, chosen)

    async def note_weekly_refusal(self, guild_id: int, at: datetime | None) -> None:
        """Note when the channel of a server's weekly post refused it; None: it takes it again."""
        await self._run(weekly_queries.note_refusal, guild_id, at)

    async def remove_weekly_plan(self, guild_id: int) -> None:
        await self._run(weekly_queries.remove_plan, guild_id)

    async def tell_week(self, guild_id: int, week: date) -> None:
        """Note that a server's post has told of the week that begins with this day."""
        await self._run(weekly_queries.tell, guild_id, week)

    async def deal_sums(self, guild_id: int, first: date, next_day: date) -> list[DealSum]:
        """Return what people's deals add up to on a server, from the first day to before the next,
        by game and player; they are read in bites."""
        sums: dict[tuple[str, int], DealSum] = {}
        while first < next_day:
            until = await self._browse(weekly_queries.bite, guild_id, first, next_day)
            some = await self._browse(weekly_queries.sums, guild_id, first, until)
            weekly_queries.add_up(sums, some)
            first = until
        return list(sums.values())

    async def deal_counts(self, guild_id: int, first: date, next_day: date) -> dict[str, int]:
        """Return how many deals of each game were scored in these days."""
        return await self._browse(weekly_queries.deals, guild_id, first, next_day)

    async def best_deals(
        self, plan: WeeklyPlan, game: str, first: date, next_day: date
    ) -> list[BestDeal]:
        """Return the deals of these days that brought a person most, of tables in the channel of
        the post or its threads whose cards are kept; the best first, of equals the earliest."""
        return await self._browse(weekly_queries.best, plan, game, first, next_day)

    # ----------------------------------------------------------------------- settings, bans

    async def guild_settings(self, guild_id: int) -> GuildSettings:
        if not self._database.is_sqlite:
            return await self._read_guild_settings(guild_id)
        return await self._guild_settings.of(guild_id)

    async def _read_guild_settings(self, guild_id: int) -> GuildSettings:
        return await self._read(setting_queries.guild_settings, guild_id)

    async def set_guild_settings(self, guild_id: int, chosen: GuildSettings) -> None:
        def set_guild_settings(connection: Connection) -> None:
            self._guild_settings.forget(guild_id)
            setting_queries.set_guild_settings(connection, guild_id, chosen)

        await self._write(set_guild_settings, apart=True)

    async def change_guild_settings(
        self, guild_id: int, change: Callable[[GuildSettings], GuildSettings]
    ) -> GuildSettings:
        """Store what `change` makes of a server's settings, and return it; of two changes at once,
        neither undoes the other."""

        def change_guild_settings(connection: Connection) -> GuildSettings:
            self._guild_settings.forget(guild_id)
            return setting_queries.change_guild_settings(connection, guild_id, change)

        return await self._write(change_guild_settings, apart=False)

    async def preferences(self, user_id: int) -> Preferences:
        if not self._database.is_sqlite:
            return await self._read_preferences(user_id)
        return await self._preferences.of(user_id)

    async def _read_preferences(self, user_id: int) -> Preferences:
        return await self._read(setting_queries.preferences, user_id)

    async def set_preferences(self, user_id: int, chosen: Preferences) -> None:
        def set_preferences(connection: Connection) -> None:
            self._preferences.forget(user_id)
            setting_queries.set_preferences(connection, user_id, chosen)

        await self._write(set_preferences, apart=True)

    async def change_preferences(
        self, user_id: int, change: Callable[[Preferences], Preferences]
    ) -> Preferences:
        """As `change_guild_settings`, what a user prefers."""

        def change_preferences(connection: Connection) -> Preferences:
            self._preferences.forget(user_id)
            return setting_queries.change_preferences(connection, user_id, change)

        return await self._write(change_preferences, apart=False)

    async def has_played(self, user_id: int) -> bool:
        """Return whether somebody has finished a game."""
        return await self._run(result_queries.has_played, user_id)

    async def learning(self, user_id: int) -> tuple[int, Learning]:
        """Return where somebody stands in the lessons, and the number of the last change."""
        return await self._run(setting_queries.learning, user_id)

    async def set_learning(self, user_id: int, seq: int, learning: Learning) -> bool:
        """Store it as the change after number `seq`; False: there was one meanwhile."""
        return await self._run(setting_queries.set_learning, user_id, seq, learning)

    async def add_ban(self, ban: PlayerBan) -> None:
        """Ban a user from a game on a server; an older ban of theirs is replaced."""
        await self._run(setting_queries.add_ban, ban)

    async def remove_ban(self, guild_id: int, user_id: int, game: str) -> bool:
        """Lift a ban; False if there was none."""
        return await self._run(setting_queries.remove_ban, guild_id, user_id, game)

    async def bans(self, guild_id: int) -> list[PlayerBan]:
        """Return a server's bans, oldest first."""
        return await self._read(setting_queries.bans, guild_id, None, None)

    async def ban(self, guild_id: int, user_id: int, game: str) -> PlayerBan | None:
        """Return the ban that keeps a user from playing a game on a server."""
        found = await self._read(setting_queries.bans, guild_id, user_id, game)
        return found[0] if found else None

    async def invite(self, table_id: int, user_id: int, *, most: int) -> bool:
        """Note that a user is invited to a table. Return False if they were invited before, or
        `most` people were."""
        return await self._run(invitation_queries.invite, table_id, user_id, most)

    async def may_invite(self, table_id: int, user_id: int, *, most: int) -> bool:
        """Whether a user was not invited to a table yet, and less than `most` others were."""
        return await self._read(invitation_queries.may_invite, table_id, user_id, most)

    async def wants_ring(self, guild_id: int, user_id: int) -> bool:
        """Whether somebody wants to be rung when a table opens on a server."""
        return await self._run(ring_queries.wants, guild_id, user_id)

    async def set_ring_wish(self, guild_id: int, user_id: int, *, wanted: bool) -> None:
        """Store whether somebody, or a role, wants to be rung on a server."""
        await self._run(ring_queries.set_wish, guild_id, user_id, wanted=wanted)

    async def waiting_for_ring(self, guild_id: int, before: datetime) -> list[int]:
        """Return who wants to be rung on a server and was not since `before`, users and roles; who
        was rung longest ago is first."""
        return await self._run(ring_queries.waiting, guild_id, before)

    async def rung(self, guild_id: int, user_ids: Sequence[int], at: datetime) -> None:
        """Store who was rung."""
        await self._run(ring_queries.rung, guild_id, user_ids, at)

    # ------------------------------------------------------------------------- interactions

    async def take_on(self, interaction: int, at: datetime) -> bool:
        """Note that an interaction is being carried out; return False where it was before, by
        whichever process."""
        return await self._read(interaction_queries.take_on, interaction, at)

    async def forget_taken_on(self, before: datetime) -> None:
        """Forget which interactions were taken on before a time. It takes many transactions."""
        while await self._bite(interaction_queries.forget_taken_on, before):
            await self._give_way()

    async def is_invited(self, table_id: int, user_id: int) -> bool:
        return await self._run(invitation_queries.is_invited, table_id, user_id)

    # ------------------------------------------------------------------- forgetting, copying

    async def purge_closed(self, before: datetime) -> int:
        """Delete closed tables that no human has touched since `before`; their results stay.

        It takes many transactions, and first goes on with what an earlier one left undone.
        """
        purged = 0
        while marked := await self._bite(erasure.mark_old, before):
            purged += marked
        await self._sweep()
        return purged

    async def kept_of_user(self, user_id: int) -> Kept:
        """Count what `delete_user_data` would find, and the bans, which it leaves.

        It takes many transactions.
        """
        tables = [len(page) async for page in self._tables_of(user_id)]
        return await self._browse(erasure.kept, user_id, sum(tables))

    async def delete_user_data(self, user_id: int) -> list[int]:
        """Delete a person's standings, titles, preferences and the closed tables they were at.

        Others keep their results; in those of their games an anonymous token stands for the person.
        A ban stays while it lasts. Open tables are left alone and
        their ids returned: those the person has to leave first.
        It takes many transactions: where one fails, deleting again goes on from there.
        """
        async with self._deleting:
            still = [
                table
                async for page in self._tables_of(user_id)
                for table in await self._bite(erasure.mark, page)
            ]
            token = await self._token_of(user_id)
            while await self._bite(erasure.make_anonymous, user_id, token):
                await self._give_way()
            await self._bite(self._delete_own, user_id)
            await self._sweep()
            self._erased = True
            await self._empty_log()
        return sorted(still)

    async def _token_of(self, user_id: int) -> int:
        """Return what is to stand for a person, until all is deleted: with two of these in the
        place of one, ratings computed anew would be others."""
        new = erasure.new_token()

        def with_token(before: Preferences) -> Preferences:
            return before.model_copy(update={"forgotten_as": before.forgotten_as or new})

        token = (await self.change_preferences(user_id, with_token)).forgotten_as
        assert token is not None
        return token

    def _delete_own(self, connection: Connection, user_id: int) -> None:
        self._preferences.forget(user_id)
        erasure.delete_own(connection, user_id)

    async def _tables_of(self, user_id: int) -> AsyncIterator[list[int]]:
        page = [0]
        while page := await self._browse(erasure.tables_of, user_id, page[-1]):
            yield page

    async def _sweep(self) -> None:
        while await self._bite(erasure.sweep):
            await self._give_way()

    async def _give_way(self) -> None:
        """Let others' presses come in between two bites. The log is brought into the file by what
        one has written, not by all of it in somebody's press."""
        if self._database.is_sqlite and not self._standing_still.locked():
            await self._database.run(checkpoint, begin=False)
        await asyncio.sleep(BETWEEN_BITES)

    async def _empty_log(self) -> None:
        """Leave nothing in the log of what was deleted: at once, or after a copy that is made."""
        if self._erased and self._database.is_sqlite and not self._standing_still.locked():
            self._erased = False
            await self._database.run(empty_log, begin=False)

    @asynccontextmanager
    async def still(self) -> AsyncIterator[None]:
        """While inside, the file of the database is whole and does not change, for a copy by
        another process: what is stored meanwhile goes into the log beside it.

        Raises StorageError, at the end too: the file may have changed then.
        """
        if not self._database.is_sqlite:
            raise StorageError("The database is PostgreSQL: make the backup with pg_dump.")
        async with self._standing_still:
            try:
                await self._database.run(hold_checkpoints, begin=False)
                yield
            finally:
                await self._database.run(allow_checkpoints, begin=False)
        await self._empty_log()


async def _timed(operation: str, doing: Awaitable[T]) -> T:
    """Do what the database is asked; what it takes and what fails goes into the metrics."""
    began = perf_counter()
    try:
        return await doing
    except StorageError as error:
        metrics.counted(error)
        raise
    finally:
        metrics.STORAGE_SECONDS.labels(operation).observe(perf_counter() - began)
