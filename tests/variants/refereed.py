"""Matches disturbed on their way, and read again by the independent referee."""

import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from kwbot.claims.claim_grounds import knowledge
from kwbot.claims.claim_proof import proves
from kwbot.commands.replay import result
from kwbot.engine.deals.match import Match
from kwbot.engine.deals.reader import replay
from kwbot.engine.deals.record import write
from kwbot.engine.values.actions import TrickClaim
from kwbot.engine.views.view import view
from kwbot.variants import games
from tests.engine.playing import one_move, shuffled
from tests.independent.checker import check

Step = Callable[[Match, Random], Match]


def without_notes(found: dict[str, Any]) -> dict[str, Any]:
    """Notes are in words; everything else must be the same."""
    plain: dict[str, Any] = json.loads(json.dumps(found))
    for deal in plain["deals"]:
        del deal["notes"]
    return plain


def agreed(match: Match) -> None:
    """The record comes to the same end for the program and for the referee."""
    text = write(match)
    assert replay(text, games()) == match
    ours, theirs = without_notes(result(match)), without_notes(check(text).result())
    for at, deal in enumerate(match.deals):
        if deal.claim is not None and deal.claim.tricks != "all":
            for found in (ours, theirs):  # who took the others is not told
                found["deals"][at]["tricks"] = found["deals"][at]["tricks"][deal.claim.seat]
    assert theirs == ours


def moved(match: Match, rng: Random) -> Match:
    return one_move(match, rng)[0]


def undone(match: Match, rng: Random) -> Match:
    moves = len(match.deal.moves()) if match.deal else 0
    most = rng.choice([3, 9, 60])
    return match.undone(1 + rng.randrange(min(moves, most))) if moves else match


def taken_over(match: Match, rng: Random) -> Match:
    seat = rng.randrange(len(match.names))
    return match.come_back(seat) if seat in match.away else match.gone_away(seat)


def claimed(match: Match, rng: Random) -> Match:
    """A claim of whoever is in turn, if any is certain."""
    play = match.deal.play if match.deal else None
    if play is None or play.asking or len(play.to_act()) != 1:
        return match
    (seat,) = play.to_act()
    known = knowledge(view(match, seat), seat)
    counts = range(len(play.layout.hands[seat]) + 1) if known else range(0)
    certain = [count for count in counts if known and proves(known, count)]
    return match.with_claim(TrickClaim(seat, str(rng.choice(certain)))) if certain else match


def disturbed_deal(
    match: Match,
    rng: Random,
    *,
    move: Step = moved,
    disturbances: Sequence[Step] = (undone, taken_over, claimed, claimed),
    one_in: int = 12,
    most: int = 10_000,
) -> Match:
    """The running deal after at most so many moves; one in so many is followed by a disturbance:
    moves taken back, a seat that a computer player takes over for a while, a claim."""
    while match.to_act() and most:
        most -= 1
        match = move(match, rng)
        if rng.randrange(one_in) == 0:
            match = rng.choice(disturbances)(match, rng)
    return match


def disturbed(match: Match, rng: Random, most_deals: int) -> Match:
    """Random deals, each of them disturbed."""
    while not match.is_won and len(match.deals) < most_deals:
        match = disturbed_deal(shuffled(match, rng), rng).with_score()
    return match
