"""A whist player by the book: the second yardstick for strength, beside the rule of thumb.

Second hand low, third hand high, fourth hand wins as cheaply as it can; lead from a sequence or the
fourth best of the longest suit, return partner's suit, draw trumps with length in them, never trump
a trick that partner has won. In and against nolo: void suits, keep low cards, unload under a
winner. It sees a view like everybody else; nothing that plays, searches or learns may use it.
"""

import random
from collections.abc import Iterable, Sequence
from functools import cached_property

from kwbot.engine.phases.playrules import ace_high
from kwbot.engine.values.actions import PLAYS, Action, Seat
from kwbot.engine.values.cards import NO_CARDS, Card, CardSet, Suit
from kwbot.engine.values.choices import PlayCard
from kwbot.engine.views.view import View
from kwbot.players.turns.levels import COMPUTERS

NOLO_BIDS = frozenset({"noll", "skambud", "mastarskambud", "sol", "ren-sol"})
"""Bids measured with this player whose declarers want no tricks."""
TRUMP_LENGTH = 4
"""A hand with more trumps draws them."""


class Textbook:
    """A player who plays cards by the book, and decides the rest by rule of thumb."""

    def choose(self, seen: View, rng: random.Random) -> Action:
        if not isinstance(seen.choice, PlayCard):
            return COMPUTERS["thumb"].choose(seen, rng)
        legal = seen.choice.cards
        if len(legal) == 1:
            return PLAYS[next(iter(legal))]
        table = _Table(seen, legal)
        return PLAYS[_nolo(table) if table.is_nolo else _plain(table)]


class _Table:
    """A player's knowledge at the table: sides, cards gone, and voids."""

    def __init__(self, seen: View, legal: CardSet) -> None:
        assert seen.seat is not None
        self.seen, self.me, self.legal, self.trumps = seen, seen.seat, legal, seen.trumps
        self.hand = seen.hand
        self.led = seen.plays[0][1].suit if seen.plays else None
        self.is_nolo = bool(seen.contract and NOLO_BIDS & set(seen.contract.parts))
        self.height = seen.strength or ace_high

    @cached_property
    def friends(self) -> frozenset[Seat]:
        """The players on my side, myself included."""
        for side in self.seen.sides:
            if self.me in side:
                return frozenset(side)
        if self.seen.declarer is None or self.me == self.seen.declarer:
            return frozenset({self.me})
        return frozenset(self.seen.seats) - {self.seen.declarer}

    @cached_property
    def unseen(self) -> CardSet:
        """Cards not played, not laid openly and not in my hand."""
        gone = CardSet(card for _, card in self.seen.plays)
        for trick in self.seen.tricks:
            gone |= trick.cards
        return self.seen.variant.deck(len(self.seen.names)) - gone - self.hand - self.seen.laid

    @cached_property
    def void(self) -> frozenset[tuple[Seat, Suit]]:
        """Players who did not follow a suit, with that suit."""
        found = set()
        for plays in (*(trick.plays for trick in self.seen.tricks), self.seen.plays):
            led = plays[0][1].suit if plays else None
            found |= {(seat, led) for seat, card in plays if led is not None and card.suit != led}
        return frozenset(found)

    @property
    def later(self) -> tuple[Seat, ...]:
        """The players after me in this trick."""
        return self.seen.order[len(self.seen.plays) + 1 :]

    def low(self, cards: Iterable[Card]) -> Card:
        return min(cards, key=self.height)

    def high(self, cards: Iterable[Card]) -> Card:
        return max(cards, key=self.height)

    def beats(self, card: Card, other: Card) -> bool:
        """Whether `card`, played after `other`, beats it."""
        if card.suit == other.suit:
            return self.height(card) > self.height(other)
        return self.trumps is not None and card.suit == self.trumps

    @cached_property
    def best(self) -> tuple[Seat, Card]:
        """The present holder of the trick, and their card."""
        seat, best = self.seen.plays[0]
        for other, card in self.seen.plays[1:]:
            if self.beats(card, best):
                seat, best = other, card
        return seat, best

    def is_master(self, card: Card) -> bool:
        """Whether no unseen card of its suit beats it."""
        assert card.suit is not None
        return all(self.height(card) > self.height(one) for one in self.unseen.of_suit(card.suit))

    def may_ruff(self, seat: Seat, suit: Suit) -> bool:
        """Whether a player has shown to be void in a suit and may still have trumps."""
        trumps = self.trumps
        return (
            trumps is not None
            and suit != trumps
            and (seat, suit) in self.void
            and (seat, trumps) not in self.void
            and bool(self.unseen.of_suit(trumps))
        )

    @property
    def foes(self) -> list[Seat]:
        return [seat for seat in self.seen.seats if seat not in self.friends]

    @property
    def my_trumps(self) -> CardSet:
        return NO_CARDS if self.trumps is None else self.legal.of_suit(self.trumps)

    @property
    def foes_have_trumps(self) -> bool:
        """Whether a foe may hold a trump."""
        if self.trumps is None or not self.unseen.of_suit(self.trumps):
            return False
        return any((seat, self.trumps) not in self.void for seat in self.foes)

    def length(self, card: Card) -> int:
        """Return how many cards of its suit I hold."""
        return sum(one.suit == card.suit for one in self.hand)


