"""The bid builder: a menu for the main part, others for the extras; Bid, Pass, Clear and Rules."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

import discord
from discord import ButtonStyle

from cogs.screens.hand.picking import DRAFT, MAIN, Answer, BidDraft, Pick, menu_pages
from cogs.screens.parts import components
from cogs.screens.parts.components import LONGEST, ActionRow, Press
from kwbot.engine.values.actions import Bid, Pass
from kwbot.engine.values.choices import BidPart, BidTable
from kwbot.engine.values.wording import Sentence
from kwbot.text.words import labels, lines
from kwbot.text.words.language import Language, Voice
from kwbot.text.words.markdown import cut, struck

Points = Callable[[Bid], int | None]
"""Returns what a bid scores if made; None if unknown."""


def bid_controls(
    draft: BidDraft,
    voice: Voice,
    ask: Press,
    act: Press,
    points: Points,
    *,
    legal: bool,
    impossible: Mapping[str, Sentence],
    back: Press | None = None,
) -> list[ActionRow]:
    """Draw the bid builder. `ask`, `act`: presses without their `argument`, to choose and to bid.
    `legal`: whether the bid may be made as it is. `impossible`: parts that cannot be added to it,
    struck out, and the reasons. `back`: leads to the suggested bids, if there are any."""
    term = voice.language.term
    clear = components.button(
        term(labels.CLEAR), replace(ask, argument=str(Pick(DRAFT))), disabled=str(draft) == ".0"
    )
    if back and clear.disabled:
        clear = components.button(term(labels.SUGGESTIONS), back)
    return [
        *bid_menus(draft, voice, ask, points, impossible),
        ActionRow(
            components.button(
                term(labels.BID),
                replace(act, argument=str(Answer(picked=str(draft)))),
                ButtonStyle.success,
                disabled=not legal,
            ),
            components.button(
                term(labels.PASS), replace(act, argument=str(Pass())), ButtonStyle.primary
            ),
            clear,
            *components.rules_buttons(act.table, voice.language),
        ),
    ]


def bid_menus(
    draft: BidDraft, voice: Voice, ask: Press, points: Points, impossible: Mapping[str, Sentence]
) -> Iterator[ActionRow]:
    """Yield only the menus of parts; `ask` is a press without its `argument`."""
    bids, language = draft.bids, voice.language
    chosen = {*draft.keys}
    mains, extras = (
        [_option(part, chosen, impossible.get(part.key), voice) for part in parts]
        for parts in (_mains(bids, language, points), _extras(bids, language, draft.main))
    )
    press = replace(ask, argument=str(Pick(MAIN, str(draft))))
    yield components.menu(language.term(labels.STANDARD_BID), press, mains)
    for page, options in enumerate(menu_pages(extras)):
        label = labels.MORE_SPECIAL_BIDS if page else labels.SPECIAL_BIDS
        press = replace(ask, argument=str(Pick(f"extra{page}", str(draft))))
        most = len(options) if bids.most_extras is None else bids.most_extras
        yield components.menu(language.term(label), press, options, least=0, most=most)


class _Told(NamedTuple):
    """A part of a bid in words, and its option where it is not chosen, shared by all menus."""

    key: str
    label: str
    effect: str
    option: discord.SelectOption

    @classmethod
    def of(cls, key: str, label: str, effect: str) -> _Told:
        return cls(key, label, effect, components.option(label, key, effect))


def _option(
    part: _Told, chosen: Collection[str], why: Sentence | None, voice: Voice
) -> discord.SelectOption:
    """Return a part as an option; struck out, with the reason `why`, if it cannot be chosen:
    Discord cannot disable a single option."""
    label, effect, default = part.label, part.effect, part.key in chosen
    if why:
        label = struck(cut(label, LONGEST))
        effect = f"⛔ {voice.without_markdown().say(why)}"
    elif not default:
        return part.option
    return components.option(label, part.key, effect, default=default)


@lru_cache(maxsize=256)
def _mains(bids: BidTable, language: Language, points: Points) -> Sequence[_Told]:
    """``Game (2)``, and ``2 points · At least 5 tricks. No trumps.``"""
    told = []
    for part in bids.mains:
        made = points(Bid((part.key,)))
        worth = [] if made is None else [lines.points(made, language)]
        effect = lines.DOT.join([*worth, language.effect(part)])
        label = f"{language.term(part.name)} ({language.number(part.value)})"
        told.append(_Told.of(part.key, label, effect))
    return told


@lru_cache(maxsize=1024)
def _extras(bids: BidTable, language: Language, main: int | None) -> Sequence[_Told]:
    """``Lock (2)``; ``(1/3)`` where it depends on the main part and none is chosen yet."""
    told = []
    for part in bids.extras:
        worth = "/".join(map(language.number, _values(bids, main, part)))
        label = f"{language.term(part.name)} ({worth})"
        told.append(_Told.of(part.key, label, language.effect(part)))
    return told


def _values(bids: BidTable, chosen: int | None, extra: BidPart) -> list[int]:
    """Return what an extra part may add to a bid with the main part `chosen`, or with any."""
    mains = bids.mains if chosen is None else bids.mains[chosen : chosen + 1]
    added = {
        bids.value(Bid((main.key, extra.key))) - bids.value(Bid((main.key,))) for main in mains
    }
    return sorted(added)
