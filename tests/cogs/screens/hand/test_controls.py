"""Every shape of a decision has controls within Discord's limits, and all of it can be reached."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from discord import ButtonStyle

from cogs.screens.hand.controls import controls
from cogs.screens.hand.draft import Draft
from cogs.screens.hand.picking import Answer, Pick, action_of, picked_on
from cogs.screens.parts.components import Press
from kwbot.engine.values import actions as act
from kwbot.engine.values.cards import FULL_DECK, JOKERS, NO_CARDS, CardSet, Suit
from kwbot.engine.values.choices import (
    Choice,
    CombinationBid,
    CutDeck,
    LadderBid,
    OneOf,
    PlayCard,
    SomeCards,
    SomeNumbers,
    card_options,
)
from kwbot.engine.values.errors import IllegalAction
from kwbot.engine.values.layout import Layout
from kwbot.engine.values.wording import Sentence
from kwbot.looks.emojis import emojis, in_emojis
from kwbot.variants import games
from tests.cogs.asking import buttons, components, menus, question

HAND = CardSet.parse("SA SK ST S2 HQ H9 H3 DJ D8 D7 CA C6 C2")
NOT = Sentence("no")


def argument(control: dict[str, Any]) -> str:
    press = Press.parse(control["custom_id"])
    assert press is not None
    return press.argument


def answer(control: dict[str, Any]) -> Answer:
    return Answer.of(argument(control))


def pick(control: dict[str, Any]) -> Pick:
    return Pick.of(argument(control))


def test_whoever_has_nothing_to_lay_down_goes_on() -> None:
    """To say no there is nothing: the question is asked for the others' sake."""
    some = tuple(map(act.ChooseCard, CardSet.parse("SA SK")))
    for actions, label in (((), "Go on"), (some, "Decline")):
        offered = buttons(question(OneOf((*actions, act.ChooseCard(None)))))
        assert list(offered)[-1] == label
        assert answer(offered[label]).action == "card none"


def bid_choice(least: int = 1) -> CombinationBid:
    """The first question of an auction of a game that has one."""
    for game in games().values():
        sheet = game.opening(game.option_values({}), 4)
        table = Layout.empty(4, 0, game.seats(sheet, 0), game.deck(4))
        script = game.script(table, sheet)
        auction = script.send(next(script))
        choice = auction.choice(auction.to_act()[0])
        if isinstance(choice, CombinationBid):
            return CombinationBid(choice.bids, least, 4)
    pytest.skip("no game with combination bids")


def reachable(choice: Choice) -> Iterator[act.Action]:
    """Everything that one press can do, leafing through lists."""
    waiting, seen = [""], {""}
    while waiting:
        picked = waiting.pop()
        for control in components(question(choice, picked)):
            if control.get("disabled"):
                continue
            values = [o["value"] for o in control["options"]] if control["type"] == 3 else [""]
            for value in values:
                if ":act:" in control["custom_id"]:
                    yield action_of(choice, answer(control), [value])
                else:
                    after = picked_on(choice, pick(control), [value])
                    if after not in seen:
                        seen.add(after)
                        waiting.append(after)


@pytest.mark.parametrize(
    "choice",
    [
        OneOf(tuple(act.NameSuit(suit) for suit in Suit)),
        OneOf(tuple(act.NameNumber(number) for number in range(14))),
        OneOf((*(act.StateSuit(s, n) for s in Suit for n in range(1, 6)), act.StateSuit(None, 0))),
        OneOf(tuple(act.NameDirection(way) for way in act.DIRECTIONS)),
        OneOf(tuple(act.NamePlayer(seat) for seat in range(4))),
        OneOf(tuple(act.NamePlayer(seat) for seat in range(25))),
        OneOf((act.Accept(), act.TurnNext())),
        OneOf((act.Pass(), act.ClaimRedeal())),
        OneOf(tuple(act.Cut(count) for count in range(52))),
        card_options(HAND),
        card_options(FULL_DECK),
        card_options(FULL_DECK | JOKERS),
        OneOf((*card_options(FULL_DECK), act.ChooseCard(None))),
        card_options(FULL_DECK - HAND),
        PlayCard(HAND),
    ],
    ids=lambda choice: f"{len(choice)}",
)
def test_every_single_action_can_be_reached(choice: Choice) -> None:
    assert set(reachable(choice)) == set(choice)


