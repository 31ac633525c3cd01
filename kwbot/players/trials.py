"""Decisions beside the cards: every promising action is tried in worlds, and the deal played out.

A world is a whole deal of the engine, built from the view alone: the hands drawn, everything
that was said said again. After the action everybody else passes and goes by rule of thumb up to
the first lead; from there the kernel plays on.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import islice
from statistics import fmean, pstdev
from typing import NamedTuple

from kwbot.engine.actions import Action, Pass
from kwbot.engine.cards import NO_CARDS, CardSet
from kwbot.engine.deal import Deal
from kwbot.engine.match import Match
from kwbot.engine.playrules import ace_high
from kwbot.engine.view import View, view

from .kernel import ERRORS, Position, Rules, tried_as_is
from .masks import Masks
from .retelling import retold
from .setting import Setting, Unsupported
from .thumb import RuleOfThumb, given_away
from .worlds import LEISURELY, Worlds

AT_MOST, GO_ON = 10, 4
"""Actions that are tried, the most promising ones; and of these that are tried in all worlds."""
GLANCE, LEAST = 4, 20
"""All are tried in one of so many worlds before, but in so many at least."""
TRUST = 0.35
"""The share of the game's own advice in what a bid is worth: it knows the score."""
SOBER = 0.25
"""So many standard deviations less come of a bid than rules of thumb foresee: others defend better.
The standard error goes off too: the best of many guesses is the likeliest to be too good."""
ENOUGH = 160
"""More worlds say no more of what differs as much as bids do."""
SETUPS = 20, 8
"""Where others decide or cards change hands, one of so many worlds is set up, and played so often
with other errors."""
MORE_SETUPS = 5, 4
"""The same where somebody is told what actions bring, so that less of it is chance."""
SURE = 2.0
"""So many standard errors somebody is told nothing of: less is chance."""
DRAWS = 10
"""Worlds that are tried before none is found in which all could be said that was."""
STEPS = 40
"""Decisions before the first lead, at the most."""

_THUMB = RuleOfThumb()


def weighed(
    seen: View, rng: random.Random, worlds: int, also: Action | None = None
) -> Mapping[Action, float]:
    """What promising actions, and `also`, bring the viewer, in points. What is less
    behind the best than chance may do is taken to bring as much. Raises Unsupported."""
    found, doubts, _ = _tried(seen, rng, worlds, also, MORE_SETUPS)
    best_first = sorted(found, key=lambda action: -found[action])
    if not best_first:
        return found
    most, chance = found[best_first[0]], SURE * doubts.get(best_first[0], 0.0)
    return {action: min(found[action] + chance, most) for action in best_first}


def best(seen: View, rng: random.Random, worlds: int) -> Action | None:
    """The action that brings most; of those that hardly differ the one that the rule of thumb
    likes best. None if there is none to choose. Raises Unsupported."""
    found, doubts, usual = _tried(seen, rng, worlds)
    if usual is None:
        return None
    most = max(found, key=lambda action: found[action])
    return usual if found[usual] > found[most] - doubts.get(most, 0.0) else most


