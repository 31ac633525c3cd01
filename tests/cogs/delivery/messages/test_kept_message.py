"""The life of a message: redrawn only where it differs, by the newest state, and posted if gone."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from typing import cast

import pytest

from benches.stand_ins import HandClock
from cogs.delivery.calls.message_calls import MessageCalls
from cogs.delivery.calls.posts import MakePost, MakeView, Posted, Private
from cogs.delivery.calls.rate_limit import Lane
from cogs.delivery.calls.undelivered import (
    EmojiRefused,
    LookRefused,
    MessageGone,
    TransientFailure,
    Undelivered,
)
from cogs.delivery.messages.kept_message import Address, Content, KeptMessage
from cogs.delivery.pictures.look_refusals import LookRefusals
from cogs.screens.parts.components import Screen, text_screen
from kwbot.ids import UserId

CHANNEL, MESSAGE = 7, 100
SEEN_BY_ONE = Private((1, "token"), 5, HandClock().now(), 200)


class Wire:
    """An calls: `meanwhile` happens before a call's turn, `answers` are raised one a call."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, Address, str]] = []
        self.answers: list[Undelivered] = []
        self.meanwhile: Callable[[], object] = bool
        self.under_way: Callable[[], object] = bool
        self.posts_anew = True

    async def edit(self, _: int, at: Address, make: MakeView, lane: Lane) -> bool:
        assert lane is Lane.TRICK
        self.meanwhile()
        view = await make()
        if view is not None:
            self._send("edit", at, view)
        return view is not None

    async def post(self, _: int, make: MakePost, besides: Collection[int]) -> Posted | None:
        assert not besides
        self.meanwhile()
        post = await make()
        if post is None:
            return None
        self._send(post.nonce, MESSAGE + 1, post.screen)
        return Posted(MESSAGE + 1, post.screen, is_new=self.posts_anew)

    async def whisper(self, _: int, user_id: UserId, make: MakeView) -> Private | None:
        view = await make()
        if view is None:
            return None
        self._send(f"whisper to {user_id}", SEEN_BY_ONE, view)
        return SEEN_BY_ONE

    def _send(self, how: str, at: Address, view: Screen) -> None:
        shown, *_ = view.to_components()
        self.sent.append((how, at, str(shown["content"])))
        self.under_way()
        if self.answers:
            raise self.answers.pop(0)


class Board:
    """What a message shows: a text, plainer where emojis are refused."""

    def __init__(self) -> None:
        self.text: str | None = "first"
        self.claimed: set[int | None] = set()
        self.drawn = 0
        self.again = 0
        self.wire = Wire()
        self.refusals = LookRefusals(HandClock(), self._refused)

    def _refused(self, emojis: Collection[int]) -> bool:
        self.text = f"plain {self.text}"
        return bool(emojis)

    def _look_again(self) -> None:
        self.again += 1

    def message(self, at: Address | None = MESSAGE, shows: str | None = None) -> KeptMessage:
        calls = cast("MessageCalls", self.wire)
        return KeptMessage(
            calls, self.refusals, at, shows, self.claimed, look_again=self._look_again
        )

    @property
    def content(self) -> Content[str]:
        return Content(
            self._draw, lambda: str(self.text), by_state=True,
            is_wanted=lambda: self.text is not None, nonce=lambda: "nonce",
        )  # fmt: skip

    async def _draw(self, _: object, *, edit: bool) -> Screen:
        self.drawn += 1
        return text_screen(f"{self.text}" if edit else f"new: {self.text}")


@pytest.fixture
def board() -> Board:
    return Board()


async def test_only_what_differs_is_redrawn(board: Board) -> None:
    message = board.message()
    for text, drawn in (("first", 1), ("first", 1), ("second", 2)):
        board.text = text
        await message.edit(CHANNEL, board.content)
        assert board.drawn == drawn
    assert board.wire.sent == [("edit", MESSAGE, "first"), ("edit", MESSAGE, "second")]


async def test_what_looks_the_same_is_not_redrawn_though_its_state_differs(board: Board) -> None:
    states, message = iter(range(9)), board.message()

    async def draw(_: object, *, edit: bool) -> Screen:
        return text_screen("the same")

    for _ in range(2):
        await message.edit(CHANNEL, Content(draw, lambda: next(states)))
    assert [text for _, _, text in board.wire.sent] == ["the same"]


async def test_a_drawing_is_made_once_where_its_state_stays(board: Board) -> None:
    message, state = board.message(), 0
    content = Content(board._draw, lambda: state)
    await message.edit(CHANNEL, content)
    assert board.drawn == 1

    def pass_time() -> None:
        nonlocal state
        state, board.text = 1, "newest"

    board.text, board.wire.meanwhile = "newer", pass_time
    assert await message.edit(CHANNEL, content) == 1
    assert (board.drawn, board.wire.sent[-1][2]) == (3, "newest")


