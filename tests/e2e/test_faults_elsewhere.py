"""Requests fail beside the tables' own messages: pings, invitations, evenings, posts by the
calendar, plans, votes and threads. Nothing raises, nothing stays unanswered, and what can still
come comes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from kwbot.ids import TableId
from kwbot.local.guest import press_more
from kwbot.tables.state.table_state import PlannedTable
from playground import LocalPerson, Message
from playground.api.faults import Fault
from tests.cogs.server import open_setting
from tests.e2e.arranged import four
from tests.e2e.club import Club
from tests.e2e.test_faults import FAULTS, WORST, hasty

__all__ = ["hasty"]

HOUR, DAY = 3600, 24 * 3600
Fail = Callable[[str, str], Fault]
"""Lets the next request of a method to a route fail."""
Scenario = Callable[[Club, Fail], Awaitable[None]]


def posts(club: Club) -> str:
    """Where messages of the channel are posted."""
    return f"/channels/{club.playground.channel.id}/messages$"


def told(club: Club, text: str) -> list[Message]:
    """The messages of the channel that say this."""
    reader = club.playground.person("Reader")
    there = [one for one in club.playground.channel.messages.values() if not one.ephemeral]
    return [one for one in there if text in reader.read(one)]


async def comes(club: Club, done: Callable[[], object]) -> None:
    """Wait for what may be tried again for a while."""
    for _ in range(40):
        await club.playground.idle(quiet=0.02)
        if done():
            return
        club.clock.advance(30)
    raise AssertionError("it never came")


async def a_lobby(club: Club) -> tuple[LocalPerson, LocalPerson, Message]:
    anna, bo = club.guest("Anna").person, club.guest("Bo").person
    await bo.slash(club.playground.channel, "rules")
    lobby = (await anna.slash(club.playground.channel, "play", game="whist")).message
    await club.playground.idle()
    club.without_tokens()
    return anna, bo, lobby


async def ping(club: Club, fail: Fail) -> None:
    anna, bo, lobby = await a_lobby(club)
    await press_more(bo, lobby, "Ping me")
    fail("POST", posts(club))
    answer = await (await press_more(anna, lobby, "Ping others")).settled()
    if not bo.pings():
        assert "nobody was pinged" in answer.text
        await press_more(anna, lobby, "Ping others")
    await comes(club, bo.pings)


async def invitation(club: Club, fail: Fail) -> None:
    anna, bo, _ = await a_lobby(club)
    fail("POST", f"/channels/{club.playground.direct(bo.user).id}/messages$")
    answer = await (await anna.use_on(club.playground.channel, "Invite to table", bo)).settled()
    assert "I've invited @Bo" in answer.text or "I can't reach @Bo" in answer.text


async def invitation_in_the_channel(club: Club, fail: Fail) -> None:
    anna, bo, _ = await a_lobby(club)
    bo.dms_open = False
    fail("POST", posts(club))
    answer = await (await anna.use_on(club.playground.channel, "Invite to table", bo)).settled()
    assert "I've invited @Bo" in answer.text or "I can't reach @Bo" in answer.text
    club.refused()


async def an_evening(club: Club, deals: str) -> LocalPerson:
    eva = club.playground.person("Eva", moderator=True)
    await eva.slash(club.playground.channel, "evening", game="whist")
    await eva.submit({"starts": "13:00", "ends": "16:00", "deals": [deals]})
    await club.playground.idle()
    club.without_tokens()
    return eva


async def check_in(club: Club, fail: Fail) -> None:
    await an_evening(club, "1")
    fail("POST", posts(club))
    club.clock.advance(HOUR - 15 * 60)
    await comes(club, lambda: told(club, "Check in"))


async def begun(club: Club, deals: str, fail: Fail, method: str, route: str) -> None:
    """An evening whose hour comes while a request fails: its tables open all the same."""
    await an_evening(club, deals)
    club.clock.advance(HOUR - 15 * 60)
    await comes(club, lambda: told(club, "Check in"))
    (message,) = told(club, "Check in")
    for name in ("Anna", "Bo"):
        await club.guest(name).person.click(message, "Check in")
    fail(method, route)
    club.clock.advance(15 * 60)
    await comes(club, lambda: club.bot.tables.index.in_memory)


async def room(club: Club, fail: Fail) -> None:
    await begun(club, "1", fail, "POST", "/threads$")


async def let_in(club: Club, fail: Fail) -> None:
    await begun(club, "duplicate 1", fail, "PUT", r"/thread-members/\d+$")


async def daily(club: Club, fail: Fail) -> None:
    fail("POST", posts(club))
    await a_daily(club)


async def a_daily(club: Club) -> None:
    eva = club.playground.person("Eva", moderator=True)
    await club.set(language="en")
    await eva.slash(club.playground.channel, "daily")
    club.without_tokens()
    await eva.submit({"game": ["whist"], "preset": ["rulebook"]})
    await comes(club, lambda: told(club, "Deal of the day"))
    assert len(told(club, "Deal of the day")) == 1


async def daily_is_over(club: Club, fail: Fail) -> None:
    await a_daily(club)
    (message,) = told(club, "Deal of the day")
    before = club.playground.person("Reader").read(message)
    fail("PATCH", f"/messages/{message.id}$")
    club.clock.advance(DAY)
    await comes(club, lambda: len(told(club, "Deal of the day")) > 1)
    await comes(club, lambda: before not in club.playground.person("Reader").read(message))


async def weekly(club: Club, fail: Fail) -> None:
    mod, world = club.playground.person("Mod", moderator=True), club.playground
    await club.set(language="en")
    shown = await mod.slash(world.channel, "settings")
    await open_setting(mod, shown.message, "weekly")
    table = await club.table([club.guest(name) for name in ("Anna", "Bo", "Cia")], 1, game="whist")
    await club.ready(table.id)
    await club.play_deal(table.id)
    await world.until(lambda: club.shows(table.id, "ready"))
    await club.bot.tables.index.at(table.id).close("host")
    await world.idle()
    club.without_tokens()
    fail("POST", posts(club))
    club.clock.advance(4 * DAY)
    await comes(club, lambda: told(club, "The week 29 December"))
    assert len(told(club, "The week 29 December")) == 1


async def planned(club: Club, time: str) -> tuple[LocalPerson, Message]:
    anna, _, lobby = await a_lobby(club)
    await press_more(anna, lobby, "Play at …")
    await anna.submit({"time": time})
    await club.playground.idle()
    return anna, lobby


async def reminder(club: Club, fail: Fail) -> None:
    await planned(club, "20:30")
    fault = fail("POST", posts(club))
    club.clock.advance(8 * HOUR + 20 * 60)
    await comes(club, lambda: fault.hits)
    assert not told(club, "Play now")
    club.clock.advance(10 * 60)
    await comes(club, lambda: not isinstance(next(iter(club.bot.tables.index)), PlannedTable))
    await comes(club, lambda: told(club, "Play now"))


async def server_event(club: Club, fail: Fail) -> None:
    fail("POST", "/scheduled-events$")
    await planned(club, "20:30")
    await club.playground.idle()


async def server_event_moves(club: Club, fail: Fail) -> None:
    anna, lobby = await planned(club, "20:30")
    fail("PATCH", r"/scheduled-events/\d+$")
    await press_more(anna, lobby, "Change the time")
    await anna.submit({"time": "21:30"})
    await club.playground.idle()


async def server_event_goes(club: Club, fail: Fail) -> None:
    anna, lobby = await planned(club, "20:30")
    fail("DELETE", r"/scheduled-events/\d+$")
    await press_more(anna, lobby, "Close the table")
    await club.playground.idle()


async def archive(club: Club, fail: Fail) -> None:
    table = await four(club)
    await club.playground.idle()
    club.without_tokens()
    fail("PATCH", f"/channels/{table.channel}$")
    await club.bot.tables.index.at(table.id).close("host")
    await club.playground.idle()
    club.clock.advance(90)
    await club.playground.idle()
    club.clock.advance(90)


async def asked_for_undo(club: Club) -> tuple[TableId, int]:
    """A table where a vote is going on, and the vote."""
    table = (await four(club)).id
    await club.play(table, "ready")
    seat = club.game(table).to_act()[0]
    await club.move(table, seat, "pass")
    club.without_tokens()
    live, user = club.bot.tables.index.at(table), club.guest_at(table, seat).id
    await live.decisions.ask_undo(user, club.game(table).seq, 1)
    await comes(club, lambda: "agree" in club.public(table).lower())
    vote = club.game(table).vote
    assert vote is not None
    return table, vote.seq


async def vote_is_decided(club: Club, fail: Fail) -> None:
    table, seq = await asked_for_undo(club)
    fail("PATCH", f"/channels/{club.state(table).channel}/messages/")
    voter = next(iter(club.game(table).vote.missing))  # type: ignore[union-attr]
    await club.bot.tables.index.at(table).decisions.vote(
        club.guest_at(table, voter).id, seq, agree=False
    )
    await club.playground.idle()
    club.clock.advance(5)
    await comes(club, lambda: club.game(table).vote is None)


async def vote_is_overtaken(club: Club, fail: Fail) -> None:
    table, _ = await asked_for_undo(club)
    fail("DELETE", f"/channels/{club.state(table).channel}/messages/")
    await club.bot.tables.index.at(table).close("host")
    await club.playground.idle()
    club.clock.advance(5)


SITES: dict[str, Scenario] = {
    "a ping": ping,
    "an invitation": invitation,
    "an invitation in the channel": invitation_in_the_channel,
    "the check-in of an evening": check_in,
    "a thread of an evening": room,
    "letting people into a thread": let_in,
    "the deal of the day": daily,
    "the deal of the day when it is over": daily_is_over,
    "the weekly post": weekly,
    "the reminder of a plan": reminder,
    "the event of a plan": server_event,
    "another time of the event": server_event_moves,
    "the end of the event": server_event_goes,
    "closing a thread": archive,
    "how a vote ended": vote_is_decided,
    "removing a vote": vote_is_overtaken,
}


@pytest.mark.parametrize("site", SITES)
async def test_a_request_is_refused(
    site: str, tmp_path: Path, same_cards: None, hasty: None, caplog: pytest.LogCaptureFixture
) -> None:
    await one_fails(site, "no permission", tmp_path, caplog)


@pytest.mark.slow
@pytest.mark.parametrize("site", SITES)
async def test_an_answer_is_lost(
    site: str, tmp_path: Path, same_cards: None, hasty: None, caplog: pytest.LogCaptureFixture
) -> None:
    await one_fails(site, WORST, tmp_path, caplog)


@pytest.mark.heavy
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("site", SITES)
async def test_a_request_fails(
    site: str,
    fault: str,
    tmp_path: Path,
    same_cards: None,
    hasty: None,
    caplog: pytest.LogCaptureFixture,
) -> None:
    await one_fails(site, fault, tmp_path, caplog)


async def one_fails(site: str, fault: str, folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with Club(f"sqlite+aiosqlite:///{folder / 'kwbot.sqlite3'}").opened() as club:
        world, set_ones = club.playground, list[Fault]()

        def fail(method: str, route: str) -> Fault:
            set_ones.append(world.faults.add(method, route, **FAULTS[fault]))
            return set_ones[-1]

        await SITES[site](club, fail)
        await world.idle()
        assert [one.hits for one in set_ones] == [1]
        assert all(one.settled for one in world.interactions.values())
        said = [
            str(message.components)
            for channel in world.channels.values()
            for message in channel.messages.values()
        ]
        assert not [one for one in said if "Something went wrong" in one]
    strange = [
        record.getMessage()
        for record in caplog.records
        if record.levelname == "ERROR"
        and not record.getMessage().endswith(f"out of reach ({FAULTS[fault].get('code')})")
    ]
    assert strange == []


async def test_a_busy_server_is_no_reason_in_a_direct_message(club: Club) -> None:
    anna, bo, _ = await a_lobby(club)
    conversation = f"/channels/{club.playground.direct(bo.user).id}/messages$"
    club.playground.faults.add("POST", conversation, code=20029, status=403)
    await anna.use_on(club.playground.channel, "Invite to table", bo)
    await comes(club, bo.pings)
    assert len(told(club, "invites you")) == 1
