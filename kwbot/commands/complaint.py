"""The complaint that a command reports if it cannot do its work."""

from __future__ import annotations

from pathlib import Path


class Complaint(Exception):
    """A complaint as ``FILE:LINE: what is wrong``, in one line. Line 0 is the file as a whole."""

    def __init__(self, file: Path | str, line: int, reason: str) -> None:
        super().__init__(str(file), line, reason)  # so that it can be pickled for another process

    def __str__(self) -> str:
        file, line, reason = self.args
        return f"{_printable(file)}:{line}: {_printable(reason)}"

    @classmethod
    def of(cls, file: Path | str, error: OSError) -> Complaint:
        """Return the complaint about a file that cannot be opened or written."""
        return cls(file, 0, error.strerror or str(error))


def _printable(text: str) -> str:
    """Return the text in one line, with control characters escaped."""
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode("ascii")
        for char in text
    )
