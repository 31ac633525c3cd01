"""The complaint that a command reports instead of doing its work."""

from __future__ import annotations

from pathlib import Path


class Complaint(Exception):
    """``FILE:LINE: what is wrong``, in one line; line 0 speaks of the file as a whole."""

    def __init__(self, file: Path | str, line: int, reason: str) -> None:
        super().__init__(str(file), line, reason)  # so that it reaches another process whole

    def __str__(self) -> str:
        file, line, reason = self.args
        return f"{_printable(file)}:{line}: {_printable(reason)}"

    @classmethod
    def of(cls, file: Path | str, error: OSError) -> Complaint:
        """Return the complaint about a file that cannot be opened or written."""
        return cls(file, 0, error.strerror or str(error))


def _printable(text: str) -> str:
    """Return the text in one line, without what a terminal would obey."""
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode("ascii")
        for char in text
    )
