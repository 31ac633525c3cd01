"""What people decide beside playing: fouls, moves taken back, leaving, settings, languages."""

from __future__ import annotations

import pytest

from kwbot.engine.values.actions import Foul
from kwbot.ids import TableId, UserId
from kwbot.local.guest import Guest, lobby_menu, press_more
from kwbot.storage.values.stored_people import PlayerBan
from playground import ClientRefusal, Message
from playground.state.model import ChannelType
from tests.cogs.server import open_setting
from tests.e2e.arranged import SUITS, arranged
from tests.e2e.club import KOMBINATIONS, Club
from tests.e2e.conftest import Deals


async def more(club: Club, table_id: TableId, seat: int, *pressed: str) -> Message:
    """Press through the More menu, by the last words of the controls' custom_ids."""
    person = club.guest_at(table_id, seat).person
    await club.playground.until(lambda: club.shows_more(table_id))
    screen = (await person.click(club.table_message(table_id), "More")).message
    for words in pressed:
        if words.isdecimal():
            await person.select(screen, None, [words])
        else:
            found = [b for b in screen.buttons() if b["custom_id"].endswith(f":{words}")]
            assert found, person.read(screen)
            await person.click(screen, custom_id=found[0]["custom_id"])
    return screen


async def vote(club: Club, table_id: TableId, seat: int, label: str) -> None:
    await club.playground.until(lambda: club.shows(table_id, "agree"))
    await club.guest_at(table_id, seat).person.click(club.table_message(table_id), label)


def fouls(club: Club, table_id: TableId) -> tuple[Foul, ...]:
    match = club.game(table_id).match
    assert match is not None
    assert match.deal is not None
    return match.deal.layout.fouls


# --- fouls and moves taken back ---------------------------------------------------------------


async def test_a_foul_before_a_declarer_cancels_the_deal(club: Club, deals: Deals) -> None:
    table = await arranged(club, deals, "1 pass")
    await more(club, table, 0, "foul", "foul 2", "foul 2 0")
    await club.shown(table, "Anna calls a foul on Cia", "The deal is cancelled")
    for seat in (1, 3):
        await vote(club, table, seat, "Agree")
    match = club.game(table).match
    assert match is not None
    assert match.sheet.scores == (0, 0, -2, 0)
    assert not match.deals[-1].result.played
    await club.ready(table)
    assert club.running_deal(table) == 2


async def test_a_foul_by_declarer_fails_the_bid(club: Club, deals: Deals) -> None:
    table = await arranged(club, deals, "1 bid spel / pass* / 0 play S2 / 1 play H2")
    await more(club, table, 0, "foul", "foul 1", "foul 1 0")
    await club.shown(table, "The bid fails")
    # The accused has no vote, and nobody plays meanwhile.
    await club.playground.until(lambda: club.shows(table, "agree"))
    bo = club.guest_at(table, 1).person
    refused = await bo.click(club.table_message(table), "Agree")
    await club.playground.until(lambda: bool(refused.followups) or refused.ephemeral)
    for seat in (2, 3):
        await vote(club, table, seat, "Agree")
    assert fouls(club, table) == (Foul(1, 0, "fail"),)
    await club.play(table, "2 play D2 / 3 play C2")
    match = club.game(table).match
    assert match is not None
    assert match.sheet.scores == (0, -2, 0, 0)


async def test_a_foul_by_another_costs_the_bids_points(club: Club, deals: Deals) -> None:
    table = await arranged(club, deals, "1 bid spel / pass* / 0 play S2")
    await more(club, table, 1, "foul", "foul 3", "foul 3 0")
    await club.shown(table, "The offender loses the bid's points")
    for seat in (0, 2):
        await vote(club, table, seat, "Agree")
    assert fouls(club, table) == (Foul(3, 1, "deduct"),)
    await club.play(table, "1 play H2")


