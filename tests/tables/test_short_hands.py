"""A game of ever shorter hands: what is not dealt is no kitty, and each deal can be verified."""

from __future__ import annotations

import pytest

import verify_deal
from cogs.screens.table.past_deal import past_scene
from kwbot.engine.deals.reader import replay
from kwbot.variants import games
from tests.players.many_seats import shrinking
from tests.tables.sandbox import BO, House

DEALS = 3
pytestmark = pytest.mark.usefixtures("drawn_dealer")


async def test_what_is_not_dealt_is_no_kitty_and_each_deal_verifies(house: House) -> None:
    with shrinking() as game:
        table = await house.lobby(BO, computers=2, game=game.key, options={"deals": str(DEALS)})
        await house.start(table)
        while house.tables.index.get(table):
            state = house.at(table)
            if state.ready is not None:
                await house.crash()
                scene = past_scene(house.at(table))
                assert scene is None or scene.kitty == ()
                await house.all_ready(table)
            else:
                await house.act(table)
        _, last = house.closed(table)
        sizes = set()
        for number in range(1, last.match.number + 1):
            proof = await house.tables.archive.proof(table, number)
            assert proof is not None
            deal = verify_deal.read(proof)
            size = len(deal.hands[0][1])
            sizes.add(size)
            assert (f" hands=4x{size}" in deal.context) == (size != 13)
            assert [what for good, what in verify_deal.checks(deal, None) if not good] == []
        assert sizes == {13, 12, 11}
        record = await house.tables.archive.record(table)
        assert record is not None
        assert replay(record, games()) == last.match
