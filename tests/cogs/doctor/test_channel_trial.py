"""The doctor in a channel: what works, what each refusal is told as, and that all is removed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from cogs.connection.endpoint import connect_to
from cogs.doctor import discord_trial
from cogs.doctor.channel_trial import NEEDED_PERMISSIONS
from cogs.doctor.trial_messages import TRIAL_NAME
from kwbot.hosting.finding import Finding
from playground import Playground
from playground.api import routes, scheduled_events
from playground.api.rest import Answer, Call, Route
from playground.state import media, wire
from playground.state.api_errors import ApiError
from playground.state.model import (
    ALL_PERMISSIONS,
    Channel,
    ChannelType,
    EditedGalleries,
    Permission,
)
from playground.state.world import World
from tests.cogs.server import oracle


@pytest.fixture
async def playground() -> AsyncIterator[Playground]:
    async with Playground(validate=oracle()) as made:
        with connect_to(made.api, made.gateway_url):
            yield made


async def tried(playground: Playground, channel_id: int | None = None) -> dict[str, Finding]:
    """What the doctor finds in the playground's channel, by what was looked at."""
    found: list[Finding] = []
    await discord_trial.examine(playground.token, channel_id or playground.channel.id, found.append)
    assert playground.token not in "\n".join(map(str, found))
    assert all(one.instead for one in found if one.works is False)
    return {finding.what: finding for finding in found}


def failures(found: dict[str, Finding]) -> dict[str, str]:
    """What does not work, and what happens instead."""
    return {one.what: one.instead for one in found.values() if one.works is False}


def messages(playground: Playground) -> int:
    return sum(len(channel.messages) for channel in playground.channels.values())


def threads(playground: Playground) -> list[Channel]:
    return [channel for channel in playground.channels.values() if channel.is_thread]


async def test_everything_works_and_is_removed(playground: Playground) -> None:
    playground.guild.bot_role = ALL_PERMISSIONS  # so that it may delete a thread, too
    found = await tried(playground)
    assert failures(found) == {}
    assert "tidying up" not in found
    assert [*found][-25:] == [
        "posting",
        "editing",
        "gallery by post",
        "files that components show",
        "gallery by edit",
        "picture beside a text",
        "posting again with the same nonce",
        "edit of a deleted message",
        "nonce of a deleted message",
        "emoji of the application",
        "emoji in text",
        "emoji on a button",
        "thread",
        "second thread of a message",
        "posting in a thread",
        "archiving a thread",
        "edit in an archived thread",
        "waking a thread by posting",
        "private thread",
        "letting someone into a thread",
        "adding an event",
        "list of events",
        "changing an event",
        "removing an event",
        "direct message to the owner",
    ]
    assert (messages(playground), playground.emojis, threads(playground)) == (0, {}, [])
    assert playground.guild.events == {}


async def test_a_thread_that_it_may_not_delete_is_left_archived_and_told(
    playground: Playground,
) -> None:
    found = await tried(playground)
    assert failures(found) == {}
    assert found["tidying up"].works is None
    assert f"called {TRIAL_NAME}" in found["tidying up"].message
    assert "stays until you delete it" in found["tidying up"].instead
    public, private = threads(playground)
    assert (public.name, public.archived, messages(playground)) == (TRIAL_NAME, True, 0)
    assert (private.name, private.archived, [*private.members]) == (
        TRIAL_NAME,
        True,
        [playground.bot.id],
    )


DENIED = {
    Permission.VIEW_CHANNEL: {"channel"},
    # Whoever may not write may attach nothing; without a first message nothing is edited.
    Permission.SEND_MESSAGES: {
        "permission Send Messages", "permission Attach Files", "posting",
    },
    Permission.CREATE_PUBLIC_THREADS: {"permission Create Public Threads", "thread"},
    Permission.CREATE_PRIVATE_THREADS: {"permission Create Private Threads", "private thread"},
    Permission.SEND_MESSAGES_IN_THREADS: {
        "permission Send Messages In Threads", "posting in a thread", "waking a thread by posting",
        "letting someone into a thread",
    },
    Permission.ATTACH_FILES: {
        "permission Attach Files", "gallery by post", "gallery by edit", "picture beside a text",
    },
    Permission.READ_MESSAGE_HISTORY: {"permission Read Message History"},
    Permission.CREATE_EVENTS: {"permission Create Events"},
}  # fmt: skip


@pytest.mark.parametrize("permission", DENIED, ids=lambda one: str(one.name))
async def test_a_missing_permission_is_told_with_what_happens_instead(
    playground: Playground, permission: Permission
) -> None:
    playground.deny(playground.channel, permission)
    found = await tried(playground)
    assert failures(found).keys() == DENIED[permission]
    name = f"permission {str(permission.name).replace('_', ' ').title()}"
    if permission is Permission.VIEW_CHANNEL:
        assert "give it View Channel there" in found["channel"].message
    if name in found:
        assert found[name].instead == NEEDED_PERMISSIONS[str(permission.name).lower()]
    assert messages(playground) == 0


