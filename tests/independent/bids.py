"""Cards and bids of Kombinations-Whist, and what a bid needs in tricks alone.

Part of the independent checker: written from the printed rules, it shares no line with the
program under test. Section numbers are those of the project's rule specification.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

from tests.independent.cards import FULL_DECK, RANKS, require

# --- Cards (section 1) --------------------------------------------------------------------------

THREE_DECK = frozenset(card for card in FULL_DECK if card[1] not in "89T" and card != "C7")


def height(card: str, iron: bool) -> int:
    """Higher number, higher rank; with Järn (`iron`) the ace ranks below the 2."""
    return -1 if iron and card[1] == "A" else RANKS.index(card[1])


# --- The tables of bids (section 2) -------------------------------------------------------------

STANDARD = {  # key: (value, points, trump bid); the points of Obesudlat are the whole bid's value
    "skambud": (0, 1, False),
    "ungefar": (1, 1, False),
    "trumf": (1, 1, True),
    "grill": (1, 2, True),
    "blocktrumf": (2, 1, True),
    "limbo": (2, 1, False),
    "spel": (2, 2, False),
    "mastarskambud": (3, 2, False),
    "precis": (3, 2, False),
    "maxtrumf": (3, 3, True),
    "subtrumf": (3, 3, True),
    "rangtrumf": (3, 4, True),
    "mastarspel": (4, 3, False),
    "noll": (4, 4, False),
    "mastartrumf": (6, 6, True),
    "obesudlat": (8, 0, False),
}
NEWER = {  # what edition 1.5 has instead: Obesudlat is gone, Obesudlat Bud takes its place
    **{key: row for key, row in STANDARD.items() if key != "obesudlat"},
    "rangtrumf": (4, 4, True),
    "obesudlatbud": (8, 0, False),
}
STANDARDS = {"1.4": STANDARD, "1.5": NEWER}
WHOLE_VALUE = ("obesudlat", "obesudlatbud")  # they score the value of the whole bid
SPECIAL = {  # key: value, in the order of the printed table; Mästarbrev is 3 with most trump bids
    "rattvisa": -4,
    "lattja": -3,
    "potential": -2,
    "bradska": -2,
    "jarn": -1,
    "brev": -1,
    "girighet": 0,
    "atelje": 1,
    "mastarbrev": 1,
    "sluthund": 1,
    "oppentrumf": 1,
    "las": 2,
    "straff": 2,
    "pest": 2,
    "oppenhand": 3,
}
NOT_WITH = {
    "atelje": {"oppenhand"},
    "sluthund": {"noll"},
    "girighet": {"obesudlatbud"},
    "oppentrumf": {"grill", "oppenhand"}
    | {key for rows in STANDARDS.values() for key, row in rows.items() if not row[2]},
    "las": {"noll"},
    "pest": {"mastarskambud", "noll", "skambud"},
    "oppenhand": {"atelje", "oppentrumf"},
}
OWN_TRUMPS = ("trumf", "grill", "blocktrumf", "maxtrumf", "subtrumf")


class Bid(NamedTuple):
    player: int
    standard: str
    specials: frozenset[str]
    edition: str = "1.4"

    @property
    def row(self) -> tuple[int, int, bool]:
        return STANDARDS[self.edition][self.standard]

    @property
    def value(self) -> int:
        value = self.row[0] + sum(SPECIAL[key] for key in self.specials)
        dear_post = "mastarbrev" in self.specials and self.trumps and self.standard != "grill"
        return value + 2 if dear_post else value

    @property
    def points(self) -> int:
        return self.value if self.standard in WHOLE_VALUE else self.row[1]

    @property
    def trumps(self) -> bool:
        return self.row[2]

    def __str__(self) -> str:
        return "+".join([self.standard, *(key for key in SPECIAL if key in self.specials)])


def read_bid(player: int, text: str, edition: str = "1.4") -> Bid:
    standard, *specials = text.split("+")
    require(standard in STANDARDS[edition], f"{standard!r} is no standard bid")
    for key in specials:
        require(key in SPECIAL, f"{key!r} is no special bid")
        for other in NOT_WITH.get(key, ()):
            clash = other == standard or other in specials
            require(not clash, f"{key} does not go with {other}")
    require(len(set(specials)) == len(specials), "a special bid stands twice")
    return Bid(player, standard, frozenset(specials), edition)


# --- What a bid needs, in tricks alone (sections 2, 4 and 7) ------------------------------------


class Terms(NamedTuple):
    """Everything in a bid that looks at tricks, not at cards."""

    standard: str
    guess: tuple[int, ...]
    greedy: bool
    dog: bool
    lock: bool


class Tally(NamedTuple):
    """How the tricks fell so far, as much as any bid can ask."""

    done: int  # complete tricks
    early: int  # declarer's of tricks 1-7
    late: int  # declarer's of tricks 8-13
    opened: bool  # declarer took one of tricks 1-3
    bitten: bool  # declarer took trick 13
    others: tuple[int, ...]  # the other players' tricks, see `rivals`
    twos: int = 0  # twos that have not fallen, where the bid asks for them
    astray: bool = False  # another player took a two
    size: int = 0  # cards of a trick, where that matters

    def after(self, taker: int | None, twos: int = 0) -> "Tally":
        """One trick more, by declarer (None) or by the player at that place of `others`."""
        trick = self.done + 1
        if twos:
            fallen = self._replace(twos=self.twos - twos, astray=self.astray or taker is not None)
            return fallen.after(taker)
        if taker is not None:
            more = [count + (place == taker) for place, count in enumerate(self.others)]
            return self._replace(done=trick, others=tuple(sorted(more)))
        return self._replace(
            done=trick,
            early=self.early + (trick <= 7),
            late=self.late + (trick > 7),
            opened=self.opened or trick <= 3,
            bitten=trick == 13,
        )


def rivals(standard: str, counts: Sequence[int]) -> tuple[int, ...]:
    """The others' tricks, ascending; in one sum where the bid does not compare with each."""
    compares = standard in ("skambud", "mastarskambud", "mastarspel")
    return tuple(sorted(counts)) if compares else (sum(counts),)


