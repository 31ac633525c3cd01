#!/usr/bin/env python3
"""Check that a deal was shuffled fairly. One file, Python 3.8 or newer, no other library.

    python verify_deal.py FILE [--commit HEX]      # FILE from /verify; - reads standard input

Prints the deck, one line for every check, all that went into the shuffle in its order, and what is
certain by that. HEX is what the bot posted before the deal, as the channel or the button 🔒 shows
it: only with the whole of it can a deal be called fair. Exit status: 0 all that was checked is
right, 1 something is not, 2 the file or HEX cannot be read, or HEX is only how the commitment
begins. The method is written down in docs/fair-shuffle.md; this file shares no code with the bot,
so that it can be read, or written again, on its own.
"""

from __future__ import annotations

import argparse
import codecs
import hashlib
import hmac
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import NamedTuple

LONGEST = 1 << 20  # bytes of a file: a deal has a few thousand
SHOWN = 200  # characters of a text that are printed
MOST = 1000  # cards, players or words: far more than any game has
SUITS, RANKS = "SHDC", "AKQJT98765432"
USUAL_HAND = 13  # so many cards each player gets unless the context says otherwise
MANY = {"contribution", "draw", "hand"}  # every other line stands once

NUMBER = re.compile("[0-9]+")
WORD = re.compile("[A-Za-z0-9]{1,16}")
PRESSED = re.compile("([0-9]{1,3}) ([0-9]{1,19})")
TYPED = re.compile("([0-9]{1,3}) stir (.+)", re.DOTALL)
CONTEXT = re.compile(
    "table=[A-Za-z0-9]+ deal=[0-9]{1,9} cards=[A-Za-z0-9]+(,[A-Za-z0-9]+)*"
    "( hands=[0-9]{1,4}x[0-9]{1,4})?( draw=[a-z]+(,[a-z]+)*)?"
)


class Unreadable(Exception):
    """The text is not a deal as `/verify` gives out; the message says where."""


class Contribution(NamedTuple):
    """What somebody gave to the shuffle: the id of a press, or a line that they typed."""

    text: str
    """All of it, as it went in."""
    who: int
    press: int | None
    line: str | None


@dataclass
class Claim:
    """What the text says, unchecked. Hands are in the order of their lines."""

    context: str = ""
    commit: str = ""
    secret: bytes = b""
    contributions: list[Contribution] = field(default_factory=list)
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
        return self.part("cards")

    def part(self, name: str) -> list[str]:
        """What stands in the context after `name=`; nothing if that is not there."""
        for part in self.context.split(" "):
            if part.startswith(name + "="):
                return part[len(name) + 1 :].split(",")
        return []


# --- reading ---------------------------------------------------------------------------------


def text_of(data: bytes) -> str:
    """Decode a file as any editor or shell may have saved it."""
    if len(data) > LONGEST:
        raise Unreadable(f"it is longer than {LONGEST} bytes, which no deal is")
    encoding = "utf-8"
    if data.startswith(codecs.BOM_UTF16_LE) or data[1:2] == b"\0":
        encoding = "utf-16-le"
    elif data.startswith(codecs.BOM_UTF16_BE) or data[:1] == b"\0":
        encoding = "utf-16-be"
    try:
        return data.decode(encoding).lstrip("\ufeff")
    except UnicodeDecodeError:
        raise Unreadable("it is neither UTF-8 nor UTF-16 text") from None


def read(text: str) -> Claim:
    deal = Claim()
    seen: set[str] = set()
    for number, line in enumerate(text.split("\n"), 1):
        key, _, value = line.strip(" \t\r").partition(" ")
        if not key:
            continue
        try:
            if key not in READERS:
                raise Unreadable(f"a line {shown(key)} is not known here")
            if key in seen - MANY:
                raise Unreadable(f"a second line {shown(key)}")
            seen.add(key)
            READERS[key](deal, value)
        except Unreadable as error:
            raise Unreadable(f"line {number}: {error}") from None
    if not ("kwbot-deal" in seen and deal.context and deal.commit and deal.secret):
        raise Unreadable("the lines kwbot-deal, context, commit and reveal must be there")
    return deal


