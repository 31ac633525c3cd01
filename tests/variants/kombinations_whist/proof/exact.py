"""The whole question put to an exact solver: can this hand make this bid? Needs OR-tools.

Only Rangtrumf is not put into its words. What the solver finds is acted out by the engine.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from itertools import product
from random import Random
from typing import Any

from kwbot.engine.values.actions import Bid
from kwbot.engine.values.cards import CardSet
from kwbot.variants.kombinations_whist.printed_bids import STANDARD_BIDS
from tests.variants.kombinations_whist.table import GAME
from tests.variants.kombinations_whist.witness.acted import acted
from tests.variants.kombinations_whist.witness.arranged import (
    SUIT_MASKS,
    Arrangement,
    singles,
    suit_of,
)
from tests.variants.kombinations_whist.witness.imagined import ImaginedTrick
from tests.variants.kombinations_whist.witness.search import Search

TRICKS = range(13)
Setting = tuple[int | None, int | None, int]
"""Trumps, plague, and the step of Brev (0: none)."""


def settings(search: Search) -> Iterator[Setting]:
    """What declarer can decide before the tricks."""
    own = [(search.own & suit).bit_count() for suit in SUIT_MASKS]
    kept = {"subtrumf": [suit for suit in range(4) if own[suit] < max(own)]}
    suits = kept.get(search.standard.key, list(range(4)))
    steps = (1, 3, 2) if search.players == 4 else (1, 2)
    yield from product(
        suits if search.standard.trump else [None],
        range(4) if "pest" in search.specials else [None],
        steps if "brev" in search.specials else [0],
    )


class Model:
    """One hand, bid and setting. All variables are 0 or 1, but counts of cards."""

    def __init__(self, search: Search, setting: Setting) -> None:
        self.cp = import_module("ortools.sat.python.cp_model")
        self.model: Any = self.cp.CpModel()
        self.search, self.setting = search, setting
        self.players = range(search.players)
        self.deck = list(singles(search.own | search.unseen))
        self.x = {
            (seat, trick, card): self.bool()
            for seat, trick, card in product(self.players, TRICKS, self.deck)
        }
        self.led = {key: self.bool() for key in product(TRICKS, range(4))}
        self.taker = {key: self.bool() for key in product(self.players, TRICKS)}
        self.freed = {trick: self.bool() for trick in TRICKS}
        self._deal()
        self._follow()
        self._win()
        self._ban()
        self._goal()

    def bool(self) -> Any:
        return self.model.NewBoolVar("")

    def add(self, claim: Any) -> Any:
        return self.model.Add(claim)

    def played(self, trick: int, card: int) -> Any:
        return sum(self.x[seat, trick, card] for seat in self.players)

    def of_suit(self, seat: int, trick: int, suit: int) -> Any:
        return sum(self.x[seat, trick, card] for card in self.deck if suit_of(card) == suit)

    def leads(self, seat: int, trick: int) -> Any:
        if trick:
            return self.taker[seat, trick - 1]
        first = 0 if "bradska" in self.search.specials else self.search.players - 1
        return int(seat == first)

    def trumps(self, trick: int, suit: int) -> Any:
        if self.search.standard.key == "grill" and trick:
            return self.led[trick - 1, suit]
        return int(self.setting[0] == suit)

    def _deal(self) -> None:
        search, step = self.search, self.setting[2]
        for seat, trick in product(self.players, TRICKS):
            self.add(sum(self.x[seat, trick, card] for card in self.deck) == 1)
        for card in self.deck:
            self.add(sum(self.played(trick, card) for trick in TRICKS) == 1)
        holds = {
            seat: sum(self.x[seat, t, card] for t, card in product(TRICKS, singles(search.own)))
            for seat in self.players
        }
        self.add(holds[0] == (10 if step else 13))
        if step:
            self.add(holds[step % search.players] == 3)

    def _follow(self) -> None:
        for seat, suit in product(self.players, range(4)):
            void = [self.bool() for _ in TRICKS]
            for trick in TRICKS:
                here = self.of_suit(seat, trick, suit)
                self.add(here + void[trick] <= 1)
                self.add(void[trick] >= self.led[trick, suit] - here)
                if trick:
                    self.add(void[trick] >= void[trick - 1])
                leads = self.leads(seat, trick)
                self.add(self.led[trick, suit] >= here + leads - 1)
        for trick in TRICKS:
            self.add(sum(self.led[trick, suit] for suit in range(4)) == 1)

    def _win(self) -> None:
        for trick in TRICKS:
            best = {card: self.bool() for card in self.deck}
            self.add(sum(best.values()) == 1)
            for card, other in product(self.deck, self.deck):
                if suit_of(card) == suit_of(other) and other > card:
                    self.add(best[card] + self.played(trick, other) <= 1)
            for suit in range(4):
                wins = sum(best[card] for card in self.deck if suit_of(card) == suit)
                self.add(wins <= self.trumps(trick, suit) + self.led[trick, suit])
                for other in self.deck:
                    if suit_of(other) != suit:
                        trump = self.trumps(trick, suit_of(other))
                        self.add(wins + trump + self.played(trick, other) <= 2)
            self.add(sum(self.taker[seat, trick] for seat in self.players) == 1)
            for seat, card in product(self.players, self.deck):
                self.add(best[card] <= self.played(trick, card))
                by_card = best[card] + self.x[seat, trick, card] - 1
                self.add(self.taker[seat, trick] >= by_card - self.freed[trick])
        self.add(sum(self.freed.values()) <= int("rattvisa" in self.search.specials))

    def _ban(self) -> None:
        """What declarer may not play; of trumps in the trick itself the engine tells more."""
        trumps, plague, _ = self.setting
        blocked = self.search.standard.key == "blocktrumf"
        for trick in TRICKS:
            later = range(trick, len(TRICKS))
            if blocked and trumps is not None:
                others = self._others(trumps, range(trick + 1))
                only = self._only(trumps, later)
                self.add(self.of_suit(0, trick, trumps) <= others + only)
            if plague is not None:
                earlier = self._others(plague, range(trick)) + sum(
                    self._beside(one, plague) for one in range(trick)
                )
                lead = self.of_suit(0, trick, plague) + self.leads(0, trick) - 1
                self.add(lead <= earlier + self._only(plague, later))

    def _others(self, suit: int, tricks: range) -> Any:
        return sum(self.of_suit(seat, one, suit) for seat in self.players[1:] for one in tricks)

    def _beside(self, trick: int, suit: int) -> Any:
        """Whether declarer played the suit on another's lead."""
        found = self.bool()
        self.add(found <= self.of_suit(0, trick, suit))
        self.add(found <= 1 - self.leads(0, trick))
        return found

    def _only(self, suit: int, tricks: range) -> Any:
        """Whether declarer has nothing but this suit in these tricks."""
        only = self.bool()
        self.add(sum(self.of_suit(0, one, suit) for one in tricks) >= len(tricks) * only)
        return only

    def _goal(self) -> None:
        search = self.search
        wins = [self.taker[0, trick] for trick in TRICKS]
        counts = [sum(self.taker[seat, trick] for trick in TRICKS) for seat in self.players]
        rows = [(end.mine, end.early, int(end.opened), int(end.took_last)) for end in search.wanted]
        mine, early = (self.model.NewIntVar(0, 13, "") for _ in "12")
        opened = self.bool()
        self.add(mine == counts[0])
        self.add(early == sum(wins[:7]))
        self.model.AddMaxEquality(opened, wins[:3])
        if not rows:
            self.add(self.freed[0] > 1)
            return
        self.model.AddAllowedAssignments([mine, early, opened, wins[-1]], rows)
        greed = int("girighet" in search.specials)
        most = [self.bool() for _ in self.players[1:]]
        match search.standard.key:
            case "skambud":
                self.add(sum(most) >= 1)
                for chosen, count in zip(most, counts[1:], strict=True):
                    self.add(mine + greed < count).OnlyEnforceIf(chosen)
            case "mastarskambud":
                for count in counts[1:]:
                    self.add(mine + greed <= count)
            case "mastarspel":
                for count in counts[1:]:
                    self.add(mine - greed > count)
        if self.setting[1] is not None:
            self._spare(self.setting[1])

    def _spare(self, plague: int) -> None:
        caught = []
        for seat in self.players:
            taken = []
            for trick in TRICKS:
                number = self.model.NewIntVar(0, 4, "")
                there = sum(self.of_suit(one, trick, plague) for one in self.players)
                self.add(number == there).OnlyEnforceIf(self.taker[seat, trick])
                self.add(number == 0).OnlyEnforceIf(self.taker[seat, trick].Not())
                taken.append(number)
            caught.append(sum(taken))
        ways = [self.bool() for _ in self.players]
        self.add(sum(ways) >= 1)
        self.add(caught[0] == sum(caught)).OnlyEnforceIf(ways[0])
        for seat in self.players[1:]:
            self.add(caught[0] <= caught[seat]).OnlyEnforceIf(ways[seat])

    def solved(self, seconds: float) -> str | list[ImaginedTrick]:
        """The tricks; or "impossible", or "unknown" after so many seconds."""
        solver = self.cp.CpSolver()
        solver.parameters.max_time_in_seconds = seconds
        solver.parameters.num_workers = 2
        status = solver.Solve(self.model)
        if status == self.cp.INFEASIBLE:
            return "impossible"
        if status not in (self.cp.OPTIMAL, self.cp.FEASIBLE):
            return "unknown"
        tricks = []
        for trick in TRICKS:
            cards = {
                seat: next(card for card in self.deck if solver.Value(self.x[seat, trick, card]))
                for seat in self.players
            }
            taker = next(seat for seat in self.players if solver.Value(self.taker[seat, trick]))
            given = bool(solver.Value(self.freed[trick]))
            tricks.append(ImaginedTrick(cards, cards[0], taker, given))
        return tricks


