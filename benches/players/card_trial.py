"""Comparison of a card with others over the hands that fit what its player saw.

Cards are bits, as in open_endings.py.
"""

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from functools import cache
from math import comb
from random import Random
from typing import NamedTuple

from benches.players.hidden_void_cards import PRINTED, HiddenVoidCard
from benches.players.open_endings import (
    JOKERS,
    NO_TRUMPS,
    Deck,
    TrickStakes,
    distinct,
    layouts,
    lowest,
    stakes,
    union,
)
from benches.players.open_solver import load_solver
from benches.players.open_solver.alpha_beta import OpenRules, OpenSolver
from benches.players.pending_bans import pending_bans
from kwbot.engine.values.actions import Seat
from kwbot.engine.values.cards import Card, CardSet
from kwbot.engine.values.choices import PlayCard
from kwbot.engine.views.payoffs import Payoffs
from kwbot.engine.views.view import View
from kwbot.variants import counsels
from tests.independent.endings import Ending, bits

LAYOUTS = 200
RARE_LAYOUTS = 1000
"""Hands tried where a card is right once it is better in a single one."""
MISSED = 1e-5
"""A card is given up early once so few better hands are less likely than this."""
ENOUGH_HANDS = 40
"""Where trying more hands would take too long, a card never worse in more than this many counts as
never worse: so too many are found, not too few."""
UNLIMITED = 1 << 60
CARDS_DECIDE = "what is paid hangs on the cards of tricks"
TOO_MUCH = "too much would have to be tried"
NO_HANDS = "no hands were found"


@cache
def open_solver() -> OpenSolver:
    """Return the solver of all trials, which remembers positions between them."""
    solver: OpenSolver = load_solver().OpenSolver()
    return solver


class Verdict(NamedTuple):
    """The card never worse than the one played and better often enough, if any, and the number of
    hands in which they were compared."""

    card: int | None
    hands: int


