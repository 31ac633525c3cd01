"""The bids that look best, each with a half-line and a button; all others are one press away."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from discord import ButtonStyle

from cogs.screens.parts import components
from cogs.screens.parts.components import ActionRow, Button, Press, Section
from kwbot.engine.values.actions import Action, Bid, Pass
from kwbot.engine.values.choices import Choice, CombinationBid, LadderBid
from kwbot.engine.values.wording import N_, Term
from kwbot.text.deal.hand import action_label
from kwbot.text.words import labels, lines
from kwbot.text.words.language import Language, Voice
from kwbot.text.words.markdown import cut_after_word

HALF_LINES = (89, 59, 29)
"""Characters that tell what a bid asks, at most: three lines of a phone, or fewer where there is no
room for all bids."""
_BETWEEN_SENTENCES = re.compile(r"(?<=\.) ")
STEP = 5
"""Percent: nobody knows it better."""
_OTHERS = Term("Other bids", "button")


def suggested_sections(
    choice: Choice | None,
    voice: Voice,
    act: Press,
    suggested: Mapping[Action, float | None],
    hinted: Action | None = None,
) -> Iterable[Sequence[Section]]:
    """Return each bid with what it asks, how likely it is made if it stands (None: nothing is said
    of that), and a button to make it; first with more words, then with fewer, each made when it is
    looked at. `act`: a press without its `argument`, to act; `hinted`: what is advised: the button
    for that alone is green."""
    label = voice.language.term(labels.BID)
    bids = [one for one in suggested if isinstance(one, Bid)]

    def section(bid: Bid, half_line: int) -> Section:
        asks = _asks(choice, voice, bid, half_line)
        style = ButtonStyle.success if hinted in (None, bid) else ButtonStyle.secondary
        button = components.button(label, replace(act, argument=str(bid)), style)
        told = components.words(_told(voice, bid, suggested[bid], asks))
        return Section(told, button)

    return ([section(bid, half_line) for bid in bids] for half_line in HALF_LINES) if bids else ()


def other_calls(
    choice: Choice | None, voice: Voice, act: Press, others: Press, hinted: Action | None = None
) -> ActionRow:
    """Return the buttons for the other calls, and for all other bids (`others`)."""
    calls = choice.calls if isinstance(choice, LadderBid) else (Pass(),)
    return ActionRow(
        *(_button(call, voice, act, is_hinted=call == hinted) for call in calls),
        components.button(voice.language.term(_OTHERS), others),
        *components.rules_buttons(act.table, voice.language),
    )


def _button(action: Action, voice: Voice, act: Press, *, is_hinted: bool) -> Button:
    press = replace(act, argument=str(action))
    style = ButtonStyle.success if is_hinted else ButtonStyle.primary
    return components.button(action_label(action, voice), press, style)


def _told(voice: Voice, bid: Bid, chance: float | None, asks: str) -> str:
    head = lines.DOT.join(filter(None, (f"**{voice.bid(bid)}**", _chance(chance, voice.language))))
    return "\n".join(f"-# {line}" for line in (head, asks) if line)


def _chance(chance: float | None, language: Language) -> str:
    """Return how likely a bid is made, as near as anybody knows."""
    if chance is None:
        return ""
    return _told_chance(min(100 - STEP, max(STEP, STEP * round(100 * chance / STEP))), language)


@lru_cache(maxsize=128)
def _told_chance(percent: int, language: Language) -> str:
    told = language.text(N_("{percent} chance"), percent=f"≈ {language.percent(percent / 100)}")
    return told.replace(" ", "\u00a0")


def _asks(choice: Choice | None, voice: Voice, bid: Bid, room: int) -> str:
    """Return what a bid asks, as many sentences as fit whole; at least the first one, cut."""
    keys = bid.parts if isinstance(choice, CombinationBid) else bid.parts[-1:]
    parts = filter(None, map(voice.parts.get, keys))
    told = " ".join(filter(None, (voice.language.term(part.effect) for part in parts)))
    sentences = _BETWEEN_SENTENCES.split(told)
    while len(sentences) > 1 and len(" ".join(sentences)) > room:
        sentences.pop()
    return cut_after_word(" ".join(sentences), room)