async def test_closed_direct_messages(playground: Playground) -> None:
    playground.owner.dms_open = False
    found = await tried(playground)
    assert failures(found).keys() == {"direct message to the owner"}
    assert "My hand" in found["direct message to the owner"].instead
    assert "50007" in found["direct message to the owner"].message


async def test_a_gallery_by_edit_that_is_refused(playground: Playground) -> None:
    playground.edited_galleries = EditedGalleries.REFUSED
    found = await tried(playground)
    fewer = "in that channel edits bring emojis or text for an hour; new posts have pictures."
    assert failures(found) == {"gallery by edit": fewer}
    assert "code 50035" in found["gallery by edit"].message


async def test_galleries_that_are_refused_altogether(playground: Playground) -> None:
    playground.deny(playground.channel, Permission.ATTACH_FILES)
    found = failures(await tried(playground))
    later = "tables are shown in emojis or text; pictures are tried again after an hour."
    assert found["gallery by post"] == found["gallery by edit"] == later


async def test_a_membership_that_discord_does_not_tell(playground: Playground) -> None:
    playground.faults.add("GET", "/members/", code=10007)
    found = failures(await tried(playground))
    assert found.keys() == {"membership"}
    assert "not checked here" in found["membership"]


async def test_a_thread_that_cannot_be_archived(playground: Playground) -> None:
    playground.faults.add("PATCH", r"/channels/\d+$", code=50013)
    found = failures(await tried(playground))
    assert found.keys() == {"archiving a thread"}
    assert "after a quiet day" in found["archiving a thread"]


async def test_edits_that_change_nothing(
    playground: Playground, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playground, "edit", lambda *_: None)
    assert failures(await tried(playground)).keys() == {"editing", "gallery by edit"}


