"""Facts about a table that its screens need before they put it into words."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from typing import NamedTuple

from kwbot.engine.values.actions import Seat
from kwbot.engine.values.wording import N_
from kwbot.engine.views.view import View, view
from kwbot.tables.state.attendance import MISSES_UNTIL_AWAY
from kwbot.tables.state.round_limits import ROUND_OVER, earlier_deals, round_deals
from kwbot.tables.state.table_options import HAND_HERE, HAND_OPTION
from kwbot.tables.state.table_state import ClosedTable, RunningTable, TableState
from kwbot.tables.state.time_limits import closing_time
from kwbot.text.words.facts import Facts
from kwbot.text.words.language import Language, Voice, language_of
from kwbot.text.words.mentions import address, mention

OUTAGE_SECONDS = 30
"""Seconds of absence from which the table says that the bot was away."""

_CLOSED = {
    "cancelled": N_("The host has closed this table."),
    "empty": N_("Everyone has left this table."),
    "idle": N_("Nobody has played here for a long time, so the table is closed."),
    "unjoined": N_("Nobody has joined for a long time, so the table is closed."),
    "missed": N_("This table couldn't open: another table was in the way for two hours."),
    "rules": N_("The rules have changed in a new version, so this game can't go on. Sorry!"),
    "moderator": N_("A moderator has closed this table. Nothing of this game counts."),
    ROUND_OVER: N_("This round is over. Standings and what's next: {channel}"),
    "ended": N_("The game was ended early: nobody wins."),
}
_NEXT_BOARD = N_("All tables play this deal. The next one follows here.")
_LAST_BOARD = N_("Your table is done. Standings and next tables, once all are done: {channel}")
_VOID_BOARD = N_(
    "A backup was restored. This deal doesn't count, because its cards may have been seen."
)
_IS_CLOSED = N_("This table is closed.")


def closed_text(table: ClosedTable, language: Language) -> str:
    """Return why a table was closed."""
    where = f"<#{table.parent_channel or table.channel}>"
    if table.is_duplicate and table.reason == ROUND_OVER:
        is_last = earlier_deals(table) + 1 == round_deals(table)
        going_on = language.text(_LAST_BOARD if is_last else _NEXT_BOARD, channel=where)
        void = table.running is not None and table.running.restored
        return f"{language.text(_VOID_BOARD)} {going_on}" if void else going_on
    return language.text(_CLOSED.get(table.reason, _IS_CLOSED), channel=where)


def facts_of(table: RunningTable) -> Facts:
    until = table.vote.until if table.vote else table.deadline
    return Facts(
        mentions={
            seat: mention(seated.user)
            for seat, seated in enumerate(table.seated)
            if seated.user is not None
        },
        computers=frozenset(table.computers),
        deadline=None if until is None or table.paused else int(until.timestamp()),
        outage=table.absence if table.absence >= OUTAGE_SECONDS else None,
        restored=table.restored,
        channel=f"<#{table.channel}>",
        link=address(table),
        settled=_ended_early(table),
        away={
            seat: int(since.timestamp())
            for seat, since in table.attendance.away_since.items()
            if table.seated[seat].user is not None
        },
        silent={
            seat: int(since.timestamp())
            for seat, since in table.attendance.silent.items()
            if table.is_silent(seat)
        },
        closes=None if table.is_attended else int(closing_time(table).timestamp()),
        late=_overdue(table, range(2, MISSES_UNTIL_AWAY)),
        extended=_overdue(table, range(2)),
        stirrers=table.stirrers,
        round=round_deals(table),
        earlier=earlier_deals(table),
        asked=_asked_since(table),
        pressed=int(table.last_human_at.timestamp()),
    )


def _asked_since(table: RunningTable) -> int | None:
    """Return since when the table has waited for people, in seconds since 1970."""
    asked = [since for seat, (_, since) in table.attendance.asked.items() if seat in table.asked_at]
    return int(min(asked).timestamp()) if asked else None


def _overdue(table: RunningTable, missed: range) -> frozenset[Seat]:
    """Return the present players who have done nothing since their time ran out, for one of the
    numbers of times in `missed`."""
    if not table.attendance.overdue:
        return frozenset()
    there = table.attendance.overdue & set(table.present)
    return frozenset(seat for seat in there if table.attendance.misses(seat) in missed)


def takes_dms(table: RunningTable) -> bool:
    """Whether all are known to accept direct messages, and hands come by them unless moved."""
    if table.options.get(HAND_OPTION) == HAND_HERE:
        return False
    closed = table.notes.without_dms
    people = [one for one in table.seated if one.user is not None]
    return all(
        one.dm_open and one.dm_channel is not None and one.user not in closed for one in people
    )


def _ended_early(table: RunningTable) -> bool:
    """Whether the last deal ended with cards in hands, and not by a foul."""
    ended = table.match.finished
    return (
        ended is not None
        and ended.play is not None
        and any(ended.layout.hands)
        and not ended.layout.fouls
    )


def seen_by(table: RunningTable, seat: Seat | None) -> View:
    """Return the match as a player sees it; while a vote goes on, nobody is asked to play."""
    seen = view(table.match, seat)
    return replace(seen, to_act=(), choice=None) if table.vote else seen


def channel_voice(seen: View, table: RunningTable) -> Voice:
    return Voice.of(seen, language_of(table.language))


def label_voice(table: RunningTable, language: Language) -> Voice:
    """Return the voice for labels of buttons and menus, which show no markdown."""
    options = table.match.sheet.options
    return Voice.of_game(table.variant, language, table.names, options).without_markdown()


def shown_deal(table: TableState) -> int:
    """Return the number of the deal that is under way or about to begin; 0 in a lobby."""
    running = table.running
    if running is None:
        return 0
    return running.ready.deal if running.ready else running.match.number


def present_deal(table: TableState) -> int:
    """Return the deal that the table's present message shows, with its result until the next one is
    dealt; 0 is the lobby."""
    return max(1, table.running.match.number) if table.running else 0


def is_lone(table: TableState) -> bool:
    """Whether one person plays with computers, so that nobody waits and a line is enough."""
    if not isinstance(table, RunningTable) or table.evening_id is not None:
        return False
    return len(table.humans) == 1 and not table.is_duplicate


def told_at_end(table: RunningTable) -> bool:
    """Whether a deal's tricks are told at its end: nobody else is there to wait for them."""
    return len(table.present) <= 1


