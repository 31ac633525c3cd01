"""Typing a line for the shuffle, and looking at its seal, as a player does."""

from __future__ import annotations

import json
import re

from kwbot.local.guest import add_computers, press_more
from kwbot.tables.state.contributions import went_in
from kwbot.tables.state.table_state import LobbyTable, RunningTable
from playground import Message
from tests.e2e.arranged import four
from tests.e2e.club import Club

PASSED_OUT = "1 pass / 2 pass / 3 pass / 0 pass"


async def lobby_of_two(club: Club) -> Message:
    anna, bo = club.guest("Anna"), club.guest("Bo", locale="sv-SE")
    lobby = await club.lobby(anna)
    await bo.person.click(lobby, "Join")
    return lobby


def labels(message: Message) -> list[str]:
    return [str(button.get("label", "")) for button in message.buttons()]


def in_lobby(club: Club) -> LobbyTable:
    (table,) = club.bot.tables.index
    assert isinstance(table, LobbyTable)
    return table


async def between_deals(club: Club) -> RunningTable:
    """A table of four whose second deal waits for everybody."""
    table = (await four(club)).id
    await club.play(table, PASSED_OUT)
    await club.playground.until(lambda: club.shows(table, "ready"))
    return club.game(table)


async def test_people_stir_in_the_lobby_and_the_first_cards_come_at_once(club: Club) -> None:
    lobby = await lobby_of_two(club)
    anna, bo = (guest.person for guest in club.guests)
    opened = await press_more(anna, lobby, "Stir")
    assert opened.kind == "modal"
    answer = await anna.submit({"line": "*seven* blue cats"})
    assert answer.message is not None
    assert "goes into the shuffle: ***seven* blue cats**." in anna.read(answer.message)
    assert "Stir again if players or options change." in anna.read(answer.message)
    assert "you can stir 2 more times." in anna.read(answer.message)
    await club.playground.until(lambda: "@Anna stirred" in bo.read(lobby))
    assert "blue cats" not in anna.read(lobby), "nobody needs to see the line before the deal"
    await press_more(bo, lobby, "Rör om")
    answer = await bo.submit({"line": "sju blå katter"})
    assert answer.message is not None
    assert "Din rad blandas in" in bo.read(answer.message)
    for line, told in (("second", "1 more time"), ("third", "the last of your three lines")):
        await press_more(anna, lobby, "Stir")
        answer = await anna.submit({"line": line})
        assert answer.message is not None
        assert told in anna.read(answer.message)
    await press_more(anna, lobby, "Stir")
    fourth = await anna.submit({"line": "and more"})
    assert fourth.message is not None
    refused = "You've already stirred this deal 3 times, and nobody can more often."
    assert refused in anna.read(fourth.message)
    eva = club.guest("Eva").person
    in_order = "@Anna, @Bo, @Anna and @Anna stirred, in this order"
    await club.playground.until(lambda: in_order in eva.read(lobby))
    shown = await press_more(bo, lobby, "🔒 Försegling")
    typed = ["Anna: ***seven* blue cats**", "Bo: **sju blå katter**", "Anna: **second**"]
    assert "\n🥄 ".join(typed) in bo.read(shown.message)
    stranger = await press_more(eva, lobby, "🔒 Seal")
    assert "cats" not in eva.read(stranger.message)
    club.guests.pop()
    await anna.click(lobby, "Play now")
    (table,) = club.bot.tables.index
    assert club.running_deal(table.id) == 1
    await club.playground.until(lambda: all(guest.hand is not None for guest in club.guests))
    assert not club.shows(table.id, "ready")
    hidden = await club.store.tables.secret(table.id, 1)
    assert hidden is not None
    lines = ["*seven* blue cats", "sju blå katter", "second", "third"]
    assert went_in(hidden.contributions.splitlines()) == (lines, False)
    await club.shown(table.id, "stirred, in this order")
    assert in_order in eva.read(lobby), "the lobby goes on telling"


async def test_a_line_is_shown_with_the_blanks_that_were_typed(club: Club) -> None:
    """Whoever looks for it in the proof finds it."""
    lobby, line = await lobby_of_two(club), "I took 3 apples · and no pears"
    anna = club.guests[0].person
    await press_more(anna, lobby, "Stir")
    answer = await anna.submit({"line": line})
    shown = await press_more(anna, lobby, "🔒 Seal")
    for message in (answer.message, shown.message):
        assert message is not None
        assert line in json.dumps(message.components, ensure_ascii=False)


