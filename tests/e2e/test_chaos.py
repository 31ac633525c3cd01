"""Everything at once, by chance: clicks, doubled clicks, lost answers, deletions, restarts."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest

from kwbot.local.guest import ACT, Guest, buttons
from playground import ClientRefusal
from tests.e2e.club import Club

STEPS = 80


async def act(club: Club, guest: Guest, rng: random.Random) -> None:
    """Something that the guest's screen offers; whether it comes through is not their business."""
    hand = guest.hand
    if hand is None or hand.deleted or not guest.is_asked:
        return
    try:
        with club.playground.patient(1):
            await guest.act()
    except (ClientRefusal, TimeoutError, IndexError):
        return  # redrawn meanwhile, or nobody answered


async def press_twice(club: Club, guest: Guest, rng: random.Random) -> None:
    hand = guest.hand
    offered = buttons(hand, ACT) if hand is not None else []
    if hand is None or not offered:
        return
    button = rng.choice(offered)["custom_id"]
    first = await guest.person.forge(hand, button, wait=False)
    second = await guest.person.forge(hand, button, wait=False)
    await first.answered()
    await second.answered()


async def lose_an_answer(club: Club, guest: Guest, rng: random.Random) -> None:
    method, route = rng.choice(
        [("POST", "/callback"), ("PATCH", r"/channels/\d+/messages"), ("POST", r"/messages$")]
    )
    club.playground.faults.add(method, route, reset=True, done=rng.random() < 0.5)


async def delete_something(club: Club, guest: Guest, rng: random.Random) -> None:
    for table in club.bot.tables.index.in_memory:
        channel = club.playground.channels[table.channel]
        if channel.messages:
            club.playground.delete(rng.choice(list(channel.messages.values())))


async def hold_own_copy(club: Club, guest: Guest, rng: random.Random) -> None:
    try:
        with club.playground.patient(1):
            outcome = await guest.person.slash(club.playground.channel, "hand")
    except TimeoutError:
        return
    guest.screen = outcome.message if rng.random() < 0.5 else None


async def leave(club: Club, guest: Guest, rng: random.Random) -> None:
    for table in [one.running for one in club.bot.tables.index.in_memory if one.running]:
        seat = table.seat_of(guest.id)
        if len(table.present) > 1 and seat not in table.away:
            await club.bot.tables.index.at(table.id).leave(guest.id)


async def wait(club: Club, guest: Guest, rng: random.Random) -> None:
    club.clock.advance(rng.choice([1, 5, 70]))
    await club.playground.idle(quiet=0.005)


async def restart(club: Club, guest: Guest, rng: random.Random) -> None:
    club.playground.faults.clear()
    await club.restart()


WAYS = {
    act: 70, press_twice: 8, lose_an_answer: 6, delete_something: 2, hold_own_copy: 6,
    leave: 1, wait: 12, restart: 2,
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.heavy), 3])
async def test_a_game_survives_an_evening_of_chaos(
    club: Club, seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    rng = random.Random(seed)
    people = [club.guest(name) for name in ("Anna", "Bo", "Cia")]
    table = (await club.table(people, 1)).id
    await club.ready(table)
    for _ in range(STEPS):
        (way,) = rng.choices(list(WAYS), list(WAYS.values()))
        await way(club, rng.choice(people), rng)
    # Then the evening is quiet again: what is stored is what stands, and all goes on.
    club.playground.faults.clear()
    for _ in range(4):
        club.clock.advance(70)
        await club.playground.idle()
    stands = club.game(table)
    await club.restart()
    assert club.game(table).match == stands.match
    assert club.state(table).seq == stands.seq
    for guest in people:
        guest.screen = None
    before = len(stands.match.deals)
    for _ in range(200):
        if len(club.game(table).match.deals) > before:
            break
        with suppress(IndexError):  # a spare copy was pressed, and has caught up
            await club.turn()
    else:
        raise AssertionError("the deal does not end")
    trouble = {r.getMessage().split(" at ")[0] for r in caplog.records if r.levelno >= 40}
    assert all("ServerDisconnectedError" in line for line in trouble), trouble
    caplog.clear()
    assert set(club.refused()) <= {10008, 10062, 40060}
