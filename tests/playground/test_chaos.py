"""Faults by chance: what happens, how often, and that an evening goes on."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable

import pytest

from playground import Playground
from playground.api.rates import Limited, Rates
from playground.chaos import ACCIDENTS, Chaos
from playground.home import PEOPLE, furnish
from playground.state.api_errors import ApiError
from playground.state.model import Snowflakes
from tests.playground.conftest import Bot, Clock


def bad_day(playground: Playground, rate: float) -> tuple[Chaos, list[Callable[[], object]]]:
    later: list[Callable[[], object]] = []
    chaos = Chaos(
        playground, playground.gateway, rate,
        rng=random.Random(1), later=lambda _, do: later.append(do),
    )  # fmt: skip
    playground.commands[0] = []
    return chaos, later


def test_so_many_requests_fail_as_the_rate_says(clock: Clock) -> None:
    chaos, _ = bad_day(Playground(clock=clock), 0.2)
    faults = [chaos.fault("POST", "/x") for _ in range(2000)]
    failed = [fault for fault in faults if fault is not None]
    assert 340 < len(failed) < 460
    assert {fault.refusal.status if fault.refusal else 0 for fault in failed} == {
        0, 429, 500, 502, 503,
    }  # fmt: skip
    assert {fault.done for fault in failed if fault.reset} == {True, False}


def test_emojis_are_refused_as_often_as_people_report(clock: Clock) -> None:
    playground = Playground(clock=clock)
    assert not any(playground.lapses() for _ in range(1000)), "on a good day none is"
    chaos, _ = bad_day(playground, 0.01)
    assert 30 < sum(chaos.lapse() for _ in range(2000)) < 90
    assert {told for _, told in chaos.told} == {"an emoji is refused"}


def test_events_come_late_or_twice(clock: Clock) -> None:
    chaos, _ = bad_day(Playground(clock=clock), 0.5)
    seen = {len(chaos.delays("INTERACTION_CREATE")) for _ in range(100)}
    assert seen == {1, 2}
    assert any(chaos.delays("X")[0] > 0 for _ in range(100))


def test_accidents_happen_and_pass(clock: Clock) -> None:
    playground = furnish(Playground(clock=clock))
    for channel in playground.channels.values():
        playground.post(channel, playground.bot, {"content": "A table"})
    chaos, later = bad_day(playground, 1.0)
    chaos.told = deque()
    for _ in range(int(200 / ACCIDENTS)):
        chaos.fault("POST", "/x")
    told = " ".join(what for _, what in chaos.told)
    for accident in ("lost", "reconnect", "over", "away", "no direct", "a message", "#general"):
        assert accident in told
    for do in later:
        do()
    assert all(person.dms_open for person in playground.people)
    assert playground.guild.available
    names = [c.name for c in playground.guild.channels.values()]
    assert sorted(names) == ["general", "tea-room"]


def test_nothing_happens_at_rate_zero_nor_before_the_bot_is_there(clock: Clock) -> None:
    playground = Playground(clock=clock)
    for chaos in (Chaos(playground, playground.gateway, 1.0), bad_day(playground, 0.0)[0]):
        if chaos.rate:
            playground.commands.clear()
        assert all(chaos.fault("POST", "/x") is None for _ in range(100))
        assert all(chaos.delays("X") == (0.0,) for _ in range(100))
        assert not chaos.told
        playground.commands[0] = []


async def test_a_late_event_comes(playground: Playground, bot: Bot) -> None:
    playground.gateway.delays = lambda event: (0.01, 0.02)
    playground.add_channel(playground.guild, "late")
    await playground.until(lambda: bot.events.count("guild_channel_create") == 2)


def test_the_playground_has_local_people_and_limits(clock: Clock) -> None:
    playground = furnish(Playground(clock=clock))
    playground.chaos.rate = 0.25
    assert tuple(person.name for person in playground.people) == PEOPLE
    assert [m.name for m in playground.guild.members.values()] == list(PEOPLE)
    assert playground.guild.owner.name == PEOPLE[0]
    assert playground.traffic.report()["chaos"] == 0.25


def test_limits_are_told_while_they_count(clock: Clock) -> None:
    rates = Rates(clock)
    rates.take("POST", "/channels/1/messages", counts=True)
    rates.take("POST", "/webhooks/1/interaction-abc", counts=False)
    told = {one["what"]: (one["used"], one["most"], one["ends"]) for one in rates.usage()}
    assert told == {
        "everywhere": (1, 50, 1.0),
        "POST /channels/1/messages": (1, 5, 5.0),
        "* /webhooks/1/…": (1, 5, 2.0),
    }
    clock.now += 3
    assert [one["what"] for one in rates.usage()] == ["POST /channels/1/messages"]


def test_direct_messages_that_are_opened_too_fast_are_refused(clock: Clock) -> None:
    rates, opening = Rates(clock), ("POST", "/users/@me/channels")
    for _ in range(10):
        rates.take(*opening, counts=True)
    with pytest.raises(ApiError) as refused:
        rates.take(*opening, counts=True)
    assert (refused.value.status, refused.value.code) == (400, 40003)
    clock.now += 10
    rates.take(*opening, counts=True)


def test_old_messages_are_seldom_edited(clock: Clock) -> None:
    rates, message = Rates(clock), Snowflakes(clock)()
    path = f"/channels/1/messages/{message}"
    for _ in range(5):
        rates.take("PATCH", path, counts=True)
    clock.now += 3700
    for _ in range(3):
        rates.take("PATCH", path, counts=True)
    with pytest.raises(Limited) as limited:
        rates.take("PATCH", path, counts=True)
    assert (limited.value.status, limited.value.code) == (429, 30046)
    assert limited.value.more == {"retry_after": 20.0, "global": False}