@pytest.mark.slow
async def test_a_foul_that_is_set_right(club: Club, deals: Deals) -> None:
    table = await arranged(club, deals, "1 bid spel / pass* / 0 play S2 / 1 play H2")
    await more(club, table, 0, "foul", "foul 1", "right 1", "1")
    await club.shown(table, "Put it right and play on", "1 move is taken back")
    for seat in (1, 2, 3):
        await vote(club, table, seat, "Agree")
    assert fouls(club, table) == (Foul(1, 0, "restore"),)
    await club.play(table, "1 play H9")


async def test_moves_to_take_back_are_told_by_what_was_done(club: Club, deals: Deals) -> None:
    table = await arranged(club, deals, "1 bid spel / pass* / 0 play S2 / 1 play H2")
    screen = await more(club, table, 2, "undo")
    (menu,) = screen.selects()
    assert menu["placeholder"] == "Choose a move"
    told = [(option["label"], option["description"]) for option in menu["options"]]
    assert told[:3] == [
        ("Bo: ♥️2", "1 move is taken back."),
        ("Anna: ♠2", "2 moves are taken back."),
        ("Anna: pass", "3 moves are taken back."),
    ]


async def test_a_suit_that_was_named_is_told_among_moves_to_take_back(
    club: Club, deals: Deals
) -> None:
    table = await arranged(club, deals, "1 bid trumf / pass* / 1 suit H / 0 play S2")
    (menu,) = (await more(club, table, 2, "undo")).selects()
    told = [option["label"] for option in menu["options"]]
    assert told[:2] == ["Anna: ♠2", "Bo: hearts"]


async def test_one_no_and_a_proposal_falls(club: Club, deals: Deals) -> None:
    table = await arranged(club, deals, "1 bid spel / pass* / 0 play S2 / 1 play H2")
    await more(club, table, 1, "undo", "2")
    await club.shown(table, "Bo asks to take back everything from Anna's ♠2")
    await vote(club, table, 0, "Agree")
    # Cards wait until the others have decided.
    cia = club.guest_at(table, 2)
    hand = cia.hand
    assert hand is not None
    seen = club.game(table).asked_at[2]
    refused = await cia.person.forge(hand, f"kw:act:{table}:{seen}:play D2")
    assert "A vote is in progress" in refused.text
    await vote(club, table, 3, "Disagree")
    assert club.game(table).vote is None
    await club.play(table, "2 play D2")
    await more(club, table, 1, "undo", "2")
    for seat in (0, 2, 3):
        await vote(club, table, seat, "Agree")
    await club.play(table, "1 play H9")


# --- leaving and coming back ------------------------------------------------------------------


async def test_a_computer_plays_for_whoever_leaves(club: Club, deals: Deals) -> None:
    table = await arranged(club, deals, "1 bid spel / pass* / 0 play S2")
    screen = await more(club, table, 1, "leave")
    assert club.game(table).away == frozenset(), "Leave wants a second press"
    bo = club.guest_at(table, 1).person
    assert "Leave this table in" in bo.read(screen)
    await bo.click(screen, "Leave")
    assert club.game(table).away == {1}
    await club.shown(table, "Away: Bo (")
    await club.play(table, "2 play D2 / 3 play C2 / 0 play S3 / 2 play D3")
    screen = await more(club, table, 1, "back")
    assert "You're back." in club.guest_at(table, 1).person.read(screen)
    assert club.game(table).away == frozenset()
    cia = club.guest_at(table, 2).person
    asked = await cia.slash(club.playground.channel, "leave")
    await cia.click(asked.message, "Leave")
    assert club.game(table).away == {2}
    await club.play(table, "3 play C3 / 0 play S4 / 1 play H9")
    # Somebody who is away may play at once: that brings them back.
    await club.play(table, "3 play C4 / 0 play S5")


async def test_the_last_who_leaves_finds_the_table_as_it_was(club: Club, deals: Deals) -> None:
    deals.add(SUITS)
    anna = club.guest("Anna")
    table = (await club.table([anna], 3)).id
    await club.ready(table)
    await club.playground.until(lambda: anna.is_asked)
    asked = (await anna.person.slash(club.playground.channel, "leave")).message
    assert "Nobody else is there, so the table waits until you're back." in anna.person.read(asked)
    await anna.person.click(asked, "Leave")
    left = club.game(table)
    assert left.away == {0}
    await club.shown(table, "Away: Anna (", "The table waits until someone is back.")
    assert club.game(table).match == left.match
    await anna.person.click(asked, "I'm back")
    assert club.game(table).away == frozenset()
    assert club.running_deal(table) == 1


