"""Typing a line for the shuffle, as a player does."""

from __future__ import annotations

from tests.e2e.club import Club


async def lobby_of_two(club: Club) -> int:
    anna, bo = club.guest("Anna"), club.guest("Bo", locale="sv-SE")
    return (await club.table([anna, bo], 2)).id


async def test_a_player_stirs_from_the_channel_and_from_the_hand(club: Club) -> None:
    table = await lobby_of_two(club)
    await club.playground.until(lambda: club.shows(table, "ready"))
    anna, bo = (club.guest_at(table, seat).person for seat in (0, 1))
    opened = await anna.click(club.table_message(table), "Stir")
    assert opened.kind == "modal"
    answer = await anna.submit({"line": "*seven* blue cats"})
    assert answer.message is not None
    assert "goes into the shuffle: ***seven* blue cats**." in anna.read(answer.message)
    await anna.click(club.table_message(table), "Stir")
    again = await anna.submit({"line": "and more"})
    assert again.message is not None
    assert "You've already stirred this deal." in anna.read(again.message)
    await bo.click(club.table_message(table), "Stir")
    answer = await bo.submit({"line": "sju blå katter"})
    assert answer.message is not None
    assert "Din rad blandas in" in bo.read(answer.message)
    ready = club.game(table).ready
    assert ready is not None
    assert ready.contributions == ["0 stir *seven* blue cats", "1 stir sju blå katter"]


async def test_who_does_not_sit_there_or_comes_late_is_told(club: Club) -> None:
    table = await lobby_of_two(club)
    await club.playground.until(lambda: club.shows(table, "ready"))
    anna, stranger = club.guest_at(table, 0).person, club.guest("Eva").person
    refused = await stranger.click(club.table_message(table), "Stir")
    assert refused.kind == "message"
    await anna.click(club.table_message(table), "Stir")
    await club.ready(table)
    late = await anna.submit({"line": "too late"})
    assert late.message is not None
    assert "out of date" in anna.read(late.message)
    assert club.game(table).match.deal is not None
