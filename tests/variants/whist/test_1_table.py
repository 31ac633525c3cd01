"""Common: players, partners, dealing, trumps and the tricks."""

from random import Random

import pytest

from kwbot.engine.deals.match import Match
from kwbot.engine.deals.partner_draw import PARTNERS
from kwbot.engine.phases.base import Dealing
from kwbot.engine.values.actions import CHANCE, Dealt, parse_action
from kwbot.engine.values.cards import FULL_DECK, Card, CardSet, Suit
from kwbot.engine.values.choices import PlayCard
from kwbot.engine.values.errors import IllegalAction
from kwbot.engine.views.view import view
from tests.engine.playing import NAMES, acted, begin, begun, played_out, shuffled
from tests.variants.glance import play_of
from tests.variants.whist.table import GAME, table

FORMS = ("short", "long", "american", "guerre")
PARTNERED = FORMS[:3]


def dealing_of(match: Match) -> Dealing:
    assert match.deal
    assert isinstance(match.deal.current, Dealing)
    return match.deal.current


def legal(match: Match) -> CardSet:
    choice = match.choice(match.to_act()[0])
    assert isinstance(choice, PlayCard)
    return choice.cards


@pytest.mark.parametrize("form", FORMS)
def test_common_4_players_52_cards_13_each(form: str) -> None:
    match = begun(begin(GAME, 4, {"form": form}), Random(1))
    assert dealing_of(match).each == 13
    assert match.variant.deck(4) == FULL_DECK
    for players in (3, 5):
        with pytest.raises(IllegalAction):
            Match.begin(GAME, NAMES[:players], {})


def test_common_follow_suit_if_you_can() -> None:
    match = table("2 play DA", {2: "DA", 3: "D2 SA", 0: "SK", 1: "SQ"}, turned="SQ")
    held = match.deal.layout.hands[3]  # type: ignore[union-attr]
    assert legal(match) == held.of_suit(Suit.DIAMONDS)
    with pytest.raises(IllegalAction, match="Follow suit"):
        acted(match, "3 play SA")


def test_common_without_the_suit_trump_or_discard() -> None:
    match = table("2 play DA", turned="H2")
    assert legal(match) == FULL_DECK.of_suit(Suit.CLUBS)
    hands = {2: "DA DK DQ DJ DT D9 D8 D7 D6 D5 D4 D3 D2", 3: "SA HA CA", 1: "H2"}
    match = table("2 play DA", hands, turned="H2")
    assert {card.suit for card in legal(match)} == {Suit.SPADES, Suit.HEARTS, Suit.CLUBS}


def test_common_the_highest_trump_takes_the_trick() -> None:
    match = table("2 play DA/3 play CA/0 play SA/1 play H2", turned="H2")
    assert play_of(match).tricks[0].winner == 1


def test_common_without_a_trump_the_highest_of_the_suit_led_takes_it_and_leads() -> None:
    hands = {2: "D5 CA", 3: "DK C2", 0: "D6 SA", 1: "D7 H2"}
    match = table("2 play D5/3 play DK/0 play D6/1 play D7", hands, turned="H2")
    assert play_of(match).tricks[0].winner == 3
    assert match.to_act() == (3,)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("partners", ["drawn", "seats"])
def test_common_partners_are_drawn_in_all_forms_but_a_la_guerre(form: str, partners: str) -> None:
    match = Match.begin(GAME, NAMES[:4], {"form": form, "partners": partners})
    assert match.must_draw is (form != "guerre" and partners == "drawn")
    assert view(match, 0).sides == (() if form == "guerre" else PARTNERS)


def test_common_the_lowest_card_drawn_deals_first() -> None:
    match = Match.begin(GAME, NAMES[:4], {}).with_draw(
        tuple(map(Card.parse, ("HA", "C3", "SK", "D3")))
    )
    assert match.next_dealer() == 1
    assert [card.text for card in view(match, None).drawn] == ["HA", "C3", "SK", "D3"]


def test_common_the_two_highest_must_sit_opposite_each_other() -> None:
    with pytest.raises(IllegalAction, match="opposite"):
        Match.begin(GAME, NAMES[:4], {}).with_draw(tuple(map(Card.parse, ("HA", "SK", "C3", "D3"))))


@pytest.mark.parametrize("options", [{"partners": "seats"}, {"form": "guerre"}])
def test_common_without_a_draw_the_first_dealer_is_random(options: dict[str, str]) -> None:
    assert begin(GAME, 4, options).next_dealer() is None


