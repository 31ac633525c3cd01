"""What people decide at a running table: the host alone, or all who are there, by a vote."""

from kwbot.engine.values.actions import Seat, Undo
from kwbot.engine.values.wording import N_
from kwbot.ids import UserId
from kwbot.tables.errors.refusals import HostOnly, Refused, Stale, check_fresh
from kwbot.tables.log import deal_changes, vote_changes
from kwbot.tables.play import endings, votes
from kwbot.tables.play.absences import come_back, in_place_of, step_aside
from kwbot.tables.play.reseating import sit_down
from kwbot.tables.play.table_writer import TableWriter
from kwbot.tables.play.transaction import Transaction
from kwbot.tables.state.proposals import Motion, Vote


class Decisions:
    """The decisions at a table. A method that raises a RuleViolation changes nothing."""

    def __init__(self, writer: TableWriter) -> None:
        self._writer = writer

    async def finish(self, user_id: UserId) -> None:
        """End the game. A running deal does not count, and nobody wins except in games that only a
        host ends."""
        async with self._writer.move(user_id) as tx:
            votes.check_no_duplicate(tx.state)
            _decide(tx, user_id, Motion())

    async def give_to_computer(self, user_id: UserId, seat: Seat) -> None:
        """Let a computer play for the player of a seat; see `absences.in_place_of`."""
        async with self._writer.move(user_id) as tx:
            _decide(tx, user_id, in_place_of(tx.running, seat))

    async def hand_over(self, user_id: UserId, seat: Seat) -> None:
        """Make another player the host: at once by the host, or by a vote if there is none."""
        async with self._writer.move(user_id) as tx:
            _hand_over(tx, user_id, seat)

    async def call_foul(
        self, user_id: UserId, asked_at: int, offender: Seat, undo: int = 0
    ) -> None:
        """Propose to punish a foul, or take back `undo` moves instead, counted after `asked_at`."""
        async with self._writer.move(user_id) as tx:
            check_fresh(asked_at, tx.state.seq)
            seat = tx.running.seat_of(user_id)
            votes.propose(tx, votes.about_foul(tx.running, seat, offender, undo, tx.now))

    async def ask_undo(self, user_id: UserId, asked_at: int, count: int) -> None:
        """Propose to take back the last `count` moves of the deal as of event `asked_at`."""
        async with self._writer.move(user_id) as tx:
            check_fresh(asked_at, tx.state.seq)
            seat = tx.running.seat_of(user_id)
            votes.propose(tx, votes.about_undo(tx.running, seat, count, tx.now))

    async def vote(self, user_id: UserId, asked_at: int, *, agree: bool) -> None:
        """Vote on what event `asked_at` proposed. An objection may end it; see `_cast_vote`."""
        async with self._writer.move(user_id) as tx:
            _cast_vote(tx, user_id, asked_at, agree=agree)


def _decide(tx: Transaction, user_id: UserId, motion: Motion) -> None:
    """Carry out a motion of the host, or propose it to the others if there is no host."""
    seat = tx.running.seat_of(user_id)
    come_back(tx, seat)
    if not tx.running.may_decide(seat):
        raise HostOnly
    if voters := tx.running.deciders(seat):
        votes.propose(tx, votes.about_motion(tx.running, seat, voters, motion, tx.now))
        return
    if tx.running.vote:
        votes.drop(tx, seat)
    _carry_motion(tx, motion, seat)


def _hand_over(tx: Transaction, user_id: UserId, seat: Seat) -> None:
    """Make another player the host, or propose it to the others if there is no host."""
    if seat not in tx.running.answering:
        raise Stale
    if user_id == tx.running.host:
        _make_host(tx, seat)
    else:
        _decide(tx, user_id, Motion(seat))


def _make_host(tx: Transaction, seat: Seat) -> None:
    tx.change(host=tx.running.seated[seat].user)


def _cast_vote(tx: Transaction, user_id: UserId, asked_at: int, *, agree: bool) -> None:
    """Vote on what event `asked_at` proposed. If one agreement is enough, an objection does not end
    the vote unless it is the proposer's or the last voter's."""
    table = tx.running
    seat, vote = table.seat_of(user_id), table.vote_under_way()
    check_fresh(asked_at, vote.seq)
    votes.check_voter(vote, seat)
    if not agree and vote.quick and vote.voters - {seat} and seat != vote.proposer:
        tx.add("against", str(seat), vote_changes.object_to(table, seat))
    elif not agree:
        votes.drop(tx, seat)
    elif seat == vote.proposer:
        raise Refused(N_("The others are deciding on your proposal."))
    else:
        tx.add("vote", str(seat), vote_changes.agree(table, seat))
        _carry_out(tx, tx.running.vote_under_way())


def _carry_out(tx: Transaction, vote: Vote) -> None:
    """Do what a vote is about, if all who must have agreed."""
    if vote.missing:
        return
    if vote.foul:
        tx.add("foul", str(vote.foul), deal_changes.call_foul(tx.running, vote.foul))
    if vote.motion:
        _carry_motion(tx, vote.motion, vote.proposer)
    if vote.undo:
        tx.add("undo", str(Undo(vote.undo)), deal_changes.undo(tx.running, vote.undo))


def _carry_motion(tx: Transaction, motion: Motion, by: Seat) -> None:
    """Carry out a motion of player `by`."""
    if motion.seat is None:
        endings.finish(tx, by)
    elif motion.newcomer is not None:
        sit_down(tx, motion.seat, motion.newcomer)
        come_back(tx, motion.seat)
    elif motion.until_back:
        if tx.running.vote:
            tx.add("agree", "", vote_changes.carry(tx.running))
        step_aside(tx, motion.seat)
    else:
        if tx.running.vote:
            tx.add("host", str(motion.seat), vote_changes.carry(tx.running))
        _make_host(tx, motion.seat)
