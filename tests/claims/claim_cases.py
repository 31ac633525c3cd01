"""Records that stop where a claim is judged; in each, others can still take tricks or lose them."""

from __future__ import annotations

from pathlib import Path

from kwbot.engine.deals.match import Match
from kwbot.engine.deals.reader import replay
from kwbot.variants import games

FOLDER = Path(__file__).parent / "claimed"


def text(name: str) -> str:
    return (FOLDER / f"{name}.kwr").read_text(encoding="utf-8")


def case(name: str) -> Match:
    return replay(text(name), games())