@pytest.mark.parametrize(
    ("meanwhile", "sent"),
    [
        (lambda board: setattr(board, "text", "newest"), ["newest"]),
        (lambda board: setattr(board, "text", "shown"), []),
        (lambda board: setattr(board, "text", None), []),
        (lambda board: board.claimed.add(MESSAGE), []),
    ],
)
async def test_what_counts_is_what_is_true_when_its_turn_comes(
    board: Board, meanwhile: Callable[[Board], object], sent: list[str]
) -> None:
    message = board.message(shows="shown")
    board.wire.meanwhile = partial(meanwhile, board)
    drew = await message.edit(CHANNEL, board.content)
    assert [text for _, _, text in board.wire.sent] == sent
    assert (drew is None) == (not sent)
    assert message.shows == (sent[0] if sent else "shown")


@pytest.mark.parametrize(("at", "pressed"), [(MESSAGE, MESSAGE), (SEEN_BY_ONE, 200)])
async def test_the_answer_to_a_press_goes_first(board: Board, at: Address, pressed: int) -> None:
    board.claimed.add(pressed)
    message = board.message(at)
    assert await message.edit(CHANNEL, board.content) is None
    assert (board.drawn, message.shows) == (0, None)
    board.claimed.clear()
    assert await message.edit(CHANNEL, board.content) is not None
    assert board.wire.sent == [("edit", at, "first")]


async def test_an_answer_that_came_while_it_was_redrawn_is_looked_after(board: Board) -> None:
    message = board.message(shows="before")
    await message.edit(CHANNEL, board.content)
    assert board.again == 0
    board.text = "second"
    board.wire.under_way = lambda: setattr(message, "shows", "by the answer")
    await message.edit(CHANNEL, board.content)
    assert (board.again, message.shows) == (1, "second")


async def test_a_refused_look_is_drawn_plainer_at_once(board: Board) -> None:
    board.wire.answers = [EmojiRefused(50035, [3])]
    message = board.message()
    await message.edit(CHANNEL, board.content)
    assert [text for _, _, text in board.wire.sent] == ["first", "plain first"]
    assert message.shows == "plain first"


async def test_a_look_with_none_plainer_is_refused_for_good(board: Board) -> None:
    board.wire.answers = [EmojiRefused(50035, [])]
    with pytest.raises(LookRefused):
        await board.message().edit(CHANNEL, board.content)


async def test_what_fails_counts_as_not_shown(board: Board) -> None:
    board.wire.answers = [TransientFailure()]
    message = board.message(shows="before")
    with pytest.raises(TransientFailure):
        await message.edit(CHANNEL, board.content)
    assert message.shows == "before"
    await message.edit(CHANNEL, board.content)
    assert [text for _, _, text in board.wire.sent] == ["first", "first"]


@pytest.mark.parametrize("at", [None, MESSAGE])
async def test_what_is_gone_is_posted_anew(board: Board, at: int | None) -> None:
    board.wire.answers = [] if at is None else [MessageGone()]
    message = board.message(at, "first" if at is None else None)
    await message.edit_or_post(CHANNEL, board.content)
    assert board.wire.sent[-1] == ("nonce", MESSAGE + 1, "new: first")
    assert (message.at, message.shows) == (MESSAGE + 1, "first")
    await message.edit_or_post(CHANNEL, board.content)
    assert len(board.wire.sent) == (1 if at is None else 2)


async def test_what_may_have_been_posted_before_is_redrawn(board: Board) -> None:
    board.wire.posts_anew = False
    message = board.message(None)
    assert await message.post(CHANNEL, board.content)
    assert (message.at, message.shows, board.again) == (MESSAGE + 1, None, 1)
    await message.edit_or_post(CHANNEL, board.content)
    assert [how for how, _, _ in board.wire.sent] == ["nonce", "edit"]


async def test_nothing_is_posted_where_nothing_is_left_to_say(board: Board) -> None:
    message, board.text = board.message(None), None
    assert not await message.post(CHANNEL, board.content)
    assert not await message.whisper(CHANNEL, UserId(9), board.content)
    assert (message.at, board.wire.sent) == (None, [])


async def test_what_a_user_alone_sees_is_kept_like_any_message(board: Board) -> None:
    message = board.message(None)
    assert await message.whisper(CHANNEL, UserId(9), board.content)
    assert (message.at, message.id) == (SEEN_BY_ONE, None)
    await message.edit(CHANNEL, board.content)
    board.text = "second"
    await message.edit(CHANNEL, board.content)
    assert [how for how, _, _ in board.wire.sent] == ["whisper to 9", "edit"]
