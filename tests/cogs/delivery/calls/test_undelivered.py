"""What Discord's refusals mean, in a channel and on the way of a direct message."""

from __future__ import annotations

import asyncio

import pytest

from cogs.delivery.calls.undelivered import OutOfReach, TransientFailure, Undelivered, directly
from tests.cogs.delivery.calls.test_calls_by_token import Desk, desk

__all__ = ["desk"]

BUSY = (20016, 20028, 20029, 130000)
"""Codes of channels and servers that take nothing just now."""


@pytest.mark.parametrize("status", [400, 403, 429, 503])
async def test_in_a_direct_message_the_status_decides(
    desk: Desk, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    sleep = asyncio.sleep
    monkeypatch.setattr(asyncio, "sleep", lambda seconds, *_: sleep(min(seconds, 0.001)))
    for code in BUSY:
        desk.playground.faults.add("POST", "", code=code, status=status, times=20)
        with pytest.raises(TransientFailure):
            await desk.post()
        desk.playground.faults.clear()
        desk.playground.faults.add("POST", "", code=code, status=status, times=20)
        with pytest.raises(Undelivered) as refused, directly():
            await desk.calls.messages.open_dm(desk.anna_id)
        desk.playground.faults.clear()
        assert isinstance(refused.value, OutOfReach) == (status in (400, 403))
        assert refused.value.code == code
