"""The menu of what is seldom needed at a table: leave, call a foul, take moves back."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

import discord
from discord import ButtonStyle
from discord.ext import commands

from cogs.connection.client import Kwbot
from cogs.connection.context import chosen, language
from cogs.connection.replies import redraw, send_private
from cogs.hand_place import HandPlace
from cogs.screens.hand.hand_screen import behind_more
from cogs.screens.parts import components
from cogs.screens.parts.card_preferences import CardPreferences
from cogs.screens.parts.components import (
    MAX_OPTIONS,
    MORE,
    REVIEW,
    TABLE,
    ActionRow,
    Button,
    Press,
    Screen,
    text_screen,
)
from cogs.screens.table import table_buttons
from cogs.screens.table.leave_screen import really_screen
from cogs.screens.table.table_facts import facts_of
from cogs.screens.table.table_screen import words_screen
from kwbot.engine.values.actions import Bid, Join, Pass, Play, Seat
from kwbot.engine.values.wording import N_, Term, Who
from kwbot.tables.play import votes
from kwbot.tables.state.table_state import ClosedTable, RunningTable, game_of
from kwbot.tables.thinking.certain_claims import claimable
from kwbot.tables.time.refusals import Refused, Stale
from kwbot.text.table import vote_texts
from kwbot.text.words import labels, lines
from kwbot.text.words.language import Language, Voice

_WHO = N_("Whose foul was it?")
_THIS_ONE = N_("Foul by {player}?")
_PROPOSED = N_("I'm asking the others. Their answer will show at the table.")
_HERE_AGAIN = N_("You're back.")
_SETTLED = N_(
    "End the game now? It's settled by the points so far. A deal in progress won't count."
)
_UNFINISHED = N_("End the game now? It stays unfinished: nobody wins, and no points count.")
_FOR_GOOD = N_("This can't be taken back. Really end it for everyone?")
_ENDED = N_("The game is over.")
_WHAT_IS_CLAIMED = N_("How many of the rest are yours? Only certain tricks are announced.")
_IS_ALL_CLAIMED = N_("Are the remaining tricks all yours? Only a certain claim is announced.")
_SO_MANY = N_("{count} of the last {left}")
_NOT_CERTAIN = N_("Not certain: play on.")
_CLAIMED = N_("Certain: the deal is settled.")
_COMPUTER_FOR = N_("Computer for {player}")
_ALL_AGREE = N_("The host is away, so everyone else must agree.")
_ALL_THERE = N_("Nobody is away.")
_GIVEN = N_("A computer has that seat now, until the game is over.")
_HANDED_OVER = N_("{player} is the host now.")
_HOW_FAR = N_("Take back from which move?")
_MOVE = N_("{player}: {what}")


Offer = tuple[Term, str, ButtonStyle]
"""The label of a button of the menu, what it does, and its style."""


@dataclass(frozen=True, slots=True)
class MenuPress:
    """What a press of the area MORE asks for: ``foul 2 0``, ``claim all``. `more`: whose foul it
    was and how many moves are taken back, which tricks are claimed, whose seat is meant."""

    what: str
    more: tuple[str | int, ...] = ()

    @classmethod
    def of(cls, text: str, *chosen: str) -> MenuPress:
        """Read an argument, with what was `chosen` in a menu after it."""
        what, *more = [*text.split(), *chosen] or [""]
        return cls(what, tuple(int(one) if one.isdecimal() else one for one in more))

    def __str__(self) -> str:
        return " ".join(map(str, (self.what, *self.more)))


class TableMenuCog(commands.Cog):
    def __init__(self, bot: Kwbot) -> None:
        self.bot = bot
        bot.router.on(MORE, self.pressed)

    async def pressed(self, interaction: discord.Interaction, press: Press) -> None:
        spoken = await language(interaction)
        if press.argument == "past":
            await send_private(interaction, past_screen(press.table, press.asked_at, spoken))
            return
        table = game_of(self.bot.table(press.table))
        onlooker = interaction.guild_id == table.guild and not table.has(interaction.user.id)
        asked = MenuPress.of(press.argument, *chosen(interaction))
        if asked.what == "menu" and onlooker:
            await send_private(
                interaction, onlookers_screen(table, spoken, _posted_commitment(press))
            )
            return
        seat, display = table.seat_of(interaction.user.id), self.bot.display
        is_menu = asked.what == "menu"
        place = HandPlace.of(display, interaction, table, spoken, on_hand=is_menu)
        with display.answering(table.id, interaction.message if place else None):
            in_hand = place is not None
            view = await self._answer(interaction, press, seat, asked, spoken, in_hand=in_hand)
            if place is not None and asked.what != "leave":
                await place.show(view)
            else:
                await (send_private if place or is_menu else redraw)(interaction, view)

    async def _answer(
        self,
        interaction: discord.Interaction,
        press: Press,
        seat: Seat,
        asked: MenuPress,
        language: Language,
        *,
        in_hand: bool,
    ) -> Screen:
        """Draw what a press asks for, once that is done. `in_hand`: in the place of the hand."""
        user = interaction.user.id
        if asked.what != "back":
            await self.bot.tables.index.at(press.table).wake(user)
        table = game_of(self.bot.table(press.table))
        if asked.what == "look" and (looks := [*labels.LOOKS.keys() & asked.more]):
            await self.bot.preferences.choose(user, look=looks[0])
            self.bot.display.redraw_hands(user)
        if asked.what in ("menu", "look"):
            preferences = await self.bot.preferences.of(interaction)
            aside = behind_more(table, seat, language) if in_hand else None
            return menu_screen(table, seat, preferences, _posted_commitment(press), aside)
        if asked.what == "text":
            return words_screen(table, await self.bot.preferences.of(interaction))
        question = self._question(table, seat, asked, language)
        return question or await self._done(table, seat, press.asked_at, asked, language)

    def _question(
        self, table: RunningTable, seat: Seat, asked: MenuPress, language: Language
    ) -> Screen | None:
        """Draw what must be asked before something is done; None if nothing must."""
        view: Screen | None = None
        match asked:
            case MenuPress("foul", ()):
                view = offenders_screen(table, seat, language)
            case MenuPress("foul", (int(offender),)):
                view = rulings_screen(table, seat, offender, language, self.bot.clock.now())
            case MenuPress("right", (int(offender),)):
                view = moves_screen(table, MenuPress("foul", (offender,)), language)
            case MenuPress("undo", ()):
                view = moves_screen(table, MenuPress("take"), language)
            case MenuPress("end", ()):
                meaning = _SETTLED if table.variant.host_ends else _UNFINISHED
                view = end_screen(table, meaning, MenuPress("end", ("really",)), language)
            case MenuPress("end", ("really",)):
                view = end_screen(table, _FOR_GOOD, MenuPress("end", ("yes",)), language)
            case MenuPress("claim", ()):
                view = claim_screen(table, claimable(table, seat), language)
            case MenuPress("players", ()):
                view = players_screen(table, seat, language)
            case MenuPress("leave", ()):
                user = table.seated[seat].user
                assert user is not None
                view = really_screen(table, user, language)
        return view

    async def _done(
        self, table: RunningTable, seat: Seat, seen: int, asked: MenuPress, language: Language
    ) -> Screen:
        """Do what was pressed, and draw what was done."""
        live, user = self.bot.tables.index.at(table.id), table.seated[seat].user
        assert user is not None
        match asked:
            case MenuPress("back", ()):
                await live.back(user)
                return text_screen(language.text(_HERE_AGAIN))
            case MenuPress("foul", (int(offender), int(count))):
                await live.decisions.call_foul(user, seen, offender, count)
            case MenuPress("claim", (("all" | "none" | int()) as claim,)):
                granted = await live.claim(user, str(claim))
                return text_screen(language.text(_CLAIMED if granted else _NOT_CERTAIN))
            case MenuPress("take", (int(count),)):
                await live.decisions.ask_undo(user, seen, count)
            case MenuPress("end", ("yes",)):
                await live.decisions.finish(user)
                if isinstance(live.state, ClosedTable):
                    return text_screen(language.text(_ENDED))
            case MenuPress("computer", (int(other),)):
                await live.decisions.give_to_computer(user, other)
                if not game_of(live.state).vote:
                    return text_screen(_replaced_text(table, other, language))
            case MenuPress("host", (int(other),)):
                await live.decisions.hand_over(user, other)
                if game_of(live.state).host == table.seated[other].user:
                    name = _voice(table, language).name(other)
                    return text_screen(language.text(_HANDED_OVER, player=name))
            case _:
                raise Stale
        return text_screen(language.text(_PROPOSED))


def _posted_commitment(press: Press) -> str:
    """Return the commitment that was posted with *More*; empty where none was."""
    what, _, commitment = press.argument.partition(" ")
    return commitment if what == "menu" else ""


def _replaced_text(table: RunningTable, seat: Seat, language: Language) -> str:
    """Return what has become of somebody's seat, at a `table` as it stood before."""
    if table.is_silent(seat):
        return vote_texts.until_back_text(seat, _voice(table, language))
    return language.text(_GIVEN)