def read_version(deal: Claim, value: str) -> None:
    if value != "1":
        raise Unreadable(f"version {shown(value)} is not known here")


def read_context(deal: Claim, value: str) -> None:
    if not CONTEXT.fullmatch(value):
        raise Unreadable(f"not a context: {shown(value)}")
    deal.context = value
    few(deal.cards)


def read_commit(deal: Claim, value: str) -> None:
    deal.commit = hexadecimal(value, 32).hex()


def read_secret(deal: Claim, value: str) -> None:
    deal.secret = hexadecimal(value, 48)


def read_contribution(deal: Claim, value: str) -> None:
    """Two forms are known. In any other, whoever runs the bot could have tried what suits them."""
    pressed, typed = PRESSED.fullmatch(value), TYPED.fullmatch(value)
    if pressed and int(pressed[2]) < 2**63:
        given = Contribution(value, int(pressed[1]), int(pressed[2]), None)
    elif typed:
        given = Contribution(value, int(typed[1]), None, typed[2])
    else:
        raise Unreadable(
            f"a contribution is PLAYER ID or PLAYER stir LINE, and this is neither: {shown(value)}"
        )
    deal.contributions.append(given)


def read_cut(deal: Claim, value: str) -> None:
    deal.cut = number_of(value)


def read_hand(deal: Claim, value: str) -> None:
    player, *cards = words_of(value) or [""]
    deal.hands.append((number_of(player), cards))


def read_draw(deal: Claim, value: str) -> None:
    player, *cards = words_of(value) or [""]
    if len(cards) != 1:
        raise Unreadable(f"a draw is a player and a card, not {shown(value)}")
    deal.draws.append((number_of(player), cards[0]))


def read_players(deal: Claim, value: str) -> None:
    deal.players = number_of(value)


def read_dealer(deal: Claim, value: str) -> None:
    deal.dealer = number_of(value)


def read_order(deal: Claim, value: str) -> None:
    deal.order = words_of(value)


def read_kitty(deal: Claim, value: str) -> None:
    deal.kitty = words_of(value)


READERS: dict[str, Callable[[Claim, str], None]] = {
    "kwbot-deal": read_version,
    "context": read_context,
    "commit": read_commit,
    "reveal": read_secret,
    "contribution": read_contribution,
    "cut": read_cut,
    "hand": read_hand,
    "draw": read_draw,
    "players": read_players,
    "dealer": read_dealer,
    "order": read_order,
    "kitty": read_kitty,
}


def number_of(value: str) -> int:
    if not NUMBER.fullmatch(value):
        raise Unreadable(f"not a number: {shown(value)}")
    if len(value) > len(str(MOST)) or int(value) > MOST:
        raise Unreadable(f"no deal has a number above {MOST} there: {shown(value)}")
    return int(value)


def words_of(value: str) -> list[str]:
    words = few(value.split())
    for word in words:
        if not WORD.fullmatch(word):
            raise Unreadable(f"neither a card nor a word: {shown(word)}")
    return words


def few(words: list[str]) -> list[str]:
    if len(words) > MOST:
        raise Unreadable(f"{len(words)} cards or words, and no game has more than {MOST}")
    return words


def hexadecimal(value: str, length: int) -> bytes:
    if not re.fullmatch(f"[0-9A-Fa-f]{{{2 * length}}}", value):
        raise Unreadable(f"here stand {length} bytes, as {2 * length} hexadecimal digits")
    return bytes.fromhex(value)


def posted_digits(given: str) -> str:
    """The digits of a commitment as people have it: whole, or as the channel shows it."""
    last = re.split("[:·]", given)[-1]
    digits = re.sub(r"[\s`*…]|\.\.\.", "", last).lower()
    if not re.fullmatch("[0-9a-f]{1,64}", digits):
        raise Unreadable(f"not the hexadecimal digits of a commitment: {shown(given)}")
    return digits