async def test_stirs_between_deals_are_shown_as_they_come_and_while_people_bid(club: Club) -> None:
    table = (await between_deals(club)).id
    bo, cia = (club.guest_at(table, seat).person for seat in (1, 2))
    for person, told in ((bo, "Bo stirred"), (cia, "Bo and Cia stirred, in this order")):
        await press_more(person, club.table_message(table), "Stir")
        await person.submit({"line": "no one guesses this"})
        await club.shown(table, f" · 🥄 {told}")
    await club.ready(table)
    await club.shown(table, "-# 🥄 Bo and Cia stirred, in this order")
    assert "guesses" not in club.public(table)


async def test_a_button_shows_the_whole_seal_before_and_after_the_start(club: Club) -> None:
    lobby = await lobby_of_two(club)
    anna = club.guests[0].person
    await add_computers(anna, lobby, 1)
    posted = in_lobby(club).standing_seal().commitment
    assert f"sealed · `{posted[:4]} {posted[4:8]}…`" in anna.read(lobby)
    before = await press_more(anna, lobby, "🔒 Seal")
    assert before.message is not None
    assert before.message.ephemeral
    assert "people's presses go into the shuffle" in anna.read(before.message)
    assert "Once anybody presses *Stir* and types a line" in anna.read(before.message)
    assert re.search(f"^{posted}$", anna.read(before.message), re.MULTILINE)
    await anna.click(lobby, "Start")
    await club.playground.until(lambda: "The game has started." in anna.read(lobby))
    assert "sealed" not in anna.read(lobby), "the button has the digits, and no line"
    after = await anna.click(lobby, f"🔒 Seal {posted[:4]} {posted[4:8]}…")
    assert after.message is not None
    assert anna.read(after.message) == anna.read(before.message)


async def test_between_deals_the_seal_names_the_button_beside_it(club: Club) -> None:
    table = (await between_deals(club)).id
    bo = club.guest_at(table, 1).person
    shown = await press_more(bo, club.table_message(table), "🔒 Seal")
    assert "presses *Stir* and types" in bo.read(shown.message)
    message, ready = club.table_message(table), club.game(table).ready
    assert ready is not None
    posted = ready.commitment
    assert f"sealed · `{posted[:4]} {posted[4:8]}…`" in bo.read(message)
    assert any(posted in one["custom_id"] for one in message.buttons()), "all of it is posted"
    assert re.search(f"^{posted}$", bo.read(shown.message), re.MULTILINE)


async def test_a_new_deck_is_told_and_presses_beside_the_old_seal_do_not_start(club: Club) -> None:
    lobby = await lobby_of_two(club)
    anna = club.guests[0].person
    cia, dag = (club.guest(name).person for name in ("Cia", "Dag"))
    await cia.click(lobby, "Join")
    await press_more(cia, lobby, "Stir")
    await cia.submit({"line": "soon forgotten"})
    await club.playground.until(lambda: "🥄" in anna.read(lobby))
    before = anna.read(lobby)
    old_start = f"kw:lobby:{in_lobby(club).id}:{in_lobby(club).standing_seal().mark}:start"
    await dag.click(lobby, "Join")  # four play with other cards than three
    now = anna.read(lobby)
    assert now.split("🔒")[1] != before.split("🔒")[1]
    assert "🥄" not in now
    refused = await anna.forge(lobby, old_start)
    assert refused.kind == "update"
    here = club.playground.channel
    await club.playground.until(lambda: "out of date" in anna.read(anna.messages(here)[-1]))
    assert in_lobby(club).running is None
    await anna.click(lobby, "Start")
    (table,) = club.bot.tables.index
    assert club.running_deal(table.id) == 1


async def test_who_does_not_sit_there_or_comes_late_is_told(club: Club) -> None:
    table = (await between_deals(club)).id
    anna, stranger = club.guest_at(table, 0).person, club.guest("Eva").person
    menu = (await stranger.click(club.table_message(table), "More")).message
    assert "Stir" not in labels(menu)
    assert "🔒 Seal" in labels(menu)
    refused = await stranger.forge(menu, f"kw:stir:{table}:2:")
    assert refused.kind == "message"
    await press_more(anna, club.table_message(table), "Stir")
    club.guests.pop()
    await club.ready(table)
    late = await anna.submit({"line": "too late"})
    assert late.message is not None
    assert "out of date" in anna.read(late.message)
    assert club.game(table).match.deal is not None
