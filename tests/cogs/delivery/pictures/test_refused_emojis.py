"""Discord refuses an emoji that it knows (#7128): the same is sent again, and at last that one is
doubted, and no other."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from cogs.delivery.calls.posts import Private
from cogs.delivery.calls.undelivered import EMOJI_TRIES, EmojiRefused
from cogs.screens.parts.components import (
    ActionRow,
    Button,
    MediaGallery,
    Press,
    Screen,
    Select,
    file_name,
    option,
)
from kwbot.local.clubhouse import emblem
from tests.cogs.delivery.calls.test_calls_by_token import PNG, Desk, desk

__all__ = ["desk"]

NAMES = ("first", "second", "third")


class Marked:
    """A message with three emojis of the application: on two buttons and in a menu."""

    def __init__(self, desk: Desk, ids: list[int]) -> None:
        self.desk = desk
        self.ids = ids
        self.refusals = 0

    def view(self) -> Screen:
        first, second, third = [
            f"<:{name}:{number}>" for name, number in zip(NAMES, self.ids, strict=True)
        ]
        buttons = [
            Button("", str(Press("any", argument=one)), emoji=one) for one in (first, second)
        ]
        menu = Select(str(Press("menu")), "", [option("3", "3", emoji=third)], 1, 1)
        picture = MediaGallery(file_name(PNG), "A table.")
        return Screen([picture, ActionRow(*buttons), ActionRow(menu)], {file_name(PNG): PNG})

    async def make(self) -> Screen:
        return self.view()

    def refuse(self, times: int) -> None:
        """Refuse the first emoji of so many messages."""
        left = iter(range(times))
        self.desk.playground.lapses = lambda: next(left, None) is not None

    def sent(self) -> list[bytes]:
        """What was sent since, whether Discord took it or not."""
        return [call.raw for call in self.desk.playground.calls if call.method in ("POST", "PATCH")]


@pytest.fixture
async def marked(desk: Desk) -> Marked:
    return Marked(desk, [await desk.calls.application.add_emoji(name, emblem()) for name in NAMES])


async def _post(marked: Marked) -> None:
    await marked.desk.post(marked.view())


async def _edit(marked: Marked) -> None:
    message = next(reversed(marked.desk.playground.channel.messages))
    assert await marked.desk.calls.messages.edit(marked.desk.channel, message, marked.make)


async def _whisper(marked: Marked) -> None:
    sent = await marked.desk.calls.messages.whisper(
        marked.desk.channel, marked.desk.anna_id, marked.make
    )
    assert sent is not None


async def _edit_private(marked: Marked) -> None:
    token = await marked.desk.calls.client.tokens.own(marked.desk.channel, marked.desk.anna_id)
    assert token is not None
    assert token.original is not None
    private = Private(token.key, token.original, token.until, None)
    await marked.desk.calls.messages.edit_private(private, marked.view())


Way = Callable[[Marked], Awaitable[None]]
WAYS: dict[str, tuple[Way, bool]] = {
    "a post": (_post, False),
    "an edit": (_edit, False),
    "a post by a token": (_post, True),
    "an edit by a token": (_edit, True),
    "what one alone sees": (_whisper, True),
    "what one alone sees, redrawn": (_edit_private, True),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("times", [1, 2])
async def test_the_same_is_sent_again_and_nobody_hears_of_it(
    marked: Marked, way: str, times: int
) -> None:
    send, by_token = WAYS[way]
    await (marked.desk.press() if by_token else marked.desk.post())
    marked.desk.playground.calls.clear()
    marked.refuse(times)
    await send(marked)
    bodies = marked.sent()
    assert len(bodies) == times + 1
    assert len({body.partition(b"attachments")[0] for body in bodies}) == 1
    assert marked.desk.playground.counted_calls == (0 if by_token else times + 1)


@pytest.mark.parametrize("way", WAYS)
async def test_what_is_refused_three_times_is_told_by_that_emoji_alone(
    marked: Marked, way: str
) -> None:
    send, by_token = WAYS[way]
    await (marked.desk.press() if by_token else marked.desk.post())
    for at, number in enumerate(marked.ids):
        marked.desk.playground.refused_emojis = {number}
        marked.desk.playground.calls.clear()
        with pytest.raises(EmojiRefused) as refused:
            await send(marked)
        assert refused.value.emojis == {number}, NAMES[at]
        assert len(marked.sent()) == EMOJI_TRIES
    marked.desk.playground.refused_emojis = set()
    await send(marked)


async def test_an_answer_is_sent_again_as_well(marked: Marked) -> None:
    message = await marked.desk.post(marked.view())
    marked.refuse(2)
    marked.desk.calls.client.discord.on_interaction = _answering(marked)  # type: ignore[attr-defined]
    (first, _) = [button["custom_id"] for button in message.buttons()]
    outcome = await marked.desk.anna.click(message, custom_id=first)
    assert outcome.kind == "update"
    assert [refusal["code"] for refusal in outcome.refusals] == [50035] * 2


def _answering(marked: Marked) -> Callable[..., Awaitable[None]]:
    async def on_interaction(interaction: object) -> None:
        view = marked.view()
        await interaction.response.edit_message(view=view, attachments=view.files())  # type: ignore[attr-defined]

    return on_interaction


async def test_all_that_are_gone_are_told_at_once(marked: Marked) -> None:
    marked.desk.playground.emojis.clear()
    with pytest.raises(EmojiRefused) as refused:
        await _post(marked)
    assert refused.value.emojis == set(marked.ids)
