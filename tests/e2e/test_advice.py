"""Levels, hints and reviews, by clicks."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest

from cogs.commands.table import hints
from cogs.delivery.calls.undelivered import MESSAGE_GONE
from kwbot.engine.values.actions import Action
from kwbot.engine.values.estimate import Estimate
from kwbot.ids import TableId
from kwbot.local.guest import (
    Guest,
    add_computers,
    buttons,
    lobby_menu,
    menus,
    press_more,
    set_option,
)
from playground import Message
from playground.people.person import Response
from tests.e2e.club import Club

WHIST, GREEN = "whist", 3
RATINGS = ("easy", "normal", "hard")


@pytest.fixture
def anna(club: Club) -> Guest:
    return club.guest("Anna")


async def test_each_computer_player_has_a_level(club: Club, anna: Guest) -> None:
    lobby = await club.lobby(anna, WHIST)
    await add_computers(anna.person, lobby, 3)
    (table,) = list(club.bot.tables.index)
    assert [seated.level for seated in table.seated[1:]] == ["easy"] * 3, "on a first evening"
    screen = (await press_more(anna.person, lobby, "More options")).message
    await set_option(anna.person, screen, "level 2", "hard")
    await club.playground.until(lambda: "Brage 🤖 hard" in anna.person.read(lobby))
    await set_option(anna.person, screen, "level", "normal")
    await club.playground.until(lambda: "🤖 hard" not in anna.person.read(lobby))
    told = anna.person.read(await lobby_menu(anna.person, lobby))
    assert "Computers: **Normal**" in told
    assert "🤖 hard" not in anna.person.read(lobby)
    await press_more(anna.person, lobby, "Remove computer")
    await set_option(anna.person, screen, "level 2", "hard")
    await add_computers(anna.person, lobby, 1)
    now = club.state(table.id)
    assert [seated.level for seated in now.seated[1:]] == ["normal", "hard", "hard"]
    assert [seat.level for seat in (await _row(club, table.id)).seats[1:]] == [
        "normal", "hard", "hard",
    ]  # fmt: skip


async def _row(club: Club, table_id: TableId):  # type: ignore[no-untyped-def]
    row = await club.store.tables.load(table_id)
    assert row is not None
    return row


async def test_hints_are_for_tables_that_want_them(club: Club, anna: Guest) -> None:
    table = (await club.table([anna], 3, game=WHIST)).id
    await club.ready(table)
    await club.playground.until(lambda: anna.is_asked)
    told = await anna.person.slash(club.playground.channel, "hint")
    assert "Hints are off at this table" in told.text
    assert anna.hand is not None
    assert not buttons(anna.hand, "hint")


async def test_a_hint_tells_the_asker_alone_what_to_play_and_why(club: Club, anna: Guest) -> None:
    table = (await club.table([anna], 3, game=WHIST, hints="on")).id
    await club.ready(table)
    await club.playground.until(lambda: anna.is_asked)
    while anna.hand is None or not buttons(anna.hand, "hint"):  # there is no choice
        await anna.act()
        await club.playground.until(lambda: anna.is_asked)
    (button,) = buttons(anna.hand, "hint")
    hand, mail = anna.hand, len(list(anna.person.dms()))
    pressed = await anna.person.click(hand, custom_id=button["custom_id"])
    assert pressed.message is hand
    assert len(list(anna.person.dms())) == mail, "no message below"
    told = await anna.person.slash(club.playground.channel, "hint")
    assert told.text.startswith("💡")
    assert len(told.text.splitlines()) in (3, 4)
    advised, why, *_ = told.text.splitlines()
    advised = advised.split("**")[1]
    (line,) = [one for one in anna.person.read(hand).splitlines() if "💡 **" in one]
    assert line.removeprefix("┃ ") == f"-# 💡 **{advised}** · {why}", "the same advice"
    assert [one["label"] for one in hand.buttons() if one["style"] == GREEN] == [advised]
    assert told.message.viewer is anna.person.user
    assert "💡" not in club.public(table)
    await anna.act()
    await club.playground.until(lambda: anna.is_asked)
    assert anna.hand is hand
    assert "💡 **" not in anna.person.read(hand), "it goes with the card"
    late = await anna.person.forge(anna.hand, button["custom_id"])
    await late.settled()
    await club.playground.until(lambda: bool(late.followups))
    assert "out of date" in late.text
    forged = await anna.person.forge(anna.hand, f"kw:review:{10**20}:0:")
    await forged.settled()
    assert "haven't finished a deal" in forged.text


async def test_nobody_is_advised_while_a_vote_goes_on(club: Club, anna: Guest) -> None:
    bo = club.guest("Bo")
    table = (await club.table([anna, bo], 2, game=WHIST, hints="on")).id
    await club.ready(table)
    await club.playground.until(lambda: anna.is_asked or bo.is_asked)
    player, other = (anna, bo) if anna.is_asked else (bo, anna)
    await player.act()
    more = (await player.person.click(club.table_message(table), "More")).message
    await player.person.click(more, "Take back")
    (menu,) = menus(more, "more")
    await player.person.select(more, None, [str(menu["options"][0]["value"])])
    await club.playground.until(lambda: club.shows(table, "agree"))
    for guest in (player, other):
        told = await guest.person.slash(club.playground.channel, "hint")
        assert "A vote is in progress" in told.text


async def test_a_hint_that_takes_long_is_told_later(
    club: Club, anna: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hints, "HINT_SECONDS", 0.0)
    table = (await club.table([anna], 3, game=WHIST, hints="on")).id
    await club.ready(table)
    await club.playground.until(lambda: anna.is_asked)
    told = await anna.person.slash(club.playground.channel, "hint")
    await told.settled()
    assert told.text.startswith("💡")
    assert told.ephemeral


@pytest.fixture
async def may(club: Club, anna: Guest, monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Anna is in turn, and hints wait until the test sets this."""
    may = asyncio.Event()
    monkeypatch.setattr(hints, "HINT_SECONDS", 0.0)
    table = (await club.table([anna], 3, game=WHIST, hints="on")).id
    await club.ready(table)
    await club.playground.until(lambda: anna.hand is not None and bool(buttons(anna.hand, "hint")))
    computers = club.bot.tables.computers
    weigh = computers.weigh

    async def slow(*args: Any, **named: Any) -> Mapping[Action, Estimate]:
        await may.wait()
        return await weigh(*args, **named)

    monkeypatch.setattr(computers, "weigh", slow)
    return may


