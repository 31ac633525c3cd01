"""The rulebooks agree with each other, with the glossary and with what Discord can show.

Those of Kombinations-Whist agree with the printed tables; test_rulebook_numbers.py has the others.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kwbot.engine.values.wording import Term
from kwbot.text import catalogue
from kwbot.text.words.language import language_of
from kwbot.text.words.rulebook import AUTOCOMPLETE_LIMIT, Rulebook, RulebookError, games, languages
from kwbot.variants import games as all_games
from tests.engine.playing import forms

DATA = Path(__file__).parents[3] / "data"
ROOT = DATA / "rulebook"
GAME = "kombinations-whist"
LANGUAGES = ("en", "sv", "da")
PAGE_LIMIT = 3500
FIELD_LIMIT = 1024  # of a field in an embed
FIRST_PAGE_LIMIT = 1200  # one minute, one screen of a phone
EFFECT_LIMIT = 95
BOOKS = [(game, language) for game in games(ROOT) for language in LANGUAGES]

# §2, the printed tables: value and points, in their order. * scores the value of the bid.
STANDARD = {
    "skambud": ("0", "1"),
    "ungefar": ("1", "1"),
    "trumf": ("1", "1"),
    "grill": ("1", "2"),
    "blocktrumf": ("2", "1"),
    "limbo": ("2", "1"),
    "spel": ("2", "2"),
    "mastarskambud": ("3", "2"),
    "precis": ("3", "2"),
    "maxtrumf": ("3", "3"),
    "subtrumf": ("3", "3"),
    "rangtrumf": ("3", "4"),
    "mastarspel": ("4", "3"),
    "noll": ("4", "4"),
    "mastartrumf": ("6", "6"),
    "obesudlat": ("8", "*"),
}
SPECIAL = {
    "rattvisa": "−4",
    "lattja": "−3",
    "potential": "−2",
    "bradska": "−2",
    "jarn": "−1",
    "brev": "−1",
    "girighet": "0",
    "atelje": "1",
    "mastarbrev": "3 1",
    "sluthund": "1",
    "oppentrumf": "1",
    "las": "2",
    "straff": "2",
    "pest": "2",
    "oppenhand": "3",
}
BIDS = (*STANDARD, *SPECIAL)
WITH_TRUMPS = {"trumf", "grill", "blocktrumf", "maxtrumf", "subtrumf", "rangtrumf", "mastartrumf"}
WITHOUT_TRUMPS = set(STANDARD) - WITH_TRUMPS
LEAST = dict.fromkeys((*WITH_TRUMPS, "spel"), "5") | {"maxtrumf": "7", "obesudlat": "12"}
CLASHES = [
    *((bid, "oppentrumf") for bid in (*WITHOUT_TRUMPS, "grill", "oppenhand")),
    *(("noll", special) for special in ("sluthund", "las", "pest")),
    *((bid, "pest") for bid in ("mastarskambud", "skambud")),
    ("atelje", "oppenhand"),
]

NOT_WITH = {"en": "Not with", "sv": "Inte med", "da": "Ikke med"}
NO_TRUMPS = {"en": "no trumps", "sv": "utan trumf", "da": "uden trumf"}
POINTS = {"en": "points?", "sv": "poäng", "da": "point"}
VALUE = {"en": "[Vv]alue", "sv": "[Vv]ärde", "da": "[Vv]ærdi"}
TIP = {"en": "**Tip:**", "sv": "**Tips:**", "da": "**Tip:**"}
DANISH_BIDS = (
    *("plain", "vip", "staerke", "gode", "halve", "sans"),
    *("sol", "ren-sol", "bordlaegger", "ren-bordlaegger", "super-bordlaegger"),
)


def load(language: str, game: str = GAME) -> Rulebook:
    return Rulebook.load(game, language, ROOT)


@pytest.fixture(params=LANGUAGES)
def book(request: pytest.FixtureRequest) -> Rulebook:
    """That of Kombinations-Whist, in each language."""
    return load(str(request.param))


@pytest.fixture(params=BOOKS, ids="-".join)
def any_book(request: pytest.FixtureRequest) -> Rulebook:
    """Every rulebook that lies in the folder, in each language."""
    game, language = request.param
    return load(language, game)


@pytest.fixture(params=games(ROOT))
def three(request: pytest.FixtureRequest) -> list[Rulebook]:
    """A game's rulebook in the three languages."""
    return [load(language, str(request.param)) for language in LANGUAGES]


