"""Actions and the shapes of choices."""

from random import Random

import pytest

from kwbot.engine.values.actions import (
    Action,
    Bid,
    ChooseCards,
    NameNumber,
    NameNumbers,
    Pass,
    Play,
    parse_action,
)
from kwbot.engine.values.cards import Card, CardSet
from kwbot.engine.values.choices import (
    Choice,
    OneOf,
    PlayCard,
    SomeCards,
    SomeNumbers,
    card_options,
)
from kwbot.engine.values.errors import IllegalAction

CARDS = CardSet.parse("SA S3 H9 DK C2")


@pytest.mark.parametrize(
    "text",
    [
        "pass", "bid noll", "bid noll+pest", "join", "jernhand", "suit D", "number 0",
        "numbers 4 6", "state H 4", "state none", "card SA", "card none", "cards SA C2", "cards",
        "direction across", "player 11", "accept", "turn-next", "show J3", "cut 0", "play C2",
    ],
)  # fmt: skip
def test_an_action_is_written_as_it_was_read(text: str) -> None:
    assert str(parse_action(text)) == text
    assert parse_action(text) == parse_action(f"  {text.replace(' ', '   ')} ")
    assert hash(parse_action(text)) == hash(parse_action(text))


@pytest.mark.parametrize(
    "text",
    [
        "", "fold", "pass 1", "bid", "bid +", "bid a b", "suit", "suit X", "suit S H", "number",
        "number x", "number -1", "number ²", "numbers 6 4", "numbers 4 4", "state", "state H",
        "state none 3", "card", "card SA SK", "card X", "cards SA SA", "direction", "direction up",
        "player", "player -1", "play", "play none", "play SA SK", "show", "cut", "PASS",
    ],
)  # fmt: skip
def test_no_action(text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        parse_action(text)


CHOICES: list[tuple[Choice, int]] = [
    (OneOf((Pass(), NameNumber(3))), 2),
    (PlayCard(CARDS), 5),
    (SomeCards(CARDS, 2, 2), 10),
    (SomeCards(CARDS, 0, 3), 1 + 5 + 10 + 10),
    (SomeCards(CARDS, 5, 5), 1),
    (SomeNumbers(2, 0, 13), 91),
    (SomeNumbers(1, 3, 3), 1),
    (card_options(CARDS), 5),
]
WRONG: list[Action] = [
    Bid(("noll",)), Play(Card.parse("SK")), ChooseCards(CardSet.parse("SK SQ")),
    NameNumbers((4, 4)), ChooseCards(CardSet.parse("SA S3 H9 DK")), NameNumbers((1, 14)),
    NameNumbers(()), NameNumbers((1, 2, 3)), NameNumber(4), parse_action("card SK"),
    parse_action("card none"),
]  # fmt: skip


@pytest.mark.parametrize(("choice", "count"), CHOICES, ids=lambda value: type(value).__name__)
def test_a_choice_lists_counts_accepts_and_draws_the_same_actions(
    choice: Choice, count: int
) -> None:
    listed = list(choice)
    assert len(listed) == len(set(listed)) == len(choice) == count
    assert all(action in choice and choice.accept(action) == action for action in listed)
    rng = Random(1)
    drawn = {choice.sample(rng) for _ in range(60 * count)}
    assert drawn == set(listed)
    for action in WRONG:
        assert action not in choice
        with pytest.raises(IllegalAction):
            choice.accept(action)
    assert "pass" not in choice


def test_numbers_are_accepted_in_any_order() -> None:
    assert SomeNumbers(2, 0, 13).accept(NameNumbers((9, 4))) == NameNumbers((4, 9))
