# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False
# cython: cdivision=True, initializedcheck=False
"""The rules of one deal's tricks and what they decide, as numbers."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

MAX_PLAYERS = 12
"""So many players of a deal have room in the kernel; the lists of C name the number itself."""
NOBODY = -1
NO_SUIT = 5
CLOSE = 1e-9
"""Points that differ by less are the same."""
CASUAL, EAGER, RELUCTANT = 0.4, 0.9, 0.1
"""How often a later player who can take the trick does so: if it is all the same to them, if they
want it, if they would rather leave it."""


class TrickRules:
    """See kwbot.players.samples.kernel_input, which makes them. Players are places at the table,
    from 0.

    Tables are flat, with as many to a row as there are players: `order` by leader and turn, `after`
    by state and taker, `worth` and `granted` by state and player, `final` by state, `readiness` by
    state and two players, see `leanings`; `brings` alike and `stake` as `worth`, see `prospects`;
    `least` and `most` as `worth`, see `bounds`. `side` tells who wants the same where there are
    only two sides, else it is −1. `overload_worth` holds if player `overloaded` takes more of the
    cards `overload` than every other player, unless all; `missed_worth` if player `gatherer` does
    not take all of the cards `gathered`.
    """

    def __init__(self, players: int) -> None:
        self.players = players
        self.order = [0] * 144
        self.lead_before_makes_trumps = 0
        self.first_lead_makes_trumps = 0
        self.blocked = NOBODY
        self.plagued = NOBODY
        self.plague = NO_SUIT
        self.must_fall = 0
        self.must_fall_suit = NO_SUIT
        self.no_joker_first = 0
        self.awarded = 0
        self.awarder = NOBODY
        self.side = [NOBODY] * 12
        self.overloaded = NOBODY
        self.overload = 0
        self.overload_worth = [0.0] * 12
        self.gatherer = NOBODY
        self.gathered = 0
        self.missed_worth = [0.0] * 12
        self.after = array("i", [0] * players)
        self.worth = array("d", [0.0] * players)
        self.readiness, self.granted, self.final = leanings(self.after, self.worth, players)
        self.brings, self.stake = prospects(self.after, self.worth, players)
        self.least, self.most = bounds(self.after, self.worth, players)

    def turns(self, leader: int, seats: Sequence[int]) -> None:
        """Set who plays after whom when `leader` leads."""
        for at in range(len(seats)):
            self.order[leader * self.players + at] = seats[at]

    def overloads(self, seat: int, cards: int, worth: Sequence[float]) -> None:
        """Set what each gets if `seat` takes most of `cards`."""
        self.overloaded = seat
        self.overload = cards
        self.overload_worth = [*worth, *[0.0] * 12][:12]

    def gathers(self, seat: int, cards: int, worth: Sequence[float]) -> None:
        """Set what each gets unless `seat` takes all of `cards`."""
        self.gatherer = seat
        self.gathered = cards
        self.missed_worth = [*worth, *[0.0] * 12][:12]


def leanings(
    after: array[int], worth: array[float], players: int
) -> tuple[array[float], array[int], array[int]]:
    """Return tables by state: `readiness`, `granted`, `final`.

    `readiness` has by player and holder how often the one takes the next trick from the other.
    `granted` has by player a bit for each to whom they would rather leave it. `final` is a state
    that must come of this one, as far as points tell, or −1 if the tricks to come still matter.
    """
    states = len(after) // players
    readiness = array("d", [CASUAL] * (players * players * states))
    granted = array("i", [0] * (players * states))
    final = array("i", [NOBODY] * states)
    for state in range(states - 1, -1, -1):  # what comes of a state stands behind it
        row, end = state * players, state
        for seat in range(players):
            then = after[row + seat]
            if then != state and end != NOBODY:
                then = final[then]
                same = then != NOBODY and alike(worth, state, then, players)
                end = then if same else NOBODY
            mine = worth[after[row + seat] * players + seat]
            for other in range(players):
                theirs = worth[after[row + other] * players + seat]
                if mine - theirs > CLOSE:
                    readiness[(row + seat) * players + other] = EAGER
                elif theirs - mine > CLOSE:
                    readiness[(row + seat) * players + other] = RELUCTANT
                    granted[row + seat] |= 1 << other
        final[state] = end
    return readiness, granted, final


def prospects(
    after: array[int], worth: array[float], players: int
) -> tuple[array[float], array[float]]:
    """Return tables by state and player: what the next trick brings by its taker, and how much
    that differs."""
    states = len(after) // players
    brings = array("d", [0.0] * (players * players * states))
    stake = array("d", [0.0] * (players * states))
    for state in range(states):
        for seat in range(players):
            row = state * players + seat
            least = most = worth[after[state * players] * players + seat]
            for taker in range(players):
                value = worth[after[state * players + taker] * players + seat]
                brings[row * players + taker] = value
                least = min(least, value)
                most = max(most, value)
            stake[row] = most - least
    return brings, stake


def bounds(
    after: array[int], worth: array[float], players: int
) -> tuple[array[float], array[float]]:
    """Return tables by state and player: the least and the most that may come of the tricks."""
    states = len(after) // players
    least = array("d", [min(worth)] * (players * states))  # of what is not yet known
    most = array("d", [max(worth)] * (players * states))
    for state in range(states - 1, -1, -1):
        row = state * players
        for seat in range(players):
            low = high = worth[row + seat]
            for taker in range(players):
                then = after[row + taker]
                if then != state:
                    low = min(low, least[then * players + seat])
                    high = max(high, most[then * players + seat])
            least[row + seat] = low
            most[row + seat] = high
    return least, most


def alike(worth: array[float], one: int, other: int, players: int) -> int:
    """Whether two states bring everybody the same."""
    for seat in range(players):
        if not -CLOSE < worth[one * players + seat] - worth[other * players + seat] < CLOSE:
            return 0
    return 1
