"""The open windows of the page: the frames sent to each, and the person's actions.

Frames are JSON. The page asks ``{"n": 1, "do": "press", ...}`` and gets ``{"re": 1, ...}``, with
``refused`` if Discord's client or server would refuse. Other events come as ``{"event": ...}``.
All ids are strings.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from aiohttp import WSMsgType, web

from playground.gateway import Link
from playground.page import sight
from playground.page.traffic import Traffic
from playground.people.command_options import parse_options
from playground.people.person import LocalPerson, Response
from playground.state.api_errors import ApiError, ClientRefusal
from playground.state.command_limits import LOCALES
from playground.state.model import INTERACTION_SECONDS, Callback, Channel, Json, Message
from playground.state.world import World

PAGE_LENGTH = 50
"""Most messages sent at a time."""
ANSWER_SECONDS = 60.0

Deed = Callable[["Window", Json], Awaitable[Json]]


class Windows:
    """The open windows, and the messages that each person has read and dismissed."""

    def __init__(self, world: World, people: list[LocalPerson], traffic: Traffic) -> None:
        self.world = world
        self.people = people
        self.traffic = traffic
        self.opened: set[Window] = set()
        self.read: dict[tuple[int, int], int] = {}
        """The id of the last message read, by (person, channel)."""
        self.dismissed: set[tuple[int, int]] = set()
        """Ephemeral messages gone from a person's screen, as (person, message)."""

    async def open(self, socket: web.WebSocketResponse, name: str, *, fresh: bool) -> None:
        """Serve a window of the person with this name, or of the first one, until it is closed."""
        person = next((p for p in self.people if p.name == name), None) or self.people[0]
        if fresh:
            self._forget_ephemeral(person)
        window = Window(self, person, socket)
        self.opened.add(window)
        try:
            await window.run()
        finally:
            self.opened.discard(window)

    async def close(self) -> None:
        for window in list(self.opened):
            await window.close()

    def _forget_ephemeral(self, person: LocalPerson) -> None:
        """Dismiss a person's ephemeral messages when their client starts anew."""
        if any(window.person is person for window in self.opened):
            return
        for channel in self.world.channels.values():
            for message in channel.messages.values():
                if message.viewer is person.user:
                    self.dismissed.add((person.id, message.id))

    def shows(self, message: Message, person: LocalPerson) -> bool:
        """Whether a person's windows show a message."""
        return person.sees(message) and (person.id, message.id) not in self.dismissed

    def unread(self, person: LocalPerson) -> Json:
        """Return each channel's unread messages: how many, how many ring, and the first id."""
        found: Json = {}
        for channel in self.world.channels.values():
            if not sight.can_open(channel, person):
                continue
            last = self.read.get((person.id, channel.id), 0)
            new = [m for m in channel.messages.values() if m.id > last and self.shows(m, person)]
            new = [m for m in new if m.author is not person.user]
            if new:
                rings = sum(sight.rings(m, person) for m in new)
                first = str(min(m.id for m in new))
                found[str(channel.id)] = {"count": len(new), "rings": rings, "first": first}
        return found

    def to(self, person: LocalPerson, frame: Json) -> None:
        """Send a frame to all windows of a person."""
        for window in self.opened:
            if window.person is person:
                window.send(frame)

    def announce_commands(self) -> None:
        """Tell every window that the bot has registered commands, as a page may be open before."""
        for window in self.opened:
            window.send({"event": "commands"})

    def tell(self, event: str, data: Json) -> None:
        """Tell windows of an event that they show."""
        for window in self.opened:
            if event.startswith("MESSAGE_"):
                self._tell_message(window, event, data)
            elif not event.startswith("INTERACTION_"):
                window.send_places()

    def _tell_message(self, window: Window, event: str, data: Json) -> None:
        if event == "MESSAGE_DELETE":
            window.send({"event": "gone", "channel": data["channel_id"], "message": data["id"]})
            return
        channel = self.world.channels[int(data["channel_id"])]
        message = channel.messages.get(int(data["id"]))
        if message is not None and self.shows(message, window.person):
            window.send_message(message, new=event == "MESSAGE_CREATE")


