"""Determinizations against the truth."""

from random import Random
from typing import Any

import pytest

from kwbot.engine.deals.match import Match
from kwbot.engine.values.cards import CardSet
from kwbot.engine.views.view import view
from kwbot.players.samples.determinization import Determinizer
from kwbot.players.samples.determinization import lacking_cards as lacking
from kwbot.players.samples.kernel_input import KernelInput
from kwbot.players.samples.masks import Masks
from tests.engine.playing import Setting, one_move
from tests.players.positions import DANISH, GAMES, contracted, moments
from tests.variants.kombinations_whist.forced import forced


@pytest.mark.parametrize("setting", GAMES)
def test_samples_fit_what_was_seen(setting: Setting) -> None:
    """And so does the truth: what a player is said to lack they do not hold."""
    rng = Random(f"{setting} samples")
    for match in moments(setting, rng, 2):
        assert match.deal
        seat, table = match.to_act()[0], match.deal.layout
        seen = view(match, seat)
        masks = Masks(seen.rules.strength if seen.rules else ord, seen.stand_in)  # type: ignore[arg-type]
        samples, position = Determinizer(seen, masks), KernelInput(seen).start
        for who, cards in lacking(seen).items():
            assert not cards & table.hands[who]
        for who, cards in samples.sure.items():
            assert cards <= table.hands[who]
        samples.deal(position, rng.getrandbits(60))
        hands = [masks.cards(position.hand[at]) for at in range(len(seen.seats))]
        held = CardSet(card for hand in hands for card in hand)
        assert len(held) == sum(map(len, hands))
        assert not held & (table.deck - samples.unseen - seen.hand - _all(samples.sure.values()))
        for who, hand in zip(seen.seats, hands, strict=True):
            assert len(hand) == len(table.hands[who])
            assert samples.sure.get(who, seen.hand) <= hand


def assert_true_and_told(match: Match, rng: Random) -> bool:
    """What players are said to lack otherwise than by the tricks they lack, to the deal's end;
    whether anything was said."""
    told = False
    while match.to_act():
        assert match.deal
        for viewer in match.deal.layout.seats:
            for seat, cards in (view(match, viewer).lacking or {}).items():
                assert not cards & match.deal.layout.hands[seat]
                told = told or bool(cards)
        match, _ = one_move(match, rng)
    return told


@pytest.mark.parametrize(("key", "bid"), DANISH)
def test_who_cannot_hold_the_called_card_is_known(key: str, bid: str) -> None:
    rng = Random(f"{key} {bid} lacking")
    told = [assert_true_and_told(contracted(key, bid, rng), rng) for _ in range(6)]
    assert any(told) == (bid != "sol")


def test_with_open_trump_no_other_trump_is_declarers() -> None:
    rng = Random(2)
    for _ in range(4):
        match = forced("maxtrumf+oppentrumf", 4, rng)[1]
        assert assert_true_and_told(match, rng)


def _all(parts: Any) -> CardSet:
    return CardSet(card for cards in parts for card in cards)