class Count(NamedTuple):
    """What a standard bid looks at when all tricks are taken."""

    own: int
    others: tuple[int, ...]
    guess: tuple[int, ...]


CONDITIONS: dict[str, Callable[[Count], bool]] = {
    "skambud": lambda count: count.own < max(count.others),
    "ungefar": lambda count: count.own in count.guess,
    "maxtrumf": lambda count: count.own >= 7,
    "mastarskambud": lambda count: count.own <= min(count.others),
    "precis": lambda count: count.own in count.guess,
    "mastarspel": lambda count: count.own > max(count.others),
    "noll": lambda count: count.own == 0,
    "obesudlat": lambda count: count.own >= 12,
    "obesudlatbud": lambda count: True,  # see `Tally.astray`
}  # Limbo apart; every other standard bid asks the same:


def at_least_5(count: Count) -> bool:
    return count.own >= 5


def met(terms: Terms, tally: Tally) -> bool:
    """Whether 13 tricks that fell like this make the bid, Pest aside."""
    if (terms.lock and tally.opened) or (terms.dog and tally.bitten) or tally.astray:
        return False
    if terms.standard == "limbo":
        return tally.early + terms.greedy < tally.late
    condition = CONDITIONS.get(terms.standard, at_least_5)
    own = tally.early + tally.late
    counts = (own - 1, own + 1) if terms.greedy else (own,)
    return all(condition(Count(n, tally.others, terms.guess)) for n in counts)


@cache
def fate(terms: Terms, tally: Tally) -> frozenset[bool]:
    """Every outcome that is left if anybody may take any of the remaining tricks.

    The twos that are still out may fall in any of them, as many as a trick has cards.
    """
    if tally.done == 13:
        return frozenset() if tally.twos else frozenset([met(terms, tally)])
    found: frozenset[bool] = frozenset()
    for taker in (None, *range(len(tally.others))):
        for twos in range(min(tally.twos, tally.size) + 1):
            found |= fate(terms, tally.after(taker, twos))
            if len(found) == 2:
                return found
    return found


@cache
def impossible(standard: str, greedy: bool, dog: bool, lock: bool, players: int) -> bool:
    """Whether no sequence of 13 trick takers and no guess makes such a bid."""
    guesses: Iterable[tuple[int, ...]] = [()]
    if standard in ("ungefar", "precis"):
        guesses = combinations(range(14), 2 if standard == "ungefar" else 1)
    start = Tally(0, 0, 0, False, False, rivals(standard, [0] * (players - 1)))
    return not any(True in fate(Terms(standard, g, greedy, dog, lock), start) for g in guesses)
