"""The bids that look best, each with a half-line and a button; all others are one press away."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from discord import ButtonStyle, ui

from cogs.screens import components
from cogs.screens.components import Press
from kwbot.engine.actions import Action, Bid, Pass
from kwbot.engine.choices import Choice, CombinationBid, LadderBid
from kwbot.engine.wording import Term
from kwbot.text import labels, lines
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


def suggested_sections(
    choice: Choice | None, voice: Voice, act: Press, suggested: Mapping[Action, float | None]
) -> list[ui.Section[Any]]:
    """Return each bid with what it asks, how likely it is made if it stands (None: nothing is said
    of that), and a button to make it. `act`: a press without its `rest`, to act."""
    label = voice.language.term(labels.BID)
    return [
        ui.Section(
            components.words(_told(choice, voice, bid, chance)),
            accessory=components.button(label, replace(act, rest=str(bid)), ButtonStyle.success),
        )
        for bid, chance in suggested.items()
        if isinstance(bid, Bid)
    ]


def other_calls(
    choice: Choice | None, voice: Voice, act: Press, others: Press
) -> ui.ActionRow[Any]:
    """Return the buttons for the other calls, and for all other bids (`others`)."""
    calls = choice.calls if isinstance(choice, LadderBid) else (Pass(),)
    return ui.ActionRow(
        *(_button(call, voice, act) for call in calls),
        components.button(voice.language.term(_OTHERS), others),
        *components.rules_buttons(act.table, voice.language),
    )


def _button(action: Action, voice: Voice, act: Press) -> ui.Button[Any]:
    press = replace(act, rest=str(action))
    return components.button(action_label(action, voice), press, ButtonStyle.primary)


def _told(choice: Choice | None, voice: Voice, bid: Bid, chance: float | None) -> str:
    head = lines.DOT.join(filter(None, (f"**{voice.bid(bid)}**", _percent(chance))))
    return "\n".join(f"-# {line}" for line in (head, _asks(choice, voice, bid)) if line)


def _percent(chance: float | None) -> str:
    if chance is None:
        return ""
    return f"≈ {min(100 - STEP, max(STEP, STEP * round(100 * chance / STEP)))} %"


def _asks(choice: Choice | None, voice: Voice, bid: Bid) -> str:
    main = isinstance(choice, CombinationBid)
    part = voice.parts.get(bid.parts[0] if main else bid.parts[-1])
    return cut(voice.language.term(part.effect), HALF_LINE) if part else ""
