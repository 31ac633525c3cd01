"""A table as an immutable value: a lobby, a running or a closed table.

kwbot.tables.log has what each event changes in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from kwbot.engine.deals.match import Match
from kwbot.engine.values.actions import Action, Seat
from kwbot.engine.values.cards import Card
from kwbot.engine.values.choices import Choice
from kwbot.engine.values.wording import N_
from kwbot.ids import UserId
from kwbot.storage.values.display_notes import DisplayNotes
from kwbot.storage.values.stored_tables import BOARD_OPTION, EVENING_OPTION
from kwbot.tables.errors.refusals import Refused, Stale, check_fresh
from kwbot.tables.state.attendance import Attendance
from kwbot.tables.state.contributions import STIR_PREFIX, LobbySeal, Ready, check_stir, lines_of
from kwbot.tables.state.indexed_table import DormantTable, IndexedTable
from kwbot.tables.state.proposals import Decided, Vote
from kwbot.tables.state.seated import Seated
from kwbot.tables.state.table_options import (
    HINTS_ON,
    HINTS_OPTION,
    SEATS_OPTION,
    TAKE_BACK_OFF,
    TAKE_BACK_OPTION,
)


@dataclass(frozen=True, kw_only=True)
class BaseTable(IndexedTable):
    """A table in memory, at any stage."""

    options: Mapping[str, str]
    """Values by key: the game's options, and those of kwbot.tables.state.table_options."""
    language: str
    created_at: datetime
    last_human_at: datetime
    seq: int = 0
    message: int | None = None
    display: Mapping[str, Any] = field(default_factory=dict)

    @property
    def notes(self) -> DisplayNotes:
        """The notes about the table's messages, which are stored as `display`."""
        return DisplayNotes.read(self.display)

    @property
    def gives_hints(self) -> bool:
        """Whether computers suggest bids to the players."""
        return self.options.get(HINTS_OPTION) == HINTS_ON

    @property
    def is_duplicate(self) -> bool:
        """Whether the table plays a duplicate deal, which other tables play, too. No press goes
        into its shuffle, and nothing can be taken back."""
        return BOARD_OPTION in self.options

    @property
    def evening_id(self) -> int | None:
        """The evening to which the table belongs, if any."""
        evening = self.options.get(EVENING_OPTION)
        return None if evening is None else int(evening)

    @property
    def sealed_as(self) -> str:
        """The name of the table in the commitments to its deals."""
        return self.options.get(BOARD_OPTION, str(self.id))

    def _values_of(self, kind: type[BaseTable]) -> dict[str, Any]:
        """Return the fields that another kind of table shares with this one."""
        return {name: self.__dict__[name] for name in kind.__dataclass_fields__}


@dataclass(frozen=True, kw_only=True)
class LobbyTable(BaseTable):
    """A table whose game has not begun."""

    seal: LobbySeal | None = None
    """None only for the moment between storing the lobby and sealing its first deal."""
    starts: datetime | None = None
    """When a planned table opens or has opened by itself; None: a person opened it."""

    @property
    def lacks_players(self) -> bool:
        """Whether too few sit here to play."""
        return len(self.seated) < self.variant.least_players

    @property
    def players(self) -> int:
        """Number of players if the game starts now, with computers if too few sit here."""
        if not self.lacks_players:
            return len(self.seated)
        least, most = self.variant.least_players, self.variant.most_players
        wanted = max(least, int(self.options.get(SEATS_OPTION, least)))
        return min(wanted, most or wanted)

    @property
    def wants_seal(self) -> bool:
        """Whether the first deal has no seal, or one for a table id from before a restore."""
        if self.is_duplicate:
            return False  # sealed when it begins
        return self.seal is None or not self.seal.context.startswith(f"table={self.id} ")

    def standing_seal(self) -> LobbySeal:
        """Return the seal of the first deal; raise Stale if there is none."""
        if self.seal is None:
            raise Stale
        return self.seal

    def with_contribution(self, user_id: UserId, text: str) -> LobbyTable:
        """Return the lobby with one more contribution to the first deal's shuffle."""
        return replace(self, seal=self.standing_seal().plus(user_id, text))

    def with_line(self, user_id: UserId, line: str) -> LobbyTable:
        """Return the lobby with a line that a user has typed for the shuffle. Raise NotSeated if
        they don't sit here, and Refused if they have typed too many."""
        self.seat_of(user_id)
        check_stir(self.standing_seal().given, user_id)
        return self.with_contribution(user_id, STIR_PREFIX + line)

    @property
    def lines(self) -> tuple[tuple[Seat, str], ...]:
        """The lines typed for the first deal's shuffle, in their order."""
        typed = lines_of(self.seal.given) if self.seal else ()
        return tuple((self.seat_of(user), line) for user, line in typed)

    @property
    def stirrers(self) -> tuple[Seat, ...]:
        """The seats of those who typed `lines`, in the same order."""
        return tuple(seat for seat, _ in self.lines)

    @property
    def running(self) -> None:
        """None: the game has not begun."""

    def new_match(self, drawn: tuple[Card, ...] = (), names: tuple[str, ...] = ()) -> Match:
        """Return a match of this game with these players and options. Raise IllegalAction if they
        do not fit. `drawn`: the cards drawn for partners, by seat; `names`: of the original players
        if others have sat down since."""
        known = {option.key for option in self.variant.options}
        options = {key: value for key, value in self.options.items() if key in known}
        match = Match.begin(self.variant, names or self.names, options)
        return match.with_draw(drawn) if drawn else match

    def with_match(self, match: Match) -> RunningTable:
        """Return the running table of a match."""
        return RunningTable(**self._values_of(BaseTable), match=match)

    def as_closed(self, reason: str) -> ClosedTable:
        """Return the lobby closed, for a reason that its message shows."""
        return ClosedTable(**self._values_of(BaseTable), reason=reason, running=None)

    def as_planned(self, starts: datetime) -> PlannedTable:
        """Return the lobby put off until a time when it opens by itself."""
        return PlannedTable(**{**self._values_of(LobbyTable), "starts": starts})


