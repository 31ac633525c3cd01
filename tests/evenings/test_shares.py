"""What the seats of a table have brought those who sat on them."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from kwbot.evenings.shares import user_shares
from kwbot.tables.state.seated import Seated
from kwbot.variants import games
from tests.engine.playing import begin, one_move, shuffled
from tests.tables.sandbox import BO, CLEO, DAG, House, Person

EVA = Person(5, "Eva")


async def test_who_comes_in_a_deal_that_is_broken_off_settles_for_the_seat(house: House) -> None:
    table, rng = house.at(await house.dealt(BO, CLEO, DAG)), Random(7)
    match = begin(games()["hus"], 4, {"deals": "4"})
    match = shuffled(match, rng)
    while match.to_act():
        match = one_move(match, rng)[0]
    match = shuffled(match.with_score(), rng).with_player(1, "Eva").finished_by(0)
    first = [seated.user for seated in table.seated]
    brought = user_shares(replace(table, match=match), first, [EVA.seated()])
    settlement = match.sheet.settlement
    assert settlement is not None
    assert settlement[1], "a deal that brought nobody anything would show nothing"
    assert (brought[EVA.id].settled, brought[BO.id].settled) == (settlement[1], 0)
    assert brought[BO.id].deals == 1
    assert brought[EVA.id].deals == 0
    seated = (*table.seated[:3], Seated("Ada"))
    with_computer = replace(table, match=match, seated=seated)
    brought = user_shares(with_computer, first, [EVA.seated()])
    assert {one.settled for one in brought.values()} == {0}, "nobody plays for money there"
