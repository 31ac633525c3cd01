"""Discord's limits on an application's commands, checked by hand."""

import re
from typing import Any

from playground.state.api_errors import ApiError, FormErrors, Path
from playground.state.model import Json

MAX_COMMANDS = 100
MAX_OPTIONS = 25
MAX_CHOICES = 25
MAX_CHARACTERS = 8000
MAX_NAME_LENGTH = 32
MAX_DESCRIPTION_LENGTH = 100
CHAT_INPUT, SUBCOMMAND, GROUP = 1, 1, 2
HIGHEST_KINDS = {"contexts": 2, "integration_types": 1}
"""The highest number that each list may hold."""

# fmt: off
LOCALES = frozenset({
    "bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-419", "es-ES", "fi", "fr", "hi", "hr",
    "hu", "id", "it", "ja", "ko", "lt", "nl", "no", "pl", "pt-BR", "ro", "ru", "sv-SE", "th",
    "tr", "uk", "vi", "zh-CN", "zh-TW",
})
# fmt: on
# Besides letters, the apostrophe and the combining marks of Devanagari and Thai are allowed.
_NAME = re.compile(r"[-_'\w\u0900-\u097f\u0e00-\u0e7f]{1,32}")


def check_commands(commands: list[Json]) -> None:
    """Check a bulk overwrite of all commands.

    Raises ApiError 50035, or 30032 for more than 100.

    """
    if len([c for c in commands if c.get("type", CHAT_INPUT) == CHAT_INPUT]) > MAX_COMMANDS:
        raise ApiError(30032)
    errors = FormErrors()
    seen: set[tuple[int, str]] = set()
    for i, command in enumerate(commands):
        _command(errors, command, (i,))
        key = (command.get("type") or CHAT_INPUT, command.get("name", ""))
        if key in seen:
            errors.add(
                (i,),
                "APPLICATION_COMMANDS_DUPLICATE_NAME",
                "Application command names must be unique",
            )
        seen.add(key)
    errors.refuse()


def _command(errors: FormErrors, command: Json, at: Path) -> None:
    for key, most in HIGHEST_KINDS.items():
        _check_kinds(errors, command.get(key), (*at, key), most)
    if (command.get("type") or CHAT_INPUT) != CHAT_INPUT:
        _texts(errors, command, at, "name", MAX_NAME_LENGTH)
        return
    _check_names(errors, command, at)
    _options(errors, command.get("options") or [], at)
    if (size := characters(command)) > MAX_CHARACTERS:
        errors.add(
            at,
            "APPLICATION_COMMAND_TOO_LARGE",
            f"Command exceeds maximum size ({size} of {MAX_CHARACTERS})",
        )


def _check_kinds(errors: FormErrors, kinds: Any, at: Path, most: int) -> None:
    """Check a command's contexts or integration types."""
    if kinds is None:
        return
    if not kinds or len(set(kinds)) < len(kinds):
        errors.add(at, "BASE_TYPE_BAD_LENGTH", "Must be unique and 1 or more in length.")
    for i, kind in enumerate(kinds):
        if kind not in range(most + 1):
            choices = ", ".join(map(str, range(most + 1)))
            errors.add((*at, i), "BASE_TYPE_CHOICES", f"Value must be one of {{{choices}}}.")


def _check_names(errors: FormErrors, thing: Json, at: Path) -> None:
    """Check a lower-case name and a description, both in every language given."""
    for path, name in _texts(errors, thing, at, "name", MAX_NAME_LENGTH):
        if not _NAME.fullmatch(name) or name != name.lower():
            errors.add(path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
    _texts(errors, thing, at, "description", MAX_DESCRIPTION_LENGTH)


def _texts(
    errors: FormErrors, thing: Json, at: Path, key: str, most: int
) -> list[tuple[Path, str]]:
    texts: list[tuple[Path, Any]] = [((*at, key), thing.get(key))]
    for locale, text in (thing.get(f"{key}_localizations") or {}).items():
        path = (*at, f"{key}_localizations", locale)
        if locale not in LOCALES:
            errors.add(path, "BASE_TYPE_CHOICES", f"Value must be one of {sorted(LOCALES)}.")
        texts.append((path, text))
    for path, text in texts:
        if text is None:
            errors.add(path, "BASE_TYPE_REQUIRED", "This field is required")
        elif not 1 <= len(text) <= most:
            message = f"Must be between 1 and {most} in length."
            errors.add(path, "BASE_TYPE_BAD_LENGTH", message)
    return [(path, text) for path, text in texts if text is not None]


def _options(errors: FormErrors, options: list[Json], at: Path) -> None:
    if len(options) > MAX_OPTIONS:
        message = f"Must be {MAX_OPTIONS} or fewer in length."
        errors.add((*at, "options"), "BASE_TYPE_MAX_LENGTH", message)
    names: set[str] = set()
    optional_seen = False
    for i, option in enumerate(options):
        path = (*at, "options", i)
        _check_names(errors, option, path)
        if option.get("name", "") in names:
            errors.add(
                path, "APPLICATION_COMMAND_OPTIONS_NAME_INVALID", "Option name already exists"
            )
        names.add(option.get("name", ""))
        if option.get("type") in (SUBCOMMAND, GROUP):
            _options(errors, option.get("options") or [], path)
            continue
        if option.get("required") and optional_seen:
            errors.add(
                path,
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            )
        optional_seen |= not option.get("required")
        _choices(errors, option, path)


def _choices(errors: FormErrors, option: Json, at: Path) -> None:
    choices = option.get("choices") or []
    if len(choices) > MAX_CHOICES:
        message = f"Must be {MAX_CHOICES} or fewer in length."
        errors.add((*at, "choices"), "BASE_TYPE_MAX_LENGTH", message)
    if choices and option.get("autocomplete"):
        errors.add(
            (*at, "autocomplete"),
            "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE",
            "Choices and autocomplete exclude each other",
        )
    check_choices(errors, choices, (*at, "choices"))


def check_choices(errors: FormErrors, choices: list[Json], at: Path) -> None:
    """Check the choices of an option or an autocompletion."""
    if len(choices) > MAX_CHOICES:
        errors.add(at, "BASE_TYPE_MAX_LENGTH", f"Must be {MAX_CHOICES} or fewer in length.")
    for i, choice in enumerate(choices):
        _texts(errors, choice, (*at, i), "name", 100)
        if isinstance(choice.get("value"), str) and not 1 <= len(choice["value"]) <= 100:
            message = "Must be between 1 and 100 in length."
            errors.add((*at, i, "value"), "BASE_TYPE_BAD_LENGTH", message)


def characters(thing: Json) -> int:
    """Return the size of a command: names, descriptions (in their longest language) and values."""
    own = 0
    for key in ("name", "description"):
        texts = [thing.get(key) or "", *(thing.get(f"{key}_localizations") or {}).values()]
        own += max(len(t) for t in texts)
    own += len(str(thing["value"])) if "value" in thing else 0
    parts = [*(thing.get("options") or []), *(thing.get("choices") or [])]
    return own + sum(characters(part) for part in parts)
