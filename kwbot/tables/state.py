"""A table as an immutable value, and how each event changes it.

The same steps run when something happens and when the event log is read again after a restart,
so what was stored is what stands.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from kwbot.engine.actions import CHANCE, Action, Dealt, Seat
from kwbot.engine.cards import Card
from kwbot.engine.frozen import changed
from kwbot.engine.match import Match
from kwbot.engine.table import Foul
from kwbot.engine.variant import Variant
from kwbot.tables.refusals import NotSeated

HINTS_OPTION, HINTS_ON, HINTS_OFF = "hints", "on", "off"
"""Whether players may ask what a strong player would do; off unless the host says otherwise."""


@dataclass(frozen=True, slots=True)
class Person:
    """A Discord user as the tables know them."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class Seated:
    """Who has a seat. `user` None: a computer player of `level`."""

    name: str
    user: int | None = None
    level: str = "easy"
    dm_channel: int | None = None
    dm_open: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class NewLobby:
    """A table to be opened: where, by whom, for what. The host gets the first seat."""

    guild: int
    channel: int
    parent_channel: int | None = None
    host: Person
    host_dm: int | None = None
    host_dm_open: bool = True
    game: str
    language: str
    options: Mapping[str, str] = field(default_factory=dict)
    """Options that differ from the defaults, time limits included."""
    others: tuple[Seated, ...] = ()
    """Who else has a seat from the start (a rematch)."""


@dataclass(frozen=True)
class Ready:
    """Between two deals: the next one's commitment is posted, the players press *Ready*."""

    deal: int
    dealer: Seat
    """Drawn, where chance decides it, before anybody presses."""
    commitment: str
    context: str
    pressed: tuple[tuple[Seat, int], ...] = ()
    """(seat, interaction id) in the order pressed."""

    @property
    def seats(self) -> frozenset[Seat]:
        return frozenset(seat for seat, _ in self.pressed)

    @property
    def contributions(self) -> list[str]:
        return [f"{seat} {interaction}" for seat, interaction in self.pressed]


@dataclass(frozen=True)
class Vote:
    """A proposal that needs everybody in `voters`. `undo` moves are taken back if it stands.

    `foul` None: moves are to be taken back without anybody's fault.
    """

    proposer: Seat
    voters: frozenset[Seat]
    until: datetime
    foul: Foul | None = None
    undo: int = 0
    left: float | None = None
    """Seconds that those in turn had left when it was proposed; None: no limit."""
    seq: int = 0
    """The number of the event that proposed it: a press for an older vote does not count."""
    agreed: frozenset[Seat] = frozenset()

    @property
    def missing(self) -> frozenset[Seat]:
        return self.voters - self.agreed


@dataclass(frozen=True)
class Decided:
    """How a vote ended. `by`: who did not agree; None where it stands or time ran out."""

    vote: Vote
    stands: bool
    by: Seat | None = None


@dataclass(frozen=True)
class TableState:
    """Everything about one table. `state`: "lobby", "running" or "closed"."""

    id: int
    guild: int
    channel: int
    parent_channel: int | None
    host: int
    variant: Variant
    options: Mapping[str, str]
    """The game's options; as `time_…` the time limits; `hints`."""
    language: str
    created_at: datetime
    last_human_at: datetime
    state: str = "lobby"
    seq: int = 0
    seated: tuple[Seated, ...] = ()
    match: Match | None = None
    ready: Ready | None = None
    vote: Vote | None = None
    decided: Decided | None = None
    """The last vote that ended."""
    asked_at: Mapping[Seat, int] = field(default_factory=dict)
    """For everybody who must act: the number of the event that asked them."""
    missed: Mapping[Seat, int] = field(default_factory=dict)
    """How often in a row a player ran out of time."""
    late: frozenset[tuple[Seat, Action]] = frozenset()
    """What was done in the running deal for players who ran out of time."""
    late_before: frozenset[tuple[Seat, Action]] = frozenset()
    """The same of the last deal that was scored."""
    deadline: datetime | None = None
    paused: bool = False
    """Whether the table waits because its channel is out of reach."""
    absence: int = 0
    """Seconds that the bot was away before it resumed this table; 0 once somebody has acted."""
    message: int | None = None
    display: Mapping[str, Any] = field(default_factory=dict)
    closed_reason: str | None = None

    @property
    def gives_hints(self) -> bool:
        return self.options.get(HINTS_OPTION) == HINTS_ON

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(seated.name for seated in self.seated)

    def seat_of(self, user: int) -> Seat:
        """The seat of a user; NotSeated if there is none."""
        for seat, seated in enumerate(self.seated):
            if seated.user == user:
                return seat
        raise NotSeated

    def is_in(self, channel: int | None) -> bool:
        """Whether it is played in a channel, or in a thread of it."""
        return channel in (self.channel, self.parent_channel)

    def has(self, user: int) -> bool:
        return any(seated.user == user for seated in self.seated)

    @property
    def away(self) -> frozenset[Seat]:
        return self.match.away if self.match else frozenset()

    @property
    def acting_host(self) -> int:
        """Who may do what the host may: the host, or while they are away the next one there."""
        if self.has(self.host) and self.seat_of(self.host) in self.away and self.present:
            user = self.seated[self.present[0]].user
            return self.host if user is None else user
        return self.host

    def is_played_by_computer(self, seat: Seat) -> bool:
        return self.seated[seat].user is None or seat in self.away

    @property
    def humans(self) -> tuple[Seat, ...]:
        """Seats of human players, away or not."""
        return tuple(seat for seat, seated in enumerate(self.seated) if seated.user is not None)

    @property
    def present(self) -> tuple[Seat, ...]:
        """Seats of human players who are there."""
        return tuple(seat for seat in self.humans if seat not in self.away)

    @property
    def over(self) -> bool:
        return self.match is not None and self.match.over

    def to_act(self) -> tuple[Seat, ...]:
        """Who must act in the running deal; nobody while cards wait to be dealt."""
        waiting = () if self.match is None else self.match.to_act()
        return () if CHANCE in waiting else waiting

    def computer_in_turn(self) -> Seat | None:
        """The first computer player whom the table waits for, if it waits for any."""
        if self.state == "running" and self.vote is None:
            for seat in self.to_act():
                if self.is_played_by_computer(seat):
                    return seat
        return None


