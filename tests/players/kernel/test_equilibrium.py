"""What comes of endings in which each plays for themselves, against trying everything."""

from array import array
from collections.abc import Callable, Iterator
from itertools import islice

import pytest

from kwbot.engine.deals.match import Match
from kwbot.engine.values.actions import PLAYS
from kwbot.players.kernel import Equilibrium, State, bounds, leanings
from kwbot.players.search.card_search import has_lone_players
from tests.benches.players.engine_endings import endings, join_nolos, outcomes
from tests.players.kernel.exhaustive import each
from tests.players.positions import kernel_of

ENDINGS = 60
SIZES, LONG = (2, 2, 3), (5,)
"""Cards in hand at most, by turns; with five who took what does not follow from who leads."""
MISLEADING = 36, 50
"""Among these long endings are some in which the same hands are worth something else by that."""


def several(game: str, sizes: tuple[int, ...] = SIZES) -> Iterator[Match]:
    """Yield endings in which several play nolos."""
    for match in endings(game, join_nolos, sizes):
        assert match.deal
        if len(match.variant.soloists(match.deal.phases)) > 1:
            yield match


@pytest.mark.parametrize("game", ["esmakker", "hus"])
def test_the_kernel_says_what_the_engine_says(game: str) -> None:
    differ = 0
    for match in islice(several(game), ENDINGS):
        setting, start = kernel_of(match)
        assert match.deal
        seat, solver = match.to_act()[0], Equilibrium(10**6)
        brought = set()
        for card in match.deal.play.legal_cards():  # type: ignore[union-attr]
            after = match.deal.apply(seat, PLAYS[card])
            points = {one[seat] for one in outcomes(after, lambda points, who: points[who])}
            brought.add(solver.try_card(start, setting.masks.bit[card]))
            assert solver.try_card(start, setting.masks.bit[card]) in points
        assert not solver.spent
        differ += len(brought) > 1
    assert differ >= ENDINGS / 20


def best_row(position: State, viewer: int, known: dict[object, int]) -> int:
    """The last row if each does what is best for themselves, of what is alike the worst for the
    viewer; by trying everything. `known`: what was found between two tricks."""
    if position.played == 0 and not position.hand[position.seat]:
        return position.row
    here = (*position.hand, position.row, position.seat, position.trumps)
    if position.played == 0 and here in known:
        return known[here]
    rows = [after(position, card, viewer, known) for card in each(position.legal())]
    mine, players = position.seat, position.rules.players

    def wish(row: int) -> tuple[float, float]:
        worth = position.rules.worth[row * players : (row + 1) * players]
        return worth[mine], -worth[viewer]

    best = max(rows, key=wish)
    if position.played == 0:
        known[here] = best
    return best


def after(position: State, card: int, viewer: int, known: dict[object, int]) -> int:
    child = State(position.rules)
    child.copy(position)
    child.play(card)
    return best_row(child, viewer, known)


def coarse(start: State) -> None:
    """Let everybody want no more than not to lose: so much is alike to them."""
    rules = start.rules
    rules.worth = array("d", [float(points >= 0) for points in rules.worth])
    rules.readiness, rules.granted, rules.final = leanings(rules.after, rules.worth, rules.players)
    rules.least, rules.most = bounds(rules.after, rules.worth, rules.players)


def as_it_is(start: State) -> None:
    """Let everybody want points."""


@pytest.mark.parametrize("wishes", [as_it_is, coarse])
@pytest.mark.parametrize(("sizes", "which"), [(SIZES, (0, ENDINGS)), (LONG, MISLEADING)])
def test_of_what_is_alike_the_worst_for_the_player_in_turn_is_done(
    sizes: tuple[int, ...], which: tuple[int, int], wishes: Callable[[State], None]
) -> None:
    for match in islice(several("esmakker", sizes), *which):
        _, start = kernel_of(match)
        wishes(start)
        solver, players, known = Equilibrium(10**6), start.rules.players, dict[object, int]()
        for card in each(start.legal()):
            row = after(start, card, start.seat, known)
            expected = start.rules.worth[row * players + start.seat]
            assert solver.try_card(start, card) == pytest.approx(expected)


def test_it_is_spent_after_too_many_positions() -> None:
    _, start = kernel_of(next(several("esmakker")))
    solver = Equilibrium(1)
    for card in each(start.legal()):
        solver.try_card(start, card)
    assert solver.spent


def test_lone_players_are_told_from_two_sides_and_from_rules_that_name_a_card() -> None:
    _, start = kernel_of(next(several("esmakker")))
    rules = start.rules
    for side, lone in (([0, 1, 2, 0], True), ([0, 1, 1, 0], False), ([0, 1, 2, 3], False)):
        rules.side = (side + [-1] * 12)[:12]
        assert has_lone_players(rules) is lone
    rules.side = ([0, 1, 2, 0] + [-1] * 12)[:12]
    rules.must_fall = 1
    assert not has_lone_players(rules)
