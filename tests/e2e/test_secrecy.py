"""What nobody may see: other players' cards, on any screen and in any log; tokens, anywhere."""

from __future__ import annotations

import json
import logging
import random
import re
from collections import Counter
from typing import Any

import pytest

from cogs.commands.table import play as play_area
from cogs.delivery.pictures import panels, table_renderer
from cogs.screens.hand.hand_screen import hand_screen
from kwbot.engine.deals.match import Match
from kwbot.engine.phases.tricks import TrickPlay
from kwbot.engine.values.actions import Dealt, Seat
from kwbot.tables.state import dealing
from kwbot.tables.state.table_state import TableState
from playground.api.rest import Call
from playground.state.model import Interaction, MessageFlag
from tests.e2e.arranged import PEOPLE, SUITS, arranged, four
from tests.e2e.club import Club
from tests.e2e.conftest import Deals
from tests.e2e.copies import MEMORY, watched
from tests.engine import playing
from tests.engine.secrecy import Course, Swap, course, swapped, within_suits
from tests.variants.kombinations_whist.table import GAME

CARD = re.compile(r"[♠♥♦♣]|\b[SHDC][2-9TJQKA]\b")
TRICKS = 2
Viewer = Seat | None


LINK = re.compile(r"/channels/\d+/(\d+)/(\d+)")


class Screens:
    """Everything that the bot sends, by who gets to see it: a player's seat, or None for all."""

    def __init__(self, club: Club) -> None:
        self._club = club
        self._judge = club.playground.rest.validate
        self._sent: list[tuple[Viewer, str]] = []
        club.playground.rest.validate = self._note

    def _note(self, call: Call) -> None:
        if self._judge is not None:
            self._judge(call)
        if isinstance(call.body, dict):
            body = json.dumps(call.body, ensure_ascii=False)
            self._sent.append((self._viewer(call), LINK.sub(self._counted, body)))

    def _counted(self, link: re.Match[str]) -> str:
        """The place of a linked message in its channel, for its id: of two posts in different
        channels at a time either may be the first, and they are numbered together."""
        channel, message = map(int, link.groups())
        there = self._club.playground.channels[channel].messages.values()
        places = [one.id for one in there if not one.ephemeral]
        return f"/channels/{channel}/{places.index(message) if message in places else message}"

    def _viewer(self, call: Call) -> Viewer:
        world = self._club.playground
        if "channel_id" in call.ids:
            person = world.channels[call.id("channel_id")].recipient
        else:
            token = call.ids.get("interaction_token") or call.ids["webhook_token"]
            event = world.interactions[token]
            data: dict[str, Any] = call.body.get("data") or call.body
            hidden = int(data.get("flags") or 0) & MessageFlag.EPHEMERAL
            pressed = event.message is not None and event.message.viewer is not None
            waiting = "webhook_token" in call.ids and _is_of_one(call, event)
            private = hidden or pressed or waiting or event.channel.recipient is not None
            person = event.user if private else None
        if person is None:
            return None
        return next((s for s, name in enumerate(PEOPLE) if name == person.name), None)

    def taken(self, viewer: Viewer) -> Counter[str]:
        """What this viewer was sent so far."""
        return Counter(body for seat, body in self._sent if seat in (None, viewer))


def _is_of_one(call: Call, event: Interaction) -> bool:
    """Whether a call by a token changes what one person alone sees: the answer for which they wait,
    or a message after it."""
    answer = event.original
    if call.method == "POST":  # this fills the answer that there is to be, and else is a new one
        return bool(answer and answer.viewer and MessageFlag.LOADING in answer.flags)
    own = [*event.followups, *([answer] if answer else [])]
    changed = call.ids.get("message_id", str(answer.id) if answer else "")
    return any(one.viewer is not None for one in own if str(one.id) == changed)


def played_course(bid: str, rng: random.Random) -> Course:
    """A deal with this contract until the third trick, and what each player has seen of it."""
    begun = playing.begin(GAME, 4)
    deck = list(GAME.deck(4))
    rng.shuffle(deck)
    hands = {seat: " ".join(c.text for c in deck[seat * 13 : seat * 13 + 13]) for seat in range(4)}
    match = playing.acted(playing.dealt(begun, hands), f"1 bid {bid}/2 pass/3 pass/0 pass")
    found = Course(begun.deal_begun(0), match)
    for _ in course(found, rng):
        if played_tricks(found.match) >= TRICKS:
            return found
    raise AssertionError("the deal is over too soon")


def played_tricks(match: Match) -> int:
    current = match.deal.current if match.deal else None
    return len(current.tricks) if isinstance(current, TrickPlay) else 0


def hands_of(played: Course, swap: Swap) -> dict[Seat, str]:
    assert played.match.deal
    deal = next(action for _, action in played.match.deal.log if isinstance(action, Dealt))
    moved = swapped(deal, swap)
    assert isinstance(moved, Dealt)
    return {seat: str(hand) for seat, hand in enumerate(moved.hands)}


