"""Errors of the database, each with one sentence for the host of the bot.

No sentence ever holds a stored value: deals and secrets stay out of logs.
"""


class StorageError(Exception):
    """The database cannot do what was asked; the message is one sentence."""


class UnusableUrl(StorageError):
    """The database URL is wrong, or its driver is not installed."""


class StoreLocked(StorageError):
    """Another bot holds this database."""


class NotWritable(StorageError):
    """The database, or the folder that it lies in, cannot be opened or written."""


class DamagedDatabase(StorageError):
    """The file is no database, or a broken one."""


class NewerSchema(StorageError):
    """A newer version of the program has written this database."""


class OlderSchema(StorageError):
    """The database is so old that an earlier version of the program has to migrate it first."""


class StoreClosed(StorageError):
    """The store has been closed: the bot is stopping."""


class UnknownTable(StorageError):
    """No such table is stored, or not any more."""


class UnknownEvening(StorageError):
    """No such evening is stored."""


class StaleSequence(StorageError):
    """The table's last event is another one than expected: nothing was written."""


class NotOwner(StorageError):
    """Another process owns the table: nothing was written."""


class NewerTable(StorageError):
    """A newer version of the program has written the table."""


class ChannelTaken(StorageError):
    """A table is open in that channel already: none was stored."""
