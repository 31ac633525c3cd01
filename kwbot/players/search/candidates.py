"""The candidates of a decision: actions that deserve a thought."""

from kwbot.engine.values.actions import PLAYS, Action
from kwbot.engine.values.choices import PlayCard
from kwbot.engine.views.view import View

from .bid_ideas import promising
from .card_sense import distinct_cards


def considered_actions(seen: View) -> list[Action]:
    """Return the actions of the viewer in turn that deserve a thought, all else being worse or the
    same: the most promising ones, of neighbouring cards one."""
    choice = seen.choice
    assert choice is not None
    if isinstance(choice, PlayCard):
        return [PLAYS[card] for card in distinct_cards(seen, choice.cards)]
    return [*promising(seen)]
