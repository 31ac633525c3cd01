"""The lobby: who may sit down, set options and start."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from kwbot.engine.values.errors import IllegalAction
from kwbot.ids import UserId
from kwbot.storage.values.documents import GuildSettings
from kwbot.storage.values.stored_people import PlayerBan
from kwbot.tables.errors.refusals import HostOnly, Refused
from kwbot.tables.log.table_rows import from_row
from kwbot.tables.play import lobby, presets
from kwbot.tables.play.lobby import NewLobby
from kwbot.tables.state.seated import Seated
from kwbot.variants import games
from tests.tables.sandbox import ANNA, BO, CHANNEL, CLEO, DAG, GUILD, KOMBINATIONS, House, Person


async def test_only_the_host_starts_cancels_and_sets_options(house: House) -> None:
    table = await house.lobby(BO, CLEO)
    for attempt in (
        house.start(table, BO.id),
        house.tables.index.at(table).rearrange(lobby.cancel, BO.id),
        house.tables.index.at(table).rearrange(lobby.with_option, BO.id, "winning", "limited"),
    ):
        with pytest.raises(HostOnly):
            await attempt
    for key, value in (("winning", "never"), ("time_bid", "soon"), ("time_bid", "-1"), ("x", "1")):
        with pytest.raises(IllegalAction):
            await house.tables.index.at(table).rearrange(lobby.with_option, ANNA.id, key, value)
    await house.tables.index.at(table).rearrange(lobby.with_option, ANNA.id, "time_bid", "030")
    assert house.lobby_at(table).options["time_bid"] == "30"


async def test_another_edition_brings_its_defaults_and_leaves_what_was_chosen(house: House) -> None:
    table = await house.lobby()
    live = house.tables.index.at(table)

    async def after(key: str, value: str) -> tuple[str, ...]:
        await live.rearrange(lobby.with_option, ANNA.id, key, value)
        options = house.lobby_at(table).options
        return tuple(options[one] for one in ("impossible_bids", "time_first_bid", "time_bid"))

    assert await after("edition", "1.5") == ("allow", "90", "30")
    assert await after("edition", "1.4") == ("forbid", "60", "20")
    assert await after("time_bid", "45") == ("forbid", "60", "45")
    assert await after("edition", "1.5") == ("allow", "60", "45")
    assert await after("impossible_bids", "forbid") == ("forbid", "60", "45")
    assert await after("edition", "1.4") == ("forbid", "60", "45")


async def test_a_lobby_of_before_an_option_came_has_its_default(house: House) -> None:
    stored = await house.store.tables.load(await house.lobby(computers=3))
    assert stored is not None
    kept = {key: value for key, value in stored.options.items() if key != "edition"}
    old = from_row(replace(stored, options=kept), games()[KOMBINATIONS])
    assert old.options["edition"] == "1.4"
    limited = lobby.with_option(old, ANNA.id, "winning", "limited")
    assert limited.new_match().sheet.options["edition"] == "1.4"


@pytest.mark.parametrize(
    ("settings", "seconds"),
    [(GuildSettings(), ("90", "30")), (GuildSettings(bid_seconds=45), ("60", "45"))],
)
def test_the_preset_of_an_edition_brings_its_time_to_bid_unless_the_server_set_one(
    settings: GuildSettings, seconds: tuple[str, str]
) -> None:
    (preset,) = (one for one in presets.BUILT_IN_PRESETS if one.key == "edition-1.5")
    options = presets.options_of(preset, games()[KOMBINATIONS], settings)
    assert (options["edition"], options["impossible_bids"]) == ("1.5", "allow")
    assert (options["time_first_bid"], options["time_bid"]) == seconds


async def test_too_few_are_told_how_many_are_missing(house: House) -> None:
    table = await house.lobby(BO)
    with pytest.raises(Refused, match="1 more"):
        await house.start(table)


async def test_a_person_takes_the_place_of_a_computer_in_a_full_lobby(house: House) -> None:
    table = await house.lobby(BO, computers=2)
    await house.tables.index.at(table).join(CLEO.id, CLEO.seated(7, dm_open=False), 4, 5)
    assert house.lobby_at(table).names == ("Anna", "Bo", "Ada", "Cleo")
    with pytest.raises(Refused):
        await house.join(table, CLEO, 4)
    with pytest.raises(Refused):
        await house.tables.index.at(table).rearrange(lobby.with_computer, ANNA.id, 4, "easy")


async def test_a_computer_never_has_the_name_of_a_person(house: House) -> None:
    table = await house.lobby(computers=3)
    live = house.tables.index.at(table)
    assert house.lobby_at(table).names == ("Anna", "Ada", "Brage", "Cleo")
    await live.join(CLEO.id, replace(CLEO.seated(), name="brage "), 5, 6)
    assert house.lobby_at(table).names == ("Anna", "Ada", "Disa", "Cleo", "brage")
    await live.rearrange(lobby.with_computer, ANNA.id, 6, "easy")
    assert house.lobby_at(table).names[-1] == "Einar"
    await live.join(DAG.id, replace(DAG.seated(), name="Ada"), 6, 7)
    assert house.lobby_at(table).names == ("Anna", "Einar", "Disa", "Cleo", "brage", "Ada")


async def test_people_of_one_name_are_told_apart(house: House) -> None:
    table = await house.lobby(computers=1)
    live = house.tables.index.at(table)
    for seat, name in enumerate(("Anna", "anna", "\u3164", "Ada"), start=2):
        await live.join(UserId(seat), Person(seat, name).seated(), 6, seat)
    named = ("Anna", "Brage", "Anna 2", "anna 3", "?", "Ada")
    assert house.lobby_at(table).names == named
    await live.start(ANNA.id, house.lobby_at(table).standing_seal().mark, 9)
    assert set(house.at(table).match.names) == {*named}


async def test_a_lobby_calls_people_by_their_newest_name(house: House) -> None:
    table = await house.lobby(BO, computers=1)
    await house.tables.index.at(table).call(BO.id, "anna")
    assert house.lobby_at(table).names == ("Anna", "anna 2", "Ada")
    await house.tables.index.at(table).leave(ANNA.id)
    await house.tables.index.at(table).call(BO.id, "anna")
    assert house.lobby_at(table).names == ("anna", "Ada")


async def test_the_host_leaves_and_the_next_becomes_host_until_nobody_is_left(house: House) -> None:
    table = await house.lobby(BO)
    await house.tables.index.at(table).leave(ANNA.id)
    assert house.lobby_at(table).host == BO.id
    await house.tables.index.at(table).leave(BO.id)
    assert house.tables.index.get(table) is None


async def test_one_table_a_channel_and_none_for_the_barred(house: House) -> None:
    table = await house.lobby()
    with pytest.raises(Refused):
        await house.lobby()
    await house.tables.index.at(table).rearrange(lobby.cancel, ANNA.id)
    ban = PlayerBan(
        guild_id=GUILD,
        user_id=BO.id,
        game=KOMBINATIONS,
        by=ANNA.id,
        reason="",
        at=house.clock.now(),
    )
    await house.store.settings.add_ban(ban)
    table = await house.lobby()
    with pytest.raises(Refused, match="banned"):
        await house.join(table, BO)
    new = NewLobby(
        guild=GUILD, channel=CHANNEL + 1, seated=(BO.seated(),), game=KOMBINATIONS, language="en"
    )
    with pytest.raises(Refused, match="banned"):
        await house.tables.open(new, GuildSettings())


async def test_two_tables_are_not_opened_in_one_channel_at_once(house: House) -> None:
    opened = await asyncio.gather(house.lobby(), house.lobby(), return_exceptions=True)
    assert sum(isinstance(one, Refused) for one in opened) == 1


async def test_a_rematch_seats_neither_the_barred_nor_too_many(house: House) -> None:
    now = house.clock.now()
    await house.store.settings.add_ban(
        PlayerBan(guild_id=GUILD, user_id=BO.id, game=KOMBINATIONS, by=ANNA.id, reason="", at=now)
    )
    seated = tuple(person.seated() for person in (ANNA, BO, CLEO, DAG))
    new = NewLobby(guild=GUILD, channel=CHANNEL, seated=seated, game=KOMBINATIONS, language="en")
    table = await house.tables.open(new, GuildSettings(max_players=3))
    assert table.names == ("Anna", "Cleo", "Dag")
    await house.tables.index.at(table.id).rearrange(lobby.cancel, ANNA.id)
    seated = (ANNA.seated(), *(Seated(f"{number}", UserId(number)) for number in range(10, 20)))
    table = await house.tables.open(replace(new, seated=seated), GuildSettings(max_players=5))
    assert len(table.seated) == 5
