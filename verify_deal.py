#!/usr/bin/env python3
"""Check that a deal was shuffled fairly. One file, Python 3.11 or newer, no other library.

    python verify_deal.py FILE [--commit HEX]      # FILE from /verify; - reads standard input

Prints the deck, the lines that players typed, and one line for every check. HEX is what the bot
posted before the deal: only with it can a deal be called fair. Exit status: 0 all that was checked
is right, 1 something is not, 2 the file cannot be read. The method is written down in
docs/fair-shuffle.md; this file shares no code with the bot, so that it can be read, or written
again, on its own.
"""

import argparse
import hashlib
import hmac
import sys
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path


class Unreadable(Exception):
    """The text is not a deal as `/verify` gives out; the message says where."""


@dataclass
class Claim:
    """What the text says, unchecked. Hands are in the order of their lines."""

    context: str = ""
    commit: str = ""
    secret: bytes = b""
    contributions: list[str] = field(default_factory=list)
    cut: int = 0
    hands: list[tuple[int, list[str]]] = field(default_factory=list)
    kitty: list[str] = field(default_factory=list)
    order: list[str] = field(default_factory=list)
    draws: list[tuple[int, str]] = field(default_factory=list)
    players: int = 0
    dealer: int | None = None

    @property
    def cards(self) -> list[str]:
        """The order that was shuffled from: bound by the commitment, because the context is."""
        cards = self.part("cards")
        if not cards:
            raise Unreadable("the context names no cards")
        return cards

    def part(self, name: str) -> list[str]:
        """What stands in the context after `name=`; nothing if that is not there."""
        for part in self.context.split(" "):
            if part.startswith(f"{name}="):
                return part.removeprefix(f"{name}=").split(",")
        return []


SUITS, RANKS = "SHDC", "AKQJT98765432"
HAND = 13  # so many cards each player gets, in all games
MANY = {"contribution", "draw", "hand"}  # every other line stands once


def read(text: str) -> Claim:
    deal = Claim()
    seen = set[str]()
    for number, line in enumerate(text.split("\n"), 1):
        key, _, value = line.strip().partition(" ")
        if not key:
            continue
        try:
            if key in seen - MANY:
                raise Unreadable(f"a second line {key!r}")
            seen.add(key)
            read_line(deal, key, value)
        except (ValueError, Unreadable) as error:
            raise Unreadable(f"line {number}: {error}") from error
    if not ("kwbot-deal" in seen and deal.context and deal.commit and deal.secret):
        raise Unreadable("the lines kwbot-deal, context, commit and reveal must be there")
    return deal


def read_line(deal: Claim, key: str, value: str) -> None:
    match key:
        case "kwbot-deal":
            if value != "1":
                raise Unreadable(f"version {value} is not known here")
        case "context":
            deal.context = value
        case "commit":
            deal.commit = value.lower()
        case "reveal":
            deal.secret = secret_of(value)
        case "contribution":
            deal.contributions.append(value)
        case "cut":
            deal.cut = int(value)
        case "hand":
            player, *cards = value.split()
            deal.hands.append((int(player), cards))
        case "draw":
            number, card = value.split()
            deal.draws.append((int(number), card))
        case "players" | "dealer":
            setattr(deal, key, int(value))
        case "kitty" | "order":
            setattr(deal, key, value.split())
        case _:
            raise Unreadable(f"a line {key!r} is not known here")


def secret_of(value: str) -> bytes:
    secret = bytes.fromhex(value)
    if len(secret) != 48:
        raise Unreadable("a secret has 48 bytes")
    return secret


def framed(parts: list[bytes]) -> bytes:
    """Each part after its length in bytes (4 bytes, big-endian)."""
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def commitment(deal: Claim) -> str:
    parts = [b"kwbot commitment 1", deal.context.encode(), deal.secret]
    return hashlib.sha256(framed(parts)).hexdigest()


class Stream:
    """Numbers of two bytes from HMAC-SHA512, block after block."""

    def __init__(self, deal: Claim, about: str = "") -> None:
        texts = [deal.context + about, *deal.contributions]
        self.parts = [b"kwbot shuffle 1", *(text.encode() for text in texts)]
        self.secret = deal.secret
        self.blocks = 0
        self.rest = b""

    def number(self) -> int:
        if not self.rest:
            message = framed([*self.parts, self.blocks.to_bytes(8, "big")])
            self.rest = hmac.new(self.secret, message, hashlib.sha512).digest()
            self.blocks += 1
        two, self.rest = self.rest[:2], self.rest[2:]
        return int.from_bytes(two, "big")

    def below(self, bound: int) -> int:
        while True:
            number = self.number()
            if number < 65536 - 65536 % bound:
                return number % bound


def shuffled(deal: Claim) -> list[str]:
    """The deck as the players got it: shuffled, then cut."""
    deck = mixed(deal.cards, Stream(deal))
    return deck[deal.cut :] + deck[: deal.cut]


def ordered(deal: Claim) -> list[str]:
    """The words that this game puts into an order for each deal, in that order."""
    words = sorted(deal.order)
    return mixed(words, Stream(deal, f" order={','.join(words)}"))


