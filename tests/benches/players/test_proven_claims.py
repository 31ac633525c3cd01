"""What the benchmark of claims finds in a few deals."""

from collections import Counter

import pytest

from benches.players.proven_claims import looked_at
from kwbot.variants import games


@pytest.mark.slow
@pytest.mark.parametrize("game", [*games()])
def test_no_claim_in_a_game_can_be_beaten(game: str) -> None:
    found = Counter[str]()
    for number in range(20):
        found.update(looked_at(game, number))
    assert found[f"{game} proven"] > 0
    assert not any(found[f"{game} {what}"] for what in ("false", "open", "broken"))
    assert found[f"{game} granted"] >= 0.9 * found[f"{game} true"]
