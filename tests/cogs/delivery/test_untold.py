"""What is stored is told, whatever comes in between: a kill, or a Discord that fails just then."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import timedelta
from types import SimpleNamespace
from typing import cast

import discord
import pytest

from cogs.connection.preferences import PreferenceCache
from cogs.delivery.calls.undelivered import OutOfReach, TransientFailure, Undelivered
from cogs.delivery.messages.closing_notices import AFTER_END
from cogs.delivery.messages.reminders import SOON
from kwbot.engine.values.actions import Pass
from kwbot.ids import TableId, UserId
from kwbot.storage.backend.failures import StorageError
from kwbot.storage.values.documents import Preferences
from kwbot.tables.play import lobby, planned_tables
from kwbot.tables.play.planned_tables import EXPECTED_DURATION
from tests.cogs.post_office import CHANNEL, DM, Office, Sent
from tests.tables.sandbox import ANNA, BO, CLEO, DAG, GUILD, Person

Act = Callable[[Office, TableId], Awaitable[object]]
CLOSED = "A moderator closed table"


async def killed(office: Office) -> list[Sent]:
    """Kill the bot and start it again; gives what it tells then."""
    await office.display.stop()
    await office.crash()
    office.display.show_all(list(office.tables.index))
    await office.settled()
    return office.discord.log


async def killed_before_it_tells(office: Office, act: Awaitable[object]) -> list[Sent]:
    """Kill the bot when something is stored, and nobody knows."""
    await office.settled()
    await office.display.stop()
    office.discord.log.clear()
    await act
    await office.settled()
    assert not office.discord.log
    return await killed(office)


async def joined(office: Office, table_id: TableId) -> None:
    await office.join(table_id, CLEO)


async def left(office: Office, table_id: TableId) -> None:
    await office.tables.index.at(table_id).leave(BO.id)


async def started(office: Office, table_id: TableId) -> None:
    await office.start(table_id)


async def cancelled(office: Office, table_id: TableId) -> None:
    await office.tables.index.at(table_id).rearrange(lobby.cancel, ANNA.id)


@pytest.mark.parametrize("within", [False, True])
async def test_a_lobby_is_edited_where_it_stands(office: Office, *, within: bool) -> None:
    """In the channel of the game's thread, unless it was opened there."""
    table = await office.lobby(BO)
    await killed(office)  # somebody has seen it
    (posted,) = [sent for sent in office.discord.log if sent.how == "post"]
    display = {
        **office.tables.index.at(table).state.display,
        **({"within": True} if within else {}),
    }
    await office.tables.note(table, parent_channel=CHANNEL + 5, display=display)
    await killed(office)
    office.discord.log.clear()
    await office.join(table, CLEO)
    await office.settled()
    place = CHANNEL if within else CHANNEL + 5
    (edit,) = [sent for sent in office.discord.log if sent.channel in (CHANNEL, CHANNEL + 5)]
    assert (edit.how, edit.channel, edit.message) == ("edit", place, posted.message)


@pytest.mark.parametrize(
    ("act", "told"),
    [(joined, "<@3>"), (left, "-<@2>"), (started, "dealer"), (cancelled, "has closed")],
)
async def test_what_happened_in_a_lobby(office: Office, act: Act, told: str) -> None:
    table = await office.lobby(BO, computers=2)
    await killed(office)  # somebody has seen it
    log = await killed_before_it_tells(office, act(office, table))
    shown = [sent.text for sent in log if sent.channel == CHANNEL]
    name = told.removeprefix("-")
    assert shown
    assert any(name in text for text in shown) != told.startswith("-")
    if act is started:
        posts = [sent for sent in log if sent.channel == CHANNEL and sent.how == "post"]
        assert [sent.ping for sent in posts] == [(ANNA.id, BO.id)]
        assert {sent.channel for sent in log} == {CHANNEL, DM + ANNA.id, DM + BO.id}


AGAIN = "edit"
"""What was posted may be what the process that was killed had posted, with what that showed."""


async def passed_out(office: Office, table_id: TableId) -> None:
    while office.at(table_id).match.deal:
        await office.act(table_id, Pass())


async def handed_over(office: Office, table_id: TableId) -> None:
    await office.tables.index.at(table_id).decisions.hand_over(ANNA.id, 1)


async def ended(office: Office, table_id: TableId) -> None:
    await office.tables.index.at(table_id).decisions.finish(ANNA.id)


@pytest.mark.parametrize(
    ("act", "told"), [(passed_out, "Next deal"), (handed_over, "Bo"), (ended, "Play again")]
)
async def test_what_happened_in_a_game(office: Office, act: Act, told: str) -> None:
    table = await office.dealt(BO, CLEO, DAG)
    log = await killed_before_it_tells(office, act(office, table))
    assert any(told in sent.text for sent in log if sent.channel == CHANNEL)


