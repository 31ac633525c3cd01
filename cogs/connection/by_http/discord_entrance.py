"""The entrance to discord.py for interactions that come by HTTP.

discord.py takes interactions from the gateway alone and has no public way to be handed one. Without
it, a client would have to repeat all of its reading of commands, buttons and forms. So this module
uses one private name, until discord.py takes interactions by HTTP.
"""

from typing import Any

import discord


def bring_in(client: discord.Client, payload: dict[str, Any]) -> None:
    """Have a client serve an interaction as if the gateway had brought it. Raises whatever
    discord.py raises at a malformed payload."""
    client._connection.parse_interaction_create(payload)  # type: ignore[arg-type]
