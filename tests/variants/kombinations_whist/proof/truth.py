"""The whole truth on small decks: every course of the tricks that some deal and play leads to.

Declarer's cards are given; the unseen ones lie as one likes and everybody helps. They are dealt
only when they are played: who does not follow suit has no card of that suit any more, and that is
all that a deal can forbid. Suits are patterns, as in kwbot…proof.holding; places count from below.
Written without a look at the proof: it plays cards, and knows no bound.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

Card = tuple[int, int]
"""The column of its suit, and its place in it."""


class Column(NamedTuple):
    """A suit. Sorted, so that the order of like suits makes no difference."""

    plain: bool
    """Not trumps."""
    healthy: bool
    """Not the plague."""
    pattern: int
    voids: int
    """A bit for each other player who has no card of it."""

    @property
    def places(self) -> range:
        return range(self.pattern.bit_length() - 1)

    def own(self, place: int) -> bool:
        return bool(self.pattern >> place & 1)

    @property
    def held(self) -> int:
        return self.pattern.bit_count() - 1

    @property
    def unseen(self) -> int:
        return self.pattern.bit_length() - self.pattern.bit_count()


class State(NamedTuple):
    """Between two tricks. Player 0 is declarer."""

    suits: tuple[Column, ...]
    leader: int
    unblocked: bool
    """Another player has played a trump, or may as well have."""
    spread: bool
    """A plague card was played otherwise than by declarer's lead, or may as well have been."""
    spare: bool
    """The justice card may still fall."""

    @property
    def left(self) -> int:
        return sum(suit.held for suit in self.suits)


class Trick(NamedTuple):
    """A trick under way, without what makes no difference any more."""

    led: int | None
    best: tuple[int, ...]
    """The card that takes it as things are: whether it is a trump, its place; and whose it is."""
    used: tuple[int, ...]
    voids: tuple[int, ...]
    plagued: int
    """Plague cards in it."""
    unblocked: bool
    spread: bool


@dataclass(frozen=True)
class Rules:
    """`trumps` is none, fixed, grill or blocked; the first suit is trumps, if any."""

    players: int = 4
    trumps: str = "none"
    sloth: bool = False
    justice: bool = False
    plague: int | None = None
    """The column of the plague."""


Plays = dict[tuple[int, ...], int]
"""What can come: by the plague cards that each player takes, a set of courses."""


class Truth:
    """All courses under some rules. A set of courses is a number with a bit for each: the winners
    of its tricks, read as the digits of a number to the base of how many play, tell which bit."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._known: dict[State, Plays] = {}

    def courses(self, suits: tuple[int, ...], leader: int) -> int:
        rules, found = self.rules, 0
        columns = tuple(
            Column(rules.trumps == "none" or at > 0, at != rules.plague, suit, 0)
            for at, suit in enumerate(suits)
        )
        begun = State(
            columns, leader, rules.trumps != "blocked", rules.plague is None, rules.justice
        )
        for caught, courses in self._after(begun).items():
            # Pest: not plagued, or honourably. Without it all are 0.
            if caught[0] <= max(caught[1:]) or caught[0] == sum(caught):
                found |= courses
        return found

    def _after(self, state: State) -> Plays:
        left = state.left
        if not left:
            return {(0,) * self.rules.players: 1}
        nobody = (1 << self.rules.players - 1) - 1
        if any(suit.voids == nobody and suit.unseen for suit in state.suits):
            return {}
        if not self._fits(state.suits, left):
            return {}
        names, state = self._named_anew(state)
        if state not in self._known:
            found: Plays = {}
            for winner, plagued, following in set(self._tricks(state)):
                for caught, courses in self._after(following).items():
                    more = _more(caught, winner, plagued)
                    shifted = courses << winner * self.rules.players ** (left - 1)
                    found[more] = found.get(more, 0) | shifted
            self._known[state] = found
        known = self._known[state]
        if names == tuple(range(len(names))):
            return known
        return {
            _by_old_names(caught, names): _renamed(courses, left, names)
            for caught, courses in known.items()
        }

    def _named_anew(self, state: State) -> tuple[tuple[int, ...], State]:
        """The same for all that differ by the order of suits or the numbers of other players, or
        by a ban on what declarer has no more of.

        And who is who. In Blocktrumf it matters who plays before declarer.
        """
        suits = [suit._replace(voids=suit.voids if suit.unseen else 0) for suit in state.suits]
        suits.sort(key=lambda suit: (suit[:3], suit.voids.bit_count()))
        others = list(range(1, self.rules.players))
        if self.rules.trumps != "blocked":
            others.sort(
                key=lambda seat: (
                    seat == state.leader,
                    [suit.voids >> seat - 1 & 1 for suit in suits],
                )
            )
        names = (0, *others)
        renamed = (suit._replace(voids=_gathered(suit.voids, names)) for suit in suits)
        return names, State(
            tuple(sorted(renamed)),
            names.index(state.leader),
            state.unblocked or not any(suit.held for suit in suits if not suit.plain),
            state.spread or not any(suit.held for suit in suits if not suit.healthy),
            state.spare,
        )

    def _fits(self, suits: tuple[Column, ...], left: int) -> bool:
        """Whether every other player can still hold as many cards as are left."""
        return all(
            sum(suit.unseen for suit in suits if not suit.voids >> other & 1) >= left
            for other in range(self.rules.players - 1)
        )

    def _tricks(self, state: State) -> Iterator[tuple[int, int, State]]:
        """Every trick that can come next: who takes it, how much plague, and what is left."""
        players = self.rules.players
        order = [(state.leader + step) % players for step in range(players)]
        if self.rules.sloth and state.leader:
            order = [*(seat for seat in order if seat), 0]
        nothing = (0,) * len(state.suits)
        voids = tuple(suit.voids for suit in state.suits)
        tricks = {Trick(None, (), nothing, voids, 0, state.unblocked, state.spread)}
        for seat in order:
            tricks = {after for trick in tricks for after in self._played(state, trick, seat)}
        for trick in tricks:
            winner = trick.best[-1]
            yield winner, trick.plagued, self._following(state, trick, winner, spare=state.spare)
            if state.spare:
                for taker in range(players):
                    yield taker, trick.plagued, self._following(state, trick, taker, spare=False)

    def _played(self, state: State, trick: Trick, seat: int) -> Iterator[Trick]:
        cards = self._own(state, trick) if seat == 0 else _unseen(state, trick, seat)
        for column, place in cards:
            suit, voids, led, best = state.suits[column], trick.voids, trick.led, trick.best
            if led is None:
                if suit in state.suits[:column]:
                    continue  # as good as that one
                led = column
            elif seat and column != led:
                voids = _with_bit(voids, led, seat - 1)
            if column == led or not suit.plain:
                best = max(best, (not suit.plain, place, seat))
            yield Trick(
                led,
                best,
                _with_bit(trick.used, column, place),
                voids,
                trick.plagued + (not suit.healthy),
                trick.unblocked or (seat > 0 and not suit.plain),
                trick.spread or (not suit.healthy and (seat > 0 or trick.led is not None)),
            )

    def _own(self, state: State, trick: Trick) -> list[Card]:
        """Declarer's legal cards, of neighbours only one."""
        suits = state.suits
        cards = [
            (column, place)
            for column, suit in enumerate(suits)
            for place in suit.places
            if suit.own(place) and not (place + 1 in suit.places and suit.own(place + 1))
        ]
        led = trick.led
        following = [card for card in cards if card[0] == led]
        if following:
            return following
        free = led is not None or trick.spread
        unblocked = [card for card in cards if suits[card[0]].plain or trick.unblocked]
        healthy = [card for card in unblocked if suits[card[0]].healthy or free]
        return healthy or unblocked or cards

    def _following(self, state: State, trick: Trick, winner: int, *, spare: bool) -> State:
        suits = tuple(map(_without, state.suits, trick.used, trick.voids))
        if self.rules.trumps == "grill":
            suits = tuple(
                suit._replace(plain=column != trick.led) for column, suit in enumerate(suits)
            )
        return State(suits, winner, trick.unblocked, trick.spread, spare)