async def ask_on(hand: Message | None, anna: Guest) -> tuple[Message, Response]:
    """Press for a hint on the hand, which then says that it is being found."""
    assert hand is not None
    (button,) = buttons(hand, "hint")
    answer = await anna.person.click(hand, custom_id=button["custom_id"])
    assert "💡 Thinking about it" in anna.person.read(hand)
    return hand, answer


async def test_a_hint_that_takes_long_comes_on_the_hand_that_says_so(
    club: Club, anna: Guest, may: asyncio.Event
) -> None:
    hand, _ = await ask_on(anna.hand, anna)
    may.set()
    await club.playground.until(lambda: "💡 **" in anna.person.read(hand))
    assert anna.hand is hand
    assert "Thinking" not in anna.person.read(hand)


@pytest.mark.parametrize("done", [False, True])
async def test_a_hint_comes_though_the_connection_breaks_under_it(
    club: Club, anna: Guest, may: asyncio.Event, *, done: bool
) -> None:
    hand, answer = await ask_on(anna.hand, anna)
    fault = club.playground.faults.add("PATCH", "/messages/@original", reset=True, done=done)
    may.set()
    await club.playground.until(lambda: fault.hits == 1 and "💡 **" in anna.person.read(hand))
    await club.playground.idle()
    assert answer.followups == []


async def test_a_hint_on_a_hand_that_was_deleted_meanwhile_is_no_error(
    club: Club, anna: Guest, may: asyncio.Event
) -> None:
    _, answer = await ask_on(anna.hand, anna)
    fault = club.playground.faults.add("PATCH", "/messages/@original", code=MESSAGE_GONE)
    may.set()
    await club.playground.until(lambda: fault.hits == 1)
    await club.playground.idle()
    assert answer.followups == []


Asked = tuple[asyncio.Event, Response]


@pytest.fixture
async def asked(club: Club, anna: Guest, may: asyncio.Event) -> Asked:
    """Anna has asked for a hint."""
    return may, await anna.person.slash(club.playground.channel, "hint")


async def test_a_second_hint_is_refused_until_the_first_is_told(
    club: Club, anna: Guest, asked: Asked
) -> None:
    may, first = asked
    second = await anna.person.slash(club.playground.channel, "hint")
    assert "I'm still working on your last question" in second.text
    may.set()
    await first.settled()
    assert first.text.startswith("💡")


async def test_a_hint_for_a_moment_that_is_over_is_kept_back(anna: Guest, asked: Asked) -> None:
    may, hint = asked
    await anna.act()
    may.set()
    await hint.settled()
    assert hint.text.startswith("⛔ Play has moved on. If it's your turn, ask again.")