def test_only_legal_cards_are_buttons() -> None:
    legal = HAND.of_suit(Suit.HEARTS)
    shown = buttons(question(PlayCard(legal, ((HAND, NOT),)), hand=HAND))
    assert list(shown) == ["♥️Q", "♥️9", "♥️3"]


@pytest.mark.parametrize("choice", [PlayCard(HAND), card_options(HAND)])
def test_cards_stand_in_even_rows(choice: Choice) -> None:
    rows = controls(question(choice, hand=HAND))
    shown = [[one["label"][0] for one in row.to_component_dict()["components"]] for row in rows]
    assert ["".join(row) for row in shown] == ["♠♠♠♠♥", "♥♥♣♣", "♣♦♦♦"]


def test_a_suit_is_an_emoji_beside_the_rank() -> None:
    ids = dict.fromkeys(emojis(), 5)
    asked = question(PlayCard(HAND), hand=HAND)
    style = in_emojis(asked.voice.style, ids)
    asked = replace(asked, voice=replace(asked.voice, style=style))
    first = components(asked)[0]
    assert first["label"] == "A"
    assert first["emoji"]["name"].startswith("<:spades:")


def test_suits_come_in_the_order_of_a_hand() -> None:
    named = OneOf(tuple(act.NameSuit(suit) for suit in Suit))
    wanted = ["Spades", "Hearts", "Clubs", "Diamonds"]
    assert [*buttons(question(named))] == wanted
    assert [*buttons(question(card_options(FULL_DECK)))][:4] == wanted


def test_the_four_suits_stand_in_two_rows_alike() -> None:
    """Their names are too long for one row of a phone."""
    named = OneOf(tuple(act.NameSuit(suit) for suit in Suit))
    assert [len(row.children) for row in controls(question(named))] == [2, 2]


def test_of_thirty_cards_a_suit_is_chosen_first() -> None:
    many = CardSet(list(FULL_DECK)[:30])
    assert set(reachable(PlayCard(many))) == set(PlayCard(many))


def test_menus_say_what_is_chosen() -> None:
    statements = OneOf(
        (*(act.StateSuit(s, n) for s in Suit for n in range(1, 6)), act.StateSuit(None, 0))
    )
    deck = card_options(FULL_DECK)
    for choice, picked, title in (
        (statements, "", "Suit and how strongly (5 = most)"),
        (SomeNumbers(2, 0, 13), "", "Choose 2 numbers"),
        (deck, "H", "Name any card in the deck"),
    ):
        assert [menu["placeholder"] for menu in menus(question(choice, picked))] == [title]


@pytest.mark.parametrize("cards", [HAND, FULL_DECK], ids=["hand", "deck"])
@pytest.mark.parametrize(("least", "most"), [(3, 3), (1, 4), (0, 2), (13, 13)])
def test_some_cards_are_chosen_and_then_confirmed(cards: CardSet, least: int, most: int) -> None:
    choice, rng = SomeCards(cards, least, most), random.Random(1)
    for _ in range(20):
        wanted = choice.sample(rng)
        assert isinstance(wanted, act.ChooseCards)
        picked = ""
        for at in range(len(menus(question(choice)))):
            menu = menus(question(choice, picked))[at]
            here = [o["value"] for o in menu["options"]]
            values = [card.text for card in wanted.cards if card.text in here]
            picked = picked_on(choice, pick(menu), values)
        confirm, *keep = buttons(question(choice, picked)).values()
        assert not confirm["disabled"]
        assert action_of(choice, answer(confirm), []) == wanted
        assert bool(keep) == (not least and bool(wanted.cards))


@pytest.mark.parametrize(
    ("choice", "way", "values"),
    [
        (SomeCards(HAND, 0, 2), "cards0/", [card.text for card in HAND]),
        (SomeNumbers(2, 0, 13), "numbers/", ["1", "2", "3"]),
    ],
)
def test_a_menu_shows_no_more_chosen_than_can_be(
    choice: Choice, way: str, values: list[str]
) -> None:
    """Discord would refuse it."""
    for menu in menus(question(choice, picked_on(choice, Pick.of(way), values))):
        chosen = [one for one in menu["options"] if one.get("default")]
        assert len(chosen) == menu["max_values"]


