"""People at tables who press whatever they are offered, and press again without an answer."""

import random
from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Sequence
from itertools import islice, takewhile
from typing import Self, TypeAlias, TypeVar

from kwbot.ids import TableId, UserId
from kwbot.local.guest import (
    ACT,
    TABLE,
    Guest,
    add_computers,
    area,
    buttons,
    press_more,
    set_option,
)
from playground import Channel, ClientRefusal, Interaction, Message, Playground
from playground.people.screen import button_text
from playground.state.model import Callback, Json

SHOWN, THREADS = 6, 3
"""Number of newest messages of a channel or thread, and of newest threads, that people see."""
DOUBLED_SHARE = 0.1
"""Share of presses made twice."""
START, AGAIN, LAST_CARD = "Start", "Play again", "last card"
ADD = "Add computer"
"""The turning points of an evening (two buttons, and a player's last card), and one more button."""
Offer: TypeAlias = tuple[Guest, Message | None, str]
"""A possible press: a guest, a message (None for their hand), and the button's words."""
K = TypeVar("K")
T = TypeVar("T")


class PressIndex:
    """Every press of the evening, by user and by table."""

    def __init__(self, playground: Playground) -> None:
        self._made = playground.interactions
        self._read = 0
        self._by_user: defaultdict[UserId, list[Interaction]] = defaultdict(list)
        self._by_table: defaultdict[str, list[Interaction]] = defaultdict(list)

    def of(self, guest: Guest) -> list[Interaction]:
        self._catch_up()
        return self._by_user[guest.id]

    def about(self, table_id: TableId) -> list[Interaction]:
        self._catch_up()
        return self._by_table[str(table_id)]

    def forget(self) -> None:
        """Forget all presses; none may be under way."""
        self._made.clear()
        self._by_user.clear()
        self._by_table.clear()
        self._read = 0

    def _catch_up(self) -> None:
        for one in _since(self._made, self._read):
            self._read += 1
            if one.message is not None:
                self._by_user[UserId(one.user.id)].append(one)
                self._by_table[press_words(one)[1]].append(one)


