"""A mistake: a decision and its cost."""

from dataclasses import dataclass

from kwbot.engine.values.actions import Action
from kwbot.engine.values.wording import Sentence

from .view import View


@dataclass(frozen=True, slots=True)
class Mistake:
    """A decision that cost about `points`: what the player saw and did, and what was better. 0
    points: the difference may be chance."""

    seen: View
    done: Action
    better: Action
    points: float
    why: Sentence | None = None
    """A reason for the better action."""