@pytest.fixture(params=LANGUAGES)
def newer(request: pytest.FixtureRequest) -> Rulebook:
    """That of edition 1.5 of Kombinations-Whist, in each language."""
    return Rulebook.load(GAME, str(request.param), ROOT, "1.5")


def headline(book: Rulebook, key: str) -> str:
    return book.entries[key].text.partition("\n")[0]


def glossary(heading: str) -> list[list[str]]:
    """The rows of the first table under a heading of the glossary."""
    text = (DATA / "glossary.md").read_text(encoding="utf-8")
    table = text.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    rows = [line for line in table.splitlines() if line.startswith("|")][2:]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


def test_every_bid_has_its_entry_in_the_order_of_the_printed_tables(book: Rulebook) -> None:
    assert [key for key in book.entries if key in BIDS] == list(BIDS)


def test_every_game_has_a_rulebook_in_every_language() -> None:
    for game in games(ROOT):
        assert languages(game, ROOT) == sorted(LANGUAGES)


def test_all_languages_have_the_same_pages_and_ids_in_the_same_order(three: list[Rulebook]) -> None:
    shapes = [[(key, entry.page) for key, entry in book.entries.items()] for book in three]
    assert shapes[0] == shapes[1] == shapes[2]
    numbered = [[page.title.partition(" ")[0] for page in book.pages] for book in three]
    assert [each[2:] for each in numbered] == [numbered[0][2:]] * 3, "sections are numbered alike"


def test_a_page_and_an_entry_fit_on_the_screen(any_book: Rulebook) -> None:
    for page in any_book.pages:
        assert len(f"## {page.title}\n{page.text}") <= PAGE_LIMIT
        assert 0 < len(page.title) <= 100
    assert len(any_book.pages[0].text) <= FIRST_PAGE_LIMIT
    for entry in any_book.entries.values():
        assert 0 < len(entry.text) <= FIELD_LIMIT
        assert len(entry.title) <= 100


def test_only_what_discord_renders(any_book: Rulebook) -> None:
    shown = "\n".join(f"{page.title}\n{page.text}" for page in any_book.pages)
    assert not re.search(r"[{}<>|_\[\]~\t\u00ad]|^#{4}|^ |---", shown, re.MULTILINE)
    assert all(line.count("*") % 2 == 0 for line in shown.splitlines())


def test_no_line_is_wrapped_for_discord_keeps_line_breaks(any_book: Rulebook) -> None:
    for page in any_book.pages:
        for line in page.text.splitlines():
            if line and not line.startswith(("#", "- ", "**")):
                assert line[-1] in ".:", line


def test_a_page_and_its_entries_are_called_otherwise(any_book: Rulebook) -> None:
    for page in any_book.pages:
        titles = [entry.title for entry in any_book.entries.values() if entry.page == page.number]
        assert re.sub(r"^[\d.]+ ", "", page.title) not in titles


def ruled(book: Rulebook) -> list[str]:
    """The entries about which the notes at the end of the book say what the bot decides."""
    of_title = {entry.title: key for key, entry in book.entries.items()}
    return [
        of_title[title] for title in re.findall(r"^- \*\*(.+?):\*\* ", notes(book), re.MULTILINE)
    ]


def notes(book: Rulebook) -> str:
    assert list(book.entries)[-1] == "rulings"
    return book.entries["rulings"].text


def test_the_notes_are_about_the_same_entries_in_all_languages(three: list[Rulebook]) -> None:
    assert ruled(three[0]) == ruled(three[1]) == ruled(three[2])


@pytest.mark.parametrize("key", STANDARD)
def test_2_value_and_points_of_standard_bids(book: Rulebook, key: str) -> None:
    value, points = STANDARD[key]
    line = headline(book, key)
    assert re.findall(rf"{VALUE[book.language]} (\d+)", line) == [value]
    pays = re.findall(rf"· (\d+) {POINTS[book.language]} ·", line)
    assert pays == ([] if points == "*" else [points])
    assert (NO_TRUMPS[book.language] in line) == (key in WITHOUT_TRUMPS)
    if key in LEAST:
        assert f" {LEAST[key]} sti" in line or f" {LEAST[key]} tricks" in line


@pytest.mark.parametrize("key", SPECIAL)
def test_2_value_of_special_bids(book: Rulebook, key: str) -> None:
    assert re.findall(r"−?\d", headline(book, key)) == SPECIAL[key].split()


