"""Refusals of a table beyond the rules of its game, each with one sentence for the player."""

from kwbot.engine.values.errors import RuleViolation
from kwbot.engine.values.wording import N_


class Refused(RuleViolation):
    """The table does not do what was asked. Nothing has changed."""


class NotSeated(Refused):
    def __init__(self) -> None:
        super().__init__(N_("You're not playing at this table."))


class Stale(Refused):
    """An outdated button was pressed; whoever pressed it gets a fresh view."""

    def __init__(self) -> None:
        super().__init__(N_("That button is out of date. Here's where things stand."))


def check_fresh(asked_at: int, now: int | None) -> None:
    """Raise Stale unless a press answers what is asked `now`. Both are numbers of an event or a
    deal, or marks of a seal; None: nothing is asked."""
    if asked_at != now:
        raise Stale


COMPUTER_PLAYS = N_("A computer is playing for you.")


class NoTable(Refused):
    def __init__(self) -> None:
        super().__init__(N_("This table is closed."))


class OwnedElsewhere(NoTable):
    """Another process owns the table now. Nothing has changed here; another try may succeed."""

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
