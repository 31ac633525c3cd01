"""Deals set up by hand and told action by action, for the tests of the Danish games' referee."""

from collections.abc import Sequence

import pytest

from tests.independent.cards import RANKS, Wrong
from tests.independent.checker import check
from tests.independent.danish import DECK, ESMAKKER, HUS, JOKERS
from tests.independent.danish_course import DanishCourse
from tests.independent.danish_dealer import head


def cards(text: str) -> list[str]:
    """`SAKQ H54 J12` is SA SK SQ H5 H4 J1 J2."""
    return [word[0] + rank for word in text.split() for rank in word[1:]]


def opened(
    game: str, holds: dict[int, str], kitty: str = "J123", order: str = "", **options: str
) -> list[str]:
    """The lines up to the first bid of four players; forehand is 2 in `hus`, 1 in `esmakker`.

    What is neither held nor in the kitty is dealt from forehand on, lowest ranks first.
    """
    dealer = 1 if game == HUS else 0
    lying = cards(kitty)
    hands = {player: cards(holds.get(player, "")) for player in range(4)}
    free = sorted(DECK - set(lying).union(*hands.values()), key=rank_of)
    for steps in range(1, 5):
        hand = hands[(dealer + steps) % 4]
        missing = 13 - len(hand)
        hand.extend(free[:missing])
        del free[:missing]
    lines = [*head(game, 4, options), f"deal 1 dealer={dealer}"]
    if game == HUS:
        lines.append("0 cut 17")
    elif options.get("attachments") != "fixed":
        lines.append(f"order {order or 'vip halve sans'}")
    lines += [f"hand {player} {' '.join(hand)}" for player, hand in hands.items()]
    return [*lines, f"kitty {' '.join(lying)}"]


def rank_of(card: str) -> tuple[bool, int, str]:
    return card in JOKERS, RANKS.find(card[1]), card


SUITS_APART = {0: "SAKQJT98765432", 1: "HAKQJT98765432", 2: "DAKQJT98765432", 3: "CAKQJT98765432"}


def split(text: str) -> list[str]:
    return [line.strip() for line in text.split("/") if line.strip()]


def after(opening: Sequence[str], actions: str) -> DanishCourse:
    """The course of the deal after these lines, parted by `/`."""
    deal = check("\n".join([*opening, *split(actions)])).deal
    assert deal
    course = deal.begun()
    assert isinstance(course, DanishCourse)
    return course


def asked(opening: Sequence[str], actions: str) -> tuple[int, tuple[str, ...]]:
    ask = after(opening, actions).ask
    assert ask
    return ask.who, ask.verbs


def refused(opening: Sequence[str], actions: str, message: str) -> None:
    """The last of these lines breaks a rule, none before it does."""
    lines = [*opening, *split(actions)]
    with pytest.raises(Wrong) as caught:
        check("\n".join(lines))
    assert message in caught.value.args[0]
    assert caught.value.args[1] == len(lines)


WON = {HUS: "2 bid {}/3 pass/0 pass/1 pass", ESMAKKER: "1 bid {}/2 pass/3 pass/0 pass"}


def won(game: str, bid: str, then: str = "") -> str:
    return "/".join([WON[game].format(bid), *split(then)])
