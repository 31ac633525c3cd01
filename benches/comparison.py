"""How fast computer players think, beside open_spiel, and whether they solve endings rightly.

open_spiel and endplay are no requirements of ours: without them, their part is left out.
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from importlib import import_module
from time import process_time
from typing import Any

from benches.exhaustive import each, exhausted
from benches.figures import Figure, Sample, benchmark
from kwbot.commands.simulate import at_random, first_deal
from kwbot.engine.cards import CardSet, Suit
from kwbot.engine.choices import PlayCard
from kwbot.engine.match import Match
from kwbot.engine.view import view
from kwbot.players import ACCELERATED
from kwbot.players.determinization import Determinizer
from kwbot.players.kernel import ERRORS, EVERYBODY, DoubleDummy, Policy, State, rollouts
from kwbot.players.kernel_input import KernelInput
from kwbot.variants import games

SECONDS, TURNS = 3.0, 12
SIMULATIONS = 2000
LAST = 3
"""Endings of so many cards in a hand are tried exhaustively, and of one more by endplay."""
PLAIN = "whist"
BRIDGE = "bridge"
PLAYED_OUT = "bridge(use_double_dummy_result=false)"


def _library(name: str) -> Any:
    """A library that is not required, or None."""
    try:
        return import_module(name)
    except ImportError:
        print(f"  {name} is not installed: left out")
        return None


def _rates(*steps: Callable[[], int]) -> list[float]:
    """What each step counts, per second: in turns, as the machine is slower now and then."""
    done, seconds = [0] * len(steps), [0.0] * len(steps)
    for step in steps:
        step()
    for number in range(TURNS):
        for at, step in enumerate(steps):
            begun_at = process_time()
            while seconds[at] < SECONDS * (number + 1) / TURNS:
                done[at] += step()
                seconds[at] += process_time() - begun_at
                begun_at = process_time()
    return [count / taken for count, taken in zip(done, seconds, strict=True)]


def _random_deal(rng: random.Random) -> int:
    match = first_deal(PLAIN, rng)
    while match.to_act():
        match = at_random(match, rng)
    return 1


def _first_card(spiel: Any, rng: random.Random) -> Any:
    """A bridge deal after an auction of one bid."""
    state = spiel.load_game(PLAYED_OUT).new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    call, *bids = state.legal_actions()
    state.apply_action(bids[0])
    for _ in range(3):
        state.apply_action(call)
    return state


def _as_documented(spiel: Any, game: str, rng: random.Random) -> Callable[[], int]:
    """A deal of `game` as open_spiel's own examples go through one, printing nothing."""
    numpy, loaded = import_module("numpy"), spiel.load_game(game)

    def deal() -> int:
        state = loaded.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                cards, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(numpy.random.choice(cards, p=chances))
            else:
                state.apply_action(rng.choice(state.legal_actions(state.current_player())))
        return 1

    return deal


def _cards_alone(spiel: Any, rng: random.Random) -> int:
    """A deal after an auction of one bid, dealt without asking how likely a card is."""
    state = _first_card(spiel, rng)
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    return 1


@benchmark("players-deals", "random full deals a second, beside open_spiel's bridge")
def deals() -> Iterable[Figure]:
    rng = random.Random(0)
    spiel = _library("pyspiel")
    theirs = (
        {
            "open_spiel's bridge as it is loaded (solved, not played)": (
                _as_documented(spiel, BRIDGE, rng)
            ),
            "open_spiel's bridge, played, by its documented loop": (
                _as_documented(spiel, PLAYED_OUT, rng)
            ),
            "open_spiel's bridge, the cards alone, by the barest loop": (
                lambda: _cards_alone(spiel, rng)
            ),
        }
        if spiel
        else {}
    )
    ours, *others = _rates(lambda: _random_deal(rng), *theirs.values())
    yield Figure("whist by the engine", ours, "deals/s")
    for what, rate in zip(theirs, others, strict=True):
        yield Figure(what, rate, "deals/s")
    if spiel:
        usual, documented, alone = others
        yield Figure("ratio to the game as it is loaded", ours / usual, "×")
        yield Figure("ratio to the barest loop", ours / alone, "×")
        yield Figure("ratio to the documented loop", ours / documented, "×", 1.5, at_least=True)


def _ismcts(spiel: Any, rng: random.Random) -> Callable[[], int]:
    """A decision of open_spiel's player at the first card of a bridge deal."""
    state = _first_card(spiel, rng)
    bot = spiel.ISMCTSBot(
        1, spiel.RandomRolloutEvaluator(1, 1), 1.4, SIMULATIONS, -1,
        spiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT, False, False,
    )  # fmt: skip

    def decide() -> int:
        bot.step(state)
        return SIMULATIONS

    return decide


