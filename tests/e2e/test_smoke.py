"""A deal by clicks, alone against computers and with four people."""

from __future__ import annotations

import gc
from collections.abc import Sequence

import pytest

from cogs.delivery.messages.channel_messages import ChannelMessages
from cogs.delivery.messages.closing_notices import AFTER_END
from cogs.delivery.messages.hand_messages import HandMessages
from cogs.delivery.messages.private_hand import PrivateHand
from kwbot.engine.values.choices import PlayCard
from kwbot.local.guest import ACT, add_computers, area, buttons, press_more, set_option
from kwbot.tables.play.live_table import LiveTable
from kwbot.tables.play.table_writer import TableWriter
from playground import ClientRefusal, Permission
from tests.cogs.server import become_community
from tests.e2e.club import Club
from tests.e2e.conftest import Deals

STRONG = {0: "SA S7 HJ H6 H2 DK D8 D5 CQ CT C6 C3 C2", 1: "SK SQ SJ ST S9 S8 HA HK HQ DA DQ CA CK"}
"""Nobody who has the second of these hands passes."""


async def test_one_human_and_three_computers_play_a_deal(club: Club, deals: Deals) -> None:
    deals.add(STRONG)
    anna = club.guest("Anna")
    table = await club.table([anna], computers=3)
    await club.playground.idle()
    before = club.playground.counted_calls
    await club.ready(table.id)
    acts = 1 + await club.play_deal(table.id)
    await club.playground.until(lambda: club.shows(table.id, "ready"))
    await club.playground.idle()
    # Discord hears little more than the answers to the clicks.
    assert club.playground.counted_calls - before <= 1.1 * acts + 2
    assert anna.hand is not None
    told = await anna.person.click(anna.hand, "Replay")
    assert told.message is anna.hand, "in its place"
    assert "Deal 1 of 1" in told.text
    assert club.playground.refusals == []


async def test_four_humans_play_a_deal(club: Club) -> None:
    people = [club.guest(name) for name in ("Anna", "Bo", "Cia", "Dag")]
    table = await club.table(people)
    await club.playground.idle()
    before = club.playground.counted_calls
    await club.ready(table.id)
    acts = 4 + await club.play_deal(table.id)
    await club.playground.until(lambda: club.shows(table.id, "ready"))
    await club.playground.idle()
    assert club.playground.counted_calls - before <= 2.0 * acts
    assert all(person.person.dms() for person in people)
    assert club.playground.refusals == []


async def test_a_closed_table_leaves_nothing_behind(club: Club) -> None:
    of_a_table = (LiveTable, TableWriter, ChannelMessages, HandMessages, PrivateHand)
    earlier = _kept(of_a_table)
    anna = club.guest("Anna")
    table = await club.table([anna], computers=3)
    await club.ready(table.id)
    await club.turn()
    await club.playground.idle()
    thread, calls = club.state(table.id).channel, club.bot.display.calls
    assert {type(one) for one in _kept(of_a_table, earlier)} == {*of_a_table}
    assert thread in calls.messages.last._own
    await club.bot.tables.index.at(table.id).close("idle")
    await club.playground.idle()
    club.clock.advance(AFTER_END.total_seconds())  # its thread is archived
    await club.playground.idle()
    gc.collect()
    assert _kept(of_a_table, earlier) == []
    assert thread not in {
        *calls.client._limits,
        *calls.messages.last._own,
        *calls.messages.last._heard,
    }


def _kept(kinds: tuple[type, ...], earlier: Sequence[object] = ()) -> list[object]:
    """Return the objects of some types that were not there earlier."""
    known = {id(one) for one in earlier}
    return [one for one in gc.get_objects() if type(one) in kinds and id(one) not in known]


async def test_the_game_goes_on_after_a_restart(club: Club) -> None:
    anna = club.guest("Anna")
    table = await club.table([anna], computers=3)
    await club.ready(table.id)
    await club.turn()
    await club.restart()
    await club.play_deal(table.id)
    await club.playground.until(lambda: club.shows(table.id, "ready"))
    assert len(club.game(table.id).match.deals) == 1


async def test_closed_dms_are_replaced_by_a_private_copy_of_the_hand(club: Club) -> None:
    anna = club.guest("Anna", dms_open=False)
    table = await club.table([anna], computers=3)
    assert "\xa0🔕" in anna.person.read(anna.person.messages(club.playground.channel)[0])
    await club.ready(table.id)
    await club.playground.until(lambda: club.shows(table.id, "hand"))
    lent = await anna.person.click(club.table_message(table.id), "My hand")
    assert lent.ephemeral
    anna.screen = lent.message
    await club.play_deal(table.id)
    assert anna.person.dms() == []
    assert {refusal["code"] for refusal in club.playground.refusals} == {50007}
    club.playground.refusals.clear()


