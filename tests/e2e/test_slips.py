"""Presses that were no slip: a second one for each card, and one in a lobby that is over."""

from __future__ import annotations

from copy import deepcopy

from kwbot.local.guest import add_computers, buttons
from kwbot.storage.values.documents import Preferences
from tests.e2e.arranged import arranged
from tests.e2e.club import Club
from tests.e2e.conftest import Deals


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


async def test_whoever_wants_it_presses_each_card_twice(club: Club, deals: Deals) -> None:
    table = await arranged(club, deals, "1 bid spel / pass* / 0 play S2")
    bo = club.guest_at(table, 1)
    await bo.person.slash(club.playground.channel, "preferences")
    await club.bot.preferences.choose(bo.id, confirm_cards=True)
    assert (await club.store.settings.preferences(bo.id)) == Preferences(confirm_cards=True)
    asked = (await bo.person.click(club.table_message(table), "My hand")).message
    first = next(b for b in asked.buttons() if b["custom_id"].endswith(":card/H9"))
    await bo.person.click(asked, custom_id=first["custom_id"])
    assert club.game(table).to_act() == (1,)
    assert "again to play it." in bo.person.read(asked)
    again = next(b for b in asked.buttons() if b["custom_id"].endswith(":play H9"))
    await bo.person.click(asked, custom_id=again["custom_id"])
    assert club.game(table).to_act() == (2,)
