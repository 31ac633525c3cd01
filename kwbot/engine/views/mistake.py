"""A mistake: a decision and what it cost its player."""

from dataclasses import dataclass

from kwbot.engine.values.actions import Action
from kwbot.engine.values.wording import Sentence

from .view import View


@dataclass(frozen=True, slots=True)
class Mistake:
    """A decision that cost about `points`: what was seen, done, and better. 0 points: the
    difference may be chance."""

    seen: View
    done: Action
    better: Action
    points: float
    why: Sentence | None = None
    """A reason for what was better."""
