"""The engine alone: speed, the bid menu, memory, replay."""

from __future__ import annotations

import random
import tracemalloc
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from time import perf_counter
from timeit import timeit

from benches.figures import Figure, benchmark
from kwbot.commands.simulate import Plan, play
from kwbot.engine.choices import Choice
from kwbot.engine.match import Match
from kwbot.engine.reader import Reader, replay
from kwbot.engine.record import write
from kwbot.players import COMPUTERS
from kwbot.variants import games

SIMPLE = ("easy", "random")
GAMES = 3
MATCHES = 50
TIMES = 200
DEALT = ("hand", "kitty", "turn")
"""Lines after one of which the deal waits for its first decision."""


def _plans() -> Iterator[tuple[str, Plan]]:
    for key, game in games().items():
        yield key, Plan(key, {}, max(4, game.least_players), tuple(COMPUTERS)[:1], "bench")


def _actions(match: Match) -> int:
    return sum(line[:1].isdigit() for line in write(match).splitlines())


@benchmark("engine", "actions a second with the simplest players, and replaying their records")
def speed() -> Iterable[Figure]:
    for key, plan in _plans():
        for level in SIMPLE:
            levelled = replace(plan, computers=(level,))
            play(levelled, 0)  # fill the caches
            begun = perf_counter()
            matches = [play(levelled, number) for number in range(1, GAMES + 1)]
            seconds = perf_counter() - begun
            acted = sum(map(_actions, matches))
            yield Figure(f"{key}: played by {level}", acted / seconds, "actions/s")
        text = write(play(plan, 1))
        begun = perf_counter()
        match = replay(text, games())
        yield Figure(f"{key}: replayed", _actions(match) / (perf_counter() - begun), "actions/s")


@benchmark("menu", "the first decision after the deal: counting its actions and drawing one")
def menu() -> Iterable[Figure]:
    rng = random.Random(0)
    for key, plan in _plans():
        choice = _first_choice(plan)
        len(choice)
        yield Figure(f"{key}: actions", len(choice), "actions")
        yield Figure(f"{key}: count them", _repeated(choice.__len__), "ms", 5.0)
        yield Figure(f"{key}: draw one", _repeated(partial(choice.sample, rng)), "ms", 5.0)


def _first_choice(plan: Plan) -> Choice:
    reader = Reader(games())
    for line in write(play(plan, 1)).splitlines():
        reader.feed(line)
        waiting = reader.match.to_act() if line.startswith(DEALT) else ()
        if waiting and waiting[0] >= 0:
            return reader.match.choice(waiting[0])
    raise AssertionError("a deal begins with somebody's decision")


def _repeated(step: Callable[[], object]) -> float:
    """Milliseconds that one call takes."""
    return 1000 * timeit(step, number=TIMES) / TIMES


@benchmark("memory", "what one match in memory takes, in the middle of a deal")
def memory() -> Iterable[Figure]:
    for key, plan in _plans():
        lines = write(play(plan, 1)).splitlines()
        text = "\n".join(lines[: len(lines) // 2])
        replay(text, games())
        tracemalloc.start()
        held = [replay(text, games()) for _ in range(MATCHES)]
        taken, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        yield Figure(f"{key}: a match", taken / len(held) / 1000, "kB", 60.0)
