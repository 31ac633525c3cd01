"""The playground as people use it in a browser: its people, channels and limits."""

from playground.api.rates import Rates
from playground.images import portraits
from playground.server import Playground

PEOPLE = ("Anna", "Bo", "Cleo", "Dag")
"""Local people; the first one owns the server."""
SECOND_CHANNEL = "tea-room"
CALLS_KEPT = 1000
STARTING_SECONDS = 60.0


def furnish(playground: Playground) -> Playground:
    """Add local people, most with a picture, a second channel, and rate limits."""
    people = [playground.person(name, moderator=name == PEOPLE[0]) for name in PEOPLE]
    for person in people:
        if look := portraits.PORTRAITS.get(person.name):
            person.user.picture = portraits.portrait(look)
    guild = playground.guild
    del guild.members[guild.owner.id]
    guild.owner = people[0].user
    playground.add_channel(guild, SECOND_CHANNEL)
    playground.rest.rates = Rates(playground.clock)
    playground.rest.remember = CALLS_KEPT
    return playground


async def settle(playground: Playground, *, chaos: float = 0.0) -> None:
    """Wait for the bot, then let faults begin. Raises TimeoutError if the bot does not come."""
    await playground.until(
        lambda: playground.gateway.connected and 0 in playground.commands, seconds=STARTING_SECONDS
    )
    playground.chaos.rate = chaos
