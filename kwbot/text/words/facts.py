"""Facts that screens show besides the game itself: people in Discord, deadlines, absences."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from kwbot.engine.values.actions import Seat
from kwbot.engine.values.wording import N_
from kwbot.text.words.language import Language, Voice

COMPUTER, AWAY = "🤖", "💤"


@dataclass(frozen=True, slots=True)
class HandCopy:
    """One of two messages that may have a hand. `names_turn`: whether to name others in turn, as
    the screen is redrawn when the turn changes; `other`: where else the hand is, untranslated;
    `is_spare`: whether the player uses the other copy, so that this one may be out of date;
    `drawn`: when it was drawn, in seconds since 1970."""

    names_turn: bool = True
    other: str = ""
    is_spare: bool = False
    drawn: int | None = None


ONLY_COPY = HandCopy()


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts about a table besides its game. All times are in seconds since 1970.

    `mentions`: Discord's markup by player number, without those called by name; `channel`: markup
    of the table's channel; `link`: address of its message; `deadline`: of the current question;
    `away`: since when people are away; `silent`: since when the table has waited too long for
    others; `closes`: when a deserted table closes; `outage`: seconds for which the bot was offline;
    `restored`: whether the deal replaces one voided by a restored backup; `settled`: whether the
    last deal ended early because nothing could change; `late`: present players who ran out of time,
    until they act again; `extended`: players who got their time again; `takes_dms`: whether
    everyone gets their hand by direct message; `stirrers`: players whose lines go into the shuffle,
    in order; `round`: deals in a round of an evening, `earlier` of them at other tables; `asked`:
    since when people are waited for; `copy`: which copy of a hand this is; `pressed`: when a
    person last did something.
    """

    mentions: Mapping[Seat, str] = field(default_factory=dict)
    computers: frozenset[Seat] = frozenset()
    deadline: int | None = None
    away: Mapping[Seat, int] = field(default_factory=dict)
    closes: int | None = None
    silent: Mapping[Seat, int] = field(default_factory=dict)
    outage: int | None = None
    restored: bool = False
    channel: str = ""
    link: str = ""
    settled: bool = False
    late: frozenset[Seat] = frozenset()
    extended: frozenset[Seat] = frozenset()
    takes_dms: bool = True
    stirrers: tuple[Seat, ...] = ()
    round: int | None = None
    earlier: int = 0
    asked: int | None = None
    copy: HandCopy = ONLY_COPY
    pressed: int | None = None

    def player(self, seat: Seat, voice: Voice, away: frozenset[Seat] = frozenset()) -> str:
        """Return a player's name, marked if a computer plays."""
        mark = COMPUTER if seat in self.computers else AWAY if seat in away else ""
        return f"{voice.name(seat)} {mark}".rstrip()

    def mention(self, seat: Seat, voice: Voice) -> str:
        return self.mentions.get(seat) or f"**{voice.name(seat)}**"

    def deal(self, number: int, played: int, language: Language) -> str:
        """Return the title of a deal like ``Deal 3``, or at an evening ``Deal 3 of 4``."""
        if self.round is None:
            return language.text(N_("Deal {number}"), number=number)
        at = min(self.earlier + played + 1, self.round)
        return language.text(N_("Deal {number} of {count}"), number=at, count=self.round)

    @property
    def countdown(self) -> str:
        """The deadline as a countdown of Discord; "" without one."""
        return "" if self.deadline is None else f"⏳\u00a0<t:{self.deadline}:R>"


NO_FACTS = Facts()
