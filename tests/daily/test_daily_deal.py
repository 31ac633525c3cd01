"""A deal of the day: sealed, the same for everybody, proven afterwards."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

import verify_deal
from kwbot.daily import daily_deal
from kwbot.daily.daily_manager import options_of
from kwbot.ids import GuildId
from kwbot.storage.values.documents import GuildSettings
from kwbot.storage.values.stored_dailies import DailyPlan, StoredDaily
from kwbot.variants import games

DAY = date(2026, 11, 23)
PLAN = DailyPlan(
    guild_id=GuildId(2**62), channel_id=1, games=("whist",), preset="rulebook", language="en"
)


def sealed(game: str, before: StoredDaily | None = None, **options: str) -> StoredDaily:
    variant = games()[game]
    chosen = {**options_of("rulebook", variant, GuildSettings()), **options}
    return daily_deal.seal(PLAN, DAY, variant, chosen, before)


@pytest.mark.parametrize("game", games())
def test_the_verifier_passes_the_proof(game: str) -> None:
    daily = sealed(game)
    claim = verify_deal.read(daily_deal.proof(daily, games()))
    results = verify_deal.checks(claim, daily.commitment)
    assert [what for good, what in results if not good] == []


@pytest.mark.parametrize("game", games())
def test_cards_and_computers_are_the_same_for_everybody(game: str) -> None:
    daily = sealed(game)
    anna, bo = (daily_deal.begin(daily, games(), name) for name in ("Anna", "Bo # 1"))
    assert anna.match.names[1:] == bo.match.names[1:]
    assert anna.lines == bo.lines
    assert anna.deal is not None
    assert bo.deal is not None
    assert anna.deal.log == bo.deal.log
    other = daily_deal.begin(replace(daily, secret=bytes(48)), games(), "Anna")
    assert other.deal is not None
    assert other.deal.log != anna.deal.log


def test_another_plan_keeps_a_seal_that_tells_of_the_same_cards() -> None:
    before = sealed("whist")
    assert sealed("whist", before, form="long").commitment == before.commitment
    assert sealed("hus", before).commitment != before.commitment


def test_games_take_turns() -> None:
    plan = replace(PLAN, games=("whist", "hus"))
    days = [date(2026, 11, day) for day in (23, 24, 25)]
    one, two, three = (daily_deal.game_of_day(plan, day) for day in days)
    assert {one, two} == {"whist", "hus"}
    assert three == one