@pytest.mark.parametrize(
    ("least", "most", "asked"),
    [(3, 3, "Choose 3 cards"), (1, 1, "Choose 1 card"), (0, 3, "Choose cards (0–3)")],
)
def test_a_menu_says_how_many_cards_are_chosen(least: int, most: int, asked: str) -> None:
    assert menus(question(SomeCards(HAND, least, most)))[0]["placeholder"] == asked


def test_directions_are_written_like_suits() -> None:
    directions = tuple(map(act.NameDirection, ("left", "across")))
    assert [*buttons(question(OneOf(directions)))] == ["⬅️ To the left", "⬆️ Across"]


def test_all_cards_can_be_kept_by_one_press() -> None:
    choice = SomeCards(HAND, 0, 3, step=3)
    assert menus(question(choice))[0]["placeholder"] == "Choose cards (0 or 3)"
    for values in ([], ["SA"], ["SA", "SK", "C2"]):
        picked = picked_on(choice, Pick.of("cards0/"), values)
        shown = buttons(question(choice, picked))
        keep = shown.pop("Keep all cards")
        assert action_of(choice, answer(keep), []) == act.ChooseCards(NO_CARDS)
        assert [one["disabled"] for one in shown.values()] == {0: [], 1: [True], 3: [False]}[
            len(values)
        ]


def test_a_deck_is_cut_by_one_press() -> None:
    choice = CutDeck(55)
    shown = buttons(question(choice))
    assert list(shown)[:3] == ["Knock", "✂️ 7", "✂️ 14"]
    assert {action_of(choice, answer(one), []) for one in shown.values()} <= set(choice)
    assert len(shown) == 8


LADDER = tuple(act.Bid((str(tricks), *more)) for tricks in range(7, 14)
               for more in ((), ("a",), ("b",), ("c",), ("d",), ("e",)))  # fmt: skip


def test_every_bid_of_a_ladder_is_one_press_or_two() -> None:
    choice = LadderBid(LADDER, (act.Pass(), act.Join(), act.ClaimRedeal()))
    shown = buttons(question(choice))
    assert list(shown)[:3] == ["Pass", "Join", "Claim a redeal"]
    at_once = {action_of(choice, answer(one), []) for one in shown.values() if ":act:" in str(one)}
    assert at_once == {*choice.calls, *LADDER[:4]}
    assert all(one["style"] != ButtonStyle.success.value for one in shown.values()), "advised"
    offered = []
    for menu in menus(question(choice)):
        for option in menu["options"]:
            picked = picked_on(choice, pick(menu), [option["value"]])
            label, confirm = buttons(question(choice, picked)).popitem()
            bid = action_of(choice, answer(confirm), [])
            assert label == f"Bid: {option['label']}"
            offered.append(bid)
    assert offered == list(LADDER[4:])


def test_the_top_of_a_ladder_leaves_only_calls() -> None:
    choice = LadderBid((), (act.Pass(), act.Join()), LADDER[-1])
    assert list(buttons(question(choice))) == ["Pass", "Join", "Rules"]
    assert not menus(question(choice))


@pytest.mark.parametrize("choice", [LadderBid(LADDER, (act.Pass(),)), bid_choice()])
def test_where_bids_are_suggested_one_press_leads_back_to_them(choice: Choice) -> None:
    shown = buttons(replace(question(choice), draft=Draft(suggested={act.Pass(): 0.5})))
    assert shown["Suggestions"]["custom_id"] == str(question(choice).look(""))
    assert "Clear" not in shown
    assert "Suggestions" not in buttons(question(choice))


def test_too_few_cards_cannot_be_confirmed() -> None:
    choice = SomeCards(HAND, 3, 3)
    picked = picked_on(choice, pick(menus(question(choice))[0]), ["SA", "SK"])
    (confirm,) = buttons(question(choice, picked)).values()
    assert confirm["disabled"]
    assert confirm["label"] == "Confirm: ♠A ♠K"


def test_numbers_are_chosen_and_then_confirmed() -> None:
    choice = SomeNumbers(3, 0, 13)
    (menu,) = menus(question(choice))
    assert (menu["min_values"], menu["max_values"], len(menu["options"])) == (3, 3, 14)
    picked = picked_on(choice, pick(menu), ["0", "13", "4"])
    (confirm,) = buttons(question(choice, picked)).values()
    assert action_of(choice, answer(confirm), []) == act.NameNumbers((0, 4, 13))


