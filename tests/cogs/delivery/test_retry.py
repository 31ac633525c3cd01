"""A connection that breaks under an answer: it is sent again, and nobody is told of trouble."""

from __future__ import annotations

import logging

import pytest

from tests.cogs.server import Server, menu_of


@pytest.mark.parametrize("done", [False, True], ids=["nothing was done", "it was done"])
async def test_an_answer_whose_connection_breaks_comes_once(
    server: Server, caplog: pytest.LogCaptureFixture, *, done: bool
) -> None:
    anna = server.playground.person("Anna")
    shown = await anna.slash(server.channel, "preferences")
    server.playground.faults.add("POST", "/callback", reset=True, done=done)
    custom_id = menu_of(shown.message, "language")["custom_id"]
    outcome = await anna.select(shown.message, custom_id, ["sv"])
    await server.playground.idle()
    assert outcome.kind == "update"
    assert outcome.followups == [], "nobody hears of it"
    assert len(outcome.refusals) == int(done), "the second one came twice"
    assert not [one for one in caplog.records if one.levelno >= logging.WARNING]