async def test_the_host_ends_a_game_asked_twice(club: Club, deals: Deals) -> None:
    table = await arranged(club, deals, "1 bid spel / pass* / 0 play S2")
    screen = await more(club, table, 0, "end")
    anna = club.guest_at(table, 0).person
    assert "It stays unfinished: nobody wins" in anna.read(screen)
    await anna.click(screen, "End the game")
    assert "Really end it for everyone?" in anna.read(screen)
    assert club.game(table).match.deal is not None
    channel = club.playground.channels[club.state(table).channel]
    await anna.click(screen, "End the game")
    await club.playground.until(
        lambda: any("ended early" in anna.read(m) for m in channel.messages.values())
    )
    assert club.bot.tables.index.get(table) is None


async def test_who_is_at_several_tables_is_asked_which_to_leave(club: Club) -> None:
    await club.set(language="en")
    anna, bo = club.guest("Anna", locale="da"), club.guest("Bo")
    first, channel = (await club.table([anna, bo], 2)).id, club.playground.channel
    club.playground.channel = club.playground.add_channel(club.playground.guild, "other")
    lobby = await club.lobby(anna)
    asked = (await anna.person.slash(channel, "leave")).message
    assert "Du er med ved flere borde." in anna.person.read(asked)
    await anna.person.select(asked, None, [str(first)])
    assert "Forlad bordet i" in anna.person.read(asked)
    assert not club.game(first).away
    await anna.person.click(asked, "Forlad")
    assert club.game(first).away == {club.game(first).seat_of(anna.id)}
    again = (await anna.person.slash(channel, "leave")).message  # at one only, which is a lobby
    assert "så bordet lukkes" in anna.person.read(again)
    await anna.person.click(again, "Forlad")
    await club.playground.until(lambda: not list(lobby.buttons()))


async def test_joining_leaving_and_cancelling_a_lobby(club: Club) -> None:
    anna, bo, eva = (club.guest(name) for name in ("Anna", "Bo", "Eva"))
    lobby = await club.lobby(anna)
    await bo.person.click(lobby, "Join")
    assert "already" in (await bo.person.click(lobby, "Join")).text
    press = f"kw:lobby:{club.bot.tables.index.in_memory[0].id}:0"
    asked = await press_more(bo.person, lobby, "Leave")
    assert "The game hasn't started" in asked.text
    assert club.bot.tables.index.in_memory[0].has(bo.id)
    await bo.person.click(asked.message, "Leave")
    await bo.person.click(lobby, "Join")
    assert len(bo.person.dms()) == 1, "one welcome a table"
    assert "Only the host" in (await bo.person.forge(lobby, f"{press}:cancel")).text
    assert (
        "Only the host"
        in (await bo.person.forge(lobby, f"{press}:first".replace("lobby", "options"))).text
    )
    assert "You're not playing" in (await eva.person.forge(lobby, f"{press}:leave")).text
    with pytest.raises(ClientRefusal):
        await anna.person.click(lobby, "Start")
    asked = await press_more(anna.person, lobby, "Leave")
    assert "Bo becomes the host." in asked.text
    await anna.person.click(asked.message, "Leave")
    assert "The host has closed" in (await press_more(bo.person, lobby, "Close the table")).text
    assert club.bot.tables.index.in_memory == []
    await club.playground.until(lambda: "has closed this table" in bo.person.read(lobby))
    await bo.person.slash(club.playground.channel, "play")


# --- settings ---------------------------------------------------------------------------------


