"""PIMC over bids and other decisions: each promising action is tried in samples of the whole deal.

Before the tricks a sample is a deal of the engine, built from the view alone: hands are drawn, and
everything said is repeated. After the action everybody else passes and decides by rule of thumb up
to the first lead, from which the kernel plays on. Between two cards the kernel does so at once.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import count
from math import inf
from statistics import fmean, pstdev
from types import MappingProxyType
from typing import NamedTuple

from kwbot.engine.deals.deal import Deal
from kwbot.engine.deals.match import Match
from kwbot.engine.phases.playrules import ace_high
from kwbot.engine.values.actions import Action, Bid, Join, Pass
from kwbot.engine.values.cards import NO_CARDS, CardSet
from kwbot.engine.values.choices import CombinationBid, LadderBid
from kwbot.engine.values.estimate import Estimate, advised_first, worth_a_thought
from kwbot.engine.views.view import View, view
from kwbot.players.kernel import ERRORS, EVERYBODY, Policy, State, rollout
from kwbot.players.reasons.bid_reasons import explained_bids
from kwbot.players.samples.determinization import LEISURELY, Determinizer
from kwbot.players.samples.kernel_input import KernelInput, Unsupported, plain_rules
from kwbot.players.samples.masks import Masks
from kwbot.players.samples.reconstruction import after_answer, retell
from kwbot.players.tastes.bid_taste import NO_TASTE, BidTaste, leeway_for
from kwbot.variants import counsels

from .bid_ideas import besides, overuse_of, promising, unusual, vary_bids
from .calibration import Calibration, calibration
from .rule_of_thumb import RuleOfThumb

GLANCE_PARTS, MIN_GLANCE_SAMPLES, MIN_LAST_ACTIONS = (8, 4, 2), 20, 3
"""All actions are tried in 1/8 of the samples, the better half in 1/4, the better half of these in
1/2, and so on. A round has at least MIN_GLANCE_SAMPLES samples and keeps MIN_LAST_ACTIONS actions.
"""
MAX_LOOKED_AT_AGAIN = 6
"""Most actions kept after the first round, so that a decision takes at most 0.2 s."""
_MAX_FIRST_SAMPLES = 160
"""Most samples of a decision: bids differ so much that more would not tell more."""
SAMPLES_PER_SETUP, PLAYS_PER_SETUP = 8, 8
"""If others decide or cards change hands after the action: samples for which one deal is set up,
and times that it is played, each with other errors."""
HABIT_ERRORS, MIN_OVERRULING_DEALS = 1.0, 10
"""Standard errors by which the usual action may be behind the best and still be taken, and deals
below which any distance may be chance."""
MIN_MADE, MIN_GLANCED = 0.05, 0.03
"""Least share of deals in which a rare bid must be made to be tempting; and in early rounds."""
MIN_SPREAD = 0.5
"""Least standard deviation of a bid's points, as a share of the mean over all actions."""
MAX_DRAWS = 10
"""Most deals drawn to find one in which everything said was possible."""
_CLIMB_STEPS = 40
"""Most decisions between the action and the first lead."""

_THUMB = RuleOfThumb()


def weigh_bids(
    seen: View, rng: random.Random, samples: int, also: Action | None = None
) -> dict[Action, Estimate]:
    """Return estimates of the most promising actions and `also`, the advised one first. Each has a
    reason if there is one, which compares with `also` if given. Raises Unsupported."""
    found, usual, *_ = try_actions(seen, rng, samples, also)
    if not found:
        return {}
    advised = _usual_if_best(found, usual) or max(found, key=lambda action: found[action].points)
    return explained_bids(seen, advised_first(found, advised), also)


def suggest_bids(seen: View, rng: random.Random, samples: int) -> dict[Action, float]:
    """Return the calls worth considering, the best first, each with the share of deals in which it
    is made if it stands. Raises Unsupported."""
    found = try_actions(seen, rng, samples, least=MIN_LAST_ACTIONS + 1).found
    return {action: found[action].made for action in worth_a_thought(found)}


def best(seen: View, rng: random.Random, samples: int, taste: BidTaste = NO_TASTE) -> Action | None:
    """Return the best action: of nearly equal bids the one that suits `taste`, of other nearly
    equal actions the one by rule of thumb. None if there is no candidate. Raises Unsupported."""
    thought = try_actions(seen, rng, samples, taste=taste)
    return choose_action(thought, taste) if thought.found else None


