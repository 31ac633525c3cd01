"""Looking ahead: every card is tried in many worlds, and played on by rule of thumb to the end.

Perfect-information Monte Carlo. All candidates meet the same worlds, so that luck is shared;
after each round the worse half of them is given up (sequential halving).
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Mapping
from math import ceil, log2

from kwbot.engine.cards import NO_CARDS, Card, CardSet
from kwbot.engine.view import View

from .appeal import appeals
from .cardplay import best_card
from .kernel import Position, Rules, Solver, tried_each
from .setting import Setting
from .worlds import LEISURELY, Worlds

EXACT = 4
"""So many cards in hand are played out exactly."""
FEWER = 4
"""One world that is played out exactly tells as much as so many that are not."""
CLOSE = 1.0
"""Cards differ hardly if by less than this, in standard errors of what comes of them."""
CHANCE = 96
"""Of 1024 decisions of a playout so many are drawn: players err, and worlds are many."""


def weighed(seen: View, legal: CardSet, rng: random.Random, worlds: int) -> dict[Card, float]:
    """The cards of `legal` that were looked at and what each brings the viewer, in points.

    About `worlds` worlds are drawn for the best of them. Raises Unsupported where the kernel does
    not know a rule.
    """
    return _tried(seen, legal, rng, worlds)[0]


def best(seen: View, legal: CardSet, rng: random.Random, worlds: int) -> Card:
    """The card that brings most. In haste, of cards that hardly differ, that of the rule of thumb,
    which sees no more than a player does."""
    if len(apart(seen, legal)) == 1:
        return best_card(seen, legal, rng)
    found, spread = _tried(seen, legal, rng, worlds)
    most = max(found, key=lambda card: found[card])
    if worlds >= LEISURELY:
        return most
    usual = best_card(seen, legal, rng)
    alike = _alike(seen, usual, found)
    error = spread / worlds**0.5
    return usual if alike and found[alike] > found[most] - CLOSE * error else most


def _alike(seen: View, card: Card, found: Mapping[Card, float]) -> Card | None:
    """Which of the cards that were looked at does the same as `card`."""
    assert seen.strength
    strength = seen.strength
    below = [one for one in found if one.suit == card.suit and strength(one) <= strength(card)]
    return card if card in found else max(below, key=strength, default=None)


def _tried(
    seen: View, legal: CardSet, rng: random.Random, worlds: int
) -> tuple[dict[Card, float], float]:
    """What cards bring, and the standard deviation of what came of them."""
    setting = Setting(seen)
    drawn, start = Worlds(seen, setting.masks), setting.start
    trial = Position(start.rules)
    if worlds >= LEISURELY:
        _believe(drawn, setting)
    sums = dict.fromkeys(apart(seen, legal), 0.0)
    counts = dict.fromkeys(sums, 0)
    squares = 0.0
    alive = list(sums)
    rounds = max(1, ceil(log2(len(alive))))
    each = max(1, worlds // rounds)
    seed = rng.getrandbits(62)
    solver = Solver() if len(seen.hand) <= EXACT else None
    if solver:
        each = max(1, each // FEWER)
    for _ in range(rounds):
        bits = array("Q", [setting.masks.bit[card] for card in alive])
        brought = array("d", [0.0] * len(alive))
        for _ in range(each):
            seed = drawn.deal(start, seed)
            setting.weigh()
            exact = solver and _opposed(start.rules)
            start.careful = int(worlds >= LEISURELY and not exact)
            if solver and exact:
                squares += solver.tried_each(start, bits, brought)
            else:
                squares += tried_each(start, trial, bits, brought, seed, CHANCE)
        for card, points in zip(alive, brought, strict=True):
            sums[card] += points
            counts[card] += each
        alive.sort(key=lambda card: sums[card] / counts[card], reverse=True)
        del alive[max(1, (len(alive) + 1) // 2) :]
    played = sum(counts.values())
    spread = max(0.0, squares / played - (sum(sums.values()) / played) ** 2) ** 0.5
    return {card: sums[card] / counts[card] for card in sums}, spread


def _opposed(rules: Rules) -> bool:
    """Whether there are two sides. Where there are more, rules of thumb foresee more than a solver
    that thinks all others its enemies (measured)."""
    return len(set(rules.side[: rules.players])) == 2


def _believe(drawn: Worlds, setting: Setting) -> None:
    """Whoever called has a hand for it, and plays from it as one would."""
    if setting.key() is None:
        return
    opening = setting.opening()
    seen = setting.seen
    if (seen.tricks or seen.plays) and not any((seen.open_cards or {}).values()):
        drawn.recall(setting.course(opening))  # open hands change what people knew, and when
    for seat, appeal in appeals(setting).items():
        drawn.believe(seat, appeal, opening.hand[setting.place[seat]])


def apart(seen: View, legal: CardSet) -> list[Card]:
    """The cards of `legal` that differ: of neighbours that nobody stands between, the lowest."""
    strength = seen.strength
    assert strength is not None
    gone = CardSet(card for trick in seen.tricks for card in trick.cards)
    others = seen.variant.deck(len(seen.names)) - gone - seen.hand - seen.laid
    kept: list[Card] = []
    by_rank = sorted(legal | others, key=lambda card: (card.suit or 0, strength(card)))
    below: Card | None = None
    for card in by_rank:
        mine = card in legal
        same = mine and below is not None and below.suit == card.suit and card.suit is not None
        if mine and not same:
            kept.append(card)
        below = card if mine else None
    return kept or list(legal or NO_CARDS)
