"""A whole number on the command line."""

import argparse
import re

_WHOLE = re.compile(r"-?(?:0|[1-9][0-9]{0,19})")


def whole(text: str) -> int:
    """Return a number that is written as records write them, in the digits 0 to 9. Raises
    ArgumentTypeError for digits of other scripts, too, which `int` would read."""
    if not _WHOLE.fullmatch(text):
        raise argparse.ArgumentTypeError(f"no whole number: {text!r}")
    return int(text)
