"""One way to play a deal by presses: what each press does, and what one that is late shows."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest

from cogs.commands.parts.deal_panel import DealAtPress, DealPanel, PanelState
from cogs.screens.parts.components import Press
from kwbot.engine.values.actions import Action, Play
from kwbot.engine.values.cards import Card, CardSet
from kwbot.engine.values.choices import Choice, PlayCard
from kwbot.engine.values.errors import IllegalAction
from kwbot.ids import NO_TABLE
from kwbot.tables.errors.refusals import Stale

NOW = 7
"""When it was asked last."""


class Deal(DealAtPress[None]):
    """A deal in which a card is to be played; notes what happens to it."""

    def __init__(self, press: Press) -> None:
        self.press = press
        self.notes: list[object] = []

    async def choice(self) -> Choice:
        if self.press.asked_at != NOW:
            raise Stale
        return PlayCard(CardSet.parse("SA HK"))

    async def act(self, action: Callable[[Choice], Action]) -> None:
        self.notes.append(action(await self.choice()))

    async def show(self, look: Callable[[], Awaitable[PanelState]]) -> None:
        shown = await look()
        self.notes.append((shown.draft.picked, shown.draft.unfolded, shown.stale is not None))


async def after(press: Press, *values: str) -> list[object]:
    """Return what has happened to a deal when a press, with what was chosen in a menu, is
    answered."""
    deals: list[Deal] = []

    def at(_: Any, pressed: Press) -> Deal:
        deals.append(Deal(pressed))
        return deals[-1]

    panel, interaction = DealPanel(at), cast(Any, SimpleNamespace(data={"values": list(values)}))
    handler = {"act": panel.act, "pick": panel.pick, "look": panel.unfold}[press.area]
    await handler(interaction, press)
    return deals[0].notes


async def test_a_press_that_answers_acts_and_shows_what_follows() -> None:
    played = Play(Card.parse("SA"))
    assert await after(Press("act", NO_TABLE, NOW, "play SA")) == [played, ("", "", False)]
    assert await after(Press("act", NO_TABLE, NOW), "play SA") == [played, ("", "", False)]


async def test_a_choice_on_the_way_changes_nothing() -> None:
    assert await after(Press("pick", NO_TABLE, NOW, "card/HK")) == [("HK", "", False)]
    assert await after(Press("look", NO_TABLE, 0, "bids")) == [("", "bids", False)]


@pytest.mark.parametrize(
    "press", [Press("act", NO_TABLE, 6, "play SA"), Press("pick", NO_TABLE, 6, "card/HK")]
)
async def test_a_late_press_brings_the_present_moment(press: Press) -> None:
    assert await after(press) == [("", "", True)]


@pytest.mark.parametrize(
    "press",
    [
        Press("act", NO_TABLE, NOW, text)
        for text in ("", "=", "=x", "play", "play XX", "nonsense", "\x00", "9" * 60)
    ]
    + [
        Press("pick", NO_TABLE, NOW, text)
        for text in ("", "/", "card/C2", "main/99.0", "go/½", "x" * 60)
    ],
    ids=str,
)
async def test_a_malformed_argument_gets_the_one_refusal(press: Press) -> None:
    with pytest.raises(IllegalAction, match="can't be chosen here"):
        await after(press)
