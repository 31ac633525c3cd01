"""The types of ids. They are numbers at run time; mypy accepts none in place of another."""

from typing import NewType

TableId = NewType("TableId", int)
GuildId = NewType("GuildId", int)
UserId = NewType("UserId", int)

NO_TABLE = TableId(0)
"""Stands for a table if there is none, or it is not stored yet."""
NO_GUILD = GuildId(0)
"""Stands for a server if there is none, as in a direct message."""
NO_USER = UserId(0)
"""Stands for a user if there is none."""
