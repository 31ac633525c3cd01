"""PIMC over cards: each is tried in many samples of the hidden hands, by a rollout or exactly.

All candidates meet the same samples, so that luck is shared. After FIRST_LOOK samples, and then
whenever their number has grown by half, cards that are clearly behind are dropped. The search ends
when more samples would hardly gain anything.
"""

import random

from kwbot.engine.values.actions import PLAYS, Action
from kwbot.engine.values.cards import Card, CardSet
from kwbot.engine.values.estimate import Estimate, advised_first
from kwbot.engine.views.view import View
from kwbot.players.kernel import (
    ACCELERATED,
    ERRORS,
    DoubleDummy,
    Equilibrium,
    Race,
    State,
    TrickRules,
)
from kwbot.players.reasons.card_reasons import explain
from kwbot.players.samples.determinization import LEISURELY, Determinizer
from kwbot.players.samples.kernel_input import KernelInput

from .card_sense import customary, distinct_cards, leaving, taking, thrifty
from .rule_of_thumb import best_card

MAX_SOLVED_CARDS = 24
"""Most cards in all hands for solving samples exactly. Fewer than four players count as four."""
MAX_SOLVER_NODES = 800_000 if ACCELERATED else 20_000
"""Most positions searched by the solver in all, and half as many when it starts again: 60 ms or
less."""
MIN_SOLUTIONS = 8
"""Least solved samples; with fewer when the solver stops, rollouts replace it."""
SAMPLES_PER_SOLUTION = 4
"""Number of rolled-out samples that one solved sample is worth."""
FIRST_LOOK = 16
"""Number of samples after which cards may be dropped for the first time."""
SAMPLES_FACTOR = 5 if ACCELERATED else 1
"""Samples of a card per sample of a bid: compiled, a card takes a hundredth of the time."""
MIN_HOPE = 0.003
"""Expected gain from more samples below which a search ends, in standard deviations of a card's
points."""
DROP_ERRORS = 1.4
"""Standard errors behind the leader at which a card is dropped."""
_USUAL_MARGIN = 0.5
"""Cards closer than this, in standard errors of their difference, hardly differ."""
_TAKING_MARGIN = 9.0
"""Standard errors by which taking partner's trick must be ahead, as it looks silly if it gains
nothing. Less may be chance, or due to partner's leads, which are worse in rollouts."""


def weigh_cards(
    seen: View, legal: CardSet, rng: random.Random, samples: int, also: Card | None = None
) -> dict[Action, Estimate]:
    """Return estimates of the distinct cards of `legal` and of `also`, the advised card first, with
    a reason. If `also` was played, the reason mentions no other card than that.

    All cards meet the same number of samples, at most `samples`, since their differences are shown.
    Raises Unsupported if the kernel does not know a rule.
    """
    cards = distinct_cards(seen, legal)
    race = _race(seen, cards, rng, samples, leisurely=samples >= LEISURELY, whole=True)
    first = _advised_card(seen, race, cards, rng)
    found: dict[Action, Estimate] = {
        PLAYS[card]: Estimate(race.means[at], race.error(first, at))
        for at, card in enumerate(cards)
    }
    ordered = explain(seen, advised_first(found, PLAYS[cards[first]]), rng, also)
    if also is not None and (same := _alike(seen, also, cards)) is not None:
        ordered.setdefault(PLAYS[also], found[PLAYS[same]])
    return ordered


def _advised_card(seen: View, race: Race, cards: list[Card], rng: random.Random) -> int:
    """Return the index of the card to advise: of the sensible ones the best, or the usual one if
    that hardly differs."""
    sensible = _sensible(seen, cards)
    best = max(map(cards.index, sensible), key=lambda at: race.means[at])
    usual = cards.index(best_card(seen, CardSet(sensible), rng))
    return usual if race.lead(best, usual) < _USUAL_MARGIN else best


def _sensible(seen: View, cards: list[Card]) -> list[Card]:
    """Return `cards` without those that common sense rules out. It knows more than rollouts, but
    less than exact play."""
    return cards if _is_ending(seen) else taking(seen, thrifty(seen, cards))


def best(seen: View, legal: CardSet, rng: random.Random, samples: int) -> Card:
    """Return the best card, the lowest of equivalent ones; of cards that hardly differ, the one by
    rule of thumb."""
    cards = _sensible(seen, distinct_cards(seen, legal))
    if len(cards) == 1:
        return cards[0]
    wanted, leisurely = samples * SAMPLES_FACTOR, samples >= LEISURELY
    near = _foremost(_race(seen, cards, rng, wanted, leisurely=leisurely), cards, seen)
    if leisurely and _is_ending(seen) and len(near) > 1:  # so far in likely hands, now in any
        near = _foremost(_race(seen, near, rng, wanted, 2, leisurely=False), near, seen)
    if len(near) == 1:
        return near[0]
    kept = customary(seen, leaving(seen, thrifty(seen, near)))
    usual = best_card(seen, CardSet(cards), rng)
    return next(card for card in (usual, *near) if card in kept)


