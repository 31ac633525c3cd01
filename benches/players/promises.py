"""What bids promise and bring, part by part, among four computer players.

``python -m kwbot bench promises-GAME-LEVEL`` compares the two. ``python -m benches.players.promises
GAME LEVEL`` adds contracts to ``benches/players/contracts``, every other evening from players who
choose more freely, so that every part occurs. From all contracts kept it writes the table in
``data/calibration`` that the players use; it also draws what tables made of other evenings promise,
and lists that in ``docs/promises.md``. After a change in how bids are judged, begin anew: remove
the file of contracts.
"""

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from benches.figures import Figure, Sample, benchmark
from benches.players import promise_diagram
from kwbot.commands.simulate import first_deal
from kwbot.commands.whole_number import whole
from kwbot.engine.deals.match import Match, PlayedDeal
from kwbot.engine.phases.script import DealResult
from kwbot.engine.values.actions import Action, Bid, Seat
from kwbot.engine.values.choices import PlayCard
from kwbot.engine.values.estimate import Estimate
from kwbot.engine.views.view import View, view
from kwbot.players.samples.determinization import LEISURELY
from kwbot.players.search import bid_search
from kwbot.players.search.calibration import Calibration, Observed, fit, write
from kwbot.players.search.monte_carlo import MonteCarloPlayer
from kwbot.players.tastes.bid_taste import BidTaste, plainer
from kwbot.players.tastes.characters import CHARACTERS
from kwbot.players.turns.levels import COMPUTERS, decide
from kwbot.variants import games

GAMES = ("kombinations-whist", "hus", "esmakker")
LEVELS = ("hard", "normal")
DEALS_AN_EVENING = 10
"""Deals in a row; a player's taste tires of earlier bids."""
FREE_TASTE_WEIGHT = 2.0
"""Weight of taste for players who bid more freely."""
LEAST_SPREAD = 0.05
"""Least spread of a fitted contract; with less, nothing was left to chance."""
CONTRACT_FOLDER = Path(__file__).parent / "contracts"
PROMISES_PAGE = Path(__file__).parents[2] / "docs" / "promises.md"
PICTURE_FOLDER = PROMISES_PAGE.parent / "pictures"
FOLDS = 5
"""A promise is compared by a table of all evenings but those of its fold, one of this many."""
ENOUGH, MANY, NEAR = 30, 300, 0.4
"""From `ENOUGH` contracts of a standard bid on, its promise must lie within the interval of the
points brought, and from `MANY` on also within `NEAR` points of their mean."""


class PlayedContract(NamedTuple):
    """A bid that became the contract, with the points foreseen, promised and brought."""

    parts: Sequence[str]
    foreseen: float
    spread: float
    promised: float
    brought: float

    @property
    def missing(self) -> float:
        """By how much the promise is too high."""
        return self.promised - self.brought

    @property
    def observed(self) -> Observed:
        return tuple(self.parts), (self.foreseen - self.brought) / self.spread, self.spread


class Bidder:
    """A player of a level who notes their bids' promises."""

    def __init__(self, level: str, taste: BidTaste) -> None:
        computer = COMPUTERS[level]
        assert isinstance(computer, MonteCarloPlayer)
        self.computer, self.taste = computer, taste
        self.promises: dict[tuple[Seat | None, Action], Estimate] = {}
        self.calls: list[Action] = []
        self.given_up = 0.0
        """By how many points the best call promised more than the chosen one, at the last call."""

    def decide(self, match: Match, seat: Seat, rng: random.Random) -> Action:
        seen = plainer(view(match, seat), self.computer.extras)
        if isinstance(seen.choice, PlayCard) or len(match.choice(seat)) == 1 or not _bidding(seen):
            return decide(self.computer, match, seat, rng)
        taste = self.taste.after(match.deals)
        thought = bid_search.try_actions(seen, rng, self.computer.samples, taste=taste)
        action = bid_search.choose_action(thought, taste)
        self.promises[seat, action] = thought.found[action]
        self.calls.append(action)
        most = max(brings.points for brings in thought.found.values())
        self.given_up = most - thought.found[action].points
        return action

    def promised(self, result: DealResult) -> PlayedContract | None:
        """Return this player's contract with its promise, or None if they have none."""
        promise = self.promises.get((result.declarer, result.contract or Bid(())))
        if promise is None or result.contract is None or result.declarer is None:
            return None
        brought = float(result.points[result.declarer])
        return PlayedContract(
            result.contract.parts, promise.foreseen, promise.spread, promise.points, brought
        )


def _bidding(seen: View) -> bool:
    return any(isinstance(action, Bid) for action in seen.choice or ())


def play_deals(
    game: str, level: str, rng: random.Random, weight: float = 1.0
) -> Iterator[tuple[list[Bidder], DealResult]]:
    """Yield the bidders and result of each of some deals in a row, all from the score at a game's
    beginning. Random characters sit at the table, whose taste counts by `weight`."""
    guests, history = rng.sample(sorted(CHARACTERS), 4), tuple[PlayedDeal, ...]()
    for _ in range(DEALS_AN_EVENING):
        match = replace(first_deal(game, rng), deals=history)
        parts = match.variant.parts(match.sheet.options)
        tastes = [replace(CHARACTERS[guest].taste(parts), weight=weight) for guest in guests]
        bidders = [Bidder(level, taste) for taste in tastes]
        while match.to_act():
            seat = match.to_act()[0]
            match = match.apply(seat, bidders[seat].decide(match, seat, rng))
        assert match.deal
        assert match.deal.result
        yield bidders, match.deal.result
        history = match.with_score().deals


