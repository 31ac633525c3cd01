"""One message a deal: what it shows, when it comes down, and what it does without pictures."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import discord
import pytest
from aiohttp import ClientResponse

from cogs.delivery.calls.posts import Post
from cogs.delivery.calls.undelivered import TransientFailure
from cogs.delivery.messages.channel_messages import COME_DOWN_INTERVAL
from cogs.delivery.messages.closing_notices import AFTER_END
from cogs.delivery.pictures.picture_renderer import DRAWING_REST
from cogs.screens.parts.components import text_screen
from kwbot.engine.values.actions import Pass
from kwbot.ids import TableId
from kwbot.tables.state.table_options import LOOK_OPTION
from tests.cogs.post_office import CHANNEL, Office, Sent
from tests.tables.sandbox import ANNA, BO, CLEO, DAG

TALK = 2**62
"""The id of a message that somebody has written: above all of the bot's."""


def refusal(code: int, status: int = 403) -> discord.HTTPException:
    response = cast("ClientResponse", SimpleNamespace(status=status, reason=""))
    return discord.HTTPException(response, {"code": code, "message": ""})


async def in_play(office: Office) -> TableId:
    """A table whose first trick is over, of a game without an auction."""
    table = await office.dealt(BO, CLEO, DAG, game="whist")
    await played(office, table, tricks=1)
    return table


async def played(office: Office, table_id: TableId, tricks: int) -> None:
    """Until so many tricks have fallen in the running deal, or in the next one that is played."""
    while await office.step(table_id):
        deal = office.at(table_id).match.deal
        if deal and deal.play and len(deal.play.tricks) == tricks and not deal.play.plays:
            break
    await office.settled()


async def played_out(office: Office, table_id: TableId) -> None:
    number = office.at(table_id).match.number
    while office.at(table_id).ready is None or office.at(table_id).match.number < number:
        await office.step(table_id)
    await office.settled()


def posts(office: Office) -> list[Sent]:
    return [sent for sent in office.discord.to(CHANNEL) if sent.how == "post"]


async def test_a_deal_with_its_tricks_and_result_is_one_message(office: Office) -> None:
    table = await in_play(office)
    message = office.at(table).message
    number = office.at(table).match.number
    seen = office.discord.to(CHANNEL)[-1]
    assert (seen.how, seen.message) == ("edit", message)
    assert "-# 1 " in seen.text
    assert seen.files, "the table is a picture"
    await played_out(office, table)
    shown = office.discord.to(CHANNEL)[-1]
    assert (shown.how, shown.message) == ("edit", message)
    assert f"-# Deal {number}" in shown.text
    for button in ("tricks", "ready"):
        assert f":{button}" in shown.text
    assert len(posts(office)) == number
    await office.all_ready(table)
    await office.settled()
    past, dealt = office.discord.to(CHANNEL)[-2:]
    assert (past.how, past.message) == ("edit", message)
    assert ":tricks" in past.text
    assert ":ready" not in past.text
    assert dealt.how == "post"
    assert f"**Deal {number + 1}**" in dealt.text
    assert office.at(table).display["deal"] == number + 1


async def test_nobody_is_pinged_by_drawing(office: Office) -> None:
    table = await in_play(office)
    await played(office, table, tricks=3)
    assert [sent.ping for sent in posts(office) if sent.ping] == [posts(office)[0].ping]


async def test_the_end_stands_in_the_last_deals_message(office: Office) -> None:
    table = await office.dealt(BO, CLEO, DAG, game="hus")
    await played_out(office, table)
    await office.tables.index.at(table).decisions.finish(ANNA.id)
    await office.settled()
    last = office.discord.to(CHANNEL)[-1]
    assert (last.how, last.message) == ("edit", posts(office)[-1].message)
    assert f"-# Deal {len(posts(office))}" in last.text
    assert ":again:" in last.text
    assert ":ready" not in last.text


