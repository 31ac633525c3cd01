"""Cards played in endings: records of cards that could not be right, and what is done now."""

from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from kwbot.engine.deals.match import Match
from kwbot.engine.deals.reader import Reader
from kwbot.engine.values.actions import Play
from kwbot.engine.values.cards import Card, CardSet
from kwbot.engine.values.choices import PlayCard
from kwbot.engine.views.view import View, view
from kwbot.players.kernel import ACCELERATED, Race
from kwbot.players.samples.determinization import LEISURELY
from kwbot.players.search import card_search
from kwbot.players.search.card_sense import customary, distinct_cards, leaving
from kwbot.players.turns.levels import COMPUTERS, decide
from kwbot.variants import games

RECORDS = Path(__file__).with_name("cards")
RIGHT = {
    "third-hand": "HQ HT H8",  # without a trump the other side takes the trick
    "last-hand": "HK S9",  # partner's king has the trick: no trump is spent on it
    "lead": "CA SA",  # the aces die if they are not led now
    "partners-jack": "S6 S2",  # declarer has played: partner's trick is as good as one's own
    "partners-seven": "H2",  # in rollouts alone partner would go on worse than oneself
    "partners-ace": "SK ST S9 S2",  # declarer does not trump partner's ace
    "partners-eight": "S5",  # the same: by the rollouts a sixth of the contracts would hang on it
    "turned-up": "C8 C5",  # the jack turned up is with partner: nobody takes partner's nine
    "last-foe": "CJ",  # declarer's partner showed to be out of trumps
    "king-or-joker": "HK",  # on partner's trick a master goes rather than a trump or a joker
    "lost-sol": "DT D5",  # of two soles the other can still be beaten, by the one that is lost, too
    "three-spreads": "S7 S5",  # of three one is lost: these beat both of the others, aces only one
    "two-spreads": "C9",  # this beats both, whose hands are open; a low heart only one
}
SEEDS = range(10 if ACCELERATED else 1)


def recorded(name: str) -> Match:
    return Reader(games()).read(RECORDS.joinpath(f"{name}.kwr").read_text("utf-8"))


def seen_in(name: str) -> View:
    match = recorded(name)
    return view(match, match.to_act()[0])


def think_as_if_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look at as much as a compiled kernel has time for, in plain Python too."""
    if not ACCELERATED:
        monkeypatch.setattr(card_search, "MAX_SOLVER_NODES", 10**6)
        monkeypatch.setattr(card_search, "SAMPLES_FACTOR", 5)


@pytest.mark.parametrize("name", RIGHT)
@pytest.mark.parametrize("level", ["hard", "normal"] if ACCELERATED else ["normal"])
def test_cards_that_cannot_be_right_are_not_played(
    name: str, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    think_as_if_compiled(monkeypatch)
    match, right = recorded(name), CardSet.parse(RIGHT[name])
    for seed in SEEDS:
        played = decide(COMPUTERS[level], match, match.to_act()[0], Random(seed))
        assert isinstance(played, Play)
        assert played.card in right


def race_in(name: str, samples: int) -> Race:
    """The race of all cards that differ in a record, to its end."""
    seen = seen_in(name)
    assert isinstance(seen.choice, PlayCard)
    cards, rng = distinct_cards(seen, seen.choice.cards), Random(1)
    return card_search._race(seen, cards, rng, samples, leisurely=False, whole=True)


def test_what_the_solver_cannot_do_in_time_is_left_to_rollouts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    samples, solutions = 12, 12 // card_search.SAMPLES_PER_SOLUTION
    monkeypatch.setattr(card_search, "MAX_SOLVER_NODES", 10**6)
    assert race_in("last-hand", samples).met == solutions
    monkeypatch.setattr(card_search, "MAX_SOLVER_NODES", 1)
    assert race_in("last-hand", samples).met == samples
    monkeypatch.setattr(card_search, "MIN_SOLUTIONS", 1)
    assert race_in("last-hand", samples).met == 1, "with enough of them it is over"


def test_what_is_looked_at_again_takes_half_as_long(monkeypatch: pytest.MonkeyPatch) -> None:
    think_as_if_compiled(monkeypatch)
    seen, nodes = seen_in("last-hand"), []
    exact_play = card_search._ExactPlay

    def counted(max_nodes: int) -> card_search._ExactPlay:
        nodes.append(max_nodes)
        return exact_play(max_nodes)

    monkeypatch.setattr(card_search, "_ExactPlay", counted)
    monkeypatch.setattr(card_search, "_USUAL_MARGIN", 1e9)  # so all cards hardly differ
    assert isinstance(seen.choice, PlayCard)
    card_search.best(seen, seen.choice.cards, Random(1), LEISURELY)
    assert nodes == [card_search.MAX_SOLVER_NODES, card_search.MAX_SOLVER_NODES // 2]


def test_what_each_does_for_themselves_is_left_to_rollouts_where_it_takes_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    samples, solutions = 12, 12 // card_search.SAMPLES_PER_SOLUTION
    monkeypatch.setattr(card_search, "MAX_SOLVER_NODES", 10**6)
    assert race_in("three-spreads", samples).met == solutions
    monkeypatch.setattr(card_search, "MAX_SOLVER_NODES", 10**4)
    assert race_in("three-spreads", samples).met == samples


def test_what_hardly_differs_in_likely_hands_is_looked_at_in_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Between two cards that differ in unlikely hands alone, these decide."""
    seen, leisures = seen_in("last-hand"), []

    def race(_: View, cards: list[Card], *__: Any, leisurely: bool) -> SimpleNamespace:
        leisures.append(leisurely)
        first = cards.index(Card.parse("HK")) if len(leisures) > 1 else 0
        lead = 0.0 if leisurely else 2.0
        return SimpleNamespace(
            which=range(len(cards)),
            leader=lambda: first,
            lead=lambda one, other: lead * (one != other),
        )

    monkeypatch.setattr(card_search, "_race", race)
    assert isinstance(seen.choice, PlayCard)
    played = card_search.best(seen, seen.choice.cards, Random(1), LEISURELY)
    assert (played, leisures) == (Card.parse("HK"), [True, False])


def test_a_trump_is_not_spent_on_partners_trick_to_keep_a_master() -> None:
    seen = seen_in("last-hand")
    cards = [*CardSet.parse("S9 HK C8")]
    assert customary(seen, cards) == cards, "there is nothing else to throw away"
    assert leaving(seen, cards) == [*CardSet.parse("S9 HK")]


def test_jokers_are_too_good_to_leave_a_trick_to_partner() -> None:
    seen = seen_in("jokers")
    cards = [*CardSet.parse("J2 J3 DA")]
    assert leaving(seen, cards) == cards


def test_common_sense_yields_to_what_is_played_out_exactly() -> None:
    """Whoever holds the two highest trumps may have to spend the higher one."""
    seen = seen_in("last-hand")
    assert card_search._sensible(seen, [*seen.hand]) == [*seen.hand]
