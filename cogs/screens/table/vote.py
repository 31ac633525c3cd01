"""A proposal that players decide on: its text, its buttons, and its posts."""

from discord import ButtonStyle

from cogs.screens.parts import components
from cogs.screens.parts.components import TABLE, ActionRow, Part, Press, Screen, text_screen
from cogs.screens.table.table_facts import channel_voice, facts_of, seen_by
from kwbot.engine.values.actions import Bid, Join, Pass, Play, Seat
from kwbot.engine.values.wording import N_, Sentence, Term, Who
from kwbot.tables.state.proposals import Decided, Motion, Vote
from kwbot.tables.state.table_state import RunningTable
from kwbot.text.table import vote_texts
from kwbot.text.table.vote_texts import Proposal
from kwbot.text.words import labels
from kwbot.text.words.language import Language, Voice


def vote_buttons(
    table: RunningTable, language: Language, seat: Seat | None = None
) -> list[ActionRow]:
    """Return what everybody can press about a proposal, or what `seat` still can."""
    vote = table.vote
    if vote is None:
        return []
    offered: tuple[tuple[Term, str, ButtonStyle], ...] = ()
    if seat is None or seat in vote.missing:
        offered = (
            (labels.AGREE, "agree", ButtonStyle.success),
            (labels.DISAGREE, "disagree", ButtonStyle.danger),
        )
    elif seat == vote.proposer and seat in table.present:
        offered = ((labels.WITHDRAW, "disagree", ButtonStyle.danger),)
    return components.rows(
        [
            components.button(language.term(label), Press(TABLE, table.id, vote.seq, what), style)
            for label, what, style in offered
        ]
    )


def _proposal(table: RunningTable, vote: Vote) -> Proposal:
    sentence = _proposal_sentence(table, vote)
    return Proposal(_mark(vote), sentence, vote.foul, vote.undo, vote.missing)


def _mark(vote: Vote) -> str:
    if vote.foul:
        return vote_texts.FOUL_MARK
    if vote.undo:
        return vote_texts.UNDO_MARK
    return (
        vote_texts.SEAT_MARK
        if vote.motion and vote.motion.seat is not None
        else vote_texts.END_MARK
    )


def _proposal_sentence(table: RunningTable, vote: Vote) -> Sentence:
    """Return a sentence with what is proposed; a card to be taken back is named."""
    who, foul, motion = Who(vote.proposer), vote.foul, vote.motion
    if foul is not None:
        offender = Who(foul.offender)
        return Sentence(N_("{caller} calls a foul on {offender}."), caller=who, offender=offender)
    if motion is not None:
        return _motion_sentence(who, motion)
    seat, action = table.match.deal.moves()[-vote.undo] if table.match.deal else (None, None)
    if not isinstance(action, Play | Bid | Pass | Join) or seat is None:
        return Sentence(N_("{player} asks for a take-back."), player=who)
    if seat != vote.proposer:
        text = N_("{player} asks to take back everything from {other}'s {move}")
        return Sentence(text, player=who, other=Who(seat), move=action)
    if isinstance(action, Play):
        return Sentence(N_("{player} asks to take {card} back."), player=who, card=action.card)
    return Sentence(N_("{player} asks to take back: {move}"), player=who, move=action)


def _motion_sentence(who: Who, motion: Motion) -> Sentence:
    if motion.seat is None:
        return Sentence(N_("{player} asks to end the game."), player=who)
    if motion.names_host:
        text = N_("{player} proposes a new host: {host}.")
        return Sentence(text, player=who, host=Who(motion.seat))
    absent = Who(motion.seat)
    if motion.newcomer is None or motion.newcomer.user is None:
        text = N_("{player} asks for a computer in {absent}'s seat.")
        return Sentence(text, player=who, absent=absent)
    text = N_("{newcomer} would like to play in {absent}'s seat.")
    return Sentence(text, newcomer=motion.newcomer.name, absent=absent)


def vote_text(table: RunningTable, voice: Voice) -> str:
    """Return what is proposed and who has yet to decide; nothing without a proposal."""
    if table.vote is None:
        return ""
    return vote_texts.vote_text(_proposal(table, table.vote), voice, facts_of(table))


def vote_parts(table: RunningTable, voice: Voice, seat: Seat | None = None) -> list[Part]:
    """Return what is proposed, and below it what everybody can press, or what `seat` still can;
    nothing without a proposal."""
    if table.vote is None:
        return []
    told = components.words(vote_text(table, voice))
    return [told, *vote_buttons(table, voice.language, seat)]


def question_screen(table: RunningTable, vote: Vote) -> Screen:
    """Draw the message that pings those who must decide, with their buttons."""
    voice, facts = channel_voice(seen_by(table, None), table), facts_of(table)
    text = vote_texts.question_text(_proposal(table, vote), voice, facts)
    return text_screen(text, *vote_buttons(table, voice.language))


def decided_text(table: RunningTable, decided: Decided) -> str:
    """Return how a vote ended."""
    vote, voice = decided.vote, channel_voice(seen_by(table, None), table)
    seat = vote.proposer
    if decided.stands and vote.motion and vote.motion.seat is not None:
        seat = vote.motion.seat
        if vote.motion.names_host:
            return vote_texts.new_host_text(seat, voice)
        if vote.motion.until_back:
            return vote_texts.until_back_text(seat, voice)
    if decided.by is not None and decided.by not in vote.voters | {vote.proposer}:
        return vote_texts.broken_off_text(_mark(vote), voice)
    return vote_texts.decided_text(
        _mark(vote), seat, vote.foul, vote.undo, decided.by, voice, stands=decided.stands
    )  # fmt: skip
