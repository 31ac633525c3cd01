"""The rulebooks that players read: pages to leaf through, and entries to look up by name.

A rulebook is one Markdown file, ``GAME/LANGUAGE.md`` under the folder of rulebooks:

- ``# Title`` once, first;
- ``## Heading`` begins a page;
- ``### Heading {#id}`` begins an entry inside a page. Ids are the same in every language;
- ``{id}`` inside a text is the heading of that entry.

Where an edition of the game has rules of its own, ``GAME/EDITION/LANGUAGE.md`` has the sections
that it changes: an entry by its id, the beginning of a page by the first word of its heading. One
without a text changes the heading alone; ``{#id instead of other}`` puts an entry in the place of
another.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

_FALLBACK_LANGUAGE = "en"
AUTOCOMPLETE_LIMIT = 25

_TITLE = re.compile(r"\A# (?P<title>.+)\n")
_PAGE = re.compile(r"^## (?P<title>.+)\n", re.MULTILINE)
_ENTRY = re.compile(r"^### (?P<title>.+?) \{#(?P<id>[a-z0-9-]+)\}\n", re.MULTILINE)
_SECTION = re.compile(
    r"^## (?P<page>\S+).*\n"
    r"|^### .+? \{#(?P<id>[a-z0-9-]+)(?P<instead> instead of (?P<other>[a-z0-9-]+))?\}\n",
    re.MULTILINE,
)
_NAME = re.compile(r"\{([a-z0-9-]+)\}")
_UNDECOMPOSED = str.maketrans({"ø": "o", "æ": "ae"})


class RulebookError(Exception):
    """There is no such rulebook, or its file is not written as a rulebook is."""


@dataclass(frozen=True, slots=True)
class Page:
    """One screen of the rulebook. `number` counts from 1; `text` is without the page's heading."""

    number: int
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One section that stands on its own, such as a bid. `page` is the number of its page.
    `elsewhere`: what it is called in other languages."""

    id: str
    title: str
    text: str
    page: int
    elsewhere: tuple[str, ...] = ()


@dataclass(frozen=True)
class Rulebook:
    """A game's rules in one language. `entries` has the order of the book."""

    language: str
    title: str
    pages: tuple[Page, ...]
    entries: Mapping[str, Entry]

    @classmethod
    def load(cls, game: str, language: str, root: Path, edition: str = "") -> Rulebook:
        """Read the rulebook of `game`, in English where there is none in `language`. `language` may
        be a locale such as ``sv-SE``; `root` is the folder of all rulebooks. An `edition` without
        changes has the book as it is. Raises RulebookError."""
        written = languages(game, root)
        wanted = (language, language.partition("-")[0], _FALLBACK_LANGUAGE)
        chosen = next((name for name in wanted if name in written), None)
        if chosen is None:
            raise RulebookError(f"There is no rulebook of {game!r} in {language!r}.")
        books = {name: cls.parse(_markdown(root / game, name, edition), name) for name in written}
        return books.pop(chosen)._knowing(books.values())

    def _knowing(self, others: Collection[Rulebook]) -> Rulebook:
        """Return the rulebook with the titles of its entries in other languages: people learn the
        bids in them too."""
        known = {}
        for key, entry in self.entries.items():
            titles = tuple(other.entries[key].title for other in others if key in other.entries)
            known[key] = replace(entry, elsewhere=titles)
        return replace(self, entries=known)

    @classmethod
    def parse(cls, markdown: str, language: str) -> Rulebook:
        """Return the rulebook of a text. Raises RulebookError where the text is not written as a
        rulebook is."""
        title = _TITLE.match(markdown)
        if title is None:
            raise RulebookError(f"The rulebook in {language!r} has no title.")
        markdown = _with_headings(markdown)
        pages: list[Page] = []
        entries: dict[str, Entry] = {}
        for number, (heading, text) in enumerate(_sections(_PAGE, markdown), start=1):
            pages.append(Page(number, heading["title"], _ENTRY.sub(r"### \g<title>\n", text)))
            for inner, body in _sections(_ENTRY, text):
                if inner["id"] in entries:
                    raise RulebookError(f"The id {inner['id']!r} stands twice in {language!r}.")
                entries[inner["id"]] = Entry(inner["id"], inner["title"], body, number)
        if len(entries) != len(re.findall(r"^### ", markdown, re.MULTILINE)):
            raise RulebookError(f"A section of the rulebook in {language!r} has no id.")
        return cls(language, title["title"], tuple(pages), entries)

    def find(self, prefix: str) -> list[Entry]:
        """Return the entries that begin with or hold `prefix`, best first, 25 at most; "" finds
        all.

        Titles in other languages count too, after the book's own. Case, accents and punctuation
        make no difference.
        """
        sought = _fold(prefix)
        ranked = ((_rank(sought, entry), entry) for entry in self.entries.values())
        hits = [(rank, entry) for rank, entry in ranked if rank is not None]
        hits.sort(key=lambda hit: hit[0])
        return [entry for _, entry in hits[:AUTOCOMPLETE_LIMIT]]