async def shown(
    played: Course, bid: str, swap: Swap, deals: Deals, caplog: pytest.LogCaptureFixture
) -> tuple[dict[Viewer, Counter[str]], Counter[str]]:
    """Play the course by clicks; gives what each viewer was sent, and the log."""
    caplog.clear()
    deals.add(hands_of(played, swap))
    club = Club(MEMORY)
    async with watched(club) as watch:
        logging.getLogger("discord").setLevel(logging.INFO)
        table = (await four(club)).id
        await watch.still()
        screens_ = Screens(club)
        auction = ("ready", f"1 bid {bid}", "2 pass", "3 pass", "0 pass")
        moves = (f"{seat} {swapped(action, swap)}" for seat, action in played.moves)
        for line in (*auction, *moves):
            await club.play(table, line)
            await watch.still()
        club.clock.advance(3)
        await watch.still()
        for seat in range(4):
            lent = await club.guest_at(table, seat).person.click(
                club.table_message(table), "My hand"
            )
            assert lent.ephemeral
            await club.guest_at(table, seat).person.click(club.table_message(table), "More")
        spectator = club.playground.person("Eva")
        assert (await spectator.click(club.table_message(table), "My hand")).ephemeral
        assert club.playground.refusals == []
        seen = {viewer: screens_.taken(viewer) for viewer in (None, 0, 1, 2, 3)}
    return seen, Counter(record.getMessage() for record in caplog.records)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("bid", "viewers"),
    [
        ("rangtrumf+brev+mastarbrev+atelje", (None, 1, 3)),
        ("mastartrumf+mastarbrev+pest+oppentrumf", (0, 2)),
    ],
)
async def test_other_cards_in_unseen_places_change_no_byte(
    bid: str,
    viewers: tuple[Viewer, ...],
    deals: Deals,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(dealing, "new_secret", lambda: bytes(48))
    monkeypatch.setattr(dealing, "first_dealer", lambda *_: 0)
    caplog.set_level(logging.DEBUG, "kwbot")
    caplog.set_level(logging.DEBUG, "cogs")
    rng = random.Random(3)
    played = played_course(bid, rng)
    seen, log = await shown(played, bid, {}, deals, caplog)
    assert not [line for line in log if CARD.search(line)]
    for viewer in viewers:
        swap = within_suits(played.unseen(viewer), rng)
        assert any(one is not other for one, other in swap.items())
        other, other_log = await shown(played, bid, swap, deals, caplog)
        assert other[viewer] == seen[viewer], f"{viewer} sees other cards move"
        assert other_log == log
        # The others do see it, else nothing would have been compared.
        assert any(other[seat] != seen[seat] for seat in range(4) if seat != viewer)


async def test_no_log_tells_cards_or_tokens(
    club: Club, deals: Deals, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "kwbot")
    caplog.set_level(logging.DEBUG, "cogs")
    caplog.set_level(logging.INFO, "discord")
    table = await arranged(club, deals, "1 bid trumf+rattvisa+straff+las / pass*")
    await club.play(table, "1 suit H / 1 card S9")
    await club.play_deal(table)
    await club.restart()
    text = caplog.text
    assert not CARD.search(text)
    assert club.playground.token not in text
    tokens = list(club.playground.interactions)
    assert tokens
    assert not [token for token in tokens if token in text]


async def test_a_crash_tells_no_card(
    club: Club, deals: Deals, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The worst error: its message is the hand itself."""
    table = await arranged(club, deals, "1 bid spel / pass* / 0 play S2")
    await club.playground.idle()
    bo = club.guest_at(table, 1)
    assert bo.hand is not None

    def crash(*args: object, **kwargs: object) -> Any:
        raise ValueError(f"broken at ♥A {SUITS[1]} {args}")

    def crash_for_bo(shown: TableState, seat: Seat, *args: Any, **named: Any) -> Any:
        return crash(*args) if seat == 1 else hand_screen(shown, seat, *args, **named)

    before = bo.person.read(bo.hand)
    with monkeypatch.context() as broken:
        broken.setattr(play_area, "hand_screen", crash)
        broken.setattr(panels, "hand_screen", crash_for_bo)
        broken.setattr(table_renderer, "table_screen", crash)
        (card,) = [b for b in bo.hand.buttons() if b["custom_id"].endswith(":play H2")]
        outcome = await bo.person.click(bo.hand, custom_id=card["custom_id"])
        lent = await bo.person.slash(club.playground.channel, "hand")
        await club.playground.idle()
    assert "Something went wrong." in outcome.text
    assert "Something went wrong." in lent.text
    assert "♥" in before
    assert len(caplog.records) >= 2
    assert "ValueError" in caplog.text
    assert not CARD.search(caplog.text)
    assert "play H2" not in caplog.text
    assert "interaction-" not in caplog.text
    caplog.clear()
    # What was stored stands, and everybody goes on.
    await club.play(table, "2 play D2")
    await club.shown(table, "Cia ♦2")
