"""Cards tried side by side: the ones clearly behind stop, those that do the same go on."""

from itertools import combinations
from random import Random
from statistics import fmean, stdev

import pytest

from kwbot.commands.simulate import first_deal
from kwbot.engine.view import view
from kwbot.players.kernel import Position, Race, Solver, tried_as_is
from kwbot.players.search import CHANCE
from kwbot.players.setting import Setting
from kwbot.players.worlds import Worlds


class Course:
    """The first card of a deal of whist: the race, and what each card has brought by world."""

    def __init__(self, seed: int, times: int = 1) -> None:
        match = first_deal("whist", Random(seed))
        self.setting = Setting(view(match, match.to_act()[0]))
        self.start, self.times, self.seed = self.setting.start, times, seed
        self.cards = [self.setting.masks.bit[card] for card in self.setting.seen.hand]
        self.drawn = Worlds(self.setting.seen, self.setting.masks)
        self.race = Race(self.cards)
        self.brought: list[list[float]] = []

    def run(self, worlds: int) -> None:
        trial = Position(self.start.rules)
        for _ in range(worlds):
            self.seed = self.drawn.deal(self.start, self.seed)
            self.setting.weigh()
            self.race.play(self.start, trial, self.seed, CHANCE, self.times)
            self.brought.append([self._alone(card) for card in self.cards])

    def _alone(self, card: int) -> float:
        child, trial = Position(self.start.rules), Position(self.start.rules)
        child.copy(self.start)
        child.play(card)
        return float(tried_as_is(child, trial, self.start.seat, self.seed, CHANCE))

    def of(self, at: int) -> list[float]:
        return [brought[at] for brought in self.brought]

    def running(self) -> list[int]:
        return list(self.race.which)


def test_all_cards_meet_the_same_worlds() -> None:
    course = Course(1)
    course.run(20)
    assert course.race.met == 20
    assert list(course.race.means) == pytest.approx([fmean(course.of(at)) for at in range(13)])
    assert fmean(course.of(course.race.leader())) == pytest.approx(max(course.race.means))


def test_a_lead_is_counted_in_standard_errors_of_the_difference() -> None:
    course = Course(2)
    course.run(30)
    for one, other in combinations(range(13), 2):
        apart = [a - b for a, b in zip(course.of(one), course.of(other), strict=True)]
        error = (stdev(apart) * (29 / 30) ** 0.5) / 30**0.5
        expected = fmean(apart) / error if error else 0.0
        assert course.race.lead(one, other) == pytest.approx(expected)
        assert course.race.lead(other, one) == pytest.approx(-expected)


def test_who_is_clearly_behind_stops_and_keeps_what_it_brought() -> None:
    course = Course(3)
    course.run(30)
    leads = [course.race.lead(course.race.leader(), at) for at in range(13)]
    behind = [at for at, lead in enumerate(leads) if lead >= 2.0]
    assert 0 < len(behind) < 12
    before = list(course.race.means)
    assert course.race.drop(2.0) == 13 - len(behind)
    assert course.running() == [at for at in range(13) if at not in behind]
    course.run(10)
    assert course.race.met == 40
    assert [course.race.means[at] for at in behind] == [before[at] for at in behind]
    assert course.race.leader() in course.running()


def test_cards_that_did_the_same_in_all_worlds_run_on() -> None:
    course = Course(4)
    course.race = Race([course.cards[0]] * 3)
    course.cards = [course.cards[0]] * 3
    course.run(20)
    assert course.race.lead(0, 2) == 0.0
    assert course.race.drop(2.0) == 3


def test_a_world_played_more_than_once_counts_by_what_it_brings_on_average() -> None:
    once, thrice = Course(5), Course(5, times=3)
    once.run(60)
    thrice.run(60)
    assert thrice.race.met == 60
    assert thrice.race.means[0] != once.race.means[0]
    assert min(thrice.race.means) >= min(map(min, thrice.brought))
    assert max(thrice.race.means) <= max(map(max, thrice.brought))


def test_an_ending_is_solved_for_each_card() -> None:
    match, rng = first_deal("whist", Random(6)), Random(6)
    while len(match.deal.table.hands[match.to_act()[0]]) > 3:  # type: ignore[union-attr]
        seat = match.to_act()[0]
        match = match.apply(seat, match.choice(seat).sample(rng))
    assert match.deal
    setting = Setting(view(match, match.to_act()[0]))
    start, solver = setting.deal(match.deal.table.hands), Solver()
    cards = [1 << bit for bit in range(59) if start.legal() >> bit & 1]
    race = Race(cards)
    race.solve(start, solver)
    assert list(race.means) == [solver.tried(start, card) for card in cards]
