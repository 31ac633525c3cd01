"""The kernel against the engine, the compiled one against the plain one, worlds against the truth,
the solver against trying everything."""

import sys
from array import array
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_loader
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from kwbot.commands.benches.endings import each, exhausted
from kwbot.engine.cards import CardSet
from kwbot.engine.choices import PlayCard
from kwbot.engine.match import Match
from kwbot.engine.view import view
from kwbot.players import ACCELERATED, kernel
from kwbot.players.kernel import Position, Rules, Solver, Unseen
from kwbot.players.masks import PLACES, Masks
from kwbot.players.setting import Setting as Kernel
from kwbot.players.worlds import Worlds
from kwbot.players.worlds import _lacking as lacking
from tests.engine.playing import Setting, hosted, one_move, settings, shuffled

GAMES = [pytest.param(setting, id=str(setting)) for setting in settings()]
PARTNERS = [
    setting
    for setting in settings()
    if setting.variant.key == "whist" and setting.options.get("form") != "guerre"
]
FIELDS = ("leader", "seat", "played", "led", "trumps", "first", "state", "out")
WITHIN_A_TRICK = ("holder", "best", "best_suit")


def moments(setting: Setting, rng: Random, deals: int) -> Iterator[Match]:
    """Every moment in which somebody plays a card, in deals played at random."""
    match = setting.begin()
    for _ in range(deals):
        match = shuffled(match, rng)
        while match.to_act():
            if isinstance(match.choice(match.to_act()[0]), PlayCard):
                yield match
            match, _ = one_move(match, rng)
        match = hosted(match.scored())
        if match.over:
            match = setting.begin()


def kernel_of(match: Match) -> tuple[Kernel, Position]:
    """The kernel's setting and position, where all the cards are known."""
    assert match.deal
    assert match.deal.play
    seen = replace(view(match, match.to_act()[0]), rules=match.deal.play.rules)
    setting = Kernel(seen)
    return setting, setting.deal(match.deal.table.hands)


def check_moves(setting: Setting, rng: Random, deals: int) -> int:
    """Play the same cards in the engine and in the kernel, side by side; how many positions."""
    compared, before = 0, None
    kernel, position = None, None
    for match in moments(setting, rng, deals):
        assert match.deal
        if kernel and position and match.deal.log[:-1] == before:
            card = match.deal.log[-1][1].card  # type: ignore[attr-defined]
            position.play(kernel.masks.bit[card])
        else:  # the first card, or something else was decided
            kernel, position = kernel_of(match)
        check_position(kernel, position, match)
        compared, before = compared + 1, match.deal.log
    return compared


def check_position(kernel: Kernel, position: Position, match: Match) -> None:
    """The kernel stands where the engine stands, and the same cards are legal."""
    assert match.deal
    play, of = match.deal.play, kernel.masks.of
    assert play
    (seat,) = match.to_act()
    hands, led = play.table.hands, 5 if not play.plays else 4 if play.led is None else play.led
    assert position.seat == kernel.place[seat]
    assert position.leader == kernel.place[play.order[0]]
    assert position.played == len(play.plays)
    assert position.led == led
    assert position.trumps == (5 if play.trumps is None else play.trumps)
    assert position.trick == of(CardSet(card for _, card in play.plays))
    assert position.legal() == of(play.legal_cards())
    assert [position.hand[at] for at in kernel.place.values()] == [
        of(hands[seat]) for seat in kernel.place
    ]
    if not play.plays:
        assert position.first == int(not play.tricks)
        for seat, at in kernel.place.items():
            taken = CardSet(
                card for trick in play.tricks if trick.winner == seat for card in trick.cards
            )
            assert position.taken[at] == of(taken)


