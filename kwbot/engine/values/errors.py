"""Errors for violations of the rules, each with one sentence for the player who caused it."""

from typing import Any

from .wording import N_, Sentence

_MAX_LOGGED_REASON = 200


class RuleViolation(Exception):
    """An action that the rules do not allow now. Nothing has changed."""

    def __init__(self, text: str, **values: Any) -> None:
        self.sentence = Sentence(text, **values)
        super().__init__(str(self.sentence))


class NotYourTurn(RuleViolation):
    """An action of a player who has nothing to decide now."""

    def __init__(self) -> None:
        super().__init__(N_("It's not your turn."))


class IllegalAction(RuleViolation):
    """An action of the right player that is not allowed now."""


class MatchOver(RuleViolation):
    """An action after the last deal."""

    def __init__(self) -> None:
        super().__init__(N_("The game is over."))


class RecordError(Exception):
    """A line of a record that is malformed or against the rules. `line` counts from 1. The reason
    may quote the line, whose length is unlimited, so it is cut."""

    def __init__(self, line: int, reason: str) -> None:
        self.line = line
        self.reason = (
            reason if len(reason) <= _MAX_LOGGED_REASON else reason[:_MAX_LOGGED_REASON] + "…"
        )
        super().__init__(f"line {line}: {self.reason}")
