"""Matches read again by the independent referee."""

from random import Random
from typing import Any

from kwbot.commands.replay import result
from kwbot.engine.match import Match
from kwbot.engine.reader import replay
from kwbot.engine.record import write
from kwbot.variants import games
from tests.engine.playing import one_move, shuffled
from tests.independent.checker import check


def without_notes(found: dict[str, Any]) -> dict[str, Any]:
    """Notes are in words; everything else must be the same."""
    deals = [{key: deal[key] for key in deal if key != "notes"} for deal in found["deals"]]
    return {**found, "deals": deals}


def agreed(match: Match) -> None:
    """The record comes to the same end for the program and for the referee."""
    text = write(match)
    assert replay(text, games()) == match
    assert without_notes(check(text).result()) == without_notes(result(match))


def disturbed(match: Match, rng: Random, most_deals: int) -> Match:
    """Random deals with undos, and with seats that computer players take over for a while."""
    while not match.over and len(match.deals) < most_deals:
        match = shuffled(match, rng)
        while match.to_act():
            match, _ = one_move(match, rng)
            if rng.randrange(12) == 0:
                match = rng.choice([undone, taken_over])(match, rng)
        match = match.scored()
    return match


def undone(match: Match, rng: Random) -> Match:
    moves = len(match.deal.moves()) if match.deal else 0
    most = rng.choice([3, 9, 60])
    return match.undone(1 + rng.randrange(min(moves, most))) if moves else match


def taken_over(match: Match, rng: Random) -> Match:
    seat = rng.randrange(len(match.names))
    return match.come_back(seat) if seat in match.away else match.gone_away(seat)
