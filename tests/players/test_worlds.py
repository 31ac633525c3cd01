"""Worlds against the truth."""

from random import Random
from typing import Any

import pytest

from kwbot.engine.cards import CardSet
from kwbot.engine.view import view
from kwbot.players.masks import Masks
from kwbot.players.setting import Setting as Kernel
from kwbot.players.worlds import Worlds
from kwbot.players.worlds import _lacking as lacking
from tests.engine.playing import Setting
from tests.players.positions import GAMES, moments


@pytest.mark.parametrize("setting", GAMES)
def test_worlds_fit_what_was_seen(setting: Setting) -> None:
    """And so does the truth: what a player is said to lack they do not hold."""
    rng = Random(f"{setting} worlds")
    for match in moments(setting, rng, 2):
        assert match.deal
        seat, table = match.to_act()[0], match.deal.table
        seen = view(match, seat)
        masks = Masks(seen.rules.strength if seen.rules else ord, seen.stand_in)  # type: ignore[arg-type]
        worlds, position = Worlds(seen, masks), Kernel(seen).start
        for who, cards in lacking(seen).items():
            assert not cards & table.hands[who]
        for who, cards in worlds.sure.items():
            assert cards <= table.hands[who]
        worlds.deal(position, rng.getrandbits(60))
        hands = [masks.cards(position.hand[at]) for at in range(len(seen.seats))]
        held = CardSet(card for hand in hands for card in hand)
        assert len(held) == sum(map(len, hands))
        assert not held & (table.deck - worlds.unseen - seen.hand - _all(worlds.sure.values()))
        for who, hand in zip(seen.seats, hands, strict=True):
            assert len(hand) == len(table.hands[who])
            assert worlds.sure.get(who, seen.hand) <= hand


def _all(parts: Any) -> CardSet:
    return CardSet(card for cards in parts for card in cards)
