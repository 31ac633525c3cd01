"""The bot goes and comes back in every phase: what lies on people's screens works on."""

from __future__ import annotations

from random import Random

import pytest

from cogs.delivery.redraw_queue import RedrawQueue
from kwbot.ids import UserId
from kwbot.local.guest import PICK, add_computers, area, press_more, set_option
from kwbot.tables.serving.resumption import Resumption
from tests.e2e import moves
from tests.e2e.arranged import LOW, PEOPLE, arranged
from tests.e2e.club import Club
from tests.e2e.conftest import Deals
from tests.e2e.moves import leave_lobby
from tests.e2e.test_games import play_to_the_end

COURSES = {
    "auction": "restart / 1 bid trumf / restart / 2 pass / 3 pass / restart / 0 pass / 1 suit H",
    "justice": "1 bid trumf+rattvisa+straff+las / pass* / restart / 1 suit H / restart / 1 card S9"
    "/ restart / 0 play S9 / restart / 1 play H2 / 2 play D2 / 3 play C2 / restart / 1 player 3"
    "/ restart / 3 play C3 / restart / 0 play S2",
    "rank cards": "1 bid rangtrumf+brev / pass* / 2 card DK / restart / 0 card SK / 1 card H2"
    "/ 3 card CQ / restart / 1 card DK / restart / 1 direction left / 0 cards SA SQ S2 / restart"
    "/ 3 cards CA CK C2 / 1 cards HA HK HQ / 2 cards DA DQ D3 / restart / 0 play S3",
    "statements": "1 bid mastartrumf+pest+mastarbrev / pass* / restart / 3 state C 5 / 0 state none"
    "/ restart / 2 suit D / restart / 1 suit C / restart / 0 cards SA SK SQ",
    "numbers": "1 bid ungefar+atelje / pass* / restart / 1 numbers 3 5 / restart / 1 cards HA HK H3"
    " H2 / 0 play S2 / 1 play H2 / restart / 1 cards H9 / restart / 2 play D2",
    "number": "1 bid precis / pass* / restart / 1 number 13 / restart / 0 play S2",
}


@pytest.mark.slow
@pytest.mark.parametrize("course", COURSES.values(), ids=list(COURSES))
async def test_every_decision_after_a_restart(club: Club, deals: Deals, course: str) -> None:
    table = await arranged(club, deals, course)
    assert club.state(table).seq
    match = club.game(table).match
    assert match is not None
    await club.restart()
    assert club.game(table).match == match


async def test_a_message_deleted_while_the_bot_was_away_is_posted_anew(
    club: Club, deals: Deals
) -> None:
    """Discord remembers the nonce of what was posted before, and posts nothing with it (#6647)."""
    table = await arranged(club, deals, "1 bid spel / pass*")
    await club.playground.idle()
    for card, shown in (("0 play S2", "♠2"), ("1 play H2", "Bo ♥2"), ("2 play D2", "Cia ♦2")):
        before = club.table_message(table)
        await club.stop()
        club.playground.delete(before)
        await club.start()
        await club.bot.tables.all_resumed()
        club.without_tokens()
        await club.play(table, card)
        await club.shown(table, shown)
        await club.playground.idle()  # the bot notes the message after Discord has it
        assert club.table_message(table) is not before
        assert not club.game(table).paused
    assert set(club.refused()) <= {10008}


async def test_a_half_made_bid_after_a_restart(club: Club, deals: Deals) -> None:
    table = await arranged(club, deals)
    bo = club.guest_at(table, 1)
    await club.playground.until(lambda: bo.is_asked)
    hand = bo.hand
    assert hand is not None
    menu = next(menu for menu in hand.selects() if area(menu)[0] == PICK)
    await bo.person.select(hand, menu["custom_id"], ["spel"])
    (bid,) = [button["custom_id"] for button in hand.buttons() if button.get("label") == "Bid"]
    await club.restart()
    # The hand is drawn anew for its deadline: this press was on its way before.
    await bo.person.forge(hand, bid)
    await club.shown(table, "Bo: **Game (2)**")


