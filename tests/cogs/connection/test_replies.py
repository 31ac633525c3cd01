"""How a press is answered with a screen that may hold a picture."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from benches.stand_ins import HandClock
from cogs.connection.replies import answer_in_time
from cogs.delivery.pictures.look_refusals import LookRefusals
from cogs.screens.parts.components import Screen, file_name, gallery, words

PNG, CHANNEL = b"a picture", 5


class Refusing:
    """Discord's side of a press: it refuses every file."""

    def __init__(self) -> None:
        self.sent: list[int] = []

    def is_done(self) -> bool:
        return False

    async def edit_message(self, *, attachments: list[discord.File], **_: Any) -> None:
        self._take(len(attachments))

    async def send_message(self, *, files: list[discord.File], **_: Any) -> None:
        self._take(len(files))

    def _take(self, files: int) -> None:
        self.sent.append(files)
        if files:
            refusal = SimpleNamespace(status=403, reason="Forbidden")
            raise discord.Forbidden(cast(Any, refusal), {"code": 50013, "message": ""})


@pytest.mark.parametrize("anew", [False, True])
async def test_where_a_picture_is_refused_the_answer_comes_without(*, anew: bool) -> None:
    refusals, discords = LookRefusals(HandClock(), bool), Refusing()

    async def make() -> Screen:
        if refusals.takes(CHANNEL, edit=not anew):
            return Screen([gallery(PNG, "cards")], {file_name(PNG): PNG})
        return Screen([words("cards")])

    interaction = cast(Any, SimpleNamespace(response=discords, channel_id=CHANNEL))
    await answer_in_time(interaction, make, refusals, anew=anew)
    assert discords.sent == [1, 0]
    await answer_in_time(interaction, make, refusals, anew=anew)
    assert discords.sent == [1, 0, 0]
