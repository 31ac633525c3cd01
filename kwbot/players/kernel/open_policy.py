# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False
# cython: cdivision=True, initializedcheck=False
"""Which card a player chooses who sees all hands.

That is fast: for rollouts in haste, and for the order in which a search tries cards.
"""

from __future__ import annotations

from .state import State, count

PLACES, JOKER, SUIT = 14, 4, 0x3FFF
JOKERS = 0b111 << 56
SUITS = [SUIT, SUIT << 14, SUIT << 28, SUIT << 42, JOKERS, 0]
"""As in state: compiled modules keep their constants to themselves."""
EVERY = 0x400_1000_4001
"""One card of each suit; times a place's bit, all cards of that place."""
CLOSE = 1e-9
"""Points that differ by less are the same."""


def wanted(state: State) -> int:
    """Whether the player in turn would rather take tricks than leave them."""
    return (state.rules.granted[state.row] >> (4 * state.seat)) & 15 == 0


def kept(state: State, legal: int) -> int:
    """`legal` without the gathered cards that would fall to the wrong side, if others are left; or
    these alone where they fall to the right one."""
    rules = state.rules
    cards = legal & rules.gathered
    if cards in (0, legal):
        return legal
    if state.played == 0 or rules.gatherer in (state.seat, state.holder):
        return legal ^ cards
    first = state.leader * 4
    for at in range(first + state.played + 1, first + rules.players):
        if rules.order[at] == rules.gatherer:
            return legal ^ cards
    return cards


def winning(state: State, legal: int) -> int:
    """Those of `legal` that beat the best card of the trick."""
    if state.led == JOKER:
        return 0
    over = legal & SUITS[state.best_suit] & (state.best - 1)
    if state.best_suit != state.trumps:
        over = over | (legal & SUITS[state.trumps])
    return over


def weakest(state: State, cards: int) -> int:
    """The weakest of `cards`; trumps and jokers only where there is nothing else."""
    plain = cards & ~JOKERS
    if plain == 0:
        return lowest(cards)
    if plain & ~SUITS[state.trumps]:
        plain = plain & ~SUITS[state.trumps]
    cards = plain & lowest(places(plain)) * EVERY
    while cards & (cards - 1):
        cards = cards & (cards - 1)
    return cards


def lowest(cards: int) -> int:
    """The weakest of `cards`, which are of one suit and not none."""
    cards = cards | cards >> 1
    cards = cards | cards >> 2
    cards = cards | cards >> 4
    cards = cards | cards >> 8
    return cards & ~(cards >> 1)


def places(cards: int) -> int:
    """Which places there are among `cards`, jokers aside."""
    cards = cards | cards >> (2 * PLACES)
    return (cards | cards >> PLACES) & SUIT


def strongest(cards: int) -> int:
    """The strongest of `cards`, whatever their suits; jokers only where there is nothing else."""
    found = places(cards & ~JOKERS)
    if found:
        cards = cards & (found & -found) * EVERY
    return cards & -cards


def open_choice(state: State, legal: int) -> int:
    """A card of `legal` for the player in turn."""
    legal = kept(state, legal)
    if state.played == 0:
        return lead(state, legal)
    over = winning(state, legal)
    under = legal & ~over
    if over:
        best = over & -over  # all are of one suit
        holder = state.holder
        taker = state.seat
        if state.played + 1 < state.rules.players:
            taker = eventual(state, taker, best, suit_of(state, best))
            holder = eventual(state, holder, state.best, state.best_suit) if under else holder
        taken = value(state, taker)
        ducked = value(state, holder) if under else -1e9
        if taken > ducked + CLOSE:
            if under == 0 and value(state, state.seat) <= taken + CLOSE and not wanted(state):
                return best
            return cheapest(state, over, taken - CLOSE)
    return weakest(state, under) if wanted(state) else strongest(under)


def value(state: State, taker: int) -> float:
    """What the player in turn gets if `taker` takes the trick."""
    return state.rules.worth[state.rules.after[state.row * 4 + taker] * 4 + state.seat]


