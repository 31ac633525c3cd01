"""Pairs of evenings that differ in cards alone which somebody has not seen.

A pair is two evenings: one as planned, and one in which some cards of the last deal have changed
places that a viewer has not seen. Both go through the whole bot. What that viewer was sent, what
was logged, and what was counted must be the same to the byte, `/hint`, `/review` and `/bidlab`
included; and so for everybody else who has seen none of the cards that differ.

An evening is compared with several others, so it is played once for all these pairs. What is
before the last deal is the same in all of them and is played once, too: from there each goes on in
a copy of the process (`copies.py`). The last deal begins with moves that nobody sees until all are
made, as where drawing is slower than playing; the last few are made by clicks, each with all that
the bot sends. How far a deal goes is drawn, so all moments of a deal are among those last moves.
Where a deal has ended by itself its cards lie open, and nothing is compared.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from random import Random
from typing import Any

import pytest

from cogs.commands.table import hints
from cogs.delivery.calls.catch_up_loop import CatchUpLoop
from cogs.screens.parts.components import ACT
from kwbot import logs
from kwbot.engine.deals.match import Match
from kwbot.engine.deals.variant import Variant
from kwbot.engine.values.actions import (
    CHANCE,
    Action,
    Bid,
    ChooseCards,
    Cut,
    Dealt,
    NameNumbers,
    Seat,
)
from kwbot.engine.values.errors import RuleViolation
from kwbot.hosting.monitoring import registry
from kwbot.ids import NO_TABLE
from kwbot.storage.values.stored_tables import DealSecret
from kwbot.tables.state import dealing
from kwbot.text.words.labels import INVITE
from kwbot.variants import games
from playground import Channel, ClientRefusal, Message
from tests.e2e.arranged import PEOPLE
from tests.e2e.club import Club
from tests.e2e.copies import MEMORY, Watch, in_copy, watched
from tests.e2e.test_secrecy import Screens
from tests.engine import playing
from tests.engine.secrecy import Course, Swap, course, swapped, within_suits

VIEWERS = (None, 0, 1, 2, 3)
MOST_MOVES = 52
MOST_CLICKED = 6
"""Moves before the last look are made by clicks, each with all that is sent about it."""
SWAPS = 10
"""Evenings that are compared with one as planned, at most."""
FINISHED = 0.2
"""How often a whole deal was played before, which can be reviewed."""
A_LONG_TIME = timedelta(minutes=1)
TIMED = ("_seconds_bucket", "_seconds_sum", "_created")
COMMANDS = (
    "hand", "table", "hint", "review", "verify", "rules", "leaderboard", "stats", "games", "learn",
    "play", "leave", "preferences", "privacy", "help", "daily", "evening",
)  # fmt: skip
"""What anybody may ask; `bidlab`, with the hand, and an invitation come besides."""
FOR_MODERATORS = (
    "settings", "daily", "evening", "admin ban", "admin bans", "admin unban", "admin close-table",
)  # fmt: skip
_WARM: set[str] = set()
"""Games of which an evening was played in this process."""
Moves = list[tuple[Seat, Action]]


@dataclass(frozen=True)
class Evening:
    """What to play: some whole deals and the beginning of another, as cards and moves."""

    game: str
    options: dict[str, str]
    deals: list[tuple[Dealt, Moves]]
    clicked: int
    """So many of the last moves are made by clicks."""

    def with_swapped(self, swap: Swap) -> Evening:
        """The same with other cards in the last deal."""
        cards, moves = self.deals[-1]
        other = swapped(cards, swap)
        assert isinstance(other, Dealt)
        moved = [(seat, swapped(action, swap)) for seat, action in moves]
        return replace(self, deals=[*self.deals[:-1], (other, moved)])


@dataclass
class Seen:
    """What an evening showed."""

    sent: dict[Seat | None, Counter[str]]
    log: Counter[str]
    counted: dict[str, float]
    is_on: bool
    """Whether the deal goes on; else it has ended by itself, and all cards are shown."""


@dataclass
class PairCounts:
    pairs: int = 0
    messages: int = 0
    lines: int = 0
    figures: int = 0
    bytes: int = 0
    """Compared, all pairs together."""
    compared: int = 0
    """Viewers to whom both evenings of a pair must look the same, all pairs together."""
    noticed: int = 0
    """Pairs in which somebody else did see the difference: else nothing would be compared."""
    commands: Counter[str] = field(default_factory=Counter)
    different: list[str] = field(default_factory=list)
    """In what pairs differ that must not."""
    differing: int = 0
    """Such pairs."""


def planned(variant: Variant, rng: Random) -> tuple[Evening, Course]:
    """An evening at random, and its last deal with what each has seen of it."""
    options = {"partners": "seats"} if any(o.key == "partners" for o in variant.options) else {}
    match = playing.begin(variant, 4, options)
    deals = []
    if rng.random() < FINISHED:
        whole = Course(match, _dealt(match, rng))
        for _ in course(whole, rng):
            pass
        deals.append(_told(whole))
        match = whole.match.with_score()
    if match.is_won:
        return planned(variant, rng)
    begun = match.deal_begun(_dealer(match))
    found = Course(begun, _dealt(match, rng))
    most = rng.randint(1, MOST_MOVES)
    for moment in course(found, rng):
        if len(moment.moves) >= most:
            break
    if not found.match.to_act():
        return planned(variant, rng)
    deals.append(_told(found))
    return Evening(variant.key, options, deals, rng.randint(1, MOST_CLICKED)), found


def _dealer(match: Match) -> Seat:
    return match.next_dealer() or 0


def _dealt(match: Match, rng: Random) -> Match:
    match = match.deal_begun(_dealer(match))
    while match.to_act() != (CHANCE,):
        match, _ = playing.one_move(match, rng)
    return playing.deal_out(match, rng)


def _told(played: Course) -> tuple[Dealt, Moves]:
    """The cards of a deal, and every answer that it was asked for, in order."""
    assert played.match.deal
    log = played.match.deal.log
    (cards,) = [action for _, action in log if isinstance(action, Dealt)]
    return cards, [(seat, cut) for seat, cut in log if isinstance(cut, Cut)] + played.moves


class Reporter(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: Counter[str] = Counter()

    def emit(self, record: logging.LogRecord) -> None:
        self.lines[self.format(record)] += 1


@contextmanager
def reported() -> Iterator[Counter[str]]:
    """Every line that is logged, at DEBUG where the program does not forbid it."""
    handler = Reporter()
    levels = {"": logging.DEBUG, **logs.MIN_LEVELS}
    before = {name: logging.getLogger(name).level for name in levels}
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)
    logging.getLogger().addHandler(handler)
    try:
        yield handler.lines
    finally:
        logging.getLogger().removeHandler(handler)
        for name, level in before.items():
            logging.getLogger(name).setLevel(level)


def counted(club: Club) -> dict[str, float]:
    """Every metric, but not how long things took."""
    house = club.house
    return {
        f"{sample.name}{sample.labels}": sample.value
        for family in registry(club.store, house.tables.index, house.workers).collect()
        for sample in family.samples
        if sample.name.startswith("kwbot_") and not sample.name.endswith(TIMED)
    }


async def shown(evening: Evening, viewer: Seat | None, swaps: Sequence[Swap]) -> list[Seen]:
    """What an evening shows as planned, then with each of these swaps; `viewer` asks for advice.

    What is before the last deal is the same in all of them, and is played once.
    """
    waiting = [cards for cards, _ in evening.deals]

    def dealt(_match: Match, _hidden: DealSecret) -> Dealt:
        return waiting.pop(0)

    with pytest.MonkeyPatch.context() as patch, reported() as log:
        # What lasts longer than this is told otherwise, and how long it lasts is the machine's.
        patch.setattr(hints, "HINT_SECONDS", A_LONG_TIME.total_seconds())
        patch.setattr(hints, "PROGRESS", A_LONG_TIME)
        patch.setattr(dealing, "new_secret", lambda: bytes(48))
        patch.setattr(dealing, "first_dealer", lambda *_: 0)
        patch.setattr(dealing, "deal", dealt)
        club = Club(MEMORY)
        async with watched(club) as watch:
            logging.getLogger("discord").setLevel(logs.MIN_LEVELS["discord"])
            played = _Played(club, watch)
            await played.sit_down(evening)
            for _, moves in evening.deals[:-1]:
                await played.deal(moves)
            screens, before = Screens(club), counted(club)
            log.clear()

            async def last_deal(one: Evening, watch: Watch) -> Seen:
                cards, moves = one.deals[-1]
                played.watch, waiting[:] = watch, [cards]
                await played.deal(moves[: -one.clicked])
                for seat, action in moves[-one.clicked :]:
                    await played.move(seat, action)
                if played.is_on:
                    await played.look(viewer)
                assert club.playground.refusals == []
                sent = {seat: screens.taken(seat) for seat in VIEWERS}
                return Seen(sent, log.copy(), since(club, before), played.is_on)

            if evening.game not in _WARM:  # what is made once is made before there are copies
                _WARM.add(evening.game)
                await last_deal(evening, played.watch)
                return await shown(evening, viewer, swaps)
            evenings = [evening, *map(evening.with_swapped, swaps)]
            return [await in_copy(played.watch, partial(last_deal, one)) for one in evenings]


class _Played:
    """A table of four at which an evening goes on."""

    def __init__(self, club: Club, watch: Watch) -> None:
        self.club = club
        self.watch = watch
        self.lobby: Message
        self.table = NO_TABLE

    async def sit_down(self, evening: Evening) -> None:
        club = self.club
        people = [club.guest(name) for name in PEOPLE]
        self.lobby = await club.lobby(people[0], evening.game)
        for guest in people[1:]:
            await guest.person.click(self.lobby, "Join")
        (table,) = club.bot.tables.index.in_memory
        rules = {option.key for option in games()[evening.game].options}
        known = {key: value for key, value in table.options.items() if key not in rules}
        timeless = dict.fromkeys((key for key in known if key.startswith("time_")), "0")
        chosen = {**known, **timeless, **evening.options, "hints": "on"}
        await club.bot.tables.note(table.id, options=chosen)
        self.table = table.id
        await self.watch.still()

    async def deal(self, hidden: Moves) -> None:
        """By Start or, after a deal, by Ready; then these moves, before any of it is drawn."""
        club = self.club
        with _drawn_later():
            if club.state(self.table).running is None:
                await club.begin(club.guests[0].person, self.lobby)
            else:
                await self._get_ready()
            for seat, action in hidden:
                if self._is_asked(seat, action):
                    await self._submit(seat, action)
        await self.watch.still()

    async def _get_ready(self) -> None:
        message = self.club.table_message(self.table)
        for guest in self.club.guests:
            (ready,) = guest.ready_buttons(message)
            await guest.person.click(message, custom_id=ready["custom_id"])

    @property
    def is_on(self) -> bool:
        return bool(self.club.running_deal(self.table))

    async def _submit(self, seat: Seat, action: Action) -> None:
        user, asked = self.club.guest_at(self.table, seat).id, self._asked(seat)
        await self.club.bot.tables.index.at(self.table).submit(user, asked, lambda _: action)

    def _is_asked(self, seat: Seat, action: Action) -> bool:
        """Whether somebody can do that now; else there was only one way, and it went by itself."""
        game = self.club.game(self.table) if self.is_on else None
        return bool(game and seat in game.to_act() and action in game.match.choice(seat))

    def _asked(self, seat: Seat) -> int:
        return self.club.game(self.table).asked_at.get(seat, -1)

    async def move(self, seat: Seat, action: Action) -> None:
        """By clicks, but for what went by itself. Bids by one, whether they are suggested or not;
        what takes several menus goes in without them."""
        if not self._is_asked(seat, action):
            return
        guest = self.club.guest_at(self.table, seat)
        if isinstance(action, Bid):
            assert guest.hand is not None
            bid = f"kw:{ACT}:{self.table}:{self._asked(seat)}:{action}"
            await guest.person.forge(guest.hand, bid)
        elif isinstance(action, ChooseCards | NameNumbers):
            await self._submit(seat, action)
        else:
            with suppress(ClientRefusal):
                await self.club.move(self.table, seat, str(action))
        await self.watch.still()

    async def look(self, viewer: Seat | None) -> None:
        """Everybody looks at hand and menu; the viewer, or a spectator, at all else."""
        club = self.club
        club.clock.advance(3)
        await self.watch.still()
        for seat in range(4):
            for button in ("My hand", "More"):
                person = club.guest_at(self.table, seat).person
                await person.click(club.table_message(self.table), button)
        person = club.playground.person("Eva")
        if viewer is not None:
            person = club.guest_at(self.table, viewer).person
        await person.click(club.table_message(self.table), "Watch")
        channel = club.playground.channels[club.state(self.table).channel]
        own_hand: dict[str, Any] = {"from": "last"}
        for command in COMMANDS:
            await (await person.slash(channel, command)).settled()
        await (await person.slash(channel, "bidlab", **own_hand)).settled()
        await (await person.use_on(channel, INVITE.text, club.playground.person("Olga"))).settled()
        await self._moderate(channel)
        await self.watch.still()

    async def _moderate(self, channel: Channel) -> None:
        """A moderator asks for all that is theirs alone, and changes what changes no cards."""
        mod, seated = self.club.playground.person("Mod", moderator=True), self.club.guests[0]
        game = self.club.game(self.table).match.variant.key
        barred = {"player": seated.person, "game": game}
        with_options: dict[str, dict[str, Any]] = {
            "admin ban": barred | {"reason": "looked at cards"}, "admin unban": barred,
        }  # fmt: skip
        for command in FOR_MODERATORS:
            await (await mod.slash(channel, command, **with_options.get(command, {}))).settled()
        await mod.autocomplete(channel, "admin close-table", "table", "")


@contextmanager
def _drawn_later() -> Iterator[None]:
    """What is drawn is drawn at the end of the block, as where that takes longer than playing."""
    drawing, end = CatchUpLoop._pass, asyncio.Event()

    async def late(loop: CatchUpLoop) -> datetime | None:
        await end.wait()
        return await drawing(loop)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(CatchUpLoop, "_pass", late)
        yield
    end.set()


def since(club: Club, before: Mapping[str, float]) -> dict[str, float]:
    """By how much each metric has changed."""
    return {name: value - before.get(name, 0) for name, value in counted(club).items()}


async def compare(
    game: str, pairs: int, seed: int = 1, viewers: Sequence[Seat | None] = VIEWERS
) -> PairCounts:
    """Compare this many pairs: an evening as planned with each of `SWAPS` other ones."""
    rng, found = Random(f"{game} {seed}"), PairCounts()
    while found.pairs < pairs:
        evening, played = planned(games()[game], rng)
        viewer = rng.choice(viewers)
        swaps = swaps_of(played, viewer, rng)[: pairs - found.pairs]
        if swaps:
            await _compare(evening, played, viewer, swaps, found)
    return found


def swaps_of(played: Course, viewer: Seat | None, rng: Random) -> list[Swap]:
    """Different ways to exchange cards that a viewer has not seen, by the rules and by the moves
    that were made; each moves some card."""
    found: list[Swap] = []
    for _ in range(SWAPS):
        swap = within_suits(played.unseen(viewer), rng)
        moving = {card: other for card, other in swap.items() if card is not other}
        with suppress(RuleViolation):
            played.with_swapped(moving)
            if moving and moving not in found:
                found.append(moving)
    return found


async def _compare(
    evening: Evening, played: Course, viewer: Seat | None, swaps: list[Swap], found: PairCounts
) -> None:
    one, *others = await shown(evening, viewer, swaps)
    if not one.is_on:
        return
    for swap, other in zip(swaps, others, strict=True):
        unaware = [seat for seat in VIEWERS if not played.seen[seat] & swap.keys()]
        differing = _differing(one, other, unaware)
        _count(one, other, unaware, found)
        found.differing += bool(differing)
        found.different += [f"{evening.game}: other {what}, asked {viewer}" for what in differing]


def _differing(one: Seen, other: Seen, unaware: Sequence[Seat | None]) -> list[str]:
    """In what two evenings differ for who has not seen what differs."""
    same = {f"messages to {seat}": one.sent[seat] == other.sent[seat] for seat in unaware}
    same |= {"log": one.log == other.log, "metrics": one.counted == other.counted}
    same["end"] = one.is_on == other.is_on
    return [what for what, equal in same.items() if not equal]


def _count(one: Seen, other: Seen, unaware: Sequence[Seat | None], found: PairCounts) -> None:
    found.pairs += 1
    found.compared += len(unaware)
    found.messages += sum(one.sent[seat].total() for seat in unaware)
    found.lines += one.log.total()
    found.figures += len(one.counted)
    everything = sum((one.sent[seat] for seat in unaware), one.log)
    found.bytes += sum(len(text.encode()) * times for text, times in everything.items())
    found.commands.update([*COMMANDS, "bidlab", "invite", *FOR_MODERATORS])
    found.noticed += any(one.sent[seat] != other.sent[seat] for seat in VIEWERS)