async def test_nobody_presses_the_buttons_of_another(club: Club) -> None:
    anna, bo = club.guest("Anna"), club.guest("Bo")
    table = await club.table([anna], computers=3)
    await club.ready(table.id)
    await club.playground.until(lambda: anna.is_asked)
    assert anna.hand is not None
    button = next(b for b in anna.hand.buttons() if b["custom_id"].startswith("kw:act:"))
    seq = club.state(table.id).seq
    outcome = await bo.person.forge(anna.hand, button["custom_id"])
    assert "You're not playing at this table." in outcome.text
    assert club.state(table.id).seq == seq


async def test_a_second_click_only_redraws(club: Club) -> None:
    anna = club.guest("Anna")
    table = await club.table([anna], computers=3)
    await club.ready(table.id)
    await club.playground.until(lambda: anna.is_asked)
    hand = anna.hand
    assert hand is not None
    passing = next(b for b in hand.buttons() if b.get("label") == "Pass")["custom_id"]
    first = await anna.person.forge(hand, passing)
    second = await anna.person.forge(hand, passing)
    assert (first.kind, second.kind) == ("update", "update")
    assert second.followups == []
    assert club.game(table.id).vote is None


async def test_a_card_that_cannot_be_played_has_no_button(club: Club, deals: Deals) -> None:
    deals.add(STRONG)
    anna = club.guest("Anna")
    table = (await club.table([anna], computers=3)).id
    await club.ready(table)
    kept: list[str] = []
    while club.running_deal(table) and not kept:
        await club.playground.until(lambda: anna.is_asked)
        choice = club.game(table).match.choice(0)
        assert anna.hand is not None
        if isinstance(choice, PlayCard):
            deal = club.game(table).match.deal
            assert deal is not None
            shown = {area(b)[1] for b in anna.hand.buttons() if area(b)[0] == ACT}
            assert shown == {str(action) for action in choice}
            kept = [card.text for card in deal.layout.hands[0] - choice.cards]
        if not kept:
            await anna.act()
    assert kept
    assert anna.hand is not None
    (press,) = {b["custom_id"].rpartition(" ")[0] for b in buttons(anna.hand, ACT)}
    with pytest.raises(ClientRefusal):
        await anna.person.click(anna.hand, custom_id=f"{press} {kept[0]}")
    refused = await anna.person.forge(anna.hand, f"{press} {kept[0]}")
    assert refused.text.startswith("⛔ Follow suit")


async def test_the_table_comes_to_the_bottom_again(club: Club) -> None:
    anna = club.guest("Anna")
    table = await club.table([anna], computers=3)
    await club.playground.until(lambda: club.shows(table.id, "hand"))
    old = club.table_message(table.id)
    shown = await anna.person.slash(old.channel, "table")
    await club.playground.until(lambda: old.deleted)
    assert club.table_message(table.id) is shown.message
    await club.play_deal(table.id)
    assert club.playground.refusals == []


async def test_leaving_and_coming_back(club: Club) -> None:
    anna, bo = club.guest("Anna"), club.guest("Bo")
    table = await club.table([anna, bo], computers=2)
    await club.ready(table.id)
    await club.playground.until(lambda: club.shows(table.id, "hand"))
    more = await bo.person.click(club.table_message(table.id), "More")
    asked = await bo.person.click(more.message, "Leave")
    left = await bo.person.click(asked.message, "Leave")
    assert club.game(table.id).away == {1}
    await club.playground.until(lambda: club.shows(table.id, "back"))
    await bo.person.click(left.message, "I'm back")
    assert club.game(table.id).away == set()
    await club.playground.until(lambda: not club.shows(table.id, "back"))
    assert club.playground.refusals == []


async def test_a_move_is_taken_back_when_all_agree(club: Club) -> None:
    anna, bo = club.guest("Anna"), club.guest("Bo")
    table = await club.table([anna, bo], computers=2)
    await club.ready(table.id)
    while not club.game(table.id).match.deal.moves():  # type: ignore[union-attr]
        await club.turn()
    moves = len(club.game(table.id).match.deal.moves())  # type: ignore[union-attr]
    more = await anna.person.click(club.table_message(table.id), "More")
    asked = await anna.person.click(more.message, "Take back")
    (menu,) = asked.message.selects()
    assert menu["options"][0]["label"].startswith(("Anna: ", "Bo: "))
    done = await anna.person.select(asked.message, None, [menu["options"][0]["value"]])
    assert "I'm asking the others" in done.text
    await club.playground.until(lambda: club.shows(table.id, "agree"))
    await bo.person.click(club.table_message(table.id), "Agree")
    assert club.game(table.id).vote is None
    assert len(club.game(table.id).match.deal.moves()) < moves  # type: ignore[union-attr]
    assert club.playground.refusals == []


