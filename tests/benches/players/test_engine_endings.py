"""The solver of the benches says of small endings what trying everything in the engine says."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import islice, permutations
from typing import Any

import pytest

from benches.players import card_trial
from benches.players.card_trial import CardTrial, open_solver, stakes_of
from benches.players.claim_endings import ending
from benches.players.hidden_void_cards import PRINTED
from benches.players.open_endings import NO_TRUMPS, TrickStakes
from kwbot.engine.deals.match import Match
from kwbot.engine.values.actions import PLAYS, Seat
from kwbot.engine.values.cards import Card
from kwbot.engine.values.choices import PlayCard
from kwbot.engine.views.payoffs import Payoffs
from kwbot.engine.views.view import View, view
from tests.benches.players.engine_endings import (
    Course,
    Points,
    Wish,
    become_void,
    endings,
    hand,
    join_nolos,
    outcomes,
)
from tests.independent.endings import bits

ENDINGS = 60
SIZES = (2, 2, 3)
"""Cards in hand at most, by turns: three take long in the engine."""


class LaidOpen:
    """A decision with the real hands laid open to the solver."""

    def __init__(self, match: Match) -> None:
        seat = match.to_act()[0]
        seen = view(match, seat)
        known = ending(seen, seat, len(seen.hand))
        assert known
        assert isinstance(seen.choice, PlayCard)
        self.match, self.seat, self.known, self.legal = match, seat, known, seen.choice.cards
        self.trial = CardTrial(seen, known, next(iter(self.legal)))
        self.held = {who: hand(match, who).bits for who in known.seats}

    @property
    def decides(self) -> TrickStakes:
        """What the tricks left decide."""
        rules = self.trial._rules_in(self.held)
        assert rules
        return rules[1]

    def ends(self) -> dict[Card, list[int]]:
        """Return how good what may come of each card is for the player in turn, by the solver."""
        rules, trial, known = self.trial._rules_in(self.held), self.trial, self.known
        assert rules
        trumps = NO_TRUMPS if known.trumps is None else known.trumps
        solver = open_solver()
        solver.lay(rules[0], self._cards(), trial._plays, trial._trick.order[0], trumps)
        own, found = known.seats.index(self.seat), dict[Card, list[int]]()
        for card in self.legal:
            bit = trial._deck.cards(card.bit)
            if rules[1].reach:
                ends = [one.bit_length() - 1 for one in bits(solver.outcomes(bit))]
                found[card] = [rules[1].ranks[own][end] for end in ends]
            else:
                found[card] = [solver.value(bit, 0, rules[1].ends)]
        return found

    def _cards(self) -> list[int]:
        """Return the hands by place, with the card that does count as another."""
        hidden = self.trial._void_card
        every = [*self.trial._open_cards(self.held)]
        if hidden is None:
            return every[0]
        real = void_card(self.match)
        is_theirs = real is not None and real.bit & self.held[hidden.seat]
        way = real.bit if real and is_theirs else PRINTED
        return every[hidden.ways(self.held[hidden.seat]).index(way)]  # so the truth may be

    def points(self, wish: Wish) -> dict[Card, set[Points]]:
        """Return what everybody gets for each card, by the engine."""
        assert self.match.deal
        deal = self.match.deal
        found = {card: outcomes(deal.apply(self.seat, PLAYS[card]), wish) for card in self.legal}
        seats = self.known.seats
        return {
            card: {tuple(wish(one, seat) for seat in seats) for one in some}
            for card, some in found.items()
        }


def void_card(match: Match) -> Card | None:
    """Return the card that counts as another, unless it lies in a trick that is over."""
    assert match.deal
    play = match.deal.play
    assert play
    stand_in = play.rules.stand_in
    gone = (card for trick in play.tricks for card in trick.cards)
    return stand_in[0] if stand_in and stand_in[0] not in gone else None


def points_won(points: Points, seat: Seat) -> float:
    return points[seat]


def no_loss(points: Points, seat: Seat) -> float:
    """To them all else is alike: so there are many equilibria."""
    return float(points[seat] >= 0)


def laid_open(course: Course, *, lone: bool) -> Iterator[LaidOpen]:
    """Yield endings in which a card counts as another, or in which more than two sides play."""
    for match in endings("esmakker", course, SIZES):
        if (void_card(match) is None) == lone:
            laid = LaidOpen(match)
            if not lone or laid.decides.reach:
                yield laid


def wishing(wish: Wish, seen: View, payoffs: Payoffs) -> TrickStakes | None:
    """Return what the tricks left decide for players of such wishes."""

    def worth(state: Any) -> Points:
        points = payoffs.worth(state)
        return tuple(wish(points, seat) for seat in range(len(points)))

    return stakes_of(seen, replace(payoffs, worth=worth))


@pytest.mark.parametrize(
    ("course", "wish", "lone"),
    [(become_void, points_won, False), (join_nolos, points_won, True), (join_nolos, no_loss, True)],
    ids=["void card", "lone players", "lone players to whom much is alike"],
)
def test_the_solver_says_what_the_engine_says(
    course: Course, wish: Wish, *, lone: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(card_trial, "stakes_of", partial(wishing, wish))
    verdicts = Counter[str]()
    for laid in islice(laid_open(course, lone=lone), ENDINGS):
        ends, points = laid.ends(), laid.points(wish)
        assert {card: len(some) for card, some in ends.items()} == {
            card: len(some) for card, some in points.items()
        }
        own = laid.known.seats.index(laid.seat)
        for one, other in permutations(laid.legal, 2):
            least = min(brought[own] for brought in points[one])
            most = max(brought[own] for brought in points[other])
            assert (min(ends[one]) >= max(ends[other])) is (least >= most)
            assert (min(ends[one]) > max(ends[other])) is (least > most)
            verdicts["better" if least > most else "as good" if least >= most else "worse"] += 1
        verdicts["hidden"] += laid.trial._void_card is not None
        verdicts["several ends"] += any(len(some) > 1 for some in ends.values())
    assert min(verdicts[kind] for kind in ("better", "as good", "worse")) >= ENDINGS / 20
    assert (verdicts["hidden"] > ENDINGS / 10) is not lone
    assert (verdicts["several ends"] > ENDINGS / 10) is (wish is no_loss)
