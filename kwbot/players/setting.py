"""From a view of the tricks to the kernel: its rules, its cards, its positions."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import lru_cache

from kwbot.engine.actions import Seat
from kwbot.engine.cards import CARDS, Card, CardSet, Rank, Suit
from kwbot.engine.phases.tricks import Trick
from kwbot.engine.playrules import Ban, PlayRules, follow_suit, highest_wins, same_trumps
from kwbot.engine.prospects import Prospects
from kwbot.engine.rulepoints import (
    Awarded,
    LeadAfterPlayed,
    LedFirst,
    MustFall,
    NoJokerFirst,
    TrumpsAfterOthers,
    suit_led_before,
)
from kwbot.engine.view import View

from .kernel import Position, Rules

NONE, PLACES = -1, 14
"""As in the kernel; a compiled one keeps its constants to itself."""
KEPT = 64
"""Tables of prospects that are remembered."""


class Unsupported(Exception):
    """The kernel does not know a rule of this deal."""


class Setting:
    """One deal as a viewer sees it, for the kernel. Raises Unsupported."""

    def __init__(self, seen: View) -> None:
        assert seen.rules is not None
        self.seen = seen
        self.seats = seen.seats
        self.place = {seat: at for at, seat in enumerate(self.seats)}
        self.bit = _bits(seen.rules)
        self.card = {bit: card for card, bit in self.bit.items()}
        self._rules: dict[int, tuple[Rules, dict[object, int]]] = {}

    def mask(self, cards: CardSet) -> int:
        """Cards as the kernel has them."""
        mask = 0
        for card in cards:
            mask |= self.bit[card]
        return mask

    def position(self, hands: Sequence[CardSet]) -> tuple[Position, Prospects]:
        """Where the viewer stands, if the others hold `hands` (by player number)."""
        seen = self.seen
        prospects = seen.variant.prospects(seen, hands)
        rules, states = self._rules_of(prospects)
        position = Position(rules)
        for seat, at in self.place.items():
            position.hand[at] = self.mask(hands[seat])
        for trick in seen.tricks:
            position.taken[self.place[trick.winner]] |= self.mask(trick.cards)
        state = prospects.opening
        for trick in seen.tricks:
            state = prospects.after(state, trick.winner)
        position.state = states[state]
        position.first = int(not seen.tricks)
        position.trumps = NONE if seen.trumps is None else int(seen.trumps)
        self._show(position)
        self._into_trick(position)
        return position, prospects

    def _show(self, position: Position) -> None:
        """What earlier tricks have set free."""
        rules, seen = position.rules, self.seen
        for trick in (*seen.tricks, Trick(seen.plays, seen.trumps, 0)):
            for at, (seat, card) in enumerate(trick.plays):
                suit, place = card.suit, self.place[seat]
                if suit == rules.plague and (at or place != rules.plagued):
                    position.plague_shown = 1
                if suit is not None and suit == seen.trumps and place != rules.blocked:
                    position.trumps_shown = 1

    def _into_trick(self, position: Position) -> None:
        """Play the cards of the trick under way again."""
        seen = self.seen
        leader = self.place[seen.order[0]]
        position.leader = position.seat = leader
        for seat, card in seen.plays:
            bit = self.bit[card]
            position.hand[self.place[seat]] |= bit
            position.play(bit)

    def _rules_of(self, prospects: Prospects) -> tuple[Rules, dict[object, int]]:
        key = hash(prospects.key)
        if key not in self._rules:
            assert self.seen.rules is not None
            rules = _rules(self.seen.rules, self.seats, self.bit)
            after, worth, states = _tables(_Keyed(prospects), self.seats, _tricks(self.seen))
            rules.after, rules.worth = after, worth
            self._rules[key] = rules, states
        return self._rules[key]


def _tricks(seen: View) -> int:
    """How many tricks the deal has."""
    played_now = any(seat == seen.seat for seat, _ in seen.plays)
    return len(seen.tricks) + len(seen.hand) + int(played_now)


def _bits(rules: PlayRules) -> dict[Card, int]:
    """Every card's bit: within a suit by strength, the strongest first."""
    bits = {}
    for suit in Suit:
        cards = [card for card in CARDS if card.suit == suit]
        cards.sort(key=rules.strength, reverse=True)
        for place, card in enumerate(cards):
            bits[card] = 1 << (PLACES * suit + place)
    for at, card in enumerate(card for card in CARDS if card.suit is None):
        bits[card] = 1 << (4 * PLACES + at)
    if rules.stand_in:
        card, suit = rules.stand_in
        bits[card] = 1 << (PLACES * suit + len(Rank))
    return bits


