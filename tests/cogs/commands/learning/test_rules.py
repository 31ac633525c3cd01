from __future__ import annotations

import pytest

from cogs.commands.learning.rules import page_screen, rulebook
from cogs.screens.parts.components import MAX_TEXT, TextDisplay, walk
from kwbot.ids import UserId
from kwbot.tables.play import lobby
from kwbot.text.words.language import LANGUAGES, language_of
from playground import ClientRefusal
from tests.cogs.server import GAME, Server, labels


async def test_the_rulebook_is_leafed_through_by_buttons(server: Server) -> None:
    anna = server.playground.person("Anna")
    shown = await anna.slash(server.channel, "rules")
    book = rulebook(GAME, "en")
    assert shown.ephemeral
    assert book.pages[0].title in shown.text
    assert f"Page 1 of {len(book.pages)}" in shown.text
    for sign, page in (("›", 2), ("›", 3), ("‹", 2), ("»", len(book.pages)), ("«", 1)):
        shown = await anna.click(shown.message, sign)
        assert shown.kind == "update"
        assert f"## {book.pages[page - 1].title}" in shown.text
    with pytest.raises(ClientRefusal, match="disabled"):
        await anna.click(shown.message, "‹")
    assert server.playground.refusals == []


async def test_a_page_is_chosen_from_the_menu(server: Server) -> None:
    anna = server.playground.person("Anna")
    shown = await anna.slash(server.channel, "rules", game="Kombinations-Whist")
    shown = await anna.select(shown.message, None, ["4 Scoring"])
    assert "## 4 Scoring" in shown.text
    (menu,) = shown.message.selects()
    assert [option["label"] for option in menu["options"] if option.get("default")] == ["4 Scoring"]


def shown_text(number: int, code: str) -> str:
    view = page_screen(GAME, number, language_of(code))
    texts = [one.content for one in walk(view.parts) if isinstance(one, TextDisplay)]
    assert len("".join(texts)) <= MAX_TEXT
    return texts[0]


def test_every_page_fits_in_every_language() -> None:
    for code in LANGUAGES:
        for page in rulebook(GAME, code).pages:
            assert page.text in shown_text(page.number, code)


def test_beyond_the_ends_of_the_book_stands_the_nearest_page() -> None:
    pages = rulebook(GAME, "en").pages
    assert pages[0].text in shown_text(-5, "en")
    assert pages[-1].text in shown_text(99, "en")


async def test_a_table_has_the_rules_of_its_edition(server: Server) -> None:
    anna = server.playground.person("Anna")
    table = await server.table(anna)
    await server.bot.tables.index.at(table).rearrange(
        lobby.with_option, UserId(anna.id), "edition", "1.5"
    )
    shown = await anna.slash(server.channel, "rules", bid="spel")
    assert "edition 1.5\n## Abundance" in shown.text
    shown = await anna.click(shown.message, labels(shown.message)[0])
    assert "## 2.3 Standard bids of value 2" in shown.text
    shown = await anna.click(shown.message, "Edition 1.4")
    assert "### Game" in shown.text
    shown = await anna.click(shown.message, "Edition 1.5")
    assert "### Abundance" in shown.text
    book = await anna.forge(shown.message, f"kw:rules:{table}:0:")
    assert "Abundance (five tricks" in book.text
    assert server.playground.refusals == []


@pytest.mark.parametrize(
    ("locale", "typed", "name"),
    [
        ("en-US", "ze", "Zero"),
        ("sv-SE", "lat", "Lättja"),
        ("sv-SE", "nol", "Noll"),
        ("da", "nolo", "Nolo"),
    ],
)
async def test_a_bid_is_found_while_typing(
    server: Server, locale: str, typed: str, name: str
) -> None:
    anna = server.playground.person("Anna", locale=locale)
    offered = await anna.autocomplete(server.channel, "rules", "bid", typed)
    assert offered[0]["name"].startswith(name)
    shown = await anna.slash(server.channel, "rules", bid=offered[0]["value"])
    assert shown.ephemeral
    assert f"## {offered[0]['name']}" in shown.text
    (button,) = labels(shown.message)
    shown = await anna.click(shown.message, button)
    assert f"## {button.removeprefix('📖 ')}" in shown.text


async def test_nothing_typed_offers_no_more_than_a_menu_holds(server: Server) -> None:
    anna = server.playground.person("Anna")
    assert len(await anna.autocomplete(server.channel, "rules", "bid", "")) == 25
    assert await anna.autocomplete(server.channel, "rules", "bid", "qqqq") == []


async def test_what_was_typed_and_not_chosen_is_looked_up_too(server: Server) -> None:
    anna = server.playground.person("Anna")
    assert "## Zero" in (await anna.slash(server.channel, "rules", bid="zero")).text
    refused = await anna.slash(server.channel, "rules", bid="qqqq")
    assert refused.ephemeral
    assert "no bid or rule" in refused.text


async def test_the_language_is_the_readers_own(server: Server) -> None:
    bo = server.playground.person("Bo", locale="sv-SE")
    assert "## På en minut" in (await bo.slash(server.channel, "regler")).text
    await server.store.settings.change_preferences(
        UserId(bo.id), lambda now: now.model_copy(update={"language": "da"})
    )
    server.bot.preferences.forget(UserId(bo.id))
    assert rulebook(GAME, "da").pages[0].title in (await bo.slash(server.channel, "regler")).text


async def test_the_rules_are_there_in_a_direct_message(server: Server) -> None:
    anna = server.playground.person("Anna")
    shown = await anna.slash(server.playground.direct(anna.user), "rules", bid="zero")
    assert "## Zero" in shown.text


async def test_the_button_rules_of_other_messages_opens_the_book(server: Server) -> None:
    anna, bo = server.playground.person("Anna"), server.playground.person("Bo")
    table = await server.table(anna)
    public = await anna.slash(server.channel, "leaderboard")
    for custom_id in (
        f"kw:rules:{table}:0:",
        "kw:rules:0:0:",
        f"kw:rules:{10**30}:0:",
        "kw:rules:0:0:what ever",
    ):
        shown = await bo.forge(public.message, custom_id)
        assert shown.kind == "message"
        assert shown.ephemeral
        assert "## In one minute" in shown.text
    entry = await bo.forge(public.message, f"kw:rules:{table}:0:entry {GAME} noll")
    assert "## Zero" in entry.text


@pytest.mark.parametrize(
    "rest", ["page chess 1 x", "menu ../../etc 1", f"page {GAME} x", "entry x y"]
)
async def test_forged_presses_get_one_sentence(server: Server, rest: str) -> None:
    anna = server.playground.person("Anna")
    shown = await anna.slash(server.channel, "rules")
    answer = await anna.forge(shown.message, f"kw:rules:0:0:{rest}")
    assert "This game has no rulebook" in answer.text or "In one minute" in answer.text
    assert server.playground.refusals == []
