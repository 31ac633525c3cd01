"""The grammar of a record: only this module parses and writes its lines.

A line is a word and its rest. Parsers take the rest and raise ValueError if it is malformed;
kwbot.engine.deals.reader judges whether a line fits the game. Actions write themselves with `str`,
also those of the whole table. A number has only the digits 0 to 9 and no leading zeros, stricter
than `\\d` and `int`. docs/record-format.md describes the format.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum

from kwbot.engine.values.actions import RULINGS, Action, Dealt, Foul, Seat, TrickClaim, parse_action
from kwbot.engine.values.cards import NO_CARDS, Card, CardSet
from kwbot.engine.values.numerals import MAX_DIGITS, is_number

FORMAT = "whist-record 1"

OPTION_FORM = "an option line is 'option key=value', each key once"
HAND_FORM = "a hand line is 'hand P CARDS', once for each player of the deal"
KITTY_FORM = "a kitty line stands once, after the hands, where cards are laid aside"
TURN_FORM = "a turn line stands once, after the hands, where a card is turned up"
ORDER_FORM = "an order line stands once, before the hands, where an order is drawn"
_NUMBER = f"(?:0|[1-9][0-9]{{0,{MAX_DIGITS - 1}}})"
_DEAL = re.compile(rf"(\S+)\s+dealer=({_NUMBER})")
_FOUL = re.compile(rf"({_NUMBER}) by=({_NUMBER}) ruling=(\w+)")
_SCORE = re.compile(rf"({_NUMBER})=(-?{_NUMBER})(?<!=-0)")


class Group(Enum):
    """The groups of lines by their first words, in the order of a record."""

    HEADER = ("game", "rules")
    SETUP = ("option", "player")
    DRAW = ("draw",)
    COMMITMENT = ("commit",)
    DEAL = ("deal",)
    CHANCE = ("order", "hand", "kitty", "turn")
    MOVE = ("the number of a player",)
    CONSENT = ("undo", "away", "back", "seat")
    FOUL = ("foul",)
    CLAIM = ("claim",)
    RESULT = ("score", "finish", "settle", "end")
    REVEAL = ("reveal",)
    UNKNOWN = ("any other word",)  # not (): Python 3.11.2 makes no member from that

    __hash__ = object.__hash__  # used for every line, and Enum's own is a Python function


_GROUPS = {word: group for group in Group for word in group.value}


class Stage(Enum):
    """A state of reading a record: the groups that may follow, and the error for others."""

    HEADER = (frozenset(Group), "")
    PLAY = (frozenset(Group) - {Group.HEADER, Group.SETUP}, "this must stand before the first deal")
    CHANCE = (
        frozenset(
            {Group.CHANCE, Group.MOVE, Group.COMMITMENT, Group.REVEAL, Group.DEAL, Group.UNKNOWN}
        ),
        "all cards of a deal must stand first",
    )
    SECRET = (frozenset({Group.MOVE, Group.UNKNOWN}), "all who choose in secret must stand first")
    RESTORE = (frozenset({Group.CONSENT}), "an undo must follow the ruling restore")
    SETTLED = (
        frozenset(Group) - {Group.HEADER, Group.SETUP, Group.CONSENT},
        "the line 'end' must follow",
    )
    ENDED = (frozenset({Group.REVEAL}), "the game has ended: nothing may follow")

    def __init__(self, allowed: frozenset[Group], refusal: str) -> None:
        self._allowed = allowed
        self._refusal = refusal

    def check(self, group: Group) -> None:
        """Raise ValueError unless a line of `group` may follow."""
        if group not in self._allowed:
            raise ValueError(self._refusal)


def group_of(word: str) -> Group:
    """Return the group of the lines with this first word."""
    return Group.MOVE if is_number(word) else _GROUPS.get(word, Group.UNKNOWN)


def split_line(line: str) -> tuple[str, str]:
    """Return the first word of a line and the rest."""
    words = line.split(maxsplit=1)
    return (words[0], words[1]) if len(words) == 2 else (line.strip(), "")


def without_comment(line: str) -> str:
    """Return a line without its comment; a `player` line cannot have one."""
    line = line.strip()
    if "#" not in line or line.startswith("player "):
        return line
    return line.partition("#")[0].rstrip()


def parse_seat(rest: str, players: int = 1000) -> Seat:
    """Return the player number of a line. Raises ValueError if there is no such player."""
    if not is_number(rest) or int(rest) >= players:
        raise ValueError(f"no such player: {rest!r}")
    return int(rest)


def numbered_lines(word: str, values: Iterable[object]) -> list[str]:
    """Return one line per player with a value: a name, or the card drawn for partners."""
    return [f"{word} {seat} {value}" for seat, value in enumerate(values)]


def parse_numbered(rest: str) -> tuple[str, str]:
    """Return the number of a player and the value after it, both as written."""
    number, _, value = rest.partition(" ")
    return number, value.strip()


def option_line(key: str, value: str) -> str:
    return f"option {key}={value}"


def parse_option(rest: str) -> tuple[str, str]:
    """Return the key and value of an option line. Raises ValueError."""
    key, equals, value = rest.partition("=")
    if not equals:
        raise ValueError(OPTION_FORM)
    return key, value


def deal_line(number: int, dealer: Seat) -> str:
    """Return the first line of a deal."""
    return f"deal {number} dealer={dealer}"


def parse_deal(rest: str) -> tuple[str, Seat]:
    """Return a deal's number, as written, and its dealer. Raises ValueError."""
    if not (found := _DEAL.fullmatch(rest)):
        raise ValueError("a deal line is 'deal N dealer=P'")
    return found[1], int(found[2])


