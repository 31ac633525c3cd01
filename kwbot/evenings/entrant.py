"""Somebody who takes part in an evening."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Presence = Literal["signed", "here", "gone"]


@dataclass(frozen=True, slots=True)
class Entrant:
    """A person who has signed up for an evening. `user` None: the bot was told to forget them."""

    user: int | None
    name: str
    presence: Presence = "signed"
