"""Notes and messages beside a panel: where a hand is if not here, and who plays it."""

from cogs.screens.parts.components import ActionRow, Screen, text_screen
from cogs.screens.table import table_buttons
from kwbot.engine.values.actions import Seat
from kwbot.engine.values.wording import N_
from kwbot.tables.errors.refusals import COMPUTER_PLAYS
from kwbot.tables.state.table_state import RunningTable, TableState
from kwbot.text.words import labels
from kwbot.text.words.facts import COMPUTER, Facts
from kwbot.text.words.language import Language
from kwbot.text.words.markdown import Markup, escape
from kwbot.text.words.mentions import link

_TOO_LATE = N_("You ran out of time, so a computer is playing for you.")
_TOO_LONG = N_("The others couldn't wait any longer, so a computer is playing for you.")
_WAITS = N_("The table waits until you're back.")
_TOO_LATE_ALONE = N_("You ran out of time, so the table waits until you're back.")
_ONCE_MORE = N_("Time's up. You get it once more, this one time.")
_IN_CHANNEL = N_("Your hand is at the table, and only you see it: press {button} there. {table}")
_IN_DMS = N_("From now on I DM you your hand.")
_NO_DMS = N_(
    "I can't DM you. Allow direct messages from this server and try again; until then your hand "
    "is here: press *{button}*."
)
_GO_ON = N_("Play on in your DMs: {message}")
_TAKEN = N_("{player} plays in your seat now, until the game is over: {table}")


def elsewhere_screen(
    table: TableState, language: Language, *, here: bool, closed: bool = False
) -> Screen:
    """Say where a player's hand is now, and offer the way back. `here`: in the channel; `closed`:
    whether they refuse direct messages, as far as known."""
    if here:
        button = f"**{language.term(labels.MY_HAND)}**"
        text = language.text(_IN_CHANNEL, button=button, table=link(table))
    elif closed:
        text = language.text(_NO_DMS, button=language.term(labels.TO_CHANNEL))
    else:
        text = language.text(_IN_DMS)
    back = table_buttons.place_button(table, language, here=not here)
    return text_screen(f"🃏 {text}", ActionRow(back))


def to_direct_screen(channel_id: int, message_id: int, language: Language) -> Screen:
    """Link from a private copy of a hand, which can no longer be redrawn, to the direct message."""
    address = f"https://discord.com/channels/@me/{channel_id}/{message_id}"
    return text_screen(f"🃏 {language.text(_GO_ON, message=Markup(address))}")


def taken_screen(table: RunningTable, seat: Seat, language: Language) -> Screen:
    """Say who has taken the seat of a player who was away."""
    seated = table.seated[seat]
    player = f"**{escape(seated.name)}**{'' if seated.user else f' {COMPUTER}'}"
    return text_screen(f"🪑 {language.text(_TAKEN, player=player, table=link(table))}")


def away_notes(table: RunningTable, seat: Seat, facts: Facts, language: Language) -> list[str]:
    """Return why a computer plays for this player, or what happened to their time. Where nobody is
    present, no computer plays."""
    if seat in facts.extended:
        return [f"⌛ {language.text(_ONCE_MORE)}"]
    if seat not in table.away:
        return []
    late = table.attendance.is_gone_by_time(seat)
    if table.is_attended and table.is_lost(seat) and not late:
        return [f"💤 {language.text(_TOO_LONG)}"]
    if table.is_attended:
        return [f"💤 {language.text(_TOO_LATE if late else COMPUTER_PLAYS)}"]
    return [f"💤 {language.text(_TOO_LATE_ALONE if late else _WAITS)}"]
