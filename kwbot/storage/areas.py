"""The areas of the store: lists of queries, each with the way in which it runs on the database.

`store.daily.plan(guild_id)` runs `daily_queries.plan(connection, guild_id)`, here as one statement.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Coroutine
from datetime import date, datetime
from functools import partial
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar, overload

from sqlalchemy import Connection

from kwbot.ids import NO_TABLE, GuildId, TableId, UserId
from kwbot.listings import Companion
from kwbot.storage.queries import (
    career_queries,
    daily_queries,
    erasure,
    evening_queries,
    game_queries,
    interaction_queries,
    invitation_queries,
    name_queries,
    ping_queries,
    rating_queries,
    result_queries,
    season_queries,
    setting_queries,
    table_queries,
    weekly_queries,
)
from kwbot.storage.queries.table_queries import MAX_ID
from kwbot.storage.transactions import Transactions
from kwbot.storage.values.stored_evenings import StoredEvening
from kwbot.storage.values.stored_results import CareerDeal
from kwbot.storage.values.stored_weeklies import DealSum

_P = ParamSpec("_P")
_T = TypeVar("_T")


class Area:
    """Queries about one thing, bound to the database."""

    def __init__(self, transactions: Transactions) -> None:
        self.transactions = transactions


class Query(Generic[_P, _T]):
    """A query as a method of an area: called without the connection, which `way` supplies."""

    def __init__(
        self,
        work: Callable[Concatenate[Connection, _P], _T],
        way: Callable[..., Coroutine[Any, Any, Any]],
    ) -> None:
        """`way`: the method of Transactions that runs it."""
        self._work, self._way = work, way

    @overload
    def __get__(self, area: None, kind: type) -> Query[_P, _T]: ...

    @overload
    def __get__(self, area: Area, kind: type) -> Callable[_P, Coroutine[Any, Any, _T]]: ...

    def __get__(
        self, area: Area | None, kind: type
    ) -> Query[_P, _T] | Callable[_P, Coroutine[Any, Any, _T]]:
        return self if area is None else partial(self._way, area.transactions, self._work)


def transaction(work: Callable[Concatenate[Connection, _P], _T]) -> Query[_P, _T]:
    """Return a query that is one transaction."""
    return Query(work, Transactions.run)


def statement(work: Callable[Concatenate[Connection, _P], _T]) -> Query[_P, _T]:
    """Return a query that writes in one statement or not at all."""
    return Query(work, Transactions.run_statement)


def page(work: Callable[Concatenate[Connection, _P], _T]) -> Query[_P, _T]:
    """Return a query that reads a lot, and takes turns with batches and other such queries."""
    return Query(work, Transactions.read_page)


class TableArea(Area):
    """Tables, their logs and secrets, and invitations to them. The store itself writes to tables,
    because only a table's owner may."""

    load = statement(table_queries.load)
    events = statement(table_queries.events)
    load_log = statement(table_queries.load_log)
    load_open = statement(table_queries.load_open)
    index_open = statement(table_queries.index_open)
    latest = page(table_queries.latest)
    last_hosted = statement(table_queries.last_hosted)
    latest_closed = page(table_queries.latest_closed)
    busy_channels = statement(table_queries.busy_channels)
    secret = statement(table_queries.secret)
    revealed_deals = statement(table_queries.revealed_deals)
    has_acted = statement(game_queries.has_acted)
    is_invited = statement(invitation_queries.is_invited)
    may_invite = statement(invitation_queries.may_invite)
    invite = transaction(invitation_queries.invite)

    async def pages_of(self, user_id: UserId) -> AsyncIterator[list[TableId]]:
        """Yield the ids of the tables that hold anything about a person, in order, page by page."""
        ids = [NO_TABLE]
        while ids := await self.transactions.read_page(erasure.tables_of, user_id, ids[-1]):
            yield ids

    async def games_left(self, guild_id: GuildId, user_id: UserId) -> tuple[int, int]:
        """Return how many games on a server a user left early and how many they played in all,
        among the tables still kept. Takes many transactions."""
        left = games = after = 0
        while after < MAX_ID:
            some = await self.transactions.read_page(
                table_queries.count_left, guild_id, user_id, after
            )
            left, games, after = left + some[0], games + some[1], some[2]
        return left, games


class ResultArea(Area):
    """The results of games and deals: leaderboards, ratings and careers."""

    leaderboard = page(result_queries.leaderboard)
    stats = page(result_queries.stats)
    has_played = statement(result_queries.has_played)
    rating_leaderboard = page(rating_queries.rating_leaderboard)
    rating_course = page(rating_queries.rating_course)
    games = page(game_queries.games)
    games_played = page(career_queries.games_played)

    async def career(self, guild_id: GuildId, user_id: UserId, game: str) -> list[CareerDeal]:
        """Return somebody's last deals of a game among people on a server, in order. They are read
        in pages, so that others come in between."""
        read, most = self.transactions.read_page, career_queries.MAX_CAREER_DEALS
        found: list[CareerDeal] = []
        async for ids in self._deals_of(user_id):
            found += await read(career_queries.deals, guild_id, user_id, game, ids)
            if len(found) >= most:
                break
        return found[:most][::-1]

    async def companions(self, guild_id: GuildId, user_id: UserId, game: str) -> list[Companion]:
        """Return the sums of somebody's deals of a game on a server by the other player, most deals
        first. They are read in pages, as in `career`."""
        read = self.transactions.read_page
        sums: career_queries.CompanionSums = {}
        async for ids in self._deals_of(user_id):
            some = await read(career_queries.companions, guild_id, user_id, game, ids)
            career_queries.add_up(sums, some)
        return career_queries.most_deals_first(sums)

    async def _deals_of(self, user_id: UserId) -> AsyncIterator[list[int]]:
        ids = [MAX_ID]
        while ids := await self.transactions.read_page(career_queries.deals_of, user_id, ids[-1]):
            yield ids


