"""Running out of time, by a clock that the test turns."""

from __future__ import annotations

import pytest

from kwbot.engine.values.actions import Pass
from kwbot.ids import TableId
from kwbot.local.guest import Guest, area, buttons
from tests.e2e.arranged import arranged
from tests.e2e.club import Club
from tests.e2e.conftest import Deals


async def timed(club: Club, deals: Deals, lines: str = "") -> tuple[TableId, list[Guest]]:
    """A table of four with the usual time limits: 60 s, and 20 s for later bids."""
    table = await arranged(club, deals, lines, limits=True)
    await club.playground.idle()
    return table, club.guests


async def passes(club: Club, table_id: TableId, seconds: float, events: int) -> None:
    """Let time go by: so many things happen, and everybody sees them."""
    wanted = club.state(table_id).seq + events
    club.clock.advance(seconds)
    await club.playground.until(lambda: club.state(table_id).seq >= wanted)
    await club.playground.idle()
    assert club.state(table_id).seq == wanted


@pytest.mark.slow
async def test_a_bid_that_does_not_come_is_a_pass(club: Club, deals: Deals) -> None:
    table, _ = await timed(club, deals)
    await passes(club, table, 59, 0)
    await passes(club, table, 2, 1)
    await club.shown(table, "Bo ran out of time and gets a second chance")
    await passes(club, table, 56, 1)  # some seconds went by until everybody saw it
    match = club.game(table).match
    assert match is not None
    assert match.deal is not None
    assert match.deal.log[-1] == (1, Pass())
    await club.shown(table, "Passed: Bo")
    # The others have 20 seconds each once somebody has said something.
    for _ in range(2):
        await passes(club, table, 21, 1)
        await passes(club, table, 21, 1)
    # The last one may still bid, and in time.
    await club.play(table, "0 bid spel")
    assert club.purpose(table) == "play"


async def test_a_late_player_is_away_and_comes_back(club: Club, deals: Deals) -> None:
    table, (_, bo, _, _) = await timed(club, deals, "1 bid spel / pass* / 0 play S2")
    await passes(club, table, 61, 1)  # once more time
    assert club.game(table).to_act() == (1,)
    await passes(club, table, 61, 1)  # a computer player has played a card
    assert club.game(table).away == frozenset()
    await club.play(table, "2 play D2 / 3 play C2 / 0 play S3")
    await passes(club, table, 61, 2)  # again, and now Bo is away
    assert club.game(table).away == {1}
    await club.shown(table, "**Bo**: declarer, away", "Away: Bo (")
    await club.play(table, "2 play D3 / 3 play C3 / 0 play S4")
    assert club.game(table).to_act() == (2,)  # nobody waits for Bo
    assert [b for b in buttons(club.table_message(table), "table") if area(b)[1] == "back"]
    await bo.person.click(club.table_message(table), "My hand")  # any press brings him back
    assert club.game(table).away == frozenset()
    await club.play(table, "2 play D4 / 3 play C4 / 0 play S5")
    assert club.game(table).to_act() == (1,)
    await club.playground.until(lambda: bo.is_asked)


async def test_everybody_is_late_with_secret_cards(club: Club, deals: Deals) -> None:
    table, _ = await timed(club, deals, "1 bid spel+brev / pass* / 1 direction left")
    await club.play(table, "2 cards DA DK DQ")
    await passes(club, table, 61, 3)
    assert club.game(table).attendance.overdue == {0, 1, 3}
    await passes(club, table, 61, 3)
    assert club.purpose(table) == "play"
    assert club.game(table).away == frozenset()


async def test_a_reminder_pings_once(club: Club, deals: Deals) -> None:
    table, (_, bo, _, _) = await timed(club, deals, "1 bid spel / pass* / 0 play S2")

    def pinged() -> int:
        return sum(m.channel.guild is not None for m in bo.person.pings())

    before = pinged()
    club.clock.advance(10)
    await club.playground.idle()
    assert pinged() == before
    club.clock.advance(6)
    await club.shown(table, "@Bo: your turn!")
    assert pinged() == before + 1
    club.clock.advance(20)
    await club.playground.idle()
    assert pinged() == before + 1
    await club.play(table, "1 play H2")
    await club.playground.until(lambda: "your turn!" not in club.public(table))


async def test_whoever_leads_is_not_pinged_by_the_trick(club: Club, deals: Deals) -> None:
    table, (anna, _, _, _) = await timed(
        club, deals, "1 bid spel / pass* / 0 play S2 / 1 play H2 / 2 play D2 / 3 play C2"
    )
    before = len(anna.person.pings())
    await club.shown(table, "1 ♠2 ♥2 ♦2 ♣2 → **Anna**")
    assert len(anna.person.pings()) == before
    club.clock.advance(40)
    await club.shown(table, "@Anna: your turn!")
    assert len(anna.person.pings()) == before + 1


async def test_nobody_waits_long_for_ready(club: Club, deals: Deals) -> None:
    table, _ = await timed(club, deals, "1 pass / 2 pass / 3 pass / 0 pass")
    await club.playground.until(lambda: club.shows(table, "ready"))
    await passes(club, table, 3600, 0)  # somebody must be there
    await club.guests[2].person.click(club.table_message(table), "Next deal")
    assert club.running_deal(table) == 0
    await passes(club, table, 61, 1)
    assert club.running_deal(table) == 2


async def test_a_vote_that_nobody_answers_falls(club: Club, deals: Deals) -> None:
    table, (_, bo, _, _) = await timed(club, deals, "1 bid spel / pass* / 0 play S2")
    menu = (await bo.person.click(club.table_message(table), "More")).message
    await bo.person.click(menu, "Take back")
    await bo.person.select(menu, None, ["1"])
    await club.playground.until(lambda: club.shows(table, "agree"))
    assert club.game(table).vote is not None
    # No card is played meanwhile, and nobody's time runs.
    await passes(club, table, 59, 0)
    await passes(club, table, 2, 1)
    assert club.game(table).vote is None
    await club.play(table, "1 play H2")


async def test_no_limit_means_none(club: Club, deals: Deals) -> None:
    table = await arranged(club, deals)
    assert club.game(table).deadline is None
    await club.playground.idle()
    await passes(club, table, 23 * 3600, 1)  # that somebody is waited for is noted
    await club.play(table, "1 pass")


async def test_a_forgotten_table_is_closed(club: Club, deals: Deals) -> None:
    table = await arranged(club, deals, "1 pass")
    await club.playground.idle()
    channel = club.playground.channels[club.state(table).channel]
    message = club.table_message(table)
    club.clock.advance(24 * 3600 + 1)
    await club.playground.until(lambda: club.bot.tables.index.get(table) is None)
    await club.playground.until(
        lambda: any(
            "Nobody has played here for a long time" in club.guests[0].person.read(m)
            for m in channel.messages.values()
        )
    )
    refused = await club.guests[2].person.forge(message, f"kw:table:{table}:1:hand")
    assert "This table is closed." in refused.text


async def test_a_forgotten_lobby_is_closed(club: Club) -> None:
    anna = club.guest("Anna")
    lobby = await club.lobby(anna)
    here = club.playground.channel.messages
    await club.playground.until(lambda: any(buttons(one, "learn") for one in here.values()))
    club.clock.advance(24 * 3600 + 1)
    await club.playground.until(lambda: not list(club.bot.tables.index))
    await club.playground.until(lambda: "for a long time" in anna.person.read(lobby))
    assert not list(lobby.buttons())
    await anna.person.slash(club.playground.channel, "play")
