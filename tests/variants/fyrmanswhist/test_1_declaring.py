"""Declaring: bottom cards, in turn and all at once."""

from random import Random

import pytest

from kwbot.engine.deals.match import Match
from kwbot.engine.deals.partner_draw import PARTNERS
from kwbot.engine.values.actions import Show
from kwbot.engine.values.cards import FULL_DECK, CardSet, Suit
from kwbot.engine.values.errors import IllegalAction
from kwbot.engine.views.view import view
from tests.engine.playing import NAMES, acted, begin, shuffled
from tests.variants.fyrmanswhist.table import BLACK, GAME, shows, table


def seen_shown(match: Match, viewer: int | None) -> dict[int, str]:
    """Which bottom cards a viewer sees, by who put them down."""
    return {
        entry.seat: entry.action.card.text
        for entry in view(match, viewer).said
        if isinstance(entry.action, Show)
    }


def contract(match: Match) -> tuple[int | None, str | None]:
    seen = view(match, None)
    return seen.declarer, seen.contract.arguments() if seen.contract else None


def known(match: Match) -> dict[int, str]:
    return {seat: str(cards) for seat, cards in (view(match, None).known or {}).items()}


def test_4_players_in_two_fixed_partnerships_opposite_each_other() -> None:
    assert view(begin(GAME, 4), 0).sides == PARTNERS
    for players in (3, 5):
        with pytest.raises(IllegalAction):
            Match.begin(GAME, NAMES[:players], {})


@pytest.mark.parametrize(("partners", "drawn"), [("drawn", True), ("seats", False)])
def test_partners_are_drawn_or_by_seat(partners: str, drawn: bool) -> None:
    match = Match.begin(GAME, NAMES[:4], {"partners": partners})
    assert match.must_draw is drawn
    assert match.next_dealer() is None


def test_52_cards_13_each() -> None:
    match = shuffled(begin(GAME, 4), Random(1))
    assert match.deal
    assert [len(hand) for hand in match.deal.layout.hands] == [13] * 4
    assert GAME.deck(4) == FULL_DECK


@pytest.mark.parametrize("showing", ["turn", "together"])
def test_every_player_secretly_puts_one_card_of_their_hand_down(showing: str) -> None:
    match = table(showing=showing)
    assert match.to_act() == (1, 2, 3, 0)
    for seat in range(4):
        offered = {action.card for action in match.choice(seat) if isinstance(action, Show)}
        assert match.deal
        assert CardSet(offered) == match.deal.layout.hands[seat]
    match = acted(match, "2 show H4/0 show S2")
    assert match.to_act() == (1, 3)
    assert seen_shown(match, 2) == {2: "H4"}
    assert seen_shown(match, 1) == seen_shown(match, None) == {}
    assert contract(match) == (None, None)
    with pytest.raises(IllegalAction, match="your hand"):
        acted(match, "1 show S2")


@pytest.mark.parametrize("showing", ["turn", "together"])
def test_all_four_black_is_pass_without_a_declarer(showing: str) -> None:
    match = shows("S2 S3 S4 S5", showing=showing)
    assert contract(match) == (None, "pass")
    assert known(match) == {0: "S2", 1: "S3", 2: "S4", 3: "S5"}


@pytest.mark.parametrize(
    ("cards", "declarer", "shown"),
    [
        ("S2 H3 S4 S5", 1, {1}),
        ("H2 H3 H4 H5", 1, {1}),
        ("S2 S3 H4 S5", 2, {1, 2}),
        ("S2 S3 H4 H5", 2, {1, 2}),
        ("S2 S3 S4 H5", 3, {1, 2, 3}),
        ("DA S3 S4 S5", 0, {0, 1, 2, 3}),
    ],
)
def test_in_turn_the_first_red_ends_the_showing_and_its_player_is_declarer(
    cards: str, declarer: int, shown: set[int]
) -> None:
    """From forehand on. What was not shown stays secret for ever, but to its player."""
    match = shows(cards)
    put_down = dict(enumerate(cards.split()))
    assert contract(match) == (declarer, "spel")
    assert known(match) == {seat: put_down[seat] for seat in sorted(shown)}
    for viewer in (None, 0, 1, 2, 3):
        visible = shown | ({viewer} if viewer is not None else set())
        assert seen_shown(match, viewer) == {seat: put_down[seat] for seat in visible}
    ended = acted(match, "rest")
    assert set(seen_shown(ended, None)) == shown


@pytest.mark.parametrize(
    ("cards", "declarer"),
    [("S2 H3 S4 S5", 1), ("H2 S3 S4 H5", 3), ("DA S3 S4 S5", 0), ("H2 H3 H4 H5", 1)],
)
def test_all_at_once_any_red_makes_it_spel_and_the_first_in_turn_is_declarer(
    cards: str, declarer: int
) -> None:
    match = shows(cards, showing="together")
    assert contract(match) == (declarer, "spel")
    assert known(match) == dict(enumerate(cards.split()))
    assert seen_shown(match, None) == known(match)


def test_in_turn_is_the_default() -> None:
    assert begin(GAME, 4).sheet.options["showing"] == "turn"


def test_a_card_shown_stays_in_the_hand_and_is_remembered_until_it_is_played() -> None:
    match = shows("S2 S3 H4 S5")
    assert match.deal
    assert "H4" in str(match.deal.layout.hands[2])
    assert view(match, 2).open_cards == {}
    match = acted(match, "3 play S5/0 play S2/1 play S3")
    assert known(match) == {2: "H4"}
    assert seen_shown(match, 0)[1] == "S3"


def test_who_holds_only_one_colour_can_only_show_that_colour() -> None:
    match = table(hands={1: "SA SK SQ SJ ST S9 S8 CA CK CQ CJ CT C9"})
    suits = {action.card.suit for action in match.choice(1) if isinstance(action, Show)}
    assert suits == {Suit.SPADES, Suit.CLUBS}


def test_the_record_has_all_four_lines_in_seat_order_in_both_ways() -> None:
    for showing in ("turn", "together"):
        match = table("2 show H4/0 show S2/3 show H5/1 show S3", showing=showing)
        assert match.deal
        assert match.deal.lines()[-4:] == ["0 show S2", "1 show S3", "2 show H4", "3 show H5"]


def test_nothing_of_a_choice_stands_in_the_record_before_all_have_chosen() -> None:
    match = table("2 show H4/0 show S2/3 show H5")
    assert match.deal
    assert not any("show" in line for line in match.deal.lines())


def test_bottom_cards_taken_back_are_forgotten() -> None:
    match = acted(table(BLACK), "undo 4")
    assert known(match) == {}
    assert match.to_act() == (1, 2, 3, 0)


@pytest.mark.parametrize("dealer", range(4))
def test_forehand_is_on_the_dealers_left(dealer: int) -> None:
    match = table("0 show H2/1 show H3/2 show H4/3 show H5", dealer=dealer)
    assert contract(match) == ((dealer + 1) % 4, "spel")
