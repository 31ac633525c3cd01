"""The catalogues of translations, and the command that maintains them.

Texts are marked in the source, where the command finds them:

- ``N_("Play a card.")``: a sentence, translated later by `Language.text` or `Voice.say`;
- ``Term("Game", "bid")``: a term with a context that distinguishes equal words;
- ``language.plural("{count} trick", "{count} tricks", count)``: a text with a number.

``python -m kwbot.text.catalogue`` finds all marked texts in kwbot/ and cogs/ and updates
data/locale/LANGUAGE/LC_MESSAGES/kwbot.po. New texts have no translation, or, marked as fuzzy, that
of a similar text that was removed. Then write the translations into the .po files. With ``--check``
it changes nothing, lists what is missing or wrong, and fails if anything is.
"""

import argparse
import ast
import sys
from collections.abc import Iterable, Iterator
from copy import deepcopy
from difflib import get_close_matches
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

PROJECT_FOLDER = Path(__file__).parents[2]
LOCALES = PROJECT_FOLDER / "data" / "locale"
_SOURCE_FOLDERS = ("cogs", "kwbot")
SOURCE_LANGUAGE = "en"
TRANSLATED = ("da", "sv")

_HEADER = """\
msgid ""
msgstr ""
"Language: {language}\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plural_forms}\\n"

"""


def path_of(language: str) -> Path:
    return LOCALES / language / "LC_MESSAGES" / "kwbot.po"


def read(language: str) -> Catalog:
    """Return the catalogue of a language; an empty one if it has no file yet."""
    path = path_of(language)
    if not path.exists():
        return Catalog(locale=language)
    with path.open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def translations(language: str) -> NullTranslations:
    """Return a language's translations, ready for use; none for English, which is in the source."""
    if language == SOURCE_LANGUAGE:
        return NullTranslations()
    compiled = BytesIO()
    write_mo(compiled, read(language))
    compiled.seek(0)
    return GNUTranslations(compiled)


def extract() -> Catalog:
    """Return all texts marked in the source."""
    found = Catalog()
    for file in sorted(
        file for folder in _SOURCE_FOLDERS for file in (PROJECT_FOLDER / folder).rglob("*.py")
    ):
        where = [(file.relative_to(PROJECT_FOLDER).as_posix(), 0)]
        for text, context in marked_texts(file.read_text(encoding="utf-8"), file.name):
            found.add(text, locations=where, context=context)
    return found


def marked_texts(source: str, name: str = "") -> Iterator[tuple[str | tuple[str, str], str | None]]:
    """Yield every marked text of a module (a pair for plurals) with its context. It uses the syntax
    tree, since Babel's own extraction does not look into f-strings."""
    for node in ast.walk(ast.parse(source, name)):
        if not isinstance(node, ast.Call):
            continue
        words = [word.value for word in node.args if isinstance(word, ast.Constant)]
        match _callee(node.func), *words:
            case "N_", str(text):
                yield text, None
            case "Term", str(text), str(context):
                yield text, context
            case "plural", str(one), str(many), *_:
                yield (one, many), None


def _callee(function: ast.expr) -> str:
    match function:
        case ast.Name(name) | ast.Attribute(attr=name):
            return name
    return ""


def update(language: str, source: Catalog) -> Catalog:
    """Return the catalogue with exactly the texts of `source` and their translations. A new text
    takes over the translation of a similar removed one as fuzzy."""
    catalogue = read(language)
    gone = [one for one in _messages(catalogue) if source.get(one.id, one.context) is None]
    own = deepcopy(source)  # the catalogue takes over its messages
    catalogue.update(
        own, no_fuzzy_matching=True, keep_user_comments=True, update_creation_date=False
    )
    catalogue.obsolete.clear()
    for message in _messages(catalogue):
        if not any(_strings(message)) and (like := _most_like(message, gone)):
            message.string = like.string
            message.flags.add("fuzzy")
    return catalogue


def _most_like(message: Message, gone: Iterable[Message]) -> Message | None:
    """Return the removed text most similar to a new one, preferably of the same context; None if
    none is similar."""
    texts = {
        (one.context != message.context, _source(one)): one
        for one in gone
        if one.pluralizable == message.pluralizable
    }
    for is_elsewhere in (False, True):
        known = [text for elsewhere, text in texts if elsewhere == is_elsewhere]
        for text in get_close_matches(_source(message), known, 1):
            return texts[is_elsewhere, text]
    return None


def write(language: str, catalogue: Catalog) -> None:
    path = path_of(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    header = _HEADER.format(language=language, plural_forms=catalogue.plural_forms)
    with path.open("wb") as file:
        file.write(header.encode())
        write_po(
            file, catalogue, width=99, omit_header=True, include_lineno=False, sort_by_file=True
        )


def faults(language: str, source: Catalog) -> Iterator[str]:
    """Yield a line for each thing missing or wrong in a catalogue."""
    catalogue = read(language)
    for message in _messages(source):
        known = catalogue.get(message.id, message.context)
        if known is None:
            yield f"{language}: missing: {_name(message)}"
        elif known.fuzzy or not all(_strings(known)):
            yield f"{language}: not translated: {_name(message)}"
        elif any(_places(text) != _places(_source(message)) for text in _strings(known)):
            yield f"{language}: other places than the English text: {_name(message)}"
    for message in _messages(catalogue):
        if source.get(message.id, message.context) is None:
            yield f"{language}: no longer in the source: {_name(message)}"


def _messages(catalogue: Catalog) -> Iterator[Message]:
    return (message for message in catalogue if message.id)


def _name(message: Message) -> str:
    context = f" ({message.context})" if message.context else ""
    return f"{_source(message)!r}{context}"


def _source(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[-1]


def _strings(message: Message) -> tuple[str, ...]:
    string = message.string
    return (string,) if isinstance(string, str) else tuple(string or ("",))


def _places(text: str) -> frozenset[tuple[str, str | None]]:
    """Return the ``{places:format}`` of a text."""
    return frozenset((name, spec) for _, name, spec, _ in Formatter().parse(text) if name)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m kwbot.text.catalogue")
    parser.add_argument("--check", action="store_true", help="change nothing; fail if incomplete")
    check = parser.parse_args(arguments).check
    source = extract()
    if not check:
        for language in TRANSLATED:
            write(language, update(language, source))
    found = [fault for language in TRANSLATED for fault in faults(language, source)]
    sys.stdout.writelines(f"{fault}\n" for fault in found)
    return 1 if found and check else 0


if __name__ == "__main__":
    sys.exit(main())
