"""Reading the record given to a command."""

from dataclasses import replace
from pathlib import Path

from kwbot.engine.deals.match import Match
from kwbot.engine.deals.reader import replay
from kwbot.engine.values.errors import RecordError
from kwbot.engine.values.names import told_apart
from kwbot.variants import games

from .complaint import Complaint


def match_of(file: Path) -> Match:
    """Return the match of a record file, with printable, distinct names. Raises Complaint."""
    try:
        content = file.read_bytes()
    except OSError as error:
        raise Complaint.of(file, error) from error
    except ValueError as error:  # a null character in the name
        raise Complaint(file, 0, str(error)) from error
    try:
        match = replay(content.decode("utf-8"), games())
        return replace(match, names=told_apart(match.names))
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise Complaint(file, line, "this is not UTF-8 text") from error
    except RecordError as error:
        raise Complaint(file, error.line, error.reason) from error
