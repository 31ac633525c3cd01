"""The shapes of decisions: every question to a player has one of these.

A choice iterates over its legal actions, counts them with len() and answers ``action in choice``
without enumerating; `accept` returns an action in canonical form or raises the reason against it.
The user interface, the record and the computer players know only these shapes.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum, auto
from itertools import combinations, islice
from math import comb
from typing import Protocol

from .actions import (
    PLAYS,
    Action,
    Bid,
    ChooseCard,
    ChooseCards,
    Cut,
    NameNumbers,
    NameSuit,
    Pass,
    Play,
)
from .cards import Card, CardSet, Suit
from .errors import IllegalAction, RuleViolation
from .wording import N_, Sentence, Term


class Randomness(Protocol):
    """A source of random numbers; `random.Random` is one."""

    def randrange(self, stop: int, /) -> int:
        """Return a number from 0 up to but not including `stop`."""


class Choice:
    """A choice of one player. No ABC, whose isinstance runs Python code; mypy checks that no
    abstract class is instantiated."""

    __slots__ = ()

    @abstractmethod
    def accept(self, action: Action) -> Action:
        """Return `action` in canonical form. Raises IllegalAction with one sentence."""

    @abstractmethod
    def __iter__(self) -> Iterator[Action]: ...

    @abstractmethod
    def __len__(self) -> int: ...

    def sample(self, rng: Randomness) -> Action:
        """Return a random legal action; every one is possible."""
        return next(islice(self, rng.randrange(len(self)), None))

    def __contains__(self, action: object) -> bool:
        try:
            return isinstance(action, Action) and bool(self.accept(action))
        except RuleViolation:
            return False


@dataclass(frozen=True)
class OneOf(Choice):
    """One of a few actions. `reason` is given for refusing any other."""

    actions: tuple[Action, ...]
    reason: Sentence = field(default=Sentence(N_("That can't be chosen here.")))

    def accept(self, action: Action) -> Action:
        """Return the action if it is one of `actions`. Raises IllegalAction with the reason."""
        if action not in self.actions:
            raise IllegalAction(self.reason.text, **self.reason.values)
        return action

    def __iter__(self) -> Iterator[Action]:
        return iter(self.actions)

    def __len__(self) -> int:
        return len(self.actions)


_NOT_HELD = Sentence(N_("You don't hold that card."))


@dataclass(frozen=True, slots=True)
class PlayCard(Choice):
    """One of `cards` to the trick. `reasons` say why other cards of the hand may not be played;
    the first with the card applies."""

    cards: CardSet
    reasons: tuple[tuple[CardSet, Sentence], ...] = ()

    def accept(self, action: Action) -> Action:
        """Return the play of a legal card. Raises IllegalAction with the reason."""
        if not isinstance(action, Play):
            raise IllegalAction(N_("Play a card."))
        if action.card not in self.cards:
            reason = self.why(action.card)
            raise IllegalAction(reason.text, **reason.values)
        return PLAYS[action.card]

    def why(self, card: Card) -> Sentence:
        """Return why a card not among `cards` may not be played."""
        for cards, reason in self.reasons:
            if cards.bits & card.bit:
                return reason
        return _NOT_HELD

    def __iter__(self) -> Iterator[Action]:
        return (PLAYS[card] for card in self.cards)

    def __len__(self) -> int:
        return len(self.cards)

    def sample(self, rng: Randomness) -> Action:
        """Return the play of a random legal card."""
        cards = self.cards
        return PLAYS[cards.nth(rng.randrange(len(cards)))]


@dataclass(frozen=True)
class SomeCards(Choice):
    """From `least` to `most` of `cards`, in steps of `step` cards."""

    cards: CardSet
    least: int
    most: int
    step: int = 1

    @property
    def sizes(self) -> range:
        """The numbers of cards that may be chosen."""
        return range(self.least, self.most + 1, self.step)

    def accept(self, action: Action) -> Action:
        """Return a choice of an allowed number of the cards. Raises IllegalAction."""
        if not isinstance(action, ChooseCards) or len(action.cards) not in self.sizes:
            raise self._wrong_number()
        if not action.cards <= self.cards:
            raise IllegalAction(N_("You can only choose from the cards offered."))
        return action

    def _wrong_number(self) -> IllegalAction:
        if self.least == self.most:
            return IllegalAction(N_("Choose exactly {count} cards."), count=self.least)
        if len(self.sizes) == 2:
            return IllegalAction(
                N_("Choose {least} or {most} cards."), least=self.least, most=self.most
            )
        return IllegalAction(
            N_("Choose {least} to {most} cards."), least=self.least, most=self.most
        )

    def __iter__(self) -> Iterator[Action]:
        for size in self.sizes:
            for cards in combinations(self.cards, size):
                yield ChooseCards(CardSet(cards))

    def __len__(self) -> int:
        return sum(comb(len(self.cards), size) for size in self.sizes)

    def sample(self, rng: Randomness) -> Action:
        pool = list(self.cards)
        size = self.sizes[rng.randrange(len(self.sizes))]
        return ChooseCards(CardSet(pool.pop(rng.randrange(len(pool))) for _ in range(size)))


@dataclass(frozen=True)
class SomeNumbers(Choice):
    """`count` different whole numbers from `low` to `high`."""

    count: int
    low: int
    high: int

    def accept(self, action: Action) -> Action:
        """Return `count` different numbers within the bounds, ascending. Raises IllegalAction."""
        if (
            not isinstance(action, NameNumbers)
            or len(set(action.numbers)) != self.count
            or len(action.numbers) != self.count
            or not all(self.low <= number <= self.high for number in action.numbers)
        ):
            raise IllegalAction(
                N_("Name {count} different numbers from {low} to {high}."),
                count=self.count, low=self.low, high=self.high,
            )  # fmt: skip
        return NameNumbers(tuple(sorted(action.numbers)))

    def __iter__(self) -> Iterator[Action]:
        return map(NameNumbers, combinations(range(self.low, self.high + 1), self.count))

    def __len__(self) -> int:
        return comb(self.high - self.low + 1, self.count)

    def sample(self, rng: Randomness) -> Action:
        pool = list(range(self.low, self.high + 1))
        return NameNumbers(
            tuple(sorted(pool.pop(rng.randrange(len(pool))) for _ in range(self.count)))
        )


class BidManner(Enum):
    """An unusual feature that a part of a bid brings into play."""

    OPEN = auto()
    """Cards lie open."""
    PASSING = auto()
    """Cards change hands."""
    RISK = auto()
    """More is required or at stake."""
    ODD = auto()
    """The usual order is changed."""


@dataclass(frozen=True)
class BidPart:
    """One part of a bid: its key, name, value, and its effect in a line addressed to the bidder,
    with its name in place of `{bid}`."""

    key: str
    name: Term
    effect: Term
    value: int = 0
    others: Term | None = None
    """The effect as told to others, about the bidder `{player}`; None if `effect` suits all."""
    bidding: Term | None = None
    """What else to know before the cards are played. After that it is shown beside the contract or
    no longer matters."""
    value_note: Term | None = None
    """A note on its value, which matters only in the auction."""
    manner: BidManner | None = None

    @property
    def leaning(self) -> int:
        """1 if its bidder chooses trumps, −1 if they want few tricks, 0 for neither."""
        return 0


class BidTable(Protocol):
    """The bids of a game in which a bid combines one main part with extra parts."""

    def __hash__(self) -> int:
        """Return its hash: it is a value, so that results can be cached by it."""

    @property
    def mains(self) -> tuple[BidPart, ...]:
        """The main parts of bids."""

    @property
    def extras(self) -> tuple[BidPart, ...]:
        """The parts that may be added to a bid."""

    @property
    def most_extras(self) -> int | None:
        """Most extra parts of a bid; None: any number."""

    def with_limits(self, most: int | None, without: frozenset[str]) -> BidTable:
        """Return the bids with at most `most` extra parts and none of the parts `without`."""

    def canonical(self, bid: Bid) -> Bid:
        """Return the bid, its parts in order. Raises IllegalAction for unknown or repeated ones."""

    def value(self, bid: Bid) -> int:
        """Return the value of a canonical bid."""

    def check(self, bid: Bid, table_size: int) -> None:
        """Raise IllegalAction if the parts may not be combined, whatever the standing bid."""

    def count(self, least: int, table_size: int) -> int:
        """Return the number of bids of value `least` or more that `check` accepts."""

    def all(self, least: int, table_size: int) -> Iterator[Bid]:
        """Yield the bids that `count` counts."""

    def sample(self, least: int, table_size: int, rng: Randomness) -> Bid | None:
        """Return a random one of the bids that `count` counts; None if there is none."""


@dataclass(frozen=True)
class CombinationBid(Choice):
    """A bid of value `least` or more, or pass. `standing` is the bid to beat, if any."""

    bids: BidTable
    least: int
    table_size: int
    standing: Bid | None = None

    def accept(self, action: Action) -> Action:
        """Return a pass, or a canonical bid that is high enough. Raises IllegalAction."""
        if isinstance(action, Pass):
            return action
        if not isinstance(action, Bid):
            raise IllegalAction(N_("Bid or pass."))
        bid = self.bids.canonical(action)
        self.bids.check(bid, self.table_size)
        value = self.bids.value(bid)
        if value < self.least:
            raise IllegalAction(
                N_("Your bid is worth {value}. You need at least {least}."),
                value=value, least=self.least,
            )  # fmt: skip
        return bid

    def __iter__(self) -> Iterator[Action]:
        yield Pass()
        yield from self.bids.all(self.least, self.table_size)

    def __len__(self) -> int:
        return 1 + self.bids.count(self.least, self.table_size)

    def sample(self, rng: Randomness) -> Action:
        bid = None if rng.randrange(2) == 0 else self.bids.sample(self.least, self.table_size, rng)
        return bid or Pass()


@dataclass(frozen=True)
class LadderBid(Choice):
    """A bid above the `standing` one on a ladder, or another call (pass first). `bids` are the
    possible bids, from the lowest."""

    bids: tuple[Bid, ...]
    calls: tuple[Action, ...]
    standing: Bid | None = None

    def accept(self, action: Action) -> Action:
        """Return a call or a bid above the standing one. Raises IllegalAction."""
        if action in self.bids or action in self.calls:
            return action
        if isinstance(action, Bid) and self.standing:
            raise IllegalAction(N_("Your bid must be higher than {bid}."), bid=self.standing)
        if isinstance(action, Bid):
            raise IllegalAction(N_("There's no such bid."))
        raise IllegalAction(N_("Bid or pass."))

    def __iter__(self) -> Iterator[Action]:
        yield from self.calls
        yield from self.bids

    def __len__(self) -> int:
        return len(self.calls) + len(self.bids)

    def sample(self, rng: Randomness) -> Action:
        pool = self.bids if self.bids and rng.randrange(2) else self.calls
        return pool[rng.randrange(len(pool))]


@dataclass(frozen=True)
class CutDeck(Choice):
    """The number of cards that go from the top of the shuffled deck of `cards` to the bottom."""

    cards: int

    def accept(self, action: Action) -> Action:
        """Return a cut of fewer cards than there are. Raises IllegalAction."""
        if not isinstance(action, Cut) or not 0 <= action.count < self.cards:
            raise IllegalAction(N_("Cut 0 to {most} cards."), most=self.cards - 1)
        return action

    def __iter__(self) -> Iterator[Action]:
        return map(Cut, range(self.cards))

    def __len__(self) -> int:
        return self.cards


def suit_options(suits: Iterable[Suit]) -> OneOf:
    """Return a choice of one of `suits`."""
    return OneOf(tuple(NameSuit(suit) for suit in suits), Sentence(N_("You can't name that suit.")))


def card_options(cards: CardSet) -> OneOf:
    """Return a choice of one of `cards` to name, not to play."""
    return OneOf(
        tuple(ChooseCard(card) for card in cards),
        Sentence(N_("You can only choose from the cards offered.")),
    )
