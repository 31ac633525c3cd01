"""Time in which all bids are judged for being impossible with a hand."""

import random
from collections.abc import Iterable, Iterator
from itertools import islice
from statistics import median
from time import process_time

from benches.figures import Figure, benchmark, one_in
from kwbot.engine.deals.variant import Variant
from kwbot.engine.values.cards import CardSet
from kwbot.engine.views.explorer import Explorer
from kwbot.variants import explorers, games

HANDS_JUDGED = 1000
PLAYER_COUNTS = (4, 3)


def _explorers() -> Iterator[tuple[str, Variant, Explorer, int]]:
    for key, explorer in explorers().items():
        for players in PLAYER_COUNTS:
            yield f"{key}, {players} play", games()[key], explorer, players


def _hands(game: Variant, players: int) -> Iterator[CardSet]:
    rng, deck = random.Random(1), list(game.deck(players))
    while True:
        yield CardSet(rng.sample(deck, 13))


@benchmark("proof", "which bids a hand can never make: the whole menu")
def judging() -> Iterable[Figure]:
    for name, game, explorer, players in _explorers():
        taken = []
        for hand in islice(_hands(game, players), HANDS_JUDGED):
            begun = process_time()  # it only computes
            explorer.open_bids(hand, players)
            taken.append(1000 * (process_time() - begun))
        yield Figure(f"{name}: bids judged", explorer.open_bids(hand, players)[1], "bids")
        yield Figure(f"{name}: the first hand, nothing kept", taken[0], "ms", 150.0)
        warm = taken[HANDS_JUDGED // 2 :]
        yield Figure(f"{name}: a new hand", median(warm), "ms", 1.0)
        yield Figure(f"{name}: a new hand, one in a hundred", one_in(100, warm), "ms")
