"""Whose turn it is, on the hands of those who wait and in the channel."""

from __future__ import annotations

from cogs.delivery.calls.interaction_tokens import TOKEN_LIFE
from cogs.delivery.messages.private_hand import NAMELESS
from kwbot.local.guest import Guest
from playground import Message
from tests.e2e.arranged import PEOPLE, arranged
from tests.e2e.club import Club
from tests.e2e.conftest import Deals

START = "1 bid spel / pass*"


def first_line(guest: Guest, hand: Message | None = None) -> str:
    """What a notification of a hand shows."""
    hand = hand or guest.hand
    assert hand is not None
    return guest.person.read(hand).split("\n")[0]


async def test_hands_and_channel_name_who_is_in_turn_since_when(club: Club, deals: Deals) -> None:
    table = await arranged(club, deals, START)
    people = [club.guest_at(table, seat) for seat in range(4)]
    for number, card in enumerate(("S2", "H2", "D2", "C2", "S3", "H3")):
        seat = number % 4
        turn, others = f"**{PEOPLE[seat]}'s turn** · asked ", [*people[:seat], *people[seat + 1 :]]

        def named(since: str = "", turn: str = turn, others: list[Guest] = others) -> bool:
            return all(turn + since in first_line(one) for one in others)

        await club.playground.until(named)
        assert "your turn" in first_line(people[seat])
        asked = "-# Asked " if number < 4 else "turn** · asked "  # a trick has the line below
        await club.shown(table, f"@{PEOPLE[seat]}'s turn**", asked)
        club.clock.advance(70)
        await club.playground.idle()
        assert all(f"{turn}1 minute ago" in first_line(one) for one in others), (
            "it counts by itself"
        )
        assert f"{asked}1 minute ago" in club.public(table)
        await club.play(table, f"{seat} play {card}")


async def test_a_private_copy_names_nobody_when_it_can_be_redrawn_no_more(
    club: Club, deals: Deals
) -> None:
    table = await arranged(club, deals, START)
    bo = club.guest_at(table, 1)
    copy = (await bo.person.click(club.table_message(table), "My hand")).message
    assert "Anna's turn" in first_line(bo, copy)
    await club.playground.idle()
    club.clock.advance((TOKEN_LIFE - NAMELESS).total_seconds() + 1)
    await club.playground.until(lambda: "not your turn" in first_line(bo, copy))
    assert "Anna" not in first_line(bo, copy)


async def test_what_may_be_behind_says_how_old_it_is(club: Club, deals: Deals) -> None:
    table = await arranged(club, deals, START)
    bo = club.guest_at(table, 1)
    copy = (await bo.person.click(club.table_message(table), "My hand")).message
    await club.playground.idle()
    club.clock.advance((TOKEN_LIFE - NAMELESS).total_seconds() + 1)
    await club.playground.until(lambda: "not your turn" in first_line(bo, copy))
    club.clock.advance(10 * 60)
    assert "as of 10 minutes ago · not your turn" in first_line(bo, copy), "it counts by itself"
