"""Shares of a finished match: of whoever has a seat at its end."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from kwbot.engine.deals.match import Match
from kwbot.tables.past.leaderboard_entries import last_scored_deal, outcome
from kwbot.variants import games
from tests.engine.playing import begin, one_move, shuffled
from tests.tables.sandbox import BO, CLEO, DAG, House


def played(game: str, options: dict[str, str], *, joined_after: int) -> Match:
    """A match to its end, with a new player on seat 1 after so many deals."""
    rng, match = Random(7), begin(games()[game], 4, options)
    while not match.is_won:
        if len(match.deals) == joined_after and "Eva" not in match.names:
            match = match.with_player(1, "Eva")
        match = shuffled(match, rng)
        while match.to_act():
            match = one_move(match, rng)[0]
        match = match.with_score()
    return match


@pytest.mark.parametrize(
    ("game", "options"), [("hus", {"deals": "4"}), ("esmakker", {"deals": "4"})]
)
@pytest.mark.parametrize("joined_after", [0, 1, 3])
async def test_who_comes_later_gets_what_their_own_deals_brought(
    house: House, game: str, options: dict[str, str], joined_after: int
) -> None:
    table = house.at(await house.dealt(BO, CLEO, DAG))
    match = played(game, options, joined_after=joined_after)
    entered = outcome(replace(table, match=match), house.clock.now())
    late, others = entered.results[1], [entered.results[at] for at in (0, 2, 3)]
    earned = match.sheet.scores
    before = match.deals[joined_after - 1].scores[1] if joined_after else 0
    assert late.points == earned[1] - before
    assert [one.points for one in others] == [earned[at] for at in (0, 2, 3)]
    own = match.deals[joined_after:]
    assert late.bids_tried == sum(
        deal.result.declarer == 1 or 1 in dict(deal.result.soloists) for deal in own
    )
    assert all(one.won == (one.seat in (match.sheet.winners or ())) for one in others)
    assert (late.place is None) == (joined_after == 3), "compared with nobody: too late"
    assert all(one.place == 1 for one in others if one.won)
    assert sorted(others, key=lambda one: one.place or 0) == sorted(
        others, key=lambda one: (not one.won, -one.points)
    )
    assert late.won == (1 in (match.sheet.winners or ()) and joined_after < 3)


async def test_who_gave_up_a_seat_has_all_of_it_though_its_computer_gets_another_name(
    house: House,
) -> None:
    table, rng = house.at(await house.dealt(BO, CLEO, DAG)), Random(7)
    match = begin(games()["hus"], 4, {"deals": "4"})
    left = replace(BO.seated(), user=None, left_by=BO.id)
    table = replace(table, seated=(table.seated[0], left, *table.seated[2:]))
    people = []
    while not match.is_won:
        if len(match.deals) == 1:
            match = match.gone_away(1).with_player(1, "Ada").come_back(1)
        if len(match.deals) == 3:
            match = match.with_player(1, "Brage")
        match = shuffled(match, rng)
        while match.to_act():
            match = one_move(match, rng)[0]
        match = match.with_score()
        people.append(last_scored_deal(replace(table, match=match), house.clock.now()).people)
    assert people[1:] == [4, 3, 3], "they took part until they had left"
    (mine,) = [
        one
        for one in outcome(replace(table, match=match), house.clock.now()).results
        if one.user_id == BO.id
    ]
    assert mine.points == match.sheet.scores[1]
