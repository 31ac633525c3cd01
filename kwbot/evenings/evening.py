"""An evening of a club as an immutable value, from its announcement to its last deal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import Enum
from typing import Literal

from kwbot.engine.values.names import told_apart
from kwbot.engine.values.wording import N_
from kwbot.evenings.draw import Seating
from kwbot.evenings.entrant import Entrant, Presence
from kwbot.evenings.movement import MAX_DUPLICATE_TABLES, SEATS, Unit
from kwbot.evenings.sitting import Sitting
from kwbot.evenings.standing import duplicate_standing, evening_standing
from kwbot.ids import GuildId, UserId
from kwbot.listings import EveningScore
from kwbot.tables.errors.refusals import Refused, Stale

CHECK_IN_LEAD = timedelta(minutes=15)
"""Time before an evening when people are reminded and can check in."""
NEWS_PERIOD = timedelta(days=1)
"""Time after its end for which an evening's podium is news."""
MAX_DURATION = timedelta(hours=12)
MAX_EVENING_PEOPLE = 100


class EveningStage(Enum):
    """The stages of an evening."""

    ANNOUNCED = "announced"
    CHECK_IN = "check-in"
    PLAYING = "playing"
    OVER = "over"
    CANCELLED = "cancelled"


DueStep = Literal["check-in", "draw", "end"]


