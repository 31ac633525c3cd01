"""What opens in the place of a hand, and leads back to it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from datetime import timedelta

import pytest

from cogs.commands.table import hints
from kwbot.ids import TableId
from kwbot.local.guest import ACT, Guest, area, buttons, menus
from kwbot.tables.past.past_decisions import Decision
from kwbot.tables.past.reviews import Review
from playground import Message
from tests.e2e.arranged import arranged
from tests.e2e.club import Club
from tests.e2e.conftest import Deals

BACK = "Back to the hand"
START = "1 bid spel / pass*"


def labels(message: Message) -> list[str]:
    return [str(button.get("label", "")) for button in message.buttons()]


def mail(guest: Guest) -> int:
    return len(list(guest.person.dms()))


async def test_more_opens_in_the_hand_and_comes_back(club: Club, deals: Deals) -> None:
    table = await arranged(club, deals, START)
    bo = club.guest_at(table, 1)
    hand, before = bo.hand, mail(bo)
    assert hand is not None
    answer = await bo.person.click(hand, "More")
    assert answer.message is hand
    assert {"Leave", "Rules", BACK} <= {*labels(hand)}
    await bo.person.click(hand, "Call a foul")
    assert "Whose foul was it?" in bo.person.read(hand)
    # What others play leaves it alone; the player's own turn does not.
    asked = bo.person.read(hand)
    await club.move(table, 0, "play S2")
    await club.playground.until(lambda: bool(buttons(hand, ACT)))
    assert bo.person.read(hand) != asked
    assert mail(bo) == before, "no message below"


async def test_a_menu_in_the_hand_stays_while_others_play(club: Club, deals: Deals) -> None:
    table = await arranged(club, deals, START)
    dag = club.guest_at(table, 3)
    hand = dag.hand
    assert hand is not None
    await dag.person.click(hand, "More")
    menu = dag.person.read(hand)
    await club.play(table, "0 play S2 / 1 play H2")
    await club.playground.idle()
    assert dag.person.read(hand) == menu
    await dag.person.click(hand, BACK)
    assert "Cia's turn" in dag.person.read(hand)
    assert BACK not in labels(hand)
    await club.play(table, "2 play D2 / 3 play C2")


async def test_leaving_asks_below_the_hand(club: Club, deals: Deals) -> None:
    table = await arranged(club, deals, START)
    bo = club.guest_at(table, 1)
    hand = bo.hand
    assert hand is not None
    await bo.person.click(hand, "More")
    asked = await bo.person.click(hand, "Leave")
    assert asked.message is not hand
    assert BACK in labels(hand)


async def test_from_the_channel_more_answers_beside_the_table(club: Club, deals: Deals) -> None:
    table = await arranged(club, deals, START)
    bo = club.guest_at(table, 1)
    answer = await bo.person.click(club.table_message(table), "More")
    assert answer.ephemeral
    assert BACK not in labels(answer.message)
    await bo.person.click(answer.message, "Call a foul")
    assert BACK not in labels(answer.message)


async def test_a_replay_opens_in_the_hand_and_comes_back(club: Club, deals: Deals) -> None:
    anna = club.guest("Anna")
    table = (await club.table([anna], 3, game="whist")).id
    await club.ready(table)
    await club.play_deal(table)
    await club.playground.until(lambda: anna.hand is not None and "Replay" in labels(anna.hand))
    hand, before = anna.hand, mail(anna)
    assert hand is not None
    result = anna.person.read(hand)
    answer = await anna.person.click(hand, "Replay")
    assert answer.message is hand
    await anna.person.click(hand, "›")
    assert "Trick 1 of 13" in anna.person.read(hand)
    await anna.person.click(hand, BACK)
    assert anna.person.read(hand) == result
    assert mail(anna) == before
    beside = await anna.person.click(club.table_message(table), "More")
    assert BACK not in labels(beside.message)


async def test_rules_open_in_the_hand_and_the_draft_of_a_bid_comes_back(club: Club) -> None:
    anna = club.guest("Anna")
    table = (await club.table([anna], 3, game="kombinations-whist")).id
    await club.playground.until(lambda: anna.hand is not None and bool(buttons(anna.hand, ACT)))
    hand, before = anna.hand, mail(anna)
    assert hand is not None
    if "Other bids" in labels(hand):
        await anna.person.click(hand, "Other bids")
    (main,) = [one for one in menus(hand, "pick") if area(one)[1].startswith("main")]
    await anna.person.select(hand, main["custom_id"], [main["options"][3]["value"]])
    draft = anna.person.read(hand)
    answer = await anna.person.click(hand, "Rules")
    assert answer.message is hand
    assert "Page 1 of" in anna.person.read(hand)
    await anna.person.click(hand, "›")
    assert "Page 2 of" in anna.person.read(hand)
    await anna.person.click(hand, BACK)
    assert anna.person.read(hand) == draft
    await anna.person.click(hand, "More")
    await anna.person.click(hand, "Rules")
    await anna.person.click(hand, BACK)
    assert anna.person.read(hand) == draft
    assert mail(anna) == before, "no message below"
    beside = (await anna.person.click(club.table_message(table), "More")).message
    rules = (await anna.person.click(beside, "Rules")).message
    assert rules is not beside
    await anna.person.click(rules, "›")
    assert BACK not in labels(rules)


async def played_by_two(club: Club) -> tuple[TableId, Guest, Guest, Message]:
    """Two people after a deal, and the first one's hand."""
    anna, bo = club.guest("Anna"), club.guest("Bo")
    table = (await club.table([anna, bo], 2, game="whist")).id
    await club.ready(table)
    await club.play_deal(table)
    await club.playground.until(lambda: anna.hand is not None and "Review" in labels(anna.hand))
    await club.playground.until(lambda: club.shows(table, "ready"))
    assert anna.hand is not None
    return table, anna, bo, anna.hand


