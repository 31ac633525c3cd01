"""The benches' solver in plain Python does the same as compiled; it is compiled once it is used."""

import subprocess
import sys
from random import Random
from typing import Any

import pytest

from benches.players.open_solver import alpha_beta, load_solver

PLAYERS, TRICKS = 4, 4
ENDS = TRICKS + 1


def rules_of(module: Any, *, avoiding: bool, trumps_follow: bool) -> Any:
    """Return the rules of two against two: a row has the tricks played and those of one side."""
    rows = [(done, won) for done in range(TRICKS + 1) for won in range(done + 1)]
    after = [
        rows.index((done + 1, won + (place % 2 == 0))) if done < TRICKS else 0
        for done, won in rows
        for place in range(PLAYERS)
    ]
    least = [done - won if avoiding else won for done, won in rows]
    most = [low + TRICKS - done for low, (done, _) in zip(least, rows, strict=True)]
    order = [(leader + at) % PLAYERS for leader in range(PLAYERS) for at in range(PLAYERS)]
    return module.OpenRules(order, after, least, most, [1, 0, 1, 0], trumps_follow=trumps_follow)


@pytest.mark.parametrize("avoiding", [False, True])
@pytest.mark.parametrize("trumps_follow", [False, True])
def test_it_finds_the_same_in_plain_python(*, avoiding: bool, trumps_follow: bool) -> None:
    modules = (alpha_beta, load_solver())
    if modules[0] is modules[1]:
        pytest.skip("There is no compiler, so there is nothing to compare.")
    rng, values = Random(1), set[int]()
    solvers = [module.OpenSolver() for module in modules]
    rules = [rules_of(module, avoiding=avoiding, trumps_follow=trumps_follow) for module in modules]
    for _ in range(12):
        cards = rng.sample([1 << place for place in range(59)], PLAYERS * TRICKS)
        hands = [sum(cards[place::PLAYERS]) for place in range(PLAYERS)]
        trumps = rng.choice((0, 1, 2, 3, 5))
        for solver, its_rules in zip(solvers, rules, strict=True):
            solver.lay(its_rules, hands, [], 0, trumps)
        for card in cards[::PLAYERS]:
            found = {solver.value(card, 2, ENDS) for solver in solvers}
            assert len(found) == 1
            values |= found
    assert len(values) > 2


def test_it_is_not_compiled_before_it_is_used() -> None:
    program = """if True:
        from benches.players.open_solver import load_solver
        from benches.runner import find
        find()
        print(load_solver.cache_info().currsize)
    """
    command = [sys.executable, "-c", program]
    assert subprocess.run(command, capture_output=True, check=True, text=True).stdout == "0\n"
