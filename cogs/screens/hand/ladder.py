"""Bids on a ladder: calls and the next bids take one press, higher ones a menu and a second press,
since a slip of the finger cannot be taken back.

What is picked from a menu is written as the record writes the bid.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import discord
from discord import ButtonStyle

from cogs.screens.hand.picking import Answer, Pick, menu_pages, picked_bid
from cogs.screens.parts import components
from cogs.screens.parts.components import NARROW_ROW, ActionRow, Button, Press
from kwbot.engine.values.actions import Action, Bid
from kwbot.engine.values.choices import LadderBid
from kwbot.text.deal.hand import action_label
from kwbot.text.words import labels
from kwbot.text.words.language import Voice

MAX_BID_BUTTONS = NARROW_ROW
"""Number of lowest bids that are buttons."""


def ladder_controls(
    choice: LadderBid, picked: str, voice: Voice, ask: Press, act: Press, back: Press | None = None
) -> list[ActionRow]:
    """Draw the bids. `ask`, `act`: presses without their `argument`, to pick a bid and to act;
    `back`: leads to the suggested bids, if there are any."""
    calls = [_button(call, voice, act, ButtonStyle.primary) for call in choice.calls]
    if back:
        calls.append(components.button(voice.language.term(labels.SUGGESTIONS), back))
    next_bids = [_button(bid, voice, act) for bid in choice.bids[:MAX_BID_BUTTONS]]
    higher = choice.bids[MAX_BID_BUTTONS:]
    menus = [
        _menu(bids, picked, voice, replace(ask, argument=str(Pick(f"bid{page}"))))
        for page, bids in enumerate(menu_pages(higher))
    ]
    chosen = picked_bid(choice, picked)
    return [
        ActionRow(*calls, *components.rules_buttons(act.table, voice.language)),
        *components.rows(next_bids),
        *menus,
        *([_confirm(chosen, voice, act)] if chosen else []),
    ]


def _button(
    action: Action, voice: Voice, act: Press, style: ButtonStyle = ButtonStyle.secondary
) -> Button:
    press = replace(act, argument=str(action))
    return components.button(action_label(action, voice), press, style)


def _menu(bids: Sequence[Bid], picked: str, voice: Voice, press: Press) -> ActionRow:
    """``Higher bids: 10 – 13 No Trump``"""
    title = voice.language.term(labels.HIGHER_BIDS)
    ends = dict.fromkeys(voice.bid(bid) for bid in (bids[0], bids[-1]))
    options = list(_options(bids, picked, voice))
    return components.menu(f"{title}: {' – '.join(ends)}", press, options)


def _options(bids: Sequence[Bid], picked: str, voice: Voice) -> Iterator[discord.SelectOption]:
    for bid in bids:
        last = voice.parts.get(bid.parts[-1])
        effect = voice.language.effect(last) if last else ""
        key = bid.arguments()
        yield components.option(voice.bid(bid), key, effect, default=key == picked)


def _confirm(bid: Bid, voice: Voice, act: Press) -> ActionRow:
    label = f"{voice.language.term(labels.BID)}: {voice.bid(bid)}"
    press = replace(act, argument=str(Answer(picked=bid.arguments())))
    return ActionRow(components.button(label, press, ButtonStyle.success))
