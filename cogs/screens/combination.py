"""The bid builder: a menu for the main part, others for the extras; Bid, Pass, Clear and Rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache

import discord
from discord import ButtonStyle

from cogs.screens import components
from cogs.screens.components import LONGEST, ActionRow, Press
from cogs.screens.picking import BidDraft, pages
from kwbot.engine.actions import Bid, Pass
from kwbot.engine.choices import BidPart, BidTable
from kwbot.engine.wording import Sentence
from kwbot.text import labels, lines
from kwbot.text.language import Voice
from kwbot.text.markdown import cut, struck

Points = Callable[[Bid], int | None]
"""What a bid scores if made; None if that is not known."""


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
    """Draw the bid builder. `ask`, `act`: presses without their `rest`, to choose and to bid.

    `legal`: whether the bid may be made as it is. `impossible`: parts that cannot be added to it,
    and why; they are struck out. `back`: to the bids that are suggested, where there are some.
    """
    term = voice.language.term
    clear = components.button(
        term(labels.CLEAR), replace(ask, rest="go/"), disabled=str(draft) == ".0"
    )
    if back and clear.disabled:
        clear = components.button(term(labels.SUGGESTIONS), back)
    return [
        *bid_menus(draft, voice, ask, points, impossible),
        ActionRow(
            components.button(
                term(labels.BID),
                replace(act, rest=f"={draft}"),
                ButtonStyle.success,
                disabled=not legal,
            ),
            components.button(
                term(labels.PASS), replace(act, rest=str(Pass())), ButtonStyle.primary
            ),
            clear,
            *components.rules_buttons(act.table, voice.language),
        ),
    ]


def bid_menus(
    draft: BidDraft, voice: Voice, ask: Press, points: Points, impossible: Mapping[str, Sentence]
) -> Iterator[ActionRow]:
    """Yield only the menus of parts; `ask` is a press without its `rest`."""
    bids, language = draft.bids, voice.language
    mains = [_main(draft, at, voice, points) for at in range(len(bids.mains))]
    extras = [_extra(draft, at, voice) for at in range(len(bids.extras))]
    for option in (*mains, *extras):
        if option.value in impossible:
            _strike(option, impossible[option.value], voice)
    press = replace(ask, rest=f"main/{draft}")
    yield components.menu(language.term(labels.STANDARD_BID), press, mains)
    for page, options in enumerate(pages(extras)):
        label = labels.MORE_SPECIAL_BIDS if page else labels.SPECIAL_BIDS
        press = replace(ask, rest=f"extra{page}/{draft}")
        most = len(options) if bids.most_extras is None else bids.most_extras
        yield components.menu(language.term(label), press, options, least=0, most=most)


def _main(draft: BidDraft, at: int, voice: Voice, points: Points) -> discord.SelectOption:
    """``Game (2)``, and ``2 points · At least 5 tricks without trumps.``"""
    language, part = voice.language, draft.bids.mains[at]
    made = points(Bid((part.key,)))
    told = [] if made is None else [lines.points(made, language)]
    effect = lines.DOT.join([*told, language.term(part.effect)])
    label = f"{language.term(part.name)} ({language.number(part.value)})"
    return components.option(label, part.key, effect, default=draft.main == at)


def _extra(draft: BidDraft, at: int, voice: Voice) -> discord.SelectOption:
    """``Lock (2)``; ``(1/3)`` where it depends on the main part and none is chosen yet."""
    language, part = voice.language, draft.bids.extras[at]
    worth = "/".join(map(language.number, _values(draft.bids, draft.main, part)))
    label = f"{language.term(part.name)} ({worth})"
    return components.option(label, part.key, language.term(part.effect), default=draft.has(at))


def _strike(option: discord.SelectOption, why: Sentence, voice: Voice) -> None:
    """Strike an option out and say why: Discord cannot disable a single option."""
    option.label = cut(struck(option.label), LONGEST)
    option.description = cut(f"⛔ {voice.unformatted().say(why)}", LONGEST)


@cache
def _values(bids: BidTable, chosen: int | None, extra: BidPart) -> list[int]:
    """Return what an extra part may add to a bid with the main part `chosen`, or with any."""
    mains = bids.mains if chosen is None else bids.mains[chosen : chosen + 1]
    added = {
        bids.value(Bid((main.key, extra.key))) - bids.value(Bid((main.key,))) for main in mains
    }
    return sorted(added)
