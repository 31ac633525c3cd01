"""Random hidden hands, dealt among those who may hold the cards."""

from collections.abc import Callable, Iterable, Mapping
from random import Random

Choose = Callable[[list[int], Mapping[int, int]], int]
"""A choice of who gets a card, among those who may, by the room in each hand."""


def rarest_first(cards: Iterable[int], might: Mapping[int, int]) -> list[int]:
    """Return cards in their order of dealing: those that few may hold first."""
    return sorted(cards, key=lambda card: sum(1 for one in might.values() if one & card))


def draw_hands(
    unseen: Iterable[int],
    might: Mapping[int, int],
    sizes: Mapping[int, int],
    rng: Random,
    choose: Choose,
) -> dict[int, int] | None:
    """Return the unseen cards dealt once, as masks by holder; None if one fits nowhere. `might` has
    the cards that each may hold, `sizes` their number."""
    order = [*unseen]
    rng.shuffle(order)
    room, dealt = dict(sizes), dict.fromkeys(sizes, 0)
    for card in rarest_first(order, might):
        able = [who for who, cards in might.items() if cards & card and room[who]]
        if not able:
            return None
        who = choose(able, room)
        dealt[who] |= card
        room[who] -= 1
    return dealt
