"""Counts what each screen asks: ``python -m tests.e2e.screen_counts [FILE]``.

One story of each game is played, by one person with computers and by four people. What is printed
is for each kind of screen, at its fullest: decisions, buttons and menus beside *More*, and lines of
text. With a FILE of another run, as it was printed, what has become more is marked.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from kwbot.engine.values.choices import PlayCard
from kwbot.ids import TableId
from kwbot.local.guest import Guest, area
from kwbot.tables.state import dealing
from kwbot.variants import games
from playground import Message
from playground.state.model import SELECTS, Component, walk
from tests.e2e.club import Club

DATABASE = "sqlite+aiosqlite:///:memory:"
TURNS = 60
PEOPLE = ("Anna", "Bo", "Cleo", "Dag")
MORE = {("more", "menu"), ("lobby", "menu"), ("more", "past")}
"""What is behind these is not asked at once."""
MAX_DECISIONS = 2
DECISIONS = {
    "what to do": ("act", "pick", "table take"),
    "what to play": ("lobby game",),
    "how to go on": (
        "lobby join", "lobby now", "lobby start", "lobby sit", "table ready", "table join",
        "table seat", "table back", "again",
    ),
    "what to change": ("table quick", "stir"),
    "what to see": (
        "panel", "hint", "table", "review", "replay", "leaderboard", "seal", "rules", "lobby",
    ),
}  # fmt: skip
"""What controls are alternatives of, the closest first: by area, or area and first word."""

Counts = tuple[int, int, int]
"""Decisions, controls and lines."""


def decision(what: tuple[str, str]) -> str:
    """What a control is an alternative for."""
    of, argument = what
    for name in (f"{of} {argument}", of):
        for decided, areas in DECISIONS.items():
            if name in areas:
                return decided
    raise LookupError(f"no decision for {what}")


def controls(message: Message) -> Iterator[tuple[str, str]]:
    """Area and first word of each control beside *More*."""
    for one in walk(message.components):
        if one["type"] in SELECTS | {Component.BUTTON}:
            of, argument = area(one)
            what = of, argument.split(" ")[0]
            if what not in MORE:
                yield what


def lines(message: Message) -> int:
    """How many lines of text a message has."""
    texts = [one for one in walk(message.components) if one["type"] == Component.TEXT_DISPLAY]
    return sum(str(one["content"]).count("\n") + 1 for one in texts)


@dataclass
class Count:
    """The fullest screen of each kind."""

    found: dict[str, Counts] = field(default_factory=dict)

    def note(self, kind: str, message: Message | None) -> None:
        if message is None:
            return
        asked = list(controls(message))
        now = len({*map(decision, asked)}), len(asked), lines(message)
        before = self.found.get(kind, (0, 0, 0))
        a, b, c = (max(pair) for pair in zip(before, now, strict=True))
        self.found[kind] = a, b, c


def kind_of(club: Club, table_id: TableId, guest: Guest) -> str:
    """What a player is asked."""
    game = club.game(table_id)
    seat = game.seat_of(guest.id)
    deal = game.match.deal
    if deal is None:
        return "between deals"
    if seat not in deal.to_act():
        return "waiting"
    choice = deal.choice(seat)
    return "card" if isinstance(choice, PlayCard) else type(choice).__name__


async def story(club: Club, count: Count, game: str, guests: list[Guest]) -> None:
    """From the lobby to the second deal."""
    club.guests = guests
    how = "alone" if len(guests) == 1 else "four"
    anna = guests[0]
    lobby = await club.lobby(anna, game)
    count.note(f"{game}, {how}: lobby", lobby)
    await anna.person.forge(lobby, closing(club))
    table = (await club.table(guests, 4 - len(guests), game=game, hints="on")).id
    await club.ready(table)
    for _ in range(TURNS * len(guests)):
        await club.playground.idle()
        for guest in guests:
            count.note(f"{game}, {how}: hand, {kind_of(club, table, guest)}", guest.hand)
        between = club.game(table).match.deal is None
        count.note(
            f"{game}, {how}: channel, {'result' if between else 'deal'}", club.table_message(table)
        )
        if between:
            break
        await club.turn()
    else:
        raise RuntimeError(f"{game}: the deal did not end")
    await club.bot.tables.index.at(table).close("idle")
    await club.playground.idle()


def closing(club: Club) -> str:
    """The press that closes a lobby."""
    (table,) = (one.id for one in club.bot.tables.index.in_memory)
    return f"kw:lobby:{table}:0:cancel"


async def counted() -> dict[str, Counts]:
    """The counts of all games."""
    count, rng = Count(), random.Random(1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dealing, "new_secret", lambda: rng.randbytes(48))
        patch.setattr(dealing, "first_dealer", lambda *_: 0)
        for game in games():
            for people in (1, 4):
                async with Club(DATABASE).opened() as club:
                    guests = [club.guest(name) for name in PEOPLE[:people]]
                    await story(club, count, game, guests)
    return count.found


def table(found: dict[str, Counts], before: dict[str, Counts]) -> Iterator[str]:
    yield f"{'screen':52} decisions  controls  lines"
    for kind, now in sorted(found.items()):
        was = before.get(kind)
        cells = [
            f"{number}" if was is None else f"{old} → {number}{' !' if number > old else ''}"
            for number, old in zip(now, was or now, strict=True)
        ]
        yield f"{kind:52} {cells[0]:>9}  {cells[1]:>8}  {cells[2]:>5}"


def main() -> None:
    asked = sys.argv[1:]
    if asked[:1] == ["--json"]:
        sys.stdout.write(json.dumps(asyncio.run(counted())))
        return
    before = json.loads(Path(asked[0]).read_text()) if asked else {}
    sys.stdout.writelines(f"{line}\n" for line in table(asyncio.run(counted()), before))


if __name__ == "__main__":
    main()
