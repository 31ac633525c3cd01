"""A proposal that players decide about: its text, its buttons, and what is posted of it."""

from __future__ import annotations

from typing import Any

from discord import ButtonStyle, ui

from cogs.screens import components
from cogs.screens.components import TABLE, Press, Screen, text_screen
from cogs.screens.table_facts import channel_voice, facts_of, seen_by
from kwbot.engine.actions import Seat
from kwbot.engine.wording import Term
from kwbot.tables.state import Decided, RunningTable, Vote
from kwbot.text import labels, vote_messages
from kwbot.text.language import Language, Voice


def vote_buttons(
    table: RunningTable, language: Language, seat: Seat | None = None
) -> list[ui.ActionRow[Any]]:
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
    elif seat == vote.proposer:
        offered = ((labels.WITHDRAW, "disagree", ButtonStyle.danger),)
    return components.rows(
        [
            components.button(language.term(label), Press(TABLE, table.id, vote.seq, what), style)
            for label, what, style in offered
        ]
    )


def vote_text(table: RunningTable, voice: Voice) -> str:
    """Return what is proposed and who must still decide; nothing without a proposal."""
    vote, facts = table.vote, facts_of(table)
    if vote is None:
        return ""
    return vote_messages.vote_text(vote.proposer, vote.foul, vote.undo, vote.missing, voice, facts)


def asked_screen(table: RunningTable, vote: Vote) -> Screen:
    """Draw what rings those who must decide, with their buttons."""
    voice, facts = channel_voice(seen_by(table, None), table), facts_of(table)
    text = vote_messages.asked_text(vote.proposer, vote.foul, vote.missing, voice, facts)
    return text_screen(text, *vote_buttons(table, voice.language))


def decided_text(table: RunningTable, decided: Decided) -> str:
    """Return how a vote ended."""
    vote, voice = decided.vote, channel_voice(seen_by(table, None), table)
    return vote_messages.decided_text(
        vote.proposer, vote.foul, vote.undo, decided.by, voice, stands=decided.stands
    )
