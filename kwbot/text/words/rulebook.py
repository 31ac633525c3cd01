"""The rulebooks that players read: pages to turn, and entries to look up by name.

A rulebook is one Markdown file, ``GAME/LANGUAGE.md`` in the folder of rulebooks:

- ``# Title`` once, first;
- ``## Heading`` begins a page;
- ``### Heading {#id}`` begins an entry inside a page. Ids are the same in every language;
- ``{id}`` inside a text is the heading of that entry.

If an edition of the game has its own rules, ``GAME/EDITION/LANGUAGE.md`` has the sections that it
changes: an entry by its id, the beginning of a page by the first word of its heading. A section
without text changes only the heading; ``{#id instead of other}`` replaces another entry.
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
    """A rulebook does not exist, or its file is malformed."""


@dataclass(frozen=True, slots=True)
class Page:
    """One screen of a rulebook. `number` counts from 1; `text` excludes the page's heading."""

    number: int
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A section with a topic of its own, such as a bid. `page`: the number of its page;
    `elsewhere`: its titles in other languages."""

    id: str
    title: str
    text: str
    page: int
    elsewhere: tuple[str, ...] = ()


@dataclass(frozen=True)
class Rulebook:
    """A game's rules in one language. `entries` are in the order of the book."""

    language: str
    title: str
    pages: tuple[Page, ...]
    entries: Mapping[str, Entry]

    @classmethod
    def load(cls, game: str, language: str, root: Path, edition: str = "") -> Rulebook:
        """Return the rulebook of `game` in `language`, which may be a locale such as ``sv-SE``, or
        in English if there is none. `root`: the folder of all rulebooks; `edition`: "" or one
        without changes of its own means the book itself. Raises RulebookError."""
        written = languages(game, root)
        wanted = (language, language.partition("-")[0], _FALLBACK_LANGUAGE)
        chosen = next((name for name in wanted if name in written), None)
        if chosen is None:
            raise RulebookError(f"There is no rulebook of {game!r} in {language!r}.")
        books = {name: cls.parse(_markdown(root / game, name, edition), name) for name in written}
        return books.pop(chosen)._knowing(books.values())

    def _knowing(self, others: Collection[Rulebook]) -> Rulebook:
        """Return the rulebook with its entries' titles in other languages, in which people may have
        learned the bids."""
        known = {}
        for key, entry in self.entries.items():
            titles = tuple(other.entries[key].title for other in others if key in other.entries)
            known[key] = replace(entry, elsewhere=titles)
        return replace(self, entries=known)

    @classmethod
    def parse(cls, markdown: str, language: str) -> Rulebook:
        """Return the rulebook of a text. Raises RulebookError if the text is malformed."""
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
        """Return at most 25 entries that begin with or contain `prefix`, the best first; "" finds
        all. Titles in other languages come after the book's own. Case, accents and punctuation do
        not matter."""
        sought = _fold(prefix)
        ranked = ((_rank(sought, entry), entry) for entry in self.entries.values())
        hits = [(rank, entry) for rank, entry in ranked if rank is not None]
        hits.sort(key=lambda hit: hit[0])
        return [entry for _, entry in hits[:AUTOCOMPLETE_LIMIT]]


def games(root: Path) -> list[str]:
    """Return the games with a rulebook in `root`."""
    return sorted({path.parent.name for path in root.glob("*/*.md")})


def languages(game: str, root: Path) -> list[str]:
    """Return the languages of the rulebook of `game`. Raises RulebookError."""
    if game not in games(root):  # also stops a malicious name from leaving the folder
        raise RulebookError(f"There is no rulebook of {game!r}.")
    return sorted(path.stem for path in (root / game).glob("*.md"))


def editions(game: str, root: Path) -> list[str]:
    """Return the editions of `game` with changes to its rulebook. Raises RulebookError."""
    if game not in games(root):
        raise RulebookError(f"There is no rulebook of {game!r}.")
    return sorted(folder.name for folder in (root / game).iterdir() if folder.is_dir())


def _markdown(folder: Path, language: str, edition: str) -> str:
    """Return the text of the rulebook in an edition."""
    book = (folder / f"{language}.md").read_text(encoding="utf-8")
    if edition not in editions(folder.name, folder.parent):
        return book
    return _revise(book, (folder / edition / f"{language}.md").read_text(encoding="utf-8"))


def _revise(book: str, changes: str) -> str:
    """Return the text of a rulebook with the sections in `changes` replaced."""
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
    """Return the text of a rulebook with ids replaced by the headings of their entries."""
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
    """Return how well `entry` matches: 0 is best, None not at all."""
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
