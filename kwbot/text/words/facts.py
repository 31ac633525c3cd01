"""What screens say beside the game itself: who is who in Discord, deadlines, votes."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from kwbot.engine.values.actions import Seat
from kwbot.engine.values.wording import N_
from kwbot.text.words.language import Language, Voice

COMPUTER, AWAY = "🤖", "💤"


@dataclass(frozen=True, slots=True)
class Facts:
    """`mentions` are Discord's own markup by player number; who has none is called by name.

    `channel` is Discord's own markup of where the table is, `link` the address of its message
    there; `deadline` is in seconds since 1970; `away`: since when people are away, `silent`: since
    when others have been waited for, too long, `closes`: when a table closes at which nobody is
    there, in the same seconds; `outage` is for how many seconds the bot was gone; `restored`:
    whether the deal is in place of one that a restored backup voided; `settled`: whether the last
    deal ended before its last card because nothing could change; `late` are present players for
    whom something was done when their time had run out, until they act again; `extended`: those
    who have their time once more; `takes_dms`: whether everyone gets their hand by direct message;
    `stirrers`: whose lines go into the shuffle, in their order; `round`: how many deals a round of
    an evening has, and `earlier`: how many of these were played at other tables before; `asked`:
    since when people are waited for; `names_turn`: whether others in turn are named: what shows it
    is redrawn as soon as that is no longer true; `other_copy`: where else a hand is, still to be
    translated; `is_spare`: whether the other copy is played from, so that this one may be behind;
    `drawn`: when a hand was drawn that may be behind; `pressed`: when a person last did something.
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
    names_turn: bool = True
    other_copy: str = ""
    is_spare: bool = False
    drawn: int | None = None
    pressed: int | None = None

    def player(self, seat: Seat, voice: Voice, away: frozenset[Seat] = frozenset()) -> str:
        """Return a player's name, marked where a computer plays."""
        mark = COMPUTER if seat in self.computers else AWAY if seat in away else ""
        return f"{voice.name(seat)} {mark}".rstrip()

    def mention(self, seat: Seat, voice: Voice) -> str:
        return self.mentions.get(seat) or f"**{voice.name(seat)}**"

    def deal(self, number: int, played: int, language: Language) -> str:
        """Return the title of a deal: ``Deal 3``; at an evening, ``Deal 3 of 4``."""
        if self.round is None:
            return language.text(N_("Deal {number}"), number=number)
        at = min(self.earlier + played + 1, self.round)
        return language.text(N_("Deal {number} of {count}"), number=at, count=self.round)

    @property
    def countdown(self) -> str:
        """The deadline as Discord counts it down, or nothing."""
        return "" if self.deadline is None else f"⏳\u00a0<t:{self.deadline}:R>"


NO_FACTS = Facts()
