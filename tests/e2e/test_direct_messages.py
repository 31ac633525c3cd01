"""Four people play by direct message: what they see of each other, and what the channel shows."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from cogs.delivery.calls import paced_client
from cogs.delivery.calls.interaction_tokens import TOKEN_LIFE
from cogs.delivery.calls.rate_limit import CALLS, TOKEN_CALLS, TOKEN_SECONDS, Lane
from kwbot.ids import TableId
from kwbot.local.guest import Guest
from playground.api.rates import Rates
from tests.e2e.club import AS_PICTURE, Club

NAMES = ("Anna", "Bo", "Cia", "Dag")
THOUGHT = 4.0
"""Seconds that people take for a card."""
CARD = re.compile(r"(\w+) ([♠♥♦♣]\w+)")
TRICKS = re.compile(r"(\d+)(?: ·|$)")


@asynccontextmanager
async def elsewhere(folder: Path) -> AsyncIterator[tuple[Club, TableId]]:
    """A game in a thread in which nobody has pressed anything, behind Discord's limits."""
    url = f"sqlite+aiosqlite:///{folder / 'kwbot.sqlite3'}"
    async with Club(url, channel_limit=CALLS).opened() as club:
        await club.set(threads=True)
        table = (await club.table([club.guest(name) for name in NAMES], game="whist")).id
        await club.playground.idle()
        club.clock.advance(60)
        club.playground.rest.rates = rates = Rates(lambda: club.clock.now().timestamp())
        yield club, table
        assert rates.limited == 0
        assert club.playground.refusals == []


async def plays(club: Club, seconds: float = THOUGHT) -> Guest:
    """Whoever is asked takes so long for a card."""
    club.clock.advance(seconds)
    await club.playground.idle()
    guest = next(guest for guest in club.guests if guest.is_asked)
    await guest.act()
    await club.playground.idle()
    return guest


def on_hand(guest: Guest) -> str:
    assert guest.hand is not None
    return guest.person.read(guest.hand).replace(AS_PICTURE, "").replace("\xa0", " ")


def cards_on_hand(guest: Guest) -> dict[str, str]:
    """The cards of the trick, by who played them."""
    below_head = on_hand(guest).splitlines()[1]
    found = dict(CARD.findall(below_head))
    return {guest.person.name if who == "You" else who: card for who, card in found.items()}


def tricks_on_hand(guest: Guest) -> int:
    (line,) = [line for line in on_hand(guest).splitlines() if "Trumps:" in line]
    return sum(map(int, TRICKS.findall(line)))


def tricks_in_channel(club: Club, table_id: TableId) -> int:
    return len(re.findall(r"^┃ -# \d+ ", club.public(table_id), re.MULTILINE))


def fallen(club: Club, table_id: TableId) -> tuple[int, dict[str, str]]:
    """The tricks that are over, and the cards that lie on the table: a full trick until the next
    lead."""
    deal, names = club.game(table_id).match.deal, club.state(table_id).names
    assert deal is not None
    assert deal.play is not None
    play, marks = deal.play, dict(zip("SHDC", "♠♥♦♣", strict=True))
    lie = play.plays or (play.tricks[-1].plays if play.tricks else ())
    cards = {
        names[seat]: marks[card.text[0]] + card.text[1:].replace("T", "10") for seat, card in lie
    }
    return len(play.tricks), cards


async def test_each_card_is_on_all_four_hands_and_in_the_channel(tmp_path: Path) -> None:
    async with elsewhere(tmp_path) as (club, table):
        for _ in range(4):
            await plays(club)  # from now on there is a token for each hand
        before = club.playground.counted_calls
        for _ in range(6):
            await plays(club)
            tricks, cards = fallen(club, table)
            for guest in club.guests:
                assert (tricks_on_hand(guest), cards_on_hand(guest)) == (tricks, cards)
            assert tricks_in_channel(club, table) == tricks
            assert all(card in club.public(table) for card in cards.values())
        assert club.playground.counted_calls - before == 6, "the table's message, and no hand"


async def test_where_many_play_a_result_is_there_at_once(tmp_path: Path) -> None:
    async with elsewhere(tmp_path) as (club, table):
        await plays(club)
        limit = club.house.display.calls.client._together
        limit._held += limit._places(Lane.TRICK)  # others have taken these, for long
        while club.game(table).match.deal is not None:
            await plays(club)
        assert tricks_in_channel(club, table) == 0
        assert club.shows(table, "ready")


async def test_quick_cards_come_together_where_a_token_takes_no_more(tmp_path: Path) -> None:
    async with elsewhere(tmp_path) as (club, table):
        for _ in range(4):
            await plays(club)
        club.clock.advance(TOKEN_SECONDS)
        await club.playground.idle()
        played = 0
        while played < 2 * TOKEN_CALLS and any(guest.is_asked for guest in club.guests):
            await plays(club, 0)
            played += 1
        assert played > TOKEN_CALLS
        for _ in range(2):
            club.clock.advance(TOKEN_SECONDS)
            await club.playground.idle()
        tricks, cards = fallen(club, table)
        for guest in club.guests:
            assert (tricks_on_hand(guest), cards_on_hand(guest)) == (tricks, cards)


async def test_without_a_token_a_hand_shows_each_card_all_the_same(tmp_path: Path) -> None:
    async with elsewhere(tmp_path) as (club, table):
        for _ in range(4):
            await plays(club)
        club.clock.advance(TOKEN_LIFE.total_seconds())
        first = await plays(club)
        second = await plays(club)
        _, cards = fallen(club, table)
        seen = {guest.person.name: cards_on_hand(guest) for guest in club.guests}
        assert len(cards) == 2
        assert seen[first.person.name] == seen[second.person.name] == cards
        assert [*seen.values()] == [cards] * 4, "by calls of the bot's own, as there is room"


async def test_what_somebody_unfolds_stays_open_while_others_play(tmp_path: Path) -> None:
    async with elsewhere(tmp_path) as (club, _):
        for _ in range(4):
            await plays(club)
        reader = await plays(club)
        assert reader.hand is not None
        await reader.person.click(reader.hand, "Last trick")
        unfolded = on_hand(reader)
        other = await plays(club)
        assert other is not reader
        assert on_hand(reader) != unfolded
        (last,) = [line for line in unfolded.splitlines() if "-# Trick " in line]
        assert last in on_hand(reader)


async def test_a_hand_in_the_channel_shows_each_card_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paced_client, "TOKEN_CALLS", 2)
    async with elsewhere(tmp_path) as (club, table):
        anna = club.guests[0]
        shown = await anna.person.click(club.table_message(table), "My hand")
        anna.screen = shown.message
        while await plays(club) is not anna or len(fallen(club, table)[1]) != 1:
            pass
        club.clock.advance(TOKEN_SECONDS)
        for others in range(3):
            await plays(club, 0)
            seen = {*cards_on_hand(anna)}
            assert len(seen) == 1 + min(others + 1, 2), "a token takes no more at once"
        club.clock.advance(TOKEN_SECONDS)
        await club.playground.idle()
        assert (tricks_on_hand(anna), cards_on_hand(anna)) == fallen(club, table)
