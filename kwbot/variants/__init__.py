"""The games. Each module or package in this folder is one; its `GAME` is found by itself."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from kwbot.engine.variant import Variant


@cache
def games() -> dict[str, Variant]:
    """Every game by its key, in alphabetical order."""
    found = [import_module(f"{__name__}.{module.name}").GAME for module in iter_modules(__path__)]
    return {game.key: game for game in sorted(found, key=lambda game: str(game.key))}
