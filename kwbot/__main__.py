"""The command line: ``python -m kwbot COMMAND …``; see docs/record-format.md."""

import sys

from kwbot.commands import main

if __name__ == "__main__":
    sys.exit(main())