async def test_a_deal_that_the_host_breaks_off_shows_no_result(office: Office) -> None:
    table = await office.dealt(BO, CLEO, DAG, game="hus")
    await played_out(office, table)
    await office.all_ready(table)
    await office.settled()
    await office.tables.index.at(table).decisions.finish(ANNA.id)
    await office.settled()
    last = office.discord.to(CHANNEL)[-1]
    assert (last.how, last.message) == ("edit", posts(office)[-1].message)
    assert "The game is over." in last.text
    assert ":tricks" not in last.text
    assert not last.files


async def test_the_table_comes_down_below_talk_between_two_tricks(office: Office) -> None:
    table = await in_play(office)
    first = office.at(table).message
    assert first is not None
    office.display.calls.messages.last.note_last(CHANNEL, TALK)
    await office.act(table)
    await office.settled()
    assert office.at(table).message == first, "not while cards lie there"
    await played(office, table, tricks=2)
    posted, deleted = office.discord.to(CHANNEL)[-2:]
    assert (posted.how, deleted.how, deleted.message) == ("post", "delete", first)
    assert office.at(table).message == posted.message
    assert not posted.ping
    assert "-# 2 " in posted.text
    office.display.calls.messages.last.note_last(CHANNEL, TALK + 1)
    await played(office, table, tricks=3)
    assert office.at(table).message == posted.message, "not so soon again"
    office.clock.advance(COME_DOWN_INTERVAL.total_seconds())
    await played(office, table, tricks=4)
    assert office.at(table).message != posted.message


async def test_the_table_comes_down_after_a_call(office: Office) -> None:
    table = await office.dealt(BO, CLEO, DAG)
    await office.settled()
    first = office.at(table).message
    office.display.calls.messages.last.note_last(CHANNEL, TALK)
    await office.act(table, Pass())
    await office.settled()
    posted, deleted = office.discord.to(CHANNEL)[-2:]
    assert (posted.how, deleted.how, deleted.message) == ("post", "delete", first)


async def test_our_own_messages_are_no_talk(office: Office) -> None:
    table = await office.dealt(BO, CLEO, DAG)
    await office.settled()
    first = office.at(table).message
    await office.pass_time(15)
    ping = office.discord.to(CHANNEL)[-1]
    assert ping.ping
    assert f"/{CHANNEL}/{first}" in ping.text
    office.display.calls.messages.last.note_last(CHANNEL, ping.message)
    await office.act(table, Pass())
    await office.settled()
    assert office.at(table).message == first


async def test_talk_above_a_ping_is_seen(office: Office) -> None:
    table = await office.dealt(BO, CLEO, DAG)
    await office.settled()
    first = office.at(table).message
    office.discord.talk[CHANNEL] = TALK
    await office.pass_time(15)
    ping = office.discord.to(CHANNEL)[-1]
    assert ping.ping
    assert office.at(table).message == first, "to which the ping leads"
    office.display.calls.messages.last.note_last(CHANNEL, ping.message)
    await office.act(table, Pass())
    await office.settled()
    assert office.at(table).message != first


async def test_nor_is_what_else_the_bot_posts_there(office: Office) -> None:
    table = await office.dealt(BO, CLEO, DAG)
    await office.settled()
    first = office.at(table).message
    news = await office.display.calls.messages.say(CHANNEL, Post(text_screen("News"), "news"))
    for last, comes_down in ((news.message, False), (news.message + 1, True)):
        office.display.calls.messages.last.note_last(CHANNEL, last)
        await office.act(table, Pass())
        await office.settled()
        assert (office.at(table).message != first) is comes_down