async def test_a_review_opens_in_the_hand_and_comes_back(club: Club) -> None:
    _, anna, _, hand = await played_by_two(club)
    result, before = anna.person.read(hand), mail(anna)
    answer = await (await anna.person.click(hand, "Review")).settled()
    assert answer.message is hand
    told = anna.person.read(hand)
    assert "deal 1" in told or "in that deal" in told
    await anna.person.click(hand, BACK)
    assert anna.person.read(hand) == result
    assert mail(anna) == before, "no message below"


async def test_a_review_from_the_menu_of_the_channel_stands_beside_the_table(club: Club) -> None:
    table, anna, _, _ = await played_by_two(club)
    menu = (await anna.person.click(club.table_message(table), "More")).message
    beside = await (await anna.person.click(menu, "Review")).settled()
    assert beside.ephemeral
    assert beside.message is not menu
    assert BACK not in labels(beside.message)


@pytest.fixture
def reviewing(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """A review that takes until this is set."""
    found = asyncio.Event()

    async def review(
        _: object, made: Sequence[Decision], __: int, done: Callable[[int], None], *___: object
    ) -> Review:
        await found.wait()
        done(len(made))
        return Review([], len(made), len(made))

    monkeypatch.setattr(hints, "review_all", review)
    monkeypatch.setattr(hints, "PROGRESS", timedelta(milliseconds=100))
    return found


async def test_who_goes_back_while_a_review_is_made_gets_it_below(
    club: Club, reviewing: asyncio.Event
) -> None:
    _, anna, _, hand = await played_by_two(club)
    result = anna.person.read(hand)
    asked = await anna.person.click(hand, "Review", wait=False)
    await club.playground.until(lambda: BACK in labels(hand))
    assert "Looking at your decisions" in anna.person.read(hand)
    await anna.person.click(hand, BACK)
    reviewing.set()
    await club.playground.until(lambda: bool(asked.followups))
    assert anna.person.read(hand) == result
    assert "in that deal" in anna.person.read(asked.followups[0])


async def test_a_review_comes_though_the_network_fails_while_it_is_made(
    club: Club, reviewing: asyncio.Event
) -> None:
    _, anna, _, hand = await played_by_two(club)
    fault = club.playground.faults.add("PATCH", "/messages/@original", reset=True, times=2)
    asked = await anna.person.click(hand, "Review", wait=False)
    await club.playground.until(lambda: fault.hits == 2)
    await club.playground.until(lambda: BACK in labels(hand))
    reviewing.set()
    await club.playground.until(lambda: "in that deal" in anna.person.read(hand))
    assert asked.followups == [], "no excuse"


async def test_the_next_deal_comes_while_a_review_is_made(
    club: Club, reviewing: asyncio.Event
) -> None:
    table, anna, bo, hand = await played_by_two(club)
    await anna.person.click(club.table_message(table), "Next deal")
    await club.playground.until(lambda: "Next deal" not in labels(hand))
    asked = await anna.person.click(hand, "Review", wait=False)
    await club.playground.until(lambda: BACK in labels(hand))
    await bo.person.click(club.table_message(table), "Next deal")
    await club.playground.until(lambda: anna.hand is not hand)
    new = anna.hand
    assert new is not None
    seat = club.game(table).seat_of(anna.id)
    await club.playground.until(lambda: club.game(table).notes.hands[seat].message == new.id)
    reviewing.set()
    await asked.settled()
    await club.playground.until(lambda: "Looking" not in anna.person.read(hand))
    assert "in that deal" in anna.person.read(hand)
    assert "in that deal" not in anna.person.read(new)
    assert BACK not in labels(new)
    await anna.person.click(hand, BACK)
    assert not buttons(hand, ACT), "the hand is below: here is what the last deal brought"
