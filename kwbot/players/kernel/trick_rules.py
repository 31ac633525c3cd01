# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False
# cython: cdivision=True, initializedcheck=False
"""The rules and payoffs of one deal's tricks, as numbers."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

MAX_PLAYERS = 12
"""Most players of a deal; the C arrays repeat the number itself."""
NOBODY = -1
NO_SUIT = 5
CLOSE = 1e-9
"""Points closer than this count as equal."""
CASUAL, EAGER, RELUCTANT = 0.4, 0.9, 0.1
"""Probabilities that a later player who can take the trick does: if indifferent, if they want it,
if they would rather leave it."""


class TrickRules:
    """The rules of a deal's tricks, made by kwbot.players.samples.kernel_input. Players are
    numbered by their places at the table, from 0.

    Tables are flat, with one entry per player in a row: `order` by leader and turn, `after` by
    state and taker, `worth`, `granted`, `stake`, `least` and `most` by state and player, `final` by
    state, `readiness` and `brings` by state and two players; see `leanings`, `prospects`, `bounds`.
    `side`: for each player the first one who always wants the same; −1: unknown. The points are
    `overload_worth` if player `overloaded` takes more of the cards `overload` than every other
    player, but not all, and `missed_worth` if player `gatherer` does not take all cards `gathered`.
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
        """Set the order of play when `leader` leads."""
        for at in range(len(seats)):
            self.order[leader * self.players + at] = seats[at]

    def overloads(self, seat: int, cards: int, worth: Sequence[float]) -> None:
        """Set everyone's points if `seat` takes the most, but not all, of `cards`."""
        self.overloaded = seat
        self.overload = cards
        self.overload_worth = [*worth, *[0.0] * 12][:12]

    def gathers(self, seat: int, cards: int, worth: Sequence[float]) -> None:
        """Set everyone's points if `seat` does not take all of `cards`."""
        self.gatherer = seat
        self.gathered = cards
        self.missed_worth = [*worth, *[0.0] * 12][:12]


def leanings(
    after: array[int], worth: array[float], players: int
) -> tuple[array[float], array[int], array[int]]:
    """Return tables by state: `readiness`, `granted`, `final`.

    `readiness`: by player and holder, the probability that the player takes the next trick from the
    holder if they can. `granted`: by player, a bit for each player to whom they would rather leave
    it. `final`: a last state with the same points if these are settled; −1 if tricks still matter.
    """
    states = len(after) // players
    readiness = array("d", [CASUAL] * (players * players * states))
    granted = array("i", [0] * (players * states))
    final = array("i", [NOBODY] * states)
    for state in range(states - 1, -1, -1):  # states that follow have higher numbers
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
    """Return tables by state and player: `brings`, the points after the next trick by its taker,
    and `stake`, their range."""
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
    """Return tables by state and player: the least and the most points that are possible."""
    states = len(after) // players
    least = array("d", [min(worth)] * (players * states))  # bounds for states not yet computed
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
    """Whether two states give everybody the same points."""
    for seat in range(players):
        if not -CLOSE < worth[one * players + seat] - worth[other * players + seat] < CLOSE:
            return 0
    return 1
