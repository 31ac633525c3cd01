"""*Ping me* and *Ping others* by clicks: who asked for it, once an hour, not in quiet hours."""

from __future__ import annotations

import pytest

from kwbot.local.guest import press_more
from tests.cogs.server import menu_of, open_setting
from tests.e2e.club import Club


async def test_who_asked_for_it_is_pinged_once_an_hour_and_never_in_quiet_hours(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    anna, bo, cia, dag = (
        club.guest(name, locale=locale).person
        for name, locale in (("Anna", "en-US"), ("Bo", "sv-SE"), ("Cia", "da"), ("Dag", "da"))
    )
    mod = club.playground.person("Mod", moderator=True)
    channel, role = club.playground.channel, club.playground.guild.moderator_role_id
    lobby = (await anna.slash(channel, "play")).message
    (table,) = [one.id for one in club.bot.tables.index]
    nobody = await press_more(anna, lobby, "Ping others")
    assert "There's nobody to ping" in (await nobody.settled()).text
    assert "Bara värden" in (await bo.forge(lobby, f"kw:ring:{table}:0:others")).text
    wish = await press_more(bo, lobby, "Säg till mig")
    assert "en värd söker spelare: högst en gång i timmen" in wish.text
    await press_more(cia, lobby, "Giv mig besked")
    await press_more(dag, lobby, "Giv mig besked")
    # Cia has quiet hours: it is noon in London, and one o'clock where she is.
    choices = (await cia.slash(channel, "preferences")).message
    await open_setting(cia, choices, "quiet")
    await cia.submit({"quiet_from": "13", "quiet_until": "14", "time_zone": "copenhagen"})
    labels = [one["label"] for one in menu_of(choices, "more")["options"]]
    assert "🌙 Stille timer: 13:00–14:00" in labels
    # Dag wants no ping any more, by his preferences.
    choices = (await dag.slash(channel, "preferences")).message
    await open_setting(dag, choices, "ring")
    await dag.select(choices, "kw:preferences:0:0:ring", ["False"])
    club.playground.faults.add("POST", "/webhooks/", reset=True)
    sorry = await press_more(anna, lobby, "Ping others")
    assert "Maybe nobody was pinged: try again." in (await sorry.settled()).text
    for code in (50013, 160005, 99999):
        club.playground.faults.add("POST", r"/webhooks/\d+/[^/]+$", code=code)
        club.playground.faults.add("POST", f"/channels/{channel.id}/messages$", code=code)
        refused = await press_more(anna, lobby, "Ping others")
        assert "I can't post in this channel, so nobody" in (await refused.settled()).text
    assert bo.pings() == []
    assert caplog.records == []
    told = await press_more(anna, lobby, "Ping others")
    assert "I've pinged everyone who asked." in (await told.settled()).text
    await club.playground.until(lambda: bo.pings() != [])
    (ping,) = bo.pings()
    assert ping.pinged == (bo.id,)
    assert "**Anna** has opened a table of **Whist**" in bo.read(ping)
    nobody = await press_more(anna, lobby, "Ping others")
    assert "There's nobody to ping" in (await nobody.settled()).text
    sat = await bo.click(ping, "Take a seat")
    assert sat.ephemeral
    assert "Du har en plats" in sat.text
    assert "Take a seat" in anna.read(ping), "others can press it too"
    # An hour later Cia's quiet hours are over; a role is pinged that the moderators have named.
    settings = (await mod.slash(channel, "settings")).message
    await open_setting(mod, settings, "ring_role")
    await mod.select(settings, menu_of(settings, "ring_role")["custom_id"], [str(role)])
    refused = await mod.forge(settings, "kw:settings:0:0:ring_role", values=["everyone"])
    assert "That can't be chosen here." in refused.text
    club.clock.advance(3601)
    await press_more(anna, lobby, "Ping others")
    await club.playground.until(lambda: cia.pings() != [])
    assert set(cia.pings()[0].pinged) == {cia.id, mod.id}, "Bo sits there by now"
    await mod.select(settings, menu_of(settings, "ring_role")["custom_id"], [])
    guild = club.guild
    assert (await club.store.settings.guild_settings(guild)).ping_role is None
    assert await club.store.people.waiting_for_ping(guild, club.clock.now()) == [bo.id]
