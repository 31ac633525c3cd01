"""*Invite to table* by clicks: one message to one person, who can switch them off."""

from __future__ import annotations

import asyncio

import pytest

from kwbot.ids import TableId, UserId
from kwbot.local.guest import press_more
from tests.e2e.club import Club

INVITE = "Invite to table"


async def test_an_invitation_pings_one_person_once_who_sits_down_from_there(club: Club) -> None:
    anna, bo, cia, dag = (
        club.guest(name, locale=locale, dms_open=dms_open).person
        for name, locale, dms_open in (
            ("Anna", "sv-SE", True), ("Bo", "da", True), ("Cia", "en-US", True),
            ("Dag", "sv-SE", False),
        )
    )  # fmt: skip
    channel = club.playground.channel
    await bo.slash(channel, "rules")  # so that his language is known
    await cia.slash(channel, "rules")
    assert "Du sitter inte vid något bord." in (await anna.use_on(channel, INVITE, bo)).text
    lobby = (await anna.slash(channel, "play", game="whist")).message
    (table,) = [one.id for one in club.bot.tables.index]
    club.playground.faults.add("POST", r"/channels/\d+/messages", reset=True)
    lost = await anna.use_on(channel, "Bjud in till bord", bo)
    assert "Jag kan inte nå @Bo" in (await lost.settled()).text
    told = await anna.use_on(channel, "Bjud in till bord", bo)
    assert told.ephemeral
    assert "Jag har bjudit in @Bo" in (await told.settled()).text
    await club.playground.until(lambda: bo.dms() != [])
    assert "**Anna** inviterer dig til **Whist**" in bo.read(bo.last())
    invitation = bo.last()
    assert "har redan en inbjudan" in (await anna.use_on(channel, INVITE, bo)).text
    assert "redan vid det här bordet" in (await anna.use_on(channel, INVITE, anna)).text
    assert "Det är en bot." in (await anna.use_on(channel, INVITE, club.playground.bot)).text
    cias = await cia.slash(club.playground.direct(cia.user), "preferences")
    refused = await cia.forge(cias.message, f"kw:lobby:{table}:0:sit")
    assert "This table is closed." in refused.text, "nobody invited her"
    await bo.click(invitation, "Tag en plads")
    assert "Du har en plads" in bo.read(invitation)
    assert club.state(table).has(UserId(bo.id))
    assert bo.last() is invitation, "no welcome beside it"
    # Who takes no direct messages is pinged in the channel, alone.
    await anna.use_on(channel, INVITE, dag)
    await club.playground.until(lambda: dag.pings() != [])
    (ping,) = dag.pings()
    assert ping.pinged == (dag.id,)
    assert "@Dag*: **Anna** bjuder in dig till **Whist**" in dag.read(ping)
    club.refused()
    # Later a computer's seat is taken.
    await anna.click(lobby, "Spela nu")
    await anna.use_on(channel, INVITE, cia)
    await club.playground.until(lambda: "**Anna** invites you" in cia.read(cia.last()))
    assert cia.read(cia.last()).count("🤖") == 2, "a computer's seat is to be had"
    await cia.click(cia.last(), "Take a seat")
    assert "after this deal" in cia.read(cia.last())
    assert [one.user for one in club.game(table).newcomers] == [cia.id]


async def test_who_has_switched_invitations_off_gets_none(club: Club) -> None:
    anna, bo = club.guest("Anna").person, club.guest("Bo").person
    channel = club.playground.channel
    lobby = (await anna.slash(channel, "play")).message
    await anna.use_on(channel, INVITE, bo)
    await club.playground.until(lambda: bo.dms() != [])
    await bo.click(bo.last(), "No more invitations")
    assert "You get no more invitations." in bo.read(bo.last())
    await press_more(anna, lobby, "Close the table")
    await anna.slash(channel, "play")
    told = await anna.use_on(channel, INVITE, bo)
    assert "@Bo can't be invited now." in told.text
    assert len(bo.dms()) == 1


async def test_an_invitation_to_a_closed_table_says_so_and_loses_its_button(club: Club) -> None:
    anna, bo = club.guest("Anna").person, club.guest("Bo").person
    channel = club.playground.channel
    lobby = (await anna.slash(channel, "play")).message
    await anna.use_on(channel, INVITE, bo)
    await club.playground.until(lambda: bo.dms() != [])
    await press_more(anna, lobby, "Close the table")
    await bo.click(bo.last(), "Take a seat")
    assert bo.read(bo.last()).endswith("This table is closed.")
    assert list(bo.last().buttons()) == []
    assert len(bo.dms()) == 1, "nothing is posted beside it"


async def test_a_seat_can_be_had_before_the_invitation_is_noted(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, bo = club.guest("Anna").person, club.guest("Bo").person
    channel, noted, invite = club.playground.channel, asyncio.Event(), club.store.tables.invite
    await anna.slash(channel, "play")
    (table,) = [one.id for one in club.bot.tables.index]

    async def late(table_id: TableId, user_id: UserId, *, most: int) -> bool:
        await noted.wait()
        return await invite(table_id, user_id, most=most)

    monkeypatch.setattr(club.store.tables, "invite", late)
    told = await anna.use_on(channel, INVITE, bo)
    await club.playground.until(lambda: bo.dms() != [])
    again = await anna.use_on(channel, INVITE, bo)
    assert "@Bo already has an invitation" in again.text
    await bo.click(bo.last(), "Take a seat")
    assert club.state(table).has(UserId(bo.id))
    noted.set()
    assert "I've invited @Bo." in (await told.settled()).text
