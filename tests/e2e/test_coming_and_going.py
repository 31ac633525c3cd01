"""Who is away, who comes in their place, and who decides that, by clicks."""

from __future__ import annotations

from tests.e2e.arranged import arranged
from tests.e2e.club import Club
from tests.e2e.conftest import Deals


async def test_a_newcomer_takes_the_seat_of_somebody_who_is_away(club: Club, deals: Deals) -> None:
    table = await arranged(club, deals, "1 bid spel / pass* / 0 play S2")
    eva, (anna, bo, *_) = club.guest("Eva", locale="sv-SE").person, [g.person for g in club.guests]
    await club.bot.tables.at(table).leave(bo.id)
    await club.shown(table, "Away: Bo (")
    asked = await eva.click(club.table_message(table), "Take the free seat")
    assert "Jag frågar om du får vara med." in asked.text
    await club.shown(table, "Eva would like to play on Bo's seat.", "@Anna: do you agree?")
    await club.playground.until(lambda: club.shows(table, "agree"))
    await anna.click(club.table_message(table), "Agree")
    await club.shown(table, "Eva plays on that seat now.")
    await club.playground.until(lambda: club.guest_at(table, 1).hand is not None)
    assert club.game(table).seat_of(eva.id) == 1
    await club.play(table, "2 play D2 / 3 play C2 / 0 play S3 / 1 play H3")


async def test_the_channel_is_told_that_a_moderator_closed_a_game(club: Club, deals: Deals) -> None:
    table = await arranged(club, deals, "1 bid spel / pass*")
    mod = club.playground.person("Mod", moderator=True)
    channel = club.table_message(table).channel
    asked = await mod.slash(channel, "admin close-table")
    assert "The first deal isn't over. Nothing of this game counts." in asked.text
    posted = len(channel.messages)
    await mod.click(asked.message, "Close the table")
    told = f"A moderator closed table {table}, Kombinations-Whist with Anna, Bo, Cia and Dag."
    await club.playground.until(lambda: told in mod.read(mod.last(channel)))
    assert len(channel.messages) == posted + 1