def games(root: Path) -> list[str]:
    """Return the games that have a rulebook under `root`."""
    return sorted({path.parent.name for path in root.glob("*/*.md")})


def languages(game: str, root: Path) -> list[str]:
    """Return the languages that the rulebook of `game` is written in. Raises RulebookError."""
    if game not in games(root):  # also keeps a name from outside from leaving the folder
        raise RulebookError(f"There is no rulebook of {game!r}.")
    return sorted(path.stem for path in (root / game).glob("*.md"))


def editions(game: str, root: Path) -> list[str]:
    """Return the editions of `game` that change its rulebook. Raises RulebookError."""
    if game not in games(root):
        raise RulebookError(f"There is no rulebook of {game!r}.")
    return sorted(folder.name for folder in (root / game).iterdir() if folder.is_dir())


def _markdown(folder: Path, language: str, edition: str) -> str:
    """Return the book of an edition."""
    book = (folder / f"{language}.md").read_text(encoding="utf-8")
    if edition not in editions(folder.name, folder.parent):
        return book
    return _revise(book, (folder / edition / f"{language}.md").read_text(encoding="utf-8"))


def _revise(book: str, changes: str) -> str:
    """Return the book with some of its sections changed."""
    changed, renamed = {}, {}
    for section, text in _sections(_SECTION, changes):
        changed[section["page"] or section["other"] or section["id"]] = section, text
    made = [changes.partition("\n")[0]]
    for section, text in _sections(_SECTION, book):
        key = section["page"] or section["id"]
        new, new_text = changed.pop(key, (section, text))
        heading = new[0].replace(new["instead"], "") if new["instead"] else new[0]
        made.append(f"{heading}{new_text or text}\n")
        if new["instead"]:
            renamed[f"{{{key}}}"] = f"{{{new['id']}}}"
    if changed:
        raise RulebookError(f"The book has no sections {', '.join(changed)}.")
    revised = "\n".join(made)
    for old, name in renamed.items():
        revised = revised.replace(old, name)
    return revised


def _with_headings(markdown: str) -> str:
    """Return the book with the headings of entries where their ids stand."""
    titles = {entry["id"]: entry["title"] for entry in _ENTRY.finditer(markdown)}

    def title(found: re.Match[str]) -> str:
        if found[1] not in titles:
            raise RulebookError(f"There is no entry {found[1]!r}.")
        return titles[found[1]]

    return _NAME.sub(title, markdown)


def _sections(heading: re.Pattern[str], text: str) -> Iterator[tuple[re.Match[str], str]]:
    found = list(heading.finditer(text))
    bounds = [match.start() for match in found] + [len(text)]
    for match, end in zip(found, bounds[1:], strict=True):
        yield match, text[match.end() : end].strip()


def _fold(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text.casefold().translate(_UNDECOMPOSED))
    letters = "".join(c for c in plain if not unicodedata.combining(c))
    return " ".join(re.findall(r"[a-z0-9]+", letters))


def _rank(sought: str, entry: Entry) -> int | None:
    """Return how well `entry` fits what is sought: 0 is best, None not at all."""
    title, key = _fold(entry.title), _fold(entry.id)
    elsewhere = [_fold(other) for other in entry.elsewhere]
    fits = (
        sought in (title, key),
        title.startswith(sought),
        key.startswith(sought),
        sought in elsewhere,
        f" {sought}" in title,
        any(other.startswith(sought) for other in elsewhere),
        sought in title or sought in key,
        any(sought in other for other in elsewhere),
    )
    return fits.index(True) if True in fits else None