class CardTrial:
    """A card against those that differ from it, over the hands that fit what its player saw."""

    def __init__(self, seen: View, known: Ending, card: Card) -> None:
        assert isinstance(seen.choice, PlayCard)
        self._seen, self._deck = seen, Deck.of(known)
        self._void_card = HiddenVoidCard.of(seen, known)
        self._rules: dict[Hashable, tuple[OpenRules, TrickStakes] | None] = {}
        self._guess = 0
        self.unjudged = ""
        """Why the last comparison gave no verdict."""
        self.card = self._deck.cards(card.bit)
        unseen = self._deck.cards(union(known.might.values()))
        self._plays = [self._deck.cards(one) for _, one in known.plays]
        self._trick = self._deck.trick()
        hand, legal = self._deck.cards(known.hand), self._deck.cards(seen.choice.cards.bits)
        self._named = self._deck.named_rules(pending_bans(seen))
        named = self._named.fallen | self._named.awarded
        self._differ = [*distinct(legal, (hand, unseen), hand, self._trick.cards, named)]
        same = min(one for one in self._differ if one >= self.card)  # their highest stands for them
        self.others = [one for one in self._differ if one != same]

    def name(self, card: int) -> Card:
        """Return the card of the hand with this bit."""
        return next(one for one in self._seen.hand if self._deck.cards(one.bit) == card)

    @property
    def takes(self) -> bool:
        """Whether the card beats the trick's best one."""
        return bool(self._trick.cards) and self._trick.beaten_by(self.card)

    @property
    def follows(self) -> bool:
        """Whether the card is of the suit led."""
        return self.card & self._trick.led != 0

    def leaving_cards(self) -> list[int]:
        """Return the cards that leave a certain trick to partner (no rule can award it to others),
        without jokers, as a joker led is sure of a trick of its own."""
        seen, known, trick = self._seen, self._deck.known, self._trick
        partners = _partners(seen)
        live = trick.cards | self._deck.cards(known.hand | union(known.might.values()))
        is_partners = trick.cards and known.seats[trick.holder] in partners
        if not is_partners or self._named.awarded & live:
            return []
        foes = [who for who in known.order[len(known.plays) + 1 :] if who not in partners]
        threats = self._deck.cards(union(known.might[who] for who in foes))
        if self._void_card and self._void_card.seat in foes:
            threats |= lowest(self._void_card.suit)
        safe = not any(trick.beaten_by(one) for one in bits(threats))
        if not safe or counsels()[seen.variant.key].leaning(seen) <= 0:
            return []
        return [one for one in self._differ if not (one & JOKERS or trick.beaten_by(one))]

    def better_card(
        self, others: Iterable[int], share: float, rng: Random, max_nodes: int = UNLIMITED
    ) -> Verdict | None:
        """Return one of `others` that is never worse in the fitting hands and better in `share` of
        them, if any. Return None, with the reason in `unjudged`, without a verdict, also if more
        than `max_nodes` cards would have to be tried before `ENOUGH_HANDS` were seen."""
        wanted, dealt = layouts(
            self._deck.known, rng, LAYOUTS if share else RARE_LAYOUTS, self._fits
        )
        better, tried, self._guess, self.unjudged = dict.fromkeys(others, 0), 0, 0, NO_HANDS
        solver = open_solver()
        solver.nodes, solver.max_nodes = 0, max_nodes
        for tried, hands in enumerate(dealt, start=1):
            found = self._no_worse(better, hands)
            if found is None:
                self.unjudged = CARDS_DECIDE
                return None
            before = better
            better = {card: better[card] + is_better for card, is_better in found.items()}
            if solver.spent:
                is_enough = share == 0 and tried > ENOUGH_HANDS
                self.unjudged = TOO_MUCH
                return Verdict(next(iter(before)), tried - 1) if is_enough else None
            need = max(share * wanted - (wanted - tried), fewest_better(tried, share))
            better = {card: count for card, count in better.items() if count >= need}
            if not better:
                return Verdict(None, tried)
        enough = {card: count for card, count in better.items() if count >= share * tried}
        return Verdict(max(enough, key=enough.__getitem__, default=None), tried) if tried else None

    def _fits(self, hands: Mapping[int, int]) -> object:
        """Whether hands of cards that each may hold fit what was seen: always, unless a card may
        count as another."""
        void_card = self._void_card
        return void_card is None or void_card.ways(hands[void_card.seat])

    def _no_worse(self, others: Iterable[int], hands: Mapping[int, int]) -> dict[int, bool] | None:
        """Return the cards no worse in these hands, whichever card may count as another, and
        whether they are better in every such case. None if the solver cannot say."""
        known = self._deck.known
        held = {**hands, known.claimant: known.hand}
        rules = self._rules_in(held)
        if rules is None:
            return None
        trumps = NO_TRUMPS if known.trumps is None else known.trumps
        found = dict.fromkeys(others, True)
        for cards in self._open_cards(held):
            open_solver().lay(rules[0], cards, self._plays, self._trick.order[0], trumps)
            compare = self._by_equilibria if rules[1].reach else self._by_values
            found = {card: found[card] and more for card, more in compare(found, rules[1]).items()}
        return found

    def _open_cards(self, held: Mapping[int, int]) -> Iterator[list[int]]:
        """Yield the hands by place, once for each of their cards that may count as another."""
        seats, void_card = self._deck.known.seats, self._void_card
        if void_card is None:
            yield [self._deck.cards(held[seat]) for seat in seats]
            return
        for card in void_card.ways(held[void_card.seat]):
            cards = [self._deck.cards(held[seat] & ~card) for seat in seats]
            if card != PRINTED:
                cards[seats.index(void_card.seat)] |= lowest(void_card.suit)
            yield cards

    def _rules_in(self, held: Mapping[int, int]) -> tuple[OpenRules, TrickStakes] | None:
        """Return the rules and the tricks' stakes with these hands, or None if unknown."""
        by_player = [CardSet.of_bits(held.get(seat, 0)) for seat in range(len(self._seen.names))]
        payoffs = counsels()[self._seen.variant.key].payoffs(self._seen, by_player)
        if payoffs.key not in self._rules:
            decides = stakes_of(self._seen, payoffs)
            if decides and not (decides.reach and self._named.awarded):
                self._rules[payoffs.key] = self._deck.open_rules(decides, self._named), decides
            else:
                self._rules[payoffs.key] = None
        return self._rules[payoffs.key]

    def _by_values(self, others: Iterable[int], decides: TrickStakes) -> dict[int, bool]:
        """Return the cards that reach an end as good as the one played does, and whether they reach
        a better one, between two sides that play their best."""
        solver, ends = open_solver(), decides.ends
        value = self._guess = solver.value(self.card, min(self._guess, ends - 1), ends)
        return {
            card: value + 1 < ends and solver.reaches(card, value + 1)
            for card in others
            if not value or solver.reaches(card, value)
        }

    def _by_equilibria(self, others: Iterable[int], decides: TrickStakes) -> dict[int, bool]:
        """Return the cards whose ends are all as good as each end of the one played, and whether
        all are better, among more than two sides that play their best."""
        known = self._deck.known
        ranks = decides.ranks[known.seats.index(known.claimant)]

        def reached(card: int) -> list[int]:
            return [ranks[end.bit_length() - 1] for end in bits(open_solver().outcomes(card))]

        most = max(reached(self.card))
        least = {card: min(reached(card)) for card in others}
        return {card: rank > most for card, rank in least.items() if rank >= most}


def stakes_of(seen: View, payoffs: Payoffs) -> TrickStakes | None:
    """Return what the remaining tricks decide; None if their cards matter for the payoff."""
    if payoffs.overload or payoffs.gathering or seen.seat is None:
        return None
    now = payoffs.state_after(trick.winner for trick in seen.tricks)
    left = len(seen.hand) + any(seat == seen.seat for seat, _ in seen.plays)
    return stakes(payoffs, now, seen.seats, seen.seat, left)


@cache
def fewest_better(hands: int, share: float) -> int:
    """Return in how many of the first hands a card that is better in this share of all is better
    at least, except with a probability of `MISSED`."""
    chance, least = 0.0, 0
    while least < hands:
        chance += comb(hands, least) * share**least * (1 - share) ** (hands - least)
        if chance > MISSED:
            break
        least += 1
    return least


def _partners(seen: View) -> Collection[Seat | None]:
    """Return the viewer's side."""
    for side in seen.sides:
        if seen.seat in side:
            return side
    declarers = {seen.declarer, seen.partner}
    if seen.declarer is None or seen.seat in declarers:
        return declarers
    return set(seen.seats) - declarers
