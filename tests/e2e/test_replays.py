"""Finished deals, looked at again by clicks."""

from __future__ import annotations

from datetime import timedelta

import pytest

from cogs.commands.past import games
from kwbot.engine.views.mistake import Mistake
from kwbot.local.guest import Guest, buttons
from kwbot.storage.queries.restore_queries import Restore
from kwbot.tables.past.past_decisions import Decision
from kwbot.tables.past.reviews import Review
from kwbot.tables.state.table_state import RunningTable
from playground import Permission
from playground.people.person import Response
from playground.state.model import Message
from tests.cogs.server import labels
from tests.e2e.club import Club

WHIST = "whist"


async def played(club: Club, *guests: Guest, deals: int = 1) -> RunningTable:
    """A game in which so many deals are over."""
    table = await club.table(guests, 4 - len(guests), game=WHIST)
    for number in range(deals):
        await club.ready(table.id)
        await club.play_deal(table.id)
        if number + 1 < deals:
            await club.playground.until(lambda: club.shows(table.id, "ready"))
    return club.game(table.id)


async def opened(guest: Guest, club: Club) -> Message:
    """The replay of the first game in a player's list."""
    listed = await guest.person.slash(club.playground.channel, "games")
    assert listed.ephemeral
    return (await guest.person.click(listed.message, "Replay")).message


def card_names(deal_lines: str) -> set[str]:
    return {line.split()[-1] for line in deal_lines.splitlines() if " play " in line}


async def walked(guest: Guest, message: Message) -> list[str]:
    """What a replay tells from here to its end."""
    told = [guest.person.read(message)]
    while not any(one.get("label") == "›" and one.get("disabled") for one in message.buttons()):
        await guest.person.click(message, "›")
        told.append(guest.person.read(message))
    return told


@pytest.mark.slow
async def test_a_finished_deal_is_looked_at_trick_by_trick(club: Club) -> None:
    anna = club.guest("Anna")
    table = await played(club, anna)
    await club.playground.until(lambda: club.shows(table.id, "ready"))
    await club.ready(table.id)  # the next deal is dealt: nothing of it shows
    message = await opened(anna, club)
    told = await walked(anna, message)
    ended = table.match.finished
    assert ended is not None
    assert ended.play is not None
    assert len(told) == len(ended.play.tricks) + 2
    assert all("Deal 1 of 1" in one for one in told)
    for number, one in enumerate(told[1:-1], 1):
        assert f"Trick {number} of {len(ended.play.tricks)}" in one
        assert one.count(f"Trick {number}") == 1, "the table below does not say it again"
    assert "Tricks: " in told[-1]
    await club.restart()
    back = await anna.person.click(message, "‹")
    assert back.text == told[-2], "an old message's buttons work after a restart"
    hidden = club.game(table.id).match.deal
    assert hidden is not None
    first = (await anna.person.click(message, "«")).text
    assert first == told[0]
    assert first.count("open cards") == 4
    mine = (await anna.person.click(message, "My hand")).text
    assert mine.count("open cards") == 0
    assert mine.count("Your hand: ") == 1
    forged = await anna.person.forge(message, f"kw:replay:{table.id}:2:0 all")
    assert "out of date" in forged.text


@pytest.mark.slow
async def test_who_was_not_there_sees_a_game_in_its_own_channel_alone(club: Club) -> None:
    anna, cleo = club.guest("Anna"), club.guest("Cleo")
    table = await played(club, anna)
    club.guests.remove(cleo)
    listed = await cleo.person.slash(club.playground.channel, "games")
    assert "No deal has been finished yet" in listed.text
    here = await cleo.person.click(listed.message, "This channel")
    assert "Anna" in here.text
    assert "in progress" in here.text
    replay = await cleo.person.click(here.message, "Replay")
    assert "Deal 1 of 1" in replay.text
    assert "My hand" not in labels(replay.message)
    other = club.playground.add_channel(club.playground.guild, "talk")
    elsewhere = await cleo.person.slash(other, "games", player=anna.person)
    assert "No deal has been finished yet" in elsewhere.text
    stolen = await cleo.person.forge(elsewhere.message, f"kw:replay:{table.id}:1:0 all")
    assert "games you played in" in stolen.text