def test_2_the_glance_agrees_with_the_tables(book: Rulebook) -> None:
    (glance,) = (page for page in book.pages if page.title.startswith("2.1 "))
    shown = re.findall(r"^- \*\*(.+?)\*\* \((.+?)\)", glance.text, re.MULTILINE)
    assert [name for name, _ in shown] == [book.entries[key].title for key in BIDS]
    for key, (_, worth) in zip(BIDS, shown, strict=True):
        numbers = re.findall(r"−?\d+", worth)
        table = STANDARD.get(key) or sorted(SPECIAL[key].split())
        assert numbers == [number for number in table if number != "*"]


def test_2_what_does_not_go_together_is_said_on_both_sides(book: Rulebook) -> None:
    said = {}
    for key in BIDS:
        text = book.entries[key].text
        match = re.search(rf"^\*\*{NOT_WITH[book.language]}:\*\* (.+)\.$", text, re.MULTILINE)
        said[key] = set(match[1].split(", ")) if match else set()
    expected: dict[str, set[str]] = {key: set() for key in BIDS}
    for one, other in CLASHES:
        expected[one].add(book.entries[other].title)
        expected[other].add(book.entries[one].title)
    assert said == expected


NEWER_STANDARD = {
    **{key: row for key, row in STANDARD.items() if key != "obesudlat"},
    "rangtrumf": ("4", "4"),
    "obesudlatbud": ("8", "*"),
}


def test_1_5_value_and_points(newer: Rulebook) -> None:
    assert [key for key in newer.entries if key in NEWER_STANDARD] == list(NEWER_STANDARD)
    assert "obesudlat" not in newer.entries
    for key, (value, points) in NEWER_STANDARD.items():
        line = headline(newer, key)
        assert re.findall(rf"{VALUE[newer.language]} (\d+)", line) == [value]
        pays = re.findall(rf"· (\d+) {POINTS[newer.language]} ·", line)
        assert pays == ([] if points == "*" else [points])
    (glance,) = (page for page in newer.pages if page.title.startswith("2.1 "))
    shown = re.findall(r"^- \*\*(.+?)\*\* \((.+?)\)", glance.text, re.MULTILINE)
    bids = [*NEWER_STANDARD, *SPECIAL]
    assert [name for name, _ in shown] == [newer.entries[key].title for key in bids]
    for key, (_, worth) in zip(bids, shown, strict=True):
        table = NEWER_STANDARD.get(key) or sorted(SPECIAL[key].split())
        assert re.findall(r"−?\d+", worth) == [number for number in table if number != "*"]


def test_1_5_its_names_and_effects_are_those_of_the_table(newer: Rulebook) -> None:
    language = language_of(newer.language)
    parts = all_games()[GAME].parts({"edition": "1.5"})
    old = all_games()[GAME].parts()
    assert {key: newer.entries[key].title for key in parts} == {
        key: language.term(part.name) for key, part in parts.items()
    }
    column = 1 + LANGUAGES.index(newer.language)
    names = {row[0]: row[column] for row in glossary("Bids of edition 1.5")}
    effects = {row[0]: row[column] for row in glossary("Effects of edition 1.5")}
    for key, part in parts.items():
        if key not in old or part.name != old[key].name:
            assert names.pop(key) == newer.entries[key].title
        if key not in old or part.effect != old[key].effect:
            assert effects.pop(key) == language.term(part.effect)
            assert len(language.term(part.effect)) <= EFFECT_LIMIT
    assert not names
    assert not effects


def test_1_5_what_does_not_go_together_is_said_on_both_sides(newer: Rulebook) -> None:
    renamed = {"obesudlat": "obesudlatbud"}
    clashes = [(renamed.get(one, one), other) for one, other in CLASHES]
    clashes.append(("obesudlatbud", "girighet"))
    for key in (*NEWER_STANDARD, *SPECIAL):
        text = newer.entries[key].text
        match = re.search(rf"^\*\*{NOT_WITH[newer.language]}:\*\* (.+)\.$", text, re.MULTILINE)
        said = set(match[1].split(", ")) if match else set()
        expected = {b for a, b in clashes if a == key} | {a for a, b in clashes if b == key}
        assert said == {newer.entries[other].title for other in expected}, key


