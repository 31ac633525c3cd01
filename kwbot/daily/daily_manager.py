"""The deals of the day of all servers: their beginning, end and plays.

Nothing of them is kept in memory: the stored state shows what is due.
"""

import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from datetime import date, datetime, time, tzinfo

from kwbot.daily import daily_deal
from kwbot.daily.daily_analysis import DailyAnalysis
from kwbot.daily.daily_deal import DailyHand, game_of_day, points_of
from kwbot.daily.daily_reports import DailyReports, hand_of
from kwbot.daily.daily_venue import DailyVenue
from kwbot.daily.day_end import ONE_DAY, DayEnd
from kwbot.engine.deals.variant import Variant
from kwbot.engine.values.actions import Action
from kwbot.engine.values.wording import N_
from kwbot.ids import GuildId, UserId
from kwbot.solo.computer_moves import TurnTakers, play_computers
from kwbot.solo.solo_deal import SoloDeal
from kwbot.storage.store import Store
from kwbot.storage.values.documents import GuildSettings
from kwbot.storage.values.stored_dailies import DailyPlan, StoredDaily
from kwbot.tables.errors.delivery_errors import Unreachable, next_try
from kwbot.tables.errors.refusals import BeforeRestore, Refused, Stale
from kwbot.tables.play import lobby
from kwbot.tables.play.presets import settled_by
from kwbot.tables.serving.downtime import Downtime
from kwbot.tables.time.clock import Clock
from kwbot.tables.time.clock_times import moment
from kwbot.tables.time.due_dates import DueDates
from kwbot.tables.time.time_zones import zone_of

_log = logging.getLogger(__name__)

_OVER = N_("That day is over. Today's deal: /daily.")


