"""Deals that fit what is known are drawn as often as they should be, each for itself."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise
from statistics import correlation

import pytest

from kwbot.players.kernel import Sampler, State, TrickRules

Hands = tuple[int, ...]


def drawn(unseen: Sampler, times: int, seed: int = 1) -> Iterator[Hands]:
    """Hands and what lies aside, from one sample to the next."""
    position = State(TrickRules(4))
    for _ in range(times):
        seed = unseen.deal(position, seed, 30)
        yield (*position.hand[: position.rules.players], position.aside)


def knowing(number: int, rooms: tuple[int, ...], *lacking: tuple[int, int]) -> Sampler:
    """So many cards, and who has room for how many; `lacking` tells who lacks which card, and
    these come first."""
    unseen = Sampler([1 << at for at in range(number)], len({card for _, card in lacking}))
    for seat, room in enumerate(rooms):
        lacks = sum(1 << card for who, card in lacking if who == seat)
        unseen.player(seat, 0, lacks, room)
    unseen.aside = number - sum(rooms)
    return unseen


def samples(number: int, rooms: tuple[int, ...]) -> Iterator[Hands]:
    """All there are."""

    def dealt(cards: frozenset[int], rest: tuple[int, ...]) -> Iterator[Hands]:
        if not rest:
            yield (sum(1 << card for card in cards),)
            return
        for mine in combinations(sorted(cards), rest[0]):
            for others in dealt(cards - set(mine), rest[1:]):
                yield (sum(1 << card for card in mine), *others)

    return dealt(frozenset(range(number)), rooms)


@pytest.mark.parametrize("lacking", [(), ((1, 0),), ((1, 0), (1, 1)), ((0, 0), (1, 0))], ids=str)
def test_all_samples_that_fit_are_drawn_as_often(lacking: tuple[tuple[int, int], ...]) -> None:
    rooms = (2, 2, 1, 0)
    fit = [
        sample
        for sample in samples(6, rooms)
        if not any(sample[seat] >> card & 1 for seat, card in lacking)
    ]
    found = Counter(drawn(knowing(6, rooms, *lacking), 200 * len(fit)))
    assert found.keys() == set(fit)
    assert max(abs(times - 200) for times in found.values()) < 70


def test_the_order_among_cards_that_as_many_lack_is_left_to_chance() -> None:
    """Whoever is dealt first has the free choice."""
    found = Counter(drawn(knowing(3, (1, 1, 1, 0), (0, 0), (1, 1)), 4000))
    assert found[0b010, 0b100, 0b001, 0, 0] == pytest.approx(1500, abs=120)
    assert found[0b100, 0b001, 0b010, 0, 0] == pytest.approx(1500, abs=120)
    assert len(found) == 3


@pytest.mark.parametrize("lacking", [(), ((0, 0),), tuple((2, card) for card in range(8))], ids=len)
def test_a_world_says_nothing_of_the_next(lacking: tuple[tuple[int, int], ...]) -> None:
    unseen = knowing(39, (13, 13, 13, 0), *lacking)
    suits = [(hands[0] & 0x1FFF).bit_count() for hands in drawn(unseen, 4000)]
    for apart in range(1, 6):
        assert abs(correlation(suits[apart:], suits[:-apart])) < 0.06


def test_hands_have_their_size_though_nothing_fits() -> None:
    unseen = knowing(
        8, (2, 2, 3, 0), *((seat, 0) for seat in range(3)), *((0, at) for at in range(8))
    )
    for hands in drawn(unseen, 100):
        assert [cards.bit_count() for cards in hands] == [2, 2, 3, 0, 1]
        assert sum(hands) == 0xFF


def test_cards_of_the_same_world_move_on() -> None:
    """No two samples in a row are the same by more than chance."""
    found = list(drawn(knowing(39, (13, 13, 13, 0)), 500))
    assert all(one != other for one, other in pairwise(found))