def test_1_5_it_fits_the_screen_and_reads_as_the_other_book(newer: Rulebook) -> None:
    other = load(newer.language)
    assert [page.title for page in newer.pages] == [page.title for page in other.pages]
    for page in newer.pages:
        assert len(f"## {page.title}\n{page.text}") <= PAGE_LIMIT
        assert not re.search(r"[{}<>|_\[\]~\t\u00ad]|^#{4}|^ |---", page.text, re.MULTILINE)
    assert all(0 < len(entry.text) <= FIELD_LIMIT for entry in newer.entries.values())
    assert newer.entries["follow-suit"] == other.entries["follow-suit"]
    assert {*ruled(newer)} == {
        "barred",
        "rattvisa",
        "pest",
        "rangtrumf",
        "restrictions",
        "out-of-time",
    }


def test_what_a_text_names_must_be_there() -> None:
    with pytest.raises(RulebookError, match="b"):
        Rulebook.parse("# T\n\n## P\nNo {b}.\n", "en")


def test_every_bid_ends_with_one_tip(book: Rulebook) -> None:
    for key in BIDS:
        assert book.entries[key].text.splitlines()[-1].startswith(TIP[book.language])


def test_what_the_printed_rules_leave_open_is_noted(book: Rulebook) -> None:
    assert {"barred", "restrictions", "pest", "atelje"} <= {*ruled(book)}


@pytest.mark.parametrize(
    ("language", "typed", "first"),
    [
        ("sv", "no", "noll"),
        ("en", "no", "noll"),
        ("da", "no", "noll"),
        ("sv", "SLUT-hund", "sluthund"),
        ("sv", "ratt", "rattvisa"),
        ("sv", "öppen h", "oppenhand"),
        ("en", "zero", "noll"),
        ("en", "master's m", "mastarbrev"),
        ("da", "prae", "precis"),
        ("da", "åben t", "oppentrumf"),
        ("da", "aben t", "oppentrumf"),
        ("sv", "trumf", "trumf"),
    ],
)
def test_find_puts_the_best_first(language: str, typed: str, first: str) -> None:
    assert load(language).find(typed)[0].id == first


def test_find_lists_beginnings_before_later_words() -> None:
    found = [entry.id for entry in load("sv").find("mäst")]
    assert found == ["mastarskambud", "mastarspel", "mastartrumf", "mastarbrev", "obesudlat"]
    assert [entry.id for entry in load("sv").find("mast")] == found


@pytest.mark.parametrize(
    ("language", "typed", "first"),
    [
        ("sv", "Zero", "noll"),
        ("da", "master's game", "mastarspel"),
        ("da", "rangtrumf", "rangtrumf"),
        ("da", "obesudlat", "obesudlat"),
        ("en", "nolo", "noll"),
        ("en", "Lättja", "lattja"),
        ("sv", "follow", "follow-suit"),
    ],
)
def test_find_knows_the_names_in_other_languages(language: str, typed: str, first: str) -> None:
    assert load(language).find(typed)[0].id == first


@pytest.mark.parametrize(
    ("game", "language", "typed", "first"),
    [
        ("esmakker", "en", "stærke", "staerke"),
        ("esmakker", "en", "selvmakker", "selvmakker"),
        ("esmakker", "sv", "gå med", "join"),
        ("esmakker", "sv", "sans", "sans"),
        ("esmakker", "da", "strong", "staerke"),
        ("esmakker", "en", "jernhand", "jernhand"),
        ("hus", "en", "super", "super-bordlaegger"),
        ("hus", "sv", "ren sol", "ren-sol"),
        ("hus", "da", "katten", "kitty"),
        ("whist", "en", "utgång", "game"),
        ("whist", "da", "sattrumf", "sattrumf"),
        ("whist", "sv", "a la guerre", "guerre"),
        ("fyrmanswhist", "da", "pas", "pass"),
        ("fyrmanswhist", "en", "forehand", "forehand"),
    ],
)
def test_find_knows_the_words_of_the_other_games(
    game: str, language: str, typed: str, first: str
) -> None:
    assert load(language, game).find(typed)[0].id == first


def test_find_nothing_and_everything() -> None:
    assert load("en").find("xyzzy") == []
    everything = load("en").find("")
    assert everything == list(load("en").entries.values())[:AUTOCOMPLETE_LIMIT]


def test_load_falls_back_from_locale_to_language_to_english() -> None:
    assert load("sv-SE").language == "sv"
    assert load("fi").language == "en"


def test_games_are_the_folders() -> None:
    assert games(ROOT) == sorted(folder.name for folder in ROOT.iterdir())
    assert GAME in games(ROOT)


@pytest.mark.parametrize("game", ["chess", "..", "../rulebook/kombinations-whist", ""])
def test_an_unknown_game_raises(game: str) -> None:
    with pytest.raises(RulebookError):
        Rulebook.load(game, "en", ROOT)