def check_beginnings(setting: Setting, rng: Random) -> None:
    """A position that is played up to is the same as one that is set up there."""
    before = None
    for match in moments(setting, rng, 2):
        kernel, position = kernel_of(match)
        assert match.deal
        if before and before[1].deal and before[1].deal.log == match.deal.log[:-1]:
            after = before[0]
            after.play(kernel.masks.bit[match.deal.log[-1][1].card])  # type: ignore[attr-defined]
            for field in FIELDS + (WITHIN_A_TRICK if position.played else ()):
                assert getattr(after, field) == getattr(position, field), field
        before = (position, match)


@pytest.mark.parametrize("setting", GAMES)
def test_the_kernel_plays_by_the_rules_of_the_engine(setting: Setting) -> None:
    assert check_moves(setting, Random(str(setting)), 4) > 30


@pytest.mark.parametrize("setting", GAMES)
def test_the_kernel_begins_anywhere_in_a_deal(setting: Setting) -> None:
    check_beginnings(setting, Random(str(setting)))


@pytest.mark.heavy
@pytest.mark.parametrize("setting", GAMES)
def test_the_kernel_plays_two_million_cards_by_the_rules(setting: Setting) -> None:
    rng, wanted, compared = Random(f"{setting} heavy"), 2_000_000 // len(GAMES), 0
    while compared < wanted:
        compared += check_moves(setting, rng, 40)
    assert compared >= wanted


@pytest.mark.parametrize("setting", GAMES)
def test_what_cannot_change_any_more_is_not_played(setting: Setting) -> None:
    """And brings what it would bring if it were."""
    rng = Random(f"{setting} cut")
    for match in moments(setting, rng, 2):
        (_, cut), (_, whole), seed = kernel_of(match), kernel_of(match), rng.getrandbits(60)
        rules, row = cut.rules, 4 * cut.state
        whole.rules.final = array("i", [-1] * len(whole.rules.final))
        cut.run(seed, 200)
        whole.run(seed, 200)
        assert not any(whole.hand)
        for seat in range(4):
            assert cut.payoff(seat) == pytest.approx(whole.payoff(seat))
            if rules.overloaded < 0:
                bounds = rules.least[row + seat] - 1e-9, rules.most[row + seat] + 1e-9
                assert bounds[0] < cut.payoff(seat) < bounds[1]


@pytest.mark.parametrize("setting", GAMES)
def test_leanings_tell_who_wants_a_trick_from_whom(setting: Setting) -> None:
    rules = next(kernel_of(match)[1].rules for match in moments(setting, Random(str(setting)), 4))
    for state in range(len(rules.final)):
        for seat in range(rules.players):
            gets = [
                rules.worth[rules.after[4 * state + taker] * 4 + seat]
                for taker in range(rules.players)
            ]
            for other in range(rules.players):
                bit = 1 << (4 * seat + other)
                assert bool(rules.grudged[state] & bit) == (gets[seat] - gets[other] > 1e-9)
                assert bool(rules.granted[state] & bit) == (gets[other] - gets[seat] > 1e-9)


def test_who_waits_for_trumps_plays_anything_while_there_are_none() -> None:
    rules = Rules(4)
    rules.blocked = 0
    position = Position(rules)
    hand = sum(1 << (PLACES * suit) for suit in range(4))
    position.hold(0, hand)
    assert position.legal() == hand


ACE, KING, QUEEN, JACK, TEN, TWO = (1 << place for place in (0, 1, 2, 3, 4, 12))
OTHERS = 0b111 << 28
"""Clubs by their places, and cards of another suit."""


@pytest.mark.parametrize(
    ("hands", "chosen"),
    [
        ((TWO, ACE | TEN, KING, QUEEN), ACE),  # the next player would take it from the last
        ((TWO, KING | TEN, QUEEN, ACE), TEN),  # a partner takes it
        ((TWO, ACE | KING | TEN, QUEEN, JACK), KING),  # as cheaply as can be
        ((TWO, KING | TEN, ACE, QUEEN), TEN),  # nobody can
    ],
)
def test_the_second_player_takes_a_trick_that_is_lost_else(
    hands: tuple[int, ...], chosen: int
) -> None:
    match = next(moments(PARTNERS[0], Random(5), 1))
    _, position = kernel_of(match)
    position.trumps = 5
    for turn, hand in enumerate(hands):
        position.hold((position.seat + turn) % 4, hand | OTHERS << 3 * turn)
    position.play(hands[0])
    assert position.choose(position.legal()) == chosen


