"""Errors of the database, each with one sentence for the host of the bot.

No sentence holds a stored value, so that deals and secrets stay out of logs.
"""


class StorageError(Exception):
    """The database cannot do what was asked. The message is one sentence."""


class UnusableUrl(StorageError):
    """The database URL is wrong, or its driver is not installed."""


class StoreLocked(StorageError):
    """Another bot holds this database."""


class NotWritable(StorageError):
    """The database or its folder cannot be opened or written."""


class DamagedDatabase(StorageError):
    """The file is not a database, or is damaged."""


class NewerSchema(StorageError):
    """A newer version of the program has written this database."""


class OlderSchema(StorageError):
    """The database is so old that an earlier version of the program must migrate it first."""


class StoreClosed(StorageError):
    """The store has been closed: the bot is stopping."""


class UnknownTable(StorageError):
    """The table is not stored, or no longer."""


class UnknownEvening(StorageError):
    """No such evening is stored."""


class StaleSequence(StorageError):
    """The table's last event is not the expected one: nothing was written."""


class NotOwner(StorageError):
    """Another process owns the table: nothing was written."""


class NewerTable(StorageError):
    """A newer version of the program has written the table."""


class ChannelTaken(StorageError):
    """The channel already has an open table: nothing was stored."""
