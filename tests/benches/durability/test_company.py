"""People who press what they see, and press again where nobody answers."""

from __future__ import annotations

import random

import pytest

from benches.durability.company import Company, PressIndex
from playground import Playground


async def test_nobody_presses_again_on_a_message_that_is_gone() -> None:
    async with Playground() as playground:
        presses = PressIndex(playground)
        company = Company.arriving(playground, presses, random.Random(1), "1", "whist", 1, 3)
        (guest,) = company.people
        button = {"type": 2, "style": 1, "label": "Start", "custom_id": "kw:lobby:1:0:start"}
        row = {"components": [{"type": 1, "components": [button]}]}
        message = playground.post(company.channel, playground.bot, row)
        playground.patience = 0.01
        with pytest.raises(TimeoutError):  # there is no bot
            await guest.person.click(message, "Start")
        assert [who for who, _ in company.unanswered] == [guest]
        playground.delete(message)
        assert company.unanswered == []
