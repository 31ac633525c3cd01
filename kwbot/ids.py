"""The types of ids. At run time all are numbers; mypy lets none stand where another is meant."""

from typing import NewType

TableId = NewType("TableId", int)
GuildId = NewType("GuildId", int)
UserId = NewType("UserId", int)

NO_TABLE = TableId(0)
"""In place of a table where something is about none, or is not stored yet."""
NO_GUILD = GuildId(0)
"""In place of a server where something is on none, as in a direct message."""
NO_USER = UserId(0)
"""In place of a user where there is none."""
