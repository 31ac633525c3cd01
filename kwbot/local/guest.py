"""A person who plays by pressing anything that their screen offers, at random.

Guests know the areas of the bot's controls (the second part of a custom_id) but no game.
"""

import random
from collections.abc import Iterator
from functools import lru_cache

from kwbot.ids import UserId
from playground.people.person import LocalPerson, Response
from playground.people.screen import button_text
from playground.state.model import SELECTS, Component, Json, Message, walk

ACT, PICK, TABLE = "act", "pick", "table"
READY_PRESS = (TABLE, "ready")
PASS_SHARE, SPECIAL_SHARE = 0.5, 0.3
"""Shares of turns when a guest passes or presses a plain button, or adds a special to a bid."""


def area(control: Json) -> tuple[str, str]:
    """Return the area of a control and its deed, both empty if it is not the bot's."""
    return _area(str(control.get("custom_id", "")))


@lru_cache(maxsize=10_000)
def _area(custom_id: str) -> tuple[str, str]:
    parts = custom_id.split(":", 4)
    return (parts[1], parts[4]) if len(parts) == 5 else ("", "")


def _enabled_controls(message: Message, kinds: frozenset[Component]) -> Iterator[Json]:
    for control in walk(message.components):
        if control["type"] in kinds and not control.get("disabled"):
            yield control


def buttons(message: Message, of: str) -> list[Json]:
    """Return the enabled buttons of an area."""
    found = _enabled_controls(message, frozenset({Component.BUTTON}))
    return [control for control in found if area(control)[0] == of]


def menus(message: Message, of: str) -> list[Json]:
    """Return the enabled menus of an area."""
    return [control for control in _enabled_controls(message, SELECTS) if area(control)[0] == of]


async def set_option(person: LocalPerson, screen: Message, key: str, value: str) -> None:
    """Fill in the form with a table's option; `screen` has the buttons of all forms. Raises
    LookupError if no form has it."""
    for button in buttons(screen, "options"):
        opened = await person.click(screen, custom_id=button["custom_id"])
        if any(label["component"]["custom_id"] == key for label in opened.modal["components"]):
            await person.submit({key: [value]})
            return
    raise LookupError(f"no form asks for {key}")


async def lobby_menu(person: LocalPerson, lobby: Message) -> Message:
    """Press *More* in a lobby or at a table, and return the private message that comes."""
    offered = [*buttons(lobby, "lobby"), *buttons(lobby, "more")]
    (more,) = [one for one in offered if area(one)[1].split()[0] == "menu"]
    return (await person.click(lobby, custom_id=more["custom_id"])).message


async def press_more(person: LocalPerson, lobby: Message, label: str) -> Response:
    """Press *More* in a lobby or at a table, and a button there."""
    return await person.click(await lobby_menu(person, lobby), label)


async def add_computers(host: LocalPerson, lobby: Message, count: int) -> None:
    """Add computers by the button that lobbies of older versions had."""
    for _ in range(count):
        await host.forge(lobby, adding(lobby))


async def set_level(host: LocalPerson, lobby: Message, level: str) -> None:
    """Choose the level of all computers by the menu that those lobbies had."""
    await host.forge(lobby, adding(lobby).removesuffix("add") + "level", values=[f"all {level}"])


def adding(lobby: Message) -> str:
    """Return the custom_id of the button that added a computer."""
    press, _, _ = str(buttons(lobby, "lobby")[-1]["custom_id"]).rpartition(":")
    return f"{press}:add"


class Guest:
    """A person at the playground who presses anything offered, at random."""

    def __init__(self, person: LocalPerson, rng: random.Random) -> None:
        self.person = person
        self.rng = rng
        self.screen: Message | None = None
        """The message on which the guest plays; None: the newest direct message."""

    @property
    def id(self) -> UserId:
        return UserId(self.person.id)

    @property
    def hand(self) -> Message | None:
        if self.screen is not None:
            return self.screen
        return next(self.person.mail(), None)

    @property
    def is_asked(self) -> bool:
        """Whether the guest can do anything now."""
        hand = self.hand
        if hand is None:
            return False
        offered = map(area, _enabled_controls(hand, SELECTS | {Component.BUTTON}))
        return any(of in (ACT, PICK) or (of, what) == READY_PRESS for of, what in offered)

    def ready_buttons(self, hand: Message) -> list[Json]:
        return [button for button in buttons(hand, TABLE) if area(button) == READY_PRESS]

    async def act(self) -> str:
        """Do one whole thing (a card, a bid, a choice); return what was pressed."""
        hand = self.hand
        assert hand is not None
        if ready := self.ready_buttons(hand):
            return await self._press(hand, ready)
        if any(area(menu)[1].startswith("main/") for menu in menus(hand, PICK)):
            return await self._bid(hand)
        for menu in menus(hand, PICK):
            if (direct := buttons(hand, ACT)) and self.rng.random() < PASS_SHARE:
                return await self._press(hand, direct)
            await self._choose(hand, menu, most=True)
            if confirm := self._confirm(hand):
                return await self._press(hand, confirm)
        if not menus(hand, ACT) and not buttons(hand, ACT):
            await self._press(hand, buttons(hand, PICK))
        if found := menus(hand, ACT):
            return await self._choose(hand, self.rng.choice(found))
        return await self._press(hand, buttons(hand, ACT))

    def _confirm(self, hand: Message) -> list[Json]:
        """Return the button that confirms the pick, or all others if there is none."""
        offered = buttons(hand, ACT)
        return [button for button in offered if area(button)[1].startswith("=")] or offered

    async def _bid(self, hand: Message) -> str:
        if self.rng.random() > PASS_SHARE:
            for menu in menus(hand, PICK)[:1]:
                await self._choose(hand, menu)
            for menu in menus(hand, PICK)[1:2]:
                if self.rng.random() < SPECIAL_SHARE:
                    await self._choose(hand, menu, least=1)
        return await self._press(hand, self._confirm(hand))

    async def _press(self, hand: Message, offered: list[Json]) -> str:
        button = self.rng.choice(offered)
        text = button_text(button)
        await self._settle(self.person.click(hand, custom_id=button["custom_id"]))
        return f"[{text}]"

    async def _choose(
        self, hand: Message, menu: Json, least: int = 0, *, most: bool = False
    ) -> str:
        """Choose as few options of a menu as it demands, or with `most` up to as many as it allows;
        return their labels."""
        count = max(least, int(menu.get("min_values", 1)))
        if most:
            count = self.rng.randint(count, int(menu.get("max_values", 1)))
        options = self.rng.sample(menu["options"], count)
        chosen = [str(option["value"]) for option in options]
        await self._settle(self.person.select(hand, menu["custom_id"], chosen))
        return ", ".join(str(option["label"]) for option in options)

    async def _settle(self, doing: object) -> Response:
        outcome = await doing  # type: ignore[misc]
        assert isinstance(outcome, Response)
        return await outcome.settled()