def _evening(game: str, level: str, number: int, weight: float = 1.0) -> list[PlayedContract]:
    """Return the contracts of some deals in a row."""
    deals = play_deals(game, level, random.Random(f"{game}:{number}"), weight)
    found = (bidder.promised(result) for bidders, result in deals for bidder in bidders)
    return [contract for contract in found if contract is not None]


def compare(contracts: Sequence[PlayedContract]) -> Iterator[Figure]:
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
        yield from compare([PlayedContract(*row) for evening in evenings for row in evening])


# --- the table ------------------------------------------------------------------------------------


def contracts_of(game: str, level: str) -> list[list[PlayedContract]]:
    """Return the kept contracts by evening."""
    file = _file(game, level)
    kept = json.loads(file.read_text(encoding="utf-8")) if file.exists() else []
    return [[PlayedContract(*row) for row in evening] for evening in kept]


def table(evenings: Sequence[Sequence[PlayedContract]]) -> Calibration:
    """Return the calibration by the contracts of these evenings."""
    return fit(
        [one.observed for evening in evenings for one in evening if one.spread > LEAST_SPREAD]
    )


def held_out(evenings: Sequence[Sequence[PlayedContract]]) -> list[PlayedContract]:
    """Return the contracts, each with the promise of a table made of other evenings."""
    found = []
    for fold in range(FOLDS):
        others = [one for number, one in enumerate(evenings) if number % FOLDS != fold]
        known = table(others)
        for contract in (one for evening in evenings[fold::FOLDS] for one in evening):
            promised = contract.foreseen - known.less(contract.parts) * contract.spread
            found.append(contract._replace(promised=promised))
    return found


def draw_contracts(game: str, evenings: Sequence[Sequence[PlayedContract]]) -> str:
    """Return the diagram of what contracts promised and brought."""
    names = {key: str(part.name) for key, part in games()[game].parts().items()}
    return promise_diagram.diagram(promise_diagram.rows(held_out(evenings), names))


def list_contracts(game: str, evenings: Sequence[Sequence[PlayedContract]]) -> str:
    """Return a table of the standard bids with enough contracts."""
    contracts, parts = held_out(evenings), games()[game].parts()
    mains = {one.parts[0] for one in contracts}
    names = {key: str(part.name) for key, part in parts.items() if key in mains}
    lines = ["| bid | contracts | promised | brought | |", "|---|---:|---:|---:|---|"]
    for row in promise_diagram.rows(contracts, names)[1:]:
        if row.contracts >= ENOUGH:
            held, numbers = (
                _verdict(row),
                f"{row.promised:.2f} | {row.brought:.2f} ± {row.doubt:.2f}",
            )
            lines.append(f"| {row.name} | {row.contracts} | {numbers.replace('-', '−')} | {held} |")
    return "\n".join(lines)


def _verdict(row: promise_diagram.Row) -> str:
    apart = abs(row.promised - row.brought)
    return "not held" if apart > row.doubt or (row.contracts >= MANY and apart > NEAR) else "held"


def update_page(page: str, game: str, level: str, table: str) -> str:
    """Return the page with this table of a game in its place."""
    place = f"<!-- {_name(game, level)} -->\n"
    before, _, rest = page.partition(place)
    _, end, after = rest.partition("<!-- end -->")
    return f"{before}{place}{table}\n{end}{after}"


def picture(game: str, level: str) -> Path:
    """Return the path of the diagram."""
    return PICTURE_FOLDER / f"{_name(game, level)}.svg"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("level", choices=LEVELS)
    parser.add_argument("--evenings", type=whole, default=0, help="to play besides those kept")
    options = parser.parse_args()
    game, level, evenings = options.game, options.level, contracts_of(options.game, options.level)
    if not evenings and not options.evenings:
        parser.error("no contracts are kept: play some evenings")
    for number in range(len(evenings), len(evenings) + options.evenings):
        weight = FREE_TASTE_WEIGHT if number % 2 else 1.0
        evenings.append([_round(one) for one in _evening(game, level, number, weight)])
        lines = ",\n".join(json.dumps(evening) for evening in evenings)
        _file(game, level).write_text(f"[{lines}]\n", encoding="utf-8")
    computer = COMPUTERS[level]
    assert isinstance(computer, MonteCarloPlayer)
    write(game, table(evenings), leisurely=computer.samples >= LEISURELY)
    picture(game, level).write_text(draw_contracts(game, evenings), encoding="utf-8")
    page = update_page(
        PROMISES_PAGE.read_text(encoding="utf-8"), game, level, list_contracts(game, evenings)
    )
    PROMISES_PAGE.write_text(page, encoding="utf-8")
    for figure in compare(held_out(evenings)):
        print(f"  {figure}")


def _round(contract: PlayedContract) -> PlayedContract:
    return PlayedContract(contract.parts, *(round(points, 3) for points in contract[1:]))


def _file(game: str, level: str) -> Path:
    return CONTRACT_FOLDER / f"{game}-{level}.json"


def _name(game: str, level: str) -> str:
    return f"promises-{game}-{level}"


for _game in GAMES:
    for _level in LEVELS:
        _enter(_game, _level)

if __name__ == "__main__":
    main()
