"""Moments of deals that are played at random, as the engine and as the kernel have them."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from kwbot.engine.deals.match import Match
from kwbot.engine.phases.auction import DuelAuction
from kwbot.engine.values.actions import Bid, Join, Pass
from kwbot.engine.values.choices import PlayCard
from kwbot.engine.views.view import view
from kwbot.players.kernel import State
from kwbot.players.samples.kernel_input import KernelInput
from kwbot.variants import games
from tests.engine.playing import Setting, begin, hosted, one_move, settings, shuffled

GAMES = [pytest.param(setting, id=str(setting)) for setting in settings()]


def _ends(every: list[Setting]) -> list[Setting]:
    """Of each game the first setting and the last: fewest players, most unusual options."""
    by_game = [[one for one in every if one.variant.key == key] for key in games()]
    return [one for of_game in by_game for one in (of_game[0], of_game[-1])]


SOME_GAMES = [
    pytest.param(setting, id=str(setting), marks=() if some else pytest.mark.heavy)
    for setting in settings()
    for some in [setting in _ends(settings())]
]
"""For what takes long: the settings between these are heavy."""
PARTNERS = [
    setting
    for setting in settings()
    if setting.variant.key == "whist" and setting.options.get("form") != "guerre"
]


DANISH = [
    ("hus", "8"), ("hus", "8+vip"), ("hus", "8+halve"), ("hus", "sol"),
    ("esmakker", "8"), ("esmakker", "8+vip"), ("esmakker", "8+halve"), ("esmakker", "sol"),
]  # fmt: skip


def contracted(key: str, bid: str, rng: Random) -> Match:
    """A deal after an auction that `bid` won; who could join it did."""
    match, wanted = shuffled(begin(games()[key], 4), rng), Bid(tuple(bid.split("+")))
    while match.deal and isinstance(match.deal.current, DuelAuction):
        choice = match.choice(match.to_act()[0])
        action = next(one for one in (wanted, Join(), Pass()) if one in choice)
        match = match.apply(match.to_act()[0], action)
    return match


def moments(setting: Setting, rng: Random, deals: int) -> Iterator[Match]:
    """Every moment in which somebody plays a card, in deals played at random."""
    match = setting.begin()
    for _ in range(deals):
        match = shuffled(match, rng)
        while match.to_act():
            if isinstance(match.choice(match.to_act()[0]), PlayCard):
                yield match
            match, _ = one_move(match, rng)
        match = hosted(match.with_score())
        if match.is_won:
            match = setting.begin()


def kernel_of(match: Match) -> tuple[KernelInput, State]:
    """The kernel's setting and position, where all the cards are known."""
    assert match.deal
    assert match.deal.play
    seen = replace(view(match, match.to_act()[0]), rules=match.deal.play.rules)
    setting = KernelInput(seen)
    return setting, setting.deal(match.deal.layout.hands)
