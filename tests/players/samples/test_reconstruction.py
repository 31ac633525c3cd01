"""The deal up to now, told again with hands that a viewer imagines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, replace
from random import Random

import pytest

from kwbot.engine.deals.deal import Deal
from kwbot.engine.deals.match import Match
from kwbot.engine.values.actions import Foul, Seat
from kwbot.engine.values.cards import CardSet, Suit
from kwbot.engine.views.view import View, view
from kwbot.players.samples.kernel_input import Unsupported
from kwbot.players.samples.reconstruction import retell
from kwbot.players.search.bid_search import Scene
from tests.engine.playing import Setting, one_move, shuffled
from tests.players.positions import DANISH, GAMES, contracted
from tests.variants.kombinations_whist.forced import forced

BIDS = (
    "rangtrumf+brev+mastarbrev", "rangtrumf+jarn+rattvisa+las+straff", "subtrumf+brev+mastarbrev",
    "mastartrumf+mastarbrev+pest", "precis+brev+rattvisa+oppenhand+straff",
    "trumf+brev+mastarbrev+straff+las",
)  # fmt: skip
PUBLIC = {field.name for field in fields(View)} - {
    "purposes",
    "said",
    "choice",
    "to_act",
    "received",
}
"""What looks the same to the viewer; the others are compared by hand, or do not matter."""


def decisions(match: Match, rng: Random) -> Iterator[tuple[Match, Seat]]:
    """Every decision of a deal before the tricks, in which actions are chosen at random."""
    while match.to_act() and not (match.deal and match.deal.play):
        for seat in match.to_act():
            if len(match.choice(seat)) > 1:
                yield match, seat
        match, _ = one_move(match, rng)


def assert_stands_as_seen(match: Match, seat: Seat, rng: Random) -> None:
    """With the true hands everything is as the viewer sees it, but for others' secrets."""
    assert match.deal
    seen = view(match, seat)
    deal = retell(seen, match.deal.layout.hands, rng)
    assert_no_card_is_lost(deal)
    again = view(replace(match, deal=deal), seat)
    for name in PUBLIC:
        assert getattr(again, name) == getattr(seen, name), name
    assert str(again.choice) == str(seen.choice)
    assert set(seen.to_act) <= set(again.to_act)  # who has chosen in secret chooses again
    assert [said for said in again.said if said.action] == [s for s in seen.said if s.action]


def assert_no_card_is_lost(deal: Deal) -> None:
    table = deal.layout
    cards = [card for some in (*table.hands, *table.laid, table.kitty) for card in some]
    assert len(cards) == len(table.deck)
    assert CardSet(cards) == table.deck


def is_told_in_a_sample(match: Match, seat: Seat, rng: Random) -> bool:
    """Whether a sample is found soon in which what was said was possible; they are as seen."""
    seen = view(match, seat)
    try:
        deal, _ = Scene(seen, rng.getrandbits(60)).sample(0)
    except Unsupported:
        return False
    again = view(replace(match, deal=deal), seat)
    assert_no_card_is_lost(deal)
    assert str(again.choice) == str(seen.choice)
    assert again.hand == seen.hand
    assert [len(hand) for hand in deal.layout.hands] == [len(h) for h in match.deal.layout.hands]  # type: ignore[union-attr]
    return True


@pytest.mark.parametrize("bid", BIDS)
def test_whatever_a_bid_asks_is_told_again(bid: str) -> None:
    rng, told, asked = Random(bid), 0, 0
    for _ in range(4):
        for match, seat in decisions(forced(bid, 4, rng)[1], rng):
            assert_stands_as_seen(match, seat, rng)
            told += is_told_in_a_sample(match, seat, rng)
            asked += 1
    assert asked > 4
    assert told == asked


@pytest.mark.parametrize(("key", "bid"), DANISH)
def test_exchanges_and_called_cards_are_told_again(key: str, bid: str) -> None:
    rng, told, asked = Random(f"{key} {bid}"), 0, 0
    for _ in range(12):
        for match, seat in decisions(contracted(key, bid, rng), rng):
            assert_stands_as_seen(match, seat, rng)
            told += is_told_in_a_sample(match, seat, rng)
            asked += 1
    assert asked > 12
    assert told >= 0.9 * asked


def test_a_foul_is_told_again() -> None:
    match = forced("trumf+brev+mastarbrev+straff+las", 4, Random(5))[1]
    declarer = match.to_act()[0]
    match = match.with_foul(Foul(declarer, (declarer + 1) % 4, "fail"))
    assert_stands_as_seen(match, declarer, Random(1))


def test_what_lies_away_is_any_of_the_unseen_cards() -> None:
    rng, suits = Random(3), Counter[Suit | None]()
    match = contracted("esmakker", "8", rng)
    while match.deal and match.deal.current and match.deal.current.purpose(0).key != "exchange":
        match, _ = one_move(match, rng)
    seat = match.to_act()[0]
    for seed in range(200):
        deal, _ = Scene(view(match, seat), seed).sample(0)
        suits[deal.layout.kitty[0].suit] += 1
    assert min(suits[suit] for suit in Suit) > 10


@pytest.mark.parametrize("setting", GAMES)
def test_decisions_of_every_game_are_told_again(setting: Setting) -> None:
    rng, told, asked = Random(f"{setting} retold"), 0, 0
    for _ in range(6):
        for match, seat in decisions(shuffled(setting.begin(), rng), rng):
            assert_stands_as_seen(match, seat, rng)
            told += is_told_in_a_sample(match, seat, rng)
            asked += 1
    assert told >= 0.9 * asked


def test_whoever_names_trumps_in_halves_knows_that_nobody_else_holds_the_called_card() -> None:
    rng, asked = Random(7), 0
    while asked < 10:
        for match, seat in decisions(contracted("hus", "9+halve", rng), rng):
            seen = view(match, seat)
            purposes = {said.purpose.key: said for said in seen.said}
            exchanging = (seen.purposes or {})[seat].key == "exchange"
            if exchanging and "trumps" in purposes and purposes["trumps"].seat == seat:
                called = CardSet.parse(str(purposes["call"].action).split()[-1])
                lacking = seen.lacking or {}
                assert all(called <= lacking[other] for other in seen.seats if other != seat)
                asked += is_told_in_a_sample(match, seat, rng)
