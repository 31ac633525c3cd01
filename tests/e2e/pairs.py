"""Pairs of evenings that differ in cards alone which somebody has not seen.

Both go by clicks through the whole bot. What that viewer was sent, what was logged, and what was
counted must be the same to the byte, `/hint`, `/review` and `/bidlab` included.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from prometheus_client import CollectorRegistry, generate_latest

from cogs.screens.components import ACT
from kwbot import logs, metrics
from kwbot.engine.actions import CHANCE, Action, Bid, ChooseCards, Cut, Dealt, NameNumbers, Seat
from kwbot.engine.errors import RuleViolation
from kwbot.engine.match import Match
from kwbot.engine.variant import Variant
from kwbot.playground import ClientRefusal
from kwbot.storage.stored import DealSecret
from kwbot.tables import dealing
from kwbot.variants import games
from tests.e2e.arranged import PEOPLE
from tests.e2e.club import Club
from tests.e2e.test_secrecy import Screens
from tests.engine import playing
from tests.engine.secrecy import Course, Swap, course, swapped, within_suits

VIEWERS = (None, 0, 1, 2, 3)
MOST_MOVES = 40
FINISHED = 0.3
"""How often a whole deal was played before, which can be reviewed."""
TRIES = 3
"""Of a pair that differs: by the time of this machine, unless it always does."""
MEMORY = "sqlite+aiosqlite:///:memory:"
COMMANDS = ("hand", "table", "hint", "review", "verify", "rules", "leaderboard", "stats")
Moves = list[tuple[Seat, Action]]


@dataclass(frozen=True)
class Evening:
    """What to play: some whole deals and the beginning of another, as cards and moves."""

    game: str
    options: dict[str, str]
    deals: list[tuple[Dealt, Moves]]

    def with_swapped(self, swap: Swap) -> Evening:
        """The same with other cards in the last deal."""
        cards, moves = self.deals[-1]
        other = swapped(cards, swap)
        assert isinstance(other, Dealt)
        moved = [(seat, swapped(action, swap)) for seat, action in moves]
        return Evening(self.game, self.options, [*self.deals[:-1], (other, moved)])


@dataclass
class Seen:
    """What an evening showed."""

    sent: dict[Seat | None, Counter[str]]
    log: Counter[str]
    counted: Counter[str]


@dataclass
class PairCounts:
    pairs: int = 0
    messages: int = 0
    lines: int = 0
    figures: int = 0
    bytes: int = 0
    """Compared, all pairs together."""
    noticed: int = 0
    """Pairs in which somebody else did see the difference: else nothing would be compared."""
    repeated: int = 0
    """Pairs that were played again, as they differed."""
    commands: Counter[str] = field(default_factory=Counter)
    different: list[str] = field(default_factory=list)


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
        match = whole.match.scored()
    if match.over:
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
    return Evening(variant.key, options, deals), found


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
    levels = {"": logging.DEBUG, **logs.FLOORS}
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


def counted() -> Counter[str]:
    """Every metric that is counted, but not how long things took."""
    registry = CollectorRegistry()
    metrics.add_to(registry)
    found: Counter[str] = Counter()
    for line in generate_latest(registry).decode().splitlines():
        name, _, value = line.rpartition(" ")
        timed = "_seconds_bucket" in name or "_seconds_sum" in name or "_created" in name
        if not line.startswith("#") and not timed:
            found[name] = int(float(value))
    return found


async def shown(evening: Evening, viewer: Seat | None) -> Seen:
    """Play it by clicks, then look at everything; `viewer` asks for advice."""
    waiting = [cards for cards, _ in evening.deals]

    def dealt(_match: Match, _hidden: DealSecret) -> Dealt:
        return waiting.pop(0)

    with pytest.MonkeyPatch.context() as patch, reported() as log:
        patch.setattr(dealing, "new_secret", lambda: bytes(48))
        patch.setattr(dealing, "first_dealer", lambda *_: 0)
        patch.setattr(dealing, "deal", dealt)
        before = counted()
        async with Club(MEMORY).opened() as club:
            logging.getLogger("discord").setLevel(logs.FLOORS["discord"])
            table = await _table(club, evening)
            screens = Screens(club)
            for _, moves in evening.deals:
                await club.ready(table)
                for seat, action in moves:
                    await _thought_out(club)
                    await _move(club, table, seat, action)
            await _look(club, table, viewer)
            sent = {one: screens.taken(one) for one in VIEWERS}
            assert club.playground.refusals == []
        return Seen(sent, log.copy(), counted() - before)


async def _table(club: Club, evening: Evening) -> int:
    people = [club.guest(name) for name in PEOPLE]
    host = people[0].person
    lobby = await club.lobby(people[0], evening.game)
    for guest in people[1:]:
        await guest.person.click(lobby, "Join")
    (table,) = club.bot.tables.in_memory
    rules = {option.key for option in games()[evening.game].options}
    known = {key: value for key, value in table.options.items() if key not in rules}
    timeless = dict.fromkeys((key for key in known if key.startswith("time_")), "0")
    chosen = {**known, **timeless, **evening.options, "hints": "on"}
    await club.bot.tables.note(table.id, options=chosen)
    await club.begin(host, lobby)
    return table.id


async def _thought_out(club: Club) -> None:
    """Until bids are suggested, where there are hints, and everything is drawn."""
    await club.playground.idle(quiet=0.012)
    await club.house.display.suggestions.settled()
    await club.playground.idle(quiet=0.012)


async def _move(club: Club, table: int, seat: Seat, action: Action) -> None:
    """By clicks. Bids by one, whether they are suggested or not; what takes several menus goes in
    without them."""
    guest, asked = club.guest_at(table, seat), club.game(table).asked_at.get(seat, -1)
    if isinstance(action, Bid):
        assert guest.hand is not None
        await guest.person.forge(guest.hand, f"kw:{ACT}:{table}:{asked}:{action}")
        return
    if not isinstance(action, ChooseCards | NameNumbers):
        with suppress(ClientRefusal):
            await club.move(table, seat, str(action))
            return
    await club.bot.tables.at(table).submit(guest.person.id, asked, lambda _: action)


async def _look(club: Club, table: int, viewer: Seat | None) -> None:
    """Everybody looks at hand and menu; the viewer, or a spectator, at all else."""
    club.clock.advance(3)
    await club.playground.idle()
    for seat in range(4):
        for button in ("My hand", "More"):
            await club.guest_at(table, seat).person.click(club.table_message(table), button)
    person = club.playground.person("Eva")
    if viewer is not None:
        person = club.guest_at(table, viewer).person
    channel = club.playground.channels[club.state(table).channel]
    own_hand: dict[str, Any] = {"from": "last"}
    for command in COMMANDS:
        await (await person.slash(channel, command)).settled()
    await (await person.slash(channel, "bidlab", **own_hand)).settled()
    await club.playground.idle()


async def compare(
    game: str, pairs: int, seed: int = 1, viewers: Sequence[Seat | None] = VIEWERS
) -> PairCounts:
    """Compare this many pairs: to an evening one for each viewer."""
    rng, found = Random(f"{game} {seed}"), PairCounts()
    while found.pairs < pairs:
        evening, played = planned(games()[game], rng)
        for viewer in viewers[: pairs - found.pairs]:
            swap = within_suits(played.unseen(viewer), rng)
            try:
                played.with_swapped(swap)
            except RuleViolation:
                continue
            if any(one is not other for one, other in swap.items()):
                await _compare(evening, swap, viewer, found)
    return found


async def _compare(evening: Evening, swap: Swap, viewer: Seat | None, found: PairCounts) -> None:
    one, other, differing = await _pair(evening, swap, viewer)
    for _ in range(TRIES - 1):
        if differing:
            found.repeated += 1
            one, other, differing = await _pair(evening, swap, viewer)
    found.pairs += 1
    found.messages += one.sent[viewer].total()
    found.lines += one.log.total()
    found.figures += len(one.counted)
    everything = one.sent[viewer] + one.log
    found.bytes += sum(len(text.encode()) * times for text, times in everything.items())
    found.commands.update([*COMMANDS, "bidlab"])
    found.noticed += any(one.sent[seat] != other.sent[seat] for seat in VIEWERS)
    found.different += [f"{evening.game}: {viewer} sees other {what}" for what in differing]


async def _pair(evening: Evening, swap: Swap, viewer: Seat | None) -> tuple[Seen, Seen, list[str]]:
    """Both evenings, and in what they differ for this viewer."""
    one = await shown(evening, viewer)
    other = await shown(evening.with_swapped(swap), viewer)
    same = {
        "messages": one.sent[viewer] == other.sent[viewer],
        "log": one.log == other.log,
        "metrics": one.counted == other.counted,
    }
    return one, other, [what for what, equal in same.items() if not equal]