@pytest.mark.slow
@pytest.mark.parametrize("last", ["open", "closed"])
async def test_in_direct_messages_the_last_deal_anywhere_is_reviewed(
    club: Club, anna: Guest, last: str
) -> None:
    table = (await club.table([anna], 3, game=WHIST, hints="on")).id
    await club.ready(table)
    await club.play_deal(table)
    await club.playground.until(lambda: club.shows(table, "ready"))
    early = await anna.person.slash(club.playground.channel, "hint")
    assert "No deal is in progress" in early.text
    assert anna.hand is not None
    asked = await anna.person.slash(anna.hand.channel, "review")
    await asked.settled()
    assert "deal" in anna.person.read(asked.message)
    await club.bot.tables.index.at(table).close("moderator")
    again = await anna.person.slash(anna.hand.channel, "review")
    await again.settled()
    assert anna.person.read(again.message) == anna.person.read(asked.message)
    newer = (await club.table([anna], 3, game=WHIST)).id
    await club.ready(newer)  # no deal of it is over yet, nor ever
    if "closed" in last:
        await club.bot.tables.index.at(newer).close("moderator")
    still = await anna.person.slash(anna.hand.channel, "review")
    await still.settled()
    assert anna.person.read(still.message) == anna.person.read(asked.message)


async def test_a_hint_is_for_whoever_plays_themselves(club: Club, anna: Guest) -> None:
    bo = club.guest("Bo")
    table = (await club.table([anna, bo], 2, game=WHIST, hints="on")).id
    await club.ready(table)
    await club.bot.tables.index.at(table).leave(anna.id)
    told = await anna.person.slash(club.playground.channel, "hint")
    assert "A computer is playing for you" in told.text


@pytest.mark.slow
async def test_who_sat_the_last_deal_out_is_told_so(club: Club) -> None:
    people = [club.guest(name) for name in ("Anna", "Bo", "Cleo", "Dag", "Eva")]
    table = (await club.table(people)).id
    await club.ready(table)
    await club.play_deal(table)
    ended = club.game(table).match.finished
    assert ended is not None
    for seat in range(5):
        asked = await club.guest_at(table, seat).person.slash(club.playground.channel, "review")
        await asked.settled()
        assert ("You sat out the last deal" in asked.text) == (seat not in ended.start.seats)


async def test_a_running_game_in_another_channel_can_be_reviewed(club: Club, anna: Guest) -> None:
    table = (await club.table([anna], 3, game=WHIST)).id
    await club.ready(table)
    await club.play_deal(table)
    await club.playground.until(lambda: club.shows(table, "ready"))
    other = club.playground.add_channel(club.playground.guild, "next")
    asked = await anna.person.slash(other, "review")
    await asked.settled()
    assert "deal" in anna.person.read(asked.message)
    abroad = club.playground.add_guild("Second")
    abroad.members[anna.id] = anna.person.user
    refused = await anna.person.slash(next(iter(abroad.channels.values())), "review")
    assert "You haven't finished a deal here" in refused.text


@pytest.mark.slow
async def test_a_review_tells_what_a_deal_cost(club: Club, anna: Guest) -> None:
    table = (await club.table([anna], 3, game=WHIST)).id
    before = await anna.person.slash(club.playground.channel, "review")
    assert "You haven't finished a deal here" in before.text
    await club.ready(table)
    await club.play_deal(table)
    await club.playground.until(lambda: anna.hand and buttons(anna.hand, "review"))
    assert anna.hand is not None
    (button,) = buttons(anna.hand, "review")
    told = await anna.person.click(anna.hand, custom_id=button["custom_id"])
    await told.settled()
    text = anna.person.read(told.message)
    assert "Your costliest decisions in deal 1" in text or "cost you much" in text
    assert text.count("better:") <= 3
    tries = buttons(told.message, "rerun")
    assert len(tries) == text.count("You chose")
    if tries:
        tried = await anna.person.click(told.message, custom_id=tries[0]["custom_id"])
        await tried.settled()
        assert "Deal 1 again, only for you" in tried.text
        assert anna.person.read(told.message) == text, "in a message of its own"
    asked = await anna.person.slash(club.playground.channel, "review")
    await asked.settled()
    in_hand = text.removesuffix("\n[Back to the hand]")
    assert anna.person.read(asked.message).removesuffix("\n(only you can see this)") == in_hand


@pytest.mark.slow
async def test_after_the_game_its_last_deal_can_be_reviewed(club: Club, anna: Guest) -> None:
    table = (
        await club.table([anna], 3, game="kombinations-whist", winning="limited", rounds="1")
    ).id
    while club.bot.tables.index.get(table) is not None:
        await club.ready(table)
        await club.play_deal(table)
        await club.playground.until(
            lambda: club.bot.tables.index.get(table) is None or club.shows(table, "ready")
        )
    asked = await anna.person.slash(club.playground.channel, "review")
    await asked.settled()
    assert "deal" in anna.person.read(asked.message)
