"""The bids that look best, as buttons with a half-line each; all others are one press away."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from discord import ButtonStyle, ui

from cogs.screens import components
from cogs.screens.components import Press
from kwbot.engine.actions import Action, Bid, Pass
from kwbot.engine.choices import Choice, CombinationBid, LadderBid
from kwbot.engine.wording import Term
from kwbot.text import lines
from kwbot.text.hand import action_label
from kwbot.text.language import Voice
from kwbot.text.markdown import cut

OTHERS = "bids"
"""What is unfolded to see all bids."""
HALF_LINE = 40
"""Characters that tell what a bid asks, at most."""
STEP = 5
"""Percent: nobody knows it better."""
_OTHERS = Term("Other bids", "button")


def suggested_rows(
    choice: Choice | None, voice: Voice, act: Press, suggested: Iterable[Action], others: Press
) -> list[ui.ActionRow[Any]]:
    """Return a button for each bid, for the other calls, and for all other bids. `act`: a press
    without its `rest`, to act; `others`: to see all bids."""
    calls = choice.calls if isinstance(choice, LadderBid) else (Pass(),)
    return [
        ui.ActionRow(*(_button(bid, voice, act, ButtonStyle.success) for bid in suggested)),
        ui.ActionRow(
            *(_button(call, voice, act, ButtonStyle.primary) for call in calls),
            components.button(voice.language.term(_OTHERS), others),
            *components.rules_buttons(act.table, voice.language),
        ),
    ]


def _button(action: Action, voice: Voice, act: Press, style: ButtonStyle) -> ui.Button[Any]:
    press = replace(act, rest=str(action))
    return components.button(action_label(action, voice), press, style)


def suggested_text(
    choice: Choice | None, voice: Voice, suggested: Mapping[Action, float | None]
) -> str:
    """Return a line for each bid: what it asks, and how likely it is made if it stands (None:
    nothing is said of that)."""
    return "\n".join(
        f"-# 💡 {lines.DOT.join(filter(None, _told(choice, voice, bid, chance)))}"
        for bid, chance in suggested.items()
        if isinstance(bid, Bid)
    )


def _told(choice: Choice | None, voice: Voice, bid: Bid, chance: float | None) -> tuple[str, ...]:
    return f"**{voice.bid(bid)}**", _percent(chance), _asks(choice, voice, bid)


def _percent(chance: float | None) -> str:
    if chance is None:
        return ""
    return f"≈ {min(100 - STEP, max(STEP, STEP * round(100 * chance / STEP)))} %"


def _asks(choice: Choice | None, voice: Voice, bid: Bid) -> str:
    main = isinstance(choice, CombinationBid)
    part = voice.parts.get(bid.parts[0] if main else bid.parts[-1])
    return cut(voice.language.term(part.effect), HALF_LINE) if part else ""