def test_every_bid_can_be_put_together_in_any_order_of_menus() -> None:
    choice, rng = bid_choice(), random.Random(2)
    for _ in range(50):
        bid = choice.bids.sample(1, 4, rng)
        assert bid is not None
        picked = ""
        mains, extras = menus(question(choice, picked))
        steps = [(mains, [bid.parts[0]]), (extras, list(bid.parts[1:]))]
        if rng.randrange(2):
            steps.reverse()
        for menu, values in steps:
            now = next(
                one for one in menus(question(choice, picked)) if pick(one).way == pick(menu).way
            )
            picked = picked_on(choice, pick(now), values)
        shown = buttons(question(choice, picked))
        assert not shown["Bid"]["disabled"]
        assert choice.accept(action_of(choice, answer(shown["Bid"]), [])) == bid


def test_a_bid_below_the_least_value_cannot_be_pressed() -> None:
    choice = bid_choice(least=99)
    main = menus(question(choice))[0]
    picked = picked_on(choice, pick(main), [main["options"][-1]["value"]])
    shown = buttons(question(choice, picked))
    assert shown["Bid"]["disabled"]
    assert not shown["Pass"]["disabled"]
    cleared = picked_on(choice, pick(shown["Clear"]), [])
    assert buttons(question(choice, cleared))["Clear"]["disabled"]


def test_a_proof_against_a_bid_disables_its_button() -> None:
    choice = bid_choice()
    main = menus(question(choice))[0]
    picked = picked_on(choice, pick(main), [main["options"][-1]["value"]])
    asked = question(choice, picked)
    doubted = replace(asked, draft=Draft(picked, objection=Sentence("No.")))
    assert not buttons(asked)["Bid"]["disabled"]
    assert buttons(doubted)["Bid"]["disabled"]


@pytest.mark.parametrize(
    "way", ["go/x", "bid0/", "bid0/7+a", "main/", "main/99.0", "cards0/", "numbers/", "", "extra9/"]
)
@pytest.mark.parametrize("values", [[], ["nothing"], ["SA"], ["99999999999"]])
@pytest.mark.parametrize("shape", ["one", "cards", "numbers", "bid", "ladder"])
def test_forged_presses_are_refused_or_harmless(way: str, values: list[str], shape: str) -> None:
    choices: dict[str, Choice] = {
        "one": card_options(FULL_DECK),
        "cards": SomeCards(HAND, 3, 3),
        "numbers": SomeNumbers(3, 0, 13),
        "bid": bid_choice(),
        "ladder": LadderBid(LADDER[10:], (act.Pass(),), LADDER[9]),
    }
    try:
        picked = picked_on(choices[shape], Pick.of(way), values)
    except IllegalAction:
        return
    components(question(choices[shape], picked))


@pytest.mark.parametrize("text", ["", "=", "=zz", "=-5", "play", "play XX", "bid", "nonsense"])
def test_forged_actions_are_never_taken(text: str) -> None:
    shapes = (SomeCards(HAND, 3, 3), SomeNumbers(3, 0, 13), bid_choice(), LadderBid(LADDER, ()))
    for choice in (card_options(HAND), *shapes):
        with pytest.raises(IllegalAction):
            choice.accept(action_of(choice, Answer.of(text), []))


@pytest.mark.parametrize("language", ["en", "sv", "da"])
def test_the_bid_builder_fits_in_every_language(language: str) -> None:
    assert len(components(question(bid_choice(), language=language))) == 6


@pytest.mark.parametrize("way", ["card/CA", "card/x", "cards0/0", "go/", "x"])
def test_only_a_card_that_is_offered_is_picked(way: str) -> None:
    choice = PlayCard(CardSet.parse("SA S2"))
    assert picked_on(choice, Pick.of("card/S2"), []) == "S2"
    with pytest.raises(IllegalAction):
        picked_on(choice, Pick.of(way), [])


def test_who_may_choose_themselves_reads_you() -> None:
    asked = question(OneOf(tuple(act.NamePlayer(seat) for seat in range(4))))
    assert [one["label"] for one in components(asked)] == ["You", "Bo", "Cia", "Dag"]
