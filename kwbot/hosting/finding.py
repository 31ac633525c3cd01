"""The result of one of the doctor's checks."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of a check. `works` is None for a note, which cannot fail. `instead`: what the bot
    does if it does not work."""

    what: str
    works: bool | None
    message: str = ""
    instead: str = ""

    def __str__(self) -> str:
        mark = {True: "ok  ", False: "FAIL", None: "note"}[self.works]
        parts = [self.message, f"Instead: {self.instead}" if self.instead else ""]
        return f"{mark}  {self.what}: {' '.join(part for part in parts if part) or 'works'}"


Tell = Callable[[Finding], None]
