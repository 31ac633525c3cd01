"""PIMC over cards: each is tried in many samples of the hidden hands, by a rollout or exactly.

All candidates meet the same samples, so that luck is shared;
after so many samples, and after half as many more again and again, those are given up that are
clearly behind, and all end when more samples would hardly bring anything.
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
"""So many cards are played out exactly, if all hands have as many and it does not take too long;
of fewer than four players, hands as long as of four."""
MAX_SOLVER_NODES = 800_000 if ACCELERATED else 20_000
"""The solver stops after so many positions in all, and after half as many where it begins again: 60
ms or less."""
MIN_SOLUTIONS = 8
"""If it has played out fewer samples by then, rollouts begin instead."""
SAMPLES_PER_SOLUTION = 4
"""One sample that is played out exactly tells as much as so many that are not."""
FIRST_LOOK = 16
"""After so many samples a card may be given up for the first time."""
SAMPLES_FACTOR = 5 if ACCELERATED else 1
"""A card is worth so many times the samples of a bid: compiled, it takes a hundredth of the time.
"""
MIN_HOPE = 0.003
"""A search ends when more samples would gain less than this, in standard deviations of what a card
brings."""
DROP_ERRORS = 1.4
"""Standard errors behind the leader at which a card is dropped."""
_USUAL_MARGIN = 0.5
"""Cards differ hardly if by less than this, in standard errors of how they differ."""
_TAKING_MARGIN = 9.0
"""To take a trick that partner has looks silly if it gains nothing: less than so many standard
errors may be chance, or that partner leads worse in rollouts than at a table."""


def weigh_cards(
    seen: View, legal: CardSet, rng: random.Random, samples: int, also: Card | None = None
) -> dict[Action, Estimate]:
    """Return what the cards of `legal` that were looked at, and `also`, bring the viewer, the
    advised one first, with the reason for it, which speaks of no other card than `also` where that
    was played.

    All meet as many samples, `samples` or fewer: somebody is told how far apart they are. Raises
    Unsupported where the kernel does not know a rule.
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
    """Return the number of the card that somebody is told to play: of those that make sense the one
    that has brought most, or the usual one if it hardly differs."""
    sensible = _sensible(seen, cards)
    best = max(map(cards.index, sensible), key=lambda at: race.means[at])
    usual = cards.index(best_card(seen, CardSet(sensible), rng))
    return usual if race.lead(best, usual) < _USUAL_MARGIN else best


def _sensible(seen: View, cards: list[Card]) -> list[Card]:
    """Return `cards` without those that common sense is against, which knows more than rollouts do,
    but yields to what is played out exactly."""
    return cards if _is_ending(seen) else taking(seen, thrifty(seen, cards))


def best(seen: View, legal: CardSet, rng: random.Random, samples: int) -> Card:
    """Return the card that brings most, the lowest of neighbours; of cards that hardly differ, that
    of the rule of thumb."""
    cards = _sensible(seen, distinct_cards(seen, legal))
    if len(cards) == 1:
        return cards[0]
    wanted, leisurely = samples * SAMPLES_FACTOR, samples >= LEISURELY
    near = _foremost(_race(seen, cards, rng, wanted, leisurely=leisurely), cards, seen)
    if leisurely and _is_ending(seen) and len(near) > 1:  # in the likely hands: now in all
        near = _foremost(_race(seen, near, rng, wanted, 2, leisurely=False), near, seen)
    if len(near) == 1:
        return near[0]
    kept = customary(seen, leaving(seen, thrifty(seen, near)))
    usual = best_card(seen, CardSet(cards), rng)
    return next(card for card in (usual, *near) if card in kept)


def _foremost(race: Race, cards: list[Card], seen: View) -> list[Card]:
    """Return the card that has brought most, then those that hardly differ from it. A card that
    takes a trick of partner's is none of these as long as it may owe that to chance."""
    first, running = race.leader(), [*race.which]
    if not _is_ending(seen):
        near = [cards[at] for at in running if race.lead(first, at) < _TAKING_MARGIN]
        running = [*map(cards.index, leaving(seen, near))]
        if first not in running:
            first = max(running, key=lambda at: race.means[at])
    alike = (at for at in running if race.lead(first, at) < _USUAL_MARGIN)
    return [cards[first], *(cards[at] for at in alike if at != first)]


def _alike(seen: View, card: Card, found: list[Card]) -> Card | None:
    """Return which of the cards that were looked at does the same as `card`."""
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
    """Let cards meet samples side by side; `whole`: to the end, with all of them. A solver may look
    at one in `part` of the positions, and is believed after as much fewer samples."""
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
        elif leisurely:  # a sample that took long to find is good for more than one outcome
            race.play_twice(start, trial, seed, ERRORS)
        else:
            race.play(start, trial, seed, ERRORS)
        if race.met == look and not whole:
            look += look // 2
            if _is_decided(race, enough, careful=careful):
                break
    return race


class _ExactPlay:
    """Solves samples of an ending in which there are two sides, or lone players."""

    def __init__(self, max_nodes: int) -> None:
        self._max_nodes = max_nodes
        self._two_sides = DoubleDummy()
        self._lone: Equilibrium | None = None

    def solve(self, race: Race, start: State) -> bool:
        """Let cards meet a sample that is solved. Return whether that can be done."""
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
        """Whether too many positions were looked at; a sample with lone players did not meet the
        cards then."""
        nodes = self._two_sides.nodes + (self._lone.nodes if self._lone else 0)
        return nodes > self._max_nodes


def _is_decided(race: Race, samples: int, *, careful: bool) -> bool:
    """Drop the cards that are clearly behind; `careful`: those that surely are. Return whether more
    samples, up to so many, would hardly bring anything."""
    if careful:
        return race.drop(_TAKING_MARGIN + DROP_ERRORS) == 1
    return race.drop(DROP_ERRORS) == 1 or race.hope(samples) <= MIN_HOPE


def _is_ending(seen: View) -> bool:
    """Whether so few cards are left that they are played out exactly."""
    return len(seen.hand) * max(4, len(seen.seats)) <= MAX_SOLVED_CARDS


def has_two_sides(rules: TrickRules) -> bool:
    """Whether there are two sides."""
    return len(set(rules.side[: rules.players])) == 2


def has_lone_players(rules: TrickRules) -> bool:
    """Whether two play against two others each of whom is alone, with no card that a rule names.
    Where all four are, rules of thumb foresee more than a solver that thinks all others its enemies
    (measured); one that thinks each selfish was not tried."""
    by_tricks = rules.overloaded < 0 and rules.gatherer < 0
    plain = not (rules.awarded or rules.must_fall) and rules.blocked < 0 and rules.plagued < 0
    return by_tricks and plain and rules.players == 4 and len(set(rules.side[:4])) == 3


def _recall(drawn: Determinizer, setting: KernelInput) -> None:
    """Deal hands that explain what was played, where it is known what everybody played for."""
    seen = setting.seen
    setting.weigh()
    is_open = any((seen.open_cards or {}).values())  # it changes what people knew, and when
    if (seen.tricks or seen.plays) and not (is_open or setting.is_guess):
        drawn.recall(setting.inference(setting.opening()))
