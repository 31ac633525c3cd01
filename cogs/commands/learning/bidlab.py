"""/bidlab: explore in private what a hand could bid, with examples.

Only the custom_ids hold the hand: whoever can press has already seen it.
"""

import random
import secrets
from dataclasses import replace
from itertools import product

import discord
from discord import ButtonStyle, app_commands
from discord.ext import commands

from cogs.commands.learning.examples import Examples, ExampleSearch
from cogs.connection.client import Kwbot
from cogs.connection.context import guild_id_of, user_id_of
from cogs.connection.installation import in_direct_messages_too
from cogs.connection.localised import choice, descriptions, words
from cogs.connection.press_data import chosen_values
from cogs.connection.replies import send_private
from cogs.screens.hand.combination import bid_menus
from cogs.screens.hand.picking import BidDraft, Pick, picked_on
from cogs.screens.parts import components
from cogs.screens.parts.card_preferences import CardPreferences
from cogs.screens.parts.components import ActionRow, Press, Screen, text_screen
from kwbot.engine.deals.match import Match
from kwbot.engine.deals.variant import Variant
from kwbot.engine.values.actions import Bid
from kwbot.engine.values.cards import CardSet
from kwbot.engine.values.choices import CombinationBid
from kwbot.engine.values.errors import IllegalAction
from kwbot.engine.values.wording import N_, Term
from kwbot.engine.views.explorer import Explorer
from kwbot.engine.views.view import View, view
from kwbot.ids import NO_TABLE, UserId
from kwbot.tables.errors.refusals import Refused
from kwbot.tables.state.table_state import RunningTable
from kwbot.text.deal.bid_laboratory import HAND_SIZE, lab_match, lab_text, read_hand
from kwbot.text.words import labels
from kwbot.text.words.labels import COMMANDS, Command
from kwbot.text.words.language import Voice
from kwbot.variants import explorers

LAB_AREA = "lab"
SEARCH_SECONDS = 1.0
"""Seconds of a search for an example."""
EXAMPLE, NEW_HAND = Term("Example", "button"), Term("Another hand", "button")
HAND = Command(
    Term("cards", "command"),
    Term("For example SAKQ HJT9 D8765 C432; leave empty for a random hand", "command"),
)
OF = Command(Term("from", "command"), Term("Whose hand", "command"))
EDITION_PARAMETER = Command(Term("edition", "command"), Term("Which edition's bids", "command"))
PLAYERS_PARAMETER = Command(Term("players", "command"), Term("How many play", "command"))
OPTION = next(iter(explorers().values())).option
"""The table option by which the bids to explore differ."""
EDITIONS = [value for value, _ in OPTION.values]
EDITION_CHOICES = [choice(name, value) for value, name in OPTION.values]
LAB_SETTINGS = dict(enumerate(product(EDITIONS, (3, 4)), start=3))
"""Edition and number of players by the number in a press."""
CHANCE, LAST = "chance", "last"
SOURCES = [
    choice(Term("Random", "command"), CHANCE),
    choice(Term("Your own hand from the last deal", "command"), LAST),
]


