"""The playground as people use it in a browser: who lives here, where they talk, what holds."""

from __future__ import annotations

from kwbot.playground.rates import Rates
from kwbot.playground.server import Playground

PEOPLE = ("Anna", "Bo", "Cleo", "Dag")
"""The first of them owns the server."""
SECOND_CHANNEL = "tea-room"
REMEMBERED = 1000


def furnish(playground: Playground, *, chaos: float = 0.0) -> Playground:
    """Local people, a second channel, Discord's rate limits; faults at the rate ``chaos``."""
    people = [playground.person(name, moderator=name == PEOPLE[0]) for name in PEOPLE]
    guild = playground.guild
    del guild.members[guild.owner.id]
    guild.owner = people[0].user
    playground.add_channel(guild, SECOND_CHANNEL)
    playground.rest.rates = Rates(playground.clock)
    playground.rest.remember = REMEMBERED
    playground.chaos.rate = chaos
    return playground