class HandKey(NamedTuple):
    """What a player's hand shows, to be compared with what there is to show."""

    own: Hashable
    """What its player cannot do without."""
    others: Hashable = None
    """What others have played and called meanwhile."""
    named: tuple[Seat, ...] | None = None
    """Whose turn the hand says it is, if somebody else's; None: it names nobody."""

    @property
    def aside(self) -> HandKey:
        """The key while something else is shown in the hand's place."""
        return self._replace(others="aside", named=None)


def hand_key(table: TableState, seat: Seat) -> HandKey:
    """Return a key that stays equal while a hand shows everything.

    While its player is asked, what others do does not change it, so that nothing moves where the
    player is about to choose.
    """
    running = table.running
    if running is None:
        return HandKey(isinstance(table, ClosedTable))
    deal, told_later = running.match.deal, told_at_end(running)
    mine = running.asked_at.get(seat)
    own = (
        shown_deal(running),
        isinstance(table, ClosedTable),
        deal.layout.hands[seat].bits if deal else None,
        mine,
        running.deadline if mine is not None else None,
        seat in running.match.away,
        running.ready is not None and seat in running.ready.seats,
        running.vote,
        running.paused,
        _cards_fallen(running) if told_later else None,
    )
    if deal is None or mine is not None or running.vote:
        return HandKey(own)
    return HandKey(own, None if told_later else len(deal.log), running.to_act())


def _cards_fallen(table: RunningTable) -> Hashable:
    """Return how many cards have been played: a lone player sees the computers' cards fall."""
    play = table.match.deal.play if table.match.deal else None
    return (len(play.tricks), len(play.plays)) if play else None
