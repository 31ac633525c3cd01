"""Moves by clicks: a line of the game record is found among the controls on a guest's screen."""

from __future__ import annotations

from cogs.screens.hand.draft import OTHERS
from cogs.screens.parts.components import PANEL
from kwbot.local.guest import ACT, PICK, Guest, area, buttons, lobby_menu, menus
from playground import ClientRefusal, Message
from playground.people.person import LocalPerson, Response
from playground.state.model import Json


async def do(guest: Guest, action: str) -> Response:
    """Click what the action needs. Raises ClientRefusal if the screen does not offer it."""
    hand = guest.hand
    assert hand is not None
    verb, _, words = action.partition(" ")
    if verb == "bid":
        return await _bid(guest, hand, words)
    if verb == "numbers" or (verb == "cards" and words):
        for menu in menus(hand, PICK):
            await _choose(guest, hand, menu, words.split())
        return await _confirm(guest, hand)
    return await _answer(guest, hand, action)


async def _bid(guest: Guest, hand: Message, bid: str) -> Response:
    """By its parts, by a button of its own, or from a menu of whole bids."""
    for button in buttons(hand, PANEL):
        if area(button)[1] == OTHERS:
            await _press(guest, hand, button)
    if any(area(menu)[1].startswith("main/") for menu in menus(hand, PICK)):
        await _choose_parts(guest, hand, bid.split("+"))
        return await _confirm(guest, hand)
    for menu in menus(hand, PICK):
        if bid in _values(menu):
            await guest.person.select(hand, menu["custom_id"], [bid])
            return await _confirm(guest, hand)
    return await _answer(guest, hand, f"bid {bid}")


async def _choose_parts(guest: Guest, hand: Message, parts: list[str]) -> None:
    """Each menu of the bid builder; a press changes the custom_ids of the others."""
    for at in range(len(menus(hand, PICK))):
        menu = menus(hand, PICK)[at]
        here = [part for part in parts if part in _values(menu)]
        if here != [option["value"] for option in menu["options"] if option.get("default")]:
            await guest.person.select(hand, menu["custom_id"], here)


async def _choose(guest: Guest, hand: Message, menu: Json, values: list[str]) -> None:
    await guest.person.select(hand, menu["custom_id"], [v for v in values if v in _values(menu)])


async def _confirm(guest: Guest, hand: Message) -> Response:
    (button,) = [b for b in hand.buttons() if area(b)[0] == ACT and area(b)[1].startswith("=")]
    return await _press(guest, hand, button)


async def _answer(guest: Guest, hand: Message, action: str) -> Response:
    """A button or an option that says exactly this; a card of the whole deck after its suit."""
    for menu in menus(hand, ACT):
        if action in _values(menu):
            return await guest.person.select(hand, menu["custom_id"], [action])
    for button in hand.buttons():
        if area(button) == (ACT, action):
            return await _press(guest, hand, button)
    suit = f"go/{action.rsplit(maxsplit=1)[-1][0]}"
    for button in buttons(hand, PICK):
        if area(button)[1] == suit:
            await _press(guest, hand, button)
            return await _answer(guest, hand, action)
    raise ClientRefusal(f"{action} is not offered: {guest.person.read(hand)}")


async def _press(guest: Guest, hand: Message, button: Json) -> Response:
    return await guest.person.click(hand, custom_id=button["custom_id"])


def _values(menu: Json) -> list[str]:
    return [str(option["value"]) for option in menu["options"]]


def questions(message: Message) -> set[int]:
    """The numbers of the questions that a message's controls answer."""
    controls = [*message.buttons(), *message.selects()]
    return {int(c["custom_id"].split(":")[3]) for c in controls if area(c)[0] in (ACT, PICK)}


async def leave_lobby(person: LocalPerson, lobby: Message) -> None:
    """Press *Leave* in the menu of a lobby, and once more at the question."""
    menu = await lobby_menu(person, lobby)
    (leave,) = [one for one in buttons(menu, "lobby") if area(one)[1] == "leave"]
    asked = (await person.click(menu, custom_id=leave["custom_id"])).message
    (yes,) = buttons(asked, "leave")
    await person.click(asked, custom_id=yes["custom_id"])