def _foremost(race: Race, cards: list[Card], seen: View) -> list[Card]:
    """Return the best card, then those that hardly differ from it, without cards that take
    partner's trick unless they are clearly ahead."""
    first, running = race.leader(), [*race.which]
    if not _is_ending(seen):
        near = [cards[at] for at in running if race.lead(first, at) < _TAKING_MARGIN]
        running = [*map(cards.index, leaving(seen, near))]
        if first not in running:
            first = max(running, key=lambda at: race.means[at])
    alike = (at for at in running if race.lead(first, at) < _USUAL_MARGIN)
    return [cards[first], *(cards[at] for at in alike if at != first)]


def _alike(seen: View, card: Card, found: list[Card]) -> Card | None:
    """Return the card of `found` that is equivalent to `card`."""
    assert seen.strength
    strength = seen.strength
    below = [one for one in found if one.suit == card.suit and strength(one) <= strength(card)]
    return card if card in found else max(below, key=strength, default=None)


def _race(
    seen: View,
    cards: list[Card],
    rng: random.Random,
    samples: int,
    part: int = 1,
    *,
    leisurely: bool,
    whole: bool = False,
) -> Race:
    """Return the race of `cards` over the same samples. `whole`: let all of them meet all samples.
    A solver may search 1/`part` of its positions and needs 1/`part` of its solved samples."""
    setting = KernelInput(seen, ending=_is_ending(seen))
    drawn, start = Determinizer(seen, setting.masks), setting.start
    trial = State(start.rules)
    if leisurely:
        _recall(drawn, setting)
    bits = [setting.masks.bit[card] for card in cards]
    race = Race(bits)
    exact = _ExactPlay(MAX_SOLVER_NODES // part) if _is_ending(seen) else None
    seed, look, enough = rng.getrandbits(62), FIRST_LOOK, samples
    careful = exact is None and leaving(seen, cards) != cards
    while race.met < enough:
        seed = drawn.deal(start, seed)
        setting.weigh()
        if exact and exact.solve(race, start):
            enough = max(1, samples // SAMPLES_PER_SOLUTION)
            if exact.spent:
                if race.met >= min(enough, MIN_SOLUTIONS // part):
                    break
                exact, race, enough = None, Race(bits), samples
        elif leisurely:  # such a sample takes long to find, so play it more than once
            race.play_twice(start, trial, seed, ERRORS)
        else:
            race.play(start, trial, seed, ERRORS)
        if race.met == look and not whole:
            look += look // 2
            if _is_decided(race, enough, careful=careful):
                break
    return race


class _ExactPlay:
    """Solves samples of endings with two sides or with lone players."""

    def __init__(self, max_nodes: int) -> None:
        self._max_nodes = max_nodes
        self._two_sides = DoubleDummy()
        self._lone: Equilibrium | None = None

    def solve(self, race: Race, start: State) -> bool:
        """Let the cards meet a solved sample. Return whether the sample can be solved."""
        if has_two_sides(start.rules):
            race.solve(start, self._two_sides)
            return True
        if has_lone_players(start.rules):
            self._lone = self._lone or Equilibrium(self._max_nodes)
            race.settle(start, self._lone)
            return True
        return False

    @property
    def spent(self) -> bool:
        """Whether too many positions were searched. A sample with lone players then did not
        count."""
        nodes = self._two_sides.nodes + (self._lone.nodes if self._lone else 0)
        return nodes > self._max_nodes


def _is_decided(race: Race, samples: int, *, careful: bool) -> bool:
    """Drop the cards that are clearly behind (`careful`: by a wide margin). Return whether more
    samples, up to `samples`, would hardly gain anything."""
    if careful:
        return race.drop(_TAKING_MARGIN + DROP_ERRORS) == 1
    return race.drop(DROP_ERRORS) == 1 or race.hope(samples) <= MIN_HOPE


def _is_ending(seen: View) -> bool:
    """Whether so few cards are left that samples are solved exactly."""
    return len(seen.hand) * max(4, len(seen.seats)) <= MAX_SOLVED_CARDS


def has_two_sides(rules: TrickRules) -> bool:
    """Whether there are two sides."""
    return len(set(rules.side[: rules.players])) == 2


def has_lone_players(rules: TrickRules) -> bool:
    """Whether two players play together and two others alone, and no rule names cards. With four
    lone players rollouts predict better than a solver in which all others are enemies (measured);
    one in which everybody is selfish was not tried."""
    by_tricks = rules.overloaded < 0 and rules.gatherer < 0
    plain = not (rules.awarded or rules.must_fall) and rules.blocked < 0 and rules.plagued < 0
    return by_tricks and plain and rules.players == 4 and len(set(rules.side[:4])) == 3


def _recall(drawn: Determinizer, setting: KernelInput) -> None:
    """Let the samples explain the cards played, if it is known what everybody played for."""
    seen = setting.seen
    setting.weigh()
    is_open = any((seen.open_cards or {}).values())  # these change who knew what when
    if (seen.tricks or seen.plays) and not (is_open or setting.is_guess):
        drawn.recall(setting.inference(setting.opening()))
