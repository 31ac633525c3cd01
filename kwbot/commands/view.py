"""``view FILE --player P``: print what one player may see at the end of a record."""

import argparse
import json
from pathlib import Path
from typing import Any

from kwbot.engine.views.view import as_json, view

from .complaint import Complaint
from .reading import match_of
from .whole_number import whole


def add(parsers: Any) -> None:
    """Add the parser of ``view``."""
    parser = parsers.add_parser("view", help="print what one player may see")
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--player", type=whole, required=True, metavar="P", help="from 0")
    parser.add_argument("--json", action="store_true", help="print the view as JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print what a player of a record sees, in words or as JSON. Raises Complaint without one."""
    match = match_of(options.file)
    if not 0 <= options.player < len(match.names):
        raise Complaint(options.file, 0, f"there is no player {options.player}")
    shown = as_json(view(match, options.player))
    print(json.dumps(shown) if options.json else in_words(shown))
    return 0


def in_words(shown: dict[str, Any]) -> str:
    """Return the facts of a view, a line each, without empty ones."""
    return "\n".join(
        f"{key.replace('_', ' ')}: {_text(value)}"
        for key, value in shown.items()
        if value not in (None, "", [], {})
    )


def _text(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_text(one)}" for key, one in value.items())
    if isinstance(value, list):
        between = " | " if value and isinstance(value[0], list | dict) else " "
        return between.join(map(_text, value))
    return "–" if value is None else str(value)
