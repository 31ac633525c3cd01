"""A table with a time, by clicks: seats before, one reminder, an event, and it opens by itself."""

from __future__ import annotations

from datetime import timedelta

from kwbot.ids import UserId
from kwbot.local.guest import press_more
from kwbot.tables.state.table_state import LobbyTable, PlannedTable
from kwbot.text.words.mentions import address
from playground.state.model import Permission
from tests.e2e.club import Club


async def test_a_planned_table_reminds_once_and_opens_by_itself(club: Club) -> None:
    anna, bo = club.guest("Anna", locale="sv-SE").person, club.guest("Bo", locale="da").person
    guild, channel = club.playground.guild, club.playground.channel
    await club.set(time_zone="Europe/Stockholm")
    lobby = (await anna.slash(channel, "play", game="whist")).message
    (table,) = [one.id for one in club.bot.tables.index]
    form = await press_more(anna, lobby, "Spela kl. …")
    day, time = (field["component"] for field in form.modal["components"])
    assert day["options"][0]["label"] == "torsdag 1 januari"
    assert "Europe/Stockholm" in form.modal["components"][1]["description"]
    refused = await anna.submit({time["custom_id"]: "12:59"})
    assert "Den tiden är förbi." in refused.text
    await press_more(anna, lobby, "Spela kl. …")
    await anna.submit({time["custom_id"]: "20.30"})
    state = club.state(table)
    assert isinstance(state, PlannedTable)
    assert state.opens.isoformat() == "2026-01-01T19:30:00+00:00"
    await club.playground.until(lambda: "2026-01-01 19:30 UTC" in bo.read(lobby))
    await bo.click(lobby, "Gå med")
    assert club.state(table).has(UserId(bo.id))
    await club.playground.until(lambda: bool(guild.events))
    (event,) = guild.events.values()
    assert event["name"] == "Whist med Anna"
    assert event["entity_metadata"]["location"].endswith(f"/{channel.id}/{lobby.id}")
    other = await bo.slash(channel, "play")
    assert "Spil nu" in other.text, "the channel is free until then"
    await press_more(bo, other.message, "Luk bordet")
    await press_more(anna, lobby, "Ändra tiden")
    await anna.submit({time["custom_id"]: "21.00"})
    await club.playground.until(lambda: "20:00:00" in event["scheduled_start_time"])
    await club.restart()
    club.clock.advance(timedelta(hours=7, minutes=50).total_seconds())
    await club.playground.until(lambda: "ert bord öppnar in 10 minutes" in club.public(table))
    assert [len(one.pings()) for one in (anna, bo)] == [1, 1]
    club.clock.advance(600)
    await club.playground.until(lambda: type(club.state(table)) is LobbyTable)
    await club.playground.until(lambda: lobby.deleted)
    await club.playground.idle()
    assert "Spela nu" in bo.read(club.table_message(table))
    assert "ert bord öppnar" not in club.public(table), "it has done its work"
    assert club.table_message(table).pinged == (), "nobody is pinged twice"


async def test_a_table_planned_for_soon_pings_when_it_opens_and_needs_no_event(club: Club) -> None:
    anna = club.guest("Anna").person
    club.playground.guild.bot_role &= ~Permission.CREATE_EVENTS
    lobby = (await anna.slash(club.playground.channel, "play")).message
    (table,) = [one.id for one in club.bot.tables.index]
    await press_more(anna, lobby, "Play at …")
    await anna.submit({"time": "12:15"})
    await club.playground.idle()
    assert club.refused() == [50013], "it may not have events here"
    club.clock.advance(900)
    await club.playground.until(lambda: lobby.deleted)
    assert club.table_message(table).pinged == (anna.id,)
    await press_more(anna, club.table_message(table), "Play at …")
    await anna.submit({"time": "12:30"})
    await club.playground.idle()
    club.refused()
    lobby = club.table_message(table)
    await anna.click(lobby, "Open now")
    await club.playground.until(lambda: lobby.deleted)
    assert type(club.state(table)) is LobbyTable
    await club.playground.idle()


async def test_a_planned_table_does_not_open_early_beside_another_and_links_to_it(
    club: Club,
) -> None:
    anna, bo = club.guest("Anna").person, club.guest("Bo").person
    lobby = (await anna.slash(club.playground.channel, "play")).message
    (planned,) = [one.id for one in club.bot.tables.index]
    await press_more(anna, lobby, "Play at …")
    await anna.submit({"time": "12:45"})
    await club.playground.idle()
    await bo.slash(club.playground.channel, "play")
    (other,) = [one.id for one in club.bot.tables.index if one.id != planned]
    refused = await anna.click(club.table_message(planned), "Open now")
    assert refused.text.startswith("⛔ This channel already has a table: ")
    assert address(club.state(other)) in str(refused.message.components)
    assert type(club.state(planned)) is PlannedTable