async def test_the_results_of_deals_and_the_hands_of_the_next(office: Office) -> None:
    table = await office.dealt(BO, CLEO, DAG)

    async def two_deals() -> None:
        for _ in range(2):
            await passed_out(office, table)
            await office.all_ready(table)

    log = await killed_before_it_tells(office, two_deals())
    assert office.at(table).match.number == 3
    shown = [(sent.how, sent.text) for sent in log if sent.channel == CHANNEL]
    assert [how for how, _ in shown] == ["edit", "post", "post", AGAIN]
    assert ["Next deal" in text for _, text in shown] == [False] * 4
    assert all(f"Deal {number}" in text for number, (_, text) in enumerate(shown[:3], start=1))
    for user in (ANNA, BO, CLEO, DAG):
        assert [sent.how for sent in log if sent.channel == DM + user.id] == ["post", AGAIN]


async def test_the_hand_of_who_took_a_seat_in_the_middle_of_a_deal(office: Office) -> None:
    table = await office.dealt(BO, CLEO, DAG)
    live = office.tables.index.at(table)
    seat = next(one for one in (1, 2, 3) if one not in office.at(table).to_act())
    await live.leave(office.user(table, seat))
    eva = Person(9, "Eva")

    async def seated() -> None:
        await live.ask_in(eva.seated())
        await office.vote(table, ANNA.id, agree=True)

    log = await killed_before_it_tells(office, seated())
    assert office.at(table).seated[seat].user == eva.id
    assert [sent.how for sent in log if sent.channel == DM + eva.id] == ["post", AGAIN]
    again = [sent for sent in await killed(office) if sent.channel == DM + eva.id]
    assert [sent.how for sent in again if sent.how == "post"] == []


async def test_a_vote_pings_and_its_end_is_told_once(office: Office) -> None:
    table = await office.dealt(BO, CLEO, DAG)
    log = await killed_before_it_tells(office, office.call_foul(table, ANNA.id, 1))
    asks = [sent for sent in log if "Silence counts as no." in sent.text and sent.how == "post"]
    assert [sent.ping for sent in asks] == [(CLEO.id, DAG.id)]
    assert [sent for sent in await killed(office) if sent.ping] == []
    log = await killed_before_it_tells(office, office.vote(table, CLEO.id, agree=False))
    told = [
        (sent.how, sent.message) for sent in log if "Cleo said no: nothing changes." in sent.text
    ]
    assert told == [("edit", asks[0].message)]
    assert not [sent for sent in await killed(office) if "said no" in sent.text]


@pytest.mark.parametrize("killing", [True, False])
async def test_a_game_that_a_moderator_closes(office: Office, *, killing: bool) -> None:
    table = await office.dealt(BO, CLEO, DAG)
    closing = office.tables.index.at(table).close("moderator")
    if killing:
        log = await killed_before_it_tells(office, closing)
    else:
        await office.settled()
        office.discord.fail("post", CHANNEL, TransientFailure())
        log = office.discord.log
        log.clear()
        await closing
        await office.settled()
        await office.pass_time(1)
    told = [sent for sent in log if CLOSED in sent.text]
    assert [sent.how for sent in told] == ["post"] * (1 if killing else 2)
    assert len({sent.nonce for sent in told}) == 1
    assert not [sent for sent in await killed(office) if CLOSED in sent.text]


async def test_the_thread_of_an_ended_table_is_closed_though_discord_fails(office: Office) -> None:
    table = await office.dealt(BO, CLEO, DAG)
    await office.tables.note(table, parent_channel=CHANNEL + 5)
    await office.tables.index.at(table).decisions.finish(ANNA.id)
    await office.settled()
    office.discord.fail("archive", CHANNEL, TransientFailure())
    await office.pass_time(AFTER_END.total_seconds())
    assert office.discord.archived == []
    assert await office.store.closing_messages() == [table]
    await office.pass_time(1)
    assert office.discord.archived == [CHANNEL]
    assert await office.store.closing_messages() == []


async def test_the_thread_of_an_ended_table_is_closed_though_the_bot_is_killed(
    office: Office,
) -> None:
    table = await office.dealt(BO, CLEO, DAG)
    await office.tables.note(table, parent_channel=CHANNEL + 5)
    await office.tables.index.at(table).decisions.finish(ANNA.id)
    await office.settled()
    await killed(office)
    await office.pass_time(AFTER_END.total_seconds())
    assert office.discord.archived == [CHANNEL]
    assert await office.store.closing_messages() == []


