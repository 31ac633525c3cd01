"""Buttons to the other pages of anything with pages."""

from dataclasses import dataclass

from cogs.screens.parts.arguments import Argument
from cogs.screens.parts.components import ActionRow, Press, button
from kwbot.ids import NO_TABLE, TableId


@dataclass(frozen=True, slots=True)
class Turn(Argument):
    """What a control of a list says: ``whist/points/ 2 ›``. `to`: a page, or what a menu sets;
    `sign` distinguishes buttons that lead to the same page."""

    listed: str = ""
    to: str = ""
    sign: str = ""

    @property
    def page(self) -> int:
        """The requested page, or the first."""
        return page_in(self.to)


def turning(
    area: str, listed: str, page: int, pages: int, table_id: TableId = NO_TABLE
) -> ActionRow:
    """Return buttons to the first, previous, next and last page; pages count from 1. A press of
    `area` comes back with a `Turn` of what is `listed`, at a table if given."""
    turns = {"«": 1, "‹": max(page - 1, 1), "›": min(page + 1, pages), "»": pages}
    return ActionRow(
        *(
            button(
                sign,
                Press(area, table_id, argument=str(Turn(listed, str(to), sign))),
                disabled=to == page,
            )
            for sign, to in turns.items()
        )
    )


def page_in(text: str) -> int:
    """Return the page that a press asks for; 1 for anything else."""
    return max(1, int(text)) if text.isdecimal() and len(text) < 6 else 1
