"""Cards that everybody at the table would shake their head at."""

from __future__ import annotations

import random
from collections.abc import Iterator

from benches.figures import Figure, Sample, benchmark
from kwbot.commands.simulate import first_deal
from kwbot.engine.actions import Play
from kwbot.engine.choices import PlayCard
from kwbot.engine.view import view
from kwbot.players import COMPUTERS, decide
from kwbot.players.card_sense import customary

LEVELS = ("hard", "normal")


def _against_custom(level: str, number: int) -> list[int]:
    """How many tricks the last player left to the other side, and masters were thrown away."""
    rng = random.Random(f"blunders:{number}")
    match, ducks, masters = first_deal("whist", rng), 0, 0
    while match.to_act():
        seat = match.to_act()[0]
        seen, action = view(match, seat), decide(COMPUTERS[level], match, seat, rng)
        if isinstance(seen.choice, PlayCard) and isinstance(action, Play):
            odd = action.card not in customary(seen, list(seen.choice.cards))
            led = seen.plays[0][1].suit if seen.plays else None
            masters += odd and action.card.suit not in (led, seen.trumps)
            ducks += odd and action.card.suit in (led, seen.trumps)
        match = match.apply(seat, action)
    return [ducks, masters]


@benchmark("players-blunders", "whist: tricks left to the others by the last player, masters", 100)
def blunders(sample: Sample) -> Iterator[Figure]:
    rows = sample.take(lambda number: [_against_custom(level, number) for level in LEVELS])
    for level, counts in zip(LEVELS, zip(*rows, strict=True), strict=True):
        for what, each in zip(("tricks left", "masters"), zip(*counts, strict=True), strict=True):
            share = 100 * sum(each) / len(each)
            yield Figure(f"{level}: {what}, N = {len(each)}", share, "in 100 deals")
