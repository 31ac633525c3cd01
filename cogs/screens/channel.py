"""What stands in the channel, as whole messages: lobby, deals, results, the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from discord import ButtonStyle, ui

from cogs.replies import text_screen
from cogs.router import Press
from cogs.screens import components
from kwbot.engine.actions import Seat
from kwbot.engine.match import Match
from kwbot.engine.view import View, view
from kwbot.engine.wording import N_, Term
from kwbot.tables.computers import LEVELS
from kwbot.tables.state import TableState
from kwbot.tables.time_limits import TIME_OPTIONS
from kwbot.text import labels, lines
from kwbot.text.facts import Facts
from kwbot.text.language import Language, Voice, language_of
from kwbot.text.lobby_message import Sitter, lobby_text
from kwbot.text.result import deal_result_text, final_text
from kwbot.text.table_message import scores, table_text, trick_text
from kwbot.text.vote_messages import asked_text, decided_text, foul_text, ready_text, take_back_text
from kwbot.variants import games

LOBBY, TABLE, MORE, AGAIN = "lobby", "table", "more", "again"
HINT, REVIEW = "hint", "review"
"""Areas of presses."""
MORE_LABEL = Term("More", "button")
OUTAGE_SECONDS = 30
"""From this length on the table says that the bot was away."""

CLOSED = {
    "cancelled": N_("The host has cancelled this table."),
    "empty": N_("Everybody has left this table."),
    "idle": N_("Nobody has played at this table for a long time, so it was closed."),
    "rules": N_("The rules have changed in a new version; this game cannot go on. Sorry!"),
    "moderator": N_("A moderator has closed this table."),
}
_ENDED = N_("The host has ended the game.")
IS_CLOSED = N_("This table is closed.")


def mention(user: int) -> str:
    return f"<@{user}>"


def facts_of(table: TableState) -> Facts:
    until = table.vote.until if table.vote else table.deadline
    return Facts(
        mentions={
            seat: mention(seated.user)
            for seat, seated in enumerate(table.seated)
            if seated.user is not None
        },
        computers=frozenset(
            seat for seat, seated in enumerate(table.seated) if seated.user is None
        ),
        deadline=None if until is None or table.paused else int(until.timestamp()),
        outage=table.absence if table.absence >= OUTAGE_SECONDS else None,
        channel=f"<#{table.channel}>",
        settled=_settled(table),
        late=frozenset(seat for seat in table.present if table.missed.get(seat)),
    )


def _settled(table: TableState) -> bool:
    """Whether the last deal ended with cards in hands, and by nobody's foul."""
    ended = table.match.finished if table.match else None
    return (
        ended is not None
        and ended.play is not None
        and any(ended.table.hands)
        and not ended.table.fouls
    )


def seen_by(table: TableState, seat: Seat | None) -> View:
    """The match as a player sees it; while a vote goes on, nobody is asked to play."""
    assert table.match is not None
    seen = view(table.match, seat)
    return replace(seen, to_act=(), choice=None) if table.vote else seen


def channel_voice(seen: View, table: TableState) -> Voice:
    return Voice.of(seen, language_of(table.language))


def more_button(table: TableState, language: Language) -> ui.Button[Any]:
    return components.button(language.term(MORE_LABEL), Press(MORE, table.id, rest="menu"))


# --- the lobby --------------------------------------------------------------------------------


def lobby_screen(table: TableState) -> ui.LayoutView:
    """The lobby; once the game has begun or was closed, without its buttons."""
    language = language_of(table.language)
    text = lobby_text(
        table.variant,
        table.options,
        {key: int(table.options.get(key, other)) for key, other in TIME_OPTIONS.items()},
        _sitters(table),
        language,
        hints=table.gives_hints,
    )
    if table.state == "lobby":
        return text_screen(text, *_game_menu(table, language), *_lobby_buttons(table, language))
    if table.match is None:
        return text_screen(language.text(CLOSED.get(table.closed_reason or "", IS_CLOSED)))
    where = f" <#{table.channel}>" if table.parent_channel else ""
    begun = language.text(N_("The game has begun."))
    return text_screen(f"{text.rpartition(chr(10) * 2)[0]}\n\n▶️ {begun}{where}")


def _sitters(table: TableState) -> list[Sitter]:
    return [
        Sitter(
            seated.name,
            None if seated.user is None else mention(seated.user),
            seated.dm_open,
            host=seated.user == table.host,
            level=seated.level,
        )
        for seated in table.seated
    ]


