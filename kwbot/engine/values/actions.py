"""Every action as a value, and conversion to and from its text in records.

>>> parse_action("bid noll+pest")
Bid(parts=('noll', 'pest'))
>>> str(Play(Card.parse("SA")))
'play SA'
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from .cards import CARDS, NO_CARDS, Card, CardSet, Suit
from .numerals import is_number

Seat = int
"""A player's number at the table, from 0, clockwise. It stays the same when others sit out."""

CHANCE: Seat = -1
"""The seat that acts when cards are dealt."""

TABLE_SEAT: Seat = -2
"""The seat of decisions and notes of the whole table: undo, fouls, absences."""


class Action:
    """Base of all actions. `verb` is the word in records; str() gives the whole action."""

    __slots__: tuple[str, ...] = ()
    verb: ClassVar[str]

    def arguments(self) -> str:
        return " ".join([str(getattr(self, name)) for name in self.__slots__])

    def __str__(self) -> str:
        return f"{self.verb} {self.arguments()}".rstrip()


@dataclass(frozen=True, slots=True)
class Pass(Action):
    verb = "pass"


@dataclass(frozen=True, slots=True)
class Bid(Action):
    """A bid as the keys of its parts, the main part first."""

    parts: tuple[str, ...]
    verb = "bid"

    def arguments(self) -> str:
        return "+".join(self.parts)


@dataclass(frozen=True, slots=True)
class Join(Action):
    verb = "join"


@dataclass(frozen=True, slots=True)
class ClaimRedeal(Action):
    verb = "jernhand"


@dataclass(frozen=True, slots=True)
class NameSuit(Action):
    suit: Suit
    verb = "suit"


@dataclass(frozen=True, slots=True)
class NameNumber(Action):
    number: int
    verb = "number"


@dataclass(frozen=True, slots=True)
class NameNumbers(Action):
    """Several numbers, ascending."""

    numbers: tuple[int, ...]
    verb = "numbers"

    def arguments(self) -> str:
        return " ".join(map(str, self.numbers))


@dataclass(frozen=True, slots=True)
class StateSuit(Action):
    """A preferred suit and its strength (1–5), or None and 0 to decline."""

    suit: Suit | None
    strength: int
    verb = "state"

    def arguments(self) -> str:
        return "none" if self.suit is None else f"{self.suit.letter} {self.strength}"


@dataclass(frozen=True, slots=True)
class ChooseCard(Action):
    """One card, or None to decline."""

    card: Card | None
    verb = "card"

    def arguments(self) -> str:
        return "none" if self.card is None else self.card.text


@dataclass(frozen=True, slots=True)
class ChooseCards(Action):
    cards: CardSet
    verb = "cards"


@dataclass(frozen=True, slots=True)
class NameDirection(Action):
    """One of `DIRECTIONS`."""

    direction: str
    verb = "direction"


@dataclass(frozen=True, slots=True)
class NamePlayer(Action):
    player: Seat
    verb = "player"


@dataclass(frozen=True, slots=True)
class Accept(Action):
    verb = "accept"


@dataclass(frozen=True, slots=True)
class TurnNext(Action):
    verb = "turn-next"


@dataclass(frozen=True, slots=True)
class Show(Action):
    card: Card
    verb = "show"


@dataclass(frozen=True, slots=True)
class Cut(Action):
    """Number of cards lifted off; 0 is a knock."""

    count: int
    verb = "cut"


@dataclass(frozen=True, slots=True)
class Play(Action):
    card: Card
    verb = "play"

    def __str__(self) -> str:  # same as the base's, but faster: there are very many
        return f"play {self.card.text}"


@dataclass(frozen=True, slots=True)
class Concealed(Action):
    """The number of cards of a secret choice, which is all that others see. Not a legal action."""

    count: int
    verb = "concealed"


@dataclass(frozen=True, slots=True)
class Dealt(Action):
    """A dealing by chance. `hands` by player number, empty for players who sit out."""

    hands: tuple[CardSet, ...]
    kitty: tuple[Card, ...] = ()
    """All other cards: the kitty's first, then those out of the deal."""
    turned: Card | None = None
    order: tuple[str, ...] = ()
    verb = "hand"

    def lines(self) -> tuple[str, ...]:
        """Return the record's chance lines, in their order."""
        made = [f"order {' '.join(self.order)}"] if self.order else []
        made += [f"hand {seat} {cards}" for seat, cards in enumerate(self.hands) if cards]
        made += [f"kitty {' '.join(card.text for card in self.kitty)}"] if self.kitty else []
        made += [f"turn {self.turned.text}"] if self.turned else []
        return tuple(made)

    def __str__(self) -> str:
        return "\n".join(self.lines())


