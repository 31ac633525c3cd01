"""What a player has picked and unfolded in their panel, and what is suggested to them there."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import islice
from types import MappingProxyType

from kwbot.engine.values.actions import Action, Bid
from kwbot.engine.values.estimate import worth_a_thought
from kwbot.engine.values.wording import Sentence, Term
from kwbot.text.deal.advice import Hint

BID, LAST, ADVICE, OTHERS = "bid", "last", "hint", "bids"
"""What can be unfolded: the contract's meaning, the last trick, a hint, all bids."""
FOLD = "fold"
"""Unfolds nothing."""
UNFOLD = {BID: Term("The bid", "button"), LAST: Term("Last trick", "button")}


_MAX_SUGGESTIONS = 3
NO_SUGGESTIONS: Mapping[Action, float] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Draft:
    """What a panel shows besides the deal itself. `picked`: what the player has picked so far (see
    `picking`); `unfolded`: what they want to see; `suggested`: bids that look good, with the
    probability that each is made; `hint`: the advice, if unfolded (None: it is being found);
    `head`: the first line, if it is not a table's."""

    picked: str = ""
    unfolded: str = ""
    suggested: Mapping[Action, float | None] = field(default_factory=dict)
    hint: Hint | None = None
    head: str = ""
    objection: Sentence | None = None
    """The proof that what is picked cannot be bid, if there is one."""
    in_picture: bool = False
    """Whether a picture shows the table."""


NO_DRAFT = Draft()


def first_bids(calls: Mapping[Action, float]) -> dict[Action, float]:
    """Return calls with only the best few of the bids."""
    bids = [*islice((call for call in calls if isinstance(call, Bid)), _MAX_SUGGESTIONS)]
    return {call: calls[call] for call in calls if call in bids or not isinstance(call, Bid)}


def calls_to_suggest(draft: Draft) -> Mapping[Action, float | None]:
    """Return the bids to suggest and other calls that are no worse, best first, unless the player
    looks for another bid. Beside a hint they are the hint's own."""
    if draft.picked or draft.unfolded == OTHERS:
        return NO_SUGGESTIONS
    hint = draft.hint
    if hint is None:
        return draft.suggested
    weighed = {one: hint.weighed[one].made for one in worth_a_thought(hint.weighed)}
    found = first_bids(weighed) or draft.suggested
    return {hint.action: found.get(hint.action), **found} if found else {hint.action: None}
