"""What the display sends, how often, and what it does when that fails."""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta
from types import SimpleNamespace
from typing import cast

import discord
import pytest

from cogs.delivery.calls.message_calls import LOOK_AGAIN
from cogs.delivery.calls.posts import Post
from cogs.delivery.calls.rate_limit import A_SECOND, Lane
from cogs.delivery.calls.undelivered import MessageGone, OutOfReach, TransientFailure, Undelivered
from cogs.delivery.messages import rhythm
from cogs.delivery.messages.hand_messages import FOR_BIDS
from cogs.delivery.messages.rhythm import AGED, DRAWING_INTERVAL, LINE_STAYS, SELDOM
from cogs.delivery.pictures.panels import AT_FIRST
from cogs.delivery.pictures.suggestions import Suggestions
from cogs.delivery.redraw_queue import REDRAW_RETRY_DELAY
from cogs.screens.parts.components import Screen
from kwbot.engine.values.actions import Pass
from kwbot.engine.values.cards import Card
from kwbot.ids import TableId
from kwbot.storage.backend.failures import NotOwner, StorageError
from kwbot.storage.queries import erasure
from kwbot.storage.values.stored_tables import TableChange
from tests.cogs.post_office import CHANNEL, DM, Office
from tests.tables.sandbox import ANNA, BO, CLEO, DAG


def click_on(message: discord.Message) -> discord.Interaction:
    async def edit_message(*, view: Screen, attachments: object) -> None:
        """Take the answer."""

    response = SimpleNamespace(edit_message=edit_message, is_done=lambda: False)
    return cast("discord.Interaction", SimpleNamespace(message=message, response=response))


async def test_a_deal_has_one_message_and_each_player_one_hand(office: Office) -> None:
    table = await office.dealt(BO, CLEO, DAG)
    await office.settled()
    assert [sent.how for sent in office.discord.to(CHANNEL)].count("post") == 1
    for user in (ANNA, BO, CLEO, DAG):
        assert [sent.how for sent in office.discord.to(DM + user.id)] == ["post"]
    assert office.at(table).display["deal"] == 1
    assert len(office.at(table).display["hands"]) == 4


async def test_the_latest_state_wins(office: Office) -> None:
    table = await office.dealt(BO, CLEO, DAG)
    await office.settled()
    office.discord.fail("edit", CHANNEL, TransientFailure())
    for _ in range(3):
        await office.act(table, Pass())
        await office.settled()
    before = len(office.discord.to(CHANNEL))
    await office.pass_time(1)
    (sent,) = office.discord.to(CHANNEL)[before:]
    assert sent.how == "edit"
    assert all(name in sent.text for name in ("Anna", "Bo", "Cleo"))


async def test_a_failed_post_is_tried_again_with_its_nonce(office: Office) -> None:
    office.discord.fail("post", CHANNEL, TransientFailure(), TransientFailure())
    await office.dealt(computers=3)
    await office.settled()
    assert len(office.discord.to(CHANNEL)) == 1
    await office.pass_time(1)
    assert len(office.discord.to(CHANNEL)) == 2
    await office.pass_time(1)
    assert len(office.discord.to(CHANNEL)) == 2, "the second time it waits longer"
    await office.pass_time(1)
    assert [sent.how for sent in office.discord.to(CHANNEL)] == ["post"] * 3
    assert len({sent.nonce for sent in office.discord.to(CHANNEL)}) == 1


async def test_a_deleted_message_is_posted_again(office: Office) -> None:
    table = await office.dealt(BO, CLEO, DAG)
    await office.settled()
    first = office.at(table).message
    office.discord.fail("edit", CHANNEL, MessageGone())
    await office.act(table, Pass())
    await office.settled()
    sent = office.discord.to(CHANNEL)
    assert [one.how for one in sent[-2:]] == ["edit", "post"]
    assert sent[-1].nonce != sent[0].nonce, "or Discord would give us the deleted one"
    assert office.at(table).message == sent[-1].message != first


async def test_a_deleted_hand_is_posted_again(office: Office) -> None:
    table = await office.dealt(BO, CLEO, DAG)
    await office.settled()
    second = office.at(table).to_act()[0]
    await office.act(table, Pass())
    await office.settled()
    asked = office.at(table).to_act()[0]
    user = office.user(table, asked)
    office.discord.fail("edit", DM + user, MessageGone())
    await office.pass_time(30)  # the time runs out: the hand changes without its owner
    assert [sent.how for sent in office.discord.to(DM + user)][-2:] == ["edit", "post"]
    assert second != asked