# --- events at a table other than playing --------------------------------------------------------

RULINGS = ("fail", "deduct", "cancel", "restore")
"""The possible consequences of a foul."""


@dataclass(frozen=True, slots=True)
class Foul(Action):
    """A foul that the table agreed on, with its caller and consequence."""

    offender: Seat
    caller: Seat
    ruling: str
    verb = "foul"

    def arguments(self) -> str:
        return f"{self.offender} by={self.caller} ruling={self.ruling}"


@dataclass(frozen=True, slots=True)
class Undo(Action):
    """The last `count` moves of the running deal are taken back by consent."""

    count: int
    verb = "undo"


@dataclass(frozen=True, slots=True)
class Away(Action):
    """A computer player takes over a seat."""

    seat: Seat
    verb = "away"


@dataclass(frozen=True, slots=True)
class Back(Action):
    """The player of a seat is back."""

    seat: Seat
    verb = "back"


@dataclass(frozen=True, slots=True)
class TrickClaim(Action):
    """A player takes this many of the tricks left: proven, or as a record says."""

    seat: Seat
    tricks: str
    """``all``, ``none`` or a number."""
    verb = "claim"

    def count(self, left: int) -> int:
        """Return the number of tricks claimed of those `left`."""
        return left if self.tricks == "all" else 0 if self.tricks == "none" else int(self.tricks)


@dataclass(frozen=True, slots=True)
class Reseat(Action):
    """Another person or a computer player sits at a seat from now on."""

    seat: Seat
    name: str
    verb = "seat"


PLAYS = {card: Play(card) for card in CARDS}
"""One shared value per card: records and tables hold very many."""
DIRECTIONS = ("left", "right", "across")
_BARE = {action.verb: action for action in (Pass(), Join(), ClaimRedeal(), Accept(), TurnNext())}


def _one(words: list[str]) -> str:
    if len(words) != 1:
        raise ValueError("exactly one word must follow")
    return words[0]


def _whole(word: str) -> int:
    if not is_number(word):
        raise ValueError(f"no whole number: {word!r}")
    return int(word)


def _numbers(words: list[str]) -> Action:
    numbers = tuple(_whole(word) for word in words)
    if list(numbers) != sorted(set(numbers)):
        raise ValueError("the numbers must be ascending")
    return NameNumbers(numbers)


def _state(words: list[str]) -> Action:
    if words == ["none"]:
        return StateSuit(None, 0)
    if len(words) != 2:
        raise ValueError("a suit and a strength must follow, or none")
    return StateSuit(Suit.parse(words[0]), _whole(words[1]))


def _bid(words: list[str]) -> Action:
    parts = tuple(_one(words).split("+"))
    if not all(parts):
        raise ValueError("the bid has an empty part")
    return Bid(parts)


def _card_or_none(words: list[str]) -> Action:
    word = _one(words)
    return ChooseCard(None if word == "none" else Card.parse(word))


def _direction(words: list[str]) -> Action:
    if _one(words) not in DIRECTIONS:
        raise ValueError(f"no direction: {words[0]!r}")
    return NameDirection(words[0])


_PARSERS: dict[str, Callable[[list[str]], Action]] = {
    "bid": _bid,
    "suit": lambda words: NameSuit(Suit.parse(_one(words))),
    "number": lambda words: NameNumber(_whole(_one(words))),
    "numbers": _numbers,
    "state": _state,
    "card": _card_or_none,
    "cards": lambda words: ChooseCards(CardSet.parse(" ".join(words)) if words else NO_CARDS),
    "direction": _direction,
    "player": lambda words: NamePlayer(_whole(_one(words))),
    "show": lambda words: Show(Card.parse(_one(words))),
    "cut": lambda words: Cut(_whole(_one(words))),
    "play": lambda words: PLAYS[Card.parse(_one(words))],
}


def parse_action(text: str) -> Action:
    """Return the action of a text like ``play SA``. A ValueError says what is wrong with it."""
    verb, *words = text.split() or [""]
    if verb in _BARE:
        if words:
            raise ValueError("nothing may follow this word")
        return _BARE[verb]
    if verb not in _PARSERS:
        raise ValueError(f"no such action: {verb!r}")
    return _PARSERS[verb](words)