class Newest:
    """The newest public messages of a channel: refusals do not push a button out of sight."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._last: Message | None = None
        self._found: deque[Message] = deque(maxlen=2 * SHOWN)
        """Some may be deleted by now."""

    def messages(self) -> Iterator[Message]:
        """Return the messages, the newest first."""
        all_newest = reversed(self._channel.messages.values())
        new = list(takewhile(lambda message: message is not self._last, all_newest))
        self._last = new[0] if new else self._last
        self._found.extend(message for message in reversed(new) if not message.ephemeral)
        standing = (one for one in reversed(self._found) if one.id in self._channel.messages)
        return islice(standing, SHOWN)


class Company:
    """The people of one table, who press whatever they are offered."""

    def __init__(
        self, playground: Playground, presses: PressIndex, channel: Channel, people: list[Guest],
        computers: int, game: str,
    ) -> None:  # fmt: skip
        self.playground = playground
        self.presses = presses
        self.channel = channel
        self.people = people
        self.computers = computers
        self.game = game
        self.turning_points = Counter[str]()
        """Number of presses so far that start, settle or end something: `START`, `LAST_CARD`, …"""
        self.acts = 0
        """Number of answers to the game's questions sent so far."""
        self._here = Newest(channel)
        self._threads: deque[Newest] = deque(maxlen=THREADS)
        self._looked_at = 0
        self._rng = people[0].rng

    @classmethod
    def arriving(
        cls, playground: Playground, presses: PressIndex, rng: random.Random, name: str, game: str,
        people: int, computers: int,
    ) -> Self:  # fmt: skip
        """Return a company of new people in a new channel of their own."""
        channel = playground.add_channel(playground.guild, f"whist-{name}")
        names = [f"Player {name}{letter}" for letter in "ABCD"[:people]]
        guests = [Guest(playground.person(one), rng) for one in names]
        return cls(playground, presses, channel, guests, computers, game)

    async def open(self, options: dict[str, str]) -> None:
        """Open the table and set its options."""
        host = self.people[0].person
        lobby = (await host.slash(self.channel, "play", game=self.game)).message
        screen = (await press_more(host, lobby, "More options")).message
        for key, value in options.items():
            await set_option(host, screen, key, value)

    async def decline_hints(self) -> None:
        """Turn off the open table's hints, which cost computing time."""
        host, lobby = self.people[0].person, self._message_with("lobby", "menu")
        assert lobby is not None
        form = await press_more(host, lobby, "Options")
        await host.submit({"hints": ["off"]}, form=form)

    async def play(self) -> None:
        """Play for ever, after everybody without an answer has pressed again."""
        await self.press_again()
        while True:
            await self.press_one_of(await self.playground.until(self.offers))

    async def press_again(self) -> None:
        """Let everybody without an answer press once more."""
        for guest, press in self.unanswered:
            await self._again(guest, press)

    @property
    def unanswered(self) -> list[tuple[Guest, Interaction]]:
        """Return each guest's last press if it got no answer and its message is still there: on a
        deleted message a response is lost without the bot noticing."""
        last = ((guest, self._last(guest)) for guest in self.people)
        return [(guest, one) for guest, one in last if one is not None and _is_open(one)]

    async def press_one_of(self, offers: Sequence[Offer]) -> None:
        """Make one of these presses, now and then twice."""
        guest, message, wanted = self._rng.choice(offers)
        self.turning_points.update(self._turns(guest, wanted))
        self.acts += message is None
        try:
            await self._press(guest, message, wanted)
        except (ClientRefusal, IndexError):
            return  # it was redrawn meanwhile
        last = self._last(guest)
        if last is not None and self._rng.random() < DOUBLED_SHARE:
            await self._again(guest, last)

    async def _press(self, guest: Guest, message: Message | None, wanted: str) -> None:
        if message is None:
            await guest.act()
        elif wanted == ADD:
            await add_computers(guest.person, message, 1)
        else:
            await guest.person.click(message, wanted)

    def _turns(self, guest: Guest, wanted: str) -> list[str]:
        """Return the turning points of a press: a start, or maybe the last card of a deal."""
        if wanted:
            return [wanted] if wanted in (START, AGAIN) else []
        last = guest.hand is not None and len(buttons(guest.hand, ACT)) == 1
        return [LAST_CARD] if last else []

    @property
    def in_lobby(self) -> bool:
        return self._message_with("lobby", "menu") is not None

    def offers(self) -> list[Offer]:
        """Return all presses possible now: buttons of the channel, and actions on hands."""
        return list(self._offers())

    def _offers(self) -> Iterator[Offer]:
        lobby = self._message_with("lobby", "menu")
        if lobby:
            yield from self._in_lobby(lobby)
            return
        if asked := [guest for guest in self.people if guest.is_asked]:
            yield from ((guest, None, "") for guest in asked)
        elif ready := self._message_with(TABLE, "ready"):
            yield from self._ready_for_deal(ready)
        again, table = self._message_with("again", ""), self._message_with("more", "menu")
        if again and (table is None or table.id < again.id):
            yield self.people[0], again, AGAIN

    def _ready_for_deal(self, message: Message) -> Iterator[Offer]:
        (button, *_) = [one for one in buttons(message, TABLE) if area(one)[1] == "ready"]
        yield from ((guest, message, button_text(button)) for guest in self.people)

    def _in_lobby(self, lobby: Message) -> Iterator[Offer]:
        text = self.people[0].person.read(lobby)
        waiting = [guest for guest in self.people if guest.person.name not in text]
        yield from ((guest, lobby, "Join") for guest in waiting)
        seats = text.splitlines()[1].split(" · ")
        seated = sum(not seat.endswith(" free") for seat in seats)
        if seated < len(self.people) + self.computers:
            if not waiting:
                yield self.people[0], lobby, ADD
        else:
            yield self.people[0], lobby, START

    def _message_with(self, of: str, what: str) -> Message | None:
        """Return the newest message with this button in the channel and its threads."""
        channels = self.playground.channels
        new = _since(channels, self._looked_at)
        self._threads.extend(Newest(one) for one in new if one.parent is self.channel)
        self._looked_at = len(channels)
        found = [
            message
            for place in (self._here, *self._threads)
            for message in place.messages()
            if any(area(button)[1].partition(" ")[0] == what for button in buttons(message, of))
        ]
        return max(found, key=lambda message: message.id, default=None)

    def _last(self, guest: Guest) -> Interaction | None:
        mine = self.presses.of(guest)
        return mine[-1] if mine else None

    async def _again(self, guest: Guest, press: Interaction) -> None:
        assert press.message is not None
        values = press.data.get("values")
        await guest.person.forge(press.message, press.data["custom_id"], values=values)

    @property
    def moves(self) -> int:
        """The number of accepted answers to the game's questions."""
        mine = (one for guest in self.people for one in self.presses.of(guest))
        accepted = (one for one in mine if one.callback is Callback.UPDATE)
        answers = ((one.user.id, *press_words(one)) for one in accepted)
        return len({(user, *words[:2]) for user, kind, *words in answers if kind == ACT})


def _since(made: dict[K, T], read: int) -> list[T]:
    """Return the values after the first `read`, without walking through those."""
    return list(islice(reversed(made.values()), len(made) - read))[::-1]


def _is_open(press: Interaction) -> bool:
    assert press.message is not None
    return press.callback is None and not press.message.deleted


def press_words(press: Interaction) -> list[str]:
    return id_words(press.data)


def id_words(control: Json) -> list[str]:
    """Return the area, table, question and rest of a custom_id."""
    words = str(control.get("custom_id", "")).split(":", 4)
    return words[1:] if len(words) == 5 else ["", "", "", ""]
