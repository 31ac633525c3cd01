"""Which token serves where, and for how long."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import cast

import discord
import pytest
from discord import InteractionResponseType as Kind

from benches.stand_ins import HandClock
from cogs.delivery.calls import interaction_tokens
from cogs.delivery.calls.interaction_tokens import MAX_ANSWER_DELAY, TOKEN_LIFE, InteractionTokens

HERE, THERE = 1, 2
PRESSED, SENT = 50, 60
ANNA = SimpleNamespace(id=10)


class Till:
    """A purse, and people who press in front of it."""

    def __init__(self) -> None:
        self.clock = HandClock()
        self.purse = InteractionTokens(self.clock)

    def press(self, value: str, channel_id: int = HERE, message: int | None = PRESSED) -> None:
        pressed = None if message is None else SimpleNamespace(id=message)
        number = len(value)
        arrived = SimpleNamespace(
            token=value,
            id=number,
            application_id=7,
            channel_id=channel_id,
            message=pressed,
            user=ANNA,
        )
        self.purse.note_arrival(cast("discord.Interaction", arrived))

    def answer(
        self, value: str, kind: Kind = Kind.message_update, message: int | None = None
    ) -> None:
        self.purse.note_answer(value, kind, message)

    async def newest(self, channel_id: int = HERE) -> str | None:
        token = await self.purse.newest(channel_id)
        return token.value if token else None

    def editor(self, message: int) -> str | None:
        token = self.purse.editor(message)
        return token.value if token else None


@pytest.fixture
def till() -> Till:
    return Till()


async def test_a_redrawing_press_may_edit_what_was_pressed_and_post_there(till: Till) -> None:
    till.press("a")
    till.answer("a")
    till.press("bb")
    till.answer("bb", Kind.deferred_message_update)
    assert await till.newest() == "bb"
    assert till.editor(PRESSED) == "bb"
    assert await till.newest(THERE) is None


async def test_an_answer_that_comes_after_the_token_has_run_out_is_no_error(till: Till) -> None:
    till.press("a")
    till.clock.advance(TOKEN_LIFE.total_seconds())
    till.answer("a")
    assert await till.newest() is None


async def test_what_a_token_has_posted_goes_by_it_and_by_no_newer_one(till: Till) -> None:
    till.press("a")
    till.answer("a")
    token = await till.purse.newest(HERE)
    assert token is not None
    till.purse.note_post(token, SENT)
    till.press("bb")
    till.answer("bb")
    assert till.editor(SENT) == "a"
    assert till.editor(PRESSED) == "bb"


async def test_a_command_may_edit_its_answer(till: Till) -> None:
    till.press("a", message=None)
    till.answer("a", Kind.channel_message, SENT)
    assert await till.newest() == till.editor(SENT) == "a"


@pytest.mark.parametrize("kind", [Kind.pong, Kind.modal, Kind.deferred_channel_message])
async def test_other_answers_post_nothing(till: Till, kind: Kind) -> None:
    """What follows upon *is thinking* would fill that message."""
    till.press("a")
    till.answer("a", kind)
    assert await till.newest() is None
    assert till.editor(PRESSED) is None


async def test_what_a_user_alone_sees_goes_by_a_token_of_theirs(till: Till) -> None:
    till.press("a")
    till.answer("a", Kind.channel_message, SENT)
    own = await till.purse.own(HERE, ANNA.id)
    assert own is not None
    assert own.value == "a"
    assert await till.purse.own(THERE, ANNA.id) is None
    assert await till.purse.own(HERE, ANNA.id + 1) is None


async def test_a_token_runs_out(till: Till) -> None:
    till.press("a")
    till.answer("a")
    till.clock.advance(TOKEN_LIFE.total_seconds() - 1)
    assert await till.newest() == "a"
    till.clock.advance(1)
    assert await till.newest() is None
    assert till.editor(PRESSED) is None


async def test_a_refused_token_serves_nobody(till: Till) -> None:
    till.press("a")
    till.answer("a")
    token = till.purse.editor(PRESSED)
    assert token is not None
    till.purse.drop(token)
    assert await till.newest() is None


async def test_a_post_waits_for_the_answer_under_way_but_not_for_ever(till: Till) -> None:
    till.press("a")
    post = asyncio.create_task(till.newest())
    await asyncio.sleep(0)
    assert not post.done()
    assert await till.newest(THERE) is None
    till.answer("a")
    assert await post == "a"
    till.press("never")
    post = asyncio.create_task(till.newest())
    await asyncio.sleep(0)
    till.clock.advance(MAX_ANSWER_DELAY.total_seconds())
    assert await post == "a"


async def test_the_oldest_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interaction_tokens, "MOST_TOKENS", 2)
    till = Till()
    for channel in (1, 2, 3):
        till.press(f"token {channel}", channel, message=channel)
        till.answer(f"token {channel}")
    assert [await till.newest(channel) for channel in (1, 2, 3)] == [None, "token 2", "token 3"]
    assert [till.editor(message) for message in (1, 2, 3)] == [None, "token 2", "token 3"]


def test_no_token_is_written_out(till: Till) -> None:
    till.press("secret")
    till.answer("secret")
    assert "secret" not in repr(till.purse.editor(PRESSED))
