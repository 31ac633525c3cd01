"""No screen asks for more than two decisions at once beside *More*."""

from __future__ import annotations

from itertools import cycle

import pytest

from kwbot.variants import games
from tests.e2e.club import Club
from tests.e2e.screen_counts import MAX_DECISIONS, PEOPLE, Count, story


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "people"),
    [
        pytest.param(game, people, marks=() if people == often else pytest.mark.heavy)
        for game, often in zip(games(), cycle([4, 1]))
        for people in (1, 4)
    ],
)
async def test_no_screen_of_a_game_asks_for_much_at_once(
    club: Club, game: str, people: int
) -> None:
    count = Count()
    await story(club, count, game, [club.guest(name) for name in PEOPLE[:people]])
    kinds = {kind.split(": ")[1].split(",")[0] for kind in count.found}
    assert kinds == {"lobby", "hand", "channel"}
    much = {kind: found for kind, found in count.found.items() if found[0] > MAX_DECISIONS}
    assert much == {}