def _game_menu(table: TableState, language: Language) -> list[ui.ActionRow[Any]]:
    """To play another game instead."""
    options = [
        components.option(
            language.term(game.name),
            key,
            language.term(game.summary),
            default=key == table.variant.key,
        )
        for key, game in games().items()
    ]
    if len(options) == 1:
        return []
    press = Press(LOBBY, table.id, rest="game")
    return [components.menu(language.term(labels.CHOOSE_GAME), press, options)]


def _lobby_buttons(table: TableState, language: Language) -> list[ui.ActionRow[Any]]:
    def button(label: Any, what: str, style: ButtonStyle, *, disabled: bool = False) -> Any:
        press = Press(LOBBY, table.id, rest=what)
        return components.button(language.term(label), press, style, disabled=disabled)

    grey = ButtonStyle.secondary
    return [
        ui.ActionRow(
            button(labels.JOIN, "join", ButtonStyle.primary),
            button(labels.LEAVE, "leave", grey),
            button(
                labels.START,
                "start",
                ButtonStyle.success,
                disabled=not _right_number(table),
            ),
        ),
        ui.ActionRow(
            button(labels.ADD_COMPUTER, "add", grey),
            button(
                labels.REMOVE_COMPUTER,
                "remove",
                grey,
                disabled=all(seated.user is not None for seated in table.seated),
            ),
        ),
        *_level_menu(table, language),
        ui.ActionRow(
            button(labels.OPTIONS, "options", grey),
            components.rules_button(table.id, language),
            button(labels.CANCEL, "cancel", ButtonStyle.danger),
        ),
    ]


def _level_menu(table: TableState, language: Language) -> list[ui.ActionRow[Any]]:
    """How well each computer player, or all of them, might play instead: of eleven computers
    there is just room for what they do not play at yet."""
    seats = {seat: seated for seat, seated in enumerate(table.seated) if seated.user is None}
    if not seats:
        return []
    who = [("all", language.term(labels.ALL_COMPUTERS), "")] if len(seats) > 1 else []
    who += [(str(seat), seated.name, seated.level) for seat, seated in seats.items()]
    options = [
        components.option(
            f"🤖 {name}: {language.term(labels.LEVELS[level])}",
            f"{key} {level}",
            language.term(labels.LEVEL_EFFECTS[level]),
        )
        for key, name, present in who
        for level in LEVELS
        if level != present
    ]
    press = Press(LOBBY, table.id, rest="level")
    return [components.menu(language.term(labels.CHOOSE_LEVEL), press, options[: components.MENU])]


def _right_number(table: TableState) -> bool:
    """Whether so many can play the game."""
    most = table.variant.most_players
    count = len(table.seated)
    return table.variant.least_players <= count <= (most or count)


# --- deals ------------------------------------------------------------------------------------


def shown_deal(table: TableState) -> int:
    """The number of the deal whose message is the table's present one."""
    if table.ready is not None:
        return table.ready.deal
    return table.match.number if table.match else 0


def deal_screen(table: TableState) -> ui.LayoutView:
    """The table's present message: the running deal, the next one's seal, or the end."""
    assert table.match is not None
    if table.state == "closed":
        return _end_screen(table)
    if table.match.deal is None:
        return _ready_screen(table)
    seen = seen_by(table, None)
    voice, facts = channel_voice(seen, table), facts_of(table)
    text = lines.together([(table_text(seen, voice, facts),), (vote_text(table, voice),)])
    return text_screen(text, *_table_buttons(table, voice.language))


def _table_buttons(table: TableState, language: Language) -> list[ui.ActionRow[Any]]:
    def button(label: Any, what: str, style: ButtonStyle) -> ui.Button[Any]:
        return components.button(
            language.term(label), Press(TABLE, table.id, shown_deal(table), what), style
        )

    first = [hand_button(table, language)]
    if table.away & set(table.humans):
        first.append(button(labels.I_AM_BACK, "back", ButtonStyle.success))
    more = more_button(table, language)
    return [ui.ActionRow(*first, more), *vote_buttons(table, language)]


def hand_button(table: TableState, language: Language) -> ui.Button[Any]:
    press = Press(TABLE, table.id, shown_deal(table), "hand")
    return components.button(language.term(labels.MY_HAND), press, ButtonStyle.primary)


def vote_buttons(
    table: TableState, language: Language, seat: Seat | None = None
) -> list[ui.ActionRow[Any]]:
    """To decide about what is proposed, if anything is: for all, or what `seat` may still do."""
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


def vote_text(table: TableState, voice: Voice) -> str:
    """What is proposed and who must still decide; nothing if nothing is."""
    vote, facts = table.vote, facts_of(table)
    if vote is None:
        return ""
    if vote.foul:
        return foul_text(vote.foul, vote.undo, vote.missing, voice, facts)
    return take_back_text(vote.proposer, vote.undo, vote.missing, voice, facts)


