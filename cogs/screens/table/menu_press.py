"""What a press in the menu of a table asks for."""

from __future__ import annotations

from dataclasses import dataclass

from discord import ButtonStyle

from cogs.screens.parts import components
from cogs.screens.parts.components import MORE, Button, Press
from kwbot.tables.state.table_state import RunningTable


@dataclass(frozen=True, slots=True)
class MenuPress:
    """What a press of the area MORE asks for: ``foul 2 0``, ``claim all``. `more`: who fouled and
    how many moves are taken back, which tricks are claimed, whose seat is meant."""

    what: str
    more: tuple[str | int, ...] = ()

    @classmethod
    def of(cls, text: str, *chosen: str) -> MenuPress:
        """Read an argument, with what was `chosen` in a menu after it."""
        what, *more = [*text.split(), *chosen] or [""]
        return cls(what, tuple(int(one) if one.isdecimal() else one for one in more))

    def __str__(self) -> str:
        return " ".join(map(str, (self.what, *self.more)))

    def at(self, table: RunningTable) -> Press:
        """Return the press at a `table` as it is now."""
        return Press(MORE, table.id, table.seq, str(self))


def menu_button(
    table: RunningTable, label: str, asked: MenuPress, style: ButtonStyle = ButtonStyle.secondary
) -> Button:
    """Return a button of the menu, for what is `asked` at a `table` as it is now."""
    return components.button(label, asked.at(table), style)
