"""Whoever has played the deal of the day tells nothing through the bot to who has not."""

from __future__ import annotations

import logging
import random
import re
from collections import Counter
from dataclasses import dataclass
from typing import Any

import pytest

from cogs.screens.club.daily_screen import (
    DAILY,
    DAILY_ACT,
    DAILY_LOOK,
    DAILY_PICK,
    LINE,
    PROOF,
    REVIEW,
    SEAL,
    SHARE,
    STANDING,
    TALK,
)
from cogs.screens.parts.components import Press
from kwbot import logs
from kwbot.daily import daily_deal
from kwbot.ids import NO_TABLE, UserId
from playground import LocalPerson, Message
from tests.e2e.club import Club
from tests.e2e.copies import MEMORY, Watch, watched
from tests.e2e.pairs import counted, reported, since
from tests.e2e.test_daily import announced, asked, settled
from tests.e2e.test_duplicate import Heard

SQUARES = re.compile("[🟩⬜]")
COMMANDS = ("daily", "games", "stats", "leaderboard", "review", "hint", "verify", "hand", "table",
            "rules", "privacy")  # fmt: skip
ASKED = (LINE, PROOF, REVIEW, SEAL, SHARE, STANDING, TALK)


@dataclass
class Evening:
    """What reached Bo and what was kept of a day on which Anna played first."""

    sent: Counter[str]
    log: Counter[str]
    counted: dict[str, float]
    saw: list[str]
    """What she saw of the deal; no text of the bot may hang on it for him."""


async def asked_about(club: Club, bo: LocalPerson, message: Message, play: int) -> None:
    """Try all that might tell something of how Anna has played."""
    channel, anna = club.playground.channel, club.playground.person("Anna")
    (daily,) = await club.store.daily.under_way()
    for what in ASKED:
        await bo.forge(message, str(Press(DAILY, argument=f"{what} {daily.id}")))
    seen = play * 1000
    for area, rest in ((DAILY_ACT, "play SA"), (DAILY_PICK, "1"), (DAILY_LOOK, "last")):
        await bo.forge(message, str(Press(area, NO_TABLE, seen, rest)))
    for command in COMMANDS:
        await (await bo.slash(channel, command)).settled()
    for command in ("games", "stats"):
        await (await bo.slash(channel, command, player=anna)).settled()
    own_hand: dict[str, Any] = {"from": "last"}
    await (await bo.slash(channel, "bidlab", **own_hand)).settled()


async def day(club: Club, watch: Watch, game: str, first: bool) -> tuple[list[str], list[str]]:
    """Let Anna play the day's deal, by the first or the last thing she may do each time, while Bo
    asks about it; return what he saw of the bot, and she of the deal."""
    world, channel = club.playground, club.playground.channel
    eva = world.person("Eva", moderator=True)
    anna, guest = world.person("Anna"), club.guest("Bo")
    await eva.slash(channel, "daily")
    await eva.submit({"game": [game], "preset": ["rulebook"]})
    message, heard = await announced(club, "Deal of the day"), Heard(club, guest)
    screen = (await anna.click(message, "Play")).message
    saw = [anna.read(screen)]
    (daily,) = await club.store.daily.under_way()
    begun = await club.store.daily.play_of(daily.id, UserId(anna.id))
    assert begun is not None
    await asked_about(club, guest.person, message, begun.id)
    while ways := asked(screen):
        await anna.click(screen, custom_id=ways[0 if first else -1])
        await watch.still()
        saw.append(anna.read(screen))
    await settled(club, anna, await anna.click(screen, "Review"))
    await settled(club, anna, await anna.click(screen, "Talk"))
    await anna.click(screen, "Standings")
    await anna.slash(channel, "daily")
    await anna.click(screen, "Share")
    await asked_about(club, guest.person, message, begun.id)
    await watch.still()
    return heard.sent, saw


async def evening(game: str, secret: int, first: bool, monkeypatch: pytest.MonkeyPatch) -> Evening:
    rng = random.Random(secret)
    monkeypatch.setattr(daily_deal, "new_secret", lambda: rng.randbytes(48))
    with reported() as log:
        club = Club(MEMORY)
        async with watched(club) as watch:
            before = counted(club)
            logging.getLogger("discord").setLevel(logs.MIN_LEVELS["discord"])
            sent, saw = await day(club, watch, game, first)
            await club.bot.dailies.analysis.wait()
            changed = since(club, before)
        told = Counter(SQUARES.sub("#", text) for text in sent)
        return Evening(told, log.copy(), changed, saw)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("secrets", "firsts"),
    [((1, 2), (True, True)), pytest.param((1, 1), (True, False), marks=pytest.mark.heavy)],
)
async def test_who_has_played_tells_nothing_to_who_has_not(
    monkeypatch: pytest.MonkeyPatch, secrets: tuple[int, int], firsts: tuple[bool, bool]
) -> None:
    """Other cards, or the same ones played otherwise: but for the squares that one posts, no byte
    that reaches somebody else, that is logged or counted hangs on it."""
    monkeypatch.setattr(daily_deal, "commitment", lambda *_: "0" * 64)  # that is of another secret
    one, other = [
        await evening("whist", *how, monkeypatch) for how in zip(secrets, firsts, strict=True)
    ]
    assert one.saw != other.saw
    assert one.sent == other.sent
    assert one.log == other.log
    assert one.counted == other.counted
    assert one.sent.total() > 40, "he was answered"