def _rules(rules: PlayRules, seats: tuple[Seat, ...], bit: dict[Card, int]) -> Rules:
    """The engine's rules as the kernel's, without the tables."""
    if rules.winner is not highest_wins or rules.follow is not follow_suit:
        raise Unsupported
    if rules.next_trumps not in (same_trumps, suit_led_before):
        raise Unsupported
    made = Rules(len(seats))
    place = {seat: at for at, seat in enumerate(seats)}
    for leader in range(len(seats)):
        turns = rules.order(seats[leader:] + seats[:leader])
        for at, seat in enumerate(turns):
            made.order[leader * 4 + at] = place[seat]
    made.lead_before_makes_trumps = int(rules.next_trumps is suit_led_before)
    made.first_lead_makes_trumps = int(rules.lead_makes_trumps)
    for ban in rules.bans:
        _ban(made, ban, place, bit)
    for interrupt in rules.interrupts:
        if isinstance(interrupt, Awarded):
            made.awarded, made.awarder = bit[interrupt.card], place[interrupt.seat]
    return made


def _ban(made: Rules, ban: Ban, place: dict[Seat, int], bit: dict[Card, int]) -> None:
    match ban.cards:
        case TrumpsAfterOthers(seat):
            made.blocked = place[seat]
        case LeadAfterPlayed(seat, suit):
            made.plagued, made.plague = place[seat], int(suit)
        case MustFall(card) | LedFirst(card) if card.suit is not None:
            made.must_fall, made.must_fall_suit = bit[card], int(card.suit)
        case NoJokerFirst():
            made.no_joker_first = 1
        case _:
            raise Unsupported


class _Keyed:
    """Prospects that are equal where their keys are."""

    def __init__(self, prospects: Prospects) -> None:
        self.prospects = prospects

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Keyed) and self.prospects.key == other.prospects.key

    def __hash__(self) -> int:
        return hash(self.prospects.key)


@lru_cache(maxsize=KEPT)
def _tables(
    keyed: _Keyed, seats: tuple[Seat, ...], tricks: int
) -> tuple[array[int], array[float], dict[object, int]]:
    """The automaton of a deal of so many tricks as flat tables, and the row of each state."""
    prospects = keyed.prospects
    rows: dict[object, int] = {prospects.opening: 0}
    after: list[int] = []
    worth: list[float] = []
    layer, found = [prospects.opening], [prospects.opening]
    depth = 0
    while layer:
        following = []
        for state in layer:
            points = prospects.worth(state)
            worth += [points[seat] for seat in seats] + [0.0] * (4 - len(seats))
            for seat in seats:
                then = state if depth == tricks else prospects.after(state, seat)
                if then not in rows:
                    rows[then] = len(found)
                    found.append(then)
                    following.append(then)
                after.append(rows[then])
            after += [0] * (4 - len(seats))
        layer = following
        depth += 1
    return array("i", after), array("d", worth), rows


def payoff(position: Position, prospects: Prospects, setting: Setting, seat: Seat) -> float:
    """What `seat` gets at the end of a playout."""
    overload = prospects.overload
    if overload is not None:
        cards = setting.mask(overload.cards)
        counts = {s: (position.taken[at] & cards).bit_count() for s, at in setting.place.items()}
        mine = counts.pop(overload.seat)
        if mine > max(counts.values()) and any(counts.values()):
            return overload.worth[seat]
    return position.rules.worth[position.state * 4 + setting.place[seat]]
