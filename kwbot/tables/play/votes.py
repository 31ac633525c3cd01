"""Votes of a table: on fouls, if the game has them, on taking moves back, and on motions."""

from dataclasses import replace
from datetime import datetime, timedelta

from kwbot.engine.deals.deal import Deal
from kwbot.engine.values.actions import Foul, Seat
from kwbot.engine.values.wording import N_
from kwbot.tables.errors.refusals import Refused, Stale
from kwbot.tables.log import vote_changes
from kwbot.tables.log.events import vote_body
from kwbot.tables.play.transaction import Transaction
from kwbot.tables.state.proposals import Motion, Vote
from kwbot.tables.state.table_state import RunningTable, TableState

VOTE_SECONDS = 60
_SAME_DEAL = N_("Other tables play the same deal, so that can't be done here.")


def check_no_vote(table: RunningTable) -> None:
    """Raise Refused during a vote, whose object may not change."""
    if table.vote is not None:
        raise Refused(N_("A vote is in progress. Play goes on after it."))


def check_no_duplicate(table: TableState) -> None:
    """Raise Refused in a duplicate, as other tables play the same deal."""
    if table.is_duplicate:
        raise Refused(_SAME_DEAL)


def check_voter(vote: Vote, seat: Seat) -> None:
    """Raise Refused if a player has no vote or has voted already."""
    if seat in vote.agreed:
        raise Refused(N_("You've already voted."))
    if seat not in vote.voters | {vote.proposer}:
        raise Refused(N_("You don't have a vote here."))


def propose(tx: Transaction, vote: Vote) -> None:
    """Begin a vote. It suspends the time limit."""
    deadline = tx.running.deadline
    left = None if deadline is None else (deadline - tx.now).total_seconds()
    vote = replace(vote, left=left)
    tx.add("propose", vote_body(vote), vote_changes.propose(tx.running, vote))
    tx.change(deadline=None)


def drop(tx: Transaction, by: Seat | None = None) -> None:
    """End the vote without a result. `by`: the player who voted against it; None: time ran out."""
    tx.add("reject", "" if by is None else str(by), vote_changes.reject(tx.running, by))


def about_foul(table: RunningTable, caller: Seat, offender: Seat, undo: int, now: datetime) -> Vote:
    """Return the vote on a foul; `undo`: how many moves to take back instead of a penalty.

    All others decide, and so does the accused if moves are taken back. Raises RuleViolation if the
    foul cannot be called.
    """
    deal = _running_deal(table, N_("You can only call a foul during a deal."))
    if offender == caller or offender not in table.humans:
        raise Refused(N_("You can only call a foul on another person in the deal."))
    declarer = table.variant.declarer(deal.phases)
    foul = Foul(offender, caller, "restore" if undo else _ruling(declarer, offender))
    deal.with_foul(foul)
    if undo:
        deal.undone(undo)
    spared = set() if undo else {offender}
    return _vote(table, deal, caller, spared, now, foul, undo)


def about_undo(table: RunningTable, seat: Seat, count: int, now: datetime) -> Vote:
    """Return the vote on taking back the deal's last `count` moves, without calling a foul.

    If it is only the player's own last move, one opponent's agreement is enough. Raises Refused.
    """
    deal = _running_deal(table, N_("You can only take moves back during a deal."))
    if seat not in deal.layout.seats:
        raise Refused(N_("You're sitting out this deal."))
    if not table.allows_take_back:
        raise Refused(N_("This server has switched off take-backs between people."))
    deal.undone(count)
    vote = _vote(table, deal, seat, set(), now, None, count)
    if count > 1 or deal.moves()[-1][0] != seat:
        return vote
    return replace(vote, voters=table.opponents(seat), quick=True)


def own_last(table: RunningTable, seat: Seat) -> int:
    """Return how many moves to take back for a player alone with computers to decide again. Raises
    Refused if they have decided nothing yet, and Stale if they are not alone."""
    deal = _running_deal(table, N_("You can only take moves back during a deal."))
    if not table.is_alone(seat):
        raise Stale
    for count, (mover, _) in enumerate(reversed(deal.moves()), start=1):
        if mover == seat and len(deal.undone(count).past_unwritten().choice(seat)) > 1:
            return count
    raise Refused(N_("You haven't decided anything in this deal yet."))


def about_motion(
    table: RunningTable, proposer: Seat, voters: frozenset[Seat], motion: Motion, now: datetime
) -> Vote:
    """Return the vote on a motion. A newcomer's `proposer` is the seat that they want."""
    check_no_vote(table)
    until = now + timedelta(seconds=VOTE_SECONDS)
    return Vote(proposer, voters, until, motion=motion)


def _running_deal(table: RunningTable, refusal: str) -> Deal:
    check_no_vote(table)
    deal = table.match.deal
    if deal is None:
        raise Refused(refusal)
    return deal


def _vote(
    table: RunningTable,
    deal: Deal,
    proposer: Seat,
    spared: set[Seat],
    now: datetime,
    foul: Foul | None,
    undo: int,
) -> Vote:
    voters = set(table.answering) & set(deal.layout.seats) - {proposer} - spared
    if not voters:
        raise Refused(N_("There's nobody else here who could agree."))
    return Vote(proposer, frozenset(voters), now + timedelta(seconds=VOTE_SECONDS), foul, undo)


def _ruling(declarer: Seat | None, offender: Seat) -> str:
    """Return the ruling on a foul, by whether there is a declarer and who fouled."""
    if declarer is None:
        return "cancel"
    return "fail" if declarer == offender else "deduct"