def _unseen(state: State, trick: Trick, seat: int) -> Iterator[Card]:
    """What another player may play: of neighbours only the highest and the lowest."""
    bit = 1 << seat - 1
    for column, suit in enumerate(state.suits):
        if trick.voids[column] & bit:
            continue
        for run in _runs(suit):
            left = [place for place in run if not trick.used[column] >> place & 1]
            for place in {*left[:1], *left[-1:]}:
                yield column, place


@cache
def _without(suit: Column, used: int, voids: int) -> Column:
    """What is left; `used` has the bits of places."""
    left = 1
    for place in reversed(suit.places):
        if not used >> place & 1:
            left = left << 1 | suit.own(place)
    return Column(suit.plain, suit.healthy, left, voids)


@cache
def _runs(suit: Column) -> list[list[int]]:
    """Unseen cards with none of declarer's between them."""
    runs: list[list[int]] = [[]]
    for place in suit.places:
        if suit.own(place):
            runs.append([])
        else:
            runs[-1].append(place)
    return [run for run in runs if run]


def _with_bit(numbers: tuple[int, ...], at: int, bit: int) -> tuple[int, ...]:
    return (*numbers[:at], numbers[at] | 1 << bit, *numbers[at + 1 :])


def _gathered(bits: int, names: tuple[int, ...]) -> int:
    """A bit for each other player, by their new numbers."""
    return sum((bits >> seat - 1 & 1) << at for at, seat in enumerate(names[1:]))


@cache
def _more(caught: tuple[int, ...], winner: int, plagued: int) -> tuple[int, ...]:
    return tuple(cards + plagued * (seat == winner) for seat, cards in enumerate(caught))


@cache
def _by_old_names(caught: tuple[int, ...], names: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(caught[names.index(seat)] for seat in range(len(names)))


@cache
def _renamed(courses: int, tricks: int, names: tuple[int, ...]) -> int:
    """The courses by the old numbers, `names`, of who takes their tricks."""
    found = 0
    for course in range(len(names) ** tricks):
        if courses >> course & 1:
            number = 0
            for winner in winners(course, len(names), tricks):
                number = number * len(names) + names[winner]
            found |= 1 << number
    return found


def winners(course: int, players: int, tricks: int) -> tuple[int, ...]:
    """The winners of a course's tricks, of the number of its bit."""
    return tuple(course // players**power % players for power in reversed(range(tricks)))
