"""The fair shuffle: nobody can know or steer a deal, and everybody can check it afterwards.

The bot draws a secret and posts `commitment(context, secret)`. The players contribute texts that
the bot cannot choose. Then `shuffle` gives the deck, and after the deal the secret is revealed:
`/verify` hands out a `transcript`, which `verify_deal.py` recomputes. docs/fair-shuffle.md says why
this can be trusted, and has test vectors for other verifiers.

Format, version 1. Texts are UTF-8. `frame(p1, p2, …)` is every part as its length in bytes
(4 bytes, big-endian) followed by the part.

- context: `table=ID deal=N cards=C1,C2,…`, the cards in their order before shuffling; where hands
  have not 13 cards, followed by ` hands=HxN`: H hands of N cards
- commitment: lower-case hexadecimal SHA-256 of frame("kwbot commitment 1", context, secret)
- stream: blocks i = 0, 1, … of 64 bytes, each HMAC-SHA512 with the secret as key and
  frame("kwbot shuffle 1", context, contribution 1, …, contribution k, i as 8 bytes big-endian)
  as message; read as numbers of 2 bytes, big-endian
- a number below b: the next of the stream that is below 65536 - 65536 mod b, modulo b
- shuffle: for i = n - 1 down to 1, swap card i with card j, j a number below i + 1
- cut of k: the top k cards go under the others
- dealing: hands by ascending player number, each the next cards from the top; last the
  kitty, and what stays out of the deal
- words whose order is drawn: shuffled likewise from their alphabetical order, with the context
  followed by ` order=W1,W2,…` in that order
- before the first deal, what the context says is drawn (` draw=partners`, ` draw=dealer`):
  a card each from the top of the cards shuffled with the context followed by ` partners`; the
  first dealer, a number below the number of players, with the context followed by ` dealer=N`
"""

import hashlib
import hmac
import secrets
import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import TypeVar

_T = TypeVar("_T")

SECRET_BYTES = 48
USUAL_HAND = 13
"""So many cards has a hand unless a deal's context says otherwise."""
COMMITMENT_DOMAIN = b"kwbot commitment 1"
SHUFFLE_DOMAIN = b"kwbot shuffle 1"

# Only two bytes, so that about one deal in fifty rejects a number and a verifier that forgets to
# reject is soon found out. With eight bytes nobody would ever see a rejection.
_RANDOM_NUMBERS = 1 << 16


@dataclass(frozen=True, slots=True)
class FirstDraw:
    """The draws before the first deal, for its proof."""

    partners: tuple[tuple[int, str], ...] = ()
    """The player's number after the draw and their card, by place in the lobby."""
    players: int = 0
    dealer: int | None = None
    """The first dealer, drawn from `players`; None: nobody was drawn."""

    def lines(self) -> list[str]:
        """Return the lines of a proof that say who drew what and who deals first."""
        drawn = [f"draw {player} {card}" for player, card in self.partners]
        if self.dealer is None:
            return drawn
        return [*drawn, f"players {self.players}", f"dealer {self.dealer}"]


NOTHING_DRAWN = FirstDraw()


def new_secret() -> bytes:
    """Return 48 random bytes from the operating system, stored before their commitment shows."""
    return secrets.token_bytes(SECRET_BYTES)


def deal_context(
    table: str, deal_number: int, cards: Sequence[str], draws: Sequence[str] = (), hands: str = ""
) -> str:
    """Return the context of a deal: the table, the number and the cards before shuffling. `draws`:
    what else is drawn before the first deal; `hands`: how many there are and of how many cards
    (``4x7``), where that is not `USUAL_HAND`. Raises ValueError for an ambiguous text."""
    for text in (table, *cards, *draws, hands or "0"):
        if not text.isascii() or not text.isalnum():
            raise ValueError("A table's name and a card's text are ASCII letters and digits.")
    drawn = f" draw={','.join(draws)}" if draws else ""
    sizes = f" hands={hands}" if hands else ""
    return f"table={table} deal={deal_number} cards={','.join(cards)}{sizes}{drawn}"


def draws_of(context: str) -> list[str]:
    """Return the additional draws in a deal's context."""
    drawn = context.partition(" draw=")[2]
    return drawn.split(",") if drawn else []


