"""What a table refuses, beside what the rules of its game refuse: one sentence each."""

from __future__ import annotations

from kwbot.engine.values.errors import RuleViolation
from kwbot.engine.values.wording import N_


class Refused(RuleViolation):
    """The table does not do that now. Nothing has changed."""


class NotSeated(Refused):
    def __init__(self) -> None:
        super().__init__(N_("You're not playing at this table."))


class Stale(Refused):
    """A button of an earlier moment; whoever pressed it gets a fresh view."""

    def __init__(self) -> None:
        super().__init__(N_("That button is out of date. Here's where things stand."))


def check_fresh(seen: int, now: int | None) -> None:
    """Raise Stale unless a press has seen what is asked now (its event or deal; None: nothing)."""
    if seen != now:
        raise Stale


AWAY = N_("A computer is playing for you.")


class NoTable(Refused):
    def __init__(self) -> None:
        super().__init__(N_("This table is closed."))


class OwnedElsewhere(NoTable):
    """The table is another process's now; nothing has changed here. It may be tried again."""

    def __init__(self) -> None:
        Refused.__init__(
            self, N_("Something went wrong. Try again. If that doesn't help, use /table.")
        )


class BeforeRestore(Refused):
    def __init__(self) -> None:
        super().__init__(
            N_("That button is from before a backup was restored. Use the newest message instead.")
        )


class ChannelInUse(Refused):
    """A table is open in the channel, or just being opened."""

    def __init__(self) -> None:
        super().__init__(N_("This channel already has a table."))


class HostOnly(Refused):
    def __init__(self) -> None:
        super().__init__(N_("Only the host can do that."))
