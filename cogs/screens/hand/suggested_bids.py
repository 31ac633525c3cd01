"""The bids that look best, each with what it asks, gains and costs, and a button.

All others are one press away. Where none looks better than passing, a line says so.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from discord import ButtonStyle

from cogs.screens.parts import components
from cogs.screens.parts.components import ActionRow, Button, Press, Section
from kwbot.engine.values.actions import Action, Bid, Pass
from kwbot.engine.values.choices import LadderBid
from kwbot.engine.values.wording import N_, Term
from kwbot.engine.views.view import View
from kwbot.text.deal.bid_phrases import bid_asks, bid_kind, stakes_line, stakes_of
from kwbot.text.deal.hand import action_label, action_text
from kwbot.text.words import labels, lines
from kwbot.text.words.language import Voice

_Asks = Callable[[View, Bid, Voice], str]
"""Returns what a bid asks, in words."""
_OTHERS = Term("Other bids", "button")
_NO_BETTER = N_("no bid looks better.")
_FINE = N_("Passing is fine here.")


def suggested_sections(
    seen: View,
    voice: Voice,
    act: Press,
    suggested: Mapping[Action, float | None],
    hinted: Action | None = None,
) -> Iterable[Sequence[Section]]:
    """Return versions of the suggested bids, each with what it asks, gains and costs, the
    probability that it is made if it wins the auction (None: not shown), and a button to make it.

    The first version has all bids in large letters, the next in small ones, and, if their names are
    on the buttons, by their kinds alone; then come fewer bids, down to one. Each version is made
    when it is looked at. `act`: a press without its `argument`, to act; `hinted`: the advised bid,
    whose button alone is green.
    """
    bids = [one for one in suggested if isinstance(one, Bid)]
    words = [bid_asks, _kind_of_bid] if _is_named_on_button(seen) else [bid_asks]
    versions = [(len(bids), "", bid_asks)] if bids else []
    versions += [(count, "-# ", asks) for count in range(len(bids), 0, -1) for asks in words]

    def section(bid: Bid, label: str, mark: str, asks: _Asks) -> Section:
        style = ButtonStyle.success if bid == hinted else ButtonStyle.secondary
        button = components.button(label, replace(act, argument=str(bid)), style)
        name = "" if _is_named_on_button(seen) else f"**{voice.bid(bid)}**"
        head = ": ".join(filter(None, (name, asks(seen, bid, voice))))
        pays = stakes_line(stakes_of(seen, bid), suggested[bid], voice.language)
        told = "\n".join(filter(None, [f"{mark}{head}", pays and f"-# {pays}"]))
        return Section(components.words(told), button)

    return (
        [
            section(bid, label, mark, asks)
            for bid, label in _labels(seen, bids[:count], voice).items()
        ]
        for count, mark, asks in versions
    )


def _labels(seen: View, bids: Sequence[Bid], voice: Voice) -> Mapping[Bid, str]:
    """Return the buttons' labels, numbered where two would be the same."""
    found = {bid: _label(seen, bid, voice) for bid in bids}
    if len(set(found.values())) == len(found):
        return found
    label = voice.language.term(labels.BID)
    return {bid: f"{at}{lines.DOT}{label}" for at, bid in enumerate(bids, 1)}


def _label(seen: View, bid: Bid, voice: Voice) -> str:
    """Return a button's label: the bid, or, where that is too long, what it gains."""
    label, stakes = voice.language.term(labels.BID), stakes_of(seen, bid)
    if _is_named_on_button(seen):
        return f"{label} {voice.bid(bid)}"
    if stakes is None or stakes.made_grows:
        return label
    return f"{label} {voice.language.format_signed(stakes.made)}"


def _is_named_on_button(seen: View) -> bool:
    """Whether bids have names short enough for a button."""
    return isinstance(seen.choice, LadderBid)


def _kind_of_bid(seen: View, bid: Bid, voice: Voice) -> str:
    """Return the kind of a bid, as its button names it; for a mere number what it asks."""
    return bid_kind(seen, bid, voice) or bid_asks(seen, bid, voice)


def passing_line(suggested: Mapping[Action, float | None], voice: Voice) -> str:
    """Say that no bid looks better than another call, or that passing is fine beside the bids."""
    if not suggested:
        return ""
    best = next(iter(suggested))
    if any(isinstance(one, Bid) for one in suggested):
        return f"-# {voice.language.text(_FINE)}" if Pass() in suggested else ""
    return f"💡 **{action_text(best, voice)}**: {voice.language.text(_NO_BETTER)}"


def other_calls(
    seen: View, voice: Voice, act: Press, others: Press, hinted: Action | None = None
) -> ActionRow:
    """Return the buttons for the other calls, and for all other bids (`others`)."""
    calls = seen.choice.calls if isinstance(seen.choice, LadderBid) else (Pass(),)
    return ActionRow(
        *(_button(call, voice, act, is_hinted=call == hinted) for call in calls),
        components.button(voice.language.term(_OTHERS), others),
        *components.rules_buttons(act.table, voice.language),
    )


def _button(action: Action, voice: Voice, act: Press, *, is_hinted: bool) -> Button:
    press = replace(act, argument=str(action))
    style = ButtonStyle.success if is_hinted else ButtonStyle.primary
    return components.button(action_label(action, voice), press, style)
