"""The entrance to discord.py for interactions that come by HTTP.

discord.py takes interactions from the gateway alone, and has no public way to hand it one: a client
made without that would do all over again what commands, buttons and forms are read by. So this one
name is used that is none of ours. It goes when discord.py takes interactions that come by HTTP.
"""

from typing import Any

import discord


def bring_in(client: discord.Client, payload: dict[str, Any]) -> None:
    """Have a client serve an interaction as if the gateway had brought it. Raises whatever
    discord.py stumbles over in an odd payload."""
    client._connection.parse_interaction_create(payload)  # type: ignore[arg-type]