async def test_out_of_reach_stops_the_time_and_tells_the_host_once(office: Office) -> None:
    table = await office.dealt(BO, CLEO, DAG)
    await office.settled()
    office.discord.fail("edit", CHANNEL, OutOfReach(50013), OutOfReach(50013))
    await office.act(table, Pass())
    await office.settled()
    assert office.at(table).paused
    waiting = office.at(table).to_act()
    await office.pass_time(3600)
    assert office.at(table).to_act() == waiting
    await office.act(table, Pass())
    await office.settled()
    told = [s for s in office.discord.to(DM + ANNA.id) if "permissions" in s.text]
    assert len(told) == 1
    # The next act of a human finds the channel back.
    await office.act(table, Pass())
    await office.settled()
    assert not office.at(table).paused


async def test_a_message_under_a_click_is_left_to_its_answer(office: Office) -> None:
    table = await office.dealt(BO, CLEO, DAG)
    await office.settled()
    message = office.at(table).message
    pressed = cast("discord.Message", SimpleNamespace(id=message))
    with office.display.answering(table, pressed):
        await office.act(table, Pass())
        await office.settled()
        before = len(office.discord.to(CHANNEL))
        await office.display.answers.redraw_table(click_on(pressed), office.at(table))
    await office.settled()
    assert len(office.discord.to(CHANNEL)) == before


async def test_what_a_click_did_not_draw_is_drawn_after_it(office: Office) -> None:
    table = await office.dealt(BO, CLEO, DAG)
    await office.settled()
    pressed = cast("discord.Message", SimpleNamespace(id=office.at(table).message))
    before = len(office.discord.to(CHANNEL))
    with office.display.answering(table, pressed):
        await office.act(table, Pass())
        await office.settled()
        assert len(office.discord.to(CHANNEL)) == before
    await office.settled()
    assert len(office.discord.to(CHANNEL)) == before + 1


@pytest.mark.parametrize("drawn", [False, True])
async def test_a_hand_is_looked_at_after_a_click_unless_its_answer_drew_it(
    office: Office, *, drawn: bool
) -> None:
    table = await office.dealt(BO, CLEO, DAG)
    await office.settled()
    seat, display = office.at(table).to_act()[0], office.display
    hand = display._hands[table][seat]
    flags = SimpleNamespace(ephemeral=False)
    pressed = cast("discord.Message", SimpleNamespace(id=hand.direct.id, flags=flags))
    with display.answering(table, pressed):
        await office.act(table, Pass())
        if drawn:
            key = display.panels.key(office.at(table), seat)
            display.note_hand(click_on(pressed), office.at(table), seat, key)
    assert hand.loop.idle == drawn
    await office.settled()
    assert hand.direct.shows == display.panels.key(office.at(table), seat)


async def test_whoever_is_asked_is_pinged_once_and_not_at_once(office: Office) -> None:
    table = await office.dealt(BO, CLEO, DAG)
    await office.settled()
    office.discord.log.clear()
    user = office.user(table, office.at(table).to_act()[0])
    await office.pass_time(14)
    assert not [sent for sent in office.discord.log if sent.ping]
    await office.pass_time(1)
    (ping,) = [sent for sent in office.discord.log if sent.ping]
    assert ping.ping == (user,)
    assert f"<@{user}>" in ping.text
    assert '"label": "My hand"' in ping.text
    await office.pass_time(20)
    assert len([sent for sent in office.discord.log if sent.ping]) == 1
    await office.act(table, Pass())
    await office.settled()
    deleted = [sent for sent in office.discord.log if sent.how == "delete"]
    assert [sent.message for sent in deleted] == [ping.message]


