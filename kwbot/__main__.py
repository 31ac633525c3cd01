"""The command line: ``python -m kwbot COMMAND …``; see docs/record-format.md."""

from __future__ import annotations

import sys

from kwbot.commands import main

if __name__ == "__main__":
    sys.exit(main())
