"""The benches' solver in plain Python does the same as compiled."""

from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from benches.players import open_solver
from benches.players.open_solver import COMPILED, alpha_beta

PLAYERS, TRICKS = 4, 4
ENDS = TRICKS + 1


@pytest.fixture(scope="module")
def plain_solver() -> ModuleType:
    source = Path(open_solver.__file__).with_name("alpha_beta.py")
    spec = spec_from_loader("plain_alpha_beta", SourceFileLoader("plain_alpha_beta", str(source)))
    assert spec
    module = module_from_spec(spec)
    assert spec.loader
    spec.loader.exec_module(module)
    return module


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


@pytest.mark.skipif(not COMPILED, reason="there is nothing to compare")
@pytest.mark.parametrize("avoiding", [False, True])
@pytest.mark.parametrize("trumps_follow", [False, True])
def test_it_finds_the_same_in_plain_python(
    plain_solver: ModuleType, *, avoiding: bool, trumps_follow: bool
) -> None:
    rng, values = Random(1), set[int]()
    solvers = [plain_solver.OpenSolver(), alpha_beta.OpenSolver()]
    rules = [
        rules_of(module, avoiding=avoiding, trumps_follow=trumps_follow)
        for module in (plain_solver, alpha_beta)
    ]
    for _ in range(12):
        cards = rng.sample([1 << place for place in range(54)], PLAYERS * TRICKS)
        hands = [sum(cards[place::PLAYERS]) for place in range(PLAYERS)]
        trumps = rng.choice((0, 1, 2, 3, 5))
        for solver, its_rules in zip(solvers, rules, strict=True):
            solver.lay(its_rules, hands, [], 0, trumps)
        for card in cards[::PLAYERS]:
            found = {solver.value(card, 2, ENDS) for solver in solvers}
            assert len(found) == 1
            values |= found
    assert len(values) > 2
