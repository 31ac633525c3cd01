"""§1: table, deck and seats."""

import pytest

from kwbot.engine.deals.match import Match
from kwbot.engine.values.cards import FULL_DECK, CardSet
from kwbot.engine.values.errors import IllegalAction, NotYourTurn
from kwbot.engine.views.view import view
from tests.engine.playing import acted, begin, dealt
from tests.variants.kombinations_whist.table import GAME, deal_of, result, sheet_of, table


def test_1_three_play_with_39_cards() -> None:
    deck = GAME.deck(3)
    assert str(FULL_DECK - deck) == "ST S9 S8 HT H9 H8 DT D9 D8 CT C9 C8 C7"
    assert len(deck) == 39


@pytest.mark.parametrize("players", [4, 5, 7, 40])
def test_1_four_and_more_play_with_52_cards(players: int) -> None:
    assert GAME.deck(players) == FULL_DECK


@pytest.mark.parametrize("players", [0, 1, 2])
def test_1_two_are_too_few(players: int) -> None:
    with pytest.raises(IllegalAction):
        begin(GAME, players)


def test_1_there_is_no_upper_limit() -> None:
    names = tuple(f"Player {number}" for number in range(60))
    match = dealt(Match.begin(GAME, names, {}), {}, dealer=58)
    assert deal_of(match).layout.seats == (59, 0, 1, 58)


@pytest.mark.parametrize(
    ("players", "dealer", "seats"),
    [
        (3, 0, (1, 2, 0)),
        (4, 2, (3, 0, 1, 2)),
        (5, 0, (1, 2, 3, 0)),  # 4 sits to the dealer's right
        (5, 3, (4, 0, 1, 3)),
        (7, 6, (0, 1, 2, 6)),
    ],
)
def test_1_dealer_and_the_three_to_the_left_are_in_the_deal(
    players: int, dealer: int, seats: tuple[int, ...]
) -> None:
    match = table(players=players, dealer=dealer)
    assert deal_of(match).layout.seats == seats
    assert match.to_act() == seats[:1]
    out = set(range(players)) - set(seats)
    assert set(view(match, 0).sitting_out) == out
    for seat in range(players):
        assert len(deal_of(match).layout.hands[seat]) == (0 if seat in out else 13)


def test_1_who_sits_out_has_no_say() -> None:
    match = table(players=5, dealer=0)
    with pytest.raises(NotYourTurn):
        match.choice(4)


def test_1_the_first_dealer_is_chances_business() -> None:
    match = begin(GAME, 4)
    assert match.next_dealer() is None
    assert deal_of(match.deal_begun(3)).layout.dealer == 3


def test_1_after_a_played_deal_the_next_among_all_players_deals() -> None:
    match = table("1 bid noll/pass*/rest/score", players=5, dealer=0)
    assert match.next_dealer() == 1
    match = table("3 bid noll/pass*/rest/score", players=5, dealer=2)
    assert match.next_dealer() == 3
    assert table("0 bid noll/pass*/rest/score", players=5, dealer=4).next_dealer() == 0


def test_1_omgiv_is_dealt_by_the_same_dealer() -> None:
    match = table("pass*/score", dealer=2)
    assert match.next_dealer() == 2
    assert match.deals[0].result.played is False
    with pytest.raises(IllegalAction):
        match.deal_begun(3)


def test_1_a_round_is_complete_when_everybody_has_dealt_a_played_deal() -> None:
    match = begin(GAME, 5)
    rounds = []
    for dealer in (0, 0, 1, 2, 3, 4):
        passed_out = len(match.deals) == 0
        first = (dealer + 1) % 5
        lines = "pass*/score" if passed_out else f"{first} bid noll/pass*/rest/score"
        match = acted(dealt(match, {}, dealer), lines)
        rounds.append(sheet_of(match).rounds)
    assert rounds == [0, 0, 0, 0, 0, 1]


def test_1_everybody_holds_13_cards_of_the_deck() -> None:
    hands = deal_of(table(players=3)).layout.hands
    assert [len(hand) for hand in hands] == [13, 13, 13]
    assert CardSet(card for hand in hands for card in hand) == GAME.deck(3)


def test_1_the_ace_is_high() -> None:
    hands = {3: "SA", 0: "SK", 1: "S2", 2: "ST"}
    lines = "1 bid noll/pass*/0 play SK/1 play S2/2 play ST/3 play SA/rest"
    assert result(table(lines, hands)).tricks[3] > 0


def test_1_with_jarn_the_ace_ranks_below_the_two() -> None:
    hands = {3: "SA", 0: "S3", 1: "S2", 2: "D2"}
    lines = "1 bid noll+jarn/pass*/0 play S3/1 play S2"
    match = table(lines, {**hands, 2: "DA DK DQ DJ DT D9 D8 D7 D6 D5 D4 D3 D2"})
    match = acted(match, "2 play D2/3 play SA")
    assert match.to_act() == (0,)
