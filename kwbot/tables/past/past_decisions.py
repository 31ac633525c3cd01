"""The decisions of one player in a finished deal, with what they saw at the time."""

from collections.abc import Iterator, Set
from dataclasses import replace
from typing import NamedTuple

from kwbot.engine.deals.deal import Deal
from kwbot.engine.deals.match import Match
from kwbot.engine.values.actions import CHANCE, Action, Away, Back, Cut, Seat, Undo
from kwbot.engine.values.errors import RuleViolation
from kwbot.engine.views.view import View, view


class Decision(NamedTuple):
    """A decision: the player's view, their action, and the deal before it."""

    seen: View
    action: Action
    deal: Deal


def decisions(
    match: Match, seat: Seat, late: Set[tuple[Seat, Action]] = frozenset()
) -> list[Decision]:
    """Return the decisions of `seat` in the last scored deal, where there was a choice.

    They exclude moves taken back, a computer's moves while the player was away, and actions done
    for them because their time ran out (`late`).
    """
    ended = match.finished
    if ended is None or seat not in ended.start.seats:
        return []
    deal = Deal.begin(ended.variant, ended.sheet, ended.start)
    before = replace(match, deals=match.deals[:-1], sheet=ended.sheet, finished=None)
    found: list[Decision] = []
    try:
        for who, action, mine in _moves_that_stand(ended, seat, away=_was_away(match, ended, seat)):
            deal = deal.past_unwritten()
            if mine and (who, action) not in late and len(deal.choice(seat)) > 1:
                found.append(Decision(view(replace(before, deal=deal), seat), action, deal))
            deal = deal.apply(who, action)
    except RuleViolation:  # a foul changed the course: return what came before it
        return found
    return found


def _was_away(match: Match, ended: Deal, seat: Seat) -> bool:
    """Whether `seat` was away when the deal began, by the first note on them since then."""
    running = match.deal.log if match.deal else ()
    notes = [note for _, note in (*ended.log, *running)] + [*match.between]
    lines = [*map(str, notes), *match.broken_off.splitlines()]
    back = str(Back(seat))
    first = next((line for line in lines if line in (str(Away(seat)), back)), None)
    return first == back if first else seat in match.away


def _moves_that_stand(
    ended: Deal, seat: Seat, *, away: bool
) -> Iterator[tuple[Seat, Action, bool]]:
    """Yield the actions of a deal without those taken back, each with whether the player of `seat`
    did it. `away`: they were away when the deal began."""
    chance: list[tuple[Seat, Action, bool]] = []
    moves: list[tuple[Seat, Action, bool]] = []
    for who, action in ended.log:
        match action:
            case Undo(count):
                del moves[len(moves) - count :]
            case Away(gone) if gone == seat:
                away = True
            case Back(come) if come == seat:
                away = False
            case Cut():
                chance.append((who, action, False))
            case _ if who == CHANCE:
                chance.append((who, action, False))
            case _ if who >= 0:
                moves.append((who, action, who == seat and not away))
    yield from chance
    yield from moves