async def test_what_was_pressed_of_before_a_restored_backup_is_not_called_deleted(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, first = club.guest("Anna"), 10**6
    lobby = await club.lobby(anna)

    async def last_restore() -> Restore:
        return Restore(first, club.clock.now())

    monkeypatch.setattr(club.bot.store, "last_restore", last_restore)
    for press in ("table:{}:1:text", "table:{}:1:tricks", "replay:{}:1:"):
        told = await anna.person.forge(lobby, f"kw:{press.format(first - 1)}")
        assert "from before a backup was restored" in told.text
        told = await anna.person.forge(lobby, f"kw:{press.format(first)}")
        assert "cards of this game are deleted" in told.text


@pytest.mark.slow
async def test_a_result_outlives_its_cards(club: Club) -> None:
    anna = club.guest("Anna")
    table = await club.table([anna], 3, game="kombinations-whist", winning="limited", rounds="1")
    while club.bot.tables.index.get(table.id) is not None:
        await club.ready(table.id)
        await club.play_deal(table.id)
        await club.playground.until(
            lambda: club.bot.tables.index.get(table.id) is None or club.shows(table.id, "ready")
        )
    message = await opened(anna, club)
    deals = len(next(iter(message.selects()))["options"])
    assert f"Deal {deals} of {deals}" in anna.person.read(message)
    (menu,) = message.selects()
    chosen: Response = await anna.person.select(message, menu["custom_id"], ["2"])
    assert f"Deal 2 of {deals}" in chosen.text
    await club.store.purge_closed(club.clock.now() + timedelta(days=1))
    gone = await anna.person.click(message, "›")
    assert "cards of this game are deleted" in gone.text
    listed = await anna.person.slash(club.playground.channel, "games")
    assert "🏆" in listed.text
    assert "only the result is kept" in listed.text
    assert "Replay" not in labels(listed.message)


def judging(monkeypatch: pytest.MonkeyPatch) -> list[list[Decision]]:
    """Let all decisions cost a point; what was asked for is kept."""
    asked: list[list[Decision]] = []

    async def review_all(_computers: object, made: list[Decision], *_more: object) -> Review:
        asked.append(made)
        costs = [Mistake(one.seen, one.action, next(iter(one.seen.choice or ())), 1.0)
                 for one in made]  # fmt: skip
        return Review(costs[:3], len(made), len(made))

    monkeypatch.setattr(games, "review_all", review_all)
    return asked


@pytest.mark.slow
async def test_what_was_possible_is_told_trick_by_trick(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = club.guest("Anna")
    table = await played(club, anna)
    message = await opened(anna, club)
    asked = judging(monkeypatch)
    assert "What was possible?" not in labels(message), "nothing is decided before the tricks"
    await anna.person.click(message, "›")
    told = await anna.person.click(message, "What was possible")
    await told.settled()
    assert "Trick 1 of" in told.text
    assert " was about " in told.text
    assert {one.seen.seat for one in asked[0]} <= set(range(4))
    assert all(len(one.seen.tricks) == 0 and one.seen.playing for one in asked[0])
    await anna.person.click(message, "My hand")
    assert " was about " not in anna.person.read(message)
    mine = await anna.person.click(message, "What was possible")
    await mine.settled()
    seat = table.seat_of(anna.id)
    assert {one.seen.seat for one in asked[1]} <= {seat}
    assert asked[1] == [] or "You chose" in mine.text


async def test_a_deal_is_shared_with_its_story(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    anna, cleo = club.guest("Anna"), club.guest("Cleo")
    club.guests.remove(cleo)
    await played(club, anna)
    message = await opened(anna, club)
    judging(monkeypatch)
    await anna.person.click(message, "»")
    before = {one.id for one in cleo.person.messages(club.playground.channel)}
    calls = club.playground.counted_calls
    shared = await anna.person.click(message, "Share")
    await shared.settled()

    def new() -> list[Message]:
        return [one for one in cleo.person.messages(club.playground.channel)
                if one.id not in before]  # fmt: skip

    await club.playground.until(new)
    (post,) = new()
    text = cleo.person.read(post)
    assert "Anna** shares a deal: Whist" in text
    assert "Trumps: " in text
    assert " · Turned up: " in text
    assert "↪️ Trick 1" in text
    assert "🏁" in text
    assert post.viewer is None
    assert "Shared" in labels(message)
    assert club.playground.counted_calls == calls, "a followup is free"
    replay = await cleo.person.click(post, "Replay")
    assert replay.ephemeral
    assert "Deal 1 of 1" in replay.text
    guild = club.playground.guild
    monkeypatch.setattr(guild, "everybody", guild.everybody & ~Permission.SEND_MESSAGES)
    await cleo.person.click(replay.message, "»")
    refused = await cleo.person.click(replay.message, "Share")
    assert "can't post in this channel" in refused.text


async def played_alone(guest: Guest, message: Message) -> str:
    """Play a deal by its buttons to its end, by the first card that is offered each time."""
    while offered := buttons(message, "ract"):
        await guest.person.click(message, custom_id=offered[0]["custom_id"])
    return guest.person.read(message)


@pytest.mark.slow
async def test_a_deal_is_played_again_from_a_card_on(club: Club) -> None:
    anna = club.guest("Anna")
    table = await played(club, anna)
    message = await opened(anna, club)
    for _ in range(8):
        await anna.person.click(message, "›")
    await anna.person.click(message, "Try it from here")
    assert "Deal 1 again" in anna.person.read(message)
    assert "from trick 9" in anna.person.read(message)
    ended = table.match.finished
    assert ended is not None
    first = buttons(message, "ract")[0]["custom_id"]
    await club.restart()
    await anna.person.click(message, custom_id=first)
    shown = anna.person.read(message)
    again = await anna.person.forge(message, first)
    await again.settled()
    assert anna.person.read(message) == shown, "a press counts once"
    told = await played_alone(anna, message)
    assert "Now: " in told
    assert "Then: " in told
    assert "Once more" in labels(message)
    await anna.person.click(message, "Replay")
    assert "Trick 8 of" in anna.person.read(message)
    assert club.game(table.id).match.deals == table.match.deals, "nothing of it counts"


async def test_who_was_not_there_plays_a_shared_deal_in_declarers_seat(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, cleo = club.guest("Anna"), club.guest("Cleo")
    club.guests.remove(cleo)
    table = await played(club, anna)
    message = await opened(anna, club)
    judging(monkeypatch)
    await anna.person.click(message, "»")
    await (await anna.person.click(message, "Share")).settled()

    def posted() -> list[Message]:
        here = cleo.person.messages(club.playground.channel)
        return [one for one in here if "Play this deal" in labels(one)]

    await club.playground.until(posted)
    (post,) = posted()
    begun = await cleo.person.click(post, "Play this deal")
    await begun.settled()
    assert begun.ephemeral
    assert "Deal 1 again, only for you" in begun.text
    other = club.playground.add_channel(club.playground.guild, "talk")
    listed = await cleo.person.slash(other, "games")
    stolen = await cleo.person.forge(listed.message, f"kw:rerun:{table.id}:1:0 0")
    assert "games you played in" in stolen.text
    await club.bot.tables.index.at(table.id).close("moderator")
    await club.store.purge_closed(club.clock.now() + timedelta(days=1))
    gone = await cleo.person.click(
        begun.message, custom_id=buttons(begun.message, "ract")[0]["custom_id"]
    )
    assert "cards of this game are deleted" in gone.text
