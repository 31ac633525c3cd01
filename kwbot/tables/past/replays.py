"""Replays of a finished deal, trick by trick: nothing of it is secret any more."""

from collections.abc import Sequence
from dataclasses import replace

from kwbot.engine.deals.deal import Deal
from kwbot.engine.deals.match import Match
from kwbot.engine.deals.reader import Reader
from kwbot.engine.values.actions import Away, Back, Cut, Foul, Reseat, Seat, TrickClaim, Undo
from kwbot.engine.values.errors import RuleViolation
from kwbot.tables.errors.refusals import Stale
from kwbot.tables.past.past_decisions import Decision, decisions


def after_deal(match: Match, number: int) -> Match:
    """Return a match as it was after its deal `number`; raise Stale unless that is over."""
    if not 0 < number <= len(match.deals):
        raise Stale
    if number < len(match.deals) or match.finished is None:
        return Reader.after(match, number)
    running = match.deal.log if match.deal else ()
    notes = tuple(note for _, note in running if isinstance(note, Away | Back))
    return replace(match, deal=None, between=notes or match.between)


def stops(match: Match) -> tuple[Match, ...]:
    """Return the match in its last scored deal, before the first card and after each trick; only
    the deal's end if no card was played."""
    ended = _finished_deal(match)
    return tuple(_at(match, deal) for deal in _stops(_course(ended)))


def before_move(match: Match, number: int) -> Match:
    """Return the match in its last scored deal, before a move. Moves are counted from 0, without
    those taken back. Raise Stale if there is no such move."""
    course = _course(_finished_deal(match))
    if not 0 <= number < len(course) - 1:
        raise Stale
    return _at(match, course[number])


def next_move(match: Match, stop: int, seat: Seat) -> int:
    """Return the number, as `before_move` counts, of the first move of `seat` after a stop; 0, the
    beginning of the deal, for the first stop or if there is no such move."""
    ended = _finished_deal(match)
    moves = zip(ended.moves(), _course(ended), strict=False)
    own = (number for number, ((who, _), deal) in enumerate(moves)
           if who == seat and deal.play and len(deal.play.tricks) >= stop)  # fmt: skip
    return next(own, 0) if stop else 0


def _finished_deal(match: Match) -> Deal:
    """Return the last scored deal; raise Stale if there is none."""
    if match.finished is None:
        raise Stale
    return match.finished


def _at(match: Match, deal: Deal) -> Match:
    """Return the match as it was when its last scored deal had come to `deal`."""
    ended = _finished_deal(match)
    return replace(
        match, deals=match.deals[:-1], sheet=ended.sheet, finished=None, deal=deal, ended_by=None,
        broken_off="",
    )  # fmt: skip


def _stops(course: Sequence[Deal]) -> list[Deal]:
    """Return the steps of a deal between two tricks, one for each number of finished tricks."""
    found: list[Deal] = []
    for deal in course:
        play = deal.play
        tricks = play.tricks[: play.claimed_at] if play else ()
        if play and not play.plays and len(tricks) == len(found):
            found.append(deal)
    return found or [course[-1]]


def _course(ended: Deal) -> list[Deal]:
    """Return a deal before each move that was not taken back, and at its end."""
    deal, course = Deal.begin(ended.variant, ended.sheet, ended.start), list[Deal]()
    try:
        for who, action in ended.log:
            match action:
                case Undo(count):
                    del course[len(course) - count :]
                    deal = deal.undone(count)
                case Foul():
                    deal = deal.with_foul(action)
                case TrickClaim() | Away() | Back() | Reseat():
                    pass  # only the end follows a claim
                case _:
                    deal = deal.past_unwritten()
                    course += [deal] if who >= 0 and not isinstance(action, Cut) else []
                    deal = deal.apply(who, action)
    except RuleViolation:  # a foul was set right by hand: show only what came before it
        return [*course, ended]
    return [*course, ended]


def decided_in(match: Match, stop: int, seat: Seat) -> list[Decision]:
    """Return the decisions of `seat` in trick `stop` of the last scored deal, where there was a
    choice; 0: before the tricks."""
    return [one for one in decisions(match, seat) if _stop_of(one) == stop]


def _stop_of(decision: Decision) -> int:
    play = decision.deal.play
    return len(play.tricks) + 1 if play else 0
