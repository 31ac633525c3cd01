"""What events change in a running table's deal and in the shuffle of its next one."""

from dataclasses import replace
from typing import Any

from kwbot.engine.deals.match import Match
from kwbot.engine.values.actions import CHANCE, Action, Dealt, Foul, Seat, TrickClaim
from kwbot.tables.errors.refusals import Stale
from kwbot.tables.state.contributions import STIR_PREFIX, Ready, check_stir
from kwbot.tables.state.proposals import Decided
from kwbot.tables.state.table_state import RunningTable

# --- before the cards -------------------------------------------------------------------------


def commit(table: RunningTable, ready: Ready) -> RunningTable:
    """Return the table with the commitment to its next deal."""
    return replace(table, ready=ready)


def contribute(table: RunningTable, place: int, text: str) -> RunningTable:
    """Return the table with a contribution to the first shuffle from a place in the lobby."""
    return replace(table, ready=table.ready_now().plus(place, text))


def be_ready(table: RunningTable, seat: Seat, interaction: int) -> RunningTable:
    """Return the table with a player ready; their press, an `interaction`, goes into the shuffle.
    Raise Stale if they already were."""
    ready = table.ready_now()
    if seat in ready.seats:
        raise Stale
    return replace(table, ready=ready.plus(seat, str(interaction)))


def stir(table: RunningTable, seat: Seat, line: str) -> RunningTable:
    """Return the table with a line that a player has typed for the shuffle. Raise Stale unless
    cards are about to be dealt, and Refused if they have typed too many."""
    ready = table.ready_now()
    check_stir(ready.given, seat)
    return replace(table, ready=ready.plus(seat, STIR_PREFIX + line))


# --- the deal ---------------------------------------------------------------------------------


def begin_deal(table: RunningTable, dealer: Seat, cards: Dealt | None) -> RunningTable:
    """Return the table with its next deal begun; `cards` is None if somebody has to cut first."""
    match = table.match.deal_begun(dealer)
    if cards:
        match = match.apply(CHANCE, cards)
    sealed = table.ready.commitment if table.ready else ""
    return _go_on(
        table, match, (), ready=None, late=frozenset(), sealed=sealed, stirred_by=table.stirrers
    )


def deal_after_cut(table: RunningTable, cards: Dealt) -> RunningTable:
    """Return the table with the cards dealt after the cut."""
    return _go_on(table, table.match.apply(CHANCE, cards), ())


def act(table: RunningTable, seat: Seat, action: Action, kind: str) -> RunningTable:
    """Return the table after an action; `kind`: "action" by the player, "timeout" for a player
    whose time ran out, "computer", or "forced" without a choice."""
    match = table.match.apply(seat, action)
    if kind in ("computer", "forced"):
        return _go_on(table, match, (seat,))
    if kind == "action":
        return _go_on(table, match, (seat,), attendance=table.attendance.with_answer(seat))
    attendance, late = table.attendance.with_miss(seat), table.late | {(seat, action)}
    return _go_on(table, match, (seat,), attendance=attendance, late=late)


def claim(table: RunningTable, claimed: TrickClaim) -> RunningTable:
    """Return the table after a claim that settles the running deal."""
    return _go_on(table, table.match.with_claim(claimed), table.to_act())


def call_foul(table: RunningTable, foul: Foul) -> RunningTable:
    """Return the table after a foul on which the players agreed."""
    return _carry_out(table, table.match.with_foul(foul))


def undo(table: RunningTable, count: int) -> RunningTable:
    """Return the table without the last `count` moves."""
    return _carry_out(table, table.match.undone(count))


def finish(table: RunningTable, seat: Seat) -> RunningTable:
    """Return the table with the match ended by a player; see `Match.finished_by`."""
    match = table.match.finished_by(seat)
    return replace(table, match=match, ready=None, vote=None, asked_at={})


def _carry_out(table: RunningTable, match: Match) -> RunningTable:
    """Return the table with another match and any vote carried. (A foul that is set right takes two
    changes by one vote.)"""
    decided = Decided(table.vote, stands=True) if table.vote else table.decided
    return _go_on(table, match, table.to_act(), vote=None, decided=decided)


def _go_on(
    table: RunningTable, match: Match, acted_by: tuple[Seat, ...], **more: Any
) -> RunningTable:
    """Return the table with another match, a finished deal scored. The next event asks those who
    are newly to act."""
    if (scored := match.with_score()) is not match:
        match, more["late_before"] = scored, more.pop("late", table.late)
        more["late"] = frozenset()
        more["restored"] = False
    asked = {
        seat: table.asked_at[seat]
        if seat in table.asked_at and seat not in acted_by
        else table.seq + 1
        for seat in match.to_act()
        if seat != CHANCE
    }
    return replace(table, match=match, asked_at=asked, **more)
