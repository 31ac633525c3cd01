"""The questions that the menu of a table asks before something is done."""

from datetime import datetime

import discord
from discord import ButtonStyle

from cogs.screens.parts import components
from cogs.screens.parts.components import MAX_OPTIONS, ActionRow, Screen, text_screen
from cogs.screens.table.menu_press import MenuPress, menu_button
from cogs.screens.table.table_facts import facts_of, label_voice
from kwbot.engine.values.actions import Action, Bid, Join, NameDirection, NameSuit, Pass, Play, Seat
from kwbot.engine.values.wording import N_, Who
from kwbot.tables.errors.refusals import Refused, Stale
from kwbot.tables.play import votes
from kwbot.tables.state.table_state import RunningTable
from kwbot.text.words import labels, lines
from kwbot.text.words.language import Language

_WHO = N_("Whose foul was it?")
_THIS_ONE = N_("Foul by {player}?")
_WHAT_IS_CLAIMED = N_("How many of the rest are yours? Only what's certain is announced.")
_IS_ALL_CLAIMED = N_("Are the remaining tricks all yours? Only what's certain is announced.")
_SO_MANY = N_("{count} of the last {left}")
_COMPUTER_FOR = N_("Computer for {player}")
_ALL_AGREE = N_("The host is away, so everyone else must agree.")
_ALL_THERE = N_("Nobody is away.")
_HOW_FAR = N_("Take back from which move?")
_MOVE = N_("{player}: {what}")


def claim_screen(table: RunningTable, left: int | None, language: Language) -> Screen:
    """Ask what somebody claims: any number of the tricks `left`; None: only all of them."""
    the_rest = menu_button(
        table, language.term(labels.THE_REST), MenuPress("claim", ("all",)), ButtonStyle.primary
    )
    if left is None:
        return text_screen(language.text(_IS_ALL_CLAIMED), ActionRow(the_rest))
    none = menu_button(table, language.term(labels.NONE_OF_IT), MenuPress("claim", ("none",)))
    rows = [ActionRow(the_rest, none)]
    if left > 1:
        options = [
            components.option(language.text(_SO_MANY, count=count, left=left), str(count))
            for count in range(1, left)
        ]
        rows.append(
            components.menu(language.term(labels.A_NUMBER), MenuPress("claim").at(table), options)
        )
    return text_screen(language.text(_WHAT_IS_CLAIMED), *rows)


def players_screen(table: RunningTable, seat: Seat, language: Language) -> Screen:
    """Draw what the host (or, without one, a vote of all) can do: replace the absent or silent by
    computers, or name another host."""
    voice, text = label_voice(table, language), language.text
    gone, facts = table.replaceable, facts_of(table)
    told = [lines.still_waiting(voice, facts), lines.away_text(voice, facts)]
    buttons = [
        menu_button(
            table, text(_COMPUTER_FOR, player=voice.name(other)), MenuPress("computer", (other,))
        )
        for other in gone
    ]
    if gone and seat != table.host_seat:
        told.append(text(_ALL_AGREE))
    rows = components.rows(buttons)
    others = [other for other in table.answering if other != table.host_seat]
    if others and table.may_decide(seat):
        options = [components.option(voice.name(other), str(other)) for other in others]
        label = language.term(labels.CHOOSE_HOST)
        rows.append(components.menu(label, MenuPress("host").at(table), options))
    return text_screen("\n".join(filter(None, told)) or text(_ALL_THERE), *rows)


def end_screen(table: RunningTable, question: str, yes: MenuPress, language: Language) -> Screen:
    """Ask whether to end the game, which cannot be taken back."""
    end = menu_button(table, language.term(labels.END_GAME), yes, ButtonStyle.danger)
    return text_screen(language.text(question), ActionRow(end))


def offenders_screen(table: RunningTable, seat: Seat, language: Language) -> Screen:
    """Draw the other human players of the deal, to choose who fouled."""
    deal, voice = table.match.deal, label_voice(table, language)
    others = [
        other for other in table.humans if deal and other in deal.layout.seats and other != seat
    ]
    buttons = [
        menu_button(table, voice.name(other), MenuPress("foul", (other,))) for other in others
    ]
    alone = voice.fill(_THIS_ONE, {"player": Who(others[0])}) if len(others) == 1 else ""
    return text_screen(alone or language.text(_WHO), *components.rows(buttons))


def rulings_screen(
    table: RunningTable, caller: Seat, offender: Seat, language: Language, now: datetime
) -> Screen:
    """Draw the two rulings: to let the foul count, if others can judge it, or to put it right, if
    something can be taken back. Raises Refused where neither is possible."""
    restore = language.term(labels.RULING_LABELS["restore"])
    right = menu_button(table, restore, MenuPress("right", (offender,)), ButtonStyle.primary)
    buttons = [right] if moves_of_people(table) else []
    try:
        foul = votes.about_foul(table, caller, offender, 0, now).foul
    except Refused:
        if not buttons:
            raise
    else:
        assert foul is not None
        label = language.term(labels.RULING_LABELS[foul.ruling])
        buttons.insert(
            0, menu_button(table, label, MenuPress("foul", (offender, 0)), ButtonStyle.danger)
        )
    return text_screen(language.term(labels.CHOOSE_RULING), *components.rows(buttons))


_OPEN_MOVES = (Play, Bid, Pass, Join, NameSuit, NameDirection)
"""Moves that everybody at the table sees in full."""


def moves_of_people(table: RunningTable) -> list[tuple[int, Seat, Action]]:
    """Return the moves that can be taken back, latest first, each with the number of moves taken
    back with it. Computers' moves are left out: they would only repeat them."""
    deal = table.match.deal
    moves = enumerate(reversed(deal.moves() if deal else ()), start=1)
    return [
        (count, seat, action)
        for count, (seat, action) in moves
        if not table.is_played_by_computer(seat)
    ]


def moves_screen(table: RunningTable, asked: MenuPress, language: Language) -> Screen:
    """Draw people's moves to go back to; secret ones are not named."""
    voice = label_voice(table, language)
    options: list[discord.SelectOption] = []
    for count, seat, action in moves_of_people(table)[:MAX_OPTIONS]:
        what = voice.action(action) if isinstance(action, _OPEN_MOVES) else "…"
        told = language.plural(
            "{count} move is taken back.", "{count} moves are taken back.", count
        )
        label = language.text(_MOVE, player=voice.name(seat), what=what)
        options.append(components.option(label, str(count), told))
    if not options:
        raise Stale
    return text_screen(
        language.text(_HOW_FAR),
        components.menu(language.term(labels.CHOOSE_MOVE), asked.at(table), options),
    )