async def test_a_game_that_has_its_thread_and_had_not_begun(office: Office) -> None:
    table = await office.lobby(BO, computers=2)
    await killed(office)
    await office.tables.note(table, channel=CHANNEL + 1, parent_channel=CHANNEL)
    log = await killed(office)
    assert {(sent.how, sent.channel) for sent in log} == {("edit", CHANNEL)}
    await office.start(table)
    await office.settled()
    posts = [sent for sent in office.discord.to(CHANNEL + 1) if sent.how == "post"]
    assert [sent.ping for sent in posts] == [(ANNA.id, BO.id)]


async def test_who_is_asked_is_pinged_though_discord_fails(office: Office) -> None:
    table = await office.dealt(BO, CLEO, DAG)
    await office.settled()
    asked = office.user(table, office.at(table).to_act()[0])
    office.discord.log.clear()
    office.discord.fail("post", CHANNEL, TransientFailure())
    await office.pass_time(SOON)
    await office.pass_time(1)
    assert [sent.ping for sent in office.discord.to(CHANNEL) if sent.ping] == [(asked,)] * 2
    await office.act(table, Pass())
    await office.settled()
    assert [sent.how for sent in office.discord.to(CHANNEL)].count("delete") == 1


@pytest.mark.parametrize("refusal", [TransientFailure(), OutOfReach()])
async def test_who_watches_sees_the_game_go_on_though_discord_fails_once(
    office: Office, monkeypatch: pytest.MonkeyPatch, refusal: Undelivered
) -> None:
    table = await office.dealt(BO, CLEO, DAG)
    await office.settled()
    calls: list[object] = []

    async def edit_private(private: object, view: object) -> None:
        calls.append(private)
        if len(calls) == 1:
            raise refusal

    monkeypatch.setattr(office.display.calls.messages, "edit_private", edit_private)
    user = SimpleNamespace(id=9)
    press = SimpleNamespace(application_id=1, token="t", message=None, user=user)
    await office.store.settings.change_preferences(UserId(9), lambda _: Preferences(look="text"))
    preferences = await PreferenceCache(office.store, "en").preferences_of(UserId(9), "en")
    seen = await office.display.renderer.watcher_screen(
        office.at(table), preferences, 1, edit=False
    )
    office.display.note_watcher(cast("discord.Interaction", press), office.at(table), seen)
    await office.settled()
    await office.act(table, Pass())
    await office.pass_time(2)
    await office.pass_time(2)
    assert len(calls) == (2 if isinstance(refusal, TransientFailure) else 1)


async def planned_table(office: Office, *, after: timedelta) -> TableId:
    table = await office.lobby(BO)
    await killed(office)
    now = office.clock.now()
    live = office.tables.index.at(table)
    await live.rearrange(planned_tables.plan_table, ANNA.id, now + after, now)
    await office.settled()
    return table


async def test_a_planned_table_pings_though_discord_fails_when_it_opens(office: Office) -> None:
    table = await planned_table(office, after=timedelta(minutes=10))
    before = office.lobby_at(table).message
    office.discord.fail("post", CHANNEL, TransientFailure())
    await office.pass_time(600)
    await office.pass_time(1)
    posts = [sent for sent in office.discord.to(CHANNEL) if sent.how == "post"][-2:]
    assert [sent.ping for sent in posts] == [(ANNA.id, BO.id)] * 2
    assert len({sent.nonce for sent in posts}) == 1
    assert office.lobby_at(table).message == posts[-1].message
    gone = [sent.message for sent in office.discord.to(CHANNEL) if sent.how == "delete"]
    assert gone == [before]
    assert not [sent for sent in await killed(office) if sent.how == "post"]


async def test_a_planned_table_that_opens_when_the_bot_is_killed(office: Office) -> None:
    table = await planned_table(office, after=timedelta(minutes=10))

    async def opened() -> None:
        live = office.tables.index.at(table)
        await live.rearrange(planned_tables.opened_early, ANNA.id, office.clock.now())

    log = await killed_before_it_tells(office, opened())
    assert [sent.ping for sent in log if sent.how == "post"] == [(ANNA.id, BO.id)]


async def test_the_event_of_a_cancelled_table_goes_though_discord_fails(office: Office) -> None:
    table = await planned_table(office, after=2 * EXPECTED_DURATION)
    assert len(office.discord.events) == 1
    office.discord.fail("remove", GUILD, TransientFailure())
    await cancelled(office, table)
    await office.settled()
    assert len(office.discord.events) == 1
    await office.pass_time(1)
    assert not office.discord.events
    assert await office.store.closing_messages() == []