@pytest.mark.parametrize("how", ["press", "/hand", "/table"])
async def test_whoever_comes_first_after_a_restart_finds_the_table(
    club: Club, deals: Deals, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """No table is in memory but for whoever needs it."""
    table = await arranged(club, deals)
    asked, channel = club.game(table).to_act(), club.table_message(table).channel
    guest = club.guest_at(table, asked[0])
    await club.playground.until(lambda: guest.is_asked)

    async def nothing(*_: object) -> None:
        pass

    monkeypatch.setattr(Resumption, "_resume_rest", nothing)
    monkeypatch.setattr(RedrawQueue, "_work", nothing)
    await club.restart()
    assert [one.id for one in club.bot.tables.index] == [table]
    assert not club.bot.tables.index.in_memory
    if how == "press":
        await moves.do(guest, "pass")
        assert club.game(table).to_act() != asked
    else:
        shown = await guest.person.slash(channel, how[1:])
        assert shown.message is not None
        assert club.game(table).to_act() == asked
    assert not club.refused()


@pytest.mark.slow
async def test_a_lobby_after_a_restart(club: Club) -> None:
    anna, bo = club.guest("Anna"), club.guest("Bo")
    lobby = await club.lobby(anna)
    options = (await press_more(anna.person, lobby, "More options")).message
    await club.restart()
    await bo.person.click(lobby, "Join")
    await set_option(anna.person, options, "winning", "limited")
    await set_option(anna.person, options, "rounds", "1")
    await add_computers(anna.person, lobby, 1)
    await club.restart()
    await leave_lobby(bo.person, lobby)
    await add_computers(anna.person, lobby, 1)
    await anna.person.click(lobby, "Start")
    (table,) = club.bot.tables.index.in_memory
    assert table.options["rounds"] == "1"
    assert table.names == ("Anna", "Ada", "Brage")


@pytest.mark.slow
async def test_from_deal_to_deal_and_to_a_rematch_over_restarts(club: Club, deals: Deals) -> None:
    deals.add({1: LOW})
    people = [club.guest(name) for name in ("Anna", "Bo")]
    table = (await club.table(people, 2, winning="limited", rounds="1")).id
    await club.play_deal(table)
    await club.restart()
    assert len(club.game(table).match.deals) == 1
    await club.playground.until(lambda: club.shows(table, "ready"))
    sealed = club.table_message(table)
    await people[0].person.click(sealed, "Next deal")
    await club.restart()
    await people[1].person.click(sealed, "Next deal")
    await club.playground.until(lambda: club.running_deal(table) == 2)
    end = await play_to_the_end(club, table)
    await club.restart()
    again = await people[0].person.click(end, "Play again")
    assert "Brage" in again.text


@pytest.mark.slow
async def test_a_vote_after_a_restart(club: Club, deals: Deals) -> None:
    table = await arranged(club, deals, "1 bid spel / pass* / 0 play S2 / 1 play H2")
    bo = club.guest_at(table, 1).person
    menu = (await bo.click(club.table_message(table), "More")).message
    await bo.click(menu, "Take back")
    await bo.select(menu, None, ["2"])
    await club.restart()
    for seat in (0, 2, 3):
        assert club.game(table).vote is not None
        await club.playground.until(lambda: club.shows(table, "agree"))
        await club.guest_at(table, seat).person.click(club.table_message(table), "Agree")
    assert club.game(table).vote is None
    await club.play(table, "0 play S3 / 1 play H9")


async def test_messages_are_drawn_again_after_a_restart(club: Club, deals: Deals) -> None:
    table = await arranged(club, deals, "1 bid spel / pass* / 0 play S2")
    await club.playground.idle()
    await club.stop()
    lost = club.table_message(table)
    club.playground.delete(lost)
    bo = club.guest_at(table, 1)
    assert bo.hand is not None
    club.playground.delete(bo.hand)
    await club.start()
    await club.shown(table, "Anna ♠2")
    await club.playground.until(lambda: bo.is_asked and club.state(table).message != lost.id)
    assert club.refused() == [10008] * 3, "two edits, and the hand with the nonce that it had"
    await club.play(table, "1 play H2")


async def test_a_bot_that_falls_before_it_has_told_tells_it_later(club: Club, deals: Deals) -> None:
    table = await arranged(club, deals, "1 pass / 2 pass / 3 pass")
    await club.playground.idle()
    await club.house.display.stop()
    await club.play(table, "0 pass")
    await club.playground.idle()
    waiting = [club.guest_at(table, seat) for seat in (1, 2, 3)]
    assert not any(guest.is_asked for guest in waiting)
    await club.restart()
    await club.playground.until(lambda: all(guest.is_asked for guest in waiting))
    for guest in waiting:
        await guest.act()
    await club.ready(table)
    assert club.running_deal(table) == 2


async def test_whoever_sits_out_next_is_told_later_how_their_deal_ended(club: Club) -> None:
    table = (await club.table([club.guest(name) for name in (*PEOPLE, "Eva")])).id
    await club.ready(table)
    await club.playground.idle()
    await club.house.display.stop()
    live, rng = club.bot.tables.index.at(table), Random(1)
    while (game := club.game(table)).match.deal is not None:
        seat = game.to_act()[0]
        user = UserId(club.guest_at(table, seat).id)
        await live.submit(user, game.asked_at[seat], lambda choice: choice.sample(rng))
    (seat,) = set(game.present) - game.missing_seats
    rests = club.guest_at(table, seat)
    assert game.match.finished is not None
    assert seat in game.match.finished.start.seats
    assert not rests.is_asked
    await club.restart()
    await club.playground.until(lambda: rests.is_asked)
