"""Parcels for the processes of the computer players: views, claim grounds, matches as bytes.

A view has no card that its player has not seen, so neither has its parcel, nor that of claim
grounds. Games are sent by key, cards by number. Closures, which belong to one deal, are left out:
players use the rules that are values.
"""

import io
import pickle
from collections.abc import Callable
from functools import cache
from types import FunctionType, MappingProxyType
from typing import Any
from weakref import WeakKeyDictionary

from kwbot.claims.claim_grounds import ClaimGrounds
from kwbot.engine.deals.match import Match
from kwbot.engine.deals.variant import Variant
from kwbot.engine.values.cards import CARDS, Card, CardSet
from kwbot.engine.views.view import View
from kwbot.variants import games

from .deal_start import DealStart

_openings: WeakKeyDictionary[DealStart, bytes] = WeakKeyDictionary()


def pack(value: View | Match | ClaimGrounds) -> bytes:
    """Return `value` as bytes, for `unpack` in the same version of the program."""
    target = io.BytesIO()
    _Packer(target).dump(value)
    return target.getvalue()


def parcel_of(start: DealStart) -> bytes:
    """Return the match before a deal as bytes, packed once for all its turns."""
    parcel = _openings.get(start)
    if parcel is None:
        parcel = _openings[start] = pack(start.opening)
    return parcel


def unpack(parcel: bytes) -> Any:
    return pickle.loads(parcel)  # noqa: S301 - our own bytes


def left_behind(*_: object) -> Any:
    """Stand in for a function that was left out. Raises LookupError."""
    raise LookupError("this rule did not travel")


def _left_behind() -> FunctionType:
    return left_behind  # type: ignore[return-value]


class _Packer(pickle.Pickler):
    def __init__(self, target: io.BytesIO) -> None:
        super().__init__(target, pickle.HIGHEST_PROTOCOL)

    def reducer_override(self, value: object) -> Any:
        reduced = _reducers().get(type(value))
        return NotImplemented if reduced is None else reduced(value)


@cache
def _reducers() -> dict[type, Callable[[Any], Any]]:
    """Return the reducers by type, for values that are not pickled as usual."""
    return {
        Card: lambda card: (_card, (card.index,)),
        CardSet: lambda cards: (_cards, (cards.bits,)),
        MappingProxyType: lambda mapping: (dict, (dict(mapping),)),
        FunctionType: _function,
        **dict.fromkeys(map(type, games().values()), lambda game: (_game, (game.key,))),
    }


def _function(function: FunctionType) -> Any:
    return (_left_behind, ()) if "<" in function.__qualname__ else NotImplemented


def _card(index: int) -> Card:
    return CARDS[index]


def _game(key: str) -> Variant:
    return games()[key]


def _cards(bits: int) -> CardSet:
    return CardSet.of_bits(bits)
