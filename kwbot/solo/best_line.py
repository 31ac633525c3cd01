"""The best line of a solo deal for a player who knew all cards, as far as a search finds it.

The computers answer the same play in the same way, so the person could have played every line
tried, and its result is exact.
"""

from collections.abc import Callable

from kwbot.engine.values.errors import RuleViolation
from kwbot.engine.views.view import view
from kwbot.players.search.candidates import considered_actions
from kwbot.solo.computer_moves import TurnTakers, played_out
from kwbot.solo.solo_deal import OTHERS_LEVEL, SoloDeal

MAX_LINES = 60
"""Most lines that are tried: about the number of alternatives in a deal's decisions."""


async def best_line(
    computers: TurnTakers, line: SoloDeal, worth: Callable[[SoloDeal], int]
) -> SoloDeal:
    """Return the best line found for a deal, starting from the finished `line`. At each decision in
    turn it tries every other action worth a thought, and keeps the better line."""
    best, number, left = line, 0, MAX_LINES
    while left and number < len(forks := best.forks()):
        stood, done = forks[number]
        others = [one for one in considered_actions(view(stood.match, stood.seat)) if one != done]
        others, number = others[:left], number + 1
        left -= len(others)
        for action in others:
            try:
                tried = await played_out(computers, stood.act(action), OTHERS_LEVEL)
            except RuleViolation:  # proven to be futile
                continue
            best = max(best, tried, key=worth)
    return best
