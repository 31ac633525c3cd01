"""What a control means: the value in its custom_id, so that it works on after a restart."""

from __future__ import annotations

from dataclasses import dataclass

LONGEST = 100
"""Characters of a custom_id; Discord's limit."""
_PREFIX = "kw"

ACT, PICK = "act", "pick"
"""The areas of presses that answer a question, and of those that only choose on."""
LOBBY, OPTION, WHICH = "lobby", "option", "which"
TABLE, MORE, AGAIN = "table", "more", "again"
HINT, REVIEW, RULES = "hint", "review", "rules"
"""Areas of presses that several modules name."""


@dataclass(frozen=True, slots=True)
class Press:
    """What a custom_id says: ``kw:area:table:seen:rest``.

    `seen` is the question that the control answers (a table's `asked_at`, or the deal's number);
    0 where that does not matter.
    """

    area: str
    table: int = 0
    seen: int = 0
    rest: str = ""

    def __str__(self) -> str:
        text = f"{_PREFIX}:{self.area}:{self.table}:{self.seen}:{self.rest}"
        assert len(text) <= LONGEST, f"a custom_id of the area {self.area} is too long"
        return text

    @classmethod
    def parse(cls, custom_id: str) -> Press | None:
        """Return None if it is not one of ours."""
        parts = custom_id.split(":", 4)
        if len(parts) != 5 or parts[0] != _PREFIX:
            return None
        if not (parts[2].isdecimal() and parts[3].isdecimal()):
            return None
        return cls(parts[1], int(parts[2]), int(parts[3]), parts[4])
