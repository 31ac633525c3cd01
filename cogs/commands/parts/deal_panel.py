"""One way to play a deal by presses: at a table, in a lesson, as the deal of the day, or again."""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import discord

from cogs.connection.press_data import chosen_values
from cogs.connection.router import Router
from cogs.screens.hand.draft import NO_DRAFT, Draft
from cogs.screens.hand.picking import Answer, Pick, action_of, picked_on
from cogs.screens.parts.components import Press
from kwbot.engine.values.actions import Action
from kwbot.engine.values.choices import Choice
from kwbot.tables.errors.refusals import Stale

Area = TypeVar("Area")


@dataclass(frozen=True, slots=True)
class PanelState:
    """How a deal is shown; `stale`: why the press had no effect."""

    draft: Draft = NO_DRAFT
    stale: Stale | None = None


BARE_PANEL = PanelState()


class DealAtPress(ABC, Generic[Area]):
    """The deal that a press is about: what differs between the areas in which deals are played."""

    def __init__(self, area: Area, interaction: discord.Interaction, press: Press) -> None:
        self.area, self.interaction, self.press = area, interaction, press

    @abstractmethod
    async def choice(self) -> Choice:
        """Return the person's choice. Raises Stale unless the press answers it."""

    @abstractmethod
    async def act(self, action: Callable[[Choice], Action]) -> None:
        """Make and store a move and what follows it. Raises Stale if the press is outdated."""

    @abstractmethod
    async def show(self, look: Callable[[], Awaitable[PanelState]]) -> None:
        """Find the deal, and answer the press with it after `look`, which may be repeated."""


class DealPanel:
    """The controls of a deal: some presses answer, others choose on the way or unfold something.
    `at` makes the deal at a press."""

    def __init__(self, at: Callable[[discord.Interaction, Press], DealAtPress[Any]]) -> None:
        self._at = at

    def listen(self, router: Router, *areas: str, of_server: bool = False) -> None:
        """Register for the presses of `areas`: to answer, choose on the way, unfold something."""
        for area, handler in zip(areas, (self.act, self.pick, self.unfold), strict=False):
            router.on(area, handler, of_server=of_server)

    async def act(self, interaction: discord.Interaction, press: Press) -> None:
        """Make a move, then show what follows."""
        deal, values = self._at(interaction, press), chosen_values(interaction)
        answer = Answer.of(press.argument)
        await change(deal, lambda: deal.act(lambda choice: action_of(choice, answer, values)))

    async def pick(self, interaction: discord.Interaction, press: Press) -> None:
        """Show a choice on the way to an answer: only the message holds it."""
        deal = self._at(interaction, press)

        async def look() -> PanelState:
            try:
                choice = await deal.choice()
            except Stale as stale:
                return PanelState(stale=stale)
            picked = picked_on(choice, Pick.of(press.argument), chosen_values(interaction))
            return PanelState(Draft(picked))

        await deal.show(look)

    async def unfold(self, interaction: discord.Interaction, press: Press) -> None:
        """Show something else; nothing changes."""
        await unfold(self._at(interaction, press), press.argument)


async def change(deal: DealAtPress[Any], step: Callable[[], Awaitable[None]]) -> None:
    """Take a step in a deal, then show what follows; an outdated press only shows the present."""

    async def look() -> PanelState:
        try:
            await step()
        except Stale as stale:
            return PanelState(stale=stale)
        return PanelState()

    await deal.show(look)


async def unfold(deal: DealAtPress[Any], what: str) -> None:
    """Show a deal with a part of it unfolded."""

    async def look() -> PanelState:
        return PanelState(Draft(unfolded=what))

    await deal.show(look)