async def test_a_vote_is_one_message_that_pings_its_voters_and_tells_its_end(
    office: Office,
) -> None:
    table = await office.dealt(BO, CLEO, DAG)
    await office.settled()
    office.discord.log.clear()
    await office.call_foul(table, ANNA.id, 1)
    await office.settled()
    (ping,) = [
        sent
        for sent in office.discord.to(CHANNEL)
        if "Silence counts as no." in sent.text and sent.how == "post"
    ]
    assert ping.ping == (CLEO.id, DAG.id)
    assert '"label": "Agree"' in ping.text
    await office.vote(table, CLEO.id, agree=True)
    await office.settled()
    await office.vote(table, DAG.id, agree=False)
    await office.settled()
    told = [
        sent for sent in office.discord.to(CHANNEL) if "Dag said no: nothing changes." in sent.text
    ]
    assert [(sent.how, sent.message) for sent in told] == [("edit", ping.message)]
    assert '"label"' not in told[0].text
    await office.call_foul(table, ANNA.id, 1)
    await office.settled()
    await office.pass_time(61)
    assert any("Time ran out: nothing changes." in sent.text for sent in office.discord.log)
    assert (
        len([sent for sent in office.discord.log if "do you agree" in sent.text and sent.ping]) == 2
    )


async def test_a_vote_that_the_host_breaks_off_was_nobodys_no(office: Office) -> None:
    table = await office.dealt(BO, CLEO, DAG)
    await office.settled()
    await office.call_foul(table, CLEO.id, 0)
    await office.settled()
    await office.tables.index.at(table).decisions.finish(ANNA.id)
    await office.settled()
    assert any("The vote is over: nothing changes." in sent.text for sent in office.discord.log)
    assert not any("disagreed" in sent.text for sent in office.discord.log)


async def test_a_foul_that_stands_is_told(office: Office) -> None:
    table = await office.dealt(BO, CLEO, DAG)
    await office.settled()
    await office.call_foul(table, ANNA.id, 1)
    for person in (CLEO, DAG):
        await office.vote(table, person.id, agree=True)
    await office.settled()
    told = [
        sent
        for sent in office.discord.to(CHANNEL)
        if "⚖️ The foul stands. The deal is cancelled." in sent.text
    ]
    assert len(told) == 1


async def test_the_start_pings_every_player_once(office: Office) -> None:
    table = await office.dealt(BO, CLEO, DAG)
    await office.settled()
    for _ in range(4):
        await office.act(table, Pass())
    await office.all_ready(table)
    await office.settled()
    (ping,) = [sent for sent in office.discord.to(CHANNEL) if sent.ping]
    assert ping.ping == (ANNA.id, BO.id, CLEO.id, DAG.id)
    assert ping == office.discord.to(CHANNEL)[0]
    assert all(f"<@{user}>" in ping.text for user in ping.ping)


@pytest.mark.parametrize("refusal", [OutOfReach(50007), TransientFailure(20028, passes=False)])
async def test_dms_that_close_in_the_middle_are_told_once(
    office: Office, refusal: Undelivered
) -> None:
    office.discord.fail("post", DM + BO.id, refusal)
    table = await office.dealt(BO, CLEO, DAG)
    await office.settled()
    for _ in range(4):
        await office.act(table)
        await office.settled()
    told = [sent for sent in office.discord.to(CHANNEL) if "I can't DM you" in sent.text]
    assert [sent.ping for sent in told] == [(BO.id,)]