async def test_settings_of_a_server_hold_for_its_tables(club: Club, deals: Deals) -> None:
    deals.add(SUITS)
    eva = club.playground.person("Eva", moderator=True)
    anna, bo = club.guest("Anna"), club.guest("Bo")
    menus = (await eva.slash(club.playground.channel, "settings")).message
    for menu, value in (
        ("threads", "False"),
        ("openers", "moderators"),
        ("language", "sv"),
        ("max_players", "3"),
    ):
        await open_setting(eva, menus, menu)
        select = next(s for s in menus.selects() if s["custom_id"].endswith(f":{menu}"))
        await eva.select(menus, select["custom_id"], [value])
    await open_setting(eva, menus, "clocks")
    await eva.submit({"first_bid_seconds": "120"})
    refused = await anna.person.slash(club.playground.channel, "play")
    assert "Only moderators can open tables on this server." in refused.text
    lobby = (await eva.slash(club.playground.channel, "play", game=KOMBINATIONS)).message
    told = eva.read(await lobby_menu(eva, lobby))
    assert "120" in told or "2 min" in told
    joins = [b for b in lobby.buttons() if b["custom_id"].endswith(":join")]
    for person in (anna.person, bo.person):
        if person.name not in eva.read(lobby):
            await person.click(lobby, custom_id=joins[0]["custom_id"])
    late = club.playground.person("Gun")
    assert "All seats are taken." in (await late.click(lobby, custom_id=joins[0]["custom_id"])).text
    (start,) = [b for b in lobby.buttons() if b["custom_id"].endswith(":start")]
    await eva.click(lobby, custom_id=start["custom_id"])
    (table,) = club.bot.tables.index.in_memory
    assert (table.channel, table.language) == (club.playground.channel.id, "sv")
    await club.playground.until(lambda: club.shows(table.id, "hand"))
    threads = [c for c in club.playground.channels.values() if c.type is ChannelType.PUBLIC_THREAD]
    assert threads == []


async def test_whoever_is_barred_does_not_join(club: Club) -> None:
    anna, bo = club.guest("Anna"), club.guest("Bo")
    ban = PlayerBan(
        guild_id=club.guild, user_id=bo.id, game="kombinations-whist",
        by=UserId(1), reason="cards under the table", at=club.clock.now(),
    )  # fmt: skip
    await club.store.settings.add_ban(ban)
    lobby = await club.lobby(anna)
    refused = await bo.person.click(lobby, "Join")
    assert "moderators have banned you" in refused.text
    assert refused.ephemeral
    elsewhere = club.playground.add_channel(club.playground.guild, "elsewhere")
    refused = await bo.person.slash(elsewhere, "play", game=KOMBINATIONS)
    assert "have banned you" in refused.text
    assert bo.person.dms() == []


# --- languages --------------------------------------------------------------------------------


async def test_everybody_reads_their_own_language(club: Club, deals: Deals) -> None:
    deals.add(SUITS)
    await club.set(language="en")
    people = [
        club.guest(name, locale=locale)
        for name, locale in (("Anna", "en-GB"), ("Bo", "sv-SE"), ("Cia", "da"), ("Dag", "sv-SE"))
    ]
    table = (await club.table(people)).id
    await club.play(table, "ready / 1 bid trumf+pest / pass* / 1 suit H / 1 suit S / 0 play SK")
    await club.shown(table, "Plague", "Trick 1", "♠K")
    read: dict[str, str] = {}
    for guest in people:
        mine: Guest = guest
        await club.playground.until(lambda mine=mine: mine.hand is not None)  # type: ignore[misc]
        assert mine.hand is not None
        read[mine.person.name] = mine.person.read(mine.hand)
    assert "Plague" in read["Anna"]
    assert "Pest" in read["Bo"]
    assert "Plague" not in read["Bo"]
    assert read["Bo"] != read["Cia"]
    assert "din tur" in read["Bo"]
    assert "Bo's turn" in read["Anna"]
    # Bo, in Swedish, has an ace E and a knave Kn; Anna an A and a J.
    assert "[♥️E] [♥️K] [♥️D] [♥️Kn] [♥️10]" in read["Bo"]
    assert "♠ A Q J 10" in read["Anna"].replace("\u00a0", " ")
    # A refusal is in the language of whoever is refused.
    foreign = await people[2].person.click(club.table_message(table), "More")
    assert "[Forlad]" in foreign.text
