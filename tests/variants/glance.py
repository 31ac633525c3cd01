"""What stands in the running deal of a match at a glance, and what is refused there."""

import pytest

from kwbot.engine.deals.deal import Deal
from kwbot.engine.deals.match import Match
from kwbot.engine.phases.script import DealResult
from kwbot.engine.phases.tricks import TrickPlay
from kwbot.engine.values.errors import RuleViolation
from tests.engine.playing import act


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


def legal(match: Match) -> str:
    """What the first player in turn may do, `, ` between the actions."""
    return ", ".join(map(str, match.choice(match.to_act()[0])))


def refused(match: Match, line: str) -> str:
    """Why `line` is refused."""
    with pytest.raises(RuleViolation) as caught:
        act(match, line)
    return str(caught.value.sentence)
