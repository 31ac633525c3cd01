"""A person who takes part in an evening."""

from dataclasses import dataclass
from typing import Literal

from kwbot.ids import UserId

Presence = Literal["signed", "here", "gone"]


@dataclass(frozen=True, slots=True)
class Entrant:
    """A person who has signed up for an evening. `user` None: a forgotten one."""

    user: UserId | None
    name: str
    presence: Presence = "signed"