@pytest.mark.parametrize("is_cancelled", [False, True])
async def test_an_event_that_was_added_and_not_noted(office: Office, *, is_cancelled: bool) -> None:
    """Killed in between, the bot finds it."""
    table = await office.lobby(BO)
    await killed(office)
    office.discord.fail("added", GUILD, *[TransientFailure()] * 2)
    now, live = office.clock.now(), office.tables.index.at(table)
    await live.rearrange(planned_tables.plan_table, ANNA.id, now + 2 * EXPECTED_DURATION, now)
    await office.settled()
    events = office.discord.events
    assert len(events) == 1
    events[1] = next(iter(events.values())) | {"creator_id": "7", "id": "1"}  # somebody else's
    await office.display.stop()
    await office.crash()
    office.discord.events = events
    if is_cancelled:
        await cancelled(office, table)
    office.display.show_all(list(office.tables.index))
    await office.settled()
    assert len(events) == (1 if is_cancelled else 2)
    assert not is_cancelled or events.keys() == {1}


async def test_who_is_pinged_is_pinged_once_and_the_ping_goes_away(office: Office) -> None:
    """Killed in between, too."""
    table = await office.dealt(BO, CLEO, DAG)
    await office.settled()
    await office.pass_time(SOON)
    (ping,) = [sent for sent in office.discord.to(CHANNEL) if "your turn!" in sent.text]
    await killed(office)
    await office.pass_time(2 * SOON)
    assert not [sent for sent in office.discord.to(CHANNEL) if "your turn!" in sent.text]
    await office.act(table, Pass())
    await office.settled()
    deleted = [sent.message for sent in office.discord.to(CHANNEL) if sent.how == "delete"]
    assert deleted == [ping.message]
    assert [sent.how for sent in await killed(office)].count("delete") == 0


@pytest.mark.parametrize("killing", [False, True])
@pytest.mark.parametrize("by_moderator", [False, True])
async def test_a_vote_that_ends_with_the_game_asks_nobody_any_more(
    office: Office, *, by_moderator: bool, killing: bool
) -> None:
    table = await office.dealt(BO, CLEO, DAG)
    await office.tables.index.at(table).leave(ANNA.id)
    live = office.tables.index.at(table)
    await live.decisions.finish(BO.id)
    await office.settled()
    posts = [sent for sent in office.discord.to(CHANNEL) if sent.how == "post"]
    (asks,) = [sent for sent in posts if "asks to end the game" in sent.text]

    async def ended_by_all() -> None:
        await office.vote(table, CLEO.id, agree=True)
        await office.vote(table, DAG.id, agree=True)

    ending = live.close("moderator") if by_moderator else ended_by_all()
    if killing:
        await killed_before_it_tells(office, ending)
    else:
        await ending
        await office.settled()
    deleted = [sent.message for sent in office.discord.to(CHANNEL) if sent.how == "delete"]
    assert deleted == [asks.message]
    assert "delete" not in [sent.how for sent in await killed(office)]


async def test_a_channel_out_of_reach_pauses_its_table_though_the_store_fails(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await office.dealt(BO, CLEO, DAG)
    await office.settled()
    live = office.tables.index.at(table)
    pause, failures = live.clock.pause, [StorageError("The disk is full.")]

    async def fails(*, paused: bool) -> None:
        if failures:
            raise failures.pop()
        await pause(paused=paused)

    monkeypatch.setattr(live.clock, "pause", fails)
    office.discord.fail("edit", CHANNEL, *[OutOfReach(50013)] * 3)
    await office.act(table, Pass())
    await office.settled()
    assert not office.at(table).paused
    for _ in range(3):
        await office.pass_time(1)
        assert office.at(table).paused
    told = [sent for sent in office.discord.to(DM + ANNA.id) if "permissions" in sent.text]
    assert len(told) == 1


async def test_the_host_hears_of_a_channel_out_of_reach_though_discord_fails(
    office: Office,
) -> None:
    table = await office.dealt(BO, CLEO, DAG)
    await office.settled()
    office.discord.fail("edit", CHANNEL, *[OutOfReach(50013)] * 3)
    office.discord.fail("post", DM + ANNA.id, TransientFailure())
    await office.act(table, Pass())
    await office.settled()
    assert office.at(table).paused
    await office.pass_time(1)
    told = [sent for sent in office.discord.to(DM + ANNA.id) if "permissions" in sent.text]
    assert len(told) == 2, "the first one failed"
    await office.pass_time(3600)
    assert len([s for s in office.discord.to(DM + ANNA.id) if "permissions" in s.text]) == 2


async def test_it_is_remembered_who_takes_direct_messages(office: Office) -> None:
    """Until they take one again."""
    office.discord.fail("post", DM + BO.id, OutOfReach(50007))
    table = await office.dealt(BO, CLEO, DAG)
    await office.settled()
    assert office.at(table).display["closed"] == [BO.id]
    office.display.place_hands(BO.id, here=False)
    await office.settled()
    assert office.at(table).display["closed"] == []