def _tried(
    seen: View,
    rng: random.Random,
    worlds: int,
    also: Action | None = None,
    setups: tuple[int, int] = SETUPS,
) -> tuple[Mapping[Action, float], Mapping[Action, float], Action | None]:
    """What actions bring, the standard errors of that where they matter, and the usual action."""
    advised = _promising(seen, also)
    usual = max(advised, key=lambda action: advised[action], default=None)
    if len(advised) < 2:
        return advised, {}, usual
    if seen.playing:
        raise Unsupported
    trial, seed = Trial(seen, setups), rng.getrandbits(62)
    worlds = min(worlds, ENOUGH)
    bidding = any(advised.values()) and Pass() in advised
    found: dict[Action, float] = {}
    doubts: dict[Action, float] = {}

    def look(action: Action, worlds: int) -> None:
        brings = trial.brings(action, worlds, seed)
        found[action], doubts[action] = brings.points, brings.doubt
        if bidding:
            sober = brings.points - brings.doubt - SOBER * brings.spread * (action != Pass())
            found[action] = (1 - TRUST) * sober + TRUST * advised[action]

    first_look = max(LEAST, worlds // GLANCE)
    if len(advised) > GO_ON and first_look < worlds:
        for action in advised:
            look(action, first_look)
    best = sorted(found, key=lambda action: -found[action])[:GO_ON]
    for action in advised:
        if not best or action in (*best, usual, also):
            look(action, worlds)
    return found, {} if bidding else doubts, usual


def _promising(seen: View, also: Action | None) -> dict[Action, float]:
    """Those that the game advises, the best first; without advice all, if they are few, or sets of
    cards that one might want to be rid of. `also` is no better than the worst that is advised."""
    choice = seen.choice
    assert choice is not None
    advice = seen.variant.advice(seen, None)
    advised = {action: points for action, points in advice.items() if action in choice}
    if not advised:
        some = choice if len(choice) <= AT_MOST else given_away(seen)
        advised = dict.fromkeys(some, 0.0)
    best = sorted(advised, key=lambda action: (action != Pass(), -advised[action]))
    found = {action: advised[action] for action in islice(best, AT_MOST)}
    if also is not None and also not in found:
        found[also] = advised.get(also, min(advised.values(), default=0.0))
    return found


class Outlook(NamedTuple):
    """What an action brings the viewer: `points` on average, the standard error of that (`doubt`)
    and their standard deviation (`spread`)."""

    points: float
    doubt: float = 0.0
    spread: float = 0.0


def _outlook(points: Sequence[float], worlds: int) -> Outlook:
    """Of outcomes in so many worlds: the cards make the difference, not the errors in play."""
    spread = pstdev(points)
    return Outlook(fmean(points), spread / worlds**0.5, spread)


class Trial:
    """Deals that fit a view before the tricks, set up as often as `setups` say."""

    def __init__(self, seen: View, setups: tuple[int, int] = SETUPS) -> None:
        assert seen.seat is not None
        self.share, self.again = setups
        self.seen, self.seat, self.rng = seen, seen.seat, random.Random(0)
        self.masks = Masks(ace_high, None)
        self.drawn = Worlds(seen, self.masks)
        self.dealt = Position(Rules(len(seen.seats)))

    def brings(self, action: Action, worlds: int, seed: int) -> Outlook:
        """What comes of `action`. Raises Unsupported."""
        points: list[float] = []
        dealt = max(2, worlds // self.share)
        for _ in range(dealt):
            try:
                before, seed = self._draw(seed)
            except Unsupported:
                if not points:
                    raise
                break
            deal, alone = self._after(before, action)
            if deal.result is not None:
                return Outlook(float(deal.result.points[self.seat]))
            setting = Setting(view(self._match(deal), self.seat))
            if alone:
                return self._played(setting, worlds, seed)
            start, place = setting.deal(deal.table.hands), setting.place[self.seat]
            _mind(start, place, worlds)
            trial = Position(start.rules)
            for _ in range(self.again):
                seed += 1
                points.append(tried_as_is(start, trial, place, seed, ERRORS))
        return _outlook(points, len(points) // self.again)

    def _played(self, setting: Setting, worlds: int, seed: int) -> Outlook:
        """The same contract in many worlds."""
        drawn, place = Worlds(setting.seen, setting.masks), setting.place[self.seat]
        start = setting.start
        _mind(start, place, worlds)
        trial = Position(start.rules)
        points = []
        for _ in range(worlds):
            seed = drawn.deal(start, seed)
            setting.weigh()
            points.append(tried_as_is(start, trial, place, seed, ERRORS))
        return _outlook(points, worlds)

    def _draw(self, seed: int) -> tuple[Deal, int]:
        """The deal up to now in a new world, and the next seed. What was said must have been
        possible there: trumps may have to suit the hand."""
        for _ in range(DRAWS):
            seed = self.drawn.deal(self.dealt, seed)
            self.rng = random.Random(seed)
            with suppress(Unsupported):
                return retold(self.seen, self._hands(), self.rng), seed
        raise Unsupported

    def _hands(self) -> list[CardSet]:
        """Those drawn last, by player number."""
        hands = [NO_CARDS] * len(self.seen.names)
        for place, seat in enumerate(self.seen.seats):
            hands[seat] = self.masks.cards(self.dealt.hand[place])
        return hands

    def _after(self, before: Deal, action: Action) -> tuple[Deal, bool]:
        """The first lead after `action`, and whether nothing but the viewer's own decisions led
        there."""
        deal = before.apply(self.seat, action)
        hands, alone = deal.table.hands, True
        for _ in range(STEPS):
            if deal.play is not None or deal.result is not None:
                break
            seat = deal.to_act()[0]
            choice = deal.choice(seat)
            call: Action = Pass()
            if call not in choice:
                alone = alone and seat == self.seat
                shown = view(self._match(deal), seat)
                call = _THUMB.choose(shown, self.rng)
            deal = deal.apply(seat, call)
        alone = alone and deal.play is not None and deal.table.hands == hands
        return deal, alone

    def _match(self, deal: Deal) -> Match:
        return Match(self.seen.variant, self.seen.names, self.seen.sheet, deal=deal)


def _mind(start: Position, viewer: int, worlds: int) -> None:
    """In leisure nobody sees the others' hands, and all others are able: so a bid is nearer to
    being worth what it brings in the end (measured)."""
    if worlds >= LEISURELY:
        start.careful = 1
        start.able = sum(1 << place for place in range(start.rules.players) if place != viewer)