@pytest.mark.parametrize(
    "text",
    [
        "no title\n",
        "# T\n\n## P\n### A {#a}\nx\n### B {#a}\ny\n",
        "# T\n\n## P\n### A without id\nx\n",
    ],
)
def test_a_malformed_rulebook_raises(text: str) -> None:
    with pytest.raises(RulebookError):
        Rulebook.parse(text, "en")


def test_parse_takes_pages_and_entries_apart() -> None:
    book = Rulebook.parse("# T\n\n## P\nIntro.\n### A {#a}\nText.\n\n## Q\nEnd.\n", "en")
    assert (book.title, [page.title for page in book.pages]) == ("T", ["P", "Q"])
    assert book.pages[0].text == "Intro.\n### A\nText."
    assert (book.entries["a"].text, book.entries["a"].page) == ("Text.", 1)


def test_the_glossary_names_bids_as_the_rulebooks_do() -> None:
    rows = glossary("Bids")
    assert [row[0] for row in rows] == list(BIDS)
    for column, language in enumerate(LANGUAGES, start=1):
        titles = [load(language).entries[key].title for key in BIDS]
        assert [row[column] for row in rows] == titles


def test_the_danish_masters_game_is_told_as_in_the_glossary() -> None:
    (effect,) = (row[3] for row in glossary("Effects") if row[0] == "mastarspel")
    goal, _, _ = effect.partition(" Uden trumf")
    assert goal in load("da").entries["mastarspel"].text


@pytest.mark.parametrize("game", ["hus", "esmakker"])
def test_the_glossary_names_danish_bids_as_the_rulebooks_do(game: str) -> None:
    """English and Swedish add the Danish word: Strong (stærke)."""
    rows = glossary("Danish bids")
    assert [row[0] for row in rows] == list(DANISH_BIDS)
    for column, language in enumerate(LANGUAGES, start=1):
        entries = load(language, game).entries
        for key, *names in rows:
            name, danish = names[column - 1], names[-1]
            if key in entries:
                title = name if name == danish else f"{name} ({danish.lower()})"
                assert entries[key].title == title


def test_the_effects_of_the_glossary_fit_a_menu() -> None:
    rows = glossary("Effects")
    assert [row[0] for row in rows] == list(BIDS)
    danish = glossary("Danish effects")
    assert {row[0].partition(" ")[0] for row in danish} == set(DANISH_BIDS)
    for row in [*rows, *danish]:
        assert all(0 < len(cell) <= EFFECT_LIMIT for cell in row[1:])
        assert len(row) == 1 + len(LANGUAGES)


PRESS = r"\b(?:[Pp]ress|[Tt]ryck(?:a|er)?|[Tt]ryk(?:ke|ker)?)\b[^.:]*"
"""A sentence that says what to press, from there on."""


@pytest.mark.parametrize(("game", "language"), BOOKS)
def test_what_is_to_be_pressed_is_called_so_on_its_button(game: str, language: str) -> None:
    spoken = language_of(language)
    buttons = {
        spoken.term(Term(str(message.id), "button"))
        for message in catalogue.read("sv")
        if message.context == "button"
    }
    for page in load(language, game).pages:
        for sentence in re.findall(PRESS, page.text):
            assert {*re.findall(r"\*\*(.+?)\*\*", sentence)} <= buttons, page.title


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_book_says_what_to_press(language: str) -> None:
    """So the test above looks at something."""
    pages = (page.text for game in games(ROOT) for page in load(language, game).pages)
    assert len([one for text in pages for one in re.findall(PRESS, text) if "**" in one]) > 5


@pytest.mark.parametrize(("game", "language"), BOOKS)
def test_options_are_all_there_and_called_so_on_their_forms(game: str, language: str) -> None:
    spoken, variant = language_of(language), all_games()[game]
    values = [variant.option_values(form) for form in forms(variant)]
    options = {
        spoken.term(option.name)
        for option in variant.options
        if any(option.matters(chosen) for chosen in values)
    }
    of_forms = {spoken.term(Term(form, "form")) for form in ("Points", "Clocks", "Computers")}
    book = load(language, game)
    texts = [book.entries[key].text for key in ("options", "point-options") if key in book.entries]
    named = {*re.findall(r"^- \*\*(.+?):\*\*", "\n".join(texts), re.MULTILINE)}
    assert options <= named <= options | of_forms
