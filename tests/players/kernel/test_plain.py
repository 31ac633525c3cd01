"""The kernel in plain Python: the compiled one does the same."""

import sys
from array import array
from collections.abc import Iterator
from importlib import import_module
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_loader
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from kwbot.players import kernel
from kwbot.players.kernel import ACCELERATED, Sampler, State, TrickRules
from tests.engine.playing import Setting
from tests.players.kernel.exhaustive import each
from tests.players.many_seats import seated
from tests.players.positions import GAMES, kernel_of, moments


class PlainFinder:
    """Finds the kernel's modules as plain Python, under the name of a package of their own."""

    package = "plain_kernel"

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        package, _, module = name.partition(".")
        if package != self.package:
            return None
        source = Path(kernel.__file__).with_name(f"{module or '__init__'}.py")
        return spec_from_loader(name, SourceFileLoader(name, str(source)), is_package=not module)


@pytest.fixture(scope="module")
def plain_kernel() -> Iterator[ModuleType]:
    finder = PlainFinder()
    sys.meta_path.insert(0, finder)
    yield import_module(finder.package)
    sys.meta_path.remove(finder)
    for name in [name for name in sys.modules if name.partition(".")[0] == finder.package]:
        del sys.modules[name]


def plain(module: ModuleType, position: State) -> Any:
    """The same position in plain Python."""
    made = module.State(module.TrickRules(position.rules.players))
    for name, value in vars(module.TrickRules(4)).items():
        theirs = getattr(position.rules, name)
        setattr(made.rules, name, theirs if isinstance(value, int | float) else list(theirs))
    for name, value in vars(module.State(made.rules)).items():
        if name != "rules":
            theirs = getattr(position, name)
            setattr(made, name, theirs if isinstance(value, int | float) else list(theirs))
    return made


def raced(module: ModuleType, start: Any, seed: int) -> list[float]:
    """What two cards bring in two samples; and the hope."""
    race = module.Race(list(each(start.legal()))[:2])
    trial = module.State(start.rules)
    race.play(start, trial, seed, 200)
    race.play_twice(start, trial, seed, 200)
    return [*race.means, race.hope(7)]


def each_for_themselves(module: ModuleType, start: Any) -> list[float]:
    """What each card brings if all play for themselves."""
    solver = module.Equilibrium(10**6)
    return [solver.try_card(start, card) for card in each(start.legal())]


@pytest.mark.skipif(not ACCELERATED, reason="the kernel is not compiled here")
@pytest.mark.parametrize("setting", GAMES)
def test_the_compiled_kernel_thinks_as_the_plain_one(
    setting: Setting, plain_kernel: ModuleType
) -> None:
    compare(setting, plain_kernel)


@pytest.mark.skipif(not ACCELERATED, reason="the kernel is not compiled here")
@pytest.mark.parametrize("players", [5, 7, 12])
def test_the_compiled_kernel_thinks_of_many_seats_as_the_plain_one(
    players: int, plain_kernel: ModuleType
) -> None:
    with seated(players) as setting:
        compare(setting, plain_kernel)


def compare(setting: Setting, module: ModuleType) -> None:
    """Think the same in both kernels."""
    rng = Random(str(setting))
    assert not module.ACCELERATED
    for match in moments(setting, rng, 1):
        _, position = kernel_of(match)
        assert position.apart(position.legal()) == plain(module, position).apart(position.legal())
        other, seed, able = plain(module, position), rng.getrandbits(60), rng.getrandbits(12)
        legal = position.legal()
        ours, theirs = kernel.Policy(able), module.Policy(able)
        assert ours.choose(position, legal) == theirs.choose(other, legal)
        assert raced(kernel, position, seed) == pytest.approx(raced(module, other, seed))
        if position.rules.players <= 4 and position.hand[position.seat].bit_count() <= 3:
            solved = [each_for_themselves(kernel, position), each_for_themselves(module, other)]
            assert solved[0] == pytest.approx(solved[1])
        assert kernel.run(position, ours, seed, 200) == module.run(other, theirs, seed, 200)
        assert [position.payoff(at) for at in range(position.rules.players)] == pytest.approx(
            [other.payoff(at) for at in range(position.rules.players)]
        )


@pytest.mark.skipif(not ACCELERATED, reason="the kernel is not compiled here")
def test_the_compiled_kernel_deals_as_the_plain_one(plain_kernel: ModuleType) -> None:
    some_lack = [0, 1, 2, 3, 20, 21]
    order = [*some_lack, *(at for at in range(30) if at not in some_lack)]
    cards = [1 << at for at in order]
    dealt = [kind(cards, len(some_lack)) for kind in (Sampler, plain_kernel.Sampler)]
    positions = [State(TrickRules(4)), plain_kernel.State(plain_kernel.TrickRules(4))]
    for sampler in dealt:
        for seat, never in enumerate((0, 0b1111, 0b11 << 20)):
            sampler.player(seat, 1 << (40 + seat), never, 9)
        sampler.aside = 3
    for sampler, module in zip(dealt, (kernel, plain_kernel), strict=True):
        played = array("Q", [1 << 50, 1 << 51, 1 << 52])
        sampler.inference = module.PlayInference(
            module.State(module.TrickRules(4)), played, array("i", [-1] * 3), 3
        )
    for seed in range(100):
        after = [
            sampler.deal(position, seed, 5)
            for sampler, position in zip(dealt, positions, strict=True)
        ]
        assert after[0] == after[1]
        assert list(positions[0].hand) == list(positions[1].hand)
        assert [hand.bit_count() for hand in positions[0].hand[:4]] == [10, 10, 10, 0]
        assert positions[0].aside.bit_count() == 3