async def test_a_fault_of_ours_is_logged_without_its_text(
    office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    table = await office.dealt(BO, CLEO, DAG)
    await office.settled()
    office.discord.fail("edit", CHANNEL, RuntimeError("the ace of spades"))
    with caplog.at_level(logging.DEBUG):
        await office.act(table, Pass())
        await office.settled()
        await office.act(table, Pass())
        await office.settled()
    assert "RuntimeError" in caplog.text
    assert "ace of spades" not in caplog.text
    assert office.discord.to(CHANNEL)[-1].how == "edit", "it goes on"


def occupy(office: Office, lane: Lane) -> None:
    """Let others have taken all places of a lane, for long."""
    limit = office.display.calls.client._together
    limit._held += limit._places(lane)


async def test_a_card_waits_for_room_and_a_vote_does_not(office: Office) -> None:
    office._channel_limit = 5
    await office.crash()
    table = await office.dealt(BO, CLEO, DAG)
    await office.settled()
    assert edits(office) == 0
    await office.act(table, Pass())
    await office.settled()
    assert edits(office) == 0, "it was posted just now"
    await office.pass_time(DRAWING_INTERVAL.total_seconds())
    assert edits(office) == 1
    await office.pass_time(DRAWING_INTERVAL.total_seconds())
    await office.act(table, Pass())
    await office.settled()
    assert edits(office) == 2, "at once, since it was drawn long ago"
    occupy(office, Lane.CARD)
    await office.act(table, Pass())
    await office.pass_time(4.9)
    assert edits(office) == 2
    await office.call_foul(table, ANNA.id, 1)
    await office.settled()
    assert edits(office) == 3


async def test_a_result_waits_for_nothing(office: Office) -> None:
    office._channel_limit = 5
    await office.crash()
    table = await office.dealt(BO, CLEO, DAG, game="whist")
    await office.settled()
    occupy(office, Lane.TRICK)
    while office.at(table).ready is None:
        await office.act(table)
        await office.pass_time(A_SECOND)
    shown = office.discord.to(CHANNEL)[-1]
    assert (shown.how, edits(office)) == ("edit", 1), "and no trick, as none had room"
    assert ":ready" in shown.text
    await office.ready(table, BO.id, 1)
    await office.settled()
    assert edits(office) == 1, "who is ready is shown later"


async def test_a_trick_goes_before_single_cards(office: Office) -> None:
    office._channel_limit = 5
    await office.crash()
    table = await office.dealt(BO, CLEO, DAG, game="whist")
    await office.settled()
    occupy(office, Lane.CARD)
    for _ in range(3):
        await office.act(table)
        await office.pass_time(DRAWING_INTERVAL.total_seconds())
    assert edits(office) == 0
    await office.act(table)
    await office.settled()
    assert edits(office) == 1, "though it waited as a single card, until there was a trick"


async def test_who_is_ready_at_once_holds_up_no_result(office: Office) -> None:
    office._channel_limit = 5
    await office.crash()
    table = await office.dealt(BO, CLEO, DAG, game="whist")
    await office.settled()
    while office.at(table).ready is None:
        await office.act(table)
    await office.ready(table, BO.id, 1)
    await office.settled()
    assert ":ready" in office.discord.to(CHANNEL)[-1].text


async def test_a_message_of_more_than_an_hour_is_edited_seldom(office: Office) -> None:
    office._channel_limit = 5
    await office.crash()
    table = await office.dealt(BO, CLEO, DAG)
    await office.settled()
    await office.pass_time(AGED.total_seconds() + 1)
    await office.act(table, Pass())
    await office.settled()
    assert edits(office) == 1
    await office.act(table, Pass())
    await office.pass_time(SELDOM.total_seconds() - 1)
    assert edits(office) == 1
    await office.pass_time(1)
    assert edits(office) == 2


def edits(office: Office, channel_id: int = CHANNEL) -> int:
    return [sent.how for sent in office.discord.to(channel_id)].count("edit")


@pytest.mark.parametrize("found", [True, False])
async def test_where_a_call_counts_one_brings_question_and_bids(
    office: Office, monkeypatch: pytest.MonkeyPatch, found: bool
) -> None:
    def edits() -> int:
        hands = [sent for who in (ANNA, BO, CLEO, DAG) for sent in office.discord.to(DM + who.id)]
        return [sent.how for sent in hands].count("edit")

    sought = list[bool]()
    monkeypatch.setattr(Suggestions, "seeks", lambda *_: bool(sought))
    office._channel_limit = 5
    await office.crash()
    table = await office.dealt(BO, CLEO, DAG)
    await office.settled()
    sought.append(True)
    before = edits()
    await office.act(table, Pass())
    await office.settled()
    assert edits() == before
    if found:
        sought.clear()
        for seat in range(4):
            office.display._redraw_hand(table, seat)
    else:
        await office.pass_time(FOR_BIDS.total_seconds())
    await office.settled()
    assert edits() > before


@pytest.mark.parametrize("found", [True, False])
async def test_a_new_hand_comes_once_with_its_bids(
    office: Office, monkeypatch: pytest.MonkeyPatch, found: bool
) -> None:
    def hands() -> list[str]:
        return [one.how for who in (ANNA, BO) for one in office.discord.to(DM + who.id)]

    sought = [True]
    monkeypatch.setattr(Suggestions, "seeks", lambda *_: bool(sought))
    table = await office.dealt(BO, computers=2)
    await office.settled()
    assert hands() == []
    if found:
        sought.clear()
        for seat in range(2):
            office.display._redraw_hand(table, seat)
    else:
        await office.pass_time(AT_FIRST.total_seconds())
    await office.settled()
    assert hands() == ["post", "post"]


async def test_alone_with_computers_the_channel_has_a_line_that_says_how_far_it_is(
    office: Office,
) -> None:
    """The panel shows each card, by an edit of its own."""

    def edits(channel_id: int) -> int:
        return [sent.how for sent in office.discord.to(channel_id)].count("edit")

    office.pause = 1.0
    await office.crash()
    table = await office.dealt(computers=3, game="whist")
    await office.settled()
    before, hand = edits(CHANNEL), edits(DM + ANNA.id)
    while not ((deal := office.at(table).match.deal) and deal.play and deal.play.tricks):
        assert edits(CHANNEL) == before
        if office.at(table).computer_in_turn() is None:
            await office.act(table)
        await office.pass_time(0.4)
    assert edits(DM + ANNA.id) > hand
    assert edits(CHANNEL) == before
    await office.pass_time(LINE_STAYS.total_seconds())
    assert edits(CHANNEL) == before + 1
    line = office.discord.to(CHANNEL)[-1]
    pressed = int(office.at(table).last_human_at.timestamp())
    told = f"<@{ANNA.id}> plays Whist with computers · Trick 2"
    assert f"{told} · <t:{pressed}:R>" in line.text
    assert line.files == ()


@pytest.mark.parametrize(("calls", "counts"), [(1000, False), (5, True)])
async def test_computers_cards_gather_where_showing_each_costs_a_call(
    office: Office, calls: int, counts: bool
) -> None:
    """At the pace of the table all the same; where it is free, each is shown."""

    def edits() -> int:
        return [sent.how for sent in office.discord.to(DM + ANNA.id)].count("edit")

    async def computers_play() -> list[int]:
        shown = []
        while office.at(table).computer_in_turn() is not None:
            shown.append(edits())
            await office.pass_time(0.4)
        return shown

    office._channel_limit, office.pause = calls, 1.0
    await office.crash()
    table = await office.dealt(computers=3, game="whist")
    await office.settled()
    cards, shown = 0, await computers_play()
    while cards < 3:  # fewer follow where Anna takes the trick with its last card
        await office.act(table)
        await office.settled()
        before = office.at(table).seq
        shown = await computers_play()
        cards = office.at(table).seq - before
    assert edits() - shown[0] == (1 if counts else cards)
    assert len(set(shown)) == (1 if counts else cards)


async def test_the_line_of_a_game_goes_on_with_the_next_deal_and_over_a_restart(
    office: Office,
) -> None:
    table = await office.dealt(computers=3, game="whist")
    while office.at(table).match.number < 2:
        await office.step(table)
        await office.settled()
    first, *edited = office.discord.to(CHANNEL)
    assert (first.how, first.ping) == ("post", (ANNA.id,)), "into its thread"
    assert {(sent.how, sent.message) for sent in edited} == {("edit", first.message)}
    assert len(edited) <= 13 + 2
    assert office.at(table).match.number == 2
    assert "computers · Trick 1" in edited[-1].text
    assert ":ready" not in edited[-1].text, "no stale button stands there for a while"
    assert office.display._messages[table]._ended == [], "nothing gathers that nobody shows"
    await office.crash()
    for _ in range(2):
        await office.step(table)
        await office.pass_time(LINE_STAYS.total_seconds())
    later = office.discord.to(CHANNEL)
    assert {(sent.how, sent.message) for sent in later} == {("edit", first.message)}
    assert "computers · Trick 3" in later[-1].text


async def test_whoever_joins_sees_the_last_result_and_a_whole_table(office: Office) -> None:
    table = await office.dealt(computers=3, game="whist")
    await office.settled()
    line = office.discord.to(CHANNEL)[-1]
    live = office.tables.index.at(table)
    assert not await live.take_computers_seat(BO.seated(), 77), "not before the next deal"
    while office.at(table).match.number < 2:
        await office.step(table)
        await office.settled()
    *_, result, table_message = office.discord.to(CHANNEL)
    assert (result.how, result.message) == ("edit", line.message)
    assert "-# Deal 1" in result.text
    assert (table_message.how, table_message.ping) == ("post", ())
    assert "**Deal 2**" in table_message.text


async def test_a_channel_gets_five_calls_in_five_seconds(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rhythm, "DRAWING_INTERVAL", timedelta(0))
    office._channel_limit = 5
    await office.crash()
    table = await office.dealt(BO, CLEO, DAG)
    for _ in range(3):
        await office.act(table)
        await office.settled()
    while len(office.discord.to(CHANNEL)) < 5 and await office.step(table):
        await office.settled()
    for _ in range(5):
        await office.step(table)
        await office.settled()
    assert len(office.discord.to(CHANNEL)) == 5
    await office.pass_time(5)
    assert len(office.discord.to(CHANNEL)) == 6, "five changes in one drawing"


async def test_after_a_restart_only_what_changed_is_drawn(office: Office) -> None:
    table = await office.dealt(BO, CLEO, DAG)
    await office.settled()
    message = office.at(table).message
    await office.crash()
    office.display.show_all(list(office.tables.index))
    await office.settled()
    assert [(s.how, s.message) for s in office.discord.to(CHANNEL)] == [("edit", message)]
    asked = office.user(table, office.at(table).to_act()[0])
    dms = [sent for sent in office.discord.log if sent.channel >= DM]
    assert [(sent.how, sent.channel) for sent in dms] == [("edit", DM + asked)]


async def test_a_lobby_that_was_never_shown_is_shown_after_a_restart(office: Office) -> None:
    """Whoever was to answer the command was killed; a channel's news may come before its turn."""
    table = await office.lobby(BO)
    await office.crash()
    await office.tables.resume_table(table)
    lobby = office.tables.index.get(table)
    assert lobby is not None
    office.display.retry(lobby)
    await office.settled()
    assert office.discord.to(CHANNEL) == []
    office.display.show_all(list(office.tables.index))
    await office.settled()
    assert [sent.how for sent in office.discord.to(CHANNEL)] == ["post"]


@pytest.mark.parametrize("same", [False, True])
async def test_what_is_posted_while_another_process_takes_the_table_is_removed(
    office: Office, monkeypatch: pytest.MonkeyPatch, *, same: bool
) -> None:
    """That one posts its own, and players look at the newest; by the same nonce within minutes that
    is the very `same` message."""
    table = await office.lobby(BO, CLEO, DAG)
    send, update = office.display.calls.messages._send, office.store.update_table

    async def lost(channel_id: int, post: Post) -> int:
        sent = await send(channel_id, post)
        office.tables.lose(table)
        await asyncio.sleep(0)
        return sent

    async def refuse(*_: object) -> None:
        raise NotOwner("Another process has it.")

    monkeypatch.setattr(office.display.calls.messages, "_send", lost)
    monkeypatch.setattr(office.store, "update_table", refuse)
    await office.start(table)
    await office.settled()
    await office.pass_time(LOOK_AGAIN.total_seconds())
    posted = [sent for sent in office.discord.log if sent.how == "post"]
    assert posted == office.discord.log != [], "the other one has posted nothing yet"
    theirs = {sent.nonce: sent.message + (not same) for sent in posted}
    hands = {str(seat): [1, theirs.get(f"{table}.1.{seat}.0", 1)] for seat in range(4)}
    kept = {"deal": 1, "hands": hands}
    await update(table, TableChange(message_id=theirs.get(f"{table}.1"), display=kept))
    await office.pass_time(LOOK_AGAIN.total_seconds())
    removed = {sent.message for sent in office.discord.log if sent.how == "delete"}
    assert removed == (set() if same else {sent.message for sent in posted})


async def test_who_may_be_taken_for_dead_sends_nothing(office: Office) -> None:
    alive = asyncio.Event()

    async def revived() -> bool:
        silent = not alive.is_set()
        await alive.wait()
        return silent

    office.display.calls.client.wait_for_life = revived
    await office.dealt(BO, CLEO, DAG)
    await office.settled()
    assert not office.discord.log
    alive.set()
    await office.settled()
    assert office.discord.to(CHANNEL)


async def test_a_table_that_could_not_be_read_after_a_restart_is_drawn_later(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await office.dealt(BO, CLEO, DAG)
    await office.settled()
    await office.crash()
    resumed = office.tables.resume_table

    async def failing(number: int) -> None:
        monkeypatch.setattr(office.tables, "resume_table", resumed)
        raise StorageError("The database is away.")

    monkeypatch.setattr(office.tables, "resume_table", failing)
    office.display.show_all(list(office.tables.index))
    await office.settled()
    assert not office.discord.log
    await office.pass_time(REDRAW_RETRY_DELAY.total_seconds())
    asked = office.user(table, office.at(table).to_act()[0])
    assert [sent.how for sent in office.discord.to(DM + asked)] == ["edit"]


async def test_a_table_that_closed_just_before_a_kill_gets_its_last_messages(
    office: Office,
) -> None:
    table = await office.dealt(BO, CLEO, DAG)
    await office.settled()
    asked = office.user(table, office.at(table).to_act()[0])
    places = (CHANNEL, DM + asked)
    for place in places:
        office.discord.fail("edit", place, TransientFailure())
    await office.tables.index.at(table).close("idle")
    await office.settled()
    assert [office.discord.to(place)[-1].how for place in places] == ["edit", "edit"]
    edited = []
    for _ in range(2):
        await office.display.stop()
        await office.crash()
        office.display.show_all(list(office.tables.index))
        await office.settled()
        edited.append([(sent.how, sent.channel) for sent in office.discord.log])
        assert all("Play again" in sent.text for sent in office.discord.to(CHANNEL))
    once = [("edit", place) for place in (CHANNEL, DM + ANNA.id, DM + BO.id)]
    assert [sorted(edits) for edits in edited] == [
        [*once, ("edit", DM + CLEO.id), ("edit", DM + DAG.id)],
        [],
    ]


async def _close_unseen(office: Office, table_id: TableId) -> None:
    """Close a table as another process would whose last messages are to be shown here."""
    office.display._connected = False
    await office.tables.index.at(table_id).close("idle")
    office.display.forget(table_id)
    office.display._connected = True


async def test_last_messages_that_are_due_while_tables_are_redrawn(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second process dies before the tables of the first have been redrawn."""
    monkeypatch.setattr("cogs.delivery.redraw_queue.REDRAWN_AT_ONCE", 1)
    await office.lobby()
    closed = (await office.lobby_elsewhere()).id
    office.display.show_all(list(office.tables.index))
    await office.settled()
    await _close_unseen(office, closed)
    office.display.show_all([])
    for _ in range(3):
        await office.pass_time(1)
    assert await office.store.closing_messages() == []


async def test_last_messages_are_tried_again_where_the_database_fails(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = await office.dealt(BO, CLEO, DAG)
    await office.settled()
    await _close_unseen(office, closed)
    read = office.store.closing_messages

    async def failing() -> list[int]:
        monkeypatch.setattr(office.store, "closing_messages", read)
        raise StorageError("The database is away.")

    monkeypatch.setattr(office.store, "closing_messages", failing)
    office.display.show_all([])
    await office.settled()
    await office.pass_time(REDRAW_RETRY_DELAY.total_seconds())
    assert await office.store.closing_messages() == []
    assert "Play again" in office.discord.to(CHANNEL)[-1].text


async def test_a_closed_table_that_was_deleted_keeps_no_other_from_its_last_messages(
    office: Office,
) -> None:
    deleted, closed = await office.lobby(), (await office.lobby_elsewhere()).id
    await office.settled()
    for table in (deleted, closed):
        await _close_unseen(office, table)
    await office.store.transactions.run(erasure.mark, [deleted])
    office.display.show_all([])
    await office.settled()
    assert await office.store.closing_messages() == []


async def test_a_closed_table_is_let_go_where_its_channel_refuses(office: Office) -> None:
    table = await office.dealt(BO, CLEO, DAG)
    await office.settled()
    office.discord.fail("edit", CHANNEL, OutOfReach(50001))
    await office.tables.index.at(table).close("idle")
    await office.settled()
    assert await office.store.closing_messages() == []


async def test_a_table_that_closes_as_a_click_is_answered_is_let_go(office: Office) -> None:
    """Whichever comes first: both see it off."""
    table = await office.dealt(BO, CLEO, DAG)
    await office.settled()
    message = office.discord.to(CHANNEL)[-1].message
    pressed = cast(discord.Message, SimpleNamespace(id=message))
    closing = office.display._closing
    with office.display.answering(table, pressed):
        closed = asyncio.create_task(office.tables.index.at(table).close("idle"))
        while table not in closing:  # noqa: ASYNC110
            await asyncio.sleep(0)
        seen_off = closing[table]
        while not seen_off.done():  # noqa: ASYNC110 - the answer comes at this very moment
            await asyncio.sleep(0)
    await closed
    await office.settled()
    assert table not in office.display._messages
    assert await office.store.closing_messages() == []


async def test_a_closed_table_that_is_shown_again_meanwhile_is_let_go(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a new connection does, of those that closed before it."""
    table = await office.dealt(BO, CLEO, DAG)
    await office.settled()
    messages, seen_off = office.display._messages[table], office.tables.drop_closing_messages

    async def shown_again(number: TableId) -> None:
        monkeypatch.undo()
        office.display.show(messages.at.table, [messages.at.table])
        await seen_off(number)

    monkeypatch.setattr(office.tables, "drop_closing_messages", shown_again)
    await office.tables.index.at(table).close("idle")
    await office.settled()
    assert table not in office.display._messages


async def test_what_a_closed_table_posts_last_is_not_posted_twice(office: Office) -> None:
    table = await office.dealt(BO, CLEO, DAG)
    await office.settled()
    office.discord.fail("edit", CHANNEL, MessageGone())
    await office.tables.index.at(table).close("idle")
    await office.settled()
    posted = office.discord.to(CHANNEL)[-1]
    assert posted.how == "post"
    row, _ = await office.store.tables.load_log(table)
    assert row.message_id == posted.message


async def test_a_second_connection_redraws_its_tables_too(office: Office) -> None:
    """While those of the first are still under way."""
    message, there = 499, (await office.lobby_elsewhere()).channel
    await office.dealt(BO, CLEO, DAG)
    await office.settled()
    for table in office.tables.index:
        await office.tables.note(table.id, message=message)
    await office.crash()
    elsewhere, here = sorted(office.tables.index, key=lambda table: -table.channel)
    office.display.show_all([here])
    office.display.show_all([elsewhere])
    await office.settled()
    assert {sent.channel for sent in office.discord.log if sent.message == message} == {
        CHANNEL,
        there,
    }


async def test_a_lobby_closes_though_nobody_answered_the_press_of_start(office: Office) -> None:
    table, message = await office.lobby(BO, CLEO, DAG), 499
    await office.tables.note(table, message=message)
    await office.crash()
    office.display.show_all(list(office.tables.index))
    await office.settled()
    pressed = cast("discord.Message", SimpleNamespace(id=message))
    with office.display.answering(table, pressed):
        await office.start(table)
        await office.settled()
        assert office.at(table).message != message
        edits = [sent for sent in office.discord.log if sent.message == message]
        assert [f":{table}:0:join" in sent.text for sent in edits] == [True]
        await office.display.stop()
        await office.crash()
    for expected in (["edit"], []):
        office.display.show_all(list(office.tables.index))
        await office.settled()
        closing = [sent for sent in office.discord.log if sent.message == message]
        assert [sent.how for sent in closing] == expected
        assert not any("lobby" in sent.text for sent in closing)
        office.discord.log.clear()


async def test_a_lobby_whose_command_was_never_answered_is_posted_after_a_restart(
    office: Office,
) -> None:
    table = await office.lobby(BO)
    await office.settled()
    assert not office.discord.log
    for expected in (["post"], ["edit"]):
        await office.crash()
        office.display.show_all(list(office.tables.index))
        await office.settled()
        assert [sent.how for sent in office.discord.to(CHANNEL)] == expected
    assert office.lobby_at(table).message is not None


async def test_single_cards_stand_above_the_picture_that_the_last_trick_left(
    office: Office,
) -> None:
    table = await office.dealt(BO, CLEO, DAG, game="whist")
    await office.settled()
    pictures, told = [], []
    for _ in range(8):
        await office.act(table)
        await office.settled()
        shown = office.discord.to(CHANNEL)[-1]
        pictures.append(shown.files)
        told.append(shown.text)
    first, second = pictures[2], pictures[3]
    assert first
    assert pictures == [first] * 3 + [second] * 4 + [pictures[7]]
    assert len({first, second, pictures[7]}) == 3
    assert len(set(told)) == 8
    deal = office.at(table).match.deal
    assert deal is not None
    assert deal.play is not None
    names, (*_, last) = office.at(table).names, deal.play.tricks
    played = " · ".join(f"{names[seat]} {_in_symbols(card)}" for seat, card in last.plays[:3])
    assert f"Trick 2: {played} →\u00a0**{names[last.plays[3][0]]}**" in told[6].replace(
        "\ufe0f", ""
    )


def _in_symbols(card: Card) -> str:
    return dict(zip("SHDC", "♠♥♦♣", strict=True))[card.text[0]] + card.text[1:].replace("T", "10")
