"""A whole number on the command line."""

import argparse
import re

_WHOLE = re.compile(r"-?(?:0|[1-9][0-9]{0,19})")


def whole(text: str) -> int:
    """Return a number written as in records, with the digits 0 to 9. Raises ArgumentTypeError for
    anything else, including other scripts' digits, which `int` would read."""
    if not _WHOLE.fullmatch(text):
        raise argparse.ArgumentTypeError(f"no whole number: {text!r}")
    return int(text)