def drawn(deal: Claim) -> list[tuple[int, str]]:
    """By place in the lobby: the player's number after the draw for partners, and the card.

    The highest card is player 0, then come the third, the second and the lowest.
    """
    cards = mixed(deal.cards, Stream(deal, " partners"))[:4]
    if any(len(card) != 2 or card[1] not in RANKS or card[0] not in SUITS for card in cards):
        raise Unreadable("partners are drawn by cards that have a suit and a rank")
    highest, second, third, lowest = sorted(
        cards, key=lambda card: (RANKS.index(card[1]), SUITS.index(card[0]))
    )
    seats = [highest, third, second, lowest]
    return [(seats.index(card), card) for card in cards]


def first_dealer(deal: Claim) -> int:
    """Who deals first, where chance decides it."""
    return Stream(deal, f" dealer={deal.players}").below(deal.players)


def mixed(texts: list[str], stream: Stream) -> list[str]:
    """Fisher and Yates' shuffle."""
    texts = list(texts)
    for i in range(len(texts) - 1, 0, -1):
        j = stream.below(i + 1)
        texts[i], texts[j] = texts[j], texts[i]
    return texts


def checks(deal: Claim, posted: str | None) -> list[tuple[bool, str]]:
    """Every check with its outcome."""
    result = [(deal.commit == commitment(deal), "the secret is the one committed to")]
    if posted is not None:
        same = posted.strip().lower() == deal.commit
        result.append((same, "the commitment is the one that was posted before the deal"))
    result.append((len(set(deal.cards)) == len(deal.cards), "no card is in the deck twice"))
    result.append((0 <= deal.cut < len(deal.cards), "the cut is within the deck"))

    players = [player for player, _ in deal.hands]
    in_order = bool(players) and players == sorted(set(players))
    result.append((in_order, "the hands are dealt by ascending player number"))
    deck = shuffled(deal)
    for player, hand in deal.hands:
        dealt, deck = deck[: len(hand)], deck[len(hand) :]
        result.append((sorted(dealt) == sorted(hand), f"player {player} got the cards of the deck"))
    result.append((deck == deal.kitty, "the other cards are the kitty, in this order"))
    whole = {len(hand) for _, hand in deal.hands} == {HAND} and len(deal.kitty) < HAND
    result.append((whole, f"every hand has {HAND} cards, and no hand is called a kitty"))
    if deal.order:
        result.append((ordered(deal) == deal.order, "the order of the words is the one drawn"))
    return result + first_checks(deal)


def first_checks(deal: Claim) -> list[tuple[bool, str]]:
    """Every check of what is drawn before the first deal, of which the context says what it is."""
    given = {"partners": bool(deal.draws), "dealer": deal.dealer is not None}
    told = deal.part("draw")
    result = [(there == (what in told), f"{what}: drawn if the context says so")
              for what, there in given.items() if there or what in told]  # fmt: skip
    if deal.draws:
        right = drawn(deal) == deal.draws
        result.append((right, "everybody drew this card for partners and sits accordingly"))
    if deal.dealer is not None:
        enough = deal.players > max((player for player, _ in deal.hands), default=0)
        right = enough and first_dealer(deal) == deal.dealer
        result.append((right, "the first dealer is the one drawn"))
    return result


def pressed(deal: Claim) -> list[tuple[str, str]]:
    """When each press was made that went into the shuffle, with the player's number."""
    words = (text.split(" ") for text in deal.contributions)
    ids = [(word[0], int(word[1])) for word in words if len(word) == 2 and word[1].isdecimal()]
    return [(player, made_at(number)) for player, number in ids if number < 2**63]


def made_at(number: int) -> str:
    """The time in the upper bits of Discord's ids: milliseconds since 2015."""
    at = datetime.fromtimestamp(((number >> 22) + 1420070400000) / 1000, UTC)
    return f"{at:%Y-%m-%d %H:%M:%S} UTC"


def stirred(deal: Claim) -> list[tuple[str, str]]:
    """Each line that a player typed for the shuffle, with the player's number."""
    words = (text.split(" ", 2) for text in deal.contributions)
    return [(word[0], word[2]) for word in words if len(word) == 3 and word[1] == "stir"]


def verdict(*, compared: bool, right: bool) -> str:
    if not right:
        return "The deal is NOT as it was committed to."
    if compared:
        return "The deal is fair."
    return (
        "What could be checked is right. NOT checked: whether this is the commitment that the bot "
        "posted before the deal. Give it with --commit."
    )


def main() -> int:
    parser = argparse.ArgumentParser(description="Check that a deal was shuffled fairly.")
    parser.add_argument("file", help="what /verify gave out; - for standard input")
    parser.add_argument("--commit", metavar="HEX", help="what the bot posted before the deal")
    arguments = parser.parse_args()
    try:
        from_stdin = arguments.file == "-"
        data = sys.stdin.buffer.read() if from_stdin else Path(arguments.file).read_bytes()
        deal = read(data.decode())
        results = checks(deal, arguments.commit)
    except (OSError, UnicodeDecodeError, Unreadable) as error:
        print(f"{arguments.file}: {error}", file=sys.stderr)
        return 2
    print(f"Commitment: {commitment(deal)}")
    print(f"Deck:       {' '.join(shuffled(deal))}")
    for good, what in results:
        print(f"{'ok   ' if good else 'WRONG'} {what}")
    for player, at in pressed(deal):
        print(f"Player {player} pressed: {at}")
    for player, line in stirred(deal):
        print(f"Player {player} typed: {line}")
    right = all(good for good, _ in results)
    print(verdict(compared=arguments.commit is not None, right=right))
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
