"""Whist games for Discord: rules, tables, texts and storage."""

import os
import sys

if sys.version_info < (3, 11):  # noqa: UP036 - older ones can read this file, and bot.py from 3.6 on
    found = ".".join(map(str, sys.version_info[:3]))
    sys.exit("Kwbot needs Python 3.11 or newer, and this is Python " + found + ".")

__version__ = "1.3.0"

BUILD = os.environ.get("KWBOT_VERSION") or __version__
"""The running build. An image of a commit between two versions has a name of its own."""
