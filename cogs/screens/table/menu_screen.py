"""The menu of what is seldom needed at a table, for players, onlookers, and its last deal."""

from collections.abc import Iterable, Iterator, Sequence

from discord import ButtonStyle

from cogs.screens.parts import components
from cogs.screens.parts.card_preferences import CardPreferences
from cogs.screens.parts.components import (
    REVIEW,
    ROW_OF_WORDS,
    TABLE,
    ActionRow,
    Button,
    Press,
    Screen,
    rows,
    text_screen,
)
from cogs.screens.table import table_buttons
from cogs.screens.table.menu_press import MenuPress, menu_button
from cogs.screens.table.menu_questions import moves_of_people
from kwbot.engine.deals.deal import Deal
from kwbot.engine.values.actions import Seat
from kwbot.engine.values.wording import Term
from kwbot.ids import TableId
from kwbot.tables.state.table_state import RunningTable
from kwbot.text.words import labels
from kwbot.text.words.language import Language

Offer = tuple[Term, str, ButtonStyle]
"""The label of a button of the menu, what it does, and its style."""


def menu_screen(
    table: RunningTable,
    seat: Seat,
    preferences: CardPreferences,
    commitment: str = "",
    of_hand: Sequence[Button] | None = None,
    *,
    on_server: bool = True,
) -> Screen:
    """Draw everything that this player can do besides playing, with ways to end it last.
    `commitment`: the one posted with *More*, if not the present one; `of_hand`: what the hand had
    no room for, None: the menu is not opened on a hand. `on_server`: not in a direct message."""
    language = preferences.language
    here = preferences.is_hand_here(table.options)
    buttons = [
        *(_review(table, language) if of_hand is None else of_hand),
        *_offer_buttons(table, _offers_in_deal(table, seat), language),
        *(_leaderboard(table, language) if on_server else []),
        *_between_deals(table, language, commitment),
        table_buttons.place_button(table, language, here=not here),
        *components.rules_buttons(table.id, language),
        *_offer_buttons(table, _ways_out(table, seat), language),
    ]
    return text_screen(
        language.text(labels.ASIDE), *rows(buttons, ROW_OF_WORDS),
        components.words(f"{language.term(labels.LOOK)}:"), ActionRow(*_looks(table, preferences)),
    )  # fmt: skip


def _offer_buttons(
    table: RunningTable, offers: Iterable[Offer], language: Language
) -> list[Button]:
    return [
        menu_button(table, language.term(label), MenuPress(what), style)
        for label, what, style in offers
    ]


def _offers_in_deal(table: RunningTable, seat: Seat) -> Iterator[Offer]:
    """Yield ways to come back, what a player may do in the running deal or as its host, and the
    deal in words."""
    deal = table.match.deal
    if seat in table.away:
        yield labels.I_AM_BACK, "back", ButtonStyle.success
    if deal and not table.vote:
        if deal.play and deal.play.asking is None and table.to_act() == (seat,):
            yield labels.CLAIM, "claim", ButtonStyle.secondary
        yield from _offers_of_people(table, deal, seat)
    if _may_decide(table, seat) and set(table.humans) - {seat}:
        yield labels.PLAYERS, "players", ButtonStyle.secondary
    if deal or table.match.finished:
        yield labels.AS_TEXT, "text", ButtonStyle.secondary


def _offers_of_people(table: RunningTable, deal: Deal, seat: Seat) -> Iterator[Offer]:
    """Yield what a player may ask others in the deal to agree to: nothing before a move that could
    be taken back, except that three may judge a foul."""
    playing, moved = frozenset(deal.layout.seats), moves_of_people(table)
    others = playing.intersection(table.humans) - {seat}
    if others.isdisjoint(table.answering):
        return
    if moved and seat in playing and table.allows_take_back:
        yield labels.TAKE_BACK, "undo", ButtonStyle.secondary
    if table.variant.fouls and (moved or len(others) > 1):
        yield labels.CALL_FOUL, "foul", ButtonStyle.secondary


def _may_decide(table: RunningTable, seat: Seat) -> bool:
    """Whether a player decides in a game that goes on: its host, or whoever does in their place."""
    return table.may_decide(seat) and not table.match.is_won


def _ways_out(table: RunningTable, seat: Seat) -> Iterator[Offer]:
    """Yield ways to leave, and to end the game."""
    if seat not in table.away:
        yield labels.LEAVE, "leave", ButtonStyle.danger
    if _may_decide(table, seat) and not table.is_duplicate:
        yield labels.END_GAME, "end", ButtonStyle.danger


def _review(table: RunningTable, language: Language) -> list[Button]:
    """Return the button to review one's own decisions, between two deals."""
    if table.ready is None or table.match.finished is None:
        return []
    return [table_buttons.review_button(table, language)]


def _leaderboard(table: RunningTable, language: Language) -> list[Button]:
    """Return the button to the server's leaderboard, between two deals."""
    return [] if table.ready is None else [table_buttons.leaderboard_button(table, language)]


def _between_deals(table: RunningTable, language: Language, commitment: str) -> list[Button]:
    """Return what a player can do between two deals: stir the next one, see its seal."""
    if table.ready is None:
        return []
    return [*table_buttons.stir_button(table, language), *_seal_button(table, commitment, language)]


def _seal_button(table: RunningTable, commitment: str, language: Language) -> list[Button]:
    """Return the button to the seal of the next deal, if there is one."""
    ready = table.ready
    if ready is None:
        return []
    return [components.seal_button(table.id, ready.deal, commitment or ready.commitment, language)]


def past_screen(table_id: TableId, deal_number: int, language: Language) -> Screen:
    """Draw what else can be done with the last deal of a closed table."""
    review = components.button(language.term(labels.REVIEW), Press(REVIEW, table_id))
    as_text = components.button(
        language.term(labels.AS_TEXT), Press(TABLE, table_id, deal_number, "text")
    )
    replay = table_buttons.replay_button(table_id, deal_number, language)
    buttons = [replay, review, as_text, *components.rules_buttons(table_id, language)]
    return text_screen(language.text(labels.ASIDE), *rows(buttons, ROW_OF_WORDS))


def onlookers_screen(table: RunningTable, language: Language, commitment: str = "") -> Screen:
    """Draw what somebody who does not play at a table can do there. `commitment`: see
    `menu_screen`."""
    deals = len(table.match.deals) + (table.match.deal is not None)
    buttons = [
        *table_buttons.free_seat_button(table, language),
        *table_buttons.join_button(table, language),
    ]
    if not table.is_duplicate:  # otherwise it is told once all have played it
        buttons.append(table_buttons.watch_button(table, language))
        buttons += [table_buttons.words_button(table, deals, language)] if deals else []
    buttons += _leaderboard(table, language)
    buttons += _seal_button(table, commitment, language)
    buttons += components.rules_buttons(table.id, language)
    return text_screen(language.text(labels.ASIDE), *rows(buttons, ROW_OF_WORDS))


def _looks(table: RunningTable, preferences: CardPreferences) -> list[Button]:
    """Return a button for each look that a player may choose, the chosen one marked."""
    styles = {preferences.look: ButtonStyle.primary}
    return [
        menu_button(
            table, preferences.language.term(labels.LOOKS[look]), MenuPress("look", (look,)),
            styles.get(look, ButtonStyle.secondary),
        )
        for look in labels.LOOKS
    ]  # fmt: skip
