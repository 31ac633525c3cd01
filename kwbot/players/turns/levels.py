"""The levels of computer players, and how one of them decides for a seat."""

import random
from typing import Protocol

from kwbot.engine.deals.match import Match
from kwbot.engine.values.actions import Action, Seat
from kwbot.engine.views.view import View, view
from kwbot.players.kernel import ACCELERATED
from kwbot.players.samples.determinization import LEISURELY
from kwbot.players.search.monte_carlo import MonteCarloPlayer
from kwbot.players.search.random_player import RandomPlayer
from kwbot.players.search.rule_of_thumb import RuleOfThumb
from kwbot.players.tastes.characters import CHARACTERS

_SIMPLER = RuleOfThumb()
ASKED_AGAIN = 20
"""Most attempts of a player whose choices meet objections."""


class Computer(Protocol):
    """A computer player: a stateless value shared by any number of tables.

    `choose` takes the view of the player in turn, who has a choice, and returns a legal action. It
    keeps no state, so it may run in several threads at a time, and all randomness comes from `rng`,
    so the same view and seed give the same action. Call a slow player off the event loop. To
    another process send the record, or the view as a parcel, since views hold functions.
    """

    def choose(self, seen: View, rng: random.Random) -> Action: ...


COMPUTERS: dict[str, Computer] = {
    "easy": RuleOfThumb(memory=2, whim=0.6, extras=1),
    "normal": MonteCarloPlayer(samples=20, extras=2),
    "hard": MonteCarloPlayer(samples=LEISURELY if ACCELERATED else 80),
    "thumb": RuleOfThumb(),
    "random": RandomPlayer(),
}
"""The computer players by level, the weakest first; the last two serve for comparison."""
_SAMPLES = {
    level: computer.samples
    for level, computer in COMPUTERS.items()
    if isinstance(computer, MonteCarloPlayer)
}


def samples_of(level: str) -> int:
    """Return the number of samples that a computer player of a level takes; 0: none."""
    return _SAMPLES.get(level, 0)


def player(level: str, samples: int) -> Computer:
    """Return the computer player of a level who may take at most `samples` samples; 0: none."""
    computer = COMPUTERS.get(level, COMPUTERS["thumb"])
    if not isinstance(computer, MonteCarloPlayer) or samples >= computer.samples:
        return computer
    return MonteCarloPlayer(samples, computer.extras) if samples else COMPUTERS["thumb"]


def decide(computer: Computer, match: Match, seat: Seat, rng: random.Random) -> Action:
    """Return the action of `computer` for `seat`, who is in turn: legal and without an objection.
    Recent contracts of the match make their parts less tempting."""
    assert match.deal is not None
    if isinstance(computer, MonteCarloPlayer | RuleOfThumb):
        computer = computer.with_taste(computer.taste.after(match.deals))
    deal, seen = match.deal, view(match, seat)
    assert seen.choice is not None
    for asked in range(ASKED_AGAIN):
        # After the first objection a simpler player decides, later chance.
        thinker = computer if asked == 0 else _SIMPLER
        action = thinker.choose(seen, rng) if asked < ASKED_AGAIN / 2 else seen.choice.sample(rng)
        if deal.objection(seat, action) is None:
            return action
    return next(one for one in seen.choice if deal.objection(seat, one) is None)


def in_character(computer: Computer, match: Match, name: str) -> Computer:
    """Return `computer` with the taste of the character called `name`, if there is one."""
    character = CHARACTERS.get(name)
    if character is None or not isinstance(computer, MonteCarloPlayer | RuleOfThumb):
        return computer
    return computer.with_taste(character.taste(match.variant.parts(match.sheet.options)))