def _press(table: RunningTable, asked: MenuPress) -> Press:
    return Press(MORE, table.id, table.seq, str(asked))


def _button(
    table: RunningTable, label: str, asked: MenuPress, style: ButtonStyle = ButtonStyle.secondary
) -> Button:
    return components.button(label, _press(table, asked), style)


def menu_screen(
    table: RunningTable,
    seat: Seat,
    preferences: CardPreferences,
    commitment: str = "",
    of_hand: Sequence[Button] | None = None,
) -> Screen:
    """Draw everything that this player can do besides playing, what ends it last. `commitment`: the
    one that was posted with *More*, if not the present one; `of_hand`: what the hand had no room
    for, None: it is not opened there."""
    language = preferences.language
    here = preferences.is_hand_here(table.options)

    def offered(offers: Iterable[Offer]) -> list[Button]:
        return [
            _button(table, language.term(label), MenuPress(what), style)
            for label, what, style in offers
        ]

    buttons = [
        *(_review(table, language) if of_hand is None else of_hand),
        *offered(_offers_in_deal(table, seat)),
        *_between_deals(table, language, commitment),
        table_buttons.place_button(table, language, here=not here),
        *components.rules_buttons(table.id, language),
        *offered(_ways_out(table, seat)),
    ]
    return text_screen(
        language.text(labels.ASIDE), *components.rows(buttons),
        components.words(f"{language.term(labels.LOOK)}:"), ActionRow(*_looks(table, preferences)),
    )  # fmt: skip