# --- who wants tricks -------------------------------------------------------------------------


def _plain(table: _Table) -> Card:
    if table.led is None:
        return _lead(table)
    if not table.hand.of_suit(table.led):
        return _out_of_suit(table)
    holder, best = table.best
    winners = [card for card in table.legal if table.beats(card, best)]
    if not winners or (holder in table.friends and _stands(table, best)):
        return table.low(table.legal)
    if not table.later:
        return table.low(winners)
    if len(table.seen.plays) == 1:
        return _second_hand(table, best, winners)
    return _third_hand(table, winners)


def _stands(table: _Table, card: Card) -> bool:
    """Whether no later foe is likely to beat a card."""
    foes = [seat for seat in table.later if seat in table.foes]
    if not foes:
        return True
    assert card.suit is not None
    return table.is_master(card) and not any(table.may_ruff(seat, card.suit) for seat in foes)


def _second_hand(table: _Table, led: Card, winners: Sequence[Card]) -> Card:
    """Return a low card, but a master at once, a cover for an honour, or the top of a sequence."""
    masters = [card for card in winners if table.is_master(card)]
    if masters:
        return table.low(masters)
    if table.height(led) >= 11 and len(winners) == 1:
        return winners[0]
    top = _sequence(table, table.legal)
    return top if top is not None and top in winners else table.low(table.legal)


def _third_hand(table: _Table, winners: Sequence[Card]) -> Card:
    """Return the lowest of the highest equals; from ace and queen the queen (the finesse)."""
    suit = table.led
    assert suit is not None
    highest = table.high(winners)
    between = table.unseen.of_suit(suit)
    top = table.height(highest)
    equal = [
        card
        for card in winners
        if not any(table.height(card) < table.height(one) < top for one in between)
    ]
    rest = [card for card in winners if card not in equal]
    if rest and len(equal) == 1 and table.is_master(highest):
        second = table.high(rest)
        if sum(table.height(second) < table.height(one) for one in between) == 1:
            return second
    return table.low(equal)


def _out_of_suit(table: _Table) -> Card:
    """Return the lowest winning trump, or a discard if partner seems sure of the trick."""
    holder, best = table.best
    safe = holder in table.friends and _stands(table, best)
    winning = [card for card in table.my_trumps if table.beats(card, best)]
    if winning and not safe and not (holder in table.friends and table.height(best) >= 12):
        return table.low(winning)
    return _discard(table)


def _discard(table: _Table) -> Card:
    """Return a low card to throw away, keeping masters, guarded honours and trumps."""
    plain = [card for card in table.legal if card.suit != table.trumps] or list(table.legal)

    def loss(card: Card) -> tuple[bool, bool, int, int]:
        assert card.suit is not None
        mine = table.hand.of_suit(card.suit)
        guards = len(mine) == 2 and 12 <= table.height(table.high(mine)) <= 13
        return table.is_master(card), guards, table.height(card), -len(mine)

    return min(plain, key=loss)


