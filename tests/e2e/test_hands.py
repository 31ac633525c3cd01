"""Where people see their cards: by direct message, by private copies, or not at all."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from cogs.delivery.calls.interaction_tokens import TOKEN_LIFE
from kwbot.ids import TableId
from kwbot.local.guest import ACT, Guest, area, buttons
from playground import ApiError, Message
from playground.api.rest import Call
from playground.people.screen import button_text
from playground.state.model import ChannelType
from tests.cogs.server import OPENAPI, oracle
from tests.e2e.arranged import SUITS, arranged, four
from tests.e2e.club import Club
from tests.e2e.conftest import Deals

START = "ready / 1 bid spel / pass* / 0 play S2"


async def copy_of(club: Club, table_id: TableId, seat: int) -> Any:
    """A private copy of a hand."""
    person = club.guest_at(table_id, seat).person
    return (await person.click(club.table_message(table_id), "My hand")).message


@pytest.mark.skipif(not OPENAPI.exists(), reason="Discord's API description is not there")
def test_requests_are_judged_by_discords_own_description() -> None:
    judge = oracle()
    assert judge is not None
    wrong = Call("POST", "/channels/{channel_id}/messages", "/channels/1/messages", 0.0)
    wrong.body = {"componentz": []}
    with pytest.raises(ApiError):
        judge(wrong)


@pytest.mark.slow
async def test_a_private_copy_follows_the_game(club: Club, deals: Deals) -> None:
    deals.add(SUITS)
    table = (await four(club)).id
    await club.play(table, START)
    bo = club.guest_at(table, 1)
    copy = await copy_of(club, table, 1)
    message = bo.hand
    assert message is not None
    (card,) = [b for b in copy.buttons() if b["custom_id"].endswith(":play H2")]
    await bo.person.click(copy, custom_id=card["custom_id"])
    # The copy gets its buttons back in the next trick, the direct message when it is pressed.
    (old,) = [b for b in message.buttons() if b["custom_id"].endswith(":play H2")]
    await club.play(table, "2 play D2 / 3 play C2 / 0 play S3")
    await club.playground.until(lambda: buttons(copy, ACT))
    assert all(area(button)[1] != "play H2" for button in copy.buttons())
    await bo.person.click(message, custom_id=old["custom_id"])
    assert buttons(message, ACT)
    assert all(area(button)[1] != "play H2" for button in message.buttons())


async def test_an_old_private_copy_works_when_discord_redraws_it_no_more(
    club: Club, deals: Deals
) -> None:
    table = await arranged(club, deals, "1 bid spel / pass*")
    anna = club.guest_at(table, 0)
    bo = club.guest_at(table, 1)
    copy = await copy_of(club, table, 0)
    old = await copy_of(club, table, 1)
    await club.playground.idle()  # the bot has heard that its answer arrived
    club.clock.advance((TOKEN_LIFE + timedelta(minutes=2)).total_seconds())
    (card,) = [b for b in copy.buttons() if b["custom_id"].endswith(":play S2")]
    await anna.person.click(copy, custom_id=card["custom_id"])
    anna.screen = copy  # which is the live one now
    await club.playground.until(lambda: bo.is_asked)
    assert not buttons(old, ACT)  # nobody could tell it
    bo.screen = (await bo.person.slash(club.playground.channel, "hand")).message
    await club.play(table, "1 play H2 / 2 play D2 / 3 play C2 / 0 play S3 / 1 play H3")


async def test_a_copy_in_each_language_of_its_owner(club: Club, deals: Deals) -> None:
    deals.add(SUITS)
    anna, bo = club.guest("Anna"), club.guest("Bo", locale="sv-SE", dms_open=False)
    table = (await club.table([anna, bo], 2)).id
    assert club.refused() == [50007]
    await club.ready(table)
    copy = await copy_of(club, table, 1)
    assert "din tur" in bo.person.read(copy)
    assert "your turn" not in bo.person.read(copy)


@pytest.mark.slow
async def test_whoever_sits_out_sees_no_cards(club: Club, deals: Deals) -> None:
    deals.add(SUITS)
    people = [club.guest(name) for name in ("Anna", "Bo", "Cia", "Dag", "Eva")]
    table = (await club.table(people)).id
    await club.play(table, START)
    await club.playground.idle()
    eva = people[4]
    copy = await copy_of(club, table, 4)
    text = eva.person.read(copy)
    assert "· you sit out" in text
    assert [b for b in copy.buttons() if area(b)[0] == ACT] == []
    shown = "\n".join(eva.person.read(m) for m in [*eva.person.dms(), copy])
    for hand in SUITS.values():
        assert hand.split()[1].replace("S", "♠") not in shown
    await club.play(table, "1 play H2")
    # Between deals all five are asked.
    await club.play_deal(table)
    await club.playground.until(lambda: club.shows(table, "ready"))
    for guest in people:
        await guest.person.click(club.table_message(table), "Next deal")
    assert club.running_deal(table) == 2
    state = club.game(table)
    assert state.match.deal is not None
    assert 4 in state.match.deal.layout.seats


@pytest.mark.slow
async def test_whoever_is_ready_for_a_deal_that_has_begun_sees_it(club: Club) -> None:
    """Nobody waits for whoever sits out, so their *Ready* may come late. That is no fault."""
    people = [club.guest(name) for name in ("Anna", "Bo", "Cia", "Dag", "Eva")]
    table = (await club.table(people)).id
    await club.ready(table)
    await club.play_deal(table)
    await club.playground.until(lambda: club.shows(table, "ready"))
    result, late = club.table_message(table), people[0].person
    (ready,) = people[0].ready_buttons(result)
    for guest in people[:0:-1]:
        await guest.person.click(result, "Next deal")
    assert club.running_deal(table) == 2
    await late.forge(result, ready["custom_id"])
    await club.playground.idle()
    assert not any("⛔" in late.read(one) for one in late.messages(result.channel))
    await club.play_deal(table)
    await late.forge(result, ready["custom_id"])  # for a deal that is over, while one is waited for
    await club.playground.until(
        lambda: any("out of date" in late.read(one) for one in late.messages(result.channel))
    )


async def test_the_table_again_below_what_people_wrote(club: Club, deals: Deals) -> None:
    deals.add(SUITS)
    table = (await four(club)).id
    await club.play(table, START)
    place = club.playground.channels[club.state(table).channel]
    old = club.table_message(table)
    anna = club.guest_at(table, 0).person
    for number in range(5):
        anna.say(place, f"How about it? {number}")
    again = await anna.slash(place, "table")
    await club.playground.until(lambda: old.deleted)
    assert club.table_message(table) is again.message
    assert list(place.messages)[-1] == again.message.id
    await club.play(table, "1 play H2")
    await club.shown(table, "Bo ♥2")


# --- in the channel ----------------------------------------------------------------------------


def kept_private(club: Club, table_id: TableId, guest: Guest) -> list[Message]:
    """The hands in a table's channel that a guest alone sees, oldest first."""
    here = club.playground.channels[club.state(table_id).channel].messages.values()
    mine = [one for one in here if one.viewer is guest.person.user and not one.deleted]
    return [one for one in mine if not buttons(one, "learn")]  # the first lesson is offered, too