class DailyDeals:
    """The deals of the day of all servers. Methods about a deal raise a RuleViolation with one
    sentence, or StorageError."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        computers: TurnTakers,
        venue: DailyVenue,
        games: Mapping[str, Variant],
        downtime: Downtime,
    ) -> None:
        self._store = store
        self._clock = clock
        self._computers = computers
        self._venue = venue
        self._games = games
        self._downtime = downtime
        self.due = DueDates(store, clock, "deal of the day of server", self._servers, self.advance)
        downtime.listeners.append(self.due.look_at_all)
        self.analysis = DailyAnalysis(store, computers, games)
        self.reports = DailyReports(store, games)
        self._day_end = DayEnd(store, clock, downtime)
        self.soon_over = self._day_end.soon_over
        self._sharing: set[int] = set()
        """Plays that are being posted."""

    # --- start and stop -----------------------------------------------------------------------

    async def stop(self) -> None:
        """Stop opening, ending and analysing deals."""
        await self.due.stop()
        await self.analysis.stop()

    # --- what moderators do -------------------------------------------------------------------

    async def set_plan(self, plan: DailyPlan) -> None:
        """Store a server's plan. The new channel gets at once what the old one refused."""
        before = await self._store.daily.plan(plan.guild_id)
        await self._store.daily.set_plan(plan)
        if before is not None and before.refused_at is not None:
            await self._move(plan)
        self.due.look_at(plan.guild_id)

    async def _move(self, plan: DailyPlan) -> None:
        """Move the deals under way to the channel of a plan."""
        for daily in await self._store.daily.under_way(plan.guild_id):
            new = {"channel_id": plan.channel_id, "message_id": None, "thread_id": None}
            moved = new if daily.channel_id != plan.channel_id else {}
            await self._store.daily.change(daily.id, shown="", **moved)

    # --- what people do -----------------------------------------------------------------------

    async def daily(self, number: int, guild_id: GuildId) -> StoredDaily:
        """Return an opened deal of a server; raise Stale or BeforeRestore if there is none."""
        daily = await self._store.daily.load(number)
        if daily is None or daily.guild_id != guild_id or daily.state == "sealed":
            await self._check_current(number)
            raise Stale
        return daily

    async def today(self, guild_id: GuildId) -> StoredDaily | None:
        """Return the deal that people on a server can begin now; None if there is none."""
        found = [one for one in await self._store.daily.under_way(guild_id) if one.state == "open"]
        return found[-1] if found else None

    async def left_over(self, guild_id: GuildId, user_id: UserId) -> StoredDaily | None:
        """Return a deal that somebody may still finish after its day, if there is one."""
        for daily in await self._store.daily.under_way(guild_id):
            if daily.state == "closing":
                play = await self._store.daily.play_of(daily.id, user_id)
                if play is not None and play.points is None:
                    return daily
        return None

    async def hand(self, number: int, guild_id: GuildId, user_id: UserId, name: str) -> DailyHand:
        """Return a person's play of a deal. Raises Stale or BeforeRestore unless it is theirs.
        `name`: shown to the person if the stored name was deleted."""
        play = await self._store.daily.load_play(number)
        if play is None or play.user_id != user_id:
            await self._check_current(number)
            raise Stale
        return hand_of(await self.daily(play.daily_id, guild_id), play, self._games, name)

    async def _check_current(self, number: int) -> None:
        """Raise BeforeRestore if a restored backup may have removed a missing deal or play."""
        if await self._store.is_before_restore(number):
            raise BeforeRestore

    async def begin(self, daily: StoredDaily, user_id: UserId, name: str) -> DailyHand:
        """Let somebody begin a deal before its day is over, or go on with it."""
        await lobby.check_ban(self._store, daily.guild_id, user_id, daily.game)
        daily = await self.daily(daily.id, daily.guild_id)
        play = await self._store.daily.play_of(daily.id, user_id)
        if play is None and not self._day_end.is_past(daily):
            play = await self._store.daily.begin(daily.id, user_id, name)
        if play is None or daily.state == "over":
            raise Refused(_OVER)
        hand = hand_of(daily, play, self._games, name)
        solo = await play_computers(self._computers, hand.solo)
        return hand if solo.lines == hand.play.moves else await self._keep(hand, solo)

    async def has_begun(self, daily: StoredDaily, user_id: UserId) -> bool:
        """Whether somebody has seen the cards of a deal."""
        return await self._store.daily.play_of(daily.id, user_id) is not None

    async def finished_hand(
        self, daily: StoredDaily, user_id: UserId, name: str
    ) -> DailyHand | None:
        """Return a person's finished play of a deal, if there is one. `name`: as in `hand`."""
        play = await self._store.daily.play_of(daily.id, user_id)
        return (
            None if play is None or play.points is None else hand_of(daily, play, self._games, name)
        )

    async def act(
        self, hand: DailyHand, seq: int, choose: Callable[[SoloDeal], Action]
    ) -> DailyHand:
        """Make somebody's move, and the computers' after it. A press from an earlier moment only
        brings back the current one."""
        if hand.play.seq != seq or hand.solo.deal is None:
            return hand
        if hand.daily.state == "over":
            raise Refused(_OVER)
        solo = await play_computers(self._computers, hand.solo.act(choose(hand.solo)))
        return await self._keep(hand, solo)

    async def _keep(self, hand: DailyHand, solo: SoloDeal) -> DailyHand:
        """Store how the deal went on, and return its current state."""
        points, at = (None, None) if solo.deal else (points_of(solo), self._clock.now())
        before = hand.play
        if await self._store.daily.store_moves(before, solo.lines, points, at):
            if points is not None and self._day_end.is_past(hand.daily):
                self.due.look_at(hand.daily.guild_id)  # it may have been the last
            play = replace(before, seq=before.seq + 1, moves=solo.lines, points=points)
            return replace(hand, play=play, solo=solo)
        there = await self._store.daily.load_play(before.id)
        daily = await self._store.daily.load(before.daily_id)
        assert there is not None
        assert daily is not None
        if there.seq == before.seq:  # its last hour is over
            raise Refused(_OVER)
        return hand_of(daily, there, self._games, hand.solo.match.names[hand.solo.seat])

    async def share(self, hand: DailyHand, post: Callable[[], Awaitable[object]]) -> None:
        """Post somebody's result by `post`, and note that. Raises Refused the second time."""
        play = await self._store.daily.load_play(hand.play.id)
        if play is None or play.points is None or play.shared or play.id in self._sharing:
            raise Refused(N_("You've already posted it."))
        self._sharing.add(play.id)
        try:
            await post()
            await self._store.daily.note_shared(play.id)
        finally:
            self._sharing.remove(play.id)

    # --- what happens by itself ---------------------------------------------------------------

    async def _servers(self) -> set[GuildId]:
        """Return the servers with a plan or a deal under way."""
        planned = {one.guild_id for one in await self._store.daily.plans()}
        return planned | {one.guild_id for one in await self._store.daily.under_way()}

    async def advance(self, guild_id: GuildId) -> datetime | None:
        """Do all that is due on a server now; return when to look again (None: never)."""
        plan = await self._store.daily.plan(guild_id)
        settings = await self._store.settings.guild_settings(guild_id)
        under_way = await self._store.daily.under_way(guild_id)
        language = plan.language if plan else under_way[-1].language if under_way else ""
        zone = zone_of(settings, language)
        times, current = list[datetime](), self._clock.now().astimezone(zone).date()
        for daily in under_way:
            until, goes_on = await self._day_end.advance(daily, zone)
            times += [until] if until else []
            current = max(current, daily.day) if goes_on else current
            if goes_on and daily.day < current:
                plan = None  # the next deal waits for the end of this day
        if plan is not None:
            await self._open(plan, current, settings, zone)
            await self._seal(plan, current + ONE_DAY, settings)
            times.append(moment(current + ONE_DAY, time(), zone))
        self.analysis.begin()
        if again := await self._show(guild_id, current):
            times.append(again)
        return min(times, default=None)

    async def _open(
        self, plan: DailyPlan, day: date, settings: GuildSettings, zone: tzinfo
    ) -> None:
        daily = await self._store.daily.of_day(plan.guild_id, day)
        if daily is None or (daily.state == "sealed" and daily.game not in self._games):
            daily = self._seal_deal(plan, day, settings, daily)
        if daily.state == "sealed":
            ends = moment(day + ONE_DAY, time(), zone)
            await self._store.daily.store_deal(daily_deal.as_opened(daily, plan, ends))

    async def _seal(self, plan: DailyPlan, day: date, settings: GuildSettings) -> None:
        before = await self._store.daily.of_day(plan.guild_id, day)
        if before is not None and before.state != "sealed":
            return
        daily = self._seal_deal(plan, day, settings, before)
        if before is not None and before.commitment != daily.commitment:
            for today in await self._store.daily.under_way(plan.guild_id):
                # Its message names the seal. Do this first, as the bot may be killed in between.
                await self._store.daily.change(today.id, shown="")
        if before is None or (before.game, before.options) != (daily.game, daily.options):
            await self._store.daily.store_deal(daily)

    def _seal_deal(
        self, plan: DailyPlan, day: date, settings: GuildSettings, before: StoredDaily | None = None
    ) -> StoredDaily:
        known = tuple(one for one in plan.games if one in self._games) or tuple(self._games)
        variant = self._games[game_of_day(replace(plan, games=known), day)]
        options = options_of(plan.preset, variant, settings)
        return daily_deal.seal(plan, day, variant, options, before)

    # --- what is shown ------------------------------------------------------------------------

    async def _show(self, guild_id: GuildId, today: date) -> datetime | None:
        """Bring the messages of a server's deals up to date. Return when to try again if its
        channel refused one; None: not until something changes there or the next day begins."""
        again = None
        plan = await self._store.daily.plan(guild_id)
        for daily in await self._store.daily.dailies_to_show(guild_id):
            if daily.game not in self._games:  # the game has been removed
                continue
            here = plan is not None and plan.channel_id == daily.channel_id
            message = daily.message_id
            try:
                message = await self._venue.show(await self.reports.news(daily))
            except Unreachable as refusal:
                _log.info("server %d: deal of the day not shown: %s", guild_id, refusal)
                self.due.note_refusal(guild_id)
                if plan is not None and here:
                    plan, again = await self._note_refusal(plan)
                if daily.day >= today - ONE_DAY:
                    continue  # retried; nobody waits for older ones
            else:
                if plan is not None and here and plan.refused_at is not None:
                    await self._store.daily.note_refusal(guild_id, None)
            await self._store.daily.change(daily.id, shown=daily.state, message_id=message)
        return again

    async def _note_refusal(self, plan: DailyPlan) -> tuple[DailyPlan, datetime | None]:
        """Note that a plan's channel refuses messages, and once tell the person who turned the
        deals on. Return the plan, and when to try again."""
        now = self._clock.now()
        if plan.refused_at is None:
            if plan.user_id is not None:
                await self._venue.complain(plan, plan.user_id)
            await self._store.daily.note_refusal(plan.guild_id, now)
        refused_at = plan.refused_at or now
        return replace(plan, refused_at=refused_at), next_try(refused_at, now)


def options_of(key: str, variant: Variant, settings: GuildSettings) -> dict[str, str]:
    """Return a game's own options by a preset, or the usual ones if the game does not have it."""
    settled = settled_by(key, variant, settings) or settled_by("rulebook", variant, settings)
    assert settled is not None
    return {one.key: settled[one.key] for one in variant.options}