class Window:
    """A person's open window, with its websocket."""

    def __init__(
        self, windows: Windows, person: LocalPerson, socket: web.WebSocketResponse
    ) -> None:
        self.windows = windows
        self.person = person
        self.world = windows.world
        self._socket = socket
        self._link = Link(socket, None, compress=False)
        self._places: list[Json] = []
        self._deeds: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Serve the window until it is closed."""
        self._places = sight.places(self.world, self.person)
        self.send({"event": "hello", **self._hello()})
        try:
            async for message in self._socket:
                if message.type is WSMsgType.TEXT:
                    self._begin(self._answer(message.data))
        finally:
            self._link.stop()
            for deed in list(self._deeds):
                deed.cancel()

    def _begin(self, doing: Coroutine[Any, Any, None]) -> None:
        deed = asyncio.create_task(doing)
        self._deeds.add(deed)
        deed.add_done_callback(self._deeds.discard)

    async def close(self) -> None:
        await self._link.close(1001)

    # ------------------------------------------------------------------ telling

    def send(self, frame: Json) -> None:
        self._link.send(json.dumps(frame, separators=(",", ":")))

    def _hello(self) -> Json:
        return {
            "me": sight.own_user(self.person.user),
            "locals": [person.name for person in self.windows.people],
            "people": sight.people(self.world, self.person),
            "guild": self.world.guild.name,
            "places": self._places,
            "unread": self.windows.unread(self.person),
            "start": self.world.first_command,
            "now": self.world.clock(),
        }

    def send_places(self) -> None:
        """Send the channels, threads and conversations if they have changed."""
        places = sight.places(self.world, self.person)
        if places != self._places:
            self._places = places
            self.send({"event": "places", "places": places})

    def send_message(self, message: Message, *, new: bool) -> None:
        self.send_places()
        shown = sight.message(self.world, message, self.person)
        self.send({"event": "message", "message": shown, "new": new})

    # ------------------------------------------------------------------ doing

    async def _answer(self, frame: str) -> None:
        reply: Json = {"re": None}
        try:
            asked = json.loads(frame)
            reply["re"] = asked.get("n")
            deed = DEEDS.get(str(asked.get("do")))
            if deed is None:
                raise ClientRefusal("the page asks for something unknown")
            reply |= await deed(self, asked)
        except ApiError as refused:
            reply["refused"] = refused.payload()
        except (ClientRefusal, LookupError, ValueError) as refusal:
            reply["refused"] = {"message": str(refusal)}
        except (AttributeError, TypeError, RecursionError):  # the page sends no such frame
            reply["refused"] = {"message": "the page asks for something odd"}
        self.send(reply)

    def channel(self, asked: Json) -> Channel:
        """Return the channel named by the page. Raises ApiError 10003 or 50001."""
        found = self.world.channels.get(_number(asked, "channel"))
        if found is None:
            raise ApiError(10003)
        if not sight.can_open(found, self.person):
            raise ApiError(50001)
        return found

    def message(self, asked: Json) -> Message:
        """Return the message named by the page. Raises ApiError 10003, 50001 or 10008."""
        found = self.channel(asked).messages.get(_number(asked, "message"))
        if found is None or not self.windows.shows(found, self.person):
            raise ApiError(10008)
        return found

    async def outcome(self, doing: Awaitable[Response]) -> Json:
        """Return what the client learns of an interaction within Discord's three seconds."""
        outcome = await doing
        event, clock = outcome.interaction, self.world.clock
        await self.world.until(
            lambda: event.callback is not None or clock() - event.created > INTERACTION_SECONDS,
            seconds=ANSWER_SECONDS,
        )
        if event.callback is None:
            return {"kind": "failed", "codes": [r.get("code") for r in event.refusals]}
        if event.callback is Callback.MODAL:
            form = sight.form(self.world, outcome.modal, event.channel)
            return {"kind": "modal", "modal": form, "form": event.token}
        return {"kind": outcome.kind, "choices": outcome.choices}


def _number(asked: Json, key: str) -> int:
    value = str(asked.get(key))
    return int(value) if value.isdecimal() else 0


