"""The kernel in plain Python: the compiled one does the same, and so do its brisk playouts."""

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

from benches.exhaustive import each
from kwbot.players import ACCELERATED, kernel
from kwbot.players.kernel import Position, Rules, Unseen
from tests.engine.playing import Setting
from tests.players.positions import GAMES, PARTNERS, kernel_of, moments


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


def plain(module: ModuleType, position: Position) -> Any:
    """The same position in plain Python."""
    made = module.Position(module.Rules(position.rules.players))
    for name, value in vars(module.Rules(4)).items():
        theirs = getattr(position.rules, name)
        setattr(made.rules, name, theirs if isinstance(value, int | float) else list(theirs))
    for name, value in vars(module.Position(made.rules)).items():
        if name != "rules":
            theirs = getattr(position, name)
            setattr(made, name, theirs if isinstance(value, int | float) else list(theirs))
    return made


def raced(module: ModuleType, start: Any, seed: int) -> list[float]:
    """What two cards bring in a world, played out in haste and by careful players; and the hope."""
    race, careful, able = module.Race(list(each(start.legal()))[:2]), start.careful, start.able
    trial = module.Position(start.rules)
    race.play(start, trial, seed, 200)
    race.play_carefully(start, trial, seed, 200)
    start.careful, start.able = careful, able
    return [*race.means, race.hope(7)]


@pytest.mark.skipif(not ACCELERATED, reason="the kernel is not compiled here")
@pytest.mark.parametrize("setting", GAMES)
def test_the_compiled_kernel_thinks_as_the_plain_one(
    setting: Setting, plain_kernel: ModuleType
) -> None:
    module, rng = plain_kernel, Random(str(setting))
    assert not module.ACCELERATED
    for match in moments(setting, rng, 2):
        _, position = kernel_of(match)
        assert position.apart(position.legal()) == plain(module, position).apart(position.legal())
        position.careful, position.able = int(rng.random() < 0.5), rng.getrandbits(4)
        other, seed = plain(module, position), rng.getrandbits(60)
        assert position.choose(position.legal()) == other.choose(other.legal())
        assert raced(kernel, position, seed) == pytest.approx(raced(module, other, seed))
        assert position.run(seed, 200) == other.run(seed, 200)
        assert [position.payoff(at) for at in range(4)] == pytest.approx(
            [other.payoff(at) for at in range(4)]
        )


def run_briskly(brisk: ModuleType, position: Any, seed: int, chance: int) -> Any:
    """As `Position.run`."""
    rows = brisk.split(position)
    if rows is None:
        return position.run(seed, chance)
    errors = brisk.Errors(brisk.drawn(position, seed, chance), brisk.trick(position))
    wait, state, leader = brisk.play_on(position, rows, errors)
    brisk.join(position, rows, state, leader)
    return position.run_on(errors.seed, wait, brisk.furthest_apart(chance))


@pytest.mark.parametrize("setting", GAMES)
def test_brisk_playouts_are_the_same_card_for_card(
    setting: Setting, plain_kernel: ModuleType
) -> None:
    rng = Random(f"{setting} brisk")
    for match in moments(setting, rng, 2):
        for chance in (0, 96, 500):
            _, position = kernel_of(match)
            other, seed = plain(plain_kernel, position), rng.getrandbits(60)
            after = run_briskly(plain_kernel.brisk, other, seed, chance)
            assert after == position.run(seed, chance)
            assert list(other.hand) == list(position.hand)
            for field in ("leader", "seat", "played", "led", "trick", "state", "first"):
                assert getattr(other, field) == getattr(position, field), field


@pytest.mark.parametrize("setting", GAMES)
def test_brisk_playouts_bring_the_same(setting: Setting, plain_kernel: ModuleType) -> None:
    rng = Random(f"{setting} brought")
    for match in moments(setting, rng, 1):
        _, start = kernel_of(match)
        other, seed, played = plain(plain_kernel, start), rng.getrandbits(60), Position(start.rules)
        cards, expected = array("Q", each(start.legal())), []
        for card in cards:
            played.copy(start)
            played.play(card)
            played.run(seed, 96)
            expected.append(played.payoff(start.seat))
        trial, sums = plain(plain_kernel, start), array("d", [0.0] * len(cards))
        plain_kernel.tried_each(other, trial, cards, sums, seed, 96)
        assert list(sums) == pytest.approx(expected)
        start.run(seed, 96)
        for seat in range(start.rules.players):
            points = plain_kernel.tried_as_is(other, trial, seed=seed, seat=seat, chance=96)
            assert points == pytest.approx(start.payoff(seat))


@pytest.mark.parametrize("setting", PARTNERS, ids=str)
def test_whist_is_played_out_briskly(setting: Setting, plain_kernel: ModuleType) -> None:
    """After the first lead, which may make trumps."""
    for match in moments(setting, Random(str(setting)), 1):
        _, position = kernel_of(match)
        if position.played or not position.first:
            assert plain_kernel.brisk.split(plain(plain_kernel, position))


@pytest.mark.skipif(not ACCELERATED, reason="the kernel is not compiled here")
def test_the_compiled_kernel_deals_as_the_plain_one(plain_kernel: ModuleType) -> None:
    some_lack = [0, 1, 2, 3, 20, 21]
    order = [*some_lack, *(at for at in range(30) if at not in some_lack)]
    cards = [1 << at for at in order]
    dealt = [kind(cards, len(some_lack)) for kind in (Unseen, plain_kernel.Unseen)]
    positions = [Position(Rules(4)), plain_kernel.Position(plain_kernel.Rules(4))]
    for unseen in dealt:
        for seat, never in enumerate((0, 0b1111, 0b11 << 20)):
            unseen.player(seat, 1 << (40 + seat), never, 9)
        unseen.aside = 3
        unseen.caller(1, array("d", [(at * 7 % 11 - 5) / 9 for at in range(67)]), 0.4)
    for unseen, module in zip(dealt, (kernel, plain_kernel), strict=True):
        played = array("Q", [1 << 50, 1 << 51, 1 << 52])
        unseen.course = module.Course(
            module.Position(module.Rules(4)), played, array("i", [-1] * 3), 3
        )
    for seed in range(100):
        after = [
            unseen.deal(position, seed, 5)
            for unseen, position in zip(dealt, positions, strict=True)
        ]
        assert after[0] == after[1]
        assert list(positions[0].hand) == list(positions[1].hand)
        assert [hand.bit_count() for hand in positions[0].hand] == [10, 10, 10, 0]
        assert positions[0].aside.bit_count() == 3