def answer(hand: CardSet, bid: Bid, players: int, seconds: float) -> str:
    """made, impossible, or unknown: that of the solver, with so many seconds for each setting."""
    standard, *specials = bid.parts
    deck = GAME.deck(players)
    search = Search(hand, deck, players, STANDARD_BIDS[standard], frozenset(specials), Random(1))
    if standard == "rangtrumf":
        return "unknown"
    found = set()
    for setting in settings(search):
        solved = Model(search, setting).solved(seconds)
        if isinstance(solved, str):
            found.add(solved)
        elif _acted(search, setting, solved, bid):
            return "made"
        else:
            found.add("unknown")
    return "unknown" if "unknown" in found else "impossible"


def _acted(search: Search, setting: Setting, tricks: list[ImaginedTrick], bid: Bid) -> bool:
    trumps, plague, step = setting
    arrangement = Arrangement(
        search.own, search.unseen, search.players, trumps=trumps, plague=plague,
        justice="rattvisa" in search.specials, masters="mastarbrev" in search.specials,
    )  # fmt: skip
    mine = sum(trick.cards[0] for trick in tricks)
    if step:
        arrangement.mail(step, search.own & ~mine, mine & ~search.own)
    witness = search.witness(arrangement, tricks)
    assert witness is not None
    deal = acted(GAME, bid, witness).deal
    assert deal
    assert deal.result
    return bool(deal.result.made)