class SeasonArea(Area):
    """The leaderboards of seasons, and the champions of past ones."""

    leaderboard = page(season_queries.season_leaderboard)
    first_month = statement(season_queries.first_month)
    champions = statement(season_queries.champions)
    keep_champions = transaction(season_queries.keep_champions)


class EveningArea(Area):
    """Evenings of clubs, with their entrants."""

    create = transaction(evening_queries.create)
    load = transaction(evening_queries.load)
    change = transaction(evening_queries.change)
    in_states = transaction(evening_queries.in_states)

    async def past(
        self,
        guild_id: GuildId,
        game: str,
        keep: Callable[[StoredEvening], _T],
        between: tuple[datetime, datetime] | None = None,
    ) -> list[_T]:
        """Return the results of `keep` for a server's past evenings of a game by their start, in
        pages. `between`: the earliest start, and the time before which all start."""
        read = self.transactions.read_page
        found: list[tuple[datetime, int, _T]] = []
        last = 0
        while some := await read(evening_queries.past, guild_id, game, between, last, keep):
            found += some
            last = some[-1][1]
        found.sort(key=lambda one: one[:2])
        return [kept for _, _, kept in found]


class DailyArea(Area):
    """Deals of the day: the servers' plans, the deals, and people's plays."""

    plan = statement(daily_queries.plan)
    plans = statement(daily_queries.plans)
    set_plan = statement(daily_queries.set_plan)
    remove_plan = statement(daily_queries.remove_plan)
    note_refusal = statement(daily_queries.note_refusal)
    store_deal = statement(daily_queries.store_deal)
    change = statement(daily_queries.change)
    end = transaction(daily_queries.end)
    load = statement(daily_queries.load)
    of_day = statement(daily_queries.of_day)
    under_way = statement(daily_queries.under_way)
    dailies_to_show = statement(daily_queries.dailies_to_show)
    days = statement(daily_queries.days)
    begin = transaction(daily_queries.begin)
    is_unfinished = statement(daily_queries.is_unfinished)
    load_play = statement(daily_queries.load_play)
    play_of = statement(daily_queries.play_of)
    store_moves = statement(daily_queries.store_moves)
    note_shared = statement(daily_queries.note_shared)
    plays = page(daily_queries.plays)
    scores = page(daily_queries.scores)
    days_played = page(daily_queries.days_played)


class WeeklyArea(Area):
    """Weekly posts, and what they report."""

    plan = statement(weekly_queries.plan)
    servers = statement(weekly_queries.servers)
    set_plan = statement(weekly_queries.set_plan)
    remove_plan = statement(weekly_queries.remove_plan)
    note_refusal = statement(weekly_queries.note_refusal)
    note_posted = statement(weekly_queries.note_posted)
    deal_counts = page(weekly_queries.deal_counts)
    best_deals = page(weekly_queries.best_deals)

    async def deal_sums(self, guild_id: GuildId, first: date, next_day: date) -> list[DealSum]:
        """Return the sums of people's deals on a server by game and player, from the `first` day to
        the day before `next_day`, read in pages."""
        read = self.transactions.read_page
        sums: dict[tuple[str, UserId], DealSum] = {}
        while first < next_day:
            until = await read(weekly_queries.batch_end, guild_id, first, next_day)
            weekly_queries.add_up(sums, await read(weekly_queries.sums, guild_id, first, until))
            first = until
        return list(sums.values())


class SettingArea(Area):
    """Settings of servers, preferences and lessons of players, and bans."""

    guild_settings = statement(setting_queries.guild_settings)
    change_guild_settings = transaction(setting_queries.change_guild_settings)
    preferences = statement(setting_queries.preferences)
    change_preferences = transaction(setting_queries.change_preferences)
    learning = transaction(setting_queries.learning)
    set_learning = transaction(setting_queries.set_learning)
    ban = statement(setting_queries.ban)
    bans = statement(setting_queries.bans)
    add_ban = statement(setting_queries.add_ban)
    remove_ban = statement(setting_queries.remove_ban)


class PeopleArea(Area):
    """The names of people on each server, and who wants to be pinged there."""

    names = statement(name_queries.names)
    last_name = statement(name_queries.last_name)
    rename = statement(name_queries.rename)
    wants_pings = statement(ping_queries.wants_pings)
    set_ping_wish = statement(ping_queries.set_ping_wish)
    waiting_for_ping = statement(ping_queries.waiting_for_ping)
    note_pings = statement(ping_queries.note_pings)


class InteractionArea(Area):
    """Interactions received by HTTP, so that none is carried out twice."""

    take_on = statement(interaction_queries.take_on)

    async def forget_taken_on(self, before: datetime) -> None:
        """Forget which interactions were taken on before a time. Takes many transactions."""
        forget = interaction_queries.forget_taken_on
        while await self.transactions.write_batch(forget, before):
            await self.transactions.give_way()