def _offers_in_deal(table: RunningTable, seat: Seat) -> Iterator[Offer]:
    """Yield how a player comes back, what they may do in the running deal or as its host, and the
    deal in words."""
    deal = table.match.deal
    if seat in table.away:
        yield labels.I_AM_BACK, "back", ButtonStyle.success
    if deal and not table.vote:
        if deal.play and deal.play.asking is None and table.to_act() == (seat,):
            yield labels.CLAIM, "claim", ButtonStyle.secondary
        if len(table.present) > 1:
            if table.allows_take_back:
                yield labels.TAKE_BACK, "undo", ButtonStyle.secondary
            if table.variant.fouls:
                yield labels.CALL_FOUL, "foul", ButtonStyle.secondary
    if _may_decide(table, seat) and set(table.humans) - {seat}:
        yield labels.PLAYERS, "players", ButtonStyle.secondary
    if deal or table.match.finished:
        yield labels.AS_TEXT, "text", ButtonStyle.secondary


def _may_decide(table: RunningTable, seat: Seat) -> bool:
    """Whether a player is the host of a game that goes on, or whoever decides in their place."""
    return table.may_decide(seat) and not table.match.over


def _ways_out(table: RunningTable, seat: Seat) -> Iterator[Offer]:
    """Yield how a player leaves, and how the game ends."""
    if seat not in table.away:
        yield labels.LEAVE, "leave", ButtonStyle.danger
    if _may_decide(table, seat) and not table.is_shared:
        yield labels.END_GAME, "end", ButtonStyle.danger


def _review(table: RunningTable, language: Language) -> list[Button]:
    """Return the button to look back at one's own decisions, between two deals."""
    if table.ready is None or table.match.finished is None:
        return []
    return [table_buttons.review_button(table, language)]


def _between_deals(table: RunningTable, language: Language, commitment: str) -> list[Button]:
    """Return what a player can do between two deals: stir the next one, see its seal."""
    if table.ready is None:
        return []
    return [*table_buttons.stir_button(table, language), *_seal_button(table, commitment)]


def _seal_button(table: RunningTable, commitment: str) -> list[Button]:
    """Return the button to the seal of the next deal, if one waits."""
    ready = table.ready
    if ready is None:
        return []
    return [components.seal_button(table.id, ready.deal, commitment or ready.commitment)]


def past_screen(table_id: int, deal: int, language: Language) -> Screen:
    """Draw what else can be done with the last deal of a table that is closed."""
    review = components.button(language.term(labels.REVIEW), Press(REVIEW, table_id))
    as_text = components.button(language.term(labels.AS_TEXT), Press(TABLE, table_id, deal, "text"))
    buttons = [review, as_text, *components.rules_buttons(table_id, language)]
    return text_screen(language.text(labels.ASIDE), *components.rows(buttons))


def onlookers_screen(table: RunningTable, language: Language, commitment: str = "") -> Screen:
    """Draw what somebody can do who does not play there. `commitment`: see `menu_screen`."""
    deals = len(table.match.deals) + (table.match.deal is not None)
    buttons = [
        *table_buttons.free_seat_button(table, language),
        *table_buttons.join_button(table, language),
    ]
    if not table.is_shared:  # else it is told once all have played it
        buttons.append(table_buttons.watch_button(table, language))
        buttons += [table_buttons.words_button(table, deals, language)] if deals else []
    buttons += _seal_button(table, commitment)
    buttons += components.rules_buttons(table.id, language)
    return text_screen(language.text(labels.ASIDE), *components.rows(buttons))