def new_match(table: TableState, drawn: tuple[Card, ...] = ()) -> Match:
    """The match of a table's game, people and options; IllegalAction if they do not fit.

    `drawn`: what the players drew for partners, by seat.
    """
    known = {option.key for option in table.variant.options}
    options = {key: value for key, value in table.options.items() if key in known}
    match = Match.begin(table.variant, table.names, options)
    return match.with_draw(drawn) if drawn else match


def started(table: TableState, match: Match) -> TableState:
    return changed(table, state="running", match=match)


def ended(table: TableState, seat: Seat) -> TableState:
    """The host ends the match."""
    assert table.match is not None
    return changed(table, match=table.match.ended(seat), ready=None, vote=None, asked_at={})


def committed(table: TableState, ready: Ready) -> TableState:
    return changed(table, ready=ready)


def readied(table: TableState, seat: Seat, interaction: int) -> TableState:
    assert table.ready is not None
    pressed = (*table.ready.pressed, (seat, interaction))
    return changed(table, ready=changed(table.ready, pressed=pressed))


def dealt(table: TableState, dealer: Seat, cards: Dealt | None) -> TableState:
    """The next deal begins; `cards` None: somebody has to cut before they are dealt."""
    assert table.match is not None
    match = table.match.deal_begun(dealer)
    if cards:
        match = match.apply(CHANCE, cards)
    return _onto(table, match, (), ready=None, late=frozenset())


def dealt_after_cut(table: TableState, cards: Dealt) -> TableState:
    assert table.match is not None
    return _onto(table, table.match.apply(CHANCE, cards), ())


def acted(table: TableState, seat: Seat, action: Action, kind: str) -> TableState:
    """`kind`: "action" by the player, "timeout" for them, or "computer"."""
    assert table.match is not None
    match = table.match.apply(seat, action)
    if kind == "computer":
        return _onto(table, match, (seat,))
    if kind == "action":
        return _onto(table, match, (seat,), missed={**table.missed, seat: 0})
    missed = {**table.missed, seat: table.missed.get(seat, 0) + 1}
    return _onto(table, match, (seat,), missed=missed, late=table.late | {(seat, action)})


def fouled(table: TableState, foul: Foul) -> TableState:
    assert table.match is not None
    match = table.match.fouled(foul)
    return _onto(table, match, table.to_act(), vote=None, decided=_stands(table))


def undone(table: TableState, count: int) -> TableState:
    assert table.match is not None
    match = table.match.undone(count)
    return _onto(table, match, table.to_act(), vote=None, decided=_stands(table))


def _stands(table: TableState) -> Decided | None:
    """The vote under way carried; what sets a foul right carries out the same vote twice."""
    return Decided(table.vote, stands=True) if table.vote else table.decided


def gone_away(table: TableState, seat: Seat) -> TableState:
    assert table.match is not None
    return changed(table, match=table.match.gone_away(seat))


def come_back(table: TableState, seat: Seat) -> TableState:
    assert table.match is not None
    return changed(table, match=table.match.come_back(seat), missed={**table.missed, seat: 0})


def proposed(table: TableState, vote: Vote) -> TableState:
    return changed(table, vote=changed(vote, seq=table.seq + 1))


def voted(table: TableState, seat: Seat) -> TableState:
    assert table.vote is not None
    return changed(table, vote=changed(table.vote, agreed=table.vote.agreed | {seat}))


def rejected(table: TableState, by: Seat | None = None) -> TableState:
    """`by`: who did not agree; None: time ran out."""
    assert table.vote is not None
    return changed(table, vote=None, decided=Decided(table.vote, stands=False, by=by))


def _onto(table: TableState, match: Match, acted_by: tuple[Seat, ...], **more: Any) -> TableState:
    """On to `match`, a finished deal scored; who is asked anew is asked by the next event."""
    if (scored := match.scored()) is not match:
        match, more["late_before"] = scored, more.pop("late", table.late)
        more["late"] = frozenset()
    asked = {
        seat: table.asked_at[seat]
        if seat in table.asked_at and seat not in acted_by
        else table.seq + 1
        for seat in match.to_act()
        if seat != CHANCE
    }
    return changed(table, match=match, asked_at=asked, **more)
