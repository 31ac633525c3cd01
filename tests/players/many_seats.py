"""The example game of the documents, changed: for as many as like, or with ever shorter hands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from unittest.mock import patch

from kwbot.engine.deals.match import Match
from kwbot.engine.deals.variant import Variant
from kwbot.variants import counsels, games
from tests.engine.playing import Setting

EXAMPLE = (Path(__file__).parents[2] / "docs" / "example_game.py").read_text("utf-8")


class ManySeats(Setting):
    def begin(self) -> Match:
        return Match.begin(self.variant, tuple(f"Player {n}" for n in range(self.players)), {})


@contextmanager
def seated(players: int) -> Iterator[ManySeats]:
    """The game for so many, all of whom play with the highest cards, within the block among the
    games of the bot."""
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
    with _among_games(key, changes) as game:
        yield ManySeats(game, players)


@contextmanager
def shrinking() -> Iterator[Variant]:
    """The game with a card less in each hand from deal to deal, within the block among the games of
    the bot."""
    changes = (
        ('key = "solo"', 'key = "shrinking"'),
        ("each=TRICKS", "each=TRICKS - sheet.played"),
        ("range(5, TRICKS + 1)", "range(1, TRICKS + 1)"),
    )
    with _among_games("shrinking", changes) as game:
        yield game


@contextmanager
def _among_games(key: str, changes: Iterable[tuple[str, str]]) -> Iterator[Variant]:
    text = EXAMPLE
    for before, instead in changes:
        assert before in text
        text = text.replace(before, instead)
    text += "\n\ndef _rank(card):\n    return card.rank\n"
    module = ModuleType(key)
    exec(compile(text, f"{key}.py", "exec"), module.__dict__)
    with (
        patch.dict("sys.modules", {key: module}),
        patch.dict(games(), {key: module.GAME}),
        patch.dict(counsels(), {key: module.COUNSEL}),
    ):
        yield module.GAME
