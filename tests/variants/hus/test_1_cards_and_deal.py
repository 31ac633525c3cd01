"""§1: players, cut, dealer, new deals."""

from random import Random

import pytest

from kwbot.engine.values.actions import CHANCE, Bid, Cut
from kwbot.engine.values.errors import IllegalAction
from tests.engine.playing import acted, begin, played_out, random_match, shuffled
from tests.variants.danish.table import HUS, deal_of, dealt, refused, result, table


@pytest.mark.parametrize(("players", "fits"), [(3, False), (4, True), (5, True), (6, False)])
def test_1_four_or_five_play(players: int, *, fits: bool) -> None:
    if fits:
        HUS.check_players(players)
        return
    with pytest.raises(IllegalAction):
        HUS.check_players(players)


def test_1_fifty_two_cards_and_three_jokers() -> None:
    match = table(HUS)
    hands = deal_of(match).layout.hands
    assert [len(hand) for hand in hands] == [13] * 4
    assert [str(card) for card in deal_of(match).layout.kitty] == ["J1", "J2", "J3"]
    assert len(HUS.deck(4)) == 55


def test_1_of_five_the_dealer_sits_out() -> None:
    match = table(HUS, players=5)
    assert deal_of(match).start.dealer == 1
    assert deal_of(match).layout.seats == (2, 3, 4, 0)
    assert [len(hand) for hand in deal_of(match).layout.hands] == [13, 0, 13, 13, 13]
    assert match.to_act() == (2,)
    won = acted(match, "2 bid 7/3 pass/4 pass/0 pass")
    points = result(played_out(won, Random(1))).points
    assert points[1] == 0
    assert sum(points) == 0


def test_1_the_player_after_the_host_deals_first_then_the_next() -> None:
    rng, match = Random(2), begin(HUS, 5)
    dealers: list[int] = []
    while len(dealers) < 7:
        match = shuffled(match, rng)
        dealers.append(deal_of(match).start.dealer)
        seat = match.to_act()[0]
        match = match.apply(seat, Bid(("sol",)))
        match = played_out(match, rng).with_score()
    assert dealers == [1, 2, 3, 4, 0, 1, 2]


@pytest.mark.parametrize(("players", "cutters"), [(4, [0, 1, 2, 3]), (5, [0, 1, 2, 3, 4])])
def test_1_the_player_behind_the_dealer_cuts(players: int, cutters: list[int]) -> None:
    match = begin(HUS, players, {"deals": str(players)})
    for number, cutter in enumerate(cutters, 1):
        dealer = number % players
        begun = match.deal_begun(dealer)
        assert begun.to_act() == (cutter,)
        assert len(begun.choice(cutter)) == 55
        assert Cut(0) in begun.choice(cutter)
        assert Cut(54) in begun.choice(cutter)
        assert refused(begun, f"{cutter} cut 55") == "Cut 0 to 54 cards."
        assert begun.apply(cutter, Cut(7)).to_act() == (CHANCE,)
        first = (dealer + 1) % players
        others = [(dealer + step) % players for step in (2, 3, 4)]
        passes = "/".join(f"{seat} pass" for seat in others)
        played = acted(dealt(match, {}, dealer=dealer), f"{first} bid 7/{passes}")
        match = played_out(played, Random(1)).with_score()


def test_1_a_cut_is_never_taken_back() -> None:
    match = acted(table(HUS, "2 bid 7/3 pass"), "undo 2")
    assert match.to_act() == (2,)
    assert deal_of(match).lines()[0] == "0 cut 0"
    assert refused(match, "undo 1") == "You can take back 0 at most."


def test_1_all_pass_the_same_dealer_deals_again() -> None:
    match = table(HUS, "2 pass/3 pass/0 pass/1 pass", deals="1").with_score()
    assert match.sheet.dealer == 1
    assert match.sheet.played == 0
    assert not match.is_won
    assert match.deals[0].result.played is False
    assert [str(note) for note in match.deals[0].result.notes] == ["All passed: redeal."]


def test_7_a_set_number_of_deals_that_count() -> None:
    match = random_match(HUS, 4, Random(3), {"deals": "3"})
    assert match.is_won
    assert sum(played.result.played for played in match.deals) == 3
    assert match.ended_by is None
    assert match.sheet.settlement is not None
    assert sum(match.sheet.settlement) == 0
