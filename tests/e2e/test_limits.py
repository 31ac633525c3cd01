"""Opening tables: limits of a server, and one person who does it in a loop."""

from __future__ import annotations

from collections import Counter

import pytest

from cogs.screens.parts.components import AGAIN, LOBBY, MORE, TABLE, Press
from kwbot.local.guest import add_computers
from kwbot.metrics import STORAGE_SECONDS
from kwbot.tables.serving.opening_limits import BURST
from tests.cogs.server import open_setting
from tests.e2e.club import Club

LOOP = 150


def transactions() -> Counter[str]:
    """How many were done so far, by what they do."""
    samples = (sample for metric in STORAGE_SECONDS.collect() for sample in metric.samples)
    return Counter(
        {
            sample.labels["operation"]: int(sample.value)
            for sample in samples
            if sample.name.endswith("_count")
        }
    )


@pytest.mark.slow
async def test_who_opens_tables_in_a_loop_is_refused_and_slows_nobody(club: Club) -> None:
    anna, bo = club.guest("Anna"), club.guest("Bo")
    lobby = await club.lobby(bo)
    guild = club.playground.guild
    channels = [club.playground.add_channel(guild, f"loop-{at}") for at in range(LOOP)]
    await club.playground.idle()
    club.playground.calls.clear()
    before = transactions()
    loop = [await anna.person.slash(channel, "play", wait=False) for channel in channels]
    await add_computers(bo.person, lobby, 1)  # is answered among them
    answers = [(await one.settled()).text for one in loop]
    done = transactions() - before
    opened = [table for table in club.bot.tables.index if table.host == anna.id]
    assert (
        len(opened) == (await club.store.settings.guild_settings(club.guild)).tables_per_person == 5
    )
    assert sum("Limit of open tables per person: 5." in text for text in answers) == BURST - 5
    assert sum("You're opening tables too fast." in text for text in answers) == LOOP - BURST
    assert club.playground.counted_calls < 5 * 4  # direct messages and drawings, of what was opened
    # What others' presses wait behind: a refusal is one read at most, however many there are.
    assert done["create"] == 5
    assert done["preferences"] <= LOOP
    assert done.total() - done["preferences"] < 10 * BURST < LOOP


@pytest.mark.parametrize(
    ("setting", "said"),
    [("tables_per_channel", "in a channel and its threads: 1"),
     ("tables_per_server", "on this server: 1")],
)  # fmt: skip
async def test_a_moderator_sets_how_many_tables_are_open_at_once(
    club: Club, setting: str, said: str
) -> None:
    anna, bo, cia = (club.guest(name) for name in ("Anna", "Bo", "Cia"))
    mod = club.playground.person("Mod", moderator=True)
    menus = (await mod.slash(club.playground.channel, "settings")).message
    await open_setting(mod, menus, setting)
    await mod.select(menus, f"kw:settings:0:0:{setting}", ["1"])
    await club.table([anna, bo], 2)  # it has moved to a thread
    refused = await cia.person.slash(club.playground.channel, "play")
    assert said in refused.text
    assert refused.ephemeral
    assert cia.person.dms() == []
    (table,) = list(club.bot.tables.index)
    await club.bot.tables.index.at(table.id).close("moderator")
    await club.lobby(cia)


async def test_seats_and_play_again_are_for_the_server_where_it_is_played(club: Club) -> None:
    anna = club.guest("Anna")
    table = await club.table([anna, club.guest("Bo")], 2)
    side = club.playground.add_channel(club.playground.guild, "side")
    await club.guest("Eva").person.slash(side, "play")
    lobby = next(one for one in club.bot.tables.index if one.channel == side.id)
    other = club.playground.add_guild("Another server")
    olga = club.playground.person("Olga", guild=other)
    (abroad,) = [one for one in club.playground.channels.values() if one.guild is other]
    message = (await olga.slash(abroad, "play")).message
    for press in (
        Press(TABLE, table.id, 1, "join"), Press(TABLE, table.id, 1, "seat"),
        Press(TABLE, table.id, 1, "text"),
        Press(LOBBY, lobby.id, 0, "join"), Press(LOBBY, lobby.id, 0, "sit"),
    ):  # fmt: skip
        refused = await olga.forge(message, str(press))
        assert "This table is closed." in refused.text
    refused = await olga.forge(message, str(Press(MORE, table.id, argument="menu")))
    assert "You're not playing at this table." in refused.text
    for one in list(club.bot.tables.index):
        await club.bot.tables.index.at(one.id).close("moderator")
    again = str(Press(AGAIN, table.id))
    refused = await anna.person.forge(anna.person.dms()[-1], again)
    assert "Open tables on a server" in refused.text
    other.members[anna.id] = anna.person.user
    refused = await anna.person.forge(message, again)
    assert "This table is closed." in refused.text
    assert list(club.bot.tables.index) == []