@pytest.mark.parametrize("kind", [ChannelType.TEXT, ChannelType.VOICE])
async def test_a_hand_in_the_channel_needs_no_direct_message(
    club: Club, deals: Deals, kind: ChannelType
) -> None:
    """It follows the table from deal to deal, in a channel without threads or a voice channel's
    chat, where there are none."""
    await club.set(threads=kind is ChannelType.VOICE, hand="here")
    here = club.playground.add_channel(club.playground.guild, "whist club", kind)
    club.playground.channel = here
    deals.add(SUITS)
    anna = club.guest("Anna", dms_open=False)
    bo = club.guest("Bo")
    table = (await club.table([anna, bo], 2)).id
    for guest in (anna, bo):
        await club.playground.until(partial(kept_private, club, table, guest))
        (guest.screen,) = kept_private(club, table, guest)
    assert anna.screen is not None
    assert anna.screen.id > club.table_message(table).id
    assert "](http" not in anna.person.read(anna.screen)  # it says nothing of where the table is
    await club.play_deal(table)
    ready = anna.screen
    assert ready is not None
    await club.playground.until(lambda: anna.is_asked)
    await club.playground.until(lambda: club.shows(table, "ready"))
    await bo.person.click(club.table_message(table), "Next deal")
    await anna.person.click(ready, "Next deal")
    await club.playground.until(lambda: ready.deleted)
    (anna.screen,) = kept_private(club, table, anna)
    assert anna.screen.id > club.table_message(table).id
    assert anna.person.dms() == []
    assert club.state(table).channel == here.id
    assert club.refused() == []


