"""Whose turn a hand says it is: it names nobody where redrawing it is a call, which may wait."""

from __future__ import annotations

import asyncio

import discord
import pytest

from cogs.delivery.calls.rate_limit import Lane
from kwbot.engine.values.actions import Pass
from kwbot.ids import TableId
from tests.cogs.delivery.test_display import occupy
from tests.cogs.post_office import DM, FakeChannel, Office, Sent
from tests.tables.sandbox import ANNA, BO, CLEO, DAG, Person

NOBODY = "not your turn"
"""Bo bids first, after him Cleo and Dag."""


def hand(office: Office, user: Person) -> list[Sent]:
    """What was sent to somebody, oldest first."""
    return office.discord.to(DM + user.id)


async def in_auction(office: Office, channel_limit: int) -> TableId:
    office._channel_limit = channel_limit
    await office.crash()
    table = await office.dealt(BO, CLEO, DAG)
    await office.settled()
    assert all("**Bo's turn** · asked <t:" in hand(office, one)[-1].text for one in (CLEO, DAG))
    return table


async def test_where_it_is_free_a_hand_names_each_in_turn(office: Office) -> None:
    table = await in_auction(office, 1000)
    for name in ("Cleo", "Dag"):
        await office.act(table, Pass())
        await office.settled()
        assert f"**{name}'s turn** · asked <t:" in hand(office, ANNA)[-1].text
    await office.act(table, Pass())
    await office.settled()
    assert "**your turn**" in hand(office, ANNA)[-1].text


async def test_where_it_is_a_call_a_hand_follows_and_names_nobody(office: Office) -> None:
    table = await in_auction(office, 5)
    assert "**Bo's turn** · asked <t:" in hand(office, ANNA)[-1].text
    await office.act(table, Pass())
    await office.pass_time(1)
    *_, corrected = hand(office, ANNA)
    assert corrected.how == "edit"
    assert NOBODY in corrected.text
    assert "'s turn" not in corrected.text
    assert "<t:" not in corrected.text.split(NOBODY)[1].split("\\n")[0]
    await office.act(table, Pass())
    await office.pass_time(1)
    *_, followed = hand(office, ANNA)
    assert followed is not corrected
    assert NOBODY in followed.text
    assert "'s turn" not in followed.text
    await office.act(table, Pass())
    await office.pass_time(1)
    assert "**your turn**" in hand(office, ANNA)[-1].text
    # Whoever has done something sees at once who comes next; the message costs a call all the same.
    await office.act(table, Pass())
    await office.pass_time(1)
    assert NOBODY not in hand(office, ANNA)[-1].text


async def test_a_correction_waits_for_room_and_a_question_does_not(office: Office) -> None:
    table = await in_auction(office, 5)
    occupy(office, Lane.CARD)
    await office.act(table, Pass())
    await office.pass_time(1)
    assert [sent.how for sent in hand(office, DAG)] == ["post"], "others go first"
    await office.act(table, Pass())
    await office.settled()
    assert "**your turn**" in hand(office, DAG)[-1].text, "though it waited as a correction"


async def test_after_a_restart_a_name_that_may_stand_there_is_corrected(office: Office) -> None:
    table = await in_auction(office, 5)
    await office.crash()
    office.display.show_all(list(office.tables.index))
    await office.pass_time(1)
    assert hand(office, ANNA) == [], "it is up to date"
    await office.act(table, Pass())
    await office.pass_time(1)
    assert NOBODY in hand(office, ANNA)[-1].text


async def test_a_question_that_comes_while_the_channel_is_opened_waits_for_no_room(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await in_auction(office, 5)
    await office.crash()  # after it no channel is known
    office.display.show_all(list(office.tables.index))
    await office.pass_time(1)
    occupy(office, Lane.CARD)
    opened, create_dm = asyncio.Event(), office.discord.create_dm

    async def create_dm_later(user: discord.Object) -> FakeChannel:
        await opened.wait()
        return await create_dm(user)

    monkeypatch.setattr(office.discord, "create_dm", create_dm_later)
    await office.act(table, Pass())
    await office.settled()
    await office.act(table, Pass())
    opened.set()
    await office.settled()
    assert "**your turn**" in hand(office, DAG)[-1].text