def suit_of(state: State, card: int) -> int:
    """The suit of a card that wins the trick so far."""
    return state.trumps if card & SUITS[state.trumps] else state.led


def cheapest(state: State, over: int, least: float) -> int:
    """The weakest of `over` that brings `least` or more; the strongest does."""
    while True:
        card = lowest(over)
        over = over ^ card
        if over == 0:
            return card
        if value(state, eventual(state, state.seat, card, suit_of(state, card))) >= least:
            return card


def eventual(state: State, holder: int, best: int, best_suit: int) -> int:
    """Who takes the trick in the end if `holder` has it with `best`: of those who play later,
    whoever likes to take tricks plays their best card, and some must take it."""
    trumps = state.trumps
    led = state.led if state.played else best_suit
    if led == JOKER:
        return holder
    of_led = SUITS[led]
    grudged = state.rules.grudged[state.row]
    granted = state.rules.granted[state.row]
    first = state.leader * 4
    for at in range(first + state.played + 1, first + state.rules.players):
        seat = state.rules.order[at]
        hand = state.hand[seat]
        over = hand & of_led
        likes = (grudged >> (4 * seat)) & 15 and (granted >> (4 * seat + holder)) & 1 == 0
        if over:
            if best_suit != led:
                continue
            follows = over
            over = over & (best - 1)
            if over == 0:
                continue
            if likes:
                best = over & -over
                holder = seat
            elif over == follows and hand & JOKERS == 0:
                best = lowest(over)
                holder = seat
        elif likes:
            over = hand & SUITS[trumps]
            if best_suit == trumps:
                over = over & (best - 1)
            if over:
                best = over & -over
                holder = seat
                best_suit = trumps
    return holder


def lead(state: State, legal: int) -> int:
    """The card that brings the best trick; of equal ones by a rule of thumb."""
    return lead_to_win(state, legal) if wanted(state) else lead_to_lose(state, legal)


def lead_to_win(state: State, legal: int) -> int:
    """A card that brings as much as taking the trick does, trumps first while opponents have
    some; else the weakest."""
    trumps = state.trumps
    pull = outside(state, SUITS[trumps]) != 0
    found = winner(state, legal, trumps) if pull else 0
    for suit in range(4):
        if found == 0 and suit != trumps:
            found = winner(state, legal, suit)
    if found == 0 and not pull:
        found = winner(state, legal, trumps)
    if found == 0:
        found = legal & JOKERS
        found = found & -found if found else weakest(state, legal)
    return found


def winner(state: State, legal: int, suit: int) -> int:
    """The lowest card of a suit if it brings as much as taking the trick, or else the highest
    if that does."""
    cards = legal & SUITS[suit]
    if cards == 0:
        return 0
    least = value(state, state.seat) - CLOSE
    low = lowest(cards)
    if value(state, eventual(state, state.seat, low, suit)) >= least:
        return low
    top = cards & -cards
    return top if value(state, eventual(state, state.seat, top, suit)) >= least else 0


def lead_to_lose(state: State, legal: int) -> int:
    """The card that brings most; of equal ones a low card of a long suit, or a top card with
    few above it."""
    best = legal & JOKERS
    best = best & -best
    most = value(state, state.seat) if best else -1e9
    best_rank = -18
    for suit in range(4):
        cards = legal & SUITS[suit]
        if cards == 0:
            continue
        rank = 2 * count(cards)
        if suit == state.trumps:
            rank = rank + (6 if outside(state, SUITS[suit]) else -40)
        card = lowest(cards)
        while card:
            brings = value(state, eventual(state, state.seat, card, suit))
            if brings > most + CLOSE or (brings > most - CLOSE and rank > best_rank):
                best = card
                most = brings
                best_rank = rank
            top = cards & -cards
            rank = rank - 1 - 2 * count((top >> (PLACES * suit)) - 1)
            card = top if card != top else 0
    return best


def outside(state: State, cards: int) -> int:
    """Those of `cards` that opponents of the player in turn hold."""
    grudged = state.rules.grudged[state.row] >> (4 * state.seat)
    found = 0
    for seat in range(4):
        if (grudged >> seat) & 1:
            found = found | state.hand[seat]
    return found & cards