def parse_hand(rest: str) -> tuple[Seat, CardSet]:
    """Return the seat and cards of a hand line. Raises ValueError."""
    seat, cards = parse_numbered(rest)
    if not is_number(seat):
        raise ValueError(HAND_FORM)
    return int(seat), CardSet.parse(cards)


@dataclass
class Chance:
    """The content of a deal's chance lines, complete or not."""

    hands: dict[Seat, CardSet] = field(default_factory=dict)
    kitty: tuple[Card, ...] = ()
    turned: Card | None = None
    order: tuple[str, ...] = ()

    @classmethod
    def parse(cls, lines: Iterable[str]) -> Chance:
        """Return the content of a deal's chance lines. Raises ValueError."""
        chance = cls()
        for line in lines:
            chance.add(*split_line(line))
        return chance

    def add(self, word: str, rest: str) -> None:
        """Add a line: a hand, the kitty, a turned card or an order. Raises ValueError."""
        match word:
            case "hand":
                seat, cards = parse_hand(rest)
                self.hands[seat] = cards
            case "kitty":
                self.kitty = tuple(map(Card.parse, rest.split()))
            case "turn":
                self.turned = Card.parse(rest)
            case "order":
                self.order = tuple(rest.split())
            case _:
                raise ValueError(f"no chance line: {word!r}")

    def dealt(self, players: int) -> Dealt:
        """Return the cards as a dealing to `players` players."""
        hands = tuple(self.hands.get(seat, NO_CARDS) for seat in range(players))
        return Dealt(hands, self.kitty, self.turned, self.order)


def move_line(seat: Seat, action: Action) -> str:
    return f"{seat} {action}"


def parse_move(line: str) -> tuple[Seat, Action]:
    """Return the seat and action of a move line. Raises ValueError."""
    seat, _, action = line.partition(" ")  # not split_line: the bot's start reads very many
    return int(seat), parse_action(action)


def parse_foul(rest: str) -> Foul:
    """Return the foul of a line. Raises ValueError."""
    found = _FOUL.fullmatch(" ".join(rest.split()))
    if not found or found[3] not in RULINGS:
        raise ValueError("a foul line is 'foul P by=Q ruling=fail|deduct|cancel|restore'")
    return Foul(int(found[1]), int(found[2]), found[3])


def parse_undo(rest: str) -> int:
    """Return the number of moves that an undo line takes back. Raises ValueError."""
    if not is_number(rest):
        raise ValueError("an undo line is 'undo N'")
    return int(rest)


def totals_line(word: str, amounts: Iterable[int]) -> str:
    """Return a `score` or `settle` line."""
    return f"{word} " + " ".join(f"{seat}={amount}" for seat, amount in enumerate(amounts))


def parse_scores(rest: str) -> list[tuple[Seat, int]]:
    """Return the seats and scores of a line, by player. Raises ValueError."""
    found = [_SCORE.fullmatch(word) for word in rest.split()]
    if not all(found):
        raise ValueError("a score line is 'score 0=N 1=N …'")
    return sorted((int(one[1]), int(one[2])) for one in found if one)


def parse_claim(rest: str, players: int = 1000) -> TrickClaim:
    """Return the claim of a line. Raises ValueError."""
    number, tricks = parse_numbered(rest)
    if not (tricks in ("all", "none") or is_number(tricks)):
        raise ValueError("a claim line is 'claim P all|none|N'")
    return TrickClaim(parse_seat(number, players), tricks)


def parse_reseat(rest: str, players: int = 1000) -> tuple[Seat, str]:
    """Return a seat and the name of the player who sits down there. Raises ValueError."""
    number, name = parse_numbered(rest)
    if not name:
        raise ValueError("a seat line is 'seat P NAME'")
    return parse_seat(number, players), name


def finish_line(seat: Seat) -> str:
    """Return the line of a match that a player ends early."""
    return f"finish {seat}"


def end_line(winners: Iterable[Seat]) -> str:
    """Return the last line of a won match, with its winners."""
    return "end winner=" + ",".join(map(str, winners))


def check_proof(rest: str) -> None:
    """Raise ValueError unless a commitment or a secret has the right form."""
    if not re.fullmatch(r"[0-9a-fA-F]+", rest):
        raise ValueError("a hexadecimal number must follow")
