"""Taking back a slip, and a second press before a card is played, by clicks."""

from __future__ import annotations

from copy import deepcopy

from kwbot.playground.guest import add_computers, buttons
from kwbot.storage.documents import Preferences
from tests.e2e.arranged import arranged
from tests.e2e.club import Club
from tests.e2e.conftest import Deals


async def test_the_vote_names_the_card_and_one_opponent_is_enough(club: Club, deals: Deals) -> None:
    table = await arranged(club, deals, "1 bid spel / pass* / 0 play S2 / 1 play H2")
    bo, cia = club.guest_at(table, 1).person, club.guest_at(table, 2).person
    menu = (await bo.click(club.table_message(table), "More")).message
    await bo.click(menu, "Take back")
    await bo.select(menu, None, ["1"])
    await club.shown(table, "Bo asks to take ♥2 back.")
    await club.playground.until(lambda: club.shows(table, "agree"))
    await cia.click(club.table_message(table), "Agree")
    assert club.game(table).to_act() == (1,)
    await club.play(table, "1 play H9")


async def test_a_lobby_that_still_shows_after_the_start_is_closed_by_a_press(club: Club) -> None:
    """Discord has never heard the answer to the press that started the game."""
    await club.set(language="en")
    anna = club.guest("Anna")
    lobby = await club.lobby(anna)
    await add_computers(anna.person, lobby, 3)
    shown = deepcopy(lobby.components)
    await anna.person.click(lobby, "Start")
    await club.playground.until(lambda: anna.hand is not None)
    lobby.components = shown
    again = await anna.person.click(lobby, "Start")
    assert again.kind == "update"
    assert not buttons(lobby, "lobby")


async def test_alone_taking_back_is_one_press_on_the_hand(club: Club) -> None:
    await club.set(language="en")
    anna = club.guest("Anna", locale="sv-SE")
    table = (await club.table([anna], 3, game="whist")).id
    await club.ready(table)
    await club.playground.until(lambda: anna.asked)
    seat = club.game(table).seat_of(anna.person.id)
    while len(club.game(table).match.choice(seat)) == 1:
        await anna.act()
        await club.playground.until(lambda: anna.asked)
    asked = club.game(table).match.deal
    await anna.act()
    assert club.game(table).match.deal != asked
    await club.playground.until(lambda: anna.asked)
    assert anna.hand is not None
    await anna.person.click(anna.hand, "Ta tillbaka")
    deal = club.game(table).match.deal
    assert deal is not None
    assert asked is not None
    assert deal.moves() == asked.moves()


async def test_whoever_wants_it_presses_each_card_twice(club: Club, deals: Deals) -> None:
    table = await arranged(club, deals, "1 bid spel / pass* / 0 play S2")
    bo = club.guest_at(table, 1)
    await bo.person.slash(club.playground.channel, "preferences")
    await club.bot.preferences.choose(bo.person.id, confirm_cards=True)
    assert (await club.store.preferences(bo.person.id)) == Preferences(confirm_cards=True)
    asked = (await bo.person.click(club.table_message(table), "My hand")).message
    first = next(b for b in asked.buttons() if b["custom_id"].endswith(":card/H9"))
    await bo.person.click(asked, custom_id=first["custom_id"])
    assert club.game(table).to_act() == (1,)
    assert "again to play it." in bo.person.read(asked)
    again = next(b for b in asked.buttons() if b["custom_id"].endswith(":play H9"))
    await bo.person.click(asked, custom_id=again["custom_id"])
    assert club.game(table).to_act() == (2,)
