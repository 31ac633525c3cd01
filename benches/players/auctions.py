"""Variety of the auctions of four hard computer players in the games with a ladder of bids.

Its cost is by how much the players' last calls promised less than the best ones, as a share of the
points won and lost.
"""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from benches.figures import Figure, Sample, benchmark
from benches.players.promises import DEALS_AN_EVENING, PlayedContract, compare, play_deals
from kwbot.commands.simulate import first_deal
from kwbot.engine.values.actions import Bid
from kwbot.engine.values.choices import LadderBid

GAMES, LEVEL = ("hus", "esmakker"), "hard"
MAX_SHARE, MAX_COST = 35.0, 2.0
"""Most per cent of contracts that are the same, and of points won and lost given up for variety."""


def _evening(game: str, number: int) -> dict[str, Any]:
    """Return the calls of some deals in a row and their outcome."""
    rng, calls = random.Random(f"{game} auctions:{number}"), Counter[str]()
    contracts, given_up, stakes = list[PlayedContract](), 0.0, 0
    for bidders, result in play_deals(game, LEVEL, rng):
        for bidder in bidders:
            calls.update(_key(call) for call in bidder.calls if isinstance(call, Bid))
            given_up += bidder.given_up
            contract = bidder.promised(result)
            contracts += [contract] if contract else []
        stakes += sum(map(abs, result.points))
    return {"calls": calls, "contracts": contracts, "given up": given_up, "stakes": stakes}


def _key(bid: Bid) -> str:
    return "+".join(bid.parts)


def _ladder(game: str) -> set[str]:
    match = first_deal(game, random.Random(game))
    choice = match.choice(match.to_act()[0])
    assert isinstance(choice, LadderBid)
    return {_key(bid) for bid in choice.bids}


def figures(game: str, evenings: list[dict[str, Any]]) -> Iterator[Figure]:
    contracts = [PlayedContract(*row) for evening in evenings for row in evening["contracts"]]
    shares = Counter("+".join(one.parts) for one in contracts)
    for number, (bid, times) in enumerate(shares.most_common()):
        budget = None if number else MAX_SHARE
        yield Figure(f"{bid} ({times} times)", 100 * times / len(contracts), "%", budget)
    calls = sum((Counter(evening["calls"]) for evening in evenings), Counter[str]())
    ladder, deals = _ladder(game), DEALS_AN_EVENING * len(evenings)
    missing = sorted(ladder - calls.keys())
    yield Figure(f"called in {deals} deals", len(ladder) - len(missing), f"of {len(ladder)} bids")
    yield Figure(f"never: {' '.join(missing)}", len(missing), "bids")
    given_up, stakes = (sum(evening[key] for evening in evenings) for key in ("given up", "stakes"))
    yield Figure("given up for variety", 100 * given_up / stakes, "% of the points", MAX_COST)
    yield from compare(contracts)


def _enter(game: str) -> None:
    @benchmark(f"auctions-{game}", f"{game}: how varied auctions are among four, and its cost", 5)
    def measure(sample: Sample) -> Iterator[Figure]:
        yield from figures(game, sample.take(lambda number: _evening(game, number)))


for _game in GAMES:
    _enter(_game)
