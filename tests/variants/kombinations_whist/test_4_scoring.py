"""§4: scoring."""

import pytest

from kwbot.engine.values.wording import Sentence
from tests.variants.kombinations_whist.table import result, sheet_of, table

POINTS = {
    "skambud": 1, "ungefar": 1, "trumf": 1, "grill": 2, "blocktrumf": 1, "spel": 2,
    "mastarskambud": 2, "precis": 2, "maxtrumf": 3, "subtrumf": 3, "rangtrumf": 4,
    "mastarspel": 3, "noll": 4, "mastartrumf": 6,
}  # fmt: skip
ANSWERS = {  # so that declarer, who holds the hearts, takes every trick they lead
    "ungefar": "1 numbers 1 13", "trumf": "1 suit H", "grill": "1 suit H",
    "blocktrumf": "1 suit H", "precis": "1 number 13", "maxtrumf": "1 suit H",
    "subtrumf": "1 suit S", "mastartrumf": "3 state none/0 state none/2 suit H",
    "rangtrumf": "0 card S2/1 card H2/2 card D3/3 card C2",
}  # fmt: skip
LEADS = "bradska+straff"


def notes(points: tuple[Sentence, ...]) -> str:
    return " ".join(map(str, points))


@pytest.mark.parametrize("bid", ["spel", "maxtrumf", "mastarspel", "mastartrumf", "precis", "grill",
                                 "trumf", "blocktrumf", "ungefar"])  # fmt: skip
def test_4_made_scores_the_points_of_the_standard_bid(bid: str) -> None:
    match = table(f"1 bid {bid}+{LEADS}/pass*/{ANSWERS.get(bid, '')}/rest")
    assert result(match).made is True
    assert result(match).points == (0, POINTS[bid], 0, 0)


@pytest.mark.parametrize("bid", ["noll", "mastarskambud", "skambud+sluthund"])
def test_4_made_by_taking_nothing(bid: str) -> None:
    match = table(f"1 bid {bid}/pass*/rest")
    assert result(match).points == (0, POINTS[bid.split("+", maxsplit=1)[0]], 0, 0)


@pytest.mark.parametrize("bid", ["noll", "skambud+sluthund", "mastarskambud", "limbo"])
def test_4_not_made_costs_2(bid: str) -> None:
    match = table(f"1 bid {bid}+bradska+oppenhand/pass*/rest")
    assert (result(match).made, result(match).points) == (False, (0, -2, 0, 0))


def test_4_straff_makes_it_4() -> None:
    match = table(f"1 bid noll+{LEADS}/pass*/rest")
    assert result(match).points == (0, -4, 0, 0)
    assert notes(result(match).notes).endswith("Penalty: -2.")


def test_4_scores_may_be_negative() -> None:
    assert table("1 bid spel/pass*/rest/score", scores=(0, 1, 0, 0)).sheet.scores[1] == -1


def test_4_a_potential_is_no_point() -> None:
    match = table("1 bid noll+potential/pass*/rest/score")
    assert (match.sheet.scores, sheet_of(match).potentials) == ((0, 4, 0, 0), (0, 1, 0, 0))


def test_4_notes_tell_how_the_points_arose() -> None:
    match = table("1 bid spel+girighet+pest+bradska/pass*/1 suit S/rest", scores=(-6, 0, 0, 0))
    told = notes(result(match).notes)
    assert "player 1 made" in told
    assert "Greed: +1" in told
    assert "Honourably plagued: +1" in told
    assert "Free point for player 0 (barred from bidding): +1" in told
    assert result(match).points == (1, 4, 0, 0)


def test_4_tricks_are_counted_by_player() -> None:
    match = table("1 bid noll/pass*/rest", players=5, early_stop="off")
    assert result(match).tricks == (13, 0, 0, 0, 0)