@pytest.mark.parametrize("form", FORMS)
def test_common_the_deal_passes_to_the_left(form: str) -> None:
    rng, dealers = Random(5), []
    match = begin(GAME, 4, {"form": form, "rubbers": "3"})
    for _ in range(5):
        match = shuffled(match, rng)
        assert match.deal
        dealers.append(match.deal.start.dealer)
        match = played_out(match, rng).with_score()
        if match.is_won:
            break
    assert len(dealers) > 2
    assert dealers == [(dealers[0] + step) % 4 for step in range(len(dealers))]


def test_turned_up_the_last_card_of_the_dealer_is_shown_names_trumps_and_stays() -> None:
    match = table(turned="H7")
    dealer = match.deal.layout.dealer  # type: ignore[union-attr]
    assert dealer == 1
    assert play_of(match).trumps is Suit.HEARTS
    for viewer in (None, 0, 1, 2, 3):
        seen = view(match, viewer)
        assert seen.turned is Card.parse("H7")
        assert seen.known == {1: CardSet.parse("H7")}
    assert Card.parse("H7") in view(match, 1).hand


def test_turned_up_the_card_is_played_like_any_other() -> None:
    match = table("2 play DA/3 play CA/0 play SA/1 play H7", turned="H7")
    assert view(match, 0).known == {}
    assert view(match, 0).turned is Card.parse("H7")


def test_turned_up_only_a_card_of_the_dealer_can_be() -> None:
    match = begin(GAME, 4).deal_begun(1)
    hands = tuple(FULL_DECK.of_suit(suit) for suit in Suit)
    for turned in (Card.parse("SA"), None):
        with pytest.raises(IllegalAction):
            match.apply(CHANCE, Dealt(hands, turned=turned))


def test_turned_up_is_the_last_card_dealt_to_the_dealer() -> None:
    dealing = dealing_of(begin(GAME, 4).deal_begun(1))
    deck = tuple(FULL_DECK)
    assert dealing.deal_out(deck).turned is deck[25]


@pytest.mark.parametrize("form", PARTNERED)
def test_sattrumf_nothing_is_turned_up_and_the_first_lead_makes_trumps(form: str) -> None:
    match = table(form=form, trumps="sattrumf")
    assert view(match, 0).turned is None
    assert play_of(match).trumps is None
    assert view(match, 0).trumps_by_lead
    match = acted(match, "2 play D3")
    assert play_of(match).trumps is Suit.DIAMONDS
    match = acted(match, "3 play CA/0 play SA/1 play HA")
    assert play_of(match).tricks[0].winner == 2
    hands = {2: "DA S2", 3: "D2 SA"}
    match = table("2 play DA/3 play D2/rest", hands, form=form, trumps="sattrumf")
    assert {trick.trumps for trick in play_of(match).tricks} == {Suit.DIAMONDS}


def test_forehand_is_on_the_dealers_left_and_leads_to_trick_1() -> None:
    match = table()
    assert match.deal.layout.dealer == 1  # type: ignore[union-attr]
    assert match.to_act() == (2,)


@pytest.mark.parametrize("form", FORMS)
def test_there_is_no_auction_and_no_misere(form: str) -> None:
    match = shuffled(begin(GAME, 4, {"form": form}), Random(1))
    assert isinstance(match.choice(match.to_act()[0]), PlayCard)
    with pytest.raises(IllegalAction):
        match.apply(match.to_act()[0], parse_action("pass"))
    seen = view(match, 0)
    assert (seen.declarer, seen.contract) == (None, None)


@pytest.mark.parametrize("form", FORMS)
def test_a_deal_always_has_13_tricks(form: str) -> None:
    match = played_out(shuffled(begin(GAME, 4, {"form": form}), Random(2)), Random(3))
    assert len(play_of(match).tricks) == 13


def test_options_that_a_form_excludes_are_ignored_there() -> None:
    match = table(form="guerre", trumps="sattrumf")
    assert view(match, 0).turned is not None
    options = {option.key: option for option in GAME.options}
    idle = {
        form: {key for key, option in options.items() if not option.matters({"form": form})}
        for form in FORMS
    }
    assert idle == {
        "short": set(), "long": set(), "american": {"honours"},
        "guerre": {"trumps", "partners", "rubbers", "stake"},
    }  # fmt: skip