def asked_text_of(table: TableState) -> str:
    """Rings those who must decide about what is proposed."""
    vote, voice = table.vote, channel_voice(seen_by(table, None), table)
    assert vote is not None
    return asked_text(vote.proposer, vote.foul, vote.missing, voice, facts_of(table))


def decided_text_of(table: TableState) -> str:
    """How the last vote ended."""
    decided, voice = table.decided, channel_voice(seen_by(table, None), table)
    assert decided is not None
    vote = decided.vote
    return decided_text(
        vote.proposer, vote.foul, vote.undo, decided.by, voice, stands=decided.stands
    )


def _ready_screen(table: TableState) -> ui.LayoutView:
    seen = seen_by(table, None)
    voice, facts = channel_voice(seen, table), facts_of(table)
    ready = table.ready
    assert ready is not None
    missing = set(table.present) - ready.seats
    asked = ready_text(ready.deal, ready.dealer, ready.commitment, missing, voice, facts)
    text = lines.together([*_so_far(table, seen, voice, facts), (asked,)])
    language = voice.language
    review = [review_button(table, language)] if table.match and table.match.finished else []
    row = ui.ActionRow(ready_button(table, language), *review, more_button(table, language))
    return text_screen(text, row)


def told_at_end(table: TableState) -> bool:
    """Whether the tricks of a deal are told at its end: there is nobody else to wait for them."""
    return len(table.present) <= 1


def _so_far(table: TableState, seen: View, voice: Voice, facts: Facts) -> list[Sequence[str]]:
    """The last deal's result once more, or the scores where it stands right above.

    Before the first deal: who plays with whom.
    """
    if seen.last is None:
        return [lines.partners(seen, voice)]
    if _result_in_sight(table):
        return [scores(seen, voice, facts)]
    return [(deal_result_text(seen, voice, facts),)]


def _result_in_sight(table: TableState) -> bool:
    """Whether no trick was posted below the message of the last deal, which shows its result.

    The trick that ends a deal stands in the result itself.
    """
    ended = table.match.finished if table.match else None
    tricks = len(ended.play.tricks) if ended and ended.play else 0
    return told_at_end(table) or tricks <= 1


def ready_button(table: TableState, language: Language) -> ui.Button[Any]:
    press = Press(TABLE, table.id, shown_deal(table), "ready")
    return components.button(language.term(labels.READY), press, ButtonStyle.success)


def review_button(table: TableState, language: Language) -> ui.Button[Any]:
    """For whoever presses it: their own decisions in the deal that is over."""
    return components.button(language.term(labels.REVIEW), Press(REVIEW, table.id))


def _end_screen(table: TableState) -> ui.LayoutView:
    """The final standing, or why the table was closed before its end."""
    seen = seen_by(table, None)
    voice, facts = channel_voice(seen, table), facts_of(table)
    language = voice.language
    again = components.button(
        language.term(labels.REMATCH), Press(AGAIN, table.id), ButtonStyle.primary
    )
    if table.over:
        ended = [] if _result_in_sight(table) else _so_far(table, seen, voice, facts)
        text = lines.together([*ended, (final_text(seen, voice, facts),)])
        return text_screen(text, ui.ActionRow(again, review_button(table, language)))
    reason = language.text(CLOSED.get(table.closed_reason or "", IS_CLOSED))
    return text_screen(
        lines.together([(f"⏹️ {reason}",), scores(seen, voice, facts)]), ui.ActionRow(again)
    )


def broken_off_screen(table: TableState) -> ui.LayoutView:
    """In place of the deal that was running or about to begin when the host ended the game."""
    return text_screen(f"⏹️ {language_of(table.language).text(_ENDED)}")


def result_screen(table: TableState, first_trick: int) -> ui.LayoutView:
    """How the last deal ended; with its tricks from `first_trick` (counted from 1) on."""
    seen = seen_by(table, None)
    voice, facts = channel_voice(seen, table), facts_of(table)
    tricks = [f"-# {line}" for line in tricks_of_last_deal(table, first_trick)]
    return text_screen(lines.together([(deal_result_text(seen, voice, facts),), tricks]))


def tricks_of_last_deal(table: TableState, first: int) -> list[str]:
    """The lines of the tricks of the deal that was scored last, from number `first` on."""
    assert table.match is not None
    if table.match.finished is None or table.match.finished.play is None:
        return []
    return trick_lines(table, replace(table.match, deal=table.match.finished), first)


def trick_lines(table: TableState, match: Match, first: int) -> list[str]:
    """A line for each finished trick of the deal in `match`, from number `first` on."""
    seen = view(match, None)
    voice = channel_voice(seen, table)
    return [trick_text(seen, number, voice) for number in range(first, len(seen.tricks) + 1)]