class BidLabCog(commands.Cog):
    def __init__(self, bot: Kwbot) -> None:
        self.bot = bot
        self._examples = Examples()
        bot.router.on(LAB_AREA, self.on_press)

    @app_commands.command(**words(COMMANDS["bidlab"]))
    @app_commands.rename(source="from")
    @app_commands.describe(
        **descriptions(cards=HAND, source=OF, players=PLAYERS_PARAMETER, edition=EDITION_PARAMETER)
    )
    @app_commands.choices(source=SOURCES, edition=EDITION_CHOICES)
    @in_direct_messages_too
    async def bidlab(
        self,
        interaction: discord.Interaction,
        cards: str | None = None,
        source: str = CHANCE,
        players: app_commands.Range[int, 3, 4] = 4,
        edition: str | None = None,
    ) -> None:
        if cards is not None:
            hand = read_hand(cards)
        elif source == LAST:
            hand, players, played = await self._last(interaction)
            edition = edition or played
        else:
            hand = self._random(players)
        match = _open_auction(self._game(), hand, players, edition or EDITIONS[0])
        preferences = await self.bot.preferences.of(interaction)
        await send_private(interaction, _screen(match, "", preferences))

    async def on_press(self, interaction: discord.Interaction, press: Press) -> None:
        """Handle a chosen part, Clear, another hand, or an example."""
        match, preferences = self._match(press), await self.bot.preferences.of(interaction)
        asked = match.choice(0)
        assert isinstance(asked, CombinationBid)
        pick = Pick.of(press.argument)
        if pick.way == "example":
            await self._example(interaction, match, _draft(asked, pick.picked), preferences)
        elif pick.way == "new":
            players = len(match.names)
            fresh = _open_auction(match.variant, self._random(players), players, _edition(match))
            await interaction.response.edit_message(view=_screen(fresh, "", preferences))
        else:
            picked = picked_on(asked, pick, chosen_values(interaction))
            await interaction.response.edit_message(view=_screen(match, picked, preferences))

    async def _example(
        self,
        interaction: discord.Interaction,
        match: Match,
        draft: BidDraft,
        preferences: CardPreferences,
    ) -> None:
        if self._examples.busy:
            raise Refused(N_("Too many people are asking right now. Try again in a moment."))
        await interaction.response.defer()
        search = ExampleSearch(
            match.variant.key, _edition(match), len(match.names),
            view(match, 0).hand.bits, draft.keys,
            SEARCH_SECONDS, secrets.randbits(32),
            preferences.language.code, preferences.descending,
        )  # fmt: skip
        text = await self._examples.find(search) or preferences.language.text(
            N_("No example found in {seconds} s. Press again to keep looking."),
            seconds=int(SEARCH_SECONDS),
        )
        await interaction.edit_original_response(view=_screen(match, str(draft), preferences, text))

    def _match(self, press: Press) -> Match:
        """Return the auction of the hand in a press. Raises Refused."""
        bits, place = divmod(press.asked_at, 8)
        try:
            edition, players = LAB_SETTINGS[place]
            return _open_auction(self._game(), CardSet.of_bits(bits), players, edition)
        except (KeyError, ValueError, IllegalAction):
            raise Refused(N_("That can't be chosen here.")) from None

    def _game(self) -> Variant:
        """Return the game whose hands can be explored."""
        for game in self.bot.games.values():
            if game.key in explorers():
                return game
        raise Refused(N_("There's no such game here."))

    def _random(self, players: int) -> CardSet:
        deck = list(self._game().deck(players))
        return CardSet(random.Random(secrets.randbits(64)).sample(deck, HAND_SIZE))  # noqa: S311

    async def _last(self, interaction: discord.Interaction) -> tuple[CardSet, int, str]:
        """Return the user's dealt hand in their last scored deal, with the number of players and
        the edition: at a table where they sit, otherwise at their last one on this server, or on
        any in direct messages."""
        user, bot = user_id_of(interaction), self.bot
        for table in reversed(bot.tables.index.of_user(user)):
            if table.running and (found := self._hand_at(table.running, user)):
                return found
        async for running in bot.tables.archive.closed_games(
            guild_id_of(interaction) or None, user
        ):
            if found := self._hand_at(running, user):
                return found
        raise Refused(N_("No finished deal of yours was found."))

    def _hand_at(self, table: RunningTable, user_id: UserId) -> tuple[CardSet, int, str] | None:
        """Return a user's hand in a table's last scored deal of the game, the number of players and
        the edition; None if they did not play in it."""
        ended = table.match.finished
        if ended is None or table.variant is not self._game() or not table.has(user_id):
            return None
        hand = ended.finished[0].layout.hands[table.seat_of(user_id)]
        return (hand, len(ended.layout.seats), _edition(table.match)) if hand else None


def _screen(match: Match, picked: str, preferences: CardPreferences, example: str = "") -> Screen:
    seen = view(match, 0)
    voice = _voice(seen, preferences)
    asked = seen.choice
    assert isinstance(asked, CombinationBid)
    draft = BidDraft.parse(asked.bids, picked)
    explorer = _explorer(seen)
    struck = explorer.impossible(seen, draft.keys)
    settings = _edition(match), len(match.names)
    place = next(number for number, one in LAB_SETTINGS.items() if one == settings)
    press = Press(LAB_AREA, NO_TABLE, seen.hand.bits * 8 + place)
    text = example or lab_text(seen, explorer, draft.keys, {} if draft.keys else struck, voice)
    return text_screen(
        text,
        *bid_menus(draft, voice, press, seen.variant.bid_points, struck),
        _buttons(seen, draft, press, preferences),
    )


def _open_auction(game: Variant, hand: CardSet, players: int, edition: str) -> Match:
    return lab_match(game, hand, players, explorers()[game.key].under(edition).options())


def _explorer(seen: View) -> Explorer:
    return explorers()[seen.variant.key].under(seen.sheet.options[OPTION.key])


def _edition(match: Match) -> str:
    return match.sheet.options[OPTION.key]


def _voice(seen: View, preferences: CardPreferences) -> Voice:
    """Return a voice that calls the players by number."""
    return replace(preferences.voice(seen), names=())


def _draft(asked: CombinationBid, picked: str) -> BidDraft:
    try:
        return BidDraft.parse(asked.bids, picked)
    except ValueError:
        raise Refused(N_("That can't be chosen here.")) from None


def _buttons(seen: View, draft: BidDraft, press: Press, preferences: CardPreferences) -> ActionRow:
    term = preferences.language.term
    explorer, bid = _explorer(seen), Bid(draft.keys)
    reason = explorer.refusal(bid, seen.hand, len(seen.seats))
    possible = draft.main is not None and reason is None

    def press_to(way: str, picked: str = "") -> Press:
        return replace(press, argument=str(Pick(way, picked)))

    return ActionRow(
        components.button(
            term(EXAMPLE), press_to("example", str(draft)), ButtonStyle.primary,
            disabled=not possible,
        ),
        components.button(term(NEW_HAND), press_to("new")),
        components.button(
            term(labels.CLEAR), press_to("go"), disabled=str(draft) == ".0"
        ),
    )  # fmt: skip