async def test_alone_the_same_hand_in_the_channel_goes_on(club: Club, deals: Deals) -> None:
    """The line of the game stays where it is, and the hand below it."""
    await club.set(threads=False, hand="here")
    deals.add(SUITS)
    anna = club.guest("Anna", dms_open=False)
    table = (await club.table([anna], 3)).id
    await club.playground.until(lambda: kept_private(club, table, anna))
    (anna.screen,) = kept_private(club, table, anna)
    line = club.table_message(table)
    await club.play_deal(table)
    await club.playground.until(lambda: anna.is_asked)
    result = anna.person.read(anna.screen)
    assert "Score" in result or "Tricks" in result
    await anna.person.click(anna.screen, "Next deal")
    await club.playground.until(lambda: club.game(table).match.deal is not None)
    await club.playground.until(lambda: anna.is_asked)
    assert kept_private(club, table, anna) == [anna.screen]
    assert club.table_message(table) is line
    assert club.refused() == []


async def test_who_takes_no_direct_message_gets_the_hand_in_the_channel(club: Club) -> None:
    await club.set(threads=False)
    bo = club.guest("Bo", dms_open=False)
    table = (await club.table([bo], 3)).id
    await club.playground.until(lambda: kept_private(club, table, bo))
    assert "I can't DM you. Press" not in club.public(table)
    assert club.refused() == [50007]


async def test_the_menu_of_a_copy_takes_its_place_as_the_hand(club: Club, deals: Deals) -> None:
    table = await arranged(club, deals)
    bo = club.guest_at(table, 1)
    copy = await copy_of(club, table, 1)
    menu = (await bo.person.click(club.table_message(table), "More")).message
    bo.screen = (await bo.person.click(menu, "Hand: here")).message
    await club.playground.until(lambda: copy.deleted)
    assert kept_private(club, table, bo) == [bo.screen]
    await club.play(table, "1 bid spel / pass* / 0 play S2 / 1 play H2")
    assert "♥️2" in bo.person.read(bo.screen)


async def test_a_copy_becomes_the_hand_by_its_own_menu(club: Club, deals: Deals) -> None:
    table = await arranged(club, deals)
    bo = club.guest_at(table, 1)
    bo.screen = copy = await copy_of(club, table, 1)
    assert (await bo.person.click(copy, "More")).message is copy
    await bo.person.click(copy, "Hand: here")
    await club.playground.idle()
    assert kept_private(club, table, bo) == [copy]
    await club.play(table, "1 bid spel / pass* / 0 play S2 / 1 play H2")
    assert "♥️2" in bo.person.read(copy)


async def test_no_server_is_asked_for_its_leaderboard_by_direct_message(
    club: Club, deals: Deals
) -> None:
    table = await arranged(club, deals, "pass*")
    bo = club.guest_at(table, 1)
    await club.playground.until(lambda: bool(bo.hand and bo.ready_buttons(bo.hand)))
    mail = bo.hand
    assert mail is not None
    here = (await bo.person.click(club.table_message(table), "More")).message
    there = (await bo.person.click(mail, "More")).message
    offered = [{button_text(one) for one in menu.buttons()} for menu in (here, there)]
    assert "Leaderboard" in offered[0] - offered[1]


