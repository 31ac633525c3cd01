"""The candidates of a decision: the actions worth considering."""

from kwbot.engine.values.actions import PLAYS, Action
from kwbot.engine.values.choices import PlayCard
from kwbot.engine.views.view import View

from .bid_ideas import promising
from .card_sense import distinct_cards


def considered_actions(seen: View) -> list[Action]:
    """Return the actions worth considering for the viewer in turn: the most promising ones, and of
    equivalent cards one. All others are worse or equivalent."""
    choice = seen.choice
    assert choice is not None
    if isinstance(choice, PlayCard):
        return [PLAYS[card] for card in distinct_cards(seen, choice.cards)]
    return [*promising(seen)]
