"""Every call of the bot's own, and whatever Discord or the network can do to it: whoever called
hears of it as Undelivered, or not at all where nothing is lost. The same faults hit whole
evenings in tests/e2e/test_faults.py."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from datetime import timedelta
from inspect import iscoroutinefunction
from pathlib import Path

import discord
import pytest

from cogs.delivery.calls.application_calls import ApplicationCalls
from cogs.delivery.calls.guild_calls import GuildCalls
from cogs.delivery.calls.message_calls import MessageCalls
from cogs.delivery.calls.posts import Post, ServerEvent
from cogs.delivery.calls.thread_calls import ThreadCalls
from cogs.delivery.calls.undelivered import OutOfReach, TransientFailure, Undelivered
from cogs.screens.parts.components import Screen, text_screen
from kwbot.local.clubhouse import emblem
from tests.cogs.delivery.calls.test_calls_by_token import Desk, desk
from tests.e2e.test_faults import FAULTS

__all__ = ["desk"]

ROOT = Path(__file__).parents[4]
NOBODY = 2**60
CLASSES = (MessageCalls, ThreadCalls, GuildCalls, ApplicationCalls)
OUTSIDE = {f"{one.__module__.replace('.', '/')}.py" for one in CLASSES}
"""Modules that make calls of their own. The doctor tries
them, and says what fails."""


async def words() -> Screen:
    return text_screen("words")


async def post() -> Post:
    return Post(text_screen("words"), "")


def event(desk: Desk) -> ServerEvent:
    begins = desk.clock.now() + timedelta(hours=1)
    ends = begins + timedelta(hours=1)
    return ServerEvent(name="Whist", place="#whist", starts=begins, ends=ends)


Call = Callable[[Desk, discord.PartialMessage], Awaitable[object]]
CALLS: dict[str, Call] = {
    "say": lambda desk, _: desk.calls.messages.say(desk.channel, Post(text_screen("words"), "")),
    "post": lambda desk, _: desk.calls.messages.post(desk.channel, post),
    "edit": lambda desk, on: desk.calls.messages.edit(desk.channel, on.id, words),
    "delete": lambda desk, on: desk.calls.messages.delete(desk.channel, on.id),
    "open_dm": lambda desk, _: desk.calls.messages.open_dm(desk.anna_id),
    "hear": lambda desk, _: desk.calls.application.hear(),
    "user": lambda desk, _: desk.calls.application.user(desk.anna_id),
    "open": lambda desk, on: desk.calls.threads.open(on, "Whist"),
    "add": lambda desk, _: desk.calls.threads.add(desk.channel, "Whist"),
    "last_message": lambda desk, _: desk.calls.threads.last_message(desk.channel),
    "is_member": lambda desk, _: desk.calls.guilds.is_member(desk.guild_id),
    "is_there": lambda desk, _: desk.calls.threads.is_there(desk.channel),
    "let_in": lambda desk, _: desk.calls.threads.let_in(NOBODY, desk.anna_id),
    "archive": lambda desk, _: desk.calls.threads.archive(NOBODY),
    "put_event": lambda desk, _: desk.calls.guilds.put_event(desk.guild_id, None, event(desk)),
    "event_at": lambda desk, _: desk.calls.guilds.event_at(desk.guild_id, "#whist"),
    "remove_event": lambda desk, _: desk.calls.guilds.remove_event(desk.guild_id, NOBODY),
    "emojis": lambda desk, _: desk.calls.application.emojis(),
    "add_emoji": lambda desk, _: desk.calls.application.add_emoji("kw_test", emblem()),
    "rename_emoji": lambda desk, _: desk.calls.application.rename_emoji(NOBODY, "kw_test"),
    "remove_emoji": lambda desk, _: desk.calls.application.remove_emoji(NOBODY),
}
"""By the methods of the calls, a call of the bot's own with each."""
SILENT = {
    "hear", "last_message", "is_member", "is_there", "delete", "archive", "put_event",
    "remove_event", "rename_emoji", "remove_emoji",
}  # fmt: skip
"""Where there is nothing to be done about a refusal, or it is the answer."""
BY_TOKENS = {"keep", "edit_answer", "whisper", "edit_private", "delete_private"}
"""Methods that call by tokens alone or by way of others: see test_calls_by_token."""


def test_every_method_that_calls_discord_is_here() -> None:
    """Whoever adds a call says here how to make it fail."""
    methods = [pair for one in CLASSES for pair in vars(one).items()]
    found = {name for name, one in methods if iscoroutinefunction(one)}
    assert {name for name in found if name[0] != "_"} == CALLS.keys() | BY_TOKENS


def test_nothing_else_calls_discord() -> None:
    """Answers to interactions are no calls of this kind."""
    call = re.compile(r"\.http\.(?!token)|lient\.(fetch|create)_|\.create_thread\(|\.history\(")
    found = {
        str(file.relative_to(ROOT).as_posix())
        for file in (ROOT / "cogs").rglob("*.py")
        if call.search(file.read_text("utf-8"))
    }
    assert {file for file in found if not file.startswith("cogs/doctor/")} == OUTSIDE


PASSING = {"503", "reset", "500", "502", "429", "old message"}
"""Faults after which the same may succeed: those of FAULTS that are no refusals."""
LOST = "lost answer"
"""What was asked is done, or refused for what it is."""


@pytest.mark.parametrize("method", CALLS)
async def test_whatever_happens_to_a_call_is_told_as_undelivered(
    desk: Desk, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sleep = asyncio.sleep
    monkeypatch.setattr(asyncio, "sleep", lambda seconds, *_: sleep(min(seconds, 0.001)))
    channel = desk.calls.client.discord.get_partial_messageable(
        desk.channel, guild_id=desk.playground.guild.id
    )
    on = channel.get_partial_message((await desk.post()).id)
    told: dict[str, Undelivered | None] = {}
    for name, fault in FAULTS.items():
        one = desk.playground.faults.add("*", "", **{"times": 20, **fault})
        try:
            await CALLS[method](desk, on)
            told[name] = None
        except Undelivered as undelivered:
            told[name] = undelivered
        assert one.hits > 0, name
        desk.playground.faults.clear()
    del told[LOST]  # it is known now that nothing else was raised
    for name, error in told.items():
        if name in PASSING:
            assert isinstance(error, TransientFailure), name
        elif method in SILENT:
            assert error is None, name
        else:
            assert isinstance(error, OutOfReach), name
