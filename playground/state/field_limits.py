"""What every body is checked for: fields that must be there, and how long they may be."""

from playground.state.api_errors import FormErrors, Path
from playground.state.model import Json

Lengths = dict[str, tuple[int, int]]
"""By field: the least and the most, of texts in characters, of lists in items."""


def require(errors: FormErrors, body: Json, keys: tuple[str, ...], path: Path) -> None:
    """Complain of each field that is not there."""
    for key in keys:
        if body.get(key) is None:
            missing(errors, (*path, key))


def missing(errors: FormErrors, path: Path) -> None:
    """Complain of a field that is not there."""
    errors.add(path, "BASE_TYPE_REQUIRED", "This field is required")


def check_lengths(errors: FormErrors, body: Json, table: Lengths, path: Path) -> None:
    """Complain of each field that is too long or too short."""
    for key, (least, most) in table.items():
        value = body.get(key)
        if value is not None and not least <= len(value) <= most:
            errors.add((*path, key), *bad_length(least, most))


def bad_length(least: int, most: int) -> tuple[str, str]:
    """Return code and message of a length outside of its bounds."""
    if least == 0:
        return "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length."
    return "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length."