def _lead(table: _Table) -> Card:
    """Return a trump to draw them, a master, partner's suit, the top of a sequence, a singleton, or
    the fourth best."""
    ways = (_drawing_trump, _sure_card, _led_back, _from_sequence, _for_a_ruff)
    for card in (way(table) for way in ways):
        if card is not None:
            return card
    plain = _plain_suits(table)
    if not plain:
        return table.low(table.legal)
    longest = max(plain, key=lambda suit: (len(table.legal.of_suit(suit)), _honours(table, suit)))
    return _fourth_best(table, table.legal.of_suit(longest))


def _drawing_trump(table: _Table) -> Card | None:
    """Return a trump, as declarer or with length in them."""
    mine = table.my_trumps
    declares = table.seen.declarer == table.me
    if not mine or not table.foes_have_trumps or not (declares or len(mine) > TRUMP_LENGTH):
        return None
    top = table.high(mine)
    return top if table.is_master(top) else table.low(mine)


def _sure_card(table: _Table) -> Card | None:
    """Return a master of the shortest suit that no foe may ruff."""
    masters = [
        card
        for suit in _plain_suits(table)
        for card in table.legal.of_suit(suit)
        if table.is_master(card) and not any(table.may_ruff(seat, suit) for seat in table.foes)
    ]
    return min(masters, key=table.length, default=None)


def _led_back(table: _Table) -> Card | None:
    """Return a card of the plain suit that a partner led first: the highest of up to three,
    otherwise the fourth best."""
    for trick in table.seen.tricks:
        suit = trick.plays[0][1].suit
        if trick.leader == table.me or trick.leader in table.foes or suit in (None, table.trumps):
            continue
        assert suit is not None
        cards = table.legal.of_suit(suit)
        if cards:
            return table.high(cards) if len(cards) <= 3 else _fourth_best(table, cards)
    return None


def _from_sequence(table: _Table) -> Card | None:
    suits = sorted(_plain_suits(table), key=lambda suit: -len(table.legal.of_suit(suit)))
    tops = (_sequence(table, table.legal.of_suit(suit)) for suit in suits)
    return next((top for top in tops if top is not None), None)


def _for_a_ruff(table: _Table) -> Card | None:
    """Return a singleton, if I have one to three trumps."""
    if not table.foes_have_trumps or not 1 <= len(table.my_trumps) <= 3:
        return None
    singles = (table.legal.of_suit(suit) for suit in _plain_suits(table))
    return next((next(iter(cards)) for cards in singles if len(cards) == 1), None)


def _plain_suits(table: _Table) -> list[Suit]:
    return [suit for suit in Suit if suit != table.trumps and table.legal.of_suit(suit)]


def _honours(table: _Table, suit: Suit) -> int:
    return sum(max(0, table.height(card) - 10) for card in table.legal.of_suit(suit))


def _sequence(table: _Table, cards: CardSet) -> Card | None:
    """Return the higher of two touching honours of a suit, if these are its highest."""
    order = sorted(cards, key=table.height, reverse=True)
    if len(order) < 2 or table.height(order[1]) < 10:
        return None
    return order[0] if table.height(order[0]) - table.height(order[1]) == 1 else None


def _fourth_best(table: _Table, cards: CardSet) -> Card:
    order = sorted(cards, key=table.height, reverse=True)
    return order[3] if len(order) > 3 else order[-1]


# --- against tricks, in nolo and against it ---------------------------------------------------


def _nolo(table: _Table) -> Card:
    """Return a card with which declarer avoids the trick, or others stay below declarer."""
    declarer = table.seen.declarer
    if table.led is None:
        return _most_exposed(table, -1)
    if not table.hand.of_suit(table.led):
        return _most_exposed(table, 1)
    holder, best = table.best
    if declarer not in (table.me, holder, *table.later):
        return table.high(table.legal)  # declarer is safe in this trick: unload
    under = [card for card in table.legal if not table.beats(card, best)]
    if under:
        return table.high(under)
    return table.low(table.legal) if table.later else table.high(table.legal)


def _most_exposed(table: _Table, sign: int) -> Card:
    """Return the card with the most unseen cards of its suit below it, or above if `sign` is −1."""

    def rank(card: Card) -> tuple[int, int]:
        assert card.suit is not None
        height, out = sign * table.height(card), table.unseen.of_suit(card.suit)
        return sum(sign * table.height(one) < height for one in out), height

    return max(table.legal, key=rank)
