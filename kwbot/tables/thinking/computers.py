"""How a computer player decides a turn, in whichever process."""

import asyncio
import random

from kwbot.engine.deals.match import Match
from kwbot.engine.values.actions import Action, Seat
from kwbot.engine.values.choices import PlayCard
from kwbot.players.search.rule_of_thumb import RuleOfThumb
from kwbot.players.turns.levels import decide, in_character, player, samples_of
from kwbot.tables.thinking.computer_protocol import Turns

RULE_OF_THUMB = RuleOfThumb()


def decide_turn(turns: Turns) -> Action:
    """Return the action of the first turn, by the turns' number of samples."""
    match, seat = turns.match, turns.seat
    level = turns.levels[seat]
    computer = player(level, turns.samples or samples_of(level))
    return decide(in_character(computer, match, match.names[seat]), match, seat, turns.chance)


async def by_thumb(match: Match, seat: Seat, rng: random.Random) -> Action:
    """Return an action by rule of thumb: cards at once, slower bids in a thread."""
    choice = match.choice(seat)
    if len(choice) == 1:
        return next(iter(choice))
    if isinstance(choice, PlayCard):
        return decide(RULE_OF_THUMB, match, seat, rng)
    return await asyncio.to_thread(decide, RULE_OF_THUMB, match, seat, rng)
