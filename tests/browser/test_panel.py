"""A panel fits one screen of a phone: from its first line to its last button, nothing scrolls."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from random import Random

import pytest
from playwright.async_api import Browser

from cogs.screens.hand.hand_screen import hand_screen, told_result
from cogs.screens.parts import components
from cogs.screens.parts.card_preferences import CardPreferences
from cogs.screens.parts.components import Picture
from kwbot.engine.values.cards import FULL_DECK, CardSet, Rank, Suit
from kwbot.looks.emojis import emojis, in_emojis
from kwbot.looks.result_lines import result_alternative
from kwbot.looks.result_picture import result_picture
from kwbot.text.words.card_symbols import CardStyle
from kwbot.text.words.labels import LOOKS
from kwbot.text.words.language import LANGUAGES, language_of
from kwbot.variants import games
from playground import Playground
from tests.browser.panels import STATES, alone_between_deals, moments
from tests.browser.screens import CHROME
from tests.browser.window import Look, Window
from tests.playground.conftest import Bot

SIZES = {"large": (390, 844), "small": (360, 740)}
HEIGHT = """(id) => {
  const body = document.querySelector(`[data-message="${id}"] .body`);
  const edge = (one) => one.getBoundingClientRect();
  return edge(body.querySelector(".box")).bottom - edge(body.firstElementChild).top;
}"""
"""Of a message's box, and of a picture above it."""

LINES = """(id) => [...document.querySelectorAll(`[data-message="${id}"] .small`)].map((line) =>
  Math.round(line.clientHeight / parseFloat(getComputedStyle(line).lineHeight)))"""

TABLES: tuple[tuple[str, int, Mapping[str, str]], ...] = (
    *((game, 4, {}) for game in games()),
    *(("kombinations-whist", players, {"bids": "all"}) for players in (3, 7)),
    ("kombinations-whist", 4, {"bids": "all", "edition": "1.5"}),
    ("hus", 5, {}),
    ("esmakker", 4, {"lowest": "7"}),
    ("whist", 4, {"form": "guerre"}),
    ("whist", 4, {"form": "american", "trumps": "sattrumf"}),
    ("fyrmanswhist", 4, {"showing": "together"}),
)
DEALS = 12
"""Random deals in which kinds of questions are looked for."""


async def uploaded(bot: Bot) -> dict[str, int]:
    """The application's emojis, by name."""
    return {
        name: (await bot.create_application_emoji(name=name, image=picture)).id
        for name, picture in emojis().items()
    }


def longest_rests(rng: Random) -> list[CardSet]:
    """Twelve cards that cannot follow a suit, most of them of the widest ranks, with jokers and
    without."""
    wide, jokers = (
        [card for card in FULL_DECK if (card.rank or 0) >= Rank.TEN],
        CardSet.parse("J1 J2"),
    )
    return [
        CardSet(rng.sample([card for card in cards if card.suit is not led], 12))
        for cards in (wide, [*wide, *jokers], FULL_DECK)
        for led in Suit
    ]


@pytest.mark.parametrize("emojis_there", [False, True], ids=["symbols", "emojis"])
async def test_the_rest_of_a_hand_is_one_line_on_the_smallest_phone(
    playground: Playground, bot: Bot, browser: Browser, *, emojis_there: bool
) -> None:
    playground.person("Anna", moderator=True)
    window = await Window.open(browser, playground.base, "Anna", Look("dark", *SIZES["small"]))
    channel = bot.channel(playground.channel.id)
    ids, rests = await uploaded(bot) if emojis_there else {}, longest_rests(Random(1))
    for code, four_colour in product(LANGUAGES, (False, True)):
        style = in_emojis(CardStyle(code, four_colour=four_colour), ids)
        lines = [components.words(f"-# {style.small(rest)}") for rest in rests]
        sent = await channel.send(view=components.box(lines, components.TURN_COLOUR))
        await window.page.wait_for_selector(f'[data-message="{sent.id}"] .box')
        assert await window.script(LINES, str(sent.id)) == [1] * len(rests), (code, four_colour)
    await window.close()
    assert window.errors == []


@pytest.mark.heavy
@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("drawn", [False, True], ids=["emojis", "picture"])
async def test_every_question_fits_a_phone(
    playground: Playground, bot: Bot, browser: Browser, game: str, size: str, code: str, drawn: bool
) -> None:
    ids = await uploaded(bot)
    playground.person("Anna", moderator=True)
    window = await Window.open(browser, playground.base, "Anna", Look("dark", *SIZES[size]))
    channel, variant = bot.channel(playground.channel.id), games()[game]
    preferences = CardPreferences(
        language_of(code), emojis=ids, four_colour=True, look="picture" if drawn else "emoji"
    )
    over = {}
    for kind, moment in moments(variant, 4, DEALS, code).items():
        view = moment.screen(preferences, channel.id)
        sent = await channel.send(view=view, files=view.files())
        await window.page.wait_for_selector(f'[data-message="{sent.id}"] .box')
        spare = SIZES[size][1] - CHROME - await window.script(HEIGHT, str(sent.id))
        if spare < 0:
            over[kind] = spare
    await window.close()
    assert over == {}
    assert window.errors == []


@pytest.mark.heavy
@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("look", LOOKS)
async def test_every_kind_of_table_fits_the_smallest_phone(
    playground: Playground, bot: Bot, browser: Browser, code: str, look: str
) -> None:
    """Any number of people, editions and forms, and with what is told beside a question."""
    ids = {} if look == "text" else await uploaded(bot)
    playground.person("Anna", moderator=True)
    window = await Window.open(browser, playground.base, "Anna", Look("dark", *SIZES["small"]))
    channel, over = bot.channel(playground.channel.id), {}
    preferences = CardPreferences(language_of(code), emojis=ids, four_colour=True, look=look)
    for game, players, options in TABLES:
        found = moments(games()[game], players, DEALS, code, options)
        for (kind, moment), state in product(found.items(), STATES):
            view = moment.screen(preferences, channel.id, state)
            sent = await channel.send(view=view, files=view.files())
            await window.page.wait_for_selector(f'[data-message="{sent.id}"] .box')
            spare = SIZES["small"][1] - CHROME - await window.script(HEIGHT, str(sent.id))
            if spare < 0:
                over[game, players, kind, state] = spare
    await window.close()
    assert over == {}
    assert window.errors == []


@pytest.mark.heavy
@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("drawn", [False, True], ids=["emojis", "picture"])
async def test_what_a_deal_brought_fits_a_phone_for_who_is_alone(
    playground: Playground, bot: Bot, browser: Browser, game: str, size: str, code: str, drawn: bool
) -> None:
    ids = await uploaded(bot)
    playground.person("Anna", moderator=True)
    window = await Window.open(browser, playground.base, "Anna", Look("dark", *SIZES[size]))
    channel, over = bot.channel(playground.channel.id), {}
    preferences = CardPreferences(
        language_of(code), emojis=ids, look="picture" if drawn else "emoji"
    )
    for deal, table in enumerate(alone_between_deals(games()[game], channel.id)):
        picture = None
        if drawn and (shows := told_result(table, 0, preferences)) is not None:
            picture = Picture(result_picture(shows), result_alternative(shows))
        view = hand_screen(table, 0, preferences, picture=picture)
        sent = await channel.send(view=view, files=view.files())
        await window.page.wait_for_selector(f'[data-message="{sent.id}"] .box')
        spare = SIZES[size][1] - CHROME - await window.script(HEIGHT, str(sent.id))
        if spare < 0:
            over[deal] = spare
    await window.close()
    assert over == {}
    assert window.errors == []