def cards_of(context: str) -> list[str]:
    """Return the cards in a deal's context, in their order before shuffling."""
    return context.partition(" cards=")[2].partition(" ")[0].split(",")


def order_context(context: str, words: Sequence[str]) -> str:
    """Return the context for drawing the order of some words in the same deal."""
    return f"{context} order={','.join(words)}"


def commitment(context: str, secret: bytes) -> str:
    """Return the hexadecimal SHA-256 that binds a secret to a context and reveals nothing of it."""
    return hashlib.sha256(_frame(COMMITMENT_DOMAIN, context.encode(), secret)).hexdigest()


def shuffle(
    cards: Sequence[_T], context: str, secret: bytes, contributions: Sequence[str]
) -> list[_T]:
    """Return the shuffled cards: the same for the same arguments, in every version. `contributions`
    are in order of arrival, which counts. Raises ValueError for more than 65536 cards."""
    if len(cards) > _RANDOM_NUMBERS:
        raise ValueError(f"At most {_RANDOM_NUMBERS} cards can be shuffled.")
    deck = list(cards)
    numbers = _numbers(context, secret, contributions)
    for i in range(len(deck) - 1, 0, -1):
        j = _below(i + 1, numbers)
        deck[i], deck[j] = deck[j], deck[i]
    return deck


def partners_drawn(
    context: str, secret: bytes, contributions: Sequence[str], players: int
) -> list[str]:
    """Return the card that each player draws for partners, by place in the lobby."""
    return shuffle(cards_of(context), f"{context} partners", secret, contributions)[:players]


def first_dealer(context: str, secret: bytes, contributions: Sequence[str], players: int) -> int:
    """Return the number of the player who deals first, drawn by chance."""
    return _below(players, _numbers(f"{context} dealer={players}", secret, contributions))


def cut(deck: Sequence[_T], n: int) -> list[_T]:
    """Return the deck with its top `n` cards under the others; 0 is a knock. Raises ValueError
    unless 0 <= n < number of cards."""
    if not 0 <= n < len(deck):
        raise ValueError(f"A cut takes from 0 to {len(deck) - 1} cards.")
    return [*deck[n:], *deck[:n]]


def transcript(
    context: str,
    secret: bytes,
    contributions: Sequence[str],
    hands: Mapping[int, Sequence[str]],
    *,
    kitty: Sequence[str] = (),
    order: Sequence[str] = (),
    cut_at: int = 0,
    first: FirstDraw = NOTHING_DRAWN,
) -> str:
    """Return the proof of a deal: all that `verify_deal.py` needs, one fact a line. It reveals the
    secret and all hands. `hands`: the dealt cards by player number. Raises ValueError for a
    contribution that does not fit on a line unchanged."""
    for text in contributions:
        if text != text.strip() or text.splitlines() != [text]:
            raise ValueError("A contribution is one line, not empty and without spaces around it.")
    lines = [
        "kwbot-deal 1",
        f"context {context}",
        f"commit {commitment(context, secret)}",
        f"reveal {secret.hex()}",
        *(f"contribution {text}" for text in contributions),
        *first.lines(),
        *([f"cut {cut_at}"] if cut_at else []),
        *([f"order {' '.join(order)}"] if order else []),
        *(f"hand {player} {' '.join(hands[player])}" for player in sorted(hands)),
        *([f"kitty {' '.join(kitty)}"] if kitty else []),
    ]
    return "\n".join(lines) + "\n"


def _frame(*parts: bytes) -> bytes:
    """Return the parts, each after its length, so that different parts give different bytes."""
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def _numbers(context: str, secret: bytes, contributions: Sequence[str]) -> Iterator[int]:
    """Yield the two-byte numbers of the stream."""
    texts = [text.encode() for text in (context, *contributions)]
    for block in count():
        message = _frame(SHUFFLE_DOMAIN, *texts, block.to_bytes(8, "big"))
        stream = hmac.digest(secret, message, "sha512")
        yield from struct.unpack(">32H", stream)


def _below(bound: int, numbers: Iterator[int]) -> int:
    """Return a number below `bound`, each equally likely, rejecting the uneven rest at the top."""
    limit = _RANDOM_NUMBERS - _RANDOM_NUMBERS % bound
    while (number := next(numbers)) >= limit:
        pass
    return number % bound