def _looks(table: RunningTable, preferences: CardPreferences) -> list[Button]:
    """Return a button for each look that a player may choose, the chosen one marked."""
    styles = {preferences.look: ButtonStyle.primary}
    return [
        _button(table, preferences.language.term(labels.LOOKS[look]), MenuPress("look", (look,)),
                styles.get(look, ButtonStyle.secondary))
        for look in labels.LOOKS
    ]  # fmt: skip


def claim_screen(table: RunningTable, left: int | None, language: Language) -> Screen:
    """Ask what somebody claims; less than all where they may claim any number of those `left`."""
    the_rest = _button(
        table, language.term(labels.THE_REST), MenuPress("claim", ("all",)), ButtonStyle.primary
    )
    if left is None:
        return text_screen(language.text(_IS_ALL_CLAIMED), ActionRow(the_rest))
    none = _button(table, language.term(labels.NONE_OF_IT), MenuPress("claim", ("none",)))
    rows = [ActionRow(the_rest, none)]
    if left > 1:
        options = [
            components.option(language.text(_SO_MANY, count=count, left=left), str(count))
            for count in range(1, left)
        ]
        rows.append(
            components.menu(
                language.term(labels.A_NUMBER), _press(table, MenuPress("claim")), options
            )
        )
    return text_screen(language.text(_WHAT_IS_CLAIMED), *rows)


def players_screen(table: RunningTable, seat: Seat, language: Language) -> Screen:
    """Draw what the host can do, or without one all by vote: computers for those who are away or
    silent, another host."""
    voice, text = _voice(table, language), language.text
    gone, facts = table.replaceable, facts_of(table)
    told = [lines.silent(voice, facts), lines.away_text(voice, facts)]
    buttons = [
        _button(
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
        rows.append(components.menu(label, _press(table, MenuPress("host")), options))
    return text_screen("\n".join(filter(None, told)) or text(_ALL_THERE), *rows)


def end_screen(table: RunningTable, question: str, yes: MenuPress, language: Language) -> Screen:
    """Ask whether to end the game, which cannot be taken back."""
    end = _button(table, language.term(labels.END_GAME), yes, ButtonStyle.danger)
    return text_screen(language.text(question), ActionRow(end))


def offenders_screen(table: RunningTable, seat: Seat, language: Language) -> Screen:
    """Draw the other human players of the deal, to choose who fouled."""
    deal, voice = table.match.deal, _voice(table, language)
    others = [
        other for other in table.humans if deal and other in deal.layout.seats and other != seat
    ]
    buttons = [_button(table, voice.name(other), MenuPress("foul", (other,))) for other in others]
    alone = voice.fill(_THIS_ONE, {"player": Who(others[0])}) if len(others) == 1 else ""
    return text_screen(alone or language.text(_WHO), *components.rows(buttons))


def rulings_screen(
    table: RunningTable, caller: Seat, offender: Seat, language: Language, now: datetime
) -> Screen:
    """Draw the two rulings: the foul stands, if others can judge it; or it is put right."""
    restore = language.term(labels.RULING_LABELS["restore"])
    buttons = [_button(table, restore, MenuPress("right", (offender,)), ButtonStyle.primary)]
    with contextlib.suppress(Refused):
        foul = votes.about_foul(table, caller, offender, 0, now).foul
        assert foul is not None
        label = language.term(labels.RULING_LABELS[foul.ruling])
        buttons.insert(
            0, _button(table, label, MenuPress("foul", (offender, 0)), ButtonStyle.danger)
        )
    return text_screen(language.term(labels.CHOOSE_RULING), *components.rows(buttons))


def moves_screen(table: RunningTable, asked: MenuPress, language: Language) -> Screen:
    """Draw the moves of people to go back to; secret ones are not named."""
    deal, voice = table.match.deal, _voice(table, language)
    moves = deal.moves() if deal else ()
    options: list[discord.SelectOption] = []
    for count, (seat, action) in enumerate(reversed(moves), start=1):
        if table.is_played_by_computer(seat) or len(options) == MAX_OPTIONS:
            continue  # a computer would only do it again
        what = voice.action(action) if isinstance(action, Play | Bid | Pass | Join) else "…"
        told = language.plural(
            "{count} move is taken back.", "{count} moves are taken back.", count
        )
        label = language.text(_MOVE, player=voice.name(seat), what=what)
        options.append(components.option(label, str(count), told))
    if not options:
        raise Stale
    return text_screen(
        language.text(_HOW_FAR),
        components.menu(language.term(labels.CHOOSE_MOVE), _press(table, asked), options),
    )


def _voice(table: RunningTable, language: Language) -> Voice:
    options = table.match.sheet.options
    return Voice.of_game(table.variant, language, table.names, options).without_markdown()


async def setup(bot: Kwbot) -> None:
    await bot.add_cog(TableMenuCog(bot))
