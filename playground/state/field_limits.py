"""Checks of every body: required fields, and lengths."""

from playground.state.api_errors import FormErrors, Path
from playground.state.model import Json

Lengths = dict[str, tuple[int, int]]
"""Least and most length by field: characters of texts, items of lists."""


def require(errors: FormErrors, body: Json, keys: tuple[str, ...], path: Path) -> None:
    """Note an error for each missing field."""
    for key in keys:
        if body.get(key) is None:
            missing(errors, (*path, key))


def missing(errors: FormErrors, path: Path) -> None:
    """Note an error for a missing field."""
    errors.add(path, "BASE_TYPE_REQUIRED", "This field is required")


def check_lengths(errors: FormErrors, body: Json, table: Lengths, path: Path) -> None:
    """Note an error for each field that is too long or too short."""
    for key, (least, most) in table.items():
        value = body.get(key)
        if value is not None and not least <= len(value) <= most:
            errors.add((*path, key), *bad_length(least, most))


def bad_length(least: int, most: int) -> tuple[str, str]:
    """Return the code and message for a length outside its bounds."""
    if least == 0:
        return "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length."
    return "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length."
