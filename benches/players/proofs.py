"""Bids that a hand cannot make: how soon all are judged, and whether the others have examples."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import islice
from statistics import median
from time import perf_counter, process_time

from benches.figures import Figure, benchmark, one_in
from kwbot.engine.deals.variant import Variant
from kwbot.engine.values.actions import Bid
from kwbot.engine.values.cards import CardSet
from kwbot.engine.values.choices import CombinationBid
from kwbot.engine.views.explorer import Explorer
from kwbot.text.deal.bid_laboratory import opened
from kwbot.variants import explorers, games

HANDS = 1000
PAIRS = 1000
SECONDS = 1.0
PLAYERS = (4, 3)


def _explorers() -> Iterator[tuple[str, Variant, Explorer, int]]:
    for key, explorer in explorers().items():
        for players in PLAYERS:
            yield f"{key}, {players} play", games()[key], explorer, players


def _hands(game: Variant, players: int) -> Iterator[CardSet]:
    rng, deck = random.Random(1), list(game.deck(players))
    while True:
        yield CardSet(rng.sample(deck, 13))


@benchmark("proof", "which bids a hand can never make: the whole menu")
def judging() -> Iterable[Figure]:
    for name, game, explorer, players in _explorers():
        taken = []
        for hand in islice(_hands(game, players), HANDS):
            begun = process_time()  # it waits for nothing but the processor
            explorer.open_bids(hand, players)
            taken.append(1000 * (process_time() - begun))
        yield Figure(f"{name}: bids judged", explorer.open_bids(hand, players)[1], "bids")
        yield Figure(f"{name}: the first hand, nothing kept", taken[0], "ms", 150.0)
        warm = taken[HANDS // 2 :]
        yield Figure(f"{name}: a new hand", median(warm), "ms", 1.0)
        yield Figure(f"{name}: a new hand, one in a hundred", one_in(100, warm), "ms")


@benchmark("examples", "examples of 1,000 bids that nothing rules out, found within a second each")
def examples() -> Iterable[Figure]:
    for name, game, explorer, players in _explorers():
        taken, missing = [], []
        for number, (hand, bid) in enumerate(islice(_pairs(game, explorer, players), PAIRS)):
            begun = perf_counter()
            if explorer.example(bid, hand, players, SECONDS, number) is None:
                missing.append(f"{bid.arguments()} {hand}")
            taken.append(1000 * (perf_counter() - begun))
        share = 100 * (1 - len(missing) / PAIRS)
        yield Figure(f"{name}: with an example", share, "%", 98.0, at_least=True)
        yield Figure(f"{name}: median", median(taken), "ms")
        yield Figure(f"{name}: one in twenty", one_in(20, taken), "ms")
        for pair in missing:
            yield Figure(f"  none for {pair}", 0, "")


def _pairs(game: Variant, explorer: Explorer, players: int) -> Iterator[tuple[CardSet, Bid]]:
    """Hands, and any bid that may be made."""
    rng = random.Random(2)
    hands = _hands(game, players)
    choice = opened(game, next(hands), players).choice(0)
    assert isinstance(choice, CombinationBid)
    every = tuple(choice.bids.all(1, players))
    for hand in hands:
        bid = rng.choice(every)
        if explorer.refusal(bid, hand, players) is None:
            yield hand, bid
