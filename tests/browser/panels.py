"""Panels of every game and every kind of question, the longest of each kind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from cogs.screens.hand.draft import Draft
from cogs.screens.hand.hand_screen import hand_screen, panel_scene
from cogs.screens.parts.card_preferences import CardPreferences
from cogs.screens.parts.components import Picture, Screen, TextDisplay, walk
from kwbot.engine.deals.match import Match
from kwbot.engine.deals.variant import Variant
from kwbot.engine.values.actions import Seat
from kwbot.engine.values.choices import CombinationBid, LadderBid, PlayCard
from kwbot.engine.views.view import View, view
from kwbot.ids import GuildId, TableId, UserId
from kwbot.looks.table_lines import table_alternative
from kwbot.looks.table_picture import table_picture
from kwbot.players.tastes.characters import CHARACTERS
from kwbot.tables.state.attendance import Attendance
from kwbot.tables.state.contributions import Ready
from kwbot.tables.state.proposals import Motion, Vote
from kwbot.tables.state.seated import Seated
from kwbot.tables.state.table_state import RunningTable
from kwbot.text.deal.scene import TableScene
from kwbot.text.words.language import language_of
from tests.engine.playing import begin, one_move, shuffled
from tests.looks.scenes import finished

NOW = datetime(2027, 1, 15, 8, tzinfo=UTC)
"""A little before the clock of the tests' playground."""

NO_OPTIONS: Mapping[str, str] = MappingProxyType({})
STATES = ("", "late", "vote")
"""What else happens at a table: nothing, somebody has run out of time, a vote is open."""
MANY = 10
"""Cards that can be played, from which on it is a kind of question of its own."""
LONGEST_BID = 5
"""Parts of a bid that is being put together: more are bid by chance alone."""


BETWEEN = 12
"""Results of deals in a row."""


class Moment(NamedTuple):
    """What a player sees. `picked`: what they have picked so far."""

    match: Match
    seat: Seat
    picked: str = ""

    def screen(self, preferences: CardPreferences, channel_id: int, state: str = "") -> Screen:
        at = self._table(channel_id, state)
        shows = panel_scene(at, self.seat, preferences, {}) if preferences.picture else None
        picture = None
        if isinstance(shows, TableScene):
            picture = Picture(table_picture(shows), table_alternative(shows))
        return hand_screen(at, self.seat, preferences, Draft(self.picked), picture)

    def _table(self, channel_id: int, state: str) -> RunningTable:
        """The table in one of `STATES`, of which a note stands above the panel."""
        at, seat = table(self.match, channel_id), self.seat
        first, other = [one for one in range(len(self.match.names)) if one != seat][:2]
        match state:
            case "late":
                late = Attendance(missed={seat: 1}, overdue=frozenset({seat}))
                return replace(at, attendance=late)
            case "vote":
                vote = Vote(first, frozenset({seat}), NOW, motion=Motion(seat=other))
                return replace(at, vote=vote)
        return at


def table(match: Match, channel_id: int) -> RunningTable:
    return RunningTable(
        id=TableId(1), guild=GuildId(1), channel=channel_id, parent_channel=None, host=UserId(0),
        variant=match.variant,
        options={"hints": "on"}, language="en", created_at=NOW, last_human_at=NOW,
        seated=tuple(Seated(name, UserId(1000 + seat)) for seat, name in enumerate(match.names)),
        match=match, deadline=NOW, asked_at=dict.fromkeys(match.to_act(), 1),
    )  # fmt: skip


def alone_between_deals(variant: Variant, channel_id: int) -> Iterator[RunningTable]:
    """A table of one person with three computers, after deals that were played."""
    for match in finished(variant, 4, BETWEEN):
        if not match.is_won:
            at, others = table(match, channel_id), list(CHARACTERS)[: len(match.names) - 1]
            ready = Ready(len(match.deals) + 1, None, "0" * 64, "")
            seated = (Seated(match.names[0], UserId(1000)), *map(Seated, others))
            yield replace(at, seated=seated, ready=ready)


def moments(
    variant: Variant, players: int, deals: int, code: str, options: Mapping[str, str] = NO_OPTIONS
) -> Mapping[str, Moment]:
    """The longest moment of each kind of question in random deals, as far as words tell."""
    rng, found = Random(1), dict[str, tuple[int, Moment]]()
    for _ in range(deals):
        match = shuffled(begin(variant, players, options), rng)
        while match.to_act():
            for kind, moment in _seen(match, rng):
                length = _length(moment, code)
                if kind not in found or found[kind][0] < length:
                    found[kind] = (length, moment)
            match, _ = one_move(match, rng)
    return {kind: moment for kind, (_, moment) in found.items()}


def _seen(match: Match, rng: Random) -> Iterator[tuple[str, Moment]]:
    """What the first player who is asked sees, and somebody who is not."""
    seat = match.to_act()[0]
    if seat < 0:
        return
    seen = view(match, seat)
    stage = "auction" if not seen.playing else "first trick" if not seen.tricks else "later"
    kind = f"{type(seen.choice).__name__} {(seen.purposes or {})[seat].key}, {stage}"
    if isinstance(seen.choice, PlayCard) and len(seen.choice) > MANY:
        kind += ", many cards"
    yield kind, Moment(match, seat)
    if picked := _picked(seen, rng):
        yield f"{kind}, picked", Moment(match, seat, picked)
    for other in set(seen.seats) - set(match.to_act()):
        yield f"waiting, {stage}", Moment(match, other)
        break


def _picked(seen: View, rng: Random) -> str:
    """A bid that is being put together."""
    choice = seen.choice
    if (
        isinstance(choice, CombinationBid)
        and (bid := choice.bids.sample(4, 4, rng))
        and len(bid.parts) < 6
    ):
        keys = [part.key for part in choice.bids.mains], [part.key for part in choice.bids.extras]
        main = next(at for at, key in enumerate(keys[0]) if key in bid.parts)
        extra = sum(1 << at for at, key in enumerate(keys[1]) if key in bid.parts)
        return f"{main}.{extra:x}"
    if isinstance(choice, LadderBid) and len(choice.bids) > 6:
        return choice.bids[-1].arguments()
    return ""


def _length(moment: Moment, code: str) -> int:
    screen = moment.screen(CardPreferences(language_of(code)), 1)
    return sum(len(one.content) for one in walk(screen.parts) if isinstance(one, TextDisplay))
