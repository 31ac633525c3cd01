"""Claims by clicks."""

from __future__ import annotations

from tests.e2e.arranged import arranged
from tests.e2e.club import Club
from tests.e2e.conftest import Deals


async def test_a_claim_is_looked_at_first_and_settles_the_deal(club: Club, deals: Deals) -> None:
    """Anna leads from all spades, without trumps; nobody else learns of her first questions."""
    table = await arranged(club, deals, "1 pass / 2 pass / 3 pass / 0 bid noll+bradska")
    anna, bo = club.guest_at(table, 0).person, club.guest_at(table, 1).person
    before, public = club.game(table), club.public(table)
    for wrong in ("None of the rest", "5 of the other 13"):
        menu = (await anna.click(club.table_message(table), "More")).message
        await anna.click(menu, "Claim")
        if wrong.startswith("None"):
            await anna.click(menu, wrong)
        else:
            await anna.select(menu, "A number of them", [wrong])
        assert "Not certain: play on." in anna.read(menu)
    await club.playground.idle()
    assert club.game(table) == before
    assert club.public(table) == public
    theirs = (await bo.click(club.table_message(table), "More")).message
    assert "Claim" not in {button["label"] for button in theirs.buttons()}
    menu = (await anna.click(club.table_message(table), "More")).message
    await anna.click(menu, "Claim")
    await anna.click(menu, "The rest are mine")
    assert "Certain: the deal is settled." in anna.read(menu)
    await club.shown(table, "Anna claimed all the other tricks: they were certain.")
    assert club.game(table).match.deals[0].result.tricks == (13, 0, 0, 0)