# --- compiled and plain ---------------------------------------------------------------------------


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
    """What two cards bring in a world, played out in haste and by careful players."""
    race, careful, able = module.Race(list(each(start.legal()))[:2]), start.careful, start.able
    trial = module.Position(start.rules)
    race.play(start, trial, seed, 200)
    race.play_carefully(start, trial, seed, 200)
    start.careful, start.able = careful, able
    return list(race.means)


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
    cards = [1 << at for at in range(30)]
    dealt = [Unseen(cards), plain_kernel.Unseen(cards)]
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


# --- worlds ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("setting", GAMES)
def test_worlds_fit_what_was_seen(setting: Setting) -> None:
    """And so does the truth: what a player is said to lack they do not hold."""
    rng = Random(f"{setting} worlds")
    for match in moments(setting, rng, 2):
        assert match.deal
        seat, table = match.to_act()[0], match.deal.table
        seen = view(match, seat)
        masks = Masks(seen.rules.strength if seen.rules else ord, seen.stand_in)  # type: ignore[arg-type]
        worlds, position = Worlds(seen, masks), Kernel(seen).start
        for who, cards in lacking(seen).items():
            assert not cards & table.hands[who]
        for who, cards in worlds.sure.items():
            assert cards <= table.hands[who]
        worlds.deal(position, rng.getrandbits(60))
        hands = [masks.cards(position.hand[at]) for at in range(len(seen.seats))]
        held = CardSet(card for hand in hands for card in hand)
        assert len(held) == sum(map(len, hands))
        assert not held & (table.deck - worlds.unseen - seen.hand - _all(worlds.sure.values()))
        for who, hand in zip(seen.seats, hands, strict=True):
            assert len(hand) == len(table.hands[who])
            assert worlds.sure.get(who, seen.hand) <= hand


def _all(parts: Any) -> CardSet:
    return CardSet(card for cards in parts for card in cards)


# --- endings --------------------------------------------------------------------------------------


def check_ending(start: Position) -> None:
    solver = Solver()
    for card in each(start.legal()):
        assert solver.tried(start, card) == pytest.approx(exhausted(start, card, start.seat))


def endings(setting: Setting, rng: Random, deals: int, cards: int) -> Iterator[Position]:
    """Positions with so many cards left to the player in turn."""
    for match in moments(setting, rng, deals):
        assert match.deal
        if len(match.deal.table.hands[match.to_act()[0]]) == cards:
            yield kernel_of(match)[1]


def check_endings(setting: Setting, rng: Random, deals: int, cards: int) -> None:
    """Compare the values of all cards in endings of so many cards."""
    for start in endings(setting, rng, deals, cards):
        check_ending(start)


@pytest.mark.parametrize("setting", GAMES[:3])
def test_endings_are_solved_in_which_a_trick_is_given_away(setting: Setting) -> None:
    rng, tested = Random(f"{setting} given"), 0
    for start in endings(setting, rng, 12, 3):
        left = [card for hand in start.hand for card in each(hand)]
        start.rules.awarded = rng.choice(left)
        start.rules.awarder = rng.randrange(start.rules.players)
        check_ending(start)
        start.rules.awarded = 0
        tested += 1
    assert tested > 5


@pytest.mark.parametrize("setting", GAMES)
def test_endings_are_solved(setting: Setting) -> None:
    check_endings(setting, Random(f"{setting} endings"), 6, 3)


@pytest.mark.heavy
@pytest.mark.parametrize("setting", GAMES)
def test_many_endings_are_solved(setting: Setting) -> None:
    check_endings(setting, Random(f"{setting} many endings"), 300, 3)
