"""The text of a player's own panel, above its buttons and between them.

From the top: whose turn it is, the table, the contract, the question; then the cards of the hand
that are no buttons. It all fits one screen of a phone.
"""

from collections.abc import Sequence
from dataclasses import replace

from cogs.screens.hand.draft import ADVICE, BID, LAST, Draft
from cogs.screens.hand.picking import picked_bid, picked_parts
from cogs.screens.hand.text_height import text_height
from kwbot.engine.values.choices import CombinationBid, LadderBid
from kwbot.engine.values.wording import N_
from kwbot.engine.views.view import View
from kwbot.looks.table_lines import contract_line, table_lines
from kwbot.text.deal import calls, hand
from kwbot.text.deal.advice import hint_line
from kwbot.text.deal.scene import felt
from kwbot.text.deal.seating import to_viewer
from kwbot.text.words import lines
from kwbot.text.words.detail import Detail
from kwbot.text.words.facts import Facts
from kwbot.text.words.language import Voice
from kwbot.text.words.markdown import cut

MAX_TEXT_ABOVE_BUTTONS = 3000
"""Most characters above the buttons: Discord's 4,000, without the hand and the notes."""
LONGEST_NAME, STANDING_BID_LENGTH = 12, 24
"""Most characters of names, and of the highest bid beside one being put together: both fit a line
of small print."""
_PANEL_DETAILS = (
    Detail(auction=0, name=LONGEST_NAME, effects=True, announcements=20),
    Detail(auction=0, name=LONGEST_NAME, effects=True, announcements=0),
    Detail(auction=0, name=LONGEST_NAME, effects=False, announcements=0),
    Detail(auction=0, name=LONGEST_NAME, effects=False, announcements=0, parts=False),
)
"""From the most detail to the least."""
IN_CHANNEL, IN_DMS = N_("also in the channel"), N_("also in your DMs")
"""Where a player's other copy is."""


def panel_text(
    seen: View, voice: Voice, facts: Facts, draft: Draft, room: int
) -> tuple[str, Sequence[str]]:
    """Return the text above the buttons, for `room` pixels, and what is folded away. The meaning of
    a bid gives way first; a player who unfolds it will scroll."""
    short = replace(voice, longest_name=LONGEST_NAME)
    names_turns = facts.copy.names_turn and not facts.copy.is_spare  # a copy may be behind
    above = (
        draft.head or hand.head(seen, short, facts),
        *_table(seen if names_turns else replace(seen, order=()), short, draft),
        *hand.asides(seen, short, facts),
    )
    below = (
        hand.question_line(seen, short),
        hint_line(seen, draft.hint, short) if draft.unfolded == ADVICE and seen.my_turn else "",
        "" if _has_draft(seen, draft) else hand.needed_worth(seen, short),
    )
    text, detail = "", _PANEL_DETAILS[-1]
    for detail in _PANEL_DETAILS:
        explained = _explanations(seen, short, draft, detail)
        text = "\n".join(filter(None, (*above, *explained, *below)))
        if not any(explained):  # nothing can give way
            break
        fits = text_height(text) <= room or draft.unfolded == BID
        if len(text) <= MAX_TEXT_ABOVE_BUTTONS and fits:
            break
    return text, _short_lines(seen, detail)


def _short_lines(seen: View, detail: Detail) -> Sequence[str]:
    bid = bool(calls.standing(seen)) and (bool(seen.tricks) or detail != _PANEL_DETAILS[0])
    return (*([BID] if bid else []), *([LAST] if seen.tricks and seen.plays else []))


def _has_draft(seen: View, draft: Draft) -> bool:
    return isinstance(seen.choice, CombinationBid) and bool(picked_parts(seen.choice, draft.picked))


def _table(seen: View, voice: Voice, draft: Draft) -> Sequence[str]:
    """Return the table in the player's look; beside a draft, only the highest bid."""
    if draft.in_picture:
        return ()
    drawn = felt(seen, voice)
    if drawn is None:
        return (voice.language.text(N_("No deal is in progress.")),)
    ids = voice.style.ids
    if _has_draft(seen, draft):
        names = sum(len(voice.name(seat)) for seat in drawn.holders)
        room = STANDING_BID_LENGTH + max(0, LONGEST_NAME - names)
        return (contract_line(replace(drawn, contract=cut(drawn.contract, room)), ids),)
    return table_lines(drawn, ids)


def _explanations(seen: View, voice: Voice, draft: Draft, detail: Detail) -> Sequence[str]:
    """Return the meaning of the bid, until the first trick is over or when unfolded; after that the
    last trick, when unfolded."""
    choice = seen.choice
    if isinstance(choice, CombinationBid) and (chosen := picked_parts(choice, draft.picked)):
        return hand.draft_lines(seen, chosen, voice, detail, draft.objection)
    if isinstance(choice, LadderBid) and (bid := picked_bid(choice, draft.picked)):
        return hand.bid_preview(bid, voice, detail)
    explained = not seen.tricks or draft.unfolded == BID
    told = list(hand.contract(seen, voice, detail)) if explained else []
    if seen.tricks and seen.plays and draft.unfolded == LAST:
        told.append(f"-# {lines.last_trick(seen.tricks, to_viewer(seen, voice))}")
    return told