@dataclass(frozen=True, kw_only=True)
class PlannedTable(LobbyTable):
    """A lobby that opens by itself at a later time. Until then others can play in its channel."""

    @property
    def opens(self) -> datetime:
        """When the planned table opens."""
        assert self.starts is not None
        return self.starts

    def as_opened(self, now: datetime) -> LobbyTable:
        """Return the opened lobby."""
        return LobbyTable(**{**self._values_of(LobbyTable), "last_human_at": now})


@dataclass(frozen=True, kw_only=True)
class RunningTable(BaseTable):
    """A table whose game has begun."""

    match: Match
    sealed: str = ""
    """The commitment to the running deal or the last one."""
    places: tuple[Seat, ...] = ()
    """If seats were drawn: the seat of each player by their place in the lobby."""
    ready: Ready | None = None
    stirred_by: tuple[Seat, ...] = ()
    """The seats whose typed lines went into the running or last deal, in their order."""
    vote: Vote | None = None
    decided: Decided | None = None
    """The last vote that ended."""
    newcomers: tuple[Seated, ...] = ()
    """Those who get computer players' seats after the running deal, in this order."""
    asked_at: Mapping[Seat, int] = field(default_factory=dict)
    """For each seat that must act, the number of the event that asked."""
    attendance: Attendance = field(default_factory=Attendance)
    late: frozenset[tuple[Seat, Action]] = frozenset()
    """Actions in the running deal for players whose time ran out."""
    late_before: frozenset[tuple[Seat, Action]] = frozenset()
    """The same actions of the last scored deal."""
    deadline: datetime | None = None
    paused: bool = False
    """Whether the table waits because its channel is out of reach."""
    restored: bool = False
    """Whether the running or next deal replaces one that a restored backup voided."""
    absence: int = 0
    """Seconds since a deadline that passed while the bot was away; 0 once somebody has acted."""

    @property
    def running(self) -> RunningTable:
        """This table."""
        return self

    @property
    def away(self) -> frozenset[Seat]:
        """The seats whose players are away."""
        return self.match.away

    @property
    def host_seat(self) -> Seat | None:
        """The seat of the host if they are there and not silent."""
        here = [seat for seat in self.answering if self.seated[seat].user == self.host]
        return here[0] if here else None

    def may_decide(self, seat: Seat) -> bool:
        """Whether a player may do what the host may, or propose it if no host is there."""
        return self.host_seat in (None, seat)

    def deciders(self, proposer: Seat | None) -> frozenset[Seat]:
        """Return those besides the proposer who must agree to what the host may do."""
        if self.host_seat is not None:
            return frozenset({self.host_seat} - {proposer})
        return frozenset(set(self.answering) - {proposer})

    def is_played_by_computer(self, seat: Seat) -> bool:
        """Whether a computer plays on a seat: its own or an absent player's."""
        return self.seated[seat].user is None or seat in self.match.away

    @property
    def allows_take_back(self) -> bool:
        """Whether the server lets people vote on taking moves back."""
        return not self.is_duplicate and self.options.get(TAKE_BACK_OPTION) != TAKE_BACK_OFF

    def is_alone(self, seat: Seat) -> bool:
        """Whether a player is the only person at the table."""
        return self.humans == (seat,)

    def opponents(self, seat: Seat) -> frozenset[Seat]:
        """Return the people in the deal who are there and play against `seat`, as far as everybody
        knows; if there are none, the partners who are there."""
        deal, sides = self.match.deal, self.variant.sides(self.match.sheet)
        others = frozenset(self.answering) & frozenset(deal.layout.seats if deal else ()) - {seat}
        own = next((side for side in sides if seat in side), ())
        return others - set(own) or others

    def is_lost(self, seat: Seat) -> bool:
        """Whether a player is away because their time ran out or they were silent, so that any
        press of theirs brings them back."""
        gone = self.attendance.is_gone_by_time(seat) or seat in self.attendance.silent
        return gone and seat in self.away

    def is_silent(self, seat: Seat) -> bool:
        """Whether the table has waited too long for a player who is not away."""
        return seat in self.attendance.silent and seat not in self.away

    @property
    def answering(self) -> tuple[Seat, ...]:
        """Seats of human players who are there and not silent."""
        silent = self.attendance.silent
        return tuple(seat for seat in self.present if seat not in silent)

    @property
    def replaceable(self) -> tuple[Seat, ...]:
        """Seats of people who are away or silent, which others may take."""
        away, silent = self.away, self.attendance.silent
        return tuple(seat for seat in self.humans if seat in away or seat in silent)

    @property
    def longest_gone(self) -> Seat | None:
        """The seat whose player is away or silent longest; None if all are there."""
        since = {**self.attendance.away_since, **self.attendance.silent}
        return min(self.replaceable, key=lambda seat: since[seat], default=None)

    @cached_property
    def present(self) -> tuple[Seat, ...]:
        """Seats of human players who are there."""
        away = self.match.away
        here = [
            seat
            for seat, seated in enumerate(self.seated)
            if seated.user is not None and seat not in away
        ]
        return tuple(here)

    @property
    def is_attended(self) -> bool:
        """Whether any human player is there."""
        away = self.match.away
        for seat, seated in enumerate(self.seated):  # hot: called for every state
            if seated.user is not None and seat not in away:
                return True
        return False

    @property
    def missing_seats(self) -> frozenset[Seat]:
        """Seats for whose press the next deal waits: people who are there and not ready, and play
        in it; all of those there count if none of them plays."""
        ready, there = self.ready, frozenset(self.present)
        if ready is None:
            return frozenset()
        if ready.dealer is not None:
            match = self.match
            there = there.intersection(match.variant.seats(match.sheet, ready.dealer)) or there
        return there - ready.seats

    @property
    def wants_deal(self) -> bool:
        """Whether the next deal can be prepared: it has no commitment yet."""
        idle = self.match.deal is None and self.ready is None and self.vote is None
        return idle and not self.match.is_over

    def to_act(self) -> tuple[Seat, ...]:
        """Return the seats that must act in the running deal; none before the cards are dealt."""
        return tuple(self.asked_at)

    def computer_in_turn(self) -> Seat | None:
        """Return the first computer player for whom the table waits, if any. No computer moves
        while no person is there."""
        if self.vote is not None:
            return None
        for seat in self.to_act():
            if self.is_played_by_computer(seat):
                return seat if self.is_attended else None
        return None

    def question(self, user_id: UserId, asked_at: int) -> Choice:
        """Return the choice that event `asked_at` gives a user. Raise NotSeated, or Stale if that
        is no longer asked."""
        seat = self.seat_of(user_id)
        check_fresh(asked_at, self.asked_at.get(seat))
        return self.match.choice(seat)

    @property
    def has_room(self) -> bool:
        """Whether a newcomer can still get a computer player's seat."""
        return not self.is_duplicate and len(self.computers) > len(self.newcomers)

    @property
    def lines(self) -> tuple[tuple[Seat, str], ...]:
        """The lines typed for the next deal's shuffle, in their order."""
        if self.ready is None:
            return ()
        typed, first = lines_of(self.ready.given), self.ready.deal == 1
        drawn = self.places if first else ()  # the lobby's lines are by place
        return tuple((drawn[at] if drawn else at, line) for at, line in typed)

    @property
    def stirrers(self) -> tuple[Seat, ...]:
        """The seats that stirred the next deal, or the last one while no next one is prepared."""
        return self.stirred_by if self.ready is None else tuple(seat for seat, _ in self.lines)

    def ready_now(self) -> Ready:
        """Return the deal for which people are to be ready; raise Stale if there is none."""
        if self.ready is None:
            raise Stale
        return self.ready

    def vote_under_way(self) -> Vote:
        """Return the vote under way; raise Stale if there is none."""
        if self.vote is None:
            raise Stale
        return self.vote

    def as_closed(self, reason: str) -> ClosedTable:
        """Return the table closed, for a reason that its message shows."""
        game = replace(self, deadline=None)
        return ClosedTable(**self._values_of(BaseTable), reason=reason, running=game)


@dataclass(frozen=True, kw_only=True)
class ClosedTable(BaseTable):
    """A table as it was when it closed."""

    reason: str
    running: RunningTable | None
    """The table as it last ran, if its game had begun."""


OpenTable = LobbyTable | RunningTable
TableState = OpenTable | ClosedTable


def is_planned(table: IndexedTable) -> bool:
    """Whether a table will open by itself, so that its channel is still free."""
    return isinstance(table, PlannedTable) or (isinstance(table, DormantTable) and table.planned)


def lobby_of(table: TableState) -> LobbyTable:
    """Return the lobby of a table; raise Refused once the game has begun."""
    if isinstance(table, LobbyTable):
        return table
    raise Refused(N_("The game has already started."))


def running_of(table: TableState) -> RunningTable:
    """Return the running game of a table; raise Stale if there is none."""
    if isinstance(table, RunningTable):
        return table
    raise Stale