class Thought(NamedTuple):
    """The result of trying actions. `found`: their estimates; `usual`: the action by rule of thumb,
    preferred among nearly equal ones (None for bids); `appeals`: points by which each bid may be
    behind the best because of taste; `leeway`: the most such points for bids of ordinary parts."""

    found: Mapping[Action, Estimate]
    usual: Action | None = None
    appeals: Mapping[Action, float] = MappingProxyType({})
    leeway: float = 0.0


def choose_action(thought: Thought, taste: BidTaste) -> Action:
    """Return one of the tried actions: the usual one or the best if there is a usual one, otherwise
    by `taste`."""
    found = thought.found
    if (expected := _usual_if_best(found, thought.usual)) is not None:
        return expected
    worth = {action: brings.points for action, brings in found.items()}
    return taste.choice(worth, thought.leeway, thought.appeals)


def _usual_if_best(found: Mapping[Action, Estimate], usual: Action | None) -> Action | None:
    """Return the usual action if it is as good as the best, otherwise the best; None if no action
    is usual."""
    if usual is None:
        return None
    most = max(found, key=lambda action: found[action].points)
    behind = found[most].points - found[usual].points
    habit = found[most].deals < MIN_OVERRULING_DEALS or behind <= HABIT_ERRORS * found[usual].doubt
    return usual if habit else most


def try_actions(
    seen: View,
    rng: random.Random,
    samples: int,
    also: Action | None = None,
    taste: BidTaste | None = None,
    least: int = MIN_LAST_ACTIONS,
) -> Thought:
    """Return the result of trying the most promising actions, and with a `taste` further bids, of
    which `least` or more are tried in the last round. Raises Unsupported."""
    leisurely = samples >= LEISURELY
    advised = _candidates(seen, rng, also, taste, leisurely=leisurely)
    if len(advised) < 2:
        return Thought({action: Estimate(points) for action, points in advised.items()})
    scene = Scene(seen, rng.getrandbits(62), leisurely=leisurely)
    known = calibration(seen.variant.key, leisurely=leisurely)
    bidding, usual = _is_bidding(advised), _usual(seen, advised, rng)
    trials = {action: Trial(scene, action) for action in advised}
    first, *more = _looks(min(samples, _MAX_FIRST_SAMPLES))
    scale = fmean(trial.outlook(first).spread for trial in trials.values())
    leeway = counsels()[seen.variant.key].leeway * scale * (taste or NO_TASTE).weight
    appeals = dict[Action, float]()

    def brings(action: Action, looks: int) -> Estimate:
        brought = trials[action].outlook(looks)
        return _sober(seen, action, brought, scale, known) if bidding else brought

    found = {action: brings(action, first) for action in trials}
    if bidding and taste is not None:
        for bid in vary_bids(seen, found, rng):
            trials[bid] = Trial(scene, bid)
            found[bid] = brings(bid, first)
        appeals = _appeals(seen, found, taste, leeway, rng)
    appeals = _hopeful(appeals, found, leeway, MIN_GLANCED)
    for looks in more:
        left = _promising(found, appeals, leeway, (usual, also), least)
        passing = {Pass(): found[Pass()]} if appeals else {}  # kept, but not tried again
        found = passing | {action: brings(action, looks) for action in left}
        appeals = _hopeful(appeals, found, leeway, MIN_GLANCED if looks < more[-1] else MIN_MADE)
    return Thought(_with_doubts(found, trials), usual, appeals, leeway)


def _candidates(
    seen: View, rng: random.Random, also: Action | None, taste: BidTaste | None, *, leisurely: bool
) -> dict[Action, float]:
    """Return the most promising actions, and with a `taste` further bids."""
    advised = promising(seen, also)
    if taste is not None and isinstance(seen.choice, CombinationBid):
        advised |= besides(seen, advised, taste, rng)
    if taste is not None and leisurely:
        advised |= unusual(seen, advised, rng)
    return advised


def _with_doubts(
    found: Mapping[Action, Estimate], trials: Mapping[Action, Trial]
) -> dict[Action, Estimate]:
    """Return the estimates with the standard error of their distance to the best."""
    most = max(found, key=lambda action: found[action].points)
    return {
        action: estimate._replace(doubt=trials[action].doubt(trials[most]))
        for action, estimate in found.items()
    }