async def test_an_old_message_that_could_not_be_removed_goes_later(office: Office) -> None:
    table = await office.dealt(BO, CLEO, DAG)
    await office.settled()
    first = office.at(table).message
    office.display.calls.messages.last.note_last(CHANNEL, TALK)
    office.discord.fail("delete", CHANNEL, TransientFailure())
    await office.act(table, Pass())
    await office.settled()
    assert office.at(table).display["old"] == [first]
    await office.crash()  # even if the bot is killed meanwhile
    office.display.show_all(list(office.tables.index))
    await office.settled()
    removed = [sent.message for sent in office.discord.to(CHANNEL) if sent.how == "delete"]
    assert removed == [first]


@pytest.mark.parametrize("how", ["post", "edit"])
async def test_where_pictures_are_refused_words_are_shown(office: Office, how: str) -> None:
    table = await office.dealt(BO, CLEO, DAG)
    await office.settled()
    office.discord.fail(how, CHANNEL, refusal(50013))
    if how == "post":
        office.display.calls.messages.last.note_last(CHANNEL, TALK)
    await office.act(table, Pass())
    await office.settled()
    refused, shown = [sent for sent in office.discord.to(CHANNEL) if sent.how == how][-2:]
    assert refused.files
    assert not shown.files
    assert "**: dealer" in shown.text
    assert not office.at(table).paused
    await office.act(table, Pass())
    await office.settled()
    assert not office.discord.to(CHANNEL)[-1].files
    office.display.retry(office.at(table))  # somebody has given the permission back
    await office.settled()
    assert office.discord.to(CHANNEL)[-1].files


async def test_galleries_that_edits_cannot_bring_are_posted(office: Office) -> None:
    """discord-api-docs#7529."""
    table = await office.dealt(BO, CLEO, DAG)
    await office.settled()
    assert office.discord.to(CHANNEL)[-1].files
    office.discord.fail("edit", CHANNEL, refusal(50035, 400))
    await office.act(table, Pass())
    await office.settled()
    refused, shown = office.discord.to(CHANNEL)[-2:]
    assert (bool(refused.files), bool(shown.files)) == (True, False)
    office.display.calls.messages.last.note_last(CHANNEL, TALK)
    await office.act(table, Pass())
    await office.settled()
    assert posts(office)[-1].files, "a new message may have one"
    await office.act(table, Pass())
    await office.settled()
    assert not office.discord.to(CHANNEL)[-1].files


async def test_a_process_short_of_time_shows_words_for_a_while(office: Office) -> None:
    table = await office.dealt(BO, CLEO, DAG)
    await office.settled()
    office.display.renderer.pictures._rest()
    await office.act(table, Pass())
    await office.settled()
    assert not office.discord.to(CHANNEL)[-1].files
    await office.pass_time(DRAWING_REST.total_seconds() - 29)
    office.clock.advance(29)
    await office.act(table, Pass())
    await office.settled()
    *_, drawn = (one for one in office.discord.to(CHANNEL) if one.how != "delete")
    assert drawn.files, "the ping goes before or after it"


async def test_a_server_may_want_words(office: Office) -> None:
    table = await office.lobby(BO, CLEO, DAG)
    await office.tables.note(table, options={**office.lobby_at(table).options, LOOK_OPTION: "text"})
    await office.start(table)
    await office.settled()
    assert not office.discord.to(CHANNEL)[-1].files
    assert "**: dealer" in office.discord.to(CHANNEL)[-1].text


async def test_the_thread_of_an_ended_table_is_closed(office: Office) -> None:
    table = await office.dealt(BO, CLEO, DAG)
    await office.tables.note(table, parent_channel=CHANNEL + 5)
    await office.settled()
    await office.tables.index.at(table).close("moderator")
    await office.settled()
    assert office.discord.archived == []
    await office.pass_time(AFTER_END.total_seconds())
    assert office.discord.archived == [CHANNEL]


async def test_the_tables_own_channel_stays_open(office: Office) -> None:
    table = await office.dealt(BO, CLEO, DAG)
    await office.tables.index.at(table).close("moderator")
    await office.settled()
    await office.pass_time(AFTER_END.total_seconds())
    assert office.discord.archived == []
