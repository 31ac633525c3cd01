"""The example game of the documents for as many as like, all of whom play in every deal."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest

from kwbot.engine.deals.match import Match
from kwbot.variants import counsels, games
from tests.engine.playing import Setting

EXAMPLE = (Path(__file__).parents[2] / "docs" / "example_game.py").read_text("utf-8")


class ManySeats(Setting):
    def begin(self) -> Match:
        return Match.begin(self.variant, tuple(f"Player {n}" for n in range(self.players)), {})


def seated(players: int, monkeypatch: pytest.MonkeyPatch) -> ManySeats:
    """The game for so many, among the games of the bot until the test ends."""
    tricks, key = 52 // players, f"solo{players}"
    changes = (
        ('key = "solo"', f'key = "{key}"\n    least_players = most_players = {players}'),
        ("TRICKS = 13", f"TRICKS = {tricks}"),
        ("NO_POINTS = (0, 0, 0, 0)", f"NO_POINTS = (0,) * {players}"),
        ("return FULL_DECK", f"return CardSet(sorted(FULL_DECK, key=_rank)[{-tricks * players}:])"),
        ("range(4)", f"range({players})"),
        ("-1 / 3", f"-1 / {players - 1}"),
        ("range(5, TRICKS + 1)", "range(1, TRICKS + 1)"),
    )
    text = EXAMPLE
    for four, instead in changes:
        assert four in text
        text = text.replace(four, instead)
    text += "\n\ndef _rank(card):\n    return card.rank\n"
    module = ModuleType(key)
    monkeypatch.setitem(sys.modules, key, module)
    exec(compile(text, f"{key}.py", "exec"), module.__dict__)
    monkeypatch.setitem(games(), key, module.GAME)
    monkeypatch.setitem(counsels(), key, module.COUNSEL)
    return ManySeats(module.GAME, players)