def shown(text: str) -> str:
    """Quote a text so that nothing of it can steer a terminal or hide, and it stays short."""
    escaped = "".join(
        one if one.isprintable() and one != "\\" else one.encode("unicode_escape").decode()
        for one in text[:SHOWN]
    ).replace('"', '\\"')
    return f'"{escaped}"' + ("…" if len(text) > SHOWN else "")


# --- computing -------------------------------------------------------------------------------


def framed(parts: list[bytes]) -> bytes:
    """Each part after its length in bytes (4 bytes, big-endian)."""
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def commitment(deal: Claim) -> str:
    parts = [b"kwbot commitment 1", deal.context.encode(), deal.secret]
    return hashlib.sha256(framed(parts)).hexdigest()


class Stream:
    """Numbers of two bytes from HMAC-SHA512, block after block."""

    def __init__(self, deal: Claim, about: str = "") -> None:
        texts = [deal.context + about, *(given.text for given in deal.contributions)]
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
        """`bound`: from 1 to 65536."""
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
    plain = [card for card in cards if len(card) == 2 and card[1] in RANKS and card[0] in SUITS]
    if len(plain) != 4:
        raise Unreadable("partners are drawn by four cards that have a suit and a rank")
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


# --- checking --------------------------------------------------------------------------------


def checks(deal: Claim, posted: str | None) -> list[tuple[bool, str]]:
    """Every check with its outcome. `posted`: hexadecimal digits, the first ones at least."""
    result = [(deal.commit == commitment(deal), "the secret is the one committed to")]
    if posted is not None:
        as_posted = "is" if len(posted) == len(deal.commit) else "begins as"
        same = deal.commit.startswith(posted)
        result.append((same, f"the commitment {as_posted} the one that was posted before the deal"))
    result.append((len(set(deal.cards)) == len(deal.cards), "no card is in the deck twice"))
    result.append((0 <= deal.cut < len(deal.cards), "the cut is within the deck"))

    players = [player for player, _ in deal.hands]
    in_order = bool(players) and players == sorted(set(players))
    result.append((in_order, "the hands are dealt by ascending player number"))
    deck = shuffled(deal)
    for player, hand in deal.hands:
        dealt, deck = deck[: len(hand)], deck[len(hand) :]
        result.append((sorted(dealt) == sorted(hand), f"player {player} got the cards of the deck"))
    result.append((deck == deal.kitty, "the other cards are the kitty or not dealt, in this order"))
    result.append(size_check(deal))
    if deal.order:
        result.append((ordered(deal) == deal.order, "the order of the words is the one drawn"))
    return result + first_checks(deal)


def size_check(deal: Claim) -> tuple[bool, str]:
    """Whether no cards of a hand are called a kitty: there are as many hands of as many cards as
    the context says. If it does not, as many are dealt as can be, or 13 each; if there are not
    enough for 13, or far too many, fewer are left than a hand has."""
    count, sizes = len(deal.hands), {len(hand) for _, hand in deal.hands}
    if len(sizes) != 1:
        return False, "every hand has as many cards"
    (size,) = sizes
    if told := deal.part("hands"):
        return told == [f"{count}x{size}"], f"{count} hands have {size} cards, as the context says"
    left, left_of_usual = len(deal.kitty), len(deal.cards) - count * USUAL_HAND
    all_dealt, usual = left < count, 0 <= left_of_usual < USUAL_HAND
    right = size > 0 and (all_dealt or (left < size and (size == USUAL_HAND or not usual)))
    return right, f"every hand has {size} cards, and no hand is called a kitty"


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


# --- telling ---------------------------------------------------------------------------------


def made_at(number: int) -> str:
    """The time in the upper bits of Discord's ids: milliseconds since 2015."""
    since = datetime(2015, 1, 1, tzinfo=timezone.utc)  # noqa: UP017 - older than datetime.UTC
    at = since + timedelta(milliseconds=number >> 22)
    return f"{at:%Y-%m-%d %H:%M:%S} UTC"