async def open_place(window: Window, asked: Json) -> Json:
    """Return the newest messages of a channel, or those before one, the oldest first."""
    channel = window.channel(asked)
    before = _number(asked, "before")
    shown = [m for m in channel.messages.values() if window.windows.shows(m, window.person)]
    if before:
        shown = [m for m in shown if m.id < before]
    messages = [sight.message(window.world, m, window.person) for m in shown[-PAGE_LENGTH:]]
    return {
        "messages": messages,
        "more": len(shown) > PAGE_LENGTH,
        "commands": sight.commands(window.world, window.person, channel),
        "on_people": sight.commands_on_people(window.world, window.person, channel),
    }


async def read(window: Window, asked: Json) -> Json:
    channel = window.channel(asked)
    newest = max(channel.messages, default=0)
    window.windows.read[window.person.id, channel.id] = newest
    window.windows.to(window.person, {"event": "read", "channel": str(channel.id)})
    return {}


async def say(window: Window, asked: Json) -> Json:
    channel = window.channel(asked)
    if channel.archived and channel.locked:
        raise ApiError(50083)
    window.person.say(channel, str(asked.get("content") or "").strip())
    return {}


async def delete(window: Window, asked: Json) -> Json:
    window.person.delete(window.message(asked))
    return {}


async def dismiss(window: Window, asked: Json) -> Json:
    message = window.message(asked)
    if not message.ephemeral:
        raise ApiError(50013)
    window.windows.dismissed.add((window.person.id, message.id))
    gone = {"channel": str(message.channel.id), "message": str(message.id)}
    window.windows.to(window.person, {"event": "gone", **gone})
    return {}


async def press(window: Window, asked: Json) -> Json:
    message, wanted = window.message(asked), str(asked.get("custom_id"))
    return await window.outcome(window.person.click(message, custom_id=wanted, wait=False))


async def choose(window: Window, asked: Json) -> Json:
    message, values = window.message(asked), [str(value) for value in asked["values"]]
    menu = str(asked.get("custom_id"))
    return await window.outcome(window.person.select(message, menu, values, wait=False))


async def submit(window: Window, asked: Json) -> Json:
    event = window.world.interactions.get(str(asked.get("form")))
    if event is None or event.user is not window.person.user:
        raise ApiError(10062)
    form, fields = Response(window.world, event), dict(asked["fields"])
    return await window.outcome(window.person.submit(fields, form=form, wait=False))


async def command(window: Window, asked: Json) -> Json:
    channel, name = window.channel(asked), str(asked.get("name"))
    given = asked.get("options") or {}
    options = parse_options(window.world, window.person.user, channel, name, given)
    return await window.outcome(window.person.slash(channel, name, wait=False, **options))


async def use_on(window: Window, asked: Json) -> Json:
    """Use a command on a person."""
    channel, name = window.channel(asked), str(asked.get("name"))
    target = window.world.users[_number(asked, "target")]
    return await window.outcome(window.person.use_on(channel, name, target, wait=False))


async def complete(window: Window, asked: Json) -> Json:
    """Return the offers for an option being typed."""
    channel, name = window.channel(asked), str(asked.get("name"))
    focused, given = str(asked.get("option")), dict(asked.get("options") or {})
    text = str(given.pop(focused, ""))
    options = parse_options(window.world, window.person.user, channel, name, given)
    return await window.outcome(window.person.complete(channel, name, focused, text, **options))


async def set_up(window: Window, asked: Json) -> Json:
    """Change a person's language, and whether they accept direct messages."""
    user = window.person.user
    if asked.get("locale") in LOCALES:
        user.locale = asked["locale"]
    if isinstance(asked.get("dms_open"), bool):
        user.dms_open = asked["dms_open"]
    window.windows.to(window.person, {"event": "me", "me": sight.own_user(user)})
    return {}


async def behind(window: Window, asked: Json) -> Json:
    """Return the traffic; set the rate of faults if the page sends one."""
    traffic, chaos = window.windows.traffic, asked.get("chaos")
    if isinstance(chaos, int | float):
        traffic.chaos.rate = min(1.0, max(0.0, float(chaos)))
    return traffic.report()


DEEDS: dict[str, Deed] = {
    "open": open_place,
    "read": read,
    "say": say,
    "delete": delete,
    "dismiss": dismiss,
    "press": press,
    "choose": choose,
    "submit": submit,
    "command": command,
    "use_on": use_on,
    "complete": complete,
    "set": set_up,
    "behind": behind,
}