@benchmark("players-simulations", "simulations a second at the first card, beside ISMCTS in C++")
def simulations() -> Iterable[Figure]:
    rng = random.Random(0)
    match = first_deal(PLAIN, rng)
    setting = KernelInput(view(match, match.to_act()[0]))
    drawn, start = Determinizer(setting.seen, setting.masks), setting.start
    trial = State(start.rules)
    cards = array("Q", [setting.masks.bit[card] for card in setting.seen.hand])
    sums = array("d", [0.0] * len(cards))

    policy = Policy(EVERYBODY)

    def step() -> int:
        seed = drawn.deal(start, rng.getrandbits(60))
        setting.weigh()
        rollouts(start, trial, policy, cards, sums, seed, ERRORS)
        return len(cards)

    spiel = _library("pyspiel")
    theirs = [_ismcts(spiel, rng)] if spiel else []
    ours, *others = _rates(step, *theirs)
    yield Figure("ours, " + ("compiled" if ACCELERATED else "plain Python"), ours, "per second")
    for rate in others:
        yield Figure("open_spiel's ISMCTS", rate, "per second")
        least = 10.0 if ACCELERATED else None
        yield Figure("ratio", ours / rate, "×", budget=least, at_least=True)


# --- endings --------------------------------------------------------------------------------------


@benchmark("players-solver", "endings of every game: the solver beside trying everything", 1500)
def solver(sample: Sample) -> Iterator[Figure]:
    found = sample.take(_endings)
    yield Figure("endings compared", sum(count for count, _ in found), "endings")
    yield Figure("mismatches", sum(wrong for _, wrong in found), "endings", budget=0.0)


def _endings(number: int) -> tuple[int, int]:
    """In a deal of some game played at random: endings, and those where the solver is wrong."""
    rng, keys = random.Random(number), sorted(games())
    match, compared, wrong = first_deal(keys[number % len(keys)], rng), 0, 0
    while match.to_act():
        start = _ending(match)
        if start is not None:
            compared += 1
            wrong += not _solved(start)
        match = at_random(match, rng)
    return compared, wrong


def _ending(match: Match) -> State | None:
    """The position with all hands known, if few cards are left."""
    seat = match.to_act()[0]
    deal = match.deal
    assert deal
    if deal.play is None or len(deal.table.hands[seat]) > LAST:
        return None
    if not isinstance(match.choice(seat), PlayCard):
        return None
    return KernelInput(replace(view(match, seat), rules=deal.play.rules)).deal(deal.table.hands)


def _solved(start: State) -> bool:
    tester, seat = DoubleDummy(), start.seat
    return all(
        abs(tester.tried(start, card) - exhausted(start, card, seat)) < 1e-9
        for card in each(start.legal())
    )


@benchmark(
    "players-double-dummy", "endings of whist: the solver beside endplay's double dummy", 400
)
def double_dummy(sample: Sample) -> Iterator[Figure]:
    endplay = _library("endplay.dds")
    if endplay:
        found = sample.take(_against_endplay)
        yield Figure("endings compared", len(found), "endings")
        yield Figure("mismatches", sum(found), "endings", budget=0.0)


def _against_endplay(number: int) -> int:
    """1 if the solver takes another number of tricks in an ending of whist than endplay does."""
    types, dds = import_module("endplay.types"), import_module("endplay.dds")
    rng = random.Random(number)
    match = first_deal(PLAIN, rng)
    while match.deal and match.deal.play and len(match.deal.play.tricks) < 13 - LAST - 1:
        match = at_random(match, rng)
    assert match.deal
    assert match.deal.play
    hands, play, seat = match.deal.table.hands, match.deal.play, match.to_act()[0]
    deal = types.Deal("N:" + " ".join(map(_written, hands)))
    deal.trump = types.Denom.nt if play.trumps is None else types.Denom(int(play.trumps))
    deal.first = types.Player(seat)
    theirs = max(tricks for _, tricks in dds.solve_board(deal))
    start, tester = KernelInput(view(match, seat)).deal(hands), DoubleDummy()
    points = max(tester.tried(start, card) for card in each(start.legal()))
    mine = sum(trick.winner % 2 == seat % 2 for trick in play.tricks)
    return int(round((points + 13) / 2) - mine != theirs)


def _written(hand: CardSet) -> str:
    """A hand as bridge players write it."""
    return ".".join("".join(card.text[1] for card in hand.of_suit(suit)) for suit in Suit)