def who(deal: Claim, number: int) -> str:
    """Whoever contributed, by their number: where partners were drawn, that of their place."""
    if 0 <= number < len(deal.draws):
        return f"player {deal.draws[number][0]} (place {number} in the lobby)"
    return f"player {number}"


def went_in(deal: Claim) -> list[str]:
    """A line for each contribution, in their order."""
    told = ["Went into the shuffle, in this order:"] if deal.contributions else []
    for given in deal.contributions:
        what = (
            f"typed {shown(given.line)}" if given.line is not None
            else f"pressed {made_at(given.press or 0)}, Discord's number {given.press}"
        )  # fmt: skip
        told.append(f"  {who(deal, given.who)} {what}")
    return told


def certainty(deal: Claim) -> str:
    """What is certain by what went in."""
    lines = [given for given in deal.contributions if given.line is not None]
    if not deal.contributions:
        return (
            "Nothing went in but the secret, as where several tables are dealt the same: that the "
            "bot did not search for a secret which deals well is not shown."
        )
    if not lines:
        return (
            "Nobody stirred: no player and no outsider could know or steer the shuffle. That a "
            "changed bot did not is not shown, as nobody sees the numbers of their presses."
        )
    last = who(deal, lines[-1].who)
    if len(lines) < len(deal.contributions):
        return (
            f"Of those who stirred, {last} was the last. But presses went in BESIDE the typed "
            "lines: games of older versions have that, and today's rule forbids it. So that a "
            "changed bot did not choose among presses is not shown."
        )
    return (
        f"Only typed lines went in, and {last} stirred last: whoever typed that line, after the "
        "whole commitment and the lines before it were shown, knows that nobody could choose the "
        "shuffle, unless their line was guessed."
    )


def verdict(deal: Claim, posted: str | None, *, right: bool) -> tuple[int, str]:
    """The exit status, and the last line."""
    if not right:
        return 1, "The deal is NOT as it was committed to."
    if posted is None:
        return 0, (
            "What could be checked is right. NOT checked: whether this is the commitment that the "
            "bot posted before the deal. Give it with --commit."
        )
    if len(posted) < len(deal.commit):
        return 2, (
            "What could be checked is right, and the commitment begins as it was posted; give the "
            "whole one (button 🔒) to be sure."
        )
    return 0, "The deal is fair."


def data_of(file: str) -> bytes:
    if file == "-":
        return sys.stdin.buffer.read(LONGEST + 1)
    if "\0" in file:
        raise Unreadable("no file is called so")
    with Path(file).open("rb") as opened:
        return opened.read(LONGEST + 1)


def main() -> int:
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    parser = argparse.ArgumentParser(
        usage="%(prog)s [-h] FILE [--commit HEX]",
        description="Check that a deal was shuffled fairly.",
    )
    parser.add_argument("file", metavar="FILE", help="what /verify gave out; - for standard input")
    parser.add_argument("--commit", metavar="HEX", help="what the bot posted before the deal")
    # The digits as the channel shows them, "b72b bf61…", come as two words.
    parser.add_argument("more", nargs="*", help=argparse.SUPPRESS)
    arguments = parser.parse_intermixed_args()
    if arguments.more and arguments.commit is None:
        parser.error(f"one FILE alone is checked, not {shown(' '.join(arguments.more))} as well")
    try:
        posted = None
        if arguments.commit is not None:
            posted = posted_digits(" ".join([arguments.commit, *arguments.more]))
        deal = read(text_of(data_of(arguments.file)))
        results = checks(deal, posted)
    except (OSError, Unreadable) as error:
        print(f"{shown(arguments.file)[1:-1]}: {error}", file=sys.stderr)
        return 2
    print(f"Commitment: {commitment(deal)}")
    print(f"Deck:       {' '.join(shuffled(deal))}")
    for good, what in results:
        print(f"{'ok   ' if good else 'WRONG'} {what}")
    print("\n".join([*went_in(deal), certainty(deal)]))
    status, told = verdict(deal, posted, right=all(good for good, _ in results))
    print(told)
    return status


if __name__ == "__main__":
    sys.exit(main())
