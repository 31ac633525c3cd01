"""A table of Kombinations-Whist for tests: cards, sheet and moves at a glance."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from kwbot.engine.actions import Seat
from kwbot.engine.deal import Deal, DealResult
from kwbot.engine.errors import RuleViolation
from kwbot.engine.match import Match
from kwbot.engine.phases.tricks import TrickPlay
from kwbot.variants import games
from kwbot.variants.kombinations_whist.scoring import KombinationsSheet
from tests.engine.playing import act, acted, begin, dealt

GAME = games()["kombinations-whist"]


def table(
    moves: str = "",
    hands: Mapping[Seat, str] | None = None,
    *,
    players: int = 4,
    dealer: Seat = 0,
    scores: tuple[int, ...] = (),
    potentials: tuple[int, ...] = (),
    played: int = 0,
    **options: str,
) -> Match:
    """A deal after `moves`. Four players hold one suit each (0 spades … 3 clubs) by default."""
    match = begin(GAME, players, options)
    sheet = match.sheet
    assert isinstance(sheet, KombinationsSheet)
    sheet = replace(
        sheet,
        scores=scores or sheet.scores,
        potentials=potentials or sheet.potentials,
        played=played,
    )
    return acted(dealt(replace(match, sheet=sheet), hands or {}, dealer), moves)


def deal_of(match: Match) -> Deal:
    assert match.deal
    return match.deal


def play_of(match: Match) -> TrickPlay:
    play = deal_of(match).play
    assert play
    return play


def result(match: Match) -> DealResult:
    found = deal_of(match).result
    assert found, f"player {match.to_act()} must act"
    return found


def sheet_of(match: Match) -> KombinationsSheet:
    assert isinstance(match.sheet, KombinationsSheet)
    return match.sheet


def legal(match: Match) -> str:
    """What the first player in turn may do, `, ` between the actions."""
    return ", ".join(map(str, match.choice(match.to_act()[0])))


def refused(match: Match, line: str) -> str:
    """Why `line` is refused."""
    with pytest.raises(RuleViolation) as caught:
        act(match, line)
    return str(caught.value.sentence)