async def test_a_lost_channel_pauses_the_table_and_table_moves_it(club: Club) -> None:
    anna = club.guest("Anna")
    table = await club.table([anna], computers=3)
    await club.ready(table.id)
    await club.playground.until(lambda: anna.is_asked)
    club.without_tokens()
    thread = club.playground.channels[club.state(table.id).channel]
    club.playground.delete_channel(thread)
    while not club.game(table.id).paused:  # the line in the channel is drawn once a trick
        await anna.act()
        await club.playground.idle()
    await club.playground.until(lambda: "permissions" in anna.person.read(anna.person.last()))
    await anna.person.slash(club.playground.channel, "table")
    await club.playground.until(lambda: not club.game(table.id).paused)
    assert club.state(table.id).channel == club.playground.channel.id
    assert {refusal["code"] for refusal in club.playground.refusals} == {10003}
    club.playground.refusals.clear()


async def test_permissions_given_back_let_the_table_go_on(club: Club) -> None:
    anna = club.guest("Anna")
    table = await club.table([anna], computers=3)
    await club.ready(table.id)
    await club.playground.until(lambda: anna.is_asked)
    club.without_tokens()
    club.playground.deny(club.playground.channel, Permission.VIEW_CHANNEL)
    while not club.game(table.id).paused:  # the line in the channel is drawn once a trick
        await anna.act()
        await club.playground.idle()
    club.playground.deny(club.playground.channel, Permission.NONE)
    await club.playground.until(lambda: not club.game(table.id).paused)
    assert {refusal["code"] for refusal in club.playground.refusals} == {50001}
    club.playground.refusals.clear()


async def test_the_game_ends_with_a_rematch(club: Club) -> None:
    anna = club.guest("Anna")
    lobby = await club.lobby(anna)
    options = (await press_more(anna.person, lobby, "More options")).message
    await set_option(anna.person, options, "winning", "limited")
    await set_option(anna.person, options, "rounds", "1")
    await add_computers(anna.person, lobby, 2)
    table = next(iter(club.bot.tables.index)).id
    await anna.person.click(lobby, "Start")
    deals = 0
    while club.bot.tables.index.get(table):
        await club.ready(table)
        deals = club.game(table).match.number
        await club.play_deal(table)
    thread = next(c for c in club.playground.channels.values() if c.is_thread)
    hand = next(anna.person.mail())
    await club.playground.until(lambda: "Play again" in anna.person.read(hand))
    words = await anna.person.click(hand, "As text")
    assert f"**Deal {deals}**" in words.text
    await club.playground.until(
        lambda: any(b.get("label") == "Play again" for b in anna.person.last(thread).buttons())
    )
    again = await anna.person.click(anna.person.last(thread), "Play again")
    assert "Ada" in again.text
    assert len(next(iter(club.bot.tables.index)).seated) == 3
    assert (await club.store.count_user_data(anna.id)).results == 1


async def test_a_swede_reads_swedish_in_a_danish_channel(club: Club) -> None:
    become_community(club.playground, club.bot, "da")
    anna = club.guest("Anna", locale="sv-SE")
    lobby = await club.lobby(anna)
    assert club.state(next(iter(club.bot.tables.index)).id).language == "da"
    (table,) = club.bot.tables.index
    for _ in range(2):
        await press_more(anna.person, lobby, "Lägg till dator")
    await club.begin(anna.person, lobby)
    await club.playground.until(lambda: club.shows(table.id, "hand"))
    await club.playground.until(lambda: anna.is_asked)
    assert anna.hand is not None
    labels = {button.get("label") for button in anna.hand.buttons()}
    assert "Mer" in labels
    shown = {button["label"] for button in club.table_message(table.id).buttons()}
    assert "Min hånd" in shown


async def test_friends_in_a_server_without_a_language_speak_the_hosts(club: Club) -> None:
    await club.lobby(club.guest("Anna", locale="sv-SE"))
    assert [table.language for table in club.bot.tables.index.in_memory] == ["sv"]


async def test_of_two_people_one_can_only_propose_to_set_a_foul_right(club: Club) -> None:
    anna, bo = club.guest("Anna"), club.guest("Bo")
    table = await club.table([anna, bo], computers=2)
    await club.ready(table.id)
    while not club.game(table.id).match.deal.moves():  # type: ignore[union-attr]
        await club.turn()
    asked = (await anna.person.click(club.table_message(table.id), "More")).message
    await anna.person.click(asked, "Call a foul")
    await anna.person.click(asked, "Bo")
    assert [button["label"] for button in asked.buttons()] == ["Put it right and play on"]
    await anna.person.click(asked, "Put it right")
    (menu,) = asked.selects()
    await anna.person.select(asked, None, [menu["options"][0]["value"]])
    assert club.game(table.id).vote is not None
    await club.playground.until(lambda: club.shows(table.id, "disagree"))
    await bo.person.click(club.table_message(table.id), "Disagree")
    assert club.game(table.id).vote is None
    assert club.game(table.id).match.deal.layout.fouls == ()  # type: ignore[union-attr]
