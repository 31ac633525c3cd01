"""What bids promise and what they bring, part by part, where four computer players play.

``python -m kwbot bench promises-GAME-LEVEL`` compares. ``python -m benches.promises GAME LEVEL``
collects contracts in a file, from players who choose more freely, so that every part is met; and
writes what all that are there tell to ``data/calibration``, from where the players take it.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from benches.figures import Figure, Sample, benchmark
from kwbot.commands.simulate import first_deal
from kwbot.engine.actions import Action, Bid, Seat
from kwbot.engine.choices import PlayCard
from kwbot.engine.estimate import Estimate
from kwbot.engine.frozen import changed
from kwbot.engine.match import Match, PlayedDeal
from kwbot.engine.view import View, view
from kwbot.players import COMPUTERS, BidTaste, MonteCarloPlayer, bid_search, decide
from kwbot.players.bid_taste import NO_TASTE, plainer
from kwbot.players.calibration import Observed, fitted, write
from kwbot.players.determinization import LEISURELY

GAMES = ("kombinations-whist", "hus", "esmakker")
LEVELS = ("hard", "normal")
EVENING = 10
"""Deals in a row, in which what was bid before is less to a player's taste."""
FREELY = BidTaste(weight=2.0)
"""The taste of who bids for variety's sake."""
SELDOM = 0.05
"""A spread of less is no chance."""


class PlayedContract(NamedTuple):
    """A bid that became the contract: what was foreseen and promised, and what it brought."""

    parts: Sequence[str]
    foreseen: float
    spread: float
    promised: float
    brought: float

    @property
    def missing(self) -> float:
        """What the promise is too high by."""
        return self.promised - self.brought

    @property
    def observed(self) -> Observed:
        return tuple(self.parts), (self.foreseen - self.brought) / self.spread


class _Bidder:
    """A player of a level who notes what their bids promise."""

    def __init__(self, level: str, taste: BidTaste) -> None:
        computer = COMPUTERS[level]
        assert isinstance(computer, MonteCarloPlayer)
        self.computer, self.taste = computer, taste
        self.promises: dict[tuple[Seat | None, Action], Estimate] = {}

    def decide(self, match: Match, seat: Seat, rng: random.Random) -> Action:
        seen = plainer(view(match, seat), self.computer.extras)
        if isinstance(seen.choice, PlayCard) or len(match.choice(seat)) == 1 or not _bidding(seen):
            return decide(self.computer, match, seat, rng)
        taste = self.taste.after(match.deals)
        thought = bid_search.tried(seen, rng, self.computer.samples, taste=taste)
        action = bid_search.chosen(thought, taste)
        self.promises[seat, action] = thought.found[action]
        return action


def _bidding(seen: View) -> bool:
    return any(isinstance(action, Bid) for action in seen.choice or ())


def _evening(
    game: str, level: str, number: int, taste: BidTaste = NO_TASTE
) -> list[PlayedContract]:
    """The contracts of some deals in a row, each from the score at a game's beginning."""
    rng, history, found = random.Random(f"{game}:{number}"), tuple[PlayedDeal, ...](), []
    for _ in range(EVENING):
        match = changed(first_deal(game, rng), deals=history)
        bidder = _Bidder(level, taste)
        while match.to_act():
            seat = match.to_act()[0]
            match = match.apply(seat, bidder.decide(match, seat, rng))
        assert match.deal
        assert match.deal.result
        result = match.deal.result
        promise = bidder.promises.get((result.declarer, result.contract or Bid(())))
        if promise and result.contract and result.declarer is not None:
            brought = float(result.points[result.declarer])
            found.append(
                PlayedContract(
                    result.contract.parts, promise.foreseen, promise.spread, promise.points, brought
                )
            )
        history = match.scored().deals
    return found


def _compared(contracts: Sequence[PlayedContract]) -> Iterator[Figure]:
    def missing(name: str, rows: Sequence[PlayedContract]) -> Figure:
        share = f"{name} ({100 * len(rows) / len(contracts):.0f} %)"
        return Sample(0, [one.missing for one in rows]).figure(share, "points too high")

    yield Sample(0, [one.promised for one in contracts]).figure("promised", "points")
    yield Sample(0, [one.brought for one in contracts]).figure("brought", "points")
    yield missing("every contract", contracts)
    for part, _ in Counter(part for one in contracts for part in one.parts).most_common():
        yield missing(part, [one for one in contracts if part in one.parts])


def _enter(game: str, level: str) -> None:
    @benchmark(
        _name(game, level), f"{game}: what bids promise and bring among four of level {level}", 10
    )
    def measure(sample: Sample) -> Iterator[Figure]:
        evenings = sample.take(lambda number: _evening(game, level, number))
        yield from _compared([PlayedContract(*row) for evening in evenings for row in evening])


# --- the table ------------------------------------------------------------------------------------


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("level", choices=LEVELS)
    parser.add_argument("file", type=Path, help="where contracts are kept")
    parser.add_argument("--evenings", type=int, default=0, help="to play besides those kept")
    options = parser.parse_args()
    file: Path = options.file
    kept = json.loads(file.read_text()) if file.exists() else []
    for number in range(len(kept), len(kept) + options.evenings):
        kept.append(_evening(options.game, options.level, number, FREELY))
        file.write_text(json.dumps(kept))
    contracts = [PlayedContract(*row) for evening in kept for row in evening]
    found = fitted([one.observed for one in contracts if one.spread > SELDOM])
    computer = COMPUTERS[options.level]
    assert isinstance(computer, MonteCarloPlayer)
    write(options.game, found, leisurely=computer.samples >= LEISURELY)
    for figure in _compared(contracts):
        print(f"  {figure}")


def _name(game: str, level: str) -> str:
    return f"promises-{game}-{level}"


for _game in GAMES:
    for _level in LEVELS:
        _enter(_game, _level)

if __name__ == "__main__":
    main()
