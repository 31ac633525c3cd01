"""``simulate``: let computer players play games, and write a record of each."""

import argparse
import os
import random
from collections.abc import Mapping
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from types import MappingProxyType
from typing import Any

from kwbot.engine.deals.match import Match
from kwbot.engine.deals.partner_draw import by_seat
from kwbot.engine.deals.record import write
from kwbot.engine.phases.base import Dealing
from kwbot.engine.values.actions import CHANCE
from kwbot.engine.values.cards import FULL_DECK
from kwbot.engine.values.errors import RuleViolation
from kwbot.players.turns.levels import COMPUTERS, decide
from kwbot.variants import games

from .complaint import Complaint
from .whole_number import whole

MAX_DEALS = 10_000
"""Most deals of a game; a longer one would never end."""
DEALS_OF_A_HOST = 16
"""Number of counting deals after which a game that only its host ends is ended."""
WORTH_SHARING = 8
"""Least number of games that are shared among processes."""


@dataclass(frozen=True)
class Plan:
    """A plan of games to play. The same plan and number always give the same game."""

    game: str
    options: Mapping[str, str]
    players: int
    computers: tuple[str, ...]
    seed: str


def add(parsers: Any) -> None:
    """Add the parser of ``simulate``."""
    parser = parsers.add_parser("simulate", help="let computer players play, and write records")
    parser.add_argument("--game", required=True, metavar="G", help=f"one of {', '.join(games())}")
    parser.add_argument(
        "--option",
        action="extend",
        nargs="+",
        default=[],
        metavar="K=V",
        help="options of the table",
    )
    parser.add_argument("--players", type=whole, default=4, metavar="N")
    parser.add_argument("--games", type=whole, default=1, metavar="M")
    parser.add_argument("--seed", default="0", metavar="S", help="the same seed, the same games")
    parser.add_argument(
        "--computer",
        default=next(iter(COMPUTERS)),
        metavar="LEVEL",
        help=f"{', '.join(COMPUTERS)}; several with commas take the seats in turn",
    )
    parser.add_argument("--out", required=True, metavar="FILE|DIR")
    parser.add_argument("--jobs", type=whole, default=os.cpu_count() or 1, metavar="N")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Let computer players play games, and write a record of each."""
    plan = _plan(options)
    jobs = [(plan, number, file) for number, file in enumerate(_files(options), 1)]
    if options.jobs < 2 or len(jobs) < WORTH_SHARING:
        deals = [_play_to_file(job) for job in jobs]
    else:
        with get_context("spawn").Pool(options.jobs) as pool:
            deals = pool.map(_play_to_file, jobs, chunksize=4)
    print(f"{len(jobs)} games, {sum(deals)} deals: {options.out}")
    return 0


def _plan(options: argparse.Namespace) -> Plan:
    """Return the plan of the command line. Raises Complaint if it is impossible."""
    if options.game not in games():
        raise _wrong(f"there is no game {options.game!r}")
    if not options.out.strip():
        raise _wrong("--out names no file and no folder")
    if options.games < 1:
        raise _wrong("--games must be at least 1")
    computers = tuple(options.computer.split(","))
    for level in computers:
        if level not in COMPUTERS:
            raise _wrong(f"there is no computer player {level!r}, only {', '.join(COMPUTERS)}")
    given: dict[str, str] = {}
    for text in options.option:
        key, equals, value = text.partition("=")
        if not equals:
            raise _wrong(f"an option is KEY=VALUE, not {text!r}")
        given[key] = value
    plan = Plan(options.game, given, options.players, computers, options.seed)
    try:
        _new_match(plan)
    except RuleViolation as error:
        raise _wrong(str(error.sentence)) from error
    return plan


def _wrong(reason: str) -> Complaint:
    return Complaint("simulate", 0, reason)


def _files(options: argparse.Namespace) -> list[Path]:
    """Return the files for the records: a single one, or one for each game in a directory."""
    out = Path(options.out)
    if options.games == 1 and not out.is_dir():
        return [out]
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Complaint.of(out, error) from error
    digits = max(4, len(str(options.games)))
    return [out / f"game-{number:0{digits}}.txt" for number in range(1, options.games + 1)]


def _play_to_file(job: tuple[Plan, int, Path]) -> int:
    """Play a game and write its record; return its number of deals."""
    plan, number, file = job
    match = play(plan, number)
    try:
        file.write_text(write(match), encoding="utf-8", newline="\n")
    except OSError as error:
        raise Complaint.of(file, error) from error
    return len(match.deals)


def _new_match(plan: Plan) -> Match:
    names = tuple(f"Computer {seat}" for seat in range(plan.players))
    return Match.begin(games()[plan.game], names, plan.options)


def begin_match(plan: Plan, rng: random.Random) -> Match:
    """Return a game before its first deal, but after any draw for partners."""
    match = _new_match(plan)
    return match.with_draw(by_seat(rng.sample(list(FULL_DECK), 4))) if match.must_draw else match


def play(plan: Plan, number: int) -> Match:
    """Return the whole game of a number."""
    rng = random.Random(f"{plan.seed}:{number}")  # noqa: S311 - nothing depends on these cards
    match = begin_match(plan, rng)
    while not match.is_won:
        if len(match.deals) == MAX_DEALS:
            raise _wrong(f"game {number} does not end")
        match = _next_deal(match, rng)
        while match.to_act():
            seat = match.to_act()[0]
            if seat == CHANCE:
                match = deal_shuffled(match, rng)
                continue
            computer = COMPUTERS[plan.computers[seat % len(plan.computers)]]
            match = match.apply(seat, decide(computer, match, seat, rng))
        match = match.with_score()
        if match.variant.host_ends and not match.is_won and match.sheet.played == DEALS_OF_A_HOST:
            match = match.finished_by(0)
    return match


def _next_deal(match: Match, rng: random.Random) -> Match:
    """Return a match with its next deal begun, by a random first dealer in some games."""
    dealer = match.next_dealer()
    return match.deal_begun(rng.randrange(len(match.names)) if dealer is None else dealer)


def first_deal(
    game: str, rng: random.Random, options: Mapping[str, str] = MappingProxyType({})
) -> Match:
    """Return a game of four with its first deal dealt; decisions before it are random."""
    match = _next_deal(begin_match(Plan(game, options, 4, ("random",), ""), rng), rng)
    while match.to_act() != (CHANCE,):
        seat = match.to_act()[0]
        match = match.apply(seat, match.choice(seat).sample(rng))
    return deal_shuffled(match, rng)


def deal_shuffled(match: Match, rng: random.Random) -> Match:
    """Return a match with its running deal dealt from a shuffled deck."""
    assert match.deal is not None
    phase = match.deal.current
    assert isinstance(phase, Dealing)
    deck, order = list(phase.layout.deck), list(phase.words)
    rng.shuffle(deck)
    rng.shuffle(order)
    return match.apply(CHANCE, phase.deal_out(tuple(deck), tuple(order)))
