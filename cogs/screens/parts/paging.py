"""Buttons to the other pages of anything that has pages."""

from __future__ import annotations

from cogs.screens.parts.components import ActionRow, Press, button


def turning(area: str, what: str, page: int, pages: int) -> ActionRow:
    """Return buttons to the first, previous, next and last page; pages count from 1.

    A press of `area` comes back with the argument ``{what} {page} {sign}``.
    """
    turns = {"«": 1, "‹": max(page - 1, 1), "›": min(page + 1, pages), "»": pages}
    return ActionRow(
        *(
            button(sign, Press(area, argument=f"{what} {to} {sign}"), disabled=to == page)
            for sign, to in turns.items()
        )
    )


def page_in(text: str) -> int:
    """Return the page that a press asks for; 1 for anything else that somebody sent."""
    return max(1, int(text)) if text.isdecimal() and len(text) < 6 else 1
