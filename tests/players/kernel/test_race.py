"""Cards tried side by side: the ones clearly behind stop, those that do the same go on."""

from itertools import combinations
from random import Random
from statistics import NormalDist, fmean, pstdev, stdev

import pytest

from kwbot.commands.simulate import first_deal
from kwbot.engine.views.view import view
from kwbot.players.kernel import ERRORS, EVERYBODY, DoubleDummy, Policy, Race, State, rollout
from kwbot.players.samples.determinization import Determinizer
from kwbot.players.samples.kernel_input import KernelInput

APART, MASK = 0x9E3779B97F4A7C15, (1 << 64) - 1
"""As in the race: how far the seeds of two rollouts of one sample are apart."""


class Opening:
    """The first card of a deal of whist: the race, and what each card has brought by sample."""

    def __init__(self, seed: int) -> None:
        match = first_deal("whist", Random(seed))
        self.setting = KernelInput(view(match, match.to_act()[0]))
        self.start, self.seed = self.setting.start, seed
        self.cards = [self.setting.masks.bit[card] for card in self.setting.seen.hand]
        self.drawn = Determinizer(self.setting.seen, self.setting.masks)
        self.race = Race(self.cards)
        self.brought: list[list[float]] = []

    def run(self, samples: int) -> None:
        trial = State(self.start.rules)
        for _ in range(samples):
            self.seed = self.drawn.deal(self.start, self.seed)
            self.setting.weigh()
            self.race.play(self.start, trial, self.seed, ERRORS)
            self.brought.append([self.alone(card) for card in self.cards])

    def alone(self, card: int, able: int = EVERYBODY) -> float:
        child, trial = State(self.start.rules), State(self.start.rules)
        child.copy(self.start)
        child.play(card)
        return float(rollout(child, trial, Policy(able), self.start.seat, self.seed, ERRORS))

    def of(self, at: int) -> list[float]:
        return [brought[at] for brought in self.brought]

    def running(self) -> list[int]:
        return list(self.race.which)


def test_all_cards_meet_the_same_samples() -> None:
    opening = Opening(1)
    opening.run(20)
    assert opening.race.met == 20
    assert list(opening.race.means) == pytest.approx([fmean(opening.of(at)) for at in range(13)])
    assert fmean(opening.of(opening.race.leader())) == pytest.approx(max(opening.race.means))


def test_a_lead_is_counted_in_standard_errors_of_the_difference() -> None:
    opening = Opening(2)
    opening.run(30)
    for one, other in combinations(range(13), 2):
        apart = [a - b for a, b in zip(opening.of(one), opening.of(other), strict=True)]
        error = (stdev(apart) * (29 / 30) ** 0.5) / 30**0.5
        expected = fmean(apart) / error if error else 0.0
        assert opening.race.lead(one, other) == pytest.approx(expected)
        assert opening.race.lead(other, one) == pytest.approx(-expected)


def test_who_is_clearly_behind_stops_and_keeps_what_it_brought() -> None:
    opening = Opening(3)
    opening.run(30)
    leads = [opening.race.lead(opening.race.leader(), at) for at in range(13)]
    behind = [at for at, lead in enumerate(leads) if lead >= 1.5]
    assert 0 < len(behind) < 12
    before = list(opening.race.means)
    assert opening.race.drop(1.5) == 13 - len(behind)
    assert opening.running() == [at for at in range(13) if at not in behind]
    opening.run(10)
    assert opening.race.met == 40
    assert [opening.race.means[at] for at in behind] == [before[at] for at in behind]
    assert opening.race.leader() in opening.running()


@pytest.mark.slow
def test_hope_is_what_a_change_of_the_lead_would_bring_on_average() -> None:
    opening = Opening(2)
    opening.run(30)
    race, first = opening.race, opening.race.leader()
    chances = [drawn / 2000 - 5 for drawn in range(1, 20_000)]
    weights = [NormalDist().pdf(chance) / 2000 for chance in chances]
    promised = []
    for other in set(range(13)) - {first}:
        apart = [a - b for a, b in zip(opening.of(first), opening.of(other), strict=True)]
        change = pstdev(apart) / 30**0.5 * (1 - 30 / 90) ** 0.5
        gained = [max(0.0, change * chance - fmean(apart)) for chance in chances]
        promised.append(sum(gain * weight for gain, weight in zip(gained, weights, strict=True)))
    expected = max(promised) / pstdev(opening.of(first))
    assert race.hope(90) == pytest.approx(expected, rel=1e-3)
    assert race.hope(60) < race.hope(90)
    assert race.hope(30) == 0.0


def test_nothing_is_hoped_for_of_cards_that_do_the_same() -> None:
    opening = Opening(4)
    opening.race = Race([opening.cards[0]] * 3)
    opening.cards = [opening.cards[0]] * 3
    opening.run(20)
    assert opening.race.hope(240) == 0.0


def test_cards_that_did_the_same_in_all_samples_run_on() -> None:
    opening = Opening(4)
    opening.race = Race([opening.cards[0]] * 3)
    opening.cards = [opening.cards[0]] * 3
    opening.run(20)
    assert opening.race.lead(0, 2) == 0.0
    assert opening.race.drop(2.0) == 3


def test_a_sample_that_is_played_twice_counts_once() -> None:
    opening, brought = Opening(5), []
    start, trial = opening.start, State(opening.start.rules)
    opening.drawn.deal(start, 5)
    opening.setting.weigh()
    opening.race.play_twice(start, trial, 5, ERRORS)
    assert opening.race.met == 1
    for seed, able in ((5, 1 << start.seat), ((5 + APART) & MASK, 0b1111)):
        opening.seed = seed
        brought.append([opening.alone(card, able) for card in opening.cards])
    assert list(opening.race.means) == pytest.approx(
        [fmean(two) for two in zip(*brought, strict=True)]
    )
    assert brought[0] != brought[1]


def test_an_ending_is_solved_for_each_card() -> None:
    match, rng = first_deal("whist", Random(6)), Random(6)
    while len(match.deal.layout.hands[match.to_act()[0]]) > 3:  # type: ignore[union-attr]
        seat = match.to_act()[0]
        match = match.apply(seat, match.choice(seat).sample(rng))
    assert match.deal
    setting = KernelInput(view(match, match.to_act()[0]))
    start, solver = setting.deal(match.deal.layout.hands), DoubleDummy()
    cards = [1 << bit for bit in range(59) if start.legal() >> bit & 1]
    race = Race(cards)
    race.solve(start, solver)
    assert list(race.means) == [solver.try_card(start, card) for card in cards]