def _promising(
    found: Mapping[Action, Estimate],
    appeals: Mapping[Action, float],
    leeway: float,
    always: Sequence[Action | None],
    least: int,
) -> list[Action]:
    """Return the more promising and tempting half of the actions, at least `least` but not too
    many, with the best action and those of `always`."""

    passing = found[Pass()].points if Pass() in found else -inf

    def tempting(action: Action) -> float:
        points, appeal = found[action].points, appeals.get(action, leeway / 2)
        return points + appeal * (points >= passing - leeway_for(leeway, appeal))

    best_first = sorted(found, key=lambda action: -tempting(action))
    most = max(found, key=lambda action: found[action].points)
    kept = best_first[: max(least, min(MAX_LOOKED_AT_AGAIN, (len(found) + 1) // 2))]
    return [action for action in found if action in (*kept, most, *always)]


def _is_bidding(advised: Mapping[Action, float]) -> bool:
    return any(advised.values()) and Pass() in advised


def _usual(seen: View, advised: Mapping[Action, float], rng: random.Random) -> Action | None:
    """Return the action by rule of thumb if it is among the advised ones; None in the auction."""
    if _is_bidding(advised):
        return None
    if any(advised.values()):
        return max(advised, key=lambda action: advised[action])
    usual = _THUMB.choose(seen, rng)
    return usual if usual in advised else None


def _looks(samples: int) -> list[int]:
    """Return the total number of samples by round."""
    glances = (max(MIN_GLANCE_SAMPLES, samples // share) for share in GLANCE_PARTS)
    return [*(glance for glance in glances if glance < samples), samples]


def _sober(
    seen: View, action: Action, brings: Estimate, scale: float, known: Calibration
) -> Estimate:
    """Return the estimate corrected by experience. The standard error is subtracted, since the best
    of many guesses is likely to be too good. `scale` is the usual spread of bids, as few deals can
    make a bid look surer than it is."""
    foreseen = brings.points - brings.doubt
    bid = _bid(seen, action)
    if bid is None:
        return brings._replace(points=foreseen, foreseen=foreseen)
    spread = max(brings.spread, MIN_SPREAD * scale)
    points = foreseen - known.less(bid.parts) * spread
    return brings._replace(points=points, foreseen=foreseen, spread=spread)


def _bid(seen: View, action: Action) -> Bid | None:
    """Return the bid that is played if everyone else passes after the action; None without one."""
    if isinstance(action, Join) and isinstance(seen.choice, LadderBid):
        return seen.choice.standing
    return action if isinstance(action, Bid) else None


def _appeals(
    seen: View, found: Mapping[Action, Estimate], taste: BidTaste, leeway: float, rng: random.Random
) -> dict[Action, float]:
    """Return by how many points each call may be behind because it is liked or has rare parts.
    Calls that leave a too frequent bid standing must be ahead."""
    overuse = counsels()[seen.variant.key].overuse
    bids = [action for action in found if isinstance(action, Bid)]
    liked = taste.appeals(bids, rng)
    appeals: dict[Action, float] = {
        bid: leeway * liked[bid] - overuse_of(bid, overuse) for bid in bids
    }
    if isinstance(seen.choice, LadderBid) and seen.choice.standing:
        left = min(0.0, -overuse_of(seen.choice.standing, overuse))
        appeals |= {action: left for action in found if isinstance(action, Pass | Join)}
    return appeals


def _hopeful(
    appeals: Mapping[Action, float], found: Mapping[Action, Estimate], leeway: float, least: float
) -> dict[Action, float]:
    """Return the appeals, with no bonus for rareness for bids made in less than `least` of the
    deals."""
    return {
        bid: appeal if bid not in found or found[bid].made >= least else min(appeal, leeway)
        for bid, appeal in appeals.items()
    }


class Scene:
    """A decision before the tricks, and deals that fit it, the same ones for all actions.

    If `leisurely`, all but the viewer are `able` in rollouts, so that a bid's estimate is closer to
    its outcome (measured). Raises Unsupported for more players than the kernel knows.
    """

    def __init__(self, seen: View, seed: int, *, leisurely: bool = False) -> None:
        assert seen.seat is not None
        self.seen, self.seat, self.seed = seen, seen.seat, seed
        viewer = 1 << seen.seats.index(seen.seat)
        self.policy = Policy(EVERYBODY & ~viewer if leisurely else EVERYBODY)
        self._dealt = State(plain_rules(seen.seats))
        self._masks = Masks(ace_high, None)
        self._determinizer = Determinizer(seen, self._masks)
        self._drawn: list[tuple[Deal, int]] = []

    def sample(self, number: int) -> tuple[Deal, int]:
        """Return a deal by number, and a seed for playing it on. Raises Unsupported if there are
        fewer."""
        while number >= len(self._drawn):
            self._drawn.append(self._draw())
        return self._drawn[number]

    def match(self, deal: Deal) -> Match:
        return Match(self.seen.variant, self.seen.names, self.seen.sheet, deal=deal)

    def _draw(self) -> tuple[Deal, int]:
        """Return the deal up to now with new hands. Everything said must have been possible with
        them: a hand may restrict the trumps to name."""
        for _ in range(MAX_DRAWS):
            self.seed = self._determinizer.deal(self._dealt, self.seed)
            with suppress(Unsupported):
                return retell(self.seen, self._hands(), random.Random(self.seed)), self.seed
        raise Unsupported

    def _hands(self) -> list[CardSet]:
        """Return the hands drawn last, by player number."""
        hands = [NO_CARDS] * len(self.seen.names)
        for place, seat in enumerate(self.seen.seats):
            hands[seat] = self._masks.cards(self._dealt.hand[place])
        return hands


class Trial:
    """The outcomes of an action in more and more samples.

    If only decisions of the viewer follow it, the deal is set up once and played with many hands;
    otherwise it is set up anew for every SAMPLES_PER_SETUP samples and played PLAYS_PER_SETUP
    times."""

    def __init__(self, scene: Scene, action: Action) -> None:
        self.scene, self.action = scene, action
        self._outcomes = self._sample_points()
        self._points: list[float] = []
        self._hands: list[float] = []
        self._samples = 0

    def outlook(self, samples: int) -> Estimate:
        """Return the estimate after `samples` samples in all, or fewer if no more are found. Raises
        Unsupported."""
        while self._samples < samples and (points := next(self._outcomes, ())):
            self._points += points
            self._samples += SAMPLES_PER_SETUP if len(points) > 1 else 1
            self._hands.append(fmean(points))
        spread = pstdev(self._points)  # due to the cards, not to the errors in play
        made = fmean(points > 0 for points in self._points)
        deals = len(self._hands)
        return Estimate(fmean(self._points), spread / deals**0.5, spread, made, deals)

    def doubt(self, other: Trial) -> float:
        """Return the standard error of the difference to `other`, over their common samples."""
        apart = [one - two for one, two in zip(self._hands, other._hands, strict=False)]
        error: float = pstdev(apart) / len(apart) ** 0.5
        return error

    def _sample_points(self) -> Iterator[Sequence[float]]:
        """Yield the points of one sample after another."""
        scene, seat = self.scene, self.scene.seat
        if scene.seen.playing:
            yield from self._elsewhere(
                KernelInput(after_answer(scene.seen, self.action)), scene.seed
            )
        for number in count():
            try:
                before, seed = scene.sample(number)
            except Unsupported:
                if number:
                    return
                raise
            deal, alone = self._after(before, random.Random(seed))
            if deal.result is not None:
                yield [float(deal.result.points[seat])] * PLAYS_PER_SETUP
                continue
            setting = KernelInput(view(scene.match(deal), seat))
            if alone:
                yield from self._elsewhere(setting, seed)
            start, place = setting.deal(deal.layout.hands), setting.place[seat]
            trial = State(start.rules)
            yield [
                rollout(start, trial, scene.policy, place, seed + at, ERRORS)
                for at in range(PLAYS_PER_SETUP)
            ]

    def _elsewhere(self, setting: KernelInput, seed: int) -> Iterator[Sequence[float]]:
        """Yield the points of the same contract with other hands, without end."""
        drawn, place = Determinizer(setting.seen, setting.masks), setting.place[self.scene.seat]
        trial = State(setting.start.rules)
        while True:
            seed = drawn.deal(setting.start, seed)
            setting.weigh()
            yield [rollout(setting.start, trial, self.scene.policy, place, seed, ERRORS)]

    def _after(self, before: Deal, rng: random.Random) -> tuple[Deal, bool]:
        """Return the deal at the first lead after the action, and whether only the viewer made
        decisions and no cards changed hands on the way."""
        scene = self.scene
        deal = before.apply(scene.seat, self.action)
        hands, alone = deal.layout.hands, True
        for _ in range(_CLIMB_STEPS):
            if deal.play is not None or deal.result is not None:
                break
            seat = deal.to_act()[0]
            choice = deal.choice(seat)
            call: Action = Pass()
            if call not in choice:
                alone = alone and seat == scene.seat
                call = _THUMB.choose(view(scene.match(deal), seat), rng)
            deal = deal.apply(seat, call)
        alone = alone and deal.play is not None and deal.layout.hands == hands
        return deal, alone