async def test_nobody_is_promised_a_hand_by_messages_that_they_do_not_take(club: Club) -> None:
    await club.set(threads=False)
    bo = club.guest("Bo", dms_open=False)
    table = (await club.table([bo], 3)).id
    await club.ready(table)
    await club.playground.until(lambda: kept_private(club, table, bo))

    async def press(label: str) -> str:
        menu = (await bo.person.click(club.table_message(table), "More")).message
        return (await bo.person.click(menu, label)).text

    await press("Hand: here")
    assert "I can't DM you" in (told := await press("Hand: by DM"))
    assert "press Hand: here" in told.replace("*", "")
    bo.person.dms_open = True
    await press("Hand: here")
    await press("Hand: by DM")
    await club.playground.until(bo.person.dms)
    assert set(club.refused()) == {50007}


@pytest.mark.slow
async def test_a_hand_moves_to_the_channel_and_back(club: Club, deals: Deals) -> None:
    table = await arranged(club, deals, START)
    bo = club.guest_at(table, 1)
    mail, place = bo.hand, club.playground.channels[club.state(table).channel]
    assert mail is not None
    menu = (await bo.person.click(mail, "More")).message
    moved = await bo.person.click(menu, "Hand: here")
    assert "Your hand is at the table" in moved.text
    await club.playground.until(lambda: "Your hand is at the table" in bo.person.read(mail))
    assert kept_private(club, table, bo) == []  # no press of Bo's has been there
    bo.screen = (await bo.person.click(club.table_message(table), "My hand")).message
    await club.play(table, "1 play H2 / 2 play D2 / 3 play C2 / 0 play S3")
    await club.playground.until(lambda: bo.is_asked)
    # People write below it, and the table comes down: so does the hand.
    club.clock.advance(60)
    bo.person.say(place, "nice")
    await club.play(table, "1 play H3 / 2 play D3 / 3 play C3")
    await club.playground.until(lambda: bo.screen is not None and bo.screen.deleted)
    (bo.screen,) = kept_private(club, table, bo)
    assert bo.screen.id > club.table_message(table).id
    assert not buttons(mail, ACT)
    await bo.person.click(mail, "Hand: by DM")
    await club.playground.until(lambda: kept_private(club, table, bo) == [])
    bo.screen = None
    await club.play(table, "0 play S4 / 1 play H4")


@pytest.mark.parametrize("known", [False, True])
async def test_nobody_is_told_to_look_into_direct_messages_that_are_closed(
    club: Club, *, known: bool
) -> None:
    anna, bo = club.guest("Anna"), club.guest("Bo")
    table = (await club.table([anna, bo, club.guest("Cia"), club.guest("Dag")])).id

    async def told(number: TableId) -> str:
        await club.playground.until(lambda: club.shows(number, "hand"))
        await club.playground.idle()
        return anna.person.read(club.table_message(number))

    assert "Your cards are in your DMs, or press **My hand**." in await told(table)
    bo.person.dms_open = False
    end = club.table_message(table)
    await bo.person.click(end, "My hand")  # by whose token the hand follows the table
    if known:
        kept = {**club.state(table).display, "closed": [bo.id]}
        await club.bot.tables.note(table, display=kept)
    await club.bot.tables.index.at(table).decisions.finish(anna.id)
    await club.playground.idle()
    await anna.person.click(end, "Play again")
    await club.playground.idle()
    (again,) = club.bot.tables.index.in_memory
    assert [one.name for one in again.seated if not one.dm_open] == (["Bo"] if known else [])
    await club.begin(anna.person, club.table_message(again.id))
    assert "Press **My hand** to see your cards." in await told(again.id)
    assert club.refused() == ([] if known else [50007])