async def test_files_of_components_that_are_listed_too(
    playground: Playground, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(media, "shown_file_ids", lambda *_: set())
    found = failures(await tried(playground))
    assert found.keys() == {"files that components show"}
    assert found["files that components show"].startswith("nothing changes")


async def test_a_nonce_that_discord_forgets(
    playground: Playground, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(routes, "NONCE_SECONDS", -1.0)
    found = failures(await tried(playground))
    assert found.keys() == {"posting again with the same nonce", "nonce of a deleted message"}
    assert "twice" in found["posting again with the same nonce"]
    assert messages(playground) == 0


async def test_edits_of_a_deleted_message_that_fail_in_another_way(playground: Playground) -> None:
    def validate(call: Call) -> None:
        channel = playground.channels.get(int(call.ids.get("channel_id", 0)))
        message = int(call.ids.get("message_id", 0))
        if call.method == "PATCH" and channel and message and message not in channel.messages:
            raise ApiError(50001)

    playground.rest.validate = validate
    found = failures(await tried(playground))
    assert found.keys() == {"edit of a deleted message"}
    assert "/table" in found["edit of a deleted message"]
    assert messages(playground) == 0


async def test_a_message_that_cannot_be_deleted_at_first(playground: Playground) -> None:
    playground.faults.add("DELETE", "/messages/", code=50013)
    assert failures(await tried(playground)).keys() == {"edit of a deleted message"}
    assert messages(playground) == 0


async def test_an_emoji_that_is_refused_now_and_then(playground: Playground) -> None:
    for times, told in ((1, "2. time"), (2, "3. time")):
        left = iter(range(times))
        playground.lapses = lambda left=left: next(left, None) is not None  # type: ignore[misc]
        found = await tried(playground)
        assert failures(found) == {}
        assert told in found["emoji on a button"].message
    playground.lapses = lambda: True
    found = await tried(playground)
    assert failures(found).keys() == {"emoji on a button"}
    assert "code 50035" in found["emoji on a button"].message
    assert messages(playground) == 0


async def test_emojis_that_are_full_or_refused(playground: Playground) -> None:
    playground.faults.add("POST", "/emojis", code=30008)
    found = await tried(playground)
    assert failures(found).keys() == {"emoji of the application"}
    assert "emoji in text" not in found


async def test_emojis_that_discord_takes_away(
    playground: Playground, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = wire.message

    def without(*given: Any) -> dict[str, Any]:
        found: dict[str, Any] = whole(*given)
        for component in found["components"]:
            component["content"] = str(component.get("content")).replace("<:", ":")
            for button in component.get("components", ()):
                button.update(emoji=None, label="?")
        return found

    monkeypatch.setattr(wire, "message", without)
    found = failures(await tried(playground))
    assert found.keys() >= {"emoji in text", "emoji on a button"}
    assert "symbols" in found["emoji in text"]


async def test_a_thread_that_posting_does_not_wake(
    playground: Playground, monkeypatch: pytest.MonkeyPatch
) -> None:
    update = playground.update_thread

    def sleepy(thread: Channel, *, archived: bool, locked: bool | None = None) -> None:
        update(thread, archived=thread.archived or archived, locked=locked)

    monkeypatch.setattr(playground, "update_thread", sleepy)
    found = failures(await tried(playground))
    assert found.keys() == {"waking a thread by posting"}
    assert "until someone opens" in found["waking a thread by posting"]


async def test_edits_in_an_archived_thread_that_fail_in_another_way(playground: Playground) -> None:
    def validate(call: Call) -> None:
        channel = playground.channels.get(int(call.ids.get("channel_id", 0)))
        if call.method == "PATCH" and channel and channel.archived and "message_id" in call.ids:
            raise ApiError(50013)

    playground.rest.validate = validate
    found = failures(await tried(playground))
    assert found.keys() == {"edit in an archived thread"}
    assert "paused" in found["edit in an archived thread"]


async def test_second_threads_that_fail_in_another_way(playground: Playground) -> None:
    def validate(call: Call) -> None:
        message = playground.channel.messages.get(int(call.ids.get("message_id", 0)))
        if call.route.endswith("/threads") and message and message.thread:
            raise ApiError(50001)

    playground.rest.validate = validate
    found = failures(await tried(playground))
    assert found.keys() == {"second thread of a message"}
    assert "stays in the channel" in found["second thread of a message"]


async def test_an_owner_who_is_not_on_the_server(playground: Playground) -> None:
    playground.leave(playground.guild, playground.owner)
    found = await tried(playground)
    assert found["letting someone into a thread"].works
    assert found["direct message to the owner"].works is False


async def test_nobody_can_be_let_into_a_private_thread(playground: Playground) -> None:
    playground.guild.bot_role = ALL_PERMISSIONS
    playground.faults.add("PUT", "/thread-members/", code=50013)
    found = failures(await tried(playground))
    assert found.keys() == {"letting someone into a thread"}
    assert threads(playground) == []


@pytest.mark.parametrize(
    ("method", "what"),
    [
        ("POST", "adding an event"),
        ("GET", "list of events"),
        ("PATCH", "changing an event"),
        ("DELETE", "removing an event"),
    ],
)
async def test_events_that_are_refused(playground: Playground, method: str, what: str) -> None:
    playground.faults.add(method, "/scheduled-events", code=50013)
    assert failures(await tried(playground)).keys() == {what}
    assert playground.guild.events == {}


def edited_anyway(world: World, call: Call) -> Answer:
    channel = world.bot_channel(call.id("channel_id"))
    if call.id("message_id") in channel.messages:
        return routes.edit_message(world, call)
    return world.message_json(next(iter(channel.messages.values())))


def another_thread(world: World, call: Call) -> Answer:
    parent = world.bot_channel(call.id("channel_id"))
    if world.bot_message(parent, call.id("message_id")).thread is None:
        return routes.thread_from_message(world, call)
    thread = world.add_thread(parent, TRIAL_NAME, ChannelType.PUBLIC_THREAD, minutes=60)
    return wire.channel(thread, world.bot)


def none_listed(world: World, call: Call) -> Answer:
    return []


def listed_as_the_owners(world: World, call: Call) -> Answer:
    events = world.bot_guild(call.id("guild_id")).events.values()
    return [{**event, "creator_id": str(world.owner.id)} for event in events]


def unchanged(world: World, call: Call) -> Answer:
    events = world.bot_guild(call.id("guild_id")).events
    return events[call.id("guild_scheduled_event_id")]


@pytest.mark.parametrize(
    ("route", "answer", "what"),
    [
        (("PATCH", routes.MESSAGE_PATH), edited_anyway, "edit of a deleted message"),
        (("POST", routes.MESSAGE_PATH + "/threads"), another_thread, "second thread of a message"),
        (("GET", scheduled_events.EVENTS_PATH), none_listed, "list of events"),
        (("GET", scheduled_events.EVENTS_PATH), listed_as_the_owners, "list of events"),
        (("PATCH", scheduled_events.EVENT_PATH), unchanged, "changing an event"),
    ],
)
async def test_answers_that_are_other_than_expected(
    monkeypatch: pytest.MonkeyPatch, route: tuple[str, str], answer: Route, what: str
) -> None:
    monkeypatch.setitem(scheduled_events.ROUTES, route, answer)  # these go before the others
    async with Playground() as playground:
        playground.guild.bot_role = ALL_PERMISSIONS
        with connect_to(playground.api, playground.gateway_url):
            assert failures(await tried(playground)).keys() == {what}
        assert playground.guild.events == {}
        assert (messages(playground), threads(playground)) == (0, [])


async def test_a_channel_that_is_none(playground: Playground) -> None:
    assert "10003" in (await tried(playground, 1234567890))["channel"].message
    direct = playground.direct(playground.owner)
    assert "not a text channel" in (await tried(playground, direct.id))["channel"].message


async def test_what_was_posted_goes_when_somebody_has_had_enough(playground: Playground) -> None:
    gate = playground.faults.hold("POST", "/threads")
    found: list[Finding] = []
    trial = discord_trial.examine(playground.token, playground.channel.id, found.append)
    running = asyncio.create_task(trial)
    await playground.until(lambda: gate.hits)
    assert messages(playground) > 1
    running.cancel()
    await asyncio.wait([running])
    assert running.cancelled()
    assert (messages(playground), playground.emojis) == (0, {})