@dataclass(frozen=True, kw_only=True)
class Evening:
    """An evening. Changes return a new one or raise Refused."""

    id: int = 0
    guild: GuildId
    channel: int
    host: UserId | None
    """The moderator who opened it."""
    game: str
    options: Mapping[str, str] = field(default_factory=dict)
    language: str = "en"
    starts: datetime
    ends: datetime
    deals: int
    """Number of deals in a round."""
    seats: int
    """Number of seats at a table."""
    stage: EveningStage = EveningStage.ANNOUNCED
    entrants: tuple[Entrant, ...] = ()
    rounds: tuple[tuple[Sitting, ...], ...] = ()
    rooms: tuple[int, ...] = ()
    """The channels of the tables, by number: tables of the same number share one in all rounds. 0:
    the table was given up before it got one."""
    spent_rooms: tuple[int, ...] = ()
    """Channels to close, in which nothing is played any more."""
    message: int | None = None
    posted: int = 0
    """Which of the evening's messages `message` is; see `due_message`."""
    event: int | None = None
    """The server's scheduled event. 0: the bot may not create one; None: it has not tried."""
    refused: bool = False
    """Whether its channel has refused messages and its host was told."""
    is_duplicate: bool = False
    """Whether all tables of a round play the same deals, each deal a match of its own."""
    in_pairs: bool = False
    """Whether partners stay together (in a duplicate)."""
    units: tuple[Unit, ...] = ()
    """The line-up of a duplicate: those who move together."""
    secrets: tuple[bytes, ...] = field(default=(), repr=False)
    """The secrets of a duplicate's deals in the current round."""
    shown: int = 0
    """Number of a duplicate's rounds that are over at all tables, whose deals count and show."""

    @property
    def due_message(self) -> int:
        """The number of the due message: 0 the announcement, 1 the reminder, 2 the last."""
        return {EveningStage.ANNOUNCED: 0, EveningStage.OVER: 2}.get(self.stage, 1)

    # --- who takes part -------------------------------------------------------------------------

    def number_of(self, user_id: UserId) -> int | None:
        """Return a user's number as an entrant; None if they are not one."""
        users = [one.user for one in self.entrants]
        return users.index(user_id) if user_id in users else None

    def entrant(self, user_id: UserId) -> Entrant | None:
        """Return a user as an entrant; None if they are not one."""
        number = self.number_of(user_id)
        return None if number is None else self.entrants[number]

    @property
    def here(self) -> tuple[int, ...]:
        """The numbers of entrants who have checked in and have not left."""
        return tuple(at for at, one in enumerate(self.entrants) if one.presence == "here")

    @property
    def signed_up(self) -> tuple[int, ...]:
        """The numbers of entrants who have signed up but not checked in."""
        return tuple(at for at, one in enumerate(self.entrants) if one.presence == "signed")

    def is_here(self, entrant: int | None) -> bool:
        """Whether a number belongs to an entrant who has checked in and has not left."""
        return entrant is not None and self.entrants[entrant].presence == "here"

    @property
    def can_play(self) -> bool:
        """Whether enough people are here for a round; a duplicate needs two for a comparison."""
        return len(self.here) >= (2 if self.is_duplicate else 1)

    @property
    def is_open(self) -> bool:
        """Whether the evening is neither over nor called off."""
        return self.stage not in (EveningStage.OVER, EveningStage.CANCELLED)

    def check_open(self) -> None:
        """Raise Refused once the evening is over or called off."""
        if not self.is_open:
            raise Refused(N_("This evening is over."))

    def with_arrival(self, user_id: UserId, name: str) -> Evening:
        """Return the evening with a user signed up, or checked in once that has begun."""
        self.check_open()
        presence: Presence = "signed" if self.stage is EveningStage.ANNOUNCED else "here"
        number = self.number_of(user_id)
        if number is None:
            self._check_room()
            return self.with_entrant(Entrant(user_id, name, presence))
        if self.entrants[number].presence == presence:
            already = N_("You've already signed up.")
            raise Refused(already if presence == "signed" else N_("You've already checked in."))
        if self.entrants[number].presence == "gone":
            self._check_room()
        *_, called = told_apart((*self._names(number), name))
        return self._with(number, presence, called)

    def _names(self, but: int | None = None) -> list[str]:
        """Return the names of all entrants except one."""
        return [one.name for at, one in enumerate(self.entrants) if at != but]

    def with_entrant(self, entrant: Entrant) -> Evening:
        """Return the evening with one more entrant, under a unique name."""
        *_, name = told_apart((*self._names(), entrant.name))
        return replace(self, entrants=(*self.entrants, replace(entrant, name=name)))

    def _check_room(self) -> None:
        most = MAX_DUPLICATE_TABLES * SEATS if self.is_duplicate else MAX_EVENING_PEOPLE
        if sum(one.presence != "gone" for one in self.entrants) >= most:
            raise Refused(N_("An evening is for {most} people at most."), most=most)

    def without_person(self, user_id: UserId) -> Evening:
        """Return the evening without a user, who stays in the standing if it has begun."""
        self.check_open()
        number = self.number_of(user_id)
        if number is None or self.entrants[number].presence == "gone":
            raise Refused(N_("You aren't on the list."))
        if self.stage is EveningStage.PLAYING:
            return self._with(number, "gone")
        return replace(self, entrants=(*self.entrants[:number], *self.entrants[number + 1 :]))

    def _with(self, number: int, presence: Presence, name: str = "") -> Evening:
        before = self.entrants[number]
        changed = replace(before, presence=presence, name=name or before.name)
        after = (*self.entrants[:number], changed, *self.entrants[number + 1 :])
        return replace(self, entrants=after)

    # --- its course -----------------------------------------------------------------------------

    def due(self, now: datetime) -> DueStep | None:
        """Return the step that is due now; None if there is none."""
        match self.stage:
            case EveningStage.ANNOUNCED if now >= self.starts - CHECK_IN_LEAD:
                return "check-in"
            case EveningStage.CHECK_IN if now >= self.starts:
                return "draw" if self.can_play and now < self.ends else self._end(now)
            case EveningStage.PLAYING if not self.under_way:
                return "draw" if self.can_play and now < self.ends else self._end(now)
        return None

    def _end(self, now: datetime) -> DueStep | None:
        return "end" if now >= self.ends else None

    def due_at(self, now: datetime) -> datetime:
        """Return when the next step is due by the clock."""
        if self.stage is EveningStage.ANNOUNCED:
            return self.starts - CHECK_IN_LEAD
        if self.stage is EveningStage.CHECK_IN and now < self.starts:
            return self.starts
        return self.ends

    def with_check_in(self) -> Evening:
        """Return the evening with the check-in open. Raises Stale if it was already."""
        if self.stage is not EveningStage.ANNOUNCED:
            raise Stale
        return replace(self, stage=EveningStage.CHECK_IN)

    def with_round(
        self,
        tables: Sequence[Seating],
        units: tuple[Unit, ...] = (),
        secrets: tuple[bytes, ...] = (),
    ) -> Evening:
        """Return the evening with a new round of these tables. A duplicate's tables get new rooms,
        so that nobody sees a table at which they no longer sit."""
        sittings = tuple(Sitting(seats, self.deals) for seats in tables)
        evening = self.without_rooms() if self.is_duplicate else self
        return replace(
            evening, stage=EveningStage.PLAYING, rounds=(*self.rounds, sittings), units=units,
            secrets=secrets,
        )  # fmt: skip

    def as_over(self) -> Evening:
        """Return the evening as over, with all rooms to close."""
        return replace(self.without_rooms(), stage=EveningStage.OVER)

    def without_rooms(self) -> Evening:
        """Return the evening with all rooms to close."""
        spent = (*self.spent_rooms, *filter(None, self.rooms))
        return replace(self, rooms=(), spent_rooms=spent)

    def call_off(self) -> Evening:
        """Return the evening called off. Raises Refused if it is over, or Stale if it has begun."""
        self.check_open()
        if self.stage is EveningStage.PLAYING:
            raise Stale
        return replace(self, stage=EveningStage.CANCELLED)

    def with_end(self, now: datetime) -> Evening:
        """Return the evening ending now: no further deals begin. Raises Stale unless it is on."""
        if self.stage is not EveningStage.PLAYING or now >= self.ends:
            raise Stale
        return replace(self, ends=now)

    # --- the tables of a round ------------------------------------------------------------------

    @property
    def round(self) -> tuple[Sitting, ...]:
        """The tables of the current or last round."""
        return self.rounds[-1] if self.rounds else ()

    @property
    def under_way(self) -> tuple[int, ...]:
        """The numbers of the tables that are not over."""
        return tuple(number for number, one in enumerate(self.round) if not one.over)

    @property
    def past(self) -> list[Seating]:
        """The seatings of all tables in all rounds."""
        return [sitting.seats for sittings in self.rounds for sitting in sittings]

    def with_sitting(self, number: int, change: Callable[[Sitting], Sitting]) -> Evening:
        """Return the evening with a table of the current round changed."""
        after = (*self.round[:number], change(self.round[number]), *self.round[number + 1 :])
        return replace(self, rounds=(*self.rounds[:-1], after))

    def with_presence(self, presence: Presence, users: Iterable[UserId]) -> Evening:
        """Return the evening with these users here, or gone and no longer drawn."""
        those = set(users)
        after = (
            replace(one, presence=presence) if one.user in those else one for one in self.entrants
        )
        return replace(self, entrants=tuple(after))

    # --- the standing ---------------------------------------------------------------------------

    @property
    def standing(self) -> list[EveningScore]:
        """The standing of all people who have played a deal, the best first."""
        if self.is_duplicate:
            return duplicate_standing(self.rounds[: self.shown], self.entrants, pairs=self.in_pairs)
        shares = (one for table in self.rounds for sitting in table for one in sitting.shares)
        return evening_standing(shares, self.entrants)


def room_at(evening: Evening, number: int) -> int | None:
    """Return the channel of the tables of a number; None if they have none yet."""
    return (evening.rooms[number] or None) if number < len(evening.rooms) else None
